import BiometricGate
import GateGuidance
import GateModel
import GateSecret

/// Lets the user answer waiting calls of other programs at this terminal, by the PIN or the password, and choose the account
/// of a sign-in by its number: one after the other, in the order in which they began to wait. Used by one task.
final class AnsweredRequests {
    private let session: Session
    private let terminal: Terminal
    private let client: GateClient
    private var waiting: [Request] = []
    private var asked: Asked?
    /// Until then, typing may still be meant for a request that ended without it.
    private var quietEnd = ContinuousClock.now
    private static let quiet: Duration = .seconds(1)

    /// The call that input is for, while this lives.
    private final class Asked {
        let request: RequestID
        let answer: TypedAnswer
        private let listener: TerminalListener?

        init(_ request: RequestID, _ answer: TypedAnswer, at terminal: Terminal) {
            self.request = request
            self.answer = answer
            listener = TerminalListener(terminal, answer)
        }
    }

    init(_ session: Session, _ terminal: Terminal, _ client: GateClient) {
        self.session = session
        self.terminal = terminal
        self.client = client
    }

    func saw(_ update: RequestUpdate) {
        let request = update.request
        switch update.change {
        case .present, .added: waiting.append(request)
        case .changed:
            guard let place = waiting.firstIndex(where: { $0.id == request.id }) else { return }
            waiting[place] = request
            if asked?.request == request.id, request.progress?.mayTypeAgain(asked?.answer.factor) == true {
                asked?.answer.again()
            }
        case .ended:
            waiting.removeAll { $0.id == request.id }
            if asked?.request == request.id {
                if request.outcome?.factor == nil { quietEnd = .now + Self.quiet }
                asked = nil
                session.asking.finish()
            }
        }
        askNext()
    }

    /// A call that another one came before may be next.
    private func askNext() {
        guard asked == nil, let request = waiting.first(where: \.isAnswerable) else { return }
        let (words, factor) = (session.words, request.typedFactor)
        let (client, screen, id, accounts) = (client, session.asking, request.id, request.accounts)
        let help = words.answer(request, by: factor)
        let answer = TypedAnswer(
            factor, session.asking, prompt: words.prompt(for: factor, amongAccounts: !accounts.isEmpty), from: quietEnd
        ) { line in
            let number = accounts.isEmpty ? nil : line.shortNumber
            let kept = SecretBox(line)
            Task {
                guard let line = kept.take() else { return }
                // The next report of the request has the result.
                if let number, accounts.indices.contains(number - 1) {
                    try? await client.chooseAccount(accounts[number - 1], in: id)
                } else if number == nil, let factor {
                    try? await client.answerRequest(id, with: factor == .pin ? .pin(line) : .password(line))
                } else {
                    for line in help { screen.say(line) }
                }
            }
        } cancel: {
            Task { try? await client.cancelRequest(id) }
        }
        // Typed text is hidden from here on, so the line that asks for it comes after.
        asked = Asked(id, answer, at: terminal)
        for line in help { session.asking.say(line) }
    }
}

extension CommandWords {
    /// How to answer a request.
    fileprivate func answer(_ request: Request, by factor: Factor?) -> [String] {
        let notice = RequestNotice(request, in: language)
        // Several may wait.
        let named = "\(request.processID): \(notice.title.asSentence)"
        let accounts = Table.lines(
            notice.accounts.enumerated().map { place, offered in
                ["  \(place + 1)", offered.quoted, offered.account.isChosen ? accountChosen : ""]
            })
        return switch factor {
        case .pin: [answerByPIN(named)] + accounts + (accounts.isEmpty ? [] : [anotherAccount])
        case .password: [answerByPassword(named)] + accounts + (accounts.isEmpty ? [] : [anotherAccount])
        case .fingerprint, nil: [answerByAccount(named)] + accounts
        }
    }

    fileprivate func prompt(for factor: Factor?, amongAccounts: Bool) -> String {
        guard let factor else { return accountPrompt }
        return factor == .pin && amongAccounts ? pinOrAccountPrompt : credentialPrompt(factor)
    }
}

extension SecretBytes {
    /// A number of one or two digits, which is no PIN; nil for every other text.
    fileprivate var shortNumber: Int? {
        guard (1...2).contains(count) else { return nil }
        return unsafe withBytes { Int(unsafe String(decoding: $0, as: UTF8.self)) }
    }
}

extension Request {
    /// The credential that this terminal asks for; nil if none can answer the call now.
    fileprivate var typedFactor: Factor? {
        factors.contains(.pin) ? .pin : factors.contains(.password) ? .password : nil
    }

    /// Whether the call waits for its user.
    fileprivate var isAnswerable: Bool {
        switch progress?.event {
        case .waitingForFinger, .credentialWanted: typedFactor != nil || !accounts.isEmpty
        default: false
        }
    }
}
