package import GateSystem
package import GateWire
internal import Glibc

/// A daemon in a temporary directory, with a reader simulated by libfprint.
package actor SandboxDaemon {
    private let launch: Launch
    private let directory: TemporaryDirectory
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

    /// Starts the daemon and waits until it is ready.
    package static func start(
        _ plan: SandboxPlan, in environment: ProcessEnvironment, _ relay: SignalRelay
    ) async throws(SandboxFailure) -> SandboxDaemon {
        let program = if let program = plan.program { program } else { try installed(in: environment) }
        let directory = try system { () throws(SystemCallFailure) in try TemporaryDirectory.make(in: environment) }
        do throws(SandboxFailure) {
            let logind = SandboxLogind()
            try system { () throws(SystemCallFailure) in
                try prepare(directory, plan)
                logind.serve(try LocalSocket.listener(at: directory.file("bus")))
            }
            let notices = try receiver(in: directory)
            let launch = Launch(program, plan, in: directory, environment)
            let caretaker = try system { () throws(SystemCallFailure) in try Caretaker(of: directory) }
            let process = try system(launch.start)
            caretaker.lookAfter(process)
            let sandbox = SandboxDaemon(launch, directory, relay, logind, caretaker, process)
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
        _ launch: Launch, _ directory: TemporaryDirectory, _ relay: SignalRelay, _ logind: SandboxLogind,
        _ caretaker: consuming Caretaker, _ process: ChildProcess
    ) {
        self.launch = launch
        self.directory = directory
        self.relay = relay
        self.logind = logind
        self.caretaker = caretaker
        chip = launch.kind == .storing ? VirtualChip(in: directory.path) : nil
        chip?.follow()
        self.process = process
        ended = Task { await process.status() }
    }

    /// Ends the daemon and starts another one on its data, with the reader plugged in again.
    func restart() async throws(SandboxFailure) {
        chip?.note()
        await endProcess()
        let notices = try Self.receiver(in: directory)
        process = try system(launch.start)
        caretaker.lookAfter(process)
        ended = Task { [process] in await process.status() }
        try await untilReady(notices)
    }

    private func untilReady(_ notices: consuming Descriptor) async throws(SandboxFailure) {
        relay.started(daemon: process)
        guard await isReady(notices) else {
            let lines = String(decoding: log, as: UTF8.self).split(whereSeparator: \.isNewline)
            throw relay.interruption.map { .interrupted($0) } ?? .daemonEnded(lines.joined(separator: " "))
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
        _ directory: TemporaryDirectory, _ plan: SandboxPlan
    ) throws(SystemCallFailure) {
        let configuration = try Descriptor.open(directory.file("biogated.conf"), O_WRONLY | O_CREAT | O_EXCL)
        let helper = directory.file("password")
        try configuration.write(plan.configuration(passwordHelper: helper))
        if let word = plan.password { SandboxPassword.serve(try LocalSocket.listener(at: helper), knowing: word) }
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

    private var log: [UInt8] { (try? Descriptor.open(directory.file("log"), O_RDONLY).readAll()) ?? [] }

    /// The sandbox's paths and the daemon's process number, for programs outside.
    package var announcement: OutgoingFrame {
        .reply([
            "sandbox": .object([
                "socket": .string(launch.gate), "directory": .string(directory.path),
                "processId": .integer(Int64(process.number)),
            ])
        ])
    }

    /// Answers requests from inside the sandbox. `words` makes the answer to a failed one.
    package func open(_ words: @escaping @Sendable (SandboxFailure) -> String) throws(SandboxFailure) {
        let socket = try system { () throws(SystemCallFailure) in
            try LocalSocket.listener(at: SandboxControl.path(in: directory.path))
        }
        SandboxControl.serve(socket) { [self] in await answer($0, words) }
    }

    /// Runs a command in the sandbox with these signals. Returns its status like a shell.
    package func run(
        _ command: [String], in environment: ProcessEnvironment, _ signals: SignalState, _ relay: SignalRelay
    ) async throws(SandboxFailure) -> Int32 {
        var environment = environment
        environment.set("BIOGATE_SOCKET", launch.gate)
        environment.set("BIOGATE_SANDBOX", directory.path)
        guard let path = environment.path(ofProgram: command[0]) else { throw .commandNotFound(command[0]) }
        let inside = environment
        let child = try relay.startCommand { () throws(SystemCallFailure) in
            try unsafe ChildProcess.start(
                path, words: OwnProcess.asGiven(command), environment: inside.entries, inheriting: .files(signals)
            ) { _ in }
        }
        return await child.status()
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
            case .away: await logind.leave(true)
            case .back: await logind.leave(false)
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

    /// Ends the daemon, killing it if it takes longer than `patience`, and deletes its data. Returns its status like a
    /// shell, and its log.
    @discardableResult
    package func end(within patience: Duration = .seconds(5)) async -> (status: Int32, log: [UInt8]) {
        let status = await endProcess(within: patience)
        let said = log
        caretaker.lookAfter(nil)
        directory.remove()
        return (status, said)
    }

    @discardableResult
    private func endProcess(within patience: Duration = .seconds(5)) async -> Int32 {
        process.send(SIGTERM)
        let impatience = Task { [process] in
            try await Task.sleep(for: patience)
            process.send(SIGKILL)
        }
        defer { impatience.cancel() }
        return await ended.value
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
