internal import GateModel

/// Which sentences say what a waiting call wants, what happens meanwhile, and what to do.
extension Phrasebook {
    /// The sentence that sends the user to a sign-in, where there is one.
    func signIn(_ situation: Situation) -> String { situation.hasSignIn ? signInAgain : "" }

    /// The sentence that names the way on.
    func sentence(for fallback: Fallback) -> String {
        switch fallback {
        case .pin: insteadPIN
        case .password: insteadPassword
        case .signIn: signInAgain
        }
    }

    /// The sentence that names the way on, where there is one.
    func sentence(for fallback: Fallback, in situation: Situation) -> String {
        fallback == .signIn ? signIn(situation) : sentence(for: fallback)
    }

    /// The sentence that asks for one of these factors; there is one at least.
    func use(_ factors: [Factor]) -> String { useOneOf(either(factors)) }

    /// The factors as alternatives; there is one at least.
    func either(_ factors: [Factor]) -> String {
        let names = factors.map(name(of:))
        return names.dropFirst().reduce(names.first ?? "") { orElse(first: $0, second: $1) }
    }

    /// What a button says.
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

    /// The call for a touch, by a certain finger where the reader cannot tell them apart; without a full stop where
    /// it stands alone as a caption.
    func prompt(_ situation: Situation, asking finger: Finger?) -> String {
        guard let finger = finger.map(name(of:)) else { return prompt(situation) ?? touch }
        return prompt(situation, with: finger) ?? touchWith(finger)
    }

    private func prompt(_ situation: Situation) -> String? {
        switch (situation.operation, situation.shownItem) {
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
        switch (situation.operation, situation.shownItem) {
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

    /// That a program waits for the user, one sentence; names are shown between marks that they cannot end.
    func request(by program: String, _ operation: Operation, _ item: String?) -> String {
        let item = item ?? ""
        return switch operation {
        case .authenticate: wantsToVerify(program)
        case .enroll: wantsToEnroll(program)
        case .enable: wantsToEnable(program)
        case .store: wantsToStore(program: program, item: item)
        case .retrieve: wantsToRetrieve(program: program, item: item)
        case .createKey: wantsToCreateKey(program: program, item: item)
        case .sign: wantsToSign(program: program, item: item)
        case .renew: wantsToRenew(program: program, item: item)
        }
    }

    /// That a program got what it asked for, one sentence.
    func confirmed(_ program: String, by factor: Factor) -> String {
        switch factor {
        case .fingerprint: confirmedByFinger(program)
        case .pin: confirmedByPIN(program)
        case .password: confirmedByPassword(program)
        }
    }

    /// What a progress report means, other than that a touch is wanted.
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
        switch factor {
        case .fingerprint: fingerprintNotTaken
        case .pin: pinNotTaken
        case .password: passwordNotTaken
        case nil: credentialNotTaken
        }
    }

    private func locked(_ factor: Factor?) -> String {
        switch factor {
        case .fingerprint: fingerprintLocked
        case .pin: pinLocked
        case .password: passwordLocked
        case nil: credentialLocked
        }
    }

    private func paused(_ factor: Factor?) -> String {
        switch factor {
        case .fingerprint: fingerprintPaused
        case .pin: pinPaused
        case .password: passwordPaused
        case nil: credentialPaused
        }
    }

    private func wrong(_ factor: Factor?) -> String {
        switch factor {
        case .fingerprint: fingerprintWrong
        case .pin: pinWrong
        case .password: passwordWrong
        case nil: credentialWrong
        }
    }

    private func unchecked(_ factor: Factor?) -> String {
        switch factor {
        case .fingerprint: fingerprintUnchecked
        case .pin: pinUnchecked
        case .password: passwordUnchecked
        case nil: credentialUnchecked
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

    /// A wait: seconds rounded up, from 60 s on minutes rounded up, at least one second.
    func wait(_ duration: Duration) -> String {
        let count = Int(clamping: max(1, duration.secondsRoundedUp))
        return count < 60 ? seconds(count) : minutes((count - 1) / 60 + 1)
    }
}

extension Progress {
    /// The tries that people are told of; after the last one, the call's own error says what to do.
    var triesLeft: Int? { attemptsRemaining.flatMap { $0 > 0 ? $0 : nil } }

    /// Whether what was given takes no more tries: it was blocked already, or is now.
    var isCredentialBlocked: Bool { refusal == .blocked || (attemptsRemaining == 0 && retryAfter == nil) }
}
