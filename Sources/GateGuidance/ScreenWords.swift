public import GateModel

/// The alternative to the finger that an app's own screen offers.
public enum ScreenFallback: CaseIterable, Sendable {
    case pin, password
    /// The app's own alternative, whose button the app labels.
    case own
    /// No credential: the user signs in again.
    case signIn

    fileprivate func sentence(in phrasebook: any Phrasebook) -> String {
        switch self {
        case .pin: phrasebook.sentence(for: .pin)
        case .password: phrasebook.sentence(for: .password)
        case .own: ""
        case .signIn: phrasebook.sentence(for: .signIn)
        }
    }

    /// Another touch, or the alternative.
    fileprivate func sentenceAfterMiss(in phrasebook: any Phrasebook) -> String {
        switch self {
        case .pin: phrasebook.tryAgain(or: .pin)
        case .password: phrasebook.tryAgain(or: .password)
        case .own, .signIn: phrasebook.tryAgain(or: .signIn)
        }
    }

    /// The alternative, in the words of the failure.
    fileprivate func sentenceAfterMisses(in phrasebook: any Phrasebook) -> String {
        switch self {
        case .pin: phrasebook.screenNoMatchPIN
        case .password: phrasebook.screenNoMatchPassword
        case .own, .signIn: sentence(in: phrasebook)
        }
    }

    /// The button's caption; nil for the app's own alternative.
    public func label(in language: Language) -> String? {
        switch self {
        case .pin: Caption.usePIN.text(in: language)
        case .password: language.phrasebook.screenUsePassword
        case .own: nil
        case .signIn: Caption.signIn.text(in: language)
        }
    }
}

/// The messages of an app's screen that are no errors of the gate.
public enum ScreenMessage: CaseIterable, Sendable {
    /// The user was verified.
    case confirmed
    /// The daemon cannot be reached.
    case notRunning
    /// Another program answers in place of the daemon.
    case untrusted
    /// The app's own check refused.
    case checkRefused
    /// A finger did not match, and another touch can be asked for.
    case missed
    /// No finger matched, and no other touch is asked for.
    case noMatch
    /// Misses have paused the finger, and the gate asks for none until it is started again.
    case lockedOut
    /// A lockout has ended, and the gate has not been started again since.
    case lockoutOver
    /// The gate failed with an error that this version does not know.
    case unexpected

    /// One or two sentences; for a refusal, the last one names the alternative to the finger.
    public func text(offering fallback: ScreenFallback, in language: Language) -> String {
        switch self {
        case .confirmed: words(in: language)
        case .missed: joined(words(in: language), fallback.sentenceAfterMiss(in: language.phrasebook))
        case .noMatch: joined(words(in: language), fallback.sentenceAfterMisses(in: language.phrasebook))
        case .notRunning, .untrusted, .checkRefused, .lockedOut, .lockoutOver, .unexpected:
            joined(words(in: language), fallback.sentence(in: language.phrasebook))
        }
    }

    private func words(in language: Language) -> String {
        let phrasebook = language.phrasebook
        return switch self {
        case .confirmed: phrasebook.screenConfirmed
        case .notRunning: phrasebook.screenNotRunning
        case .untrusted: phrasebook.screenUntrusted
        case .checkRefused: phrasebook.screenCheckRefused
        case .missed, .noMatch: phrasebook.screenNoMatch
        case .lockedOut: joined(phrasebook.lockoutTitle.asSentence, phrasebook.screenLockoutOver)
        case .lockoutOver: phrasebook.screenLockoutOver
        case .unexpected: phrasebook.screenUnexpected
        }
    }
}

/// The state of an app's fingerprint sign-in, for its settings screen.
public enum SignInSwitch: CaseIterable, Sendable {
    case enabled, off, unavailable
    /// It was on, but the user's prints have changed.
    case needsRenewal

    public func text(in language: Language) -> String {
        let phrasebook = language.phrasebook
        return switch self {
        case .enabled: phrasebook.switchEnabled
        case .off: phrasebook.switchOff
        case .unavailable: phrasebook.switchUnavailable
        case .needsRenewal: phrasebook.switchNeedsRenewal
        }
    }
}

extension GateError {
    /// The error in complete sentences, for an app's screen: the problem, then the screen's alternative if it helps.
    public func screenText(offering fallback: ScreenFallback, in language: Language) -> String {
        if case .authenticationFailed = self { return ScreenMessage.noMatch.text(offering: fallback, in: language) }
        let words = language.phrasebook.words(for: naming(fallback), in: Situation())
        let offered = self.fallback == nil ? "" : fallback.sentence(in: language.phrasebook)
        return joined(words.title.asSentence, words.body, offered)
    }

    /// The error with the screen's alternative, if the error's own text names one.
    private func naming(_ fallback: ScreenFallback) -> GateError {
        guard case .timedOut(nil, _) = self else { return self }
        return switch fallback {
        case .pin: .timedOut(fallbacks: [.pin])
        case .password: .timedOut(fallbacks: [.password])
        case .own, .signIn: .timedOut(fallbacks: [])
        }
    }
}

extension Guidance {
    /// The title and body as complete sentences, for a screen reader.
    public var spoken: String { joined(title.asSentence, body) }
}

/// A foreign sentence, for example from a server, followed by the screen's alternative to the finger.
public func screenText(_ text: String, offering fallback: ScreenFallback, in language: Language) -> String {
    joined(text.asSentence, fallback.sentence(in: language.phrasebook))
}

private func joined(_ sentences: String...) -> String {
    sentences.filter { !$0.isEmpty }.joined(separator: " ")
}
