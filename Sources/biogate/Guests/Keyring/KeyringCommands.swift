import ArgumentParser
import BiometricGate
import GateGuidance
import GateModel
import GateSecret
import GateSecretService
import GateWire
import biogate_secrets

struct KeyringCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keyring", abstract: "Items of your keyring that open with a finger.",
        discussion: """
            Programs read them through biogate-secrets: systemctl --user enable --now biogate-secrets; then, for programs \
            that use libsecret, SECRET_SERVICE_BUS_NAME=\(SecretServiceNames.own) in their environment.
            """,
        subcommands: [ListKeyring.self, ProtectInKeyring.self, ReleaseInKeyring.self, ListLeases.self])
}

struct KeyringOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The keyring's name on the session's bus.", valueName: "name"),
        transform: ValueRule.path.text)
    var keyring: String?

    @Option(
        help: ArgumentHelp("The keyring's bus, if it is not the session's.", valueName: "address"),
        transform: ValueRule.path.text)
    var keyringBus: String?

    var name: String { keyring ?? SecretServiceNames.keyring }
}

struct ListKeyring: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The items of your keyring, and which are protected.")

    @OptionGroup var keyring: KeyringOptions
    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let protected = try await session.protectedItems()
        let content = try await KeyringContent(keyring, session)
        let items = try await content.items()
        let known = Set(items.map(\.path))
        var rows: [(id: String, state: ProtectionState, label: String)] = []
        for item in items {
            let isMarked = protected[item.path] != nil
            let state: ProtectionState =
                if !isMarked { .unprotected } else { try await content.isBare(item) ? .bare : .protected }
            rows.append((item.id, state, item.label))
        }
        rows += protected.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }.map { ($1.rawValue, .gone, "") }
        let list = rows.map { row -> WireValue in
            ["item": .string(row.id), "state": .string(row.state.rawValue), "label": .string(row.label)]
        }
        try session.emit(.reply(["items": .array(list)]))
        guard !rows.isEmpty else { return session.screen.say(session.words.keyringEmpty) }
        for line in Table.lines(rows.map { [$0.id, $0.state.text(in: session.words), $0.label] }) {
            try session.print(line)
        }
    }
}

/// Whether an item of the keyring opens with a finger; the raw values are the JSON's.
private enum ProtectionState: String {
    case unprotected, protected
    /// The gate has an item for it, and the keyring its secret.
    case bare
    /// The gate has an item for it, and the keyring has none.
    case gone

    func text(in words: any CommandWords) -> String {
        switch self {
        case .unprotected: ""
        case .protected: words.keyringProtectedState
        case .bare: words.keyringBareState
        case .gone: words.keyringGoneState
        }
    }
}

struct ProtectInKeyring: CredentialCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "protect", abstract: "Move an item's secret behind a finger.",
        discussion: """
            It is sealed, opened again and compared; then a note takes its place in the keyring. Attributes and label \
            stay, and every program can read them.
            """)

    @OptionGroup var credential: CredentialOptions
    @OptionGroup var keyring: KeyringOptions

    @Option(
        help: ArgumentHelp("How long a program may read it again after one touch: at most 5m.", valueName: "time"),
        transform: ValueRule.reuse.timeSpan)
    var reuse: TimeSpan?

    @Argument(help: "The item, as `biogate keyring list` names it, or its label.")
    var item: String

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let content = try await KeyringContent(keyring, session)
        let item = try await content.item(item)
        let kept = try await content.secret(of: item)
        if let name = try await content.name(in: kept, of: item) {
            // Throws if the secret is gone, whose note says nothing about that.
            _ = try await session.item(name)
            return session.screen.say(session.words.keyringIsProtected(item.title))
        }
        guard (1...ProtectedItem.longest).contains(kept.bytes.bytes.count) else {
            throw .refused(session.words.tooLong(ProtectedItem.longest), .usage)
        }
        guard let typed = try await session.userFactor(), typed == .pin else {
            throw .refused(session.words.keyringNeedsPIN, .credentialNeeded)
        }
        let attributes = try await content.attributes(of: item)
        if ClearReading(attributes, label: item.label) != nil {
            session.asking.say(session.words.keyringInTheClear(item.title))
            try await session.confirm(.protect, preview: ["losesItsProgram": .bool(true)])
        }
        let name = try await copy(kept.bytes, of: item, Keyring.tag(of: attributes), opening: typed, session)
        // Its program may have stored another one during the question.
        guard try await content.has(kept, in: item) else {
            try? await session.delete(name)
            throw .refused(session.words.keyringChangedMeanwhile(item.title), .unexpected)
        }
        try await content.leave(note: name, in: item, kept)
        session.screen.say(session.words.keyringProtected(item.title))
    }

    /// Seals the secret, and reads it back. Uses the copy of an earlier run that was ended before the keyring was changed.
    private func copy(
        _ secret: HeldSecret, of item: KeyringItem, _ tag: String, opening typed: Factor, _ session: Session
    ) async throws(CommandFailure) -> ItemName {
        let taken = Set(try await session.items().map(\.name))
        var number = 1
        while let name = ProtectedItem.name(of: item.path, tag: tag, number: number), taken.contains(name) {
            number += 1
        }
        guard let name = ProtectedItem.name(of: item.path, tag: tag, number: number) else {
            throw .refused(session.words.keyringNoItem(item.id), .notFound)
        }
        let access = Access(factors: [.fingerprint, typed], maximumAge: reuse?.duration ?? .zero)
        if number > 1, let earlier = ProtectedItem.name(of: item.path, tag: tag, number: number - 1),
            try await session.opens(earlier, with: access), try await open(earlier, session).isEqual(to: secret.bytes)
        {
            return earlier
        }
        try await session.ask(racing: typed) { client, credential, options, progress throws(GateClientError) in
            try await client.store(
                secret.bytes.duplicate(), as: name, ItemOptions(label: item.shownLabel, access: access),
                credential: credential, options: options, progress: progress)
        }
        do throws(CommandFailure) {
            guard try await open(name, session).isEqual(to: secret.bytes) else {
                throw .refused(session.words.keyringDiffers, .unexpected)
            }
        } catch {
            // The keyring still has the secret, and nobody could tell this copy from one that is needed.
            try? await session.delete(name)
            throw error
        }
        return name
    }

    private func open(_ name: ItemName, _ session: Session) async throws(CommandFailure) -> SecretBytes {
        try await session.open(
            name, reason: session.reason(nil, orElse: session.words.openReason), on: nil, showing: .answers)
    }
}

