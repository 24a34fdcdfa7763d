import BlockingTests
import Testing
import VirtualReaders

@Suite("Reuse of an authentication", .blocking)
struct StepUpTests {
    private static let recent: JSON = ["maxAgeSeconds": 300]
    private static let reusing = Samples.retrieval.with(["maxAgeSeconds": 300])

    /// A connection that has just stored an item, whose access allows reuse, with a finger.
    private func authenticated(
        _ daemon: DaemonUnderTest, factors: [String] = ["fingerprint", "pin"], maxAgeSeconds: Int = 300
    ) throws -> GateConnection {
        let client = try daemon.client()
        try client.store(factors: factors, maxAgeSeconds: maxAgeSeconds, on: daemon.reader())
        return client
    }

    /// Whether the call asks for a finger; if so, it is ended.
    private func asks(
        _ client: GateConnection, _ method: String, _ parameters: JSON,
        at location: SourceLocation = #_sourceLocation
    ) throws -> Bool {
        try client.ask(method, parameters)
        let reply = try client.receive(at: location)
        guard reply.continues else {
            #expect(reply.error == nil, "\(reply)", sourceLocation: location)
            return false
        }
        try client.send("CancelRequest", oneway: true)
        try client.refusal("Cancelled", at: location)
        return true
    }

