internal import Glibc

/// The interface to systemd (`sd_notify(3)`, `sd_listen_fds(3)`, `sd_watchdog_enabled(3)`); the environment is read
/// once, at start.
package struct ServiceManager: Sendable {
    /// The service manager's socket; nil without one.
    private let notifySocket: String?
    /// The interval of the watchdog's signs of life, half of the service manager's limit; nil without a watchdog.
    package let watchdogInterval: Duration?
    /// The number of inherited listening sockets, and the process they are for.
    package let listening: (count: Int, process: Int32)
    /// The sockets' names in their units, in order.
    package let listeningNames: [String]
    /// The directory of the unit's credentials.
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

    /// Sends a state to the service manager, for example `READY=1`; if that fails, systemd's time limit reports it.
    package func notify(_ state: String) {
        guard let notifySocket else { return }
        Datagram.send(Array(state.utf8), to: notifySocket)
    }
}
