import GateGuidance
import GateModel
import Testing

@Suite("The story of a call")
struct CallStoryTests {
    private let touch = Progress(.waitingForFinger, attemptsRemaining: 3)

    private func story(_ reports: [Progress], in language: Language = .en) -> CallStory {
        var story = CallStory(in: language)
        for report in reports { story.report(report, report.message(in: language)) }
        return story
    }

    @Test("The next step is a sentence, and the finger's tries stand beside it")
    func step() {
        let story = story([touch])
        #expect(story.line == "Touch the fingerprint reader." && story.triesLeft == "3 tries left.")
        #expect(story.isTouchWanted && story.alert == nil)
    }

    @Test("A state that passes leaves the step as it was")
    func passing() {
        let reading = story([touch, Progress(.fingerPresent)])
        #expect(reading.line == "Reading your fingerprint. One moment." && reading.step == story([touch]).step)
        #expect(story([touch, Progress(.fingerPresent), Progress(.retry, hint: .tooShort)]).line == reading.step)
    }

    @Test("A miss tells the tries left, and stands until a touch is good or no finger is wanted")
    func miss() {
        let missed = [
            touch, Progress(.noMatch, attemptsRemaining: 2), Progress(.waitingForFinger, attemptsRemaining: 2),
        ]
        #expect(story(missed).alert?.text == "No match. 2 tries left." && story(missed).triesLeft == nil)
        for event in [Progress.Event.stagePassed, .credentialWanted, .matched] {
            #expect(story(missed + [Progress(event)]).alert == nil)
        }
        for event in [Progress.Event.queued, .waitingForFinger, .fingerPresent] {
            #expect(story(missed + [Progress(event)]).alert != nil)
        }
    }

    @Test("The same alert raised again is another one")
    func again() {
        let bad = Progress(.retry, hint: .tooShort)
        let (one, two) = (story([touch, bad]).alert, story([touch, bad, bad]).alert)
        #expect(one?.text == two?.text && one != two)
    }

    @Test("Beside a wrong PIN, whose tries the alert tells, the finger's are left out")
    func credentialTries() {
        let wrong = Progress(.credentialWrong, attemptsRemaining: 4, factor: .pin)
        #expect(story([touch, wrong]).triesLeft == nil)
        #expect(story([touch, wrong, Progress(.retry, hint: .tooShort)]).triesLeft == "3 tries left.")
    }

    @Test("A wrong PIN does not make a reader want a touch that did not want one")
    func typedWhileQueued() {
        let wrong = Progress(.credentialWrong, attemptsRemaining: 4, factor: .pin)
        #expect(!story([Progress(.queued), wrong]).isTouchWanted)
        #expect(!story([touch, Progress(.credentialWanted), wrong]).isTouchWanted)
        #expect(story([touch, wrong]).isTouchWanted)
    }

    @Test("The PIN is typed before the password, until it has no tries left or cannot be compared")
    func credentials() {
        let both: [Factor] = [.fingerprint, .password, .pin]
        func way(_ remaining: Int?, _ retryAfter: Duration? = nil) -> [Factor?] {
            let wrong = Progress(.credentialWrong, attemptsRemaining: remaining, factor: .pin, retryAfter: retryAfter)
            let story = self.story([touch, wrong])
            return [story.credential(among: both), story.otherCredential(among: both)]
        }
        #expect(way(2) == [.pin, .password])
        #expect(way(0, .seconds(30)) == [.pin, .password])
        #expect(way(0) == [.password, nil])
        #expect(way(nil) == [.password, .pin])
        var story = self.story([touch])
        story.switchCredential()
        #expect(story.credential(among: both) == .password && story.credential(among: [.pin]) == .pin)
        #expect(story.credential(among: [.fingerprint]) == nil)
    }

    @Test("A pause is the PIN's alone, and a lockout's everything's")
    func pauses() {
        var story = self.story([touch])
        let paused = Progress(.credentialWrong, attemptsRemaining: 0, factor: .pin, retryAfter: .seconds(30))
        story.report(paused, "", at: .seconds(100))
        #expect(story.pause(of: .pin, at: .seconds(110)) == .seconds(20))
        #expect(story.pause(of: .password, at: .seconds(110)) == nil && story.pause(of: .pin, at: .seconds(130)) == nil)
        story.end(isConfirmed: false, pause: .seconds(30), at: .seconds(200))
        #expect(story.pause(of: nil, at: .seconds(210)) == .seconds(20))
        #expect(story.credential(among: [.pin]) == nil)
    }

    @Test("The last miss is told beyond the end, and no other one", arguments: [0, 2])
    func ending(remaining: Int) {
        var story = self.story([touch, Progress(.noMatch, attemptsRemaining: remaining)])
        story.end(isConfirmed: false)
        #expect((story.alert != nil) == (remaining == 0))
        story.end(isConfirmed: true)
        #expect(story.alert == nil)
    }

    @Test("Each report says whether it is to be shown at once")
    func news() {
        var story = CallStory(in: .en)
        func report(_ progress: Progress) -> CallStory.News { story.report(progress, progress.message(in: .en)) }
        #expect(report(Progress(.queued)) == .queued)
        #expect(report(touch) == .step(isNew: true) && report(touch) == .step(isNew: false))
        #expect(report(Progress(.fingerPresent)) == .passing)
        #expect(report(Progress(.noMatch, attemptsRemaining: 1)) == .event)
        #expect(report(Progress(.noMatch, attemptsRemaining: 0)) == .lastMiss)
        #expect(report(Progress(.credentialWrong, attemptsRemaining: 0, factor: .pin)) == .refused)
        #expect(report(Progress(.credentialWanted)) == .step(isNew: true))
    }

    @Test("A control character in a report reaches no terminal")
    func controls() {
        var story = CallStory(in: .en)
        story.report(Progress(.waitingForFinger), "Touch\u{1B}[2J")
        #expect(story.line == "Touch\\u{1B}[2J.")
    }
}
