package import GateModel
internal import Glibc

/// The users whose sockets a client trusts: any user who can make a file at a path can pose as the daemon there.
package struct ServerTrust: Sendable {
    /// The client's own user, who runs a sandbox's daemon; nil if the namespace cannot name it.
    let own: UserID?
    /// The kernel's stand-in for users it cannot name, in a namespace that maps neither root nor the daemon's user; nil
    /// if the client does not trust it as the daemon.
    let overflow: UserID?

    /// The trust of this process; the stand-in counts only where root alone can have made the socket.
    package static func current(atSystemPath isSystemPath: Bool) -> ServerTrust {
        let own = UserID(rawValue: geteuid())
        let overflow = UserID.overflow
        return ServerTrust(own: own == overflow ? nil : own, overflow: isSystemPath ? overflow : nil)
    }

    /// Whether the user is trusted without an account look-up. Root is: systemd listens for the daemon before it
    /// starts.
    package func includes(_ server: UserID) -> Bool { server == .root || server == own || server == overflow }
}
