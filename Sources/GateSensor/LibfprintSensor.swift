public import GateModel

/// The fingerprint readers that libfprint drives.
///
/// A reader is opened for its first operation and closed a while after its last: opening can take a second, and
/// another program may want it. All of libfprint is called on the executor's thread.
public actor LibfprintSensor: FingerprintSensor {
    public struct Configuration: Hashable, Sendable {
        /// Whether the readers that libfprint plays over a socket (drivers `virtual_*`) count: whoever owns the socket
        /// decides what matches.
        public var allowVirtual: Bool
        /// How long a reader stays open after an operation; nil: until it is told to close.
        public var burst: Duration?

        public init(allowVirtual: Bool = false, burst: Duration? = .seconds(3)) {
            self.allowVirtual = allowVirtual
            self.burst = burst
        }
    }

    /// Changes that an observer may fall behind before it loses the oldest.
    private static let bufferedChanges = 64
    /// How long a fault, heat or another program's use is what a reader says of itself.
    private static let conditionDuration = Duration.seconds(5)

    private let executor: MainContextExecutor
    let configuration: Configuration
    private var context: FprintContext?
    private(set) var slots: [ReaderSlot] = []
    var isSuspended = false
    var isStopped = false
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
        addNewDevices()
        // Connected last: the enumeration in addNewDevices reports the devices present as well.
        context.onAdded { [weak self] in self?.assumeIsolated { $0.addNewDevices() } }
    }

    private func addNewDevices() {
        for device in context?.devices() ?? [] where !device.isRemoved {
            guard configuration.allowVirtual || !device.isVirtual else { continue }
            if !slots.contains(where: { $0.device.isSameDevice(as: device) }) { add(device) }
        }
    }

    private func add(_ device: FprintDevice) {
        let id = ReaderIdentity(device).readerID(besides: Set(slots.map(\.id)))
        let slot = ReaderSlot(id: id, device: device)
        slots.append(slot)
        device.onFingerStatus { [weak self] in self?.assumeIsolated { $0.fingerStatusChanged(on: id) } }
        device.onFactsChanged { [weak self] in self?.assumeIsolated { $0.factsChanged(of: id) } }
        device.onRemoved { [weak self] in self?.assumeIsolated { $0.removed(id) } }
        tell(.added(slot.published))
    }

    private func removed(_ id: ReaderID) {
        guard let slot = slot(id) else { return }
        slots.removeAll { $0 === slot }
        slot.isRemoved = true
        tell(.removed(slot.published))
        // Not in the midst of libfprint's signal.
        Task {
            if slot.isFree { self.settle(slot) }
        }
    }

    private func factsChanged(of id: ReaderID) {
        if let slot = slot(id) { publish(slot) }
    }

    private func fingerStatusChanged(on id: ReaderID) {
        guard let slot = slot(id) else { return }
        let status = slot.device.fingerStatus
        if status.isNeeded { slot.asksForTouch = true }
        slot.operation?.progress?.fingerStatusIs(needed: status.isNeeded, present: status.isPresent)
    }

    /// Forgets the readers and libfprint's context.
    func forgetEverything() {
        slots = []
        context = nil
        for observer in observers.values { observer.finish() }
        observers = [:]
    }

    public func readers() -> [Reader] { slots.map(\.published) }

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
        continuation.onTermination = { [weak self] _ in
            Task { await self?.forgetObserver(number) }
        }
        return stream
    }

    private func forgetObserver(_ number: UInt64) {
        observers[number] = nil
    }

    private func tell(_ change: ReaderChange) {
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
        let id = slot.id
        slot.conditionEnd = Task { [weak self] in
            try? await Task.sleep(for: Self.conditionDuration)
            if !Task.isCancelled { await self?.conditionEnded(of: id) }
        }
    }

    private func conditionEnded(of id: ReaderID) {
        guard let slot = slot(id), slot.conditionEnd != nil else { return }
        setCondition(nil, of: slot)
        publish(slot)
    }

    func slot(_ id: ReaderID) -> ReaderSlot? { slots.first { $0.id == id } }

    func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }
}
