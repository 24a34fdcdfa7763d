import GateSystem
import Glibc

/// Reads hidden input while the command awaits something else.
struct TerminalListener: ~Copyable {
    private let terminal: Terminal
    private let thread: pthread_t
    /// Closed to end the thread.
    private let wake: Int32

    /// Passes each key and line to `answer` on the listener's thread; nil if no descriptor is left.
    init?(_ terminal: Terminal, _ answer: TypedAnswer) {
        guard let ends = try? Descriptor.pipe() else { return nil }
        let awoken = ends.reader
        terminal.hideInput()
        thread = startThread {
            while let line = terminal.readHiddenLine(until: awoken, onKey: answer.begin) { answer.take(line) }
            var wake = pollfd(fd: awoken, events: Int16(POLLIN), revents: 0)
            // The structure is a local that lives during the call. A readable `wake` means that the user did not end
            // the input.
            answer.end(isCancelled: unsafe poll(&wake, 1, 0) == 0)
            close(awoken)
        }
        wake = ends.writer
        self.terminal = terminal
    }

    deinit {
        // Returns at once: the thread waits only for this and the terminal.
        close(wake)
        pthread_join(thread, nil)
        terminal.showInput()
    }
}
