public import GateModel

extension Guidance {
    /// The guidance for a fingerprint in this state; `fallbacks` are the factors that work instead now.
    ///
    /// For a permanent lockout, it names the credential among `fallbacks` that ends the lockout.
    public static func `for`(
        _ availability: Availability, fallbacks: [Factor], situation: Situation = Situation(), in language: Language
    ) -> Guidance {
        guard let error = GateError(availability, fallbacks: fallbacks) else {
            let title = language.phrasebook.prompt(Situation(), asking: nil)
            return Guidance(Words(title, ""), action: .useFingerprint, command: nil, in: language)
        }
        return .for(error, situation: situation, in: language)
    }

    /// The guidance for a call that ended with `error`.
    public static func `for`(
        _ error: GateError, situation: Situation = Situation(), in language: Language
    ) -> Guidance {
        let phrasebook = language.phrasebook
        let error = error.told(in: situation)
        if case .factorNotAllowed(let allowed, let refusal?) = error, refusal.isRenewable {
            let fallback = Fallback(among: allowed)
            return Guidance(
                phrasebook.renewal(by: fallback, after: refusal.reason), action: fallback.action,
                command: situation.item.map { ShellCommand("renew", $0.rawValue) }, in: language)
        }
        let matter = phrasebook.words(for: error, in: situation)
        let wayOn = error.fallback.map { phrasebook.sentence(for: $0, in: situation) } ?? ""
        let action = error.action
        return Guidance(
            Words(matter.title, matter.body, wayOn),
            action: action == .signInAgain && !situation.hasSignIn ? .none : action,
            command: error.command(situation, phrasebook), in: language)
    }

    /// This guidance without the advice to sign in again, for a terminal. The daemon writes its texts for apps, which
    /// have a sign-in of their own.
    public func withoutSignIn(_ error: GateError, isAdministrator: Bool = false) -> Guidance {
        let language = Language(matching: locale)
        let signIn = language.phrasebook.signInAgain
        guard action == .signInAgain || body.hasSuffix(signIn) else { return self }
        // The daemon's facts about the user are not sent; they are found by comparing its text.
        let situations = [
            Situation(), Situation(hasPassword: false), Situation(hasPassword: false, isPINBlocked: true),
            Situation(hasUnvouchedPrints: true), Situation(isSessionLocked: true), Situation(isLidClosed: true),
        ]
        .map { known in
            var known = known
            known.isAdministrator = isAdministrator
            return known
        }
        var situation =
            situations.first { Guidance.for(error, situation: $0, in: language).body == body }
            ?? Situation(isAdministrator: isAdministrator)
        situation.hasSignIn = false
        let other = Guidance.for(error, situation: situation, in: language)
        return Guidance(
            title: other.title, body: other.body, action: other.action, actionLabel: other.actionLabel,
            command: command ?? other.command, locale: locale)
    }

    /// This guidance about a state, without the advice to sign in again.
    public func withoutSignIn(_ availability: Availability) -> Guidance {
        GateError(availability, fallbacks: []).map { withoutSignIn($0) } ?? self
    }

    /// The offer of fingerprint unlocking, for a user without it. A button with `Caption.notNow` declines.
    public static func explaining(in language: Language) -> Guidance {
        let phrasebook = language.phrasebook
        return Guidance(
            Words(phrasebook.offerTitle, phrasebook.offerBody), action: .enable, command: ShellCommand.addFinger,
            in: language)
    }

    /// The command that ends a lockout with one of these credentials; nil if there are none.
    public static func commandToEndLockout(with credentials: [Factor], in language: Language) -> String? {
        ShellCommand.present(credentials, reason: language.phrasebook.unlockReason)?.line
    }

