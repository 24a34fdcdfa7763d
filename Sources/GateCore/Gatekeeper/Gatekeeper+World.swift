package import GateModel
package import GatePolicy
import GateSystem
import GateVault

/// Events outside of calls: readers, sleep, sessions, closed connections, and the daemon's end.
extension Gatekeeper {
    // MARK: Readers

    /// Follows the readers until the sensor stops.
    package func followReaders() async {
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

    /// The time limit for calls and readers together when the machine goes to sleep. logind waits 5 s
    /// (`InhibitDelayMaxSec`), then lets the machine sleep.
    package static let sleepBudget: Duration = .milliseconds(4500)
    /// The readers' part of it. Calls have the rest, in which a finger that was seen is still judged
    /// (`PolicyLimits.judgementGrace`).
    private static let readersShare: Duration = .seconds(1)

    /// Ends all calls that wait for a finger, and all authentications. Returns when no call uses a reader, or when only
    /// the readers' share of `sleepBudget` is left, so that the readers can be suspended.
    package func prepareForSleep() async {
        situations.fallAsleep()
        authentications.fallAsleep()
        loginTouches.forgetAll()
        calls.cancel(of: nil, by: .suspend)
        let limit = errands.run(.stopAwaitingCalls, after: Self.sleepBudget - Self.readersShare)
        await withCheckedContinuation { calls.awaitNone($0) }
        limit.cancel()
    }

    /// The machine is awake and the readers are resumed.
    package func returnFromSleep() async {
        authentications.wakeUp()
        situations.wakeUp()
        // Makes up for deletions that sleep prevented.
        for reader in readers.all { errands.run(.tidyUp(reader.id)) }
    }

    /// - Parameter user: the session's user; nil if the session may be anyone's.
    package func sessionLocked(of user: UserID?) {
        seats.locked(of: user)
        authentications.end(of: user)
    }

    package func seatsChanged(_ facts: SeatFacts) {
        // First: a credential that is given from now on counts once.
        authentications.lockedUsersChanged(facts.lockedUsers)
        seats.changed(facts)
    }

    /// The system's accounts or passwords may have changed.
    package func accountsChanged() async { await users.accountsChanged() }

    // MARK: Connections

    /// A connection closed: ends its calls and frees their readers. `gone` are its users without another connection.
    package func connectionClosed(_ connection: ConnectionID, gone: some Collection<UserID>) {
        authentications.forget(on: connection)
        endCalls(on: connection)
        users.haveLeft(gone)
    }

    /// Ends the calls that wait on a connection.
    package func endCalls(on connection: ConnectionID) {
        turns.endKeeping(on: connection)
        for call in calls.all(on: connection) { call.cancel(by: .client) }
    }

    // MARK: The daemon

    /// The call was answered, or will stay without an answer for long.
    package func answered(_ call: CallLife) { afterAnswer.given(call) }

    /// See `AfterAnswer.allWritten`.
    package func allWritten() async { await afterAnswer.allWritten() }

    /// Returns once the loop and the keystore have responded, for a watchdog.
    package func ping() async {
        _ = try? await keystore.knownUsers()
    }
}
