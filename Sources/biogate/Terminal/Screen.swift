import GateGuidance
import GateSystem
import Synchronization

/// What people read: lines on standard error.
final class Screen: Sendable {
    /// How lines may be shown.
    enum Mode: Hashable, Sendable {
        /// On a terminal: a line that passes is replaced by the next.
        case live
        /// Complete lines alone, without moving the cursor.
        case plain
        /// Nothing: a program reads the messages themselves.
        case silent
    }

    private enum Line: Equatable {
        case complete, passing
        /// With its text.
        case prompt(String)

        var isPrompt: Bool { if case .prompt = self { true } else { false } }
    }

    let mode: Mode
    private let line = Mutex(Line.complete)
    private let columns: @Sendable () -> Int
    private let sink: @Sendable (String) -> Void

    /// `sink` is given what is to be shown, in order.
    init(
        _ mode: Mode, columns: @escaping @Sendable () -> Int = { 80 }, sink: @escaping @Sendable (String) -> Void
    ) {
        self.mode = mode
        self.columns = columns
        self.sink = sink
    }

    /// On standard error; what cannot be written there is nobody's to read.
    convenience init(_ mode: Mode) {
        self.init(mode, columns: { Terminal.errorColumns }) { try? Descriptor.errorOutput.write($0) }
    }

    /// A line that stays. What a terminal would obey in it is written out.
    func say(_ text: String) {
        show(text.escapingControls, then: .complete)
    }

    /// Several lines that stay. What a terminal would obey inside of them is written out.
    func say(lines text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { say(String(line)) }
    }

    /// A line that is of no interest once the next one comes; in plain mode not worth saying.
    func pass(_ text: String) {
        // What wraps cannot be taken back.
        if mode == .live { show(Table.cut(text.escapingControls, to: columns() - 1), then: .passing) }
    }

    /// Stands in front of what the user types.
    func prompt(_ text: String) {
        let text = text.escapingControls + " "
        show(text, then: .prompt(text))
    }

    /// The prompt once more, where one is unanswered and something else was written behind it.
    func promptAgain() {
        line.withLock { line in
            if case .prompt(let text) = line { sink("\r" + text) }
        }
    }

    /// The user's line has ended without being shown.
    func endPrompt() {
        end(\.isPrompt, with: "\n")
    }

    /// The user's line has ended, and the terminal has shown it.
    func promptAnswered() {
        line.withLock { $0 = .complete }
    }

    /// Leaves the cursor at a line's start.
    func finish() {
        end(\.isPrompt, with: "\n")
        end({ $0 == .passing }, with: "\r\u{1B}[K")
    }

    private func end(_ isMeant: (Line) -> Bool, with text: String) {
        line.withLock { line in
            guard isMeant(line) else { return }
            sink(text)
            line = .complete
        }
    }

    private func show(_ text: String, then next: Line) {
        guard mode != .silent else { return }
        line.withLock { line in
            let before =
                switch line {
                case .complete: ""
                case .passing: "\r\u{1B}[K"
                case .prompt: "\n"
                }
            sink(before + text + (next == .complete ? "\n" : ""))
            line = next
        }
    }
}
