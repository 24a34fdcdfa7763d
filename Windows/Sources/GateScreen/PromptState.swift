// The state of one waiting request: the only place that decides what its window shows.

public import GateGuidance
public import GateModel
import GateWire

/// One waiting request, from its first report to its end.
public struct PromptState: Hashable, Sendable {
    /// Its progress, as its window shows it.
    public enum Phase: Hashable, Sendable {
        /// The user is asked.
        case waiting
        /// The typed text is being compared.
        case checking
        /// The user was confirmed.
        case done
        /// It has ended for another reason.
        case ended
    }

    public private(set) var request: Request
    /// The prompt's findings about the asking process, besides the service's.
    public var known = AskerFacts() { didSet { notice = RequestNotice(request, known, in: language) } }
    private var notice: RequestNotice
    /// Whether the user wants to see long values whole.
    private var showsWhole = false
    public private(set) var phase = Phase.waiting
    /// Whether the request was reported to be over.
    public private(set) var isOver = false
    /// Whether the user is still needed.
    public var isWaiting: Bool { !isOver && isOpen }
    private let language: Language
    private var story: CallStory
    private var time = PromptTime()
    /// Why it ended without the user's action.
    private var explanation: String?
    /// Whether it ended during a pause of the finger.
    private var isLockedOut = false
    private var hasMissed = false

    /// `message` is the text for people about the request's progress, in the same language.
    public init(_ request: Request, message: String?, at now: Duration = .zero, in language: Language) {
        self.request = request
        self.language = language
        story = CallStory(in: language)
        notice = RequestNotice(request, known, in: language)
        time.give(request.remaining, at: now)
        report(message, at: now)
    }

    /// The request was reported again; `now` is from a monotonic clock.
    public mutating func take(_ request: Request, message: String?, at now: Duration = .zero) {
        // When the time restarts or another account is chosen, the last progress is reported again.
        let isSame = self.request.progress == request.progress
        let isChoice = self.request.accounts != request.accounts
        self.request = request
        if isChoice { notice = RequestNotice(request, known, in: language) }
        let hasMoreTime = time.give(request.remaining, at: now)
        if !isSame || !hasMoreTime && !isChoice { report(message, at: now) }
    }

    private mutating func report(_ message: String?, at now: Duration) {
        guard let progress = request.progress, var message else { return }
        // The heading names the item, so the instruction does not.
        if progress.event == .waitingForFinger, request.operation != .enroll {
            message = progress.message(for: Situation(operation: request.operation), in: language)
        }
        if progress.event == .noMatch { hasMissed = true }
        story.report(progress, message, at: now)
        if progress.event == .matched, phase != .done { finish(.done) }
    }

    /// The account that typed text confirms; nil if the request offers no choice.
    public var account: PasskeyAccount? { request.accounts.first(where: \.isChosen) }

    /// Whether the user may choose another account: not while typed text is being compared, which confirms the shown one.
    public var mayChoose: Bool { phase == .waiting && !isOver }

    /// The typed text was submitted.
    public mutating func answer() {
        guard phase == .waiting else { return }
        story.answered()
        phase = .checking
    }

    /// The typed text was right.
    public mutating func answerAccepted() { finish(.done) }

    /// The typed text did not decide the request; `text` says why, unless a report of the request does.
    public mutating func answerRefused(_ text: String?) {
        guard phase == .checking else { return }
        phase = .waiting
        if isOver { return finish(.ended) }
        if let text { story.raise(text) }
    }

    /// The service is gone, and the request with it.
    public mutating func lose() {
        isOver = true
        guard isOpen else { return }
        finish(.ended)
        explanation = ScreenMessage.notRunning.text(offering: .own, in: language)
    }

    /// The request is over; nil if its outcome is unknown.
    public mutating func end(_ outcome: RequestOutcome? = nil, at now: Duration = .zero) {
        isOver = true
        switch phase {
        case .waiting: finish(outcome, at: now)
        // Otherwise the answer's own outcome follows.
        case .checking: if outcome != nil { finish(outcome, at: now) }
        case .done, .ended: break
        }
    }

    private mutating func finish(_ outcome: RequestOutcome?, at now: Duration) {
        if outcome?.factor != nil { return finish(.done) }
        isLockedOut = outcome?.errorName?.hasSuffix(".Lockout") ?? false
        finish(.ended, pause: isLockedOut ? outcome?.retryAfter : nil, at: now)
        // The countdown shows how long a lockout lasts.
        explanation = isLockedOut ? outcome?.guidance?.title.asSentence : outcome?.guidance?.endOfAsking
        explanation = explanation?.escapingControls
    }

    /// No more time is available.
    public mutating func extendNoMore() { time.extendNoMore() }

    /// The user switches between PIN and password.
    public mutating func switchField() { story.switchCredential() }

    /// The user wants to see long values, such as a key's digest, whole.
    public mutating func showWhole() { showsWhole = true }

    /// How long the screen stays the same if nothing happens; nil for ever.
    public func unchanged(at now: Duration) -> Duration? { time.unchanged(at: now, pause: pause(at: now)) }

    /// How long the window of a finished request stays; nil if until the user closes it.
    ///
    /// - Parameters:
    /// - audience: who may be listening. A screen reader reads a text only after the one before, and does not read the
    ///   text of a window that is gone by then.
    /// - others: how many requests wait for the window to go.
    public func lingers(for audience: Audience = .eyes, others: Int = 0) -> Duration? {
        switch (phase, audience) {
        case (.waiting, _), (.checking, _), (.done, .eyes): .milliseconds(600)
        case (.done, _), (.ended, .eyes): .seconds(3)
        case (.ended, .assistant): .seconds(6)
        case (.ended, .screenReader): others > 0 ? .seconds(6) : nil
        }
    }

