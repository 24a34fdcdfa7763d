import GateGuidance
import ArgumentParser
import BiometricGate
import GateModel
import Glibc

struct FingerCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "finger", abstract: "Add, list and remove fingers.",
        subcommands: [
            ListFingers.self, AddFinger.self, VouchFinger.self, RenameFinger.self, RemoveFinger.self,
        ])
}

struct ListFingers: GateCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "The fingers that are added.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let prints = try await session.call { client throws(GateClientError) in try await client.prints().prints }
        guard !prints.isEmpty else {
            session.screen.say(session.words.noFingers)
            for reader in try await session.readers() where reader.matching == .onChip {
                session.screen.say(session.words.chipMayBeFull(reader.name))
                session.screen.say(session.next("sudo biogate reader clear \(reader.id.rawValue)"))
            }
            return
        }
        let isAnyUnvouched = prints.contains { !$0.vouched }
        let rows = prints.map { print in
            [
                print.finger.argument, print.finger.name(in: session.language), print.label?.rawValue ?? "",
                LocalTime(print.enrolledAt).text(in: session.language), print.reader.rawValue,
            ] + (isAnyUnvouched ? [print.vouched ? "" : session.words.unvouched] : [])
        }
        for line in Table.lines(rows) { try session.print(line) }
        guard isAnyUnvouched else { return }
        session.screen.say(session.words.unvouchedOpensNothing)
        session.screen.say(session.next("biogate finger vouch"))
    }
}

struct VouchFinger: CredentialCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "vouch",
        abstract: "Let fingers from the system's settings open items, too. Needs the PIN or the password.")

    @OptionGroup var credential: CredentialOptions

    @Argument(help: "Which one; each of them is asked about where none is named.")
    var finger: Finger?

    @Option(help: "Only the one that was added on this reader.")
    var reader: ReaderID?

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let meant = try await session.prints().filter { print in
            (finger == nil || print.finger == finger) && (reader == nil || print.reader == reader)
        }
        if let finger, meant.isEmpty {
            throw .refused(session.words.notAdded(finger.name(in: session.language)), .notFound)
        }
        let unvouched = meant.filter { !$0.vouched }
        guard !unvouched.isEmpty else { return session.screen.say(session.words.nothingToVouch) }
        let chosen = try await choose(among: unvouched, session)
        guard !chosen.isEmpty else { throw .refused(session.words.nothingChanged, .cancelled) }
        // Vouching costs what adding a finger costs.
        try await session.confirm(.enroll)
        let destroyed = try await session.ask { client, credential, _, _ throws(GateClientError) in
            try await client.vouchPrints(Set(chosen.map(\.id)), credential: credential)
        }
        session.screen.say(session.words.vouched(chosen.map { $0.finger.name(in: session.language) }))
        session.reportDestroyed(destroyed)
    }

    /// The prints that the user claims, each shown with its date and reader, to tell it from one that another person
    /// added.
    private func choose(among prints: [Print], _ session: Session) async throws(CommandFailure) -> [Print] {
        let readers = try await session.readers()
        var chosen: [Print] = []
        let isAsked = session.terminal != nil && !session.mayLoseItems
        for print in prints {
            let reader = readers.first { $0.id == print.reader }?.name ?? print.reader.rawValue
            session.screen.say(
                session.words.addedOn(
                    finger: print.finger.name(in: session.language),
                    date: LocalTime(print.enrolledAt).text(in: session.language), reader: reader))
            if isAsked, await session.agrees(session.words.mayOpenItems, standard: false) { chosen.append(print) }
        }
        guard !isAsked else { return chosen }
        // Without a question, the command line must name the finger.
        guard prints.count == 1 else { throw .refused(session.words.nameOneFinger, .usage) }
        return prints
    }
}

extension StatusSummary {
    /// The command that gives the user a first finger that opens items.
    static func commandForFirstFinger(isAnyUnvouched: Bool) -> String {
        isAnyUnvouched ? "biogate finger vouch" : "biogate finger add right-index"
    }
}

