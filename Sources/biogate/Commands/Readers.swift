import GateGuidance
import ArgumentParser
import BiometricGate
import GateModel
import GateWire
import Glibc

struct Readers: GateCommand {
    static let configuration = CommandConfiguration(abstract: "The fingerprint readers that are plugged in.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let readers = try await session.call { client throws(GateClientError) in try await client.listReaders() }
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
        commandName: "reader", abstract: "Manage readers (administrators).", subcommands: [ClearReader.self])
}

struct ClearReader: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Erase every print in the reader's own storage, whoever enrolled it. As root.")

    @Argument(help: "The reader, as `biogate readers` names it.")
    var reader: ReaderID

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        guard getuid() == 0 else { throw try session.refusal(.notPermitted(.administratorOnly)) }
        guard try await session.readers().contains(where: { $0.id == reader }) else {
            throw try session.refusal(.readerNotFound(reader))
        }
        session.screen.say(session.words.wouldClear(reader))
        try await session.confirm(.erase, preview: ["erases": .object(["readerId": .string(reader.rawValue)])])
        try await session.call { client throws(GateClientError) in try await client.clearReader(reader) }
        session.screen.say(session.words.cleared)
    }
}
