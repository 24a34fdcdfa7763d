import BiometricGate
import GateGuidance
import GateModel
import GateSecret
import GateSystem
import GateWire
import Glibc
import Synchronization

/// One run of a command, between the daemon and the user or a script.
final class Session: Sendable {
    /// A client whose calls print nothing.
    let client: GateClient
    let language: Language
    /// Standard error.
    let screen: Screen
    /// For questions: standard error, or the terminal if that is redirected.
    let asking: Screen
    /// The terminal for questions; nil if nobody can be asked.
    let terminal: Terminal?
    let environment: ProcessEnvironment
    /// The credential that the command line requests.
    let factor: Factor?
    let isJSON: Bool
    let mayLoseItems: Bool
    let timeout: Duration?
    /// The program that shows requests to the user.
    let interaction: Interaction
    /// Whether the option or the environment names the socket.
    let isSocketNamed: Bool
    /// Whether the option names it, so that suggested commands have to repeat it.
    private let isSocketOption: Bool
    private let credentialSource: SecretSource?
    /// The first failure to write a message, thrown later.
    private let unwritten = Mutex<CommandFailure?>(nil)
    /// The credential from the source, which can be read only once.
    private let readCredential = SecretBox(nil)
    /// The credentials typed last, as long as they may be right.
    private let typedCredentials: [Factor: SecretBox] = [.pin: SecretBox(nil), .password: SecretBox(nil)]

    init(_ options: GateOptions, factor: Factor?, environment: ProcessEnvironment = .ofThisProcess()) {
        language = options.language(in: environment)
        let socket = options.socket ?? GateClient.defaultSocket
        client = GateClient(socket: socket, locale: language.tag)
        isSocketNamed = socket != GateClient.systemSocket
        isSocketOption = options.socket != nil
        terminal = options.json ? nil : Terminal.controlling()
        let isPlain = options.plain || environment["NO_COLOR"] != nil || environment["TERM"] == "dumb"
        let isShown = isatty(STDERR_FILENO) == 1
        screen = Screen(options.json ? .silent : isPlain || !isShown ? .plain : .live)
        asking =
            if let terminal, !isShown {
                Screen(isPlain ? .plain : .live, columns: { terminal.columns }, sink: { terminal.show($0) })
            } else { screen }
        self.environment = environment
        self.factor = factor ?? (options.pinFrom == nil ? nil : .pin)
        isJSON = options.json
        mayLoseItems = options.yes
        timeout = options.timeout?.duration
        interaction = options.prompt ? .prompt : .caller
        credentialSource = options.pinFrom
        if let tag = options.unknownLocale { Screen(.plain).say(language.words.unknownLocale(tag)) }
        Signals.protect(terminal) { [asking] in asking.promptAgain() }
    }

    var words: any CommandWords { language.words }

    // MARK: Output

    /// Moves the cursor to a line's start.
    func finish() {
        asking.finish()
        screen.finish()
    }

    /// Prints a line of the command's result.
    func print(_ line: String) throws(CommandFailure) {
        guard !isJSON else { return }
        try write { (output) throws(SystemCallFailure) in try output.write(line.escapingControls + "\n") }
    }

    /// Writes to standard output; if its reader is gone, the process ends as by SIGPIPE.
    func write(
        _ body: (borrowing Descriptor) throws(SystemCallFailure) -> Void
    ) throws(CommandFailure) {
        finish()
        do throws(SystemCallFailure) {
            try body(Descriptor.output)
        } catch {
            if error.errno == EPIPE { exit(128 + SIGPIPE) }
            throw .system(error)
        }
    }

    /// The client; with JSON, one that prints its messages.
    func client(showing shown: ShownMessages) -> GateClient {
        guard isJSON else { return client }
        return client.observed { [self] reply in
            do throws(CommandFailure) {
                try emit(reply, shown)
            } catch {
                unwritten.withLock { $0 = $0 ?? error }
            }
        }
    }

    /// Throws if a message could not be written.
    func checkWritten() throws(CommandFailure) {
        if let failure = unwritten.withLock({ $0 }) { throw failure }
    }

