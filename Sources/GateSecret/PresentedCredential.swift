public import GateModel

/// A PIN or a password presented to the daemon.
public struct PresentedCredential: ~Copyable, Sendable {
    /// `pin` or `password`.
    public let factor: Factor
    /// UTF-8.
    public let secret: SecretBytes

    /// Nil if the factor is not typed.
    public init?(_ factor: Factor, _ secret: consuming SecretBytes) {
        switch factor {
        case .pin, .password: break
        case .fingerprint: return nil
        }
        self.factor = factor
        self.secret = secret
    }
}
