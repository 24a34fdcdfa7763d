internal import Crypto
internal import FoundationEssentials
internal import GateModel
internal import GateSecret

/// Which root key the database was made with, and, where a TPM counts along, how far the database is.
struct SealRecord: Record {
    static let table = Table("seal", key: ["id"], ["sealing", "constant", "mac", "counter", "digest", "owesRaise"])

    private let id: Int64
    var sealing: String
    let constant: Data
    /// Where the TPM's counter stands, or is about to; nil where none counts.
    var counter: Int64?
    /// Over everything that is authenticated on its own, as of the last change.
    var digest: Data?
    /// Whether the counter is to be raised for changes that are made already.
    var owesRaise: Bool
    private var mac: Data

    /// The first one in a directory. One that follows it there has the same number of a counter, and takes that over:
    /// whatever was kept of the one before is an old copy from then on.
    init(sealing: Item.Sealing, in directory: String) {
        id = 1
        self.sealing = sealing.rawValue
        owesRaise = false
        mac = Data()
        var place = SHA256()
        // Of two systems on one machine each has its own (machine-id(5)).
        place.update(data: (try? Data(contentsOf: URL(filePath: "/etc/machine-id"))) ?? Data())
        place.update(data: Data(directory.utf8))
        constant = Data(place.finalize().prefix(4)) + randomBytes(28)
    }

    init(_ row: inout Row) throws(SQLiteError) {
        id = try row.next()
        sealing = try row.next()
        constant = try row.next()
        mac = try row.next()
        counter = try row.next()
        digest = try row.next()
        owesRaise = try row.next()
    }

    var values: [any Storable] { [id, sealing, constant, mac, counter, digest, owesRaise] }

    /// Nil where there is none yet.
    static func fetch(_ db: Database) throws -> SealRecord? { try first(table.select, in: db) }

    func isAuthentic(under root: borrowing RootKey) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(mac, authenticating: authenticated.bytes, using: root.key(.rootCheck))
    }

    mutating func sign(under key: SymmetricKey) {
        mac = Data(HMAC<SHA256>.authenticationCode(for: authenticated.bytes, using: key))
    }

    /// The counter that belongs to this database.
    func deviceCounter(under root: borrowing RootKey) -> DeviceCounter {
        let number = constant.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } & 0x3F_FFFF
        let key = root.key(.rollbackCounter)
        return DeviceCounter(number: number, authorization: unsafe key.withUnsafeBytes { unsafe [UInt8]($0) })
    }

    private var authenticated: CanonicalEncoding {
        var encoding = CanonicalEncoding(.rootCheck)
        encoding.append(sealing)
        encoding.append(constant)
        if counter != nil || digest != nil {
            encoding.append(counter)
            encoding.append(digest)
        }
        // Seals from before there was such a thing say nothing of it.
        if owesRaise { encoding.append(1) }
        return encoding
    }
}

/// A user whose rows were put back from an old copy: refused until they are reset.
struct StaleUserRecord: Record {
    static let table = Table("staleUser", key: ["uid"])

    let uid: Int64

    init(_ row: inout Row) throws(SQLiteError) { uid = try row.next() }

    var values: [any Storable] { [uid] }
}
