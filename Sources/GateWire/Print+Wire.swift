public import GateModel

extension Print {
    /// The contract's `Print`.
    public var wire: WireObject {
        var wire: WireObject = ["id": .string(id.rawValue), "finger": .name(finger)]
        wire.append("label", label?.rawValue)
        wire.append("readerId", reader.rawValue)
        wire.append("enrolledAt", enrolledAt.rfc3339)
        wire.append("vouched", .bool(vouched))
        return wire
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