struct ReleaseInKeyring: CredentialCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "Put an item's secret back into the keyring.")

    @OptionGroup var credential: CredentialOptions
    @OptionGroup var keyring: KeyringOptions

    @Argument(help: "The item, as `biogate keyring list` names it, or its label.")
    var item: String

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let content = try await KeyringContent(keyring, session)
        let item = try await content.item(item)
        let kept = try await content.secret(of: item)
        guard let name = try await content.name(in: kept, of: item) else {
            throw .refused(session.words.keyringNotProtected(item.title), .notFound)
        }
        let opened = try await session.open(
            name, reason: session.reason(nil, orElse: session.words.openReason), on: nil, showing: .answers)
        guard try await content.has(kept, in: item) else {
            throw .refused(session.words.keyringChangedMeanwhile(item.title), .unexpected)
        }
        try await content.put(HeldSecret(opened), in: item, kept)
        try await session.delete(name)
        session.screen.say(session.words.keyringReleased(item.title))
    }
}

struct ListLeases: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "leases", abstract: "Which programs may read which protected items now.")

    @Option(
        help: ArgumentHelp("The front's name on the session's bus.", valueName: "name"), transform: ValueRule.path.text)
    var name: String?

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let leases = try await KeyringLease.all(at: name ?? SecretServiceNames.own, session)
        let list = leases.map { lease -> WireValue in
            [
                "item": .string(lease.item), "program": .string(lease.program),
                "seconds": .integer(lease.left.components.seconds),
            ]
        }
        try session.emit(.reply(["leases": .array(list)]))
        guard !leases.isEmpty else { return session.screen.say(session.words.keyringNoLeases) }
        let rows = leases.map { lease in
            [lease.item, lease.program, lease.left.wait(in: session.language)]
        }
        for line in Table.lines(rows) { try session.print(line) }
    }
}

extension Session {
    fileprivate func delete(_ name: ItemName) async throws(CommandFailure) {
        try await call(showing: .errors) { client throws(GateClientError) in try await client.deleteItem(name) }
    }

    /// Whether a finger or a PIN opens the item now, and it was stored with this access.
    fileprivate func opens(_ name: ItemName, with access: Access) async throws(CommandFailure) -> Bool {
        let (item, settings) = (try await items().first { $0.name == name }, try await settings())
        guard let item, item.access == access else { return false }
        return item.openableBy.contains(.fingerprint) || item.openableBy.contains(.pin) && settings.pinSet
    }

    /// The gate's items for items of a keyring, by the paths of those.
    fileprivate func protectedItems() async throws(CommandFailure) -> [String: ItemName] {
        var paths: [String: ItemName] = [:]
        for item in try await items() {
            if let path = ProtectedItem.path(of: item.name) { paths[path] = item.name }
        }
        return paths
    }
}
