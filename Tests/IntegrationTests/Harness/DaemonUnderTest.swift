import Glibc
import Testing
import VirtualReaders

/// The real daemon, with virtual readers, in its own directory.
///
/// Tests must not share it, because each would see the others' effects.
final class DaemonUnderTest {
    let directory: String
    let bench: VirtualReaderBench
    private(set) var configuration: [String: JSON]
    private let notifications: Descriptor
    private var process: ChildProcess?
    /// Nil for the daemon built with the tests.
    var program: String?

    var socketPath: String { "\(directory)/gate" }
    var stateDirectory: String { "\(directory)/state" }
    /// Where the daemon looks for the system bus; a test may put a bus there.
    var busPath: String { "\(directory)/bus" }
    private var configurationPath: String { "\(directory)/biogated.conf" }
    var errorsPath: String { "\(directory)/errors" }
    /// The journal, if a test plays one.
    var journal: JournalUnderTest?
    /// For daemons started to fail, perhaps beside one that serves.
    private var vainErrorsPath: String { "\(directory)/vain-errors" }

    /// Runs `body` on a serving daemon. Afterwards checks that it still serves, stops cleanly, and logged no secret;
    /// does not check a daemon that the body ended.
    static func with(
        _ readers: [VirtualReader.Kind] = [.device], _ configuration: [String: JSON] = [:],
        state: StateFixture = .empty, _ body: (DaemonUnderTest) throws -> Void
    ) throws {
        try prepared(readers, configuration, state: state) { daemon in
            try daemon.start()
            try body(daemon)
            guard daemon.process != nil else { return }
            try #expect(daemon.client().call("org.varlink.service.GetInfo").error == nil)
            try daemon.stop()
        }
    }

    /// Like `with`, but `body` starts the daemon.
    static func prepared(
        _ readers: [VirtualReader.Kind] = [.device], _ configuration: [String: JSON] = [:],
        state: StateFixture = .empty, _ body: (DaemonUnderTest) throws -> Void
    ) throws {
        let daemon = try DaemonUnderTest(readers, configuration)
        defer { daemon.remove() }
        try daemon.fill(with: state)
        do {
            try body(daemon)
        } catch let failure as HarnessFailure {
            throw HarnessFailure("\(failure)\nThe daemon said:\n\(daemon.errors)")
        }
        daemon.expectNoSecret()
    }

    init(_ readers: [VirtualReader.Kind], _ configuration: [String: JSON]) throws {
        directory = try Files.makeDirectory()
        bench = try #require(VirtualReaderBench(readers))
        // Tests must not use this machine's own TPM.
        let usual: [String: JSON] = [
            "readers.allowVirtual": true, "password.enabled": false, "sealing.tcti": "device:/dev/no-tpm",
        ]
        self.configuration = usual.merging(configuration) { $1 }
        notifications = try .bound(to: "\(directory)/notify", type: SOCK_DGRAM)
    }

    /// Everything that the daemon wrote to standard error, over all its starts.
    var errors: String { Files.text(errorsPath) + Files.text(vainErrorsPath) }

    /// Waits until the daemon has written a line with these words, because it answers first and writes later.
    func awaitLine(_ words: String, at location: SourceLocation = #_sourceLocation) throws {
        try waitUntil("the daemon says \"\(words)\"", at: location) { errors.contains(words) }
    }

