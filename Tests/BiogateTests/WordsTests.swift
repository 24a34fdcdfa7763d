import GateGuidance
import GateModel
import GateSandbox
import GateSystem
import Glibc
import Testing

@testable import biogate

@Suite("Words")
struct WordsTests {
    @Test("Each language says the same in its own words", arguments: [Language.ko, .nb])
    func translated(language: Language) throws {
        let english = Language.en.words
        let words = language.words
        #expect(words.language == language && !words.yes.isEmpty)
        let name = try #require(ItemName("github"))
        for (one, other) in zip(texts(english, name), texts(words, name)) {
            #expect(!other.isEmpty && one != other)
            #expect(isIn(language, other), "\(other)")
        }
        #expect(words.privacy.count == english.privacy.count)
        #expect(zip(words.privacy, english.privacy).allSatisfy { $0 != $1 })
        #expect(words.waysOut(.pin) != words.waysOut(.password) && words.waysOut(.password) != words.waysOut(nil))
        let marked = language == .nb ? "«github»" : "\"github\""
        #expect(words.wouldDestroy([name]).contains(marked) && words.stored(name).contains(marked))
    }

    /// Whether a text contains letters of the language, or none of the words that only English has.
    private func isIn(_ language: Language, _ text: String) -> Bool {
        switch language {
        case .ko: text.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
        case .en, .nb:
            Set(text.lowercased().split { !$0.isLetter }).isDisjoint(
                with: ["the", "your", "you", "is", "are", "not", "this", "with", "and", "of", "again", "no"])
        }
    }

