internal import FoundationEssentials
internal import GateModel
internal import GateVault

/// One user's keys, switches and PIN in one row under one MAC, so that no part can be restored from an older copy.
struct UserRecord: Record, Equatable {
    static let table = Table<Self>(
        "user", keys: 1, make: Self.init,
        ("uid", \.uid), ("name", \.name), ("salt", \.salt), ("fingerprintSwitch", \.fingerprintSwitch),
        ("epoch", \.epoch), ("epochKey", \.epochKey), ("fingerprintKey", \.fingerprintKey),
        ("passwordKey", \.passwordKey), ("enrollment", \.enrollment), ("prints", \.prints),
        ("printsVanished", \.printsVanished), ("lastMatched", \.lastMatched), ("pinPublicKey", \.pinPublicKey),
        ("pinPrivateKey", \.pinPrivateKey), ("pinSalt", \.pinSalt), ("pinRounds", \.pinRounds),
        ("pinBlockSize", \.pinBlockSize), ("pinParallelism", \.pinParallelism), ("hasPolicy", \.hasPolicy),
        ("hasUnusedKeys", \.hasUnusedKeys), ("mac", \.mac))

    /// Whether the fingerprint opens anything; the keys for it exist only while it is on.
    enum Switch: String, Storable { case unset, on, off }

    let uid: Int64
    let name: String
    let salt: Data
    var fingerprintSwitch: Switch
    /// Incremented with every epoch key made or destroyed.
    var epoch: Int64
    var epochKey: Data?
    var fingerprintKey: Data?
    var passwordKey: Data
    var enrollment: String
    /// The identifiers of the user's prints; a print row outside this list was planted.
    var prints: [String]
    var printsVanished: Bool
    var lastMatched: String?
    private(set) var pinPublicKey: Data?
    private(set) var pinPrivateKey: Data?
    private(set) var pinSalt: Data?
    private(set) var pinRounds: Int64?
    private(set) var pinBlockSize: Int64?
    private(set) var pinParallelism: Int64?
    /// Whether a policy record was ever written: if it is missing then, it was removed.
    var hasPolicy: Bool
    /// Whether nothing is wrapped yet under the keys that open slots without the PIN.
    var hasUnusedKeys: Bool
    var mac: Data

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

    /// All fields but the MAC.
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
        // Keeps rows from before either column authentic.
        if hasPolicy || hasUnusedKeys { encoding.append((hasPolicy ? 1 : 0) + (hasUnusedKeys ? 2 : 0)) }
        return encoding
    }

    /// A user's row; nil if there is none. Throws `rolledBack` if it comes from an old copy.
    static func fetch(_ user: UserID, _ db: Database) throws -> UserRecord? {
        let uid = Int64(user.rawValue)
        guard try StaleUserRecord.find(uid, in: db) == nil else { throw KeystoreError.rolledBack(user) }
        return try find(uid, in: db)
    }

    /// The first fields of every encoding of the user's data.
    func identity(_ domain: Domain) -> CanonicalEncoding {
        var encoding = CanonicalEncoding(domain)
        encoding.append(uid)
        encoding.append(name)
        return encoding
    }
}

extension UserRecord {
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
}

/// A user's PIN: its key pair, with the cost of trying it.
struct PINRecord: Equatable {
    /// Curve25519; makes slots without the PIN.
    let publicKey: Data
    let sealedPrivateKey: Data
    let salt: Data
    let scrypt: ScryptParameters
}

/// Bytes kept of a user after a reset, so that the next enrolment identifier is not an old one.
struct FormerUserRecord: Record {
    static let table = Table<Self>(
        "formerUser", keys: 1, make: Self.init,
        ("uid", \.uid), ("nonce", \.nonce))

    let uid: Int64
    let nonce: Data
}

/// A user's policy state, opaque here.
struct PolicyRecord: Record {
    static let table = Table<Self>(
        "policy", keys: 1, make: Self.init,
        ("uid", \.uid), ("blob", \.blob), ("mac", \.mac))

    let uid: Int64
    let blob: Data
    let mac: Data
}

/// An answer to the offer of fingerprint unlocking; an empty `app` is the offer of no particular app.
struct OnboardingRecord: Record {
    static let table = Table<Self>(
        "onboarding", keys: 2, make: Self.init,
        ("uid", \.uid), ("app", \.app), ("answer", \.answer), ("mac", \.mac))
    static let ofUser = "\(table.select) WHERE uid = ?"

    let uid: Int64
    let app: String
    let answer: String
    let mac: Data
}
