internal import GateModel

/// English texts.
struct English: Phrasebook {
    func words(for error: GateError, in situation: Situation) -> Words {
        switch error {
        case .noHardware: Words("No fingerprint reader", "This computer has no reader that works here.")
        case .hardwareUnavailable(.notInteractive, _, _) where situation.isSessionLocked: sessionLocked
        case .hardwareUnavailable(.notInteractive, _, _) where situation.isLidClosed: lidClosed
        case .hardwareUnavailable(let reason, let retryAfter, _): unavailable(reason, retryAfter)
        case .notEnrolled(printsVanished: false, _) where situation.hasUnvouchedPrints:
            Words(
                "So far, your fingerprint only works for login",
                "It was added in the system's settings. Confirm it with your PIN or password to use it here, too.")
        case .notEnrolled(printsVanished: false, _): Words("No fingerprint added yet", "Add one to use it next time.")
        case .notEnrolled(printsVanished: true, _):
            Words("Your fingerprints are gone from the reader", "Add one to use it again.")
        case .disabled: Words("Fingerprint is turned off", "You can turn it on in settings.")
        case .lockout(let retryAfter, _, _):
            Words("Fingerprint is paused", "The last scans did not match. Try again in \(wait(retryAfter)).")
        case .lockoutPermanent(let reason, let clearedBy, _):
            locked(reason, Fallback(among: clearedBy), situation)
        case .authenticationFailed: Words("No match", "")
        case .timedOut(.calls?, _):
            Words("Your other requests came first", "This one's turn did not come in time. Try again in a moment.")
        case .timedOut(.reader?, _):
            Words("Reader is in use", "Something else used it the whole time. Try again in a moment.")
        case .timedOut(nil, _) where situation.operation == .enroll:
            Words("The time is up", "Nothing was added. Try again.")
        case .timedOut(nil, let fallbacks): Words("No finger matched in time", tryAgain(or: Fallback(among: fallbacks)))
        case .cancelled(let canceller): cancelled(by: canceller, situation)
        case .credentialRequired(let accepted, let clearedBy):
            clearedBy.isEmpty ? required(Fallback(among: accepted), situation) : pinBlocked
        case .credentialNotSet(.password):
            Words(
                "No password can be checked",
                situation.isReset
                    ? "Only an administrator can erase what is stored here."
                    : "Your account has none, or an administrator has turned the check off.")
        case .credentialNotSet:
            Words("No PIN set yet", "Set a PIN first. It is the way in when a fingerprint does not work.")
        case .credentialWrong(.fingerprint, let remaining, let retryAfter):
            Words("No match", tries(remaining, retryAfter, situation))
        case .credentialWrong(.pin, let remaining, let retryAfter):
            Words("That PIN did not match", tries(remaining, retryAfter, situation))
        case .credentialWrong(.password, let remaining, let retryAfter):
            Words("That password did not match", tries(remaining, retryAfter, situation))
        case .credentialUnavailable(let factor):
            Words(
                "Your \(name(of: factor)) cannot be checked now",
                "The service that checks it does not answer. Try again, or ask an administrator.")
        case .credentialThrottled(let factor, let retryAfter):
            Words(
                "Your \(name(of: factor)) is paused", "The last tries did not match. Try again in \(wait(retryAfter)).")
        case .signInRequired:
            Words(
                "Your PIN is locked",
                "Many tries did not match.", lastWay(situation))
        case .pinUnacceptable(let rule, let minimumLength): unacceptable(rule, minimumLength)
        case .factorNotAllowed(let allowed, let why): refusal(allowed, why?.reason, situation)
        case .itemNotFound(let name, .key?):
            Words("\(marked(name.rawValue)) is a key, not a secret", "Keys can sign but cannot be read.")
        case .itemNotFound(let name, .secret?):
            Words("\(marked(name.rawValue)) is a secret, not a key", "Secrets can be opened but cannot sign.")
        case .itemNotFound(let name, nil):
            Words("Nothing is stored as \(marked(name.rawValue))", "Look at the list of what is stored.")
        case .itemExists(let name):
            Words("\(marked(name.rawValue)) is stored already", "Choose another name, or replace it.")
        case .itemInvalidated(let name, let cause): invalidated(name, by: cause, situation)
        case .printNotFound: Words("No such fingerprint", "Look at the list of your fingerprints.")
        case .fingerAlreadyEnrolled(let print):
            Words("This finger is added already", "It is your \(name(of: print.finger)). Use another finger.")
        case .fingerKnownToReader:
            Words(
                "The reader knows this finger already",
                "Another program, system or user added it. Use another finger, or ask an administrator.")
        case .readerNotFound: Words("No such fingerprint reader", "Plug it in, or choose another one.")
        case .readerFull: Words("The reader is full", "Remove a fingerprint, then try again.")
        case .requestNotFound: Words("Nothing is waiting", "The request has ended already.")
        case .limitExceeded(let limit): exceeded(limit)
        case .sealingUnavailable(let reason): sealed(reason)
        case .storageFailed:
            Words(
                "The service cannot use its data now",
                "Nothing was changed. Its disk may be full or read-only, or what is stored may be damaged.")
        case .notPermitted(.administratorOnly): Words("Not allowed", "Only an administrator can do this.")
        case .notPermitted(.noAccount):
            Words(
                "Nothing is kept for you here",
                "No account is found for your user number. An administrator can allow it.")
        case .notPermitted(.accountChanged):
            Words(
                "This account was renamed",
                "An administrator can give it its former name back, or erase what is stored here.")
        case .notPermitted(.accountUnknown):
            Words(
                "Your account cannot be looked up now",
                "Nothing was changed. Try again in a moment, or ask an administrator.")
        }
    }

