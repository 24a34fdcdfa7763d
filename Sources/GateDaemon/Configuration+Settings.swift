import GateModel
import GatePolicy
import GateSocket
import GateSystem
import GateVault
import GateWire
import Glibc

extension Configuration {
    /// The settings, by their names in the file.
    package enum Key: String, CaseIterable, Sendable {
        case socket
        case stateDirectory
        case allowNamelessUsers = "users.allowNameless"
        case allowVirtualReaders = "readers.allowVirtual"
        case builtInReaders = "readers.builtIn"
        case ownsStorage = "readers.ownStorage"
        case fingerprintEnabled = "fingerprint.enabled"
        case fingerprintInteractiveOnly = "fingerprint.interactiveOnly"
        case fingerprintAttemptsPerCall = "fingerprint.attemptsPerCall"
        case fingerprintTimeoutSeconds = "fingerprint.timeoutSeconds"
        case fprintdBroadcastStatuses = "fprintd.broadcastStatuses"
        case fprintdStatuses = "fprintd.statuses"
        case lockoutFreeFailures = "lockout.freeFailures"
        case lockoutBaseDelaySeconds = "lockout.baseDelaySeconds"
        case lockoutMaximumDelaySeconds = "lockout.maximumDelaySeconds"
        case lockoutPermanentAfter = "lockout.permanentAfter"
        case pinMinimumLength = "pin.minimumLength"
        case pinFreeFailures = "pin.freeFailures"
        case pinBaseDelaySeconds = "pin.baseDelaySeconds"
        case pinBlockedAfter = "pin.blockedAfter"
        case passwordEnabled = "password.enabled"
        case passwordService = "password.service"
        case passwordHelper = "password.helper"
        case credentialMaximumAgeHours = "credential.maximumAgeHours"
        case credentialAfterBoot = "credential.afterBoot"
        case loginServices = "login.services"
        case passwordFirst = "login.passwordFirst"
        case allowsUnsealedLogins = "login.allowUnsealed"
        case sealingProvider = "sealing.provider"
        case sealingTCTI = "sealing.tcti"
        case sealingRootKeyFile = "sealing.rootKeyFile"
        case connections = "limits.connections"
        case connectionsPerUser = "limits.connectionsPerUser"
        case messageBytes = "limits.messageBytes"
        case heldBytes = "limits.heldBytes"
        case itemsPerUser = "limits.itemsPerUser"
        case itemBytesPerUser = "limits.itemBytesPerUser"
        case databaseBytes = "limits.databaseBytes"
        case countedChangesPerHour = "limits.countedChangesPerHour"
        case waitingPerUser = "limits.waitingPerUser"
        case linePerUser = "limits.linePerUser"
        case idleExitSeconds = "limits.idleExitSeconds"

        static let groups = Set(
            allCases.map { key in
                key.rawValue.firstIndex(of: ".").map { String(key.rawValue[..<$0]) } ?? SettingsText.ownGroup
            })
    }

    private static let maximumBytes = 1 << 20

    /// The installed configuration: `biogated.conf` in `directory`, or the defaults if there is none. Throws if the
    /// `biogated.yaml` of an earlier release is there, because its limits would be silently ignored.
    public static func installed(
        in directory: String = "/etc/biogate"
    ) throws(ConfigurationError) -> Configuration {
        let (path, abandoned) = ("\(directory)/biogated.conf", "\(directory)/biogated.yaml")
        guard !exists(abandoned) else {
            throw ConfigurationError(path: abandoned, line: nil, mistake: .abandoned(now: path))
        }
        return exists(path) ? try load(path: path) : Configuration()
    }

    /// True also for a file that may not be looked up, so that reading it reports the error.
    private static func exists(_ path: String) -> Bool {
        unsafe faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0 || errno != ENOENT
    }

    public static func load(path: String) throws(ConfigurationError) -> Configuration {
        let text: [UInt8]?
        do throws(SystemCallFailure) {
            text = try Descriptor.open(path, O_RDONLY).readAll(atMost: maximumBytes)
        } catch {
            throw ConfigurationError(path: path, line: nil, mistake: .unreadable(errno: error.errno))
        }
        guard let text else { throw ConfigurationError(path: path, line: nil, mistake: .tooLarge) }
        return try parse(text, path: path)
    }

