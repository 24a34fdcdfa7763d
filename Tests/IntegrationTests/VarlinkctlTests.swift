import BlockingTests
import GateWire
import Glibc
import Testing
import VirtualReaders

extension Tag {
    /// Needs varlinkctl, which systemd has since version 255.
    @Tag static var needsVarlinkctl: Self
}

extension Trait where Self == ConditionTrait {
    /// Gives the reason if the test cannot run.
    static var withVarlinkctl: Self {
        .enabled(if: Varlinkctl.isInstalled, "needs varlinkctl, which systemd has since version 255")
    }
}

@Suite("systemd's varlinkctl as a client", .blocking, .tags(.needsVarlinkctl), .withVarlinkctl)
struct VarlinkctlTests {
    @Test("The command info names the service and its interfaces")
    func info() throws {
        try DaemonUnderTest.with { daemon in
            let said = try Varlinkctl(["--json=short", "info", daemon.socketPath], daemon).all()
            #expect(said.ending == .exited(0), "\(said.errors)")
            let info = try #require(JSON(said.output.utf8))
            #expect(info["product"] == "biogated")
            #expect(Set(info["interfaces"].strings) == Set(VarlinkInterface.gate.onSocket.map(\.name)))
        }
    }

    @Test(
        "The command introspect prints each interface with the same meaning",
        arguments: ["org.biometricgate.Gate", "org.biometricgate.Passkeys", "org.varlink.service"])
    func introspect(name: String) throws {
        let interface = try #require(VarlinkInterface.gate.onSocket.first { $0.name == name })
        try DaemonUnderTest.with { daemon in
            let said = try Varlinkctl(["introspect", daemon.socketPath, name], daemon).all()
            #expect(said.ending == .exited(0), "\(said.errors)")
            #expect(try Contract([said.output]) == Contract([interface.text]))
        }
    }

    @Test("The command call --more shows each step of an enrolment and of an opening, and then the result")
    func more() throws {
        try DaemonUnderTest.with { daemon in
            let reader = try daemon.reader()
            try daemon.client().setPIN()
            let enrolment = try Varlinkctl(
                "Enroll", ["finger": "rightIndex", "credential": Samples.credential], daemon, more: true)
            let enrolled = try enrolment.touch(reader)
            #expect(enrolled.result["print"]["finger"] == "rightIndex")
            #expect(enrolled.events.filter { $0 == "stagePassed" }.count == 5)
            try daemon.client().store(factors: ["fingerprint", "pin"], on: reader)

            let opened = try Varlinkctl("RetrieveSecret", Samples.retrieval, daemon, more: true).touch(reader)
            #expect(opened.result["secret"].string == Samples.secretBase64)
            #expect(opened.result["authentication"]["factor"] == "fingerprint")
            #expect(opened.events.first == "waitingForFinger")
        }
    }

    @Test("The command call accepts a PIN, and answers once")
    func once() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let said = try Varlinkctl(
                "RetrieveSecret", Samples.retrieval.with(["credential": Samples.credential]), daemon
            ).all()
            #expect(said.ending == .exited(0), "\(said.errors)")
            let result = try #require(JSON(said.output.utf8))
            #expect(result["secret"].string == Samples.secretBase64)
            #expect(result["authentication"]["factor"] == "pin")
        }
    }

    @Test(
        "An error is printed with its name and its parameters",
        arguments: [
            ("RetrieveSecret", Samples.retrieval, "org.biometricgate.Gate.ItemNotFound", "name", Samples.item),
            ("SetPIN", ["pin": 3], "org.varlink.service.InvalidParameter", "parameter", "pin"),
            (
                "Nonesuch", [:], "org.varlink.service.MethodNotFound", "method",
                "org.biometricgate.Gate.Nonesuch"
            ),
        ] as [(String, JSON, String, String, String)])
    func refusal(method: String, parameters: JSON, error: String, member: String, value: String) throws {
        try DaemonUnderTest.with { daemon in
            let said = try Varlinkctl(method, parameters, daemon).all()
            #expect(said.ending == .exited(1))
            #expect(JSON(said.output.utf8)?[member].string == value)
            #expect(said.errors.contains(error))
        }
    }
}

/// One run of varlinkctl against a daemon.
private final class Varlinkctl {
    private static let name = "varlinkctl"

    static var isInstalled: Bool {
        let directories = getenv("PATH").map { String(cString: $0).split(separator: ":") } ?? []
        return directories.contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    private let process: ChildProcess
    private let output: Descriptor
    private let errorsPath: String
    private var received: [UInt8] = []

    init(_ words: [String], _ daemon: DaemonUnderTest) throws {
        let (near, far) = try Descriptor.socketPair()
        output = near
        errorsPath = "\(daemon.directory)/\(Self.name)-errors"
        process = try ChildProcess(
            [Self.name] + words, environment: Python.environment, errors: errorsPath, standard: far)
    }

    /// Calls a method of the gate interface.
    convenience init(_ method: String, _ parameters: JSON, _ daemon: DaemonUnderTest, more: Bool = false) throws {
        try self.init(
            ["--json=short", "call"] + (more ? ["--more"] : [])
                + [daemon.socketPath, "\(GateConnection.interface).\(method)", parameters.description], daemon)
    }

    /// Its next line; nil once it has closed its output.
    private func line() throws -> [UInt8]? {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received.removeFirst(end + 1) }
                return Array(received[..<end])
            }
            guard try Descriptor.firstReady(of: [output]) != nil else {
                throw HarnessFailure("\(Self.name) says nothing")
            }
            let bytes = try output.read()
            guard !bytes.isEmpty else { return nil }
            received += bytes
        }
    }

    /// All of its output, and how it ended.
    func all() throws -> (output: String, errors: String, ending: ChildProcess.Ending) {
        var lines: [String] = []
        while let line = try line() { lines.append(String(decoding: line, as: UTF8.self)) }
        let ending = try process.ending()
        return (lines.joined(separator: "\n"), Files.text(errorsPath), ending)
    }

    /// Puts a finger on whenever one is wanted, until the call succeeds; returns the events of its progress, and its
    /// result.
    ///
    /// With `--more`, varlinkctl writes a sequence of JSON texts (RFC 7464), each after a record separator.
    func touch(_ reader: VirtualReader) throws -> (events: [String], result: JSON) {
        var events: [String] = []
        while let line = try line() {
            let reply = try #require(JSON(line.drop { $0 == 0x1E }))
            guard let event = reply["progress"]["event"].string else {
                let ending = try process.ending()
                guard ending == .exited(0) else { throw HarnessFailure("\(ending): \(Files.text(errorsPath))") }
                return (events, reply)
            }
            events.append(event)
            if event == "waitingForFinger" { try reader.send(.scan(Samples.finger)) }
        }
        throw HarnessFailure("no result: \(Files.text(errorsPath))")
    }
}
