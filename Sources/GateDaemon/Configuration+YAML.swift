import GateKeystore
import GatePolicy
import GateSocket
import Yams

extension Configuration {
    /// The largest file that is read.
    private static let maximumBytes = 1 << 20

    /// Reads and checks a file.
    public static func load(path: String) throws(ConfigurationError) -> Configuration {
        try parse(try text(of: path), path: path)
    }

    /// Checks a text; `path` is for the error.
    public static func parse(_ text: String, path: String) throws(ConfigurationError) -> Configuration {
        let root: Node?
        do {
            // No rules that guess a scalar's type: the key decides that, and Yams has a regular expression for each.
            root = try Yams.compose(yaml: text, .basic)
        } catch {
            throw ConfigurationError(path, error)
        }
        var configuration = Configuration()
        guard let root, root.null == nil || root.mapping != nil else { return configuration }
        guard let mapping = root.mapping else {
            throw ConfigurationError(
                path: path, line: root.mark?.line, mistake: .notYAML(detail: "it is not a mapping of keys"))
        }
        var keys: Set<String> = []
        try configuration.set(mapping, under: nil, &keys, path)
        return configuration
    }

    /// Nested mappings and dotted keys name the same settings. One by one, and one level deep as the settings are:
    /// aliases make a small file name more values than there is time or memory for.
    private mutating func set(
        _ mapping: Node.Mapping, under group: String?, _ keys: inout Set<String>, _ path: String
    ) throws(ConfigurationError) {
        for (keyNode, value) in mapping {
            let name = keyNode.scalar?.string
            let key = [group, name].compactMap { $0 }.joined(separator: ".")
            if let nested = value.mapping, group == nil, name != nil {
                try set(nested, under: key, &keys, path)
                continue
            }
            do throws(ConfigurationError.Mistake) {
                guard name != nil, value.mapping == nil else { throw .unknownKey(key) }
                guard keys.insert(key).inserted else { throw .repeatedKey(key) }
                try set(key, Value(key: key, node: value))
            } catch {
                throw ConfigurationError(path: path, line: keyNode.mark?.line, mistake: error)
            }
        }
    }

    private mutating func set(_ key: String, _ value: Value) throws(ConfigurationError.Mistake) {
        switch key {
        case "socket": socket = try value.path(maximumBytes: GateListenerConfiguration.maximumPathBytes)
        case "stateDirectory": stateDirectory = try value.path()
        case "users.allowNameless": allowNamelessUsers = try value.bool()
        case "readers.allowVirtual": allowVirtualReaders = try value.bool()
        case "fingerprint.enabled": fingerprintEnabled = try value.bool()
        case "fingerprint.interactiveOnly": fingerprintInteractiveOnly = try value.bool()
        case "fingerprint.attemptsPerCall": policy.attemptsPerCall = try value.integer(1...100)
        case "fingerprint.timeoutSeconds": scanTimeout = .seconds(try value.integer(1...120))
        case "lockout.freeFailures": policy.lockoutFreeFailures = try value.integer(1...1000)
        case "lockout.baseDelaySeconds": policy.lockoutBaseDelay = .seconds(try value.integer(0...86_400))
        case "lockout.maximumDelaySeconds": policy.lockoutMaximumDelay = .seconds(try value.integer(0...86_400))
        case "lockout.permanentAfter": policy.lockoutPermanentAfter = try value.integer(1...10_000)
        case "pin.minimumLength": pinMinimumLength = try value.integer(4...64)
        case "pin.freeFailures": policy.credentialFreeFailures = try value.integer(0...1000)
        case "pin.baseDelaySeconds": policy.credentialBaseDelay = .seconds(try value.integer(0...86_400))
        case "pin.blockedAfter": policy.pinBlockedAfter = try value.integer(1...10_000)
        case "password.enabled": passwordEnabled = try value.bool()
        case "password.service": passwordService = try value.name()
        case "password.helper": passwordHelper = try value.path()
        case "credential.maximumAgeHours":
            let hours = try value.integer(0...87_600)
            policy.credentialMaximumAge = hours == 0 ? nil : .seconds(hours * 3600)
        case "credential.afterBoot": policy.credentialAfterBoot = try value.bool()
        case "sealing.provider":
            let names = SealingProvider.allCases.map(\.rawValue)
            guard let provider = SealingProvider(rawValue: try value.string()) else {
                throw .wrongValue(key: key, expected: "one of \(names.joined(separator: ", "))")
            }
            sealingProvider = provider
        case "sealing.tcti": sealingTCTI = try value.string()
        case "sealing.rootKeyFile": rootKeyFile = try value.path()
        case "limits.connections": connections = try value.integer(1...65_536)
        case "limits.connectionsPerUser": connectionsPerUser = try value.integer(1...65_536)
        case "limits.messageBytes": messageBytes = try value.integer(4096...16_777_216)
        case "limits.heldBytes": heldBytes = try value.integer(1_048_576...1_099_511_627_776)
        case "limits.itemsPerUser": keystore.itemsPerUser = try value.integer(1...100_000)
        case "limits.itemBytesPerUser": keystore.itemBytesPerUser = try value.integer(65_536...1_073_741_824)
        case "limits.databaseBytes": keystore.databaseBytes = try value.integer(1_048_576...1_099_511_627_776)
        case "limits.countedChangesPerHour": keystore.countedChangesPerHour = try value.integer(10...100_000)
        case "limits.waitingPerUser": waitingPerUser = try value.integer(1...64)
        case "limits.idleExitSeconds":
            let seconds = try value.integer(0...86_400)
            idleExit = seconds == 0 ? nil : .seconds(seconds)
        default: throw .unknownKey(key)
        }
    }

