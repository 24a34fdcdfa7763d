public import GateModel
public import GateSecret
public import Observation
import Synchronization

/// One gate of an app's, as its screen shows it: asks for a finger, offers the way around it, and can be cancelled.
///
/// A screen shows `state` and calls one method for each of its buttons. `state` is observed through Observation
/// (`withObservationTracking`, `Observations`) or through `states`. Of any thread; nothing here blocks, and nothing needs
/// a main actor, so that it goes with any event loop, GLib's too. Letting go of the flow ends what waits and wipes what
/// was opened.
///
/// Nothing is tried again without a call of `start()` or `trigger()`, but after `Options.longestAbsence` in the background.
public final class GateFlow: Observable, Sendable {
    private struct Core: ~Copyable {
        var machine: FlowMachine
        var task: Task<Void, Never>?
        var secret: SecretBytes?
        var signature: [UInt8]?
        var listeners: [Int: AsyncStream<State>.Continuation] = [:]
        var listenerCount = 0
        /// Changes of which the listeners of that moment are still to be told, in order.
        var untold: [(state: State, listeners: [AsyncStream<State>.Continuation])] = []
        /// One thread at a time tells them.
        var isTelling = false

        mutating func takeSecret() -> SecretBytes? { secret.take() }

        mutating func keep(_ opened: consuming FlowAsker.Opened) {
            switch consume opened {
            case .secret(let secret): self.secret = consume secret
            case .signature(let signature): self.signature = signature
            case .nothing: break
            }
        }
    }

    private let core: Mutex<Core>
    private let registrar = ObservationRegistrar()
    private let asker: FlowAsker
    private let clock: FlowClock
    private let words: FlowWords

    /// A gate that is idle and has asked nothing.
    ///
    /// While it asks, other calls of `client` wait, and a result is reused on `client` alone. `additionally` is the app's
    /// own check of liveness or risk: it runs after the finger (or the PIN), never instead of it, and what it returns has
    /// to be greater than `threshold`; otherwise, or where it throws, the gate fails and what was opened is wiped.
    public init<GateClock: Clock>(
        _ purpose: Purpose, reason: Reason, client: GateClient = GateClient(), options: Options = Options(),
        additionally check: (@Sendable () async throws -> Double)? = nil, above threshold: Double = 0,
        clock: GateClock = ContinuousClock()
    ) where GateClock.Instant == ContinuousClock.Instant {
        let words = FlowWords(locale: client.locale, fallback: options.fallback)
        self.clock = FlowClock(clock)
        asker = FlowAsker(
            client: client, purpose: purpose, reason: reason, options: options, words: words,
            check: check.map { FlowAsker.Check(score: $0, threshold: threshold) }, clock: self.clock)
        core = Mutex(Core(machine: FlowMachine(options, words: words)))
        self.words = words
    }

    deinit {
        let (task, listeners) = core.withLock { ($0.task, Array($0.listeners.values)) }
        task?.cancel()
        for listener in listeners { listener.finish() }
    }

    // MARK: What the screen shows

    /// As it was made.
    public var options: Options { asker.options }

    /// What the user is asked for.
    public var reason: Reason { asker.reason }

    /// The language of its texts, as the client has it.
    public var locale: String? { asker.client.locale }

    /// What the button says that calls `useFallback()`, in the client's language; nil in `Obstacle.notRunning` where it
    /// would lead to a PIN or a password that nobody is there to check. Observed.
    public var fallbackLabel: String? { words.fallbackLabel(in: state.phase) }

    /// Observed.
    public var state: State {
        registrar.access(self, keyPath: \.state)
        return core.withLock { $0.machine.state }
    }

