/// Which factors open an item, and on what conditions.
public struct Access: Hashable, Sendable {
    /// What becomes of an item's fingerprint access when a finger is added or removed; the raw value is the
    /// contract's name.
    public enum Enrollment: String, CaseIterable, Sendable {
        /// It is destroyed for good.
        case current
        /// It survives.
        case any
    }

    /// Each at most once, at least one, in the order of the contract.
    public let factors: [Factor]
    public let enrollment: Enrollment
    /// How old an authentication on the same connection may be to serve instead of a new one; zero is never.
    public let maximumAge: Duration

    public init(factors: [Factor] = [.fingerprint], enrollment: Enrollment = .current, maximumAge: Duration = .zero) {
        self.factors = factors
        self.enrollment = enrollment
        self.maximumAge = maximumAge
    }

    public func allows(_ factor: Factor) -> Bool { factors.contains(factor) }
}

/// What is known of a sealed secret or key without opening it.
public struct Item: Hashable, Sendable {
    /// What is sealed; the raw value is the contract's name.
    public enum Kind: String, CaseIterable, Sendable { case secret, key }

    /// A signature algorithm; the raw value is the contract's name.
    public enum Algorithm: String, CaseIterable, Sendable { case p256, ed25519 }

    /// What holds the root key; the raw value is the contract's name.
    public enum Sealing: String, CaseIterable, Sendable { case tpm, file, credential }

    /// Why an item is gone for good; the raw value is the contract's name.
    public enum Invalidation: String, CaseIterable, Sendable {
        case enrollmentChanged, fingerprintDisabled, pinRemoved, pinReset, revoked
    }

    /// Whether anything still opens the item.
    public enum State: Hashable, Sendable {
        case valid
        case invalidated(Invalidation)
    }

    public let name: ItemName
    public let label: Label?
    public let kind: Kind
    public let access: Access
    /// The factors whose slot exists.
    public let openableBy: [Factor]
    public let state: State
    public let algorithm: Algorithm?
    /// DER SubjectPublicKeyInfo of a key.
    public let publicKey: [UInt8]?
    public let sealedBy: Sealing
    /// The program that stored it, as the kernel named it then.
    public let owner: String?
    public let createdAt: WallTime
    public let lastUsedAt: WallTime?
    /// What took the fingerprint slot of an item that is valid without one: `enrollmentChanged` or
    /// `fingerprintDisabled`.
    public let fingerprintLostBy: Invalidation?

    public init(
        name: ItemName, label: Label?, kind: Kind, access: Access, openableBy: [Factor], state: State,
        algorithm: Algorithm?, publicKey: [UInt8]?, sealedBy: Sealing, owner: String?, createdAt: WallTime,
        lastUsedAt: WallTime?, fingerprintLostBy: Invalidation? = nil
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
        self.fingerprintLostBy = fingerprintLostBy
    }
}
