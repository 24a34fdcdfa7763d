import Foundation
import Testing

/// The scenarios named by the document on accessibility play its promises.
@Suite("The document on accessibility")
struct AccessibilityDocumentTests {
    @Test("The document on accessibility names only scenarios that exist")
    func scenarios() throws {
        let document = try text("docs/accessibility.md")
        let table = try text("Windows/Tests/Scenarios/scenarios.py")
        let named = Set(document.matches(of: /`([a-z_]+)`/).map { String($0.1) }).subtracting(["desktop"])
        #expect(named.count > 30)
        for name in named.sorted() {
            #expect(table.contains("    \"\(name)\": "), "\(name)")
        }
    }

    @Test("The document on accessibility has a row for each criterion of WCAG 2.2, levels A and AA")
    func criteria() throws {
        let document = try text("docs/accessibility.md")
        // 1.2.1 to 1.2.5 are listed as a range.
        let criteria = [
            "1.1.1", "1.2.1", "1.2.5", "1.3.1", "1.3.2", "1.3.3", "1.3.4", "1.3.5", "1.4.1", "1.4.2", "1.4.3", "1.4.4",
            "1.4.5",
            "1.4.10", "1.4.11", "1.4.12", "1.4.13", "2.1.1", "2.1.2", "2.1.4", "2.2.1", "2.2.2", "2.3.1", "2.4.1",
            "2.4.2",
            "2.4.3", "2.4.4", "2.4.5", "2.4.6", "2.4.7", "2.4.11", "2.5.1", "2.5.2", "2.5.3", "2.5.4", "2.5.7", "2.5.8",
            "3.1.1", "3.1.2", "3.2.1", "3.2.2", "3.2.3", "3.2.4", "3.2.6", "3.3.1", "3.3.2", "3.3.3", "3.3.4", "3.3.7",
            "3.3.8", "4.1.2", "4.1.3",
        ]
        let told = Set(document.matches(of: /[1-4]\.[1-5]\.[0-9]+/).map { String($0.0) })
        #expect(Set(criteria).subtracting(told).isEmpty)
        #expect(told.subtracting(criteria).isEmpty)
    }

    private func text(_ path: String) throws -> String {
        let root = (0..<4).reduce(URL(filePath: #filePath)) { file, _ in file.deletingLastPathComponent() }
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
