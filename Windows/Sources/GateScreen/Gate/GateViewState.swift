// The state of an app's gate, and the screen that it gives.

public import BiometricGate
public import GateGuidance

/// One gate of an app, as its view follows it: from the flow's states and the app's texts to a screen.
public struct GateViewState: Sendable {
    /// The flow's state at one moment.
    public struct Seen: Hashable, Sendable {
        public var phase: GateFlow.Phase
        public var text: String
        public var outcome: GateFlow.Outcome?
        public var offersFinger: Bool
        public var alert: String?
        /// The caption of the button for the alternative.
        public var fallback: String?

        public init(
            _ phase: GateFlow.Phase, text: String, outcome: GateFlow.Outcome? = nil, offersFinger: Bool = true,
            alert: String? = nil, fallback: String?
        ) {
            self.phase = phase
            self.text = text
            self.outcome = outcome
            self.offersFinger = offersFinger
            self.alert = alert
            self.fallback = fallback
        }

        /// The flow's present state.
        public init(_ state: GateFlow.State, fallback: String?) {
            self.init(
                state.phase, text: state.accessibleText, outcome: state.outcome, offersFinger: state.offersFinger,
                alert: state.alert, fallback: fallback)
        }
    }

    private let language: Language
    private let options: GateFlow.Options
    /// The heading; nil for the language's own.
    public var title: String?
    /// The gate's purpose.
    public var details: String?
    /// The text when the finger fails, instead of the gate's own.
    public var errorText: String?

    private var seen: Seen
    /// Whether the PIN or password is typed here.
    private var isTyping = false
    /// Whether no finger could be asked for at the last attempt.
    private var isFingerAway = false
    /// Whether the finger has no tries left.
    private var isFingerSpent = false
    /// Whether nothing typed could have worked: there may be no PIN.
    private var isFieldUseless = false
    /// Whether the app's server refused.
    private var isRejected = false
    private var alertCount = 0

    public init(options: GateFlow.Options, details: String?, in language: Language) {
        self.language = language
        self.options = options
        self.details = details
        seen = Seen(.idle, text: "", fallback: nil)
    }

    /// The credential that may be typed here as the alternative to the finger.
    public var typed: PromptScreen.Field? {
        switch options.fallback {
        case .pin: .pin
        case .password: .password
        case .app, .none: nil
        }
    }

    /// Takes in the flow's present state.
    public mutating func see(_ seen: Seen) {
        let previous = self.seen
        self.seen = seen
        switch seen.phase {
        case .idle:
            isTyping = seen.outcome == .fallback(options.fallback) && typed != nil
            isFingerSpent = !seen.offersFinger
            if seen.outcome == nil { isFieldUseless = false }
        case .explaining, .succeeded:
            isTyping = false
        case .authenticating(promptVisible: true):
            isFingerAway = false
        case .unavailable:
            isFingerAway = true
        case .lockedOut:
            isFingerSpent = true
        case .failed(_, canRetry: false) where isTyping && !isFingerSpent:
            // After a wrong one, another could be typed.
            isTyping = false
            isFieldUseless = true
        case .authenticating, .failed: break
        }
        if case .failed = seen.phase {
            // Only the app's server refuses a gate that was passed.
            if previous.phase == .succeeded { isRejected = true }
        } else {
            isRejected = false
        }
        if isTold(after: previous) { alertCount += 1 }
    }

    /// Whether the alert is a new one; for a call that waits on, it is the last report.
    private func isTold(after previous: Seen) -> Bool {
        guard alertText != nil, previous != seen else { return false }
        return seen.alert == nil || seen.alert == seen.text
    }

    /// The user prefers the finger to typing.
    public mutating func leaveField() { isTyping = false }

    /// The user wants to type, if something may be typed here.
    public mutating func enterField() { isTyping = typed != nil }

    // MARK: The screen

    public var screen: GateViewScreen {
        GateViewScreen(
            picture: picture, isPulsing: isAsking && !isTyping, isDimmed: isPrompting,
            title: heading, details: body,
            alert: alertText.map { .init(text: $0.typographic(in: language), number: alertCount) }, isError: isError,
            status: status?.typographic(in: language),
            field: isTyping ? typed : nil, fieldLabel: isTyping ? fieldLabel : nil,
            primary: primary, secondary: secondary, settings: settings,
            close: options.isRequired || seen.phase == .succeeded ? nil : Caption.cancel.text(in: language))
    }

    private var isAsking: Bool {
        if case .authenticating = seen.phase { true } else { false }
    }

    private var isPrompting: Bool { seen.phase == .authenticating(promptVisible: true) && !isTyping }

    private var picture: GateViewScreen.Picture {
        switch seen.phase {
        case .succeeded: .check
        case .unavailable, .lockedOut, .failed(_, canRetry: false): isTyping ? .key : .unavailable
        case .idle, .explaining, .authenticating, .failed: isTyping ? .key : .fingerprint
        }
    }

