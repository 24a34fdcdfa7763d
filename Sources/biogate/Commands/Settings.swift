import ArgumentParser
import BiometricGate
import GateGuidance
import GateModel
import GateWire

struct ShowSettings: GateCommand {
    static let configuration = CommandConfiguration(commandName: "settings", abstract: "Your switches and counts.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let settings = try await session.call("GetSettings").decode("settings", Settings.init(wire:))
        for line in Table.lines(session.words.rows(settings)) { try session.print(line) }
    }
}

struct Enable: GateCommand {
    static let configuration = CommandConfiguration(
        abstract: "Turn fingerprint on. Asks for a finger that is added.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let reply = try await session.ask("EnableFingerprint", [:])
        try session.emit(.reply(reply.parameters))
        session.screen.say(session.words.fingerprintOn)
    }
}

struct Disable: GateCommand {
    static let configuration = CommandConfiguration(
        abstract: "Turn fingerprint off: destroys what a finger could open. Fingers stay added.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        try await session.confirm(.disableFingerprint)
        let reply = try await session.call("DisableFingerprint")
        session.screen.say(session.words.fingerprintOff)
        try session.reportDestroyed(reply)
    }
}

struct RevokeAll: GateCommand {
    static let configuration = CommandConfiguration(
        abstract: "Destroy all of your items and end every authentication.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        try await session.confirm(.revokeAll)
        let reply = try await session.call("RevokeAll")
        session.screen.say(session.words.revoked)
        try session.reportDestroyed(reply)
    }
}

struct Reset: GateCommand {
    static let configuration = CommandConfiguration(
        abstract: "Erase everything of yours: fingers, PIN, items, settings. Needs the password, or root.")

    @OptionGroup var options: GateOptions

    @Option(help: ArgumentHelp("Somebody else's, as root.", valueName: "name"))
    var user: Account?

    var factor: Factor? { options.pinFrom == nil ? nil : .password }

    func run(_ session: Session) async throws(CommandFailure) {
        var parameters = WireObject()
        if let user {
            session.screen.say(session.words.wouldReset(user.name))
            parameters.append("uid", Int(user.id.rawValue))
            try await session.confirm(preview: ["erases": .object(parameters)])
        } else {
            session.screen.say(session.words.wouldResetAll)
            try await session.confirm(.reset, isFinal: true)
        }
        let reply = try await session.ask("Reset", parameters, limitsTime: false, hasTexts: false)
        try session.emit(.reply(reply.parameters))
        session.screen.say(session.words.everythingErased)
    }
}

struct Privacy: GateCommand {
    static let configuration = CommandConfiguration(
        abstract: "What is kept of you, where, and how it is erased. Nothing is sent.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let lines = session.words.privacy
        try session.emit(.reply(["privacy": .array(lines.map { .string($0) })]))
        for line in lines { try session.print(line) }
    }
}
