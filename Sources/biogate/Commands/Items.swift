import ArgumentParser
import BiometricGate
import GateGuidance
import GateModel
import GateWire

struct List: GateCommand {
    static let configuration = CommandConfiguration(abstract: "What is stored, and what opens it.")

    @Flag(
        help:
            "Names only, each on a line, as a shell completes them: those without spaces and signs that it would obey.")
    var names = false

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let items = try await session.call { client throws(GateClientError) in try await client.items() }
        if names {
            for item in items where item.name.rawValue.isPlainInShell { try session.print(item.name.rawValue) }
            return
        }
        guard !items.isEmpty else { return session.screen.say(session.words.noItems) }
        let accounts = try await session.passkeyAccounts(among: items)
        let rows = items.map { item in
            [item.name.rawValue, session.words.listed(item), item.label?.rawValue ?? accounts[item.name] ?? ""]
        }
        for line in Table.lines(rows) { try session.print(line) }
    }
}

struct Show: GateCommand {
    static let configuration = CommandConfiguration(abstract: "Show an item's details, without opening it.")

    @Argument(help: "The item, as `biogate list` names it.", completion: .itemNames)
    var name: ItemName

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let item = try await session.item(name)
        let passkey = try await session.passkeyDetails(of: item)
        var reply: WireObject = ["items": .array([.object(item.wire)])]
        if let passkey { reply.append("passkeys", .array([.object(passkey.wire)])) }
        try session.emit(.reply(reply))
        let details = passkey.map { session.words.rows($0) } ?? []
        for line in Table.lines(session.words.rows(item, details: details)) { try session.print(line) }
        if !session.isJSON { await session.suggestRenewal(of: item) }
    }
}

struct Remove: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm", abstract: "Delete items.",
        discussion: """
            Where one cannot be deleted, the rest are; the exit status is that of the first that was not. Before a key \
            is deleted, which nothing brings back, you are asked.
            """)

    @Argument(help: "The items, as `biogate list` names them.", completion: .itemNames)
    var names: [ItemName]

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        var known: [ItemName] = []
        for name in names { known.append(try await session.resolved(name)) }
        let lost = try await session.lost(with: known)
        if !lost.isEmpty {
            session.asking.say(session.words.wouldDestroy(lost))
            try await session.confirm(.delete, preview: ["invalidated": .array(lost.map { .string($0.rawValue) })])
        }
        var first: ExitStatus?
        for name in known {
            do throws(CommandFailure) {
                try await session.call { client throws(GateClientError) in try await client.deleteItem(name) }
                session.screen.say(session.words.deleted(name))
            } catch {
                session.explain(error)
                first = first ?? error.status
                // Without a daemon, the rest fails as well.
                if error.status == .noDaemon { break }
            }
        }
        if let first { throw .explained(first) }
    }
}

struct Renew: ChangingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Let a finger open items again, after fingers were added or removed, or fingerprint was off.",
        discussion: """
            Also lets the PIN open a passkey that was made before there was a PIN. The PIN is typed once, and one touch \
            renews all that follow within five minutes.
            """)

    @OptionGroup var credential: CredentialOptions

    @Option(help: "On which reader, as `biogate readers` names it.")
    var reader: ReaderID?

    @Flag(help: "All that a finger, or a passkey's PIN, does not open now, and could.")
    var all = false

    @Argument(help: "The item, as `biogate list` names it.", completion: .itemNames)
    var name: ItemName?

    @OptionGroup var options: GateOptions

    mutating func validate() throws {
        if all == (name != nil) { throw ValidationError("Name the item, or use --all.") }
    }

    func run(_ session: Session) async throws(CommandFailure) {
        guard let name else {
            let hasPIN = try await session.settings().pinSet
            let items = try await session.items().filter {
                $0.waitsForRenewal && (credential.factor.map($0.openableBy.contains) ?? true)
                    || $0.awaitsPIN && hasPIN && credential.factor != .password
            }
            guard !items.isEmpty else { return session.screen.say(session.words.nothingToRenew) }
            try await session.checkFingerWorks(.renew, on: nil)
            return try await session.renew(items, by: credential.factor, on: reader)
        }
        let item = try await session.item(name)
        if case .invalidated(let cause) = item.state {
            throw try session.refusal(
                .itemInvalidated(item.name, by: cause),
                in: Situation(operation: item.kind == .key ? .createKey : .store, item: item.name, hasSignIn: false))
        }
        guard item.waitsForRenewal || item.awaitsPIN else {
            return session.screen.say(session.words.nothingToRenew(item))
        }
        try await session.checkFingerWorks(.renew, on: item.name)
        try await session.renew([item], by: credential.factor, on: reader)
    }
}

struct Ask: CredentialCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask for a finger, the PIN or the password; the exit status is the answer.")

    @OptionGroup var credential: CredentialOptions

    @Option(help: "On which reader, as `biogate readers` names it.")
    var reader: ReaderID?

    @Option(help: "What the button of the desktop's prompt says: confirm, approve, pay or sign-in.")
    var verb = Verb.confirm

    @Argument(help: "What for, as the user is told: 1 to 200 characters without line ends.")
    var reason: Reason

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let racing: Factor? = session.terminal == nil ? nil : try await session.userFactor()
        try await session.ask(on: reader, racing: racing) {
            client, credential, options, progress throws(GateClientError) in
            try await client.authenticate(
                reason: reason, verb: verb, credential: credential, options: options, progress: progress)
        }
    }
}

extension Session {
    /// The existing items of these names, if one is a signing key: a secret may have a copy, a key has none.
    fileprivate func lost(with names: [ItemName]) async throws(CommandFailure) -> [ItemName] {
        let meant = try await items().filter { names.contains($0.name) }
        return meant.contains { $0.kind != .secret } ? meant.map(\.name) : []
    }
}
