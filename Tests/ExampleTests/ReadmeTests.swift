import BlockingTests
import Foundation
import Testing

@Suite("the README", .blocking)
struct ReadmeTests {
    @Test("shows the example clients as they are tested", arguments: ExampleClient.allCases)
    func clients(client: ExampleClient) throws {
        let readme = try String(contentsOf: Repository.file("README.md"), encoding: .utf8)
        let program = try String(contentsOf: client.file, encoding: .utf8)
        #expect(readme.contains("\n\(program)```\n"))
    }

    @Test("shows the challenge and its response as they are tested", arguments: ["server.py", "challenge.sh"])
    func challenge(file: String) throws {
        let readme = try String(contentsOf: Repository.file("README.md"), encoding: .utf8)
        let program = try String(contentsOf: Repository.file("Tests/Examples/\(file)"), encoding: .utf8)
        #expect(readme.contains("\n\(program)```\n"))
    }

    @Test(
        "shows the examples of tests as they are run",
        arguments: ["Tests/Examples/pytest/test_example.py", "Tests/Examples/ci.yml"])
    func sandboxExamples(path: String) throws {
        let readme = try String(contentsOf: Repository.file("README.md"), encoding: .utf8)
        let example = try String(contentsOf: Repository.file(path), encoding: .utf8)
        #expect(readme.contains("\n\(example)```\n"))
    }

    @Test("names tests that there are")
    func tests() throws {
        let readme = try String(contentsOf: Repository.file("README.md"), encoding: .utf8)
        let named = Set(readme.matches(of: /`([A-Z][A-Za-z]*Tests)`/).map { String($0.1) })
        #expect(!named.isEmpty)
        let files = try #require(
            FileManager.default.enumerator(at: Repository.file("Tests"), includingPropertiesForKeys: nil))
        var declared: Set<String> = []
        for case let file as URL in files where file.lastPathComponent.hasSuffix("Tests.swift") {
            let source = try String(contentsOf: file, encoding: .utf8)
            declared.formUnion(source.matches(of: /(?:struct|class|enum) ([A-Za-z]+Tests)\b/).map { String($0.1) })
        }
        #expect(named.subtracting(declared).isEmpty)
    }

    @Test("lists every key of the configuration")
    func configuration() throws {
        let readme = try String(contentsOf: Repository.file("README.md"), encoding: .utf8)
        let source = try String(
            contentsOf: Repository.file("Sources/GateDaemon/Configuration+YAML.swift"), encoding: .utf8)
        let keys = source.matches(of: /case "([A-Za-z.]+)":/).map { String($0.1) }
        #expect(!keys.isEmpty)
        for key in keys { #expect(readme.contains("| `\(key)` |"), "\(key)") }
    }
}

/// The files that the tests were built from.
enum Repository {
    static func file(_ path: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: path)
    }
}
