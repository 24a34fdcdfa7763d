public import GateModel

extension Print {
    /// The contract's `Print`.
    public var wire: WireObject {
        WireObject(present: [
            "id": .name(id), "finger": .name(finger), "label": .text(label?.rawValue), "readerId": .name(reader),
            "enrolledAt": .string(enrolledAt.rfc3339), "vouched": .bool(vouched),
        ])
    }

    /// Nil if a member is missing, or the finger is unknown to this version.
    public init?(wire: WireObject) {
        guard let id = wire.text("id"), let finger = wire.known("finger", as: Finger.self),
            let reader = wire.text("readerId"), let enrolledAt = wire.time("enrolledAt")
        else { return nil }
        self.init(
            id: PrintID(rawValue: id), finger: finger, label: wire.text("label").flatMap(Label.init),
            reader: ReaderID(rawValue: reader), enrolledAt: enrolledAt,
            // Daemons without this member keep only vouched prints.
            vouched: wire.bool("vouched") ?? true)
    }
}
