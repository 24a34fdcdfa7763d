import ArgumentParser
import GateModel
import GateSystem
import Glibc

/// A user of this machine, named on the command line.
struct SystemUser: ExpressibleByArgument, Hashable {
    let name: String
    let id: UserID

    /// Whether the caller's user has no number here, but the kernel's stand-in for one (user_namespaces(7)).
    static var isCallerNameless: Bool { UserID.overflow == UserID(rawValue: getuid()) }

    init?(argument: String) {
        guard let account = ValueRule.user.checked(argument, Self.init(name:)) else { return nil }
        self = account
    }

    /// Nil where the account database knows no such name.
    private init?(name: String) {
        guard let id = UserID(account: name) else { return nil }
        self.name = name
        self.id = id
    }
}
