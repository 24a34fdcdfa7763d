import BlockingTests
import Glibc
import Testing
import VirtualReaders

@Suite("Storing", .blocking)
struct StoringTests {
    private func storing(_ factors: [String], name: String = Samples.item) -> JSON {
        [
            "name": .string(name), "secret": .string(Samples.secretBase64),
            "access": ["factors": .array(factors.map { .string($0) }), "enrollment": "current", "maxAgeSeconds": 0],
        ]
    }

    @Test("With nothing enrolled the other slots are made, and with no possible slot it is NotEnrolled")
    func nothingEnrolled() throws {
        try DaemonUnderTest.with(state: .pinSet) { daemon in
            let client = try daemon.client()
            try client.refusal("NotEnrolled", of: "StoreSecret", storing(["fingerprint"]))
            let item = try client.result(of: "StoreSecret", storing(["fingerprint", "pin"]))["item"]
            #expect(item["openableBy"] == ["pin"])
            #expect(item["access"]["factors"] == ["fingerprint", "pin"])
            let name = JSON.string(Samples.item)
            func expectRefusal(
                _ reason: JSON, renewable: JSON, command: String, at location: SourceLocation = #_sourceLocation
            ) throws {
                let refusal = try client.refusal("FactorNotAllowed", of: "RetrieveSecret", Samples.retrieval)
                #expect(refusal["reason"] == reason, sourceLocation: location)
                #expect(refusal["renewable"] == renewable, sourceLocation: location)
                #expect(refusal["fallbacks"] == ["pin"], sourceLocation: location)
                #expect(refusal["guidance"]["command"].string == command, sourceLocation: location)
            }
            func renew() throws {
                try client.ask("RenewItem", ["name": name, "credential": Samples.credential])
                #expect(try client.touch(daemon.reader())["item"]["openableBy"] == ["fingerprint", "pin"])
                #expect(try client.result(of: "GetItem", ["name": name])["item"]["fingerprintLostBy"] == nil)
            }
            let (open, renewal) = ("biogate get \(Samples.item) --pin", "biogate renew \(Samples.item)")
            try expectRefusal("notEnrolled", renewable: false, command: open)
            // Once there is a finger, the item can have it.
            try client.enroll(on: daemon.reader())
            try expectRefusal("notEnrolled", renewable: true, command: renewal)
            try renew()
            // Another finger takes it away again, and so does the switch.
            try client.enroll(Samples.otherFinger, as: "leftThumb", on: daemon.reader())
            try expectRefusal("enrollmentChanged", renewable: true, command: renewal)
            try #expect(
                client.result(of: "GetItem", ["name": name])["item"]["fingerprintLostBy"] == "enrollmentChanged")
            try renew()
            try client.result(of: "DisableFingerprint")
            try expectRefusal("fingerprintDisabled", renewable: false, command: open)
            try client.ask("EnableFingerprint")
            try client.touch(daemon.reader())
            try expectRefusal("fingerprintDisabled", renewable: true, command: renewal)
            try client.refusal("ItemNotFound", of: "GetItem", ["name": "none"])
        }
    }

    @Test("New content keeps the access and tells who wrote it, and one call opens at most 262144 bytes")
    func newContent() throws {
        try DaemonUnderTest.with(state: .pinSet) { daemon in
            let client = try daemon.client()
            let large = String(repeating: "A", count: 87_382) + "=="
            let names: [JSON] = ["a", "b", "c", "d", "e"]
            for name in names {
                try client.result(
                    of: "StoreSecret",
                    ["name": name, "secret": "Zmlyc3Q=", "access": ["factors": ["pin"], "enrollment": "any"]])
                let item = try client.result(of: "UpdateSecret", ["name": name, "secret": .string(large)])["item"]
                #expect(item["access"]["factors"] == ["pin"] && item["updatedBy"] == item["owner"])
            }
            func retrieval(_ count: Int) -> JSON {
                ["names": .array(Array(names.prefix(count))), "reason": "All", "credential": Samples.credential]
            }
            let opened = try client.result(of: "RetrieveSecrets", retrieval(4))
            #expect(opened["secrets"] == .array(Array(repeating: .string(large), count: 4)))
            try #expect(client.refusal("LimitExceeded", of: "RetrieveSecrets", retrieval(5))["maximum"] == 262_144)
        }
    }

    @Test("A factor that the user does not have is refused")
    func missingFactor() throws {
        try DaemonUnderTest.with { daemon in
            let client = try daemon.client()
            for factors in [["pin"], ["fingerprint", "pin"], ["password"]] {
                try client.refusal("CredentialNotSet", of: "StoreSecret", storing(factors))
            }
        }
    }

    @Test("An authentication by factors that the user lacks, or that were not asked for, is refused")
    func factors() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let client = try daemon.client()
            func authentication(_ factors: [JSON]) -> JSON { Samples.authentication.with(["factors": .array(factors)]) }
            try #expect(
                client.refusal("CredentialRequired", of: "Authenticate", authentication(["pin"]))["accepted"] == ["pin"]
            )
            try #expect(
                client.refusal("CredentialNotSet", of: "Authenticate", authentication(["password"]))["factor"]
                    == "password")
            try client.refusal(
                "FactorNotAllowed", of: "Authenticate",
                authentication(["fingerprint"]).with(["credential": Samples.credential]))
            let given = authentication(["pin"]).with(["credential": Samples.credential])
            #expect(try client.result(of: "Authenticate", given)["authentication"]["factor"] == "pin")
        }
    }

    @Test("A stored item is reported with all of the contract's members")
    func item() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let client = try daemon.client()
            try client.ask("StoreSecret", storing(["fingerprint", "pin"]).with(["label": "The bank’s token"]))
            let stored = try client.touch(daemon.reader())["item"]
            #expect(stored["label"] == "The bank’s token")
            #expect(stored["kind"] == "secret")
            #expect(stored["state"] == "valid")
            #expect(stored["sealedBy"] == "file")
            #expect(stored["owner"].string?.isEmpty == false)
            #expect(stored["lastUsedAt"] == nil)
            #expect(try client.items() == [stored])
        }
    }

    @Test("A user has as many items and bytes as the configuration says, and no more")
    func limits() throws {
        let limits: [String: JSON] = ["limits.itemsPerUser": 2, "limits.itemBytesPerUser": 65_536]
        try DaemonUnderTest.with([], limits, state: .pinSet) { daemon in
            let client = try daemon.client()
            try client.result(of: "StoreSecret", storing(["pin"], name: "a"))
            let large = JSON.string(String(repeating: "A", count: 65_536 / 3 * 4))
            try #expect(
                client.refusal("LimitExceeded", of: "StoreSecret", storing(["pin"], name: "b").with(["secret": large]))[
                    "maximum"] == 65_536)
            try client.result(of: "StoreSecret", storing(["pin"], name: "b"))
            try #expect(
                client.refusal("LimitExceeded", of: "StoreSecret", storing(["pin"], name: "c"))["maximum"] == 2)
            // A replacement does not count as one more.
            try client.result(of: "StoreSecret", storing(["pin"], name: "b").with(["replace": true]))
        }
    }

    @Test("A full disk is StorageFailed, and everything stays as it was")
    func fullDisk() throws {
        try DaemonUnderTest.prepared(state: .stored) { daemon in
            try daemon.start(launcher: DaemonUnderTest.fullDiskIsNoSignal)
            let client = try daemon.client()
            // The first write about a new user comes before this one.
            try client.result(of: "AnswerOnboarding", ["answer": "accepted"])
            let (items, settings) = (try client.items(), try client.settings())
            let prints = try client.result(of: "ListPrints")
            let files = try daemon.stateFiles()
            try daemon.setDiskFull(true)
            let item = JSON.string(Samples.item)
            // Neither a guess nor an armed reader goes without its record.
            for (method, parameters) in [
                ("DisableFingerprint", [:]), ("RevokeAll", [:]), ("AnswerOnboarding", ["answer": "skipped"]),
                ("DeleteItem", ["name": item]), ("RetrieveSecret", Samples.retrieval),
                ("RetrieveSecret", Samples.retrieval.with(["credential": Samples.credential])),
            ] as [(String, JSON)] {
                let refusal = try client.call(method, parameters)
                #expect(refusal.error == "StorageFailed", "\(method)")
            }
            #expect(try client.settings() == settings)
            #expect(try client.items() == items)
            #expect(try client.result(of: "ListPrints") == prints)
            try daemon.setDiskFull(false)
            #expect(try client.retrieve(on: daemon.reader()) == Samples.secretBase64)
            try daemon.setDiskFull(true)
            try daemon.crash()
            try #expect(daemon.stateFiles().keys == files.keys)
            try daemon.start()
            #expect(
                try daemon.client().items().map { $0.with(["lastUsedAt": nil]) }
                    == items.map { $0.with(["lastUsedAt": nil]) })
            try daemon.stop()
        }
    }
}
