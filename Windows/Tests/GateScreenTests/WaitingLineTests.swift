// Which request is shown, and which keys count.

import BiometricGate
import GateGuidance
import GateModel
import GateSecret
import GateWire
import Testing

@testable import GateScreen

@Suite("Waiting requests")
struct WaitingLineTests {
    private let ids = ["r1", "r2", "r3"].map(RequestID.init(rawValue:))

    @Test("The oldest request is shown, then the next one")
    func order() {
        var line = WaitingLine(in: .en, showingAll: true)
        for id in ids { line.take(.sample(id.rawValue), message: nil) }
        #expect(line.next(after: []) == ids[0])
        #expect(line.others(than: ids[0]) == 2)
        line.change(ids[0]) { $0.end() }
        #expect(line.next(after: [ids[1]]) == ids[2])
        line.remove(ids[0])
        #expect(line[ids[0]] == nil)
        line.endAll()
        #expect(line.next(after: []) == nil)
    }

    @Test("A request whose program asks by itself is shown only if all are")
    func wanted() {
        var line = WaitingLine(in: .en, showingAll: false)
        line.take(.sample("r1"), message: nil)
        #expect(line.next(after: []) == nil)
        line.take(.sample("r2", interaction: .prompt), message: nil)
        #expect(line.next(after: []) == ids[1])
    }
}

@Suite("Keys that were meant for another window")
struct KeyGuardTests {
    @Test("Keys count only after a pause without any")
    func pause() {
        var keys = KeyGuard()
        let start = Duration.seconds(9)
        func press(_ milliseconds: Int) -> Bool { keys.admits(at: start + .milliseconds(milliseconds)) }
        var counted = [press(0)]
        keys.appeared(at: start)
        counted += [press(499), press(998), press(1498), press(1499)]
        keys.appeared(at: start + .seconds(2))
        counted.append(press(2100))
        #expect(counted == [false, false, false, true, true, false])
    }

    @Test("The window knows when the next key counts")
    func opens() {
        var keys = KeyGuard()
        #expect(keys.opens(at: .seconds(9)) == nil)
        keys.appeared(at: .seconds(9))
        #expect(keys.opens(at: .seconds(9)) == .milliseconds(9500))
        _ = keys.admits(at: .milliseconds(9400))
        #expect(keys.opens(at: .milliseconds(9500)) == .milliseconds(9900))
        #expect(keys.opens(at: .milliseconds(9900)) == nil)
    }
}

@Suite("Quotation marks")
struct QuotationTests {
    @Test(
        "Windows have typographic marks, which no quoted text can end",
        arguments: [
            (#"a"b"#, #"“a"b” is here"#), (#"a”b"#, #"“a\”b” is here"#), (#"a\b"#, #"“a\b” is here"#),
            ("a\u{202E}b", #"“a\u{202E}b” is here"#),
        ])
    func typographic(text: String, shown: String) {
        #expect("\(text.quoted(in: .en)) is here".typographic == shown)
    }

    @Test("A sentence with an odd mark keeps its marks, because a program's own words are in it")
    func odd() {
        #expect(#"Cut 12" pipe: touch the reader"#.typographic == #"Cut 12" pipe: touch the reader"#)
    }

    @Test("What the service says of an item has the marks of the window's language")
    func service() {
        for (language, quoted) in [(Language.en, "“github”"), (.ko, "“github”"), (.nb, "«github»")] {
            let situation = Situation(operation: .renew, item: ItemName("github"))
            let message = Progress(.waitingForFinger).message(for: situation, in: language)
            var state = PromptState(.sample(operation: .renew), message: nil, in: language)
            state.take(.sample("r1", Progress(.credentialWrong), operation: .renew), message: message)
            #expect(state.screen().alert?.text.contains(quoted) == true)
            var story = CallStory(in: language)
            story.report(Progress(.waitingForFinger), message)
            let sheet = Sheets(in: language).touching("Renew", story)
            #expect(sheet.instruction?.contains(quoted) == true)
            var gate = GateViewState(options: GateFlow.Options(), details: nil, in: language)
            gate.see(.init(.authenticating(promptVisible: true), text: message, fallback: nil))
            // In Korean, the heading says as much, and the line below it other words.
            #expect(gate.screen.status?.contains("\"") == false)
        }
    }
}

@Suite("A secret while it is typed")
struct TypedSecretTests {
    private func text(of typed: inout TypedSecret) -> String {
        let bytes = typed.take()
        // The bytes are copied while they are lent.
        return unsafe bytes.withBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }

    private func put(_ text: String, in typed: inout TypedSecret, at position: Int) -> Int {
        typed.insert(Array(text.utf8).span, at: position)
    }

    @Test("A PIN accepts digits at the caret, and loses the selection")
    func pin() {
        var typed = TypedSecret(.pin)
        let taken = [
            put("12 a4", in: &typed, at: 0), put("3", in: &typed, at: 2), put("x٣é", in: &typed, at: 2),
            put("0", in: &typed, at: 0),
        ]
        #expect(taken == [3, 1, 0, 1])
        typed.remove(0..<1)
        typed.remove(3..<9)
        let texts = [text(of: &typed), text(of: &typed)]
        #expect(texts == ["123", ""])
    }

    @Test("A PIN has at most 64 digits")
    func limit() {
        var typed = TypedSecret(.pin)
        let taken = [put(String(repeating: "7", count: 63), in: &typed, at: 0), put("12", in: &typed, at: 63)]
        #expect(taken == [63, 1])
    }

    @Test("A password counts characters, not bytes, and accepts no controls")
    func password() {
        var typed = TypedSecret(.password)
        let taken = put("å한\n🙂z", in: &typed, at: 0)
        typed.remove(1..<2)
        let more = put("ß", in: &typed, at: 1)
        #expect([taken, more] == [4, 1])
        let text = text(of: &typed)
        #expect(text == "åß🙂z")
    }
}
