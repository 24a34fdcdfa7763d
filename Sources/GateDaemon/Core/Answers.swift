import GateModel
import GateSystem
import GateVault

/// What comes behind the answers of calls: the journal's lines of their grants, and what the ledger writes.
///
/// It lives on the Gatekeeper's loop.
final class Answers {
    private let ledger: Ledger
    private let audit: Audit
    private let clock: GateClock
    private let errands: Errands
    /// What the journal is told of behind the answers to these calls.
    private var grants: [ObjectIdentifier: Grant] = [:]
    /// Until the ledger writes what waits for others.
    private var pause: LoopTimer?

    init(ledger: Ledger, audit: Audit, clock: GateClock, errands: Errands) {
        self.ledger = ledger
        self.audit = audit
        self.clock = clock
        self.errands = errands
    }

    /// Notes a grant, which is told of, and that the item was used, behind the call's answer.
    func granted(_ grant: Grant, _ item: ItemName) {
        grants[ObjectIdentifier(grant.ask.caller.life)] = grant
        ledger.noteUse(of: item, by: grant.account.user, behind: grant.ask.caller.life)
    }

    /// The call has its answer, or goes on for long without one.
    func given(_ call: CallLife) {
        if let grant = grants.removeValue(forKey: ObjectIdentifier(call)) {
            audit.granted(grant.ask, factor: grant.factor, isRepeatable: grant.isReused, of: grant.account)
        }
        ledger.release(behind: call, at: clock.now().wall)
        work()
        guard pause == nil, ledger.mayPause else { return }
        pause = errands.run(.writeNotes, after: LateWork.usePause)
    }

    func writeNotes() {
        pause = nil
        ledger.writeNotes()
        work()
    }

    /// Has the ledger write what it has taken up, unless that goes on already.
    func work() {
        if ledger.begin() { errands.run(.workOff) }
    }

    /// Returns when no scan is armed, and all that came of scans and answers is written: an end before that would count
    /// as a miss.
    func allWritten() async {
        writeNotes()
        await withCheckedContinuation { ledger.whenDone($0) }
    }
}
