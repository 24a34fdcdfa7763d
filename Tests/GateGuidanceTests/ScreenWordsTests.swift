import GateGuidance
import GateModel
import Testing

@Suite("Texts on an app's own screen") struct ScreenWordsTests {
    @Test("No two languages have the same text, and each text ends like a sentence", arguments: ScreenMessage.allCases)
    func messages(message: ScreenMessage) {
        for fallback in ScreenFallback.allCases {
            let texts = Language.allCases.map { message.text(offering: fallback, in: $0) }
            #expect(Set(texts).count == texts.count)
            #expect(texts.allSatisfy { $0.hasSuffix(".") })
        }
    }

    @Test("A switch has its words in every language", arguments: SignInSwitch.allCases)
    func switches(state: SignInSwitch) {
        let texts = Language.allCases.map { state.text(in: $0) }
        #expect(Set(texts).count == texts.count)
    }

    @Test("An app's own alternative has no text of ours, and every other has its button")
    func labels() {
        for language in Language.allCases {
            #expect(ScreenFallback.own.label(in: language) == nil)
            for fallback in [ScreenFallback.pin, .password, .signIn] {
                #expect(fallback.label(in: language)?.isEmpty == false)
            }
        }
    }

    @Test("An error states the problem, and an alternative that the screen has")
    func errors() {
        let error = GateError.authenticationFailed(fallbacks: [.pin])
        #expect(error.screenText(offering: .pin, in: .en) == "No match. Use your PIN instead.")
        #expect(error.screenText(offering: .own, in: .nb) == "Ingen treff.")
        #expect(error.screenText(offering: .password, in: .ko) == "인증에 실패했습니다. 비밀번호를 사용해 주세요.")
        #expect(error.screenText(offering: .signIn, in: .ko) == "인증에 실패했습니다. 계속하려면 다시 로그인해 주세요.")
        // A problem that no credential gets around names none.
        #expect(!GateError.storageFailed.screenText(offering: .pin, in: .en).contains("PIN"))
    }

    @Test("A sentence from another source gets its full stop once")
    func sentences() {
        #expect(screenText("Card blocked", offering: .own, in: .en) == "Card blocked.")
        #expect(screenText("Card blocked!", offering: .pin, in: .en) == "Card blocked! Use your PIN instead.")
    }
}
