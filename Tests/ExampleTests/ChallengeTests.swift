import BlockingTests
import Foundation
import Testing
import VirtualReaders

extension Tag {
    /// Needs the PyPI packages of `Tests/requirements.txt`.
    @Tag static var needsPython: Self
}

@Suite("The challenge and its response", .blocking, .tags(.needsPython))
struct ChallengeTests {
    @Test("A server that registered a key recognises its user again, once per challenge")
    func challengeAndResponse() throws {
        let bench = try ExampleBench()
        try bench.prepareFinger()
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try FileManager.default.copyItem(
            at: Repository.file("Tests/Examples/server.py"), to: directory.appending(path: "server.py"))
        let lines = try String(contentsOf: Repository.file("Tests/Examples/challenge.sh"), encoding: .utf8)
            .split(separator: "\n").map(String.init)
        var last = ""
        for line in lines {
            let end = try play(line, on: bench, in: directory)
            #expect(end.status == 0, "\(line): \(end.lines)")
            last = end.output
        }
        #expect(last == "Welcome.\n")
        let again = try #require(lines.last)
        // The signature is valid neither a second time nor for another challenge.
        #expect(try play(again, on: bench, in: directory).status == 1)
        #expect(try play("python3 server.py challenge > challenge", on: bench, in: directory).status == 0)
        let other = try play(again, on: bench, in: directory)
        #expect(other.status == 1)
        #expect(other.lines.last?.contains("InvalidSignature") == true)
    }

    /// Runs a line, and touches the reader when asked to.
    private func play(
        _ line: String, on bench: ExampleBench, in directory: URL
    ) throws -> (status: Int32, output: String, lines: [String]) {
        let run = try bench.shell(line, in: directory)
        while let said = try run.nextLine() {
            if said.hasPrefix("Touch the fingerprint reader") { try bench.touch(with: ExampleBench.finger) }
        }
        return try run.end()
    }
}
