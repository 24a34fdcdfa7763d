import BiometricGate
import GateModel
import GateSecret
import GateWire

/// The daemon's messages that are printed as JSON.
enum ShownMessages {
    /// Only refusals: the command itself uses the answer.
    case errors
    /// Refusals and progress: another program gets the answer.
    case progress
    /// All messages.
    case answers
    /// All messages, including the secret in the last one.
    case secrets
}

extension Session {
    /// Makes a call that does not ask the user.
    func call<Value: ~Copyable>(
        showing shown: ShownMessages = .answers, _ body: (GateClient) async throws(GateClientError) -> Value
    ) async throws(CommandFailure) -> Value {
        do throws(GateClientError) {
            return try await body(client(showing: shown))
        } catch {
            throw .gate(error)
        }
    }

    /// Follows the daemon's updates until the reader of the output is gone.
    func follow<Update: Sendable>(
        _ updates: AsyncThrowingStream<Update, any Error>, _ body: (Update) async throws(CommandFailure) -> Void
    ) async throws(CommandFailure) {
        var updates = updates.makeAsyncIterator()
        while true {
            let next: Update?
            do {
                next = try await updates.next()
            } catch let error as GateClientError {
                throw .gate(error)
            } catch {
                throw .refused("\(error)", .unexpected)
            }
            guard let next else { return }
            try await body(next)
        }
    }

    // MARK: Calls that ask the user

    /// A call of the library that asks the user and shows progress. It is repeated if the user types a credential
    /// instead.
    typealias Asking<Value: ~Copyable> = (
        GateClient, consuming Credential?, PromptOptions, @escaping ProgressHandler
    ) async throws(GateClientError) -> Value

    /// Makes a call that asks the user and shows progress. `racing` names the credential that the user may type instead
    /// of a touch, if the call takes one.
    ///
    /// If a credential gets around a refusal, asks a user at the terminal for it.
    @discardableResult
    func ask<Value: ~Copyable>(
        on reader: ReaderID? = nil, reuse: Duration? = nil, racing: Factor? = nil,
        showing shown: ShownMessages = .answers, _ body: Asking<Value>
    ) async throws(CommandFailure) -> Value {
        let prompt = Prompt(
            client: client(showing: shown), options: promptOptions(on: reader, reuse: reuse), racing: racing)
        if let factor { return try await present(factor, prompt, body) }
        return try await ask(prompt, body)
    }

    /// Makes a call that needs the PIN or the password. A mistyped one may be typed again; one typed earlier in this
    /// run is reused.
    @discardableResult
    func ask<Value: ~Copyable>(
        presenting factor: Factor, asking question: String? = nil, on reader: ReaderID? = nil, reuse: Duration? = nil,
        _ body: Asking<Value>
    ) async throws(CommandFailure) -> Value {
        let options = promptOptions(on: reader, reuse: reuse)
        let prompt = Prompt(client: client(showing: .answers), options: options, racing: nil)
        return try await present(factor, asking: question, prompt, mayRepeat: true, body)
    }

    /// Why a call that waited for a finger has no answer.
    private enum Interruption: Error {
        case refused(GateClientError)
        /// The user ended the input.
        case cancelled
    }

    /// The parameters of every call that asks.
    private struct Prompt {
        let client: GateClient
        let options: PromptOptions
        let racing: Factor?
    }

    private func promptOptions(on reader: ReaderID?, reuse: Duration?) -> PromptOptions {
        PromptOptions(
            reader: reader, timeout: timeout, wait: timeout, maximumAge: reuse, interaction: interaction,
            onBehalfOf: CallingProgram.ofThisProcess,
            placement: interaction == .prompt ? environment.promptPlacement : PromptPlacement())
    }

    private func ask<Value: ~Copyable>(
        _ prompt: Prompt, _ body: Asking<Value>
    ) async throws(CommandFailure) -> Value {
        let typed = SecretBox(nil)
        do throws(Interruption) {
            return try await wait(prompt, typed, body)
        } catch {
            guard case .refused(let error) = error else { throw .refused(words.cancelled, .cancelled) }
            if let racing = prompt.racing, let line = typed.take() {
                return try await present(line, as: racing, prompt, body)
            }
            if terminal != nil, let pause = Countdown(error) {
                explainBriefly(error)
                return try await sitOut(pause, prompt, body)
            }
            guard let factor = wayAround(error) else { throw .gate(error) }
            explainBriefly(error)
            return try await present(factor, prompt, body)
        }
    }

