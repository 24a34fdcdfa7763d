public import GateKeystore
public import GatePolicy

/// The daemon's configuration: one file, checked as a whole before anything starts.
public struct Configuration: Sendable {
    /// What seals the root key.
    public enum SealingProvider: String, CaseIterable, Sendable { case auto, tpm, file, credential }

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
    public var waitingPerUser = 4
    /// How long the daemon stays without anybody connected; nil: for ever.
    public var idleExit: Duration?

    public init() {}
}

/// Why a configuration is refused; each names the key and what it takes.
public enum ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable(path: String, errno: Int32)
    case notYAML(path: String, detail: String)
    case unknownKey(String)
    case repeatedKey(String)
    case wrongValue(key: String, expected: String)

    public var description: String {
        switch self {
        case .unreadable(let path, let errno):
            "the configuration \(path) cannot be read (errno \(errno)): check the path and its permissions"
        case .notYAML(let path, let detail): "the configuration \(path) is not YAML: \(detail)"
        case .unknownKey(let key): "the configuration has an unknown key \"\(key)\": remove it, or correct its spelling"
        case .repeatedKey(let key): "the configuration has the key \"\(key)\" twice: keep one"
        case .wrongValue(let key, let expected): "the configuration's \"\(key)\" must be \(expected)"
        }
    }
}
