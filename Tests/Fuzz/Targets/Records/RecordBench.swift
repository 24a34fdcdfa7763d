import GateKeystore
import GateModel
@testable import GatePolicy
import GateSecret
import GateVault
import OutsideDatabase
import Trial

/// A keystore of two users, and a second connection to its database that changes rows behind its back.
final class RecordBench: Sendable {
    static let pin = "271828"
    static let now = Moment(
        boot: BootID(rawValue: "boot"), sinceBoot: .seconds(100),
        wall: WallTime(millisecondsSinceEpoch: 1_770_000_000_000))
    static let reader = ReaderID(rawValue: "reader")
    static let users = ["alice", "bob"].enumerated().map { index, name in
        User(id: UserID(rawValue: 1000 + UInt32(index)), name: UserName(rawValue: name))
    }
    /// Each user's items by name, and the factors that open them.
    static let items: [(name: ItemName, factors: [Factor])] = [
        ("everything", [.fingerprint, .pin, .password]), ("finger", [.fingerprint]), ("pin", [.pin]),
    ].compactMap { name, factors in ItemName(name).map { ($0, factors) } }

    struct Table {
        let name: String
        let columns: [String]
    }

    let keystore: Keystore
    let rows: OutsideDatabase
    let tables: [Table]

    init() throws {
        let directory = makeDirectory()
        try finish {
            let keystore = try await Self.keystore(in: directory)
            for user in Self.users { try await Self.fill(keystore, of: user) }
            try await keystore.close()
        }
        rows = try OutsideDatabase("\(directory)/state/keystore.sqlite")
        try rows.execute("PRAGMA synchronous = OFF")
        tables = try Self.loosen(rows)
        try Self.keep(tables, of: rows, in: "\(directory)/kept.sqlite")
        keystore = try finish { try await Self.keystore(in: directory) }
    }

    private static func keystore(in directory: String) async throws -> Keystore {
        try await Keystore(
            directory: "\(directory)/state", rootKey: FileRootKey(path: "\(directory)/root.key"),
            scrypt: ScryptParameters(rounds: 16, blockSize: 1, parallelism: 1))
    }

    private static func fill(_ keystore: Keystore, of user: User) async throws {
        for print in prints(of: user) {
            _ = try await keystore.addPrint(print, template: template(of: print.id), of: user)
        }
        let removed = PrintID(rawValue: "removed-\(user.id.rawValue)")
        let print = Print(id: removed, finger: .leftRing, label: nil, reader: reader, enrolledAt: now.wall)
        _ = try await keystore.addPrint(print, template: template(of: removed), of: user)
        _ = try await keystore.removePrint(removed, chipCopyRemains: true, of: user)
        try await keystore.setPIN(secret(pin), of: user, authorizedBy: .first)
        for (name, factors) in items {
            let draft = ItemDraft(
                name: name, label: Label("label"), access: Access(factors: factors), owner: "/bin/app")
            _ = try await keystore.store(
                secret(text(of: name, user)), as: draft, of: user, passwordAvailable: true,
                proof: proof(.store, name, by: factors[0], of: user), now: now)
        }
        try await keystore.savePolicy(UserPolicy().encoded, of: user)
        try await keystore.answerOnboarding(app: AppName("org.example"), accepted: true, of: user)
    }

    // MARK: Stored data

    static func prints(of user: User) -> [Print] {
        [Finger.rightIndex, .leftThumb].map { finger in
            Print(
                id: PrintID(rawValue: "\(user.name.rawValue)-\(finger.rawValue)"), finger: finger, label: Label("mine"),
                reader: reader, enrolledAt: now.wall)
        }
    }

    static func template(of print: PrintID) -> Template { Template(bytes: Array("print \(print.rawValue)".utf8)) }

    static func text(of item: ItemName, _ user: User) -> String { "\(item.rawValue) of \(user.name.rawValue)" }

    static func secret(_ text: String) -> SecretBytes {
        unsafe SecretBytes(count: text.utf8.count) { unsafe $0.copyBytes(from: text.utf8) }
    }

    static func proof(
        _ operation: GateModel.Operation, _ item: ItemName, by factor: Factor, of user: User
    ) -> PresenceProof {
        PresenceProof(
            user: user.id, peer: Peer(user: user.id, process: ProcessID(rawValue: 1)),
            purpose: Purpose(operation, item: item), factor: factor, at: now)
    }
}
