/// The factors that open an item, with their conditions.
public struct Access: Hashable, Sendable {
    /// The effect of adding or removing a finger on an item's fingerprint access; the raw value is the contract's name.
    public enum Enrollment: String, CaseIterable, Sendable {
        /// The access is destroyed; only a renewal restores it.
        case current
        /// The access survives.
        case any
    }

    /// Who may open an item; the raw value is the contract's name.
    public enum Opener: String, CaseIterable, Sendable {
        /// The user's programs.
        case user
        /// The system alone, once after a touch at a login of the user's.
        case system
    }

    /// At least one factor, each at most once, in the contract's order.
    public let factors: [Factor]
    public let enrollment: Enrollment
    /// The largest age of an authentication on the same connection that replaces a new one; zero allows none.
    public let maximumAge: Duration
    public let openers: [Opener]
    /// Whether a PIN that opened the item counts again within `maximumAge`.
    public let reusesPIN: Bool
    /// Whether a touch opens it only by itself, never together with others.
    public let opensAlone: Bool

    public init(
        factors: [Factor] = [.fingerprint], enrollment: Enrollment = .current, maximumAge: Duration = .zero,
        openers: [Opener] = [.user], reusesPIN: Bool = false, opensAlone: Bool = false
    ) {
        self.factors = factors
        self.enrollment = enrollment
        self.maximumAge = maximumAge
        self.openers = openers
        self.reusesPIN = reusesPIN
        self.opensAlone = opensAlone
    }

    /// For a user's logins: opened by the system alone, and only by a finger of the present enrolment.
    public static let login = Access(openers: [.system])

    public func allows(_ factor: Factor) -> Bool { factors.contains(factor) }
}

/// The metadata of a sealed secret or key.
public struct Item: Hashable, Sendable {
    /// The kind of content; the raw value is the contract's name.
    public enum Kind: String, CaseIterable, Sendable { case secret, key }

    /// A signature algorithm; the raw value is the contract's name.
    public enum Algorithm: String, CaseIterable, Sendable { case p256, ed25519 }

    /// The kind of data that a key signs; the raw value is the contract's name.
    public enum Usage: String, CaseIterable, Sendable {
        /// Anything.
        case general
        /// Logins to servers, and SSHSIG messages such as git's; nothing else.
        case ssh
        /// The authenticator data of its passkey, which the daemon makes.
        case passkey
    }

    /// The storage of the root key; the raw value is the contract's name.
    public enum Sealing: String, CaseIterable, Sendable { case tpm, file, credential }

    /// Why an item is permanently unusable; the raw value is the contract's name.
    public enum Invalidation: String, CaseIterable, Sendable {
        case enrollmentChanged, fingerprintDisabled, pinRemoved, pinReset, revoked
    }

    /// Whether anything opens the item.
    public enum State: Hashable, Sendable {
        case valid
        case invalidated(Invalidation)
    }

    public let name: ItemName
    public let label: Label?
    public let kind: Kind
    public let access: Access
    /// The factors that have a slot.
    public let openableBy: [Factor]
    public let state: State
    public let algorithm: Algorithm?
    /// A key's SubjectPublicKeyInfo in DER.
    public let publicKey: [UInt8]?
    public let sealedBy: Sealing
    /// The program that stored it, by its name in the kernel at that time.
    public let owner: String?
    public let createdAt: WallTime
    public var lastUsedAt: WallTime?
    /// The program that gave it its present content, and when; nil if that is the owner's.
    public let updatedBy: String?
    public let updatedAt: WallTime?
    /// Why a valid item lost its fingerprint slot: `enrollmentChanged` or `fingerprintDisabled`.
    public let fingerprintLostBy: Invalidation?
    /// The kind of data that a key signs, fixed when it is made; `general` for secrets.
    public let usage: Usage
    /// The only servers that a key for ssh signs in to; empty for all.
    public let destinations: [SSHDestination]
    /// The servers that a key for ssh signed in to, the newest first, with the names that programs gave them then.
    public var servers: [SignatureSubject.Server]
    /// Set if the usage is `passkey`, for no other item. No wire form: `org.biometricgate.Passkeys` lists it.
    public let passkey: Passkey?

    public init(
        name: ItemName, label: Label?, kind: Kind, access: Access, openableBy: [Factor], state: State,
        algorithm: Algorithm?, publicKey: [UInt8]?, sealedBy: Sealing, owner: String?, createdAt: WallTime,
        lastUsedAt: WallTime?, updatedBy: String? = nil, updatedAt: WallTime? = nil,
        fingerprintLostBy: Invalidation? = nil, usage: Usage = .general,
        destinations: [SSHDestination] = [], servers: [SignatureSubject.Server] = [],
        passkey: Passkey? = nil
    ) {
        self.name = name
        self.label = label
        self.kind = kind
        self.access = access
        self.openableBy = openableBy
        self.state = state
        self.algorithm = algorithm
        self.publicKey = publicKey
        self.sealedBy = sealedBy
        self.owner = owner
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.updatedBy = updatedBy
        self.updatedAt = updatedAt
        self.fingerprintLostBy = fingerprintLostBy
        self.usage = usage
        self.destinations = destinations
        self.servers = servers
        self.passkey = passkey
    }
    /// The credential that opens it now when typed, the PIN first; nil if none does.
    public var typedFactor: Factor? { [.pin, .password].first(where: openableBy.contains) }

    /// Whether a finger could open it but does not, because the fingers changed, were off, or did not exist yet, and its
    /// renewal can be allowed by `typedFactor`.
    public var waitsForRenewal: Bool {
        state == .valid && access.allows(.fingerprint) && !openableBy.contains(.fingerprint) && typedFactor != nil
    }

    /// Whether only fingers open it because it is a passkey that was made before its user had a PIN: its renewal by the PIN
    /// lets the PIN open it, too.
    public var awaitsPIN: Bool {
        state == .valid && usage == .passkey && access.factors == [.fingerprint] && openableBy == [.fingerprint]
    }
}
