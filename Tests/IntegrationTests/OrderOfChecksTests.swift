import BlockingTests
import Testing
import VirtualReaders

/// Every call here is wrong in more than one way, so the answer shows which check came first.
@Suite("The order of checks", .blocking)
struct OrderOfChecksTests {
    /// The further parameters of each method that takes a `uid`.
    private static let forSomebodyElse: [(method: String, parameters: JSON, more: Bool)] = [
        ("GetAvailability", [:], false), ("WatchAvailability", [:], true),
        ("Authenticate", Samples.authentication, false), ("ListPrints", [:], false),
        ("Enroll", ["finger": "leftThumb"], false), ("DeletePrint", ["printId": "none"], false),
        ("VouchPrints", ["printIds": ["none"]], false),
        ("DeleteAllPrints", [:], false), ("GetSettings", [:], false), ("Reset", [:], false), ("ListItems", [:], false),
        ("GetLastLogin", [:], false),
        ("RetrieveSecret", ["name": "none", "reason": "Read it"], false),
    ]

    @Test(
        "A wrong parameter is reported before a user number of another user", .asRoot,
        .tags(.needsRoot))
    func parametersFirst() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client(as: 1)
            for (method, parameters, more) in Self.forSomebodyElse {
                try client.send(method, parameters.with(["uid": 0, "colour": "red"]), more: more)
                try #expect(client.refusal("org.varlink.service.InvalidParameter")["parameter"] == "colour")
            }
            let badReason: JSON = ["name": "none", "reason": "", "uid": 0]
            try #expect(
                client.refusal("org.varlink.service.InvalidParameter", of: "RetrieveSecret", badReason)["parameter"]
                    == "reason")
        }
    }

    @Test("Only root acts for another user, whatever there is to find", .asRoot, .tags(.needsRoot))
    func notPermitted() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client(as: 1)
            for (method, parameters, more) in Self.forSomebodyElse {
                try client.send(method, parameters.with(["uid": 0]), more: more)
                try client.refusal("NotPermitted")
            }
            try client.refusal("NotPermitted", of: "ClearReader", ["readerId": "none"])
            // A user's own number, and root's any number, make no difference.
            try client.result(of: "GetAvailability", ["uid": 1])
            try daemon.client().result(of: "GetAvailability", ["uid": 1])
        }
    }

    @Test("A missing item is reported before the credential is looked at")
    func itemNotFound() throws {
        try DaemonUnderTest.with([], ["pin.freeFailures": 0], state: .stored) { daemon in
            let client = try daemon.client()
            let call: JSON = ["name": "none", "credential": Samples.wrongCredential]
            try #expect(
                client.refusal("ItemNotFound", of: "RetrieveSecret", call.with(["reason": "Read it"]))["name"] == "none"
            )
            try client.refusal("ItemNotFound", of: "RenewItem", call)
            try client.refusal("ItemNotFound", of: "DeleteItem", ["name": "none"])
            // If one of them had been compared, the PIN would have to wait now.
            try client.result(of: "RetrieveSecret", Samples.retrieval.with(["credential": Samples.credential]))
        }
    }

    @Test("An item that nothing opens any more is reported before the factor and the credential are looked at")
    func itemInvalidated() throws {
        try DaemonUnderTest.with([], ["pin.freeFailures": 0], state: .stored) { daemon in
            let client = try daemon.client()
            try #expect(client.result(of: "RevokeAll")["invalidatedItems"] == 1)
            for credential: JSON in [Samples.wrongCredential, ["password": "none"]] {
                let call = Samples.retrieval.with(["credential": credential])
                try #expect(client.refusal("ItemInvalidated", of: "RetrieveSecret", call)["by"] == "revoked")
                try client.refusal(
                    "ItemInvalidated", of: "RenewItem", ["name": .string(Samples.item), "credential": credential])
            }
            // The first wrong credential that is compared is the first that is counted.
            try client.refusal("CredentialWrong", of: "DeleteAllPrints", ["credential": Samples.wrongCredential])
        }
    }

    @Test("Renewing a finger-only item with a PIN is refused before the PIN is compared")
    func renewalOfFingerOnly() throws {
        try DaemonUnderTest.with([.device], ["pin.freeFailures": 0], state: .variety) { daemon in
            let client = try daemon.client()
            let call: JSON = ["name": "finger", "credential": Samples.wrongCredential]
            let refusal = try client.refusal("FactorNotAllowed", of: "RenewItem", call)
            #expect(refusal["allowed"] == ["fingerprint"])
            #expect(refusal["guidance"]["title"] == "Only your fingerprint works here")
            try client.result(of: "Authenticate", Samples.authentication.with(["credential": Samples.credential]))
        }
    }

    @Test("A factor that the item does not allow is refused before it is compared, and before the availability")
    func factorNotAllowed() throws {
        try DaemonUnderTest.with([.device], ["pin.freeFailures": 0], state: .enrolled) { daemon in
            let client = try daemon.client()
            try client.store(on: daemon.reader())
            try client.result(of: "DisableFingerprint")
            try #expect(client.item()["state"] == "invalidated")
            let pinOnly: JSON = [
                "name": "pin-only", "secret": .string(Samples.secretBase64),
                "access": ["factors": ["pin"], "enrollment": "current", "maxAgeSeconds": 0],
            ]
            try client.result(of: "StoreSecret", pinOnly)
            let call: JSON = ["name": "pin-only", "reason": "Read it"]
            // Without a credential a call uses the finger, which is also disabled.
            try #expect(client.refusal("FactorNotAllowed", of: "RetrieveSecret", call)["allowed"] == ["pin"])
            try #expect(
                client.refusal(
                    "FactorNotAllowed", of: "RetrieveSecret", call.with(["credential": ["password": "none"]]))[
                        "allowed"] == ["pin"])
            try client.refusal(
                "FactorNotAllowed", of: "StoreSecret",
                pinOnly.with(["name": "other", "credential": ["password": "none"]]))
            try client.result(of: "RetrieveSecret", call.with(["credential": Samples.credential]))
        }
    }

    @Test("A given credential is compared before the readers are looked at")
    func credentialBeforeAvailability() throws {
        try DaemonUnderTest.with([], state: .stored) { daemon in
            let client = try daemon.client()
            let refusal = try client.refusal("HardwareUnavailable", of: "RetrieveSecret", Samples.retrieval)
            #expect(refusal["reason"] == "disconnected")
            #expect(refusal["fallbacks"] == ["pin"])
            try #expect(
                client.refusal(
                    "CredentialWrong", of: "RetrieveSecret",
                    Samples.retrieval.with(["credential": Samples.wrongCredential]))["factor"] == "pin")
            try #expect(
                client.result(of: "RetrieveSecret", Samples.retrieval.with(["credential": Samples.credential]))[
                    "secret"]
                    == .string(Samples.secretBase64))
            // An enrolment differs: nobody should type a PIN for a missing reader.
            try client.refusal(
                "NoHardware", of: "Enroll", ["finger": "leftThumb", "credential": Samples.wrongCredential])
        }
    }

    @Test("A finger that cannot be asked for is reported at once, and takes no place in the queue")
    func availabilityBeforeQueue() throws {
        let limits: [String: JSON] = ["limits.waitingPerUser": 1, "limits.linePerUser": 0]
        try DaemonUnderTest.with([.device], limits, state: .stored) { daemon in
            let waiting = try daemon.client()
            try waiting.ask("Authenticate", Samples.authentication)
            try waiting.progress("waitingForFinger")
            let client = try daemon.client()
            // The only place is taken.
            try #expect(
                client.refusal("LimitExceeded", of: "RetrieveSecret", Samples.retrieval)["maximum"] == 0)
            try client.refusal("ReaderNotFound", of: "RetrieveSecret", Samples.retrieval.with(["readerId": "none"]))
            try client.result(of: "DisableFingerprint")
            try client.refusal("Disabled", of: "Authenticate", Samples.authentication)
        }
    }
}