    /// Parses and checks a text; `path` is only for the error.
    public static func parse(_ text: [UInt8], path: String) throws(ConfigurationError) -> Configuration {
        let entries: [SettingsEntry]
        do throws(SettingsFault) {
            entries = try SettingsText.entries(of: text)
        } catch {
            throw ConfigurationError(path: path, line: error.line, mistake: .malformed(error.reason))
        }
        var configuration = Configuration()
        for entry in entries {
            do throws(ConfigurationError.Mistake) {
                switch entry.content {
                case .group(let group):
                    guard Key.groups.contains(group) else {
                        throw .unknownGroup(group, nearest: group.nearest(among: Key.groups.sorted()))
                    }
                case .setting(let name, let value):
                    guard let key = Key(rawValue: name) else {
                        throw .unknownKey(name, nearest: name.nearest(among: Key.allCases.map(\.rawValue)))
                    }
                    try configuration.set(key, Value(key: name, text: value))
                }
            } catch {
                throw ConfigurationError(path: path, line: entry.line, mistake: error)
            }
        }
        return configuration
    }

    private mutating func set(_ key: Key, _ value: Value) throws(ConfigurationError.Mistake) {
        switch key {
        case .socket: socket = try value.path(maximumBytes: GateListenerConfiguration.maximumPathBytes)
        case .stateDirectory: stateDirectory = try value.path()
        case .allowNamelessUsers: allowNamelessUsers = try value.bool()
        case .builtInReaders: builtInReaders = try value.readers()
        case .allowVirtualReaders: allowVirtualReaders = try value.bool()
        case .ownsStorage: ownsStorage = try value.bool()
        case .fingerprintEnabled: fingerprintEnabled = try value.bool()
        case .fingerprintInteractiveOnly: fingerprintInteractiveOnly = try value.bool()
        case .fingerprintAttemptsPerCall: policy.attemptsPerCall = try value.integer(1...100)
        case .fingerprintTimeoutSeconds: scanTimeout = .seconds(try value.integer(1...120))
        case .fprintdBroadcastStatuses: broadcastsStatuses = try value.bool()
        case .fprintdStatuses: fprintdStatuses = try value.oneOf()
        case .lockoutFreeFailures: policy.lockoutFreeFailures = try value.integer(1...1000)
        case .lockoutBaseDelaySeconds: policy.lockoutBaseDelay = .seconds(try value.integer(0...86_400))
        case .lockoutMaximumDelaySeconds: policy.lockoutMaximumDelay = .seconds(try value.integer(0...86_400))
        case .lockoutPermanentAfter: policy.lockoutPermanentAfter = try value.integer(1...10_000)
        case .pinMinimumLength: pinMinimumLength = try value.integer(4...64)
        case .pinFreeFailures: policy.credentialFreeFailures = try value.integer(0...1000)
        case .pinBaseDelaySeconds: policy.credentialBaseDelay = .seconds(try value.integer(0...86_400))
        case .pinBlockedAfter: policy.pinBlockedAfter = try value.integer(1...10_000)
        case .passwordEnabled: passwordEnabled = try value.bool()
        case .passwordService: passwordService = try value.name()
        case .passwordHelper: passwordHelper = try value.path()
        case .credentialMaximumAgeHours:
            let hours = try value.integer(0...87_600)
            policy.credentialMaximumAge = hours == 0 ? nil : .seconds(hours * 3600)
        case .credentialAfterBoot: policy.credentialAfterBoot = try value.bool()
        case .loginServices: loginServices = try value.services()
        case .passwordFirst: passwordFirst = try value.oneOf()
        case .allowsUnsealedLogins: allowsUnsealedLogins = try value.bool()
        case .sealingProvider: sealingProvider = try value.oneOf()
        case .sealingTCTI: sealingTCTI = try value.string()
        case .sealingRootKeyFile: rootKeyFile = try value.path()
        case .connections: connections = try value.integer(1...65_536)
        case .connectionsPerUser: connectionsPerUser = try value.integer(1...65_536)
        case .messageBytes: messageBytes = try value.integer(4096...16_777_216)
        case .heldBytes: heldBytes = try value.integer(1_048_576...1_099_511_627_776)
        case .itemsPerUser: keystore.itemsPerUser = try value.integer(1...100_000)
        case .itemBytesPerUser: keystore.itemBytesPerUser = try value.integer(65_536...1_073_741_824)
        case .databaseBytes: keystore.databaseBytes = try value.integer(1_048_576...1_099_511_627_776)
        case .countedChangesPerHour: keystore.countedChangesPerHour = try value.integer(10...100_000)
        case .waitingPerUser: waitingPerUser = try value.integer(1...64)
        case .linePerUser: linePerUser = try value.integer(0...512)
        case .idleExitSeconds:
            let seconds = try value.integer(0...86_400)
            idleExit = seconds == 0 ? nil : .seconds(seconds)
        }
    }

