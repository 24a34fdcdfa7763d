public import GateModel

/// The contract's `Outcome`: how the asking of a call ended.
public struct RequestOutcome: Hashable, Sendable {
    /// By what the user was confirmed; nil where they were not.
    public let factor: Factor?
    /// The error that the call had instead, by its name in full.
    public let errorName: String?
    /// How long to wait before it can work again.
    public let retryAfter: Duration?
    /// What to tell a person of the error.
    public let guidance: Guidance?

    /// The user was confirmed.
    public init(confirmedBy factor: Factor) {
        self.init(factor: factor, errorName: nil, retryAfter: nil, guidance: nil)
    }

    /// The user was not.
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

    /// As the contract has it.
    public var wire: WireObject {
        var wire = WireObject()
        wire.append("factor", .name(factor))
        wire.append("error", errorName)
        wire.append("retryAfterMilliseconds", milliseconds: retryAfter)
        wire.append("guidance", guidance.map { .object($0.wire) })
        return wire
    }

    /// A factor that this version cannot name, and a guidance that it cannot read, are left out.
    public init(wire: WireObject) {
        self.init(
            factor: wire.known("factor"), errorName: wire.text("error"),
            retryAfter: wire.milliseconds("retryAfterMilliseconds"),
            guidance: wire.object("guidance").flatMap(Guidance.init(wire:)))
    }
}
