import GateModel
import GateReader
import GateSystem
import GateWire
import Logging
import Synchronization

/// The fingerprint readers, which a process of their own drives: the daemon's end of the line to it.
///
/// That process is believed in one thing: that a finger matched one of the prints of the scan that runs. Everything else
/// that it says is foreign bytes; what may not be ends it. When it is gone, whatever ran on the readers has failed, they
/// are `faulted`, and it is started anew, at once and then ever more slowly.
actor RemoteSensor: SleepingSensor {
    private let loop: any Loop
    private let launcher: any ReaderLauncher
    private let logger: Logger

    private var line: (any ReaderLine)?
    /// Numbers the processes: what an earlier one still says is dropped.
    private var life = 0
    private var operations: [UInt32: ReaderCall] = [:]
    /// Given up, and still to be ended by the process.
    private var abandoned: Set<UInt32> = []
    private var lastNumber: UInt32 = 0
    private var isSuspended = false
    /// The next process is begun once the last one is gone, or its line is closed.
    private var isLaunching = false
    /// It was gone before the daemon had its end of the line.
    private var hasEndedEarly = false
    private var isEnding = false
    private var isStopping = false
    private var isStopped = false
    private var restart: LoopTimer?
    private var restartDelay = Duration.zero
    /// Forgets the delay once a process has lasted.
    private var lasting: LoopTimer?
    private var pulse: LoopTimer?
    /// Of the last while; see `listLimit`.
    private var lists = 0
    private var listReset: LoopTimer?
    /// What a process that is gone may have left in readers' storage.
    private var leftovers: [ReaderID: [Template]] = [:]
    private var whenListed: [CheckedContinuation<Void, Never>] = []
    /// The readers as they were told last, for any thread.
    private nonisolated let present = Mutex<[Reader]>([])
    private var observers: [AsyncStream<ReaderChange>.Continuation] = []

    private static let longestDelay = Duration.seconds(5)
    /// How long a process has to live for the next one to be started at once.
    private static let lastingLife = Duration.seconds(10)
    /// How long it may take until the process says what readers there are, before the daemon goes on without them.
    private static let listPatience = Duration.seconds(10)
    /// While something runs, the process is asked for a sign of life so often, and has so long for it: longer than any
    /// call of libfprint's that holds its thread.
    private static let pulseInterval = Duration.seconds(10)
    private static let pulsePatience = Duration.seconds(30)
    /// How long it may take to end what was cancelled: the sensor gives a reader 5 s for it, and 5 s to close.
    private static let cancelPatience = Duration.seconds(15)
    /// How long it may take over what waits for no finger: a reader has 15 s for its storage, and some to be free.
    private static let storagePatience = Duration.seconds(60)
    private static let answerPatience = Duration.seconds(30)
    /// What the process may take longer than it was told for sleep and for its end.
    private static let margin = Duration.milliseconds(500)
    private static let stopPatience = Duration.seconds(3)
    /// How often the readers may change in `listWindow`.
    private static let listLimit = 20_000
    private static let listWindow = Duration.seconds(10)
    private static let bufferedChanges = 64

    // The sensor keeps the loop for as long as it lives.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.executor.asUnownedSerialExecutor() }

    init(on loop: any Loop, launcher: any ReaderLauncher, logger: Logger) {
        self.loop = loop
        self.launcher = launcher
        self.logger = logger
    }

    /// Starts the process; returns when its readers are known, or when that takes too long.
    func start() async {
        await launch()
        guard line != nil, life == 1 else { return }
        let timer = timer(after: Self.listPatience) { $0.listed() }
        await withCheckedContinuation { continuation in
            if lists > 0 || line == nil { continuation.resume() } else { whenListed.append(continuation) }
        }
        timer.cancel()
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

    /// One at a time, and only where there is none.
    private func launch() async {
        guard line == nil, !isLaunching, !isEnding, !isStopped, !isSuspended else { return }
        isLaunching = true
        hasEndedEarly = false
        life += 1
        lists = 0
        listReset = nil
        do throws(SystemCallFailure) {
            let line = try await launcher.launch(for: Listener(sensor: self, life: life))
            isLaunching = false
            if isStopped {
                _ = await line.end()
                return
            }
            self.line = line
            lasting = timer(after: Self.lastingLife) { $0.restartDelay = .zero }
            if hasEndedEarly { await ended(life) }
        } catch {
            isLaunching = false
            logger.error("the reader's process cannot be started", metadata: ["error": "\(error)"])
            launchLater()
        }
    }

    private func launchLater() {
        guard line == nil, !isLaunching, !isEnding, !isStopped, !isSuspended else { return }
        let delay = restartDelay
        restartDelay = min(max(.milliseconds(100), restartDelay * 2), Self.longestDelay)
        restart = timer(after: delay) { sensor in
            Task(executorPreference: sensor.loop.taskExecutor) { await sensor.launch() }
        }
    }

    /// The process, or the line to it, is gone.
    private func ended(_ life: Int) async {
        guard life == self.life else { return }
        guard let line else {
            hasEndedEarly = isLaunching
            return
        }
        self.line = nil
        isEnding = true
        pulse = nil
        lasting = nil
        let running = operations.values
        operations = [:]
        abandoned = []
        for call in running {
            if let print = call.unfinished { leftovers[print.reader, default: []].append(print.template) }
        }
        // Whoever hears that his operation failed finds its reader so.
        take(present.withLock { $0 }.map { $0.with(.faulted) })
        for call in running { call.end(.failed(.driverLost)) }
        listed()
        let status = await line.end()
        isEnding = false
        guard !isStopped else { return }
        logger.error(
            "the reader's process ended",
            metadata: [
                "status": "\(status.map { "\($0)" } ?? "unknown")",
                "running": "\(running.map(\.description).joined(separator: ", "))",
            ])
        launchLater()
    }

    /// What the process says may not be, or it does not answer.
    private func distrust(_ reason: String) {
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
        if report.isEnd, abandoned.remove(number) != nil { return true }
        guard let call = operations[number] else { return false }
        guard call.isFitting(report) else { return false }
        guard report.isEnd else {
            call.tell(report)
            return true
        }
        operations[number] = nil
        if operations.isEmpty { pulse = nil }
        call.end(report)
        return true
    }

    private func takeList(_ readers: [Reader]) -> Bool {
        lists += 1
        guard lists <= Self.listLimit else { return false }
        if listReset == nil {
            listReset = timer(after: Self.listWindow) { sensor in
                sensor.lists = 1
                sensor.listReset = nil
            }
        }
        take(readers)
        listed()
        return true
    }

    private func take(_ readers: [Reader]) {
        let known = present.withLock { present in
            defer { present = readers }
            return present
        }
        for reader in known where !readers.contains(where: { $0.id == reader.id }) { tell(.removed(reader)) }
        for reader in readers {
            guard let before = known.first(where: { $0.id == reader.id }) else {
                tell(.added(reader))
                continue
            }
            if before != reader { tell(.changed(reader)) }
        }
    }

    private func tell(_ change: ReaderChange) {
        for observer in observers { observer.yield(change) }
    }

    // MARK: Operations

    /// - Parameters:
    ///   - mayArm: for a scan; asked at once, since the answer is not the reader's.
    ///   - limit: when it is given up, with `faulted`.
    private func perform(
        _ request: ReaderRequest, _ kind: ReaderCall.Kind, on reader: ReaderID? = nil,
        once mayArm: (@Sendable () async -> Bool)? = nil, within limit: Duration? = nil,
        report: (@Sendable (ScanEvent) -> Void)? = nil
    ) async throws(SensorError) -> ReaderReport {
        guard !isStopped else { throw .readerNotFound }
        lastNumber &+= 1
        let number = lastNumber
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
        operations[number] = call
        line.send(request.message(in: number))
        awaitPulse()
        guard let mayArm else { return }
        Task.immediate(executorPreference: loop.taskExecutor) {
            if await mayArm() { self.say(.arm, of: number) } else { self.cancel(number) }
        }
    }

    /// The process may be one that answers everything but this.
    private func cancel(_ number: UInt32) {
        guard let call = operations[number] else { return }
        say(.cancel, of: number)
        call.overdue = timer(after: Self.cancelPatience) { sensor in
            if sensor.operations[number] != nil { sensor.distrust("it does not end what was cancelled") }
        }
    }

    /// Says something of an operation that runs.
    private func say(_ request: ReaderRequest, of number: UInt32) {
        guard operations[number] != nil else { return }
        line?.send(request.message(in: number))
    }

    /// Its time is over. Before sleep and at the end that is all; else the process is one that answers when it likes.
    private func abandon(_ number: UInt32) {
        guard let call = operations.removeValue(forKey: number) else { return }
        abandoned.insert(number)
        call.end(.failed(.faulted))
        if !isSuspended, !isStopping { distrust("it does not answer") }
    }

    /// Asks for signs of life for as long as something runs.
    private func awaitPulse() {
        guard pulse == nil else { return }
        pulse = timer(after: Self.pulseInterval) { sensor in
            guard !sensor.operations.isEmpty else { return sensor.pulse = nil }
            let life = sensor.life
            sensor.pulse = sensor.timer(after: Self.pulsePatience) { sensor in
                if sensor.life == life { sensor.distrust("it does not answer") }
            }
            Task(executorPreference: sensor.loop.taskExecutor) { await sensor.feelPulse() }
        }
    }

    private func feelPulse() async {
        guard (try? await perform(.ping, .plain)) != nil else { return }
        pulse = nil
        if !operations.isEmpty { awaitPulse() }
    }

    // MARK: FingerprintSensor

    nonisolated func readers() -> [Reader] { present.withLock { $0 } }

    func changes() -> AsyncStream<ReaderChange> {
        let (stream, observer) = AsyncStream.makeStream(
            of: ReaderChange.self, bufferingPolicy: .bufferingNewest(Self.bufferedChanges))
        if isStopped { observer.finish() } else { observers.append(observer) }
        return stream
    }

    func identify(
        _ gallery: [GalleryPrint], on reader: ReaderID, once mayArm: @escaping @Sendable () async -> Bool,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) -> ScanOutcome {
        let prints = gallery.map(\.id)
        let end = try await perform(
            .identify(gallery.map(\.template), reader), .scan(prints), on: reader, once: mayArm, report: report)
        return try outcome(end, among: prints)
    }

    func verify(
        _ print: GalleryPrint, on reader: ReaderID, once mayArm: @escaping @Sendable () async -> Bool,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) -> ScanOutcome {
        let end = try await perform(
            .verify(print.template, reader), .scan([print.id]), on: reader, once: mayArm, report: report)
        return try outcome(end, among: [print.id])
    }

    private func outcome(_ end: ReaderReport, among prints: [PrintID]) throws(SensorError) -> ScanOutcome {
        guard case .judged(let judgement) = end else { throw .faulted }
        return ScanOutcome(judgement, among: prints)
    }

    /// The process is not told whose print it is, nor what it is called.
    func enroll(
        _ finger: Finger, label: Label?, user: UserName, on reader: ReaderID,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) -> Template {
        let end = try await perform(.enroll(finger, reader), .enrolment, on: reader, report: report)
        guard case .done(let templates) = end, let template = templates.first else { throw .faulted }
        return template
    }

    /// All questions of one enrolment have 30 s together: its call hears of nothing else while it is asked.
    func unfinishedPrint(on reader: ReaderID) async -> Template? {
        guard let enrolment = operations.values.first(where: { $0.isEnrolment(on: reader) }) else { return nil }
        let begin = ContinuousClock.now
        defer { enrolment.patience -= .now - begin }
        guard enrolment.patience > .zero,
            let print = await template(.unfinished(reader), within: enrolment.patience)
        else { return nil }
        enrolment.unfinished = (reader, print)
        return print
    }

    /// Of what the process says, one: no more than one enrolment is cut off at a time.
    func takeUnfinishedPrints(of reader: ReaderID) async -> [Template] {
        let left = leftovers.removeValue(forKey: reader) ?? []
        return left + (await template(.leftovers(reader), within: Self.answerPatience).map { [$0] } ?? [])
    }

    private func template(_ request: ReaderRequest, within limit: Duration) async -> Template? {
        guard case .done(let templates)? = try? await perform(request, .list, within: limit) else { return nil }
        return templates.first
    }

    func storedPrints(on reader: ReaderID) async throws(SensorError) -> [StoredPrint] {
        guard
            case .done(let templates) = try await perform(
                .list(reader), .list, on: reader, within: Self.storagePatience)
        else { throw .faulted }
        return templates.map { StoredPrint(template: $0) }
    }

    func delete(_ template: Template, on reader: ReaderID) async throws(SensorError) {
        _ = try await perform(.delete(template, reader), .plain, on: reader, within: Self.storagePatience)
    }

    func clearStorage(of reader: ReaderID) async throws(SensorError) {
        _ = try await perform(.clear(reader), .plain, on: reader, within: Self.storagePatience)
    }

    func isSamePrint(_ one: Template, _ other: Template) async throws(SensorError) -> Bool {
        let end = try await perform(.compare(one, other), .comparison, within: Self.answerPatience)
        guard case .compared(let isSame) = end else { throw .faulted }
        return isSame
    }

    // MARK: SleepingSensor

    func suspend(within patience: Duration) async {
        guard !isStopped else { return }
        isSuspended = true
        restart = nil
        _ = try? await perform(.suspend(within: patience), .plain, within: max(.zero, patience) + Self.margin)
    }

    func resume() async {
        guard isSuspended else { return }
        isSuspended = false
        launchLater()
        _ = try? await perform(.resume, .plain, within: Self.stopPatience + Self.margin)
    }

    func ping() async {
        _ = try? await perform(.ping, .plain)
    }

    /// A second call does not wait for the first: the process ends with the line at the latest, and that with the daemon.
    func stop() async {
        guard !isStopping else { return }
        isStopping = true
        _ = try? await perform(.stop, .plain, within: Self.stopPatience + Self.margin)
        isStopped = true
        restart = nil
        await ended(life)
        present.withLock { $0 = [] }
        for observer in observers { observer.finish() }
        observers = []
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
