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

    @Test("A new request shows its program, its purpose and its field")
    func fresh() {
        #expect(
            PromptState([]).screen().lines == [
                "(fingerprint)", #""gh" wants to open "github"."#, "Program file, not checked: /usr/bin/gh",
                #""Push \"now\"""#,
                "Getting the reader ready. One moment.", "[pin: Or type your PIN]", "<Cancel> <OK>",
            ])
    }

    @Test("A request that waits for a finger is shown in each language")
    func languages() {
        #expect(
            PromptState([waiting], in: .en).screen(others: 1).lines == [
                "(fingerprint)", #""gh" wants to open "github"."#, "Program file, not checked: /usr/bin/gh",
                #""Push \"now\"""#,
                #"Touch the fingerprint reader to open "github"."#, "3 tries left.", "[pin: Or type your PIN]",
                "1 other request waits.", "<Cancel> <OK>",
            ])
        #expect(
            PromptState([waiting], in: .ko).screen(others: 1).lines == [
                "(fingerprint)", #""gh" 프로그램이 "github" 항목을 열려고 해요."#, "프로그램 파일(확인되지 않음): /usr/bin/gh",
                #""Push \"now\"""#, #""github" 항목을 열려면 지문으로 인증해 주세요."#, "3번 더 시도할 수 있어요.",
                "[pin: 또는 PIN을 입력해 주세요]", "다른 요청 1개가 기다리고 있어요.", "<취소> <확인>",
            ])
        #expect(
            PromptState([waiting], in: .nb).screen(others: 2).lines == [
                "(fingerprint)", "«gh» vil åpne «github».", "Programfil, ikke kontrollert: /usr/bin/gh",
                "«Push \"now\"»",
                "Legg fingeren på leseren for å åpne «github».", "3 forsøk igjen.", "[pin: Eller skriv PIN-koden]",
                "2 andre forespørsler venter.", "<Avbryt> <OK>",
            ])
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
        #expect(screen.buttons.map(\.caption) == ["Cancel", "OK"])
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
        state.report(Progress(.retry, hint: .poorScan))
        #expect(state.screen().alert?.text == "That scan was not clear. Touch the reader again.")
        #expect(state.screen().triesLeft == "2 tries left.")
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
        #expect(state.screen().instruction == #"Touch the fingerprint reader to open "github"."#)
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

    @Test("The asking program is what the prompt found out if the service may not read it")
    func known() {
        var state = PromptState(
            .sample(executable: nil, unit: "app-gnome-org.example.Mail-7.scope"), message: nil, in: .en)
        #expect(state.screen().asker.program == nil && state.screen().asker.name == "Calls itself: org.example.Mail")
        let mail = FileIdentity(device: 1, inode: 2)
        state.known.learn(path: "/usr/bin/mail", running: mail, named: mail)
        state.known.appName = "Mail"
        #expect(state.screen().asker.program == "Program file: /usr/bin/mail")
        #expect(state.screen().asker.name == "Calls itself: Mail")
    }
}

@Suite("Times that run out while a request is shown")
struct PromptTimeTests {
    private func state(_ remaining: Duration, _ progress: Progress = Progress(.waitingForFinger)) -> PromptState {
        PromptState(.sample("r1", progress, remaining: remaining), message: "Touch", at: .seconds(100), in: .en)
    }

