import ArgumentParser
import GateModel

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
        defer { session.forgetCredentials() }
        do throws(CommandFailure) {
            try await run(session)
            session.screen.finish()
        } catch {
            session.explain(error)
            throw error.status.code
        }
    }
}
