import GateSystem
import Glibc
import Testing

@Suite struct ChildProcessTests {
    @Test("an end is what a shell makes of it", arguments: [("exit 3", 3), ("kill -KILL $$", 128 + SIGKILL)])
    func ends(_ script: String, _ status: Int32) async throws {
        #expect(try await started(script).status() == status)
    }

    @Test("a signal that this process ignores ends a child as it does by default")
    func signals() async throws {
        // For good: it is the whole process's, and whoever writes to a socket in another test wants it so as well.
        signal(SIGPIPE, SIG_IGN)
        #expect(try await started("kill -PIPE $$").status() == 128 + SIGPIPE)
    }

    @Test("a program that is not there is not started, and its path is told")
    func missing() {
        let error = #expect(throws: SystemCallFailure.self) {
            try ChildProcess.start("/nonexistent/program", [], environment: []) { _ in }
        }
        #expect(error.map { "\($0)" } == "/nonexistent/program: No such file or directory")
        #expect(error?.isMissing == true)
    }

    private func started(_ script: String) throws -> ChildProcess {
        try ChildProcess.start("sh", ["sh", "-c", script], environment: [], isLookedUp: true) { _ in }
    }
}
