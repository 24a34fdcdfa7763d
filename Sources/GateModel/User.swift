/// A user's number as the kernel reports it (`uid_t`).
public struct UserID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The superuser, who alone may act for another user.
    public static let root = UserID(rawValue: 0)

    /// Whether it is a system account's number, as systemd and login.defs(5) assign them: below 1000, or of a service
    /// with `DynamicUser=`.
    public var isSystemAccount: Bool { rawValue < 1000 || (61_184...65_519).contains(rawValue) }

    public static func < (left: UserID, right: UserID) -> Bool { left.rawValue < right.rawValue }

    public var description: String { String(rawValue) }
}

/// A user's login name in the account database.
public struct UserName: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Compared by bytes, as the system does: two spellings of one character are two accounts.
    public static func == (left: UserName, right: UserName) -> Bool {
        left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
    }

    public var description: String { rawValue }
}

/// The owner of data: a number with its name, since numbers are reassigned.
public struct User: Hashable, Sendable {
    public let id: UserID
    public let name: UserName

    public init(id: UserID, name: UserName) {
        self.id = id
        self.name = name
    }
}

/// A process's number as the kernel reports it (`pid_t`).
public struct ProcessID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    public var description: String { String(rawValue) }
}

/// The process at the other end of a connection, fixed when the connection was accepted (`SO_PEERCRED`).
public struct Peer: Hashable, Sendable {
    public let user: UserID
    public let process: ProcessID

    public init(user: UserID, process: ProcessID) {
        self.user = user
        self.process = process
    }
}
