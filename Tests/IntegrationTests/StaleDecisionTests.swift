import BlockingTests
import Testing
import VirtualReaders

@Suite("decisions that grew stale while somebody waited", .blocking)
struct StaleDecisionTests {
    private func database(of daemon: DaemonUnderTest) -> String { "\(daemon.stateDirectory)/keystore.sqlite" }

    /// Waits until a PIN is being compared: the try is written before that.
    private func awaitTry(after before: [UInt8], _ daemon: DaemonUnderTest) throws {
        try waitUntil("the try is written") { try Files.read(database(of: daemon)) != before }
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
            let client = try daemon.client()
            // The first call of a user may write as well.
            try client.settings()
            let before = try Files.read(database(of: daemon))
            var leaving: GateConnection? = try daemon.client()
            try leaving?.ask(method, parameters)
            try awaitTry(after: before, daemon)
            // Nobody keeps the connection, so it is closed.
            leaving = nil
            // The PIN of another call is compared after that of the one that left: then that one is over.
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

    @Test("of two changes of the PIN that both come with the old one, the second is refused")
    func twoChanges() throws {
        try DaemonUnderTest.with([], state: .pinSet) { daemon in
            let pins = ["928374", "617283"]
            let clients = try pins.map { pin in
                let client = try daemon.client()
                try client.send("SetPIN", ["pin": .string(pin), "credential": Samples.credential])
                return client
            }
            let replies = try clients.map { try $0.last() }
            let winner = try #require(replies.firstIndex { $0.error == nil })
            // Compared before the winner's was written, or after.
            let refusal = try #require(replies[1 - winner].error)
            #expect(["CredentialRequired", "CredentialWrong"].contains(refusal))
            try daemon.client().result(
                of: "Authenticate", Samples.authentication.with(["credential": ["pin": .string(pins[winner])]]))
        }
    }

    @Test("of two first PINs that are set at once, the second one needs the first")
    func twoFirst() throws {
        try DaemonUnderTest.with([]) { daemon in
            let pins = ["928374", "617283"]
            let clients = try pins.map { pin in
                let client = try daemon.client()
                try client.send("SetPIN", ["pin": .string(pin)])
                return client
            }
            let replies = try clients.map { try $0.last() }
            let winner = try #require(replies.firstIndex { $0.error == nil })
            #expect(replies[1 - winner].error == "CredentialRequired")
            #expect(replies[1 - winner].parameters["accepted"] == ["pin"])
            try daemon.client().result(
                of: "Authenticate", Samples.authentication.with(["credential": ["pin": .string(pins[winner])]]))
        }
    }

    @Test("a renewal that a PIN allowed ends with that PIN")
    func renewalAfterPIN() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client()
            try client.ask("RenewItem", ["name": .string(Samples.item), "credential": Samples.credential])
            try client.progress("waitingForFinger")
            try daemon.client().result(of: "SetPIN", ["pin": "928374", "credential": Samples.credential])
            #expect(try client.refusal("Cancelled")["by"] == "revoked")
        }
    }

    @Test("a PIN sent right behind a call, before it waits for anybody, decides it")
    func answeredAtOnce() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client()
            for _ in 1...3 {
                try client.ask("RetrieveSecret", Samples.retrieval)
                try client.send("AnswerRequest", ["credential": Samples.credential], oneway: true)
                let result = try client.result()
                #expect(result["secret"].string == Samples.secretBase64)
                #expect(result["authentication"]["factor"] == "pin")
            }
        }
    }

    @Test("a PIN from a prompt that has only just seen the call decides it")
    func answeredFromPrompt() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let prompt = try daemon.client()
            try prompt.ask("WatchRequests")
            let answering = try daemon.client()
            let client = try daemon.client()
            try client.ask("RetrieveSecret", Samples.retrieval)
            let id = try prompt.receive().parameters["request"]["id"]
            try answering.result(of: "AnswerRequest", ["requestId": id, "credential": Samples.credential])
            #expect(try client.result()["authentication"]["factor"] == "pin")
        }
    }

    @Test("a PIN sent behind a call that waits for nobody is spent on no later one")
    func answeredInVain() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client()
            try client.send("ListItems")
            try client.send("AnswerRequest", ["credential": Samples.wrongCredential], oneway: true)
            try client.result()
            try client.ask("RetrieveSecret", Samples.retrieval)
            try client.progress("waitingForFinger")
            try daemon.reader().send(.scan(Samples.finger))
            #expect(try client.result()["authentication"]["factor"] == "fingerprint")
        }
    }

    @Test("a PIN that is compared while everything is revoked counts as no authentication after it")
    func comparedDuringRevoke() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client()
            try client.settings()
            let before = try Files.read(database(of: daemon))
            try client.ask("Authenticate", ["reason": "Check", "credential": Samples.credential])
            try awaitTry(after: before, daemon)
            // A comparison takes much longer than a revoke.
            try daemon.client().result(of: "RevokeAll")
            _ = try client.last()
            #expect(try client.result(of: "GetLastAuthentication")["authentication"] == .null)
        }
    }
}
