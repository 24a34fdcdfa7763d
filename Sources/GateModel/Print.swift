/// An enrolled print, without its template.
public struct Print: Hashable, Sendable {
    public let id: PrintID
    public let finger: Finger
    public let label: Label?
    public let reader: ReaderID
    public let enrolledAt: WallTime
    /// Whether the user's PIN or password confirmed the print. An unvouched print only answers programs that verify a
    /// finger; it opens, authenticates and clears nothing.
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

/// libfprint's serialization of a print (`fp_print_serialize`): biometric data, never shown or logged.
public struct Template: Sendable, CustomStringConvertible, CustomReflectable {
    public let bytes: [UInt8]

    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    public var description: String { "Template(\(bytes.count) bytes)" }

    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A print for the sensor to compare: its identity and its template.
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
