import GateModel
import GateSystem
import Glibc

/// Listens for the user's own programs, and makes a device of each connection.
// Used only on its loop.
final class DeviceListener: PollSource, @unchecked Sendable {
    /// The most devices at a time.
    private static let limit = 8

    private let socket: Descriptor
    private let gate: PasskeyGate
    private let loop: PollLoop
    private let ended: @Sendable () -> Void
    private var devices = 0

    private init(
        _ socket: consuming Descriptor, _ gate: PasskeyGate, _ loop: PollLoop, ended: @escaping @Sendable () -> Void
    ) {
        (self.gate, self.loop, self.ended) = (gate, loop, ended)
        self.socket = socket
    }

    /// Listens on a path in place of a socket that nobody serves.
    ///
    /// - Parameter ended: called if the socket fails later.
    static func start(
        _ path: String, _ gate: PasskeyGate, _ loop: PollLoop, ended: @escaping @Sendable () -> Void
    ) throws(SystemCallFailure) {
        guard let address = UnixAddress(path: path) else {
            throw SystemCallFailure(function: "bind", path: path, errno: ENAMETOOLONG)
        }
        func made() throws(SystemCallFailure) -> Descriptor {
            let flags = SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
            return Descriptor(
                owning: try checked("socket", path) { Glibc.socket(AF_UNIX, Int32(flags), 0) }, path: path)
        }
        let other = try made()
        let refusal = unsafe address.apply(connect, to: other.number)
        guard refusal != 0 && refusal != EAGAIN else {
            throw SystemCallFailure(function: "bind", path: path, errno: EADDRINUSE)
        }
        if refusal == ECONNREFUSED { unsafe unlink(path) }
        let socket = try made()
        let mask = umask(0o177)
        let code = unsafe address.apply(bind, to: socket.number)
        umask(mask)
        guard code == 0 else { throw SystemCallFailure(function: "bind", path: path, errno: code) }
        try socket.checked("listen") { Glibc.listen($0, SOMAXCONN) }
        let listener = DeviceListener(socket, gate, loop, ended: ended)
        loop.begin { loop.watch(listener) }
    }

    var descriptor: Int32 { socket.number }
    var events: Int16 { Int16(POLLIN) }
    var deadline: UInt64? { nil }

    func ready(_ events: Int16) {
        guard events & Int16(POLLERR | POLLNVAL) == 0 else {
            loop.forget(self)
            return ended()
        }
        let number = Descriptor.accepted(on: socket.number)
        guard number >= 0 else { return }
        let connection = Descriptor(owning: number, path: socket.path)
        // Root is another user here, too: it has no passkeys in this user's device.
        guard let peer = Peer(socket: number), peer.user.rawValue == getuid(), devices < Self.limit else { return }
        devices += 1
        loop.watch(DeviceConnection(connection, of: peer.process, gate, loop) { self.devices -= 1 })
    }
}
