import GateGuidance
import GateSystem
import Synchronization

/// Shows text to the user: lines on standard error.
final class Screen: Sendable {
    /// How lines are shown.
    enum Mode: Hashable, Sendable {
        /// On a terminal: the next line replaces a passing one.
        case live
        /// Only complete lines, without moving the cursor.
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

    /// `sink` takes the output, in order.
    init(
        _ mode: Mode, columns: @escaping @Sendable () -> Int = { 80 }, sink: @escaping @Sendable (String) -> Void
    ) {
        self.mode = mode
        self.columns = columns
        self.sink = sink
    }

    /// On standard error; ignores failures to write.
    convenience init(_ mode: Mode) {
        self.init(mode, columns: { Terminal.errorColumns }) { try? Descriptor.errorOutput.write($0) }
    }

    /// Shows a line that stays. Escapes control characters.
    func say(_ text: String) {
        show(text.escapingControls, then: .complete)
    }

    /// Shows several lines that stay. Escapes their control characters.
    func say(lines text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { say(String(line)) }
    }

    /// Shows a line until the next one; in plain mode, nothing.
    func pass(_ text: String) {
        // A line that wraps cannot be taken back.
        if mode == .live { show(Table.cut(text.escapingControls, to: columns() - 1), then: .passing) }
    }

    /// Shows a prompt before the user's input.
    func prompt(_ text: String) {
        let text = text.escapingControls + " "
        show(text, then: .prompt(text))
    }

    /// Shows an unanswered prompt again after other output.
    func promptAgain() {
        line.withLock { line in
            if case .prompt(let text) = line { sink("\r" + text) }
        }
    }

    /// The user has ended a line that was not shown.
    func endPrompt() {
        end(\.isPrompt, with: "\n")
    }

    /// The user has ended a line that the terminal showed.
    func promptAnswered() {
        line.withLock { $0 = .complete }
    }

    /// Moves the cursor to a line's start.
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
