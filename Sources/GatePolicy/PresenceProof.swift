public import GateModel

/// The purpose of a presence: one act, on one item if it concerns one, or on exactly these.
public struct Purpose: Hashable, Sendable {
    public enum Act: Hashable, Sendable {
        case call(Operation)
        /// The system opens the user's item for logins.
        case login
        /// Another password takes the place of the one in the item for logins.
        case renewLogin
    }

    public let act: Act
    public let item: ItemName?
    /// The items that one call opens together, or of which it signs with one, by name; empty for a call about one item or
    /// none.
    public let items: [ItemName]

    public init(_ operation: Operation, item: ItemName? = nil) {
        self.init(.call(operation), item: item)
    }

    public init(_ act: Act, item: ItemName?) {
        self.act = act
        self.item = item
        items = []
    }

    /// Opens several secrets together.
    public init(retrieving items: [ItemName]) {
        act = .call(.retrieve)
        item = nil
        self.items = items.sorted()
    }

    /// Signs once, with whichever of these keys the user chooses.
    public init(signingWithOneOf items: [ItemName]) {
        act = .call(.sign)
        item = nil
        self.items = items.sorted()
    }
}

/// The policy's grant: the only key to the keystore, spent on use.
///
/// Only this module can create one, so code that skips the policy does not compile.
public struct PresenceProof: ~Copyable, Sendable {
    /// The user whose data may be opened.
    public let user: UserID
    /// The caller. A proof is created and spent within this peer's call, and never stored.
    public let peer: Peer
    public let purpose: Purpose
    /// The factor presented; nil if the user did not have to be asked (a store whose slots need no finger).
    public let factor: Factor?
    /// The boot, and the time since then until which the proof is valid.
    public let boot: BootID
    public let expiresAt: Duration

    /// How long a proof stays valid: far longer than a hop to the keystore, far shorter than a person notices.
    static let lifetime: Duration = .seconds(10)

    init(user: UserID, peer: Peer, purpose: Purpose, factor: Factor?, at now: Moment) {
        self.user = user
        self.peer = peer
        self.purpose = purpose
        self.factor = factor
        boot = now.boot
        expiresAt = now.sinceBoot + Self.lifetime
    }

    /// Whether it is valid at `now`, for `purpose` of `user`.
    public borrowing func covers(_ purpose: Purpose, of user: UserID, at now: Moment) -> Bool {
        self.purpose == purpose && self.user == user && boot == now.boot && now.sinceBoot <= expiresAt
    }
}
