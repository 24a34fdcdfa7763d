public import GateModel

extension Progress {
    /// The contract's `Progress`; `message` is the text for people.
    public func wire(message: String) -> WireObject {
        WireObject(present: [
            "event": .name(event), "hint": .name(hint), "attemptsRemaining": .count(attemptsRemaining),
            "stage": .count(stage), "stages": .count(stages), "finger": .name(finger), "readerId": .name(reader),
            "readerIds": readers.map { .names($0) }, "message": .string(message), "requestId": .name(request),
            "factor": .name(factor), "retryAfterMilliseconds": .milliseconds(retryAfter),
            "interaction": .name(interaction),
        ])
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
