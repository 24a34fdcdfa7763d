import GateGuidance
import GateModel
import Testing

/// Tells the languages' texts apart by letters, and by words that only one of them has.
enum Script {
    /// Latin words allowed in Korean texts: those without a Korean name, and the tests' item.
    private static let latinInKorean: Set<String> = ["PIN", "github", "ssh"]
    private static let english: Set<String> = [
        "the", "your", "you", "use", "again", "try", "reader", "is", "not", "this", "it",
    ]
    private static let norwegian: Set<String> = [
        "og", "ikke", "på", "er", "prøv", "igjen", "leseren", "bruk", "å", "det", "deg", "eller",
    ]

    static func isPure(_ text: String, _ language: Language) -> Bool {
        let hasHangul = text.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
        let words = text.split { !$0.isLetter }.map(String.init)
        let lowercased = Set(words.map { $0.lowercased() })
        switch language {
        case .en:
            return !hasHangul && text.allSatisfy(\.isASCII) && lowercased.isDisjoint(with: norwegian)
        case .nb: return !hasHangul && lowercased.isDisjoint(with: english)
        case .ko:
            let latin = text.split { !($0.isASCII && $0.isLetter) }.map(String.init)
            return hasHangul && Set(latin).isSubset(of: latinInKorean)
        }
    }
}

@Suite("Languages do not mix")
struct LanguagesDoNotMixTests {
    @Test("Each error has a complete title and body in its own language", arguments: Language.allCases)
    func errors(language: Language) throws {
        for error in try EveryError.all() {
            let guidance = Guidance.for(error, in: language)
            #expect(guidance.locale == language.tag)
            #expect(!guidance.body.isEmpty)
            #expect(guidance.body.hasSuffix("."), "\(guidance.body)")
            for text in [guidance.title, guidance.body] {
                #expect(Script.isPure(text, language), "\(text)")
                #expect(!text.contains("  ") && !text.contains("\n"))
            }
            #expect(guidance.actionLabel.isEmpty || Script.isPure(guidance.actionLabel, language))
        }
    }

    @Test("No two languages have the same text", arguments: Caption.allCases)
    func captions(caption: Caption) {
        #expect(Set(Language.allCases.map { caption.text(in: $0) }).count == Language.allCases.count)
        for language in Language.allCases { #expect(Script.isPure(caption.text(in: language), language)) }
    }

    @Test("The check itself tells English from Norwegian and Korean")
    func checkIsSharp() {
        #expect(!Script.isPure("Prøv igjen", .en))
        #expect(!Script.isPure("Try again", .nb))
        #expect(!Script.isPure("다시 try", .ko))
        #expect(!Script.isPure("다시", .nb))
    }
}
