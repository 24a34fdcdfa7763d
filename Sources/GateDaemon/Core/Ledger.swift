import GateModel
import GatePolicy
import GateVault

/// Why the ledger does not write.
enum LedgerError: Error {
    /// Everything of the user is being destroyed.
    case erased
    case keystore(KeystoreError)
}

/// What failed behind an answer. What it leaves errs on the safe side.
enum LateFailure: String {
    case settling = "settling a scan"
    case clearing = "clearing the misses after a match"
    case noting = "noting the use of an item"
    case resuming = "writing that waits began anew"
}

/// What is written of users: before an answer what must not be forgotten, behind it what nobody waits for.
///
/// It lives on the Gatekeeper's loop, and begins nothing by itself: whoever adds work asks `begin`, and goes on until
/// `workOff` has nothing left.
final class Ledger {
    private let keystore: any CredentialStore
    private let scans: any ScanLedger
    private let tell: (LateFailure, KeystoreError) -> Void
    private var late = LateWork()

    /// - Parameter tell: hears of what fails behind an answer.
    init(keystore: any CredentialStore, scans: any ScanLedger, tell: @escaping (LateFailure, KeystoreError) -> Void) {
        self.keystore = keystore
        self.scans = scans
        self.tell = tell
    }

    // MARK: Before the answer

    /// Writes the policy's state; when it returns, nothing forgets it.
    ///
    /// `isSetback`: after a miss or a try, which no old copy of the database shall undo. `mayBeRefused`: before a try.
    func save(_ entry: LedgerEntry, isSetback: Bool = false, mayBeRefused: Bool = false) async throws(LedgerError) {
        guard !entry.isErased else { throw .erased }
        // Those that the policy as it is now knows of: the next miss may be refused while this is written.
        let (policy, leftover) = (entry.policy, entry.leftoverScans)
        do throws(KeystoreError) {
            try await keystore.savePolicy(
                policy.encoded, of: entry.user, isSetback: isSetback, mayBeRefused: mayBeRefused)
        } catch {
            throw .keystore(error)
        }
        entry.wasSaved(policy, with: leftover)
        await forget(Array(leftover), of: entry)
    }

    /// Writes that a scan is armed: nothing has to be written between the touch and the answer. Whoever begins it has said
    /// `scanBegins`.
    func arm(_ user: UserID) async throws(KeystoreError) -> ScanTicket { try await scans.arm(user) }

    func scanBegins() { late.scanArmed() }

    /// It is written what became of a scan, or nothing is to be.
    func scanEnded() { late.scanSettled() }

    /// A miss is on disk before the client hears of it; the record of a scan without one goes behind the answer.
    func settle(
        _ ticket: ScanTicket, misses: Int, of entry: LedgerEntry, at now: Moment, behind call: CallLife
    ) async throws(LedgerError) {
        // A match is not to wait for the disk.
        guard misses > 0 else { return late.hold(.forget([ticket], entry), behind: call) }
        for _ in 0..<misses { entry.policy.scanMissed(at: now) }
        do throws(LedgerError) {
            try await save(entry, isSetback: true)
        } catch {
            // The record is what is left of the miss on disk.
            entry.wasRefused([ticket])
            throw error
        }
        // Before the answer: a crash behind it would count the miss a second time.
        await forget([ticket], of: entry)
    }

    /// Drops the records of scans that were none of a miss, or whose misses are on disk with the policy.
    private func forget(_ tickets: [ScanTicket], of entry: LedgerEntry) async {
        guard !tickets.isEmpty else { return }
        do throws(KeystoreError) {
            try await scans.settle(tickets)
        } catch {
            // Until the policy is saved again, they count as misses at the next start: too many, never too few.
            entry.wasRefused(tickets)
            tell(.settling, error)
        }
    }

    /// Drops the records of all scans of a user who is being reset: left behind, they would count against whoever begins
    /// anew.
    func forgetScans(of user: UserID) async throws(KeystoreError) { try await scans.forget(user) }

    /// At the start: what a crash left pending counts as missed.
    func countFoundScans(at now: Moment) async throws(KeystoreError) {
        // Whoever has no row has been reset: no scan is armed for somebody without prints.
        for user in try await keystore.knownUsers() {
            if let count = scans.found[user.id] { try await countMisses(count, of: user, at: now) }
        }
        try await scans.clearFound()
    }

