internal import GateModel

/// Chooses the sentences for an error. No switch has a `default`, so a new case does not compile without a sentence,
/// and the generator demands each sentence in every language.
extension Phrasebook {
    /// The problem, without the sentence that names the fallback.
    func words(for error: GateError, in situation: Situation) -> Words {
        switch error {
        case .noHardware: Words(noHardwareTitle, noHardwareBody)
        case .hardwareUnavailable(.notInteractive, _, _) where situation.isSessionLocked:
            Words(sessionLockedTitle, sessionLockedBody)
        case .hardwareUnavailable(.notInteractive, _, _) where situation.isLidClosed:
            Words(lidClosedTitle, lidClosedBody)
        case .hardwareUnavailable(let reason, let retryAfter, _): unavailable(reason, retryAfter)
        case .notEnrolled(printsVanished: false, _) where situation.hasUnvouchedPrints:
            Words(loginOnlyTitle, loginOnlyBody)
        case .notEnrolled(printsVanished: false, _): Words(notEnrolledTitle, notEnrolledBody)
        case .notEnrolled(printsVanished: true, _): Words(printsVanishedTitle, printsVanishedBody)
        case .disabled: Words(disabledTitle, disabledBody)
        case .lockout(let retryAfter, _, _): Words(lockoutTitle, lockoutBody(wait(retryAfter)))
        case .lockoutPermanent(let reason, let clearedBy, _):
            locked(reason, Fallback(among: clearedBy), situation)
        case .authenticationFailed: Words(noMatchTitle)
        case .timedOut(.calls?, _): Words(callsFirstTitle, callsFirstBody)
        case .timedOut(.reader?, _): Words(readerInUseTitle, readerHeldBody)
        case .timedOut(nil, _) where situation.operation == .enroll: Words(enrollTimedOutTitle, enrollTimedOutBody)
        case .timedOut(nil, let fallbacks): Words(timedOutTitle, tryAgain(or: Fallback(among: fallbacks)))
        case .cancelled(let canceller): cancelled(by: canceller, situation)
        case .credentialRequired(let accepted, let clearedBy):
            clearedBy.isEmpty
                ? required(Fallback(among: accepted), situation) : Words(pinLockedTitle, pinBlockedBody)
        case .userNeeded: Words(userNeededTitle, userNeededBody)
        case .credentialNotSet(.password):
            Words(noPasswordTitle, situation.isReset ? noPasswordResetBody : noPasswordBody)
        case .credentialNotSet(.pin), .credentialNotSet(.fingerprint): Words(noPINTitle, noPINBody)
        case .credentialWrong(let factor, let remaining, let retryAfter):
            Words(wrongTitle(factor), tries(remaining, retryAfter, situation))
        case .credentialUnavailable(let factor):
            Words(
                unavailableTitle(factor), credentialUnavailableBody,
                situation.isAdministrator ? tryAgain : tryAgainOrAsk)
        case .credentialThrottled(let factor, let retryAfter):
            Words(throttledTitle(factor), credentialThrottledBody(wait(retryAfter)))
        case .signInRequired: Words(pinLockedTitle, manyTries, lastWay(situation))
        case .pinUnacceptable(let rule, let minimumLength):
            Words(otherPINTitle, unacceptable(rule, minimumLength))
        case .factorNotAllowed(let allowed, let why): refusal(allowed, why?.reason, situation)
        case .itemNotFound(let name, .key?): Words(isKeyTitle(name.rawValue), isKeyBody)
        case .itemNotFound(let name, .secret?): Words(isSecretTitle(name.rawValue), isSecretBody)
        case .itemNotFound(let name, nil): Words(itemNotFoundTitle(name.rawValue), itemNotFoundBody)
        case .itemExists(let name): Words(itemExistsTitle(name.rawValue), itemExistsBody)
        case .itemInvalidated(let name, let cause): invalidated(name, by: cause, situation)
        case .signatureRefused(let reason): Words(signatureRefusedTitle, refused(reason))
        case .printNotFound: Words(printNotFoundTitle, printNotFoundBody)
        case .fingerAlreadyEnrolled(let print): Words(fingerAddedTitle, fingerAddedBody(name(of: print.finger)))
        case .fingerKnownToReader: Words(fingerKnownTitle, fingerKnownBody)
        case .readerNotFound: Words(readerNotFoundTitle, readerNotFoundBody)
        case .readerFull: Words(readerFullTitle, readerFullBody)
        case .requestNotFound: Words(requestNotFoundTitle, requestNotFoundBody)
        case .limitExceeded(let limit): exceeded(limit, situation)
        case .sealingUnavailable(.noTPM) where situation.isForLogin:
            Words(loginUnsealedTitle, loginUnsealedBody, ask(situation))
        case .sealingUnavailable(let reason): Words(sealedTitle, sealed(reason, situation))
        case .storageFailed: Words(storageFailedTitle, storageFailedBody)
        case .notPermitted(.administratorOnly): Words(administratorOnlyTitle, administratorOnlyBody)
        case .notPermitted(.noAccount) where situation.isForLogin: Words(loginUnsealedTitle, loginNotPersonBody)
        case .notPermitted(.noAccount): Words(noAccountTitle, noAccountBody)
        case .notPermitted(.systemOnly): Words(systemOnlyTitle, systemOnlyBody)
        case .notPermitted(.accountChanged): Words(accountChangedTitle, accountChangedBody)
        case .notPermitted(.accountUnknown):
            Words(
                accountUnknownTitle, accountUnknownBody, situation.isAdministrator ? tryAgainSoon : tryAgainSoonOrAsk)
        }
    }

