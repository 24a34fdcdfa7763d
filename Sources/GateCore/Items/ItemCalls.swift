package import GateModel
import GatePolicy
package import GateSecret
package import GateVault

/// An item to seal, with the parameters of the call.
package struct SealParameters: Sendable {
    package let name: ItemName
    package let label: Label?
    package let access: Access
    package let replace: Bool
    /// The data that a key signs; `general` for a secret.
    package let usage: Item.Usage
    /// Whether it is new content for the item as it is.
    private let isUpdate: Bool

    package init(name: ItemName, label: Label?, access: Access, replace: Bool, usage: Item.Usage = .general) {
        isUpdate = false
        self.name = name
        self.label = label
        self.access = access
        self.replace = replace
        self.usage = usage
    }

    /// New content for an item.
    init(updating item: Item) {
        isUpdate = true
        name = item.name
        label = item.label
        access = item.access
        replace = true
        usage = item.usage
    }

    func draft(by caller: Caller, login: LoginBinding? = nil) -> ItemDraft {
        ItemDraft(
            name: name, label: label, access: access, owner: caller.program.owner, replace: replace, login: login,
            usage: usage, isUpdate: isUpdate)
    }
}

/// A verified request to sign for ssh.
package struct SSHSigning: Sendable {
    package let data: [UInt8]
    package let subject: SignatureSubject
    /// The facts about the key that the request was verified for.
    package let terms: SigningTerms
    /// The signatures that an authentication may count for again; nil if each needs one of its own.
    package let scope: SigningScope?

    package init(_ data: [UInt8], by key: Item, _ subject: SignatureSubject, scope: SigningScope?) {
        self.data = data
        let isLogin = if case .login = subject.content { true } else { false }
        terms = .ssh(publicKey: key.publicKey, destinations: isLogin ? key.destinations : nil)
        self.subject = subject
        self.scope = scope
    }
}

/// A signature, and the authentication that allowed it.
package struct Signature: Sendable {
    package let bytes: [UInt8]
    package let authentication: Authentication
}

/// Secrets that were opened together, in the call's order, and the authentication that opened them.
package struct OpenedSecrets: Sendable {
    /// The most bytes of a call: with 16 secrets in base64 a reply stays below the limit of one.
    static let bytesPerCall = 262_144

    package let secrets: [HeldSecret]
    package let authentication: Authentication
}

/// An opened secret, and the authentication that opened it.
package struct OpenedSecret: ~Copyable {
    package let secret: SecretBytes
    package let authentication: Authentication
}
