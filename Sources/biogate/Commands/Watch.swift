import ArgumentParser
import BiometricGate
import GateGuidance
import GateModel

struct Watch: GateCommand {
    static let configuration = CommandConfiguration(
        abstract: "Every change of what works, and every call of yours that waits for you, until Ctrl-C.",
        discussion: """
            Each line begins with the time. Of a call it shows who asks and what for when it begins to wait, how far it is, \
            and that it waits no longer. It does not show whether the call was granted, nor calls that wait for nobody, \
            as those do that bring a PIN or reuse a touch: biogate log shows these.
            """)

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let client = session.client(showing: .answers)
        let failure = await withTaskGroup(of: CommandFailure?.self) { group in
            group.addTask {
                await failureOf { () async throws(CommandFailure) in
                    try await session.follow(client.availabilityUpdates()) { report throws(CommandFailure) in
                        try session.print("\(LocalTime.now.clock) \(session.words.availabilityLine(report))")
                    }
                }
            }
            group.addTask {
                await failureOf { () async throws(CommandFailure) in
                    try await session.follow(client.watchRequests()) { update throws(CommandFailure) in
                        try session.print("\(LocalTime.now.clock) \(update.text(in: session.language))")
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

extension RequestUpdate {
    /// As a line: who asks, for what, how far it is.
    func text(in language: Language) -> String {
        let notice = RequestNotice(
            program: request.command, operation: request.operation, item: request.item, label: request.label,
            reason: request.reason,
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