    private func refused(_ reason: SignatureRefusal) -> String {
        switch reason {
        case .otherUsage: otherUsageBody
        case .notSSHData: notSSHDataBody
        case .bindingUnsound, .foreignSession, .otherKey: serverNotProvedBody
        case .unknownServer: unknownServerBody
        case .otherServer: otherServerBody
        }
    }

    private func unavailable(_ reason: HardwareReason, _ retryAfter: Duration?) -> Words {
        switch reason {
        case .busy, .inUse: Words(readerInUseTitle, readerInUseBody)
        case .suspended: Words(suspendedTitle, suspendedBody)
        case .overheated: Words(overheatedTitle, retryAfter.map { tryAgainIn(wait($0)) } ?? overheatedBody)
        case .disconnected: Words(disconnectedTitle, disconnectedBody)
        case .faulted: Words(faultedTitle, faultedBody)
        case .notInteractive: Words(notInteractiveTitle, notInteractiveBody)
        case .administrator: Words(fingerprintForbiddenTitle, fingerprintForbiddenBody)
        }
    }

    private func locked(_ reason: CredentialReason, _ fallback: Fallback, _ situation: Situation) -> Words {
        switch (reason, fallback) {
        case (.attempts, .pin): Words(lockedTitle, lockedPINBody)
        case (.attempts, .password): Words(lockedTitle, lockedPasswordBody)
        case (.attempts, .signIn): Words(lockedTitle, manyScans, signIn(situation))
        case (.credentialAge, _):
            Words(
                timeTitle(fallback, situation), routine(Routine(situation.maximumCredentialAge)),
                afterwards(fallback, situation))
        case (.boot, _):
            Words(timeTitle(fallback, situation), routineRestart, afterwards(fallback, situation))
        }
    }

    private func timeTitle(_ fallback: Fallback, _ situation: Situation) -> String {
        switch fallback {
        case .pin: timeForPINTitle
        case .password: timeForPasswordTitle
        case .signIn: situation.hasSignIn ? timeForSignInTitle : timeForCredentialTitle
        }
    }

    private func afterwards(_ fallback: Fallback, _ situation: Situation) -> String {
        fallback == .signIn ? signIn(situation) : thenFingerWorks
    }

    private func routine(_ routine: Routine) -> String {
        switch routine {
        case .days(1): routineDaily
        case .days(2): routineTwoDays
        case .days(3): routineThreeDays
        case .days(let count): routineDays(Int(count))
        case .hours(1): routineHourly
        case .hours(let count): routineHours(Int(count))
        }
    }

    private func cancelled(by canceller: Canceller, _ situation: Situation) -> Words {
        switch canceller {
        case .client, .user: Words(cancelledTitle, anyTimeBody)
        case .sessionLocked: Words(screenLockedTitle, screenLockedBody)
        case .suspend: Words(asleepTitle, asleepBody)
        case .revoked: Words(accessEndedTitle, situation.hasSignIn ? signInAgain : anyTimeBody)
        case .shutdown: Words(stoppingTitle, tryAgainSoon)
        }
    }

    private func required(_ fallback: Fallback, _ situation: Situation) -> Words {
        switch fallback {
        case .pin: Words(pinNeededTitle, pinNeededBody)
        case .password: Words(passwordNeededTitle, passwordNeededBody)
        case .signIn: Words(verifyTitle, signIn(situation))
        }
    }

    private func wrongTitle(_ factor: Factor) -> String {
        switch factor {
        case .fingerprint: noMatchTitle
        case .pin: pinWrongTitle
        case .password: passwordWrongTitle
        }
    }

    private func unavailableTitle(_ factor: Factor) -> String {
        switch factor {
        case .fingerprint: fingerprintUnavailableTitle
        case .pin: pinUnavailableTitle
        case .password: passwordUnavailableTitle
        }
    }

    private func throttledTitle(_ factor: Factor) -> String {
        switch factor {
        case .fingerprint: fingerprintThrottledTitle
        case .pin: pinThrottledTitle
        case .password: passwordThrottledTitle
        }
    }

    private func tries(_ remaining: Int?, _ retryAfter: Duration?, _ situation: Situation) -> String {
        if let retryAfter { return tryAgainIn(wait(retryAfter)) }
        guard let remaining else { return tryAgain }
        guard remaining == 0 else { return "\(tryAgain) \(triesLeft(remaining))" }
        guard situation.hasPassword else { return "\(noTriesLeft) \(lastWay(situation))" }
        guard !situation.isAdministrator else { return "\(noTriesLeft) \(sentence(for: .password))" }
        return "\(noTriesLeft) \(situation.hasSignIn ? passwordOrSignIn : passwordOrAdministrator)"
    }

