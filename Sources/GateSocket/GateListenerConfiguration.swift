public import GateModel
internal import GateSystem

/// Where a listener takes connections from, and everything that a peer can make it hold.
public struct GateListenerConfiguration: Sendable {
    /// Where the listening socket comes from.
    public enum Source: Hashable, Sendable {
        /// A Unix socket bound here, at most 107 bytes of path in a directory that exists, with this mode whatever the
        /// process's umask is.
        case path(String, mode: UInt32 = 0o666)
        /// Listening sockets that somebody else bound (`sd_listen_fds(3)`), owned by the listener from then on; their
        /// files stay.
        case inherited([Int32])
    }

    /// Bytes of a socket's path.
    public static let maximumPathBytes = UnixAddress.maximumLength

    public var source: Source
    /// The kernel's stand-in for users it cannot name (`/proc/sys/kernel/overflowuid`), who are turned away; nil turns
    /// nobody away.
    public var overflowUser: UserID?
    /// Who is let in; nil: everybody.
    public var admitted: Set<UserID>?
    /// Behind which number the connections' begin: who hears of two listeners' connections tells all of them apart by it.
    public var numberedBehind: UInt64 = 0
    /// The file that gives out subordinate user numbers; what is one user's in the following is one range's there.
    public var subordinateUsers = "/etc/subuid"

    /// Connections at a time, and how many may wait to be accepted; one past it is closed as soon as it is accepted. Each
    /// takes two descriptors.
    public var connections = 512
    /// Connections at a time of one user.
    public var connectionsPerUser = 64
    /// The longest message in bytes, without its NUL.
    public var messageBytes = 262_144
    /// Calls of one connection that wait behind one that is not answered yet; past it, or past `messageBytes` in all with
    /// what is not cut into calls yet, nothing more is read from that connection until there is room.
    public var queuedCalls = 16
    /// Urgent calls of one connection, and of one user over all connections, that are being served; where there are as
    /// many, the next one waits, and nothing more is read from its connection until then.
    public var urgentCalls = 8
    public var urgentCallsPerUser = 32
    /// Bytes of answers that may wait for a client to read, before the newest one.
    public var outboundBytes = 1_048_576
    /// Bytes that all connections may hold together in messages, calls and unread answers. Past it, a connection that
    /// takes more than its even part is closed, so that twice this is never passed.
    public var heldBytes = 201_326_592
    /// Bytes taken from a socket at a time.
    static let readBytes = 16_384
    /// How long a message that was begun may take to be complete.
    public var messageTimeout: Duration = .seconds(10)
    /// How long a client may leave an answer unread once the socket's buffer is full.
    public var writeTimeout: Duration = .seconds(10)

    public init(source: Source, overflowUser: UserID? = nil) {
        self.source = source
        self.overflowUser = overflowUser
    }
}

/// Why there is no listening socket.
public enum GateListenerError: Error, Hashable, Sendable {
    /// A Unix socket's path has 1 to 107 bytes and no NUL.
    case invalidPath(String)
    case directoryMissing(path: String)
    /// Another process serves the path, or is just about to.
    case inUse(path: String)
    /// What stands at the path is no socket, and is left alone.
    case notASocket(path: String)
    /// The inherited descriptor is no listening Unix stream socket.
    case notListening(descriptor: Int32)
    /// The system call that failed, with its errno.
    case system(call: String, errno: Int32)
}