    /// The present state, then each change; for as many listeners as want it. Ends with the flow.
    public var states: AsyncStream<State> {
        let (stream, continuation) = AsyncStream<State>.makeStream()
        let number = core.withLock { core in
            core.listenerCount += 1
            core.listeners[core.listenerCount] = continuation
            continuation.yield(core.machine.state)
            return core.listenerCount
        }
        continuation.onTermination = { [weak self] _ in
            self?.core.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    /// Hands over what `Purpose.secret` opened, once; nil before success and after `serverRejected`.
    public func takeSecret() -> SecretBytes? {
        core.withLock { $0.takeSecret() }
    }

    /// What `Purpose.signature` made; nil before success and after `serverRejected`.
    public var signature: [UInt8]? {
        core.withLock { $0.signature }
    }

    // MARK: What the app and its user do

    /// Opens the gate: offers fingerprint unlocking first where that was never answered, shows a lockout or an absent
    /// reader without arming anything, or else asks for the finger, where `Options.autoTrigger` says so.
    ///
    /// Call it where the screen is presented, not where it is drawn. In the background nothing is asked until the app is
    /// back. Nothing happens while the user is being asked.
    public func start() {
        perform { $0.start() }
    }

    /// Opens the gate and returns how it ended. Cancelling the task is the app's cancel.
    public func run() async -> Outcome {
        start()
        return await withTaskCancellationHandler {
            for await state in states {
                if let outcome = state.outcome { return outcome }
            }
            return .cancelled(by: .app)
        } onCancel: {
            cancel(by: .app)
        }
    }

    /// The button that asks for the finger, now or once more. Nothing happens where the state does not allow a try, and in
    /// the background.
    public func trigger() {
        perform { $0.trigger() }
    }

    /// The offer's first button: notes it, then asks for the finger.
    public func turnOn() {
        perform { $0.turnOn() }
    }

    /// The offer's second button: notes it, and takes the way around the finger. The offer does not come back.
    public func notNow() {
        perform { $0.notNow() }
    }

    /// The way around the finger: gives a PIN or a password, to the call that waits or to one of its own.
    ///
    /// Wrong, while a finger is awaited, the finger still counts; wrong else, the gate fails and can be answered again.
    public func answer(_ credential: consuming Credential) {
        if core.withLock({ $0.machine.takesAnswer }) {
            asker.client.answerWaitingCall(credential)
        } else {
            perform(credential) { $0.answer() }
        }
    }

    /// The way around the finger of `Options.fallback`, as the outcome; frees the reader. From every state.
    public func useFallback() {
        perform { [fallback = asker.options.fallback] in $0.fallBack(to: fallback) }
    }

    /// The PIN, as the outcome, whatever `Options.fallback` is; frees the reader. From every state. The PIN itself goes to
    /// `answer(_:)`.
    public func usePIN() {
        perform { $0.fallBack(to: .pin) }
    }

    /// Ends what waits and frees the reader. A required gate stays `idle`, unless the app itself cancels it.
    public func cancel(by canceller: Canceller = .user) {
        perform { $0.cancel(by: canceller) }
    }

    /// The app's server refused what was opened: the gate fails with that text and its way around. No miss is counted, and
    /// what was opened is wiped.
    public func serverRejected(_ text: String) {
        perform { $0.serverRejected(text) }
    }

    /// The app is hidden, its session is locked, or the machine is about to sleep: what waits is cancelled by the system.
    /// The time that the machine sleeps counts (`CLOCK_BOOTTIME`).
    public func enteredBackground() {
        perform { [now = clock.now()] in $0.hide(at: now) }
    }

    /// The app is back. After `Options.longestAbsence` or more a gate that is open, or was passed, starts anew.
    public func enteredForeground() {
        perform { [now = clock.now()] in $0.show(at: now) }
    }

    // MARK: Doing what the machine says

    private func perform(
        _ credential: consuming Credential? = nil, _ event: (inout FlowMachine) -> FlowMachine.Work?
    ) {
        let carried = Once(credential)
        // Cancelled outside the lock: the app's own check may have something to do then.
        let replaced: Task<Void, Never>? = change { core in
            guard let work = event(&core.machine) else { return nil }
            core.secret = nil
            core.signature = nil
            let replaced = core.task
            core.task = task(for: work, in: core.machine.round, carried)
            return replaced
        }
        replaced?.cancel()
    }

    /// Tells whoever observes, before and after, and whoever listens, of a change.
    private func change<Result>(_ body: (inout Core) -> sending Result) -> sending Result {
        registrar.withMutation(of: self, keyPath: \.state) {
            let result = core.withLock { core in
                let before = core.machine.state
                let result = body(&core)
                if core.machine.state != before, !core.listeners.isEmpty {
                    core.untold.append((core.machine.state, Array(core.listeners.values)))
                }
                return result
            }
            tellListeners()
            return result
        }
    }

    /// Outside the lock: a stream locks its listener's task, and a task that is cancelled takes the flow's lock with its
    /// own held. Nor does anybody wait here for another thread that tells: that one tells what has been added, too.
    private func tellListeners() {
        var isMine = false
        while true {
            let next = core.withLock { core in
                guard isMine || !core.isTelling else { return nil as (State, [AsyncStream<State>.Continuation])? }
                isMine = !core.untold.isEmpty
                core.isTelling = isMine
                return isMine ? core.untold.removeFirst() : nil
            }
            guard let (state, listeners) = next else { return }
            for listener in listeners { listener.yield(state) }
        }
    }

    /// Nil where nothing is left to be cancelled.
    private func task(
        for work: FlowMachine.Work, in round: Int, _ credential: Once<Credential>
    ) -> Task<Void, Never>? {
        switch work {
        case .stop: return nil
        case .look:
            return Task { [asker, weak self] in
                let finding = await asker.look()
                self?.perform { $0.found(finding, in: round) }
            }
        case .decline:
            // Nothing that the user does next undoes it.
            Task { [asker] in await asker.decline() }
            return nil
        case .wait(let until):
            return Task { [clock, weak self] in
                guard await clock.sleep(until: until) else { return }
                self?.change { $0.machine.waited(in: round) }
            }
        case .ask(let accepting):
            return Task { [asker, weak self] in
                let answer = await asker.ask(accepting: accepting, credential) { [weak self] isVisible, isMiss, text in
                    self?.change { core in
                        core.machine.progressed(isPromptVisible: isVisible, isMiss: isMiss, text, in: round)
                    }
                }
                self?.take(answer, in: round)
            }
        }
    }

    private func take(_ answer: consuming FlowAsker.Answer, in round: Int) {
        switch consume answer {
        case .opened(let opened):
            let carried = Once(opened)
            change { core in
                guard core.machine.succeeded(in: round), let opened = carried.take() else { return }
                core.keep(opened)
            }
        case .ended(let ending):
            perform { $0.ended(ending, in: round) }
        }
    }
}