    /// The way on where only an administrator can mend it; root is told what to do by the command.
    private func ask(_ situation: Situation) -> String { situation.isAdministrator ? "" : askAdministrator }

    private func lastWay(_ situation: Situation) -> String { situation.hasSignIn ? signInAgain : resetIsLeft }

    func tryAgain(or fallback: Fallback) -> String {
        switch fallback {
        case .pin: tryAgainOrPIN
        case .password: tryAgainOrPassword
        case .signIn: tryAgain
        }
    }

    private func unacceptable(_ rule: PINRule, _ minimumLength: Int) -> String {
        switch rule {
        case .tooShort: pinTooShort(minimumLength)
        case .tooLong: pinTooLong
        case .notDigits: pinNotDigits
        case .tooSimple: pinTooSimple
        }
    }

    /// The reason why a factor does not open the item, and the factors that do.
    private func refusal(_ allowed: [Factor], _ reason: FactorRefusal.Reason?, _ situation: Situation) -> Words {
        let wayOn = allowed.isEmpty ? signIn(situation) : use(allowed)
        switch reason {
        case .enrollmentChanged: return Words(happened(.enrollmentChanged), wayOn)
        case .fingerprintDisabled: return Words(disabledTitle, disabledBody, wayOn)
        case .notEnrolled:
            let error = GateError.notEnrolled(printsVanished: situation.printsVanished, fallbacks: allowed)
            let matter = words(for: error, in: situation)
            return Words(matter.title, matter.body, wayOn)
        case .pinChanged: return Words(happened(.pinReset), wayOn)
        case .notInAccess, nil:
            return allowed.isEmpty
                ? Words(neverByFingerTitle, neverByFingerBody) : Words(onlyTitle(either(allowed)), wayOn)
        }
    }

    private func invalidated(_ name: ItemName, by cause: Item.Invalidation, _ situation: Situation) -> Words {
        // Signing in to the app that asks does not bring a passkey back.
        guard situation.hasSignIn, !situation.isForPasskey else {
            let again = situation.isForPasskey ? makePasskeyAgain : situation.isAboutKey ? makeAgain : storeAgain
            return Words(destroyedTitle(name.rawValue, by: cause), again)
        }
        return Words(happened(cause), cause == .enrollmentChanged ? signInForFinger : signInOnce)
    }

    private func destroyedTitle(_ item: String, by cause: Item.Invalidation) -> String {
        switch cause {
        case .enrollmentChanged: destroyedByFingersTitle(item)
        case .fingerprintDisabled: destroyedByTurningOffTitle(item)
        case .pinRemoved: destroyedByRemovalTitle(item)
        case .pinReset: destroyedByResetTitle(item)
        case .revoked: destroyedByRevocationTitle(item)
        }
    }

    /// The event that destroyed an item or took a factor's slot, as a title.
    private func happened(_ cause: Item.Invalidation) -> String {
        switch cause {
        case .enrollmentChanged: fingersChangedTitle
        case .fingerprintDisabled: turnedOffTitle
        case .pinRemoved: pinRemovedTitle
        case .pinReset: pinResetTitle
        case .revoked: accessEndedTitle
        }
    }

    private func exceeded(_ limit: Limit, _ situation: Situation) -> Words {
        switch Limit.Kind(limit) {
        case .items: Words(itemsFullTitle, itemsFullBody(limit.maximum))
        case .itemBytes: Words(spaceFullTitle, spaceFullBody)
        case .everybody: Words(spaceFullTitle, everybodyFullBody, ask(situation))
        case .changes: Words(changesTitle, changesBody)
        case .waiting: Words(waitingTitle, tryAgainSoon)
        case .connections: Words(connectionsTitle, connectionsBody)
        case .message: Words(tooLargeTitle, tooLargeBody(limit.maximum))
        case .other: Words(limitTitle, limitBody(limit.maximum))
        }
    }

    private func sealed(_ reason: SealingReason, _ situation: Situation) -> String {
        func asking(_ body: String) -> String { Words("", body, ask(situation)).body }
        return switch reason {
        case .noTPM: asking(noTPMBody)
        case .busy: tpmBusyBody
        case .dictionaryLockout: tpmPausedBody
        case .otherMachine: asking(otherMachineBody)
        case .policyFailed: asking(oldCopyBody)
        case .rootKeyMissing: noRootKeyBody
        case .faulted: tpmFaultedBody
        }
    }

    /// The text for an item that a fallback opens now, and a finger after renewal.
    func renewal(by fallback: Fallback, after reason: FactorRefusal.Reason) -> Words {
        let (title, isFirst) =
            switch reason {
            case .enrollmentChanged: (fingersChangedTitle, false)
            case .fingerprintDisabled: (turnedOffTitle, false)
            case .notEnrolled, .notInAccess, .pinChanged: (noFingerYetTitle, true)
            }
        return switch fallback {
        case .pin: Words(title, isFirst ? firstRenewWithPIN : renewWithPIN)
        case .password: Words(title, isFirst ? firstRenewWithPassword : renewWithPassword)
        case .signIn: Words(title, signInAgain)
        }
    }
}
