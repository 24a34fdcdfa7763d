import NIOCore

/// Takes users' calls in hand by turns, on one event loop, so that one who sends without end delays nobody else.
///
/// In a round a user has so many calls, over all connections, and what comes beyond waits for the next. Each look of the
/// loop at its sockets begins one; where somebody waits, each pause does.
final class CallRota {
    private static let callsInRound = 16
    /// Longer than what a round comes to takes on the loop: NIO does not look at sockets while a task is due. Only whoever
    /// has sent more than a round's calls at once waits for it.
    private static let pause: TimeAmount = .milliseconds(10)

    private let eventLoop: any EventLoop
    /// Calls taken in this round.
    private var taken: [Claimant: Int] = [:]
    /// Who goes on in a later round, in order.
    private var waiting: [Claimant: [() -> Void]] = [:]
    private var isRoundOpen = false
    private var isPausing = false

    init(on eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// Whether the claimant may have another call in this round.
    func mayTake(of claimant: Claimant) -> Bool { taken[claimant, default: 0] < Self.callsInRound }

    func took(of claimant: Claimant) {
        taken[claimant, default: 0] += 1
        guard !isRoundOpen else { return }
        isRoundOpen = true
        // Behind all that the sockets brought, and before they are looked at again.
        eventLoop.assumeIsolated().execute { self.socketsServed() }
    }

    /// Calls `goOn` once, in a later round; one that has nothing to do then leaves its turn to the next.
    func wait(of claimant: Claimant, _ goOn: @escaping () -> Void) {
        waiting[claimant, default: []].append(goOn)
        pause()
    }

    private func socketsServed() {
        isRoundOpen = false
        // Whoever waits comes before what the sockets bring next.
        if waiting.isEmpty { taken.removeAll(keepingCapacity: true) }
    }

    private func pause() {
        guard !isPausing else { return }
        isPausing = true
        eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { self.nextRound() }
    }

    private func nextRound() {
        // The next pause begins behind the work, however long that is.
        defer {
            isPausing = false
            if !waiting.isEmpty { pause() }
        }
        taken.removeAll(keepingCapacity: true)
        for claimant in Array(waiting.keys) {
            // Whoever has to wait again comes behind those who have not had a turn yet.
            var line = (waiting.removeValue(forKey: claimant) ?? [])[...]
            while mayTake(of: claimant), let goOn = line.popFirst() { goOn() }
            if !line.isEmpty { waiting[claimant, default: []].insert(contentsOf: line, at: 0) }
        }
    }
}
