import GateGuidance
import GateModel
import Testing

@Suite("A reader's state")
struct ReaderStateTests {
    @Test("Each reader state has words in each language, in one script", arguments: Language.allCases)
    func complete(language: Language) {
        for state in Reader.State.allCases {
            let name = state.name(in: language)
            #expect(Script.isPure(name, language) && name != state.rawValue, "\(name)")
            for other in Language.allCases where other != language { #expect(state.name(in: other) != name) }
        }
    }

    @Test("The texts of reader states match letter by letter")
    func golden() {
        #expect(Language.allCases.map { Reader.State.ready.name(in: $0) } == ["Ready", "쓸 수 있어요", "Klar"])
        let used = ["Reader is in use", "지문 인식기를 사용 중이에요", "Leseren er i bruk"]
        #expect(Language.allCases.map { Reader.State.busy.name(in: $0) } == used)
        #expect(Language.allCases.map { Reader.State.inUse.name(in: $0) } == used)
    }

    @Test("An item's name does not end its quotation marks", arguments: Language.allCases)
    func marks(language: Language) throws {
        let name = try #require(ItemName("a\" b» c"))
        for error in [GateError.itemNotFound(name)] {
            let title = Guidance.for(error, in: language).title
            #expect(title.contains(name.rawValue.quoted(in: language)), "\(title)")
        }
        let prompt = Progress(.waitingForFinger).message(
            for: Situation(operation: .retrieve, item: name), in: language)
        #expect(prompt.contains(name.rawValue.quoted(in: language)), "\(prompt)")
    }
}
