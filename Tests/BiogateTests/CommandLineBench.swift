import GateSandbox
import GateSystem
import Glibc
import Testing

@testable import biogate

/// Runs the built command line with the built daemon.
enum CommandLineBench {
    /// `settings` are `NAME=VALUE` each, for the daemon.
    static func play(_ names: [String], _ options: [String] = [], settings: [String] = []) async throws {
        let scenario = ["python3", "Tests/Terminal/scenario.py", try program()] + names
        try await inSandbox(scenario, options + settings.flatMap { ["--set", $0] })
    }

    /// Runs a command in a sandbox, from the top of the sources, and expects success.
    static func inSandbox(_ command: [String], _ options: [String] = []) async throws {
        let environment = ProcessEnvironment.ofThisProcess()
        // .ci/test looks through all that daemons say.
        let log = environment["BIOGATE_TEST_OUTPUT"].map { ["--log", $0 + "/sandboxes"] } ?? []
        let arguments = ["--daemon", try Self.daemon()] + options + log + ["--"]
        // A shell changes the directory, because the test's own one is arbitrary.
        let inSources = ["sh", "-c", #"cd "$0" && exec "$@""#, sources]
        let ended = try await run(program: try sandbox(), arguments + inSources + command)
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

    static func sandbox() throws -> String { try executable(try built() + "/biogate-sandbox") }

    static func daemon() throws -> String {
        try executable(ProcessEnvironment.ofThisProcess()["BIOGATED"] ?? built() + "/biogated")
    }

    /// A missing program fails the test instead of skipping it.
    private static func executable(_ path: String) throws -> String {
        try #require(access(path, X_OK) == 0, "\(path) is not built")
        return path
    }
}
