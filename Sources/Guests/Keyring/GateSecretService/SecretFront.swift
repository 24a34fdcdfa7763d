package import GateModel

/// A protected item, as the gate lists it.
package struct ListedItem: Sendable {
    let name: ItemName
    /// For people.
    let title: String
    /// How long a touch may open it again.
    let reuse: Duration

    package init(name: ItemName, title: String, reuse: Duration) {
        (self.name, self.title, self.reuse) = (name, title, reuse)
    }
}

/// The front's knowledge: pure, driven by its shell.
package struct SecretFront<Line: Sendable> {
    package var sessions: ServiceSessions
    package var prompts = ServicePrompts()
    package var leases = ServiceLeases<Line>()
    package var echoes = ServiceEchoes()
    /// The knowledge about a path that may be protected.
    private struct Mark {
        /// The gate's items for it, the newest last: any program can add some, so that they decide nothing.
        var listed: [ItemName] = []
        /// The one that the note in the keyring named last.
        var noted: ItemName?
        /// Whether the keyring had another secret than a note there.
        var isBare = false

        var names: [ItemName] { noted.map { name in listed.filter { $0 != name } + [name] } ?? listed }
    }

    private var marks: [String: Mark] = [:]
    /// Whether the marks are the gate's of now: a change of another item may then pass on.
    package private(set) var isCurrent = false
    private var listed: [ItemName: ListedItem] = [:]

    /// - Parameter number: Sessions are numbered behind it, so that none is named like one of an earlier front.
    package init(numberingBehind number: UInt64 = 0) { sessions = ServiceSessions(numberingBehind: number) }

    /// The gate has listed its items. Returns the paths that are protected now and were not, or are no longer.
    package mutating func listed(_ items: [ListedItem]) -> [String] {
        var marks: [String: Mark] = [:]
        // A later number is of a later item.
        listed = [:]
        for item in items.sorted(by: { $0.name.rawValue.utf8.count < $1.name.rawValue.utf8.count }) {
            guard let path = ProtectedItem.path(of: item.name) else { continue }
            marks[path, default: Mark()].listed.append(item.name)
            listed[item.name] = item
        }
        for path in marks.keys { marks[path]?.noted = self.marks[path]?.noted }
        let before = self.marks.filter { !$0.value.isBare }.keys
        let changed = Set(marks.keys).symmetricDifference(before)
        self.marks = marks
        isCurrent = true
        return changed.sorted()
    }

    /// The gate lists no changes any more: its last list stands, and items may be protected without it.
    package mutating func lostList() { isCurrent = false }

    /// The keyring has a note about the item. Returns false if that is news: programs were told that it is open.
    package mutating func noted(_ name: ItemName, at path: String) -> Bool {
        let isKnown = marks[path].map { !$0.isBare } ?? false
        marks[path, default: Mark()].noted = name
        marks[path]?.isBare = false
        return isKnown
    }

    /// The keyring has another secret than a note there, which opens without the gate: the item is not told as locked until
    /// the gate lists it anew. It stays marked, because `protect` may be about to write the note. Returns whether that is
    /// news.
    package mutating func bared(_ path: String) -> Bool {
        guard marks[path]?.isBare == false else { return false }
        marks[path]?.isBare = true
        return true
    }

    package func isMarked(_ path: String) -> Bool { marks[path] != nil }

    package var markedPaths: [String] { marks.keys.sorted() }

    /// How long one touch opens the item for the same program; nil if each reading needs one.
    package func reuse(of name: ItemName) -> Duration? {
        listed[name].flatMap { $0.reuse > .zero ? $0.reuse : nil }
    }

    /// The item for people, by the gate's own label.
    package func title(of name: ItemName) -> String { listed[name]?.title ?? name.rawValue }

    /// The gate's items for a path, the likeliest last. The note in the keyring tells which it is.
    package func names(of path: String) -> [ItemName] { marks[path]?.names ?? [] }

    /// Whether the object is a protected item, or a collection that has one; an alias may name any of them.
    package func hasMarks(_ path: String) -> Bool {
        if path.hasPrefix(SecretServiceNames.aliases) { return !marks.isEmpty }
        return isMarked(path) || marks.keys.contains { $0.hasPrefix(path + "/") }
    }

    /// Whether the item is protected, and not open for this connection: other programs still see it locked.
    package func isLocked(_ path: String, for owner: String, at now: Duration) -> Bool {
        guard let mark = marks[path], !mark.isBare else { return false }
        return !mark.names.contains { leases.isOpen($0, for: owner, at: now) }
    }

    /// The lists of a search's answer: a protected item is in front, and among the locked ones unless it is open for this
    /// connection.
    package func sorted(
        unlocked: [String], locked: [String], for owner: String, at now: Duration
    ) -> (unlocked: [String], locked: [String]) {
        let closed = unlocked.filter { isLocked($0, for: owner, at: now) }
        let open = unlocked.filter { !isLocked($0, for: owner, at: now) }
        return (
            open.filter(isMarked) + open.filter { !isMarked($0) },
            closed + locked.filter(isMarked) + locked.filter { !isMarked($0) }
        )
    }

    /// The answer to `Unlock`, from the keyring's own: items that are open, and the path of a prompt.
    package mutating func unlocking(
        _ paths: [String], by owner: String, keyring: (open: [String], prompt: String)
    ) throws(ServiceRefusal) -> (open: [String], prompt: String) {
        let items = paths.filter(isMarked)
        guard !items.isEmpty else {
            prompts.note(keyring.prompt, for: owner)
            return keyring
        }
        guard !sessions.areClear(of: owner) else { throw .plainSession }
        let open = keyring.open.filter { !isMarked($0) }
        let beneath = keyring.prompt == SecretServiceNames.nothing ? nil : keyring.prompt
        let prompt = try prompts.make(
            for: owner, items: items.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }, beneath: beneath)
        return (open, prompt)
    }

    /// A connection has left: returns its sessions and prompts.
    package mutating func left(_ owner: String) -> (sessions: [String], prompts: [String]) {
        leases.left(owner)
        return (sessions.left(owner), prompts.left(owner))
    }
}
