public import GateModel

extension Guidance {
    /// What to tell somebody whose fingerprint is in this state; `fallbacks` are what works instead at that moment.
    ///
    /// A lockout until the PIN or the password was given names the one of them that is among the fallbacks.
    public static func `for`(
        _ availability: Availability, fallbacks: [Factor], situation: Situation = Situation(), in language: Language
    ) -> Guidance {
        guard let error = GateError(availability, fallbacks: fallbacks) else {
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

    /// The same where there is nothing to sign into, as at a terminal: the daemon's words are for an app, which has a
    /// sign-in of its own.
    public func withoutSignIn(_ error: GateError) -> Guidance {
        let language = Language(matching: locale)
        let signIn = language.phrasebook.signInAgain
        guard action == .signInAgain || body.hasSuffix(signIn) else { return self }
        // What the daemon knew of the user shows in its words.
        let situations = [
            Situation(), Situation(hasPassword: false), Situation(hasPassword: false, isPINBlocked: true),
            Situation(hasUnvouchedPrints: true), Situation(isSessionLocked: true), Situation(isLidClosed: true),
        ]
        var situation =
            situations.first { Guidance.for(error, situation: $0, in: language).body == body } ?? Situation()
        situation.hasSignIn = false
        let other = Guidance.for(error, situation: situation, in: language)
        return Guidance(
            title: other.title, body: other.body, action: other.action, actionLabel: other.actionLabel,
            command: command ?? other.command, locale: locale)
    }

    /// The same, of a state.
    public func withoutSignIn(_ availability: Availability) -> Guidance {
        GateError(availability, fallbacks: []).map(withoutSignIn) ?? self
    }

    /// The offer of fingerprint unlocking to somebody who does not use it yet; `Caption.notNow` declines it.
    public static func explaining(in language: Language) -> Guidance {
        let phrasebook = language.phrasebook
        return Guidance(
            Words(phrasebook.offerTitle, phrasebook.offerBody), action: .enable, command: ShellCommand.addFinger,
            in: language)
    }

    /// The command that ends a lockout with one of these credentials; nil where there is none.
    public static func commandToEndLockout(with credentials: [Factor], in language: Language) -> String? {
        ShellCommand.present(credentials, reason: language.phrasebook.unlockReason)?.line
    }

    private init(_ words: Words, action: Action, command: ShellCommand?, in language: Language) {
        self.init(
            title: words.title, body: words.body, action: action,
            actionLabel: action.caption.map { $0.text(in: language) } ?? "", command: command?.line,
            locale: language.tag)
    }
}

extension GateError {
    /// What people are told instead of a refusal that sends them to a blocked PIN: the other factors, or what is left.
    fileprivate func told(in situation: Situation) -> GateError {
        guard situation.isPINBlocked, case .factorNotAllowed(let allowed, let refusal) = self, allowed.contains(.pin)
        else { return self }
        let others = allowed.filter { $0 != .pin }
        guard others.isEmpty else { return .factorNotAllowed(allowed: others, refusal) }
        return situation.hasPassword ? .credentialRequired(accepted: [], clearedBy: [.password]) : .signInRequired
    }
}

extension Progress {
    /// What to do now, or what just happened, in one or two short sentences.
    public func message(for situation: Situation = Situation(), in language: Language) -> String {
        let phrasebook = language.phrasebook
        if event == .credentialWanted, let denial {
            let title = phrasebook.words(for: denial.error, in: situation).title
            return "\(title). \(phrasebook.sentence(for: Fallback(among: denial.credentials)))"
        }
        guard event == .waitingForFinger else { return phrasebook.message(for: self) }
        guard situation.operation == .enroll else {
            var prompt = phrasebook.prompt(situation, asking: finger)
            // Of a call it is a sentence, whatever it can name.
            if situation.operation != nil, !prompt.hasSuffix(".") { prompt += "." }
            guard situation.operation == .authenticate, let reason = situation.reason else { return prompt }
            return prompt.behind(reason.rawValue)
        }
        return (stage ?? 0) > 0 ? phrasebook.touchAgain : phrasebook.prompt(situation, asking: situation.finger)
    }
}

extension String {
    /// The call for a touch behind what it is for; one that ends as a sentence stays one.
    fileprivate func behind(_ reason: String) -> String {
        let reason = reason.escapingControls
        guard reason.last.map({ ".!?…".contains($0) }) != true else { return "\(reason) \(self)" }
        return "\(reason): \(prefix(1).lowercased())\(dropFirst())"
    }

    /// The call for a touch without what it is for, where that stands above it.
    public func withoutReason(_ reason: String) -> String {
        let reason = reason.escapingControls
        guard let start = [": ", " "].lazy.map({ reason + $0 }).first(where: hasPrefix) else { return self }
        let rest = dropFirst(start.count)
        return rest.prefix(1).uppercased() + rest.dropFirst()
    }
}
