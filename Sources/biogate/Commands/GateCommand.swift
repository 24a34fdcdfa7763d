import GateSystem
import ArgumentParser
import GateModel
import Glibc

/// A command that talks to the daemon.
protocol GateCommand: AsyncParsableCommand {
    var options: GateOptions { get }
    /// The credential that the command line requests; nil lets the daemon decide whether one is needed.
    var factor: Factor? { get }
    /// Whether it changes the calling user's own data.
    var changesOwn: Bool { get }

    func run(_ session: Session) async throws(CommandFailure)
}

/// A command that changes the calling user's own data.
protocol ChangingCommand: GateCommand {}

extension ChangingCommand {
    var changesOwn: Bool { true }
}

/// A command that takes a PIN or a password instead of a finger.
protocol CredentialCommand: GateCommand {
    var credential: CredentialOptions { get }
}

extension CredentialCommand {
    var factor: Factor? { credential.factor }
}

extension GateCommand {
    var factor: Factor? { nil }
    var changesOwn: Bool { false }

    func run() async throws {
        try await run(as: Session(options, factor: factor))
    }

    /// Turns a failure into a line for the user and an exit status.
    func run(as session: Session) async throws {
        defer { session.forgetCredentials() }
        do throws(CommandFailure) {
            if changesOwn { session.nameOwner() }
            try await run(session)
            session.finish()
            try session.checkWritten()
        } catch {
            session.explain(error)
            throw error.status.code
        }
    }
}

extension Session {
    /// Names the user whose data sudo has changed: fingers, PIN and items belong to the user who calls the daemon.
    fileprivate func nameOwner() {
        guard getuid() == 0, let caller = environment["SUDO_USER"], caller != "root" else { return }
        screen.say(words.ownedByRoot(caller))
    }
}
