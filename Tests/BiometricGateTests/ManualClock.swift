import Synchronization

/// A clock that stands still until the test moves it.
final class ManualClock: Clock {
    typealias Instant = ContinuousClock.Instant

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Face {
        var now: Instant
        var sleepers: [Int: Sleeper] = [:]
        var count = 0
    }

    private let face = Mutex(Face(now: ContinuousClock.now))
    private let arrivals: AsyncStream<Instant>
    private let arrival: AsyncStream<Instant>.Continuation

    init() {
        (arrivals, arrival) = AsyncStream.makeStream()
    }

    var now: Instant { face.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }

    func advance(by duration: Duration) {
        let due = face.withLock { face in
            face.now = face.now.advanced(by: duration)
            let due = face.sleepers.filter { $0.value.deadline <= face.now }
            for number in due.keys { face.sleepers[number] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// Returns once a task sleeps, with the moment when it will wake.
    func nextSleeper() async -> Instant? {
        var iterator = arrivals.makeAsyncIterator()
        return await iterator.next()
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = face.withLock { face in
            face.count += 1
            return face.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isDue = face.withLock { face in
                    guard deadline > face.now, !Task.isCancelled else { return true }
                    face.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
                    return false
                }
                if isDue { continuation.resume() }
                arrival.yield(deadline)
            }
            try Task.checkCancellation()
        } onCancel: {
            face.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation.resume(
                throwing: CancellationError())
        }
    }
}
