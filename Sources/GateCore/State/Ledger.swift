import GateModel
import GatePolicy
import GateVault

/// Why the ledger does not write.
enum LedgerError: Error {
    /// All data of the user is being destroyed.
    case erased
    case keystore(KeystoreError)
}

/// Work behind an answer that failed. The state that it leaves errs on the safe side.
enum LateFailure: String {
    case settling = "settling a scan"
    case clearing = "clearing the misses after a match"
    case noting = "noting the use of an item"
    case resuming = "writing that waits restarted"
}

/// Writes state of users: before an answer, state that must not be lost; after it, state that no caller waits for.
///
/// Confined to the Gatekeeper's loop. It starts no task: the caller that adds work asks `begin`, and runs `workOff` if
/// told to.
final class Ledger {
    private let keystore: any CredentialStore
    private let scans: any ScanLedger
    private let tell: (LateFailure, KeystoreError) -> Void
    private var late = LateWork()

    /// - Parameter tell: receives failures of work behind an answer.
    init(keystore: any CredentialStore, scans: any ScanLedger, tell: @escaping (LateFailure, KeystoreError) -> Void) {
        self.keystore = keystore
        self.scans = scans
        self.tell = tell
    }

    // MARK: Before the answer

    /// Writes the policy. Once this returns, a crash does not lose it.
    ///
    /// - Parameters:
    ///   - isSetback: whether it follows a miss or a try, which no old copy of the database may undo.
    ///   - mayBeRefused: whether it precedes a try, which may be refused instead.
    func save(_ entry: LedgerEntry, isSetback: Bool = false, mayBeRefused: Bool = false) async throws(LedgerError) {
        guard !entry.isErased else { throw .erased }
        // Only the scans that this policy includes: another miss may be refused during the write.
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

    /// A scan is being armed: its record is on its way to disk until `scanEnded`.
    func scanBegins() { late.scanArmed() }

    /// The outcome of a scan is written, or needs no write.
    func scanEnded() { late.scanSettled() }

    /// Settles a scan. A miss is on disk before the client hears of it; without a miss, the record is dropped behind
    /// the answer.
    func settle(
        _ ticket: ScanTicket, misses: Int, of entry: LedgerEntry, at now: Moment, behind call: CallLife
    ) async throws(LedgerError) {
        // A match must not wait for the disk.
        guard misses > 0 else { return late.hold(.forget([ticket], entry), behind: call) }
        for _ in 0..<misses { entry.policy.scanMissed(at: now) }
        do throws(LedgerError) {
            try await save(entry, isSetback: true)
        } catch {
            // The scan's record is all that the disk has of the miss.
            entry.wasRefused([ticket])
            throw error
        }
        // Before the answer, because after a crash behind it the miss would count twice.
        await forget([ticket], of: entry)
    }

    /// Drops the records of scans that were no misses, or whose misses are on disk with the policy.
    private func forget(_ tickets: [ScanTicket], of entry: LedgerEntry) async {
        guard !tickets.isEmpty else { return }
        do throws(KeystoreError) {
            try await scans.settle(tickets)
        } catch {
            // Until the policy is saved again, the records count as misses at the next start: too many, never too few.
            entry.wasRefused(tickets)
            tell(.settling, error)
        }
    }

    /// Drops the records of all scans of a user who is being reset. Otherwise they would count against the user's new
    /// start.
    func forgetScans(of user: UserID) async throws(KeystoreError) { try await scans.forget(user) }

    /// Counts the scans that a crash left pending as misses, at the start.
    func countFoundScans(at now: Moment) async throws(KeystoreError) {
        // A user without a row has been reset, since only users with prints have armed scans.
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
            // A user whose data was rolled back is refused, but must not stop the daemon for others.
            return
        }
        var policy = kept.policy.flatMap(UserPolicy.init(encoded:)) ?? UserPolicy()
        for _ in 0..<count { policy.scanMissed(at: now) }
        try await keystore.savePolicy(policy.encoded, of: user, isSetback: true)
    }

    // MARK: After the answer

    /// Clears the misses and remembers the print behind the call's answer. A crash before that keeps the misses.
    ///
    /// - Parameter print: nil for a print that opens nothing.
    /// - Returns: whether there is anything to write.
    func noteMatch(_ print: PrintID?, of entry: LedgerEntry, behind call: CallLife) -> Bool {
        let isPrintNew = print != nil && entry.lastMatched != print
        // Also writes what the disk refused after an earlier match.
        guard isPrintNew || !entry.isOnDisk else { return false }
        if isPrintNew { entry.lastMatched = print }
        let match = LateWork.Match(print: isPrintNew ? print : nil, isPolicyChanged: !entry.isOnDisk)
        late.hold(match, of: entry, behind: call)
        return true
    }

    func noteUse(of item: ItemName, at server: SignatureSubject.Server?, by user: User, behind call: CallLife) {
        late.hold(LateWork.Use(user: user, item: item, server: server), behind: call)
    }

    /// Forgets the use of an earlier item of that name.
    func forgetUse(of item: ItemName, by user: UserID) { late.forgetUse(of: item, by: user) }

    /// The uses that are not on disk yet.
    func uses(of user: UserID) -> [ItemName: ItemUse] { late.uses(of: user) }

    /// Queues the write of waits that restarted after a boot, so that the next start does not restart them again.
    func keepResumed(_ entry: LedgerEntry) { late.append(.keepResumed(entry)) }

    /// Queues the work that was held back for a call, which has its answer or will stay without one for long.
    func release(behind call: CallLife, at now: WallTime) { late.release(behind: call, at: now) }

    /// Queues all notes.
    func writeNotes() { late.writeNotes() }

    /// Whether notes wait for the end of `LateWork.usePause`.
    var mayPause: Bool { late.mayPause }

    /// Whether no scan is armed and everything is written.
    var isEmpty: Bool { late.isEmpty }

    /// Resumes `continuation` once no scan is armed and nothing is left to write.
    func whenDone(_ continuation: CheckedContinuation<Void, Never>) { late.whenDone(continuation) }

    // MARK: Queued work

    /// Whether the caller must start `workOff`.
    func begin() -> Bool { late.begin() }

    /// Runs the queued work, one job after another.
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
            // The keystore ignores a print that is gone by now.
            if let print = match.print, entry.lastMatched == print { answers.lastMatched = print }
        }
        guard !answers.isEmpty else { return }
        do throws(KeystoreError) {
            try await keystore.note(answers, of: user)
        } catch {
            // Until the next match, the disk has more misses than there were, never fewer.
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
            // The wait restarts again at the next start, so it is not shortened.
            tell(.resuming, error)
        }
    }
}
