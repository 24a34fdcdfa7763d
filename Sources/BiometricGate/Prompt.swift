public import GateModel
import GateWire

/// How a call that asks the user asks: on which reader, for how long, and whether it has to ask at all.
public struct PromptOptions: Hashable, Sendable {
    /// Nil: the reader that matched last, else the first with the user's prints.
    public var reader: ReaderID?
    /// The time that the reader is armed, in enrolment for each touch: whole seconds, 1 to 120; nil is 30 s.
    public var timeout: Duration?
    /// The time that the call may wait for anything but its user, in line behind other calls or for a reader that is in
    /// use: whole seconds, 1 to 600; nil is 300 s.
    public var wait: Duration?
    /// How old an authentication of the same client may be to serve instead of a new one: whole seconds, at most 300;
    /// nil and zero are never.
    public var maximumAge: Duration?
    /// Who shows the user what is asked. With `.prompt`, the desktop's prompt does where there is one, and where no finger
    /// can be asked for the call waits on for a PIN or password; the progress tells who it is.
    public var interaction: Interaction
    /// Where the desktop's prompt goes.
    public var placement: PromptPlacement

    public init(
        reader: ReaderID? = nil, timeout: Duration? = nil, wait: Duration? = nil, maximumAge: Duration? = nil,
        interaction: Interaction = .caller, placement: PromptPlacement = PromptPlacement()
    ) {
        self.reader = reader
        self.timeout = timeout
        self.wait = wait
        self.maximumAge = maximumAge
        self.interaction = interaction
        self.placement = placement
    }
}

/// How far a call is that waits for its user.
public struct PromptProgress: Hashable, Sendable {
    public typealias Progress = GateModel.Progress

    public let progress: Progress
    /// What to tell the user, one complete line in the client's language.
    public let message: String

    public init(progress: Progress, message: String) {
        self.progress = progress
        self.message = message
    }

    /// Nil where the event is one that this version cannot name.
    init?(reply: WireObject) {
        guard let wire = reply["progress"]?.objectValue, let progress = Progress(wire: wire) else { return nil }
        self.init(progress: progress, message: wire["message"]?.stringValue ?? "")
    }
}

/// Told of the progress of a call, on a thread of the connection's, where it must not wait.
public typealias ProgressHandler = @Sendable (PromptProgress) -> Void

/// That the user was there, as the daemon attests to this client.
public struct AuthenticationReceipt: Hashable, Sendable {
    public let factor: Factor
    public let at: WallTime
    /// How long ago that was when the daemon answered.
    public let age: Duration
    public let reader: ReaderID?
    /// Which of the user's fingers, where it was one.
    public let print: PrintID?

    public init(factor: Factor, at: WallTime, age: Duration, reader: ReaderID?, print: PrintID? = nil) {
        self.factor = factor
        self.at = at
        self.age = age
        self.reader = reader
        self.print = print
    }

    init?(wire: WireObject) {
        // Counted from a zero of its own: a client has no use for the daemon's clock.
        let zero = Moment(boot: BootID(rawValue: ""), sinceBoot: .zero, wall: WallTime(millisecondsSinceEpoch: 0))
        guard let authentication = Authentication(wire: wire, at: zero) else { return nil }
        self.init(
            factor: authentication.factor, at: authentication.at.wall, age: .zero - authentication.at.sinceBoot,
            reader: authentication.reader, print: authentication.print)
    }
}
