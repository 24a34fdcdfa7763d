import BlockingTests
import Testing
import VirtualReaders

/// Schedules in memory cannot show the end of the sockets and the process, and what the next daemon finds.
@Suite("A stop", .blocking)
struct StopTests {
    @Test("A stop answers or cuts off calls in every state, forgives nothing, and ends the process well")
    func everyState() throws {
        try DaemonUnderTest.prepared(
            [.device, .storage], ["fingerprint.attemptsPerCall": 5], state: .stored
        ) { daemon in
            let neighbours = try HangingNeighbours(for: daemon)
            try daemon.start(neighbours.configuration, launcher: neighbours.launcher)
            let enrolling = try daemon.client()
            try enrolling.ask(
                "Enroll",
                [
                    "finger": "leftIndex", "readerId": .string(Samples.storageID), "credential": Samples.credential,
                ])
            try enrolling.awaitProgress("waitingForFinger")
            try daemon.reader(.storage).send(.scan(Samples.otherFinger))
            try enrolling.awaitProgress("stagePassed")
            let armed = try daemon.client()
            try armed.ask("RetrieveSecret", Samples.retrieval)
            try armed.awaitProgress("waitingForFinger")
            try daemon.reader().send(.finger(present: true))
            try armed.awaitProgress("fingerPresent")
            let queued = try daemon.client()
            try queued.ask("RetrieveSecret", Samples.retrieval)
            try queued.awaitProgress("queued")
            var others = try Self.cutOff(daemon)
            try neighbours.awaitQuestion("h")
            let comparing = try daemon.client()
            try comparing.send("RemovePIN", ["credential": Samples.wrongCredential])
            others.append(comparing)
            // The stop waits longer for the finger's judgement than for answers.
            others.append(armed)

            try daemon.stop()
            for client in [enrolling, queued] {
                #expect(try client.refusal("Cancelled")["by"] == "shutdown")
                #expect(try client.receiveIfOpen() == nil)
            }
            // Each connection checks for itself that no call has two answers.
            for client in others { try client.awaitClosing() }
            #expect(!Files.exists(daemon.socketPath))

            try neighbours.release()
            try daemon.start()
            #expect(try daemon.attemptsRemaining() == 4)
            #expect(try daemon.client().prints().count == 1)
            #expect(try daemon.client().retrieve(on: daemon.reader()) == Samples.secretBase64)
        }
    }

    /// Clients that may receive nothing more: one that waits for the password helper, the watchers, one in the middle
    /// of a message, one that reads nothing, and one that sends nothing.
    private static func cutOff(_ daemon: DaemonUnderTest) throws -> [GateConnection] {
        let asking = try daemon.client()
        try asking.send("RemovePIN", ["credential": ["password": "whatever"]])
        let watching = try ["WatchAvailability", "WatchRequests", "WatchReaders"].map { method in
            let client = try daemon.client()
            try client.ask(method)
            try client.receive()
            return client
        }
        let half = try daemon.client()
        try half.send(raw: #"{"method":"org.biometricgate.Gate.Li"#)
        let deaf = try daemon.client()
        for _ in 1...16 {
            try deaf.send(
                "org.varlink.service.GetInterfaceDescription", ["interface": .string(GateConnection.interface)])
        }
        _ = try GateConnection.firstReady(of: [deaf], within: Descriptor.patience)
        return [asking, half, deaf, try daemon.client()] + watching
    }
}
