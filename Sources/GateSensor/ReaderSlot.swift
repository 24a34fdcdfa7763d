internal import GateModel
internal import GateSystem

/// The sensor's state of one reader while it is plugged in.
final class ReaderSlot {
    /// The user of the reader.
    enum Occupancy {
        case free
        /// A call waits for its operation.
        case operating(ReaderOperation)
        /// The call has its result; libfprint's operation ends when the finger lifts.
        case finishing(Cancellable)
        /// The call was given up; libfprint's operation still runs.
        case unanswered
        /// Closing, with a number that identifies this time.
        case closing(UInt64)
    }

    /// A task that waits for the next change of occupancy.
    struct Waiter {
        let number: UInt64
        let continuation: CheckedContinuation<Void, Never>
    }

    /// Distinguishes it from an earlier reader with the same identity.
    let number: UInt64
    let id: ReaderID
    let device: FprintDevice
    let capabilities: Set<Reader.Capability>
    private let bus: Reader.Bus

    var occupancy = Occupancy.free {
        didSet { occupancyChanged() }
    }
    /// The effect of the last operation: in use elsewhere, too hot, faulted.
    var condition: Reader.State?
    var conditionEnd: LoopTimer?
    /// Closes the reader at the end of the burst.
    var burstEnd: LoopTimer?
    /// Fires when a reader does not close, or a finger does not lift.
    var overdue: LoopTimer?
    /// When the reader became too hot, on the clock of libfprint's thermal model, which stops while the machine sleeps.
    var hotSince: SuspendingClock.Instant?
    /// Whether the driver reports `FP_FINGER_STATUS_NEEDED`; nil until its first report, or its first scan without one.
    var asksForTouch: Bool?
    /// Whether it must be closed before its next use, unless it is held open.
    var isSpoiled = false
    /// The stored print that the last scan found outside its gallery.
    var foreignPrint: Template?
    var isHeld = false
    /// Whether libfprint was told to suspend it, and has not resumed it successfully since.
    var isSuspended = false
    /// Whether `fp_device_suspend` still runs: until it ends, libfprint refuses to resume.
    var isFallingAsleep = false
    var isRemoved = false
    /// The number of occupancy changes.
    private(set) var changeCount: UInt64 = 0
    private var waiters: [Waiter] = []
    /// The reader as last published.
    private(set) var published: Reader

    init(number: UInt64, id: ReaderID, device: FprintDevice) {
        self.number = number
        self.id = id
        self.device = device
        capabilities = device.capabilities
        bus = device.bus
        published = Reader(
            id: id, name: device.name, driver: device.driver, bus: device.bus, scanType: device.scanType,
            enrollStages: device.enrollStages, matching: device.matching, capabilities: device.capabilities,
            isBuiltIn: ReaderIdentity.isBuiltIn(device), state: .ready)
    }

    var operation: ReaderOperation? {
        guard case .operating(let operation) = occupancy else { return nil }
        return operation
    }

    /// The error of a call that was given up.
    var givenUp: SensorError { isRemoved ? .disconnected : .faulted }

    var isFree: Bool {
        guard case .free = occupancy else { return false }
        return true
    }

    /// Updates the published reader, including facts that a driver changes while it is open; true if it differs.
    func refresh(sensorIsSuspended: Bool) -> Bool {
        let state: Reader.State =
            if sensorIsSuspended {
                .suspended
            } else if operation != nil {
                .busy
            } else {
                condition ?? .ready
            }
        let reader = Reader(
            id: id, name: published.name, driver: published.driver, bus: bus, scanType: device.scanType,
            enrollStages: device.enrollStages, matching: published.matching, capabilities: capabilities,
            isBuiltIn: published.isBuiltIn, state: state)
        defer { published = reader }
        return reader != published
    }

    /// Wakes all waiters.
    func occupancyChanged() {
        changeCount += 1
        let waiting = waiters
        waiters = []
        for waiter in waiting { waiter.continuation.resume() }
    }

    /// Wakes the waiter at the next change, or at once if one came after `count`.
    func wake(_ waiter: Waiter, afterChange count: UInt64) {
        if changeCount == count {
            waiters.append(waiter)
        } else {
            waiter.continuation.resume()
        }
    }

    func wakeWaiter(_ number: UInt64) {
        guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
        waiters.remove(at: index).continuation.resume()
    }
}
