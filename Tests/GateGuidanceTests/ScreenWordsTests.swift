import GateGuidance
import GateModel
import Testing

@Suite("What an app's own screen says") struct ScreenWordsTests {
    @Test("no two languages say the same, and each text ends as a sentence", arguments: ScreenMessage.allCases)
    func messages(message: ScreenMessage) {
        for fallback in ScreenFallback.allCases {
            let texts = Language.allCases.map { message.text(offering: fallback, in: $0) }
            #expect(Set(texts).count == texts.count)
            #expect(texts.allSatisfy { $0.hasSuffix(".") })
        }
    }

    @Test("a switch has its words in every language", arguments: SignInSwitch.allCases)
    func switches(state: SignInSwitch) {
        let texts = Language.allCases.map { state.text(in: $0) }
        #expect(Set(texts).count == texts.count)
    }

    @Test("a way of the app's own has no words of ours, and every other has its button")
    func labels() {
        for language in Language.allCases {
            #expect(ScreenFallback.own.label(in: language) == nil)
            for fallback in [ScreenFallback.pin, .password, .signIn] {
                #expect(fallback.label(in: language)?.isEmpty == false)
            }
        }
    }

    @Test("an error says what is the matter, and the way around that the screen has")
    func errors() {
        let error = GateError.authenticationFailed(fallbacks: [.pin])
        #expect(error.screenText(offering: .pin, in: .en) == "No match. Use your PIN instead.")
        #expect(error.screenText(offering: .own, in: .nb) == "Ingen treff.")
        #expect(error.screenText(offering: .signIn, in: .ko) == "지문이 일치하지 않았어요. 계속하려면 다시 로그인해 주세요.")
        // What a credential does not get around names none.
        #expect(!GateError.storageFailed.screenText(offering: .pin, in: .en).contains("PIN"))
    }

    @Test("somebody else's sentence gets its full stop once")
    func sentences() {
        #expect(screenText("Card blocked", offering: .own, in: .en) == "Card blocked.")
        #expect(screenText("Card blocked!", offering: .pin, in: .en) == "Card blocked! Use your PIN instead.")
    }
}
