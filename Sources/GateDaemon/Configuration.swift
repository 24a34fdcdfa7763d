import GateGuidance
public import GateModel
public import GatePolicy
public import GateVault
public import GateWire

/// The daemon's configuration: one file, checked as a whole before anything starts.
public struct Configuration: Sendable {
    /// What seals the root key.
    public enum SealingProvider: String, CaseIterable, Sendable { case auto, tpm, file, credential }

    /// The versions of fprintd that differ in what results are called.
    public enum FprintdStatuses: String, CaseIterable, Sendable {
        /// That of the tools that are installed.
        case installed = "auto"
        case older = "1.94.2"
        case newer = "1.94.5"
    }

    /// Whether numbers without an account may keep anything.
    public var allowNamelessUsers = false
    public var socket = "/run/biogate/org.biometricgate.Gate"
    /// Where the second interface is served when no socket unit hands its socket on; nil: nowhere.
    public var faceSocket: String?
    public var stateDirectory = "/var/lib/biogate"
    public var allowVirtualReaders = false
    /// The readers that a closed lid covers; nil: those that are part of the machine, as the kernel says.
    public var builtInReaders: Set<ReaderID>?
    /// Whether this daemon alone keeps prints in readers' own storage. It then deletes prints there that no user here has.
    public var ownsStorage = false
    public var fingerprintEnabled = true
    public var fingerprintInteractiveOnly = true
    /// Whether biogate-fprintd tells every program on the bus what came of a finger, or only the one that asked.
    public var broadcastsStatuses = false
    /// Which version's words the second interface's program has for results.
    public var fprintdStatuses = FprintdStatuses.installed
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
    /// Calls of a user that stand in line for one of these places.
    public var linePerUser = 32
    /// How long the daemon stays without anybody connected; nil: for ever.
    public var idleExit: Duration?

    public init() {}
}

/// Why a configuration is refused: where, and what is the matter there.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Each names the key, where one is at fault, and what it takes.
    public enum Mistake: Error, Hashable, Sendable {
        case unreadable(errno: Int32)
        case tooLarge
        /// The configuration of an earlier release, and where this one has its own.
        case abandoned(now: String)
        case malformed(SettingsFault.Reason)
        case unknownGroup(String, nearest: String?)
        case unknownKey(String, nearest: String?)
        /// The text is nil where JSON has a value that is no scalar.
        case wrongValue(key: String, expected: String, text: String?)
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
            case .tooLarge: "it is larger than 1 MiB: shorten it"
            case .abandoned(let now):
                "it is not read any more, and nothing starts beside it: write what it sets into \(now) (see "
                    + "biogated.conf(5)), and move it away"
            case .malformed(let reason): Self.describe(reason)
            case .unknownGroup(let group, let nearest):
                "unknown group \(Self.shown(group)): " + Self.advice(nearest)
            case .unknownKey(let key, let nearest):
                "unknown key \(Self.shown(key)): " + Self.advice(nearest, insteadOf: key)
            case .wrongValue(let key, let expected, let text):
                "\(Self.shown(key)) must be \(expected)" + (text.map { ", not \(Self.shown($0))" } ?? "")
            }
        return text.escapingControls
    }

    private static func describe(_ reason: SettingsFault.Reason) -> String {
        switch reason {
        case .notUTF8: "it is not UTF-8: save it as UTF-8"
        case .controlCharacter: "there is a control character: remove it"
        case .longLine: "the line is longer than \(SettingsText.maximumLineBytes) bytes: shorten it"
        case .noSetting: "it is neither [group], nor key=value, nor a comment that begins with #: correct or remove it"
        case .yaml(let instead):
            "it is YAML, and the configuration is INI now: write "
                + (instead.map(shown) ?? "[group] and key=value, see biogated.conf(5)")
        case .repeatedKey(let key, let line): "the key \(shown(key)) is there twice, first in line \(line): keep one"
        case .notJSON: "it begins with {, and is not JSON from here on: correct it"
        }
    }

    private static func advice(_ nearest: String?, insteadOf key: String = "") -> String {
        guard let nearest else { return "remove it, or correct its spelling" }
        guard key.hasSuffix("." + nearest) else { return "it is probably \(shown(nearest))" }
        let words = nearest.split(separator: ".")
        let group = words.count > 1 ? String(words[0]) : SettingsText.ownGroup
        return "write \(words.last ?? "")= below [\(group)], or \(nearest)= above all groups"
    }

    /// Foreign text between quotation marks, and not all of it where it is long.
    private static func shown(_ text: String) -> String {
        text.unicodeScalars.count <= 128 ? "\"\(text)\"" : "\"\(String(text.unicodeScalars.prefix(128)))…\""
    }
}
