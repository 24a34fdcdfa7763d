import BlockingTests
import Foundation
import Testing

/// Checks the documents as far as a machine can; other suites run the examples in them.
@Suite("The documents", .blocking)
struct DocumentTests {
    @Test(
        "The documents show programs exactly as they are tested",
        arguments: [
            ("README.md", "Tests/Examples/client.py"), ("docs/clients.md", "Tests/Examples/challenge.sh"),
            ("docs/clients.md", "Examples/SignIn/SignIn.swift"),
            ("docs/gate-view.md", "Windows/Tests/Depend/main.swift"),
            ("docs/gate-view.md", "Windows/Tests/Depend/Package.swift"),
        ])
    func programs(document: String, program: String) throws {
        #expect(try text(document).contains("\n\(text(program))```\n"))
    }

    @Test("The documents name only tests that exist")
    func tests() throws {
        let named = try documents.reduce(into: Set<String>()) { named, document in
            named.formUnion(try text(document).matches(of: /`([A-Z][A-Za-z]*Tests)`/).map { String($0.1) })
        }
        #expect(!named.isEmpty)
        let files = try #require(
            FileManager.default.enumerator(at: Repository.file("Tests"), includingPropertiesForKeys: nil))
        var declared: Set<String> = []
        for case let file as URL in files where file.lastPathComponent.hasSuffix("Tests.swift") {
            let source = try String(contentsOf: file, encoding: .utf8)
            declared.formUnion(source.matches(of: /(?:struct|class|enum) ([A-Za-z]+Tests)\b/).map { String($0.1) })
            declared.insert(file.deletingLastPathComponent().lastPathComponent)
        }
        #expect(named.subtracting(declared).isEmpty)
    }

    @Test("The documents link only to existing files and headings")
    func links() throws {
        for document in try documents {
            #expect(try deadLinks(in: text(document), of: document) == [], "\(document)")
        }
    }

    @Test("A link to no file, or to no heading, is found")
    func brokenLinks() throws {
        let broken =
            "# Here\n[a](nowhere.md) [b](#here) [c](#not-here) [d](docs/security.md#privacy) [e](docs/security.md#no)"
        #expect(try deadLinks(in: broken, of: "README.md") == ["nowhere.md", "#not-here", "docs/security.md#no"])
    }

    @Test("The documents are short enough to read: the README one page, no other more than 300 lines")
    func lengths() throws {
        for document in try documents {
            let lines = try text(document).split(separator: "\n", omittingEmptySubsequences: false).count - 1
            #expect(lines <= (document == "README.md" ? 160 : 300), "\(document)")
        }
    }

    private var documents: [String] {
        get throws {
            let atTheTop = try FileManager.default.contentsOfDirectory(atPath: Repository.file("").path)
            let below = FileManager.default.enumerator(atPath: Repository.file("docs").path)?.compactMap {
                $0 as? String
            }
            return atTheTop.filter { $0.hasSuffix(".md") }
                + (below ?? []).filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }
        }
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Repository.file(path), encoding: .utf8)
    }

    private func deadLinks(in text: String, of document: String) throws -> [String] {
        let folder = Repository.file(document).deletingLastPathComponent()
        return try text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }.filter { link in
            guard !link.hasPrefix("https://") else { return false }
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let target = parts[0].isEmpty ? nil : folder.appending(path: parts[0])
            if let target, !FileManager.default.fileExists(atPath: target.path) { return true }
            guard parts.count == 2 else { return false }
            return !anchors(in: try target.map { try String(contentsOf: $0, encoding: .utf8) } ?? text)
                .contains(parts[1])
        }
    }

    /// The anchors that GitHub gives to headings.
    private func anchors(in text: String) -> Set<String> {
        Set(
            text.matches(of: /(?m)^#+ (.+)$/).map { heading in
                String(heading.1.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" })
                    .replacingOccurrences(of: " ", with: "-")
            })
    }
}

/// The source files of this build.
enum Repository {
    static func file(_ path: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: path)
    }
}
