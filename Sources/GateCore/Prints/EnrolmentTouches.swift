import GateModel
import GatePolicy
import GateSystem
import GateVault

/// Takes the touches of an enrolment and stores the print, for apps and for the face interface.
///
/// Confined to the Gatekeeper's loop.
final class EnrolmentTouches {
    private let keystore: any CredentialStore
    private let sensor: any FingerprintSensor
    private let operations: SensorOperations
    private let scans: Scans
    private let records: Records
    private let prints: Prints
    private let storage: OwnStorage
    private let situations: Situations
    private let upkeep: ChipUpkeep
    private let clock: GateClock
    private let audit: Audit

    init(
        keystore: any CredentialStore, operations: SensorOperations, scans: Scans, records: Records, prints: Prints,
        storage: OwnStorage, situations: Situations, upkeep: ChipUpkeep, clock: GateClock, audit: Audit
    ) {
        self.keystore = keystore
        sensor = operations.sensor
        self.operations = operations
        self.scans = scans
        self.records = records
        self.prints = prints
        self.storage = storage
        self.situations = situations
        self.upkeep = upkeep
        self.clock = clock
        self.audit = audit
    }

    /// Takes the touches and stores the print. If that fails, removes what the reader's chip may have kept of it.
    func run(
        _ finger: Finger, _ label: Label?, vouched: Bool, _ session: inout ReaderSession, hasDuplicateTouch: Bool
    ) async throws(GateError) -> (print: Print, invalidatedItems: Int) {
        do throws(GateError) {
            return try await take(finger, label, vouched: vouched, &session, hasDuplicateTouch)
        } catch {
            let reader = session.reader
            // The reader may have been about to store the print when it was unplugged or failed.
            for print in await sensor.takeUnfinishedPrints(of: reader.id) { await forgetLater(print, on: reader) }
            await withdrawNote(of: session.call)
            throw error
        }
    }

    private func take(
        _ finger: Finger, _ label: Label?, vouched: Bool, _ session: inout ReaderSession, _ hasDuplicateTouch: Bool
    ) async throws(GateError) -> (print: Print, invalidatedItems: Int) {
        let (call, reader) = (session.call, session.reader)
        let template = try await takeTouchesMakingRoom(&session, finger, label, hasDuplicateTouch)
        if let interruption = call.interruption {
            // The PIN that allowed it was changed, or the call was ended, during the last touch.
            await forget(template, on: reader)
            throw interruption.error(fallbacks: [])
        }
        let print = Print(
            id: .random(), finger: finger, label: label, reader: reader.id,
            enrolledAt: clock.now().wall, vouched: vouched)
        let change = try await keep(print, template, insteadOf: call.unfinishedPrint, on: reader, session.account)
        return (print, change.invalidatedItems)
    }

    /// Compares one touch with the user's prints on the reader. It is no attempt to authenticate, so nothing is
    /// counted.
    func lookForDuplicate(
        _ session: inout ReaderSession, _ gallery: [GalleryPrint]
    ) async throws(GateError) {
        let reader = session.reader
        let id = session.call.nextOperation(at: reader.id)
        let operation = operations.run(id, session.call.inbox) { sensor, report throws(SensorError) in
            try await sensor.identify(gallery, on: reader.id, report: report)
            return nil
        }
        session.template = Progress(.queued, stage: 0, stages: reader.enrollStages, reader: reader.id)
        let found: SensorResult
        do throws(GateError) {
            found = try await touches(&session, operation, id)
        } catch {
            // The chip lost one of the prints and reports that instead of comparing, which is no duplicate.
            guard session.sensorError == .printNotStored else { throw error }
            session.sensorError = nil
            upkeep.doubt(PrintHome(reader: reader.id, user: session.account.user.id))
            return
        }
        switch found {
        case .judged(.matched(let id)):
            let print = session.account.kept.prints.first { $0.id == id }
            throw print.map { .fingerAlreadyEnrolled($0) } ?? .fingerKnownToReader(reader.id)
        case .judged(.foreign):
            guard await storage.deleteForeign(on: reader, for: session.call.ask.caller) else {
                throw .fingerKnownToReader(reader.id)
            }
        case .judged(.noMatch), .enrolled: break
        }
    }

    /// Takes the touches. If the reader is full, deletes a print that belongs to no user here and starts over.
    private func takeTouchesMakingRoom(
        _ session: inout ReaderSession, _ finger: Finger, _ label: Label?, _ hadDuplicateTouch: Bool
    ) async throws(GateError) -> Template {
        while true {
            do throws(GateError) {
                return try await takeTouches(&session, finger, label, hadDuplicateTouch)
            } catch {
                // Makes room even if the call was ended meanwhile, because its user asked for that room.
                guard session.sensorError == .storageFull,
                    await storage.makeRoom(on: session.reader, for: session.call.ask.caller)
                else { throw error }
            }
            if let interruption = session.call.interruption { throw interruption.error(fallbacks: []) }
        }
    }

