import GateModel
import GateSystem

/// The machine's sleep, and its users' sessions.
extension Gatekeeper {
    /// How long falling asleep may take in all, calls and readers: logind waits for 5 s (`InhibitDelayMaxSec`), and then
    /// for nobody.
    static let sleepBudget: Duration = .milliseconds(4500)
    /// What of it is the readers', however long the calls take: those have the rest, in which a finger that was seen is
    /// still judged (`PolicyLimits.judgementGrace`).
    private static let readersShare: Duration = .seconds(1)

    /// Ends whatever waits for a finger, and every authentication. Returns when no call uses a reader any more, or when
    /// all but the readers' share of `sleepBudget` is spent, and leaves the readers to be suspended.
    func prepareForSleep() async {
        situations.fallAsleep()
        calls.cancel(of: nil, by: .suspend)
        await requestsEnded(within: Self.sleepBudget - Self.readersShare)
        authentications.end(of: nil)
    }

    /// The machine is awake, and the readers are resumed. A credential that was given while it fell asleep has ended, too.
    func returnFromSleep() async {
        authentications.end(of: nil)
        situations.wakeUp()
        // What was to be deleted when sleep came is deleted now.
        for reader in readers.all { tidyUp(reader) }
    }

    /// - Parameter user: whose session it is; nil where it may be anybody's.
    func sessionLocked(of user: UserID?) {
        // The screen's own lock asks for a finger by the face interface, perhaps before it is known to be locked.
        for request in calls.all(of: user) where !request.ask.isForFace { request.cancel(by: .sessionLocked) }
        authentications.end(of: user)
    }

    private func requestsEnded(within patience: Duration) async {
        let limit = after(patience) { $0.calls.noneWaits() }
        await withCheckedContinuation { calls.awaitNone($0) }
        limit.cancel()
    }
}
