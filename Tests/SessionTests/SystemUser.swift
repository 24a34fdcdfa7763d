import BlockingTests
import Glibc
import Testing

/// Tests that make accounts on this system, one after the other, because the system's files have one lock.
@Suite("Accounts of this system", .blocking, .serialized, .asRoot, .tags(.needsRoot)) enum AccountTests {}

/// A real account of this system, for the length of a test; making one takes root.
final class SystemUser {
    private(set) var name: String
    let number: Int
    private let directory: String
    private var errors: String { "\(directory)/account-errors" }

    static let password = "correct horse battery"
    static let wrongPassword = "incorrect horse"

    /// - Parameters:
    /// - password: nil for an account without one.
    /// - predecessor: the account whose number it takes; nil for a free number.
    init(for daemon: DaemonUnderTest, password: String? = SystemUser.password, after predecessor: SystemUser? = nil)
        throws
    {
        directory = daemon.directory
        let errors = "\(directory)/account-errors"
        // One at a time, and its successor, so that accounts left by a crashed run are not in the way.
        name = "bgt\(getpid())\(predecessor == nil ? "" : "s")"
        try Self.run(
            ["useradd", "--no-create-home", "--no-user-group", "--shell", "/bin/sh"]
                + (predecessor.map { ["--uid", "\($0.number)"] } ?? []) + [name], errors)
        guard let entry = getpwnam(name) else { throw HarnessFailure("useradd made no \(name)") }
        number = Int(entry.pointee.pw_uid)
        guard let password else { return }
        try Self.run(["sh", "-c", "printf '%s:%s\\n' \"$0\" \"$1\" | chpasswd", name, password], errors)
    }

    deinit { try? remove() }

    /// Deletes the account, even if processes run under it.
    func remove() throws { try Self.run(["userdel", "--force", name], errors) }

    /// Renames the account, like vipw(8), because usermod(8) refuses while processes run under it.
    func rename(to newName: String) throws {
        let editor = "\(directory)/editor"
        // vipw takes a file for unchanged if its time is the same to the second.
        let script = """
            #!/bin/sh -e
            time=$(stat -c %Y "$1")
            sed -i 's/^\(name):/\(newName):/' "$1"
            touch -d "@$((time + 1))" "$1"

            """
        try Files.write(Array(script.utf8), to: editor, mode: 0o700)
        for options in [["-s"], []] { try Self.run(["env", "EDITOR=\(editor)", "vipw", "-q"] + options, errors) }
        name = newName
    }

    /// Locks the password, like an administrator.
    func lock() throws { try Self.run(["passwd", "--quiet", "--lock", name], errors) }

    /// Makes the account expire long ago.
    func expire() throws { try Self.run(["chage", "--expiredate", "0", name], errors) }

    private static func run(_ command: [String], _ errors: String) throws {
        let process = try ChildProcess(command, environment: Python.environment, errors: errors)
        guard try process.ending() == .exited(0) else {
            throw HarnessFailure("\(command[0]) failed: \(Files.text(errors))")
        }
    }
}
