import BiometricGate
import GateGuidance
import GateModel
import GateSecret
import GateWire

extension Session {
    /// Calls a method that asks nobody; its answer is what the command prints as JSON.
    func call(
        _ method: String, _ parameters: WireObject = [:], payload: borrowing OutgoingCall.Payload? = nil,
        credential: consuming Credential? = nil, showing isShown: Bool = true
    ) async throws(CommandFailure) -> WireObject {
        do throws(GateClientError) {
            let reply = try await client.call(method, parameters, payload: payload, credential: credential)
            if isShown { try? emit(.reply(reply.parameters)) }
            return reply.parameters
        } catch {
            throw refusal(error)
        }
    }

    /// Follows a method that answers for as long as somebody listens, over a connection of its own.
    func follow(
        _ method: String, _ parameters: WireObject = [:], onReply: @escaping @Sendable (WireObject) -> Void
    ) async throws(CommandFailure) {
        let client = GateClient(socket: client.socket, locale: client.locale)
        do throws(GateClientError) {
            let reply = try await client.call(method, parameters) { [self] parameters in
                try? emit(.reply(parameters, continues: true))
                onReply(parameters)
            }
            onReply(reply.parameters)
        } catch {
            throw refusal(error)
        }
    }

    // MARK: Methods that ask the user

    /// Calls a method that asks the user, who is shown how far it is and may type the PIN or the password instead of a
    /// touch where `racing` says which one the call takes.
    ///
    /// A refusal that a credential gets around asks for that, where somebody is there to type it. A secret is left to
    /// the caller to print.
    func ask(
        _ method: String, _ parameters: WireObject, payload: borrowing OutgoingCall.Payload? = nil,
        presenting presented: Factor? = nil, racing: Factor? = nil, reuse: Duration? = nil, limitsTime: Bool = true,
        hasTexts: Bool = true
    ) async throws(CommandFailure) -> GateReply {
        var parameters = parameters
        parameters.append("maxAgeSeconds", reuse.map { Int($0.components.seconds) })
        if limitsTime { parameters.append("timeoutSeconds", timeout.map { Int($0.components.seconds) }) }
        if hasTexts { parameters.append("locale", language.tag) }
        if let factor = presented ?? factor { return try await present(factor, method, parameters, payload) }
        do throws(GateClientError) {
            return try await wait(method, parameters, payload, credential: nil, racing: racing)
        } catch {
            if terminal != nil, let pause = Countdown(error) {
                explainBriefly(error)
                return try await sitOut(pause, method, parameters, payload, racing: racing)
            }
            guard let factor = wayAround(error) else { throw refusal(error) }
            explainBriefly(error)
            return try await present(factor, method, parameters, payload)
        }
    }

