import ArgumentParser
import GateGuidance
import GateModel
import GateWire

struct Readers: GateCommand {
    static let configuration = CommandConfiguration(abstract: "The fingerprint readers that are plugged in.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let readers = try await session.call("ListReaders").decodeList("readers", Reader.init(wire:))
        guard !readers.isEmpty else { return session.screen.say(session.words.noReaders) }
        let rows = readers.map { reader in
            [
                reader.id.rawValue, reader.name, session.words.touches(reader.enrollStages),
                reader.state.name(in: session.language),
            ]
        }
        for line in Table.lines(rows) { try session.print(line) }
    }
}

struct ReaderCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reader", abstract: "What an administrator does with a reader.", subcommands: [ClearReader.self])
}

struct ClearReader: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Erase every print in the reader's own storage, whoever enrolled it. As root.")

    @OptionGroup var options: GateOptions

    @Argument(help: "The reader, as `biogate readers` names it.")
    var reader: ReaderID

    func run(_ session: Session) async throws(CommandFailure) {
        session.screen.say(session.words.wouldClear(reader))
        let parameters: WireObject = ["readerId": .string(reader.rawValue)]
        try await session.confirm(preview: ["erases": .object(parameters)])
        _ = try await session.call("ClearReader", parameters)
        session.screen.say(session.words.cleared)
    }
}
