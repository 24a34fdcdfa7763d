import ArgumentParser
import GateModel
import GateSystem
import GateWire
import Glibc

struct LoginEither: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "either",
        abstract: "Take the password or a finger at one prompt of sudo, su and logins (administrators).",
        discussion: """
            Without a word it says whether that is so. "on" puts pam_biogate in front of pam_unix in common-auth, in the place \
            of pam_fprintd, which waits for the finger alone. "off" gives PAM's files back as they were. As root.
            """)

    enum Switch: String, CaseIterable, ExpressibleByArgument {
        case on, off

        /// For a user who is no administrator.
        var command: String { "sudo biogate login either \(rawValue)" }
    }

    @Argument(help: "on or off.")
    var state: Switch?

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let stacks = LoginStacks()
        if let state {
            guard getuid() == 0 else {
                session.explain(try session.refusal(.notPermitted(.administratorOnly)))
                session.screen.say(session.next(state.command))
                throw .explained(.notPermitted)
            }
            try await session.turnEither(state, stacks)
        }
        try session.emit(.reply(["either": .bool(stacks.isEitherOn)]))
        try session.print(stacks.isEitherOn ? session.words.eitherIsOn : session.words.eitherIsOff)
    }
}

extension Session {
    func turnEither(_ state: LoginEither.Switch, _ stacks: LoginStacks) async throws(CommandFailure) {
        guard stacks.isEitherInstalled else { throw .refused(words.eitherNotInstalled, .unexpected) }
        let ended = await ChildProcess.output([LoginStacks.eitherProgram, state.rawValue], in: environment)
        guard ended?.status == 0 else { throw .refused(words.eitherRefused, .unexpected) }
    }
}
