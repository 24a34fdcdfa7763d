import GateModel
import GateSecret
import Synchronization

/// The PIN or the password that the user types, hidden, instead of touching the reader. Its prompt appears with the
/// first key and stays until the line is complete, even after the finger's time is over.
final class TypedAnswer: Sendable {
    private struct State {
        var isBegun = false
        /// No input comes any more.
        var isOver = false
        /// The user ended the input.
        var isCancelled = false
        /// Sends a line to the waiting call.
        var send: (@Sendable (consuming SecretBytes) -> Void)?
    }

    /// Events of the listener's thread, for one task to await.
    private enum Event { case begun, line, over }

    /// Nil if no PIN or password is typed.
    let factor: Factor?
    private let screen: Screen
    private let prompt: String
    private let state: Mutex<State>
    private let line = SecretBox(nil)
    /// Ends the waiting call.
    private let cancel: @Sendable () -> Void
    /// Keys pressed before that were meant for another call, and do not count.
    private let start: ContinuousClock.Instant
    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    /// Without `send`, keeps the first line for `next`. Calls `cancel` if the user ends the input (Ctrl-D).
    init(
        _ factor: Factor?, _ screen: Screen, prompt: String, from start: ContinuousClock.Instant = .now,
        send: (@Sendable (consuming SecretBytes) -> Void)? = nil, cancel: @escaping @Sendable () -> Void = {}
    ) {
        self.factor = factor
        self.screen = screen
        self.prompt = prompt
        self.cancel = cancel
        self.start = start
        state = Mutex(State(send: send))
        (events, continuation) = AsyncStream.makeStream()
    }

    // MARK: The listener's thread

    /// A key was pressed; false if it does not count.
    func begin() -> Bool {
        guard start <= .now else { return false }
        let isFirst = state.withLock { state in
            defer { state.isBegun = true }
            return !state.isBegun
        }
        guard isFirst else { return true }
        screen.prompt(prompt)
        continuation.yield(.begun)
        return true
    }

    func take(_ typed: consuming SecretBytes) {
        // An empty line only shows the prompt.
        guard typed.count > 0 else { return }
        screen.endPrompt()
        let send = state.withLock { state in
            state.isBegun = false
            return state.send
        }
        if let send { return send(typed) }
        line.put(typed)
        continuation.yield(.line)
    }

    /// Input has ended; `isCancelled` means that the user ended it.
    func end(isCancelled: Bool) {
        state.withLock { state in
            state.isOver = true
            state.isCancelled = isCancelled
        }
        continuation.yield(.over)
        continuation.finish()
        if isCancelled { cancel() }
    }

    // MARK: The call

    /// Waits for the first key; false if no input can come any more.
    func isBegun() async -> Bool {
        for await event in events where event != .over { return true }
        return false
    }

    /// Shows the prompt again after a wrong line, to await the next one even after the finger's time is over.
    func again() {
        state.withLock { $0.isBegun = true }
        screen.prompt(prompt)
    }

    /// Whether a line is begun and incomplete.
    var isTyping: Bool { state.withLock { $0.isBegun && !$0.isOver } }

    /// Whether the user ended the input.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The rest of a line begun before its call ended; nil if the input ends.
    func rest() async -> SecretBytes? {
        state.withLock { $0.send = nil }
        screen.prompt(prompt)
        return await next()
    }

    /// The next line; nil if the input ends before.
    func next() async -> SecretBytes? {
        if let line = line.take() { return line }
        for await event in events where event == .line { return line.take() }
        return nil
    }
}