    private func countMisses(_ count: Int, of user: User, at now: Moment) async throws(KeystoreError) {
        let kept: UserState
        do throws(KeystoreError) {
            kept = try await keystore.state(of: user)
        } catch .rolledBack {
            // Whoever was put back is refused, and is no reason to refuse everybody.
            return
        }
        var policy = kept.policy.flatMap(UserPolicy.init(encoded:)) ?? UserPolicy()
        for _ in 0..<count { policy.scanMissed(at: now) }
        try await keystore.savePolicy(policy.encoded, of: user, isSetback: true)
    }

    // MARK: Behind the answer

    /// The misses are cleared and the print is remembered behind the call's answer: a crash before that leaves the misses
    /// standing.
    ///
    /// - Parameter print: nil for one that opens nothing.
    /// - Returns: whether there is anything to write.
    func noteMatch(_ print: PrintID?, of entry: LedgerEntry, behind call: CallLife) -> Bool {
        let isPrintNew = print != nil && entry.lastMatched != print
        // Also what the disk refused to keep of an earlier match.
        guard isPrintNew || !entry.isOnDisk else { return false }
        if isPrintNew { entry.lastMatched = print }
        let match = LateWork.Match(print: isPrintNew ? print : nil, isPolicyChanged: !entry.isOnDisk)
        late.hold(match, of: entry, behind: call)
        return true
    }

    func noteUse(of item: ItemName, by user: User, behind call: CallLife) {
        late.hold(LateWork.Use(user: user, item: item), behind: call)
    }

    /// An item that is new under its name was not used yet.
    func forgetUse(of item: ItemName, by user: UserID) { late.forgetUse(of: item, by: user) }

    /// When items were used of which the disk does not know yet.
    func uses(of user: UserID) -> [ItemName: WallTime] { late.uses(of: user) }

    /// Waits have begun anew after a boot; the next start is not to begin them once more.
    func keepResumed(_ entry: LedgerEntry) { late.append(.keepResumed(entry)) }

    /// The call has its answer, or goes on for long without one: what was held behind it is taken up.
    func release(behind call: CallLife, at now: WallTime) { late.release(behind: call, at: now) }

    /// All that waits is to be written from now on.
    func writeNotes() { late.writeNotes() }

    /// Whether there is what waits for `LateWork.usePause` to be over.
    var mayPause: Bool { late.mayPause }

    /// Whether nothing is armed, and all is written.
    var isEmpty: Bool { late.isEmpty }

    /// `continuation` is resumed when no scan is armed, and nothing is left to be written.
    func whenDone(_ continuation: CheckedContinuation<Void, Never>) { late.whenDone(continuation) }

    // MARK: Working it off

    /// Whether work is to be begun, by the one who asks.
    func begin() -> Bool { late.begin() }

    /// Does all that there is to be done, one after another.
    func workOff() async {
        while let job = late.next() {
            switch job {
            case .forget(let tickets, let entry): await forget(tickets, of: entry)
            case .keepResumed(let entry): await writeResumed(entry)
            case .note(let user): await writeNotes(of: user)
            }
        }
    }

    private func writeNotes(of user: User) async {
        guard let notes = late.takeNotes(of: user.id) else { return }
        var answers = AnswerNotes(uses: notes.uses)
        var saved: (policy: UserPolicy, entry: LedgerEntry, leftover: Set<ScanTicket>)?
        if let (match, entry) = notes.match, !entry.isErased {
            if match.isPolicyChanged {
                answers.policy = entry.policy.encoded
                saved = (entry.policy, entry, entry.leftoverScans)
            }
            // One that is gone by now, the keystore passes over.
            if let print = match.print, entry.lastMatched == print { answers.lastMatched = print }
        }
        guard !answers.isEmpty else { return }
        do throws(KeystoreError) {
            try await keystore.note(answers, of: user)
        } catch {
            // Until a match writes them again, the disk only knows of more misses than there were.
            return tell(notes.match != nil ? .clearing : .noting, error)
        }
        guard let (policy, entry, leftover) = saved else { return }
        entry.wasSaved(policy, with: leftover)
        await forget(Array(leftover), of: entry)
    }

    private func writeResumed(_ entry: LedgerEntry) async {
        guard !entry.isErased else { return }
        let policy = entry.policy
        do throws(KeystoreError) {
            try await keystore.savePolicy(policy.encoded, of: entry.user)
            entry.wasSaved(policy, with: [])
        } catch {
            // Nothing is shorter for it.
            tell(.resuming, error)
        }
    }
}
