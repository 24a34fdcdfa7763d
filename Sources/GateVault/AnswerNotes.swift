public import GateModel

/// What is to be remembered of a user once answers were given.
public struct AnswerNotes: Sendable {
    /// The print that matched last; nil where that is known.
    public var lastMatched: PrintID?
    /// What the policy remembers, no worse for the user than before; nil where that is known.
    public var policy: [UInt8]?
    /// When items were last opened.
    public var uses: [ItemName: WallTime]

    public init(lastMatched: PrintID? = nil, policy: [UInt8]? = nil, uses: [ItemName: WallTime] = [:]) {
        self.lastMatched = lastMatched
        self.policy = policy
        self.uses = uses
    }

    public var isEmpty: Bool { lastMatched == nil && policy == nil && uses.isEmpty }
}
