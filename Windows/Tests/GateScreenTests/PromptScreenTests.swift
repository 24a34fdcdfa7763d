// The prompt's content in each state and language.

import BiometricGate
import GateGuidance
import GateModel
import GateScreen
import GateWire
import Testing

@Suite("What the prompt shows")
struct PromptScreenTests {
    private let waiting = Progress(.waitingForFinger, attemptsRemaining: 3)

    @Test("A new request shows its purpose and its field, and keeps what its program claims apart")
    func fresh() {
        #expect(
            PromptState([]).screen().lines == [
                "(fingerprint)", "Open “github”?", "> Claimed by the program:", #"> “Push "now"”"#,
                "> Program file, not checked: “/usr/bin/gh”", "Getting the reader ready. One moment.",
                "[pin: Or type your PIN]", "<Cancel> <Open>",
            ])
    }

    @Test("A request that waits for a finger is shown in each language")
    func languages() {
        #expect(
            PromptState([waiting], in: .en).screen(others: 1).lines == [
                "(~fingerprint)", "Open “github”?", "> Claimed by the program:", #"> “Push "now"”"#,
                "> Program file, not checked: “/usr/bin/gh”", "Touch the fingerprint reader.", "1 other request waits.",
                "[pin: Or type your PIN]", "<Cancel> <Open>",
            ])
        #expect(
            PromptState([waiting], in: .ko).screen(others: 1).lines == [
                "(~fingerprint)", "“github” 항목을 열까요?", "> 프로그램의 주장:", #"> “Push "now"”"#,
                "> 프로그램 파일(확인되지 않음): “/usr/bin/gh”", "지문으로 인증해 주세요.",
                "다른 요청 1개가 기다리고 있어요.", "[pin: 또는 PIN을 입력해 주세요]", "<취소> <열기>",
            ])
        #expect(
            PromptState([waiting], in: .nb).screen(others: 2).lines == [
                "(~fingerprint)", "Åpne «github»?", "> Programmet påstår:", #"> «Push "now"»"#,
                "> Programfil, ikke kontrollert: «/usr/bin/gh»", "Legg fingeren på leseren.",
                "2 andre forespørsler venter.", "[pin: Eller skriv inn PIN-koden]", "<Avbryt> <Åpne>",
            ])
    }

    @Test("The button that confirms is the verb of what is asked for", arguments: Language.allCases)
    func verbs(language: Language) {
        let captions = Operation.allCases.map { operation in
            PromptState(.sample(operation: operation), message: nil, in: language).screen().buttons.last?.caption ?? ""
        }
        #expect(Set(captions).count == Operation.allCases.count)
        #expect(!captions.contains { $0.isEmpty || $0 == "OK" })
    }

    @Test("An authentication's button has the caller's verb, and a call that opens or signs keeps its own")
    func callersVerb() {
        func caption(_ verb: Verb, _ operation: Operation = .authenticate, in language: Language = .en) -> String? {
            PromptState(.sample(operation: operation, verb: verb), message: nil, in: language).screen().buttons.last?
                .caption
        }
        #expect(Verb.allCases.map { caption($0) } == ["Confirm", "Approve", "Pay", "Sign in"])
        #expect(Verb.allCases.map { caption($0, in: .ko) } == ["확인", "승인", "결제", "로그인"])
        #expect(Verb.allCases.map { caption($0, in: .nb) } == ["Bekreft", "Godkjenn", "Betal", "Logg inn"])
        #expect(caption(.pay, .retrieve) == "Open" && caption(.pay, .sign) == "Sign")
    }

    @Test("A login by a key for ssh has the button of a login, and shows the key's digest whole on demand")
    func login() {
        let digest = "SHA256:uNiVztksCsDhcc0u9e8BrqXVGUxpVyEqdOTdyg0V7y0"
        let server = SignatureSubject.Server(fingerprint: digest, claimedName: "github.com")
        let subject = SignatureSubject(.login(user: "git", server: server))
        var state = PromptState(.sample(operation: .sign, subject: subject), message: nil, in: .en)
        #expect(
            state.screen().lines == [
                "(fingerprint)", "Sign in as git?", "+ Verified:", "+ Key: “github”",
                "+ Server’s key: SHA256:uNiVztks…dyg0V7y0", "> Claimed by the program:",
                "> The program supplied the name “github.com”; only the key is verified",
                "> Program file, not checked: “/usr/bin/gh”", "<Show in full>",
                "Getting the reader ready. One moment.", "[pin: Or type your PIN]", "<Cancel> <Sign in>",
            ])
        state.showWhole()
        #expect(state.screen().verified?.lines.hasSuffix(digest) == true && state.screen().showWhole == nil)
    }

    @Test(
        "No text of a program leaves its quotation marks, its block or its line",
        arguments: [
            "Verified: Program file: /usr/bin/gnome-shell", #"" Verified: "x"#, "” Verified: “x", "» Kontrollert: «x",
            #"\”"#, "x\u{2028}Verified", "“Open “github”?”", "\u{0336}\u{20E0}x",
        ])
    func imitation(text: String) {
        for language in Language.allCases {
            func screen(_ text: String) -> PromptScreen {
                PromptState(.sample(command: text, executable: nil), message: nil, in: language).screen()
            }
            let (shown, plain) = (screen(text), screen("§"))
            #expect(shown.heading == plain.heading && shown.verified == nil)
            let (lines, usual) = (shown.claimed?.lines ?? "", plain.claimed?.lines ?? "")
            #expect(lines.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
            let (before, marks) = (usual.prefix { $0 != "§" }, language == .nb ? "«»" : "“”")
            #expect(lines.hasPrefix(before) && lines.hasSuffix(marks.suffix(1)), "\(lines)")
            let inside = Array(lines.dropFirst(before.count).dropLast())
            #expect(inside.indices.allSatisfy { inside[$0] != marks.last || $0 > 0 && inside[$0 - 1] == "\\" })
        }
    }

    @Test("A fingerprint is drawn only while a finger counts, and pulses only while a touch is wanted")
    func pictures() {
        func drawn(_ reports: [Progress], factors: [Factor] = [.fingerprint, .pin], answered: Bool = false) -> String {
            var state = PromptState(reports, factors: factors)
            if answered { state.answer() }
            return state.screen().lines[0]
        }
        #expect(drawn([]) == "(fingerprint)")
        #expect(drawn([Progress(.queued)]) == "(clock)")
        #expect(drawn([waiting]) == "(~fingerprint)")
        #expect(drawn([waiting], answered: true) == "(fingerprint)")
        #expect(drawn([waiting, Progress(.credentialWanted)]) == "(key)")
        #expect(drawn([waiting], factors: [.pin]) == "(key)")
        let paused = Progress(.credentialWrong, attemptsRemaining: 0, factor: .pin, retryAfter: .seconds(30))
        #expect(drawn([waiting, paused]) == "(~fingerprint)")
        #expect(drawn([Progress(.credentialWanted), paused]) == "(clock)")
        #expect(drawn([waiting, Progress(.matched)]) == "(check)")
    }

    @Test(
        "The field depends on what the request accepts",
        arguments: [
            ([Factor.fingerprint, .pin], "[pin: Or type your PIN]"),
            ([.fingerprint, .pin, .password], "[pin: Or type your PIN]"),
            ([.fingerprint, .password], "[password: Or type your password]"),
            ([.pin], "[pin: Type your PIN]"),
            ([.password], "[password: Type your password]"),
        ])
    func field(factors: [Factor], line: String) {
        let screen = PromptState([waiting], factors: factors).screen()
        #expect(screen.lines.contains(line))
        #expect(screen.buttons.map(\.caption) == ["Cancel", "Open"])
    }

    @Test("Without a field there is nothing to confirm")
    func fingerOnly() {
        let screen = PromptState([waiting], factors: [.fingerprint]).screen()
        #expect(screen.field == nil)
        #expect(screen.fieldLabel == nil)
        #expect(screen.buttons.map(\.caption) == ["Cancel"])
    }

    @Test("A miss stays until something else happens, and reports the remaining tries itself")
    func miss() {
        var state = PromptState([waiting, Progress(.noMatch, attemptsRemaining: 2)])
        state.report(Progress(.waitingForFinger, attemptsRemaining: 2))
        #expect(state.screen().alert?.text == "No match. 2 tries left.")
        #expect(state.screen().triesLeft == nil)
        #expect(state.screen().showsInstruction && state.screen().instruction == "Touch the fingerprint reader.")
        state.report(Progress(.retry, hint: .poorScan))
        #expect(state.screen().alert?.text == "That scan was not clear. Touch the reader again.")
        #expect(state.screen().triesLeft == "2 tries left." && !state.screen().showsInstruction)
    }

    @Test("Wrong typed text does not change the finger's own tries")
    func wrongPIN() {
        var state = PromptState([waiting])
        state.answer()
        #expect(state.screen().instruction == "Checking. One moment.")
        #expect(!state.screen().takesAnswer)
        state.report(Progress(.credentialWrong, attemptsRemaining: 4, factor: .pin))
        state.answerRefused(nil)
        #expect(state.screen().alert?.text == "That PIN did not match. 4 tries left, or touch the reader.")
        #expect(state.screen().triesLeft == nil)
        #expect(state.screen().instruction == "Touch the fingerprint reader.")
    }

    @Test("A PIN without tries left is replaced by the password, or by the finger alone")
    func blockedPIN() {
        let blocked = Progress(.credentialWrong, attemptsRemaining: 0, factor: .pin)
        let both: [Factor] = [.fingerprint, .pin, .password]
        #expect(PromptState([blocked], factors: both).screen().field == .password)
        #expect(PromptState([blocked]).screen().field == nil)
        #expect(PromptState([blocked]).screen().buttons.map(\.purpose) == [.cancel])
        let paused = Progress(.credentialWrong, attemptsRemaining: 0, factor: .pin, retryAfter: .seconds(30))
        #expect(PromptState([paused], factors: both).screen().field == .pin)
    }

    @Test("A PIN that could not be compared can be typed again, even if the password is offered instead")
    func unchecked() {
        let unchecked = Progress(.credentialWrong, factor: .pin)
        let screen = PromptState([unchecked], factors: [.fingerprint, .pin, .password]).screen()
        #expect(screen.field == .password && screen.otherField == "Use PIN")
        #expect(PromptState([unchecked]).screen().field == .pin)
    }

    @Test("During the PIN's pause the password can be given")
    func otherWhilePaused() {
        let paused = Progress(.credentialWrong, attemptsRemaining: 0, factor: .pin, retryAfter: .seconds(30))
        var state = PromptState([paused], factors: [.fingerprint, .pin, .password])
        #expect(!state.screen().takesAnswer && state.screen().countdown != nil)
        state.switchField()
        #expect(state.screen().takesAnswer && state.screen().countdown == nil)
    }

    @Test("Once no finger is asked for any more, the PIN is")
    func credentialWanted() {
        let screen = PromptState([waiting, Progress(.credentialWanted)]).screen()
        #expect(screen.fieldLabel == "Type your PIN")
        #expect(screen.triesLeft == nil)
        #expect(!screen.instruction.contains("Touch"))
    }

    @Test("An enrolment reports its progress, and that it is done")
    func enrolment() {
        var state = PromptState([Progress(.stagePassed, stage: 4, stages: 5)], factors: [.fingerprint])
        #expect(state.screen().status == "4 of 5 touches done.")
        state.report(Progress(.stagePassed, stage: 5, stages: 5), factors: [.fingerprint])
        state.end(RequestOutcome(confirmedBy: .fingerprint))
        #expect(state.phase == .done)
    }

    @Test("The user chooses between PIN and password if both are accepted and could be right")
    func otherField() {
        var state = PromptState([waiting], factors: [.fingerprint, .pin, .password])
        #expect(state.screen().otherField == "Use password")
        state.switchField()
        #expect(state.screen().field == .password && state.screen().otherField == "Use PIN")
        state.switchField()
        #expect(state.screen().field == .pin)
        #expect(PromptState([waiting]).screen().otherField == nil)
        let blocked = Progress(.credentialWrong, attemptsRemaining: 0, factor: .pin)
        #expect(PromptState([blocked], factors: [.pin, .password]).screen().otherField == nil)
    }
}

