import SeededRandom
import Testing

@testable import GateWire

extension SettingsFault {
    fileprivate init(_ line: Int, _ reason: Reason) {
        self.init(line: line, reason: reason)
    }
}

extension SettingsEntry {
    fileprivate init(_ content: Content, _ line: Int) {
        self.init(content: content, line: line)
    }
}

@Suite("The text of a configuration") struct SettingsTextTests {
    private typealias Reason = SettingsFault.Reason

    private static func entries(_ text: String) throws(SettingsFault) -> [SettingsEntry] {
        try SettingsText.entries(of: Array(text.utf8))
    }

    /// The settings, in order.
    private static func settings(_ text: [UInt8]) throws(SettingsFault) -> [[String?]] {
        try SettingsText.entries(of: text).compactMap { entry in
            guard case .setting(let key, let value) = entry.content else { return nil }
            return [key, value]
        }
    }

    private static func fault(_ text: [UInt8]) -> SettingsFault? {
        do throws(SettingsFault) {
            _ = try SettingsText.entries(of: text)
            return nil
        } catch {
            return error
        }
    }

    @Test("A configuration has groups and settings with their lines, and comments that begin a line")
    func lines() throws {
        let text = "# one\n; two = 2\n\nsocket = /run/a b;c#d\n\t[ lockout ]\n  freeFailures=5\n[pin]\n[lockout]\na="
        let entries = try Self.entries(text)
        #expect(entries.map(\.line) == [4, 5, 6, 7, 8, 9])
        #expect(
            entries.map(\.content) == [
                .setting(key: "socket", value: "/run/a b;c#d"), .group("lockout"),
                .setting(key: "lockout.freeFailures", value: "5"), .group("pin"), .group("lockout"),
                .setting(key: "lockout.a", value: ""),
            ])
    }

    @Test("A configuration has the same settings without a group and in the daemon's own")
    func ownGroup() throws {
        for text in [
            "a=1\npin.b=2", "[biogated]\na=1\npin.b=2", #"{"a":1,"pin.b":2}"#, #"{"biogated":{"a":1,"pin.b":2}}"#,
        ] {
            #expect(try Self.settings(Array(text.utf8)) == [["a", "1"], ["pin.b", "2"]])
        }
    }

    @Test("A configuration may have a byte order mark, DOS line ends, and no end of its last line")
    func forms() throws {
        for text in ["a=1\n[b]\nc=é\n", "a=1\r\n[b]\r\nc=é\r\n", "\u{FEFF}a=1\n[b]\nc=é", "a = 1 \t\n\n[b]\n c\t=é"] {
            #expect(try Self.settings(Array(text.utf8)) == [["a", "1"], ["b.c", "é"]])
        }
        for empty in ["", "\n", "\u{FEFF}", "#", "\r\n", "{}", " \n\t{ }\n", "\u{FEFF}{}"] {
            #expect(try Self.settings(Array(empty.utf8)) == [])
        }
    }

    @Test("A configuration takes the longest line, and no longer one")
    func longLines() throws {
        let value = String(repeating: "x", count: SettingsText.maximumLineBytes - 2)
        #expect(try Self.settings(Array("a=\(value)\r\n".utf8)) == [["a", value]])
        #expect(Self.fault(Array("\na=x\(value)\n".utf8)) == SettingsFault(2, .longLine))
        #expect(Self.fault(Array("#xx\(value)".utf8)) == SettingsFault(1, .longLine))
    }

    @Test("Text that is no configuration is refused with the line and the mistake")
    func faults() {
        for (text, line, reason) in [
            ("a=1\nb", 2, .noSetting), ("=1", 1, .noSetting), ("[", 1, .noSetting), ("[]", 1, .noSetting),
            ("[ ]", 1, .noSetting), ("[a", 1, .noSetting), ("[a] # b", 1, .noSetting), ("[a]b]", 1, .noSetting),
            ("a=1\n\n[b]\nc=2\n[biogated]\n[b]\nc=3", 7, .repeatedKey("b.c", firstLine: 4)),
            ("b.c=1\n[b]\nc=1", 3, .repeatedKey("b.c", firstLine: 1)),
            ("a=\u{0}", 1, .controlCharacter), ("# \u{1B}[31m", 1, .controlCharacter), ("a\rb=1", 1, .controlCharacter),
            ("a=\u{7F}", 1, .controlCharacter),
            ("pin.freeFailures: 4", 1, .yaml(instead: "pin.freeFailures=4")),
            ("pin:\n  a: 4", 1, .yaml(instead: "[pin]")),
            ("tcti: swtpm:path=/x", 1, .yaml(instead: "tcti=swtpm:path=/x")), ("a: 'b'", 1, .yaml(instead: nil)),
            ("pin: {freeFailures: 4}", 1, .yaml(instead: nil)), ("\"a\": 1", 1, .yaml(instead: nil)),
            ("a: 1 # why", 1, .yaml(instead: nil)), ("- a", 1, .noSetting), ("---", 1, .noSetting),
            ("{", 1, .notJSON), ("{\n\"a\": 1,\n\"b\" 2}", 3, .notJSON), ("{}\n\nx", 3, .notJSON),
            ("{a: 1}", 1, .notJSON),
            ("\n{\"a\":\n1,\n\"a\":1}", 4, .repeatedKey("a", firstLine: 2)),
            (#"{"b.c":1,"b":{"\u0063":2}}"#, 1, .repeatedKey("b.c", firstLine: 1)),
        ] as [(String, Int, Reason)] {
            #expect(Self.fault(Array(text.utf8)) == SettingsFault(line, reason), "\(text)")
        }
        for bytes in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0xAF]] as [[UInt8]] {
            #expect(Self.fault(Array("a=1\nb=".utf8) + bytes + Array("\nc".utf8)) == SettingsFault(2, .notUTF8))
        }
    }

    @Test("A configuration in JSON has scalars as INI writes them, and any other value is reported")
    func json() throws {
        let text = #"{"a":"\u00e9 b","b":true,"c":false,"d":-12,"e":1e3,"f":null,"g":[1],"h":{"i":{"j":1},"k.l":""}}"#
        #expect(
            try Self.settings(Array(text.utf8)) == [
                ["a", "é b"], ["b", "true"], ["c", "false"], ["d", "-12"], ["e", "1e3"], ["f", nil], ["g", nil],
                ["h.i", nil], ["h.k.l", ""],
            ])
        #expect(
            try Self.entries("{\n\n\"a\":{},\n\"b\":{\n\"c\":1}}") == [
                SettingsEntry(.group("a"), 3), SettingsEntry(.group("b"), 4),
                SettingsEntry(.setting(key: "b.c", value: "1"), 5),
            ])
    }

    @Test("A configuration is written again as it was read, whatever its form", arguments: 0..<200 as Range<UInt64>)
    func written(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let letters = ["a", "b", "K", "é", "가", "\"", "\\", ";", "#", " ", "\t", ":", "=", "[", "]", "{", "e\u{301}"]
        func text(_ count: ClosedRange<Int>, _ letters: [String]) -> String {
            (0..<Int.random(in: count, using: &random)).map { _ in letters.randomElement(using: &random) ?? "" }
                .joined()
        }
        var settings: [(group: String, name: String, value: String)] = []
        for number in 0..<Int.random(in: 0...40, using: &random) {
            let group = ["biogated", "pin", "a\(text(0...3, ["x", "y"]))"].randomElement(using: &random) ?? ""
            settings.append((group, "\(text(1...4, ["k", "q", "é"]))\(number)", "x\(text(0...12, letters))x"))
        }
        let expected = settings.map { [$0.group == "biogated" ? $0.name : "\($0.group).\($0.name)", $0.value] }
        var ini = ""
        for (group, name, value) in settings {
            let end = Bool.random(using: &random) ? "\n" : "\r\n"
            ini += ["", "# [no]\(end)", "; no=1\(end)", " \t\(end)"].randomElement(using: &random) ?? ""
            ini +=
                "\(text(0...2, [" ", "\t"]))[\(group)]\(end)\(name)\(text(0...2, [" "]))=\(text(0...2, [" "]))\(value)\(end)"
        }
        #expect(try Self.settings(Array(ini.utf8)) == expected)
        var json = JSONWriter()
        json.open()
        for (setting, pair) in zip(settings, expected) {
            if Bool.random(using: &random) {
                json.member(pair[0], .string(setting.value))
            } else {
                json.member(setting.group, .object([setting.name: .string(setting.value)]))
            }
        }
        json.close()
        #expect(try Self.settings(json.bytes) == expected)
    }

    @Test("Any text is parsed, or refused with a line that it has", arguments: 0..<500 as Range<UInt64>)
    func anything(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let pieces = [
            "[", "]", "=", "{", "}", "\"", ":", ",", "\n", "\r\n", " ", "#", "a", "pin", ".", "\\u0061", "\u{FEFF}",
        ]
        let bytes = (0..<Int.random(in: 0...60, using: &random)).flatMap { _ in
            Int.random(in: 0..<20, using: &random) == 0
                ? [UInt8.random(in: 0...255, using: &random)] : Array((pieces.randomElement(using: &random) ?? "").utf8)
        }
        let lines = bytes.split(separator: 10, omittingEmptySubsequences: false).count
        do throws(SettingsFault) {
            let entries = try SettingsText.entries(of: bytes)
            #expect(entries.allSatisfy { (1...lines).contains($0.line) })
            #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.line <= $1.line })
        } catch {
            #expect((1...lines).contains(error.line))
        }
    }
}
