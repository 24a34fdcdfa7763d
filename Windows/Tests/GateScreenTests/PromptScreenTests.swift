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
