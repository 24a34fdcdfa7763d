import BlockingTests
import SoftwareTPM
import Testing
import VirtualReaders

extension Tag {
    /// Needs `swtpm` and `tpm2-tools`.
    @Tag static var needsTPM: Self
}

@Suite("A root key in the TPM", .blocking, .tags(.needsTPM))
struct TPMTests {
    static let key = "org.example.Bank/device"
    static let challenge = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    static let signing: JSON = ["name": .string(key), "challenge": .string(challenge), "reason": "Sign in"]
    static let creation: JSON = [
        "name": .string(key), "algorithm": "p256",
        "access": ["factors": ["fingerprint", "pin"], "enrollment": "current", "maxAgeSeconds": 0],
    ]

    /// A daemon that serves with a TPM, a PIN and a finger.
    static func withTPM(
        _ more: [String: JSON] = [:], _ body: (DaemonUnderTest, SoftwareTPM) throws -> Void
    ) throws {
        let tpm = try SoftwareTPM()
        try DaemonUnderTest.with([.device], ["sealing.tcti": .string(tpm.tcti)].merging(more) { $1 }) { daemon in
            try daemon.client().setPIN()
            try daemon.client().enroll(on: daemon.reader())
            try body(daemon, tpm)
        }
    }

    @Test("A new keystore uses the TPM if one answers, keeps no key on disk, and opens its data after a crash")
    func sealing() throws {
        try Self.withTPM { daemon, _ in
            try #expect(
                daemon.client().store(factors: ["fingerprint", "pin"], on: daemon.reader())["sealedBy"] == "tpm")
            #expect(try daemon.stateFiles().keys.contains("root.tpm"))
            #expect(try !daemon.stateFiles().keys.contains("root.key"))
            try daemon.crash()
            try daemon.start()
            #expect(try daemon.client().retrieve(on: daemon.reader()) == Samples.secretBase64)
        }
    }

    @Test("A P-256 key is made in the TPM, signs there, and openssl verifies it", arguments: ["p256", "ed25519"])
    func keys(algorithm: String) throws {
        try Self.withTPM { daemon, _ in
            let client = try daemon.client()
            try client.ask("CreateKey", Self.creation.with(["algorithm": .string(algorithm)]))
            let item = try client.touch(daemon.reader())["item"]
            #expect(item["sealedBy"] == "tpm")
            try client.ask("Sign", Self.signing)
            let byFinger = try client.touch(daemon.reader())["signature"]
            let byPIN = try client.result(of: "Sign", Self.signing.with(["credential": Samples.credential]))[
                "signature"]
            for signature in [byFinger, byPIN] {
                #expect(
                    try OpenSSL.verifies(
                        signature, of: Self.challenge, by: item["publicKey"], algorithm, in: daemon.directory))
            }
        }
    }

    @Test("The end of an epoch ends a key in the TPM, and renewing keeps it")
    func epoch() throws {
        try Self.withTPM { daemon, _ in
            let client = try daemon.client()
            try client.ask("CreateKey", Self.creation)
            let item = try client.touch(daemon.reader())["item"]
            try client.ask(
                "CreateKey",
                [
                    "name": "finger only", "algorithm": "p256",
                    "access": ["factors": ["fingerprint"], "enrollment": "current", "maxAgeSeconds": 0],
                ])
            try client.touch(daemon.reader())
            try client.enroll(Samples.otherFinger, as: "leftIndex", on: daemon.reader())
            try client.refusal("ItemInvalidated", of: "Sign", Self.signing.with(["name": "finger only"]))
            try client.refusal("FactorNotAllowed", of: "Sign", Self.signing)
            try client.ask("RenewItem", ["name": .string(Self.key), "credential": Samples.credential])
            #expect(try client.touch(daemon.reader())["item"]["publicKey"] == item["publicKey"])
            try daemon.crash()
            try daemon.start()
            let later = try daemon.client()
            try later.ask("Sign", Self.signing)
            let signature = try later.touch(daemon.reader(), with: Samples.otherFinger)["signature"]
            #expect(
                try OpenSSL.verifies(
                    signature, of: Self.challenge, by: item["publicKey"], "p256", in: daemon.directory))
        }
    }

    @Test("Without the TPM every call says so, and once it is back everything works, without a restart")
    func missing() throws {
        try Self.withTPM { daemon, tpm in
            try daemon.client().store(on: daemon.reader())
            try daemon.stop()
            tpm.stop()
            let before = try daemon.stateFiles()
            try daemon.start()
            let client = try daemon.client()
            for method in ["GetAvailability", "GetSettings", "ListItems", "ListReaders", "RevokeAll"] {
                let refusal = try client.refusal("SealingUnavailable", of: method)
                #expect(refusal["reason"] == "noTPM")
            }
            #expect(try client.call("org.varlink.service.GetInfo").error == nil)
            #expect(try daemon.stateFiles() == before)
            try tpm.start()
            // A refused call makes the daemon try again.
            var reply = try client.call("GetSettings")
            while reply.error == "SealingUnavailable" { reply = try client.call("GetSettings") }
            #expect(try client.retrieve(on: daemon.reader()) == Samples.secretBase64)
        }
    }

    @Test("A daemon that waits for its TPM stops when it is told to")
    func stopsWhileSealed() throws {
        try Self.withTPM { daemon, tpm in
            try daemon.stop()
            tpm.stop()
            try daemon.start()
            try daemon.client().refusal("SealingUnavailable", of: "ListItems")
        }
    }

    @Test("A cleared TPM, or another machine's, is recognised, and nothing is lost")
    func otherMachine() throws {
        try Self.withTPM { daemon, tpm in
            try daemon.client().store(on: daemon.reader())
            try daemon.stop()
            let before = try daemon.stateFiles()
            let other = try SoftwareTPM()
            try daemon.start(["sealing.tcti": .string(other.tcti)])
            #expect(try daemon.client().refusal("SealingUnavailable", of: "ListItems")["reason"] == "otherMachine")
            try daemon.stop()
            #expect(try daemon.stateFiles() == before)
            try daemon.start(["sealing.tcti": .string(tpm.tcti)])
            #expect(try daemon.client().retrieve(on: daemon.reader()) == Samples.secretBase64)
            try daemon.stop()
            try tpm.tool("tpm2_clear", "-c", "p")
            try daemon.start()
            #expect(try daemon.client().refusal("SealingUnavailable", of: "ListItems")["reason"] == "otherMachine")
        }
    }

    @Test("A signature that the TPM cannot make is refused, and the next one is made")
    func lostWhileServing() throws {
        try Self.withTPM { daemon, tpm in
            let client = try daemon.client()
            try client.ask("CreateKey", Self.creation)
            try client.touch(daemon.reader())
            let byPIN = Self.signing.with(["credential": Samples.credential])
            tpm.stop()
            try client.refusal("SealingUnavailable", of: "Sign", byPIN)
            #expect(try client.item(Self.key)["state"] == "valid")
            try tpm.start()
            #expect(try client.result(of: "Sign", byPIN)["signature"].string?.isEmpty == false)
        }
    }

    @Test("A keystore keeps its provider: auto neither moves it nor makes another")
    func isRemembered() throws {
        let tpm = try SoftwareTPM()
        try DaemonUnderTest.with(state: .stored) { daemon in
            try daemon.stop()
            try daemon.start(["sealing.tcti": .string(tpm.tcti)])
            #expect(try daemon.client().item()["sealedBy"] == "file")
            try daemon.stop()
            let (ending, lines) = try daemon.startInVain(["sealing.provider": "tpm"])
            #expect(ending != .exited(0) && lines.count == 1)
            try daemon.start(["sealing.provider": "auto"])
        }
    }
}
