import GateGuidance
import GateModel
import GateWire
import Testing

@testable import biogate

@Suite("Status")
struct StatusTests {
    private func summary(
        _ availability: Availability, pin: Bool = true, prints: Int = 1, items: Int = 1,
        waiting: Int = 0
    ) -> StatusSummary {
        let guidance = Guidance.for(availability, fallbacks: pin ? [.pin] : [], in: .en)
        return StatusSummary(
            AvailabilityReport(availability, fallbacks: pin ? [.pin] : [], guidance: guidance),
            Settings(
                fingerprintEnabled: true, method: .fingerprint, onboarding: .pending, pinSet: pin,
                passwordAvailable: false, enrolledPrints: prints, items: items), waiting: waiting)
    }

    @Test("there is one next command for every state")
    func next() {
        #expect(summary(.notEnrolled(printsVanished: false), pin: false, prints: 0).nextCommand == "biogate setup")
        #expect(summary(.noHardware, pin: false, prints: 0).nextCommand == "biogate setup")
        #expect(summary(.available, pin: false).nextCommand == "biogate pin set")
        #expect(summary(.notEnrolled(printsVanished: false), prints: 0).nextCommand == "biogate finger add right-index")
        #expect(summary(.disabled).nextCommand == "biogate enable")
        #expect(summary(.available, items: 0).nextCommand == "biogate store github --from token.txt")
        #expect(summary(.available).nextCommand == "biogate list")
        #expect(summary(.available, waiting: 2).nextCommand == "biogate renew --all")
        #expect(summary(.disabled, waiting: 2).nextCommand == "biogate enable")
        #expect(summary(.lockoutPermanent(.attempts)).nextCommand.hasSuffix("--pin"))
    }

    @Test("what works is said in plain words, in each language")
    func lines() {
        #expect(
            summary(.available).lines(in: EnglishWords()) == [
                "Fingerprint works. Touch the reader when an app asks.", "Fingers: 1. PIN: set. Stored items: 1.",
                "Next: biogate list",
            ])
        #expect(
            summary(.available, items: 3, waiting: 2).lines(in: EnglishWords())[1]
                == "Fingers: 1. PIN: set. Stored items: 3. Waiting to be renewed: 2.")
        // A terminal is nothing to sign into.
        #expect(
            summary(.noHardware, pin: false).lines(in: EnglishWords())[0]
                == "No fingerprint reader. This computer has no reader that works here.")
        #expect(summary(.disabled).lines(in: EnglishWords())[0].hasPrefix("Fingerprint is turned off."))
        for language in Language.allCases { #expect(summary(.available).lines(in: language.words).count == 3) }
    }
}

@Suite("Words")
struct WordsTests {
    @Test("each language says the same things in its own words", arguments: [Language.ko, .nb])
    func translated(language: Language) throws {
        let english = Language.en.words
        let words = language.words
        #expect(words.language == language)
        let name = try #require(ItemName("github"))
        for (one, other) in zip(texts(english, name), texts(words, name)) {
            #expect(!other.isEmpty && one != other)
        }
        #expect(words.privacy.count == english.privacy.count)
        #expect(zip(words.privacy, english.privacy).allSatisfy { $0 != $1 })
        #expect(words.waysOut(.pin) != words.waysOut(.password) && words.waysOut(.password) != words.waysOut(nil))
        let marked = language == .nb ? "«github»" : "\"github\""
        #expect(words.wouldDestroy([name]).contains(marked) && words.stored(name).contains(marked))
    }

    private func texts(_ words: any CommandWords, _ name: ItemName) -> [String] {
        [
            words.next("x"), words.notRunning("/s"), words.nobodyListens("/s"), words.untrusted("/s"), words.hungUp,
            words.nameless,
            words.waiting(2), words.waitForRenewal([name]), words.nothingToRenew, words.key("x"), words.invalid("x"),
            words.tooOld, words.goOn, words.mustSayYes,
            words.nothingChanged, words.cancelled, words.waysOut(.pin), words.waysOut(.password), words.waysOut(nil),
            words.credentialPrompt(.password), words.noCredential, words.tooLong(1), words.fingerprintReady,
            words.noReaders, words.touches(5), words.wouldDestroy([name]),
            words.wouldNeedRenewal([name]), words.wouldClear(ReaderID(rawValue: "r")), words.wouldReset("kari"),
            words.wouldResetAll, words.destroyed(1), words.destroyed(2), words.noFingers, words.added("x"),
            words.removed("x"), words.removedAll, words.notAdded("x"), words.onSeveralReaders("x", []), words.cleared,
            words.newPINPrompt, words.repeatPINPrompt, words.pinsDiffer, words.pinSet, words.pinRemoved,
            words.fingerprintOn, words.fingerprintOff, words.revoked, words.everythingErased, words.noItems,
            words.stored(name), words.renewed(name), words.deleted(name), words.secretPrompt(name), words.noSecret,
            words.saved("x"), words.fileExists("x"), words.replaceFile("x"), words.notForVariable(name),
            words.noProgram("x"), words.openReason, words.runReason("x"), words.setupNeedsTerminal, words.setupLater,
            words.noCommand("x", nearest: nil, help: "y"), words.noCommand("x", nearest: "z", help: "y"),
            words.noJournal,
            words.text(.noProgram("x", searched: ["y"])), words.text(.daemonEnded("x")),
            words.text(.commandNotFound("x")),
            words.text(.interrupted(2)), words.text(.notInSandbox), words.text(.ended),
            words.text(.nobodyWaiting(.seconds(5))), words.text(.callEnded(touches: 2)), words.text(.unwatched("x")),
            words.setPINNow, words.addFingerNow("x"), words.tryNow, words.tryReason, words.works("x"),
        ]
    }

    @Test("a name stands between the marks of the language, and no others", arguments: Language.allCases)
    func marks(language: Language) throws {
        let name = try #require(ItemName("github"))
        let words = language.words
        let texts = [
            words.noCommand("github", nearest: nil, help: "x"), words.noProgram("github"), words.saved("github"),
            words.fileExists("github"), words.replaceFile("github"), words.wouldReset("github"), words.deleted(name),
            words.wouldClear(ReaderID(rawValue: "github")), words.secretPrompt(name),
        ]
        for text in texts {
            #expect(text.contains("github".quoted(in: language)), "\(text)")
            #expect(text.contains("\"") == (language != .nb), "\(text)")
        }
    }

    @Test("the reasons that the command line gives are ones that the contract takes", arguments: Language.allCases)
    func reasons(language: Language) {
        for text in [language.words.openReason, language.words.runReason("gh"), language.words.tryReason] {
            #expect(Reason(text) != nil)
        }
    }
}
