import GateSecret
import Glibc

/// Listens for what the user types, unseen, while something else is awaited.
struct TerminalListener: ~Copyable {
    private let terminal: Terminal
    private let thread: pthread_t
    /// Closed to end the thread.
    private let wake: Int32

    /// `onLine` is told each line on a thread of the listener's; nil where the machine has no descriptor left.
    init?(_ terminal: Terminal, onLine: @escaping @Sendable (consuming SecretBytes) -> Void) {
        var ends: [Int32] = [-1, -1]
        // Room for the two descriptors that the call fills in.
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let awoken = ends[0]
        terminal.hideInput()
        thread = startThread {
            Self.listen(to: terminal, until: awoken, onLine)
            close(awoken)
        }
        wake = ends[1]
        self.terminal = terminal
    }

    deinit {
        // Returns at once: the thread waits for nothing but this and the terminal.
        close(wake)
        pthread_join(thread, nil)
        terminal.showInput()
    }

    private static func listen(
        to terminal: Terminal, until awoken: Int32, _ onLine: @Sendable (consuming SecretBytes) -> Void
    ) {
        var watched = [
            pollfd(fd: awoken, events: Int16(POLLIN), revents: 0),
            pollfd(fd: terminal.number, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            // The array is the call's alone, and its length is passed with it.
            guard unsafe poll(&watched, nfds_t(watched.count), -1) > 0 else { continue }
            if watched[0].revents != 0 { return }
            guard watched[1].revents != 0 else { continue }
            if let line = terminal.readLine() {
                onLine(line)
            } else {
                // Who ended the input has nothing more to say.
                watched[1].fd = -1
            }
        }
    }
}
