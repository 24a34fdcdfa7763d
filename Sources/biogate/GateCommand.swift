import ArgumentParser
import GateModel
import GateWire

/// A command that talks to the daemon.
protocol GateCommand: AsyncParsableCommand {
    var options: GateOptions { get }
    /// The credential that the command line asks for; nil leaves it to the daemon whether one is needed.
    var factor: Factor? { get }

    func run(_ session: Session) async throws(CommandFailure)
}

extension GateCommand {
    var factor: Factor? { nil }

    func run() async throws {
        try await run(as: Session(options, factor: factor))
    }

    /// The edge at which a failure becomes a line for the user and an exit status.
    func run(as session: Session) async throws {
        do throws(CommandFailure) {
            try await run(session)
            session.screen.finish()
        } catch {
            session.explain(error)
            throw error.status.code
        }
    }
}

extension WireObject {
    /// A member of an answer, which the contract promises.
    func decode<Value>(_ key: String, _ make: (WireObject) -> Value?) throws(CommandFailure) -> Value {
        guard let value = self[key]?.objectValue.flatMap(make) else { throw .unreadable(key) }
        return value
    }

    /// The elements of an answer's list that this version can read.
    func decodeList<Value>(_ key: String, _ make: (WireObject) -> Value?) throws(CommandFailure) -> [Value] {
        guard let values = self[key]?.arrayValue else { throw .unreadable(key) }
        return values.compactMap { $0.objectValue.flatMap(make) }
    }

    func decodeCount(_ key: String) throws(CommandFailure) -> Int {
        guard let count = self[key]?.integerValue else { throw .unreadable(key) }
        return Int(clamping: count)
    }
}

extension CommandFailure {
    fileprivate static func unreadable(_ member: String) -> CommandFailure {
        .refused("The service's answer has no readable \(member).", .unexpected)
    }
}
