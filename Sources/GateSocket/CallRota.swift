import NIOCore

/// Takes users' calls by turns, on one event loop, so that a user who never stops sending delays nobody else.
///
/// Each look of the loop at its sockets begins a round. A user has a fixed number of calls in a round, over all
/// connections; a long message or answer counts as several, as do events of subscriptions. Further calls wait for the
/// next round. NIO does not look at its sockets while a task is due, and calls are served in tasks: only a read or
/// silence proves that it looked.
final class CallRota {
    private static let callsInRound = 16
    /// The length of a usual message; each further such length counts as one more call.
    private static let bytesOfCall = 16_384
    private static let pause: TimeAmount = .microseconds(100)
    /// Idle pauses in a row after which the next round begins without a read.
    private static let quietPauses = 2

    private let eventLoop: any EventLoop
    /// Calls taken in this round.
    private var taken: [Claimant: Int] = [:]
    /// Claimants that go on in a later round, in order.
    private var waiting: [Claimant: [() -> Void]] = [:]
    private var isRoundOpen = false
    private var isPausing = false
    /// Tasks ran since the last read.
    private var isLookDue = false
    private var looks: UInt64 = 0
    /// Steps of work done for calls in all rounds.
    private var steps: UInt64 = 0

    init(on eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// Whether the claimant may have another call in this round.
    func mayTake(of claimant: Claimant) -> Bool { taken[claimant, default: 0] < Self.callsInRound }

    /// - Parameter bytes: the message's length.
    func took(_ bytes: Int = 0, of claimant: Claimant) {
        taken[claimant, default: 0] += 1 + bytes / Self.bytesOfCall
        steps += 1
        guard !isRoundOpen else { return }
        isRoundOpen = true
        // Runs behind the work of everything that was read.
        eventLoop.assumeIsolated().execute { self.isLookDue = true }
    }

    /// Counts an event of a subscription.
    func told(_ bytes: Int, _ claimant: Claimant) { count(1 + bytes / Self.bytesOfCall, of: claimant) }

    /// Counts an answer: a long one takes as long as several calls.
    func answered(_ bytes: Int, _ claimant: Claimant) {
        steps += 1
        count(bytes / Self.bytesOfCall, of: claimant)
    }

    private func count(_ calls: Int, of claimant: Claimant) {
        // A claimant without a call in this round cannot be sending without end.
        if let before = taken[claimant] { taken[claimant] = before + calls }
    }

    /// Counts a step of work.
    func stepped() { steps += 1 }

    /// Notes a read from a socket.
    func looked() {
        guard isLookDue else { return }
        isLookDue = false
        looks += 1
        isRoundOpen = false
        // Waiting claimants come before what the sockets bring next.
        if waiting.isEmpty { taken.removeAll(keepingCapacity: true) }
    }

    /// Calls `goOn` once, in a later round; if it has nothing to do then, the next takes its turn.
    func wait(of claimant: Claimant, _ goOn: @escaping () -> Void) {
        waiting[claimant, default: []].append(goOn)
        guard !isPausing else { return }
        isPausing = true
        awaitLook(since: looks, quietPauses: 0)
    }

    private func awaitLook(since looks: UInt64, quietPauses: Int) {
        let steps = steps
        eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
            self.isLookDue = true
            let quietPauses = self.steps == steps ? quietPauses + 1 : 0
            if self.looks == looks, quietPauses < Self.quietPauses {
                self.awaitLook(since: looks, quietPauses: quietPauses)
            } else {
                self.nextRound()
            }
        }
    }

    private func nextRound() {
        // The next pause begins after the work, however long that takes.
        defer {
            isPausing = !waiting.isEmpty
            if isPausing { awaitLook(since: looks, quietPauses: 0) }
        }
        isRoundOpen = false
        taken.removeAll(keepingCapacity: true)
        for claimant in Array(waiting.keys) {
            // A claimant that waits again goes behind those that have not had a turn.
            var line = (waiting.removeValue(forKey: claimant) ?? [])[...]
            while mayTake(of: claimant), let goOn = line.popFirst() { goOn() }
            if !line.isEmpty { waiting[claimant, default: []].insert(contentsOf: line, at: 0) }
        }
    }
}