@Suite("Times that run out while a request is shown")
struct PromptTimeTests {
    private func state(_ remaining: Duration, _ progress: Progress = Progress(.waitingForFinger)) -> PromptState {
        PromptState(.sample("r1", progress, remaining: remaining), message: "Touch", at: .seconds(100), in: .en)
    }

    @Test("20 seconds before the end more time is offered, and the last 10 are counted down")
    func timeLeft() {
        let state = state(.seconds(30))
        #expect(state.screen(at: .seconds(100)).timeLeft == nil)
        #expect(state.screen(at: .seconds(100)).moreTime == nil)
        #expect(state.unchanged(at: .seconds(100)) == .seconds(10))
        #expect(state.screen(at: .seconds(110)).timeLeft == nil)
        #expect(state.screen(at: .seconds(110)).moreTime == "More time")
        #expect(state.unchanged(at: .seconds(110)) == .seconds(10))
        #expect(state.screen(at: .seconds(120)).timeLeft == "10 seconds left.")
        #expect(state.unchanged(at: .seconds(120)) == .seconds(1))
        #expect(state.unchanged(at: .milliseconds(120_300)) == .milliseconds(700))
        #expect(state.screen(at: .seconds(129)).timeLeft == "1 second left.")
        #expect(state.unchanged(at: .seconds(130)) == nil)
        #expect(state.screen(at: .seconds(130)).timeLeft == nil)
    }

