import ArgumentParser
import BiometricGate
import GateGuidance
import GateModel
import GateWire

struct List: GateCommand {
    static let configuration = CommandConfiguration(abstract: "What is stored, and what opens it.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let items = try await session.call("ListItems").decodeList("items", Item.init(wire:))
        guard !items.isEmpty else { return session.screen.say(session.words.noItems) }
        let rows = items.map { item in
            [item.name.rawValue, session.words.opening(item), item.label?.rawValue ?? ""]
        }
        for line in Table.lines(rows) { try session.print(line) }
    }
}

struct Show: GateCommand {
    static let configuration = CommandConfiguration(abstract: "What is known of an item without opening it.")

    @OptionGroup var options: GateOptions

    @Argument(help: "The item.")
    var name: ItemName

    func run(_ session: Session) async throws(CommandFailure) {
        let item = try await session.item(name)
        try session.emit(.reply(["items": .array([.object(item.wire)])]))
        for line in Table.lines(session.words.rows(item)) { try session.print(line) }
    }
}

struct Remove: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm", abstract: "Delete items.",
        discussion: "Where one cannot be deleted, the rest are; the exit status is that of the first that was not.")

    @OptionGroup var options: GateOptions

    @Argument(help: "The items.")
    var names: [ItemName]

    func run(_ session: Session) async throws(CommandFailure) {
        var first: ExitStatus?
        for name in names {
            do throws(CommandFailure) {
                _ = try await session.call("DeleteItem", ["name": .string(name.rawValue)])
                session.screen.say(session.words.deleted(name))
            } catch {
                session.explain(error)
                first = first ?? error.status
                // Without a daemon there is no going on.
                if error.status == .noDaemon { break }
            }
        }
        if let first { throw .explained(first) }
    }
}

struct Renew: GateCommand {
    static let configuration = CommandConfiguration(
        abstract: "Let a finger open an item again, after fingers were added or removed.")

    @OptionGroup var options: GateOptions
    @OptionGroup var credential: CredentialOptions

    @Option(help: "On which reader.")
    var reader: ReaderID?

    @Argument(help: "The item.")
    var name: ItemName

    func run(_ session: Session) async throws(CommandFailure) {
        var parameters: WireObject = ["name": .string(name.rawValue)]
        parameters.append("readerId", reader?.rawValue)
        let factor: Factor
        if let asked = credential.factor {
            factor = asked
        } else {
            factor = try await session.item(name).typedFactor ?? .pin
        }
        let reply = try await session.ask("RenewItem", parameters, presenting: factor)
        try session.emit(.reply(reply.parameters))
        session.screen.say(session.words.renewed(name))
    }
}

struct Ask: GateCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask for a finger, the PIN or the password; the exit status is the answer.")

    @OptionGroup var options: GateOptions
    @OptionGroup var credential: CredentialOptions

    @Option(help: "On which reader.")
    var reader: ReaderID?

    @Argument(help: "What for, as the user is told.")
    var reason: Reason

    var factor: Factor? { credential.factor }

    func run(_ session: Session) async throws(CommandFailure) {
        var parameters: WireObject = ["reason": .string(reason.rawValue)]
        parameters.append("readerId", reader?.rawValue)
        // The daemon's prompt does not repeat the reason.
        session.screen.say(reason.rawValue.quoted(in: session.language))
        let racing: Factor? = session.terminal == nil ? nil : try await session.userFactor()
        let reply = try await session.ask("Authenticate", parameters, racing: racing)
        try session.emit(.reply(reply.parameters))
    }
}

extension Session {
    /// What the daemon knows of one item.
    func item(_ name: ItemName) async throws(CommandFailure) -> Item {
        let items = try await call("ListItems", showing: false).decodeList("items", Item.init(wire:))
        guard let item = items.first(where: { $0.name == name }) else {
            let error = GateError.itemNotFound(name)
            let guidance = Guidance.for(error, in: language)
            try emit(.error(error.wireName, error.wireParameters(guidance: guidance)))
            throw .told(guidance, ExitStatus(error))
        }
        return item
    }

    /// What the user can type instead of a touch; nil where there is nothing.
    func userFactor() async throws(CommandFailure) -> Factor? {
        let settings = try await call("GetSettings", showing: false).decode("settings", Settings.init(wire:))
        return settings.pinSet ? .pin : settings.passwordAvailable ? .password : nil
    }
}

extension Item {
    /// What can be typed to open it now.
    var typedFactor: Factor? {
        openableBy.contains(.pin) ? .pin : openableBy.contains(.password) ? .password : nil
    }
}
