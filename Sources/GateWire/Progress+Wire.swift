public import GateModel

extension Progress {
    /// The contract's `Progress`; `message` is the text for people.
    public func wire(message: String) -> WireObject {
        var wire: WireObject = ["event": .name(event)]
        wire.append("hint", .name(hint))
        wire.append("attemptsRemaining", attemptsRemaining)
        wire.append("stage", stage)
        wire.append("stages", stages)
        wire.append("finger", .name(finger))
        wire.append("readerId", reader?.rawValue)
        wire.append("readerIds", readers.map { .array($0.map { .string($0.rawValue) }) })
        wire.append("message", message)
        wire.append("requestId", request?.rawValue)
        wire.append("factor", .name(factor))
        wire.append("retryAfterMilliseconds", milliseconds: retryAfter)
        wire.append("interaction", .name(interaction))
        return wire
    }

    /// Nil if the event is unknown to this version; the text is the member `message`.
    public init?(wire: WireObject) {
        guard let event = wire.known("event", as: Event.self) else { return nil }
        self.init(
            event, hint: wire.known("hint"), attemptsRemaining: wire.number("attemptsRemaining"),
            stage: wire.number("stage"), stages: wire.number("stages"), finger: wire.known("finger"),
            reader: wire.text("readerId").map(ReaderID.init(rawValue:)),
            readers: wire["readerIds"]?.arrayValue?.compactMap { $0.stringValue.map(ReaderID.init(rawValue:)) },
            request: wire.text("requestId").map(RequestID.init(rawValue:)), factor: wire.known("factor"),
            retryAfter: wire.milliseconds("retryAfterMilliseconds"), interaction: wire.known("interaction"))
    }
}
