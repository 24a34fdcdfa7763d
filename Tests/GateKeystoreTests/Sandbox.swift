import FoundationEssentials
@testable import GateKeystore
import GateModel
@testable import GatePolicy
import GateSecret
import GateVault
import Glibc
import OutsideDatabase
import Testing

/// A test's own directory, removed with it.
final class Sandbox: Sendable {
    let path: String

    init() throws {
        // In memory if possible: no test loses power, and each change is synchronised several times.
        let place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(place)/keystore-XXXXXX".utf8CString)
        path = String(cString: try #require(mkdtemp(&template)))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var state: String { "\(path)/state" }
    var databasePath: String { "\(state)/keystore.sqlite" }
    var rootKey: FileRootKey { FileRootKey(path: "\(path)/root.key") }

    /// With a `device`, the device seals the root key.
    func keystore(
        limits: KeystoreLimits = KeystoreLimits(), device: CountingDevice? = nil,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        sleep: @escaping @Sendable (ContinuousClock.Instant) async -> Bool = { _ in false }
    ) async throws -> Keystore {
        let sealed = device.map { DeviceRootKey(path: "\(path)/root.tpm", device: $0) }
        return try await Keystore(
            directory: state, rootKey: sealed ?? rootKey, device: device, limits: limits,
            scrypt: ScryptParameters(rounds: 16, blockSize: 1, parallelism: 1), now: now, sleep: sleep)
    }

    /// Reads or changes records behind the keystore's back, in its own way.
    func records<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let database = try Database(path: databasePath, patience: 5000)
        defer { try? database.close() }
        return try database.transaction(.writing) { try body(database) }
    }

    /// The database, for a change behind the keystore's back.
    func outside() throws -> OutsideDatabase { try OutsideDatabase(databasePath) }

    func execute(_ script: String) throws {
        let database = try outside()
        try database.transaction { try database.execute(script) }
    }

    func blobs(_ sql: String) throws -> [Data] {
        try outside().column(sql).map { Data(try #require($0.bytes)) }
    }

    /// Whether any file below the sandbox, except the root key, contains any 32 consecutive bytes of `bytes`.
    func holds(_ bytes: Data) throws -> Bool {
        let files = try FileManager.default.subpathsOfDirectory(atPath: state).map { "\(state)/\($0)" }
        return try files.contains { file in
            guard let content = FileManager.default.contents(atPath: file) else {
                throw KeystoreError.directoryUnusable(path: file, errno: ENOENT)
            }
            return windows(of: bytes).contains { contains($0, in: content) }
        }
    }

    private func windows(of bytes: Data) -> [Data] {
        stride(from: 0, to: max(1, bytes.count - 31), by: 64).map { Data(bytes.dropFirst($0).prefix(32)) }
    }

    private func contains(_ needle: Data, in content: Data) -> Bool {
        content.withUnsafeBytes { content in
            needle.withUnsafeBytes { needle in
                guard let wanted = needle.baseAddress, var start = content.baseAddress else { return false }
                var length = content.count
                while let found = memchr(start, Int32(needle[0]), length) {
                    length -= UnsafeRawPointer(found) - start
                    guard length >= needle.count else { return false }
                    if memcmp(found, wanted, needle.count) == 0 { return true }
                    start = UnsafeRawPointer(found) + 1
                    length -= 1
                }
                return false
            }
        }
    }
}

let alice = User(id: UserID(rawValue: 1000), name: UserName(rawValue: "alice"))
let bob = User(id: UserID(rawValue: 1001), name: UserName(rawValue: "bob"))
let boot = BootID(rawValue: "boot")
let now = Moment(
    boot: boot, sinceBoot: .seconds(100), wall: WallTime(millisecondsSinceEpoch: 1_770_000_000_000))
let reader = ReaderID(rawValue: "reader")

func name(_ text: String) throws -> ItemName { try #require(ItemName(text)) }

func secret(_ text: String) -> SecretBytes {
    SecretBytes(count: text.utf8.count) { $0.copyBytes(from: text.utf8) }
}

func text(_ secret: borrowing SecretBytes) -> String {
    secret.withBytes { String(decoding: $0, as: UTF8.self) }
}

func proof(
    _ operation: GateModel.Operation, _ item: ItemName?, by factor: Factor?, of user: User = alice,
    at moment: Moment = now
) -> PresenceProof {
    PresenceProof(
        user: user.id, peer: Peer(user: user.id, process: ProcessID(rawValue: 1)),
        purpose: Purpose(operation, item: item), factor: factor, at: moment)
}

func enrolledPrint(_ id: String, _ finger: Finger = .rightIndex, vouched: Bool = true) -> Print {
    Print(
        id: PrintID(rawValue: id), finger: finger, label: nil, reader: reader, enrolledAt: now.wall, vouched: vouched)
}

func template(_ text: String) -> Template { Template(bytes: Array(text.utf8)) }

extension CredentialStore {
    @discardableResult
    func add(_ id: String, of user: User = alice, vouched: Bool = true) async throws -> EnrollmentChange {
        try await addPrint(enrolledPrint(id, vouched: vouched), template: template("template of \(id)"), of: user)
    }

    @discardableResult
    func put(
        _ text: String, as item: ItemName, _ access: Access = Access(), of user: User = alice, by factor: Factor? = nil,
        replace: Bool = false
    ) async throws -> Item {
        let draft = ItemDraft(name: item, access: access, owner: "test", replace: replace)
        return try await store(
            secret(text), as: draft, of: user, passwordAvailable: true,
            proof: proof(.store, item, by: factor ?? access.factors[0], of: user), now: now)
    }

    /// The text of an item, opened by one factor; for the PIN, with `pin`.
    func get(
        _ item: ItemName, by factor: Factor, pin: String = "271828", of user: User = alice
    ) async throws -> String {
        guard factor == .pin else {
            return text(
                try await open(item, of: user, proof: proof(.retrieve, item, by: factor, of: user), now: now))
        }
        guard let unlocked = try await unlock(pin: secret(pin), of: user) else { throw WrongPIN() }
        return text(
            try await open(
                item, of: user, proof: proof(.retrieve, item, by: .pin, of: user), unlocked: unlocked, now: now))
    }

    func recordMatch(_ print: PrintID, of user: User) async throws(KeystoreError) {
        try await note(AnswerNotes(lastMatched: print), of: user)
    }

    func noteUse(_ name: ItemName, of user: User, at moment: WallTime) async throws(KeystoreError) {
        try await note(AnswerNotes(uses: [name: ItemUse(at: moment)]), of: user)
    }

    /// Opens a secret without a PIN.
    func open(
        _ closed: any ClosedItem, proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> SecretBytes {
        try await open(closed, proof: proof, key: nil, now: now)
    }

    /// Signs without a PIN.
    func sign(
        _ challenge: borrowing SecretBytes, under terms: SigningTerms, with closed: any ClosedItem,
        proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> [UInt8] {
        try await sign(challenge, under: terms, with: closed, proof: proof, key: nil, now: now)
    }

    /// Reads an item and opens it at once.
    func open(
        _ item: ItemName, of user: User, proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> SecretBytes {
        let closed = try await itemToOpen(item, of: user)
        return try await open(closed, proof: proof, now: now)
    }

    /// Reads an item and opens it at once.
    func open(
        _ item: ItemName, of user: User, proof: consuming PresenceProof, unlocked pin: borrowing UnlockedPIN,
        now: Moment
    ) async throws(KeystoreError) -> SecretBytes {
        let closed = try await itemToOpen(item, of: user)
        return try await open(closed, proof: proof, key: key(of: closed, unlocked: pin), now: now)
    }

    @discardableResult
    func changePIN(from old: String, to new: String, of user: User = alice) async throws -> Int {
        guard let unlocked = try await unlock(pin: secret(old), of: user) else { throw WrongPIN() }
        return try await setPIN(secret(new), of: user, authorizedBy: .old(unlocked))
    }
}

struct WrongPIN: Error {}

let everything: Access = Access(factors: [.fingerprint, .pin, .password])
let permanent: Access = Access(factors: [.fingerprint], enrollment: .any)
