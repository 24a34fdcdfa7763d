import GateModel
import GatePolicy
import GateSystem
import GateVault

/// Adds and deletes prints for the face interface, with polkit's permission. Its prints are unvouched: the face
/// interface verifies them, and they open nothing.
///
/// Confined to the Gatekeeper's loop.
final class FaceEnrolment {
    private let users: Users
    private let touches: EnrolmentTouches
    private let prints: Prints
    private let storage: OwnStorage
    private let records: Records
    private let turns: Turns
    private let situations: Situations
    private let sensor: any FingerprintSensor
    private let rules: GateRules
    private let audit: Audit

    private var readers: ReaderTable { situations.readers }

    init(
        users: Users, touches: EnrolmentTouches, prints: Prints, storage: OwnStorage, records: Records, turns: Turns,
        situations: Situations, sensor: any FingerprintSensor, rules: GateRules, audit: Audit
    ) {
        self.users = users
        self.touches = touches
        self.prints = prints
        self.storage = storage
        self.records = records
        self.turns = turns
        self.situations = situations
        self.sensor = sensor
        self.rules = rules
        self.audit = audit
    }

    /// Enrols a finger. A print of the same name on that reader is deleted first. On a reader that identifies, a touch
    /// before the enrolment's own checks whether the user has the finger already, or the reader knows it.
    func run(_ finger: Finger, _ asked: FaceAsk, by caller: Caller) async throws(FaceFailure) {
        defer { users.askedAbout(asked.user) }
        let account = try await faced { () throws(GateError) in try await self.users.lasting(asked.user) }
        guard let reader = readers[asked.reader] else {
            sensor.lookAgain()
            throw .failed(.disconnected)
        }
        try situations.requireChangeable(account)
        let ask = Ask(
            caller: caller, user: asked.user, operation: .enroll, item: nil, label: nil, reason: nil,
            factors: [.fingerprint], reader: reader.id, timeout: FaceAsk.round, reuse: .never, standing: .face)
        var session: ReaderSession
        do throws(GateError) {
            session = try await turns.begin(ask, on: reader, of: account, isLimitPerTouch: true)
        } catch {
            throw error.faced
        }
        defer { turns.end(&session) }
        session.lifted = { asked.report(.fingerLifted) }
        // Reports the start at once if nothing can fail before the first touch.
        let replaces = replaced(by: finger, on: reader, of: account) != []
        let isImmediate = !replaces && !storage.isOurs
        if isImmediate { asked.report(.started(finger)) }
        do throws(Interruption) {
            _ = try await turns.take(&session, within: FaceAsk.patience)
        } catch {
            throw error.faced
        }
        guard readers[reader.id] != nil else { throw .failed(.disconnected) }
        try situations.requireChangeable(account)
        guard !readers.isCovered(reader) else { throw .failed(.covered) }
        let old = replaced(by: finger, on: reader, of: account)
        if !old.isEmpty { try await delete(old, on: reader, of: account, for: asked.asker, by: caller) }
        await storage.clearBeforeFirst(on: reader, for: caller)
        if storage.isOurs {
            // Like fprintd, reports the start only after the reader has begun, so that what the client does next
            // reaches the enrolment.
            session.wanted = { asked.report(.started(finger)) }
        } else if !isImmediate {
            asked.report(.started(finger))
        }
        guard account.kept.prints.count < rules.printsPerUser else { throw .failed(.full) }
        do throws(GateError) {
            try await enroll(finger, asked, in: &session)
        } catch {
            throw session.sensorError == .protocolBroken ? .failed(.protocolBroken) : error.faced
        }
    }

