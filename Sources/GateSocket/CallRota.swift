import NIOCore

/// Takes users' calls in hand by turns, on one event loop, so that one who sends without end delays nobody else.
///
/// In a round a user has so many calls, over all connections, a long message or answer counting as several, and what comes beyond
/// waits for the next. What the user's watches are told counts as well. Each look of the loop at its sockets begins one. NIO does not look at them while a task is due, and what calls come to is done in tasks,
/// too: only what is read from a socket, or quiet, shows that it has looked.
final class CallRota {
    private static let callsInRound = 16
    /// A message of a call's usual length, and each further one.
    private static let bytesOfCall = 16_384
    private static let pause: TimeAmount = .microseconds(100)
    /// Pauses in a row in which nothing is done before the next round begins where nothing is read.
    private static let quietPauses = 2

    private let eventLoop: any EventLoop
    /// Calls taken in this round.
    private var taken: [Claimant: Int] = [:]
    /// Who goes on in a later round, in order.
    private var waiting: [Claimant: [() -> Void]] = [:]
    private var isRoundOpen = false
    private var isPausing = false
    /// Tasks ran since something was read.
    private var isLookDue = false
    private var looks: UInt64 = 0
    /// What was done for calls in all rounds.
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
        // Behind all that the sockets brought.
        eventLoop.assumeIsolated().execute { self.isLookDue = true }
    }

    /// Something was told that is no answer.
    func told(_ bytes: Int, _ claimant: Claimant) { count(1 + bytes / Self.bytesOfCall, of: claimant) }

    /// A call was answered: a long answer takes as long as several calls do.
    func answered(_ bytes: Int, _ claimant: Claimant) {
        steps += 1
        count(bytes / Self.bytesOfCall, of: claimant)
    }

    private func count(_ calls: Int, of claimant: Claimant) {
        // Where none of the user's calls is in this round, nobody sends without end.
        if let before = taken[claimant] { taken[claimant] = before + calls }
    }

    /// A call was begun.
    func stepped() { steps += 1 }

    /// Something was read from a socket.
    func looked() {
        guard isLookDue else { return }
        isLookDue = false
        looks += 1
        isRoundOpen = false
        // Whoever waits comes before what the sockets bring next.
        if waiting.isEmpty { taken.removeAll(keepingCapacity: true) }
    }

    /// Calls `goOn` once, in a later round; one that has nothing to do then leaves its turn to the next.
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
        // The next pause begins behind the work, however long that is.
        defer {
            isPausing = !waiting.isEmpty
            if isPausing { awaitLook(since: looks, quietPauses: 0) }
        }
        isRoundOpen = false
        taken.removeAll(keepingCapacity: true)
        for claimant in Array(waiting.keys) {
            // Whoever has to wait again comes behind those who have not had a turn yet.
            var line = (waiting.removeValue(forKey: claimant) ?? [])[...]
            while mayTake(of: claimant), let goOn = line.popFirst() { goOn() }
            if !line.isEmpty { waiting[claimant, default: []].insert(contentsOf: line, at: 0) }
        }
    }
}
