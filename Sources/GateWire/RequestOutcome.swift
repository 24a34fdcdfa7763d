public import GateModel

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

    /// The user was not confirmed.
    public init(_ error: GateError, guidance: Guidance) {
        self.init(
            factor: nil, errorName: error.wireName,
            retryAfter: error.wireParameters(guidance: guidance).milliseconds("retryAfterMilliseconds"),
            guidance: guidance)
    }

    private init(factor: Factor?, errorName: String?, retryAfter: Duration?, guidance: Guidance?) {
        self.factor = factor
        self.errorName = errorName
        self.retryAfter = retryAfter
        self.guidance = guidance
    }

    /// The contract's form.
    public var wire: WireObject {
        var wire = WireObject()
        wire.append("factor", .name(factor))
        wire.append("error", errorName)
        wire.append("retryAfterMilliseconds", milliseconds: retryAfter)
        wire.append("guidance", guidance.map { .object($0.wire) })
        return wire
    }

    /// Leaves out an unknown factor and unreadable guidance.
    public init(wire: WireObject) {
        self.init(
            factor: wire.known("factor"), errorName: wire.text("error"),
            retryAfter: wire.milliseconds("retryAfterMilliseconds"),
            guidance: wire.object("guidance").flatMap(Guidance.init(wire:)))
    }
}
