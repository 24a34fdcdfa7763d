internal import CGateShims
package import GateModel
internal import Glibc

extension Peer {
    /// The process that connected the socket or listens behind it, as the kernel noted (`SO_PEERCRED`); nil if unknown.
    package init?(socket: Int32) {
        var user: uid_t = 0
        var process: pid_t = 0
        // Both pointers are to locals that live during the call.
        guard unsafe gate_peer_credentials(socket, &user, &process) == 0 else { return nil }
        self.init(user: UserID(rawValue: user), process: ProcessID(rawValue: process))
    }
}

extension UserID {
    /// The kernel's stand-in for users it cannot name (user_namespaces(7)).
    package static var overflow: UserID? {
        guard let text = try? Descriptor.open("/proc/sys/kernel/overflowuid", O_RDONLY).readAll() else { return nil }
        let digits = text.prefix { $0 != UInt8(ascii: "\n") }
        return UInt32(String(decoding: digits, as: UTF8.self)).map(UserID.init(rawValue:))
    }

    /// The number of the account with this name; nil if there is none. Asks name services, which may take seconds.
    package init?(account name: String) {
        guard let number = try? AccountEntry.number(of: name) else { return nil }
        self = number
    }
}
