public import GateModel

extension Request {
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
