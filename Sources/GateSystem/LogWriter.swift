internal import Dispatch
internal import Glibc
internal import Synchronization

/// Writes a program's log on a thread of its own, in order: journald, or whoever reads standard error, may be behind.
package final class LogWriter: Sendable {
    /// What journald takes as fields, and what is written as a line where it does not.
    package struct Entry: Sendable {
        package let fields: [(name: String, value: String)]
        package let line: String

        package init(fields: [(name: String, value: String)], line: String) {
            self.fields = fields
            self.line = line
        }
    }

    /// Entries that may wait; past them, an entry is counted and lost.
    private static let maximum = 10_000

    private struct State {
        var waiting = 0
        var lost = 0
    }

    private let queue = DispatchQueue(label: "biogate.log")
    private let journal: JournalSocket?
    private let output: Int32
    private let state = Mutex(State())

    /// - Parameter journal: nil where all goes to `output`, which is not closed.
    package init(journal: JournalSocket?, output: Int32 = STDERR_FILENO) {
        self.journal = journal
        self.output = output
    }

    /// Returns at once, on any thread.
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

    /// Returns when all that was written before has gone out, or when `patience` is over: before the process ends.
    package func flush(within patience: Duration = .seconds(1)) {
        let end = DispatchWorkItem {}
        queue.async(execute: end)
        _ = end.wait(timeout: .now() + .milliseconds(Int(patience.components.seconds) * 1000))
    }

    /// One write a line, so that lines of several processes do not mix (write(2) to a pipe or a terminal).
    private func put(_ line: String) {
        let bytes = Array(line.utf8)
        _ = unsafe Glibc.write(output, bytes, bytes.count)
    }
}
