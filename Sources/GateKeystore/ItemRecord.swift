internal import FoundationEssentials
internal import GateModel
internal import GatePolicy
internal import GateVault

/// An item's metadata, readable without opening it.
struct ItemRecord: Record {
    static let table = Table<Self>(
        "item", keys: 1, make: Self.init,
        ("id", \.id), ("uid", \.uid), ("name", \.name), ("kind", \.kind), ("label", \.label), ("factors", \.factors),
        ("enrollment", \.enrollment), ("maximumAge", \.maximumAge), ("algorithm", \.algorithm),
        ("publicKey", \.publicKey), ("sealing", \.sealing), ("owner", \.owner), ("createdAt", \.createdAt),
        ("lastUsedAt", \.lastUsedAt), ("invalidatedBy", \.invalidatedBy), ("fingerprintLostBy", \.fingerprintLostBy),
        ("loginBinding", \.loginBinding), ("reusesPIN", \.reusesPIN), ("opensAlone", \.opensAlone),
        ("destinations", \.destinations),
        ("servers", \.servers), ("updatedBy", \.updatedBy), ("updatedAt", \.updatedAt),
        ("passkey", \.passkey), ("counter", \.counter), ("mac", \.mac))
    static let ofUser = "\(table.select) WHERE uid = ? ORDER BY name"
    private static let ofUserNamed = "\(table.select) WHERE uid = ? AND name = ?"
    private static let ofUserForLogin = "\(table.select) WHERE uid = ? AND loginBinding IS NOT NULL"

    /// Random; replacing an item makes a new one.
    let id: String
    let uid: Int64
    let name: String
    /// A `StoredContent`.
    let kind: String
    var label: String?
    /// In the contract's order, separated by commas.
    var factors: String
    let enrollment: String
    /// In milliseconds.
    let maximumAge: Int64
    let algorithm: String?
    let publicKey: Data?
    /// The storage of the root key when the item was made.
    let sealing: String
    let owner: String?
    let createdAt: Int64
    var lastUsedAt: Int64?
    var invalidatedBy: String?
    /// Why the fingerprint slot of an item with other slots is gone.
    var fingerprintLostBy: String?
    /// Set for an item for logins: the password that it was stored under, see `LoginBinding`.
    var loginBinding: Data?
    let reusesPIN: Bool
    let opensAlone: Bool
    /// The servers of a key for ssh; see `ServerLists`.
    var destinations: String?
    var servers: String?
    /// The program that gave new content, and the time.
    var updatedBy: String?
    var updatedAt: Int64?
    /// The terms of a passkey; see `PasskeyText`.
    var passkey: String?
    /// The number in the data that a passkey signed last.
    var counter: Int64?
    var mac: Data

    static func fetch(_ name: ItemName, of uid: Int64, _ db: Database) throws -> ItemRecord? {
        try first(ofUserNamed, uid, name.rawValue, in: db)
    }

    /// The user's item for logins.
    static func fetchForLogin(of uid: Int64, _ db: Database) throws -> ItemRecord? {
        try first(ofUserForLogin, uid, in: db)
    }

    /// Returns whether the item existed.
    static func delete(_ name: ItemName, of uid: Int64, _ db: Database) throws -> Bool {
        try db.run("DELETE FROM item WHERE uid = ? AND name = ?", [uid, name.rawValue]) > 0
    }

    /// The fields that content and slots are bound to.
    func identity(_ domain: Domain, of user: UserRecord) -> CanonicalEncoding {
        var encoding = user.identity(domain)
        encoding.append(id)
        encoding.append(name)
        // Only an item for logins has the binding, and no kind has this name: no other item's encoding is equal.
        if let loginBinding {
            encoding.append("login")
            encoding.append(loginBinding)
        }
        // As above; items from before this column have the encoding that they had.
        if reusesPIN { encoding.append("reusePIN") }
        if opensAlone { encoding.append("alone") }
        if let passkey {
            encoding.append("passkey")
            encoding.append(passkey)
        }
        encoding.append(kind)
        encoding.append(factors)
        encoding.append(enrollment)
        encoding.append(maximumAge)
        encoding.append(algorithm)
        encoding.append(publicKey)
        encoding.append(sealing)
        return encoding
    }

