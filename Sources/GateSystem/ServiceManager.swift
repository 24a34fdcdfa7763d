internal import Glibc

/// What systemd passes to a service, and what a service tells it (`sd_notify(3)`, `sd_listen_fds(3)`,
/// `sd_watchdog_enabled(3)`): read once, at start.
package struct ServiceManager: Sendable {
    /// The service manager's socket; nil where nobody listens.
    private let notifySocket: String?
    /// How often a sign of life is due: half of what the service manager waits. Nil where none is wanted.
    package let watchdogInterval: Duration?
    /// How many listening sockets were handed on, and to which process.
    package let listening: (count: Int, process: Int32)
    /// What the sockets' units call them, in order.
    package let listeningNames: [String]
    /// Where systemd put the credentials of the unit.
    package let credentialsDirectory: String?

    package init(environment: [String: String]) {
        notifySocket = environment["NOTIFY_SOCKET"]
        let isForUs = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
        watchdogInterval =
            isForUs ? environment["WATCHDOG_USEC"].flatMap { Int64($0) }.map { .microseconds($0 / 2) } : nil
        listening = (
            environment["LISTEN_FDS"].flatMap { Int($0) } ?? 0, environment["LISTEN_PID"].flatMap { Int32($0) } ?? 0
        )
        listeningNames =
            environment["LISTEN_FDNAMES"]?.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            ?? []
        credentialsDirectory = environment["CREDENTIALS_DIRECTORY"]
    }

    /// Tells the service manager, for example `READY=1`; where that fails, its own time limit tells the administrator.
    package func notify(_ state: String) {
        guard let notifySocket else { return }
        Datagram.send(Array(state.utf8), to: notifySocket)
    }
}
