public import GateModel

/// The contract's `Request`: a call that waits for its user, as prompts and panels get it.
public struct Request: Hashable, Sendable {
    public let id: RequestID
    public let processID: ProcessID
    /// The process's name in the kernel.
    public let command: String
    /// Nil if the daemon may not read it.
    public let executable: String?
    /// The systemd unit or sandboxed app.
    public let unit: String?
    public let operation: Operation
    /// Nil if the call concerns no item.
    public let item: ItemName?
    public let reason: Reason?
    /// The factors that can answer the call.
    public let factors: [Factor]
    /// Nil before the first progress.
    public var progress: Progress?
    /// The item's label.
    public let label: Label?
    /// The program that shows the request to the user.
    public let interaction: Interaction
    /// The place of its prompt.
    public var placement: PromptPlacement
    /// The time that the user has left when this is sent; nil while the call waits for something else.
    public let remaining: Duration?
    /// How the request ended; nil before that.
    public var outcome: RequestOutcome?

    public init(
        id: RequestID, processID: ProcessID, command: String, executable: String?, unit: String?, operation: Operation,
        item: ItemName?, reason: Reason?, factors: [Factor], progress: Progress?, label: Label? = nil,
        interaction: Interaction = .caller, placement: PromptPlacement = PromptPlacement(),
        remaining: Duration? = nil, outcome: RequestOutcome? = nil
    ) {
        self.id = id
        self.processID = processID
        self.command = command
        self.executable = executable
        self.unit = unit
        self.operation = operation
        self.item = item
        self.reason = reason
        self.factors = factors
        self.progress = progress
        self.label = label
        self.interaction = interaction
        self.placement = placement
        self.remaining = remaining
        self.outcome = outcome
    }

    /// The contract's form; `progressMessage` is the progress's text for people.
    public func wire(progressMessage: String = "") -> WireObject {
        var wire: WireObject = [
            "id": .string(id.rawValue), "processId": .integer(Int64(processID.rawValue)), "command": .string(command),
        ]
        wire.append("executable", executable)
        wire.append("unit", unit)
        wire.append("operation", .name(operation))
        wire.append("item", item?.rawValue)
        wire.append("reason", reason?.rawValue)
        wire.append("factors", .names(factors))
        wire.append("progress", progress.map { .object($0.wire(message: progressMessage)) })
        wire.append("label", label?.rawValue)
        if interaction != .caller { wire.append("interaction", .name(interaction)) }
        wire.append("parentWindow", placement.parent?.rawValue)
        wire.append("activationToken", placement.activation?.rawValue)
        wire.append("remainingMilliseconds", milliseconds: remaining)
        wire.append("outcome", outcome.map { .object($0.wire) })
        return wire
    }

    /// Nil if a member is missing, or the operation is unknown to this version; unknown factors and progress are left
    /// out.
    public init?(wire: WireObject) {
        guard let id = wire.text("id"),
            let processID = wire["processId"]?.integerValue.flatMap(Int32.init(exactly:)),
            let command = wire.text("command"), let operation = wire.known("operation", as: Operation.self),
            wire["factors"] != nil
        else { return nil }
        self.init(
            id: RequestID(rawValue: id), processID: ProcessID(rawValue: processID), command: command,
            executable: wire.text("executable"), unit: wire.text("unit"), operation: operation,
            item: wire.text("item").flatMap(ItemName.init), reason: wire.text("reason").flatMap(Reason.init),
            factors: wire.knownFactors("factors"), progress: wire.object("progress").flatMap(Progress.init(wire:)),
            label: wire.text("label").flatMap(Label.init), interaction: wire.known("interaction") ?? .caller,
            placement: PromptPlacement(
                parent: wire.text("parentWindow").flatMap(WindowHandle.init),
                activation: wire.text("activationToken").flatMap(ActivationToken.init)),
            remaining: wire.milliseconds("remainingMilliseconds"),
            outcome: wire.object("outcome").map(RequestOutcome.init(wire:)))
    }
}
