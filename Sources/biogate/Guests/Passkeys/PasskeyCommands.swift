import ArgumentParser
import BiometricGate
import GateGuidance
import GateModel
import GateWire

struct PasskeyCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passkeys", abstract: "Passkeys for web sites, which sign in with a finger.",
        discussion: "Sites make them through biogate-passkeys. They stay in the service, and nothing exports them.",
        subcommands: [ListPasskeys.self, RenamePasskey.self, RemovePasskey.self, ExportPasskeys.self])
}

struct ListPasskeys: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Your passkeys, by site and account, and when each signed in last.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let passkeys = try await session.passkeys(showing: .answers)
        guard !passkeys.isEmpty else { return session.screen.say(session.words.noPasskeys) }
        let rows = passkeys.map { passkey in
            [
                passkey.id, passkey.account, passkey.label ?? "",
                (passkey.lastUsedAt ?? passkey.createdAt).map { LocalTime($0).text(in: session.language) } ?? "",
            ]
        }
        for line in Table.lines(rows) { try session.print(line) }
    }
}

struct RenamePasskey: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a passkey a name of your own, or none.")

    @Argument(help: "The passkey, as `biogate passkeys list` names it, or its name or site if no other has that.")
    var passkey: String

    @Argument(help: "The new name: 1 to 200 characters without line ends. Without it, the passkey has none.")
    var name: Label?

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let passkey = try await session.passkey(passkey)
        try await session.passkeyCall(
            "RenamePasskey",
            WireObject(present: ["credentialId": .string(passkey.credentialId), "label": .text(name?.rawValue)]))
        session.screen.say(
            name.map { session.words.renamedTo(finger: passkey.id, name: $0.rawValue) }
                ?? session.words.renamedBack(passkey.id))
    }
}

struct RemovePasskey: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm", abstract: "Delete a passkey. The site keeps its own record of it.")

    @Argument(help: "The passkey, as `biogate passkeys list` names it, or its name or site if no other has that.")
    var passkey: String

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let passkey = try await session.passkey(passkey)
        session.asking.say(session.words.passkeyLost(account: passkey.account, site: passkey.site))
        try await session.confirm(.delete, preview: ["invalidated": .array([.string(passkey.item.rawValue)])])
        try await session.passkeyCall("DeletePasskey", ["credentialId": .string(passkey.credentialId)])
        session.screen.say(session.words.deleted(passkey.item))
    }
}

/// Tells those who look for a way to move passkeys that there is none.
struct ExportPasskeys: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Refused: passkeys stay on this machine.", shouldDisplay: false)

    @Argument(help: "Whichever passkey.")
    var passkey: String?

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        throw .refused(session.words.passkeysStay, .notPermitted)
    }
}

/// A passkey, as the service lists it.
struct Passkey {
    /// The service's own description.
    let wire: WireObject
    let credentialId: String
    let item: ItemName
    let site: String
    let account: String
    let label: String?
    let createdAt: WallTime?
    let lastUsedAt: WallTime?

    /// The item's name without the part that all passkeys have: the site and a number.
    var id: String { item.rawValue.split(separator: "/", maxSplits: 1).last.map(String.init) ?? item.rawValue }

    /// Nil if a member is missing.
    init?(wire: WireObject) {
        func text(_ key: String) -> String? { wire[key]?.stringValue }
        guard let credentialId = text("credentialId"), let item = text("item").flatMap({ ItemName($0) }),
            let site = text("rpId")
        else { return nil }
        (self.wire, self.credentialId, self.item, self.site) = (wire, credentialId, item, site)
        account = text("userName") ?? text("userDisplayName") ?? "?"
        label = text("label")
        createdAt = text("createdAt").flatMap(WallTime.init(rfc3339:))
        lastUsedAt = text("lastUsedAt").flatMap(WallTime.init(rfc3339:))
    }
}

extension Session {
    /// Makes a call of the passkeys' interface that does not ask the user.
    @discardableResult
    fileprivate func passkeyCall(
        _ method: String, _ parameters: WireObject = [:], showing shown: ShownMessages = .answers
    ) async throws(CommandFailure) -> WireObject {
        try await call(showing: shown) { client throws(GateClientError) in
            try await client.call("org.biometricgate.Passkeys." + method, parameters).parameters
        }
    }

    fileprivate func passkeys(showing shown: ShownMessages = .errors) async throws(CommandFailure) -> [Passkey] {
        let answer = try await passkeyCall("ListPasskeys", showing: shown)
        return answer["passkeys"]?.arrayValue?.compactMap { $0.objectValue.flatMap(Passkey.init(wire:)) } ?? []
    }

    /// What the service knows of a passkey beside its item; nil for another item, or if it is gone by now.
    func passkeyDetails(of item: Item) async throws(CommandFailure) -> Passkey? {
        guard item.usage == .passkey else { return nil }
        return try await passkeys().first { $0.item == item.name }
    }

    /// The accounts of the passkeys among the items.
    func passkeyAccounts(among items: [Item]) async throws(CommandFailure) -> [ItemName: String] {
        guard items.contains(where: { $0.usage == .passkey }) else { return [:] }
        return try await passkeys().reduce(into: [:]) { $0[$1.item] = $1.account }
    }

    /// The passkey with this name in the list, or else the only one with this label or site.
    fileprivate func passkey(_ text: String) async throws(CommandFailure) -> Passkey {
        let all = try await passkeys()
        let named = all.filter { [$0.id, $0.item.rawValue].contains(text) }
        let meant = named.isEmpty ? all.filter { $0.label == text || $0.site == text } : named
        guard let passkey = meant.first, meant.count == 1 else {
            throw .refused(meant.isEmpty ? words.passkeyUnknown(text) : words.passkeySeveral(text), .notFound)
        }
        return passkey
    }
}

extension CommandWords {
    /// The site, the account and the abilities of a passkey.
    func rows(_ passkey: Passkey) -> [[String]] {
        func names(_ keys: [String]) -> String {
            var seen: Set<String> = []
            return keys.compactMap { passkey.wire[$0]?.stringValue }.filter { seen.insert($0).inserted }
                .joined(separator: ", ")
        }
        func answer(_ key: String) -> String { passkey.wire[key]?.boolValue == true ? valueYes : valueNo }
        let rows = [
            [passkeySite, names(["rpId", "rpName"])], [passkeyAccount, names(["userName", "userDisplayName"])],
            [passkeyFindsAccount, answer("discoverable")], [passkeyDerives, answer("hmacSecret")],
        ]
        return rows.filter { $0[1] != "" }
    }
}
