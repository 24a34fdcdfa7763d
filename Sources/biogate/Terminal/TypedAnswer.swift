import BiometricGate
import GateModel
import GateSecret
import Synchronization

/// The PIN or the password that somebody types unseen instead of touching the reader. Its prompt appears with the first
/// key, and stays until the line is whole, also where the finger's time is over meanwhile.
final class TypedAnswer: Sendable {
    private struct State {
        var isBegun = false
        /// Nobody types any more.
        var isOver = false
        /// The user has ended the input.
        var isCancelled = false
        /// Gives a line to the call that waits.
        var send: (@Sendable (consuming SecretBytes) -> Void)?
    }

    /// What is typed, for the listener's thread to tell and for one task to await.
    private enum Event { case begun, line, over }

    let factor: Factor
    private let screen: Screen
    private let prompt: String
    private let state: Mutex<State>
    private let line = SecretBox(nil)
    /// Ends the call that waits.
    private let cancel: @Sendable () -> Void
    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    /// Without `send` the first line is kept for `next`. `cancel` is called where the user ends the input (Ctrl-D).
    init(
        _ factor: Factor, _ screen: Screen, prompt: String,
        send: (@Sendable (consuming SecretBytes) -> Void)? = nil, cancel: @escaping @Sendable () -> Void = {}
    ) {
        self.factor = factor
        self.screen = screen
        self.prompt = prompt
        self.cancel = cancel
        state = Mutex(State(send: send))
        (events, continuation) = AsyncStream.makeStream()
    }

    // MARK: The listener's thread

    /// A key was pressed.
    func begin() {
        let isFirst = state.withLock { state in
            defer { state.isBegun = true }
            return !state.isBegun
        }
        guard isFirst else { return }
        screen.prompt(prompt)
        continuation.yield(.begun)
    }

    func take(_ typed: consuming SecretBytes) {
        // Enter alone asks for the prompt.
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

    /// Nothing more is listened to; `isCancelled` says that the user has ended the input.
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

    /// Waits until somebody types; false where nobody can any more.
    func isBegun() async -> Bool {
        for await event in events where event != .over { return true }
        return false
    }

    /// The line before was wrong: its prompt is back, so that the next one is awaited, also behind the finger's time.
    func again() {
        state.withLock { $0.isBegun = true }
        screen.prompt(prompt)
    }

    /// Whether a line is asked for and not whole.
    var isTyping: Bool { state.withLock { $0.isBegun && !$0.isOver } }

    /// Whether the user has ended the input.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The line that is being typed when its call has ended; nil where the input ends before.
    func rest() async -> SecretBytes? {
        state.withLock { $0.send = nil }
        screen.prompt(prompt)
        return await next()
    }

    /// The next line; nil where the input ends before.
    func next() async -> SecretBytes? {
        if let line = line.take() { return line }
        for await event in events where event == .line { return line.take() }
        return nil
    }
}
