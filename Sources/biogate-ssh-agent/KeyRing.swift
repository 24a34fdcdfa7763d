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
actor KeyRing {
    /// ssh asks for the list several times in a moment.
    private static let freshness = Duration.seconds(1)

    private let client: GateClient
    private var keys: [RingKey] = []
    private var readAt: ContinuousClock.Instant?
    private var reading: Task<[RingKey]?, Never>?

    init(_ gate: Gate) { client = gate.client() }

    /// Asks the daemon unless it was asked within a second; nothing is shown to the user. If the daemon does not answer,
    /// the last known keys.
    func all() async -> [RingKey] {
        if let readAt, ContinuousClock.now - readAt < Self.freshness { return keys }
        let task = reading ?? Task { [client] in await Self.read(client) }
        reading = task
        let read = await task.value
        reading = nil
        if let read {
            keys = read
            readAt = .now
        }
        return keys
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
