import Dispatch
import GateModel

/// Rings when a delay is over, until it is let go; a new delay takes the place of the one before.
///
/// For delays that are long: what a cancelled `Task.sleep` takes, the runtime keeps until the sleep would have ended.
final class Alarm {
    /// A queue for all: on the global ones Dispatch gives each of a crowd of timers a thread.
    private static let queue = DispatchQueue(label: "biogate.alarm")

    private let timer: any DispatchSourceTimer

    /// The longest delay; a longer one rings early. The wall clock may be set back meanwhile, and nobody is told.
    private static let longest: Duration = .seconds(600)

    /// `ring` is called on a thread of Dispatch's, and must not wait.
    init(_ ring: @escaping @Sendable () -> Void) {
        timer = DispatchSource.makeTimerSource(queue: Self.queue)
        timer.setEventHandler(handler: ring)
        timer.schedule(wallDeadline: .distantFuture)
        timer.activate()
    }

    deinit { timer.cancel() }

    /// Nil rings never. The time that the machine sleeps counts.
    func set(after delay: Duration?) {
        guard let delay else { return timer.schedule(wallDeadline: .distantFuture) }
        let milliseconds = min(delay, Self.longest).millisecondsRoundedUp
        timer.schedule(wallDeadline: .now() + .milliseconds(Int(milliseconds)))
    }
}
