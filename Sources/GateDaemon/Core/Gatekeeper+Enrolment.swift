import GateModel
import GatePolicy
import GateSecret
import GateVault

extension Gatekeeper {
    /// Enrols a finger: a change that takes a PIN or a password, and ends the enrolment before.
    func enroll(
        _ finger: Finger, label: Label?, _ ask: Ask, credential: consuming PresentedCredential?
    ) async throws(GateError) -> (print: Print, invalidatedItems: Int) {
        let account = try await lastingAccount(ask.user)
        let reader = try readerForEnrolment(ask, account)
        let timesPINChanged = account.timesPINChanged
        _ = try await authorize(credential, for: account, by: ask.caller)
        // With a TPM, what allowed it may have been changed while it was compared.
        guard account.timesPINChanged == timesPINChanged else { throw .cancelled(by: .revoked) }
        guard account.kept.prints.count < rules.printsPerUser else {
            throw .limitExceeded(Limit(name: "printsPerUser", maximum: rules.printsPerUser))
        }
        var session = try await begin(ask, on: reader, of: account, isLimitPerTouch: true)
        defer { end(&session) }
        return try await session.request.noting(by: { _ in .fingerprint }) { () throws(GateError) in
            try await enroll(finger, label, in: &session)
        }
    }

    private func enroll(
        _ finger: Finger, _ label: Label?, in session: inout ReaderSession
    ) async throws(GateError) -> (print: Print, invalidatedItems: Int) {
        let (ask, reader, account) = (session.request.ask, session.reader, session.account)
        do throws(Interruption) {
            if try await turns.take(&session) != nil { throw .cancelled(.client) }
        } catch {
            throw error.error(fallbacks: [])
        }
        // Comparing the PIN, and the wait for the turn, take their time.
        try requireInteractive(ask)
        // People tell their prints by the finger's name, on each reader.
        if let known = account.kept.prints.first(where: { $0.finger == finger && $0.reader == reader.id }) {
            throw .fingerAlreadyEnrolled(known)
        }
        // A finger whose print was deleted is new to the reader again.
        await deleteChipCopies(on: reader)
        let hasDuplicateTouch = try await refuseDuplicate(&session)
        let kept = try await takeAndKeep(
            finger, label, vouched: true, &session, hasDuplicateTouch: hasDuplicateTouch)
        audit.enrolled(ask.caller, account.user.id, reader: reader, invalidated: kept.invalidatedItems)
        return kept
    }

    /// Takes the touches, and keeps the print; where that fails, the chip is to have nothing of it.
    func takeAndKeep(
        _ finger: Finger, _ label: Label?, vouched: Bool, _ session: inout ReaderSession, hasDuplicateTouch: Bool
    ) async throws(GateError) -> (print: Print, invalidatedItems: Int) {
        do throws(GateError) {
            return try await take(finger, label, vouched: vouched, &session, hasDuplicateTouch)
        } catch {
            let reader = session.reader
            // The reader was perhaps about to keep the print when it was unplugged, or broke down.
            for print in await sensor.takeUnfinishedPrints(of: reader.id) { await forgetLater(print, on: reader) }
            await withdrawNote(of: session.request)
            throw error
        }
    }

    private func take(
        _ finger: Finger, _ label: Label?, vouched: Bool, _ session: inout ReaderSession, _ hasDuplicateTouch: Bool
    ) async throws(GateError) -> (print: Print, invalidatedItems: Int) {
        let (request, reader) = (session.request, session.reader)
        let template = try await takeTouchesMakingRoom(&session, finger, label, hasDuplicateTouch)
        if let interruption = request.interruption {
            // The PIN that allowed it was changed, or the call was ended, while the last touch was taken.
            await forget(template, on: reader)
            throw interruption.error(fallbacks: [])
        }
        let print = Print(
            id: .random(), finger: finger, label: label, reader: reader.id,
            enrolledAt: clock.now().wall, vouched: vouched)
        let change = try await keep(print, template, insteadOf: request.unfinishedPrint, on: reader, session.account)
        return (print, change.invalidatedItems)
    }

