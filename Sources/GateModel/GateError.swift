/// The cause of a waiting call's cancellation; the raw value is the contract's name.
public enum Canceller: String, CaseIterable, Sendable {
    case client, user, sessionLocked, suspend, revoked, shutdown
}

/// What a call was waiting for when its waiting time ended; the raw value is the contract's name.
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

/// Why the root key is unavailable; the raw value is the contract's name.
public enum SealingReason: String, CaseIterable, Sendable {
    case noTPM, busy, dictionaryLockout, otherMachine, policyFailed, rootKeyMissing, faulted
}

/// Why a caller lacks permission.
public enum PermissionReason: CaseIterable, Sendable {
    case administratorOnly
    /// The account of the user's number has another name than the one that the data were stored under.
    case accountChanged
    /// The system cannot tell now who has the user's number; a directory service may be unreachable.
    case accountUnknown
    /// The user's number belongs to no account, so nothing is stored for it.
    case noAccount
}

/// Why a factor opens nothing, with the alternatives.
public struct FactorRefusal: Hashable, Sendable {
    /// The raw value is the contract's name.
    public enum Reason: String, CaseIterable, Sendable {
        /// The item's access, or the call, excludes the factor.
        case notInAccess
        case enrollmentChanged, fingerprintDisabled, notEnrolled
        /// The PIN was removed, or replaced without the old one.
        case pinChanged
    }

    public let reason: Reason
    /// Whether the item can be renewed now with one of the fallbacks.
    public let isRenewable: Bool
    /// The credentials that would let the same call succeed now.
    public let fallbacks: [Factor]

    public init(_ reason: Reason, isRenewable: Bool = false, fallbacks: [Factor]) {
        self.reason = reason
        self.isRenewable = isRenewable
        self.fallbacks = fallbacks
    }
}

/// A limit that a call exceeded.
public struct Limit: Hashable, Sendable {
    /// Its name in the configuration, for example `limits.itemsPerUser`.
    public let name: String
    public let maximum: Int

    public init(name: String, maximum: Int) {
        self.name = name
        self.maximum = maximum
    }
}

/// An error of the gate; one case for each error of the contract, in its order.
///
/// `fallbacks` are the credentials that would let the same call succeed now.
public enum GateError: Error, Hashable, Sendable {
    case noHardware(fallbacks: [Factor])
    case hardwareUnavailable(HardwareReason, retryAfter: Duration?, fallbacks: [Factor])
    case notEnrolled(printsVanished: Bool, fallbacks: [Factor])
    case disabled(fallbacks: [Factor])
    case lockout(retryAfter: Duration, clearedBy: [Factor], fallbacks: [Factor])
    case lockoutPermanent(CredentialReason, clearedBy: [Factor], fallbacks: [Factor])
    case authenticationFailed(fallbacks: [Factor])
    /// `waitedFor` is nil if the user ran out of time.
    case timedOut(waitedFor: AwaitedTurn? = nil, fallbacks: [Factor])
    case cancelled(by: Canceller)
    /// `clearedBy` applies when none is accepted: the PIN is blocked, and these unblock it in a call that takes them.
    case credentialRequired(accepted: [Factor], clearedBy: [Factor] = [])
    /// Names the PIN also if no credential is available, since setting one is the next step.
    case credentialNotSet(Factor)
    case credentialWrong(Factor, attemptsRemaining: Int?, retryAfter: Duration?)
    case credentialUnavailable(Factor)
    case credentialThrottled(Factor, retryAfter: Duration)
    case signInRequired
    case pinUnacceptable(PINRule, minimumLength: Int)
    /// The refusal is nil if no reason is known.
    case factorNotAllowed(allowed: [Factor], FactorRefusal? = nil)
    /// The kind is that of the stored item, if the call wanted another kind.
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
