public import GateModel

/// The facts to remember about a user after answers were given.
public struct AnswerNotes: Sendable {
    /// The print that matched last; nil if unchanged.
    public var lastMatched: PrintID?
    /// The policy's state, if no worse for the user than the stored one; nil if unchanged.
    public var policy: [UInt8]?
    /// How items were opened.
    public var uses: [ItemName: ItemUse]

    public init(lastMatched: PrintID? = nil, policy: [UInt8]? = nil, uses: [ItemName: ItemUse] = [:]) {
        self.lastMatched = lastMatched
        self.policy = policy
        self.uses = uses
    }

    public var isEmpty: Bool { lastMatched == nil && policy == nil && uses.isEmpty }
}

/// The last uses of an item.
public struct ItemUse: Hashable, Sendable {
    /// The time of the last one.
    public var at: WallTime
    /// The servers that a key for ssh signed in to, the newest first.
    public var servers: [SignatureSubject.Server]

    public init(at: WallTime, servers: [SignatureSubject.Server] = []) {
        self.at = at
        self.servers = servers
    }
}
