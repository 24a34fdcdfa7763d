public import GateSecret
public import GateWire

/// The last answer to a call.
public struct GateReply: ~Copyable, Sendable {
    /// Its parameters as received, without a secret.
    public let parameters: WireObject
    /// The retrieved secret, decoded; nil for other calls.
    public var secret: SecretBytes?
    /// The secrets that were retrieved together, decoded; empty for other calls.
    public internal(set) var secrets: [HeldSecret] = []

    /// Moves the secret out; nil from then on.
    public mutating func takeSecret() -> SecretBytes? { secret.take() }
}
