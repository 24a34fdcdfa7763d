import GateModel
import GateSystem
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
        let overflow = UserID.overflow
        return ServerTrust(own: own == overflow ? nil : own, overflow: isSystemPath ? overflow : nil)
    }

    /// Whether the user is believed without a look at the account databases: before root starts the daemon, systemd,
    /// which is root, listens for it.
    func includes(_ server: UserID) -> Bool { server == .root || server == own || server == overflow }
}
