import BiometricGate
import GateModel
import GateSSH

/// A key of the gate's that is for ssh.
struct RingKey: Hashable, Sendable {
    let name: ItemName
    let key: UserKey
    /// How long one authentication may count again.
    let reuse: Duration
    let destinations: [SSHDestination]
    /// The fingerprints of the servers that it signed in to.
    fileprivate(set) var servers: Set<String>
    /// The names of servers that it is pinned to or signed in to, as programs or the user gave them.
    let serverNames: [String]
    /// In milliseconds since 1970.
    fileprivate(set) var lastUse: Int64

    /// Nil for other items, and for keys that nothing opens any more.
    init?(_ item: Item) {
        guard item.usage == .ssh, item.state == .valid, let algorithm = item.algorithm, let encoded = item.publicKey,
            let key = UserKey(algorithm, subjectPublicKeyInfo: encoded)
        else { return nil }
        name = item.name
        self.key = key
        reuse = item.access.maximumAge
        destinations = item.destinations
        servers = Set(item.servers.map(\.fingerprint))
        serverNames =
            item.destinations.flatMap { [$0.name, $0.verifiedName] } + item.servers.compactMap(\.claimedName)
        lastUse = item.lastUsedAt?.millisecondsSinceEpoch ?? 0
    }

    /// Whether the key is pinned to a server of one of these names.
    func isPinned(toNames names: [String]) -> Bool {
        destinations.contains { names.contains($0.name) || names.contains($0.verifiedName) }
    }

    /// Whether the key is pinned, and not to that server. Of a certified server the daemon alone judges the certificate.
    func isPinnedElsewhere(than host: HostKey) -> Bool {
        !destinations.isEmpty
            && !destinations.contains {
                $0.key == ($0.isAuthority ? host.certificate?.authority : host.plainBlob)
            }
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

    /// The keys in the order for a server that nothing is known of: the last used first.
    func byUse() async -> [RingKey] {
        await all().enumerated().sorted { left, right in
            let (first, second) = (left.element.lastUse, right.element.lastUse)
            return first == second ? left.offset < right.offset : first > second
        }.map(\.element)
    }

    /// The keys in the order for a server: pinned to it, then those that signed in there, the last one first, then the
    /// others. Those that are pinned to other servers are left out.
    func keys(for host: HostKey, _ cryptography: some SSHCryptography) async -> [RingKey] {
        let fingerprint = host.fingerprint(cryptography)
        let fitting = await all().filter { !$0.isPinnedElsewhere(than: host) }
        func rank(_ key: RingKey) -> (Int, Int64) {
            if !key.destinations.isEmpty { return (0, -key.lastUse) }
            return key.servers.contains(fingerprint) ? (1, -key.lastUse) : (2, 0)
        }
        return fitting.enumerated().sorted { left, right in
            let (first, second) = (rank(left.element), rank(right.element))
            return first == second ? left.offset < right.offset : first < second
        }.map(\.element)
    }

    /// A key has signed, perhaps a login to a server. The daemon notes that, too, but reports no use of an item.
    func note(_ key: UserKey, at host: HostKey?, _ cryptography: some SSHCryptography) {
        guard let place = keys.firstIndex(where: { $0.key == key }) else { return }
        if let host { keys[place].servers.insert(host.fingerprint(cryptography)) }
        keys[place].lastUse = (keys.map(\.lastUse).max() ?? 0) + 1
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
