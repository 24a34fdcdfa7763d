import ArgumentParser
import GateModel
import GateSystem
import Glibc

/// A user of this machine, named on the command line.
struct Account: ExpressibleByArgument, Hashable {
    let name: String
    let id: UserID

    /// Whether the caller's user has no number here, but the kernel's stand-in for one (user_namespaces(7)).
    static var isCallerNameless: Bool {
        guard let file = try? Descriptor.open("/proc/sys/kernel/overflowuid", O_RDONLY), let text = try? file.readAll()
        else { return false }
        return String(decoding: text, as: UTF8.self).prefix { !$0.isWhitespace } == "\(getuid())"
    }

    init?(argument: String) {
        guard let account = ValueRule.user.checked(argument, Self.init(name:)) else { return nil }
        self = account
    }

    /// Nil where the account database knows no such name.
    private init?(name: String) {
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var room = [CChar](repeating: 0, count: 16_384)
        // Every buffer is the call's alone, with its size; what it finds lies in `entry`.
        guard unsafe getpwnam_r(name, &entry, &room, room.count, &found) == 0, unsafe found != nil else {
            return nil
        }
        self.name = name
        id = unsafe UserID(rawValue: entry.pw_uid)
    }
}