    /// All fields but the MAC.
    func authenticated(of user: UserRecord) -> CanonicalEncoding {
        var encoding = identity(.item, of: user)
        encoding.append(label)
        encoding.append(owner)
        encoding.append(createdAt)
        encoding.append(lastUsedAt)
        encoding.append(invalidatedBy)
        // Keeps rows from before this column authentic.
        if let fingerprintLostBy { encoding.append(fingerprintLostBy) }
        // Each of these two has its name: no cause above is called so.
        for (name, list) in [("destinations", destinations), ("servers", servers)] where list != nil {
            encoding.append(name)
            encoding.append(list)
        }
        if updatedBy != nil || updatedAt != nil {
            encoding.append("updated")
            encoding.append(updatedBy)
            encoding.append(updatedAt)
        }
        if let counter {
            encoding.append("counter")
            encoding.append(counter)
        }
        return encoding
    }

    func slotContext(_ factor: Factor, epoch: Int64, of user: UserRecord) -> CanonicalEncoding {
        var encoding = identity(.slot, of: user)
        encoding.append(factor.rawValue)
        encoding.append(epoch)
        return encoding
    }

    static func text(of factors: [Factor]) -> String {
        Factor.allCases.filter(factors.contains).map(\.rawValue).joined(separator: ",")
    }

    /// Whether only fingers open it because it is a passkey that was made before the user had a PIN.
    var awaitsPIN: Bool { passkey != nil && factors == Factor.fingerprint.rawValue }

    func access() throws(KeystoreError) -> Access {
        let names = factors.split(separator: ",")
        let factors = names.compactMap { Factor(rawValue: String($0)) }
        guard factors.count == names.count, let enrollment = Access.Enrollment(rawValue: enrollment) else {
            throw .tampered(.item)
        }
        return Access(
            factors: factors, enrollment: enrollment, maximumAge: .milliseconds(maximumAge),
            openers: isForLogin ? [.system] : [.user], reusesPIN: reusesPIN, opensAlone: opensAlone)
    }

    func state() throws(KeystoreError) -> Item.State {
        guard let invalidatedBy else { return .valid }
        guard let reason = Item.Invalidation(rawValue: invalidatedBy) else { throw .tampered(.item) }
        return .invalidated(reason)
    }

    func content() throws(KeystoreError) -> StoredContent {
        guard let content = StoredContent(rawValue: kind), (content == .passkey) == (passkey != nil) else {
            throw .tampered(.item)
        }
        return content
    }

    func itemName() throws(KeystoreError) -> ItemName {
        guard let name = ItemName(name) else { throw .tampered(.item) }
        return name
    }

    /// Whether the private key is in the TPM, and the content is the blob that the TPM needs to use it. True for P-256
    /// keys made while the TPM sealed; moving the root key later does not change it.
    var isDeviceKey: Bool {
        sealing == Item.Sealing.tpm.rawValue && algorithm == Item.Algorithm.p256.rawValue
            && kind != StoredContent.importedKey.rawValue
    }

    var isForLogin: Bool { loginBinding != nil }

    func binding() throws(KeystoreError) -> LoginBinding {
        guard let binding = loginBinding.flatMap({ LoginBinding(bytes: [UInt8]($0)) }) else { throw .tampered(.item) }
        return binding
    }

    /// What the item's opening is called: secrets are retrieved and keys sign, and a login opens its own item alone.
    func act() throws(KeystoreError) -> Purpose.Act {
        if isForLogin { return .login }
        return .call(try content().kind == .key ? .sign : .retrieve)
    }

