/// The contract's `Outcome`: how a request ended.
public struct RequestOutcome: Hashable, Sendable {
    /// The factor that confirmed the user; nil if none did.
    public let factor: Factor?
    /// The full name of the call's error, if it failed.
    public let errorName: String?
    /// The time until it can work again.
    public let retryAfter: Duration?
    /// The error's text for people.
    public let guidance: Guidance?

    /// The user was confirmed.
    public init(confirmedBy factor: Factor) {
        self.init(factor: factor, errorName: nil, retryAfter: nil, guidance: nil)
    }

    /// For the contract's form alone: a confirmation has a factor, a refusal the error's name.
    public init(factor: Factor?, errorName: String?, retryAfter: Duration?, guidance: Guidance?) {
        self.factor = factor
        self.errorName = errorName
        self.retryAfter = retryAfter
        self.guidance = guidance
    }
}
