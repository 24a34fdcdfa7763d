import ArgumentParser
import BiometricGate
import GateGuidance
import GateModel

struct Watch: GateCommand {
    static let configuration = CommandConfiguration(
        abstract: "Every change of what works, and every call of yours that waits for you, until Ctrl-C.",
        discussion: """
            Each line begins with the time and, of a call, the process that asks. It shows who asks and what for when the \
            call begins to wait, how far it is, and how it ends. It does not show calls that wait for nobody, as those do \
            that bring a PIN or reuse a touch: biogate log shows these. When the service ends, it waits for the next one. At a terminal, the PIN or the password \
            that is typed answers the call that waits longest, which names itself, also for programs that you run from afar; \
            Ctrl-D refuses it. Where a sign-in lists several accounts, a number chooses one.
            """)

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        var pause: Duration = .milliseconds(250)
        var isServed = false
        while true {
            let began = ContinuousClock.now
            let failure = await watch(session)
            guard let failure else { return }
            isServed = isServed || ContinuousClock.now - began > pause
            guard isServed, failure.isServiceGone else { throw failure }
            session.screen.say(session.language.waitsForService)
            repeat {
                try? await Task.sleep(for: pause)
                pause = min(pause * 2, .seconds(10))
            } while await !session.isServed()
            pause = .milliseconds(250)
        }
    }

    /// Returns when the service ends, or the reader of the output is gone.
    private func watch(_ session: Session) async -> CommandFailure? {
        let client = session.client(showing: .answers)
        return await withTaskGroup(of: CommandFailure?.self) { group in
            group.addTask {
                await failureOf { () async throws(CommandFailure) in
                    var states = WatchedStates()
                    try await session.follow(client.availabilityUpdates()) { report async throws(CommandFailure) in
                        guard !session.isJSON else { return try session.checkWritten() }
                        let locked = try await session.loginsLocked(report)
                        if let line = states.line(session.words.availabilityLine(report), locked) {
                            try session.print("\(LocalTime.now.clock) \(line)")
                        }
                        try session.checkWritten()
                    }
                }
            }
            group.addTask {
                await failureOf { () async throws(CommandFailure) in
                    let answered = session.terminal.map { AnsweredRequests(session, $0, session.client) }
                    let updates = client.watchRequests(
                        prompting: answered != nil, remote: answered != nil, several: true)
                    try await session.follow(updates) { update throws(CommandFailure) in
                        let text = update.text(AskerFacts(of: update.request), in: session.language)
                        try session.print("\(LocalTime.now.clock) \(text)")
                        answered?.saw(update)
                        try session.checkWritten()
                    }
                }
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}

/// The lines that report changes of the state. Pure.
struct WatchedStates {
    private var last: String?

    /// The next line; nil if it equals the last.
    ///
    /// - Parameter locked: the text of the lockout at logins.
    mutating func line(_ state: String, _ locked: String?) -> String? {
        let line = [state, locked].compactMap(\.self).joined(separator: " ")
        defer { last = line }
        return line == last ? nil : line
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

extension CommandFailure {
    /// Whether the service ended, and may come back.
    fileprivate var isServiceGone: Bool {
        guard case .gate(let error) = self else { return false }
        return error.code == .notRunning || error.code == .disconnected
    }
}

extension Session {
    fileprivate func isServed() async -> Bool {
        do throws(GateClientError) {
            _ = try await client.getInfo()
            return true
        } catch {
            return error.code != .notRunning && error.code != .disconnected
        }
    }
}

extension RequestUpdate {
    /// One line: what happens, what is proved and claimed of it, and the progress.
    func text(_ known: AskerFacts = AskerFacts(), in language: Language) -> String {
        let notice = RequestNotice(request, known, in: language)
        let happened: [String?] =
            switch change {
            case .present, .added: [notice.title.asSentence] + notice.sentences(isWhole: true)
            // The account may be another than before.
            case .changed: [request.accounts.isEmpty ? nil : notice.title.asSentence, message]
            case .ended:
                [notice.ending(confirmedBy: request.outcome?.factor, refusal: request.outcome?.guidance)]
            }
        // A program chooses its own name, but not its process number.
        return (["\(request.processID):"] + happened.compactMap(\.self)).joined(separator: " ")
    }
}
