import BlockingTests
import Testing
import VirtualReaders

@Suite("Signing keys", .blocking)
struct SigningKeyTests {
    private static let key = "org.example.Bank/device"
    /// 32 bytes.
    private static let challenge = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    private static let otherChallenge = "ICECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

    private static let signing: JSON = [
        "name": .string(key), "challenge": .string(challenge), "reason": "Sign in to the bank",
    ]
    static let algorithms = ["p256", "ed25519"]

    private func creation(
        _ algorithm: String, factors: [String] = ["fingerprint", "pin"], enrollment: String = "current",
        maxAgeSeconds: Int = 0
    ) -> JSON {
        [
            "name": .string(Self.key), "algorithm": .string(algorithm),
            "access": [
                "factors": .array(factors.map { .string($0) }), "enrollment": .string(enrollment),
                "maxAgeSeconds": .integer(maxAgeSeconds),
            ],
        ]
    }

    @Test("A finger makes a key and signs with it, and openssl verifies the signature", arguments: algorithms)
    func signing(algorithm: String) throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let client = try daemon.client()
            try client.ask("CreateKey", creation(algorithm).with(["label": "The bank’s key"]))
            let item = try client.touch(daemon.reader())["item"]
            #expect(item["kind"] == "key" && item["algorithm"] == .string(algorithm))
            #expect(item["label"] == "The bank’s key" && item["openableBy"] == ["fingerprint", "pin"])
            #expect(try client.items() == [item])

            try client.ask("Sign", Self.signing)
            let byFinger = try client.touch(daemon.reader())
            #expect(byFinger["authentication"]["factor"] == "fingerprint")
            let byPIN = try client.result(of: "Sign", Self.signing.with(["credential": Samples.credential]))
            #expect(byPIN["authentication"]["factor"] == "pin")
            for signature in [byFinger["signature"], byPIN["signature"]] {
                for (challenge, isRight) in [(Self.challenge, true), (Self.otherChallenge, false)] {
                    let verified = try OpenSSL.verifies(
                        signature, of: challenge, by: item["publicKey"], algorithm, in: daemon.directory)
                    #expect(verified == isRight)
                }
            }
        }
    }

    @Test("The longest challenge is signed, after a restart, by the same key", arguments: algorithms)
    func restart(algorithm: String) throws {
        let longest = String(repeating: "QUJD", count: 65_536 / 3) + "QQ=="
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let created = try daemon.client().result(
                of: "CreateKey", creation(algorithm).with(["credential": Samples.credential]))
            try daemon.crash()
            try daemon.start()
            let client = try daemon.client()
            try client.ask("Sign", Self.signing.with(["challenge": .string(longest)]))
            let signature = try client.touch(daemon.reader())["signature"]
            #expect(
                try OpenSSL.verifies(
                    signature, of: longest, by: created["item"]["publicKey"], algorithm, in: daemon.directory))
            try client.send("Sign", Self.signing.with(["challenge": ""]))
            #expect(try client.receive().error == "org.varlink.service.InvalidParameter")
        }
    }

    @Test("No method returns a key, and none signs with a secret")
    func isNoSecret() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client()
            let name = JSON.string(Self.key)
            try client.ask("CreateKey", creation("p256", maxAgeSeconds: 300))
            try client.touch(daemon.reader())
            for more in [[:], ["credential": Samples.credential], ["maxAgeSeconds": 300]] as [[String: JSON]] {
                let refusal = try client.refusal(
                    "ItemNotFound", of: "RetrieveSecret", Samples.retrieval.with(["name": name]).with(more))
                #expect(refusal["kind"] == "key")
            }
            let refusal = try client.refusal(
                "ItemNotFound", of: "Sign", Self.signing.with(["name": .string(Samples.item)]))
            #expect(refusal["kind"] == "secret")
            try client.refusal("ItemExists", of: "CreateKey", creation("p256"))
        }
    }

    @Test("A key that only the finger opens ends with its epoch, and its row gives the reason")
    func epoch() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let client = try daemon.client()
            try client.ask("CreateKey", creation("ed25519", factors: ["fingerprint"]))
            let created = try client.touch(daemon.reader())["item"]
            try client.enroll(Samples.otherFinger, as: "leftIndex", on: daemon.reader())
            let refusal = try client.refusal("ItemInvalidated", of: "Sign", Self.signing)
            #expect(refusal["by"] == "enrollmentChanged")
            #expect(refusal["guidance"]["command"] == .string("biogate key new \(Self.key) --replace"))
            #expect(try client.item(Self.key)["publicKey"] == created["publicKey"])
            // A new key may take the name, and is a different one.
            try client.ask("CreateKey", creation("ed25519"))
            #expect(try client.touch(daemon.reader())["item"]["publicKey"] != created["publicKey"])
        }
    }

    @Test("A renewed key is the same key")
    func renewal() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let client = try daemon.client()
            try client.ask("CreateKey", creation("p256"))
            let created = try client.touch(daemon.reader())["item"]
            try client.enroll(Samples.otherFinger, as: "leftIndex", on: daemon.reader())
            #expect(try client.refusal("FactorNotAllowed", of: "Sign", Self.signing)["allowed"] == ["pin"])
            try client.ask("RenewItem", ["name": .string(Self.key), "credential": Samples.credential])
            let renewed = try client.touch(daemon.reader(), with: Samples.otherFinger)["item"]
            #expect(renewed["publicKey"] == created["publicKey"])
            #expect(renewed["openableBy"] == ["fingerprint", "pin"])
            try client.ask("Sign", Self.signing)
            let signature = try client.touch(daemon.reader(), with: Samples.otherFinger)["signature"]
            #expect(
                try OpenSSL.verifies(
                    signature, of: Self.challenge, by: created["publicKey"], "p256", in: daemon.directory))
        }
    }

    @Test("A key signs by reuse if the call and the key both allow it, and a revoked key signs nothing")
    func reuse() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let client = try daemon.client()
            try client.ask("CreateKey", creation("p256", maxAgeSeconds: 300))
            try client.touch(daemon.reader())
            let signed = try client.result(of: "Sign", Self.signing.with(["maxAgeSeconds": 300]))
            #expect(signed["authentication"]["factor"] == "fingerprint")
            try client.result(of: "RevokeAll")
            #expect(
                try client.refusal("ItemInvalidated", of: "Sign", Self.signing.with(["maxAgeSeconds": 300]))["by"]
                    == "revoked")
        }
    }

    @Test("A stranger's finger makes no key and signs nothing")
    func stranger() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let client = try daemon.client()
            try client.ask("CreateKey", creation("p256"))
            for _ in 1...3 { try client.miss(on: daemon.reader()) }
            try client.refusal("AuthenticationFailed")
            #expect(try client.items().isEmpty)
        }
    }
}
