import GateGuidance

/// A gate's reaction to each event: a value without clock, tasks or connection.
struct FlowMachine: Sendable {
    /// The work of the present round, replacing any earlier work.
    enum Work: Hashable, Sendable {
        /// Cancel the waiting call and wipe opened secrets.
        case stop
        /// Check whether a finger can be requested, and whether to make the offer first.
        case look
        /// Ask; `accepting` if the user accepted the offer.
        case ask(accepting: Bool)
        /// Record that the offer was declined.
        case decline
        case wait(until: ContinuousClock.Instant)
    }

    /// The end of a round, with the text for the screen.
    enum Ending: Hashable, Sendable {
        case cancelled(by: GateFlow.Canceller)
        case lockedOut(until: ContinuousClock.Instant, String)
        case unavailable(Obstacle, String)
        /// Every try of the call missed; `again` is the text while the user may try again.
        case missed(String, again: String)
        case failed(String, canRetry: Bool)
    }

    /// The result of the check before the user is asked.
    enum Finding: Hashable, Sendable {
        case ready
        case offer(GateFlow.Offer)
        case ended(Ending)
    }

    private let words: FlowWords
    private let isRequired: Bool
    private let autoTrigger: Bool
    private let fallback: GateFlow.Fallback
    private let longestAbsence: Duration

    private(set) var state: GateFlow.State
    /// Numbers the rounds, to recognize late answers to earlier ones.
    private(set) var round = 0
    /// Whether this start may still ask on its own.
    private var mayTrigger = false
    /// The story of this round's call.
    private var story: CallStory
    private var isLooking = false
    /// Whether the daemon has taken this round's call.
    private var isTaken = false
    private var hiddenSince: ContinuousClock.Instant?
    /// Whether the gate was started since its last outcome other than success.
    private var isOpen = false
    /// Whether this start has no tries of the finger left.
    private var isFingerSpent = false
    /// The tries of this start, if each call takes fewer than it may.
    private var misses = 0
    /// How many misses end a call; nil: as many as the daemon allows.
    var attempts: Int?

    /// Misses after which only the fallback is left.
    private static let missesInStart = 3

    init(_ options: GateFlow.Options, words: FlowWords) {
        self.words = words
        isRequired = options.isRequired
        autoTrigger = options.autoTrigger
        fallback = options.fallback
        longestAbsence = options.longestAbsence
        story = words.story
        state = .init(phase: .idle, accessibleText: words.idle, outcome: nil, offersFinger: true)
    }

    // MARK: Actions of the app and its user

    mutating func start() -> Work? {
        guard !isAsking else { return nil }
        mayTrigger = autoTrigger
        isFingerSpent = false
        misses = 0
        isOpen = true
        idle()
        isLooking = true
        return hiddenSince == nil ? begin(.look) : begin(.stop)
    }

    mutating func trigger() -> Work? {
        guard hiddenSince == nil, mayAsk else { return nil }
        if isLooking {
            // Checked again first, since an offer may come before the finger.
            mayTrigger = true
            return nil
        }
        isOpen = true
        return ask(accepting: false)
    }

    mutating func turnOn() -> Work? {
        guard hiddenSince == nil, case .explaining = state.phase else { return nil }
        return ask(accepting: true)
    }

    mutating func notNow() -> Work? {
        guard case .explaining = state.phase else { return nil }
        end(.fallback(fallback))
        return begin(.decline)
    }

    /// Whether the waiting call accepts a PIN or a password along with the finger.
    var takesAnswer: Bool { isAsking && isTaken }

    /// Handles a PIN or a password given outside a waiting call.
    mutating func answer() -> Work? {
        guard hiddenSince == nil, !takesAnswer else { return nil }
        switch state.phase {
        case .explaining, .succeeded: return nil
        case .idle, .authenticating, .failed, .lockedOut, .unavailable:
            isOpen = true
            return ask(accepting: false)
        }
    }

    mutating func cancel(by canceller: GateFlow.Canceller) -> Work? {
        guard isOpen, state.phase != .succeeded else { return nil }
        leave(by: canceller)
        return begin(.stop)
    }

    mutating func useFallback() -> Work? {
        fallBack(to: state.phase == .unavailable(.notRunning) ? fallback.unchecked : fallback)
    }

    mutating func fallBack(to fallback: GateFlow.Fallback) -> Work? {
        end(.fallback(fallback))
        return begin(.stop)
    }

