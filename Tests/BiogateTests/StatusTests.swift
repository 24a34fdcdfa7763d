import GateGuidance
import GateModel
import GateWire
import Testing

@testable import biogate

@Suite("Status")
struct StatusTests {
    private func summary(
        _ availability: Availability, pin: Bool = true, prints: Int = 1, items: Int = 1,
        waiting: Int = 0, unvouched: Bool = false,
        loginLockout: LoginLockout? = nil
    ) -> StatusSummary {
        let guidance = Guidance.for(
            availability, fallbacks: pin ? [.pin] : [], situation: Situation(hasUnvouchedPrints: unvouched), in: .en)
        return StatusSummary(
            AvailabilityReport(
                availability, fallbacks: pin ? [.pin] : [], guidance: guidance, loginLockout: loginLockout),
            Settings(
                fingerprintEnabled: true, method: .fingerprint, onboarding: .pending, pinSet: pin,
                passwordAvailable: false, enrolledPrints: prints, items: items), waiting: waiting,
            isAnyUnvouched: unvouched)
    }

    @Test("Every state has one next command")
    func next() {
        #expect(summary(.notEnrolled(printsVanished: false), pin: false, prints: 0).nextCommand == "biogate setup")
        #expect(summary(.noHardware, pin: false, prints: 0).nextCommand == "biogate setup")
        #expect(summary(.available, pin: false).nextCommand == "biogate pin set")
        #expect(summary(.notEnrolled(printsVanished: false), prints: 0).nextCommand == "biogate finger add right-index")
        #expect(
            summary(.notEnrolled(printsVanished: false), prints: 0, unvouched: true).nextCommand
                == "biogate finger vouch")
        #expect(summary(.disabled).nextCommand == "biogate enable")
        #expect(summary(.disabled, prints: 0).nextCommand == "biogate finger add right-index")
        #expect(summary(.disabled, prints: 0, unvouched: true).nextCommand == "biogate finger vouch")
        #expect(summary(.available, items: 0).nextCommand == "biogate store github --from token.txt")
        #expect(summary(.available).nextCommand == "biogate list")
        #expect(summary(.available, waiting: 2).nextCommand == "biogate renew --all")
        #expect(summary(.disabled, waiting: 2).nextCommand == "biogate enable")
        #expect(summary(.lockoutPermanent(.attempts)).nextCommand.hasSuffix("--pin"))
    }

    @Test("A lockout of fingers at logins is shown with its remedy")
    func logins() {
        let locked = summary(.available, loginLockout: LoginLockout(retryAfter: nil))
        #expect(locked.nextCommand.hasSuffix("--pin"))
        for language in Language.allCases {
            let lines = locked.lines(in: language.words)
            #expect(lines.count == 3)
            #expect(lines[1].contains("PIN"))
        }
        let paused = summary(.available, loginLockout: LoginLockout(retryAfter: .seconds(30)))
        #expect(
            paused.lines(in: Language.en.words)[1]
                == "Fingerprint at login is paused for 30 seconds after scans that did not match. Your PIN ends the pause."
        )
        // Without a PIN or a password, neither is offered to the user.
        let bare = summary(.available, pin: false, loginLockout: LoginLockout(retryAfter: nil))
        #expect(
            bare.lines(in: Language.en.words)[1]
                == "Fingerprint at login is locked after too many scans that did not match. Set a PIN to unlock it.")
        #expect(bare.nextCommand == "biogate pin set")
    }

    @Test("A lockout's words name the credentials that the user has, and no others")
    func lockoutEnds() {
        #expect(LockoutEnd(fallbacks: [.password, .pin], hasCredential: true) == .pinOrPassword)
        #expect(LockoutEnd(fallbacks: [.pin], hasCredential: true) == .pin)
        #expect(LockoutEnd(fallbacks: [.fingerprint, .password], hasCredential: true) == .password)
        #expect(LockoutEnd(fallbacks: [], hasCredential: true) == .later)
        #expect(LockoutEnd(fallbacks: [], hasCredential: false) == .newPIN)
        let passwords: [Language: String] = [.en: "password", .ko: "비밀번호", .nb: "assord"]
        for language in Language.allCases {
            for wait in [nil, Duration.seconds(30)] {
                func text(_ end: LockoutEnd) -> String {
                    language.words.loginsLocked(LoginLockout(retryAfter: wait), end)
                }
                #expect(!text(.pin).contains(passwords[language] ?? "?") && text(.pin).contains("PIN"))
                #expect(text(.password).contains(passwords[language] ?? "?") && !text(.password).contains("PIN"))
                #expect(!text(.newPIN).contains(passwords[language] ?? "?"))
                let texts = LockoutEnd.allCases.map(text)
                #expect(Set(texts).count == (wait == nil ? 5 : 4), "\(texts)")
            }
        }
    }

    @Test("Watching tells that fingers are locked at logins, and no line twice in a row")
    func watched() {
        var states = WatchedStates()
        #expect(states.line("Fingerprint works.", nil) == "Fingerprint works.")
        #expect(states.line("Fingerprint works.", nil) == nil)
        #expect(states.line("Fingerprint works.", "Locked.") == "Fingerprint works. Locked.")
        #expect(states.line("Fingerprint works.", "Locked.") == nil)
        #expect(states.line("Fingerprint works.", nil) == "Fingerprint works.")
    }

    @Test("The state is described in plain words, in each language")
    func lines() {
        #expect(
            summary(.available).lines(in: Language.en.words) == [
                "Fingerprint works. Touch the reader when an app asks.", "Fingers: 1. PIN: set. Stored items: 1.",
            ])
        #expect(
            summary(.available, items: 3, waiting: 2).lines(in: Language.en.words)[1]
                == "Fingers: 1. PIN: set. Stored items: 3. Waiting to be renewed: 2.")
        // A terminal is nothing to sign in to.
        #expect(
            summary(.noHardware, pin: false).lines(in: Language.en.words)[0]
                == "No fingerprint reader. This computer has no reader that works here.")
        #expect(summary(.disabled).lines(in: Language.en.words)[0].hasPrefix("Fingerprint is turned off."))
        for language in Language.allCases { #expect(summary(.available).lines(in: language.words).count == 2) }
    }
}