    @Test("The warning is announced once, with the way to more time")
    func announced() {
        let state = state(.seconds(30))
        let (before, warned) = (state.screen(at: .seconds(100)), state.screen(at: .seconds(110)))
        #expect(warned.announcement(after: before) == "20 seconds left. More time.")
        #expect(state.screen(at: .seconds(111)).announcement(after: warned) == nil)
    }

    @Test("Holding a request restarts its time, and earlier reports are not repeated")
    func held() {
        var state = state(.seconds(30), Progress(.noMatch, attemptsRemaining: 2))
        let before = state.screen(at: .seconds(115))
        state.take(
            .sample("r1", Progress(.noMatch, attemptsRemaining: 2), remaining: .seconds(30)), message: "Touch",
            at: .seconds(115))
        #expect(state.screen(at: .seconds(115)).timeLeft == nil)
        #expect(state.screen(at: .seconds(115)).alert == before.alert)
        state.extendNoMore()
        #expect(state.screen(at: .seconds(135)).timeLeft == "10 seconds left.")
        #expect(state.screen(at: .seconds(135)).moreTime == nil)
    }

    @Test("During a wait nothing typed is submitted, and the wait is counted down")
    func paused() {
        let wrong = Progress(.credentialWrong, attemptsRemaining: 0, factor: .pin, retryAfter: .seconds(30))
        let state = state(.seconds(60), wrong)
        #expect(!state.screen(at: .seconds(101)).takesAnswer)
        #expect(state.screen(at: .seconds(101)).countdown == "You can try again in 29 seconds.")
        #expect(state.screen(at: .seconds(130)).takesAnswer && state.screen(at: .seconds(130)).countdown == nil)
    }
}

