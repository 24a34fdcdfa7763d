import GateModel
import GatePolicy
import Synchronization

/// What logind tells of the machine and its sessions.
enum LogindEvent: Hashable, Sendable {
    /// The machine goes to sleep as soon as the inhibitor is released, or logind's patience (5 s) is over.
    case suspending
    case resumed
    /// Nil where nobody says whose session it is: then it may be anybody's.
    case sessionLocked(UserID?)
    /// Who is in front of the machine.
    case seats(SeatFacts)
}

/// The events that nobody has handled yet, each once: whatever a user's sessions do, at most one for every user and
/// those of one sleep wait here, and none is lost.
final class LogindEvents: Sendable {
    private let waiting = Mutex<[LogindEvent]>([])
    /// Fires when there is something to take; ends when nothing will come any more.
    let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    init() {
        (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func post(_ event: LogindEvent) {
        waiting.withLock { waiting in
            // A sleep that begins again covers one that nobody has seen.
            if event == .suspending { waiting.removeAll { $0 == .suspending || $0 == .resumed } }
            if case .seats = event { waiting.removeAll { if case .seats = $0 { true } else { false } } }
            if !waiting.contains(event) { waiting.append(event) }
        }
        arrival.yield()
    }

    /// The oldest event.
    func take() -> LogindEvent? {
        waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }

    func finish() { arrival.finish() }
}
