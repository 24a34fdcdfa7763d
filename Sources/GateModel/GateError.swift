/// The cause of a waiting call's cancellation; the raw value is the contract's name.
public enum Canceller: String, CaseIterable, Sendable {
    case client, user, sessionLocked, suspend, revoked, shutdown
}

/// The thing that a call was waiting for when its waiting time ended; the raw value is the contract's name.
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
    /// The item is for the user's logins, and no program of the user's opens it.
    case systemOnly
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
    /// The first of several items that no factor opens together with those before it.
    public let item: ItemName?

    public init(_ reason: Reason, isRenewable: Bool = false, fallbacks: [Factor], item: ItemName? = nil) {
        self.item = item
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
    /// The call would have to ask the user, and may not.
    case userNeeded(fallbacks: [Factor])
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
    case signatureRefused(SignatureRefusal)
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

extension GateError {
    /// The kind of remedy for an error. Programs that treat several errors alike decide by it, so that a new error names
    /// its kind here and nowhere else.
    public enum Kind: Hashable, Sendable {
        /// No finger can be asked for now.
        case noFinger(Availability)
        /// Each scan of the call missed.
        case missed
        /// The same call may succeed later.
        case retry
        case cancelled(by: Canceller)
        /// The PIN or the password given did not count. Another one may be given, after `retryAfter` if there is one.
        case wrong(Factor, retryAfter: Duration?)
        /// Only these factors serve the call.
        case otherWay([Factor])
        /// Something else has to be done first: the call fails again until then.
        case settle
        /// The service cannot keep or open the user's data.
        case broken
    }

    public var kind: Kind {
        switch self {
        case .noHardware: .noFinger(.noHardware)
        case .hardwareUnavailable(let reason, let retryAfter, _):
            .noFinger(.hardwareUnavailable(reason, retryAfter: retryAfter))
        case .notEnrolled(let printsVanished, _): .noFinger(.notEnrolled(printsVanished: printsVanished))
        case .disabled: .noFinger(.disabled)
        case .lockout(let retryAfter, _, _): .noFinger(.lockout(retryAfter: retryAfter))
        case .lockoutPermanent(let reason, _, _): .noFinger(.lockoutPermanent(reason))
        case .authenticationFailed: .missed
        case .timedOut, .limitExceeded, .userNeeded: .retry
        case .cancelled(let canceller): .cancelled(by: canceller)
        case .credentialWrong(let factor, _, let retryAfter): .wrong(factor, retryAfter: retryAfter)
        case .credentialThrottled(let factor, let retryAfter): .wrong(factor, retryAfter: retryAfter)
        case .credentialUnavailable(let factor): .wrong(factor, retryAfter: nil)
        case .credentialRequired(let accepted, _): .otherWay(accepted)
        case .factorNotAllowed(let allowed, _): .otherWay(allowed)
        case .credentialNotSet, .signInRequired, .pinUnacceptable, .itemNotFound, .itemExists, .itemInvalidated,
            .signatureRefused, .printNotFound, .fingerAlreadyEnrolled, .fingerKnownToReader, .readerNotFound,
            .readerFull,
            .requestNotFound, .notPermitted:
            .settle
        case .sealingUnavailable, .storageFailed: .broken
        }
    }

    /// The credentials that would have let the same call succeed.
    public var fallbacks: [Factor] {
        switch self {
        case .noHardware(let fallbacks), .hardwareUnavailable(_, _, let fallbacks), .notEnrolled(_, let fallbacks),
            .disabled(let fallbacks), .lockout(_, _, let fallbacks), .lockoutPermanent(_, _, let fallbacks),
            .authenticationFailed(let fallbacks), .timedOut(_, let fallbacks), .userNeeded(let fallbacks):
            fallbacks
        case .credentialRequired(let accepted, _): accepted
        case .cancelled, .credentialNotSet, .credentialWrong, .credentialUnavailable, .credentialThrottled,
            .signInRequired, .pinUnacceptable, .factorNotAllowed, .itemNotFound, .itemExists, .itemInvalidated,
            .signatureRefused, .printNotFound, .fingerAlreadyEnrolled, .fingerKnownToReader, .readerNotFound,
            .readerFull,
            .requestNotFound, .limitExceeded, .sealingUnavailable, .storageFailed, .notPermitted:
            []
        }
    }

    /// The error of a call in this state; nil if a finger can be asked for.
    public init?(_ availability: Availability, fallbacks: [Factor]) {
        switch availability {
        case .available: return nil
        case .noHardware: self = .noHardware(fallbacks: fallbacks)
        case .hardwareUnavailable(let reason, let retryAfter):
            self = .hardwareUnavailable(reason, retryAfter: retryAfter, fallbacks: fallbacks)
        case .notEnrolled(let printsVanished):
            self = .notEnrolled(printsVanished: printsVanished, fallbacks: fallbacks)
        case .disabled: self = .disabled(fallbacks: fallbacks)
        case .lockout(let retryAfter):
            self = .lockout(retryAfter: retryAfter, clearedBy: fallbacks, fallbacks: fallbacks)
        case .lockoutPermanent(let reason):
            self = .lockoutPermanent(reason, clearedBy: fallbacks, fallbacks: fallbacks)
        }
    }
}
