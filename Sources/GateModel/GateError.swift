/// Who ended a waiting call; the raw value is the contract's name.
public enum Canceller: String, CaseIterable, Sendable {
    case client, user, sessionLocked, suspend, revoked, shutdown
}

/// The obstacle that a call waited behind until its waiting time was over; the raw value is the contract's name.
public enum AwaitedTurn: String, CaseIterable, Sendable {
    /// Earlier calls of the same user.
    case calls
    /// A reader that is in use.
    case reader
}

/// The rule that a PIN breaks; the raw value is the contract's name.
public enum PINRule: String, CaseIterable, Sendable {
    case tooShort, tooLong, notDigits, tooSimple
}

/// Why the root key cannot be had; the raw value is the contract's name.
public enum SealingReason: String, CaseIterable, Sendable {
    case noTPM, busy, dictionaryLockout, otherMachine, policyFailed, rootKeyMissing, faulted
}

/// Why somebody may not do what they ask for.
public enum PermissionReason: CaseIterable, Sendable {
    case administratorOnly
    /// The account of the user's number has another name than the one that the user's data were kept under.
    case accountChanged
    /// The system cannot say now who has the user's number: a directory may be away.
    case accountUnknown
    /// The user's number belongs to no account, and nothing is kept for such.
    case noAccount
}

/// Why a factor opens nothing, and what does.
public struct FactorRefusal: Hashable, Sendable {
    /// The raw value is the contract's name.
    public enum Reason: String, CaseIterable, Sendable {
        /// The item, or the call, was never to take the factor.
        case notInAccess
        case enrollmentChanged, fingerprintDisabled, notEnrolled
        /// The PIN was removed, or set anew without the old one.
        case pinChanged
    }

    public let reason: Reason
    /// Whether the item can be renewed now, with one of the fallbacks.
    public let isRenewable: Bool
    /// The credentials with which the same call would succeed at that moment.
    public let fallbacks: [Factor]

    public init(_ reason: Reason, isRenewable: Bool = false, fallbacks: [Factor]) {
        self.reason = reason
        self.isRenewable = isRenewable
        self.fallbacks = fallbacks
    }
}

/// A number that a caller ran into.
public struct Limit: Hashable, Sendable {
    /// The configuration's name of it, for example `limits.itemsPerUser`.
    public let name: String
    public let maximum: Int

    public init(name: String, maximum: Int) {
        self.name = name
        self.maximum = maximum
    }
}

/// Everything that the gate can refuse with; one case for each error of the contract, in its order.
///
/// `fallbacks` are the credentials with which the same call would succeed at that moment.
public enum GateError: Error, Hashable, Sendable {
    case noHardware(fallbacks: [Factor])
    case hardwareUnavailable(HardwareReason, retryAfter: Duration?, fallbacks: [Factor])
    case notEnrolled(printsVanished: Bool, fallbacks: [Factor])
    case disabled(fallbacks: [Factor])
    case lockout(retryAfter: Duration, clearedBy: [Factor], fallbacks: [Factor])
    case lockoutPermanent(CredentialReason, clearedBy: [Factor], fallbacks: [Factor])
    case authenticationFailed(fallbacks: [Factor])
    /// `waitedFor` is nil where the user had the time.
    case timedOut(waitedFor: AwaitedTurn? = nil, fallbacks: [Factor])
    case cancelled(by: Canceller)
    /// `clearedBy` where none is accepted: the PIN is blocked, and these open it again in a call that takes them.
    case credentialRequired(accepted: [Factor], clearedBy: [Factor] = [])
    /// Names the PIN also where nothing could be checked, so that one is to be set first.
    case credentialNotSet(Factor)
    case credentialWrong(Factor, attemptsRemaining: Int?, retryAfter: Duration?)
    case credentialUnavailable(Factor)
    case credentialThrottled(Factor, retryAfter: Duration)
    case signInRequired
    case pinUnacceptable(PINRule, minimumLength: Int)
    /// The refusal is nil where nobody said more.
    case factorNotAllowed(allowed: [Factor], FactorRefusal? = nil)
    /// The kind is that of what is stored under the name, where another one was asked for.
    case itemNotFound(ItemName, Item.Kind? = nil)
    case itemExists(ItemName)
    case itemInvalidated(ItemName, by: Item.Invalidation)
    case printNotFound(PrintID)
    case fingerAlreadyEnrolled(Print)
    case fingerKnownToReader(ReaderID)
    case readerNotFound(ReaderID)
    case readerFull(ReaderID)
    case requestNotFound(RequestID)
    case limitExceeded(Limit)
    case sealingUnavailable(SealingReason)
    case storageFailed
    case notPermitted(PermissionReason)
}
