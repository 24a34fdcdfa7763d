import GateKeystore
public import GateSocket
public import GateVault

/// Why the daemon does not start.
public enum StartError: Error, Sendable, CustomStringConvertible {
    case configuration(ConfigurationError)
    case keystore(KeystoreError)
    case listener(GateListenerError)

    /// One line: the problem and the way out.
    public var description: String {
        switch self {
        case .configuration(let error): error.description
        case .keystore(let error): error.description
        case .listener(let error): Self.describe(error)
        }
    }

    /// Whether every start fails in this way until an administrator fixes something. For `inUse` that is false: the
    /// other daemon may end by itself.
    public var needsAdministrator: Bool {
        switch self {
        case .keystore(.inUse), .listener(.inUse): false
        case .configuration, .keystore, .listener: true
        }
    }

    private static func describe(_ error: GateListenerError) -> String {
        switch error {
        case .invalidPath(let path): "the socket's path \(path) is empty or longer than 107 bytes: choose a shorter one"
        case .directoryMissing(let path): "the directory of the socket \(path) does not exist: create it"
        case .inUse(let path): "another daemon serves \(path): stop that one first, or choose another --socket"
        case .notASocket(let path): "\(path) is not a socket: move it away, or choose another --socket"
        case .notListening(let descriptor):
            "the inherited descriptor \(descriptor) is no listening Unix socket: check the socket unit"
        case .system(let call, let number):
            "the socket cannot be opened: \(call) failed with errno \(number); check the path and its permissions"
        }
    }
}
