import GateModel
import GatePolicy
import GateVault

/// Work that follows the answers: one job after another, so that it delays nobody.
struct LateWork {
    enum Job {
        /// Drops the records of scans that were no misses.
        case forget([ScanTicket], LedgerEntry)
        /// Writes the waits that restarted after a boot, so that the next start does not restart them again.
        case keepResumed(LedgerEntry)
        /// Writes the notes about the user.
        case note(User)
    }

    /// Notes about a user that are not on disk yet; one write stores them all. A time of use waits up to `usePause` for
    /// that, because it decides nothing and a commit costs several waits for the disk.
    struct Notes {
        fileprivate let user: User
        fileprivate(set) var match: (Match, LedgerEntry)?
        fileprivate(set) var uses: [ItemName: ItemUse] = [:]

        fileprivate init(_ user: User) { self.user = user }

        fileprivate mutating func add(_ new: Match, _ entry: LedgerEntry) {
            guard let (old, before) = match, before === entry else { return match = (new, entry) }
            let isPolicyChanged = old.isPolicyChanged || new.isPolicyChanged
            match = (Match(print: new.print ?? old.print, isPolicyChanged: isPolicyChanged), entry)
        }
    }

    /// The effect of a match.
    struct Match {
        /// Nil if the same print matched last.
        let print: PrintID?
        let isPolicyChanged: Bool
    }

    /// The use of an item; its time decides nothing.
    struct Use {
        let user: User
        let item: ItemName
        /// The server that a key for ssh signed in to.
        let server: SignatureSubject.Server?
    }

    /// Work that waits for the answer of one call.
    struct Held {
        fileprivate(set) var jobs: [Job] = []
        fileprivate(set) var matches: [(Match, LedgerEntry)] = []
        fileprivate(set) var uses: [Use] = []
    }

    private var held: [ObjectIdentifier: Held] = [:]
    private var queue: [Job] = []
    private var isWorking = false
    private var notes: [UserID: Notes] = [:]
    /// Users whose notes a queued job writes.
    private var noted: Set<UserID> = []

    /// How long a note waits for others.
    static let usePause: Duration = .seconds(60)

    /// The number of scans whose outcome is not written yet.
    private var armedScans = 0
    private var whenDone: [CheckedContinuation<Void, Never>] = []

    var isEmpty: Bool { held.isEmpty && queue.isEmpty && !isWorking && armedScans == 0 }

    mutating func scanArmed() { armedScans += 1 }

    mutating func scanSettled() {
        armedScans -= 1
        tellWhenDone()
    }

    /// Resumes `continuation` once nothing is left to write.
    mutating func whenDone(_ continuation: CheckedContinuation<Void, Never>) {
        whenDone.append(continuation)
        tellWhenDone()
    }

    private mutating func tellWhenDone() {
        guard isEmpty else { return }
        for waiter in whenDone { waiter.resume() }
        whenDone = []
    }

    /// Holds a job back until the call's answer. The scans of one call are dropped by one write.
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
        held[ObjectIdentifier(call), default: Held()].uses.append(use)
    }

    /// Queues the jobs that were held back for a call, which has its answer now.
    mutating func release(behind call: CallLife, at now: WallTime) {
        guard let released = held.removeValue(forKey: ObjectIdentifier(call)) else { return }
        queue += released.jobs
        for (match, entry) in released.matches {
            note(of: entry.user) { $0.add(match, entry) }
            write(notesOf: entry.user)
        }
        for use in released.uses {
            note(of: use.user) { notes in
                let servers = notes.uses[use.item]?.servers ?? []
                notes.uses[use.item] = ItemUse(at: now, servers: use.server.map(servers.noting) ?? servers)
            }
            // During shutdown, writes happen at once instead of being batched for a minute.
            if !whenDone.isEmpty { write(notesOf: use.user) }
        }
        tellWhenDone()
    }

    /// Changes the notes about a user. Drops notes about an earlier user of the same number.
    private mutating func note(of user: User, _ change: (inout Notes) -> Void) {
        var noted = notes[user.id].flatMap { $0.user == user ? $0 : nil } ?? Notes(user)
        change(&noted)
        notes[user.id] = noted
    }

    mutating func append(_ job: Job) { queue.append(job) }

    /// Queues one write of a user's notes at a time, so that a program that opens items again and again with one touch
    /// does not occupy the disk.
    private mutating func write(notesOf user: User) {
        if noted.insert(user.id).inserted { queue.append(.note(user)) }
    }

    /// Queues all notes.
    mutating func writeNotes() {
        for waiting in notes.values { write(notesOf: waiting.user) }
    }

    /// Whether there are notes that no queued job writes.
    var mayPause: Bool { notes.keys.contains { !noted.contains($0) } }

    /// Forgets the use of an earlier item of that name.
    mutating func forgetUse(of item: ItemName, by user: UserID) { notes[user]?.uses[item] = nil }

    /// The uses that are not on disk yet.
    func uses(of user: UserID) -> [ItemName: ItemUse] { notes[user]?.uses ?? [:] }

    /// Takes the user's notes to write them. Later ones are for the next write.
    mutating func takeNotes(of user: UserID) -> Notes? {
        noted.remove(user)
        return notes.removeValue(forKey: user)
    }

    /// Whether the caller must start the work; it runs until `next` returns nil.
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
