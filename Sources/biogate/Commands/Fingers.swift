import ArgumentParser
import BiometricGate
import GateGuidance
import GateModel
import GateWire

struct FingerCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "finger", abstract: "Add, list and remove fingers.",
        subcommands: [ListFingers.self, AddFinger.self, RemoveFinger.self])
}

struct ListFingers: GateCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "The fingers that are added.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let prints = try await session.call("ListPrints").decodeList("prints", Print.init(wire:))
        guard !prints.isEmpty else { return session.screen.say(session.words.noFingers) }
        let rows = prints.map { print in
            [
                print.finger.argument, print.finger.name(in: session.language), print.label?.rawValue ?? "",
                print.enrolledAt.rfc3339, print.reader.rawValue,
            ]
        }
        for line in Table.lines(rows) { try session.print(line) }
    }
}

struct AddFinger: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a finger. Needs the PIN or the password.", aliases: ["enroll", "enrol"])

    @OptionGroup var options: GateOptions
    @OptionGroup var credential: CredentialOptions

    /// A default value's help would have the contract's spelling.
    @Argument(help: "Which one; right-index where none is named.")
    var named: Finger?

    @Option(help: "What you call it.")
    var label: Label?

    @Option(help: "On which reader.")
    var reader: ReaderID?

    var factor: Factor? { credential.factor }
    var finger: Finger { named ?? .rightIndex }

    func run(_ session: Session) async throws(CommandFailure) {
        try await session.confirm(.enroll)
        var parameters: WireObject = ["finger": .string(finger.rawValue)]
        parameters.append("label", label?.rawValue)
        parameters.append("readerId", reader?.rawValue)
        let reply = try await session.ask("Enroll", parameters)
        try session.emit(.reply(reply.parameters))
        session.screen.say(session.words.added(finger.name(in: session.language)))
        try session.reportDestroyed(reply.parameters)
    }
}

/// `finger add` under the name that other tools have for it.
struct Enroll: GateCommand {
    static let configuration = CommandConfiguration(
        abstract: "The same as `finger add`.", aliases: ["enrol"])

    @OptionGroup var command: AddFinger

    var options: GateOptions { command.options }
    var factor: Factor? { command.factor }

    func run(_ session: Session) async throws(CommandFailure) {
        try await command.run(session)
    }
}

struct RemoveFinger: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a finger. Needs the PIN or the password.")

    @OptionGroup var options: GateOptions
    @OptionGroup var credential: CredentialOptions

    @Argument(help: "Which one.")
    var finger: Finger?

    @Option(help: "Only the one that was added on this reader.")
    var reader: ReaderID?

    @Flag(help: "All of them.")
    var all = false

    var factor: Factor? { credential.factor }

    mutating func validate() throws {
        if all == (finger != nil) { throw ValidationError("Name the finger, or use --all.") }
    }

    func run(_ session: Session) async throws(CommandFailure) {
        guard let finger else {
            try await session.confirm(.deleteAllPrints)
            let reply = try await session.ask("DeleteAllPrints", [:], limitsTime: false)
            try session.emit(.reply(reply.parameters))
            session.screen.say(session.words.removedAll)
            return try session.reportDestroyed(reply.parameters)
        }
        let prints = try await session.call("ListPrints", showing: false).decodeList("prints", Print.init(wire:))
        let meant = prints.filter { $0.finger == finger && (reader == nil || $0.reader == reader) }
        let name = finger.name(in: session.language)
        guard !meant.isEmpty else { throw .refused(session.words.notAdded(name), .notFound) }
        guard meant.count == 1, let print = meant.first else {
            throw .refused(session.words.onSeveralReaders(name, meant.map(\.reader)), .usage)
        }
        try await session.confirm(.deletePrint)
        let reply = try await session.ask("DeletePrint", ["printId": .string(print.id.rawValue)], limitsTime: false)
        try session.emit(.reply(reply.parameters))
        session.screen.say(session.words.removed(name))
        try session.reportDestroyed(reply.parameters)
    }
}

extension Session {
    /// Says how many items a change has cost, where it has.
    func reportDestroyed(_ reply: WireObject) throws(CommandFailure) {
        let count = try reply.decodeCount("invalidatedItems")
        if count > 0 { screen.say(words.destroyed(count)) }
    }
}