    /// Prints a message of the daemon as received.
    private func emit(_ reply: borrowing IncomingReply, _ shown: ShownMessages) throws(CommandFailure) {
        if let error = reply.error { return try emit(.error(error, reply.parameters)) }
        switch shown {
        case .errors: break
        case .progress where !reply.continues: break
        case .progress, .answers: try emit(.reply(reply.parameters, continues: reply.continues))
        case .secrets:
            switch reply.secret {
            case .some(let secret): try emit(.reply(reply.parameters, secretMember: "secret", secret))
            case nil: try emit(.reply(reply.parameters, continues: reply.continues))
            }
        }
    }

    /// Prints a message in the daemon's form.
    func emit(_ message: borrowing OutgoingFrame) throws(CommandFailure) {
        guard isJSON else { return }
        try write { (output) throws(SystemCallFailure) in
            try unsafe message.withBytes { (bytes) throws(SystemCallFailure) in
                // Each message without its NUL is one line: the writer escapes line ends.
                try unsafe output.write(UnsafeRawBufferPointer(rebasing: bytes.dropLast()))
            }
            try output.write("\n")
        }
    }

    /// Explains why a command failed, in the daemon's own words if it has some.
    func explain(_ failure: CommandFailure) {
        finish()
        switch failure {
        case .gate(let error):
            // With JSON, it is printed already.
            if isJSON, error.isFromDaemon { return }
            emit(error.code.rawValue, error.explanation)
            explain(error)
        case .told(let guidance, _): if !isJSON { explain(guidance) }
        case .explained: break
        case .refused(let line, let status):
            emit("\(status)", line)
            complaints.say(line)
        case .system(let error):
            emit("\(failure.status)", error.description)
            complaints.say(error.description)
        }
    }

    /// Prints an error of this program in the daemon's form; its name has no dot.
    private func emit(_ error: String, _ text: String) {
        // If standard output fails, standard error has the line.
        try? emit(.error(error, ["message": .string(text)]))
    }

    private func explain(_ error: GateClientError) {
        if let guidance = error.guidanceAtTerminal {
            explain(guidance)
        } else if error.code == .notRunning {
            if let obstacle = socketObstacle {
                complaints.say(obstacle.description)
            } else {
                complaints.say(isSocketNamed ? words.nobodyListens(client.socket) : words.notRunning(client.socket))
            }
        } else if error.code == .disconnected {
            complaints.say(SystemUser.isCallerNameless ? words.nameless : words.hungUp)
            complaints.say(next("biogate doctor"))
        } else if error.code == .untrusted {
            complaints.say(words.untrusted(client.socket))
        } else if let parameter = error.invalidParameter {
            complaints.say(words.invalid(parameter))
        } else if error.code == .methodNotImplemented || error.code == .methodNotFound {
            complaints.say(words.tooOld)
        } else {
            complaints.say(error.explanation)
        }
    }

    private func explain(_ guidance: Guidance) {
        complaints.say(guidance.line)
        if let command = guidance.command { complaints.say(next(TypedCommand.this.keepingOptions(in: command))) }
    }

    /// The line with the next command, for the same service as this run.
    func next(_ command: String) -> String {
        if command.hasPrefix("sudo biogate "), isSocketNamed, environment["BIOGATE_SANDBOX"] != nil {
            return words.sandboxForgets
        }
        return words.next(repeatable(command))
    }

    /// The command with the socket, if its own environment would lack it: sudo drops the variable.
    func repeatable(_ command: String) -> String {
        guard !command.contains(" --socket ") else { return command }
        let isOwed = isSocketOption || command.hasPrefix("sudo biogate ") && isSocketNamed
        return isOwed ? command.onSocket(client.socket) : command
    }

    /// Why no service can be reached at the socket's path, whether or not one listens.
    private var socketObstacle: SystemCallFailure? {
        // unix(7): a path has at most 107 bytes and a NUL.
        guard client.socket.utf8.count < 108 else {
            return SystemCallFailure(function: "connect", path: client.socket, errno: ENAMETOOLONG)
        }
        // The path is lent to the call as a C string.
        guard unsafe access(client.socket, W_OK) != 0, errno == EACCES else { return nil }
        return SystemCallFailure(function: "connect", path: client.socket, errno: EACCES)
    }

    /// Reports why there is no answer, on standard error even with JSON.
    func complain(_ line: String) { complaints.say(line) }

    private var complaints: Screen { isJSON ? Screen(.plain) : screen }

    // MARK: Credentials

    /// Reads a PIN or a password from a file, without the line end.
    func read(_ source: SecretSource) throws(CommandFailure) -> SecretBytes {
        // Longer than any credential.
        let secret = try read(source, limit: 4096).withoutLineEnd()
        guard secret.count > 0 else { throw .refused(words.emptyCredential, .usage) }
        return secret
    }

