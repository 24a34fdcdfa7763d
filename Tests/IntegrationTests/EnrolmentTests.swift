import BlockingTests
import Testing
import VirtualReaders

@Suite("Enrolment", .blocking)
struct EnrolmentTests {
    @Test("A finger that is already enrolled is refused with its print, after a touch that detects it")
    func alreadyEnrolled() throws {
        try DaemonUnderTest.with([.storage], state: .pinSet) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader(.storage)
            let print = try client.enroll(on: reader)["print"]
            try client.ask("Enroll", ["finger": "leftThumb", "credential": Samples.credential])
            var refusal: GateConnection.Reply
            repeat {
                refusal = try client.receive()
                let progress = refusal.parameters["progress"]
                if progress["event"] == "waitingForFinger" {
                    #expect(progress["stage"] == 0)
                    try reader.send(.scan(Samples.finger))
                }
            } while refusal.continues
            #expect(refusal.error == "FingerAlreadyEnrolled")
            #expect(refusal.parameters["print"] == print)
            #expect(try client.prints() == [print])
            #expect(try reader.storedFingers() == [Samples.finger])
        }
    }

    @Test("A print can be renamed without a PIN, opens the same items, and cannot be renamed by another user")
    func renaming() throws {
        try DaemonUnderTest.with([.device], state: .enrolled) { daemon in
            let client = try daemon.client()
            try client.store(with: Samples.finger, on: daemon.reader())
            let print = try #require(client.prints().first)
            let renamed = try client.result(of: "RenamePrint", ["printId": print["id"], "label": "My thumb"])["print"]
            #expect(renamed["label"] == "My thumb" && renamed["id"] == print["id"])
            #expect(try client.prints() == [renamed])
            let refusal = try client.refusal("PrintNotFound", of: "RenamePrint", ["printId": "none"])
            #expect(refusal["printId"] == "none")
            try client.ask("RetrieveSecret", Samples.retrieval)
            let opened = try client.touch(daemon.reader())
            #expect(opened["authentication"]["printId"] == print["id"])
        }
    }

    @Test("A second print for the same finger is refused before a touch, until the first is deleted")
    func sameName() throws {
        try DaemonUnderTest.with([.device], state: .enrolled) { daemon in
            let client = try daemon.client()
            let print = try #require(client.prints().first)
            let refusal = try client.refusal(
                "FingerAlreadyEnrolled", of: "Enroll",
                ["finger": "rightIndex", "label": "Again", "credential": Samples.credential])
            #expect(refusal["print"] == print)
            try client.result(
                of: "DeletePrint", ["printId": print["id"], "credential": Samples.credential])
            try client.enroll(on: daemon.reader())
        }
    }

    @Test("A reader that only verifies cannot tell that a finger is already enrolled")
    func enrolledTwice() throws {
        try DaemonUnderTest.with([.device], state: .enrolled) { daemon in
            let client = try daemon.client()
            try client.enroll(Samples.finger, as: "leftThumb", on: daemon.reader())
            #expect(try client.prints().count == 2)
        }
    }

    @Test("A finger that only the reader knows is refused, without revealing whose it is")
    func knownToReader() throws {
        try DaemonUnderTest.with([.storage], state: .pinSet) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader(.storage)
            for hasOwnPrint in [false, true] {
                if hasOwnPrint { try client.enroll(Samples.otherFinger, as: "leftThumb", on: reader) }
                try client.ask("Enroll", ["finger": "rightIndex", "credential": Samples.credential])
                try client.awaitProgress("waitingForFinger")
                if !hasOwnPrint { try reader.send(.insert(Samples.finger)) }
                try reader.send(.scan(Samples.finger))
                var reply: GateConnection.Reply
                repeat {
                    reply = try client.receive()
                    // Finding out whether it is the user's own takes another touch.
                    if reply.parameters["progress"]["event"] == "waitingForFinger" {
                        try reader.send(.scan(Samples.finger))
                    }
                } while reply.continues
                #expect(reply.error == "FingerKnownToReader")
                #expect(reply.parameters["readerId"].string == Samples.storageID)
                #expect(
                    reply.parameters["guidance"]["command"].string == "sudo biogate reader clear \(Samples.storageID)")
                #expect(Set(reply.parameters.keys) == ["readerId", "guidance"])
            }
            #expect(try client.prints().count == 1)
        }
    }

    @Test("A deleted print leaves the reader's storage, and what remains opens nothing for it")
    func deleting() throws {
        try DaemonUnderTest.with([.storage], state: .pinSet) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader(.storage)
            let print = try client.enroll(on: reader)["print"]
            try client.enroll(Samples.otherFinger, as: "leftThumb", on: reader)
            try client.store(with: Samples.otherFinger, on: reader)
            try reader.send(.keepAlive(true))
            try client.refusal(
                "PrintNotFound", of: "DeletePrint", ["printId": "none", "credential": Samples.credential])
            let deletion: JSON = ["printId": print["id"], "credential": Samples.credential]
            #expect(try client.result(of: "DeletePrint", deletion)["invalidatedItems"] == 1)
            #expect(try client.item()["invalidatedBy"] == "enrollmentChanged")
            try reader.awaitStored([Samples.otherFinger])
            try client.ask("Authenticate", Samples.authentication)
            try client.awaitProgress("waitingForFinger")
            try reader.send(.scan(Samples.finger))
            try client.awaitProgress("noMatch")
        }
    }

    @Test("A finger whose print was deleted while the reader was in use can be enrolled again at once")
    func deletedInUse() throws {
        try DaemonUnderTest.with([.storage], state: .pinSet) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader(.storage)
            try client.enroll(Samples.otherFinger, as: "leftThumb", on: reader)
            let print = try client.enroll(on: reader)["print"]
            let waiting = try daemon.client()
            try waiting.ask("Authenticate", Samples.authentication)
            try waiting.awaitProgress("waitingForFinger")
            try client.result(of: "DeletePrint", ["printId": print["id"], "credential": Samples.credential])
            try client.ask("Enroll", ["finger": "rightIndex", "credential": Samples.credential])
            try client.progress("queued")
            try waiting.send("CancelRequest", oneway: true)
            try waiting.last()
            try client.touch(reader)
            #expect(try reader.storedFingers() == [Samples.finger, Samples.otherFinger])
        }
    }

    @Test("A print that vanished from the reader's storage is detected, and ends the enrolment")
    func vanished() throws {
        try DaemonUnderTest.with([.storage], state: .pinSet) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader(.storage)
            try client.enroll(on: reader)
            try client.store(factors: ["fingerprint", "pin"], on: reader)
            let watcher = try daemon.client()
            try watcher.ask("WatchAvailability")
            try watcher.receive()
            try client.ask("RetrieveSecret", Samples.retrieval)
            try client.awaitProgress("waitingForFinger")
            try reader.send(.remove(Samples.finger))
            try reader.send(.scan(Samples.finger))
            // Until the storage is listed, that is a finger that does not match.
            try client.awaitProgress("noMatch")
            try client.send("CancelRequest", oneway: true)
            try client.last()
            var availability: JSON
            repeat {
                availability = try watcher.receive().parameters["availability"]
            } while availability["state"] != "notEnrolled"
            #expect(availability["reason"] == "printsVanished")
            #expect(try client.prints().isEmpty)
            #expect(try client.item()["openableBy"] == ["pin"])
            #expect(
                try client.refusal("NotEnrolled", of: "Authenticate", Samples.authentication)["printsVanished"] == true)
        }
    }

    @Test("Root clears a reader's storage, whoever enrolled the prints in it", .asRoot, .tags(.needsRoot))
    func clearing() throws {
        try DaemonUnderTest.with([.storage], state: .pinSet) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader(.storage)
            try client.enroll(on: reader)
            try reader.send(.insert("of another system"))
            try client.refusal("ReaderNotFound", of: "ClearReader", ["readerId": "none"])
            try client.send("ClearReader", ["readerId": .string(Samples.storageID)])
            // The driver waits for it.
            try reader.send(.proceed)
            try client.result()
            #expect(try reader.storedFingers() == [])
        }
    }

    @Test("A kept or withdrawn enrolment leaves no note to delete its print")
    func notes() throws {
        try DaemonUnderTest.with([.storage], state: .pinSet) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader(.storage)
            try client.enroll(on: reader)
            #expect(try !daemon.hasNotedChipCopies())
            try client.ask("Enroll", ["finger": "leftThumb", "credential": Samples.credential])
            for _ in 1...2 {
                try client.awaitProgress("waitingForFinger")
                try reader.send(.scan(Samples.otherFinger))
            }
            try client.awaitProgress("stagePassed")
            try client.awaitProgress("waitingForFinger")
            #expect(try daemon.hasNotedChipCopies())
            try client.send("CancelRequest", oneway: true)
            #expect(try client.refusal("Cancelled")["by"] == "client")
            #expect(try !daemon.hasNotedChipCopies())
        }
    }
}
