import ArgumentParser
import BiometricGate
import GateGuidance
import GateModel
import GateWire

struct Watch: GateCommand {
    static let configuration = CommandConfiguration(
        abstract: "Every change of what works, and every call of yours that waits for you, until Ctrl-C.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let locale: WireObject = ["locale": .string(session.language.tag)]
        let failure = await withTaskGroup(of: CommandFailure?.self) { group in
            group.addTask {
                await failureOf { () async throws(CommandFailure) in
                    try await session.follow("WatchAvailability", locale) { reply in
                        guard let report = reply["availability"]?.objectValue.flatMap(AvailabilityReport.init(wire:))
                        else { return }
                        try? session.print(session.words.availabilityLine(report))
                    }
                }
            }
            group.addTask {
                await failureOf { () async throws(CommandFailure) in
                    try await session.follow("WatchRequests", locale) { reply in
                        guard let update = RequestLine(reply) else { return }
                        try? session.print(update.text(in: session.language))
                    }
                }
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        if let failure { throw failure }
    }
}

private func failureOf(_ body: () async throws(CommandFailure) -> Void) async -> CommandFailure? {
    do throws(CommandFailure) {
        try await body()
        return nil
    } catch {
        return error
    }
}

/// One change of a waiting call, as a line: who asks, for what, how far it is.
struct RequestLine {
    let change: RequestUpdate.Change
    let request: Request
    let message: String?

    /// Nil where the message is one that this version cannot read.
    init?(_ reply: WireObject) {
        guard let change = reply["change"]?.stringValue.flatMap(RequestUpdate.Change.init(rawValue:)),
            let wire = reply["request"]?.objectValue, let request = Request(wire: wire)
        else { return nil }
        self.change = change
        self.request = request
        message = wire["progress"]?.objectValue?["message"]?.stringValue
    }

    func text(in language: Language) -> String {
        let notice = RequestNotice(
            program: request.command, operation: request.operation, item: request.item, reason: request.reason,
            in: language)
        let happened =
            switch change {
            case .present, .added: [notice.title, notice.reason]
            case .changed: [message]
            case .ended: [notice.ending]
            }
        // A program chooses its own name: the process's number does not lie.
        let who = "\(request.id.rawValue.escapingControls) (\(request.processID)):"
        return ([who] + happened.compactMap(\.self)).joined(separator: " ")
    }
}
