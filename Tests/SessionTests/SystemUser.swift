import BlockingTests
import Glibc
import Testing

/// Tests that make accounts of this system, one test after the other: the system's files have one lock.
@Suite("accounts of this system", .blocking, .serialized, .asRoot, .tags(.needsRoot)) enum AccountTests {}

/// A real account of this system, for as long as a test lasts; making one takes root.
final class SystemUser {
    let name: String
    let number: Int
    private let errors: String

    static let password = "correct horse battery"
    static let wrongPassword = "incorrect horse"

    /// - Parameter password: nil for an account that has none.
    init(for daemon: DaemonUnderTest, password: String? = SystemUser.password) throws {
        errors = "\(daemon.directory)/account-errors"
        // One at a time; what a crashed run left is in nobody's way.
        name = "bgt\(getpid())"
        try Self.run(["useradd", "--no-create-home", "--no-user-group", "--shell", "/bin/sh", name], errors)
        guard let entry = getpwnam(name) else { throw HarnessFailure("useradd made no \(name)") }
        number = Int(entry.pointee.pw_uid)
        guard let password else { return }
        try Self.run(["sh", "-c", "printf '%s:%s\\n' \"$0\" \"$1\" | chpasswd", name, password], errors)
    }

    deinit { try? Self.run(["userdel", name], errors) }

    /// Locks the password, as an administrator does.
    func lock() throws { try Self.run(["passwd", "--quiet", "--lock", name], errors) }

    /// Lets the account have expired long ago.
    func expire() throws { try Self.run(["chage", "--expiredate", "0", name], errors) }

    private static func run(_ command: [String], _ errors: String) throws {
        let process = try ChildProcess(command, environment: Python.environment, errors: errors)
        guard try process.ending() == .exited(0) else {
            throw HarnessFailure("\(command[0]) failed: \(Files.text(errors))")
        }
    }
}
