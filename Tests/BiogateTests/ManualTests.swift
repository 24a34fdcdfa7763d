import GateSandbox
import GateSystem
import Glibc
import Testing

@testable import biogate

@Suite("The manual")
struct ManualTests {
    /// A page in man/, or one that is generated during installation.
    enum Page: Sendable {
        case written(String)
        case commands, configuration
    }

    @Test("The command line's page has every command and every exit status")
    func commands() async throws {
        let made = try await generated("commands", try CommandLineBench.program())
        for verb in ["setup", "finger remove", "pin set", "sandbox touch", "sandbox plug", "doctor", "log", "agent"] {
            #expect(made.contains(".SS \(verb)\n"), "\(verb)")
        }
        // Options of every command are described once.
        #expect(made.occurrences(of: "\\-\\-prompt") == 1)
        for status in ExitStatus.allCases { #expect(made.contains("\n\(status.rawValue)\t"), "\(status)") }
    }

    @Test("The configuration's page has every setting of the document's table")
    func configuration() async throws {
        let made = try await generated("configuration", "docs/configuration.md")
        let settings = try read("/docs/configuration.md").matches(of: /\n\| `([^`]+)`/).map { String($0.1) }
        #expect(settings.count > 20)
        for setting in settings { #expect(made.contains("\n.B \(setting)\n"), "\(setting)") }
    }

    @Test("The documents list every exit status, and no other")
    func exitStatuses() throws {
        let text = try read("/docs/using.md")
        let paragraph = try #require(text.split(separator: "Exit status: ").last?.split(separator: "\n\n").first)
        let listed = paragraph.matches(of: /[0-9]+/).compactMap { Int32($0.0) }
        #expect(listed == ExitStatus.allCases.map(\.rawValue))
    }

    @Test(
        "man and mandoc have no complaint about any page",
        arguments: [
            .written("biogate-agent.1"), .written("biogate-password.8"), .written("biogate-reader.8"),
            .written("biogated.8"), .commands, .configuration,
        ] as [Page])
    func lint(page: Page) async throws {
        let directory = try TemporaryDirectory.make(in: ProcessEnvironment())
        defer { directory.remove() }
        let path = directory.file("page")
        let text = Array(try await text(of: page).utf8)
        let file = try Descriptor.open(path, O_WRONLY | O_CREAT)
        try text.withUnsafeBytes { try file.write($0) }
        let mandoc = try await CommandLineBench.run(program: "/usr/bin/mandoc", ["-Tlint", "-Wwarning", path])
        #expect(mandoc.status == 0, "\(mandoc.output)")
        let man = try await CommandLineBench.run(
            program: "/bin/sh", ["-c", #"man --warnings -E UTF-8 -l "$0" >/dev/null"#, path],
            environment: ["LC_ALL": "C.UTF-8", "MANROFFSEQ": "t", "MANWIDTH": "80"])
        #expect(man.status == 0 && man.output == "", "\(man.output)")
    }

    private func text(of page: Page) async throws -> String {
        switch page {
        case .written(let name): try read("/man/" + name)
        case .commands: try await generated("commands", try CommandLineBench.program())
        case .configuration: try await generated("configuration", "docs/configuration.md")
        }
    }

    private func read(_ path: String) throws -> String {
        String(decoding: try Descriptor.open(CommandLineBench.sources + path, O_RDONLY).readAll(), as: UTF8.self)
    }

    private func generated(_ kind: String, _ source: String) async throws -> String {
        let command = #"cd "$0" && exec python3 man/generate.py "$@""#
        let made = try await CommandLineBench.run(
            program: "/bin/sh", ["-c", command, CommandLineBench.sources, kind, source])
        #expect(made.status == 0)
        return made.output
    }
}

extension String {
    fileprivate func occurrences(of text: String) -> Int { ranges(of: text).count }
}
