import Dispatch
import GateModel

/// Rings when a delay is over, until it is let go; a new delay takes the place of the one before.
///
/// For delays that are long: what a cancelled `Task.sleep` takes, the runtime keeps until the sleep would have ended.
final class Alarm {
    /// A queue for all: on the global ones Dispatch gives each of a crowd of timers a thread.
    private static let queue = DispatchQueue(label: "biogate.alarm")

    private let timer: any DispatchSourceTimer
    private let clock: Clock

    /// What a delay is measured with.
    enum Clock {
        /// The time that the machine sleeps counts. The wall clock may be set back meanwhile, and nobody is told: a delay
        /// above 10 min rings early.
        case wall
        /// Only the time that the machine is awake counts.
        case awake
    }

    private static let longest: Duration = .seconds(600)

    /// `ring` is called on a thread of Dispatch's, and must not wait.
    init(_ clock: Clock, _ ring: @escaping @Sendable () -> Void) {
        self.clock = clock
        timer = DispatchSource.makeTimerSource(queue: Self.queue)
        timer.setEventHandler(handler: ring)
        timer.schedule(wallDeadline: .distantFuture)
        timer.activate()
    }

    deinit { timer.cancel() }

    /// Nil rings never.
    func set(after delay: Duration?) {
        guard let delay else { return timer.schedule(wallDeadline: .distantFuture) }
        switch clock {
        case .wall: timer.schedule(wallDeadline: .now() + interval(min(delay, Self.longest)))
        case .awake: timer.schedule(deadline: .now() + interval(delay))
        }
    }

    private func interval(_ delay: Duration) -> DispatchTimeInterval {
        .milliseconds(Int(delay.millisecondsRoundedUp))
    }
}
