import GateModel
import GatePolicy
import GateVault

/// What comes behind the answers, in order, one after another: nobody waits for it, and it is not to keep anybody waiting.
struct LateWork {
    enum Job {
        /// Scans were none of a miss.
        case forget([ScanTicket], LedgerEntry)
        /// Waits have begun anew after a boot; the next start is not to begin them once more.
        case keepResumed(LedgerEntry)
        /// Writes what there is to remember of the user by then.
        case note(User)
    }

    /// What is to be remembered of a user, as far as the disk does not have it yet: all of it by one write. When items were
    /// used waits for that up to `usePause`: it decides nothing, and a commit costs several waits for the disk.
    struct Notes {
        fileprivate let user: User
        fileprivate(set) var match: (Match, LedgerEntry)?
        fileprivate(set) var uses: [ItemName: WallTime] = [:]

        fileprivate init(_ user: User) { self.user = user }

        fileprivate mutating func add(_ new: Match, _ entry: LedgerEntry) {
            guard let (old, before) = match, before === entry else { return match = (new, entry) }
            let isPolicyChanged = old.isPolicyChanged || new.isPolicyChanged
            match = (Match(print: new.print ?? old.print, isPolicyChanged: isPolicyChanged), entry)
        }
    }

    /// What a match changed.
    struct Match {
        /// Nil where the same print matched last.
        let print: PrintID?
        let isPolicyChanged: Bool
    }

    /// An item that was opened: when it was used decides nothing.
    struct Use {
        let user: User
        let item: ItemName
    }

    /// What waits for the answer of one call.
    struct Held {
        fileprivate(set) var jobs: [Job] = []
        fileprivate(set) var matches: [(Match, LedgerEntry)] = []
        fileprivate(set) var use: Use?
    }

    private var held: [ObjectIdentifier: Held] = [:]
    private var queue: [Job] = []
    private var isWorking = false
    private var notes: [UserID: Notes] = [:]
    /// Of whom a job in the queue writes the notes.
    private var noted: Set<UserID> = []

    /// How long notes wait for others.
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
        if case .forget(let new, let entry) = job, case .forget(let old, let before) = jobs.last, before === entry {
            jobs[jobs.count - 1] = .forget(old + new, entry)
        } else {
            jobs.append(job)
        }
        held[ObjectIdentifier(call), default: Held()].jobs = jobs
    }

    mutating func hold(_ match: Match, of entry: LedgerEntry, behind call: CallLife) {
        held[ObjectIdentifier(call), default: Held()].matches.append((match, entry))
    }

    mutating func hold(_ use: Use, behind call: CallLife) {
        held[ObjectIdentifier(call), default: Held()].use = use
    }

    /// What was held behind a call, which has its answer: the jobs are taken up.
    mutating func release(behind call: CallLife, at now: WallTime) {
        guard let released = held.removeValue(forKey: ObjectIdentifier(call)) else { return }
        queue += released.jobs
        for (match, entry) in released.matches {
            note(of: entry.user) { $0.add(match, entry) }
            write(notesOf: entry.user)
        }
        if let use = released.use {
            note(of: use.user) { $0.uses[use.item] = now }
            // Whoever waits for the end of it waits for no pause.
            if !whenDone.isEmpty { write(notesOf: use.user) }
        }
        tellWhenDone()
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
    mutating func writeNotes() {
        for waiting in notes.values { write(notesOf: waiting.user) }
    }

    /// Whether there is what no job writes.
    var mayPause: Bool { notes.keys.contains { !noted.contains($0) } }

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