    private mutating func finish(_ phase: Phase, pause: Duration? = nil, at now: Duration = .zero) {
        self.phase = phase
        time = PromptTime()
        story.end(isConfirmed: phase == .done, pause: pause, at: now)
    }

    /// The time in which nothing can be tried.
    private func pause(at now: Duration) -> Duration? { story.pause(of: credential, at: now) }

    // MARK: Display

    /// The window's present content; `others` is how many requests wait behind this one.
    public func screen(others: Int = 0, at now: Duration = .zero) -> PromptScreen {
        let pause = pause(at: now).map(PromptTime.seconds)
        let isPaused = pause != nil
        let ending = phase == .waiting ? time.ending(at: now) : nil
        let warning = ending.map { text(.timeLeft(seconds: $0.seconds)) }
        return PromptScreen(
            picture: picture(isPaused: isPaused), isPulsing: isFingerAwaited,
            heading: notice.title.typographic(in: language), note: notice.note?.typographic(in: language),
            choice: accounts.isEmpty ? nil : text(.chooseAccount), accounts: accounts,
            verified: PromptScreen.Block(
                notice.verified, items: request.items.count, isWhole: showsWhole, in: language),
            claimed: PromptScreen.Block(notice.claimed, isWhole: showsWhole, in: language),
            showWhole: notice.isCut && !showsWhole ? text(.showWhole) : nil,
            instruction: instruction(isPaused: isPaused).typographic(in: language),
            showsInstruction: !isOpen || story.alert == nil || story.needsStepBelowAlert && ending == nil,
            triesLeft: phase == .waiting && hasMissed ? story.triesLeft : nil,
            status: story.status, alert: isOpen ? story.alert?.typographic(in: language) : nil,
            isAlertFollowed: story.isAlertFollowed, field: field,
            countdown: pause.map { text(.paused(seconds: $0)) },
            warning: warning, timeLeft: ending?.isCounted == true ? warning : nil,
            moreTime: ending == nil || !time.isExtendable ? nil : text(.moreTime),
            otherField: otherField, fieldLabel: fieldLabel, takesAnswer: field != nil && phase == .waiting && !isPaused,
            queue: others > 0 ? text(.others(others)) : nil, buttons: buttons)
    }

    /// While the user may still be asked: afterwards the heading has the account.
    private var accounts: [PromptScreen.Account] {
        (isOpen ? notice.accounts : []).map {
            PromptScreen.Account(
                account: $0.account, lines: $0.lines.joined(separator: "\n"), name: $0.lines.joined(separator: ", "))
        }
    }

    private func picture(isPaused: Bool) -> PromptScreen.Picture {
        switch phase {
        case .waiting, .checking:
            if isFingerWanted { return request.progress?.event == .queued ? .clock : .fingerprint }
            return isPaused ? .clock : field == nil ? .ended : .key
        case .done: return .check
        case .ended: return !isLockedOut ? .ended : isPaused ? .clock : .check
        }
    }

    private var isFingerAwaited: Bool { phase == .waiting && isFingerWanted && story.isTouchWanted }

    private func instruction(isPaused: Bool) -> String {
        switch phase {
        case .waiting: story.line ?? text(isFingerWanted ? .preparing : typeText)
        case .checking: text(.checking)
        case .done: ScreenMessage.confirmed.text(offering: .own, in: language)
        case .ended:
            if isLockedOut && !isPaused { text(.fingerAgain) } else { explanation ?? text(.over) }
        }
    }

    private var isOpen: Bool { phase == .waiting || phase == .checking }

    private var isFingerWanted: Bool { story.takesFinger && request.factors.contains(.fingerprint) }

    /// The credential that may be typed.
    private var credential: Factor? { isOpen ? story.credential(among: request.factors) : nil }

    private var field: PromptScreen.Field? { credential.map { $0 == .pin ? .pin : .password } }

    private var otherField: String? {
        guard phase == .waiting else { return nil }
        return story.otherCredential(among: request.factors)?.instead(in: language)
    }

    private var fieldLabel: String? {
        guard let field else { return nil }
        guard isFingerWanted else { return text(typeText) }
        return text(field == .pin ? .orTypePIN : .orTypePassword)
    }

    private var typeText: ScreenText { field == .password ? .typePassword : .typePIN }

    private var buttons: [PromptScreen.Button] {
        if phase == .done { return [] }
        guard isOpen else { return [PromptScreen.Button(purpose: .close, caption: text(.close))] }
        let cancel = PromptScreen.Button(purpose: .cancel, caption: Caption.cancel.text(in: language))
        guard field != nil else { return [cancel] }
        return [cancel, PromptScreen.Button(purpose: .confirm, caption: text(.act(notice.act)))]
    }

    private func text(_ text: ScreenText) -> String { text.words(in: language) }
}

extension Guidance {
    /// Why a call ended, as its caller hears it: title and body, without the typed alternative, which the window of a
    /// finished call cannot offer.
    fileprivate var endOfAsking: String {
        let language = Language(matching: locale)
        if self == Guidance.for(.cancelled(by: .client), in: language) { return title.asSentence }
        let timedOut = [[Factor.pin], [.password]].map { Guidance.for(.timedOut(fallbacks: $0), in: language).body }
        if timedOut.contains(body) { return Guidance.for(.timedOut(fallbacks: []), in: language).spoken }
        // A miss reports nothing else.
        let fallbacks = [[Factor.pin], [.password], []].map {
            Guidance.for(.authenticationFailed(fallbacks: $0), in: language).body
        }
        guard let fallback = fallbacks.first(where: { body.hasSuffix($0) }) else { return spoken }
        let rest = body.dropLast(fallback.count)
        return rest.isEmpty ? title.asSentence : "\(title.asSentence) \(rest.dropLast())"
    }
}
