import BiometricGate
import GateGuidance
import GateModel
import Synchronization
import Testing

@testable import biogate

/// Records the text that a screen shows.
private final class Shown: Sendable {
    private let content = Mutex("")

    var text: String { content.withLock { $0 } }

    func screen(_ mode: Screen.Mode) -> Screen {
        Screen(mode) { text in self.content.withLock { $0 += text } }
    }
}

@Suite("Text on a terminal")
struct TerminalTextTests {
    @Test("One long cell does not widen the column for the other rows")
    func longCell() {
        let long = String(repeating: "x", count: 60)
        #expect(Table.lines([["a", "b"], [long, "c"], ["abc", "d"]]) == ["a    b", long + "  c", "abc  d"])
    }

    @Test("A shell's completions contain no name that it would execute")
    func namesInShells() {
        for name in ["github", "org.example.App/token", "bank-2", "비밀", "a+b@c:d"] {
            #expect(ItemName(name)?.rawValue.isPlainInShell == true, "\(name)")
        }
        for name in ["x$(touch${IFS}y)", "`id`", "two words", "a;b", "a'b", "a\"b", "*", "~", "a\\b", "a&b", "(a)"] {
            #expect(ItemName(name)?.rawValue.isPlainInShell == false, "\(name)")
        }
    }

    @Test("Plain mode writes complete lines and never moves the cursor")
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

    @Test("A temporary line is replaced by the next one")
    func live() {
        let shown = Shown()
        let screen = shown.screen(.live)
        screen.pass("Reading.")
        screen.say("No match.")
        screen.pass("Reading.")
        screen.finish()
        #expect(shown.text == "Reading.\r\u{1B}[KNo match.\nReading.\r\u{1B}[K")
    }

    @Test("A message that arrives while a PIN is typed has its own line")
    func interruptedPrompt() {
        let shown = Shown()
        let screen = shown.screen(.plain)
        screen.prompt("PIN:")
        screen.say("Fingerprint matched.")
        #expect(shown.text == "PIN: \nFingerprint matched.\n")
    }

    @Test("With JSON, nothing else is printed")
    func silent() {
        let shown = Shown()
        let screen = shown.screen(.silent)
        screen.say("a")
        screen.prompt("b")
        screen.pass("c")
        screen.finish()
        #expect(shown.text.isEmpty)
    }

    @Test("The alternatives are named once, and the same request is shown once")
    func prompting() {
        let shown = Shown()
        let prompter = Prompter(shown.screen(.plain), Language.en.words, isAttended: true, alternative: .pin)
        prompter.show(PromptProgress(progress: Progress(.waitingForFinger), message: "Touch the reader"))
        prompter.show(
            PromptProgress(progress: Progress(.noMatch, attemptsRemaining: 1), message: "No match. 1 try left."))
        prompter.show(PromptProgress(progress: Progress(.waitingForFinger), message: "Touch the reader"))
        prompter.show(PromptProgress(progress: Progress(.waitingForFinger), message: "Touch it again."))
        prompter.show(
            PromptProgress(progress: Progress(.noMatch, attemptsRemaining: 0), message: "No match. 0 tries left."))
        #expect(
            shown.text
                == "Touch the reader. Enter: use PIN. Ctrl-C: cancel.\nNo match. 1 try left.\nTouch it again.\n")
    }

    @Test("A call that waits behind another one offers the PIN meanwhile")
    func queued() {
        let shown = Shown()
        let prompter = Prompter(shown.screen(.plain), Language.en.words, isAttended: true, alternative: .pin)
        prompter.show(PromptProgress(progress: Progress(.queued), message: "Please wait."))
        #expect(shown.text == "Please wait. Enter: use PIN. Ctrl-C: cancel.\n")
    }

    @Test("Without a user to answer, no alternative is offered")
    func unattended() {
        let shown = Shown()
        let prompter = Prompter(shown.screen(.plain), Language.en.words, isAttended: false, alternative: nil)
        prompter.show(PromptProgress(progress: Progress(.waitingForFinger), message: "Touch the reader."))
        #expect(shown.text == "Touch the reader.\n")
    }

    @Test("Columns are aligned, also with wide letters")
    func table() {
        #expect(
            Table.lines([["a", "지문", "x"], ["bcd", "e", ""], ["한", "f", "y"]])
                == ["a    지문  x", "bcd  e", "한   f     y"])
    }

    @Test("A temporary line stays on one row of a narrow terminal")
    func narrow() {
        #expect(Table.cut("abcdef", to: 6) == "abcdef" && Table.cut("abcdef", to: 5) == "abcd…")
        #expect(Table.cut("지문을", to: 5) == "지문…" && Table.cut("지문", to: 0) == "…")
    }

    @Test("A countdown changes every second on a temporary line, and at most every ten seconds elsewhere")
    func countdown() {
        let countdown = Countdown(.milliseconds(29_500))
        #expect(countdown.moments(.live) == Array((1...30).reversed()))
        #expect(countdown.moments(.plain) == [20, 10])
        #expect(Countdown(.seconds(9)).moments(.plain).isEmpty)
    }
}