    /// One setting as written in the file.
    private struct Value {
        let key: String
        /// Nil for a JSON value that is not a scalar.
        let text: String?

        func string() throws(ConfigurationError.Mistake) -> String {
            guard let text, !text.isEmpty, !text.utf8.contains(0) else { throw mistake("a text") }
            return text
        }

        func path(maximumBytes: Int? = nil) throws(ConfigurationError.Mistake) -> String {
            guard let text, text.utf8.first == UInt8(ascii: "/"), !text.utf8.contains(0),
                text.utf8.count <= maximumBytes ?? .max
            else {
                let limit = maximumBytes.map { " of at most \($0) bytes" } ?? ""
                throw mistake("an absolute path" + limit)
            }
            return text
        }

        func name() throws(ConfigurationError.Mistake) -> String {
            guard let text, !text.isEmpty, text.utf8.allSatisfy({ $0 != 0x2F && $0 > 0x20 && $0 < 0x7F }) else {
                throw mistake("a name of printable ASCII without blanks and slashes")
            }
            return text
        }

        /// `auto`, `none`, or identifiers separated by blanks; nil for `auto`.
        func readers() throws(ConfigurationError.Mistake) -> Set<ReaderID>? {
            let names = try string().split(separator: " ").map(String.init)
            switch names {
            case ["auto"]: return nil
            case ["none"]: return []
            default: return Set(names.map(ReaderID.init(rawValue:)))
            }
        }

        /// `none`, or names of PAM services separated by blanks.
        func services() throws(ConfigurationError.Mistake) -> [String] {
            let names = try string().split(separator: " ").map(String.init)
            guard !names.contains(where: { $0.utf8.contains(0x2F) }), !names.isEmpty else {
                throw mistake("none, or names of files in /etc/pam.d")
            }
            return names == ["none"] ? [] : names
        }

        /// Accepts systemd's words for a boolean.
        func bool() throws(ConfigurationError.Mistake) -> Bool {
            switch text?.lowercased() {
            case "true", "yes", "on", "1", "t", "y": return true
            case "false", "no", "off", "0", "f", "n": return false
            case .some, nil: throw mistake("true or false")
            }
        }

        /// Accepts only the canonical form: some readers take a leading zero for octal.
        func integer(_ range: ClosedRange<Int>) throws(ConfigurationError.Mistake) -> Int {
            guard let text, let value = Int(text), range.contains(value), String(value) == text else {
                throw mistake("a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return value
        }

        func oneOf<Choice: RawRepresentable<String> & CaseIterable>() throws(ConfigurationError.Mistake) -> Choice {
            guard let choice = text.flatMap(Choice.init(rawValue:)) else {
                throw mistake("one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            return choice
        }

        private func mistake(_ expected: String) -> ConfigurationError.Mistake {
            .wrongValue(key: key, expected: expected, text: text)
        }
    }
}

extension String {
    /// The name that was probably meant: the closest within four added or removed letters (a moved one counts twice), or
    /// else the name with the same key in another group. Nil if there is none.
    fileprivate func nearest(among names: [String]) -> String? {
        guard count <= 128 else { return nil }
        let typed = lowercased()
        let close = names.map { (name: $0, distance: $0.lowercased().difference(from: typed).count) }
            .min { $0.distance < $1.distance }
        if let close, close.distance <= 4, close.distance < count { return close.name }
        if let whole = names.first(where: { typed.hasSuffix("." + $0.lowercased()) }) { return whole }
        let key = typed.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        let named = names.filter { $0.lowercased().hasSuffix("." + key) }
        return named.count == 1 ? named.first : nil
    }
}
