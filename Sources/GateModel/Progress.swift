/// Why a scan could not be judged; the raw value is the contract's name.
public enum ScanHint: String, CaseIterable, Sendable {
    case poorScan, tooShort, notCentered, removeFinger, tooFast
}

/// Why a waiting call does not compare a credential, however often it is given.
package enum CredentialRefusal: Hashable, CaseIterable, Sendable {
    /// It allows no more tries.
    case blocked
    /// The call does not take it, or the user has none.
    case notTaken
}

/// An event of a call that waits for its user.
public struct Progress: Hashable, Sendable {
    /// The raw value is the contract's name.
    public enum Event: String, CaseIterable, Sendable {
        case queued, waitingForFinger, fingerPresent, retry, noMatch, matched, stagePassed, credentialWrong
        /// No finger is wanted any more; a PIN or password still is.
        case credentialWanted
    }

    public var event: Event
    public var hint: ScanHint?
    /// The misses still allowed in the call or before the lockout, whichever is smaller. With `credentialWrong`, the
    /// credential's own tries; nil if it could not be checked.
    public var attemptsRemaining: Int?
    /// Touches passed; 0 is the duplicate check.
    public var stage: Int?
    public var stages: Int?
    /// The wanted finger, on a reader that cannot identify.
    public var finger: Finger?
    public var reader: ReaderID?
    /// All readers that wait for a touch, if the call uses several.
    public var readers: [ReaderID]?
    /// The waiting call.
    public var request: RequestID?
    /// The factor given, with `credentialWrong`.
    public var factor: Factor?
    /// The time until the next try, with `credentialWrong`.
    public var retryAfter: Duration?
    /// The program that shows the request, if the call wanted a prompt.
    public var interaction: Interaction?
    /// Why there is no further try, with `credentialWrong`; only the message says it.
    package var refusal: CredentialRefusal?
    /// Why no finger is wanted any more; only the message says it.
    package var denial: Denial?

    /// The user's own request that comes first, with `queued`; only the message says it.
    package var ahead: Ahead?

    /// A request that comes first; a box, because a request has a progress.
    package indirect enum Ahead: Hashable, Sendable {
        case request(Request)
    }

    /// Why no finger can be used, with the credentials wanted instead.
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

/// How a call may ask the user; the raw value is the contract's name.
public enum Interaction: String, CaseIterable, Sendable {
    /// The program that calls shows the request.
    case caller
    /// The desktop's prompt shows it.
    case prompt
    /// Not at all: the call fails with `userNeeded` instead.
    case notAllowed = "none"
}

/// The place of the desktop's prompt, as the calling program wants it.
public struct PromptPlacement: Hashable, Sendable {
    /// The window that the prompt belongs to.
    public var parent: WindowHandle?
    /// The token that lets the prompt take the keyboard focus.
    public var activation: ActivationToken?

    public init(parent: WindowHandle? = nil, activation: ActivationToken? = nil) {
        self.parent = parent
        self.activation = activation
    }
}

/// A confirmed presence of the user: its factor, moment and reader.
public struct Authentication: Hashable, Sendable {
    public let factor: Factor
    public let at: Moment
    public let reader: ReaderID?
    /// The matching print, for a finger.
    public let print: PrintID?

    public init(factor: Factor, at: Moment, reader: ReaderID?, print: PrintID? = nil) {
        self.factor = factor
        self.at = at
        self.reader = reader
        self.print = print
    }
}

/// The purpose of a waiting call; the raw value is the contract's name.
public enum Operation: String, CaseIterable, Sendable {
    case authenticate, enroll, enable, store, retrieve, createKey, sign, renew
}
