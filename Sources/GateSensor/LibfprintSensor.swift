public import GateModel
internal import GateSystem
internal import Synchronization

/// The fingerprint readers that libfprint drives.
///
/// A reader is opened for its first operation and closed some time after its last: opening can take a second, and
/// another program may want the reader. All of libfprint is called on the executor's thread.
public actor LibfprintSensor: SleepingSensor {
    public struct Configuration: Hashable, Sendable {
        /// Whether to use readers simulated on a socket (drivers `virtual_*`), whose owner decides what matches.
        public var allowVirtual: Bool
        /// How long a reader stays open after an operation; nil keeps it open until `close`.
        public var burst: Duration?
        /// How long a judged finger may stay on a reader before its scan is cancelled: a driver that never sees it lift
        /// would block the reader for all.
        public var lifting: Duration

        public init(allowVirtual: Bool = false, burst: Duration? = .seconds(3), lifting: Duration = .seconds(30)) {
            self.allowVirtual = allowVirtual
            self.burst = burst
            self.lifting = lifting
        }
    }

    /// Changes that an observer may lag behind before it loses the oldest.
    private static let bufferedChanges = 64
    /// How long a reader's state shows a fault, heat or another program's use.
    private static let conditionDuration = Duration.seconds(5)

    let executor: MainContextExecutor
    let configuration: Configuration
    private var context: FprintContext?
    /// The readers plugged in, in the order of discovery.
    var slots: [ReaderSlot] = []
    /// Unplugged readers on which something runs, or which are not closed yet.
    var departed: [ReaderSlot] = []
    var isSuspended = false
    var isStopped = false
    /// Prints that enrolments cut off may have left in readers' storage.
    var unfinishedPrints: [ReaderID: [Template]] = [:]
    /// The readers as last published, for any thread.
    private nonisolated let present = Mutex<[Reader]>([])
    private var observers: [UInt64: AsyncStream<ReaderChange>.Continuation] = [:]
    private var lastNumber: UInt64 = 0

    // The sensor keeps the executor as long as it lives.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Finds the readers, and follows changes until `stop()`, which must be called before the sensor is dropped: it
    /// releases libfprint's objects on the sensor thread.
    ///
    /// - Parameter executor: the process's sensor thread, to be shut down after `stop()`.
    public init(_ configuration: Configuration, on executor: MainContextExecutor) async {
        self.executor = executor
        self.configuration = configuration
        start()
    }

    private func start() {
        let context = FprintContext()
        self.context = context
        addNewDevices(of: context)
        // Connected last, since addNewDevices enumerates the devices present, too.
        context.onAdded { [weak self] in
            self?.assumeIsolated { sensor in
                if let context = sensor.context { sensor.addNewDevices(of: context) }
            }
        }
    }

    /// Keeps libfprint's context until the process ends: with a driver still waiting for its reader, releasing the
    /// context (`libusb_exit`) would free memory that the transfer under way writes to.
    func leakContext() {
        if let context { _ = unsafe Unmanaged.passRetained(context) }
    }

    func forgetEverything() {
        slots = []
        departed = []
        context = nil
        present.withLock { $0 = [] }
        for observer in observers.values { observer.finish() }
        observers = [:]
    }

    public nonisolated func readers() -> [Reader] { present.withLock { $0 } }

    /// Keeps the newest 64 changes for a slow observer.
    public func changes() -> AsyncStream<ReaderChange> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ReaderChange.self, bufferingPolicy: .bufferingNewest(Self.bufferedChanges))
        guard !isStopped else {
            continuation.finish()
            return stream
        }
        let number = nextNumber()
        observers[number] = continuation
        continuation.onTermination = { [weak self, executor] _ in
            Task(executorPreference: executor) { await self?.forgetObserver(number) }
        }
        return stream
    }

    private func forgetObserver(_ number: UInt64) {
        observers[number] = nil
    }

    func tell(_ change: ReaderChange) {
        present.withLock { $0 = slots.map(\.published) }
        for observer in observers.values { observer.yield(change) }
    }

    /// Publishes the reader if it differs from the last publication.
    func publish(_ slot: ReaderSlot) {
        guard slot.refresh(sensorIsSuspended: isSuspended), !slot.isRemoved else { return }
        tell(.changed(slot.published))
    }

    /// Sets a reader's condition for a while; nil clears it.
    func setCondition(_ condition: Reader.State?, of slot: ReaderSlot) {
        slot.condition = condition
        slot.conditionEnd?.cancel()
        slot.conditionEnd = nil
        guard condition != nil else { return }
        let number = slot.number
        slot.conditionEnd = executor.timer(after: Self.conditionDuration) { [weak self] in
            self?.assumeIsolated { $0.conditionEnded(of: number) }
        }
    }

    private func conditionEnded(of number: UInt64) {
        guard let slot = slot(numbered: number), slot.conditionEnd != nil else { return }
        setCondition(nil, of: slot)
        publish(slot)
    }

    func slot(_ id: ReaderID) -> ReaderSlot? { slots.first { $0.id == id } }

    /// The slot with this number, plugged in or departed.
    func slot(numbered number: UInt64) -> ReaderSlot? { (slots + departed).first { $0.number == number } }

    /// The slot whose call has this number, plugged in or departed.
    func slot(ofOperation number: UInt64) -> ReaderSlot? {
        (slots + departed).first { $0.operation?.number == number }
    }

    func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }
}
