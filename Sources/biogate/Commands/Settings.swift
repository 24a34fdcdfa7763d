import ArgumentParser
import BiometricGate
import GateGuidance
import GateModel
import GateWire
import Glibc

struct ShowSettings: GateCommand {
    static let configuration = CommandConfiguration(commandName: "settings", abstract: "Your switches and counts.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let settings = try await session.call { client throws(GateClientError) in try await client.settings() }
        for line in Table.lines(session.words.rows(settings)) { try session.print(line) }
    }
}

struct Enable: ChangingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Turn fingerprint on. Asks for a finger that is added.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        try await session.ask { client, _, options, progress throws(GateClientError) in
            try await client.enableFingerprint(options: options, progress: progress)
        }
        session.screen.say(session.words.fingerprintOn)
        await session.offerRenewal()
    }
}

struct Disable: ChangingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Turn fingerprint off. What opens with the PIN or the password, too, stays; fingers stay added.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        try await session.confirm(.disableFingerprint)
        let change = try await session.call { client throws(GateClientError) in try await client.disableFingerprint() }
        session.screen.say(session.words.fingerprintOff)
        session.reportDestroyed(change.invalidatedItems)
        // Turning it on asks for a finger that opens items.
        guard try await session.settings().enrolledPrints > 0 else { return }
        session.screen.say(session.next("biogate enable"))
    }
}

struct RevokeAll: ChangingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Destroy all of your items and end every authentication.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        try await session.confirm(.revokeAll)
        let destroyed = try await session.call { client throws(GateClientError) in try await client.revokeAll() }
        session.screen.say(session.words.revoked)
        session.reportDestroyed(destroyed)
    }
}

struct Reset: GateCommand {
    static let configuration = CommandConfiguration(
        abstract: "Erase everything of yours: fingers, PIN, items, settings. Needs the password, or root.")

    @Option(help: ArgumentHelp("Somebody else's, as root.", valueName: "name"))
    var user: SystemUser?

    @OptionGroup var options: GateOptions

    var factor: Factor? { options.pinFrom == nil ? nil : .password }
    var changesOwn: Bool { user == nil }

    func run(_ session: Session) async throws(CommandFailure) {
        if let user {
            guard getuid() == 0 else { throw try session.refusal(.notPermitted(.administratorOnly)) }
            session.screen.say(session.words.wouldReset(user.name))
            try await session.confirm(.erase, preview: ["erases": .object(["uid": .integer(Int64(user.id.rawValue))])])
        } else {
            // Checked before the user confirms.
            if getuid() != 0, try await !session.settings().passwordAvailable {
                throw try session.refusal(
                    .credentialNotSet(.password), in: Situation(hasSignIn: false, isReset: true))
            }
            session.screen.say(session.words.wouldResetAll)
            try await session.confirm(.reset, isFinal: true)
        }
        try await session.ask { client, credential, _, _ throws(GateClientError) in
            try await client.reset(credential: credential, user: user?.id)
        }
        session.screen.say(session.words.everythingErased)
    }
}

struct Privacy: GateCommand {
    static let configuration = CommandConfiguration(
        abstract: "What is stored about you, where, and how to erase it. Nothing is sent.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let lines = session.words.privacy
        try session.emit(.reply(["privacy": .array(lines.map { .string($0) })]))
        for line in lines { try session.print(line) }
    }
}
