import GateModel
import GateSystem
import GateVault

/// The work that follows the answers of calls: the ends of their sessions at readers, journal lines of grants, and
/// writes of the ledger.
///
/// Confined to the Gatekeeper's loop.
final class AfterAnswer {
    private let ledger: Ledger
    private let audit: Audit
    private let clock: GateClock
    private let errands: Errands
    /// Grants whose journal lines follow the answers to these calls.
    private var grants: [ObjectIdentifier: [Grant]] = [:]
    /// Closures that end these calls' sessions at readers.
    private var ends: [ObjectIdentifier: () -> Void] = [:]
    /// Runs until the ledger writes the notes that it batches.
    private var pause: LoopTimer?

    init(ledger: Ledger, audit: Audit, clock: GateClock, errands: Errands) {
        self.ledger = ledger
        self.audit = audit
        self.clock = clock
        self.errands = errands
    }

    /// Queues the journal line of a grant, and the note of the use of `item`, behind the call's answer.
    func granted(_ grant: Grant, _ item: ItemName? = nil) {
        grants[ObjectIdentifier(grant.ask.caller.life), default: []].append(grant)
        guard let item else { return }
        var server: SignatureSubject.Server?
        if case .login(_, let host?)? = grant.ask.subject?.content {
            server = SignatureSubject.Server(fingerprint: host.fingerprint, claimedName: host.name ?? host.claimedName)
        }
        ledger.noteUse(of: item, at: server, by: grant.account.user, behind: grant.ask.caller.life)
    }

    /// Ends the call's session at a reader by `end`, once it was answered: nobody should wait for that behind a touch.
    func ending(_ call: CallLife, _ end: @escaping () -> Void) { ends[ObjectIdentifier(call)] = end }

    /// The call was answered, or will stay without an answer for long: releases the work queued behind it.
    func given(_ call: CallLife) {
        ends.removeValue(forKey: ObjectIdentifier(call))?()
        for grant in grants.removeValue(forKey: ObjectIdentifier(call)) ?? [] {
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

    /// Starts the ledger's queued work, unless that is running already.
    func work() {
        if ledger.begin() { errands.run(.workOff) }
    }

    /// Returns when no scan is armed and everything about scans and answers is written. A daemon that ends earlier
    /// would count such scans as misses at its next start.
    func allWritten() async {
        writeNotes()
        await withCheckedContinuation { ledger.whenDone($0) }
    }
}
