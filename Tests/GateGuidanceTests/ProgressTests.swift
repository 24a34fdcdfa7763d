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

    @Test("each report has a message in each language, for each operation", arguments: Language.allCases)
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

    @Test("the bare prompt is the word list's")
    func prompt() {
        let prompts = Language.allCases.map { Progress(.waitingForFinger).message(in: $0) }
        #expect(prompts == ["Touch the fingerprint reader", "지문으로 인증해 주세요", "Legg fingeren på leseren"])
    }

    @Test("the prompt names the item, and the finger where only one will do")
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

    @Test("enrolment names its finger at the first touch, and asks to lift it before the next")
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
        "tries left are counted, in singular where it is one",
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
