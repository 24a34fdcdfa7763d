public import GateModel

/// The result for a user's item for logins at a login, with text for the user.
public struct LoginReport: Hashable, Sendable {
    /// Nil if the login received it.
    public let refusal: LoginRefusal?
    /// How long ago it was.
    public let age: Duration
    /// Why the keyring stays locked, and the next step; nil if there is nothing to do.
    public let guidance: Guidance?

    public init(_ refusal: LoginRefusal?, age: Duration, guidance: Guidance?) {
        self.refusal = refusal
        self.age = age
        self.guidance = guidance
    }

    /// The contract's `LoginResult`.
    public var wire: WireObject {
        WireObject(present: [
            "opened": .bool(refusal == nil), "reason": .name(refusal),
            "ageMilliseconds": .integer(age.millisecondsRoundedUp), "guidance": guidance.map { .object($0.wire) },
        ])
    }

    /// Nil if a member is missing. An unknown reason of a newer daemon becomes `itemClosed`.
    public init?(wire: WireObject) {
        guard let isOpened = wire.bool("opened"), let age = wire.milliseconds("ageMilliseconds") else { return nil }
        self.init(
            isOpened ? nil : wire.known("reason") ?? .itemClosed, age: age,
            guidance: wire.object("guidance").flatMap(Guidance.init(wire:)))
    }
}