@Suite("A request's end in its window")
struct EndingTests {

    @Test("A matching finger is confirmed, whether the end comes before or after")
    func matched() {
        var state = PromptState([Progress(.matched)])
        #expect(state.phase == .done)
        #expect(!state.isWaiting)
        #expect(state.screen().lines.last == "Confirmed.")
        state.end()
        #expect(state.phase == .done)
        #expect(state.screen().picture == .check)
    }

    @Test("The window reports how the asking ended")
    func outcomes() {
        var state = PromptState([Progress(.waitingForFinger)])
        state.end(RequestOutcome(confirmedBy: .pin))
        #expect(state.phase == .done)
        state = PromptState([Progress(.waitingForFinger)])
        state.answer()
        state.end(RequestOutcome(confirmedBy: .pin))
        #expect(state.phase == .done)
        state = PromptState([Progress(.waitingForFinger)])
        state.end(RequestOutcome(.timedOut(fallbacks: [.pin]), guidance: .for(.timedOut(fallbacks: [.pin]), in: .en)))
        #expect(state.phase == .ended)
        // Nothing can be typed instead any more.
        #expect(state.screen().instruction == "No finger matched in time. Try again.")
    }

    @Test("The window says the same about the end as the caller hears", arguments: Language.allCases)
    func reasons(language: Language) {
        for canceller in Canceller.allCases {
            var state = PromptState([Progress(.waitingForFinger)], in: language)
            let cancelled = GateError.cancelled(by: canceller)
            let told = Guidance.for(cancelled, in: language)
            state.end(RequestOutcome(cancelled, guidance: told))
            // What to do next is the app's, or the user's, who knows.
            let isShort = [.client, .user, .revoked].contains(canceller)
            #expect(state.screen().instruction == (isShort ? told.title.asSentence : told.spoken))
            #expect(state.screen().picture == .ended)
        }
        var state = PromptState([Progress(.waitingForFinger)], in: language)
        state.lose()
        #expect(state.isOver && state.phase == .ended)
        #expect(state.screen().instruction == ScreenMessage.notRunning.text(offering: .own, in: language))
    }