@Suite("Columns and times")
struct ColumnTests {
    @Test(
        "A text's width is that on a terminal",
        arguments: [
            ("ab", 2), ("한글", 4), ("漢字", 4), ("ｆｕ", 4), ("ｱ", 1), ("e\u{301}", 1), ("\u{1112}\u{1161}\u{11AB}", 2),
            ("👍", 2), ("🈁", 2), ("、", 2), ("å", 1), ("", 0), ("a\u{200D}b", 2),
        ])
    func width(text: String, columns: Int) {
        #expect(Table.width(text) == columns)
    }

    @Test("A moment is written as people write it")
    func times() {
        let moment = LocalTime(year: 2026, month: 3, day: 1, hour: 9, minute: 5, second: 7)
        #expect(moment.text(in: .en) == "1 Mar 2026, 09:05")
        #expect(moment.text(in: .nb) == "1. mars 2026 kl. 09.05")
        #expect(moment.text(in: .ko) == "2026년 3월 1일 09:05")
        #expect(moment.clock == "09:05:07")
    }
}

@Suite("A hidden line")
struct HiddenLineTests {
    private func line(_ keys: String) -> (text: String, isEnded: Bool) {
        var line = HiddenLine()
        var memory = [UInt8](repeating: 0, count: 8)
        memory.withUnsafeMutableBytes { memory in
            for key in keys.utf8 { if line.take(key, in: memory) == .isWhole { break } }
        }
        return (String(decoding: memory.prefix(line.count), as: UTF8.self), line.isEnded)
    }

    @Test(
        "A hidden line is edited with the terminal's own keys",
        arguments: [
            ("12\n3", "12"), ("12\u{7F}3\n", "13"), ("å\u{7F}\n", ""), ("지1\u{8}\u{8}x\n", "x"), ("12\u{15}9\r", "9"),
            ("\u{7F}\n", ""), ("1\u{4}2\n", "12"), ("0123456789\n", "01234567"),
        ])
    func edited(keys: String, text: String) {
        #expect(line(keys).text == text && !line(keys).isEnded)
    }

    @Test("The end of the input ends a hidden line, even an empty one")
    func ended() {
        #expect(line("\u{4}").isEnded)
        #expect(line("1\u{15}\u{4}").isEnded)
    }
}

@Suite("A typed answer")
struct TypedAnswerTests {
    @Test("Keys that were meant for a request before it do not count")
    func start() {
        let screen = Shown().screen(.plain)
        let later = TypedAnswer(.pin, screen, prompt: "PIN:", from: .now + .seconds(600))
        #expect(!later.begin() && !later.isTyping)
        let now = TypedAnswer(.pin, screen, prompt: "PIN:")
        #expect(now.begin() && now.isTyping)
    }
}
