import GateModel
import Glibc
import Testing

@testable import GateSeats

@Suite("A session's owner, by logind's file") final class SessionOwnerTests {
    private let directory = "/tmp/biogate-sessions-\(getpid())-\(UInt32.random(in: 0 ... .max))"

    init() throws { try #require(mkdir(directory, 0o700) == 0) }

    deinit {
        for name in ["3", "c7", "empty"] { unlink("\(directory)/\(name)") }
        rmdir(directory)
    }

    private func write(_ text: String, to name: String) throws {
        let file = try #require(fopen("\(directory)/\(name)", "w"))
        fputs(text, file)
        fclose(file)
    }

    private func owner(_ label: String, in directory: String? = nil) -> SessionOwner {
        SessionOwner(ofSessionAt: "/org/freedesktop/login1/session/\(label)", in: directory ?? self.directory)
    }

    @Test("The owner is read however long the rest of the file is")
    func read() throws {
        let rest = "ACTIVE=1\nDISPLAY=\(String(repeating: "x", count: 100_000))\nUID=0\n"
        try write("# This is private data. Do not parse.\nUID=1000\n\(rest)", to: "3")
        try write("UID=1001\n", to: "c7")
        #expect(owner("_33") == .user(UserID(rawValue: 1000)))
        #expect(owner("c7") == .user(UserID(rawValue: 1001)))
    }

    @Test("An ended session has no owner, and without a user or a directory the owner is unknown")
    func unread() throws {
        try write("STATE=opening\n", to: "empty")
        #expect(owner("empty") == .unknown)
        #expect(owner("_34") == .gone)
        #expect(owner("_34", in: "\(directory)/none") == .unknown)
        for label in ["..", "_2e_2e", "_3", "a_2fb"] { #expect(owner(label) == .unknown, "\(label)") }
    }
}
