package import GateModel
package import GatePolicy
import Synchronization

/// An event from logind about the machine or its sessions.
package enum LogindEvent: Hashable, Sendable {
    /// The machine will sleep once the inhibitor is released, or after logind's limit (5 s).
    case suspending
    case resumed
    /// Nil if the session's owner is unknown: then it may be anyone's.
    case sessionLocked(UserID?)
    /// Who is in front of the machine has changed.
    case seats(SeatFacts)
}

/// The unhandled events without duplicates. However busy a user's sessions are, at most one event per user and those of
/// one sleep wait here, and none is lost.
package final class LogindEvents: Sendable {
    private let waiting = Mutex<[LogindEvent]>([])
    /// Fires when there is an event to take; ends when no more will come.
    package let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    init() {
        (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func post(_ event: LogindEvent) {
        waiting.withLock { waiting in
            // A new sleep replaces an earlier one that was not handled.
            if event == .suspending { waiting.removeAll { $0 == .suspending || $0 == .resumed } }
            if case .seats = event { waiting.removeAll { if case .seats = $0 { true } else { false } } }
            if !waiting.contains(event) { waiting.append(event) }
        }
        arrival.yield()
    }

    /// Removes and returns the oldest event.
    package func take() -> LogindEvent? {
        waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }

    func finish() { arrival.finish() }
}
