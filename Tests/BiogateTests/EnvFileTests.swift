import GateModel
import Testing

@testable import biogate

@Suite("An env file") struct EnvFileTests {
    @Test("Lines are plain values or items, in or without quotation marks, and the last of a name counts")
    func lines() throws {
        let file = try EnvFile(
            """
            # a comment

            PLAIN=a b # c
            export QUOTED="x y"
            TWICE=1
            TOKEN = biogate://org.example%2Ftoken%20%C3%A9
            TWICE='2'\r
            EMPTY=
            """)
        let item = try #require(ItemName("org.example/token \u{E9}"))
        let found = file.variables
        #expect(found.map(\.name) == ["PLAIN", "QUOTED", "TOKEN", "TWICE", "EMPTY"])
        #expect(
            found.map(\.value) == [.plain("a b # c"), .plain("x y"), .item(item), .plain("2"), .plain("")])
    }

    @Test(
        "A line that is none is named by its number",
        arguments: ["A", "=a", "1A=a", "A-B=a", "A=biogate://", "A=biogate://%zz", "A=biogate://%ff", "\u{C4}=a"])
    func faults(line: String) {
        #expect(throws: EnvFile.Fault.line(2)) { try EnvFile("OK=1\n\(line)") }
    }

    @Test("A line that is not UTF-8 is named, and not changed")
    func notUTF8() throws {
        let fault = #expect(throws: EnvFile.Fault.self) {
            try EnvFile(Array("A=1\nB=".utf8) + [0xE9, 0x0A], allowing: [])
        }
        #expect(fault == .line(2))
        #expect(try EnvFile(Array("A=\u{E9}\n".utf8), allowing: []).variables.map(\.name) == ["A"])
    }

    @Test(
        "A variable that makes programs run other code needs a permission",
        arguments: ["PATH", "LD_PRELOAD", "BASH_ENV", "IFS", "PYTHONPATH", "BIOGATE_SOCKET"])
    func reserved(name: String) throws {
        #expect(throws: EnvFile.Fault.reserved(name)) { try EnvFile("\(name)=a") }
        #expect(try EnvFile("\(name)=a", allowing: [name]).variables.map(\.name) == [name])
    }

    @Test("A template has text and items between it, and other braces are text")
    func template() throws {
        let item = try #require(ItemName("a b"))
        let text = "x={{biogate://a%20b}} {{ name }}\n{{ {{ biogate://a%20b }}}\n{{biogate://a"
        let found = try InjectedFile(Array(text.utf8))
        #expect(
            found.parts == [
                .text(Array("x=".utf8)), .item(item), .text(Array(" {{ name }}\n{{ ".utf8)), .item(item),
                .text(Array("}\n{{biogate://a".utf8)),
            ])
        #expect(found.items == [item])
        #expect(throws: InjectedFile.Fault(line: 2)) { try InjectedFile(Array("\n{{ biogate:// }}".utf8)) }
    }
}
