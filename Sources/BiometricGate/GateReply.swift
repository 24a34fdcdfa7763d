public import GateSecret
public import GateWire

/// The last answer to a call.
public struct GateReply: ~Copyable, Sendable {
    /// Its parameters as they came, without a secret.
    public let parameters: WireObject
    /// The retrieved secret, decoded; nil for every other call.
    public var secret: SecretBytes?

    /// Hands over the secret; nil from then on.
    public mutating func takeSecret() -> SecretBytes? { secret.take() }
}
