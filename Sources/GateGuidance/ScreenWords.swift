public import GateModel

/// The way around the finger that an app's own screen offers.
public enum ScreenFallback: CaseIterable, Sendable {
    case pin, password
    /// A way of the app's own, with a button that says what it is.
    case own
    /// None: the user signs in afresh.
    case signIn

    fileprivate func sentence(in phrasebook: any Phrasebook) -> String {
        switch self {
        case .pin: phrasebook.sentence(for: .pin)
        case .password: phrasebook.sentence(for: .password)
        case .own: ""
        case .signIn: phrasebook.sentence(for: .signIn)
        }
    }

    /// What the button says; nil for a way of the app's own.
    public func label(in language: Language) -> String? {
        switch self {
        case .pin: Caption.usePIN.text(in: language)
        case .password: Caption.usePassword.text(in: language)
        case .own: nil
        case .signIn: Caption.signIn.text(in: language)
        }
    }
}

/// What an app's screen says besides what the gate's own errors say.
public enum ScreenMessage: CaseIterable, Sendable {
    /// The user was confirmed.
    case confirmed
    /// The daemon cannot be reached.
    case notRunning
    /// Somebody else answers in the daemon's place.
    case untrusted
    /// The app's own check did not agree.
    case checkRefused
    /// A pause of the fingerprint is over, which the gate was not opened anew since.
    case lockoutOver
    /// The gate answered in a way that nobody foresaw.
    case unexpected

    /// One or two sentences, the last of which names the way around the finger where the message is a refusal.
    public func text(offering fallback: ScreenFallback, in language: Language) -> String {
        switch self {
        case .confirmed: words(in: language)
        case .notRunning, .untrusted, .checkRefused, .lockoutOver, .unexpected:
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
        case .lockoutOver: phrasebook.screenLockoutOver
        case .unexpected: phrasebook.screenUnexpected
        }
    }
}

/// Whether an app's fingerprint sign-in is on, as its settings screen says it.
public enum SignInSwitch: CaseIterable, Sendable {
    case enabled, off, unavailable
    /// It was on; the user's prints changed since.
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
    /// What an app's screen says of this error, as complete sentences: what is the matter, then the way around the
    /// finger that the screen has, where one helps.
    public func screenText(offering fallback: ScreenFallback, in language: Language) -> String {
        let words = language.phrasebook.words(for: naming(fallback), in: Situation())
        let offered = self.fallback == nil ? "" : fallback.sentence(in: language.phrasebook)
        return joined(words.title.asSentence, words.body, offered)
    }

    /// This error where its own words name a way around the finger: with the one that the screen has.
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
    /// Title and body as complete sentences, for a screen reader.
    public var spoken: String { joined(title.asSentence, body) }
}

/// Somebody else's sentence, such as a server's, and the way around the finger that the screen has.
public func screenText(_ text: String, offering fallback: ScreenFallback, in language: Language) -> String {
    joined(text.asSentence, fallback.sentence(in: language.phrasebook))
}

private func joined(_ sentences: String...) -> String {
    sentences.filter { !$0.isEmpty }.joined(separator: " ")
}
