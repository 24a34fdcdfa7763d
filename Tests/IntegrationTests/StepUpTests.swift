import BlockingTests
import Testing
import VirtualReaders

@Suite("Reuse of an authentication", .blocking)
struct StepUpTests {
    private static let recent: [String: JSON] = ["maxAgeSeconds": 300]
    private static let reusing = Samples.retrieval.with(recent)

    /// Whether the call asks for a finger; if so, it is ended.
    private func asks(
        _ client: GateConnection, _ method: String, _ parameters: JSON,
        at location: SourceLocation = #_sourceLocation
    ) throws -> Bool {
        try client.ask(method, parameters)
        let reply = try client.receive(at: location)
        guard reply.continues else {
            #expect(reply.error == nil, "\(reply)", sourceLocation: location)
            return false
        }
        try client.send("CancelRequest", oneway: true)
        try client.refusal("Cancelled", at: location)
        return true
    }

    @Test("An item opens by reuse if the call and the item both allow it, on one connection, and by nothing less")
    func bothAllow() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let client = try daemon.client()
            try client.store(factors: ["fingerprint", "pin"], maxAgeSeconds: 300, on: daemon.reader())
            #expect(try client.result(of: "GetLastAuthentication")["authentication"]["factor"] == "fingerprint")
            let opened = try client.result(of: "RetrieveSecret", Self.reusing)
            #expect(opened["secret"].string == Samples.secretBase64)
            #expect(opened["authentication"]["factor"] == "fingerprint")
            #expect(try #require(opened["authentication"]["ageMilliseconds"].integer) >= 0)
            #expect(try asks(client, "RetrieveSecret", Samples.retrieval))
            #expect(try asks(client, "RetrieveSecret", Samples.retrieval.with(["maxAgeSeconds": 0])))
            let storing: JSON = ["name": "never", "secret": .string(Samples.secretBase64)]
            #expect(try asks(client, "StoreSecret", storing))
            #expect(try !asks(client, "StoreSecret", storing.with(Self.recent)))
            #expect(try asks(client, "RetrieveSecret", Self.reusing.with(["name": "never"])))
            #expect(try !asks(client, "Authenticate", Samples.authentication.with(Self.recent)))
            let other = try daemon.client()
            #expect(try other.result(of: "GetLastAuthentication")["authentication"] == nil)
            #expect(try asks(other, "RetrieveSecret", Self.reusing))
            try client.result(of: "ForgetAuthentication")
            #expect(try client.result(of: "GetLastAuthentication")["authentication"] == nil)
            #expect(try asks(client, "RetrieveSecret", Self.reusing))
        }
    }
}