    private var sessionLocked: Words { Words("The screen is locked", "Fingerprint works once it is unlocked.") }
    private var lidClosed: Words { Words("The lid is closed", "Fingerprint works once it is open.") }

    private func unavailable(_ reason: HardwareReason, _ retryAfter: Duration?) -> Words {
        switch reason {
        case .busy, .inUse: Words("Reader is in use", "Another app is using it. Try again in a moment.")
        case .suspended: Words("Reader is asleep", "Try again when the computer is awake.")
        case .overheated:
            Words(
                "Reader is too warm", retryAfter.map { "Try again in \(wait($0))." } ?? "Try again when it has cooled.")
        case .disconnected: Words("Reader not connected", "Plug in the fingerprint reader.")
        case .faulted:
            Words("Reader does not answer", "Try again. If that does not help, restart the computer.")
        case .notInteractive:
            Words("Fingerprint does not work from here", "It works only when you sit at the computer.")
        case .administrator:
            Words("Fingerprint is not in use here", "An administrator has turned it off for this computer.")
        }
    }

    private func locked(_ reason: CredentialReason, _ fallback: Fallback, _ situation: Situation) -> Words {
        let routine = Routine(situation.maximumCredentialAge)
        let credential =
            switch fallback {
            case .pin: "enter your PIN"
            case .password: "enter your password"
            case .signIn: situation.hasSignIn ? "sign in again" : "enter your PIN or password"
            }
        let time = "Time to \(credential)"
        switch (reason, fallback) {
        case (.attempts, .pin):
            return Words(
                "Fingerprint is locked for now", "Many scans did not match. Enter your PIN once and it works again.")
        case (.attempts, .password):
            return Words(
                "Fingerprint is locked for now",
                "Many scans did not match. Enter your password once and it works again.")
        case (.attempts, .signIn):
            return Words("Fingerprint is locked for now", "Many scans did not match.", signIn(situation))
        case (.credentialAge, .pin), (.credentialAge, .password):
            return Words(time, "This is routine, \(every(routine)). Then your fingerprint works again.")
        case (.credentialAge, .signIn):
            return Words(time, "This is routine, \(every(routine)).", signIn(situation))
        case (.boot, .pin), (.boot, .password):
            return Words(time, "This is routine after a restart. Then your fingerprint works again.")
        case (.boot, .signIn):
            return Words(time, "This is routine after a restart.", signIn(situation))
        }
    }

    private func every(_ routine: Routine) -> String {
        switch routine {
        case .days(1): "every day"
        case .days(2): "every two days"
        case .days(3): "every three days"
        case .days(let count): "every \(count) days"
        case .hours(1): "every hour"
        case .hours(let count): "every \(count) hours"
        }
    }

