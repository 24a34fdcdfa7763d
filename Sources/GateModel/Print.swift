/// An enrolled print, without its template.
public struct Print: Hashable, Sendable {
    public let id: PrintID
    public let finger: Finger
    public let label: Label?
    public let reader: ReaderID
    public let enrolledAt: WallTime
    /// Whether its user's PIN or password stands for it. One that is not vouched for is told to programs that only want to
    /// know whether a finger matches; it opens, authenticates and clears nothing.
    public let vouched: Bool

    public init(
        id: PrintID, finger: Finger, label: Label?, reader: ReaderID, enrolledAt: WallTime, vouched: Bool = true
    ) {
        self.id = id
        self.finger = finger
        self.label = label
        self.reader = reader
        self.enrolledAt = enrolledAt
        self.vouched = vouched
    }
}

/// libfprint's serialization of a print (`fp_print_serialize`): biometric data, never shown, never logged.
public struct Template: Sendable, CustomStringConvertible, CustomReflectable {
    public let bytes: [UInt8]

    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    public var description: String { "Template(\(bytes.count) bytes)" }

    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A print as the sensor compares it: its identity and its template.
public struct GalleryPrint: Sendable {
    public let id: PrintID
    public let finger: Finger
    public let template: Template

    public init(id: PrintID, finger: Finger, template: Template) {
        self.id = id
        self.finger = finger
        self.template = template
    }
}
