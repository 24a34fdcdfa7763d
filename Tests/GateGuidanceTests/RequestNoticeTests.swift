import GateGuidance
import GateModel
import Testing

@Suite("Which program asks, and for what")
struct RequestNoticeTests {
    private func title(_ operation: Operation, _ language: Language, program: String = "PIN") throws -> String {
        let item = try #require(ItemName("github"))
        return RequestNotice(program: program, operation: operation, item: item, reason: nil, in: language).title
    }

    @Test("Each operation has its own sentence in each language", arguments: Language.allCases)
    func complete(language: Language) throws {
        let titles = try Operation.allCases.map { try title($0, language) }
        #expect(Set(titles).count == Operation.allCases.count)
        for title in titles { #expect(Script.isPure(title, language) && title.hasSuffix("."), "\(title)") }
        let ending = RequestNotice(program: "PIN", operation: .sign, item: nil, reason: nil, in: language).ending
        #expect(Script.isPure(ending, language) && !titles.contains(ending))
    }

    @Test("The texts of requests match letter by letter")
    func golden() throws {
        #expect(
            try Language.allCases.map { try title(.retrieve, $0, program: "gh") } == [
                #""gh" wants to open "github"."#, #""gh" 프로그램이 "github" 항목을 열려고 해요."#, "«gh» vil åpne «github».",
            ])
        #expect(Language.allCases.map { $0.triesLeft(1) } == ["1 try left.", "1번 더 시도할 수 있어요.", "1 forsøk igjen."])
        #expect(Language.allCases.map { $0.triesLeft(2) } == ["2 tries left.", "2번 더 시도할 수 있어요.", "2 forsøk igjen."])
    }

    @Test(
        "A program's name and reason neither end their quotation marks nor reach the terminal",
        arguments: ["a\u{1B}[2J", "a\u{202E}b", "a\nb", "a\" wants", "a» vil", "a\\"])
    func escaped(name: String) throws {
        for language in Language.allCases {
            let notice = RequestNotice(
                program: name, operation: .authenticate, item: nil, reason: Reason("x\u{200B}\""), in: language)
            for text in [notice.title, notice.ending, notice.reason ?? ""] {
                #expect(text.escapingControls == text)
            }
            #expect(notice.reason == (language == .nb ? #"«x\u{200B}"»"# : #""x\u{200B}\"""#))
            let plain = try title(.authenticate, language, program: "a")
            // The text after the name is the same sentence as for any program.
            #expect(notice.title.hasSuffix(plain.drop { $0 != "a" }.dropFirst()))
        }
    }
}
