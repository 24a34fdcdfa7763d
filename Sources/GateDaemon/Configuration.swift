import GateGuidance
public import GateKeystore
public import GatePolicy

/// The daemon's configuration: one file, checked as a whole before anything starts.
public struct Configuration: Sendable {
    /// What seals the root key.
    public enum SealingProvider: String, CaseIterable, Sendable { case auto, tpm, file, credential }

    /// Whether numbers without an account may keep anything.
    public var allowNamelessUsers = false
    public var socket = "/run/biogate/org.biometricgate.Gate"
    public var stateDirectory = "/var/lib/biogate"
    public var allowVirtualReaders = false
    public var fingerprintEnabled = true
    public var fingerprintInteractiveOnly = true
    /// How long a reader stays armed for a call that does not say.
    public var scanTimeout: Duration = .seconds(30)
    public var policy = PolicyLimits()
    public var pinMinimumLength = 6
    public var passwordEnabled = true
    public var passwordService = "biogate"
    public var passwordHelper = "/run/biogate/password"
    public var sealingProvider: SealingProvider = .auto
    public var sealingTCTI: String?
    /// Where a file that holds the root key lies; nil: in the state directory.
    public var rootKeyFile: String?
    public var keystore = KeystoreLimits()
    public var connections = 512
    public var connectionsPerUser = 64
    public var messageBytes = 262_144
    public var heldBytes = 201_326_592
    public var waitingPerUser = 4
    /// How long the daemon stays without anybody connected; nil: for ever.
    public var idleExit: Duration?

    public init() {}
}

/// Why a configuration is refused: where, and what is the matter there.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Each names the key, where one is at fault, and what it takes.
    public enum Mistake: Error, Hashable, Sendable {
        case unreadable(errno: Int32)
        case notYAML(detail: String)
        case unknownKey(String)
        case repeatedKey(String)
        case wrongValue(key: String, expected: String)
    }

    public let path: String
    /// Counted from one; nil where it is no line's.
    public let line: Int?
    public let mistake: Mistake

    /// One line, in the manner of a compiler: `FILE:LINE: what is the matter`.
    public var description: String { ([path] + (line.map { ["\($0)"] } ?? [])).joined(separator: ":") + ": " + reason }

    private var reason: String {
        let text =
            switch mistake {
            case .unreadable(let errno): "it cannot be read (errno \(errno)): check the path and its permissions"
            case .notYAML(let detail): "it is not YAML: \(detail)"
            case .unknownKey(let key): "unknown key \"\(key)\": remove it, or correct its spelling"
            case .repeatedKey(let key): "the key \"\(key)\" is there twice: keep one"
            case .wrongValue(let key, let expected): "\"\(key)\" must be \(expected)"
            }
        return text.escapingControls
    }
}
