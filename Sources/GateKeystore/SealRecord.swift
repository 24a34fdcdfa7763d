internal import Crypto
internal import FoundationEssentials
internal import GRDB
internal import GateModel
internal import GateSecret

/// Which root key the database was made with, and, where a TPM counts along, how far the database is.
struct SealRecord: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "seal"

    private(set) var id: Int64 = 1
    var sealing: String
    let constant: Data
    /// Where the TPM's counter stands, or is about to; nil where none counts.
    var counter: Int64?
    /// Over everything that is authenticated on its own, as of the last change.
    var digest: Data?
    /// Whether the counter is to be raised for changes that are made already.
    var owesRaise = false
    private(set) var mac = Data()

    /// The first one in a directory. One that follows it there has the same number of a counter, and takes that over:
    /// whatever was kept of the one before is an old copy from then on.
    init(sealing: Item.Sealing, in directory: String) {
        self.sealing = sealing.rawValue
        var place = SHA256()
        // Of two systems on one machine each has its own (machine-id(5)).
        place.update(data: (try? Data(contentsOf: URL(filePath: "/etc/machine-id"))) ?? Data())
        place.update(data: Data(directory.utf8))
        constant = Data(place.finalize().prefix(4)) + randomBytes(28)
    }

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
struct StaleUserRecord: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "staleUser"

    let uid: Int64
}
