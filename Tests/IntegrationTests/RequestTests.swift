import BlockingTests
import Glibc
import Testing
import VirtualReaders

@Suite("Waiting calls", .blocking)
struct RequestTests {
    /// A client whose `RetrieveSecret` waits for its finger.
    private func waiting(_ daemon: DaemonUnderTest) throws -> GateConnection {
        let client = try daemon.client()
        try client.ask("RetrieveSecret", Samples.retrieval)
        try client.progress("waitingForFinger")
        return client
    }

    private func requestID(_ daemon: DaemonUnderTest) throws -> JSON {
        let watcher = try daemon.client()
        try watcher.ask("WatchRequests")
        return try watcher.receive().parameters["request"]["id"]
    }

    @Test("CancelRequest sent behind a call ends it, counts nothing and leaves authentications alone")
    func cancelBehind() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client()
            try client.ask("Authenticate", Samples.authentication)
            try client.touch(daemon.reader())
            try client.ask("RetrieveSecret", Samples.retrieval)
            try client.progress("waitingForFinger")
            try client.send("CancelRequest", oneway: true)
            #expect(try client.refusal("Cancelled")["by"] == "client")
            #expect(try client.result(of: "GetLastAuthentication")["authentication"]["factor"] == "fingerprint")
            try client.ask("RetrieveSecret", Samples.retrieval)
            #expect(try client.progress("waitingForFinger")["attemptsRemaining"] == 3)
            try daemon.reader().send(.scan(Samples.finger))
            try client.result()
        }
    }

    @Test("CancelRequest from a prompt ends a call by its id")
    func cancelByID() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try waiting(daemon)
            let prompt = try daemon.client()
            try prompt.refusal("RequestNotFound", of: "CancelRequest", ["requestId": "none"])
            try prompt.refusal("RequestNotFound", of: "CancelRequest")
            let id = try requestID(daemon)
            try prompt.result(of: "CancelRequest", ["requestId": id])
            #expect(try client.refusal("Cancelled")["by"] == "user")
            #expect(try prompt.refusal("RequestNotFound", of: "CancelRequest", ["requestId": id])["requestId"] == id)
        }
    }

    @Test("However many CancelRequests are sent behind a watch, the next one is served")
    func cancelBehindAWatch() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try waiting(daemon)
            let prompt = try daemon.client()
            try prompt.ask("WatchRequests")
            let id = try prompt.receive().parameters["request"]["id"]
            for _ in 1...100 { try prompt.send("CancelRequest", ["requestId": "none"], oneway: true) }
            try prompt.send("CancelRequest", ["requestId": id], oneway: true)
            #expect(try client.refusal("Cancelled")["by"] == "user")
        }
    }

    @Test("A wrong PIN is reported, and the call goes on: to the right one, or to the finger")
    func wrongAnswers() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try waiting(daemon)
            try client.send("AnswerRequest", ["credential": Samples.wrongCredential], oneway: true)
            try client.progress("credentialWrong")
            let prompt = try daemon.client()
            let id = try requestID(daemon)
            let refusal = try prompt.refusal(
                "CredentialWrong", of: "AnswerRequest", ["requestId": id, "credential": Samples.wrongCredential])
            #expect(refusal["attemptsRemaining"] == 3)
            try client.progress("credentialWrong")
            try daemon.reader().send(.scan(Samples.finger))
            #expect(try client.result()["authentication"]["factor"] == "fingerprint")
        }
    }

    @Test("A malformed answer is reported to its sender, and the waiting call is not affected")
    func malformedAnswers() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try waiting(daemon)
            try client.send("AnswerRequest", ["credential": ["pin": 824_917]], oneway: true)
            let prompt = try daemon.client()
            let refusal = try prompt.refusal(
                "org.varlink.service.InvalidParameter", of: "AnswerRequest",
                ["requestId": requestID(daemon), "credential": ["pin": 824_917]])
            #expect(refusal["parameter"] == "credential.pin")
            try client.send("AnswerRequest", ["credential": Samples.credential], oneway: true)
            let next = try client.receive()
            #expect(!next.continues && next.parameters["authentication"]["factor"] == "pin")
        }
    }

    @Test("The right PIN from a prompt decides a call by its id, and is too late for one that ended")
    func answerByID() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try waiting(daemon)
            let prompt = try daemon.client()
            let answer: JSON = ["requestId": try requestID(daemon), "credential": Samples.credential]
            try prompt.result(of: "AnswerRequest", answer)
            #expect(try client.result()["secret"].string == Samples.secretBase64)
            try prompt.refusal("RequestNotFound", of: "AnswerRequest", answer)
            // The PIN was given on the call's behalf, not to the prompt.
            #expect(try prompt.result(of: "GetLastAuthentication")["authentication"] == nil)
        }
    }

    @Test("A PIN that the call does not accept is refused uncompared, naming those it does, and the call goes on")
    func answerNotAllowed() throws {
        try DaemonUnderTest.with([.device], ["pin.freeFailures": 0], state: .variety) { daemon in
            let client = try daemon.client()
            try client.ask("RetrieveSecret", ["name": "finger", "reason": "Read it"])
            try client.progress("waitingForFinger")
            let answer: JSON = ["requestId": try requestID(daemon), "credential": Samples.wrongCredential]
            let refusal = try daemon.client().refusal("FactorNotAllowed", of: "AnswerRequest", answer)
            #expect(refusal["allowed"] == ["fingerprint"])
            #expect(refusal["guidance"]["title"] == "Only your fingerprint works here")
            let progress = try client.progress("credentialWrong")
            #expect(progress["attemptsRemaining"] == nil)
            #expect(progress["message"] == "Your PIN does not work here. Touch the reader.")
            try daemon.reader().send(.scan(Samples.finger))
            try client.result()
            try client.result(of: "Authenticate", Samples.authentication.with(["credential": Samples.credential]))
        }
    }

    @Test("Calls behind a waiting one on its connection wait for it, even an AnswerRequest that wants a reply")
    func inOrder() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try waiting(daemon)
            try client.send("GetAvailability")
            try client.send("AnswerRequest", ["credential": Samples.credential])
            try daemon.reader().send(.scan(Samples.finger))
            #expect(try client.result()["authentication"]["factor"] == "fingerprint")
            #expect(try client.result()["availability"]["state"] == "available")
            try client.refusal("RequestNotFound")
        }
    }

    @Test("An item that is deleted or loses its finger while the finger is awaited does not open")
    func changedMeanwhile() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try waiting(daemon)
            let other = try daemon.client()
            try other.result(of: "RevokeAll")
            try client.refusal("Cancelled")
            try other.result(of: "DeleteItem", ["name": .string(Samples.item)])
            try other.store(on: daemon.reader())
            let again = try waiting(daemon)
            try other.result(of: "DeleteItem", ["name": .string(Samples.item)])
            try daemon.reader().send(.scan(Samples.finger))
            try again.refusal("ItemNotFound")
        }
    }

    @Test("WatchRequests shows the program, its purpose, and how far the call is")
    func watching() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let watcher = try daemon.client()
            try watcher.ask("WatchRequests", ["locale": "nb"])
            let client = try waiting(daemon)
            let added = try watcher.receive().parameters
            #expect(added["change"] == "added")
            let request = added["request"]
            #expect(request["processId"].integer == Int(getpid()))
            #expect(request["operation"] == "retrieve")
            #expect(request["item"].string == Samples.item)
            #expect(request["reason"] == Samples.retrieval["reason"])
            #expect(request["factors"] == ["fingerprint", "pin"])
            #expect(request["label"] == nil)
            #expect(request["executable"].string?.isEmpty == false)
            #expect(request["command"].string?.isEmpty == false)
            let changed = try watcher.receive().parameters
            #expect(changed["change"] == "changed")
            #expect(changed["request"]["progress"]["event"] == "waitingForFinger")
            let late = try daemon.client()
            try late.ask("WatchRequests")
            #expect(try late.receive().parameters["change"] == "present")
            try daemon.reader().send(.scan(Samples.finger))
            try client.result()
            for each in [watcher, late] {
                var change: JSON
                repeat { change = try each.receive().parameters } while change["change"] == "changed"
                #expect(change["change"] == "ended")
                #expect(change["request"]["id"] == request["id"])
            }
            try daemon.client().refusal("org.varlink.service.ExpectedMore", of: "WatchRequests")
        }
    }
}
