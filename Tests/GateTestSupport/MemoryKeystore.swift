import FoundationEssentials
public import GateModel
public import GateSecret
@_spi(Store) public import GateVault
import Synchronization

/// A keystore in dictionaries, with the real one's rules and none of its cryptography: it protects nothing from a
/// reader of the memory.
///
/// A call completes on its caller's executor without suspending, unless `disk` or `scrypt` holds it.
public final class MemoryKeystore: CredentialStore {
    struct Contents {
        var users: [UserID: MemoryUser] = [:]
        /// How often a number with data was reset.
        var resets: [UserID: Int] = [:]
        var deletions: [(reader: ReaderID, deletion: ChipDeletion)] = []
        /// Numbers every new object.
        var serial: UInt64 = 0
        /// Counts writes, failed or not, that affect how a user's items open.
        var generations: [UserID: UInt64] = [:]

        mutating func next() -> UInt64 {
            serial += 1
            return serial
        }

        mutating func nextEnrollment() -> EnrollmentID { EnrollmentID(rawValue: "enrollment \(next())") }

        /// Nil if the user has no data. Throws `userChanged`.
        func known(_ user: User) throws(KeystoreError) -> MemoryUser? {
            guard let known = users[user.id] else { return nil }
            guard known.user.name == user.name else { throw .userChanged(user.id, kept: known.user.name) }
            return known
        }

        func knownOrNew(_ user: User) throws(KeystoreError) -> MemoryUser {
            try known(user) ?? MemoryUser(user: user, enrollmentID: firstEnrollment(of: user))
        }

        func firstEnrollment(of user: User) -> EnrollmentID {
            EnrollmentID(rawValue: "first \(user.id) \(user.name) \(resets[user.id, default: 0])")
        }

        mutating func queueDeletions(of prints: Set<PrintID>, from user: MemoryUser) {
            for (print, template) in user.prints where prints.contains(print.id) {
                _ = queueDeletion(of: template, on: print.reader)
            }
        }

        mutating func queueDeletion(of template: Template, on reader: ReaderID) -> ChipDeletion.ID {
            let id = ChipDeletion.ID(rawValue: "deletion \(next())")
            deletions.append((reader, ChipDeletion(id: id, template: template)))
            return id
        }
    }

    public let disk: ScriptedDisk
    /// Where calls wait that try or set a PIN.
    public let scrypt = Turnstile()
    /// Where signatures wait for the device that has the key.
    public let device = Turnstile()
    let limits: KeystoreLimits
    let sealing: Item.Sealing
    private let contents = Mutex(Contents())

    public init(
        limits: KeystoreLimits = KeystoreLimits(), sealedBy sealing: Item.Sealing = .file,
        on disk: ScriptedDisk = ScriptedDisk()
    ) {
        self.limits = limits
        self.sealing = sealing
        self.disk = disk
    }

    /// The state after a restart: everything that is written, and nothing that waits for it.
    public func restarted(on disk: ScriptedDisk = ScriptedDisk()) -> MemoryKeystore {
        let store = MemoryKeystore(limits: limits, sealedBy: sealing, on: disk)
        let found = now
        store.contents.withLock { $0 = found }
        return store
    }

    /// The state as written, held or not; nil for a user without data.
    public func written(of user: User) -> UserState? { now.users[user.id]?.state }

    public func takeDoubt() -> Bool { disk.takeDoubt() }

    func read<Value>(_ look: (Contents) throws(KeystoreError) -> Value) async throws(KeystoreError) -> Value {
        try await disk.read()
        return try look(now)
    }

    /// `owner`: the user whose items may open differently after it; nil for none.
    func write<Value>(
        itemsOf owner: UserID?, _ change: (inout Contents) throws(KeystoreError) -> Value
    ) async throws(KeystoreError) -> Value {
        // On every way out, because a change that is reported as failed may stand.
        defer { if let owner { contents.withLock { $0.generations[owner, default: 0] += 1 } } }
        return try await disk.write { () throws(KeystoreError) in
            // Nothing else changes it in between: `change` does not wait, and tests run on one thread at a time.
            var changed = now
            let value = try change(&changed)
            let made = changed
            contents.withLock { $0 = made }
            return value
        }
    }

