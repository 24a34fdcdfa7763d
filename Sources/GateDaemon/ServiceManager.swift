import GateModel
import Glibc

/// What systemd passes to a service, and what a service tells it (`sd_notify(3)`, `sd_listen_fds(3)`,
/// `sd_watchdog_enabled(3)`): read once, at start.
public struct ServiceManager: Sendable {
    /// The service manager's socket; nil where nobody listens.
    private let notifySocket: String?
    /// How often a sign of life is due: half of what the service manager waits. Nil where none is wanted.
    public let watchdogInterval: Duration?
    let listenDescriptors: Int
    let listenProcess: ProcessID
    /// Where systemd put the credentials of the unit.
    let credentialsDirectory: String?

    public init(environment: [String: String]) {
        notifySocket = environment["NOTIFY_SOCKET"]
        let isForUs = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
        watchdogInterval =
            isForUs ? environment["WATCHDOG_USEC"].flatMap { Int64($0) }.map { .microseconds($0 / 2) } : nil
        listenDescriptors = environment["LISTEN_FDS"].flatMap { Int($0) } ?? 0
        listenProcess = ProcessID(rawValue: environment["LISTEN_PID"].flatMap { Int32($0) } ?? 0)
        credentialsDirectory = environment["CREDENTIALS_DIRECTORY"]
    }

    /// Tells the service manager, for example `READY=1`; where that fails, its own time limit tells the administrator.
    func notify(_ state: String) {
        guard let notifySocket else { return }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var path = Array(notifySocket.utf8)
        // An abstract socket is written with a leading @ for its NUL.
        if path.first == UInt8(ascii: "@") { path[0] = 0 }
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard !path.isEmpty, path.count < capacity else { return }
        // Each pointer is to a local of the size that is passed with it, for the length of the call.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
        let length = socklen_t(MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + path.count } ?? 0)
        let message = Array(state.utf8)
        _ = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe sendto(descriptor, message, message.count, Int32(MSG_NOSIGNAL), address, length)
            }
        }
    }
}