    mutating func serverRejected(_ text: String) -> Work? {
        isOpen = true
        let text = words.rejected(text)
        show(.failed(text: text, canRetry: false), text)
        return begin(.stop)
    }

    // MARK: Background and foreground

    mutating func hide(at now: ContinuousClock.Instant) -> Work? {
        guard hiddenSince == nil else { return nil }
        hiddenSince = now
        if isAsking { leave(by: .system) } else if !isLooking { return nil }
        return begin(.stop)
    }

    mutating func show(at now: ContinuousClock.Instant) -> Work? {
        guard let since = hiddenSince else { return nil }
        hiddenSince = nil
        let isLong = since.duration(to: now) >= longestAbsence
        if isLong && (isOpen || state.phase == .succeeded) { return start() }
        return isLooking ? begin(.look) : nil
    }

    // MARK: Results; late ones change nothing

    mutating func found(_ finding: Finding, in round: Int) -> Work? {
        guard round == self.round else { return nil }
        isLooking = false
        switch finding {
        case .ready:
            guard mayTrigger else { return nil }
            return ask(accepting: false)
        case .offer(let offer):
            show(.explaining(offer), words.spoken(offer))
            return nil
        case .ended(let ending): return ended(ending, in: round)
        }
    }

    mutating func progressed(_ prompt: PromptProgress, in round: Int) {
        guard round == self.round, isAsking else { return }
        isTaken = true
        story.report(prompt.progress, prompt.instruction)
        show(
            .authenticating(promptVisible: story.isTouchWanted), story.said ?? words.idle, alert: story.alert?.text)
    }

    /// True if the result counts.
    mutating func succeeded(in round: Int) -> Bool {
        guard round == self.round else { return false }
        isOpen = false
        state = .init(phase: .succeeded, accessibleText: words.confirmed, outcome: .succeeded, offersFinger: false)
        return true
    }

    mutating func ended(_ ending: Ending, in round: Int) -> Work? {
        guard round == self.round else { return nil }
        isLooking = false
        switch ending {
        case .cancelled(let canceller):
            leave(by: canceller)
        case .lockedOut(let until, let text):
            isFingerSpent = true
            show(.lockedOut(until: until), text)
            return begin(.wait(until: until))
        case .unavailable(let obstacle, let text):
            show(.unavailable(obstacle), text)
        case .missed(let text, let again):
            misses += attempts ?? Self.missesInStart
            isFingerSpent = misses >= Self.missesInStart
            let text = isFingerSpent ? text : again
            show(.failed(text: text, canRetry: !isFingerSpent), text)
        case .failed(let text, let canRetry):
            show(.failed(text: text, canRetry: canRetry && !isFingerSpent), text)
        }
        return nil
    }

    mutating func waited(in round: Int) {
        guard round == self.round else { return }
        show(.failed(text: words.lockoutOver, canRetry: false), words.lockoutOver)
    }

    // MARK: Steps

    private var isAsking: Bool {
        if case .authenticating = state.phase { true } else { false }
    }

    private var mayAsk: Bool { mayAsk(in: state.phase) }

    private func mayAsk(in phase: GateFlow.Phase) -> Bool {
        switch phase {
        case .idle, .unavailable, .failed(_, canRetry: true): !isFingerSpent
        case .explaining, .authenticating, .succeeded, .failed, .lockedOut: false
        }
    }

    private mutating func ask(accepting: Bool) -> Work {
        mayTrigger = false
        show(.authenticating(promptVisible: false), words.idle)
        return begin(.ask(accepting: accepting))
    }

    private mutating func begin(_ work: Work) -> Work {
        round += 1
        isTaken = false
        story = words.story
        return work
    }

    private mutating func show(_ phase: GateFlow.Phase, _ text: String, alert: String? = nil) {
        isLooking = false
        state = .init(
            phase: phase, accessibleText: text, outcome: nil, offersFinger: mayAsk(in: phase), alert: alert)
    }

    private mutating func idle() {
        show(.idle, words.idle)
    }

    /// A required gate stays, unless the app itself cancelled it.
    private mutating func leave(by canceller: GateFlow.Canceller) {
        if isRequired && canceller != .app { idle() } else { end(.cancelled(by: canceller)) }
    }

    private mutating func end(_ outcome: GateFlow.Outcome) {
        isOpen = false
        isLooking = false
        state = .init(
            phase: .idle, accessibleText: words.idle, outcome: outcome, offersFinger: mayAsk(in: .idle))
    }
}