    private func enroll(
        _ finger: Finger, _ asked: FaceAsk, in session: inout ReaderSession
    ) async throws(GateError) {
        let (reader, account) = (session.reader, session.account)
        // Otherwise the chip would report a finger as a duplicate whose print is deleted here.
        await prints.deleteCopies(on: reader)
        let identifies = reader.capabilities.contains(.identify)
        if identifies {
            // Compares only with the user's own prints: a match with another user's print would be an uncounted guess.
            // Comparing with the user's own prints is also a guess, so it is refused during a lockout.
            let gallery = try await prints.gallery(of: account, on: reader)
            guard gallery.isEmpty || situations.verificationRefusal(of: account) != .lockedOut else {
                throw .hardwareUnavailable(.faulted, retryAfter: nil, fallbacks: [])
            }
            try await touches.lookForDuplicate(&session, gallery)
            asked.report(.stagePassed)
        }
        let kept = try await touches.run(
            finger, nil, vouched: false, &session, hasDuplicateTouch: identifies)
        audit.enrolled(
            session.call.ask.caller, account.user.id, reader: reader, invalidated: kept.invalidatedItems,
            unvouchedBy: asked.asker)
    }

    private func replaced(by finger: Finger, on reader: Reader, of account: Account) -> [Print] {
        account.kept.prints.filter { $0.finger == finger && $0.reader == reader.id }
    }

    /// Deletes the user's print of a finger, or all prints, on one reader: first from its chip, then here, whatever the
    /// chip answered.
    func deletePrints(_ asked: FaceAsk, by caller: Caller) async throws(FaceFailure) {
        defer { users.askedAbout(asked.user) }
        let account = try await faced { () throws(GateError) in try await self.users.account(asked.user) }
        let ticket = turns.nextTicket()
        defer { turns.leave(ticket, asked.reader) }
        guard await turns.takeFirst(asked.reader, ticket, within: FaceAsk.patience) else { throw .failed(.busy) }
        guard !account.isErased, caller.life.endedBy == nil else { throw .failed(.cancelled) }
        let wanted = asked.prints(of: account)
        guard !wanted.isEmpty else { throw .notEnrolled }
        try await delete(wanted, on: readers[asked.reader], of: account, for: asked.asker, by: caller)
    }

    /// The call must have the reader. Throws `notDeletedFromReader` if the chip failed, or did not have one of the
    /// prints; they are deleted here nevertheless.
    private func delete(
        _ deleted: [Print], on reader: Reader?, of account: Account, for asker: FaceAsker, by caller: Caller
    ) async throws(FaceFailure) {
        let ids = Set(deleted.map(\.id))
        account.departing.formUnion(ids)
        defer { account.departing.subtract(ids) }
        let invalidated: Int
        var chip = ChipAnswer()
        do throws(GateError) {
            chip = try await deleteFromChip(deleted, on: reader, of: account)
            let remaining = chip.remaining
            let change = try await records.stored { keystore throws(KeystoreError) in
                try await keystore.removePrints(ids, chipCopies: remaining, of: account.user)
            }
            invalidated = change.invalidatedItems
            try await prints.deleted(on: Set(deleted.map(\.reader)), of: account)
        } catch {
            throw .failed(.notDeleted)
        }
        audit.printsDeleted(caller, account.user.id, prints: deleted.count, invalidated: invalidated, for: asker)
        if !chip.isDone { throw .failed(.notDeletedFromReader) }
    }

    /// How a reader's storage answered deletions.
    private struct ChipAnswer {
        /// The prints that it still has.
        var remaining: Set<PrintID> = []
        /// Whether it had and deleted every print.
        var isDone = true
    }

    private func deleteFromChip(
        _ deleted: [Print], on reader: Reader?, of account: Account
    ) async throws(GateError) -> ChipAnswer {
        guard let reader else { return ChipAnswer(remaining: Set(deleted.map(\.id)), isDone: false) }
        var answer = ChipAnswer()
        guard reader.capabilities.contains(.storage) else { return answer }
        let gallery = try await prints.gallery(of: account, on: reader)
        for print in gallery where deleted.contains(where: { $0.id == print.id }) {
            do throws(SensorError) {
                try await sensor.delete(print.template, on: reader.id)
            } catch {
                answer.isDone = false
                if error != .printNotStored { answer.remaining.insert(print.id) }
            }
        }
        return answer
    }
}
