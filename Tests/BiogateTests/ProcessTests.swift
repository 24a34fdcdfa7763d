import GateSandbox
import ArgumentParser
import GateGuidance
import GateModel
import GateSecret
import GateSystem
import GateWire
import Glibc
import Testing

@testable import BiometricGate
@testable import biogate

@Suite("Files, variables and secrets")
struct ProcessTests {
    @Test("A variable is found by its whole name, and an empty one counts as missing")
    func variables() {
        var environment = ProcessEnvironment(["LANG": "ko", "LANGUAGE": "en", "NO_COLOR": ""])
        #expect(environment["LANG"] == "ko" && environment["LAN"] == nil && environment["NO_COLOR"] == nil)
        environment.set("LANG", "nb=x")
        #expect(environment["LANG"] == "nb=x" && environment.entries.count == 3)
        environment.remove("LANG")
        #expect(environment["LANG"] == nil && environment["LANGUAGE"] == "en")
    }

    @Test("A program is searched for like in a shell")
    func programs() {
        #expect(ProcessEnvironment(["PATH": "/nowhere:/bin"]).path(ofProgram: "sh") == "/bin/sh")
        #expect(ProcessEnvironment(["PATH": "/nowhere"]).path(ofProgram: "sh") == nil)
        #expect(ProcessEnvironment().path(ofProgram: "./sh") == "./sh")
    }

    @Test(
        "The last line end of a text file is not part of the secret",
        arguments: [
            ("1234\n", "1234"), ("1234\r\n", "1234"), ("1234", "1234"), ("12\n\n", "12\n"), ("\n", ""), ("", ""),
            ("1\r", "1\r"),
        ])
    func lineEnds(text: String, secret: String) {
        let read = bytes(of: SecretBytes(text).withoutLineEnd())
        #expect(read == Array(secret.utf8))
    }

    @Test("Only bytes that a terminal shows unchanged count as text")
    func plainText() {
        #expect(isText(Array("token å 지\n\t".utf8)))
        #expect(!isText(Array("\u{1B}[2J".utf8)))
        #expect(!isText([0xFF, 0xFE]))
        #expect(!isText([0]))
    }

    private func isText(_ bytes: [UInt8]) -> Bool { SecretBytes(bytes: bytes).isPlainText() }

    @Test("A secret's file is complete, only its owner's, and replaces nothing unasked")
    func secretFile() throws {
        let directory = try TemporaryDirectory.make(in: ProcessEnvironment())
        defer { directory.remove() }
        let file = SecretFile(path: directory.file("out"))
        #expect(!file.exists)
        try write("one", to: file)
        #expect(file.exists)
        #expect(throws: SystemCallFailure.self) { try write("two", to: file) }
        #expect(try Descriptor.open(file.path, O_RDONLY).readAll() == Array("one".utf8))
        try SecretFile(path: file.path, replaces: true).write(SecretBytes("two"))
        #expect(try Descriptor.open(file.path, O_RDONLY).readAll() == Array("two".utf8))
    }

    @Test("A file that is too long is refused, not truncated")
    func limits() throws {
        let directory = try TemporaryDirectory.make(in: ProcessEnvironment())
        defer { directory.remove() }
        let path = directory.file("secret")
        try SecretFile(path: path).write(SecretBytes("12345"))
        #expect(try length(of: path, limit: 4) == nil)
        #expect(try length(of: path, limit: 5) == 5)
    }

    private func write(_ text: String, to file: SecretFile) throws {
        try file.write(SecretBytes(text))
    }

    private func length(of path: String, limit: Int) throws -> Int? {
        switch try Descriptor.open(path, O_RDONLY).readSecret(limit: limit) {
        case .some(let secret): secret.count
        case nil: nil
        }
    }

    @Test("Removing a temporary directory removes its content, but not its links' targets")
    func temporaryDirectory() throws {
        let kept = try TemporaryDirectory.make(in: ProcessEnvironment())
        let gone = try TemporaryDirectory.make(in: ProcessEnvironment(["TMPDIR": "/tmp"]))
        defer { kept.remove() }
        try SecretFile(path: kept.file("a")).write(SecretBytes("a"))
        mkdir(gone.file("state"), 0o700)
        try SecretFile(path: gone.file("state/b")).write(SecretBytes("b"))
        symlink(kept.path, gone.file("link"))
        gone.remove()
        #expect(!SecretFile(path: gone.path).exists && SecretFile(path: kept.file("a")).exists)
    }

    @Test("A waiting call is shown with its claims, in quotation marks that they cannot close")
    func requestUpdate() throws {
        let request: WireObject = [
            "id": "r1", "processId": 7, "command": "gh\u{1B}\" x", "operation": "retrieve", "item": "github",
            "reason": "Push", "factors": ["fingerprint"],
        ]
        let line = try #require(RequestUpdate(reply: ["change": "added", "request": .object(request)]))
        #expect(
            line.text(in: .en)
                == #"7: Open "github"? Claimed by the program: "Push"; Calls itself: "gh\u{1B}\" x"."#)
        #expect(line.text(in: .nb) == #"7: Åpne «github»? Programmet påstår: «Push»; Kaller seg: «gh\u{1B}" x»."#)
        let ended = try #require(RequestUpdate(reply: ["change": "ended", "request": .object(request)]))
        #expect(ended.text(in: .en) == #"7: "gh\u{1B}\" x" no longer waits for you."#)
        let outcomes: [(WireObject, String)] = [
            (["factor": "fingerprint"], "confirmed with a finger."),
            (
                [
                    "error": "org.biometricgate.Gate.TimedOut",
                    "guidance": .object(
                        Guidance.for(.timedOut(fallbacks: []), in: .en).wire),
                ],
                "No finger matched in time."
            ),
        ]
        for (outcome, text) in outcomes {
            var request = request
            request.append("outcome", .object(outcome))
            let told = try #require(RequestUpdate(reply: ["change": "ended", "request": .object(request)]))
            #expect(told.text(in: .en) == #"7: "gh\u{1B}\" x": \#(text)"#)
        }
        #expect(RequestUpdate(reply: ["change": "else", "request": .object(request)]) == nil)
    }

    @Test("Credentials typed for a command are wiped when it ends")
    func typed() async throws {
        let session = Session(try GateOptions.parse(["--json"]), factor: nil)
        session.remember(SecretBytes("274916"))
        #expect(session.hasTyped(.pin))
        // There is nobody to ask.
        await #expect(throws: ExitStatus.usage.code) { try await Setup.parse([]).run(as: session) }
        #expect(!session.hasTyped(.pin))
    }

    private func bytes(of secret: borrowing SecretBytes) -> [UInt8] {
        secret.withBytes { Array($0) }
    }
}

extension SecretBytes {
    fileprivate init(_ text: String) {
        self.init(bytes: Array(text.utf8))
    }

    fileprivate init(bytes: [UInt8]) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }
}
