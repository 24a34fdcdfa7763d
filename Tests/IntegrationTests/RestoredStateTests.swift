import BlockingTests
import Glibc
import Testing
import VirtualReaders

@Suite("An emptied or restored state directory", .blocking)
struct RestoredStateTests {
    private static let answering = Samples.retrieval.with(["credential": Samples.credential])

    private func empty(_ daemon: DaemonUnderTest) {
        for name in Files.names(in: daemon.stateDirectory) { Files.remove("\(daemon.stateDirectory)/\(name)") }
    }

    private func fill(_ daemon: DaemonUnderTest, with files: [String: [UInt8]]) throws {
        empty(daemon)
        for (name, bytes) in files { try Files.write(bytes, to: "\(daemon.stateDirectory)/\(name)") }
    }

    private func expectNew(_ client: GateConnection) throws {
        let settings = try client.settings()
        #expect(settings["pinSet"] == false)
        #expect(settings["fingerprintEnabled"] == false)
        #expect(settings["enrolledPrints"] == 0)
        #expect(settings["items"] == 0)
        #expect(settings["onboarding"] == "pending")
        #expect(try client.prints().isEmpty)
        #expect(try client.items().isEmpty)
        let availability = try client.availability()
        #expect(availability["state"] == "notEnrolled")
        #expect(availability["reason"] == nil)
        #expect(availability["fallbacks"] == [])
        try client.refusal("ItemNotFound", of: "RetrieveSecret", Samples.retrieval)
    }