    /// The current contents, held or not.
    var now: Contents { contents.withLock { $0 } }

    // MARK: Users

    public func state(of user: User) async throws(KeystoreError) -> UserState {
        try await read { contents throws(KeystoreError) in try contents.knownOrNew(user).state }
    }

    public func knownUsers() async throws(KeystoreError) -> [User] {
        try await read { contents throws(KeystoreError) in
            contents.users.values.map(\.user).sorted { $0.id < $1.id }
        }
    }

    public func savePolicy(
        _ blob: [UInt8], of user: User, isSetback: Bool, mayBeRefused: Bool
    ) async throws(KeystoreError) {
        try await write(itemsOf: user.id) { contents throws(KeystoreError) in
            var known = try contents.knownOrNew(user)
            known.policy = blob
            contents.users[user.id] = known
        }
    }

    public func answerOnboarding(app: AppName?, accepted: Bool, of user: User) async throws(KeystoreError) {
        try await write(itemsOf: user.id) { contents throws(KeystoreError) in
            var known = try contents.knownOrNew(user)
            guard known.onboarding.keys.filter({ $0 != app }).count < limits.appsPerUser else {
                throw .limit(Limit(name: "limits.appsPerUser", maximum: limits.appsPerUser))
            }
            known.onboarding[app] = accepted ? .accepted : .skipped
            if app == nil, accepted, known.fingerprintSwitch == .unset, known.hasVouchedPrint {
                known.fingerprintSwitch = .on
            }
            contents.users[user.id] = known
        }
    }

    // MARK: Settings

    public func setFingerprint(_ on: Bool, of user: User) async throws(KeystoreError) -> Int {
        try await write(itemsOf: user.id) { contents throws(KeystoreError) in
            var known = try contents.knownOrNew(user)
            guard known.fingerprintSwitch != (on ? .on : .off) else { return 0 }
            let invalidated = on ? 0 : known.lose(.fingerprintDisabled)
            known.fingerprintSwitch = on ? .on : .off
            contents.users[user.id] = known
            return invalidated
        }
    }

    public func revokeAll(of user: User) async throws(KeystoreError) -> Int {
        try await write(itemsOf: user.id) { contents throws(KeystoreError) in
            guard var known = try contents.known(user) else { return 0 }
            let invalidated = known.lose(.revoked)
            contents.users[user.id] = known
            return invalidated
        }
    }

    public func reset(_ user: UserID, chipCopies: Set<PrintID>) async throws(KeystoreError) {
        try await write(itemsOf: user) { contents throws(KeystoreError) in
            guard let known = contents.users.removeValue(forKey: user) else { return }
            contents.queueDeletions(of: chipCopies, from: known)
            contents.resets[user, default: 0] += 1
        }
    }

    public func preview(_ change: KeystoreChange, of user: User) async throws(KeystoreError) -> ChangePreview {
        try await read { contents throws(KeystoreError) in
            guard let loss = MemoryLoss(of: change), let known = try contents.known(user) else {
                return ChangePreview(invalidated: [], losingFingerprint: [])
            }
            let (invalidated, losing) = known.losses(loss)
            return ChangePreview(invalidated: invalidated, losingFingerprint: losing)
        }
    }
}

// MARK: Prints

extension MemoryKeystore {
    public func gallery(of user: User) async throws(KeystoreError) -> Gallery {
        try await read { contents throws(KeystoreError) in
            Gallery(prints: try contents.known(user)?.prints ?? [], tampered: [])
        }
    }

    public func addPrint(
        _ print: Print, template: Template, insteadOf note: ChipDeletion.ID?, of user: User
    ) async throws(KeystoreError) -> EnrollmentChange {
        try await write(itemsOf: user.id) { contents throws(KeystoreError) in
            contents.deletions.removeAll { $0.deletion.id == note }
            var known = try contents.knownOrNew(user)
            let change = try known.add(
                print, template, limit: limits.printsPerUser, enrollment: contents.nextEnrollment())
            contents.users[user.id] = known
            return change
        }
    }

