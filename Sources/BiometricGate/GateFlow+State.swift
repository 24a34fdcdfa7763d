public import GateModel

extension GateFlow {
    /// What success is to open.
    public enum Purpose: Hashable, Sendable {
        /// A sealed secret: `takeSecret()` hands it over.
        case secret(ItemName)
        /// A signature of 1 to 65536 bytes: `signature` holds it.
        case signature(of: [UInt8], by: ItemName)
        /// Nothing but a yes, which is only as good as the program that asks for it.
        case confirmation
    }

    /// The way around the finger.
    public enum Fallback: Hashable, Sendable {
        /// The gate's PIN, given to `answer(_:)`.
        case pin
        /// The system's password, given to `answer(_:)`.
        case password
        /// A screen of the app's own, such as a pattern, a bank ID or its sign-in; the label is its button's.
        case app(label: String)
        /// None: the texts tell the user to sign in again. Discouraged.
        case none
    }

    /// How a gate behaves.
    public struct Options: Hashable, Sendable {
        /// Whether a cancelled gate stays where it is, in `idle`, for the user to try again; else it ends with the outcome
        /// `cancelled`, and its screen can be closed.
        public var isRequired: Bool
        /// Whether `start()` asks for the finger at once, where `trigger()` would have to otherwise.
        public var autoTrigger: Bool
        public var fallback: Fallback
        /// The app that offers fingerprint unlocking in `explaining` before its first use; nil offers nothing.
        public var firstUse: AppName?
        /// From how long in the background on the gate is opened anew.
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

    /// Where a gate is, and what its screen says.
    public struct State: Hashable, Sendable {
        public let phase: Phase
        /// What the screen says, in one or more complete sentences, for everybody and for screen readers; in `idle` and
        /// `authenticating` the caption of the button or the prompt.
        public let accessibleText: String
        /// Where the gate has ended; nil while it is open.
        public let outcome: Outcome?
        /// Whether `trigger()` would ask for the finger: not after misses that ended a call, nor after a lockout, until the
        /// gate is opened anew.
        public let offersFinger: Bool
        /// What went wrong last in the call that waits, which is not what it waits for now; nil outside `authenticating`.
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

    /// Where a gate is.
    public enum Phase: Hashable, Sendable {
        /// Nobody is asked; `trigger()` does, where `State.offersFinger` says so.
        case idle
        /// Before the first use: `turnOn()` or `notNow()`.
        case explaining(Offer)
        /// The user is asked; `promptVisible` while the reader wants a touch of theirs.
        case authenticating(promptVisible: Bool)
        case succeeded
        /// `canRetry`: `trigger()` may bring another result. After the misses of one call it would not.
        case failed(text: String, canRetry: Bool)
        /// The fingerprint is paused; at that moment the gate is `failed`, with the way around alone.
        case lockedOut(until: ContinuousClock.Instant)
        /// `trigger()` tries again.
        case unavailable(Obstacle)
    }

    /// The offer of fingerprint unlocking, and what its two buttons say.
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

    /// Who ended a gate before its result.
    public enum Canceller: Hashable, Sendable {
        case user, app
        /// The session was locked, the machine sleeps, the app went to the background.
        case system
    }

    /// How a gate ended.
    public enum Outcome: Hashable, Sendable {
        case succeeded
        case cancelled(by: Canceller)
        /// The user wants the other way: `pin` and `password` go to `answer(_:)`, the others are the app's.
        case fallback(Fallback)
    }
}
