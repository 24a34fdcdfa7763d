import GateModel
import GateReader
package import GateSystem
import GateWire
package import Logging

/// The daemon's end of the connection to the process that drives the fingerprint readers.
///
/// The daemon trusts that process in one respect: that a finger matched one of the prints of the running scan.
/// Everything else from it is untrusted input, and a message that does not fit ends the process. When the process is
/// gone, all operations fail and the readers are `faulted`. It is restarted at once, then with growing delays. It does
/// not run while no reader is needed.
package actor RemoteSensor: SleepingSensor {
    let loop: any Loop
    private let launcher: any ReaderLauncher
    /// Nil if the process never rests.
    let devices: (any DeviceWatcher)?
    private let logger: Logger

    enum Process {
        case none
        case beginning(hasEnded: Bool)
        case running(any ReaderLine)
        case ending
        /// Ended for lack of use. It restarts when a reader is needed, or when a device appears or disappears.
        case resting(any DeviceWatch)
    }

    var process = Process.none
    /// Numbers the processes, so that late messages of an earlier one are dropped.
    var life = 0
    private(set) var calls = ReaderCalls()
    var isSuspended = false
    var isStopping = false
    private var isStopped = false
    private var restart: LoopTimer?
    private var restartDelay = Duration.zero
    /// From the end of a rest until the readers are known.
    var isWaking = false
    var idle: LoopTimer?
    /// Whether a device event has arrived since the rest began.
    var hasDeviceCome = false
    var look: LoopTimer?
    /// Runs until another search for overlooked readers is allowed; the pause doubles while searches find none.
    var nextLook: LoopTimer?
    var lookPause = RemoteSensor.shortestLookPause
    private var pulse: LoopTimer?
    /// How many readers were listed recently, counting one for each list; see `readerLimit`.
    private var toldReaders = 0
    private var listReset: LoopTimer?
    /// The readers that this process keeps open.
    var held: Set<ReaderID> = []
    /// Prints that an earlier process may have left in readers' storage.
    private var leftovers: [ReaderID: [Template]] = [:]
    private var whenListed: [CheckedContinuation<Void, Never>] = []
    /// The sum of the numbers of the operations that this process has reported a finger for.
    private var toldFelt: UInt64 = 0
    private nonisolated let present = PresentReaders()

    // The sensor keeps the loop for as long as it lives.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.executor.asUnownedSerialExecutor() }

    package init(on loop: any Loop, launcher: any ReaderLauncher, devices: (any DeviceWatcher)?, logger: Logger) {
        self.loop = loop
        self.launcher = launcher
        self.devices = devices
        self.logger = logger
    }

    /// Starts the process; returns once its readers are known, or after `listPatience`.
    package func start() async {
        await launch()
        await awaitList()
    }

    /// Returns once the readers of a starting process are known, it is gone, or `listPatience` is over.
    func awaitList() async {
        let timer = timer(after: Self.listPatience) { $0.listed() }
        defer { timer.cancel() }
        await withCheckedContinuation { continuation in
            if isToTell { whenListed.append(continuation) } else { continuation.resume() }
        }
    }

    /// Whether a process runs that has not listed its readers yet.
    private var isToTell: Bool {
        switch process {
        case .beginning, .running: toldReaders == 0
        case .none, .ending, .resting: false
        }
    }

    private func listed() {
        let waiting = whenListed
        whenListed = []
        for continuation in waiting { continuation.resume() }
    }

    func timer(
        after delay: Duration, _ body: @escaping @Sendable (isolated RemoteSensor) -> Void
    ) -> LoopTimer {
        loop.timer(after: delay) { [weak self] in self?.assumeIsolated(body) }
    }

    // MARK: The process's life

    var line: (any ReaderLine)? {
        if case .running(let line) = process { line } else { nil }
    }

    var isThere: Bool { line != nil }

    var isResting: Bool {
        if case .resting = process { true } else { false }
    }

    private var mayBegin: Bool {
        if case .none = process { !isStopping && !isSuspended } else { false }
    }

    /// Starts a process if none runs.
    func launch() async {
        guard mayBegin else { return }
        process = .beginning(hasEnded: false)
        life += 1
        toldReaders = 0
        toldFelt = 0
        listReset = nil
        do throws(SystemCallFailure) {
            let line = try await launcher.launch(for: Listener(sensor: self, life: life))
            let hasEnded = if case .beginning(true) = process { true } else { isStopped }
            process = .running(line)
            restLater()
            if hasEnded { await ended(life) }
        } catch {
            process = .none
            logger.error("the reader's process cannot be started", metadata: ["error": "\(error)"])
            present.fault()
            listed()
            launchLater()
        }
    }

    private func launchLater() {
        guard mayBegin else { return }
        let delay = restartDelay
        restartDelay = min(max(.milliseconds(100), restartDelay * 2), Self.longestDelay)
        restart = timer(after: delay) { sensor in
            Task(executorPreference: sensor.loop.taskExecutor) { await sensor.launch() }
        }
    }

    /// The process or the connection to it has ended.
    func ended(_ life: Int) async {
        guard life == self.life else { return }
        if case .beginning = process { process = .beginning(hasEnded: true) }
        guard let line else { return }
        process = .ending
        pulse = nil
        idle = nil
        held = []
        let running = calls.removeAll(whichFelt: line.takeFelt() &- toldFelt)
        for call in running {
            if let print = call.unfinished { leftovers[print.reader, default: []].append(print.template) }
        }
        // A caller whose operation fails must find the reader faulted.
        present.fault()
        for call in running { call.end(.failed(.driverLost)) }
        listed()
        let status = await line.end()
        process = .none
        guard !isStopping else { return }
        logger.error(
            "the reader's process ended",
            metadata: [
                "status": "\(status.map { "\($0)" } ?? "unknown")",
                "readers": "\(readers().map(\.id.rawValue).joined(separator: ", "))",
                "running": "\(running.map(\.description).joined(separator: ", "))",
            ])
        launchLater()
    }

    /// Returns whether the process held it.
    func forgetHold(of reader: ReaderID) -> Bool { held.remove(reader) != nil }

    func takeLeftovers(of reader: ReaderID) -> [Template] { leftovers.removeValue(forKey: reader) ?? [] }

    /// Ends a process that sent an invalid message or does not answer.
    private func distrust(_ reason: String) {
        restartDelay = max(restartDelay, Self.distrustDelay)
        logger.error("the reader's process is ended", metadata: ["reason": "\(reason)"])
        let life = life
        Task(executorPreference: loop.taskExecutor) { await self.ended(life) }
    }

    // MARK: Messages of the process

    func received(_ message: OperationMessage, in life: Int) -> Bool {
        guard life == self.life else { return false }
        let isFitting: Bool
        if let report = try? ReaderReport(message) {
            isFitting = take(report, in: message.operation)
        } else {
            isFitting = false
        }
        if !isFitting { distrust("it said what may not be: \(message.name.prefix(32).debugDescription)") }
        return isFitting
    }

    private func take(_ report: ReaderReport, in number: UInt32) -> Bool {
        if case .readers(let readers) = report {
            guard number == 0 else { return false }
            return takeList(readers)
        }
        if case .fingerPresent = report { toldFelt &+= UInt64(number) }
        switch calls.take(report, in: number) {
        case .unfit: return false
        case .late: return true
        case .event(let call): call.tell(report)
        case .end(let call):
            if case .done = report, let reader = call.held { held.insert(reader) }
            if calls.isEmpty {
                pulse = nil
                restLater()
            }
            if call.isGoodEnd(report) { restartDelay = .zero }
            call.end(report)
        }
        return true
    }

    private func takeList(_ readers: [Reader]) -> Bool {
        toldReaders += 1 + readers.count
        guard toldReaders <= Self.readerLimit else { return false }
        if listReset == nil {
            listReset = timer(after: Self.listWindow) { sensor in
                sensor.toldReaders = 1
                sensor.listReset = nil
            }
        }
        if readers.contains(where: { reader in !present.readers.contains { $0.id == reader.id } }) {
            lookPause = Self.shortestLookPause
        }
        present.take(readers)
        listed()
        return true
    }

    // MARK: Operations

    /// - Parameters:
    ///   - mayArm: for a scan; asked by the daemon at once, since the reader process must not decide it.
    ///   - limit: after this time the operation fails with `faulted`.
    func perform(
        _ request: ReaderRequest, _ kind: ReaderCall.Kind, on reader: ReaderID? = nil,
        once mayArm: (@Sendable () async -> Bool)? = nil, within limit: Duration? = nil,
        report: (@Sendable (ScanEvent) -> Void)? = nil
    ) async throws(SensorError) -> ReaderReport {
        guard !isStopped else { throw .readerNotFound }
        if isResting && isSuspended { throw .suspended }
        if isResting || isWaking { await wake() }
        return try await exchange(request, kind, on: reader, once: mayArm, within: limit, report: report)
    }

    /// Like `perform`, without waking a resting process.
    func exchange(
        _ request: ReaderRequest, _ kind: ReaderCall.Kind = .plain, on reader: ReaderID? = nil,
        once mayArm: (@Sendable () async -> Bool)? = nil, within limit: Duration? = nil,
        report: (@Sendable (ScanEvent) -> Void)? = nil
    ) async throws(SensorError) -> ReaderReport {
        let number = calls.nextNumber()
        var overdue: LoopTimer?
        if let limit { overdue = timer(after: limit) { sensor in sensor.abandon(number) } }
        defer { overdue?.cancel() }
        let end: ReaderReport = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<ReaderReport, Never>) in
                begin(request, as: number, ReaderCall(kind, on: reader, report, continuation), once: mayArm)
            }
        } onCancel: {
            Task(executorPreference: loop.taskExecutor) { await self.cancel(number) }
        }
        if case .failed(let error) = end { throw error }
        return end
    }

    private func begin(
        _ request: ReaderRequest, as number: UInt32, _ call: ReaderCall, once mayArm: (@Sendable () async -> Bool)?
    ) {
        // A cancellation that came before the call was added found nothing to cancel.
        guard !Task.isCancelled else { return call.end(.failed(.cancelled)) }
        guard let line else { return call.end(.failed(.driverLost)) }
        calls.add(call, as: number)
        idle = nil
        line.send(request.message(in: number))
        awaitPulse()
        guard let mayArm else { return }
        Task.immediate(executorPreference: loop.taskExecutor) {
            if await mayArm() { self.say(.arm, of: number) } else { self.cancel(number) }
        }
    }

    /// The process may answer everything but a cancellation.
    private func cancel(_ number: UInt32) {
        guard let call = calls[number] else { return }
        say(.cancel, of: number)
        call.overdue = timer(after: Self.cancelPatience) { sensor in
            if sensor.calls[number] != nil { sensor.distrust("it does not end what was cancelled") }
        }
    }

    /// Sends a message about a running operation.
    private func say(_ request: ReaderRequest, of number: UInt32) {
        guard calls[number] != nil else { return }
        line?.send(request.message(in: number))
    }

    /// Gives up an operation that took too long. Except before sleep and at the stop, the process is then ended.
    private func abandon(_ number: UInt32) {
        guard let call = calls.abandon(number) else { return }
        call.end(.failed(.faulted))
        if !isSuspended, !isStopping { distrust("it does not answer") }
    }

    /// Pings the process for as long as an operation runs.
    private func awaitPulse() {
        guard pulse == nil else { return }
        pulse = timer(after: Self.pulseInterval) { sensor in
            guard !sensor.calls.isEmpty else { return sensor.pulse = nil }
            let life = sensor.life
            sensor.pulse = sensor.timer(after: Self.pulsePatience) { sensor in
                if sensor.life == life { sensor.distrust("it does not answer") }
            }
            Task(executorPreference: sensor.loop.taskExecutor) { await sensor.feelPulse() }
        }
    }

    private func feelPulse() async {
        guard (try? await exchange(.ping)) != nil else { return }
        pulse = nil
        if !calls.isEmpty { awaitPulse() }
    }

    // MARK: The readers

    nonisolated func readers() -> [Reader] { present.readers }

    func changes() -> AsyncStream<ReaderChange> { present.changes() }

    // MARK: SleepingSensor

    func suspend(within patience: Duration) async {
        guard !isStopped else { return }
        isSuspended = true
        restart = nil
        idle = nil
        guard line != nil else { return }
        _ = try? await exchange(.suspend(within: patience), within: max(.zero, patience) + Self.margin)
    }

    func resume() async {
        guard isSuspended else { return }
        isSuspended = false
        if isResting {
            // A device event arrived during sleep.
            if hasDeviceCome { await wake() }
            return
        }
        launchLater()
        guard line != nil else { return }
        _ = try? await exchange(.resume, within: Self.stopPatience + Self.margin)
    }

    func ping() async {
        if line != nil { _ = try? await exchange(.ping) }
    }

    /// A second call does not wait for the first. The process ends with the connection at the latest, and the
    /// connection ends with the daemon.
    func stop() async {
        guard !isStopping else { return }
        isStopping = true
        idle = nil
        if line != nil { _ = try? await exchange(.stop, within: Self.stopPatience + Self.margin) }
        isStopped = true
        restart = nil
        if isResting { process = .none }
        await ended(life)
        present.close()
    }
}
