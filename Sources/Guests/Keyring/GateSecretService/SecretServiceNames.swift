/// Names of the Secret Service API (freedesktop.org's specification, 0.2).
package enum SecretServiceNames {
    package static let keyring = "org.freedesktop.secrets"
    package static let own = "org.biometricgate.Secrets"
    /// The front's own object, with the interface `own`.
    package static let ownPath = "/org/biometricgate/Secrets"

    package static let root = "/org/freedesktop/secrets"
    static let collections = root + "/collection/"
    static let aliases = root + "/aliases/"
    /// The alias that a collection's path names; nil for the path of another object.
    package static func alias(in path: String) -> String? {
        path.hasPrefix(aliases) ? String(path.dropFirst(aliases.count)) : nil
    }

    static let sessions = root + "/session/"
    static let prompts = root + "/prompt/"
    /// The path that says that there is no object.
    package static let nothing = "/"

    package static let service = "org.freedesktop.Secret.Service"
    package static let collection = "org.freedesktop.Secret.Collection"
    package static let item = "org.freedesktop.Secret.Item"
    package static let session = "org.freedesktop.Secret.Session"
    package static let prompt = "org.freedesktop.Secret.Prompt"
    package static let properties = "org.freedesktop.DBus.Properties"

    package static let plain = "plain"
    package static let encrypted = "dh-ietf1024-sha256-aes128-cbc-pkcs7"
}

/// Why a call is refused by the front itself.
package enum ServiceRefusal: Error, Hashable, Sendable {
    case noSession
    case noObject
    case notSupported
    case wrongArguments
    case tooMany
    case locked
    case plainSession
    case isProtected
    case foreignNote
    case gateAway
    case keyringAway
    case noProgram
    case tooLong

    /// The name of the error on the bus.
    package var name: String {
        switch self {
        case .noSession: "org.freedesktop.Secret.Error.NoSession"
        case .noObject: "org.freedesktop.Secret.Error.NoSuchObject"
        case .notSupported: "org.freedesktop.DBus.Error.NotSupported"
        case .wrongArguments: "org.freedesktop.DBus.Error.InvalidArgs"
        case .tooMany, .tooLong: "org.freedesktop.DBus.Error.LimitsExceeded"
        case .locked: "org.freedesktop.Secret.Error.IsLocked"
        case .plainSession, .isProtected, .noProgram: "org.freedesktop.DBus.Error.AccessDenied"
        case .gateAway, .keyringAway, .foreignNote: "org.freedesktop.DBus.Error.Failed"
        }
    }

    /// For the developers of the calling program.
    package var text: String {
        switch self {
        case .noSession: "There is no such session"
        case .noObject: "There is no such object"
        case .notSupported: "Not supported"
        case .wrongArguments: "The arguments cannot be read"
        case .tooMany: "Too much is open at a time"
        case .locked: "The item is locked: a finger or the PIN opens it"
        case .plainSession:
            "BiometricGate protects this item, and gives its secret to encrypted sessions only "
                + "(\(SecretServiceNames.encrypted))"
        case .isProtected: "BiometricGate protects an item here; run first: biogate keyring release"
        case .foreignNote: "In place of a secret, the keyring has a note of BiometricGate's about another item"
        case .gateAway: "BiometricGate may protect this item, and its service does not answer"
        case .keyringAway: "The keyring does not answer"
        case .noProgram: "The program that connected has ended, so nobody can be told who asks"
        case .tooLong: "A protected secret has 1 to \(ProtectedItem.longest) bytes"
        }
    }
}