    @Test("20 seconds before the end the remaining time is shown, and more is offered")
    func timeLeft() {
        let state = state(.seconds(30))
        #expect(state.screen(at: .seconds(100)).timeLeft == nil)
        #expect(state.screen(at: .seconds(100)).moreTime == nil)
        #expect(state.unchanged(at: .seconds(100)) == .seconds(10))
        #expect(state.screen(at: .seconds(110)).timeLeft == "20 seconds left.")
        #expect(state.screen(at: .seconds(110)).moreTime == "More time")
        #expect(state.unchanged(at: .seconds(110)) == .seconds(1))
        #expect(state.unchanged(at: .milliseconds(110_300)) == .milliseconds(700))
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
        #expect(state.screen(at: .seconds(130)).timeLeft == "15 seconds left.")
        #expect(state.screen(at: .seconds(130)).moreTime == nil)
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
    private let done = ["Confirmed.", "<Close>"]

    @Test("A matching finger is confirmed, whether the end comes before or after")
    func matched() {
        var state = PromptState([Progress(.matched)])
        #expect(state.phase == .done)
        #expect(!state.isWaiting)
        #expect(state.screen().lines.suffix(2) == done[...])
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
        state = PromptState([Progress(.waitingForFinger)])
        let cancelled = GateError.cancelled(by: .client)
        state.end(RequestOutcome(cancelled, guidance: .for(cancelled, in: .en)))
        #expect(state.screen().instruction == #""gh" no longer waits for you."#)
    }

    @Test("After a confirmation the window closes at once, or once a screen reader has said it")
    func confirmed() {
        var state = PromptState([Progress(.waitingForFinger)])
        state.end(RequestOutcome(confirmedBy: .pin))
        #expect(state.phase == .done)
        #expect(state.lingers(at: .zero) == .milliseconds(600))
        #expect(state.lingers(at: .zero, isHeard: true) == .seconds(3))
    }

    @Test("A lockout is counted down, then the finger can be used again; the window stays until then")
    func lockout() {
        var state = PromptState([Progress(.noMatch, attemptsRemaining: 0)])
        let error = GateError.lockout(retryAfter: .seconds(30), clearedBy: [.pin], fallbacks: [])
        state.end(RequestOutcome(error, guidance: .for(error, in: .en)), at: .seconds(100))
        let locked = state.screen(at: .seconds(100))
        #expect(locked.countdown == "You can try again in 30 seconds.")
        #expect(locked.instruction == "Fingerprint is paused.")
        #expect(state.lingers(at: .seconds(100)) == .seconds(36))
        let over = state.screen(at: .seconds(130))
        #expect(over.countdown == nil && over.instruction == "You can use your fingerprint again.")
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
        #expect(state.screen().lines.suffix(2) == done[...])
    }

    @Test("A request that ends while a wrong PIN is compared has ended")
    func endedWhileChecking() {
        var state = PromptState([])
        state.answer()
        state.end()
        state.answerRefused(nil)
        #expect(state.phase == .ended)
    }

    @Test("A last miss stays visible after the end, and one with tries left does not")
    func lastMiss() {
        var state = PromptState([Progress(.noMatch, attemptsRemaining: 2)])
        state.end()
        #expect(state.screen().alert == nil)
        state = PromptState([Progress(.noMatch, attemptsRemaining: 0)])
        state.end()
        #expect(state.screen().alert?.text == "No match.")
    }

    @Test(
        "Any other end says which program no longer waits",
        arguments: zip(
            Language.allCases,
            [
                #""gh" no longer waits for you."#, #""gh" 프로그램이 더 이상 기다리지 않아요."#,
                "«gh» venter ikke lenger på deg.",
            ]))
    func ended(language: Language, text: String) {
        var state = PromptState([Progress(.noMatch, attemptsRemaining: 0)], in: language)
        state.end()
        let screen = state.screen()
        #expect(screen.picture == .ended)
        #expect(screen.instruction == text)
        #expect(screen.alert != nil)
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
            #"Program file, not checked: /usr/bin/gh. "Push \"now\"". "#
            + #"Touch the fingerprint reader to open "github". 3 tries left."#
        #expect(first.announcement(after: nil) == opening)
        #expect(state.screen(others: 1).announcement(after: first) == nil)
        state.report(Progress(.noMatch, attemptsRemaining: 2))
        let miss = state.screen()
        #expect(miss.announcement(after: first) == "No match. 2 tries left.")
        #expect(state.screen().announcement(after: miss) == nil)
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
        let offers = stories.map { OnboardingScreen(.asking($0), in: .en) }
        let told: [String?] = ["Touch the fingerprint reader.", "No match.", "No match.", nil]
        #expect(zip(sheets, sheets.dropFirst()).map { $1.announcement(after: $0, under: "") } == told)
        #expect(zip(rows, rows.dropFirst()).map { $1.announcement(after: $0) } == told)
        #expect(zip(offers, offers.dropFirst()).map { $1.announcement(after: $0) } == told)
    }
}
