internal import GateModel

/// Chooses the sentences for a waiting call: its purpose, its progress, and the user's next step.
extension Phrasebook {
    /// The sentence that asks for a new sign-in; empty if there is none.
    func signIn(_ situation: Situation) -> String { situation.hasSignIn ? signInAgain : "" }

    /// The sentence that names the fallback.
    func sentence(for fallback: Fallback) -> String {
        switch fallback {
        case .pin: insteadPIN
        case .password: insteadPassword
        case .signIn: signInAgain
        }
    }

    /// The sentence that names the fallback; empty for a sign-in that the situation does not have.
    func sentence(for fallback: Fallback, in situation: Situation) -> String {
        fallback == .signIn ? signIn(situation) : sentence(for: fallback)
    }

    /// The sentence that asks for one of these factors, of which there is at least one.
    func use(_ factors: [Factor]) -> String { useOneOf(either(factors)) }

    /// The factors joined by "or"; there is at least one.
    func either(_ factors: [Factor]) -> String {
        let names = factors.map(name(of:))
        return names.dropFirst().reduce(names.first ?? "") { orElse(first: $0, second: $1) }
    }

    /// The caption's text.
    func caption(_ caption: Caption) -> String {
        switch caption {
        case .verifyIdentity: captionVerify
        case .biometrics: captionBiometrics
        case .useFingerprint: captionUseFingerprint
        case .usePIN: captionUsePIN
        case .usePassword: captionUsePassword
        case .signIn: captionSignIn
        case .addFingerprint: captionAddFingerprint
        case .turnOn: captionTurnOn
        case .notNow: captionNotNow
        case .connectReader: captionConnectReader
        case .tryAgain: captionTryAgain
        case .cancel: captionCancel
        }
    }

    /// The prompt for a touch; it names a finger if the reader can only verify that one. The plain prompt has no full
    /// stop, because it is also a caption.
    func prompt(_ situation: Situation, asking finger: Finger?) -> String {
        guard let finger = finger.map(name(of:)) else { return prompt(situation) ?? touch }
        return prompt(situation, with: finger) ?? touchWith(finger)
    }

    private func prompt(_ situation: Situation) -> String? {
        if situation.itemCount > 1 { return touchToRetrieveSeveral(situation.itemCount) }
        return switch (situation.operation, situation.shownItem) {
        case (.store, let item?): touchToStore(item)
        case (.retrieve, let item?): touchToRetrieve(item)
        case (.createKey, let item?): touchToCreateKey(item)
        case (.sign, let item?): touchToSign(item)
        case (.renew, let item?): touchToRenew(item)
        case (.enable, _): touchToEnable
        case (.authenticate, _), (.enroll, _), (.store, nil), (.retrieve, nil), (.createKey, nil), (.sign, nil),
            (.renew, nil), (nil, _):
            nil
        }
    }

    private func prompt(_ situation: Situation, with finger: String) -> String? {
        if situation.itemCount > 1 { return nil }
        return switch (situation.operation, situation.shownItem) {
        case (.store, let item?): touchWithToStore(finger: finger, item: item)
        case (.retrieve, let item?): touchWithToRetrieve(finger: finger, item: item)
        case (.createKey, let item?): touchWithToCreateKey(finger: finger, item: item)
        case (.sign, let item?): touchWithToSign(finger: finger, item: item)
        case (.renew, let item?): touchWithToRenew(finger: finger, item: item)
        case (.enable, _): touchWithToEnable(finger)
        case (.authenticate, _), (.enroll, _), (.store, nil), (.retrieve, nil), (.createKey, nil), (.sign, nil),
            (.renew, nil), (nil, _):
            nil
        }
    }

    /// One sentence that says that the program's request was granted.
    func confirmed(_ program: String, by factor: Factor) -> String {
        switch factor {
        case .fingerprint: confirmedByFinger(program)
        case .pin: confirmedByPIN(program)
        case .password: confirmedByPassword(program)
        }
    }

