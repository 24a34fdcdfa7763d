package import GateModel
import GatePolicy
import GateVault

/// A print that fprintd made, as root's command found it.
package struct PrintImport: Sendable {
    let user: UserID
    // According to the file's path; the print itself must name the same.
    let finger: Finger
    let driver: String
    let deviceID: String
    /// Nil if the print fits only one reader.
    let reader: ReaderID?
    /// Checks everything and changes nothing.
    let isDryRun: Bool
    let template: Template

    package init(
        user: UserID, finger: Finger, driver: String, deviceID: String, reader: ReaderID?, isDryRun: Bool,
        template: Template
    ) {
        self.user = user
        self.finger = finger
        self.driver = driver
        self.deviceID = deviceID
        self.reader = reader
        self.isDryRun = isDryRun
        self.template = template
    }
}

/// Imports prints from fprintd and exports them to it. Imported prints are unvouched.
///
/// Confined to the Gatekeeper's loop.
final class PrintMoving {
    private let users: Users
    private let records: Records
    private let prints: Prints
    private let turns: Turns
    private let situations: Situations
    private let sensor: any FingerprintSensor
    private let rules: GateRules
    private let clock: GateClock
    private let audit: Audit

    init(
        users: Users, records: Records, prints: Prints, turns: Turns, situations: Situations,
        sensor: any FingerprintSensor, rules: GateRules, clock: GateClock, audit: Audit
    ) {
        self.users = users
        self.records = records
        self.prints = prints
        self.turns = turns
        self.situations = situations
        self.sensor = sensor
        self.rules = rules
        self.clock = clock
        self.audit = audit
    }

    func takeIn(_ move: PrintImport, by caller: Caller) async throws(FaceFailure) -> ImportOutcome {
        defer { users.askedAbout(move.user) }
        let account = try await faced { () throws(GateError) in try await self.users.lasting(move.user) }
        try situations.requireChangeable(account)
        let print = try await described(move.template)
        guard print.isOf(move), print.isOf(account.user.name) else { throw .failed(.misplaced) }
        let reader = try reader(for: print, move.reader)
        // Like an enrolment, takes the reader, so that no other call adds or deletes prints on it meanwhile.
        let ticket = turns.nextTicket()
        await turns.take(reader.id, ticket, of: caller.peer.user)
        defer { turns.leave(ticket, reader.id) }
        guard caller.life.endedBy == nil else { throw .failed(.cancelled) }
        try situations.requireChangeable(account)
        if try await isKnown(print, move.finger, of: account, on: reader) { return .known }
        guard account.kept.prints.count < rules.printsPerUser else { throw .failed(.full) }
        if print.isOnChip { try await requireStored(print, on: reader) }
        if move.isDryRun { return .imported }
        // Stores libfprint's own serialization of the print, so that nothing is kept that libfprint did not understand.
        let new = Print(
            id: .random(), finger: move.finger, label: nil, reader: reader.id,
            enrolledAt: clock.now().wall, vouched: false)
        let invalidated = try await faced { () throws(GateError) in
            try await self.keep(new, print.template, of: account)
        }
        audit.imported(caller, account.user.id, reader: reader.id, invalidated: invalidated)
        return .imported
    }

    /// The print as fprintd would store it, and its finger.
    func handOut(
        _ id: PrintID, of user: UserID, by caller: Caller
    ) async throws(FaceFailure) -> (PrintDescription, Finger) {
        defer { users.askedAbout(user) }
        let account = try await faced { () throws(GateError) in try await self.users.account(user) }
        guard let kept = account.kept.prints.first(where: { $0.id == id }) else { throw .notEnrolled }
        let gallery = try await faced { () throws(GateError) in try await self.prints.untamperedGallery(of: account) }
        guard let print = gallery.on(kept.reader, where: { _ in true }).first(where: { $0.id == id }) else {
            throw .notEnrolled
        }
        let described = try await described(print.template, as: kept.finger, of: account.user.name)
        audit.exported(caller, account.user.id, reader: kept.reader)
        return (described, kept.finger)
    }

    /// Has biogate-reader, which has libfprint, read the print.
    private func described(
        _ template: Template, as finger: Finger? = nil, of user: UserName? = nil
    ) async throws(FaceFailure) -> PrintDescription {
        do throws(SensorError) {
            return try await sensor.describe(template, as: finger, of: user)
        } catch {
            throw .failed(error == .invalidTemplate ? .unreadable : .faulted)
        }
    }

    private func reader(for print: PrintDescription, _ wanted: ReaderID?) throws(FaceFailure) -> Reader {
        // Reads the list again: the process that has just read the print may have woken up for that.
        let fitting = sensor.readers().filter { print.readers.contains($0.id) && (wanted ?? $0.id) == $0.id }
        guard let reader = fitting.first else {
            sensor.lookAgain()
            throw .failed(.noReader)
        }
        guard fitting.count == 1 else { throw .failed(.severalReaders) }
        return reader
    }

    /// Whether the user has this very print of that finger. Throws if another print has that finger, or the same print
    /// another finger.
    private func isKnown(
        _ print: PrintDescription, _ finger: Finger, of account: Account, on reader: Reader
    ) async throws(FaceFailure) -> Bool {
        let gallery = try await faced { () throws(GateError) in try await self.prints.gallery(of: account, on: reader) }
        for known in gallery where try await isSame(known.template, print.template) {
            guard known.finger == finger else { throw .failed(.duplicate) }
            return true
        }
        if gallery.contains(where: { $0.finger == finger }) { throw .failed(.fingerTaken) }
        return false
    }

    /// Throws unless the print is still in the reader's storage, as far as the reader can list it.
    private func requireStored(_ print: PrintDescription, on reader: Reader) async throws(FaceFailure) {
        guard reader.capabilities.contains(.storage) else { throw .failed(.notStored) }
        guard reader.capabilities.contains(.storageList) else { return }
        let stored: [StoredPrint]
        do throws(SensorError) {
            stored = try await sensor.storedPrints(on: reader.id)
        } catch {
            throw situations.refusal(error, fallbacks: [], on: reader).faced
        }
        for other in stored where try await isSame(other.template, print.template) { return }
        throw .failed(.notStored)
    }

    private func isSame(_ one: Template, _ other: Template) async throws(FaceFailure) -> Bool {
        do throws(SensorError) {
            return try await sensor.isSamePrint(one, other)
        } catch {
            throw .failed(.faulted)
        }
    }

    /// Stores the print. Returns the number of items that this invalidated.
    private func keep(_ print: Print, _ template: Template, of account: Account) async throws(GateError) -> Int {
        guard !account.isErased else { throw .cancelled(by: .revoked) }
        let change = try await records.stored { keystore throws(KeystoreError) in
            try await keystore.addPrint(print, template: template, insteadOf: nil, of: account.user)
        }
        try await prints.changed(account)
        return change.invalidatedItems
    }
}

extension PrintDescription {
    /// Compares bytes, because comparing foreign texts can take quadratic time.
    fileprivate func isOf(_ move: PrintImport) -> Bool {
        finger == move.finger && driver.utf8.elementsEqual(move.driver.utf8)
            && deviceID.utf8.elementsEqual(move.deviceID.utf8)
    }

    fileprivate func isOf(_ name: UserName) -> Bool { user?.utf8.elementsEqual(name.rawValue.utf8) ?? false }
}
