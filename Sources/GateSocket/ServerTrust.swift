import CGateShims
import GateModel
import Glibc

/// Whose sockets a client believes in: whoever can make a file at a path can answer as the daemon there.
struct ServerTrust: Sendable {
    /// The client's own user: of a sandbox's daemon. Nil where that has no name either.
    let own: UserID?
    /// The kernel's stand-in for users whom it cannot name, in a namespace where neither root nor the daemon's user is
    /// mapped; nil where the client does not take it for the daemon's.
    let overflow: UserID?

    /// Of this process; the stand-in counts where root alone can have made the socket.
    static func current(atSystemPath isSystemPath: Bool) -> ServerTrust {
        let own = UserID(rawValue: geteuid())
        let overflow = overflowUser
        return ServerTrust(own: own == overflow ? nil : own, overflow: isSystemPath ? overflow : nil)
    }

    /// Whether the user is believed without a look at the account databases: before root starts the daemon, systemd,
    /// which is root, listens for it.
    func includes(_ server: UserID) -> Bool { server == .root || server == own || server == overflow }

    /// Who listens at the other end of a connected socket (`SO_PEERCRED`); nil where the kernel does not say.
    static func server(of socket: Int32) -> UserID? {
        var user: uid_t = 0
        var process: pid_t = 0
        // Both pointers are to locals that live during the call.
        return unsafe gate_peer_credentials(socket, &user, &process) == 0 ? UserID(rawValue: user) : nil
    }

    /// The account that the daemon runs as; nil where there is none. Asks name services, which may take seconds.
    static func daemonUser() -> UserID? {
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var room = [CChar](repeating: 0, count: 16_384)
        // Every buffer is the call's alone, with its size (getpwnam_r(3)); the number is no pointer into them.
        guard unsafe getpwnam_r("biogate", &entry, &room, room.count, &found) == 0, unsafe found != nil else {
            return nil
        }
        return unsafe UserID(rawValue: entry.pw_uid)
    }

    private static var overflowUser: UserID? {
        let descriptor = unsafe open("/proc/sys/kernel/overflowuid", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var text = [UInt8](repeating: 0, count: 16)
        // The buffer is the call's alone, and its size is passed with it (read(2)).
        let count = unsafe text.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        let digits = text.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
        return UInt32(String(decoding: digits, as: UTF8.self)).map(UserID.init(rawValue:))
    }
}
