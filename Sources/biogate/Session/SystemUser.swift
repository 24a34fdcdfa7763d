import GateSystem
import ArgumentParser
import GateModel
import Glibc

/// A user of this machine, named on the command line.
struct SystemUser: ExpressibleByArgument, Hashable {
    let name: String
    let id: UserID

    /// Whether the kernel shows a stand-in for the caller's user number (user_namespaces(7)).
    static var isCallerNameless: Bool { UserID.overflow == UserID(rawValue: getuid()) }

    init?(argument: String) {
        guard let account = ValueRule.user.checked(argument, Self.init(name:)) else { return nil }
        self = account
    }

    /// A name, or the number of an account that may be gone; nil if the account database has no such name.
    private init?(name: String) {
        guard let id = UserID(account: name) ?? UserID(digits: name) else { return nil }
        self.name = name
        self.id = id
    }
}

extension UserID {
    /// chown(2) takes the largest number for "no change".
    fileprivate init?(digits: String) {
        guard digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains), let number = UInt32(digits),
            number != .max
        else { return nil }
        self.init(rawValue: number)
    }
}
