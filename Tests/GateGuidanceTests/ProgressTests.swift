import GateGuidance
import GateModel
import Testing

@Suite("A progress report says what to do now")
struct ProgressTests {
    private static func everyReport() -> [Progress] {
        Progress.Event.allCases.flatMap { event in
            [nil, .rightIndex].flatMap { finger in
                [nil, 0, 1, 5].map { count in
                    Progress(event, attemptsRemaining: count, stage: count, stages: 5, finger: finger)
                }
            }
        } + ScanHint.allCases.map { Progress(.retry, hint: $0) }
    }

    @Test("Each report has a message in each language, for each operation", arguments: Language.allCases)
    func complete(language: Language) throws {
        let item = try #require(ItemName("42"))
        for operation in Operation.allCases {
            for situation in [
                Situation(operation: operation), Situation(operation: operation, item: item, finger: .leftThumb),
            ] {
                for report in Self.everyReport() {
                    let message = report.message(for: situation, in: language)
                    #expect(!message.isEmpty && !message.contains("\n"))
                    #expect(Script.isPure(message, language), "\(message)")
                }
            }
        }
    }

    @Test("The bare prompt matches the word list")
    func prompt() {
        let prompts = Language.allCases.map { Progress(.waitingForFinger).message(in: $0) }
        #expect(prompts == ["Touch the fingerprint reader", "지문으로 인증해 주세요", "Legg fingeren på leseren"])
    }

