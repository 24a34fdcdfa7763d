import GateModel
import GatePolicy
import GateSystem
import GateVault

/// What the ledger writes, and the journal hears, of calls.
extension Gatekeeper {
    /// See `Ledger.save`. Throws `cancelled` for an account that is erased.
    func save(
        _ account: Account, isSetback: Bool = false, mayBeRefused: Bool = false
    ) async throws(GateError) {
        if !account.isErased { calls.changed(account) }
        do throws(LedgerError) {
            try await ledger.save(account.entry, isSetback: isSetback, mayBeRefused: mayBeRefused)
        } catch {
            throw refusal(error)
        }
    }

    func refusal(_ error: LedgerError) -> GateError {
        switch error {
        case .erased: .cancelled(by: .revoked)
        case .keystore(let error): audit.refused(error)
        }
    }

    // MARK: Behind the answers

    /// Notes a grant, which is told of, and that the item was used, behind the call's answer.
    func granted(_ grant: Grant, _ item: ItemName) {
        grants[ObjectIdentifier(grant.ask.caller.life)] = grant
        ledger.noteUse(of: item, by: grant.account.user, behind: grant.ask.caller.life)
    }

    /// The call has its answer, or goes on for long without one.
    func answered(_ call: CallLife) {
        if let grant = grants.removeValue(forKey: ObjectIdentifier(call)) {
            audit.granted(grant.ask, factor: grant.factor, isRepeatable: grant.isReused, of: grant.account)
        }
        ledger.release(behind: call, at: clock.now().wall)
        work()
        guard notesPause == nil, ledger.mayPause else { return }
        notesPause = after(LateWork.usePause) { $0.writeNotes() }
    }

    private func writeNotes() {
        notesPause = nil
        ledger.writeNotes()
        work()
    }

    func work() {
        guard ledger.begin() else { return }
        Task.immediate(executorPreference: tasks) {
            await ledger.workOff()
            // A write that failed may stand nevertheless.
            await followKeystore()
        }
    }

    /// Returns when no scan is armed, and all that came of scans and answers is written: an end before that would count
    /// as a miss.
    func allWritten() async {
        writeNotes()
        await withCheckedContinuation { ledger.whenDone($0) }
    }

    /// Returns when the loop and the keystore have looked at it, for a watchdog.
    func ping() async {
        _ = try? await keystore.knownUsers()
    }
}
