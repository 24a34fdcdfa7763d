import GateModel
import GateSystem
import Glibc
import Testing

@Suite("What the kernel tells about a process")
struct ProcessStatusTests {
    private static let stat =
        ") S 41 42 42 0 -1 4194560 100 0 0 0 1 2 3 4 20 0 1 0 987654 1000000 200 18446744073709551615"
    private static let status =
        "Name:\tgh\nUmask:\t0022\nState:\tS (sleeping)\nUid:\t1000\t1001\t1002\t1003\nGid:\t1\t1\t1\t1\n"

    private func read(_ name: String, _ rest: String = stat, _ status: String = status) -> ProcessStatus? {
        ProcessStatus(ProcessID(rawValue: 42), stat: Array("42 (\(name)\(rest)".utf8), status: Array(status.utf8))
    }

    @Test(
        "A process's name cannot pass for its parent, its start time or its end",
        arguments: ["gh", "a) S 1 1 1 (b", ")", "", "\n) R 0"])
    func names(name: String) throws {
        let process = try #require(read(name))
        #expect(process.command == name)
        #expect(process.parent == ProcessID(rawValue: 41))
        #expect(process.process == RunningProcess(id: ProcessID(rawValue: 42), startTime: 987_654))
        #expect(process.user == UserID(rawValue: 1001))
    }

    @Test("What is cut short or is no number is no process")
    func broken() {
        #expect(read("gh", ") S 41 42") == nil)
        #expect(read("gh", ") S x" + Self.stat.dropFirst(6)) == nil)
        #expect(read("gh", "") == nil)
        #expect(read("gh", Self.stat, "Name:\tgh\n") == nil)
        #expect(read("gh", Self.stat, "Uid:\t1000\n") == nil)
        #expect(ProcessStatus(of: ProcessID(rawValue: .max)) == nil)
    }

    @Test("A running process is found, with its parent")
    func own() throws {
        let own = try #require(ProcessStatus(of: ProcessID(rawValue: getpid())))
        #expect(own.parent == ProcessID(rawValue: getppid()))
        #expect(own.user == UserID(rawValue: geteuid()))
        #expect(own.process.startTime > 0)
    }
}
