import GateGuidance
public import GateModel
public import GatePolicy
public import GateVault
public import GateWire

/// The daemon's configuration: one file, checked as a whole before anything starts.
public struct Configuration: Sendable {
    /// Where the root key is sealed.
    public enum SealingProvider: String, CaseIterable, Sendable { case auto, tpm, file, credential }

    /// The versions of fprintd that name results differently.
    public enum FprintdStatuses: String, CaseIterable, Sendable {
        /// Follows the installed fprintd tools.
        case installed = "auto"
        case older = "1.94.2"
        case newer = "1.94.5"
    }

    /// Whether users without an account may store anything.
    public var allowNamelessUsers = false
    public var socket = "/run/biogate/org.biometricgate.Gate"
    /// The path of the face interface's socket if no socket unit passes one; nil to serve none.
    public var faceSocket: String?
    public var stateDirectory = "/var/lib/biogate"
    public var allowVirtualReaders = false
    /// The readers that a closed lid covers; nil for those that the kernel reports as built in.
    public var builtInReaders: Set<ReaderID>?
    /// Whether only this daemon stores prints on the readers. It then deletes stored prints that belong to no user
    /// here.
    public var ownsStorage = false
    public var fingerprintEnabled = true
    public var fingerprintInteractiveOnly = true
    /// Whether biogate-fprintd reports a finger's result to every program on the bus, or only to the one that asked.
    public var broadcastsStatuses = false
    /// The version of fprintd whose names biogate-fprintd uses for results.
    public var fprintdStatuses = FprintdStatuses.installed
    /// How long a reader stays armed for a call that sets no timeout.
    public var scanTimeout: Duration = .seconds(30)
    public var policy = PolicyLimits()
    public var pinMinimumLength = 6
    public var passwordEnabled = true
    public var passwordService = "biogate"
    public var passwordHelper = "/run/biogate/password"
    /// The PAM services whose logins open the user's keyring.
    public var loginServices = [
        "gdm-password", "gdm-fingerprint", "sddm", "lightdm", "greetd", "login", "plasmalogin", "cosmic-greeter",
    ]
    /// How long a login by finger waits for the PIN or the password.
    public var passwordFirst = PasswordFirst.never
    /// Whether passwords for logins may be stored on a disk that its thief can read.
    public var allowsUnsealedLogins = false
    public var sealingProvider: SealingProvider = .auto
    public var sealingTCTI: String?
    /// The file that holds the root key; nil for the default in the state directory.
    public var rootKeyFile: String?
    public var keystore = KeystoreLimits()
    public var connections = 512
    public var connectionsPerUser = 64
    public var messageBytes = 262_144
    public var heldBytes = 201_326_592
    public var waitingPerUser = 4
    /// How many calls of a user may queue for one of the `waitingPerUser` places.
    public var linePerUser = 32
    /// How long the daemon runs with no connections; nil means forever.
    public var idleExit: Duration?

    public init() {}
}

/// Why a configuration was refused: file, line and mistake.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Each names the key at fault, if there is one, and the values that it accepts.
    public enum Mistake: Error, Hashable, Sendable {
        case unreadable(errno: Int32)
        case tooLarge
        /// The file of an earlier release is still there; `now` is this release's file.
        case abandoned(now: String)
        case malformed(SettingsFault.Reason)
        case unknownGroup(String, nearest: String?)
        case unknownKey(String, nearest: String?)
        /// The text is nil for a JSON value that is not a scalar.
        case wrongValue(key: String, expected: String, text: String?)
    }

    public let path: String
    /// Counts from one; nil if the mistake is not in a line.
    public let line: Int?
    public let mistake: Mistake

    /// One line in a compiler's format: `FILE:LINE: mistake`.
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

    /// Quotes foreign text, and truncates it if it is long.
    private static func shown(_ text: String) -> String {
        text.unicodeScalars.count <= 128 ? "\"\(text)\"" : "\"\(String(text.unicodeScalars.prefix(128)))…\""
    }
}
