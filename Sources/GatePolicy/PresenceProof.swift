public import GateModel

/// What a presence was shown for: one operation, on one item where it concerns one.
public struct Purpose: Hashable, Sendable {
    public let operation: Operation
    public let item: ItemName?

    public init(_ operation: Operation, item: ItemName? = nil) {
        self.operation = operation
        self.item = item
    }
}

/// That the policy said yes: the only thing that opens the keystore, spent by being used.
///
/// Only this module makes one, so a path that skips the policy does not compile.
public struct PresenceProof: ~Copyable, Sendable {
    /// Whose data may be opened.
    public let user: UserID
    /// Who asked. A proof is made and spent within that peer's call, and kept nowhere in between.
    public let peer: Peer
    public let purpose: Purpose
    /// What was presented; nil where the access asks for nobody (a store whose slots need no finger).
    public let factor: Factor?
    /// The boot and the time since then up to which it may be spent.
    public let boot: BootID
    public let expiresAt: Duration

    /// How long a proof may wait to be spent: far more than a hop to the keystore, far less than a person notices.
    static let lifetime: Duration = .seconds(10)

    init(user: UserID, peer: Peer, purpose: Purpose, factor: Factor?, at now: Moment) {
        self.user = user
        self.peer = peer
        self.purpose = purpose
        self.factor = factor
        boot = now.boot
        expiresAt = now.sinceBoot + Self.lifetime
    }

    /// Whether it still counts at `now`, for `purpose` of `user`.
    public borrowing func covers(_ purpose: Purpose, of user: UserID, at now: Moment) -> Bool {
        self.purpose == purpose && self.user == user && boot == now.boot && now.sinceBoot <= expiresAt
    }
}
