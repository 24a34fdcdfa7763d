import GateModel
import Testing

@testable import GateGuidance

/// Neighbours that merge with a scalar into another `Character`: a prepended letter, a mark, a joiner, a selector, half
/// of a line end.
private let neighbours = ["", "\u{D4E}", "\u{600}", "\u{301}", "\u{20E3}", "\u{200D}", "\u{FE0F}", "\r"]

private func amid(_ live: String) -> [String] {
    neighbours.flatMap { before in neighbours.map { "a\(before)\(live)\($0)b" } }
}

@Suite("Foreign text in places that would interpret it")
struct EscapingTests {
    @Test(
        "Nothing that a terminal would interpret is passed on",
        arguments: [
            ("plain", "plain"), ("a\u{1B}[2Jb", "a\\u{1B}[2Jb"), ("a\nb\r", "a\\u{A}b\\u{D}"),
            ("\u{202E}x", "\\u{202E}x"),
            ("\u{9B}31m", "\\u{9B}31m"), ("\u{2028}", "\\u{2028}"), ("지문 å", "지문 å"), ("👩‍💻", "👩‍💻"), ("\u{7F}", "\\u{7F}"),
        ])
    func controls(text: String, shown: String) {
        #expect(text.escapingControls == shown)
    }

    @Test("Combining marks beyond the third on a character are written out, so that no text paints over another line")
    func marks() {
        let acute = "\u{301}"
        for (text, shown) in [
            ("a" + String(repeating: acute, count: 3), "a\u{301}\u{301}\u{301}"),
            (
                "a" + String(repeating: acute, count: 5) + "b" + acute,
                "a\u{301}\u{301}\u{301}\\u{301}\\u{301}b\u{301}"
            ),
            // A joiner does not restart the count.
            ("a\u{301}\u{301}\u{200D}\u{20DD}\u{36F}", "a\u{301}\u{301}\u{200D}\u{20DD}\\u{36F}"),
            // Nor is one at the beginning drawn on what is before the text.
            ("\u{334}a\u{334}", "\\u{334}a\u{334}"),
            // Vietnamese, Hindi, Thai and a family emoji, as people write them.
            ("Vie\u{302}\u{323}t", "Vie\u{302}\u{323}t"), ("हिन्दी", "हिन्दी"), ("ที่นี่", "ที่นี่"), ("👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"),
        ] {
            let found = text.escapingControls
            #expect(found.unicodeScalars.elementsEqual(shown.unicodeScalars), "\(text.debugDescription)")
        }
        let painted = "x" + String(repeating: acute, count: 40)
        #expect(!painted.quoted(in: .en).unicodeScalars.elementsEqual("\"\(painted)\"".unicodeScalars))
    }

    @Test(
        "A control is written out whatever its neighbours", arguments: ["\u{1B}", "\n", "\r\n", "\u{202E}", "\u{9B}"])
    func controlsAmid(live: String) {
        for text in amid(live) {
            let shown = text.escapingControls.unicodeScalars
            #expect(!shown.contains { live.unicodeScalars.contains($0) }, "\(text.debugDescription)")
        }
    }

    @Test(
        "A name cannot end its quotation marks",
        arguments: [
            (Language.en, "a\" Enter: \\", "\"a\\\" Enter: \\\\\""), (.en, "\u{1B}", "\"\\u{1B}\""),
            (.ko, "\u{D4E}\"\u{301}", "\"\u{D4E}\\\"\u{301}\""), (.nb, "\u{D4E}»\u{301}", "«\u{D4E}\\»\u{301}»"),
        ])
    func quotes(language: Language, text: String, shown: String) {
        #expect(Array(text.quoted(in: language).unicodeScalars) == Array(shown.unicodeScalars))
    }

    @Test("A program's words are not taken as markup", arguments: ["<", ">", "<b>"])
    func markup(live: String) {
        #expect("a & b <i>".escapingMarkup == "a &amp; b &lt;i&gt;")
        for text in amid(live) {
            #expect(!text.escapingMarkup.unicodeScalars.contains { $0 == "<" || $0 == ">" }, "\(text.debugDescription)")
        }
        for text in amid("&lt;") { #expect(text.escapingMarkup.utf8.contains("&amp;lt;".utf8)) }
    }

    @Test("A value in the journal ends neither its field nor its line")
    func journal() {
        #expect(
            ["gh", "", "a b", "a=b", "a\u{A0}b"].map(\.journalValue) == [
                "gh", "\"\"", "\"a b\"", "\"a=b\"", "\"a\u{A0}b\"",
            ])
        #expect("a\" uid=0".journalValue == "\"a\"\" uid=0\"")
        #expect("a\u{85}uid".journalValue == "\"a\\u{85}uid\"")
        for text in amid("\"") + amid("\" uid=0\n") {
            let scalars = Array(text.journalValue.unicodeScalars)
            let inside = scalars.dropFirst().dropLast()
            #expect(scalars.first == "\"" && scalars.last == "\"", "\(text.debugDescription)")
            #expect(
                inside.split(separator: "\"").count == 2 && inside.count { $0 == "\"" } == 2, "\(text.debugDescription)"
            )
        }
    }

    @Test("A name that a shell would take for an option follows --", arguments: ["-x", "-\u{301}x"])
    func option(name: String) {
        #expect(ShellCommand("get", name).line.hasPrefix("biogate get -- "))
    }
}