    @Test("The prompt names the item, and the finger if only one will do")
    func namedPrompt() {
        let situation = Situation(operation: .retrieve, item: ItemName("github"))
        let any = Language.allCases.map { Progress(.waitingForFinger).message(for: situation, in: $0) }
        #expect(
            any == [
                "Touch the fingerprint reader to open \"github\".", "\"github\" 항목을 열려면 지문으로 인증해 주세요.",
                "Legg fingeren på leseren for å åpne «github».",
            ])
        let one = Progress(.waitingForFinger, finger: .rightLittle)
        #expect(
            Language.allCases.map { one.message(for: situation, in: $0) } == [
                "Touch the fingerprint reader with your right little finger to open \"github\".",
                "\"github\" 항목을 열려면 오른손 새끼손가락을 인식기에 대 주세요.",
                "Legg høyre lillefinger på leseren for å åpne «github».",
            ])
    }

    @Test("The prompt shows the item's label, and for a confirmation its purpose")
    func labelAndReason() {
        let labelled = Situation(
            operation: .retrieve, item: ItemName("org.example.App/token"), label: Label("GitHub"),
            reason: Reason("Push"))
        #expect(
            Progress(.waitingForFinger).message(for: labelled, in: .en)
                == "Touch the fingerprint reader to open \"GitHub\".")
        let asked = Situation(operation: .authenticate, reason: Reason("Pay 200 kr"))
        #expect(
            Language.allCases.map { Progress(.waitingForFinger).message(for: asked, in: $0) } == [
                "Pay 200 kr: touch the fingerprint reader.", "Pay 200 kr: 지문으로 인증해 주세요.",
                "Pay 200 kr: legg fingeren på leseren.",
            ])
        let sentence = Situation(operation: .authenticate, reason: Reason("Pay now?"))
        #expect(
            Progress(.waitingForFinger).message(for: sentence, in: .en) == "Pay now? Touch the fingerprint reader.")
        for language in Language.allCases {
            for reason in ["Pay 200 kr", "Pay now?", "Pay\u{202E}"] {
                let asked = Situation(operation: .authenticate, reason: Reason(reason))
                let told = Progress(.waitingForFinger).message(for: asked, in: language)
                let bare = Progress(.waitingForFinger).message(for: Situation(operation: .authenticate), in: language)
                #expect(told.withoutReason(reason) == bare && bare.withoutReason(reason) == bare)
            }
        }
        let alone = Progress(.waitingForFinger).message(for: Situation(operation: .authenticate), in: .en)
        #expect(alone == "Touch the fingerprint reader.")
        #expect(Progress(.noMatch).message(for: asked, in: .en) == "No match.")
    }

    @Test("Once no finger is asked for, the message says why, and asks for no touch")
    func credentialWanted() {
        var progress = Progress(.credentialWanted)
        progress.denial = .init(.authenticationFailed(fallbacks: [.pin]), credentials: [.pin, .password])
        #expect(
            Language.allCases.map { progress.message(in: $0) } == [
                "No match. Use your PIN instead.", "지문이 일치하지 않았어요. 대신 PIN을 입력해 주세요.",
                "Ingen treff. Bruk PIN-koden i stedet.",
            ])
        progress.denial = .init(.noHardware(fallbacks: [.password]), credentials: [.password])
        #expect(
            Language.allCases.map { progress.message(in: $0) } == [
                "No fingerprint reader. Use your password instead.",
                "지문 인식기가 없어요. 대신 비밀번호를 입력해 주세요.",
                "Ingen fingeravtrykkleser. Bruk passordet i stedet.",
            ])
        progress = Progress(.credentialWrong, attemptsRemaining: 3, factor: .pin)
        progress.denial = .init(.noHardware(fallbacks: [.pin]), credentials: [.pin])
        #expect(
            Language.allCases.map { progress.message(in: $0) } == [
                "That PIN did not match. 3 tries left.",
                "PIN이 일치하지 않았어요. 3번 더 시도할 수 있어요. 다시 입력해 주세요.",
                "PIN-koden stemte ikke. 3 forsøk igjen.",
            ])
    }

    @Test("A PIN or password that did not decide the call reports the tries left")
    func wrongCredentials() {
        func messages(
            _ factor: Factor, _ remaining: Int?, _ retryAfter: Duration? = nil, refusal: CredentialRefusal? = nil
        ) -> [String] {
            var progress = Progress(
                .credentialWrong, attemptsRemaining: remaining, factor: factor, retryAfter: retryAfter)
            progress.refusal = refusal
            return Language.allCases.map { progress.message(in: $0) }
        }
        #expect(
            messages(.pin, 3) == [
                "That PIN did not match. 3 tries left, or touch the reader.",
                "PIN이 일치하지 않았어요. 3번 더 시도할 수 있어요. 다시 입력하거나 지문으로 인증해 주세요.",
                "PIN-koden stemte ikke. 3 forsøk igjen, eller legg fingeren på leseren.",
            ])
        #expect(
            messages(.pin, 0, .seconds(30)) == [
                "Your PIN is paused. Try again in 30 seconds, or touch the reader.",
                "PIN을 잠시 쓸 수 없어요. 30초 뒤에 다시 입력하거나 지문으로 인증해 주세요.",
                "PIN-koden er satt på pause. Prøv igjen om 30 sekunder, eller legg fingeren på leseren.",
            ])
        #expect(
            messages(.password, nil, refusal: .notTaken) == [
                "Your password does not work here. Touch the reader.", "여기에는 비밀번호를 쓸 수 없어요. 지문으로 인증해 주세요.",
                "Passordet virker ikke her. Legg fingeren på leseren.",
            ])
        for blocked in [messages(.pin, 0), messages(.pin, nil, refusal: .blocked)] {
            #expect(
                blocked == [
                    "Your PIN is locked. Touch the reader.", "PIN이 잠겨 있어요. 지문으로 인증해 주세요.",
                    "PIN-koden er låst. Legg fingeren på leseren.",
                ])
        }
        #expect(
            messages(.password, nil) == [
                "That password was not accepted. Try again, or touch the reader.",
                "비밀번호를 확인하지 못했어요. 다시 입력하거나 지문으로 인증해 주세요.",
                "Passordet ble ikke godtatt. Prøv igjen, eller legg fingeren på leseren.",
            ])
    }

    @Test("An enrolment names its finger at the first touch, and asks to lift it before the next")
    func enrolment() {
        let situation = Situation(operation: .enroll, finger: .rightIndex)
        let first = Progress(.waitingForFinger, stage: 0, stages: 5)
        let second = Progress(.waitingForFinger, stage: 1, stages: 5)
        #expect(
            first.message(for: situation, in: .en) == "Touch the fingerprint reader with your right index finger.")
        #expect(first.message(for: situation, in: .ko) == "오른손 검지를 인식기에 대 주세요.")
        #expect(second.message(for: situation, in: .en) == "Lift your finger, then touch the reader again.")
        #expect(
            Progress(.stagePassed, stage: 2, stages: 5).message(for: situation, in: .en) == "2 of 5 touches done.")
    }

    @Test(
        "Tries left are counted, in the singular if there is one",
        arguments: [
            (2, ["No match. 2 tries left.", "지문이 일치하지 않았어요. 2번 더 시도할 수 있어요.", "Ingen treff. 2 forsøk igjen."]),
            (1, ["No match. 1 try left.", "지문이 일치하지 않았어요. 1번 더 시도할 수 있어요.", "Ingen treff. 1 forsøk igjen."]),
            (0, ["No match.", "지문이 일치하지 않았어요.", "Ingen treff."]),
        ])
    func triesLeft(count: Int, messages: [String]) {
        let report = Progress(.noMatch, attemptsRemaining: count)
        #expect(Language.allCases.map { report.message(in: $0) } == messages)
    }
}
