// The state of one waiting request: the only place that decides what its window shows.

public import GateGuidance
internal import GateModel
public import GateWire

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
    public var known = AskerFacts()
    public private(set) var phase = Phase.waiting
    /// Whether the request was reported to be over.
    public private(set) var isOver = false
    /// Whether the user is still needed.
    public var isWaiting: Bool { !isOver && isOpen }
    private let language: Language
    private let notice: RequestNotice
    private var demand: String?
    private var status: String?
    private var triesLeft: Int?
    private var time = PromptTime()
    /// Why it ended without the user's action.
    private var explanation: String?
    /// Whether it ended during a pause of the finger.
    private var isLockedOut = false
    /// Whether the user prefers the password, if both are accepted.
    private var prefersPassword = false
    /// Whether a finger would still be accepted.
    private var isFingerWanted: Bool
    /// Whether a PIN would still be accepted.
    private var isPINWanted: Bool
    /// The factor that is paused; nil for the finger.
    private var pausedFactor: Factor?
    private var alert: PromptScreen.Alert?
    private var alerts = 0
    /// Whether the alert is about typed text, which has its own tries.
    private var isAlertOfCredential = false

    /// `message` is the text for people about the request's progress, in the same language.
    public init(_ request: Request, message: String?, at now: Duration = .zero, in language: Language) {
        self.request = request
        self.language = language
        isFingerWanted = request.factors.contains(.fingerprint)
        isPINWanted = request.factors.contains(.pin)
        notice = RequestNotice(
            program: request.command, operation: request.operation, item: request.item, label: request.label,
            reason: request.reason, in: language)
        time.give(request.remaining, at: now)
        report(message, at: now)
    }

    /// The request was reported again; `now` is from a monotonic clock.
    public mutating func take(_ request: Request, message: String?, at now: Duration = .zero) {
        // When the time restarts, the last progress is reported again.
        let isSame = self.request.progress == request.progress
        self.request = request
        let hasMoreTime = time.give(request.remaining, at: now)
        isFingerWanted = request.factors.contains(.fingerprint)
        if !isSame || !hasMoreTime { report(message, at: now) }
    }

    private mutating func report(_ message: String?, at now: Duration) {
        guard let progress = request.progress, let message = message?.escapingControls else { return }
        switch progress.event {
        case .waitingForFinger:
            demand = message.asSentence
            triesLeft = progress.attemptsRemaining
        case .queued, .fingerPresent:
            demand = message.asSentence
        case .retry, .noMatch:
            raise(message)
            // The touch that failed has used up a try.
            if let remaining = progress.attemptsRemaining { triesLeft = remaining }
        case .credentialWrong:
            raise(message)
            isAlertOfCredential = true
            time.pause(for: progress.retryAfter, at: now)
            pausedFactor = progress.factor
            if progress.isPINSpent { isPINWanted = false }
            // It is unknown whether it would be right another time.
            if progress.isPINUnchecked { prefersPassword = true }
        case .credentialWanted:
            demand = message.asSentence
            triesLeft = nil
            // The instruction says why.
            alert = nil
            isFingerWanted = false
        case .stagePassed:
            status = message
            alert = nil
        case .matched:
            if phase != .done { finish(.done) }
        }
    }

    /// The typed text was submitted.
    public mutating func answer() {
        guard phase == .waiting else { return }
        alert = nil
        phase = .checking
    }

    /// The typed text was right.
    public mutating func answerAccepted() { finish(.done) }

    /// The typed text did not decide the request; `text` says why, unless a report of the request does.
    public mutating func answerRefused(_ text: String?) {
        guard phase == .checking else { return }
        phase = .waiting
        if isOver { return finish(.ended) }
        if let text { raise(text.escapingControls) }
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
        time = PromptTime()
        if outcome?.factor != nil { return finish(.done) }
        finish(.ended)
        guard let error = outcome?.errorName, !error.hasSuffix(".Cancelled") else { return }
        isLockedOut = error.hasSuffix(".Lockout")
        // The countdown shows how long it lasts.
        explanation = isLockedOut ? outcome?.guidance?.title.asSentence : outcome?.guidance?.spokenWithoutFallback
        explanation = explanation?.escapingControls
        pausedFactor = nil
        if isLockedOut { time.pause(for: outcome?.retryAfter, at: now) }
    }

    /// No more time is available.
    public mutating func extendNoMore() { time.extendNoMore() }

    /// The user switches between PIN and password.
    public mutating func switchField() { prefersPassword.toggle() }

    /// How long the screen stays the same if nothing happens; nil for ever.
    public func unchanged(at now: Duration) -> Duration? { time.unchanged(at: now) }

    /// How long the window of a finished request stays: long enough to read or hear it, or to wait out a pause.
    ///
    /// - Parameter isHeard: whether assistive technology listens. It reads a text only after the one before, and does
    ///   not read the text of a window that is gone by then.
    public func lingers(at now: Duration, isHeard: Bool = false) -> Duration {
        switch phase {
        case .waiting, .checking, .done: isHeard ? .seconds(3) : .milliseconds(600)
        case .ended:
            (time.pause(at: now).map { min($0, .seconds(120)) } ?? .zero) + .seconds(explanation == nil ? 3 : 6)
        }
    }

    private mutating func finish(_ phase: Phase) {
        self.phase = phase
        status = nil
        triesLeft = nil
        // A finished request has no tries left.
        if phase == .done || request.progress?.isLast != true { alert = nil }
    }

    private mutating func raise(_ text: String) {
        alerts += 1
        alert = PromptScreen.Alert(text: text, number: alerts)
        isAlertOfCredential = false
    }

    // MARK: On the screen

    /// The window's present content; `others` is how many requests wait behind this one.
    public func screen(others: Int = 0, at now: Duration = .zero) -> PromptScreen {
        let pause = pausedFactor == nil || pausedFactor == field?.factor ? time.secondsPaused(at: now) : nil
        let isPaused = pause != nil
        let left = phase == .waiting ? time.secondsLeft(at: now) : nil
        return PromptScreen(
            picture: picture, heading: notice.title, asker: Asker(request, known, in: language),
            reason: notice.reason, instruction: instruction(isPaused: isPaused), triesLeft: tries, status: status,
            alert: alert, field: field, countdown: pause.map { text(.paused(seconds: $0)) },
            timeLeft: left.map { text(.timeLeft(seconds: $0)) },
            moreTime: left == nil || !time.isExtendable ? nil : text(.moreTime),
            otherField: otherField, fieldLabel: fieldLabel, takesAnswer: field != nil && phase == .waiting && !isPaused,
            queue: others > 0 ? text(.others(others)) : nil, buttons: buttons)
    }

    private var picture: PromptScreen.Picture {
        switch phase {
        case .waiting, .checking: .fingerprint
        case .done: .check
        case .ended: .ended
        }
    }

    private func instruction(isPaused: Bool) -> String {
        switch phase {
        case .waiting: demand ?? text(isFingerWanted ? .preparing : typeText)
        case .checking: text(.checking)
        case .done: ScreenMessage.confirmed.text(offering: .own, in: language)
        case .ended:
            if isLockedOut && !isPaused { text(.fingerAgain) } else { explanation ?? notice.ending }
        }
    }

    private var tries: String? {
        // Typed text has its own tries, which the alert reports.
        let isAnotherTold = alert != nil && isAlertOfCredential
        guard let triesLeft, triesLeft > 0, phase == .waiting, !isAnotherTold else { return nil }
        let text = language.triesLeft(triesLeft)
        return alert?.text.contains(text) == true ? nil : text
    }

    private var isOpen: Bool { phase == .waiting || phase == .checking }

    private var field: PromptScreen.Field? {
        guard isOpen else { return nil }
        // A blocked PIN is replaced by the password, or by the finger alone if there is none.
        let takesPassword = request.factors.contains(.password)
        if isPINWanted, request.factors.contains(.pin), !prefersPassword || !takesPassword { return .pin }
        return takesPassword ? .password : nil
    }

    private var otherField: String? {
        guard phase == .waiting, isPINWanted, request.factors.contains(.pin), request.factors.contains(.password)
        else { return nil }
        return field == .pin ? language.words.usePassword : language.words.usePIN
    }

    private var fieldLabel: String? {
        guard let field else { return nil }
        guard isFingerWanted else { return text(typeText) }
        return text(field == .pin ? .orTypePIN : .orTypePassword)
    }

    private var typeText: ScreenText { field == .password ? .typePassword : .typePIN }

    private var buttons: [PromptScreen.Button] {
        guard isOpen else { return [PromptScreen.Button(purpose: .close, caption: text(.close))] }
        let cancel = PromptScreen.Button(purpose: .cancel, caption: Caption.cancel.text(in: language))
        guard field != nil else { return [cancel] }
        return [cancel, PromptScreen.Button(purpose: .confirm, caption: text(.confirm))]
    }

    private func text(_ text: ScreenText) -> String { text.words(in: language) }
}

extension Progress {
    /// Whether a PIN was given and has no more tries.
    fileprivate var isPINSpent: Bool {
        event == .credentialWrong && factor == .pin && retryAfter == nil && attemptsRemaining == 0
    }

    /// Whether a PIN was given that could not be compared.
    fileprivate var isPINUnchecked: Bool {
        event == .credentialWrong && factor == .pin && retryAfter == nil && attemptsRemaining == nil
    }

    /// Whether nothing can be tried after this.
    fileprivate var isLast: Bool { (event == .noMatch || event == .credentialWrong) && attemptsRemaining == 0 }
}

extension PromptScreen.Field {
    fileprivate var factor: Factor {
        switch self {
        case .pin: .pin
        case .password: .password
        }
    }
}

extension Guidance {
    /// Title and body without the typed alternative, which a finished call's window cannot offer.
    fileprivate var spokenWithoutFallback: String {
        let language = Language(matching: locale)
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

extension String {
    /// With a full stop if it has no end mark.
    package var asSentence: String { last.map { ".?!".contains($0) } ?? true ? self : self + "." }
}