    /// The reader is looked at before anything is asked of the user.
    private func readerForEnrolment(_ ask: Ask, _ account: Account) throws(GateError) -> Reader {
        guard let first = readers.all.first else { throw .noHardware(fallbacks: []) }
        guard rules.fingerprintEnabled else {
            throw .hardwareUnavailable(.administrator, retryAfter: nil, fallbacks: [])
        }
        guard !situations.isSuspending else { throw .hardwareUnavailable(.suspended, retryAfter: nil, fallbacks: []) }
        try requireInteractive(ask)
        if let id = ask.reader {
            guard let reader = readers[id] else { throw .readerNotFound(id) }
            try requireUncovered(reader)
            return reader
        }
        let preferred = readers.preferred(last: account.lastReader, homes: account.kept.prints.map(\.reader))
        let reader = preferred ?? readers.all.first { !readers.isCovered($0) } ?? first
        try requireUncovered(reader)
        return reader
    }

    private func requireUncovered(_ reader: Reader) throws(GateError) {
        guard !readers.isCovered(reader) else { throw Interruption.notInteractive.error(fallbacks: []) }
    }

    private func requireInteractive(_ ask: Ask) throws(GateError) {
        guard situations.isInteractive(ask.caller) else { throw Interruption.notInteractive.error(fallbacks: []) }
    }

    /// A reader without a duplicate check of its own is asked first, with a touch more, whether it knows the finger
    /// already: it may be enrolled for the user, or be in the reader's own storage from elsewhere. One that can only
    /// verify cannot tell.
    private func refuseDuplicate(_ session: inout ReaderSession) async throws(GateError) -> Bool {
        let reader = session.reader
        guard reader.capabilities.contains(.identify), !reader.capabilities.contains(.duplicatesCheck) else {
            return false
        }
        let gallery = try await gallery(of: session.account, on: reader)
        if gallery.isEmpty, await isStorageEmpty(of: reader) { return false }
        try await lookForDuplicate(&session, gallery)
        return true
    }

    /// Whether a reader's own storage has nobody's print; so it has where the reader has none, or cannot list it.
    private func isStorageEmpty(of reader: Reader) async -> Bool {
        guard reader.capabilities.contains(.storageList) else { return true }
        // What keeps it from listing is what the enrolment fails of next.
        return (try? await sensor.storedPrints(on: reader.id).isEmpty) ?? true
    }

    /// One touch, compared with the user's prints on the reader; it is no attempt to get in, so nothing is counted.
    func lookForDuplicate(
        _ session: inout ReaderSession, _ gallery: [GalleryPrint]
    ) async throws(GateError) {
        let (sensor, inbox, reader) = (sensor, session.request.inbox, session.reader)
        let id = session.request.nextOperation(at: reader.id)
        let operation = operation(id, inbox) { () async throws(SensorError) -> Template? in
            _ = try await sensor.identify(gallery, on: reader.id) { inbox.post(.scan($0, id)) }
            return nil
        }
        session.template = Progress(.queued, stage: 0, stages: reader.enrollStages, reader: reader.id)
        let found: SensorResult
        do throws(GateError) {
            found = try await touches(&session, operation, id)
        } catch {
            // The storage has lost one of the prints, and says so instead of comparing: that is no duplicate.
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
            guard await deleteForeign(on: reader, for: session.request.ask.caller) else {
                throw .fingerKnownToReader(reader.id)
            }
        case .judged(.noMatch), .enrolled: break
        }
    }

    /// The touches again for each print that had to go first.
    private func takeTouchesMakingRoom(
        _ session: inout ReaderSession, _ finger: Finger, _ label: Label?, _ hadDuplicateTouch: Bool
    ) async throws(GateError) -> Template {
        while true {
            do throws(GateError) {
                return try await takeTouches(&session, finger, label, hadDuplicateTouch)
            } catch {
                // Also where the call was ended meanwhile: room was asked for.
                guard session.sensorError == .storageFull,
                    await makeRoom(on: session.reader, for: session.request.ask.caller)
                else { throw error }
            }
            if let interruption = session.request.interruption { throw interruption.error(fallbacks: []) }
        }
    }

