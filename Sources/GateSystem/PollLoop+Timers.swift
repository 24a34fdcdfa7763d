internal import Glibc

/// Calls a closure once, on a loop that it has no descriptor for.
// Used only on its loop.
private final class PollTimer: PollSource, @unchecked Sendable {
    /// poll(2) ignores it.
    let descriptor: Int32 = -1
    let events: Int16 = 0
    let deadline: UInt64?
    private let loop: PollLoop
    private let body: @Sendable () -> Void

    init(_ loop: PollLoop, at deadline: UInt64, _ body: @escaping @Sendable () -> Void) {
        (self.loop, self.deadline, self.body) = (loop, deadline, body)
    }

    func ready(_ events: Int16) {
        loop.forget(self)
        body()
    }
}

extension PollLoop: Timers {
    package func timer(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> LoopTimer {
        let timer = PollTimer(self, at: Self.deadline(in: delay), body)
        begin { self.watch(timer) }
        return LoopTimer { self.begin { self.forget(timer) } }
    }
}
