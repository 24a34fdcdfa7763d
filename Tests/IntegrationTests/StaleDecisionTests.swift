import BlockingTests
import Testing
import VirtualReaders

@Suite("decisions that grew stale while somebody waited", .blocking)
struct StaleDecisionTests {
    @Test("a finger whose print was deleted while the reader was armed opens nothing")
    func deletedWhileArmed() throws {
        try DaemonUnderTest.with(state: .variety) { daemon in
            let client = try daemon.client()
            try client.ask("RetrieveSecret", ["name": "any finger", "reason": "Sign in"])
            try client.progress("waitingForFinger")
            try daemon.client().result(of: "DeleteAllPrints", ["credential": Samples.credential])
            try daemon.reader().send(.scan(Samples.finger))
            let refusal = try client.last()
            #expect(refusal.error == "NotEnrolled")
            #expect(try client.result(of: "GetLastAuthentication")["authentication"] == .null)
        }
    }

    @Test("fingerprint unlocking is not turned on by a finger that was deleted meanwhile")
    func enabledByDeleted() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let client = try daemon.client()
            try client.result(of: "DisableFingerprint")
            try client.ask("EnableFingerprint")
            try client.progress("waitingForFinger")
            try daemon.client().result(of: "DeleteAllPrints", ["credential": Samples.credential])
            try daemon.reader().send(.scan(Samples.finger))
            #expect(try client.last().error != nil)
            #expect(try client.result(of: "GetSettings")["settings"]["fingerprintEnabled"] == false)
        }
    }

    @Test(
        "a call whose client left while its PIN was compared never takes the reader",
        arguments: ["Enroll", "RenewItem"])
    func leftDuringComparison(method: String) throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let parameters: JSON =
                method == "Enroll"
                ? ["finger": "leftThumb", "credential": Samples.credential]
                : ["name": .string(Samples.item), "credential": Samples.credential]
            let watcher = try daemon.client()
            try watcher.ask("WatchRequests")
            // Nobody keeps the connection, so it is closed at once.
            try daemon.client().ask(method, parameters)
            // The PIN of another call is compared after that of the one that left: then that one is over.
            let client = try daemon.client()
            try client.result(of: "Authenticate", ["reason": "Check", "credential": Samples.credential])
            try client.ask("RetrieveSecret", Samples.retrieval)
            try client.progress("waitingForFinger")
            #expect(try watcher.receive().parameters["request"]["operation"] == "retrieve")
            try daemon.reader().send(.scan(Samples.finger))
            try client.result()
        }
    }

    @Test(
        "CancelRequest sent right behind a call ends it before it waits for anybody",
        arguments: ["Enroll", "RenewItem", "RetrieveSecret"])
    func cancelledAtOnce(method: String) throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let parameters: JSON =
                switch method {
                case "Enroll": ["finger": "leftThumb", "credential": Samples.credential]
                case "RenewItem": ["name": .string(Samples.item), "credential": Samples.credential]
                default: Samples.retrieval
                }
            let client = try daemon.client()
            try client.ask(method, parameters)
            try client.send("CancelRequest", oneway: true)
            let refusal = try client.last()
            #expect(refusal.error == "Cancelled")
            #expect(refusal.parameters["by"] == "client")
        }
    }

    @Test("an enrolment that a PIN allowed ends with that PIN", arguments: ["RemovePIN", "SetPIN"])
    func enrolmentAfterPIN(change: String) throws {
        try DaemonUnderTest.with(state: .pinSet) { daemon in
            let client = try daemon.client()
            try client.ask("Enroll", ["finger": "rightIndex", "credential": Samples.credential])
            try client.progress("waitingForFinger")
            let other = try daemon.client()
            let parameters: JSON =
                change == "SetPIN"
                ? ["pin": "928374", "credential": Samples.credential] : ["credential": Samples.credential]
            try other.result(of: change, parameters)
            #expect(try client.refusal("Cancelled")["by"] == "revoked")
            #expect(try client.prints().isEmpty)
        }
    }

    @Test("a PIN that is compared while everything is revoked counts as no authentication after it")
    func comparedDuringRevoke() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client()
            try client.ask("Authenticate", ["reason": "Check", "credential": Samples.credential])
            try daemon.client().result(of: "RevokeAll")
            _ = try client.last()
            #expect(try client.result(of: "GetLastAuthentication")["authentication"] == .null)
        }
    }
}