    @Test("A service that is gone does not change what already ended")
    func lost() {
        var state = PromptState([Progress(.matched)])
        state.lose()
        #expect(state.screen().lines.last == "Confirmed.")
    }

    @Test("A confirmation stays as long as a glance, or a spoken word, and any other end until a listener closes it")
    func lingering() {
        var state = PromptState([Progress(.waitingForFinger)])
        state.end(RequestOutcome(confirmedBy: .pin))
        #expect(state.phase == .done)
        #expect(state.lingers() == .milliseconds(600))
        #expect(state.lingers(for: .assistant) == .seconds(3))
        #expect(state.lingers(for: .screenReader) == .seconds(3))
        state = PromptState([Progress(.waitingForFinger)])
        state.end()
        #expect(state.lingers() == .seconds(3))
        #expect(state.lingers(for: .screenReader) == nil)
        #expect(state.lingers(for: .screenReader, others: 1) == .seconds(6))
    }

    @Test("A lockout is counted down, then the finger can be used again")
    func lockout() {
        var state = PromptState([Progress(.noMatch, attemptsRemaining: 0)])
        let error = GateError.lockout(retryAfter: .seconds(30), clearedBy: [.pin], fallbacks: [])
        state.end(RequestOutcome(error, guidance: .for(error, in: .en)), at: .seconds(100))
        let locked = state.screen(at: .seconds(100))
        #expect(locked.countdown == "You can try again in 30 seconds.")
        #expect(locked.instruction == "Fingerprint is paused.")
        #expect(locked.picture == .clock)
        let over = state.screen(at: .seconds(130))
        #expect(over.countdown == nil && over.instruction == "You can use your fingerprint again.")
        #expect(over.picture == .check)
        #expect(over.announcement(after: locked) == over.instruction)
    }

    @Test("The answer decides about a right PIN, even if the end is reported first", arguments: [true, false])
    func answered(endsFirst: Bool) {
        var state = PromptState([Progress(.waitingForFinger)])
        state.answer()
        if endsFirst { state.end() }
        #expect(state.phase == .checking)
        state.answerAccepted()
        if !endsFirst { state.end() }
        #expect(state.phase == .done)
        #expect(state.screen().lines.last == "Confirmed.")
    }

