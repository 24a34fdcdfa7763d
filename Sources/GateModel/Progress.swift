/// Why a scan could not be judged; the raw value is the contract's name.
public enum ScanHint: String, CaseIterable, Sendable {
    case poorScan, tooShort, notCentered, removeFinger, tooFast
}

/// Why a credential is not compared, however often it is given to a waiting call.
package enum CredentialRefusal: Hashable, CaseIterable, Sendable {
    /// It takes no more tries.
    case blocked
    /// The call does not take it, or the user has none.
    case notTaken
}

/// What happens while a call waits for its user.
public struct Progress: Hashable, Sendable {
    /// The raw value is the contract's name.
    public enum Event: String, CaseIterable, Sendable {
        case queued, waitingForFinger, fingerPresent, retry, noMatch, matched, stagePassed, credentialWrong
        /// No finger is asked for any more; a PIN or password still is.
        case credentialWanted
    }

    public var event: Event
    public var hint: ScanHint?
    /// Misses that the call, or the time before the lockout, still allows: the smaller number. With `credentialWrong`
    /// the credential's own tries; nil there where it could not be checked.
    public var attemptsRemaining: Int?
    /// Touches passed; 0 is the touch that looks for a duplicate.
    public var stage: Int?
    public var stages: Int?
    /// The finger asked for, on a reader that cannot identify.
    public var finger: Finger?
    public var reader: ReaderID?
    /// All readers that wait for a touch, where the call uses several.
    public var readers: [ReaderID]?
    /// The call that waits.
    public var request: RequestID?
    /// What was given, with `credentialWrong`.
    public var factor: Factor?
    /// How long no other try is made, with `credentialWrong`.
    public var retryAfter: Duration?
    /// Who asks, where the call wanted a prompt.
    public var interaction: Interaction?
    /// Why no other try is made, with `credentialWrong`; only the message says so.
    package var refusal: CredentialRefusal?
    /// Why no finger is asked for any more; only the message says so.
    package var denial: Denial?

    /// Why no finger can be asked for, and what is asked for instead.
    package struct Denial: Hashable, Sendable {
        package let error: GateError
        package let credentials: [Factor]

        package init(_ error: GateError, credentials: [Factor]) {
            self.error = error
            self.credentials = credentials
        }
    }

    public init(
        _ event: Event, hint: ScanHint? = nil, attemptsRemaining: Int? = nil, stage: Int? = nil, stages: Int? = nil,
        finger: Finger? = nil, reader: ReaderID? = nil, readers: [ReaderID]? = nil, request: RequestID? = nil,
        factor: Factor? = nil,
        retryAfter: Duration? = nil, interaction: Interaction? = nil
    ) {
        self.event = event
        self.hint = hint
        self.attemptsRemaining = attemptsRemaining
        self.stage = stage
        self.stages = stages
        self.finger = finger
        self.reader = reader
        self.readers = readers
        self.request = request
        self.factor = factor
        self.retryAfter = retryAfter
        self.interaction = interaction
    }
}

/// Who shows the user what a call asks for; the raw value is the contract's name.
public enum Interaction: String, CaseIterable, Sendable {
    /// The program that calls.
    case caller
    /// The desktop's prompt.
    case prompt
}

/// Where the desktop's prompt goes, as the asking program wishes it.
public struct PromptPlacement: Hashable, Sendable {
    /// The window that it belongs to.
    public var parent: WindowHandle?
    /// By what it may take the keyboard.
    public var activation: ActivationToken?

    public init(parent: WindowHandle? = nil, activation: ActivationToken? = nil) {
        self.parent = parent
        self.activation = activation
    }
}

/// That the user was there: by what, when, and on which reader.
public struct Authentication: Hashable, Sendable {
    public let factor: Factor
    public let at: Moment
    public let reader: ReaderID?
    /// Of a finger.
    public let print: PrintID?

    public init(factor: Factor, at: Moment, reader: ReaderID?, print: PrintID? = nil) {
        self.factor = factor
        self.at = at
        self.reader = reader
        self.print = print
    }
}

/// What a waiting call is for; the raw value is the contract's name.
public enum Operation: String, CaseIterable, Sendable {
    case authenticate, enroll, enable, store, retrieve, createKey, sign, renew
}
