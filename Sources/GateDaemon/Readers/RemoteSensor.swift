import GateModel
import GateReader
import GateSystem
import GateWire
import Logging

/// The fingerprint readers, which a process of their own drives: the daemon's end of the line to it.
///
/// That process is believed in one thing: that a finger matched one of the prints of the scan that runs. Everything else
/// that it says is foreign bytes; what may not be ends it. When it is gone, whatever ran on the readers has failed, they
/// are `faulted`, and it is started anew, at once and then ever more slowly. While nobody wants a reader it is not there.
actor RemoteSensor: SleepingSensor {
    private let loop: any Loop
    private let launcher: any ReaderLauncher
    /// Nil where the process does not rest.
    private let devices: (any DeviceWatcher)?
    private let logger: Logger

    private enum Process {
        case none
        case beginning(hasEnded: Bool)
        case running(any ReaderLine)
        case ending
        /// Ended since nobody wanted it. It comes back when somebody does, or a device has come or gone.
        case resting(any DeviceWatch)
    }

    private var process = Process.none
    /// Numbers the processes: what an earlier one still says is dropped.
    private var life = 0
    private(set) var calls = ReaderCalls()
    private var isSuspended = false
    private var isStopping = false
    private var isStopped = false
    private var restart: LoopTimer?
    private var restartDelay = Duration.zero
    /// Back from its rest, until its readers are known.
    private var isWaking = false
    private var idle: LoopTimer?
    /// Since somebody listens while the process does not.
    private var hasDeviceCome = false
    private var look: LoopTimer?
    /// When it was looked for readers that were overlooked, at the earliest again; in a while in which none was found.
    private var nextLook: LoopTimer?
    private var lookPause = RemoteSensor.shortestLookPause
    private var pulse: LoopTimer?
    /// Of the last while, with one for each list; see `readerLimit`.
    private var toldReaders = 0
    private var listReset: LoopTimer?
    /// The readers that stay open, as long as this process is there.
    private var held: Set<ReaderID> = []
    /// What a process that is gone may have left in readers' storage.
    private var leftovers: [ReaderID: [Template]] = [:]
    private var whenListed: [CheckedContinuation<Void, Never>] = []
    private nonisolated let present = PresentReaders()

    private static let longestDelay = Duration.seconds(5)
    /// How long nobody wants a reader before the process is ended.
    private static let idleLife = Duration.seconds(60)
    private static let shortestLookPause = Duration.seconds(10)
    private static let longestLookPause = Duration.seconds(600)
    /// What systemd began may still have a reader open when its line is closed.
    private static let distrustDelay = Duration.seconds(1)
    /// Between the kernel's word of a device and a process that looks for it.
    private static let udevDelay = Duration.milliseconds(500)
    /// How long it may take until the process says what readers there are, before the daemon goes on without them.
    private static let listPatience = Duration.seconds(10)
    /// While something runs, the process is asked for a sign of life so often, and has so long for it: longer than any
    /// call of libfprint's that holds its thread.
    private static let pulseInterval = Duration.seconds(10)
    private static let pulsePatience = Duration.seconds(30)
    /// How long it may take to end what was cancelled: the sensor gives a reader 5 s for it, and 5 s to close.
    private static let cancelPatience = Duration.seconds(15)
    static let answerPatience = Duration.seconds(30)
    /// What the process may take longer than it was told for sleep and for its end.
    private static let margin = Duration.milliseconds(500)
    private static let stopPatience = Duration.seconds(3)
    /// How many readers may be told of in `listWindow`: each list has all of them.
    private static let readerLimit = 40_000
    private static let listWindow = Duration.seconds(10)

    // The sensor keeps the loop for as long as it lives.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.executor.asUnownedSerialExecutor() }

    init(on loop: any Loop, launcher: any ReaderLauncher, devices: (any DeviceWatcher)?, logger: Logger) {
        self.loop = loop
        self.launcher = launcher
        self.devices = devices
        self.logger = logger
    }

    /// Starts the process; returns when its readers are known, or when that takes too long.
    func start() async {
        await launch()
        await awaitList()
    }

    /// Returns when the readers of a process that is begun are known, when it is gone, or when that takes too long.
    private func awaitList() async {
        let timer = timer(after: Self.listPatience) { $0.listed() }
        defer { timer.cancel() }
        await withCheckedContinuation { continuation in
            if isToTell { whenListed.append(continuation) } else { continuation.resume() }
        }
    }

    /// Whether there is a process that has not said yet what readers there are.
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

    private func timer(
        after delay: Duration, _ body: @escaping @Sendable (isolated RemoteSensor) -> Void
    ) -> LoopTimer {
        loop.timer(after: delay) { [weak self] in self?.assumeIsolated(body) }
    }

    // MARK: The process's life

    private var line: (any ReaderLine)? {
        if case .running(let line) = process { line } else { nil }
    }

    var isThere: Bool { line != nil }

    private var isResting: Bool {
        if case .resting = process { true } else { false }
    }

    private var mayBegin: Bool {
        if case .none = process { !isStopping && !isSuspended } else { false }
    }

    /// One at a time, and only where there is none.
    private func launch() async {
        guard mayBegin else { return }
        process = .beginning(hasEnded: false)
        life += 1
        toldReaders = 0
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

    /// The process, or the line to it, is gone.
    private func ended(_ life: Int) async {
        guard life == self.life else { return }
        if case .beginning = process { process = .beginning(hasEnded: true) }
        guard let line else { return }
        process = .ending
        pulse = nil
        idle = nil
        held = []
        let running = calls.removeAll()
        for call in running {
            if let print = call.unfinished { leftovers[print.reader, default: []].append(print.template) }
        }
        // Whoever hears that his operation failed finds its reader so.
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

    /// Whether the process held it.
    func forgetHold(of reader: ReaderID) -> Bool { held.remove(reader) != nil }

    func takeLeftovers(of reader: ReaderID) -> [Template] { leftovers.removeValue(forKey: reader) ?? [] }

    /// What the process says may not be, or it does not answer.
    private func distrust(_ reason: String) {
        restartDelay = max(restartDelay, Self.distrustDelay)
        logger.error("the reader's process is ended", metadata: ["reason": "\(reason)"])
        let life = life
        Task(executorPreference: loop.taskExecutor) { await self.ended(life) }
    }

    // MARK: What it says

    fileprivate func received(_ message: OperationMessage, in life: Int) -> Bool {
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
    ///   - mayArm: for a scan; asked at once, since the answer is not the reader's.
    ///   - limit: when it is given up, with `faulted`.
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

    /// The same with the process as it is, or none.
    private func exchange(
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
        // A cancellation that came before the call was there has found nothing to end.
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

    /// The process may be one that answers everything but this.
    private func cancel(_ number: UInt32) {
        guard let call = calls[number] else { return }
        say(.cancel, of: number)
        call.overdue = timer(after: Self.cancelPatience) { sensor in
            if sensor.calls[number] != nil { sensor.distrust("it does not end what was cancelled") }
        }
    }

    /// Says something of an operation that runs.
    private func say(_ request: ReaderRequest, of number: UInt32) {
        guard calls[number] != nil else { return }
        line?.send(request.message(in: number))
    }

    /// Its time is over. Before sleep and at the end that is all; else the process is one that answers when it likes.
    private func abandon(_ number: UInt32) {
        guard let call = calls.abandon(number) else { return }
        call.end(.failed(.faulted))
        if !isSuspended, !isStopping { distrust("it does not answer") }
    }

    /// Asks for signs of life for as long as something runs.
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

    // MARK: Rest

    private func restLater() {
        guard devices != nil, calls.isEmpty, held.isEmpty, line != nil else { return }
        idle = timer(after: Self.idleLife) { sensor in
            Task(executorPreference: sensor.loop.taskExecutor) { await sensor.rest() }
        }
    }

    /// Ends the process where nobody wants it, it would lose nothing, and its return can be told.
    private func rest() async {
        let life = life
        hasDeviceCome = false
        // Heard from before the process is asked: what comes then is heard by one of the two.
        let comings = await devices?.watch { [weak self] in self?.assumeIsolated { $0.deviceHasCome() } }
        guard let comings else { return }
        let isLossless = (try? await exchange(.rest, within: Self.answerPatience)) != nil
        guard isLossless, life == self.life, let line, calls.isEmpty, !hasDeviceCome, !isSuspended, !isStopping
        else { return restLater() }
        process = .resting(comings)
        idle = nil
        _ = await line.end()
    }

    /// A moment later: the kernel tells before udev has given the device to the process's group.
    private func deviceHasCome() {
        guard !hasDeviceCome else { return }
        hasDeviceCome = true
        look = timer(after: Self.udevDelay) { sensor in
            guard sensor.isResting, !sensor.isSuspended else { return }
            Task(executorPreference: sensor.loop.taskExecutor) { await sensor.wake() }
        }
    }

    nonisolated func lookAgain() {
        Task(executorPreference: loop.taskExecutor) { await self.lookForOverlooked() }
    }

    /// libfprint looks once, as its process begins: another process looks again, ever less often, unless this one has
    /// something to lose.
    private func lookForOverlooked() async {
        guard devices != nil, nextLook == nil, !isSuspended, !isStopping, calls.isEmpty, isResting || line != nil else {
            return
        }
        nextLook = timer(after: lookPause) { $0.nextLook = nil }
        lookPause = min(lookPause * 2, Self.longestLookPause)
        if !isResting { await rest() }
        await wake()
    }

    /// Brings the process back, and returns when its readers are known.
    private func wake() async {
        if isResting {
            process = .none
            isWaking = true
            await launch()
        }
        await awaitList()
        isWaking = false
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
            // The kernel's messages that came in its sleep.
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

    /// A second call does not wait for the first: the process ends with the line at the latest, and that with the daemon.
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

    /// What one process says.
    private struct Listener: ReaderListener {
        let sensor: RemoteSensor
        let life: Int

        func received(_ message: OperationMessage) -> Bool {
            sensor.assumeIsolated { $0.received(message, in: life) }
        }

        func ended() {
            sensor.assumeIsolated { sensor in
                _ = Task(executorPreference: sensor.loop.taskExecutor) { await sensor.ended(life) }
            }
        }
    }
}