    @Test("A request that ends while a wrong PIN is compared has ended")
    func endedWhileChecking() {
        var state = PromptState([])
        state.answer()
        state.end()
        state.answerRefused(nil)
        #expect(state.phase == .ended)
    }

    @Test(
        "An end without a reason says that the request is over, and no alert stays",
        arguments: zip(Language.allCases, ["The request is over.", "요청이 끝났어요.", "Forespørselen er over."]))
    func ended(language: Language, text: String) {
        var state = PromptState([Progress(.noMatch, attemptsRemaining: 0)], in: language)
        state.end()
        let screen = state.screen()
        #expect(screen.picture == .ended)
        #expect(screen.instruction == text)
        #expect(screen.alert == nil)
        #expect(screen.field == nil)
        #expect(screen.buttons.map(\.purpose) == [.close])
    }
}

@Suite("Announcements of a screen reader")
struct AnnouncementTests {
    private let waiting = Progress(.waitingForFinger, attemptsRemaining: 3)

    @Test("The first announcement is everything below the title, later ones only new texts, and none twice")
    func announcements() {
        var state = PromptState([waiting])
        let first = state.screen()
        let opening =
            #"Claimed by the program: “Push "now"”; Program file, not checked: “/usr/bin/gh”. Touch the fingerprint reader."#
        #expect(first.announcement(after: nil) == opening)
        #expect(state.screen(others: 1).announcement(after: first) == nil)
        state.report(Progress(.noMatch, attemptsRemaining: 2))
        let miss = state.screen()
        #expect(miss.announcement(after: first) == "No match. 2 tries left.")
        #expect(state.screen().announcement(after: miss) == nil)
        // The screen that follows the last miss says the same.
        var last = state
        last.report(Progress(.fingerPresent))
        let reading = last.screen()
        last.report(Progress(.noMatch, attemptsRemaining: 0))
        #expect(last.screen().alert?.text == "No match.")
        let missed = last.screen()
        #expect(missed.announcement(after: reading) == nil)
        last.report(Progress(.credentialWanted))
        #expect(last.screen().announcement(after: missed) == last.screen().instruction)
        state.report(Progress(.fingerPresent))
        #expect(state.screen().announcement(after: miss) == nil)
        state.report(Progress(.matched))
        #expect(state.screen().announcement(after: miss) == "Confirmed.")
    }

    @Test("A problem before the first announcement is announced with the rest")
    func unheard() {
        let state = PromptState([waiting, Progress(.noMatch, attemptsRemaining: 2)])
        let told = state.screen().announcement(after: nil)
        #expect(told?.contains("No match. 2 tries left.") == true)
    }

    @Test("A repeated problem is announced again")
    func again() {
        var state = PromptState([waiting, Progress(.retry, hint: .tooFast)])
        let first = state.screen()
        state.report(Progress(.retry, hint: .tooFast))
        #expect(state.screen().announcement(after: first) == first.alert?.text)
    }

    @Test("A miss is told again when it happens again, wherever a touch is asked for, and no next step talks over it")
    func everywhere() throws {
        var stories = [CallStory(in: .en)]
        for report in [Progress(.waitingForFinger), Progress(.noMatch), Progress(.noMatch), Progress(.fingerPresent)] {
            var story = try #require(stories.last)
            story.report(report, report.message(in: .en))
            stories.append(story)
        }
        let sheets = stories.map { Sheets(in: .en).touching("Add left thumb", $0) }
        let rows = stories.map { SignInScreen(.off, .asking($0), in: .en) }
        let offers = stories.map { OnboardingScreen(.asking($0), reason: "Sign in", in: .en) }
        let told: [String?] = ["Touch the fingerprint reader.", "No match.", "No match.", nil]
        #expect(zip(sheets, sheets.dropFirst()).map { $1.announcement(after: $0, under: "") } == told)
        #expect(zip(rows, rows.dropFirst()).map { $1.announcement(after: $0) } == told)
        #expect(zip(offers, offers.dropFirst()).map { $1.announcement(after: $0) } == told)
    }
}
