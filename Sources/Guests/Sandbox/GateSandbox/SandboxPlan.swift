/// The configuration of a sandbox.
package struct SandboxPlan: Sendable {
    /// The reader's abilities; the raw value is the variable that makes libfprint simulate it.
    package enum ReaderKind: String, Sendable {
        case storing = "FP_VIRTUAL_DEVICE_STORAGE"
        case verifying = "FP_VIRTUAL_DEVICE"

        var driver: String {
            switch self {
            case .storing: "virtual_device_storage"
            case .verifying: "virtual_device"
            }
        }
    }

    /// `NAME=VALUE`.
    package struct Assignment: Sendable, Hashable {
        let name: String
        let value: String

        package init?(_ text: String) {
            guard let sign = text.firstIndex(of: "="), sign != text.startIndex else { return nil }
            name = String(text[..<sign])
            value = String(text[text.index(after: sign)...])
        }
    }

    /// The path of the daemon; nil for the installed one.
    let program: String?
    let kind: ReaderKind
    /// The path of the daemon's socket; nil for one in the sandbox's directory.
    let socket: String?
    /// The path of the face interface's socket; nil to serve none.
    let faceSocket: String?
    /// How long the reader waits for a touch; nil for the daemon's default.
    private let timeout: Duration?
    /// Waits of one second, and a permanent lockout after ten misses.
    private let hasShortLockouts: Bool
    /// The user's password; nil if no password can be checked.
    let password: String?
    /// Further settings of the daemon.
    private let settings: [Assignment]
    /// Environment variables of the daemon alone.
    let variables: [Assignment]

    package init(
        program: String?, kind: ReaderKind, socket: String?, faceSocket: String? = nil, timeout: Duration?,
        hasShortLockouts: Bool, password: String?, settings: [Assignment] = [], variables: [Assignment] = []
    ) {
        self.program = program
        self.kind = kind
        self.socket = socket
        self.faceSocket = faceSocket
        self.timeout = timeout
        self.hasShortLockouts = hasShortLockouts
        self.password = password
        self.settings = settings
        self.variables = variables
    }

    func configuration(passwordHelper: String) -> String {
        var lines = ["readers.allowVirtual=yes", "users.allowNameless=yes", "sealing.provider=file"]
        if let timeout { lines.append("fingerprint.timeoutSeconds=\(timeout.components.seconds)") }
        if hasShortLockouts {
            lines += ["lockout.baseDelaySeconds=1", "lockout.maximumDelaySeconds=1", "lockout.permanentAfter=10"]
            lines += ["pin.baseDelaySeconds=1", "pin.blockedAfter=10"]
        }
        lines.append("password.enabled=\(password != nil)")
        if password != nil { lines.append("password.helper=\(passwordHelper)") }
        lines += settings.map { "\($0.name)=\($0.value)" }
        return lines.map { $0 + "\n" }.joined()
    }
}