    public func vouchPrints(_ ids: Set<PrintID>, of user: User) async throws(KeystoreError) -> EnrollmentChange {
        try await write(itemsOf: user.id) { contents throws(KeystoreError) in
            guard var known = try contents.known(user) else {
                if let first = ids.map(\.rawValue).min() { throw .printNotFound(PrintID(rawValue: first)) }
                return EnrollmentChange(enrollmentID: try contents.knownOrNew(user).enrollmentID, invalidatedItems: 0)
            }
            let change = try known.vouch(ids) { contents.nextEnrollment() }
            contents.users[user.id] = known
            return change
        }
    }

    public func renamePrint(_ id: PrintID, to label: Label?, of user: User) async throws(KeystoreError) -> Print {
        try await write(itemsOf: user.id) { contents throws(KeystoreError) in
            guard var known = try contents.known(user),
                let index = known.prints.firstIndex(where: { $0.print.id == id })
            else { throw .printNotFound(id) }
            let old = known.prints[index].print
            let renamed = Print(
                id: id, finger: old.finger, label: label, reader: old.reader, enrolledAt: old.enrolledAt,
                vouched: old.vouched)
            known.prints[index].print = renamed
            contents.users[user.id] = known
            return renamed
        }
    }

    public func removePrint(
        _ id: PrintID, chipCopyRemains: Bool, of user: User
    ) async throws(KeystoreError) -> EnrollmentChange {
        try await write(itemsOf: user.id) { contents throws(KeystoreError) in
            guard let known = try contents.known(user), known.prints.contains(where: { $0.print.id == id }) else {
                throw .printNotFound(id)
            }
            return Self.remove([id], chipCopies: chipCopyRemains ? [id] : [], from: known, &contents)
        }
    }

    public func removePrints(
        _ ids: Set<PrintID>, chipCopies: Set<PrintID>, of user: User
    ) async throws(KeystoreError) -> EnrollmentChange {
        try await write(itemsOf: user.id) { contents throws(KeystoreError) in
            let known = try contents.knownOrNew(user)
            let wanted = Set(known.prints.map(\.print.id)).intersection(ids)
            return Self.remove(wanted, chipCopies: chipCopies, from: known, &contents)
        }
    }

    public func removeAllPrints(
        chipCopies: Set<PrintID>, of user: User
    ) async throws(KeystoreError) -> EnrollmentChange {
        try await write(itemsOf: user.id) { contents throws(KeystoreError) in
            let known = try contents.knownOrNew(user)
            let all = Set(known.prints.map(\.print.id))
            return Self.remove(all, chipCopies: chipCopies, from: known, &contents)
        }
    }

    public func printsVanished(_ ids: [PrintID], of user: User) async throws(KeystoreError) -> EnrollmentChange {
        try await write(itemsOf: user.id) { contents throws(KeystoreError) in
            var known = try contents.knownOrNew(user)
            let gone = Set(known.prints.map(\.print.id)).intersection(ids)
            if !gone.isEmpty { known.printsVanished = true }
            return Self.remove(gone, chipCopies: [], from: known, &contents)
        }
    }

    public func note(_ notes: AnswerNotes, of user: User) async throws(KeystoreError) {
        try await write(itemsOf: notes.policy == nil ? nil : user.id) { contents throws(KeystoreError) in
            guard var known = try contents.known(user) else { return }
            if let print = notes.lastMatched, known.prints.contains(where: { $0.print.id == print }) {
                known.lastMatched = print
            }
            if let policy = notes.policy { known.policy = policy }
            for (name, use) in notes.uses {
                guard var item = known.items[name] else { continue }
                item.lastUsedAt = use.at
                item.servers = use.servers.reversed().reduce(item.servers) { $0.noting($1) }
                known.items[name] = item
            }
            contents.users[user.id] = known
        }
    }

