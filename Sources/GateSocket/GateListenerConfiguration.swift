public import GateModel
internal import GateSystem

/// Where a listener takes connections from, and the limits on its peers.
public struct GateListenerConfiguration: Sendable {
    /// Where the listening socket comes from.
    public enum Source: Hashable, Sendable {
        /// A Unix socket bound here, in an existing directory, with a path of at most 107 bytes and this mode
        /// regardless of the process's umask.
        case path(String, mode: UInt32 = 0o666)
        /// Listening sockets bound elsewhere (`sd_listen_fds(3)`). The listener owns them from then on and keeps their
        /// files.
        case inherited([Int32])
    }

    /// The longest path of a socket, in bytes.
    public static let maximumPathBytes = UnixAddress.maximumLength

    public var source: Source
    /// The kernel's stand-in for users it cannot name (`/proc/sys/kernel/overflowuid`), who are refused; nil refuses
    /// no user.
    public var overflowUser: UserID?
    /// The users who may connect; nil admits all.
    public var admitted: Set<UserID>?
    /// Connections are numbered from the next number on, which keeps the connections of two listeners apart.
    public var numberedBehind: UInt64 = 0
    /// The file of subordinate user numbers (`subuid(5)`); a range of them counts as one user in the limits below.
    public var subordinateUsers = "/etc/subuid"

    /// Connections at a time, and the length of the accept queue; one more is closed as soon as it is accepted. Each
    /// takes two descriptors.
    public var connections = 512
    /// Connections at a time of one user.
    public var connectionsPerUser = 64
    /// Connections of one user beyond that whose first call is still taken, so that the handler can refuse it with the
    /// reason. They end with that answer, or after `messageTimeout`.
    public var refusalsPerUser = 0
    /// The longest message in bytes, without its NUL.
    public var messageBytes = 262_144
    /// Calls of one connection that wait behind an unanswered one. Beyond it, or beyond `messageBytes` of waiting and
    /// incomplete messages, reading from that connection pauses.
    public var queuedCalls = 16
    /// Urgent calls being served at a time, of one connection, and of one user over all connections. The next one
    /// waits, and reading from its connection pauses until then.
    public var urgentCalls = 8
    public var urgentCallsPerUser = 32
    /// Bytes of unread answers, not counting the newest one.
    public var outboundBytes = 1_048_576
    /// Bytes of messages, calls and unread answers of all connections together. Beyond it, a connection that takes more
    /// than an equal share is closed, so the total stays below twice this.
    public var heldBytes = 201_326_592
    /// Bytes of one read.
    static let readBytes = 16_384
    /// The longest time from a message's first byte to its last.
    public var messageTimeout: Duration = .seconds(10)
    /// The longest time that a client may leave an answer unread once the socket's buffer is full.
    public var writeTimeout: Duration = .seconds(10)

    public init(source: Source, overflowUser: UserID? = nil) {
        self.source = source
        self.overflowUser = overflowUser
    }
}

/// Why there is no listening socket.
public enum GateListenerError: Error, Hashable, Sendable {
    /// A path has 1 to 107 bytes and no NUL.
    case invalidPath(String)
    case directoryMissing(path: String)
    /// Another process serves the path or is about to.
    case inUse(path: String)
    /// The file at the path is not a socket; it stays.
    case notASocket(path: String)
    /// The inherited descriptor is not a listening Unix stream socket.
    case notListening(descriptor: Int32)
    /// The system call that failed, with its errno.
    case system(call: String, errno: Int32)
}
