import GateSystem
import Glibc
import Testing

@Suite struct ChildProcessTests {
    @Test("A child's status is a shell's", arguments: [("exit 3", 3), ("kill -KILL $$", 128 + SIGKILL)])
    func ends(_ script: String, _ status: Int32) async throws {
        #expect(try await started(script).status() == status)
    }

    @Test("A signal that this process ignores ends a child as it does by default")
    func signals() async throws {
        // Never restored: the setting is the whole process's, and other tests that write to sockets need it, too.
        signal(SIGPIPE, SIG_IGN)
        #expect(try await started("kill -PIPE $$").status() == 128 + SIGPIPE)
    }

    @Test("A program of this project starts with no signal blocked or ignored, and with only the standard files open")
    func nothingInherited() async throws {
        signal(SIGUSR1, SIG_IGN)
        defer { signal(SIGUSR1, SIG_DFL) }
        let leaked = dup(STDERR_FILENO)
        defer { close(leaked) }
        var mask = sigset_t()
        sigfillset(&mask)
        pthread_sigmask(SIG_SETMASK, &mask, nil)
        let script = """
            test -z "$(grep -E '^Sig(Blk|Ign)' /proc/self/status | grep -v '\\<0*$')" && ! test -e /proc/self/fd/\(leaked)
            """
        let child = try ChildProcess.start(
            "sh", ["sh", "-c", script], environment: [], inheriting: .nothing, isLookedUp: true
        ) { _ in }
        sigemptyset(&mask)
        pthread_sigmask(SIG_SETMASK, &mask, nil)
        #expect(child.wait() == 0)
    }

    @Test(
        "A program named by the user gets the signals of our caller, and every file that is not ours")
    func callersInherited() async throws {
        let given = dup(STDERR_FILENO)
        defer { close(given) }
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGUSR2)
        pthread_sigmask(SIG_SETMASK, &mask, nil)
        let state = SignalState.current()
        sigfillset(&mask)
        pthread_sigmask(SIG_SETMASK, &mask, nil)
        // SIGUSR2 is 12, so its bit is the highest of the third digit from the right. A shell would clear the mask
        // itself.
        let children = try [
            ["grep", "-q", "^SigBlk:.0*800$", "/proc/self/status"], ["test", "-e", "/proc/self/fd/\(given)"],
        ].map { words in
            try ChildProcess.start(words[0], words, environment: [], inheriting: .files(state), isLookedUp: true) { _ in
            }
        }
        sigemptyset(&mask)
        pthread_sigmask(SIG_SETMASK, &mask, nil)
        for child in children { #expect(child.wait() == 0) }
    }

    @Test("A missing program is not started, and its path is reported")
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
