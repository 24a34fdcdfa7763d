import Testing

/// One user's requests to a daemon that is killed now and then, and what it acknowledged.
final class CrashLedger {
    private(set) var items: [String: History<ItemState>] = [:]
    /// Keyed by finger.
    private var prints: History<Set<String>>
    var misses = Tally()
    var wrongPasswords = Tally()
    /// Whether this daemon armed a scan: if its end could not be written, it counts as a miss.
    var hasArmed = false
    private(set) var figures = Figures()
    private var lastVersion = 0
    /// The running change of all items.
    private var everythingChange: ((ItemState) -> ItemState)?

    /// Totals.
    struct Figures {
        var kills = 0
        /// How many of them while the daemon was starting.
        var killsAtStart = 0
        var acknowledged: [String: Int] = [:]
        /// Changes of everything that a kill interrupted: how many were done, and how many were not.
        var overtaken = (done: 0, undone: 0)
    }

    init(prints: Set<String>) {
        self.prints = History(prints)
    }

    /// A different secret each time.
    static func secret(of version: Int) -> JSON {
        // 24 characters of base64: 18 bytes.
        let digits = String(version)
        return .string("c2VjcmV0" + String(repeating: "0", count: 16 - digits.utf8.count) + digits)
    }

    func newVersion() -> Int {
        lastVersion += 1
        return lastVersion
    }

    func acknowledged(_ what: String) { figures.acknowledged[what, default: 0] += 1 }

    // MARK: Changes

    func asked(of item: String, _ change: @escaping (ItemState) -> ItemState?) {
        if items[item] == nil {
            var history = History(ItemState.absent)
            if let everythingChange { history.asked(.everything, everythingChange) }
            items[item] = history
        }
        items[item]?.asked(.own, change)
    }

    func answered(of item: String, isDone: Bool) { items[item]?.answered(.own, isDone: isDone) }

    /// A change of all items and prints, which happens as a whole or not at all.
    func askedOfEverything(
        items change: @escaping (ItemState) -> ItemState, prints printsChange: @escaping (Set<String>) -> Set<String>
    ) {
        everythingChange = change
        for name in items.keys { items[name]?.asked(.everything, change) }
        prints.asked(.everything, printsChange)
    }

    func answeredOfEverything(isDone: Bool) {
        everythingChange = nil
        for name in items.keys { items[name]?.answered(.everything, isDone: isDone) }
        prints.answered(.everything, isDone: isDone)
    }

    // MARK: Kills

    func killed(atStart: Bool) {
        figures.kills += 1
        if atStart { figures.killsAtStart += 1 }
    }

    /// Compares with a new daemon's state, which is the reference from then on.
    func found(items foundItems: [JSON], prints foundPrints: Set<String>) throws {
        let states = try Dictionary(foundItems.map { ($0["name"].string ?? "", try ItemState($0)) }) { $1 }
        for name in states.keys where items[name] == nil { Issue.record("nobody stored \(name)") }
        var isEverythingDone: Set<Bool> = [true, false]
        for name in items.keys.sorted() {
            let (state, before) = (states[name] ?? .absent, items[name]?.states ?? [])
            let verdict = items[name]?.found(state) ?? []
            if verdict.isEmpty { Issue.record("\(name) is \(state), and may be \(before)") }
            isEverythingDone.formIntersection(verdict)
        }
        let before = prints.states
        let verdict = prints.found(foundPrints)
        if verdict.isEmpty { Issue.record("the prints are \(foundPrints), and may be \(before)") }
        isEverythingDone.formIntersection(verdict)
        if isEverythingDone.isEmpty {
            Issue.record("a change of everything was done in part: \(states), \(foundPrints)")
        }
        guard everythingChange != nil else { return }
        everythingChange = nil
        // Both may be possible if there was nothing to change.
        if isEverythingDone == [true] { figures.overtaken.done += 1 }
        if isEverythingDone == [false] { figures.overtaken.undone += 1 }
    }

    func found(misses number: Int) {
        let bounds = misses.bounds
        // The armed scan, and the one before it, whose end is written after its answer.
        let most = bounds.upperBound + (hasArmed ? 2 : 0)
        if !(bounds.lowerBound...most).contains(number) {
            Issue.record("\(number) misses are kept, of \(bounds), at most \(most)")
        }
        misses.settle(at: number)
        hasArmed = false
    }

    func found(wrongPasswords number: Int) {
        if !wrongPasswords.bounds.contains(number) {
            Issue.record("\(number) wrong passwords are kept, of \(wrongPasswords.bounds)")
        }
        wrongPasswords.settle(at: number)
    }
}

extension CrashLedger.Figures: CustomStringConvertible {
    var description: String {
        let answers = acknowledged.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        return "killed \(kills) times, of these \(killsAtStart) while starting; acknowledged: \(answers); revokes and "
            + "changed enrolments that the kill overtook: \(overtaken.done) done, \(overtaken.undone) not done"
    }
}
