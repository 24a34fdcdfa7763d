import GateModel
import GatePolicy
import GateVault

/// A PIN or password that was compared and was right.
struct ComparedCredential: ~Copyable {
    let right: RightCredential
    /// The PIN's key; nil for a password.
    let unlocked: UnlockedPIN?
    let authentication: Authentication

    init(
        _ right: consuming RightCredential, _ unlocked: consuming UnlockedPIN?, _ authentication: Authentication
    ) {
        self.right = right
        self.unlocked = unlocked
        self.authentication = authentication
    }

    consuming func takeUnlocked() -> UnlockedPIN? { unlocked }
}
