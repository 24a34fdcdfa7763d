public import GateModel
import Synchronization

/// A clock, and timers, that go on when a test says so.
public final class ManualClock: Sendable {
    /// One ring in the future; `cancel` it, or it rings once.
    public struct Timer: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    fileprivate struct Waiting {
        let end: Duration
        let ring: @Sendable () -> Void
    }

    fileprivate struct State {
        var moment: Moment
        /// How long the machine has been awake.
        var awake: Duration = .zero
        var boots = 1
        var timers: [Timer: Waiting] = [:]
        var last: UInt64 = 0
    }

    private let state: Mutex<State>

    public init(
        startingAt moment: Moment = Moment(
            boot: BootID(rawValue: "boot 1"), sinceBoot: .seconds(100),
            wall: WallTime(millisecondsSinceEpoch: 1_770_000_000_000))
    ) {
        state = Mutex(State(moment: moment))
    }

    public var now: Moment { state.withLock { $0.moment } }

    /// How many timers have not rung and are not cancelled.
    public var timers: Int { state.withLock { $0.timers.count } }

    /// How long it is until the next timer rings; nil without one.
    public var untilNextTimer: Duration? {
        state.withLock { state in state.timers.values.map(\.end).min().map { $0 - state.awake } }
    }

    /// Rings once the machine has been awake for `length`, from within `advance`.
    public func timer(after length: Duration, _ ring: @escaping @Sendable () -> Void) -> Timer {
        state.withLock { state in
            state.last += 1
            let timer = Timer(number: state.last)
            state.timers[timer] = Waiting(end: state.awake + length, ring: ring)
            return timer
        }
    }

    /// One that has rung has rung.
    public func cancel(_ timer: Timer) { state.withLock { $0.timers[timer] = nil } }

    /// The machine is awake for `length`; what is due rings in its order, each at its own time.
    public func advance(by length: Duration) {
        let end = state.withLock { $0.awake + length }
        while true {
            let ring = state.withLock { state -> (@Sendable () -> Void)? in
                let due = state.timers.filter { $0.value.end <= end }
                guard
                    let next = due.min(by: { ($0.value.end, $0.key.number) < ($1.value.end, $1.key.number) })
                else {
                    state.advance(to: end)
                    return nil
                }
                state.advance(to: max(next.value.end, state.awake))
                state.timers[next.key] = nil
                return next.value.ring
            }
            guard let ring else { return }
            ring()
        }
    }

    /// The machine is asleep for `length`: no timer goes on.
    public func sleep(for length: Duration) { state.withLock { $0.pass(length) } }

    /// Somebody sets the wall clock.
    public func setWall(_ wall: WallTime) {
        state.withLock { state in
            state.moment = Moment(boot: state.moment.boot, sinceBoot: state.moment.sinceBoot, wall: wall)
        }
    }

    /// The machine starts anew after having been off for `length`, and nothing of before rings.
    public func reboot(after length: Duration = .seconds(60)) {
        state.withLock { state in
            state.boots += 1
            state.timers = [:]
            state.pass(length)
            state.moment = Moment(
                boot: BootID(rawValue: "boot \(state.boots)"), sinceBoot: .seconds(10), wall: state.moment.wall)
        }
    }
}

extension ManualClock.State {
    fileprivate mutating func advance(to end: Duration) {
        pass(end - awake)
        awake = end
    }

    fileprivate mutating func pass(_ length: Duration) {
        let (seconds, attoseconds) = length.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        moment = Moment(
            boot: moment.boot, sinceBoot: moment.sinceBoot + length,
            wall: WallTime(millisecondsSinceEpoch: moment.wall.millisecondsSinceEpoch + milliseconds))
    }
}
