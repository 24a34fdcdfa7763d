/// Identifies a fingerprint reader by driver and place, which tells two of one model apart. Opaque to clients.
public struct ReaderID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public var description: String { rawValue }
}

/// Identifies one enrolled print. Opaque to clients.
public struct PrintID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public var description: String { rawValue }
}

/// Identifies the present set of a user's prints; every change makes a new value that was never used before.
public struct EnrollmentID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public var description: String { rawValue }
}

/// Identifies a call that waits for its user.
public struct RequestID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public var description: String { rawValue }
}

/// Identifies a client's connection while the daemon runs.
public struct ConnectionID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    public static func < (left: ConnectionID, right: ConnectionID) -> Bool { left.rawValue < right.rawValue }

    public var description: String { String(rawValue) }
}
