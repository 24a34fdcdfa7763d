public import GateModel

extension GateFlow {
    /// The purpose of a gate.
    public enum Purpose: Hashable, Sendable {
        /// A sealed secret: `takeSecret()` hands it over.
        case secret(ItemName)
        /// A signature of 1 to 65536 bytes: `signature` holds it.
        case signature(of: [UInt8], by: ItemName)
        /// Only a yes, as trustworthy as the program that asks.
        case confirmation
    }

    /// The alternative to the finger.
    public enum Fallback: Hashable, Sendable {
        /// The gate's PIN, given to `answer(_:)`.
        case pin
        /// The system's password, given to `answer(_:)`.
        case password
        /// A screen of the app, such as a pattern, a bank ID or its sign-in; the label is its button's.
        case app(label: String)
        /// None: the texts tell the user to sign in again. Discouraged.
        case none

        /// The alternative while no daemon can check a PIN or a password.
        var unchecked: Self {
            switch self {
            case .pin, .password, .none: .none
            case .app: self
            }
        }
    }

    /// How a gate behaves.
    public struct Options: Hashable, Sendable {
        /// Whether a cancelled gate stays in `idle`, for the user to try again; otherwise it ends with the outcome
        /// `cancelled`, and its screen can be closed.
        public var isRequired: Bool
        /// Whether `start()` requests the finger at once; otherwise `trigger()` does.
        public var autoTrigger: Bool
        public var fallback: Fallback
        /// The app that offers fingerprint unlocking in `explaining` before its first use; nil makes no offer.
        public var firstUse: AppName?
        /// The time in the background after which the gate starts again.
        public var longestAbsence: Duration
        public var prompt: PromptOptions

        public init(
            isRequired: Bool = true, autoTrigger: Bool = true, fallback: Fallback = .pin, firstUse: AppName? = nil,
            longestAbsence: Duration = .seconds(30), prompt: PromptOptions = PromptOptions()
        ) {
            self.isRequired = isRequired
            self.autoTrigger = autoTrigger
            self.fallback = fallback
            self.firstUse = firstUse
            self.longestAbsence = longestAbsence
            self.prompt = prompt
        }
    }

    /// The phase of a gate and the text of its screen.
    public struct State: Hashable, Sendable {
        public let phase: Phase
        /// The screen's text in complete sentences, also for screen readers; in `idle` and `authenticating` the caption
        /// of the button or the prompt.
        public let accessibleText: String
        /// The gate's outcome; nil while it is open.
        public let outcome: Outcome?
        /// Whether `trigger()` would request the finger: not after misses that ended a call or after a lockout, until
        /// the gate is opened again.
        public let offersFinger: Bool
        /// The last failed try of the waiting call, shown beside its present step; nil outside `authenticating`.
        public let alert: String?

        init(
            phase: Phase, accessibleText: String, outcome: Outcome?, offersFinger: Bool, alert: String? = nil
        ) {
            self.phase = phase
            self.accessibleText = accessibleText
            self.outcome = outcome
            self.offersFinger = offersFinger
            self.alert = alert
        }
    }

    /// The phase of a gate.
    public enum Phase: Hashable, Sendable {
        /// The user is not being asked; `trigger()` asks, if `State.offersFinger` is true.
        case idle
        /// Before the first use: `turnOn()` or `notNow()`.
        case explaining(Offer)
        /// The user is asked; `promptVisible` while the reader wants a touch.
        case authenticating(promptVisible: Bool)
        case succeeded
        /// `canRetry`: whether `trigger()` may succeed; not after the misses of one call.
        case failed(text: String, canRetry: Bool)
        /// The fingerprint is paused until then; after that the gate is `failed`, with only the fallback.
        case lockedOut(until: ContinuousClock.Instant)
        /// `trigger()` tries again.
        case unavailable(Obstacle)
    }

    /// The offer of fingerprint unlocking, with the labels of its two buttons.
    public struct Offer: Hashable, Sendable {
        public let title: String
        public let body: String
        public let turnOn: String
        public let notNow: String

        public init(title: String, body: String, turnOn: String, notNow: String) {
            self.title = title
            self.body = body
            self.turnOn = turnOn
            self.notNow = notNow
        }
    }

    /// The cause of a gate's cancellation.
    public enum Canceller: Hashable, Sendable {
        case user, app
        /// The session was locked, the machine sleeps, or the app went to the background.
        case system
    }

    /// The end of a gate.
    public enum Outcome: Hashable, Sendable {
        case succeeded
        case cancelled(by: Canceller)
        /// The user chose the fallback: pass `pin` and `password` to `answer(_:)`; the app handles the others.
        case fallback(Fallback)
    }
}
