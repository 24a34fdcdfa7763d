import GateModel
import GatePolicy
import GateSystem
import GateVault

/// What comes behind the answers, in order, one after another: nobody waits for it, and it is not to keep anybody waiting.
struct LateWork {
    enum Job {
        /// Scans were none of a miss.
        case forget([ScanTicket], Account)
        /// Waits have begun anew after a boot; the next start is not to begin them once more.
        case keepResumed(Account)
        /// Writes what there is to remember of the user by then.
        case note(User)
    }

    /// What is to be remembered of a user, as far as the disk does not have it yet: all of it by one write. When items were
    /// used waits for that up to `usePause`: it decides nothing, and a commit costs several waits for the disk.
    struct Notes {
        fileprivate let user: User
        fileprivate(set) var match: (Match, Account)?
        fileprivate(set) var uses: [ItemName: WallTime] = [:]

        fileprivate init(_ user: User) { self.user = user }

        fileprivate mutating func add(_ new: Match, _ account: Account) {
            guard let (old, before) = match, before === account else { return match = (new, account) }
            let isPolicyChanged = old.isPolicyChanged || new.isPolicyChanged
            match = (Match(print: new.print ?? old.print, isPolicyChanged: isPolicyChanged), account)
        }
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
        fileprivate(set) var matches: [(Match, Account)] = []
        fileprivate(set) var grant: Grant?
    }

    private var held: [ObjectIdentifier: Held] = [:]
    private var queue: [Job] = []
    private var isWorking = false
    private var notes: [UserID: Notes] = [:]
    /// Of whom a job in the queue writes the notes.
    private var noted: Set<UserID> = []
    /// Until the notes of those are written who have none in the queue.
    fileprivate var pause: LoopTimer?

    static let usePause: Duration = .seconds(60)

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

    /// The scans of one call are forgotten by one write.
    mutating func hold(_ job: Job, behind call: CallLife) {
        var jobs = held[ObjectIdentifier(call)]?.jobs ?? []
        if case .forget(let new, let account) = job, case .forget(let old, let before) = jobs.last, before === account {
            jobs[jobs.count - 1] = .forget(old + new, account)
        } else {
            jobs.append(job)
        }
        held[ObjectIdentifier(call), default: Held()].jobs = jobs
    }

    mutating func hold(_ match: Match, of account: Account, behind call: CallLife) {
        held[ObjectIdentifier(call), default: Held()].matches.append((match, account))
    }

    mutating func hold(_ grant: Grant, behind call: CallLife) {
        held[ObjectIdentifier(call), default: Held()].grant = grant
    }

    /// What was held behind a call, which has its answer: the jobs are taken up.
    mutating func release(behind call: CallLife, at now: WallTime) -> Grant? {
        guard let released = held.removeValue(forKey: ObjectIdentifier(call)) else { return nil }
        queue += released.jobs
        for (match, account) in released.matches {
            note(of: account.user) { $0.add(match, account) }
            write(notesOf: account.user)
        }
        if let grant = released.grant {
            note(of: grant.account.user) { $0.uses[grant.item] = now }
            // Whoever waits for the end of it waits for no pause.
            if !whenDone.isEmpty { write(notesOf: grant.account.user) }
        }
        tellWhenDone()
        return released.grant
    }

    /// What was noted of a user whose number is another's now is dropped.
    private mutating func note(of user: User, _ change: (inout Notes) -> Void) {
        var noted = notes[user.id].flatMap { $0.user == user ? $0 : nil } ?? Notes(user)
        change(&noted)
        notes[user.id] = noted
    }

    mutating func append(_ job: Job) { queue.append(job) }

    /// One write of a user at a time: whoever opens items again and again with one touch keeps nobody from the disk.
    private mutating func write(notesOf user: User) {
        if noted.insert(user.id).inserted { queue.append(.note(user)) }
    }

    /// All that waits is written from now on.
    fileprivate mutating func writeNotes() {
        for waiting in notes.values { write(notesOf: waiting.user) }
    }

    /// Whether there is what no job writes.
    fileprivate var mayPause: Bool { notes.keys.contains { !noted.contains($0) } }

    /// An item that is new under its name was not used yet.
    mutating func forgetUse(of item: ItemName, by user: UserID) { notes[user]?.uses[item] = nil }

    /// When items were used of which the disk does not know yet.
    func uses(of user: UserID) -> [ItemName: WallTime] { notes[user]?.uses ?? [:] }

    /// What comes from now on is for the next write.
    mutating func takeNotes(of user: UserID) -> Notes? {
        noted.remove(user)
        return notes.removeValue(forKey: user)
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

    func doLater(_ match: LateWork.Match, of account: Account, behind call: CallLife) {
        lateWork.hold(match, of: account, behind: call)
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
        guard lateWork.pause == nil, lateWork.mayPause else { return }
        lateWork.pause = after(LateWork.usePause) { $0.writeNotes() }
    }

    private func writeNotes() {
        lateWork.pause = nil
        lateWork.writeNotes()
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
        case .forget(let tickets, let account): await forget(tickets, of: account)
        case .keepResumed(let account): await keepResumed(account)
        case .note(let user): await note(of: user)
        }
    }

    /// A crash before a match is on disk leaves the misses standing.
    private func note(of user: User) async {
        guard let notes = lateWork.takeNotes(of: user.id) else { return }
        var answers = AnswerNotes(uses: notes.uses)
        var saved: (policy: UserPolicy, account: Account, leftover: Set<ScanTicket>)?
        if let (match, account) = notes.match, !account.isErased {
            if match.isPolicyChanged {
                answers.policy = account.policy.encoded
                saved = (account.policy, account, account.leftoverScans)
            }
            if let print = match.print, account.lastMatched == print, account.isEnrolled(print) {
                answers.lastMatched = print
            }
        }
        guard !answers.isEmpty else { return }
        let (written, isMatch) = (answers, notes.match != nil)
        do throws(GateError) {
            try await stored { keystore throws(KeystoreError) in try await keystore.note(written, of: user) }
        } catch {
            // Until a match writes them again, the disk only knows of more misses than there were.
            return audit.failedLater(isMatch ? "clearing the misses after a match" : "noting the use of an item")
        }
        guard let (policy, account, leftover) = saved else { return }
        account.savedPolicy = policy
        account.leftoverScans.subtract(leftover)
        await forget(Array(leftover), of: account)
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

    /// Returns when no scan is armed, and all that came of scans and answers is written: an end before that would count
    /// as a miss.
    func allWritten() async {
        writeNotes()
        await withCheckedContinuation { lateWork.whenDone($0) }
    }

    /// Returns when the loop and the keystore have looked at it, for a watchdog.
    func ping() async {
        _ = try? await keystore.knownUsers()
    }
}
