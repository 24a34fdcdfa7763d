internal import Dispatch
internal import Glibc
internal import Synchronization

/// Writes a program's log in order, on its own thread: journald, or the reader of standard error, may be slow.
package final class LogWriter: Sendable {
    /// An entry as journald's fields, and as the line written if journald does not take it.
    package struct Entry: Sendable {
        package let fields: [(name: String, value: String)]
        package let line: String

        package init(fields: [(name: String, value: String)], line: String) {
            self.fields = fields
            self.line = line
        }
    }

    /// Entries that may wait; further ones are counted and dropped.
    private static let maximum = 10_000

    private struct State {
        var waiting = 0
        var lost = 0
    }

    private let queue = DispatchQueue(label: "biogate.log")
    private let journal: JournalSocket?
    private let output: Int32
    private let state = Mutex(State())

    /// - Parameter journal: nil to write all to `output`, which is not closed.
    package init(journal: JournalSocket?, output: Int32 = STDERR_FILENO) {
        self.journal = journal
        self.output = output
    }

    /// Returns at once. Of any thread.
    package func write(_ entry: Entry) {
        let lost: Int? = state.withLock { state in
            guard state.waiting < Self.maximum else {
                state.lost += 1
                return nil
            }
            state.waiting += 1
            defer { state.lost = 0 }
            return state.lost
        }
        guard let lost else { return }
        queue.async {
            if lost > 0 { self.put("<4>\(lost) lines were lost: nobody read them\n") }
            if self.journal?.send(entry.fields) != true { self.put(entry.line) }
            self.state.withLock { $0.waiting -= 1 }
        }
    }

    /// Returns when earlier entries are written, or when `patience` is over; for the end of the process.
    package func flush(within patience: Duration = .seconds(1)) {
        let end = DispatchWorkItem {}
        queue.async(execute: end)
        _ = end.wait(timeout: .now() + .milliseconds(Int(patience.components.seconds) * 1000))
    }

    /// One write for each line keeps lines of several processes apart (write(2) to a pipe or a terminal).
    private func put(_ line: String) {
        let bytes = Array(line.utf8)
        _ = unsafe Glibc.write(output, bytes, bytes.count)
    }
}
