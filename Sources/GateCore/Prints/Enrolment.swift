import GateModel
import GatePolicy
import GateSecret
import GateVault

/// Enrols a finger for an app. The change needs a PIN or password, and ends the previous enrolment.
///
/// Confined to the Gatekeeper's loop.
final class Enrolment {
    private let users: Users
    private let credentials: Credentials
    private let touches: EnrolmentTouches
    private let prints: Prints
    private let turns: Turns
    private let situations: Situations
    private let sensor: any FingerprintSensor
    private let rules: GateRules
    private let audit: Audit

    private var readers: ReaderTable { situations.readers }

    init(
        users: Users, credentials: Credentials, touches: EnrolmentTouches, prints: Prints, turns: Turns,
        situations: Situations, sensor: any FingerprintSensor, rules: GateRules, audit: Audit
    ) {
        self.users = users
        self.credentials = credentials
        self.touches = touches
        self.prints = prints
        self.turns = turns
        self.situations = situations
        self.sensor = sensor
        self.rules = rules
        self.audit = audit
    }

    func run(
        _ finger: Finger, label: Label?, _ ask: Ask, credential: consuming PresentedCredential?
    ) async throws(GateError) -> (print: Print, invalidatedItems: Int) {
        let account = try await users.lasting(ask.user)
        let reader = try readerForEnrolment(ask, account)
        let timesPINChanged = account.timesPINChanged
        _ = try await credentials.authorize(credential, for: account, by: ask.caller)
        // With a TPM, comparing takes so long that another call may have changed the PIN meanwhile.
        guard account.timesPINChanged == timesPINChanged else { throw .cancelled(by: .revoked) }
        guard account.kept.prints.count < rules.printsPerUser else {
            throw .limitExceeded(Limit(name: "printsPerUser", maximum: rules.printsPerUser))
        }
        var session = try await turns.begin(ask, on: reader, of: account, isLimitPerTouch: true)
        defer { turns.end(&session) }
        return try await session.call.noting(by: { _ in .fingerprint }) { () throws(GateError) in
            try await enroll(finger, label, in: &session)
        }
    }

    private func enroll(
        _ finger: Finger, _ label: Label?, in session: inout ReaderSession
    ) async throws(GateError) -> (print: Print, invalidatedItems: Int) {
        let (ask, reader, account) = (session.call.ask, session.reader, session.account)
        do throws(Interruption) {
            if try await turns.take(&session) != nil { throw .cancelled(.client) }
        } catch {
            throw error.error(fallbacks: [])
        }
        // Comparing the PIN and waiting for the turn take time.
        try requireInteractive(ask)
        // People tell their prints on a reader apart by the finger's name.
        if let known = account.kept.prints.first(where: { $0.finger == finger && $0.reader == reader.id }) {
            throw .fingerAlreadyEnrolled(known)
        }
        // Otherwise the chip would report a finger as a duplicate whose print is deleted here.
        await prints.deleteCopies(on: reader)
        let hasDuplicateTouch = try await refuseDuplicate(&session)
        let kept = try await touches.run(
            finger, label, vouched: true, &session, hasDuplicateTouch: hasDuplicateTouch)
        audit.enrolled(ask.caller, account.user.id, reader: reader, invalidated: kept.invalidatedItems)
        return kept
    }

    /// Checks the reader before the user is asked for anything.
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

    /// Looks for a duplicate with one additional touch, on a reader that identifies but has no duplicate check. The
    /// finger may be enrolled for the user, or be in the reader's own storage from elsewhere. A reader that can only
    /// verify cannot tell.
    ///
    /// - Returns: whether there was such a touch.
    private func refuseDuplicate(_ session: inout ReaderSession) async throws(GateError) -> Bool {
        let reader = session.reader
        guard reader.capabilities.contains(.identify), !reader.capabilities.contains(.duplicatesCheck) else {
            return false
        }
        let gallery = try await prints.gallery(of: session.account, on: reader)
        if gallery.isEmpty, await isStorageEmpty(of: reader) { return false }
        try await touches.lookForDuplicate(&session, gallery)
        return true
    }

    /// Whether the reader's own storage is empty; also true if it has none or cannot list it.
    private func isStorageEmpty(of reader: Reader) async -> Bool {
        guard reader.capabilities.contains(.storageList) else { return true }
        // A fault that prevents the listing also makes the enrolment fail.
        return (try? await sensor.storedPrints(on: reader.id).isEmpty) ?? true
    }
}