    private func cancelled(by canceller: Canceller, _ situation: Situation) -> Words {
        switch canceller {
        case .client, .user: Words("Cancelled", "You can try again at any time.")
        case .sessionLocked: Words("The screen was locked", "Unlock it, then try again.")
        case .suspend: Words("The computer went to sleep", "Try again when it is awake.")
        case .revoked where !situation.hasSignIn: Words("Access was ended", "You can try again at any time.")
        case .revoked: Words("Access was ended", sentence(for: .signIn))
        case .shutdown: Words("The fingerprint service is stopping", "Try again in a moment.")
        }
    }

    private var pinBlocked: Words {
        Words("Your PIN is locked", "Many tries did not match. Enter your password once, and it works again.")
    }

    private func required(_ fallback: Fallback, _ situation: Situation) -> Words {
        switch fallback {
        case .pin: Words("Your PIN is needed", "Enter your PIN to continue.")
        case .password: Words("Your password is needed", "Enter your password to continue.")
        case .signIn: Words("Verify it is you", signIn(situation))
        }
    }

    private func tries(_ remaining: Int?, _ retryAfter: Duration?, _ situation: Situation) -> String {
        if let retryAfter { return "Try again in \(wait(retryAfter))." }
        if remaining == 0 {
            guard situation.hasPassword else { return "No tries left. \(lastWay(situation))" }
            return
                "No tries left. Use your password, or \(situation.hasSignIn ? "sign in again" : "ask an administrator")."
        }
        return remaining.map { "Try again. \(triesLeft($0))." } ?? "Try again."
    }

    private func lastWay(_ situation: Situation) -> String {
        situation.hasSignIn
            ? sentence(for: .signIn) : "What is left is a reset by an administrator, which erases everything."
    }

    private func tryAgain(or fallback: Fallback) -> String {
        switch fallback {
        case .pin: "Try again, or use your PIN."
        case .password: "Try again, or use your password."
        case .signIn: "Try again."
        }
    }

    func triesLeft(_ count: Int) -> String { count == 1 ? "1 try left" : "\(count) tries left" }

    private func unacceptable(_ rule: PINRule, _ minimumLength: Int) -> Words {
        let body =
            switch rule {
            case .tooShort: "Use at least \(minimumLength) digits."
            case .tooLong: "Use fewer digits."
            case .notDigits: "Use digits only."
            case .tooSimple: "Avoid one digit repeated, and runs such as 123456."
            }
        return Words("Choose another PIN", body)
    }

    private func either(_ factors: [Factor]) -> String {
        factors.map(name(of:)).joined(separator: " or ")
    }

    func only(_ factors: [Factor]) -> String { "Only your \(either(factors)) works here" }

    func use(_ factors: [Factor]) -> String { "Use your \(either(factors))." }

    var neverByFinger: Words {
        Words("This does not open with a fingerprint", "It was stored without one. Replace it to change that.")
    }

    private func invalidated(_ name: ItemName, by cause: Item.Invalidation, _ situation: Situation) -> Words {
        guard situation.hasSignIn else {
            let again = situation.isAboutKey ? "Make it again." : "Store it again."
            return Words("\(marked(name.rawValue)) was destroyed when \(happening(cause))", again)
        }
        return Words(
            happened(cause),
            cause == .enrollmentChanged
                ? "Sign in once, then fingerprint works again." : "Sign in once, then it works again.")
    }

    private func happening(_ cause: Item.Invalidation) -> String {
        switch cause {
        case .enrollmentChanged: "your fingerprints changed"
        case .fingerprintDisabled: "fingerprint was turned off"
        case .pinRemoved: "your PIN was removed"
        case .pinReset: "your PIN was reset"
        case .revoked: "access was ended"
        }
    }

    func happened(_ cause: Item.Invalidation) -> String {
        switch cause {
        case .enrollmentChanged:
            "Your fingerprints changed"
        case .fingerprintDisabled: "Fingerprint was turned off"
        case .pinRemoved: "Your PIN was removed"
        case .pinReset: "Your PIN was reset"
        case .revoked: "Access was ended"
        }
    }