    /// Waits until a finger may be tried again and calls again; what is typed meanwhile goes first.
    private func sitOut(
        _ pause: Countdown, _ method: String, _ parameters: WireObject, _ payload: borrowing OutgoingCall.Payload?,
        racing: Factor?
    ) async throws(CommandFailure) -> GateReply {
        screen.say(words.waysOut(racing))
        let typed = SecretBox(nil)
        let (lines, continuation) = AsyncStream<Void>.makeStream()
        let listener = listener(for: racing) { line in
            typed.put(line)
            continuation.finish()
        }
        let isOver = await withTaskGroup(of: Bool.self) { group in
            group.addTask { [screen, words] in await pause.run(on: screen) { words.paused($0) } }
            group.addTask {
                for await _ in lines {}
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? true
        }
        _ = consume listener
        screen.finish()
        guard !isOver, let racing else {
            return try await ask(
                method, parameters, payload: payload, racing: racing, limitsTime: false, hasTexts: false)
        }
        // A line that was empty asks for the prompt.
        guard let line = typed.take(), line.count > 0 else {
            return try await present(racing, method, parameters, payload)
        }
        do throws(GateClientError) {
            return try await wait(
                method, parameters, payload, credential: racing == .pin ? .pin(line) : .password(line), racing: nil)
        } catch {
            explainBriefly(error)
            guard canTypeCredential, case .credentialWrong(_, _, nil) = error.gateError else { throw refusal(error) }
            return try await present(racing, method, parameters, payload)
        }
    }

    /// The credential that somebody at the terminal may type after a refusal; nil where none would help.
    private func wayAround(_ error: GateClientError) -> Factor? {
        guard terminal != nil, let gateError = error.gateError else { return nil }
        let accepted: [Factor] =
            switch gateError {
            case .noHardware(let fallbacks), .hardwareUnavailable(_, _, let fallbacks), .notEnrolled(_, let fallbacks),
                .disabled(let fallbacks), .lockout(_, _, let fallbacks), .lockoutPermanent(_, _, let fallbacks),
                .authenticationFailed(let fallbacks):
                fallbacks
            case .credentialRequired(let accepted): accepted
            case .factorNotAllowed(let allowed): allowed
            // Who is away does not type either.
            case .timedOut: []
            case .cancelled, .credentialNotSet, .credentialWrong, .credentialUnavailable, .credentialThrottled,
                .signInRequired, .pinUnacceptable, .itemNotFound, .itemExists, .itemInvalidated, .printNotFound,
                .fingerAlreadyEnrolled, .fingerKnownToReader, .readerNotFound, .readerFull, .requestNotFound,
                .limitExceeded, .sealingUnavailable, .storageFailed, .notPermitted:
                []
            }
        return accepted.contains(.pin) ? .pin : accepted.contains(.password) ? .password : nil
    }

    private func explainBriefly(_ error: GateClientError) {
        if let guidance = error.guidance { screen.say(guidance.line) }
    }

    /// Calls with the PIN or the password; one that was mistyped may be typed again.
    private func present(
        _ factor: Factor, _ method: String, _ parameters: WireObject, _ payload: borrowing OutgoingCall.Payload?
    ) async throws(CommandFailure) -> GateReply {
        var triesLeft = 3
        while true {
            let credential = try await credential(factor)
            do throws(GateClientError) {
                return try await wait(method, parameters, payload, credential: credential, racing: nil)
            } catch {
                triesLeft -= 1
                guard triesLeft > 0, canTypeCredential, case .credentialWrong(_, _, nil) = error.gateError else {
                    throw refusal(error)
                }
                explainBriefly(error)
            }
        }
    }

    private func wait(
        _ method: String, _ parameters: WireObject, _ payload: borrowing OutgoingCall.Payload?,
        credential: consuming Credential?, racing: Factor?
    ) async throws(GateClientError) -> GateReply {
        let prompter = Prompter(screen, words, isAttended: terminal != nil, alternative: racing)
        let listener = listener(for: racing) { [client, screen, words] line in
            guard let racing, line.count > 0 else {
                return screen.prompt(racing.map(words.credentialPrompt) ?? "")
            }
            screen.endPrompt()
            client.answerWaitingCall(racing == .pin ? .pin(line) : .password(line))
        }
        let reply = try await client.call(method, parameters, payload: payload, credential: credential) {
            [self] parameters in
            try? emit(.reply(parameters, continues: true))
            if let wire = parameters["progress"]?.objectValue, let progress = Progress(wire: wire) {
                prompter.show(progress, wire["message"]?.stringValue ?? "")
            }
        }
        _ = consume listener
        screen.finish()
        return reply
    }

    /// Listens to what is typed unseen, where that can be of use.
    private func listener(
        for factor: Factor?, onLine: @escaping @Sendable (consuming SecretBytes) -> Void
    ) -> TerminalListener? {
        guard factor != nil, let terminal else { return nil }
        return TerminalListener(terminal, onLine: onLine)
    }

    private func refusal(_ error: GateClientError) -> CommandFailure {
        if error.isFromDaemon { try? emit(.error(error.code.rawValue, error.parameters)) }
        return .gate(error)
    }

    // MARK: Costly changes

    /// Names what a change would cost and asks whether it shall be made. `isFinal` asks also where no item is lost.
    func confirm(_ change: PlannedChange, isFinal: Bool = false) async throws(CommandFailure) {
        let cost: ChangeCost
        do throws(GateClientError) {
            cost = try await client.previewChange(change)
        } catch {
            throw refusal(error)
        }
        if !cost.invalidated.isEmpty { screen.say(words.wouldDestroy(cost.invalidated)) }
        if !cost.losingFingerprint.isEmpty { screen.say(words.wouldNeedRenewal(cost.losingFingerprint)) }
        guard isFinal || !cost.invalidated.isEmpty || !cost.losingFingerprint.isEmpty else { return }
        try await confirm(preview: [
            "invalidated": .array(cost.invalidated.map { .string($0.rawValue) }),
            "losingFingerprint": .array(cost.losingFingerprint.map { .string($0.rawValue) }),
        ])
    }

    /// Asks whether a change shall be made; a program that has not said so is given what it would cost instead.
    func confirm(preview: WireObject) async throws(CommandFailure) {
        if mayLoseItems { return }
        try emit(.reply(preview))
        guard terminal != nil else { throw .refused(words.mustSayYes, .usage) }
        guard await agrees(words.goOn, standard: false) else { throw .refused(words.nothingChanged, .cancelled) }
    }
}