    @Test("Every text is compared with those of the other languages")
    func complete() throws {
        let room = CommandLineBench.sources + "/Sources/biogate"
        let choices = try [
            "Words/CommandWords+Choices", "Commands/Doctor/CommandWords+Doctor",
            "Guests/Logins/CommandWords+Moving", "Guests/Sandbox/CommandWords+Sandbox",
        ].map { try read("\(room)/\($0).swift") }.joined()
        let tests = try read(#filePath)
        // The members that choose a sentence, and the sentences that no member chooses.
        let members = try members(read("\(room)/Catalogue/CommandWords.swift")).filter { !choices.contains($0) }
        #expect(members.count > 60)
        for member in members + self.members(choices) { #expect(tests.contains("words.\(member)"), "\(member)") }
    }

    private func members(_ source: String) -> [String] {
        let declared = source.split(separator: "\nextension Language").first ?? ""
        return declared.matches(of: /\n    (?:var|func) ([a-zA-Z]+)/).map { String($0.1) }
    }

    @Test("No text is longer than two and a half rows of a terminal", arguments: Language.allCases)
    func lengths(language: Language) throws {
        let name = try #require(ItemName("github"))
        for text in texts(language.words, name) + language.words.privacy {
            #expect(Table.width(text) <= 200, "\(Table.width(text)): \(text)")
        }
    }

    private func read(_ path: String) throws -> String {
        String(decoding: try Descriptor.open(path, O_RDONLY).readAll(), as: UTF8.self)
    }

    private func item(_ name: ItemName, _ state: Item.State) -> Item {
        let now = WallTime(millisecondsSinceEpoch: 0)
        return Item(
            name: name, label: nil, kind: .secret, access: Access(factors: [.fingerprint]), openableBy: [.fingerprint],
            state: state, algorithm: nil, publicKey: nil, sealedBy: .file, owner: nil, createdAt: now, lastUsedAt: nil)
    }

    private func texts(_ words: any CommandWords, _ name: ItemName) -> [String] {
        let settings = Settings(
            fingerprintEnabled: true, method: .fingerprint, onboarding: .pending, pinSet: true,
            passwordAvailable: true, enrolledPrints: 1, items: 1)
        let causes: [Item.Invalidation] = [
            .enrollmentChanged, .fingerprintDisabled, .pinRemoved, .pinReset, .revoked,
        ]
        var texts = texts(of: words, name)
        texts += ValueRule.allCases.map { words.text($0) }
        texts += Act.allCases.map { words.question($0) }
        texts += MoveNotice.Fault.allCases.map { words.text(.notImported(finger: "x", user: "y", $0)) }
        texts += [
            words.text(.importCosts), words.text(.wouldImport(finger: "x", user: "y")),
            words.text(.imported(finger: "x", user: "y")), words.text(.known(finger: "x", user: "y")),
            words.text(.noUser("y")), words.text(.strange(path: "/p")), words.text(.nothingThere(directory: "/p")),
            words.text(.originalRemoved(path: "/p")), words.text(.exportCosts(directory: "/p")),
            words.text(.exported(path: "/p")), words.text(.exportedBefore(path: "/p")),
            words.text(.inTheWay(path: "/p")), words.text(.notExported(finger: "x", user: "y", .notNow)),
            words.text(.nothingToExport(user: "y")), words.text(.noFace(socket: "/s")),
        ]
        texts += causes.map { words.opening(item(name, .invalidated($0))) }
        texts += LockoutEnd.allCases.flatMap { end in
            [nil, .seconds(3600)].map { words.loginsLocked(LoginLockout(retryAfter: $0), end) }
        }
        texts += [
            words.counts(settings), words.rows(settings).joined().joined(separator: " "), words.misfit("x"),
            words.rows(item(name, .valid)).joined().joined(separator: " "), words.weight(.note), words.weight(.wrong),
            words.mendFirst, words.text(Finding.silent), words.nothingToRenew(item(name, .valid)),
            words.listed(item(name, .invalidated(.revoked))),
        ]
        return texts
    }

    private func texts(of words: any CommandWords, _ name: ItemName) -> [String] {
        [
            words.next("x"), words.notRunning("/s"), words.nobodyListens("/s"), words.untrusted("/s"), words.hungUp,
            words.nameless,
            words.waiting(2), words.waitForRenewal([name]), words.nothingToRenew, words.jsonAsksNothing,
            words.fingerprintStaysOff, words.turnOn,
            words.sandboxForgets, words.key("x"), words.invalid("x"),
            words.tooOld, words.startNow, words.mustSayYes, words.renewNow(1), words.renewNow(2),
            words.tooManyArguments,
            words.secretsAreNoArguments, words.notUTF8, words.unknownLocale("xx"), words.ownedByRoot("kari"),
            words.language.waitsForService,
            words.currentPINPrompt,
            words.nothingChanged, words.cancelled, words.waysOut(.pin), words.waysOut(.password), words.waysOut(nil),
            words.credentialPrompt(.password), words.noCredential, words.tooLong(1), words.fingerprintReady,
            words.noReaders, words.touches(5),
            words.wouldDestroy([name]),
            words.wouldNeedRenewal([name]), words.wouldClear(ReaderID(rawValue: "r")), words.wouldReset("kari"),
            words.wouldResetAll, words.destroyed(1), words.destroyed(2), words.noFingers, words.added("x"),
            words.renamed("x", "y"), words.renamed("x", nil), words.removed("x"), words.removedAll, words.notAdded("x"),
            words.unvouched, words.unvouchedOpensNothing, words.vouched(["x"]), words.nothingToVouch,
            words.onSeveralReaders("x", []), words.cleared,
            words.newPINPrompt, words.repeatPINPrompt, words.pinsDiffer, words.pinSet, words.pinRemoved,
            words.fingerprintOn, words.fingerprintOff, words.revoked, words.everythingErased, words.noItems,
            words.loginAddsFinger("x"), words.loginOn, words.loginKeyringDiffers, words.loginOff, words.loginIsOn,
            words.eitherIsOn, words.eitherIsOff, words.eitherNotInstalled, words.eitherRefused,
            words.loginIsOff, words.loginIsDestroyed, words.noKeyring, words.keyringPasswordPrompt,
            words.keyringChanged, words.keyringRefuses, words.keyringSilent,
            words.stored(name), words.renewed(name), words.deleted(name), words.secretPrompt(name), words.noSecret,
            words.saved("x"), words.fileExists("x"), words.replaceFile("x"), words.notForVariable(name),
            words.opensTogether([name]), words.opensByItself(name), words.noEnvLine(number: 3, path: "p"),
            words.injectsNoTerminal, words.noTemplateItem(3), words.storedReference(variable: "V", name),
            words.injectReason,
            words.reservedVariable("PATH"),
            words.noProgram("x"), words.openReason, words.runReason("x"), words.setupNeedsTerminal, words.setupLater,
            words.noCommand("x", nearest: nil, help: "y"), words.noCommand("x", nearest: "z", help: "y"),
            words.noJournal, words.journalForbidden, words.noOption("-x"), words.nothingAdded, words.pinRule(6),
            words.oldPINNeeded, words.passwordNeeded, words.mayOpenItems, words.nameOneFinger,
            words.addedOn(finger: "x", date: "y", reader: "z"),
            words.pinIsNeeded, words.notForTerminal(name), words.notExecutable("x"), words.noInterpreter("x"),
            words.emptyCredential,
            words.sshKeyImported(key: name.rawValue, path: "/p"), words.sshFileStays("/p"), words.sshImportNeedsName,
            words.pinning(server: "a", fingerprint: "f"),
            words.pinningAuthority(server: "a", fingerprint: "f"), words.pinned(key: name.rawValue, servers: "a, b"),
            words.unpinned(name.rawValue), words.notPinned(key: name.rawValue, server: "a"),
            words.serverNotKnown(server: "a", command: "x"),
            words.pinnedByKey, words.pinnedByAuthority("a"), words.pinnedAccount(server: "a", user: "b"),
            words.sshNotOpenSSH("/p"), words.sshOtherAlgorithm(path: "/p", algorithm: "ssh-rsa"),
            words.sshOtherProtection(path: "/p", names: "x"), words.sshPassphrasePrompt("/p"),
            words.sshPassphraseMissing("/p"), words.sshPassphraseWrong("/p"),
            words.answerByPIN("7: x?"), words.answerByPassword("7: x?"), words.noLoginAsks,
            words.sshVariableDead("/p"),
            words.sshVariableForwarded("/p"), words.sshVariableSetIn("/p"),
            words.keyringAway, words.keyringDiffers, words.keyringGoneState, words.keyringIsProtected("x"),
            words.keyringInTheClear("x"), words.keyringBareState, words.keyringEmpty, words.keyringNeedsPIN,
            words.keyringLocked, words.keyringNoItem("x"), words.keyringNoFront, words.keyringNoLeases,
            words.keyringNotProtected("x"), words.keyringProtected("x"),
            words.keyringProtectedState, words.keyringError("x"), words.keyringReleased("x"), words.keyringSeveral("x"),
            words.keyringChangedMeanwhile("x"), words.keyringForeignNote("x"),
            words.keyMade(name, "x"), words.sshKeyMade(key: "x", path: "x"), words.noSSHKeys("x"), words.noSSHKey("x"),
            words.sshSet(path: "x", command: "x"), words.sshUnset("x"), words.gitSet(key: "x", command: "x"),
            words.sshUpstreamSet(program: "x", path: "x"), words.sshEnterLines("x"), words.removeLines("x"),
            words.gitEnterLines("x"), words.gitWins(file: "x", line: "y"), words.gitSignersLine("x"),
            words.gitWinsWhere(condition: "x", file: "y", line: "z"),
            words.gitUnset, words.gitFailed("x"), words.sshNoAgent("x"), words.sshVariableSet,
            words.sshVariableOther(program: "x", path: "x"), words.sshVariableMissing, words.sshVariableUnnamed("x"),
            words.sshRefusal(time: "1", reason: "x"),
            words.sshAgentAnswers(path: "x", count: 1), words.noChallenge, words.signReason,
            words.paused(.seconds(30)),
            words.text(CompanionProgram.Missing(name: "x", searched: ["y"])), words.text(.daemonEnded("x")),
            words.text(.commandNotFound("x")),
            words.text(.interrupted(2)), words.text(.notInSandbox), words.text(.ended),
            words.text(.nobodyWaiting(.seconds(5))), words.text(.callEnded(touches: 2)), words.text(.unwatched("x")),
            words.setPINNow, words.openKeyringAtLogin, words.takeEither, words.addFingerNow("x"), words.vouchFingersNow,
            words.tryNow,
            words.tryReason, words.works("x"), words.noPasskeys, words.passkeyUnknown("x"), words.passkeySeveral("x"),
            words.passkeyLost(account: "x", site: "y"), words.passkeysStay,
            words.answerByAccount("7: x?"), words.anotherAccount, words.accountChosen, words.accountPrompt,
            words.pinOrAccountPrompt, words.passkeySite, words.passkeyAccount, words.passkeyFindsAccount,
            words.passkeyDerives, words.valueYes, words.valueNo, words.pinOpensToo("x"),
        ]
    }

    @Test("A name is between the quotation marks of its language, and no others", arguments: Language.allCases)
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

    @Test("The contract accepts the command line's reasons", arguments: Language.allCases)
    func reasons(language: Language) {
        for text in [language.words.openReason, language.words.runReason("gh"), language.words.tryReason] {
            #expect(Reason(text) != nil)
        }
    }
}
