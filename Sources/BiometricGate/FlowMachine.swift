/// What a gate does at each event: a value without clock, tasks or connection.
struct FlowMachine: Sendable {
    /// What has to be done in the present round, in place of whatever was being done before.
    enum Work: Hashable, Sendable {
        /// Nothing any more: what waits is cancelled, what was opened is wiped.
        case stop
        /// Find out whether a finger can be asked for, and whether it has to be offered first.
        case look
        /// Ask, after the offer was accepted where there was one.
        case ask(accepting: Bool)
        /// Note that the offer was declined.
        case decline
        case wait(until: ContinuousClock.Instant)
    }

    /// What a round came to, with the text for the screen.
    enum Ending: Hashable, Sendable {
        case cancelled(by: GateFlow.Canceller)
        case lockedOut(until: ContinuousClock.Instant, String)
        case unavailable(Obstacle, String)
        /// Each try of the finger was a miss.
        case missed(String)
        case failed(String, canRetry: Bool)
    }

    /// What was found before anybody is asked.
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
    /// Counts what was begun: an answer to an earlier round is late.
    private(set) var round = 0
    /// Whether this start has not asked by itself yet.
    private var mayTrigger = false
    private var isLooking = false
    /// Whether the daemon has taken this round's call.
    private var isTaken = false
    private var hiddenSince: ContinuousClock.Instant?
    /// Whether there was a start since the last outcome, success apart.
    private var isOpen = false
    /// Whether this start has no more tries of the finger.
    private var isFingerSpent = false

    init(_ options: GateFlow.Options, words: FlowWords) {
        self.words = words
        isRequired = options.isRequired
        autoTrigger = options.autoTrigger
        fallback = options.fallback
        longestAbsence = options.longestAbsence
        state = .init(phase: .idle, accessibleText: words.idle, outcome: nil, offersFinger: true)
    }

    // MARK: What the app and its user do

    mutating func start() -> Work? {
        guard !isAsking else { return nil }
        mayTrigger = autoTrigger
        isFingerSpent = false
        isOpen = true
        idle()
        isLooking = true
        return hiddenSince == nil ? begin(.look) : begin(.stop)
    }

    mutating func trigger() -> Work? {
        guard hiddenSince == nil, mayAsk else { return nil }
        if isLooking {
            // What is found may be an offer, which comes first.
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

    /// Whether a PIN or a password races the finger in the call that waits.
    var takesAnswer: Bool { isAsking && isTaken }

    /// What a PIN or a password does that does not race the finger.
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

    // MARK: What comes back; late answers change nothing

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

    mutating func progressed(isPromptVisible: Bool, isMiss: Bool, _ text: String, in round: Int) {
        guard round == self.round, isAsking else { return }
        isTaken = true
        show(.authenticating(promptVisible: isPromptVisible), text, alert: isMiss ? text : state.alert)
    }

    /// True where the result counts.
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
        case .missed(let text):
            isFingerSpent = true
            show(.failed(text: text, canRetry: false), text)
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

    /// A required gate stays where it is, unless the app itself took it away.
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