    private func exceeded(_ limit: Limit) -> Words {
        switch Limit.Kind(limit) {
        case .items: Words("No room for more", "There is room for \(limit.maximum) items. Remove one first.")
        case .itemBytes: Words("No room for more", "Your items fill the space for them. Remove one first.")
        case .everybody:
            Words("No room for more", "Everybody's items together fill the space for them. Ask an administrator.")
        case .changes: Words("Too many changes", "Try again later.")
        case .waiting: Words("Other requests are waiting", "Try again in a moment.")
        case .connections: Words("Too many apps are connected", "Close one, or try again in a moment.")
        case .message: Words("That is too large", "At most \(limit.maximum) bytes can be sent at once.")
        case .other: Words("That is too much", "At most \(limit.maximum) are possible here.")
        }
    }

    private func sealed(_ reason: SealingReason) -> Words {
        let body =
            switch reason {
            case .noTPM: "The computer's security chip was not found. Ask an administrator."
            case .busy: "The computer's security chip is busy. Try again in a moment."
            case .dictionaryLockout: "The computer's security chip is paused. Try again later."
            case .otherMachine: "It was stored on another computer. Open it there, or ask an administrator."
            case .policyFailed:
                "An old copy of it was put back, or the security chip is set up otherwise. Ask an administrator."
            case .rootKeyMissing: "The key file is missing. An administrator can put it back from a backup."
            case .faulted: "The computer's security chip does not answer. Try again, or restart the computer."
            }
        return Words("This cannot be opened now", body)
    }

    func renewal(by fallback: Fallback, after reason: FactorRefusal.Reason) -> Words {
        let (title, outcome) =
            switch reason {
            case .enrollmentChanged: (happened(.enrollmentChanged), "fingerprint works again")
            case .fingerprintDisabled: (happened(.fingerprintDisabled), "fingerprint works again")
            case .notEnrolled, .notInAccess, .pinChanged: ("No fingerprint opens this yet", "fingerprint works, too")
            }
        return switch fallback {
        case .pin: Words(title, "Renew this item with your PIN, then \(outcome).")
        case .password: Words(title, "Renew this item with your password, then \(outcome).")
        case .signIn: Words(title, sentence(for: .signIn))
        }
    }

    func sentence(for fallback: Fallback) -> String {
        switch fallback {
        case .pin: "Use your PIN instead."
        case .password: "Use your password instead."
        case .signIn: "Sign in again to continue."
        }
    }

    func caption(_ caption: Caption) -> String {
        switch caption {
        case .verifyIdentity: "Verify it is you"
        case .biometrics: "Biometrics"
        case .useFingerprint: "Use fingerprint"
        case .usePIN: "Use PIN"
        case .usePassword: "Use password"
        case .signIn: "Sign in"
        case .addFingerprint: "Add fingerprint"
        case .turnOn: "Turn on"
        case .notNow: "Not now"
        case .connectReader: "Connect reader"
        case .tryAgain: "Try again"
        case .cancel: "Cancel"
        }
    }

    var offer: Words {
        Words(
            "Sign in faster with your fingerprint?", "It never leaves this computer. You can turn it off at any time.")
    }

    func prompt(_ situation: Situation, asking finger: Finger?) -> String {
        let touch = "Touch the fingerprint reader" + (finger.map { " with your \(name(of: $0))" } ?? "")
        guard let purpose = purpose(situation) else { return finger == nil ? touch : touch + "." }
        return "\(touch) to \(purpose)."
    }

    private func purpose(_ situation: Situation) -> String? {
        guard let operation = situation.operation else { return nil }
        switch (operation, situation.shownItem) {
        case (.store, let item?): return "store \(marked(item))"
        case (.retrieve, let item?): return "open \(marked(item))"
        case (.createKey, let item?): return "make the key \(marked(item))"
        case (.sign, let item?): return "sign with \(marked(item))"
        case (.renew, let item?): return "renew \(marked(item))"
        case (.enable, _): return "turn fingerprint on"
        case (.authenticate, _), (.enroll, _), (.store, nil), (.retrieve, nil), (.createKey, nil), (.sign, nil),
            (.renew, nil):
            return nil
        }
    }

