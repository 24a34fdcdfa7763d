import GateModel
import GatePolicy
import GateSystem

/// The touches at logins that are not spent yet: of each user the newest, for the process that asked for it.
///
/// Confined to the Gatekeeper's loop.
final class LoginTouches {
    private final class Held {
        let process: HeldProcess
        var touch: LoginTouch?

        init(_ touch: consuming LoginTouch, for process: HeldProcess) {
            self.touch = consume touch
            self.process = process
        }
    }

    private let clock: GateClock
    private let errands: Errands
    private var held: [UserID: Held] = [:]
    /// Runs until the oldest touch may be too old.
    private var sweep: LoopTimer?

    init(clock: GateClock, errands: Errands) {
        self.clock = clock
        self.errands = errands
    }

    /// Keeps a touch, until it is spent or forgotten, for the process that logs the user in.
    func keep(_ touch: consuming LoginTouch, for process: HeldProcess) {
        held[touch.user] = Held(touch, for: process)
        sweepLater()
    }

    /// Takes the user's touch for a process. Only the very process that it was for takes it away from the others.
    func take(of user: UserID, by peer: Peer) throws(LoginRefusal) -> LoginTouch {
        guard let entry = held[user] else { throw .noTouch }
        // The number is the process's own as long as that runs.
        guard entry.process.number == peer.process, !entry.process.hasEnded else { throw .otherProcess }
        held[user] = nil
        guard let touch = entry.touch.take() else { throw .noTouch }
        return touch
    }

    func forgetAll() {
        held = [:]
        sweep = nil
    }

    /// Forgets touches that are too old, and those of processes that have ended.
    func forgetOld() {
        sweep = nil
        let now = clock.now()
        held = held.filter { !$0.value.process.hasEnded && $0.value.touch?.isOver(at: now) == false }
        if !held.isEmpty { sweepLater() }
    }

    private func sweepLater() {
        guard sweep == nil else { return }
        sweep = errands.run(.forgetOldTouches, after: LoginTouch.lifetime)
    }
}
