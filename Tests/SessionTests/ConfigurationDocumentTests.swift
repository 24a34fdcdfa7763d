import Foundation
import GateDaemon
import Testing

/// The table in `docs/configuration.md`, held against what the daemon takes.
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

    @Test("has every key that the daemon takes, and no other")
    func keys() throws {
        let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/GateDaemon/Configuration+YAML.swift")
        let taken = try String(contentsOf: source, encoding: .utf8)
            .matches(of: /case "([A-Za-z]+(?:\.[A-Za-z]+)?)":/).map { String($0.1) }
        #expect(Set(taken) == Set(Self.rows.map(\.key)))
    }

    @Test("says what holds where a key is not given", arguments: rows.indices)
    func standards(index: Int) throws {
        let row = Self.rows[index]
        // Where the default depends on another setting, the table says how.
        guard !row.standard.contains(" in ") else { return }
        let given = try Configuration.parse("\(row.key): \(row.standard)", path: "the table")
        var standard = Configuration()
        // The TPM's address is nil until somebody gives one, and the table has the one that is taken then.
        if row.key == "sealing.tcti" { standard.sealingTCTI = row.standard }
        #expect(String(describing: given) == String(describing: standard), "\(row.key)")
    }

    @Test("says which numbers are taken", arguments: rows.indices)
    func ranges(index: Int) throws {
        let row = Self.rows[index]
        let bounds = row.range.split(separator: "–").compactMap { Int($0) }
        guard bounds.count == 2 else { return }
        for bound in bounds { _ = try Configuration.parse("\(row.key): \(bound)", path: "the table") }
        for beyond in [bounds[0] - 1, bounds[1] + 1] {
            #expect(throws: ConfigurationError.self, "\(row.key)") {
                try Configuration.parse("\(row.key): \(beyond)", path: "the table")
            }
        }
    }
}