    private var isError: Bool {
        switch seen.phase {
        case .failed, .authenticating: true
        case .idle, .explaining, .lockedOut, .unavailable, .succeeded: false
        }
    }

    private var heading: String {
        if case .explaining(let offer) = seen.phase { return offer.title }
        if let title { return title }
        let countsFinger = picture == .fingerprint && (seen.offersFinger || isAsking)
        return countsFinger
            ? GateText.title.words(in: language)
            : Caption.verifyIdentity.text(in: language).typographic(in: language)
    }

    private var body: String? {
        guard case .explaining(let offer) = seen.phase else { return details }
        return [details?.asSentence, offer.body].compactMap(\.self).joined(separator: " ")
    }

    private var alertText: String? {
        switch seen.phase {
        case .failed(let text, _): isTyping || isFieldUseless || isRejected ? text : errorText ?? text
        case .lockedOut, .unavailable: seen.text
        case .authenticating: seen.alert
        case .idle, .explaining, .succeeded: nil
        }
    }

    private var status: String? {
        switch seen.phase {
        case .idle, .explaining, .failed, .lockedOut, .unavailable: nil
        case .succeeded: seen.text
        case .authenticating(let isVisible):
            if isTyping {
                ScreenText.checking.words(in: language)
            } else if isVisible {
                withoutHeading(seen.text == seen.alert ? Self.touch(in: language) : instruction)
            } else if seen.text == Caption.useFingerprint.text(in: language) {
                // The reader has not reported anything yet.
                ScreenText.preparing.words(in: language)
            } else {
                seen.text
            }
        }
    }

    /// The flow's message, without the reason if that is shown above it.
    private var instruction: String {
        details.map { seen.text.withoutReason($0) } ?? seen.text
    }

    /// The instruction, in other words than the heading's.
    private func withoutHeading(_ instruction: String) -> String {
        instruction.asSentence.hasSuffix(heading.asSentence) ? GateText.touch.words(in: language) : instruction
    }

    private var fieldLabel: String? {
        switch typed {
        case .pin: ScreenText.typePIN.words(in: language)
        case .password: ScreenText.typePassword.words(in: language)
        case nil: nil
        }
    }

    // MARK: Buttons

    private typealias Button = GateViewScreen.Button

    private var primary: Button? {
        if isTyping { return Button(.confirm, ScreenText.confirm.words(in: language), isEnabled: !isAsking) }
        switch seen.phase {
        case .idle: return seen.offersFinger ? ask(.useFingerprint) : fallback
        case .explaining(let offer): return Button(.turnOn, offer.turnOn)
        // The instruction stands in the button's place.
        case .authenticating, .succeeded: return nil
        case .failed(_, canRetry: true): return ask(.tryAgain)
        case .failed where isFieldUseless: return signIn
        case .failed, .lockedOut: return fallback
        case .unavailable: return fallback ?? retry
        }
    }

    private var secondary: Button? {
        if isTyping { return isAsking ? nil : wayOut }
        switch seen.phase {
        case .idle: return seen.offersFinger ? choice : nil
        case .explaining(let offer): return Button(.notNow, offer.notNow)
        case .authenticating, .failed(_, canRetry: true): return choice
        case .failed where isFieldUseless: return ask(.tryAgain)
        case .failed, .lockedOut, .succeeded: return nil
        case .unavailable: return fallback == nil ? nil : retry
        }
    }

    private func ask(_ caption: Caption) -> Button { Button(.ask, caption.text(in: language)) }

    private var fallback: Button? { seen.fallback.map { Button(.fallback, $0) } }

    private var signIn: Button { Button(.signIn, Caption.signIn.text(in: language)) }

    /// The way out of the field, for a user who cannot fill it.
    private var wayOut: Button {
        if isFingerSpent { return signIn }
        return isFingerAway ? Button(.back, GateText.back.words(in: language)) : ask(.useFingerprint)
    }

    /// The alternative beside the finger; the app's own sign-in appears only once no other way is left.
    private var choice: Button? { options.fallback == .none ? nil : fallback }

    /// Another attempt, if that may have another result.
    private var retry: Button? {
        guard case .unavailable(let obstacle) = seen.phase else { return nil }
        switch obstacle {
        // The user may have been in the settings.
        case .noHardware, .hardwareUnavailable, .notRunning, .notEnrolled, .disabled: return ask(.tryAgain)
        case .lockedOut, .credentialNeeded: return nil
        }
    }

    private var settings: String? {
        guard !isTyping else { return nil }
        switch seen.phase {
        case .unavailable(.disabled), .unavailable(.notEnrolled): return GateText.settings.words(in: language)
        case .idle, .explaining, .authenticating, .succeeded, .failed, .lockedOut, .unavailable: return nil
        }
    }

    /// The reader's request, in words.
    static func touch(in language: Language) -> String {
        Guidance.for(.available, fallbacks: [], in: language).title
    }
}
