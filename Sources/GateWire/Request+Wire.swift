public import GateModel

extension Request {
    /// The contract's form; `progressMessage` is the progress's text for people.
    public func wire(progressMessage: String = "") -> WireObject {
        WireObject(present: [
            "id": .name(id), "processId": .integer(Int64(processID.rawValue)), "command": .string(command),
            "executable": .text(executable), "unit": .text(unit), "operation": .name(operation),
            "item": .text(item?.rawValue), "reason": .text(reason?.rawValue), "factors": .names(factors),
            "progress": progress.map { .object($0.wire(message: progressMessage)) }, "label": .text(label?.rawValue),
            "interaction": .when(interaction != .caller, .name(interaction)),
            "onBehalfOf": onBehalfOf.map { .object($0.wire) },
            "verb": .when(verb != .confirm, .name(verb)),
            "parentWindow": .text(placement.parent?.rawValue),
            "activationToken": .text(placement.activation?.rawValue),
            "remainingMilliseconds": .milliseconds(remaining), "outcome": outcome.map { .object($0.wire) },
            "subject": subject.map { .object($0.wire) },
            "items": .when(!items.isEmpty, .array(items.map { .object($0.wire) })),
            "accounts": .when(!accounts.isEmpty, .array(accounts.map { .object($0.wire) })),
            "passwordPrompt": passwordPrompt.map {
                .object(["service": .string($0.service), "account": .string($0.account)])
            },
        ])
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
            onBehalfOf: wire.object("onBehalfOf").flatMap(ClaimedProgram.init(wire:)),
            verb: wire.known("verb") ?? .confirm,
            placement: PromptPlacement(
                parent: wire.text("parentWindow").flatMap(WindowHandle.init),
                activation: wire.text("activationToken").flatMap(ActivationToken.init)),
            remaining: wire.milliseconds("remainingMilliseconds"),
            outcome: wire.object("outcome").map(RequestOutcome.init(wire:)),
            subject: wire.object("subject").flatMap(SignatureSubject.init(wire:)),
            items: wire["items"]?.objects.compactMap(RequestedItem.init(wire:)) ?? [],
            accounts: wire["accounts"]?.objects.compactMap(PasskeyAccount.init(wire:)) ?? [],
            passwordPrompt: wire.object("passwordPrompt").flatMap { prompt in
                guard let service = prompt.text("service"), let account = prompt.text("account") else { return nil }
                return PasswordPrompt(service: service, account: account)
            })
    }
}
