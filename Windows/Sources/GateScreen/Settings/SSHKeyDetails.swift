internal import GateGuidance
internal import GateModel

extension SettingsState {
    /// The most servers that are named below a key; the newest first.
    private static let namedServers = 4

    /// The lines below a key for ssh: what it is, and where it may sign in or did. None for other items.
    func sshDetails(of item: Item) -> [String?] {
        guard item.usage == .ssh else { return [] }
        var lines: [String?] = [words.sshKey]
        if !item.destinations.isEmpty {
            lines.append(words.signsInOnlyTo(Self.list(item.destinations.map(\.label))))
        } else if !item.servers.isEmpty {
            lines.append(words.signedInTo(Self.list(item.servers.map { $0.claimedName ?? $0.fingerprint })))
        }
        return lines
    }

    /// The names with commas, each once.
    private static func list(_ names: [String]) -> String {
        let each = names.reduce(into: [String]()) { each, name in
            if !each.contains(name) { each.append(name) }
        }
        return each.prefix(namedServers).map(\.escapingControls).joined(separator: ", ")
            + (each.count > namedServers ? ", …" : "")
    }
}

extension SSHDestination {
    fileprivate var label: String { user.map { "\($0)@\(verifiedName)" } ?? verifiedName }
}
