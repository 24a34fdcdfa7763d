public import GateModel
internal import GateSystem
internal import Synchronization

/// The fingerprint readers that libfprint drives.
///
/// A reader is opened for its first operation and closed a while after its last: opening can take a second, and
/// another program may want it. All of libfprint is called on the executor's thread.
public actor LibfprintSensor: SleepingSensor {
    public struct Configuration: Hashable, Sendable {
        /// Whether the readers that libfprint plays over a socket (drivers `virtual_*`) count: whoever owns the socket
        /// decides what matches.
        public var allowVirtual: Bool
        /// How long a reader stays open after an operation; nil: until it is told to close.
        public var burst: Duration?
        /// How long a finger that was judged may stay on a reader before its scan is cancelled: a driver that never
        /// sees it lift would keep the reader from everybody.
        public var lifting: Duration

        public init(allowVirtual: Bool = false, burst: Duration? = .seconds(3), lifting: Duration = .seconds(30)) {
            self.allowVirtual = allowVirtual
            self.burst = burst
            self.lifting = lifting
        }
    }

    /// Changes that an observer may fall behind before it loses the oldest.
    private static let bufferedChanges = 64
    /// How long a fault, heat or another program's use is what a reader says of itself.
    private static let conditionDuration = Duration.seconds(5)

    let executor: MainContextExecutor
    let configuration: Configuration
    private var context: FprintContext?
    /// The readers that are plugged in, in the order they were found.
    var slots: [ReaderSlot] = []
    /// Those that were unplugged and still run something, or are still to be closed.
    var departed: [ReaderSlot] = []
    var isSuspended = false
    var isStopped = false
    /// What enrolments that were cut off may have left in readers' storage.
    var unfinishedPrints: [ReaderID: [Template]] = [:]
    /// The readers as they were told last, for any thread.
    private nonisolated let present = Mutex<[Reader]>([])
    private var observers: [UInt64: AsyncStream<ReaderChange>.Continuation] = [:]
    private var lastNumber: UInt64 = 0

    // The sensor keeps the executor for as long as it lives.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Finds the readers present, and follows those that come and go until `stop()`, which is to be called before the
    /// sensor is dropped: it releases libfprint's objects, on the sensor thread.
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
        // Connected last: the enumeration in addNewDevices reports the devices present as well.
        context.onAdded { [weak self] in
            self?.assumeIsolated { sensor in
                if let context = sensor.context { sensor.addNewDevices(of: context) }
            }
        }
    }

    /// Keeps libfprint's context until the process ends: where a driver still waits for its reader, letting go of the
    /// context (`libusb_exit`) frees what the transfer under way writes to.
    func leakContext() {
        if let context { _ = unsafe Unmanaged.passRetained(context) }
    }

    /// Forgets the readers and libfprint's context.
    func forgetEverything() {
        slots = []
        departed = []
        context = nil
        present.withLock { $0 = [] }
        for observer in observers.values { observer.finish() }
        observers = [:]
    }

    public nonisolated func readers() -> [Reader] { present.withLock { $0 } }

    /// Keeps the newest 64 changes for an observer that falls behind.
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

    /// Tells of the reader's state where it differs from what was told last.
    func publish(_ slot: ReaderSlot) {
        guard slot.refresh(sensorIsSuspended: isSuspended), !slot.isRemoved else { return }
        tell(.changed(slot.published))
    }

    /// Lets a reader say for a while what is the matter with it, or that nothing is.
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

    /// One that is plugged in, or that still runs something.
    func slot(numbered number: UInt64) -> ReaderSlot? { (slots + departed).first { $0.number == number } }

    /// The reader that a call has, plugged in or not.
    func slot(ofOperation number: UInt64) -> ReaderSlot? {
        (slots + departed).first { $0.operation?.number == number }
    }

    func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }
}
