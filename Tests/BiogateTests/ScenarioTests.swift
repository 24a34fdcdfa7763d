import Glibc
import Testing

@testable import biogate

/// What a person goes through with the real daemon, on a virtual reader.
@Suite("The command line at a terminal", .serialized)
struct TerminalScenarioTests {
    @Test(
        "a person at a terminal",
        arguments: [
            "pin_races_finger", "finger_wins", "interrupt", "interrupt_shows_input", "offers_pin",
            "asks_before_items_are_lost", "setup", "setup_skipped", "plain_on_a_terminal", "korean", "typed_secret",
            "text_ends_with_a_line_on_a_terminal",
        ])
    func terminal(name: String) async throws {
        try await CommandLineBench.play(name)
    }
}

/// What a script goes through with the real daemon, on a virtual reader.
@Suite("The command line in a script", .serialized)
struct ScriptScenarioTests {
    @Test(
        "a script without a terminal",
        arguments: [
            "statuses", "lockout", "unplugged", "cancelled_elsewhere", "bytes_are_exact", "run_with_secrets",
            "json_lines", "renewal", "signing_keys", "changes", "watching", "touches_are_taken_one_by_one",
            "verify_only",
        ])
    func script(name: String) async throws {
        try await CommandLineBench.play(name, name == "verify_only" ? ["--verify-only"] : [])
    }

    @Test("a sandbox ends with its command's status, passes signals on, and leaves nothing behind")
    func sandbox() async throws {
        let ended = try await CommandLineBench.run([
            "sandbox", "--daemon", try CommandLineBench.daemon(), "--", "sh", "-c", "echo $BIOGATE_SANDBOX; exit 9",
        ])
        #expect(ended.status == 9)
        let directory = ended.output.split(separator: "\n").last.map(String.init) ?? ""
        #expect(directory.contains("biogate-sandbox-") && !SecretFile(path: directory).exists)
        // The command sends the signal to the sandbox above it, and gets it back.
        let asking = "echo $BIOGATE_SANDBOX; trap 'exit 5' TERM; kill -TERM $PPID; while :; do :; done"
        let signalled = try await CommandLineBench.run([
            "sandbox", "--daemon", try CommandLineBench.daemon(), "--", "sh", "-c", asking,
        ])
        #expect(signalled.status == 5)
        #expect(!SecretFile(path: String(signalled.output.dropLast())).exists)
        let missing = try await CommandLineBench.run([
            "sandbox", "--daemon", try CommandLineBench.daemon(), "--", "no-such-command",
        ])
        #expect(missing.status == 127)
        let broken = try await CommandLineBench.run(["sandbox", "--daemon", "/bin/false", "--", "true"])
        #expect(broken.status == 1 && broken.output.contains("did not start"))
    }

    @Test("a shell can complete every verb", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) async throws {
        let script = try await CommandLineBench.run(["--generate-completion-script", shell])
        #expect(script.status == 0)
        for verb in ["revoke-all", "sandbox", "renew"] { #expect(script.output.contains(verb)) }
    }
}

/// Runs the command line that was built, with the daemon that was built.
private enum CommandLineBench {
    static func play(_ name: String, _ options: [String] = []) async throws {
        let script = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Terminal/scenario.py"
        let arguments = ["sandbox", "--daemon", try daemon()] + options
        let ended = try await run(arguments + ["--", "python3", script, try program(), name])
        #expect(ended.status == 0, "\(ended.output)")
    }

    static func run(_ arguments: [String]) async throws -> (status: Int32, output: String) {
        let directory = try TemporaryDirectory.make(in: ProcessEnvironment())
        defer { directory.remove() }
        let log = try Descriptor.open(directory.file("log"), O_RDWR | O_CREAT | O_APPEND)
        var environment = ProcessEnvironment.ofThisProcess()
        for name in ["LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "BIOGATE_SOCKET"] { environment.remove(name) }
        let path = try program()
        let process = try ChildProcess.start(path, [path] + arguments, environment, isApart: true, output: log.number)
        let status = await process.status()
        let output = String(decoding: try Descriptor.open(directory.file("log"), O_RDONLY).readAll(), as: UTF8.self)
        return (status, output)
    }

    /// The directory of what was built, where the tests' own program is.
    private static func built() throws -> String {
        var room = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &room, room.count)
        let path = String(decoding: room.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    }

    private static func program() throws -> String { try executable(try built() + "/biogate") }

    static func daemon() throws -> String {
        try executable(ProcessEnvironment.ofThisProcess()["BIOGATED"] ?? built() + "/biogated")
    }

    /// Nothing is skipped: a program that is missing is a failure.
    private static func executable(_ path: String) throws -> String {
        try #require(access(path, X_OK) == 0, "\(path) is not built")
        return path
    }
}
