import Foundation
import GateDaemon
import Testing

/// Compares the table in `docs/configuration.md` with what the daemon accepts.
@Suite("The documented configuration")
struct ConfigurationDocumentTests {
    struct Row {
        let key: String
        let standard: String
        let range: String
    }

    static let rows: [Row] = {
        let document = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/configuration.md")
        let text = (try? String(contentsOf: document, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
            return Row(key: cells[0], standard: cells[1], range: cells[2])
        }
    }()

    @Test("The document's first example is a configuration, and writes only where the unit lets the daemon write")
    func example() throws {
        let document = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/configuration.md")
        let lines = try String(contentsOf: document, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let example = lines.drop { !$0.hasPrefix("    ") }.prefix { $0.isEmpty || $0.hasPrefix("    ") }
            .map { $0.dropFirst(4) }.joined(separator: "\n")
        let configuration = try Self.parse(example)
        #expect(!configuration.passwordEnabled)
        #expect(configuration.stateDirectory == Configuration().stateDirectory)
    }

    private static func parse(_ text: String) throws(ConfigurationError) -> Configuration {
        try Configuration.parse(Array(text.utf8), path: "the table")
    }

    @Test("The documented table has every key that the daemon accepts, and no other")
    func keys() {
        #expect(Set(Configuration.Key.allCases.map(\.rawValue)) == Set(Self.rows.map(\.key)))
    }

    @Test("The documented table names the default of each key", arguments: rows.indices)
    func standards(index: Int) throws {
        let row = Self.rows[index]
        // If the default depends on another setting, the table explains it in words.
        guard !row.standard.contains(" in ") else { return }
        let given = try Self.parse("\(row.key)=\(row.standard)")
        var standard = Configuration()
        // The TPM's address is nil unless it is set, and the table has the address used then.
        if row.key == "sealing.tcti" { standard.sealingTCTI = row.standard }
        #expect(String(describing: given) == String(describing: standard), "\(row.key)")
    }

    @Test("The installed file shows the defaults: each line, uncommented, sets the default")
    func shipped() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "systemd/biogated.conf")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(String(describing: try Self.parse(text)) == String(describing: Configuration()))
        let taken = text.replacing(/(?m)^#(?=[a-zA-Z]+=)/, with: "")
        #expect(taken.matches(of: /(?m)^[a-zA-Z]+=/).count > 20)
        var standard = Configuration()
        standard.sealingTCTI = Self.rows.first { $0.key == "sealing.tcti" }?.standard
        #expect(String(describing: try Self.parse(taken)) == String(describing: standard))
    }

    @Test("The documented table has the accepted numbers", arguments: rows.indices)
    func ranges(index: Int) throws {
        let row = Self.rows[index]
        let bounds = row.range.split(separator: "–").compactMap { Int($0) }
        guard bounds.count == 2 else { return }
        for bound in bounds { _ = try Self.parse("\(row.key)=\(bound)") }
        for beyond in [bounds[0] - 1, bounds[1] + 1] {
            #expect(throws: ConfigurationError.self, "\(row.key)") { try Self.parse("\(row.key)=\(beyond)") }
        }
    }
}
