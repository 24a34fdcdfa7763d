import BlockingTests
import Testing
import VirtualReaders

@Suite("A reader that does not answer", .blocking)
struct UnansweredTests {
    /// What ends the call on it.
    enum Ender: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case timeLimit, leaving

        var testDescription: String { rawValue }
    }

    @Test("The call ends, the reader is faulted until it answers, and then works again", arguments: Ender.allCases)
    func ended(by ender: Ender) throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let reader = try daemon.reader()
            let watch = try daemon.client()
            try watch.ask("WatchReaders")
            try watch.receive()
            do {
                let client = try daemon.client()
                try client.ask(
                    "RetrieveSecret", Samples.retrieval.with(["timeoutSeconds": ender == .timeLimit ? 1 : 120]))
                try client.progress("waitingForFinger")
                try reader.send(.cancellation(enabled: false))
                switch ender {
                case .timeLimit: #expect(try client.refusal("TimedOut")["fallbacks"] == ["pin"])
                case .leaving: break
                }
            }
            var states: [String?] = []
            repeat {
                states.append(try watch.receive().parameters["reader"]["state"].string)
            } while states.last != "faulted"
            #expect(states == ["busy", "faulted"])
            let client = try daemon.client()
            #expect(try client.availability()["reason"] == "faulted")
            #expect(try client.result(of: "ListReaders")["readers"][0]["state"] == "faulted")
            let refusal = try client.refusal("HardwareUnavailable", of: "RetrieveSecret", Samples.retrieval)
            #expect(refusal["reason"] == "faulted")
            #expect(refusal["fallbacks"] == ["pin"])
            // The abandoned scan ends.
            try reader.send([.cancellation(enabled: true), .scan(Samples.finger)])
            #expect(try watch.receive().parameters["reader"]["state"] == "ready")
            #expect(try client.retrieve(on: reader) == Samples.secretBase64)
        }
    }

    @Test("An enrolment on the reader ends with its own reason, and keeps no print")
    func enrolling() throws {
        try DaemonUnderTest.with([.storage], state: .pinSet) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader(.storage)
            try client.ask("Enroll", ["finger": "rightIndex", "credential": Samples.credential])
            try client.progress("waitingForFinger")
            try reader.send([.cancellation(enabled: false), .keepAlive(true)])
            try client.send("CancelRequest", oneway: true)
            #expect(try client.refusal("Cancelled")["by"] == "client")
            #expect(try client.result(of: "ListReaders")["readers"][0]["state"] == "faulted")
            // The touches come after all; the print that the reader then stores belongs to nobody.
            for _ in 1...5 { try reader.send(.scan(Samples.finger)) }
            try reader.awaitStored([])
            try reader.send(.cancellation(enabled: true))
            try client.enroll(on: reader)
            #expect(try reader.storedFingers() == [Samples.finger])
        }
    }
}
