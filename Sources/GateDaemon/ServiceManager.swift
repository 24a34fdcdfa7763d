import GateModel
import GateSocket
import Glibc

/// What systemd passes to a service, and what a service tells it (`sd_notify(3)`, `sd_listen_fds(3)`,
/// `sd_watchdog_enabled(3)`): read once, at start.
public struct ServiceManager: Sendable {
    /// The service manager's socket; nil where nobody listens.
    private let notifySocket: String?
    /// How often a sign of life is due: half of what the service manager waits. Nil where none is wanted.
    public let watchdogInterval: Duration?
    private let listenDescriptors: Int
    private let listenProcess: ProcessID
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

    /// The listening sockets that were handed to this process.
    var listeningSockets: [Int32] {
        GateListener.inheritedDescriptors(count: listenDescriptors, addressee: listenProcess)
    }

    /// Ends the connections that wait for this process to serve. For where it ends, and so would the next one: as long
    /// as somebody waits, systemd starts the service anew, whatever the unit says of restarts, until it gives the socket
    /// up with it.
    public func turnAwayCallers() { GateListener.turnAway(listeningSockets) }

    /// Tells the service manager, for example `READY=1`; where that fails, its own time limit tells the administrator.
    func notify(_ state: String) {
        guard let notifySocket else { return }
        Datagram.send(Array(state.utf8), to: notifySocket)
    }
}