    private func takeTouches(
        _ session: inout ReaderSession, _ finger: Finger, _ label: Label?, _ hadDuplicateTouch: Bool
    ) async throws(GateError) -> Template {
        let (reader, account) = (session.reader, session.account)
        let (sensor, inbox, name) = (sensor, session.request.inbox, account.user.name)
        let id = session.request.nextOperation(at: reader.id)
        let operation = operation(id, inbox) { () async throws(SensorError) -> Template? in
            try await sensor.enroll(finger, label: label, user: name, on: reader.id) { inbox.post(.scan($0, id)) }
        }
        // Where a touch looked for a duplicate, stage 0 was that one; else it is the first touch that none preceded.
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
            // The reader knows the finger; whether it is the user's own takes another touch to find out.
            let gallery = try await gallery(of: account, on: reader)
            if !gallery.isEmpty { try await lookForDuplicate(&session, gallery) }
            throw error
        }
    }

    /// Follows an operation of the enrolment to its end; each touch has the call's time limit.
    private func touches(
        _ session: inout ReaderSession, _ operation: Task<Void, Never>, _ id: OperationID
    ) async throws(GateError) -> SensorResult {
        let reader = session.reader
        session.timers.begin()
        session.request.userHasUntil = nil
        defer {
            session.timers.cancel()
            session.request.userHasUntil = nil
        }
        // An enrolment guesses nothing, so nobody has to wait for a judgement before leaving.
        var armed = ArmedScan()
        let ended = await follow(&session, [id: operation], &armed, isGuess: false)
        let ending = ended.ending
        if case .failure(let error) = ended.result { session.sensorError = error }
        switch (ended.result, ending) {
        case (.success(let result), nil), (.success(let result), .timedOut), (.success(let result), .unresponsive),
            (.success(let result), .gaveWay):
            return result
        case (.success(.enrolled(let template)), _):
            // The last touch was taken as the call was ended: no print stays on the chip either.
            await forget(template, on: reader)
            throw ending.interruption.error(fallbacks: [])
        case (.success(.judged), _): throw ending.interruption.error(fallbacks: [])
        // Also where the reader then fails, or does not answer.
        case (.failure, .timedOut): throw .timedOut(fallbacks: [])
        case (.failure, .unresponsive): throw unresponsive(session, fallbacks: [])
        case (.failure(.cancelled), nil), (.failure, .interrupted), (.failure, .answered),
            (.failure, .gaveWay):
            throw ending.interruption.error(fallbacks: [])
        case (.failure(let error), nil): throw refusal(error, fallbacks: [], on: reader)
        }
    }

    /// Writes the print, and with it the new epoch; if that fails, the chip forgets it too.
    private func keep(
        _ print: Print, _ template: Template, insteadOf note: ChipDeletion.ID?, on reader: Reader,
        _ account: Account
    ) async throws(GateError) -> EnrollmentChange {
        // One that nobody vouched for rests on no credential.
        if print.vouched { account.printsBeingWritten += 1 }
        defer { if print.vouched { account.printsBeingWritten -= 1 } }
        let change: EnrollmentChange
        do throws(GateError) {
            guard !account.isErased else { throw .cancelled(by: .revoked) }
            change = try await stored { keystore throws(KeystoreError) in
                try await keystore.addPrint(print, template: template, insteadOf: note, of: account.user)
            }
        } catch {
            await forget(template, on: reader)
            throw error
        }
        authentications.end(of: account.user.id)
        try await refresh(account)
        return change
    }

    /// Takes back from the reader's storage a print that nobody is to have; where that fails, for it may be unplugged by
    /// now, as soon as the reader is there again.
    private func forget(_ template: Template, on reader: Reader) async {
        guard reader.capabilities.contains(.storageDelete), !(await isDeleted(template, on: reader)) else { return }
        audit.failedLater("deleting an unfinished print from a reader")
        await forgetLater(template, on: reader)
    }

    /// Notes a print that nobody is to have for when the reader is free, or there again.
    private func forgetLater(_ template: Template, on reader: Reader) async {
        upkeep.tidyLater(reader.id)
        do throws(KeystoreError) {
            try await keystore.deleteLater(template, on: reader.id)
        } catch {
            audit.failedLater("noting an unfinished print in a reader")
        }
    }

    /// The chip has nothing of the enrolment, or that is noted anew.
    private func withdrawNote(of request: WaitingRequest) async {
        guard let note = request.unfinishedPrint else { return }
        do throws(KeystoreError) {
            try await keystore.chipDeletionDone(note)
        } catch {
            // Then the chip is asked to forget what it does not have.
            audit.failedLater("forgetting the note of an unfinished print")
        }
    }
}

extension ScanEnding? {
    /// What ended a call early; a right answer ends an enrolment as its own client would.
    fileprivate var interruption: Interruption {
        switch self {
        case .interrupted(let interruption): interruption
        case .answered, .timedOut, .gaveWay, .unresponsive, nil: .cancelled(.client)
        }
    }
}
