public import GateModel

/// What the texts are about, as far as it is known; every part that is known makes them more exact.
public struct Situation: Hashable, Sendable {
    /// What the call is for.
    public var operation: Operation?
    /// The item that the call is about.
    public var item: ItemName?
    /// The finger that is being enrolled.
    public var finger: Finger?
    /// Whether the item lost its fingerprint access when the user's prints changed, and can have it again.
    public var isRenewable: Bool
    /// How often the PIN or the password is asked for again (`credential.maximumAgeHours`).
    public var maximumCredentialAge: Duration

    public init(
        operation: Operation? = nil, item: ItemName? = nil, finger: Finger? = nil, isRenewable: Bool = false,
        maximumCredentialAge: Duration = .seconds(72 * 3600)
    ) {
        self.operation = operation
        self.item = item
        self.finger = finger
        self.isRenewable = isRenewable
        self.maximumCredentialAge = maximumCredentialAge
    }
}
