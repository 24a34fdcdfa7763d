public import GateModel
public import GateSecret
public import Observation
import Synchronization

/// One gate of an app, in the form of its screen: requests a finger, offers a fallback, and can be cancelled.
///
/// A screen shows `state` and calls one method for each button. Observe `state` through Observation
/// (`withObservationTracking`, `Observations`) or through `states`. Of any thread; nothing blocks or needs a main
/// actor, so it works with any event loop, such as GLib's. Releasing the flow ends its waiting call and wipes what it
/// opened.
///
/// Retries only through `start()` or `trigger()`, or after `Options.longestAbsence` in the background.
public final class GateFlow: Observable, Sendable {
    private struct Core: ~Copyable {
        var machine: FlowMachine
        var task: Task<Void, Never>?
        var secret: SecretBytes?
        var signature: [UInt8]?
        var listeners: [Int: AsyncStream<State>.Continuation] = [:]
        var listenerCount = 0
        /// Changes not yet delivered, in order, each with its listeners at that time.
        var untold: [(state: State, listeners: [AsyncStream<State>.Continuation])] = []
        /// Whether a thread is delivering them; only one does at a time.
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

    /// Creates an idle gate that has asked nothing.
    ///
    /// While it asks, other calls of `client` wait; reuse applies only to `client`. `additionally` is the app's own
    /// check of liveness or risk: it runs after the finger or PIN, never instead of it. Its score has to exceed
    /// `threshold`; otherwise, or if it throws, the gate fails and wipes what it opened.
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

    // MARK: For the screen

    /// The options given at creation.
    public var options: Options { asker.options }

    /// The reason shown to the user.
    public var reason: Reason { asker.reason }

    /// The language of the texts: the client's.
    public var locale: String? { asker.client.locale }

    /// The label of the button for `useFallback()`, in the client's language. In `Obstacle.notRunning` no daemon can check a
    /// PIN or a password, and it says to sign in. Observed.
    public var fallbackLabel: String? { words.fallbackLabel(in: state.phase) }

    /// Observed.
    public var state: State {
        registrar.access(self, keyPath: \.state)
        return core.withLock { $0.machine.state }
    }

    /// The present state, then each change, for any number of listeners. Ends with the flow.
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

    /// Moves out the secret of `Purpose.secret`, once; nil before success and after `serverRejected`.
    public func takeSecret() -> SecretBytes? {
        core.withLock { $0.takeSecret() }
    }

    /// The signature of `Purpose.signature`; nil before success and after `serverRejected`.
    public var signature: [UInt8]? {
        core.withLock { $0.signature }
    }

    /// How many good scans each call judges, 1 to the daemon's number; nil: as many as `Options.prompt` says. After the
    /// misses of a call the gate has failed, and the user decides about the next one: `trigger()`. After three misses in
    /// one start, only the fallback is left.
    public var attempts: Int? {
        get { core.withLock { $0.machine.attempts } }
        set { core.withLock { $0.machine.attempts = newValue } }
    }

    // MARK: Actions of the app and its user

    /// Opens the gate: makes the offer of fingerprint unlocking if it was never answered, shows a lockout or a missing
    /// reader without arming one, or requests the finger if `Options.autoTrigger` is set.
    ///
    /// Call it when the screen is presented, not when it is drawn. In the background it asks only once the app is back.
    /// Does nothing while the user is being asked.
    public func start() {
        perform { $0.start() }
    }

    /// Opens the gate and returns its outcome. Cancelling the task cancels the gate as the app.
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

    /// The button that requests the finger, first or again. Does nothing if the state allows no try, or in the
    /// background.
    public func trigger() {
        perform { $0.trigger() }
    }

    /// The offer's first button: records the answer, then requests the finger.
    public func turnOn() {
        perform { $0.turnOn() }
    }

    /// The offer's second button: records the answer and takes the fallback. The offer is not made again.
    public func notNow() {
        perform { $0.notNow() }
    }

    /// The fallback: gives a PIN or a password to the waiting call, or to a call of its own.
    ///
    /// After a wrong one, a finger that is awaited still counts; otherwise the gate fails and can be answered again.
    public func answer(_ credential: consuming Credential) {
        if core.withLock({ $0.machine.takesAnswer }) {
            asker.client.answerWaitingCall(credential)
        } else {
            perform(credential) { $0.answer() }
        }
    }

    /// Ends with `Options.fallback` as the outcome and frees the reader. From every state. In `Obstacle.notRunning` a PIN or a
    /// password is replaced by `Fallback.none`: the app signs the user in.
    public func useFallback() {
        perform { $0.useFallback() }
    }

    /// Ends with the PIN as the outcome, whatever `Options.fallback` is, and frees the reader. From every state. Pass
    /// the PIN itself to `answer(_:)`.
    public func usePIN() {
        perform { $0.fallBack(to: .pin) }
    }

    /// Ends the waiting call and frees the reader. A required gate stays `idle`, unless the app itself cancels it.
    public func cancel(by canceller: Canceller = .user) {
        perform { $0.cancel(by: canceller) }
    }

    /// The app's server refused what the gate opened: the gate fails with that text and its fallback, and wipes what it
    /// opened. Counts no miss.
    public func serverRejected(_ text: String) {
        perform { $0.serverRejected(text) }
    }

    /// The app is hidden, its session is locked, or the machine is about to sleep: cancels the waiting call as the
    /// system. The time that the machine sleeps counts (`CLOCK_BOOTTIME`).
    public func enteredBackground() {
        perform { [now = clock.now()] in $0.hide(at: now) }
    }

    /// The app is back. After `Options.longestAbsence`, a gate that is open or was passed starts again.
    public func enteredForeground() {
        perform { [now = clock.now()] in $0.show(at: now) }
    }

    // MARK: Carrying out

    private func perform(
        _ credential: consuming Credential? = nil, _ event: (inout FlowMachine) -> FlowMachine.Work?
    ) {
        let carried = Once(credential)
        // Cancelled outside the lock, since the app's own check may react to the cancellation.
        let replaced: Task<Void, Never>? = change { core in
            guard let work = event(&core.machine) else { return nil }
            core.secret = nil
            core.signature = nil
            let replaced = core.task
            core.task = task(for: work, in: core.machine.round, core.machine.attempts, carried)
            return replaced
        }
        replaced?.cancel()
    }

    /// Changes the state, and notifies observers before and after, and listeners after it.
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

    /// Runs outside the lock: a stream locks its listener's task, and a cancelled task takes the flow's lock while it
    /// holds its own. A thread that finds another one delivering returns, since that one also delivers its changes.
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

    /// Nil without work that can be cancelled.
    private func task(
        for work: FlowMachine.Work, in round: Int, _ attempts: Int?, _ credential: Once<Credential>
    ) -> Task<Void, Never>? {
        switch work {
        case .stop: return nil
        case .look:
            return Task { [asker, weak self] in
                let finding = await asker.look()
                self?.perform { $0.found(finding, in: round) }
            }
        case .decline:
            // No later action of the user undoes it.
            Task { [asker] in await asker.decline() }
            return nil
        case .wait(let until):
            return Task { [clock, weak self] in
                // The machine asked to be told at this time; leaving the state cancels the task.
                guard await clock.sleep(until: until) else { return }
                self?.change { $0.machine.waited(in: round) }
            }
        case .ask(let accepting):
            return Task { [asker, weak self] in
                let answer = await asker.ask(accepting: accepting, attempts: attempts, credential) {
                    [weak self] progress in
                    self?.change { $0.machine.progressed(progress, in: round) }
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
