import BiometricGate
import GateModel
import GateSSH

/// A key of the gate's that is for ssh.
struct RingKey: Hashable, Sendable {
    let name: ItemName
    let key: UserKey
    /// How long one authentication may count again.
    let reuse: Duration

    /// Nil for other items, and for keys that nothing opens any more.
    init?(_ item: Item) {
        guard item.usage == .ssh, item.state == .valid, let algorithm = item.algorithm, let encoded = item.publicKey,
            let key = UserKey(algorithm, subjectPublicKeyInfo: encoded)
        else { return nil }
        name = item.name
        self.key = key
        reuse = item.access.maximumAge
    }
}

/// The keys that the agent offers, as the daemon listed them last.
///
/// The daemon reports each change of items on a connection of its own. Without that report the list is never reused.
actor KeyRing {
    private let client: GateClient
    private let watching: GateClient
    private var keys: [RingKey] = []
    private var isCurrent = false
    private var watch: Task<Void, Never>?
    private var reading: Task<[RingKey]?, Never>?

    init(_ gate: Gate) {
        client = gate.client()
        watching = gate.client()
    }

    /// Asks the daemon if items may have changed; nothing is shown to the user. If the daemon does not answer, the last
    /// known keys.
    func all() async -> [RingKey] {
        if isCurrent { return keys }
        if watch == nil { watch = Task { await follow() } }
        let task = reading ?? Task { [client] in await Self.read(client) }
        reading = task
        let read = await task.value
        reading = nil
        if let read { keys = read }
        return keys
    }

    /// Takes each list, until the connection ends; the next use begins again.
    private func follow() async {
        do {
            for try await items in watching.itemUpdates() {
                keys = items.compactMap(RingKey.init)
                isCurrent = true
            }
        } catch {
            // The daemon is not there, or was restarted.
        }
        isCurrent = false
        watch = nil
    }

    private static func read(_ client: GateClient) async -> [RingKey]? {
        do throws(GateClientError) {
            return try await client.items().compactMap(RingKey.init)
        } catch {
            journal("The keys cannot be listed: \(error.explanation)")
            return nil
        }
    }
}
