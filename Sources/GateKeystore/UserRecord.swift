internal import FoundationEssentials
internal import GRDB
internal import GateModel

/// One user's keys, switches and PIN in one row under one MAC, so that no part of it can be put back from another day.
struct UserRecord: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "user"

    /// Whether the fingerprint opens anything; the keys for it exist only while it is on.
    enum Switch: String, Codable { case unset, on, off }

    /// Whose row it is, readable whatever became of the rest.
    struct Owner: Decodable, FetchableRecord, TableRecord {
        static let databaseTableName = UserRecord.databaseTableName
        static var databaseSelection: [any SQLSelectable] { [Column("uid"), Column("name")] }

        let uid: Int64
        let name: String
    }

    let uid: Int64
    let name: String
    let salt: Data
    var fingerprintSwitch: Switch
    /// Counts up with every epoch key made or destroyed.
    var epoch: Int64
    var epochKey: Data?
    var fingerprintKey: Data?
    var passwordKey: Data
    var enrollment: String
    /// The identifiers of the user's prints: a print row that is not among them was put there from outside.
    var prints: [String]
    var printsVanished: Bool
    var lastMatched: String?
    private(set) var pinPublicKey: Data?
    private(set) var pinPrivateKey: Data?
    private(set) var pinSalt: Data?
    private(set) var pinRounds: Int64?
    private(set) var pinBlockSize: Int64?
    private(set) var pinParallelism: Int64?
    /// Whether the policy's memory was ever written: where it is not there, it was taken away.
    var hasPolicy: Bool
    /// Whether nothing was wrapped yet under any key that opens slots without the PIN.
    var hasUnusedKeys: Bool
    var mac: Data

    init(user: User, salt: Data, passwordKey: Data, enrollment: EnrollmentID) {
        uid = Int64(user.id.rawValue)
        name = user.name.rawValue
        self.salt = salt
        fingerprintSwitch = .unset
        epoch = 0
        self.passwordKey = passwordKey
        self.enrollment = enrollment.rawValue
        prints = []
        printsVanished = false
        hasPolicy = false
        hasUnusedKeys = true
        mac = Data()
    }

    var pin: PINRecord? {
        get {
            guard let pinPublicKey, let pinPrivateKey, let pinSalt, let pinRounds, let pinBlockSize, let pinParallelism
            else { return nil }
            return PINRecord(
                publicKey: pinPublicKey, sealedPrivateKey: pinPrivateKey, salt: pinSalt,
                scrypt: ScryptParameters(
                    rounds: Int(pinRounds), blockSize: Int(pinBlockSize), parallelism: Int(pinParallelism)))
        }
        set {
            pinPublicKey = newValue?.publicKey
            pinPrivateKey = newValue?.sealedPrivateKey
            pinSalt = newValue?.salt
            pinRounds = newValue.map { Int64($0.scrypt.rounds) }
            pinBlockSize = newValue.map { Int64($0.scrypt.blockSize) }
            pinParallelism = newValue.map { Int64($0.scrypt.parallelism) }
        }
    }

    /// Everything but the MAC.
    var authenticated: CanonicalEncoding {
        var encoding = identity(.user)
        encoding.append(salt)
        encoding.append(fingerprintSwitch.rawValue)
        encoding.append(epoch)
        encoding.append(epochKey)
        encoding.append(fingerprintKey)
        encoding.append(passwordKey)
        encoding.append(enrollment)
        encoding.append(prints)
        encoding.append(printsVanished ? 1 : 0)
        encoding.append(lastMatched)
        encoding.append(pinPublicKey)
        encoding.append(pinPrivateKey)
        encoding.append(pinSalt)
        encoding.append(pinRounds)
        encoding.append(pinBlockSize)
        encoding.append(pinParallelism)
        // Rows from before there was either have none.
        if hasPolicy || hasUnusedKeys { encoding.append((hasPolicy ? 1 : 0) + (hasUnusedKeys ? 2 : 0)) }
        return encoding
    }

    /// A user's row; nil where there is none. Throws `rolledBack` where it was put back from an old copy.
    static func fetch(_ user: UserID, _ db: Database) throws -> UserRecord? {
        let request = SQLRequest<Row>(
            sql: """
                SELECT user.*, EXISTS (SELECT * FROM staleUser WHERE staleUser.uid = user.uid) AS isStale
                FROM user WHERE uid = ?
                """, arguments: [Int64(user.rawValue)], cached: true)
        guard let row = try request.fetchOne(db) else {
            guard try !StaleUserRecord.exists(db, key: Int64(user.rawValue)) else {
                throw KeystoreError.rolledBack(user)
            }
            return nil
        }
        guard row["isStale"] == false else { throw KeystoreError.rolledBack(user) }
        return try UserRecord(row: row)
    }

    /// What everything that is the user's begins with.
    func identity(_ domain: Domain) -> CanonicalEncoding {
        var encoding = CanonicalEncoding(domain)
        encoding.append(uid)
        encoding.append(name)
        return encoding
    }
}

/// What a PIN opens, and what trying one costs.
struct PINRecord: Equatable {
    /// Curve25519; slots are made with it, without the PIN.
    let publicKey: Data
    let sealedPrivateKey: Data
    let salt: Data
    let scrypt: ScryptParameters
}

/// What remains of a user after a reset: bytes that keep the next enrolment identifier from being an old one.
struct FormerUserRecord: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "formerUser"

    let uid: Int64
    let nonce: Data
}

/// What the policy remembers of a user, opaque here.
struct PolicyRecord: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "policy"

    let uid: Int64
    let blob: Data
    let mac: Data
}

/// An answer to the offer of fingerprint unlocking; an empty `app` is no app's.
struct OnboardingRecord: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "onboarding"

    let uid: Int64
    let app: String
    let answer: String
    let mac: Data
}
