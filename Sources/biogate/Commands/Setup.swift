import GateFace
import GateGuidance
import ArgumentParser
import BiometricGate
import GateModel
import Glibc

struct Setup: ChangingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Begin: what this is, a PIN, a finger, a try. Each step can be skipped.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let words = session.words
        guard session.terminal != nil else { throw .refused(words.setupNeedsTerminal, .usage) }
        // Checked before anything is asked.
        let readers = try await session.readers()
        let settings = try await session.settings()
        if let refusal = try await session.administratorsRefusal() {
            session.explain(refusal)
        } else if readers.isEmpty {
            session.screen.say(words.noReaders)
        } else {
            session.asking.say(Guidance.explaining(in: session.language).line)
            if !settings.fingerprintEnabled, settings.enrolledPrints > 0 {
                session.asking.say(words.fingerprintStaysOff)
            }
            guard await session.agrees(words.startNow, standard: true) else {
                return session.screen.say(words.setupLater)
            }
        }
        try await choosePIN(session)
        let now = try await session.settings()
        guard now.pinSet || now.passwordAvailable else {
            // Without a PIN, no finger can be added and nothing stored.
            return session.explain(try session.refusal(.credentialNotSet(.pin)))
        }
        try await addFinger(session)
        try await tryIt(session)
        try await offerLogin(session)
        try await offerEither(session)
        session.screen.say(session.next("biogate store github --from token.txt"))
    }

    private func choosePIN(_ session: Session) async throws(CommandFailure) {
        guard try await !session.settings().pinSet, await session.agrees(session.words.setPINNow, standard: true)
        else { return }
        try await SetPIN.parsed().run(session)
    }

    private func addFinger(_ session: Session) async throws(CommandFailure) {
        let settings = try await session.settings()
        guard settings.enrolledPrints == 0 else { return }
        if try await session.hasUnvouchedFinger() {
            guard await session.agrees(session.words.vouchFingersNow, standard: true) else { return }
            return try await VouchFinger.parsed().run(session)
        }
        guard try await !session.readers().isEmpty, try await session.administratorsRefusal() == nil else { return }
        let finger = Finger.rightIndex.name(in: session.language)
        guard await session.agrees(session.words.addFingerNow(finger), standard: true) else { return }
        try await AddFinger.parsed().run(session)
    }

    /// Offers `biogate login on` where logins ask this service for fingers, and would leave the session's keyring locked.
    private func offerLogin(_ session: Session) async throws(CommandFailure) {
        guard !session.isSocketNamed, FaceClient.isServed, KeyringSocket(session.environment) != nil else { return }
        let settings = try await session.settings()
        guard settings.fingerprintEnabled, settings.enrolledPrints > 0, settings.passwordAvailable,
            try await session.loginItem() == nil, try await session.isLoginStorable()
        else { return }
        // Where no login asks for a finger, none opens the keyring.
        guard !session.tellThatNoLoginAsks(), await session.agrees(session.words.openKeyringAtLogin, standard: false)
        else { return }
        do throws(CommandFailure) {
            try await LoginOn.parsed().run(session)
        } catch {
            // The rest of the setup is done.
            session.explain(error)
        }
    }

    /// Offers `biogate login either on` where it can help the user, and is off.
    private func offerEither(_ session: Session) async throws(CommandFailure) {
        let (stacks, settings) = (LoginStacks(), try await session.settings())
        guard !session.isSocketNamed, FaceClient.isServed, stacks.isEitherInstalled, !stacks.isEitherOn,
            settings.fingerprintEnabled, settings.enrolledPrints > 0, try await !session.readers().isEmpty,
            await session.agrees(session.words.takeEither, standard: false)
        else { return }
        guard getuid() == 0 else { return session.screen.say(session.next(LoginEither.Switch.on.command)) }
        do throws(CommandFailure) {
            try await session.turnEither(.on, stacks)
            session.screen.say(session.words.eitherIsOn)
        } catch {
            // The rest of the setup is done.
            session.explain(error)
        }
    }

    private func tryIt(_ session: Session) async throws(CommandFailure) {
        let settings = try await session.settings()
        guard settings.pinSet || settings.enrolledPrints > 0,
            await session.agrees(session.words.tryNow, standard: true)
        else { return }
        let reason = session.reason(nil, orElse: session.words.tryReason)
        let receipt = try await session.ask(racing: try await session.userFactor()) {
            client, credential, options, progress throws(GateClientError) in
            try await client.authenticate(
                reason: reason, credential: credential, options: options, progress: progress)
        }
        session.screen.say(session.words.works(receipt.factor.name(in: session.language)))
    }
}

extension FaceClient {
    /// Whether the system's logins reach the service.
    fileprivate static var isServed: Bool { unsafe access(systemSocket, F_OK) == 0 }
}

extension GateCommand {
    /// The command without arguments.
    fileprivate static func parsed() throws(CommandFailure) -> Self {
        do {
            return try parse([])
        } catch {
            throw .refused("\(error)", .unexpected)
        }
    }
}