    /// Waits until a finger may be tried again, and repeats the call; input typed meanwhile goes first.
    private func sitOut<Value: ~Copyable>(
        _ pause: Countdown, _ prompt: Prompt, _ body: Asking<Value>
    ) async throws(CommandFailure) -> Value {
        let typed = prompt.racing.map { TypedAnswer($0, asking, prompt: words.credentialPrompt($0)) }
        let listener = listener(for: typed)
        asking.say(words.waysOut(prompt.racing))
        let isTyping = await withTaskGroup(of: Bool?.self) { group in
            group.addTask { [asking, words] in
                _ = await pause.run(on: asking) { words.paused($0) }
                return false
            }
            if let typed {
                // Ending the input does not end the wait.
                group.addTask { await typed.isBegun() ? true : nil }
            }
            defer { group.cancelAll() }
            while let isTyping = await group.next() {
                if let isTyping { return isTyping }
            }
            return false
        }
        let line = isTyping ? await typed?.next() : nil
        _ = consume listener
        asking.finish()
        guard let racing = prompt.racing, isTyping else { return try await ask(prompt, body) }
        guard let line else { throw .refused(words.cancelled, .cancelled) }
        return try await present(line, as: racing, prompt, body)
    }

    /// Calls with the line already typed; a mistyped one may be typed again.
    private func present<Value: ~Copyable>(
        _ line: consuming SecretBytes, as factor: Factor, _ prompt: Prompt, _ body: Asking<Value>
    ) async throws(CommandFailure) -> Value {
        do throws(GateClientError) {
            return try await present(factor == .pin ? .pin(line) : .password(line), prompt, body)
        } catch {
            guard canTypeCredential, case .credentialWrong(_, let left, nil) = error.gateError, left != 0 else {
                throw .gate(error)
            }
            explainBriefly(error)
            return try await present(factor, prompt, body)
        }
    }

    /// The credential to ask for after a refusal; nil if none would help.
    private func wayAround(_ error: GateClientError) -> Factor? {
        guard terminal != nil, let gateError = error.gateError else { return nil }
        let accepted: [Factor] =
            switch gateError.kind {
            case .noFinger, .missed: gateError.fallbacks
            case .otherWay(let factors): factors
            // After a timeout, too: an absent user types nothing either.
            case .retry, .cancelled, .wrong, .settle, .broken: []
            }
        return accepted.contains(.pin) ? .pin : accepted.contains(.password) ? .password : nil
    }

    private func explainBriefly(_ error: GateClientError) {
        if let guidance = error.guidanceAtTerminal { asking.say(guidance.line) }
        if case .disabled = error.gateError { asking.say(words.turnOn) }
    }

    /// Throws if the daemon would not even compare the PIN or the password now.
    func checkAccepted(_ factor: Factor) async throws(CommandFailure) {
        guard try await !availability().fallbacks.contains(factor), let refusal = try await refusal(of: factor) else {
            return
        }
        throw .gate(refusal)
    }

    /// The refusal of a call that takes only this credential and lacks it; nil if it is wanted.
    func refusal(of factor: Factor) async throws(CommandFailure) -> GateClientError? {
        do throws(GateClientError) {
            try await client.authenticate(reason: reason(nil, orElse: words.openReason), factors: [factor])
            return nil
        } catch {
            guard error.gateError != nil else { throw .gate(error) }
            if case .credentialRequired(let accepted, _) = error.gateError, accepted.contains(factor) { return nil }
            return error
        }
    }

    /// Calls with the PIN or the password; a mistyped one may be typed again.
    private func present<Value: ~Copyable>(
        _ factor: Factor, asking question: String? = nil, _ prompt: Prompt, mayRepeat: Bool = false,
        _ body: Asking<Value>
    ) async throws(CommandFailure) -> Value {
        while true {
            if canTypeCredential { try await checkAccepted(factor) }
            let credential = try await credential(factor, asking: question, mayRepeat: mayRepeat)
            do throws(GateClientError) {
                return try await present(credential, prompt, body)
            } catch {
                forgetCredential(factor)
                // As long as it says that there is another try.
                guard canTypeCredential, case .credentialWrong(_, let left, nil) = error.gateError, left != 0 else {
                    throw .gate(error)
                }
                explainBriefly(error)
            }
        }
    }

