import GateModel
import GatePolicy
import GateSystem
import GateVault

/// What happens outside of calls: readers that come and go, sleep, sessions, connections that close, and the daemon's end.
extension Gatekeeper {
    // MARK: Readers

    /// Follows the readers until the sensor stops.
    func followReaders() async {
        let changes = await sensor.changes()
        let known = Set(readers.all.map(\.id))
        situations.refreshReaders()
        for reader in readers.all where !known.contains(reader.id) { errands.run(.tidyUp(reader.id)) }
        for await change in changes {
            situations.refreshReaders()
            switch change {
            case .added(let reader):
                upkeep.added(reader.id)
                errands.run(.tidyUp(reader.id))
            case .removed(let reader): upkeep.removed(reader.id)
            case .changed: break
            }
        }
    }

    // MARK: Sleep and sessions

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
        let limit = errands.run(.stopAwaitingCalls, after: Self.sleepBudget - Self.readersShare)
        await withCheckedContinuation { calls.awaitNone($0) }
        limit.cancel()
        authentications.end(of: nil)
    }

    /// The machine is awake, and the readers are resumed. A credential that was given while it fell asleep has ended, too.
    func returnFromSleep() async {
        authentications.end(of: nil)
        situations.wakeUp()
        // What was to be deleted when sleep came is deleted now.
        for reader in readers.all { errands.run(.tidyUp(reader.id)) }
    }

    /// - Parameter user: whose session it is; nil where it may be anybody's.
    func sessionLocked(of user: UserID?) {
        seats.locked(of: user)
        authentications.end(of: user)
    }

    func seatsChanged(_ facts: SeatFacts) { seats.changed(facts) }

    /// The system's accounts or passwords may have changed.
    func accountsChanged() async { await users.accountsChanged() }

    // MARK: Connections

    /// A connection is gone: what it waited for ends, and the reader is free. `gone` are those of its users who have no
    /// other connection.
    func connectionClosed(_ connection: ConnectionID, gone: some Collection<UserID>) {
        authentications.forget(on: connection)
        endCalls(on: connection)
        users.haveLeft(gone)
    }

    /// Ends what waits on a connection.
    func endCalls(on connection: ConnectionID) {
        turns.endKeeping(on: connection)
        for request in calls.all(on: connection) { request.cancel(by: .client) }
    }

    func forgetAuthentications(on connection: ConnectionID) { authentications.forget(on: connection) }

    // MARK: The daemon

    /// The call has its answer, or goes on for long without one.
    func answered(_ call: CallLife) { answers.given(call) }

    /// See `Answers.allWritten`.
    func allWritten() async { await answers.allWritten() }

    /// Returns when the loop and the keystore have looked at it, for a watchdog.
    func ping() async {
        _ = try? await keystore.knownUsers()
    }
}
