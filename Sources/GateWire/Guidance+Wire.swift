public import GateModel

extension Guidance {
    /// The contract's `Guidance`.
    public var wire: WireObject {
        WireObject(present: [
            "title": .string(title), "body": .string(body), "action": .name(action),
            "actionLabel": .string(actionLabel), "command": .text(command), "locale": .string(locale),
        ])
    }

    /// Nil if a member is missing; an unknown action becomes none.
    public init?(wire: WireObject) {
        guard let title = wire.text("title"), let body = wire.text("body"), wire.text("action") != nil,
            let actionLabel = wire.text("actionLabel"), let locale = wire.text("locale")
        else { return nil }
        self.init(
            title: title, body: body, action: wire.known("action") ?? .none, actionLabel: actionLabel,
            command: wire.text("command"), locale: locale)
    }
}
