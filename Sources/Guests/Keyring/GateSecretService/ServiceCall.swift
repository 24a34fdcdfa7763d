/// The way of a call through the front.
package enum ServiceCall: Hashable, Sendable {
    case openSession
    case closeSession
    /// Passed on; the answer has unlocked and locked items.
    case searchItems
    case unlock
    case lock
    case getSecrets
    case getSecret
    case setSecret
    case createItem
    /// Passed on, unless the object is a protected item or holds one.
    case delete
    /// Passed on; the answer may name a prompt.
    case createCollection
    case prompt
    case dismiss
    /// Passed on; the value tells whether the object is locked.
    case getLocked
    case getAll
    case set
    /// Passed on untouched, and so is the answer.
    case other
    case refused(ServiceRefusal)

    /// Whether the call changes something that may be protected.
    package var isChange: Bool {
        switch self {
        case .setSecret, .createItem, .delete, .set: true
        case .openSession, .closeSession, .searchItems, .unlock, .lock, .getSecrets, .getSecret, .createCollection,
            .prompt, .dismiss, .getLocked, .getAll, .other, .refused:
            false
        }
    }

    /// - Parameters:
    ///   - interface: Empty if the call names none.
    ///   - signature: The types of the arguments.
    package init(path: String, interface: String, method: String, signature: String) {
        func isFor(_ name: String) -> Bool { interface.isEmpty || interface == name }
        func expecting(_ types: String, _ call: Self) -> Self {
            signature == types ? call : .refused(.wrongArguments)
        }
        if path.hasPrefix(SecretServiceNames.sessions) {
            // The keyring knows the front's own session alone.
            guard isFor(SecretServiceNames.session), method == "Close" else { self = .refused(.noSession); return }
            self = expecting("", .closeSession)
            return
        }
        // The front knows an item by its own path alone. A collection may be called by an alias, as libsecret does.
        if path.hasPrefix(SecretServiceNames.aliases), path.dropFirst(SecretServiceNames.aliases.count).contains("/") {
            self = .refused(.noObject)
            return
        }
        if path.hasPrefix(SecretServiceNames.prompts), isFor(SecretServiceNames.prompt) {
            switch method {
            case "Prompt": self = expecting("s", .prompt)
            case "Dismiss": self = expecting("", .dismiss)
            default: self = .other
            }
            return
        }
        switch method {
        case "OpenSession" where isFor(SecretServiceNames.service): self = expecting("sv", .openSession)
        case "SearchItems" where isFor(SecretServiceNames.service) && path == SecretServiceNames.root:
            self = expecting("a{ss}", .searchItems)
        case "Unlock" where isFor(SecretServiceNames.service): self = expecting("ao", .unlock)
        case "Lock" where isFor(SecretServiceNames.service): self = expecting("ao", .lock)
        case "GetSecrets" where isFor(SecretServiceNames.service): self = expecting("aoo", .getSecrets)
        case "CreateCollection" where isFor(SecretServiceNames.service): self = expecting("a{sv}s", .createCollection)
        case "GetSecret" where isFor(SecretServiceNames.item): self = expecting("o", .getSecret)
        case "SetSecret" where isFor(SecretServiceNames.item): self = expecting("(oayays)", .setSecret)
        case "CreateItem" where isFor(SecretServiceNames.collection):
            self = expecting("a{sv}(oayays)b", .createItem)
        case "Delete" where isFor(SecretServiceNames.item) || isFor(SecretServiceNames.collection):
            self = expecting("", .delete)
        case "Get" where isFor(SecretServiceNames.properties): self = expecting("ss", .getLocked)
        case "GetAll" where isFor(SecretServiceNames.properties): self = expecting("s", .getAll)
        case "Set" where isFor(SecretServiceNames.properties): self = expecting("ssv", .set)
        // A secret in it would be encrypted for a session that the keyring does not know.
        default: self = signature.contains("(oayays)") ? .refused(.notSupported) : .other
        }
    }
}
