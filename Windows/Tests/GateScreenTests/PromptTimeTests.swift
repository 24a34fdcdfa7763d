// The times that a prompt shows.

import GateGuidance
import GateModel
import GateScreen
import Testing

@Suite("Times that run out while a request is shown")
struct PromptTimeTests {
    private func state(_ remaining: Duration, _ progress: Progress = Progress(.waitingForFinger)) -> PromptState {
        PromptState(.sample("r1", progress, remaining: remaining), message: "Touch", at: .seconds(100), in: .en)
    }

    @Test("20 seconds before the end more time is offered, and the last 10 are counted down")
    func timeLeft() {
        let state = state(.seconds(30))
        #expect(state.screen(at: .seconds(100)).timeLeft == nil)
        #expect(state.screen(at: .seconds(100)).moreTime == nil)
        #expect(state.unchanged(at: .seconds(100)) == .seconds(10))
        #expect(state.screen(at: .seconds(110)).timeLeft == nil)
        #expect(state.screen(at: .seconds(110)).moreTime == "More time")
        #expect(state.unchanged(at: .seconds(110)) == .seconds(10))
        #expect(state.screen(at: .seconds(120)).timeLeft == "10 seconds left.")
        #expect(state.unchanged(at: .seconds(120)) == .seconds(1))
        #expect(state.unchanged(at: .milliseconds(120_300)) == .milliseconds(700))
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
        #expect(state.screen(at: .seconds(135)).timeLeft == "10 seconds left.")
        #expect(state.screen(at: .seconds(135)).moreTime == nil)
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