    func request(by program: String, _ operation: Operation, _ item: String?) -> String {
        let item = marked(item ?? "")
        let wish =
            switch operation {
            case .authenticate: "asks you to verify it is you"
            case .enroll: "wants to add a finger"
            case .enable: "wants to turn fingerprint on"
            case .store: "wants to store \(item)"
            case .retrieve: "wants to open \(item)"
            case .createKey: "wants to make the key \(item)"
            case .sign: "wants to sign with \(item)"
            case .renew: "wants to renew \(item)"
            }
        return "\(marked(program)) \(wish)."
    }

    private func marked(_ name: String) -> String { name.quoted(in: .en) }

    func requestEnded(by program: String) -> String { "\(marked(program)) no longer waits for you." }

    func confirmed(by factor: Factor) -> String {
        switch factor {
        case .fingerprint: "confirmed with a finger"
        case .pin: "confirmed with the PIN"
        case .password: "confirmed with the password"
        }
    }

    func message(for progress: Progress) -> String {
        switch progress.event {
        case .queued: "Another request is using the reader. Please wait."
        case .waitingForFinger: prompt(Situation(), asking: progress.finger)
        case .fingerPresent: "Reading your fingerprint. One moment."
        case .retry: again(progress.hint ?? .poorScan)
        case .noMatch: progress.triesLeft.map { "No match. \(triesLeft($0))." } ?? "No match."
        case .matched: "Fingerprint matched."
        case .stagePassed:
            if let stage = progress.stage, let stages = progress.stages, stage > 0 {
                "\(stage) of \(stages) touches done."
            } else {
                "That touch was good."
            }
        case .credentialWrong: wrong(progress)
        case .credentialWanted: use([.pin, .password])
        }
    }

    private func wrong(_ progress: Progress) -> String {
        let name = progress.factor.map(name(of:)) ?? "PIN or password"
        let isFingerWanted = progress.denial == nil
        let touch = isFingerWanted ? " Touch the reader." : ""
        let orTouch = isFingerWanted ? ", or touch the reader." : "."
        if progress.refusal == .notTaken { return "Your \(name) does not work here.\(touch)" }
        if progress.isCredentialBlocked { return "Your \(name) is locked.\(touch)" }
        switch (progress.attemptsRemaining, progress.retryAfter) {
        case (_, let retryAfter?): return "Your \(name) is paused. Try again in \(wait(retryAfter))\(orTouch)"
        case (let remaining?, nil): return "That \(name) did not match. \(triesLeft(remaining))\(orTouch)"
        case (nil, nil): return "That \(name) was not accepted. Try again\(orTouch)"
        }
    }

    private func again(_ hint: ScanHint) -> String {
        switch hint {
        case .poorScan: "That scan was not clear. Touch the reader again."
        case .tooShort: "That was too short. Leave your finger on a little longer."
        case .notCentered: "Place your finger in the middle of the reader."
        case .removeFinger: touchAgain
        case .tooFast: "That was too fast. Move your finger more slowly."
        }
    }

    var touchAgain: String { "Lift your finger, then touch the reader again." }

    var unlockReason: String { "Use fingerprint again" }

    func name(of finger: Finger) -> String {
        switch finger {
        case .leftThumb: "left thumb"
        case .leftIndex: "left index finger"
        case .leftMiddle: "left middle finger"
        case .leftRing: "left ring finger"
        case .leftLittle: "left little finger"
        case .rightThumb: "right thumb"
        case .rightIndex: "right index finger"
        case .rightMiddle: "right middle finger"
        case .rightRing: "right ring finger"
        case .rightLittle: "right little finger"
        }
    }

    var ready: String { "Ready" }

    func name(of factor: Factor) -> String {
        switch factor {
        case .fingerprint: "fingerprint"
        case .pin: "PIN"
        case .password: "password"
        }
    }

    func seconds(_ count: Int64) -> String { count == 1 ? "1 second" : "\(count) seconds" }

    func minutes(_ count: Int64) -> String { count == 1 ? "1 minute" : "\(count) minutes" }
}
