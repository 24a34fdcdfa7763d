import GateKeystore
import GateModel
import GatePolicy

/// What comes behind the answers, in order, one after another: nobody waits for it, and it is not to keep anybody waiting.
struct LateWork {
    enum Job {
        /// A scan was none of a miss.
        case forget(ScanTicket, Account)
        case rememberMatch(Match, Account)
        /// Waits have begun anew after a boot; the next start is not to begin them once more.
        case keepResumed(Account)
        /// Writes when the user's items were used.
        case noteUses(User)
    }

    /// What a match changed.
    struct Match {
        /// Nil where the same print matched last.
        let print: PrintID?
        let isPolicyChanged: Bool
    }

    /// An item that was opened: the journal is told, and the disk when it was used; neither decides anything.
    struct Grant {
        let ask: Ask
        let factor: Factor
        let isReused: Bool
        let item: ItemName
        let account: Account
    }

    /// What waits for the answer of one call.
    struct Held {
        fileprivate(set) var jobs: [Job] = []
        fileprivate(set) var grant: Grant?
    }

    private var held: [ObjectIdentifier: Held] = [:]
    private var queue: [Job] = []
    private var isWorking = false
    /// When users last used which items, as far as the disk does not have it yet.
    private var uses: [UserID: [ItemName: WallTime]] = [:]

    /// Scans of which it is not written yet what became of them.
    private var armedScans = 0
    private var whenDone: [CheckedContinuation<Void, Never>] = []

    var isEmpty: Bool { held.isEmpty && queue.isEmpty && !isWorking && armedScans == 0 }

    mutating func scanArmed() { armedScans += 1 }

    mutating func scanSettled() {
        armedScans -= 1
        tellWhenDone()
    }

    /// `continuation` is resumed when nothing is left to be written.
    mutating func whenDone(_ continuation: CheckedContinuation<Void, Never>) {
        whenDone.append(continuation)
        tellWhenDone()
    }

    private mutating func tellWhenDone() {
        guard isEmpty else { return }
        for waiter in whenDone { waiter.resume() }
        whenDone = []
    }

    mutating func hold(_ job: Job, behind call: CallLife) {
        held[ObjectIdentifier(call), default: Held()].jobs.append(job)
    }

    mutating func hold(_ grant: Grant, behind call: CallLife) {
        held[ObjectIdentifier(call), default: Held()].grant = grant
    }

    /// What was held behind a call, which has its answer: the jobs are taken up.
    mutating func release(behind call: CallLife, at now: WallTime) -> Grant? {
        guard let released = held.removeValue(forKey: ObjectIdentifier(call)) else { return nil }
        queue += released.jobs
        if let grant = released.grant { noteUse(of: grant, at: now) }
        return released.grant
    }

    mutating func append(_ job: Job) { queue.append(job) }

    /// One write of a user at a time: whoever opens items again and again with one touch keeps nobody from the disk.
    private mutating func noteUse(of grant: Grant, at now: WallTime) {
        let user = grant.account.user
        if uses[user.id] == nil { queue.append(.noteUses(user)) }
        uses[user.id, default: [:]][grant.item] = now
    }

    /// Nil where all is written.
    mutating func nextUse(of user: UserID) -> (item: ItemName, at: WallTime)? {
        let next = uses[user]?.popFirst()
        if next == nil { uses[user] = nil }
        return next.map { ($0.key, $0.value) }
    }

    /// Whether work is to be begun; it goes on until `next` has nothing.
    mutating func begin() -> Bool {
        guard !isWorking, !queue.isEmpty else { return false }
        isWorking = true
        return true
    }

    mutating func next() -> Job? {
        guard !queue.isEmpty else {
            isWorking = false
            tellWhenDone()
            return nil
        }
        return queue.removeFirst()
    }
}

extension Gatekeeper {
    func doLater(_ job: LateWork.Job, behind call: CallLife) {
        lateWork.hold(job, behind: call)
    }

    func doLater(_ job: LateWork.Job) {
        lateWork.append(job)
        work()
    }

    func doLater(_ grant: LateWork.Grant, behind call: CallLife) {
        lateWork.hold(grant, behind: call)
    }

    /// The call has its answer, or goes on for long without one.
    func answered(_ call: CallLife) {
        if let grant = lateWork.release(behind: call, at: clock.now().wall) {
            audit.granted(grant.ask, factor: grant.factor, isRepeatable: grant.isReused, of: grant.account)
        }
        work()
    }

    private func work() {
        guard lateWork.begin() else { return }
        Task.immediate(executorPreference: tasks) {
            while let job = lateWork.next() { await perform(job) }
        }
    }

    private func perform(_ job: LateWork.Job) async {
        switch job {
        case .forget(let ticket, let account): await forget(ticket, of: account)
        case .rememberMatch(let match, let account): await remember(match, of: account)
        case .keepResumed(let account): await keepResumed(account)
        case .noteUses(let user): await noteUse(of: user)
        }
    }

    /// A crash before it is on disk leaves the misses standing.
    private func remember(_ match: LateWork.Match, of account: Account) async {
        guard !account.isErased else { return }
        do throws(GateError) {
            if match.isPolicyChanged { try await save(account) }
            if let print = match.print, account.lastMatched == print, account.isEnrolled(print) {
                try await stored { keystore throws(KeystoreError) in
                    try await keystore.recordMatch(print, of: account.user)
                }
            }
        } catch {
            // The next match writes it again; until then the disk only knows of more misses than there were.
            audit.failedLater("clearing the misses after a match")
        }
    }

    private func keepResumed(_ account: Account) async {
        guard !account.isErased else { return }
        let policy = account.policy
        do throws(KeystoreError) {
            try await keystore.savePolicy(policy.encoded, of: account.user)
            account.savedPolicy = policy
        } catch {
            // Nothing is shorter for it.
            audit.failedLater("writing that waits began anew")
        }
    }

    private func noteUse(of user: User) async {
        guard let use = lateWork.nextUse(of: user.id) else { return }
        do throws(GateError) {
            try await stored { keystore throws(KeystoreError) in
                try await keystore.noteUse(use.item, of: user, at: use.at)
            }
        } catch {
            audit.failedLater("noting the use of an item")
        }
        // The user's next comes behind what others wait for.
        lateWork.append(.noteUses(user))
    }

    /// Returns when no scan is armed, and all that came of scans and answers is written: an end before that would count
    /// as a miss.
    func allSettled() async {
        await withCheckedContinuation { lateWork.whenDone($0) }
    }
}
