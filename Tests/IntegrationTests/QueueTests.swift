import BlockingTests
import Testing
import VirtualReaders

@Suite("the queue before a reader", .blocking)
struct QueueTests {
    @Test("calls take turns in the order they came, and are told that they wait")
    func turns() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let clients = try (0..<3).map { _ in try daemon.client() }
            for (place, client) in clients.enumerated() {
                try client.ask("RetrieveSecret", Samples.retrieval)
                try client.progress(place == 0 ? "waitingForFinger" : "queued")
            }
            for (place, client) in clients.enumerated() {
                if place > 0 { try client.progress("waitingForFinger") }
                try daemon.reader().send(.scan(Samples.finger))
                try client.result()
            }
        }
    }

    @Test("clearing a reader's storage waits its turn as every call does", .asRoot, .tags(.needsRoot))
    func clearing() throws {
        try DaemonUnderTest.with([.storage], state: .pinSet) { daemon in
            let client = try daemon.client()
            let administrator = try daemon.client()
            let reader = try daemon.reader(.storage)
            try client.enroll(on: reader)
            try reader.send(.keepAlive(true))
            try client.ask("Authenticate", Samples.authentication)
            try client.progress("waitingForFinger")
            try administrator.ask("ClearReader", ["readerId": .string(Samples.storageID)])
            // A refusal would be on its way by then.
            for _ in 1...20 { _ = try daemon.client().prints() }
            try reader.send(.scan(Samples.finger))
            try client.result()
            // The driver waits for it.
            try reader.send(.proceed)
            try administrator.result()
            #expect(try reader.storedFingers() == [])
        }
    }

    @Test("a call that waits only until the daemon has looked at the reader's storage is not told of another request")
    func tidying() throws {
        try DaemonUnderTest.with([.storage], state: .pinSet) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader(.storage)
            try client.enroll(on: reader)
            // What comes next is the look at the storage, which begins with this.
            try reader.send(.sleep(2000))
            let watcher = try daemon.client()
            try waitUntil("the reader is busy") {
                try watcher.result(of: "ListReaders")["readers"][0]["state"] == "busy"
            }
            try client.ask("Authenticate", Samples.authentication)
            try client.progress("waitingForFinger")
        }
    }

    @Test("the fifth call of a user that waits is one too many, whatever it asks for")
    func limit() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let waiting = try (0..<4).map { _ in try daemon.client() }
            for client in waiting {
                try client.ask("RetrieveSecret", Samples.retrieval)
                try client.receive()
            }
            let client = try daemon.client()
            let refusal = try client.refusal("LimitExceeded", of: "RetrieveSecret", Samples.retrieval)
            #expect(refusal["maximum"] == 4)
            try client.refusal("LimitExceeded", of: "Authenticate", Samples.authentication)
            // What needs no reader needs no place.
            try client.result(of: "RetrieveSecret", Samples.retrieval.with(["credential": Samples.credential]))
            try waiting[3].send("CancelRequest", oneway: true)
            try waiting[3].refusal("Cancelled")
            try client.ask("RetrieveSecret", Samples.retrieval)
            try client.progress("queued")
        }
    }

    @Test("between users the reader goes round, however many calls one of them has", .asRoot, .tags(.needsRoot))
    func users() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let reader = try daemon.reader()
            let other = try daemon.client(as: 1)
            try other.result(of: "SetPIN", ["pin": "402938"])
            let root = try (0..<3).map { _ in try daemon.client() }
            for client in root {
                try client.ask("RetrieveSecret", Samples.retrieval)
                try client.receive()
            }
            try other.ask("Enroll", ["finger": "leftThumb", "credential": ["pin": "402938"]])
            try other.progress("queued")
            try reader.send(.scan(Samples.finger))
            try root[0].result()
            // Root's second call came before; then it is the other user's turn.
            try root[1].progress("waitingForFinger")
            try reader.send(.scan(Samples.finger))
            try root[1].result()
            try other.touch(reader, with: Samples.otherFinger)
            try root[2].progress("waitingForFinger")
            try reader.send(.scan(Samples.finger))
            try root[2].result()
        }
    }

    @Test("the time limit begins when the reader is armed for the call, not in the queue")
    func timeLimit() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let first = try daemon.client()
            try first.ask("RetrieveSecret", Samples.retrieval.with(["timeoutSeconds": 3]))
            try first.progress("waitingForFinger")
            let second = try daemon.client()
            try second.ask("RetrieveSecret", Samples.retrieval.with(["timeoutSeconds": 1]))
            try second.progress("queued")
            #expect(try first.refusal("TimedOut")["fallbacks"] == ["pin"])
            #expect(try second.progress("waitingForFinger")["attemptsRemaining"] == 3)
            #expect(try second.refusal("TimedOut")["fallbacks"] == ["pin"])
            // Nobody put a finger on, so nobody missed.
            try second.ask("RetrieveSecret", Samples.retrieval)
            #expect(try second.progress("waitingForFinger")["attemptsRemaining"] == 3)
        }
    }

    @Test(
        "a call's own longer time limit does not count once another user's call waits",
        arguments: ["Enroll", "RetrieveSecret"])
    func sharing(method: String) throws {
        try DaemonUnderTest.with([.device, .storage], ["fingerprint.timeoutSeconds": 2], state: .stored) { daemon in
            let enrolment: JSON = ["finger": "leftThumb", "credential": Samples.credential]
            // For which nobody waits: it outlasts the one that somebody waits for.
            let patient = try daemon.client()
            try patient.ask(
                "Enroll", enrolment.with(["readerId": .string(Samples.storageID), "timeoutSeconds": 60]))
            try patient.progress("waitingForFinger")
            let first = try daemon.client()
            let parameters = method == "Enroll" ? enrolment : Samples.retrieval
            try first.ask(method, parameters.with(["readerId": .string(Samples.deviceID), "timeoutSeconds": 120]))
            try first.progress("waitingForFinger")
            let other = try daemon.client(as: 1)
            try other.result(of: "SetPIN", ["pin": "402938"])
            try other.ask(
                "Enroll",
                [
                    "finger": "leftThumb", "credential": ["pin": "402938"], "readerId": .string(Samples.deviceID),
                    "timeoutSeconds": 60,
                ])
            try other.progress("queued")
            try first.refusal("TimedOut")
            try patient.send("CancelRequest", oneway: true)
            try patient.refusal("Cancelled")
            try other.touch(daemon.reader(), with: Samples.otherFinger)
        }
    }

    @Test("a time limit holds behind that of a call which was ended before it")
    func limitBehindAnother() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client()
            try client.ask("RetrieveSecret", Samples.retrieval.with(["timeoutSeconds": 1]))
            try client.progress("waitingForFinger")
            // On a machine that is too busy for it, the limit ends the call, which is no worse.
            try client.send("CancelRequest", oneway: true)
            try client.last()
            try client.ask("RetrieveSecret", Samples.retrieval.with(["timeoutSeconds": 2]))
            try client.refusal("TimedOut")
        }
    }

    @Test("of two time limits at once the shorter ends first, whichever was set first")
    func shorterLimit() throws {
        try DaemonUnderTest.with([.device, .storage], state: .stored) { daemon in
            let patient = try daemon.client()
            try patient.ask("RetrieveSecret", Samples.retrieval.with(["timeoutSeconds": 120]))
            try patient.progress("waitingForFinger")
            let other = try daemon.client()
            try other.ask(
                "Enroll",
                [
                    "finger": "leftThumb", "readerId": .string(Samples.storageID), "timeoutSeconds": 1,
                    "credential": Samples.credential,
                ])
            #expect(try other.refusal("TimedOut")["guidance"]["body"] == "Nothing was added. Try again.")
            try daemon.reader(.device).send(.scan(Samples.finger))
            try patient.result()
        }
    }

    @Test("two readers are two queues")
    func twoReaders() throws {
        try DaemonUnderTest.with([.device, .storage], state: .enrolled) { daemon in
            let client = try daemon.client()
            let storage = try daemon.reader(.storage)
            try client.ask(
                "Enroll",
                ["finger": "leftThumb", "readerId": .string(Samples.storageID), "credential": Samples.credential])
            try client.touch(storage, with: Samples.otherFinger)
            let clients = try [Samples.deviceID, Samples.storageID].map { id in
                let client = try daemon.client()
                try client.ask("Authenticate", Samples.authentication.with(["readerId": .string(id)]))
                #expect(try client.progress("waitingForFinger")["readerId"].string == id)
                return client
            }
            try storage.send(.scan(Samples.otherFinger))
            #expect(try clients[1].result()["authentication"]["readerId"].string == Samples.storageID)
            try daemon.reader().send(.scan(Samples.finger))
            #expect(try clients[0].result()["authentication"]["readerId"].string == Samples.deviceID)
        }
    }
}
