import BlockingTests
import GateWire
import Testing
import VirtualReaders

@Suite("Passkeys of a running daemon", .blocking)
struct PasskeyTests {
    private static let interface = "org.biometricgate.Passkeys"
    private static let clientDataHash = [UInt8](repeating: 7, count: 32)

    private func method(_ name: String) -> String { "\(Self.interface).\(name)" }

    private func creation(_ account: String, _ algorithm: String = "p256") -> JSON {
        [
            "rpId": "example.com", "rpName": "Example", "userId": .string(Base64.encode(Array(account.utf8))),
            "userName": .string(account), "algorithm": .string(algorithm), "discoverable": true, "credProtect": 2,
            "hmacSecret": true, "clientDataHash": .string(Base64.encode(Self.clientDataHash)),
        ]
    }

    private static let signIn: JSON = [
        "rpId": "example.com", "clientDataHash": .string(Base64.encode(clientDataHash)),
    ]

    private func data(_ reply: JSON) throws -> [UInt8] {
        try #require(Base64.decode(reply["authData"].string ?? ""))
    }

    private func expectSound(
        _ reply: JSON, _ algorithm: String, by publicKey: JSON, in daemon: DaemonUnderTest
    ) throws {
        let message = Base64.encode(try data(reply) + Self.clientDataHash)
        #expect(
            try OpenSSL.verifies(
                reply["signature"], of: message, by: publicKey, algorithm, in: daemon.directory))
    }

    @Test(
        "A finger makes a passkey, a finger and the PIN sign in with it, also after a crash",
        arguments: SigningKeyTests.algorithms)
    func mainJob(algorithm: String) throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            var client = try daemon.client()
            let info = try client.result(of: method("PasskeyInfo"))
            #expect(info["uv"] == true && Base64.decode(info["aaguid"].string ?? "")?.count == 16)
            try client.ask(method("MakeCredential"), creation("kari", algorithm))
            let made = try client.touch(daemon.reader())
            try expectSound(made, algorithm, by: made["publicKey"], in: daemon)
            let id = made["credentialId"]
            let left = try client.result(of: method("PasskeyInfo"))["remaining"].integer
            #expect(left == (info["remaining"].integer ?? 0) - 1)

            try client.ask(method("GetAssertion"), Self.signIn)
            let byFinger = try client.touch(daemon.reader())
            #expect(byFinger["authentication"]["factor"] == "fingerprint" && byFinger["accounts"] == 1)
            let byPIN = try client.result(
                of: method("GetAssertion"), Self.signIn.with(["credential": Samples.credential]))
            #expect(byPIN["authentication"]["factor"] == "pin")
            try daemon.crash()
            try daemon.start()
            client = try daemon.client()
            try client.ask(method("GetAssertion"), Self.signIn.with(["allow": ["AAAA", id]]))
            let later = try client.touch(daemon.reader())
            for reply in [byFinger, byPIN, later] {
                #expect(reply["credentialId"] == id && reply["userName"] == "kari")
                try expectSound(reply, algorithm, by: made["publicKey"], in: daemon)
            }
            let counters = try [made, byFinger, byPIN, later].map { Array(try data($0)[33..<37]) }
            for (earlier, counter) in zip(counters, counters.dropFirst()) {
                #expect(earlier.lexicographicallyPrecedes(counter))
            }
        }
    }

    @Test("A passkey is made in the TPM, and its renewal keeps it", .tags(.needsTPM))
    func inTPM() throws {
        try TPMTests.withTPM { daemon, _ in
            let client = try daemon.client()
            try client.ask(method("MakeCredential"), creation("kari").with(["enrollment": "current"]))
            let made = try client.touch(daemon.reader())
            try expectSound(made, "p256", by: made["publicKey"], in: daemon)
            let passkey = try client.result(of: method("ListPasskeys"))["passkeys"][0]
            #expect(passkey["sealedBy"] == "tpm" && passkey["enrollment"] == "current")
            try client.enroll(Samples.otherFinger, as: "leftIndex", on: daemon.reader())
            try client.refusal("FactorNotAllowed", of: method("GetAssertion"), Self.signIn)
            try client.ask("RenewItem", ["name": passkey["item"], "credential": Samples.credential])
            try client.touch(daemon.reader(), with: Samples.otherFinger)
            try client.ask(method("GetAssertion"), Self.signIn)
            let later = try client.touch(daemon.reader())
            try expectSound(later, "p256", by: made["publicKey"], in: daemon)
        }
    }

    @Test("Passkeys are listed, found, renamed and deleted by their ids, and other methods refuse them")
    func keeping() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let client = try daemon.client()
            let made = try client.result(
                of: method("MakeCredential"), creation("kari").with(["credential": Samples.credential]))
            let id = made["credentialId"]
            let passkey = try client.result(of: method("ListPasskeys"))["passkeys"][0]
            #expect(passkey["credentialId"] == id && passkey["rpId"] == "example.com")
            #expect(passkey["userName"] == "kari" && passkey["credProtect"] == 2 && passkey["enrollment"] == "any")
            let item = try client.items()[0]
            #expect(item["name"] == passkey["item"] && item["usage"] == "passkey")
            try client.refusal(
                "SignatureRefused", of: "Sign", ["name": item["name"], "challenge": "AAAA", "reason": "Sign in"])
            try client.refusal("ItemNotFound", of: "RetrieveSecret", ["name": item["name"], "reason": "Read it"])
            let usage: JSON = ["name": "x", "algorithm": "p256", "usage": "passkey"]
            try client.refusal("org.varlink.service.InvalidParameter", of: "CreateKey", usage)
            try client.refusal(
                "ItemExists", of: "CreateKey",
                usage.with([
                    "name": item["name"], "usage": "general", "replace": true,
                ]))

            let probe: JSON = ["rpId": "example.com", "credentialIds": ["AAAA", id]]
            #expect(try client.result(of: method("Probe"), probe)["known"] == [id])
            try client.refusal(
                method("CredentialExcluded"), of: method("MakeCredential"),
                creation("ola").with(["exclude": [id], "credential": Samples.credential]))
            try client.result(of: method("RenamePasskey"), ["credentialId": id, "label": "Work"])
            #expect(try client.result(of: method("ListPasskeys"))["passkeys"][0]["label"] == "Work")
            try client.result(of: method("DeletePasskey"), ["credentialId": id])
            for (name, parameters) in [
                ("DeletePasskey", ["credentialId": id]), ("RenamePasskey", ["credentialId": id]),
                ("GetAssertion", Self.signIn),
            ] as [(String, JSON)] {
                try client.refusal(method("NoCredential"), of: method(name), parameters)
            }
            #expect(try client.items().isEmpty)
        }
    }

    @Test("A prompt chooses the account that signs in")
    func choice() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let (client, prompt) = (try daemon.client(), try daemon.client())
            let ids = try ["kari", "ola"].map { account in
                try client.result(
                    of: method("MakeCredential"), creation(account).with(["credential": Samples.credential]))[
                        "credentialId"]
            }
            try client.ask(method("GetAssertion"), Self.signIn)
            try client.progress("waitingForFinger")
            let watcher = try daemon.client()
            try watcher.ask("WatchRequests")
            let request = try watcher.receive().parameters["request"]
            #expect(Set(request["accounts"].elements.map { $0["credentialId"] }) == Set(ids))
            let chosen = try #require(request["accounts"].elements.first { $0["chosen"] != true })
            for (credentialID, parameter) in [(JSON.string("AAAA"), "credentialId"), (nil, "credential")] {
                let refusal = try prompt.refusal(
                    "org.varlink.service.InvalidParameter", of: "AnswerRequest",
                    ["requestId": request["id"], "credentialId": credentialID])
                #expect(refusal["parameter"] == .string(parameter))
            }
            try prompt.result(
                of: "AnswerRequest", ["requestId": request["id"], "credentialId": chosen["credentialId"]])
            #expect(try watcher.receive().parameters["request"]["subject"]["user"] == chosen["userName"])
            try daemon.reader().send(.scan(Samples.finger))
            let signed = try client.result()
            #expect(signed["credentialId"] == chosen["credentialId"] && signed["accounts"] == 2)
            // By the PIN and the choice in one answer.
            try client.ask(method("GetAssertion"), Self.signIn)
            let id = try client.progress("waitingForFinger")["requestId"]
            try prompt.result(
                of: "AnswerRequest",
                [
                    "requestId": id, "credentialId": chosen["credentialId"], "credential": Samples.credential,
                ])
            #expect(try client.result()["credentialId"] == chosen["credentialId"])
        }
    }

    @Test("A passkey that is gone sends its user to the site, and to no command")
    func gone() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let client = try daemon.client()
            try client.result(
                of: method("MakeCredential"), creation("kari").with(["credential": Samples.credential]))
            try client.result(of: "RevokeAll")
            let guidance = try client.refusal("ItemInvalidated", of: method("GetAssertion"), Self.signIn)["guidance"]
            #expect(guidance["body"].string?.contains("new passkey") == true && guidance["command"] == nil)
        }
    }

    @Test("The service describes both interfaces of its socket")
    func described() throws {
        try DaemonUnderTest.with(state: .empty) { daemon in
            let client = try daemon.client()
            let interfaces = try client.result(of: "org.varlink.service.GetInfo")["interfaces"]
            #expect(interfaces.strings.contains(Self.interface))
            let text = try client.result(
                of: "org.varlink.service.GetInterfaceDescription", ["interface": .string(Self.interface)])
            #expect(text["description"] == .string(VarlinkInterface.passkeys.text))
        }
    }

    @Test(
        "A parameter that breaks its rule is named",
        arguments: [
            ("MakeCredential", "rpId", "Example.com"), ("MakeCredential", "userId", ""),
            ("MakeCredential", "clientDataHash", "AAAA"), ("MakeCredential", "credProtect", 4),
            ("GetAssertion", "rpId", "a..b"), ("GetAssertion", "hmac.salts", ["salts": ["AAAA"]]),
            ("Probe", "credentialIds", ["x"]), ("RenamePasskey", "label", ""),
        ] as [(String, String, JSON)])
    func badInput(name: String, path: String, value: JSON) throws {
        let right: [String: JSON] = [
            "MakeCredential": creation("kari"), "GetAssertion": Self.signIn,
            "Probe": ["rpId": "example.com", "credentialIds": []], "RenamePasskey": ["credentialId": "AAAA"],
        ]
        try DaemonUnderTest.with(state: .empty) { daemon in
            let client = try daemon.client()
            let hmac: JSON = ["outputKey": .string(Base64.encode(Self.clientDataHash)), "protocol": 1]
            let member = String(path.prefix { $0 != "." })
            let bad = member == "hmac" ? hmac.with(["salts": value["salts"]]) : value
            let refusal = try client.refusal(
                "org.varlink.service.InvalidParameter", of: method(name), (right[name] ?? [:]).with([member: bad]))
            #expect(refusal["parameter"] == .string(path))
        }
    }
}
