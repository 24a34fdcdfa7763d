import Foundation
import SpawnedProcess
import Testing
import VirtualReaders

/// The real daemon on a virtual reader.
final class ExampleBench {
    static let finger = "right-index"
    static let item = "github"
    static let secret = "token-of-the-example"
    static let pin = "739154"

    private let bench: VirtualReaderBench
    private var daemon: SpawnedProcess?
    private var directory: String { bench.directory }
    var socketPath: String { "\(directory)/gate" }

    init() throws {
        bench = try #require(VirtualReaderBench([.storage]))
        try start()
    }

    /// Sets a PIN, and enrols a finger.
    @discardableResult
    func prepareFinger() throws -> GateSession {
        let gate = try GateSession(path: socketPath)
        try gate.call("SetPIN", ["pin": Self.pin])
        try gate.call("Enroll", ["finger": "rightIndex", "credential": ["pin": Self.pin]]) {
            try self.touch(with: Self.finger)
        }
        return gate
    }

    /// Also stores an item that the finger opens.
    func prepareItem() throws {
        let gate = try prepareFinger()
        let secret = Data(Self.secret.utf8).base64EncodedString()
        try gate.call("StoreSecret", ["name": Self.item, "secret": secret]) { try self.touch(with: Self.finger) }
    }

    deinit {
        daemon = nil
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Starts the daemon built with the tests, and waits until it reports that it is ready.
    private func start() throws {
        let configuration = "\(directory)/biogated.conf"
        try Data("readers.allowVirtual=yes\npassword.enabled=no\nsealing.provider=file\n".utf8)
            .write(to: URL(filePath: configuration))
        let ready = try NotifySocket(path: "\(directory)/notify")
        let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        // Inherits nothing from this process's environment, in which the sensor's tests set variables of their readers.
        daemon = try SpawnedProcess(
            [
                URL(filePath: test).deletingLastPathComponent().appending(path: "biogated").path, "--config",
                configuration, "--socket", socketPath, "--state-directory", "\(directory)/state",
            ], environment: bench.environment.merging(["NOTIFY_SOCKET": "\(directory)/notify"]) { $1 },
            errors: Self.journal())
        try ready.awaitReady()
    }

    /// The file in which `.ci/test` searches all daemons' output; nil without it.
    private static func journal() throws -> FileHandle? {
        guard let place = ProcessInfo.processInfo.environment["BIOGATE_TEST_OUTPUT"] else { return nil }
        let file = URL(filePath: place).appending(path: UUID().uuidString)
        try Data().write(to: file)
        return try FileHandle(forWritingTo: file)
    }

    func touch(with finger: String) throws {
        try #require(bench.reader(.storage)).send(.scan(finger))
    }

    func run(_ client: ExampleClient, item: String) throws -> ClientRun {
        try ClientRun([client.interpreter, client.file.path, item], on: self, socketPath: socketPath)
    }

    /// Runs a line of shell, with the built programs and the tests' Python before installed ones in the path.
    func shell(_ line: String, in directory: URL) throws -> ClientRun {
        let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let environment = ProcessInfo.processInfo.environment
        let python = environment["BIOGATE_TEST_PYTHON"].map { URL(filePath: $0).deletingLastPathComponent().path }
        let places: [String?] = [
            URL(filePath: test).deletingLastPathComponent().path, python, environment["PATH"],
        ]
        return try ClientRun(
            ["sh", "-c", line], on: self, socketPath: socketPath, in: directory,
            environment: ["PATH": places.compactMap(\.self).joined(separator: ":"), "LC_ALL": "C"])
    }
}

/// A running client; the daemon lives as long.
final class ClientRun {
    private let bench: ExampleBench
    private let process: SpawnedProcess
    private let output: FileHandle
    private let errors: FileHandle
    private var unread = Data()
    private var lines: [String] = []

    init(
        _ command: [String], on bench: ExampleBench, socketPath: String, in directory: URL? = nil,
        environment: [String: String] = [:]
    ) throws {
        self.bench = bench
        let (writing, output) = try SpawnedProcess.channel()
        let (writingErrors, errors) = try SpawnedProcess.channel()
        (self.output, self.errors) = (output, errors)
        process = try SpawnedProcess(
            command,
            environment: ProcessInfo.processInfo.environment.merging(["BIOGATE_SOCKET": socketPath]) { $1 }
                .merging(environment) { $1 },
            directory: directory, output: writing, errors: writingErrors)
        try writing.close()
        try writingErrors.close()
    }

    /// The next whole line of standard error; nil at its end.
    func nextLine() throws -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: unread[..<end], as: UTF8.self)
                unread = Data(unread[(end + 1)...])
                lines.append(line)
                return line
            }
            let more = errors.availableData
            if more.isEmpty { return nil }
            unread += more
        }
    }

    /// Reads until a line fits.
    func awaitLine(_ fits: (String) -> Bool) throws {
        while let line = try nextLine() {
            if fits(line) { return }
        }
        Issue.record("the client said only \(lines)")
    }

    func end() throws -> (status: Int32, output: String, lines: [String]) {
        while try nextLine() != nil {}
        let output = try output.readToEnd() ?? Data()
        return (process.status, String(decoding: output, as: UTF8.self), lines)
    }
}