    @Test("Emptied while no daemon ran, it is a new installation")
    func emptied() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let before = try daemon.client().result(of: "ListPrints")["enrollmentId"]
            try daemon.stop()
            empty(daemon)
            try daemon.start()
            let client = try daemon.client()
            try expectNew(client)
            #expect(try client.result(of: "ListPrints")["enrollmentId"] != before)
            try client.setPIN()
            try client.enroll(on: daemon.reader())
            try client.store(on: daemon.reader())
            #expect(try client.retrieve(on: daemon.reader()) == Samples.secretBase64)
        }
    }

    @Test(
        "Emptied or restored under a running daemon, nothing opens or counts as saved until the daemon restarts",
        arguments: [true, false])
    func whileRunning(isEmptied: Bool) throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let files = try daemon.stateFiles()
            let client = try daemon.client()
            let settings = try client.settings()
            try isEmptied ? empty(daemon) : fill(daemon, with: files)
            for (method, parameters) in [
                ("RetrieveSecret", Self.answering), ("RetrieveSecret", Samples.retrieval),
                ("SetPIN", ["pin": "402938", "credential": Samples.credential]), ("DisableFingerprint", [:]),
                ("AnswerOnboarding", ["answer": "accepted"]), ("RevokeAll", [:]),
                (
                    "StoreSecret",
                    [
                        "name": "new", "secret": "bmV3",
                        "access": ["factors": ["pin"], "enrollment": "current", "maxAgeSeconds": 0],
                    ]
                ),
            ] as [(String, JSON)] {
                #expect(try client.call(method, parameters).error == "StorageFailed", "\(method)")
            }
            #expect(try client.settings() == settings)
            try daemon.awaitLine("was removed or replaced while it was in use")
            try daemon.stop()
            try daemon.start()
            let again = try daemon.client()
            guard !isEmptied else { return try expectNew(again) }
            #expect(try again.retrieve(on: daemon.reader()) == Samples.secretBase64)
        }
    }

    @Test("Restored from an older copy, everything is as it was then, and data destroyed since opens again")
    func older() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client()
            let before = try [client.result(of: "ListPrints"), client.result(of: "ListItems"), client.settings()]
            try daemon.stop()
            let copy = try daemon.stateFiles()
            try daemon.start()
            let later = try daemon.client()
            try later.enroll(Samples.otherFinger, as: "leftThumb", on: daemon.reader())
            try later.result(of: "SetPIN", ["pin": "402938", "credential": Samples.credential])
            try later.result(of: "RevokeAll")
            #expect(try later.item()["state"] == "invalidated")
            try daemon.stop()
            try fill(daemon, with: copy)
            try daemon.start()
            let again = try daemon.client()
            #expect(
                try [again.result(of: "ListPrints"), again.result(of: "ListItems"), again.settings()] == before)
            try again.refusal(
                "CredentialWrong", of: "RetrieveSecret", Samples.retrieval.with(["credential": ["pin": "402938"]]))
            #expect(try again.result(of: "RetrieveSecret", Self.answering)["secret"].string == Samples.secretBase64)
            #expect(try again.retrieve(on: daemon.reader()) == Samples.secretBase64)
        }
    }

    @Test("A print deleted on the chip since the copy was made is reported as vanished, and opens nothing")
    func olderThanChip() throws {
        try DaemonUnderTest.with([.storage], state: .pinSet) { daemon in
            let reader = try daemon.reader(.storage)
            let client = try daemon.client()
            try client.enroll(on: reader)
            try client.store(factors: ["fingerprint", "pin"], on: reader)
            try daemon.stop()
            // The virtual chip forgets with the daemon's process, like a real one that was cleared in the meantime.
            try daemon.start()
            let again = try daemon.client()
            #expect(try again.prints().count == 1)
            let watcher = try daemon.client()
            try watcher.ask("WatchAvailability")
            #expect(try watcher.receive().parameters["availability"]["state"] == "available")
            try again.ask("RetrieveSecret", Samples.retrieval)
            try again.miss(on: reader)
            try again.send("CancelRequest", oneway: true)
            try again.last()
            var availability: JSON
            repeat {
                availability = try watcher.receive().parameters["availability"]
            } while availability["state"] != "notEnrolled"
            #expect(availability["reason"] == "printsVanished")
            #expect(try again.prints().isEmpty)
            #expect(try again.item()["openableBy"] == ["pin"])
        }
    }

    @Test(
        "Prints of a former installation on the chip open nothing, count as known to the reader, and go when root clears it",
        .asRoot, .tags(.needsRoot))
    func leftOnChip() throws {
        try DaemonUnderTest.with([.storage], state: .pinSet) { daemon in
            let reader = try daemon.reader(.storage)
            let client = try daemon.client()
            #expect(try client.availability()["state"] == "notEnrolled")
            #expect(try client.availability()["reason"] == nil)
            try client.ask("Enroll", ["finger": "leftThumb", "credential": Samples.credential])
            try client.awaitProgress("waitingForFinger")
            try reader.send(.insert(Samples.finger))
            try reader.send(.scan(Samples.finger))
            #expect(Set(try client.refusal("FingerKnownToReader").keys) == ["readerId", "guidance"])
            #expect(try client.prints().isEmpty)
            #expect(
                try client.refusal("NotEnrolled", of: "Authenticate", Samples.authentication)["printsVanished"] == false
            )
            // Another finger can be enrolled beside it, and the one on the chip does not replace it.
            try client.enroll(Samples.otherFinger, as: "leftThumb", on: reader)
            try client.ask("Authenticate", Samples.authentication)
            try client.awaitProgress("waitingForFinger")
            try reader.send(.scan(Samples.finger))
            try client.awaitProgress("noMatch")
            try client.send("CancelRequest", oneway: true)
            try client.last()
            try client.result(of: "DeleteAllPrints", ["credential": Samples.credential])
            // While the driver deletes or lists, it accepts any command.
            try reader.send(.keepAlive(true))
            try waitUntil("the other finger is gone") { try reader.storedFingers() == [Samples.finger] }
            try client.send("ClearReader", ["readerId": .string(Samples.storageID)])
            // The driver waits for it.
            try reader.send(.proceed)
            try client.result()
            try client.enroll(on: reader)
            #expect(try client.prints().count == 1)
        }
    }
}
