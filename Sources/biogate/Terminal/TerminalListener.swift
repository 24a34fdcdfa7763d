import GateSecret
import GateSystem
import Glibc

/// Listens for what the user types, unseen, while something else is awaited.
struct TerminalListener: ~Copyable {
    private let terminal: Terminal
    private let thread: pthread_t
    /// Closed to end the thread.
    private let wake: Int32

    /// `answer` is told each key and each line on a thread of the listener's; nil where the machine has no descriptor left.
    init?(_ terminal: Terminal, _ answer: TypedAnswer) {
        guard let ends = try? Descriptor.pipe() else { return nil }
        let awoken = ends.reader
        terminal.hideInput()
        thread = startThread {
            while let line = terminal.readHiddenLine(until: awoken, onKey: answer.begin) { answer.take(line) }
            var wake = pollfd(fd: awoken, events: Int16(POLLIN), revents: 0)
            // The structure is a local that lives during the call. What is awake was not ended by the user.
            answer.end(isCancelled: unsafe poll(&wake, 1, 0) == 0)
            close(awoken)
        }
        wake = ends.writer
        self.terminal = terminal
    }

    deinit {
        // Returns at once: the thread waits for nothing but this and the terminal.
        close(wake)
        pthread_join(thread, nil)
        terminal.showInput()
    }
}
