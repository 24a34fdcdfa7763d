import GateModel
public import GateSecret

/// A PIN or a password in UTF-8, presented once.
public enum Credential: ~Copyable, Sendable {
    case pin(SecretBytes)
    case password(SecretBytes)

    consuming func presented() -> PresentedCredential? {
        switch consume self {
        case .pin(let secret): PresentedCredential(.pin, secret)
        case .password(let secret): PresentedCredential(.password, secret)
        }
    }
}