    func reader(_ kind: VirtualReader.Kind = .device) throws -> VirtualReader { try #require(bench.reader(kind)) }

    // MARK: Starting and ending

    /// Precedes the command of a daemon that obeys file modes, unlike root.
    static var withoutPrivileges: [String] {
        geteuid() == 0 ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : []
    }

    /// Starts the daemon and waits until it serves.
    ///
    /// - Parameter launcher: words that precede its command.
    func start(_ changes: [String: JSON] = [:], launcher: [String] = []) throws {
        let process = try spawn(changes, launcher: launcher, errors: errorsPath)
        self.process = process
        while true {
            guard let ready = try Descriptor.firstReady(of: [notifications, process.lifeline]) else {
                throw HarnessFailure("the daemon is not ready")
            }
            guard ready == 0 else { throw HarnessFailure("the daemon ended: \(try process.ending())") }
            if String(decoding: try notifications.read(), as: UTF8.self).hasPrefix("READY=1") { return }
        }
    }

    /// Starts a daemon that fails to serve, and returns how it ended and the lines that it wrote.
    func startInVain(
        _ changes: [String: JSON] = [:], launcher: [String] = [], arguments: [String] = [], socket: String? = nil,
        stateDirectory: String? = nil
    ) throws -> (ending: ChildProcess.Ending, lines: [String]) {
        let before = Files.text(vainErrorsPath).count
        let process = try spawn(
            changes, launcher: launcher, arguments: arguments, errors: vainErrorsPath, socket: socket,
            stateDirectory: stateDirectory)
        let ending = try process.ending()
        return (ending, Files.text(vainErrorsPath).dropFirst(before).split(separator: "\n").map(String.init))
    }

    private func spawn(
        _ changes: [String: JSON], launcher: [String], arguments: [String] = [], errors: String, socket: String? = nil,
        stateDirectory: String? = nil
    ) throws -> ChildProcess {
        configuration.merge(changes) { $1 }
        try Files.write(Array(JSON.object(configuration).description.utf8), to: configurationPath)
        var environment = bench.environment.merging(Python.environment) { $1 }
        environment["NOTIFY_SOCKET"] = "\(directory)/notify"
        // Tests must not see this machine's own sleep and sessions.
        environment["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=\(busPath)"
        return try ChildProcess(
            launcher + [
                try program ?? Self.executable(), "--config", configurationPath, "--socket", socket ?? socketPath,
                "--state-directory", stateDirectory ?? self.stateDirectory,
            ] + arguments, environment: environment, errors: errors)
    }

    /// A program built with the tests.
    static func executable(_ name: String = "biogated") throws -> String {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { readlink("/proc/self/exe", $0.assumingMemoryBound(to: CChar.self), bytes.count) }
                ?? 0
        }
        let test = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        let path = "/" + (test.split(separator: "/").dropLast() + [name[...]]).joined(separator: "/")
        guard access(path, X_OK) == 0 else { throw HarnessFailure("\(path) is missing: build it first") }
        return path
    }

    /// Ends it with SIGTERM, like systemd, and expects it to obey.
    func stop(at location: SourceLocation = #_sourceLocation) throws {
        try expectNoPool(at: location)
        signal(SIGTERM)
        let ending = try ending()
        #expect(ending == .exited(0), "The daemon said:\n\(errors)", sourceLocation: location)
    }

    /// Ends it with SIGKILL. Its reader process, which then ends by itself, is gone afterwards, too.
    func crash() throws {
        let children = self.children
        signal(SIGKILL)
        #expect(try ending() == .killed(signal: SIGKILL))
        for child in children {
            try waitUntil("process \(child) is gone") {
                // A zombie's name is followed by its state.
                let status = Files.text("/proc/\(child)/stat")
                return status.isEmpty || status.contains(") Z ")
            }
        }
    }

    /// The processes that it has started.
    var children: [Int] {
        guard let process = processID else { return [] }
        return Files.names(in: "/proc/\(process)/task").flatMap { task in
            Files.text("/proc/\(process)/task/\(task)/children").split(separator: " ").compactMap { Int($0) }
        }
    }

    /// Starts it and ends it with SIGKILL after a while, ready or not.
    func crashStarting(after time: Duration) throws {
        let process = try spawn([:], launcher: [], errors: errorsPath)
        guard try Descriptor.firstReady(of: [process.lifeline], within: time) == nil else {
            throw HarnessFailure("the daemon ended: \(try process.ending())")
        }
        process.signal(SIGKILL)
        #expect(try process.ending() == .killed(signal: SIGKILL))
        // The next daemon must not count as ready because this one was.
        while try Descriptor.firstReady(of: [notifications], within: .zero) != nil { _ = try notifications.read() }
    }

    func signal(_ number: Int32) { process?.signal(number) }

    /// Precedes the command of a daemon that is to see a full disk as an error and not as a signal.
    static let fullDiskIsNoSignal = ["sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh"]

    /// Sets whether the daemon can make a file longer.
    func setDiskFull(_ isFull: Bool) throws { try limit("fsize=\(isFull ? "0" : "unlimited"):unlimited") }

    /// Limits the number of descriptors that the daemon can open from now on; open ones stay.
    func limitDescriptors(to number: Int) throws { try limit("nofile=\(number):") }

    private func limit(_ limit: String) throws {
        let process = try #require(process)
        let limiting = try ChildProcess(
            ["prlimit", "--pid", "\(process.id)", "--\(limit)"],
            environment: Python.environment, errors: "\(directory)/prlimit-errors")
        guard try limiting.ending() == .exited(0) else { throw HarnessFailure("prlimit failed") }
    }

    func ending() throws -> ChildProcess.Ending {
        let process = try #require(process)
        self.process = nil
        defer { hasDumpedCore = process.hasDumpedCore }
        return try process.ending()
    }

    /// Expects that libdispatch's pool for Swift and the global queues had no job: the first would start a watch that
    /// wakes the process every second from then on. The pool's threads stay for 5 s after their last job.
    func expectNoPool(at location: SourceLocation = #_sourceLocation) throws {
        let tasks = "/proc/\(try #require(processID))/task"
        let threads = Files.names(in: tasks).map { Files.text("\(tasks)/\($0)/comm").filter { $0 != "\n" } }
        #expect(!threads.isEmpty, sourceLocation: location)
        // Named for their queue, such as com.apple.root.default-qos; threads of a process's own queues are named
        // "-qos.overcommit".
        let pool = threads.filter { $0.hasSuffix("-qos") }
        #expect(pool == [], "See CONTRIBUTING.md", sourceLocation: location)
    }

    /// Set while it runs.
    var processID: Int? { process.map { Int($0.id) } }
    /// The kernel's numbers about its memory (`proc_pid_status(5)`): `RssAnon`, `VmLck`.
    func kilobytes(_ kind: String) throws -> Int {
        let lines = Files.text("/proc/\(try #require(processID))/status").split(separator: "\n")
        let words = try #require(lines.first { $0.hasPrefix("\(kind):") }).split(whereSeparator: \.isWhitespace)
        return try #require(Int(words[1]))
    }
    /// Whether the last process that ended left a core dump.
    private(set) var hasDumpedCore = false

    private func remove() {
        process?.signal(SIGKILL)
        process = nil
        keepOutput()
        Files.remove(directory)
        Files.remove(bench.directory)
    }

    // MARK: Connecting

    func client() throws -> GateConnection { try GateConnection(to: socketPath) }

    /// A client that runs as another user, which takes root.
    func client(as user: Int) throws -> GateConnection {
        try GateConnection(to: socketPath, user: user, errors: "\(directory)/client-errors")
    }

    // MARK: State

    private func fill(with state: StateFixture) throws {
        guard let files = try state.files() else { return }
        mkdir(stateDirectory, 0o700)
        for (name, bytes) in files { try Files.write(bytes, to: "\(stateDirectory)/\(name)") }
    }

    /// Restores the state directory.
    func restore(_ files: [String: [UInt8]]) throws {
        for name in Files.names(in: stateDirectory) { Files.remove("\(stateDirectory)/\(name)") }
        for (name, bytes) in files { try Files.write(bytes, to: "\(stateDirectory)/\(name)") }
    }

    /// Runs one statement on the keystore's database behind the daemon's back; returns the rows' first columns.
    @discardableResult
    func execute(_ statement: String) throws -> [[UInt8]] {
        let (near, far) = try Descriptor.socketPair()
        let tool = try ChildProcess(
            [Python.interpreter, Python.script("database.py"), "\(stateDirectory)/keystore.sqlite", statement],
            environment: Python.environment, errors: "\(directory)/database-errors", standard: far)
        guard try tool.ending() == .exited(0) else {
            throw HarnessFailure("\(statement): \(Files.text("\(directory)/database-errors"))")
        }
        shutdown(near.number, Int32(SHUT_RD))
        return String(decoding: try near.read(), as: UTF8.self).split(separator: "\n").map { line in
            let digits = line.utf8.map { UInt8($0 < 0x3A ? $0 - 0x30 : $0 - 0x57) }
            return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        }
    }

    /// Copies the output of the daemon, its password helper and their clients to where `.ci/test` searches all of it.
    private func keepOutput() {
        guard let place = getenv("BIOGATE_TEST_OUTPUT").map({ String(cString: $0) }) else { return }
        let files = Files.names(in: directory).filter { $0.hasSuffix("errors") }
        let said = files.map { Files.text("\(directory)/\($0)") } + [journal?.everything ?? ""]
        let name = directory.split(separator: "/").last ?? "daemon"
        try? Files.write(Array(said.joined(separator: "\n").utf8), to: "\(place)/\(name)")
    }

    func stateFiles() throws -> [String: [UInt8]] { try Files.contents(of: stateDirectory) }

    /// Expects that neither the daemon's lines nor the journal's fields contain a PIN, a secret or a finger.
    private func expectNoSecret() {
        let said = errors + (journal?.everything ?? "")
        for secret in Samples.neverTold where said.contains(secret) {
            Issue.record("the daemon told \(secret):\n\(said)")
        }
        #expect(!said.contains("Fatal error"))
    }
}