    private static func remove(
        _ ids: Set<PrintID>, chipCopies: Set<PrintID>, from user: MemoryUser, _ contents: inout Contents
    ) -> EnrollmentChange {
        guard !ids.isEmpty else { return EnrollmentChange(enrollmentID: user.enrollmentID, invalidatedItems: 0) }
        var user = user
        contents.queueDeletions(of: ids.intersection(chipCopies), from: user)
        let change = user.remove(ids, enrollment: contents.nextEnrollment())
        contents.users[user.user.id] = user
        return change
    }

    public func chipDeletions(on reader: ReaderID) async throws(KeystoreError) -> [ChipDeletion] {
        try await read { contents throws(KeystoreError) in
            contents.deletions.filter { $0.reader == reader }.map(\.deletion)
        }
    }

    public func chipDeletionDone(_ id: ChipDeletion.ID) async throws(KeystoreError) {
        try await write(itemsOf: nil) { contents throws(KeystoreError) in
            contents.deletions.removeAll { $0.deletion.id == id }
        }
    }

    public func deleteLater(_ template: Template, on reader: ReaderID) async throws(KeystoreError) -> ChipDeletion.ID {
        try await write(itemsOf: nil) { contents throws(KeystoreError) in
            contents.queueDeletion(of: template, on: reader)
        }
    }
}

// MARK: PINs

extension MemoryKeystore {
    public func unlock(pin: borrowing SecretBytes, of user: User) async throws(KeystoreError) -> UnlockedPIN? {
        while true {
            let before = try await read { contents throws(KeystoreError) in try contents.known(user)?.pin }
            guard let tried = before else { throw .noPIN }
            await scrypt.pass()
            let present = try await read { contents throws(KeystoreError) in try contents.known(user)?.pin }
            guard present?.version == tried.version else { continue }
            guard Self.bytes(of: pin) == tried.digits else { return nil }
            return UnlockedPIN(
                user: user.id, publicKey: [], salt: Array("\(tried.version)".utf8),
                privateKey: SecretBytes(count: 0) { _ in })
        }
    }

    public func setPIN(
        _ pin: borrowing SecretBytes, of user: User, authorizedBy authority: consuming PINAuthority
    ) async throws(KeystoreError) -> Int {
        let digits = Self.bytes(of: pin)
        await scrypt.pass()
        switch consume authority {
        case .first:
            return try await write(itemsOf: user.id) { contents throws(KeystoreError) in
                var known = try contents.knownOrNew(user)
                guard known.pin == nil else { throw .pinChanged }
                let invalidated = known.setFirstPIN(to: MemoryUser.PIN(digits: digits, version: contents.next()))
                contents.users[user.id] = known
                return invalidated
            }
        case .password:
            return try await write(itemsOf: user.id) { contents throws(KeystoreError) in
                var known = try contents.knownOrNew(user)
                let invalidated = known.resetPIN(to: MemoryUser.PIN(digits: digits, version: contents.next()))
                contents.users[user.id] = known
                return invalidated
            }
        case .old(let unlocked):
            let unlocked = Self.version(of: unlocked)
            return try await write(itemsOf: user.id) { contents throws(KeystoreError) in
                guard var known = try contents.known(user), known.pin != nil else { throw .noPIN }
                guard known.serves(unlocked) else { throw .pinChanged }
                known.pin = MemoryUser.PIN(digits: digits, version: contents.next())
                contents.users[user.id] = known
                return 0
            }
        }
    }

    public func removePIN(of user: User) async throws(KeystoreError) -> Int {
        try await write(itemsOf: user.id) { contents throws(KeystoreError) in
            guard var known = try contents.known(user), known.pin != nil else { throw .noPIN }
            let invalidated = known.lose(.pinRemoved)
            known.pin = nil
            contents.users[user.id] = known
            return invalidated
        }
    }

    static func version(of pin: borrowing UnlockedPIN) -> MemoryUser.Unlocked {
        MemoryUser.Unlocked(user: pin.user, version: UInt64(String(decoding: pin.salt, as: UTF8.self)) ?? 0)
    }

    static func bytes(of secret: borrowing SecretBytes) -> [UInt8] { secret.withBytes { [UInt8]($0) } }
}