    /// The text of a progress report that needs no `Situation`.
    func message(for progress: Progress) -> String {
        switch progress.event {
        case .queued: queued
        case .waitingForFinger: prompt(Situation(), asking: progress.finger)
        case .fingerPresent: reading
        case .retry: again(progress.hint ?? .poorScan)
        case .noMatch: progress.triesLeft.map { "\(noMatch) \(triesLeft($0))" } ?? noMatch
        case .matched: matched
        case .stagePassed:
            if let stage = progress.stage, let stages = progress.stages, stage > 0 {
                touchesDone(stage: stage, stages: stages)
            } else {
                goodTouch
            }
        case .credentialWrong: wrong(progress)
        case .credentialWanted: use([.pin, .password])
        }
    }

    private func again(_ hint: ScanHint) -> String {
        switch hint {
        case .poorScan: hintPoorScan
        case .tooShort: hintTooShort
        case .notCentered: hintNotCentered
        case .removeFinger: touchAgain
        case .tooFast: hintTooFast
        }
    }

    private func wrong(_ progress: Progress) -> String {
        let isFingerWanted = progress.denial == nil
        let factor = progress.factor
        if progress.refusal == .notTaken { return notTaken(factor) + (isFingerWanted ? " \(touchReader)" : "") }
        if progress.isCredentialBlocked { return locked(factor) + (isFingerWanted ? " \(touchReader)" : "") }
        switch (progress.attemptsRemaining, progress.retryAfter) {
        case (_, let retryAfter?):
            let time = wait(retryAfter)
            return "\(paused(factor)) \(isFingerWanted ? typeAgainInOrTouch(time) : typeAgainIn(time))"
        case (let count?, nil):
            let again = isFingerWanted ? typeAgainOrTouchTriesLeft(count) : typeAgainTriesLeft(count)
            return "\(wrong(factor)) \(again)"
        case (nil, nil): return "\(unchecked(factor)) \(isFingerWanted ? typeAgainOrTouch : typeAgain)"
        }
    }

    private func notTaken(_ factor: Factor?) -> String {
        of(factor, fingerprintNotTaken, pinNotTaken, passwordNotTaken, credentialNotTaken)
    }

    private func locked(_ factor: Factor?) -> String {
        of(factor, fingerprintLocked, pinLocked, passwordLocked, credentialLocked)
    }

    private func paused(_ factor: Factor?) -> String {
        of(factor, fingerprintPaused, pinPaused, passwordPaused, credentialPaused)
    }

    private func wrong(_ factor: Factor?) -> String {
        of(factor, fingerprintWrong, pinWrong, passwordWrong, credentialWrong)
    }

    private func unchecked(_ factor: Factor?) -> String {
        of(factor, fingerprintUnchecked, pinUnchecked, passwordUnchecked, credentialUnchecked)
    }

    /// The sentence about the factor; the last one is for an unknown factor.
    private func of(
        _ factor: Factor?, _ fingerprint: String, _ pin: String, _ password: String, _ unknown: String
    ) -> String {
        switch factor {
        case .fingerprint: fingerprint
        case .pin: pin
        case .password: password
        case nil: unknown
        }
    }

    func name(of finger: Finger) -> String {
        switch finger {
        case .leftThumb: leftThumb
        case .leftIndex: leftIndex
        case .leftMiddle: leftMiddle
        case .leftRing: leftRing
        case .leftLittle: leftLittle
        case .rightThumb: rightThumb
        case .rightIndex: rightIndex
        case .rightMiddle: rightMiddle
        case .rightRing: rightRing
        case .rightLittle: rightLittle
        }
    }

    func name(of factor: Factor) -> String {
        switch factor {
        case .fingerprint: fingerprint
        case .pin: pin
        case .password: password
        }
    }

    /// The time to wait: in seconds below 60 s, otherwise in minutes, rounded up, at least one second.
    func wait(_ duration: Duration) -> String {
        let count = Int(clamping: max(1, duration.secondsRoundedUp))
        return count < 60 ? seconds(count) : minutes((count - 1) / 60 + 1)
    }
}

extension Progress {
    /// The tries left to show; nil if unknown, and after the last one, because the call's error then says what to do.
    var triesLeft: Int? { attemptsRemaining.flatMap { $0 > 0 ? $0 : nil } }

    /// Whether the typed credential accepts no more tries: it was blocked before, or is now.
    var isCredentialBlocked: Bool { refusal == .blocked || (attemptsRemaining == 0 && retryAfter == nil) }
}
