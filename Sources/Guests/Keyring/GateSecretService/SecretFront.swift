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
    package var sessions = ServiceSessions()
    package var prompts = ServicePrompts()
    package var leases = ServiceLeases<Line>()
    package var echoes = ServiceEchoes()
    /// The gate's items by the paths of the keyring's, as the gate listed them last.
    private var marks: [String: ItemName] = [:]
    /// Whether the marks are the gate's of now: a change of another item may then pass on.
    package private(set) var isCurrent = false
    private var listed: [ItemName: ListedItem] = [:]

    package init() {}

    /// The gate has listed its items. Returns the paths that are protected now and were not, or are no longer.
    package mutating func listed(_ items: [ListedItem]) -> [String] {
        var marks: [String: ItemName] = [:]
        // A later number is of a later item.
        listed = [:]
        for item in items.sorted(by: { $0.name.rawValue.utf8.count < $1.name.rawValue.utf8.count }) {
            guard let path = ProtectedItem.path(of: item.name) else { continue }
            marks[path] = item.name
            listed[item.name] = item
        }
        let changed = Set(marks.keys).symmetricDifference(self.marks.keys)
        self.marks = marks
        isCurrent = true
        return changed.sorted()
    }

    /// The gate lists no changes any more: its last list stands, and items may be protected without it.
    package mutating func lostList() { isCurrent = false }

    /// The keyring has a note about the item. Returns false if that is news: programs were told that it is open.
    package mutating func noted(_ name: ItemName, at path: String) -> Bool {
        guard marks[path] == nil else { return true }
        marks[path] = name
        return false
    }

    package func isMarked(_ path: String) -> Bool { marks[path] != nil }

    package var markedPaths: [String] { marks.keys.sorted() }

    /// How long one touch opens the item for the same program; nil if each reading needs one.
    package func reuse(of name: ItemName) -> Duration? {
        listed[name].flatMap { $0.reuse > .zero ? $0.reuse : nil }
    }

    /// The item for people, by the gate's own label.
    package func title(of name: ItemName) -> String { listed[name]?.title ?? name.rawValue }

    package func name(of path: String) -> ItemName? { marks[path] }

    /// Whether the object is a protected item, or a collection that has one; an alias may name any of them.
    package func hasMarks(_ path: String) -> Bool {
        if path.hasPrefix(SecretServiceNames.aliases) { return !marks.isEmpty }
        return isMarked(path) || marks.keys.contains { $0.hasPrefix(path + "/") }
    }

    /// Whether the item is protected, and not open for this connection: other programs still see it locked.
    package func isLocked(_ path: String, for owner: String, at now: Duration) -> Bool {
        guard let name = marks[path] else { return false }
        return !leases.isOpen(name, for: owner, at: now)
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