    /// Why a login left the keyring locked, and the next step; nil if there is nothing to do for the user.
    public static func `for`(_ refusal: LoginRefusal, in language: Language) -> Guidance? {
        let phrasebook = language.phrasebook
        let (body, command): (String, ShellCommand?) =
            switch refusal {
            case .fingersChanged, .itemClosed: (phrasebook.keyringFingersChanged, ShellCommand("login", "on"))
            case .passwordChanged: (phrasebook.keyringPasswordChanged, nil)
            case .credentialAge, .boot, .lockedOut: (phrasebook.keyringPasswordNeeded, nil)
            case .fingerprintDisabled: (phrasebook.keyringFingerprintOff, ShellCommand("enable"))
            case .passwordLocked: (phrasebook.keyringPasswordLocked, nil)
            case .passwordUnknown: (phrasebook.keyringPasswordUnknown, ShellCommand("doctor"))
            case .noLoginService, .noTouch, .otherProcess, .touchTooOld, .administrator, .suspending: ("", nil)
            }
        guard !body.isEmpty else { return nil }
        return Guidance(Words(phrasebook.keyringLockedTitle, body), action: .none, command: command, in: language)
    }

    /// Why the keyring is locked after a login that gave it the account's password.
    public static func keyringDiffers(in language: Language) -> Guidance {
        let words = Words(language.phrasebook.keyringLockedTitle, language.phrasebook.keyringDiffers)
        return Guidance(words, action: .none, command: ShellCommand("login", "keyring"), in: language)
    }

    private init(_ words: Words, action: Action, command: ShellCommand?, in language: Language) {
        self.init(
            title: words.title, body: words.body, action: action,
            actionLabel: action.caption.map { $0.text(in: language) } ?? "", command: command?.line,
            locale: language.tag)
    }
}

extension GateError {
    /// Leaves a blocked PIN out of a refusal's factors. If no factor remains, returns the error of the blocked PIN
    /// instead.
    fileprivate func told(in situation: Situation) -> GateError {
        guard situation.isPINBlocked, case .factorNotAllowed(let allowed, let refusal) = self, allowed.contains(.pin)
        else { return self }
        let others = allowed.filter { $0 != .pin }
        guard others.isEmpty else { return .factorNotAllowed(allowed: others, refusal) }
        return situation.hasPassword ? .credentialRequired(accepted: [], clearedBy: [.password]) : .signInRequired
    }
}

extension Progress {
    /// The user's next step, or the event, in one or two short sentences.
    public func message(for situation: Situation = Situation(), in language: Language) -> String {
        let phrasebook = language.phrasebook
        if event == .credentialWanted, let denial {
            let title = phrasebook.words(for: denial.error, in: situation).title
            return "\(title). \(phrasebook.sentence(for: Fallback(among: denial.credentials)))"
        }
        if event == .queued, case .request(let first)? = ahead {
            return phrasebook.queuedBehind(RequestNotice(first, in: language).title)
        }
        guard event == .waitingForFinger else { return phrasebook.message(for: self) }
        guard situation.operation == .enroll else {
            var prompt = phrasebook.prompt(situation, asking: finger)
            // With an operation it is a sentence, even if it names no item.
            if situation.operation != nil, !prompt.hasSuffix(".") { prompt += "." }
            guard situation.operation == .authenticate, let reason = situation.reason else { return prompt }
            return prompt.behind(reason.rawValue)
        }
        return (stage ?? 0) > 0 ? phrasebook.touchAgain : phrasebook.prompt(situation, asking: situation.finger)
    }
}

extension String {
    /// Puts the reason before the prompt: after a full sentence as a sentence of its own, otherwise after a colon.
    fileprivate func behind(_ reason: String) -> String {
        let reason = reason.escapingControls
        guard reason.last.map({ ".!?…".contains($0) }) != true else { return "\(reason) \(self)" }
        return "\(reason): \(prefix(1).lowercased())\(dropFirst())"
    }

    /// The prompt without the reason, for a screen that shows the reason above it.
    public func withoutReason(_ reason: String) -> String {
        let reason = reason.escapingControls
        guard let start = [": ", " "].lazy.map({ reason + $0 }).first(where: hasPrefix) else { return self }
        let rest = dropFirst(start.count)
        return rest.prefix(1).uppercased() + rest.dropFirst()
    }
}