    /// - Parameter sealing: the present storage of the root key.
    func item(openableBy: [Factor], sealedBy sealing: Item.Sealing) throws(KeystoreError) -> Item {
        let content = try content()
        return Item(
            name: try itemName(), label: label.flatMap(Label.init), kind: content.kind, access: try access(),
            openableBy: openableBy, state: try state(), algorithm: algorithm.flatMap(Item.Algorithm.init),
            publicKey: publicKey.map { [UInt8]($0) }, sealedBy: sealing, owner: owner,
            createdAt: WallTime(millisecondsSinceEpoch: createdAt),
            lastUsedAt: lastUsedAt.map(WallTime.init(millisecondsSinceEpoch:)), updatedBy: updatedBy,
            updatedAt: updatedAt.map(WallTime.init(millisecondsSinceEpoch:)),
            fingerprintLostBy: invalidatedBy == nil ? fingerprintLostBy.flatMap(Item.Invalidation.init) : nil,
            usage: content.usage, destinations: try ServerLists.destinations(destinations),
            servers: try ServerLists.servers(servers), passkey: try PasskeyText.passkey(passkey))
    }
}

/// The kind of an item with a key's usage: one value, which content and slots are bound to, so that a key cannot be given
/// another usage. The raw values are in databases.
enum StoredContent: String {
    case secret
    case key
    case sshKey = "ssh"
    /// A key for ssh that was made elsewhere. It is never in the TPM.
    case importedKey = "ssh-imported"
    /// The content begins with the secret that derives others; the key follows.
    case passkey = "webauthn"

    init(_ key: PublicKey?, _ usage: Item.Usage) {
        switch (key?.isImported, usage) {
        case (nil, _): self = .secret
        case (false, .general): self = .key
        case (false, .ssh): self = .sshKey
        case (false, .passkey): self = .passkey
        case (true, _): self = .importedKey
        }
    }

    var kind: Item.Kind {
        switch self {
        case .secret: .secret
        case .key, .sshKey, .importedKey, .passkey: .key
        }
    }

    var usage: Item.Usage {
        switch self {
        case .secret, .key: .general
        case .sshKey, .importedKey: .ssh
        case .passkey: .passkey
        }
    }
}

extension ItemRecord {
    init(_ draft: ItemDraft, key: PublicKey?, of user: UserRecord, sealing: Item.Sealing, createdAt: WallTime) {
        id = randomBytes(16).hexadecimal
        uid = user.uid
        name = draft.name.rawValue
        kind = StoredContent(key, draft.usage).rawValue
        label = draft.label?.rawValue
        factors = Self.text(of: draft.access.factors)
        enrollment = draft.access.enrollment.rawValue
        maximumAge = draft.access.maximumAge.millisecondsRoundedUp
        algorithm = key?.algorithm.rawValue
        publicKey = key?.subjectPublicKeyInfo
        self.sealing = sealing.rawValue
        owner = draft.owner
        loginBinding = draft.login.map { Data($0.bytes) }
        reusesPIN = draft.access.reusesPIN
        opensAlone = draft.access.opensAlone
        passkey = draft.passkey.map(PasskeyText.text(of:))
        counter = draft.passkey.map { _ in 1 }
        self.createdAt = createdAt.millisecondsSinceEpoch
        mac = Data()
    }
}

/// An item's secret, sealed under a key derived from its data key.
struct ContentRecord: Record {
    static let table = Table<Self>(
        "content", keys: 1, make: Self.init,
        ("item", \.item), ("ciphertext", \.ciphertext))

    let item: String
    let ciphertext: Data
}

/// An item's data key, wrapped for one factor.
struct SlotRecord: Record {
    static let table = Table<Self>(
        "slot", keys: 2, make: Self.init,
        ("item", \.item), ("factor", \.factor), ("epoch", \.epoch), ("wrappedKey", \.wrappedKey))
    private static let ofItem = "\(table.select) WHERE item = ?"

    let item: String
    let factor: String
    /// The epoch whose key wraps it; 0 for keys without an epoch.
    let epoch: Int64
    let wrappedKey: Data

    static func fetchAll(of item: ItemRecord, _ db: Database) throws -> [SlotRecord] {
        try all(ofItem, item.id, in: db)
    }

    static func deleteAll(of item: ItemRecord, _ db: Database) throws {
        try db.run("DELETE FROM slot WHERE item = ?", [item.id])
    }
}

extension [SlotRecord] {
    /// The factors that open the item, in the contract's order.
    var factors: [Factor] {
        Factor.allCases.filter { factor in contains { $0.factor == factor.rawValue } }
    }
}
