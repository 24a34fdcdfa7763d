public import GateModel

/// The facts to remember about a user after answers were given.
public struct AnswerNotes: Sendable {
    /// The print that matched last; nil if unchanged.
    public var lastMatched: PrintID?
    /// The policy's state, if no worse for the user than the stored one; nil if unchanged.
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
