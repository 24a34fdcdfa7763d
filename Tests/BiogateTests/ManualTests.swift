import GateSystem
import Glibc
import Testing

@testable import biogate

@Suite("The manual")
struct ManualTests {
    @Test("the page of the command line is the one that it makes of itself")
    func commands() async throws {
        let made = try await generated("commands", try CommandLineBench.program())
        #expect(made == (try page("biogate.1")), "make manual")
        for verb in ["setup", "finger remove", "pin set", "sandbox touch", "sandbox plug", "doctor", "log", "agent"] {
            #expect(made.contains(".SS \(verb)\n"), "\(verb)")
        }
        for status in ExitStatus.allCases { #expect(made.contains("\n\(status.rawValue)\t"), "\(status)") }
    }

    @Test("the page of the configuration is the table of the documents")
    func configuration() async throws {
        #expect(
            try await generated("configuration", "docs/configuration.md") == (try page("biogated.conf.5")),
            "make manual")
    }

    @Test("the documents have every exit status, and no other")
    func exitStatuses() throws {
        let text = try read("/docs/using.md")
        let paragraph = try #require(text.split(separator: "Exit status: ").last?.split(separator: "\n\n").first)
        let listed = paragraph.matches(of: /[0-9]+/).compactMap { Int32($0.0) }
        #expect(listed == ExitStatus.allCases.map(\.rawValue))
    }

    @Test(
        "every page is one that man and mandoc have no complaint about",
        arguments: [
            "biogate.1", "biogate-agent.1", "biogate-password.8", "biogate-reader.8", "biogated.8", "biogated.conf.5",
        ])
    func lint(name: String) async throws {
        let path = CommandLineBench.sources + "/man/" + name
        let mandoc = try await CommandLineBench.run(program: "/usr/bin/mandoc", ["-Tlint", "-Wwarning", path])
        #expect(mandoc.status == 0, "\(mandoc.output)")
        let man = try await CommandLineBench.run(
            program: "/bin/sh", ["-c", #"man --warnings -E UTF-8 -l "$0" >/dev/null"#, path],
            environment: ["LC_ALL": "C.UTF-8", "MANROFFSEQ": "t", "MANWIDTH": "80"])
        #expect(man.status == 0 && man.output == "", "\(man.output)")
    }

    private func page(_ name: String) throws -> String {
        try read("/man/" + name)
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
