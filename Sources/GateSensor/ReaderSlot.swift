internal import GateModel
internal import GateSystem

/// What the sensor keeps of one reader for as long as it is plugged in.
final class ReaderSlot {
    /// Who has the reader.
    enum Occupancy {
        case free
        /// A call waits for it.
        case operating(ReaderOperation)
        /// The call has its outcome; libfprint's operation has yet to end, when the finger lifts.
        case finishing(Cancellable)
        /// The call was given up; libfprint's operation has not ended.
        case unanswered
        /// With a number that tells it from other times.
        case closing(UInt64)
    }

    /// Somebody who waits for the next change of occupancy.
    struct Waiter {
        let number: UInt64
        let continuation: CheckedContinuation<Void, Never>
    }

    /// Tells it apart from one that had its identity before it.
    let number: UInt64
    let id: ReaderID
    let device: FprintDevice
    let capabilities: Set<Reader.Capability>
    private let bus: Reader.Bus

    var occupancy = Occupancy.free {
        didSet { occupancyChanged() }
    }
    /// What the last operation left behind: in use elsewhere, too hot, faulted.
    var condition: Reader.State?
    var conditionEnd: LoopTimer?
    /// Closes the reader when the burst is over.
    var burstEnd: LoopTimer?
    /// Runs out when a reader that is to close does not, or when a finger does not lift.
    var overdue: LoopTimer?
    /// Since when the reader has been too hot, on the clock that libfprint's thermal model runs on: it stands still
    /// while the machine sleeps.
    var hotSince: SuspendingClock.Instant?
    /// Whether the driver reports `FP_FINGER_STATUS_NEEDED`; nil until it has, or has taken a scan without it.
    var asksForTouch: Bool?
    /// Whether it must be closed before it is used again; one that is held stays open all the same.
    var isSpoiled = false
    /// The stored print that the last scan found outside its gallery.
    var foreignPrint: Template?
    /// Whether it stays open between operations.
    var isHeld = false
    /// Whether libfprint has been told to suspend it, and not yet, with success, to resume it.
    var isSuspended = false
    /// Whether `fp_device_suspend` has yet to end: until then libfprint refuses to resume.
    var isFallingAsleep = false
    var isRemoved = false
    /// How often the occupancy has changed.
    private(set) var changeCount: UInt64 = 0
    private var waiters: [Waiter] = []
    /// The reader as the sensor last told it.
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

    /// What a call is told whose wait was given up.
    var givenUp: SensorError { isRemoved ? .disconnected : .faulted }

    var isFree: Bool {
        guard case .free = occupancy else { return false }
        return true
    }

    /// Whether the reader is to be told anew, with the facts that a driver may change while it is open.
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

    /// Wakes everybody who waits.
    func occupancyChanged() {
        changeCount += 1
        let waiting = waiters
        waiters = []
        for waiter in waiting { waiter.continuation.resume() }
    }

    /// Wakes the waiter at the next change, or at once where there was one after `count`.
    func wake(_ waiter: Waiter, afterChange count: UInt64) {
        if changeCount == count {
            waiters.append(waiter)
        } else {
            waiter.continuation.resume()
        }
    }

    /// Wakes one waiter before its time.
    func wakeWaiter(_ number: UInt64) {
        guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
        waiters.remove(at: index).continuation.resume()
    }
}