    private static func text(of path: String) throws(ConfigurationError) -> String {
        do throws(FileTextError) {
            return try GateDaemon.text(ofFile: path, maximumBytes: maximumBytes)
        } catch {
            let mistake: ConfigurationError.Mistake =
                switch error {
                case .unreadable(let errno): .unreadable(errno: errno)
                case .tooLongOrNotUTF8: .notYAML(detail: "it is larger than 1 MiB or not UTF-8")
                }
            throw ConfigurationError(path: path, line: nil, mistake: mistake)
        }
    }

    /// One setting as it is written in the file.
    private struct Value {
        let key: String
        let node: Node

        func string() throws(ConfigurationError.Mistake) -> String {
            guard let scalar = node.scalar, !scalar.string.isEmpty else {
                throw .wrongValue(key: key, expected: "a text")
            }
            return scalar.string
        }

        func path(maximumBytes: Int? = nil) throws(ConfigurationError.Mistake) -> String {
            let text = try string()
            guard text.hasPrefix("/"), !text.utf8.contains(0), text.utf8.count <= maximumBytes ?? .max else {
                let limit = maximumBytes.map { " of at most \($0) bytes" } ?? ""
                throw .wrongValue(key: key, expected: "an absolute path" + limit)
            }
            return text
        }

        func name() throws(ConfigurationError.Mistake) -> String {
            let text = try string()
            guard text.utf8.allSatisfy({ $0 != 0x2F && $0 > 0x20 && $0 < 0x7F }) else {
                throw .wrongValue(key: key, expected: "a name of printable ASCII without blanks and slashes")
            }
            return text
        }

        func bool() throws(ConfigurationError.Mistake) -> Bool {
            guard let value = node.bool else { throw .wrongValue(key: key, expected: "true or false") }
            return value
        }

        func integer(_ range: ClosedRange<Int>) throws(ConfigurationError.Mistake) -> Int {
            guard let value = node.int, range.contains(value) else {
                throw .wrongValue(key: key, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return value
        }
    }
}

extension ConfigurationError {
    /// What Yams says of a text that is no YAML.
    fileprivate init(_ path: String, _ error: any Error) {
        let (mark, mistake): (Mark?, Mistake) =
            switch error as? YamlError {
            case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
                .composer(_, let problem, let mark, _):
                (mark, .notYAML(detail: problem))
            case .duplicatedKeysInMapping(let keys, let context): (context.mark, .repeatedKey(keys.first ?? ""))
            case .no, .memory, .reader, .writer, .emitter, .representer, .dataCouldNotBeDecoded, nil:
                (nil, .notYAML(detail: "\(error)"))
            }
        self.init(path: path, line: mark?.line, mistake: mistake)
    }
}
