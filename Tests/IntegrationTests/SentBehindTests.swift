import BlockingTests
import Testing
import VirtualReaders

@Suite("Messages sent just behind a call", .blocking)
struct SentBehindTests {
    @Test(
        "CancelRequest sent just behind a call ends it before it waits for its user",
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

    @Test("A PIN sent just behind a call decides it before it waits for its user")
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

    @Test("A PIN from a prompt that has only just seen the call decides it")
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

    @Test("A PIN sent behind a call that asks nobody is not used for a later one")
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
}