    private func present<Value: ~Copyable>(
        _ credential: consuming Credential, _ prompt: Prompt, _ body: Asking<Value>
    ) async throws(GateClientError) -> Value {
        let prompter = Prompter(asking, words, isAttended: terminal != nil, alternative: nil)
        defer { asking.finish() }
        return try await body(prompt.client, credential, prompt.options) { prompter.show($0) }
    }

    /// Waits for a finger, and for input typed instead. If the call ends in a way that the credential gets around while
    /// a line is being typed, waits for the line and puts it into `typed`.
    private func wait<Value: ~Copyable>(
        _ prompt: Prompt, _ typed: SecretBox, _ body: Asking<Value>
    ) async throws(Interruption) -> Value {
        let prompter = Prompter(asking, words, isAttended: terminal != nil, alternative: prompt.racing)
        let answer = prompt.racing.map { [client = prompt.client] racing in
            TypedAnswer(racing, asking, prompt: words.credentialPrompt(racing)) { line in
                client.answerWaitingCall(racing == .pin ? .pin(line) : .password(line))
            } cancel: {
                client.cancelWaitingCall()
            }
        }
        let listener = listener(for: answer)
        let limit = timeout.map { CallLimit($0, of: prompt.client) }
        defer { asking.finish() }
        do throws(GateClientError) {
            let value = try await body(prompt.client, nil, prompt.options) { progress in
                prompter.show(progress)
                limit?.saw(progress.progress)
                if progress.progress.mayTypeAgain(answer?.factor) { answer?.again() }
            }
            _ = consume listener
            return value
        } catch {
            let error = limit?.ended(error, offering: prompt.racing, language) ?? error
            if let answer, let factor = answer.factor, error.fallbacks.contains(factor), answer.isTyping {
                explainBriefly(error)
                if let line = await answer.rest() { typed.put(line) }
            }
            _ = consume listener
            throw answer?.isCancelled == true ? .cancelled : .refused(error)
        }
    }

    /// Listens to hidden input, if the call can use it.
    private func listener(for answer: TypedAnswer?) -> TerminalListener? {
        guard let answer, let terminal else { return nil }
        return TerminalListener(terminal, answer)
    }

    // MARK: Costly changes

    /// Shows the cost of a change and asks for confirmation; with `isFinal`, even if no item is lost.
    func confirm(_ change: PlannedChange, isFinal: Bool = false) async throws(CommandFailure) {
        let cost = try await call(showing: .errors) { client throws(GateClientError) in
            try await client.previewChange(change)
        }
        if !cost.invalidated.isEmpty { asking.say(words.wouldDestroy(cost.invalidated)) }
        if !cost.losingFingerprint.isEmpty { asking.say(words.wouldNeedRenewal(cost.losingFingerprint)) }
        guard isFinal || !cost.invalidated.isEmpty || !cost.losingFingerprint.isEmpty else { return }
        try await confirm(
            Act(change),
            preview: [
                "invalidated": .array(cost.invalidated.map { .string($0.rawValue) }),
                "losingFingerprint": .array(cost.losingFingerprint.map { .string($0.rawValue) }),
            ])
    }

    /// Asks for confirmation of a change; with JSON, prints the cost instead.
    func confirm(_ act: Act, preview: WireObject) async throws(CommandFailure) {
        if mayLoseItems { return }
        guard !isJSON else {
            try emit(.reply(preview))
            complain(words.mustSayYes)
            throw .explained(.usage)
        }
        guard terminal != nil else { throw .refused(words.mustSayYes, .usage) }
        guard await agrees(words.question(act), standard: false) else {
            throw .refused(words.nothingChanged, .cancelled)
        }
    }
}

extension Progress {
    /// Whether the typed PIN or password is wrong, and may be typed again at once.
    func mayTypeAgain(_ typed: Factor?) -> Bool {
        event == .credentialWrong && factor == typed && retryAfter == nil && (attemptsRemaining ?? 0) > 0
    }
}
