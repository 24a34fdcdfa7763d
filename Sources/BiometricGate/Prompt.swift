public import GateModel
import GateWire

/// How a call asks the user: on which reader, for how long, and whether an earlier authentication suffices.
public struct PromptOptions: Hashable, Sendable {
    /// Nil: the reader of the last match, else the first reader with the user's prints.
    public var reader: ReaderID?
    /// How long the reader is armed, for each touch of an enrolment: whole seconds, 1 to 120; nil is 30 s.
    public var timeout: Duration?
    /// How long the call may wait for anything but its user, such as other calls or a reader in use: whole seconds, 1
    /// to 600; nil is 300 s.
    public var wait: Duration?
    /// How many good scans may miss before the call ends: 1 to the number that the administrator allows, which nil is.
    public var attempts: Int?
    /// The largest age of an authentication of the same client that replaces a new one: whole seconds, at most 300; nil
    /// and zero allow none.
    public var maximumAge: Duration?
    /// The program that shows the request; nil: as the client says. With `.prompt`, the desktop's prompt shows it if there is one, and without a
    /// usable finger the call waits for a PIN or password; the progress tells which program it is. With `.notAllowed`, a
    /// call that would have to ask fails with `userNeeded`.
    public var interaction: Interaction?
    /// The program for which the call is made, if that is not this one: it is shown to the user as this program's claim.
    /// Ignored unless it runs as the same user.
    public var onBehalfOf: RunningProcess?
    /// The place of the desktop's prompt.
    public var placement: PromptPlacement

    public init(
        reader: ReaderID? = nil, timeout: Duration? = nil, wait: Duration? = nil, attempts: Int? = nil,
        maximumAge: Duration? = nil, interaction: Interaction? = nil, onBehalfOf: RunningProcess? = nil,
        placement: PromptPlacement = PromptPlacement()
    ) {
        self.reader = reader
        self.timeout = timeout
        self.wait = wait
        self.attempts = attempts
        self.maximumAge = maximumAge
        self.interaction = interaction
        self.onBehalfOf = onBehalfOf
        self.placement = placement
    }
}

/// The progress of a call that waits for its user.
public struct PromptProgress: Hashable, Sendable {
    public typealias Progress = GateModel.Progress

    public let progress: Progress
    /// The text for the user, one complete line in the client's language. A line that asks for a touch has the call's reason.
    public let message: String
    /// The daemon's line, for a screen that shows the reason itself.
    public let instruction: String

    /// Without an `instruction`, the message is one.
    public init(progress: Progress, message: String, instruction: String? = nil) {
        self.progress = progress
        self.message = message
        self.instruction = instruction ?? message
    }

    /// Nil if the event is unknown to this version.
    init?(reply: WireObject, reason: String? = nil) {
        guard let wire = reply["progress"]?.objectValue, let progress = Progress(wire: wire) else { return nil }
        let line = wire["message"]?.stringValue ?? ""
        guard progress.event == .waitingForFinger, let reason, !line.contains(reason) else {
            self.init(progress: progress, message: line)
            return
        }
        let isSentence = reason.last.map { ".!?…".contains($0) } ?? false
        let rest = isSentence ? " \(line)" : ": \(line.prefix(1).lowercased())\(line.dropFirst())"
        self.init(progress: progress, message: reason + rest, instruction: line)
    }
}

/// Takes the progress of a call, on the connection's thread, where it must not block.
public typealias ProgressHandler = @Sendable (PromptProgress) -> Void

/// A confirmed presence of the user, as the daemon attests to this client.
public struct AuthenticationReceipt: Hashable, Sendable {
    public let factor: Factor
    public let at: WallTime
    /// Its age when the daemon answered.
    public let age: Duration
    public let reader: ReaderID?
    /// The matching print, for a finger.
    public let print: PrintID?

    public init(factor: Factor, at: WallTime, age: Duration, reader: ReaderID?, print: PrintID? = nil) {
        self.factor = factor
        self.at = at
        self.age = age
        self.reader = reader
        self.print = print
    }

    init?(wire: WireObject) {
        // Counted from an arbitrary zero: a client does not know the daemon's clock.
        let zero = Moment(boot: BootID(rawValue: ""), sinceBoot: .zero, wall: WallTime(millisecondsSinceEpoch: 0))
        guard let authentication = Authentication(wire: wire, at: zero) else { return nil }
        self.init(
            factor: authentication.factor, at: authentication.at.wall, age: .zero - authentication.at.sinceBoot,
            reader: authentication.reader, print: authentication.print)
    }
}
