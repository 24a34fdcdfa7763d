import BlockingTests
import Testing
import VirtualReaders

@Suite("A reader that is unplugged", .blocking)
struct UnpluggingTests {
    @Test("Unplugging while a finger is awaited ends the call and those behind it with disconnected")
    func armed() throws {
        try DaemonUnderTest.with([.device, .storage], state: .stored) { daemon in
            let clients = try (0..<3).map { _ in try daemon.client() }
            for (place, client) in clients.enumerated() {
                try client.ask("RetrieveSecret", Samples.retrieval)
                try client.progress(place == 0 ? "waitingForFinger" : "queued")
            }
            try daemon.reader().send(.unplug)
            for client in clients {
                let refusal = try client.refusal("HardwareUnavailable")
                #expect(refusal["reason"] == "disconnected")
                #expect(refusal["fallbacks"] == ["pin"])
            }
            let client = try daemon.client()
            let readers = try client.result(of: "ListReaders")["readers"].elements
            #expect(readers.compactMap { $0["id"].string } == [Samples.storageID])
            #expect(try client.prints().count == 1)
            #expect(
                try client.result(of: "RetrieveSecret", Samples.retrieval.with(["credential": Samples.credential]))[
                    "secret"
                ].string == Samples.secretBase64)
        }
    }

    @Test("Unplugging while the reader does not answer a cancellation ends the call at once")
    func unanswered() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client()
            try client.ask("RetrieveSecret", Samples.retrieval)
            try client.progress("waitingForFinger")
            try daemon.reader().send(.cancellation(enabled: false))
            let prompt = try daemon.client()
            try prompt.ask("WatchRequests")
            let id = try prompt.receive().parameters["request"]["id"]
            // Answered once the call is cancelled, so the reader is unplugged after that.
            try daemon.client().result(of: "CancelRequest", ["requestId": id])
            try daemon.reader().send(.unplug)
            #expect(try client.refusal("Cancelled")["by"] == "user")
            #expect(try client.result(of: "ListReaders")["readers"].elements.isEmpty)
            #expect(try client.availability()["reason"] == "disconnected")
        }
    }

    @Test("Unplugging at the first or the last touch of an enrolment keeps no print", arguments: [0, 4])
    func enrolling(touches: Int) throws {
        try DaemonUnderTest.with([.storage], state: .pinSet) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader(.storage)
            try client.ask("Enroll", ["finger": "rightIndex", "credential": Samples.credential])
            for _ in 0..<touches {
                try client.awaitProgress("waitingForFinger")
                try reader.send(.scan(Samples.finger))
                try client.awaitProgress("stagePassed")
            }
            try client.awaitProgress("waitingForFinger")
            try reader.send(.unplug)
            #expect(try client.refusal("HardwareUnavailable")["reason"] == "disconnected")
            #expect(try client.prints().isEmpty)
            #expect(try client.result(of: "ListReaders")["readers"].elements.isEmpty)
            #expect(try client.availability()["state"] == "noHardware")
        }
    }
}
