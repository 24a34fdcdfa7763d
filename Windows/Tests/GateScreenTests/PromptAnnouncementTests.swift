// What a screen reader says of a prompt.

import BiometricGate
import GateGuidance
import GateModel
import GateScreen
import GateWire
import Testing

@Suite("Announcements of a screen reader")
struct AnnouncementTests {
    private let waiting = Progress(.waitingForFinger, attemptsRemaining: 3)

    @Test("The first announcement is everything below the title, later ones only new texts, and none twice")
    func announcements() {
        var state = PromptState([waiting])
        let first = state.screen()
        let opening =
            #"Claimed by the program: “Push "now"”; Program file, not checked: “/usr/bin/gh”. Touch the fingerprint reader."#
        #expect(first.announcement(after: nil) == opening)
        #expect(state.screen(others: 1).announcement(after: first) == nil)
        state.report(Progress(.noMatch, attemptsRemaining: 2))
        let miss = state.screen()
        #expect(miss.announcement(after: first) == "No match. 2 tries left.")
        #expect(state.screen().announcement(after: miss) == nil)
        // The screen that follows the last miss says the same.
        var last = state
        last.report(Progress(.fingerPresent))
        let reading = last.screen()
        last.report(Progress(.noMatch, attemptsRemaining: 0))
        #expect(last.screen().alert?.text == "No match.")
        let missed = last.screen()
        #expect(missed.announcement(after: reading) == nil)
        last.report(Progress(.credentialWanted))
        #expect(last.screen().announcement(after: missed) == last.screen().instruction)
        state.report(Progress(.fingerPresent))
        #expect(state.screen().announcement(after: miss) == nil)
        state.report(Progress(.matched))
        #expect(state.screen().announcement(after: miss) == "Confirmed.")
    }

    @Test("A problem before the first announcement is announced with the rest")
    func unheard() {
        let state = PromptState([waiting, Progress(.noMatch, attemptsRemaining: 2)])
        let told = state.screen().announcement(after: nil)
        #expect(told?.contains("No match. 2 tries left.") == true)
    }

    @Test("A repeated problem is announced again")
    func again() {
        var state = PromptState([waiting, Progress(.retry, hint: .tooFast)])
        let first = state.screen()
        state.report(Progress(.retry, hint: .tooFast))
        #expect(state.screen().announcement(after: first) == first.alert?.text)
    }

    @Test("A miss is told again when it happens again, wherever a touch is asked for, and no next step talks over it")
    func everywhere() throws {
        var stories = [CallStory(in: .en)]
        for report in [Progress(.waitingForFinger), Progress(.noMatch), Progress(.noMatch), Progress(.fingerPresent)] {
            var story = try #require(stories.last)
            story.report(report, report.message(in: .en))
            stories.append(story)
        }
        let sheets = stories.map { Sheets(in: .en).touching("Add left thumb", $0) }
        let rows = stories.map { SignInScreen(.off, .asking($0), in: .en) }
        let offers = stories.map { OnboardingScreen(.asking($0), reason: "Sign in", in: .en) }
        let told: [String?] = ["Touch the fingerprint reader.", "No match.", "No match.", nil]
        #expect(zip(sheets, sheets.dropFirst()).map { $1.announcement(after: $0, under: "") } == told)
        #expect(zip(rows, rows.dropFirst()).map { $1.announcement(after: $0) } == told)
        #expect(zip(offers, offers.dropFirst()).map { $1.announcement(after: $0) } == told)
    }
}