    private func takeTouches(
        _ session: inout ReaderSession, _ finger: Finger, _ label: Label?, _ hadDuplicateTouch: Bool
    ) async throws(GateError) -> Template {
        let (reader, account) = (session.reader, session.account)
        let name = account.user.name
        let id = session.call.nextOperation(at: reader.id)
        let operation = operations.run(id, session.call.inbox) { sensor, report throws(SensorError) in
            try await sensor.enroll(finger, label: label, user: name, on: reader.id, report: report)
        }
        // Stage 0 is the duplicate check if there was one, otherwise the first touch.
        session.template = Progress(
            .queued, stage: 0, stages: reader.enrollStages, finger: finger, reader: reader.id)
        do throws(GateError) {
            guard case .enrolled(let print) = try await touches(&session, operation, id) else {
                throw .hardwareUnavailable(.faulted, retryAfter: nil, fallbacks: [])
            }
            return print
        } catch {
            guard case .fingerKnownToReader = error, !hadDuplicateTouch,
                reader.capabilities.contains(.identify)
            else { throw error }
            // The reader knows the finger. Whether the print is the user's own takes another touch to find out.
            let gallery = try await prints.gallery(of: account, on: reader)
            if !gallery.isEmpty { try await lookForDuplicate(&session, gallery) }
            throw error
        }
    }

    /// Follows an operation of the enrolment to its end. Each touch has the call's time limit.
    private func touches(
        _ session: inout ReaderSession, _ operation: Task<Void, Never>, _ id: OperationID
    ) async throws(GateError) -> SensorResult {
        let reader = session.reader
        session.timers.begin()
        session.call.userHasUntil = nil
        defer {
            session.timers.cancel()
            session.call.userHasUntil = nil
        }
        // An enrolment compares nothing, so a cancelled one need not await a judgement.
        var following = scans.following([id: operation], isGuess: false)
        let call = session.call
        let ended = await following.run(&session) { await noteUnfinishedPrint(of: call, on: reader.id) }
        let ending = ended.ending
        if case .failure(let error) = ended.result { session.sensorError = error }
        switch (ended.result, ending) {
        case (.success(let result), nil), (.success(let result), .timedOut), (.success(let result), .unresponsive),
            (.success(let result), .gaveWay), (.success(let result), .early), (.success(let result), .spent):
            return result
        case (.success(.enrolled(let template)), _):
            // The call was ended during the last touch, so the print must not stay on the chip.
            await forget(template, on: reader)
            throw ending.interruption.error(fallbacks: [])
        case (.success(.judged), _): throw ending.interruption.error(fallbacks: [])
        // Even if the reader then fails or does not answer.
        case (.failure, .timedOut): throw .timedOut(fallbacks: [])
        case (.failure, .spent): throw scans.spent(session.call, fallbacks: [])
        case (.failure, .unresponsive): throw session.unresponsive(fallbacks: [])
        case (.failure(.cancelled), nil), (.failure, .interrupted), (.failure, .answered),
            (.failure, .gaveWay), (.failure, .early):
            throw ending.interruption.error(fallbacks: [])
        case (.failure(let error), nil): throw situations.refusal(error, fallbacks: [], on: reader)
        }
    }

    /// Writes the print, which starts a new epoch. If that fails, deletes the print from the chip, too.
    private func keep(
        _ print: Print, _ template: Template, insteadOf note: ChipDeletion.ID?, on reader: Reader,
        _ account: Account
    ) async throws(GateError) -> EnrollmentChange {
        // An unvouched print needs no credential of the user's.
        if print.vouched { account.printsBeingWritten += 1 }
        defer { if print.vouched { account.printsBeingWritten -= 1 } }
        let change: EnrollmentChange
        do throws(GateError) {
            guard !account.isErased else { throw .cancelled(by: .revoked) }
            change = try await records.stored { keystore throws(KeystoreError) in
                try await keystore.addPrint(print, template: template, insteadOf: note, of: account.user)
            }
        } catch {
            await forget(template, on: reader)
            throw error
        }
        try await prints.changed(account)
        return change
    }

    /// Deletes an unwanted print from the reader's storage. If that fails, because the reader may be unplugged, notes
    /// it for the reader's return.
    private func forget(_ template: Template, on reader: Reader) async {
        guard reader.capabilities.contains(.storageDelete), !(await prints.isDeleted(template, on: reader)) else {
            return
        }
        audit.failedLater("deleting an unfinished print from a reader")
        await forgetLater(template, on: reader)
    }

    /// Notes an unwanted print, to be deleted when the reader is free or returns.
    private func forgetLater(_ template: Template, on reader: Reader) async {
        upkeep.tidyLater(reader.id)
        do throws(KeystoreError) {
            try await keystore.deleteLater(template, on: reader.id)
        } catch {
            audit.failedLater("noting an unfinished print in a reader")
        }
    }

    /// Withdraws the note of an unfinished print: the chip has nothing of it, or a new note exists.
    private func withdrawNote(of call: WaitingCall) async {
        guard let note = call.unfinishedPrint else { return }
        do throws(KeystoreError) {
            try await keystore.chipDeletionDone(note)
        } catch {
            // The note stays, so the chip will be asked to delete a print that it does not have.
            audit.failedLater("forgetting the note of an unfinished print")
        }
    }

    /// Notes the print of a running enrolment before the chip has it. If the daemon is killed before the print is
    /// stored here, the next start deletes it from the chip.
    private func noteUnfinishedPrint(of call: WaitingCall, on reader: ReaderID) async {
        guard call.unfinishedPrint == nil, let print = await sensor.unfinishedPrint(on: reader) else {
            return
        }
        do throws(KeystoreError) {
            call.unfinishedPrint = try await keystore.deleteLater(print, on: reader)
        } catch {
            audit.failedLater("noting an unfinished print in a reader")
        }
    }
}

extension ScanEnding? {
    /// The event that ended the call early. A right credential ends an enrolment like its own client.
    fileprivate var interruption: Interruption {
        switch self {
        case .interrupted(let interruption): interruption
        case .answered, .timedOut, .gaveWay, .early, .spent, .unresponsive, nil: .cancelled(.client)
        }
    }
}