    /// Reads a file; throws if it has more than `limit` bytes.
    func read(_ source: SecretSource, limit: Int) throws(CommandFailure) -> SecretBytes {
        let bytes: SecretBytes?
        do throws(SystemCallFailure) {
            bytes = try source.open().readSecret(limit: limit)
        } catch {
            throw .system(error)
        }
        guard let bytes else { throw .refused(words.tooLong(limit), .usage) }
        return bytes
    }

    /// The PIN or the password, from the file of `--pin-from` or the terminal; with `mayRepeat`, one typed earlier may
    /// be reused.
    func credential(
        _ factor: Factor, asking question: String? = nil, mayRepeat: Bool = false
    ) async throws(CommandFailure) -> Credential {
        guard let credentialSource else {
            if mayRepeat, let kept = typedCredentials[factor]?.duplicate() { return try .init(factor, kept) }
            let secret = try await typed(question ?? words.credentialPrompt(factor), missing: noCredential)
            typedCredentials[factor]?.put(secret.duplicate())
            return try .init(factor, secret)
        }
        if let kept = readCredential.duplicate() { return try .init(factor, kept) }
        let secret = try read(credentialSource)
        readCredential.put(secret.duplicate())
        return try .init(factor, secret)
    }

    /// Keeps a PIN that the daemon accepted, for later calls of this run.
    func remember(_ pin: borrowing SecretBytes) { typedCredentials[.pin]?.put(pin.duplicate()) }

    func hasTyped(_ factor: Factor) -> Bool {
        switch typedCredentials[factor]?.duplicate() {
        case .some: true
        case nil: false
        }
    }

    /// Drops a wrong credential.
    func forgetCredential(_ factor: Factor) { _ = typedCredentials[factor]?.take() }

    /// Wipes typed and read credentials, once no call needs them.
    func forgetCredentials() {
        for box in typedCredentials.values { _ = box.take() }
        _ = readCredential.take()
    }

    /// Whether the command line asks for a credential that can come from nowhere.
    var isCredentialMissing: Bool { factor != nil && terminal == nil && credentialSource == nil }

    /// Whether another try can get another credential.
    var canTypeCredential: Bool { credentialSource == nil && terminal != nil }

    /// Why the PIN or the password cannot be asked for.
    var noCredential: String { isJSON ? words.jsonAsksNothing : words.noCredential }

    /// Asks for a hidden line.
    func typed(_ prompt: String, missing: String) async throws(CommandFailure) -> SecretBytes {
        guard let terminal else { throw .refused(missing, .credentialNeeded) }
        let line = await terminal.readHidden { asking.prompt(prompt) }
        asking.endPrompt()
        guard let line else { throw .refused(words.cancelled, .cancelled) }
        return line
    }

    /// Asks a yes-or-no question; an empty line is `standard`, the end of the input means no.
    func agrees(_ question: String, standard: Bool) async -> Bool {
        guard let terminal else { return false }
        asking.prompt(question + (standard ? " [Y/n]" : " [y/N]"))
        guard let answer = await terminal.readShown() else {
            asking.endPrompt()
            return false
        }
        asking.promptAnswered()
        let first = answer.drop { $0 == " " }.first?.lowercased()
        return first.map { words.yes.contains($0) } ?? standard
    }
}

extension Credential {
    /// A finger is not typed.
    fileprivate init(_ factor: Factor, _ secret: consuming SecretBytes) throws(CommandFailure) {
        switch factor {
        case .pin: self = .pin(secret)
        case .password: self = .password(secret)
        case .fingerprint: throw .refused("a finger is not typed", .unexpected)
        }
    }
}

extension GateClientError {
    /// The daemon's error names contain dots, the library's do not.
    var isFromDaemon: Bool { code.rawValue.contains(".") }
}

extension GateClientError {
    /// The daemon's guidance, without the advice to sign in to an app.
    var guidanceAtTerminal: Guidance? {
        guard let gateError else { return guidance }
        return guidance?.withoutSignIn(gateError, isAdministrator: geteuid() == 0)
    }
}

extension Guidance {
    /// Title and body on one line.
    var line: String {
        let heading = title.hasSuffix("?") ? title : title + "."
        return body.isEmpty ? heading : "\(heading) \(body)"
    }
}
