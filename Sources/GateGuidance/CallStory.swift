public import GateModel

/// What a call that waits for its user has come to. Terminal, windows, notifications and an app's gate show it, each in its
/// own place and all by these rules.
///
/// A value without a clock: times are readings of one that never goes back.
public struct CallStory: Hashable, Sendable {
    /// Something that went wrong.
    public struct Alert: Hashable, Sendable {
        public let text: String
        /// Tells the same alert from one raised again, which is announced again.
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

    /// What a report brought.
    public enum News: Hashable, Sendable {
        /// The user's next step; `isNew` if it is another one than before.
        case step(isNew: Bool)
        /// The call waits for others, and then for its user.
        case queued
        /// A state that passes by itself.
        case passing
        /// An event; the next step, or the end, follows at once.
        case event
        /// The last miss; the call's error, which follows at once, says it, too.
        case lastMiss
        /// The PIN or the password typed was refused; nothing follows.
        case refused
    }

    private let language: Language
    /// The last report's text, as it came.
    public private(set) var said: String?
    /// The user's next step, or what the call waits for: a sentence.
    public private(set) var step: String?
    private var passing: String?
    public private(set) var alert: Alert?
    private var alerts = 0
    /// Whether the alert is about the PIN or the password typed, whose tries it tells.
    private var isAlertOfCredential = false
    private var tries: Int?
    public private(set) var touches: Touches?
    /// The last touch of an enrolment that was good: a sentence.
    public private(set) var status: String?
    /// Whether the reader wants a touch now.
    public private(set) var isTouchWanted = false
    /// Whether a finger would still do.
    public private(set) var takesFinger = true
    private var isPINSpent = false
    /// Whether the user types the password, of a call that takes the PIN, too.
    private var prefersPassword = false
    private var isLastTry = false
    private var isOver = false
    private var pausedUntil: Duration?
    /// The factor that cannot be tried during the pause; nil for the finger.
    private var pausedFactor: Factor?

    public init(in language: Language) {
        self.language = language
    }

    // MARK: What happens

    /// Takes a report of the call; `message` is its text for people.
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
            // The touch that failed is not among the tries left.
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
                // It was not compared, and may not be the next time.
                if progress.attemptsRemaining == nil { prefersPassword = true }
            }
            return .refused
        case .credentialWanted:
            step = message.asSentence
            tries = nil
            // The step says why.
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

    /// The user has typed something after the alert.
    public mutating func answered() { alert = nil }

    /// The user wants to type the other of PIN and password.
    public mutating func switchCredential() { prefersPassword.toggle() }

    /// Raises an alert that no report tells.
    public mutating func raise(_ text: String) {
        alerts += 1
        alert = Alert(text: text.escapingControls, number: alerts)
        isAlertOfCredential = false
    }

    /// The call is over; `pause` is the time until a finger can be tried again.
    public mutating func end(isConfirmed: Bool, pause: Duration? = nil, at now: Duration = .zero) {
        isOver = true
        status = nil
        tries = nil
        if isConfirmed || !isLastTry { alert = nil }
        pausedUntil = pause.map { now + $0 }
        pausedFactor = nil
    }

    // MARK: What is shown

    /// What to do or to wait for now: a sentence.
    public var line: String? { passing ?? step }

    /// The finger's tries left; nil if the alert tells them, or tells those of the PIN or the password.
    public var triesLeft: String? {
        guard let tries, tries > 0, alert == nil || !isAlertOfCredential else { return nil }
        let text = language.triesLeft(tries)
        return alert?.text.holds(text) == true ? nil : text
    }

    /// The PIN or the password to type, for a call that takes these factors; nil if none would do.
    ///
    /// A PIN without tries leaves its place to the password.
    public func credential(among factors: [Factor]) -> Factor? {
        let typable = typable(among: factors)
        return prefersPassword ? typable.last : typable.first
    }

    /// The other one, which may be typed instead.
    public func otherCredential(among factors: [Factor]) -> Factor? {
        typable(among: factors).first { $0 != credential(among: factors) }
    }

    private func typable(among factors: [Factor]) -> [Factor] {
        isOver ? [] : [.pin, .password].filter { factors.contains($0) && !($0 == .pin && isPINSpent) }
    }

    /// The time until the factor can be tried again; nil for one that can be tried now.
    public func pause(of factor: Factor?, at now: Duration) -> Duration? {
        guard pausedFactor == nil || pausedFactor == factor, let pausedUntil, pausedUntil > now else { return nil }
        return pausedUntil - now
    }
}

extension String {
    /// As `contains`, whose module would be 1.3 MB more of an app that has Swift's runtime in it.
    fileprivate func holds(_ part: String) -> Bool {
        let (bytes, wanted) = (Array(utf8), Array(part.utf8))
        return bytes.indices.contains { bytes[$0...].starts(with: wanted) }
    }

    /// The text with a full stop, unless it ends as a sentence.
    public var asSentence: String {
        guard let last, !".!?".contains(last) else { return self }
        return self + "."
    }
}
