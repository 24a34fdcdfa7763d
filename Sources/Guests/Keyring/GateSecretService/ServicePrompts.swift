/// The prompts of programs. Each belongs to the connection whose call made it, and is used once.
package struct ServicePrompts {
    /// Prompts of one connection that are not over.
    static let perConnection = 64

    private struct Prompt {
        let owner: String
        /// The keyring's prompt that comes first.
        let beneath: String?
        /// Protected items to open by a finger.
        var items: [String]
        /// Items that the keyring has opened for it.
        var others: [String] = []
        /// Whether it is for a change, and opens nothing.
        var isChange = false
        var isShown = false
    }

    /// The next step of a prompt.
    package enum Step: Hashable, Sendable {
        /// The keyring asks first: its `Completed` goes to `keyringCompleted`.
        case askKeyring(String)
        /// The gate opens these items: the outcome goes to `gateAnswered`.
        case askGate([String])
        /// The gate has the prompt's change confirmed within the call: the outcome goes to `gateAnswered`, or to `ended`.
        case confirm
        /// Tells the owner that the prompt is over.
        case complete(owner: String, isDismissed: Bool, items: [String])
    }

    private var prompts: [String: Prompt] = [:]
    private var made = 0

    package init() {}

    /// A prompt of the keyring's own, which its owner alone may use.
    package mutating func note(_ path: String, for owner: String) {
        guard path != SecretServiceNames.nothing else { return }
        prompts[path] = Prompt(owner: owner, beneath: path, items: [])
    }

    /// A prompt for protected items, behind the keyring's own if there is one.
    package mutating func make(
        for owner: String, items: [String], beneath: String?
    ) throws(ServiceRefusal) -> String {
        try make(Prompt(owner: owner, beneath: beneath, items: items))
    }

    /// A prompt for the change of a protected item.
    package mutating func makeChange(for owner: String) throws(ServiceRefusal) -> String {
        try make(Prompt(owner: owner, beneath: nil, items: [], isChange: true))
    }

    private mutating func make(_ prompt: Prompt) throws(ServiceRefusal) -> String {
        let owner = prompt.owner
        guard prompts.values.count(where: { $0.owner == owner }) < Self.perConnection else { throw .tooMany }
        made += 1
        let path = SecretServiceNames.prompts + "b\(made)"
        prompts[path] = prompt
        return path
    }

    /// Whether the prompt is the keyring's own, and passed on.
    package func isBeneath(_ path: String) -> Bool { prompts[path]?.beneath == path }

    /// The keyring's prompt that comes first, or is the prompt itself.
    package func beneath(_ path: String) -> String? { prompts[path]?.beneath }

    package func owner(of path: String) -> String? { prompts[path]?.owner }

    /// The front's own prompt that waits for a prompt of the keyring's.
    package func waiting(for beneath: String) -> String? {
        prompts.first { $0.value.beneath == beneath && $0.key != beneath }?.key
    }

    /// The owner calls `Prompt`.
    package mutating func show(_ path: String, by owner: String) throws(ServiceRefusal) -> Step {
        guard let prompt = prompts[path], prompt.owner == owner, !prompt.isShown else { throw .noObject }
        prompts[path]?.isShown = true
        if let beneath = prompt.beneath { return .askKeyring(beneath) }
        return prompt.isChange ? .confirm : .askGate(prompt.items)
    }

    /// The keyring's prompt behind a prompt is over; nil if nothing waits for it.
    package mutating func keyringCompleted(_ path: String, isDismissed: Bool, items: [String]) -> Step? {
        guard let prompt = prompts[path], prompt.isShown else { return nil }
        guard !isDismissed else { return end(path, isDismissed: true, items: []) }
        prompts[path]?.others += items.filter { !prompt.items.contains($0) && !prompt.others.contains($0) }
        return .askGate(prompt.items)
    }

    /// The gate has opened the prompt's items or had its change confirmed, or has not; nil if the prompt is over.
    package mutating func gateAnswered(_ path: String, isOpen: Bool) -> Step? {
        guard let prompt = prompts[path] else { return nil }
        return end(path, isDismissed: !isOpen, items: isOpen ? prompt.others + prompt.items : [])
    }

    /// The owner calls `Dismiss`.
    package mutating func dismiss(_ path: String, by owner: String) throws(ServiceRefusal) -> Step? {
        guard let prompt = prompts[path], prompt.owner == owner else { throw .noObject }
        return end(path, isDismissed: true, items: [])
    }

    private mutating func end(_ path: String, isDismissed: Bool, items: [String]) -> Step? {
        guard let prompt = prompts.removeValue(forKey: path) else { return nil }
        return .complete(owner: prompt.owner, isDismissed: isDismissed, items: items)
    }

    /// The keyring has ended, and its prompts with it: returns the ends of those that wait for one, by their paths.
    package mutating func keyringEnded() -> [(prompt: String, step: Step)] {
        let paths = prompts.filter { $0.value.beneath != nil && $0.value.isShown }.map(\.key).sorted()
        let ends = paths.compactMap { path in end(path, isDismissed: true, items: []).map { (path, $0) } }
        prompts = prompts.filter { $0.value.beneath == nil }
        return ends
    }

    /// The keyring's own prompt is over.
    package mutating func ended(_ path: String) { prompts[path] = nil }

    /// The prompts of a connection that has left.
    package mutating func left(_ owner: String) -> [String] {
        let paths = prompts.filter { $0.value.owner == owner }.map(\.key)
        for path in paths { prompts[path] = nil }
        return paths
    }
}
