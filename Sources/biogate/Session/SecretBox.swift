import GateSecret
import Synchronization

/// Carries a secret between threads, to be taken once.
final class SecretBox: Sendable {
    private let content: Mutex<SecretBytes?>

    init(_ secret: consuming sending SecretBytes?) {
        content = Mutex(secret)
    }

    /// Moves the secret out; nil from then on.
    func take() -> SecretBytes? {
        content.withLock { $0.take() }
    }

    func put(_ secret: consuming sending SecretBytes) {
        var secret: SecretBytes? = consume secret
        content.withLock { $0 = secret.take() }
    }

    /// A copy of the secret; nil if there is none.
    func duplicate() -> SecretBytes? {
        content.withLock { secret in
            switch secret {
            case .some(let secret): secret.duplicate()
            case nil: nil
            }
        }
    }
}
