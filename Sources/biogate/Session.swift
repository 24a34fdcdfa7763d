import BiometricGate
import GateGuidance
import GateModel
import GateSecret
import GateWire
import Glibc

/// One run of a command: the daemon on one side, the user or a script on the other.
final class Session: Sendable {
    let client: GateClient
    let language: Language
    let screen: Screen
    /// Where the user can be asked; nil where there is nobody to ask.
    let terminal: Terminal?
    let environment: ProcessEnvironment
    /// The credential that the command line asks for.
    let factor: Factor?
    let isJSON: Bool
    let mayLoseItems: Bool
    let timeout: Duration?
    /// Whether the option or the environment says which socket it is.
    let isSocketNamed: Bool
    private let credentialSource: SecretSource?
    /// What was read from the source, which can be read once.
    private let readCredential = SecretBox(nil)

    init(_ options: GateOptions, factor: Factor?, environment: ProcessEnvironment = .ofThisProcess()) {
        language = options.language(in: environment)
        let socket = options.socket ?? environment["BIOGATE_SOCKET"]
        client = GateClient(socket: socket ?? GateClient.systemSocket, locale: language.tag)
        isSocketNamed = socket != nil
        terminal = options.json ? nil : Terminal.controlling()
        let isPlain =
            options.plain || environment["NO_COLOR"] != nil || environment["TERM"] == "dumb"
            || isatty(STDERR_FILENO) == 0
        screen = Screen(options.json ? .silent : isPlain ? .plain : .live)
        self.environment = environment
        self.factor = factor ?? (options.pinFrom == nil ? nil : .pin)
        isJSON = options.json
        mayLoseItems = options.yes
        timeout = options.timeout?.duration
        credentialSource = options.pinFrom
        Signals.protect(terminal)
    }

    var words: any CommandWords { language.words }

    // MARK: Output

    /// A line of what the command was asked for.
    func print(_ line: String) throws(CommandFailure) {
        guard !isJSON else { return }
        try write { (output) throws(SystemCallFailure) in try output.write(line.escapingControls + "\n") }
    }

    /// Writes to standard output; a reader that went away ends the process as SIGPIPE would.
    func write(
        _ body: (borrowing Descriptor) throws(SystemCallFailure) -> Void
    ) throws(CommandFailure) {
        screen.finish()
        do throws(SystemCallFailure) {
            try body(Descriptor.output)
        } catch {
            if error.errno == EPIPE { exit(128 + SIGPIPE) }
            throw .system(error)
        }
    }

    /// A message of the daemon's, as it came.
    func emit(_ message: borrowing OutgoingFrame) throws(CommandFailure) {
        guard isJSON else { return }
        try write { (output) throws(SystemCallFailure) in
            try unsafe message.withBytes { (bytes) throws(SystemCallFailure) in
                // All but the NUL, on a line of its own: the writer escapes line ends inside.
                try unsafe output.write(UnsafeRawBufferPointer(rebasing: bytes.dropLast()))
            }
            try output.write("\n")
        }
    }

    /// Tells why a command failed: the daemon's own words where it has some.
    func explain(_ failure: CommandFailure) {
        screen.finish()
        switch failure {
        case .gate(let error):
            // A program has it as JSON already.
            if !isJSON || !error.isFromDaemon { explain(error) }
        case .told(let guidance, _): if !isJSON { explain(guidance) }
        case .explained: break
        case .refused(let line, _): complaints.say(line)
        case .system(let failure): complaints.say(failure.description)
        }
    }

    private func explain(_ error: GateClientError) {
        if let guidance = error.guidance {
            explain(guidance)
        } else if error.code == .notRunning || error.code == .disconnected {
            complaints.say(words.notRunning(client.socket))
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
        if let command = guidance.command { complaints.say(words.next(command)) }
    }

    /// Says why there is no answer, also to a program's log.
    func complain(_ line: String) { complaints.say(line) }

    private var complaints: Screen { isJSON ? Screen(.plain) : screen }

    // MARK: Credentials

    /// A secret from a file, without the line's end.
    func read(_ source: SecretSource) throws(CommandFailure) -> SecretBytes {
        // Far longer than any PIN or password.
        let limit = 4096
        let bytes: SecretBytes?
        do throws(SystemCallFailure) {
            bytes = try source.open().readSecret(limit: limit)
        } catch {
            throw .system(error)
        }
        guard let bytes else { throw .refused(words.tooLong(limit), .usage) }
        return bytes.withoutLineEnd()
    }

    /// The PIN or the password: from the file of `--pin-from`, else from the terminal.
    func credential(_ factor: Factor) async throws(CommandFailure) -> Credential {
        guard let credentialSource else {
            return try .init(factor, try await typed(words.credentialPrompt(factor), missing: words.noCredential))
        }
        if let kept = readCredential.duplicate() { return try .init(factor, kept) }
        let secret = try read(credentialSource)
        readCredential.put(secret.duplicate())
        return try .init(factor, secret)
    }

    /// Whether another try would bring another credential.
    var canTypeCredential: Bool { credentialSource == nil && terminal != nil }

    /// Asks for a line that is not shown.
    func typed(_ prompt: String, missing: String) async throws(CommandFailure) -> SecretBytes {
        guard let terminal else { throw .refused(missing, .credentialNeeded) }
        screen.prompt(prompt)
        let line = await terminal.readHidden()
        screen.endPrompt()
        guard let line else { throw .refused(words.cancelled, .cancelled) }
        return line
    }

    /// Asks for yes or no; an empty line is `standard`, the end of the input no.
    func agrees(_ question: String, standard: Bool) async -> Bool {
        guard let terminal else { return false }
        screen.prompt(question + (standard ? " [Y/n]" : " [y/N]"))
        guard let answer = await terminal.readShown() else {
            screen.endPrompt()
            return false
        }
        screen.promptAnswered()
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
    /// The daemon's errors have dots in their names, the library's have none.
    var isFromDaemon: Bool { code.rawValue.contains(".") }
}

extension Guidance {
    /// Title and body on one line.
    var line: String {
        let heading = title.hasSuffix("?") ? title : title + "."
        return body.isEmpty ? heading : "\(heading) \(body)"
    }
}
