public import GateModel

/// The state of a call that waits for its user, computed from its progress reports. Terminal, windows, notifications
/// and an app's gate all show it by these rules.
///
/// It reads no clock: callers pass readings of a monotonic one.
public struct CallStory: Hashable, Sendable {
    /// A problem that the user is told about.
    public struct Alert: Hashable, Sendable {
        public let text: String
        /// Grows with each alert, so that a screen reader announces a text that is raised a second time.
        public let number: Int

        public init(text: String, number: Int) {
            self.text = text
            self.number = number
        }
    }

    /// The touches of an enrolment.
    public struct Touches: Hashable, Sendable {
        public let done: Int
        public let all: Int
    }

    /// The kind of news in a report.
    public enum News: Hashable, Sendable {
        /// The user's next step; `isNew` if it differs from the step before.
        case step(isNew: Bool)
        /// The call waits for other calls before it waits for its user.
        case queued
        /// A state that ends without the user's action.
        case passing
        /// An event; a report of the next step, or the end, follows at once.
        case event
        /// The last miss. The call's error follows at once and says the same, so showing both would repeat it.
        case lastMiss
        /// The typed PIN or password was refused; no report follows.
        case refused
    }

    private let language: Language
    /// The last report's text, with control characters escaped.
    public private(set) var said: String?
    /// One sentence: the user's next step, or the reason why the call waits.
    public private(set) var step: String?
    private var passing: String?
    public private(set) var alert: Alert?
    private var alerts = 0
    /// Whether the alert is about the typed PIN or password. Its text then names the tries of that credential.
    private var isAlertOfCredential = false
    /// Whether the alert only says what happened, and the user's next step is still the one before.
    public private(set) var needsStepBelowAlert = false
    /// Whether what follows at once says the same as the alert.
    public var isAlertFollowed: Bool { isAlertOfLastMiss && alert != nil && !isOver }
    private var isAlertOfLastMiss = false
    private var tries: Int?
    public private(set) var touches: Touches?
    /// One sentence about the last good touch of an enrolment.
    public private(set) var status: String?
    /// Whether the reader waits for a touch now.
    public private(set) var isTouchWanted = false
    /// Whether the call still accepts a finger.
    public private(set) var takesFinger = true
    private var isPINSpent = false
    /// Whether the user chose the password although the call also accepts the PIN.
    private var prefersPassword = false
    private var isLastTry = false
    private var isOver = false
    private var pausedUntil: Duration?
    /// The factor that cannot be tried during the pause; nil if no factor can.
    private var pausedFactor: Factor?

    public init(in language: Language) {
        self.language = language
    }

    // MARK: Events

    /// Applies a report of the call; `message` is its text for people.
    @discardableResult
    public mutating func report(_ progress: Progress, _ message: String, at now: Duration = .zero) -> News {
        let message = message.escapingControls
        said = message
        passing = nil
        isLastTry =
            (progress.event == .noMatch || progress.event == .credentialWrong) && progress.attemptsRemaining == 0
        if let all = progress.stages { touches = Touches(done: touches?.done ?? 0, all: all) }
        switch progress.event {
        case .queued:
            step = message.asSentence
            isTouchWanted = false
            return .queued
        case .waitingForFinger:
            let isNew = step != message.asSentence
            step = message.asSentence
            tries = progress.attemptsRemaining
            takesFinger = true
            isTouchWanted = true
            return .step(isNew: isNew)
        case .fingerPresent:
            passing = message.asSentence
            isTouchWanted = true
            return .passing
        case .retry, .noMatch:
            raise(message)
            needsStepBelowAlert = progress.event == .noMatch && !isLastTry
            isAlertOfLastMiss = progress.event == .noMatch && isLastTry
            // The report's number already leaves out the touch that failed.
            if let remaining = progress.attemptsRemaining { tries = remaining }
            isTouchWanted = true
            return progress.event == .noMatch && isLastTry ? .lastMiss : .event
        case .credentialWrong:
            raise(message)
            isAlertOfCredential = true
            pausedUntil = progress.retryAfter.map { now + $0 }
            pausedFactor = progress.factor
            if progress.factor == .pin, progress.retryAfter == nil {
                if progress.attemptsRemaining == 0 { isPINSpent = true }
                // Without a number of tries the PIN was not compared, and the next one may not be either.
                if progress.attemptsRemaining == nil { prefersPassword = true }
            }
            return .refused
        case .credentialWanted:
            step = message.asSentence
            tries = nil
            // The new step gives the reason.
            alert = nil
            takesFinger = false
            isTouchWanted = false
            return .step(isNew: true)
        case .stagePassed:
            status = message
            if let all = touches?.all, let done = progress.stage { touches = Touches(done: done, all: all) }
            alert = nil
            isTouchWanted = true
            return .event
        case .matched:
            passing = message.asSentence
            alert = nil
            isTouchWanted = false
            return .event
        }
    }

    /// The user has typed something, so the alert is out of date.
    public mutating func answered() { alert = nil }

    /// The user switches between PIN and password.
    public mutating func switchCredential() { prefersPassword.toggle() }

    /// Raises an alert that comes from no report.
    public mutating func raise(_ text: String) {
        alerts += 1
        alert = Alert(text: text.escapingControls, number: alerts)
        isAlertOfCredential = false
        needsStepBelowAlert = false
        isAlertOfLastMiss = false
    }

    /// The call has ended; `pause` is the time until a finger can be tried again.
    public mutating func end(isConfirmed: Bool, pause: Duration? = nil, at now: Duration = .zero) {
        isOver = true
        status = nil
        tries = nil
        if isConfirmed || !isLastTry { alert = nil }
        pausedUntil = pause.map { now + $0 }
        pausedFactor = nil
    }

    // MARK: Display

    /// One sentence: the user's present step, or the reason to wait.
    public var line: String? { passing ?? step }

    /// The finger's tries left, in words; nil if the alert already names them, or is about the PIN or password.
    public var triesLeft: String? {
        guard let tries, tries > 0, alert == nil || !isAlertOfCredential else { return nil }
        let text = language.triesLeft(tries)
        return alert?.text.holds(text) == true ? nil : text
    }

    /// The credential to type now, of a call that accepts `factors`; nil if typing cannot help.
    ///
    /// The password takes the place of a PIN without tries.
    public func credential(among factors: [Factor]) -> Factor? {
        let typable = typable(among: factors)
        return prefersPassword ? typable.last : typable.first
    }

    /// The credential that may be typed instead.
    public func otherCredential(among factors: [Factor]) -> Factor? {
        typable(among: factors).first { $0 != credential(among: factors) }
    }

    private func typable(among factors: [Factor]) -> [Factor] {
        isOver ? [] : [.pin, .password].filter { factors.contains($0) && !($0 == .pin && isPINSpent) }
    }

    /// The time until `factor` can be tried again; nil if it can be tried now.
    public func pause(of factor: Factor?, at now: Duration) -> Duration? {
        guard pausedFactor == nil || pausedFactor == factor, let pausedUntil, pausedUntil > now else { return nil }
        return pausedUntil - now
    }
}

extension String {
    /// Compares bytes because `contains` links a module that adds 1.3 MB to a statically linked app.
    fileprivate func holds(_ part: String) -> Bool {
        let (bytes, wanted) = (Array(utf8), Array(part.utf8))
        return bytes.indices.contains { bytes[$0...].starts(with: wanted) }
    }

    /// The text with a full stop, unless it already ends with `.`, `!` or `?`.
    public var asSentence: String {
        guard let last, !".!?".contains(last) else { return self }
        return self + "."
    }
}
