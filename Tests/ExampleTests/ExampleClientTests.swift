import BlockingTests
import Foundation
import Testing
import VirtualReaders

/// A client in `Tests/Examples`, which needs only its language's standard library.
enum ExampleClient: String, CaseIterable, CustomTestStringConvertible {
    case python = "client.py"
    case node = "client.mjs"

    var interpreter: String {
        switch self {
        case .python: "python3"
        case .node: "node"
        }
    }

    var file: URL { Repository.file("Tests/Examples/\(rawValue)") }

    var testDescription: String { rawValue }
}

extension Tag {
    /// Needs `node` and `python3`.
    @Tag static var needsNode: Self
}

@Suite("The example clients", .blocking, .tags(.needsNode))
struct ExampleClientTests {
    @Test("Example clients print the secret once the finger matched", arguments: ExampleClient.allCases)
    func opening(client: ExampleClient) throws {
        let bench = try ExampleBench()
        try bench.prepareItem()
        let run = try bench.run(client, item: ExampleBench.item)
        // The reader may be busy for a moment first, because the daemon tidies its storage after a call.
        try run.awaitLine { $0 == "Touch the fingerprint reader to open \"\(ExampleBench.item)\"." }
        try bench.touch(with: ExampleBench.finger)
        let end = try run.end()
        #expect(end.status == 0)
        #expect(end.output == ExampleBench.secret)
        #expect(end.lines.last == "Fingerprint matched.")
    }

    @Test("Each example client says why a finger opened nothing, and exits with 1", arguments: ExampleClient.allCases)
    func refused(client: ExampleClient) throws {
        let bench = try ExampleBench()
        try bench.prepareItem()
        let run = try bench.run(client, item: ExampleBench.item)
        for words in ["No match. 2 tries left.", "No match. 1 try left.", "No match."] {
            try run.awaitLine { $0.hasPrefix("Touch the fingerprint reader") }
            try bench.touch(with: "a stranger's")
            try run.awaitLine { $0 == words }
        }
        let end = try run.end()
        #expect(end.status == 1)
        #expect(end.output.isEmpty)
        #expect(end.lines.last?.hasPrefix("org.biometricgate.Gate.AuthenticationFailed: No match. ") == true)
    }

    @Test("Each example client names the wrong parameter, and exits with 1", arguments: ExampleClient.allCases)
    func wrong(client: ExampleClient) throws {
        let end = try ExampleBench().run(client, item: "").end()
        #expect(end.status == 1)
        #expect(end.lines.count == 1)
        #expect(end.lines.first?.hasPrefix("org.varlink.service.InvalidParameter: ") == true)
        #expect(end.lines.first?.contains("\"name\"") == true)
    }

    @Test("Each example client says that there is no such item, and exits with 1", arguments: ExampleClient.allCases)
    func missing(client: ExampleClient) throws {
        let end = try ExampleBench().run(client, item: "nothing").end()
        #expect(end.status == 1)
        #expect(end.output.isEmpty)
        #expect(end.lines.count == 1)
        #expect(end.lines.first?.hasPrefix("org.biometricgate.Gate.ItemNotFound: ") == true)
    }
}
