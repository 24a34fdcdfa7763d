import GateSandbox
import GateSystem
import Glibc
import Testing

@testable import biogate

/// Runs the built command line with the built daemon.
enum CommandLineBench {
    /// `settings` are lines of the daemon's configuration.
    static func play(_ names: [String], _ options: [String] = [], settings: String = "") async throws {
        let scenario = ["python3", "Tests/Terminal/scenario.py", try program()] + names
        try await inSandbox(scenario, options, settings: settings)
    }

    /// Runs a command in a sandbox, from the top of the sources, and expects success.
    static func inSandbox(_ command: [String], _ options: [String] = [], settings: String = "") async throws {
        let directory = try TemporaryDirectory.make(in: ProcessEnvironment())
        defer { directory.remove() }
        let output = ProcessEnvironment.ofThisProcess()["BIOGATE_TEST_OUTPUT"].map { $0 + "/sandboxes" } ?? "/dev/null"
        // The sandbox writes the configuration, and names it behind `--config`.
        let daemon = directory.file("biogated")
        try Descriptor.open(daemon, O_WRONLY | O_CREAT | O_EXCL, mode: 0o700).write(
            """
            #!/bin/bash
            echo '\(settings)' >>"$2"
            # What it says is for the sandbox and for .ci/test, which looks through all of it.
            exec '\(try Self.daemon())' "$@" > >(exec tee -a '\(output)') 2>&1

            """)
        let arguments = ["sandbox", "--daemon", daemon] + options + ["--"]
        // A shell changes the directory, because the test's own one is arbitrary.
        let inSources = ["sh", "-c", #"cd "$0" && exec "$@""#, sources]
        let ended = try await run(arguments + inSources + command)
        #expect(ended.status == 0, "\(ended.output)")
    }

    static let sources = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    static func run(
        _ arguments: [String], environment more: KeyValuePairs<String, String> = [:]
    ) async throws -> (status: Int32, output: String) {
        try await run(program: try program(), arguments, environment: more)
    }

    static func run(
        program path: String, _ arguments: [String], environment more: KeyValuePairs<String, String> = [:]
    ) async throws -> (status: Int32, output: String) {
        let directory = try TemporaryDirectory.make(in: ProcessEnvironment())
        defer { directory.remove() }
        let log = try Descriptor.open(directory.file("log"), O_RDWR | O_CREAT | O_APPEND)
        var environment = ProcessEnvironment.ofThisProcess()
        for name in ["LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE", "NO_COLOR", "BIOGATE_SOCKET"] {
            environment.remove(name)
        }
        for (name, value) in more { environment.set(name, value) }
        let process = try ChildProcess.start(path, [path] + arguments, environment, isApart: true, output: log.number)
        let status = await process.status()
        let output = String(decoding: try Descriptor.open(directory.file("log"), O_RDONLY).readAll(), as: UTF8.self)
        return (status, output)
    }

    /// The build directory, in which the tests' own program is.
    private static func built() throws -> String {
        var room = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &room, room.count)
        let path = String(decoding: room.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    }

    static func program() throws -> String { try executable(try built() + "/biogate") }

    static func daemon() throws -> String {
        try executable(ProcessEnvironment.ofThisProcess()["BIOGATED"] ?? built() + "/biogated")
    }

    /// A missing program fails the test instead of skipping it.
    private static func executable(_ path: String) throws -> String {
        try #require(access(path, X_OK) == 0, "\(path) is not built")
        return path
    }
}