    @Test("An item opens by reuse if the call and the item both allow it, and by nothing less")
    func bothAllow() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let client = try authenticated(daemon)
            #expect(try client.result(of: "GetLastAuthentication")["authentication"]["factor"] == "fingerprint")
            let opened = try client.result(of: "RetrieveSecret", Self.reusing)
            #expect(opened["secret"].string == Samples.secretBase64)
            #expect(opened["authentication"]["factor"] == "fingerprint")
            #expect(try #require(opened["authentication"]["ageMilliseconds"].integer) >= 0)
            #expect(try asks(client, "RetrieveSecret", Samples.retrieval))
            #expect(try asks(client, "RetrieveSecret", Samples.retrieval.with(["maxAgeSeconds": 0])))
            try client.store("never", maxAgeSeconds: 0, on: daemon.reader())
            #expect(try asks(client, "RetrieveSecret", Self.reusing.with(["name": "never"])))
        }
    }

    @Test("A right PIN counts from the moment that its answer reports")
    func oneMoment() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let client = try daemon.client()
            let given = Samples.authentication.with(["credential": Samples.credential, "factors": ["pin"]])
            let answered = try client.result(of: "Authenticate", given)["authentication"]
            let kept = try client.result(of: "GetLastAuthentication")["authentication"]
            #expect(answered["factor"] == "pin")
            #expect(answered["at"] != nil)
            #expect(kept["at"] == answered["at"])
        }
    }

    @Test("An authentication counts only on its own connection, and only until it is forgotten")
    func ownConnection() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let client = try authenticated(daemon)
            let other = try daemon.client()
            #expect(try other.result(of: "GetLastAuthentication")["authentication"] == nil)
            #expect(try asks(other, "RetrieveSecret", Self.reusing))
            #expect(try asks(other, "Authenticate", Samples.authentication.with(["maxAgeSeconds": 300])))
            try client.result(of: "ForgetAuthentication")
            #expect(try client.result(of: "GetLastAuthentication")["authentication"] == nil)
            #expect(try asks(client, "RetrieveSecret", Self.reusing))
        }
    }

    @Test("An authentication grows too old")
    func age() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let client = try authenticated(daemon, maxAgeSeconds: 1)
            try waitUntil("it is older than a second") {
                let age = try client.result(of: "GetLastAuthentication")["authentication"]["ageMilliseconds"].integer
                return try #require(age) > 1000
            }
            // Both limits hold: the item's of 1 s, and the call's.
            #expect(try asks(client, "RetrieveSecret", Self.reusing))
            #expect(try asks(client, "Authenticate", Samples.authentication.with(["maxAgeSeconds": 1])))
            #expect(try !asks(client, "Authenticate", Samples.authentication.with(["maxAgeSeconds": 300])))
        }
    }

    @Test("A PIN is an authentication, but not one that opens items")
    func typedPIN() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            _ = try authenticated(daemon)
            let client = try daemon.client()
            try client.result(of: "Authenticate", Samples.authentication.with(["credential": Samples.credential]))
            let again = try client.result(of: "Authenticate", Samples.authentication.with(["maxAgeSeconds": 300]))
            #expect(again["authentication"]["factor"] == "pin")
            #expect(try asks(client, "RetrieveSecret", Self.reusing))
            // Nor if another factor is asked for.
            #expect(
                try asks(
                    client, "Authenticate",
                    Samples.authentication.with(["maxAgeSeconds": 300, "factors": ["fingerprint"]])))
        }
    }

    /// Stores an item that the PIN opens, and returns the call that opens it again.
    private func reusingPIN(
        _ daemon: DaemonUnderTest, _ name: String, maxAgeSeconds: Int = 300, reusePIN: Bool = true
    ) throws -> JSON {
        let access: JSON = [
            "factors": ["fingerprint", "pin"], "maxAgeSeconds": .integer(maxAgeSeconds), "reusePIN": .bool(reusePIN),
        ]
        let client = try daemon.client()
        try client.ask(
            "StoreSecret", ["name": .string(name), "secret": .string(Samples.secretBase64), "access": access])
        try client.touch(daemon.reader())
        return Self.reusing.with(["name": .string(name)])
    }

    @Test("A PIN that opened an item with reusePIN opens that item again on its connection, and nothing else")
    func reusedPIN() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let (first, second) = (try reusingPIN(daemon, "first"), try reusingPIN(daemon, "second"))
            let plain = try reusingPIN(daemon, "plain", reusePIN: false)
            let client = try daemon.client()
            for call in [first, plain] {
                try client.result(of: "RetrieveSecret", call.with(["credential": Samples.credential]))
            }
            let again = try client.result(of: "RetrieveSecret", first)
            #expect(again["authentication"]["factor"] == "pin")
            #expect(again["secret"].string == Samples.secretBase64)
            #expect(try asks(client, "RetrieveSecret", first.with(["maxAgeSeconds": 0])))
            #expect(try asks(client, "RetrieveSecret", second))
            #expect(try asks(client, "RetrieveSecret", plain))
            #expect(try asks(daemon.client(), "RetrieveSecret", first))
            // A PIN in a call that allowed no reuse is not kept.
            let other = try daemon.client()
            try other.result(
                of: "RetrieveSecret", first.with(["credential": Samples.credential, "maxAgeSeconds": 0]))
            #expect(try asks(other, "RetrieveSecret", first))
            // Nor one that opened nothing.
            try other.result(of: "Authenticate", Samples.authentication.with(["credential": Samples.credential]))
            #expect(try asks(other, "RetrieveSecret", first))
        }
    }

    @Test(
        "A PIN that counts again ends with every change of the user's and with its item",
        arguments: [
            "ForgetAuthentication", "SetPIN", "DisableFingerprint", "AnswerOnboarding", "RenewItem", "StoreSecret",
        ])
    func reusedPINEnds(by method: String) throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let call = try reusingPIN(daemon, "first")
            let client = try daemon.client()
            try client.result(of: "RetrieveSecret", call.with(["credential": Samples.credential]))
            #expect(try !asks(client, "RetrieveSecret", call))
            let (other, credential): (GateConnection, JSON) = (try daemon.client(), ["credential": Samples.credential])
            switch method {
            case "ForgetAuthentication": try client.result(of: method)
            case "SetPIN": try other.result(of: method, credential.with(["pin": "402938"]))
            case "AnswerOnboarding": try other.result(of: method, ["answer": "accepted"])
            case "RenewItem":
                try other.ask(method, credential.with(["name": "first"]))
                try other.touch(daemon.reader())
            case "StoreSecret":
                try other.ask(
                    method,
                    [
                        "name": "first", "secret": .string(Samples.secretBase64), "replace": true,
                        "access": ["factors": ["fingerprint", "pin"], "maxAgeSeconds": 300, "reusePIN": true],
                    ])
                try other.touch(daemon.reader())
            default: try other.result(of: method)
            }
            let reply = try client.call("RetrieveSecret", call.with(["timeoutSeconds": 1]))
            #expect(reply.error != nil)
        }
    }

    @Test("Storing accepts a recent authentication if the call allows it")
    func storing() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let client = try authenticated(daemon)
            let store: JSON = ["name": "another", "secret": .string(Samples.secretBase64)]
            #expect(try asks(client, "StoreSecret", store))
            #expect(try client.items().count == 1)
            #expect(try !asks(client, "StoreSecret", store.with(["maxAgeSeconds": 300])))
            #expect(try client.items().count == 2)
        }
    }

    @Test(
        "A change of prints, PIN or settings ends an authentication, wherever it was made",
        arguments: [
            "SetPIN", "Enroll", "DisableFingerprint", "RevokeAll", "DeleteAllPrints", "AnswerOnboarding",
        ])
    func ended(by method: String) throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let client = try authenticated(daemon)
            let other = try daemon.client()
            let credential: JSON = ["credential": Samples.credential]
            switch method {
            case "Enroll": try other.enroll(Samples.otherFinger, as: "leftThumb", on: daemon.reader())
            case "SetPIN": try other.result(of: method, credential.with(["pin": "402938"]))
            case "AnswerOnboarding": try other.result(of: method, ["answer": "accepted"])
            case "DeleteAllPrints": try other.result(of: method, credential)
            default: try other.result(of: method)
            }
            for each in [client, other] {
                #expect(try each.result(of: "GetLastAuthentication")["authentication"] == nil)
            }
            let reply = try client.call("RetrieveSecret", Self.reusing.with(["timeoutSeconds": 1]))
            #expect(reply.error != nil)
        }
    }

    @Test("An app's own answer to the offer of fingerprint ends none, nor does a repeated answer")
    func onboardingKeeps() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let other = try daemon.client()
            try other.result(of: "AnswerOnboarding", ["answer": "accepted"])
            let client = try authenticated(daemon)
            let answers: [JSON] = [
                ["answer": "skipped", "app": "org.example.Bank"], ["answer": "accepted", "app": "org.example.Bank"],
                ["answer": "accepted"],
            ]
            for answer in answers {
                try other.result(of: "AnswerOnboarding", answer)
                let kept = try client.result(of: "GetLastAuthentication")["authentication"]
                #expect(kept["factor"] == "fingerprint", "\(answer)")
            }
        }
    }

    /// A bank's steps, and what each asks for after somebody signed in with a finger.
    @Test("A bank asks again for a new recipient and a new PIN, and not for steps that accept a recent authentication")
    func bank() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let client = try daemon.client()
            try client.ask("Authenticate", ["reason": "Sign in"])
            try client.touch(daemon.reader())
            for (step, maximumAge) in [
                ("Add a new recipient", 0), ("Change the PIN", 0), ("Pay a known recipient", 300),
                ("Show the card's details", 120), ("Export the statements", 300),
            ] {
                let call: JSON = ["reason": .string(step), "maxAgeSeconds": .integer(maximumAge)]
                #expect(try asks(client, "Authenticate", call) == (maximumAge == 0), "\(step)")
            }
        }
    }
}
