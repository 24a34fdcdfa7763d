import GateGuidance
import GateModel
import Synchronization
import Testing

@testable import biogate

/// Keeps what a screen shows.
private final class Shown: Sendable {
    private let content = Mutex("")

    var text: String { content.withLock { $0 } }

    func screen(_ mode: Screen.Mode) -> Screen {
        Screen(mode) { text in self.content.withLock { $0 += text } }
    }
}

@Suite("What a terminal shows")
struct TerminalTextTests {
    @Test(
        "nothing that a terminal would obey is passed on",
        arguments: [
            ("plain", "plain"), ("a\u{1B}[2Jb", "a\\u{1B}[2Jb"), ("a\nb\r", "a\\u{A}b\\u{D}"),
            ("\u{202E}x", "\\u{202E}x"),
            ("\u{9B}31m", "\\u{9B}31m"), ("\u{2028}", "\\u{2028}"), ("지문 å", "지문 å"), ("👩‍💻", "👩‍💻"), ("\u{7F}", "\\u{7F}"),
        ])
    func escaping(text: String, shown: String) {
        #expect(text.escapingControls == shown)
    }

    @Test("a name cannot end its quotation marks")
    func quoting() {
        #expect("a\" Enter: \\".quoted(in: .en) == "\"a\\\" Enter: \\\\\"")
        #expect("\u{1B}".quoted(in: .en) == "\"\\u{1B}\"")
    }

    @Test("plain mode writes complete lines and never moves the cursor")
    func plain() {
        let shown = Shown()
        let screen = shown.screen(.plain)
        screen.pass("Reading.")
        screen.say("No match.")
        screen.prompt("PIN:")
        screen.endPrompt()
        screen.say("Done.")
        screen.finish()
        #expect(shown.text == "No match.\nPIN: \nDone.\n")
    }

    @Test("a line that passes makes room for the next one")
    func live() {
        let shown = Shown()
        let screen = shown.screen(.live)
        screen.pass("Reading.")
        screen.say("No match.")
        screen.pass("Reading.")
        screen.finish()
        #expect(shown.text == "Reading.\r\u{1B}[KNo match.\nReading.\r\u{1B}[K")
    }

    @Test("a message that comes while a PIN is typed has a line of its own")
    func interruptedPrompt() {
        let shown = Shown()
        let screen = shown.screen(.plain)
        screen.prompt("PIN:")
        screen.say("Fingerprint matched.")
        #expect(shown.text == "PIN: \nFingerprint matched.\n")
    }

    @Test("a program that reads JSON is told nothing else")
    func silent() {
        let shown = Shown()
        let screen = shown.screen(.silent)
        screen.say("a")
        screen.prompt("b")
        screen.pass("c")
        screen.finish()
        #expect(shown.text.isEmpty)
    }

    @Test("the ways out are said once, and the same request is made once")
    func prompting() {
        let shown = Shown()
        let prompter = Prompter(shown.screen(.plain), EnglishWords(), isAttended: true, alternative: .pin)
        prompter.show(Progress(.waitingForFinger), "Touch the reader")
        prompter.show(Progress(.noMatch, attemptsRemaining: 1), "No match. 1 try left.")
        prompter.show(Progress(.waitingForFinger), "Touch the reader")
        prompter.show(Progress(.waitingForFinger), "Touch it again.")
        prompter.show(Progress(.noMatch, attemptsRemaining: 0), "No match. 0 tries left.")
        #expect(
            shown.text
                == "Touch the reader. Enter: use PIN. Ctrl-C: cancel.\nNo match. 1 try left.\nTouch it again.\n")
    }

    @Test("where nobody can answer, no way out is offered")
    func unattended() {
        let shown = Shown()
        let prompter = Prompter(shown.screen(.plain), EnglishWords(), isAttended: false, alternative: nil)
        prompter.show(Progress(.waitingForFinger), "Touch the reader.")
        #expect(shown.text == "Touch the reader.\n")
    }

    @Test("columns stand below each other, also those of wide letters")
    func table() {
        #expect(
            Table.lines([["a", "지문", "x"], ["bcd", "e", ""], ["한", "f", "y"]])
                == ["a    지문  x", "bcd  e", "한   f     y"])
    }

    @Test("a line that passes stays on one row of a narrow terminal")
    func narrow() {
        #expect(Table.cut("abcdef", to: 6) == "abcdef" && Table.cut("abcdef", to: 5) == "abcd…")
        #expect(Table.cut("지문을", to: 5) == "지문…" && Table.cut("지문", to: 0) == "…")
    }

    @Test("a wait is told each second on a line that passes, and at most every ten elsewhere")
    func countdown() {
        let countdown = Countdown(.milliseconds(29_500))
        #expect(countdown.moments(.live) == Array((1...30).reversed()))
        #expect(countdown.moments(.plain) == [20, 10])
        #expect(Countdown(.seconds(9)).moments(.plain).isEmpty)
    }
}
