public import GateModel

extension RequestOutcome {
    /// The user was not confirmed.
    public init(_ error: GateError, guidance: Guidance) {
        self.init(
            factor: nil, errorName: error.wireName,
            retryAfter: error.wireParameters(guidance: guidance).milliseconds("retryAfterMilliseconds"),
            guidance: guidance)
    }

    /// The contract's form.
    public var wire: WireObject {
        WireObject(present: [
            "factor": .name(factor), "error": .text(errorName), "retryAfterMilliseconds": .milliseconds(retryAfter),
            "guidance": guidance.map { .object($0.wire) },
        ])
    }

    /// Leaves out an unknown factor and unreadable guidance.
    public init(wire: WireObject) {
        self.init(
            factor: wire.known("factor"), errorName: wire.text("error"),
            retryAfter: wire.milliseconds("retryAfterMilliseconds"),
            guidance: wire.object("guidance").flatMap(Guidance.init(wire:)))
    }
}
