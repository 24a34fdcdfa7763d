package import GateSystem
package import GateWire
internal import Glibc

/// A daemon in a temporary directory, with a reader simulated by libfprint.
package actor SandboxDaemon {
    /// The reader's abilities; the raw value is the variable that makes libfprint simulate it.
    package enum ReaderKind: String {
        case storing = "FP_VIRTUAL_DEVICE_STORAGE"
        case verifying = "FP_VIRTUAL_DEVICE"

        var driver: String {
            switch self {
            case .storing: "virtual_device_storage"
            case .verifying: "virtual_device"
            }
        }
    }

    /// The longest time for the daemon to end before it is killed.
    private static let patience: Duration = .seconds(5)

    private let program: String
    private let kind: ReaderKind
    private let directory: TemporaryDirectory
    /// The daemon's socket.
    private let gate: String
    private let environment: ProcessEnvironment
    private let relay: SignalRelay
    private let logind: SandboxLogind
    private let caretaker: Caretaker
    /// Nil if the reader has no storage.
    private let chip: VirtualChip?
    private var process: ChildProcess
    /// Completes when the daemon has ended.
    private var ended: Task<Int32, Never>

    /// The reader's socket in a sandbox's directory, while the reader is open.
    static func readerSocket(in directory: String) -> String { directory + "/port/reader" }

    /// Starts the daemon and waits until it is ready. `program` nil: the installed one; `gate` nil: a socket in the
    /// sandbox's directory.
    package static func start(
        _ program: String?, kind: ReaderKind, listeningAt gate: String? = nil, _ settings: SandboxSettings,
        in environment: ProcessEnvironment, _ relay: SignalRelay
    ) async throws(SandboxFailure) -> SandboxDaemon {
        let program = if let program { program } else { try installed(in: environment) }
        let directory = try system { () throws(SystemCallFailure) in try TemporaryDirectory.make(in: environment) }
        do throws(SandboxFailure) {
            let logind = SandboxLogind()
            try system { () throws(SystemCallFailure) in
                try prepare(directory, settings)
                logind.serve(try LocalSocket.listener(at: directory.file("bus")))
            }
            let notices = try receiver(in: directory)
            let gate = gate ?? directory.file("gate")
            let caretaker = try system { () throws(SystemCallFailure) in try Caretaker(of: directory) }
            let process = try system { () throws(SystemCallFailure) in
                try launch(program, kind, directory, gate, environment)
            }
            caretaker.lookAfter(process)
            let sandbox = SandboxDaemon(program, kind, directory, gate, environment, relay, logind, caretaker, process)
            try await sandbox.untilReady(notices)
            return sandbox
        } catch {
            directory.remove()
            throw error
        }
    }

    private static func installed(in environment: ProcessEnvironment) throws(SandboxFailure) -> String {
        do throws(CompanionProgram.Missing) {
            return try CompanionProgram.path(of: "biogated", in: environment)
        } catch {
            throw .noProgram(error)
        }
    }

    private init(
        _ program: String, _ kind: ReaderKind, _ directory: TemporaryDirectory, _ gate: String,
        _ environment: ProcessEnvironment, _ relay: SignalRelay, _ logind: SandboxLogind,
        _ caretaker: consuming Caretaker, _ process: ChildProcess
    ) {
        self.program = program
        self.kind = kind
        self.directory = directory
        self.gate = gate
        self.environment = environment
        self.relay = relay
        self.logind = logind
        self.caretaker = caretaker
        chip = kind == .storing ? VirtualChip(in: directory.path) : nil
        chip?.follow()
        self.process = process
        ended = Task { await process.status() }
    }

    /// Ends the daemon and starts another one on its data, with the reader plugged in again.
    func restart() async throws(SandboxFailure) {
        chip?.note()
        await endProcess()
        let notices = try Self.receiver(in: directory)
        process = try system { () throws(SystemCallFailure) in
            try Self.launch(program, kind, directory, gate, environment)
        }
        caretaker.lookAfter(process)
        ended = Task { [process] in await process.status() }
        try await untilReady(notices)
    }

    private func untilReady(_ notices: consuming Descriptor) async throws(SandboxFailure) {
        relay.started(daemon: process)
        guard await isReady(notices) else {
            throw relay.interruption.map { .interrupted($0) } ?? .daemonEnded(log)
        }
    }

    /// The socket for the daemon's readiness.
    private static func receiver(in directory: TemporaryDirectory) throws(SandboxFailure) -> Descriptor {
        let path = directory.file("notify")
        // The previous socket's name, which is not read any more.
        unsafe unlink(path)
        return try system { () throws(SystemCallFailure) in try LocalSocket.receiver(at: path) }
    }

    private static func prepare(
        _ directory: TemporaryDirectory, _ settings: SandboxSettings
    ) throws(SystemCallFailure) {
        let configuration = try Descriptor.open(directory.file("biogated.conf"), O_WRONLY | O_CREAT | O_EXCL)
        let helper = directory.file("password")
        try configuration.write(settings.configuration(passwordHelper: helper))
        if let word = settings.password { SandboxPassword.serve(try LocalSocket.listener(at: helper), knowing: word) }
        for name in ["state", "plugged"] {
            let path = directory.file(name)
            try checked("mkdir", path) { unsafe mkdir(path, 0o700) }
        }
        try connectPort(of: directory, to: "plugged")
    }

    /// Points the link to the reader's socket at a place. If no process, not even root's, may create a socket there,
    /// opening the reader is not permitted: to the daemon, another program has the reader.
    private static func connectPort(
        of directory: TemporaryDirectory, to place: String
    ) throws(SystemCallFailure) {
        let (new, port) = (directory.file("port.new"), directory.file("port"))
        try checked("symlink", port) { unsafe symlink(place, new) }
        try checked("rename", port) { unsafe rename(new, port) }
    }

    /// Takes the reader from the daemon, or gives it back. The daemon keeps an open reader until 3 s after its last
    /// use.
    private func occupyReader(_ isOccupied: Bool) async throws(SandboxFailure) {
        let (directory, place) = (directory, isOccupied ? "/dev/pts" : "plugged")
        let reader = Self.readerSocket(in: directory.path)
        try system { () throws(SystemCallFailure) in try Self.connectPort(of: directory, to: place) }
        while isOccupied, LocalSocket.isBound(reader) {
            // Nothing cancels this sleep; the kernel does not report a closed socket.
            try? await Task.sleep(for: .milliseconds(50))
        }
    }

    private static func launch(
        _ program: String, _ kind: ReaderKind, _ directory: TemporaryDirectory, _ gate: String,
        _ environment: ProcessEnvironment
    ) throws(SystemCallFailure) -> ChildProcess {
        let log = try Descriptor.open(directory.file("log"), O_WRONLY | O_CREAT | O_APPEND)
        var environment = environment
        // Simulates no other reader, and uses none that is plugged in.
        for name in ["FP_VIRTUAL_DEVICE", "FP_VIRTUAL_DEVICE_STORAGE", "FP_VIRTUAL_DEVICE_STORAGE_NO_LIST"] {
            environment.remove(name)
        }
        for name in ["FP_VIRTUAL_IMAGE", "LISTEN_FDS", "LISTEN_PID", "WATCHDOG_USEC", "WATCHDOG_PID"] {
            environment.remove(name)
        }
        environment.set(kind.rawValue, readerSocket(in: directory.path))
        // The variable was renamed in libfprint 1.94.7.
        environment.set("FP_DRIVERS_WHITELIST", kind.driver)
        environment.set("FP_DRIVERS_ALLOWLIST", kind.driver)
        environment.set("DBUS_SYSTEM_BUS_ADDRESS", SandboxLogind.address(directory.file("bus")))
        environment.set("NOTIFY_SOCKET", directory.file("notify"))
        let arguments = [
            program, "--config", directory.file("biogated.conf"), "--socket", gate,
            "--state-directory", directory.file("state"),
        ]
        // Separate from the terminal's signals: the command must end before its daemon.
        return try .start(program, arguments, environment, isApart: true, output: log.number)
    }

    /// True once the daemon reports that it is ready (sd_notify(3)); false if it ends before.
    private func isReady(_ notices: consuming Descriptor) async -> Bool {
        let (events, continuation) = AsyncStream<Bool>.makeStream()
        let socket = notices
        let listening = startThread { [number = fcntl(socket.number, F_DUPFD_CLOEXEC, 3)] in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                // The buffer belongs to the call alone; its size is passed with it.
                let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(number, $0.baseAddress, $0.count, 0) }
                guard count > 0 else { return }
                guard buffer.prefix(count).split(separator: UInt8(ascii: "\n")).contains(Array("READY=1".utf8)[...])
                else { continue }
                close(number)
                continuation.yield(true)
                return
            }
        }
        pthread_detach(listening)
        let watching = Task { [ended] in
            _ = await ended.value
            continuation.yield(false)
        }
        defer { watching.cancel() }
        for await isReady in events { return isReady }
        return false
    }

    /// The daemon's log on one line.
    private var log: String {
        guard let file = try? Descriptor.open(directory.file("log"), O_RDONLY), let bytes = try? file.readAll() else {
            return ""
        }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// The sandbox's paths, for programs outside.
    package var facts: WireObject {
        [
            "socket": .string(gate), "directory": .string(directory.path),
            "processId": .integer(Int64(process.number)),
        ]
    }

    /// Runs a command in the sandbox, with these signals; returns its status as a shell does. `words` is what a request from
    /// inside is answered where it fails.
    package func run(
        _ command: [String], in environment: ProcessEnvironment, _ signals: SignalState, _ relay: SignalRelay,
        words: @escaping @Sendable (SandboxFailure) -> String
    ) async -> Result<Int32, SandboxFailure> {
        var environment = environment
        environment.set("BIOGATE_SOCKET", gate)
        environment.set("BIOGATE_SANDBOX", directory.path)
        guard let path = environment.path(ofProgram: command[0]) else { return .failure(.commandNotFound(command[0])) }
        let inside = environment
        do throws(SandboxFailure) {
            let socket = try system { () throws(SystemCallFailure) in
                try LocalSocket.listener(at: SandboxControl.path(in: directory.path))
            }
            SandboxControl.serve(socket) { [self] in await answer($0, words) }
            let child = try relay.startCommand { () throws(SystemCallFailure) in
                try unsafe ChildProcess.start(
                    path, words: OwnProcess.asGiven(command), environment: inside.entries,
                    inheriting: .files(signals)
                ) { _ in }
            }
            return .success(await child.status())
        } catch {
            return .failure(error)
        }
    }

    /// The answer to a request from inside the sandbox.
    private func answer(
        _ request: SandboxControl.Request, _ words: (SandboxFailure) -> String
    ) async -> String {
        do throws(SandboxFailure) {
            switch request {
            case .plug: try await restart()
            case .note: chip?.note()
            case .lock: await logind.lock(true)
            case .unlock: await logind.lock(false)
            case .sleep: await logind.sleep()
            case .wake: await logind.wake()
            case .inUse: try await occupyReader(true)
            case .free: try await occupyReader(false)
            }
            return SandboxControl.done
        } catch {
            // Sent like the daemon's last words.
            if case .daemonEnded(let said) = error { return said }
            return words(error)
        }
    }

    /// Ends the daemon and deletes its data.
    package func end() async {
        await endProcess()
        caretaker.lookAfter(nil)
        directory.remove()
    }

    private func endProcess() async {
        process.send(SIGTERM)
        let impatience = Task { [process] in
            try await Task.sleep(for: Self.patience)
            process.send(SIGKILL)
        }
        _ = await ended.value
        impatience.cancel()
    }
}

/// Runs system calls; their failure ends the sandbox.
func system<Result: ~Copyable>(
    _ calls: () throws(SystemCallFailure) -> Result
) throws(SandboxFailure) -> Result {
    do throws(SystemCallFailure) {
        return try calls()
    } catch {
        throw .system(error)
    }
}
