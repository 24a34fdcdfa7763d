internal import Crypto
internal import FoundationEssentials
internal import GateModel
internal import GateSecret

/// Identifies the database's root key and, if a TPM counts, the database's number.
struct SealRecord: Record {
    static let table = Table<Self>(
        "seal", keys: 1, make: Self.init,
        ("id", \.id), ("sealing", \.sealing), ("constant", \.constant), ("mac", \.mac), ("counter", \.counter),
        ("digest", \.digest), ("owesRaise", \.owesRaise))

    private let id: Int64
    var sealing: String
    let constant: Data
    private var mac: Data
    /// The TPM counter's value, or its next one; nil without a counter.
    var counter: Int64?
    /// A digest of all authenticated rows, as of the last change.
    var digest: Data?
    /// Whether changes already made still owe a raise of the counter.
    var owesRaise: Bool

    /// Nil if there is none yet.
    static func fetch(_ db: Database) throws -> SealRecord? { try first(table.select, in: db) }

    func isAuthentic(under root: borrowing RootKey) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(mac, authenticating: authenticated.bytes, using: root.key(.rootCheck))
    }

    mutating func sign(under key: SymmetricKey) {
        mac = Data(HMAC<SHA256>.authenticationCode(for: authenticated.bytes, using: key))
    }

    /// The counter of this database.
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
        // Keeps seals from before this column authentic.
        if owesRaise { encoding.append(1) }
        return encoding
    }
}

extension SealRecord {
    /// The first seal in a directory. A later database in the same directory has the same counter and takes it over,
    /// which makes copies of the earlier one old.
    ///
    /// - Parameter machineFile: has the machine's number (machine-id(5)). Two systems on one machine get different counters
    ///   by it; where it cannot be read, the directory alone tells them apart.
    init(sealing: Item.Sealing, in directory: String, machineFile: String = "/etc/machine-id") {
        id = 1
        self.sealing = sealing.rawValue
        owesRaise = false
        mac = Data()
        var place = SHA256()
        place.update(data: (try? Data(contentsOf: URL(filePath: machineFile))) ?? Data())
        place.update(data: Data(directory.utf8))
        constant = Data(place.finalize().prefix(4)) + randomBytes(28)
    }
}

/// A user whose rows come from an old copy: refused until reset.
struct StaleUserRecord: Record {
    static let table = Table<Self>(
        "staleUser", keys: 1, make: Self.init,
        ("uid", \.uid))

    let uid: Int64
}
