public import GateModel

extension Guidance {
    /// What to tell somebody whose fingerprint is in this state; `fallbacks` are what works instead at that moment.
    ///
    /// A lockout until the PIN or the password was given names the one of them that is among the fallbacks.
    public static func `for`(
        _ availability: Availability, fallbacks: [Factor], situation: Situation = Situation(), in language: Language
    ) -> Guidance {
        guard let error = availability.refusal(fallbacks: fallbacks) else {
            let title = language.phrasebook.prompt(Situation(), asking: nil)
            return Guidance(Words(title, ""), action: .useFingerprint, command: nil, in: language)
        }
        return .for(error, situation: situation, in: language)
    }

    /// What to tell somebody whose call ended with this error.
    public static func `for`(
        _ error: GateError, situation: Situation = Situation(), in language: Language
    ) -> Guidance {
        let phrasebook = language.phrasebook
        if case .factorNotAllowed(let allowed) = error, situation.isRenewable {
            let fallback = Fallback(among: allowed)
            return Guidance(
                phrasebook.renewal(by: fallback), action: fallback.action,
                command: situation.item.map { ShellCommand("renew", $0.rawValue) }, in: language)
        }
        let matter = phrasebook.words(for: error, in: situation)
        let sentences = [matter.body, error.fallback.map(phrasebook.sentence(for:)) ?? ""]
        let body = sentences.filter { !$0.isEmpty }.joined(separator: " ")
        return Guidance(
            Words(matter.title, body), action: error.action, command: error.command(situation, phrasebook),
            in: language)
    }

    /// The offer of fingerprint unlocking to somebody who does not use it yet; `Caption.notNow` declines it.
    public static func explaining(in language: Language) -> Guidance {
        Guidance(language.phrasebook.offer, action: .enable, command: ShellCommand.addFinger, in: language)
    }

    private init(_ words: Words, action: Action, command: ShellCommand?, in language: Language) {
        self.init(
            title: words.title, body: words.body, action: action,
            actionLabel: action.caption.map { $0.text(in: language) } ?? "", command: command?.line,
            locale: language.tag)
    }
}

extension Availability {
    /// The error that a call would end with in this state; nil where a finger can be asked for.
    fileprivate func refusal(fallbacks: [Factor]) -> GateError? {
        switch self {
        case .available: nil
        case .noHardware: .noHardware(fallbacks: fallbacks)
        case .hardwareUnavailable(let reason, let retryAfter):
            .hardwareUnavailable(reason, retryAfter: retryAfter, fallbacks: fallbacks)
        case .notEnrolled(let printsVanished): .notEnrolled(printsVanished: printsVanished, fallbacks: fallbacks)
        case .disabled: .disabled(fallbacks: fallbacks)
        case .lockout(let retryAfter): .lockout(retryAfter: retryAfter, clearedBy: fallbacks, fallbacks: fallbacks)
        case .lockoutPermanent(let reason): .lockoutPermanent(reason, clearedBy: fallbacks, fallbacks: fallbacks)
        }
    }
}

extension Progress {
    /// What to do now, or what just happened, in one or two short sentences.
    public func message(for situation: Situation = Situation(), in language: Language) -> String {
        let phrasebook = language.phrasebook
        guard event == .waitingForFinger else { return phrasebook.message(for: self) }
        guard situation.operation == .enroll else { return phrasebook.prompt(situation, asking: finger) }
        return (stage ?? 0) > 0 ? phrasebook.touchAgain : phrasebook.prompt(situation, asking: situation.finger)
    }
}
