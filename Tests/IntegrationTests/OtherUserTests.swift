import BlockingTests
import Testing
import VirtualReaders

/// Root, who runs the tests, and the system's user 1 share a daemon and a reader.
@Suite("Users among each other", .blocking, .asRoot, .tags(.needsRoot))
struct OtherUserTests {
    @Test("Users see, open and delete only their own items, under whatever name")
    func items() throws {
        try DaemonUnderTest.with([], state: .stored) { daemon in
            let root = try daemon.client()
            let other = try daemon.client(as: 1)
            #expect(try other.items().isEmpty)
            #expect(try other.prints().isEmpty)
            try other.refusal("ItemNotFound", of: "RetrieveSecret", Samples.retrieval)
            try other.refusal("ItemNotFound", of: "DeleteItem", ["name": .string(Samples.item)])
            // The other user's PIN opens nothing, and they have no item of their own.
            try other.refusal(
                "CredentialNotSet", of: "Authenticate", Samples.authentication.with(["credential": Samples.credential]))
            try other.result(of: "SetPIN", ["pin": "402938"])
            let call: JSON = [
                "name": .string(Samples.item), "secret": "b3RoZXI=",
                "access": ["factors": ["pin"], "enrollment": "current", "maxAgeSeconds": 0],
            ]
            try other.result(of: "StoreSecret", call)
            #expect(
                try other.result(of: "RetrieveSecret", Samples.retrieval.with(["credential": ["pin": "402938"]]))[
                    "secret"]
                    == "b3RoZXI=")
            #expect(
                try root.result(of: "RetrieveSecret", Samples.retrieval.with(["credential": Samples.credential]))[
                    "secret"
                ]
                .string == Samples.secretBase64)
            try #expect(other.result(of: "RevokeAll")["invalidatedItems"] == 1)
            #expect(try root.item()["state"] == "valid")
            // Root may ask about another user by number.
            #expect(try root.result(of: "ListItems", ["uid": 1])["items"][0]["state"] == "invalidated")
            try root.result(of: "Reset", ["uid": 1])
            #expect(try other.items().isEmpty)
            #expect(try other.settings()["pinSet"] == false)
            #expect(try root.item()["state"] == "valid")
        }
    }

    @Test("A finger opens only for its own user, and no user learns whose it is")
    func fingers() throws {
        try DaemonUnderTest.with([.storage], state: .pinSet) { daemon in
            let reader = try daemon.reader(.storage)
            let root = try daemon.client()
            let other = try daemon.client(as: 1)
            try root.enroll(Samples.finger, on: reader)
            try root.store(factors: ["fingerprint", "pin"], on: reader)
            try other.result(of: "SetPIN", ["pin": "402938"])
            let enrolment: JSON = ["finger": "leftThumb", "credential": ["pin": "402938"]]
            try other.ask("Enroll", enrolment)
            try other.awaitProgress("waitingForFinger")
            try reader.send(.scan(Samples.finger))
            #expect(Set(try other.refusal("FingerKnownToReader").keys) == ["readerId", "guidance"])
            try other.ask("Enroll", enrolment)
            try other.touch(reader, with: Samples.otherFinger)

            try root.ask("RetrieveSecret", Samples.retrieval)
            try root.awaitProgress("waitingForFinger")
            try reader.send(.scan(Samples.otherFinger))
            try root.awaitProgress("noMatch")
            try root.awaitProgress("waitingForFinger")
            try reader.send(.scan(Samples.finger))
            #expect(try root.result()["secret"].string == Samples.secretBase64)

            #expect(try other.prints().map { $0["finger"] } == ["leftThumb"])
            #expect(try root.prints().map { $0["finger"] } == ["rightIndex"])
            let mine = try #require(try root.prints().first?["id"])
            try other.refusal(
                "PrintNotFound", of: "DeletePrint", ["printId": mine, "credential": ["pin": "402938"]])
            try other.refusal(
                "PrintNotFound", of: "VouchPrints", ["printIds": [mine], "credential": ["pin": "402938"]])
            // Another user's prints on the reader are no loss for this one, and stay when this one's go.
            try reader.send(.keepAlive(true))
            try other.result(of: "DeleteAllPrints", ["credential": ["pin": "402938"]])
            #expect(try root.retrieve(on: reader) == Samples.secretBase64)
            try reader.awaitStored([Samples.finger])
        }
    }

    @Test("No user sees, answers or ends the waiting calls of another")
    func requests() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let reader = try daemon.reader()
            let watcher = try daemon.client()
            try watcher.ask("WatchRequests")
            let waiting = try daemon.client()
            try waiting.ask("RetrieveSecret", Samples.retrieval)
            try waiting.progress("waitingForFinger")
            let id = try watcher.receive().parameters["request"]["id"]
            let other = try daemon.client(as: 1)
            try other.refusal("RequestNotFound", of: "CancelRequest", ["requestId": id])
            try other.refusal(
                "RequestNotFound", of: "AnswerRequest", ["requestId": id, "credential": Samples.credential])
            let spy = try daemon.client(as: 1)
            try spy.ask("WatchRequests")
            try reader.send(.scan(Samples.finger))
            try waiting.result()
            // The spy's own call is the first that it hears of, also where its watch begins later.
            try other.result(of: "SetPIN", ["pin": "402938"])
            try other.ask("Enroll", ["finger": "leftThumb", "credential": ["pin": "402938"]])
            let first = try spy.receive().parameters
            #expect(first["change"] == "added" || first["change"] == "present")
            #expect(first["request"]["operation"] == "enroll")
            #expect(first["request"]["processId"].integer == other.relayProcess)
        }
    }

    @Test("The kernel's stand-in for users that it cannot name is refused")
    func overflowUser() throws {
        try DaemonUnderTest.with { daemon in
            let nobody = try daemon.client(as: 65_534)
            #expect(try nobody.receiveIfOpen() == nil)
        }
    }
}