struct AddFinger: CredentialCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a finger. Needs the PIN or the password.", aliases: ["enroll", "enrol"])

    @OptionGroup var credential: CredentialOptions

    /// A default value would appear in the help in the contract's spelling.
    @Argument(help: ArgumentHelp("Which one; right-index where none is named.", valueName: "finger"))
    var named: Finger?

    @Option(help: "What you call it: 1 to 200 characters.")
    var label: Label?

    @Option(help: "On which reader, as `biogate readers` names it.")
    var reader: ReaderID?

    @OptionGroup var options: GateOptions

    var finger: Finger { named ?? .rightIndex }

    func run(_ session: Session) async throws(CommandFailure) {
        let readers = try await session.readers().map(\.id)
        guard !readers.isEmpty else { throw try session.refusal(.noHardware(fallbacks: [])) }
        if let refusal = try await session.administratorsRefusal() { throw refusal }
        // The daemon chooses one of several readers.
        let target = reader ?? (readers.count == 1 ? readers.first : nil)
        let prints = try await session.prints()
        if let known = prints.first(where: { $0.finger == finger && $0.reader == target }) {
            throw try session.refusal(.fingerAlreadyEnrolled(known))
        }
        try await session.confirm(.enroll)
        Signals.handle { [screen = session.screen, words = session.words] event in
            if event.number == SIGINT { screen.say(words.nothingAdded) }
            return false
        }
        defer { Signals.handle(nil) }
        let enroll: Session.Asking<EnrolledPrint> = { client, credential, options, progress throws(GateClientError) in
            try await client.enroll(
                finger, label: label, credential: credential, options: options, progress: progress)
        }
        // Does not ask again for a PIN that was just set.
        let added =
            try await session.hasTyped(.pin)
            ? session.ask(presenting: .pin, on: reader, enroll) : session.ask(on: reader, enroll)
        session.screen.say(session.words.added(finger.name(in: session.language)))
        session.reportDestroyed(added.invalidatedItems)
        if try await session.settings().fingerprintEnabled { return await session.offerRenewal() }
        session.screen.say(session.words.fingerprintStaysOff)
        session.screen.say(session.next("biogate enable"))
    }
}

/// `finger add` under another tools' name.
struct Enroll: ChangingCommand {
    static let configuration = CommandConfiguration(
        abstract: "The same as `finger add`.", usage: "biogate enroll [<finger>] [<options>]", aliases: ["enrol"])

    @OptionGroup var command: AddFinger

    var options: GateOptions { command.options }
    var factor: Factor? { command.factor }

    func run(_ session: Session) async throws(CommandFailure) {
        try await command.run(session)
    }
}

struct RenameFinger: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Call a finger something else. Nothing else of it changes.")

    @Argument(help: "Which one.")
    var finger: Finger

    @Argument(help: "What you call it: 1 to 200 characters; without it, what you called it is forgotten.")
    var label: Label?

    @Option(help: "Only the one that was added on this reader.")
    var reader: ReaderID?

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let print = try await session.print(of: finger, on: reader)
        let renamed = try await session.call { client throws(GateClientError) in
            try await client.renamePrint(print.id, to: label)
        }
        session.screen.say(session.words.renamed(finger.name(in: session.language), renamed.label?.rawValue))
    }
}

struct RemoveFinger: CredentialCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a finger. Needs the PIN or the password.")

    @OptionGroup var credential: CredentialOptions

    @Argument(help: "Which one.")
    var finger: Finger?

    @Option(help: "Only the one that was added on this reader.")
    var reader: ReaderID?

    @Flag(help: "All of them.")
    var all = false

    @OptionGroup var options: GateOptions

    mutating func validate() throws {
        if all == (finger != nil) { throw ValidationError("Name the finger, or use --all.") }
    }

    func run(_ session: Session) async throws(CommandFailure) {
        guard let finger else {
            try await session.confirm(.deleteAllPrints)
            let destroyed = try await session.ask { client, credential, _, _ throws(GateClientError) in
                try await client.deleteAllPrints(credential: credential)
            }
            session.screen.say(session.words.removedAll)
            return session.reportDestroyed(destroyed)
        }
        let print = try await session.print(of: finger, on: reader)
        try await session.confirm(.deletePrint)
        let destroyed = try await session.ask { client, credential, _, _ throws(GateClientError) in
            try await client.deletePrint(print.id, credential: credential)
        }
        session.screen.say(session.words.removed(finger.name(in: session.language)))
        session.reportDestroyed(destroyed)
    }
}

extension Session {
    /// The named print. Throws if there is none, or one on each of several readers.
    fileprivate func print(of finger: Finger, on reader: ReaderID?) async throws(CommandFailure) -> Print {
        let meant = try await prints().filter { $0.finger == finger && (reader == nil || $0.reader == reader) }
        let name = finger.name(in: language)
        guard let print = meant.first else { throw .refused(words.notAdded(name), .notFound) }
        guard meant.count == 1 else { throw .refused(words.onSeveralReaders(name, meant.map(\.reader)), .usage) }
        return print
    }
}
