import Testing

@testable import biogate

@Suite("git's configuration as text")
struct GitTextTests {
    private static let values = [(name: "gpg.format", value: "ssh"), (name: "commit.gpgsign", value: "true")]

    private func placed(_ text: String) -> String? {
        GitText(Array(text.utf8)).withSection(replacing: Self.values).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "The section stands behind the settings that it replaces, before the first includeIf, and leaves no trace",
        arguments: [
            ("", ""), ("[user]\n\tname = Kari", ""), ("[user]\n\tname = \"K # a\" ; rest\n", ""),
            ("[gpg]\n\tformat = openpgp\n", "[includeIf \"gitdir:~/work/\"]\n\tpath = work\n"),
            ("[user]\r\n\tname = Kari\r\n", "# for work\n; more\n [includeIf \"x\"]\npath=y\n[user]\nname=Ola\n"),
            ("[alias]\n\tx = one \\\n[includeIf \"no\"]\n", "[INCLUDEIF \"x\"] path = y\n"),
            // It sets what this one sets.
            ("", "[includeIf \"x\"]\n\tpath = y\n[commit]\n\tgpgSign\n"),
        ])
    func place(before: String, after: String) throws {
        let text = before + after
        let made = try #require(placed(text))
        let line = before.isEmpty || before.utf8.last == 0x0A ? "" : "\n"
        let section = line.isEmpty ? GitText.section : String(GitText.section.dropLast())
        #expect(made == before + line + section + after)
        #expect(String(decoding: GitText(Array(made.utf8)).withoutSection, as: UTF8.self) == text)
        #expect(GitText(Array(made.utf8)).hasSection)
    }

    @Test(
        "Where no place is both, there is none",
        arguments: [
            "[includeIf \"x\"]\n\tpath = y\n[gpg]\n\tformat = openpgp\n", "[user] [includeIf \"x\"]\npath = y\n",
            "[user\nname = Kari\n", "[user]\nname = \"Kari\n", "[user]\n= x\n",
        ])
    func noPlace(text: String) {
        #expect(placed(text) == nil)
    }

    @Test("Of a changed text, the section's own line is taken away, and its header if that is empty then")
    func changed() {
        func without(_ text: String) -> String {
            String(decoding: GitText(Array(text.utf8)).withoutSection, as: UTF8.self)
        }
        let line = "path = \(GitText.included)\n"
        #expect(without("[user]\nname = a\n[include]\n\(line)[core]\nbare\n") == "[user]\nname = a\n[core]\nbare\n")
        #expect(without("[include]\npath = other\n  \(line)") == "[include]\npath = other\n")
        #expect(without("[include]\npath = other\n") == "[include]\npath = other\n")
    }

    @Test("Bytes that are no UTF-8 stay as they are")
    func latin() throws {
        let text: [UInt8] = Array("[user]\n\tname = K".utf8) + [0xE5, 0x0A]
        let placed = try #require(GitText(text).withSection(replacing: Self.values))
        #expect(placed.starts(with: text) && GitText(placed).withoutSection == text)
    }
}
