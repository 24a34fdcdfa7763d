// The end of a request in its window.

import GateGuidance
import GateModel
import GateScreen
import GateWire
import Testing

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
