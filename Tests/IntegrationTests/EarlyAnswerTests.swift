import BlockingTests
import Testing
import VirtualReaders

@Suite("A finger that stays on the reader", .blocking)
struct EarlyAnswerTests {
    @Test("The token arrives at the report of the match, and the next request waits for the reader")
    func early() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client()
            let next = try daemon.client()
            #expect(try client.retrieve(on: daemon.reader()) == Samples.secretBase64)
            // Queued for the next scan: the match is reported, and the operation ends two seconds later.
            try daemon.reader().send([.scan(Samples.finger), .sleep(2000)])
            try client.ask("RetrieveSecret", Samples.retrieval)
            #expect(try client.result()["secret"].string == Samples.secretBase64)
            try next.ask("RetrieveSecret", Samples.retrieval)
            try next.progress("waitingForFinger")
            try daemon.reader().send(.scan(Samples.finger))
            #expect(try next.result()["secret"].string == Samples.secretBase64)
        }
    }

    @Test("The token arrives although the operation never ends, and the next request is not told to touch")
    func beforeTheEnd() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client()
            let next = try daemon.client()
            #expect(try client.retrieve(on: daemon.reader()) == Samples.secretBase64)
            // Ten minutes: longer than anything that a test awaits.
            try daemon.reader().send([.scan(Samples.finger), .sleep(600_000)])
            try client.ask("RetrieveSecret", Samples.retrieval)
            #expect(try client.result()["secret"].string == Samples.secretBase64)
            try next.ask("RetrieveSecret", Samples.retrieval)
            // Answered after everything that the daemon has to send to the waiting call.
            for _ in 1...20 { try client.availability() }
            try next.send("CancelRequest", oneway: true)
            let reply = try next.receive()
            #expect(reply.error == "Cancelled")
            #expect(reply.parameters["by"] == "client")
        }
    }
}
