import BlockingTests
import Glibc
import SoftwareTPM
import Testing
import VirtualReaders

@Suite("Secrets in the daemon's memory", .blocking, .asRoot, .tags(.needsRoot, .needsPython))
struct MemoryTests {
    private static let pinOnly: JSON = ["factors": ["pin"], "enrollment": "current", "maxAgeSeconds": 0]

    private func storing(_ secret: SecretUnderTest, _ name: String, access: JSON = pinOnly) -> JSON {
        ["name": .string(name), "secret": .string(secret.base64), "access": access]
    }

    private func retrieval(_ name: String, by pin: SecretUnderTest) -> JSON {
        ["name": .string(name), "reason": "Open it", "credential": ["pin": .string(pin.text)]]
    }

    @Test("A secret waiting to be sealed is only in locked pages, and nowhere once its call is over")
    func waiting() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let memory = MemoryUnderTest(of: daemon)
            for ending in ["cancelled", "left", "stored"] {
                let secret = SecretUnderTest(ending, count: 48)
                let access: JSON = ["factors": ["fingerprint"], "enrollment": "current", "maxAgeSeconds": 0]
                do {
                    let client = try daemon.client()
                    try client.ask("StoreSecret", storing(secret, ending, access: access))
                    try client.progress("waitingForFinger")
                    let finds = try memory.finds(of: secret.patterns)
                    // Shows that the search can find anything at all.
                    #expect(finds.contains { $0.name == "\(ending)-bytes-begin" })
                    #expect(finds.allSatisfy { $0.isProtected }, "\(finds)")
                    switch ending {
                    case "cancelled":
                        try client.send("CancelRequest", oneway: true)
                        try client.refusal("Cancelled")
                    case "stored":
                        try daemon.reader().send(.scan(Samples.finger))
                        try client.result()
                    default: break
                    }
                }
                try memory.expectNone(of: secret.patterns)
            }
        }
    }

    @Test("A secret is nowhere after it was stored and opened, by a finger or a PIN, large or small, escaped or plain")
    func opened() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let memory = MemoryUnderTest(of: daemon)
            let pin = SecretUnderTest.pin("pin")
            var patterns = pin.patterns
            try daemon.client().result(
                of: "SetPIN", ["pin": .string(pin.text), "credential": Samples.credential])
            try memory.expectNone(of: patterns)
            for (number, count) in [1, 16, 100, 5000, 65_536].enumerated() {
                // A single byte is everywhere.
                let secret = SecretUnderTest("secret\(count)", count: count)
                let name = "item \(number)"
                try daemon.client().result(of: "StoreSecret", storing(secret, name))
                patterns.merge(secret.patterns) { $1 }
                let opened = try daemon.client().result(of: "RetrieveSecret", retrieval(name, by: pin))
                #expect(opened["secret"].string == secret.base64)
            }
            let byFinger = SecretUnderTest("by-finger", count: 48)
            patterns.merge(byFinger.patterns) { $1 }
            do {
                let client = try daemon.client()
                let access: JSON = ["factors": ["fingerprint"], "enrollment": "current", "maxAgeSeconds": 0]
                try client.ask("StoreSecret", storing(byFinger, "by a finger", access: access))
                try client.touch(daemon.reader())
                #expect(try client.retrieve("by a finger", on: daemon.reader()) == byFinger.base64)
            }
            try memory.expectNone(of: patterns)

            let escaped = SecretUnderTest("escaped", count: 48)
            patterns.merge(escaped.patterns) { $1 }
            do {
                let client = try daemon.client()
                try client.send(
                    raw: """
                        {"method":"org.biometricgate.Gate.StoreSecret","parameters":{"name":"escaped","access":\
                        \(Self.pinOnly),"secret":"\(SecretUnderTest.escaped(escaped.base64))"}}\0
                        """, calling: "StoreSecret")
                #expect(try client.receive().error == nil)
                try client.send(
                    raw: """
                        {"method":"org.biometricgate.Gate.RetrieveSecret","parameters":{"name":"escaped","reason":"r",\
                        "credential":{"pin":"\(SecretUnderTest.escaped(pin.text))"}}}\0
                        """, calling: "RetrieveSecret")
                #expect(try client.receive().parameters["secret"].string == escaped.base64)
            }
            try memory.expectNone(of: patterns)
        }
    }

    @Test(
        "Of a PIN that counts again only the item's key stays, in locked pages, until the authentications end",
        arguments: ["forgotten", "closed", "changed", "deleted", "revoked", "over"])
    func keptKey(ending: String) throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let memory = MemoryUnderTest(of: daemon)
            let access: JSON = ["factors": ["pin"], "maxAgeSeconds": 300, "reusePIN": true]
            let secret = SecretUnderTest("secret", count: 48)
            try daemon.client().result(of: "StoreSecret", storing(secret, "item", access: access))
            let keys = try KeysUnderTest("item", pin: Samples.pin, in: daemon)
            var client: GateConnection? = try daemon.client()
            let seconds = ending == "over" ? 2 : 300
            let call: JSON = ["name": "item", "reason": "Open it", "maxAgeSeconds": .integer(seconds)]
            try client?.result(of: "RetrieveSecret", call.with(["credential": Samples.credential]))
            if ending != "over" {
                try memory.expectNone(of: keys.pin.patterns.merging(secret.patterns) { $1 })
                let finds = try memory.finds(of: keys.item.patterns)
                #expect(!finds.isEmpty && finds.allSatisfy { $0.isProtected }, "\(finds)")
                #expect(try client?.result(of: "RetrieveSecret", call)["secret"].string == secret.base64)
            }
            let other = try daemon.client()
            switch ending {
            case "forgotten": try client?.result(of: "ForgetAuthentication")
            case "closed": client = nil
            case "changed": try other.result(of: "SetPIN", ["pin": "402938", "credential": Samples.credential])
            case "deleted": try other.result(of: "DeleteItem", ["name": "item"])
            case "revoked": try other.result(of: "RevokeAll")
            default:
                try waitUntil("its time is over") {
                    try client?.call("RetrieveSecret", call.with(["timeoutSeconds": 1])).error != nil
                }
            }
            try other.availability()
            try memory.expectNone(of: keys.item.patterns)
        }
    }

    @Test("A PIN or a password that was wrong, late or never compared is nowhere")
    func credentials() throws {
        try DaemonUnderTest.prepared(state: .enrolled) { daemon in
            try daemon.start(FixedPassword.install(for: daemon))
            let memory = MemoryUnderTest(of: daemon)
            let (wrong, answered, unasked) = (
                SecretUnderTest.pin("wrong"), SecretUnderTest.pin("answered"), SecretUnderTest.pin("unasked")
            )
            let password = SecretUnderTest("password", bytes: Array("incorrect-horse-battery-staple".utf8))
            func given(_ pin: SecretUnderTest) -> JSON { ["credential": ["pin": .string(pin.text)]] }
            do {
                let client = try daemon.client()
                try client.refusal(
                    "CredentialWrong", of: "Authenticate",
                    Samples.authentication.with(["credential": given(wrong)["credential"]]))
                try client.refusal(
                    "CredentialWrong", of: "Authenticate",
                    Samples.authentication.with(["credential": ["password": .string(password.text)]]))
                try client.ask("Authenticate", Samples.authentication)
                try client.progress("waitingForFinger")
                try client.send("AnswerRequest", given(answered), oneway: true)
                try client.awaitProgress("credentialWrong")
                try client.send("CancelRequest", oneway: true)
                try client.refusal("Cancelled")
                // There is no such request, and no such print.
                try client.call("AnswerRequest", given(unasked).with(["requestId": "none"]))
                try client.call("RemovePIN", given(unasked).with(["credential": ["pin": "1"]]))
            }
            let patterns = [wrong, answered, unasked, password].reduce(into: [:]) { patterns, secret in
                patterns.merge(secret.patterns) { $1 }
            }
            try memory.expectNone(of: patterns)
            try daemon.stop()
        }
    }

    @Test("A message that is not a call, is too long or never ends leaves nothing of itself either")
    func broken() throws {
        try DaemonUnderTest.with(state: .pinSet) { daemon in
            let memory = MemoryUnderTest(of: daemon)
            let secret = SecretUnderTest("broken", count: 600)
            let call = JSON.object(["method": "org.biometricgate.Gate.StoreSecret", "parameters": storing(secret, "x")])
            let text = "\(call)"
            let broken = [
                // Never completed.
                Array(text.utf8),
                // Not JSON.
                Array(text.utf8.dropLast()) + [0],
                // Another method, an extra parameter, and the secret where none is expected.
                Array(text.replacing("StoreSecret", with: "NoSuchMethod").utf8) + [0],
                Array(text.replacing("\"name\"", with: "\"nome\"").utf8) + [0],
                Array(text.replacing("\"secret\":\"", with: "\"secret\":\"!").utf8) + [0],
                // Too long.
                Array(text.utf8) + [UInt8](repeating: UInt8(ascii: " "), count: 262_144),
            ]
            for bytes in broken {
                let client = try daemon.client()
                // The daemon may close it before it has received everything.
                _ = try? client.send(raw: bytes, calling: "StoreSecret")
                try daemon.client().availability()
            }
            // Left before the answer.
            let client = try daemon.client()
            try client.send("StoreSecret", storing(secret, "y"))
            try daemon.client().availability()
            try memory.expectNone(of: secret.patterns)
        }
    }

    @Test("The root key is in one locked page that no dump has, whether from a file or a TPM", .tags(.needsTPM))
    func rootKey() throws {
        let tpm = try SoftwareTPM()
        try DaemonUnderTest.with([.device], ["sealing.tcti": .string(tpm.tcti)], state: .stored) { daemon in
            let memory = MemoryUnderTest(of: daemon)
            let key = try #require(daemon.stateFiles()["root.key"])
            func expectOne() throws {
                let use = Samples.retrieval.with(["credential": Samples.credential])
                #expect(try daemon.client().result(of: "RetrieveSecret", use)["secret"].string == Samples.secretBase64)
                let halves = ["first": Array(key.prefix(16)), "last": Array(key.suffix(16))]
                var finds: [MemoryUnderTest.Find] = []
                for _ in 0..<20 where finds.count != 2 { finds = try memory.finds(of: halves) }
                #expect(finds.count == 2 && finds.allSatisfy { $0.isProtected }, "\(finds)")
            }
            try expectOne()
            try daemon.stop()
            let (ending, lines) = try daemon.startInVain(arguments: ["--move-sealing", "tpm"])
            #expect(ending == .exited(0), "\(lines)")
            try daemon.start()
            try expectOne()
        }
    }

    @Test("No process without privileges reads the memory, and a crash leaves no core and no backtrace")
    func dumps() throws {
        try DaemonUnderTest.prepared { daemon in
            try daemon.start(launcher: DaemonUnderTest.withoutPrivileges)
            let process = try #require(daemon.processID)
            func canRead(_ process: Int) throws -> Bool {
                let reader = try ChildProcess(
                    DaemonUnderTest.withoutPrivileges + ["head", "-c1", "/proc/\(process)/maps"],
                    environment: Python.environment, errors: "\(daemon.directory)/reader-errors")
                return try reader.ending() == .exited(0)
            }
            // The same user may read any other of its processes.
            let other = try ChildProcess(
                DaemonUnderTest.withoutPrivileges + ["sleep", "infinity"], environment: Python.environment,
                errors: "\(daemon.directory)/other-errors")
            // It drops its privileges before it sleeps.
            try waitUntil("it sleeps") { Files.text("/proc/\(other.id)/comm") == "sleep\n" }
            #expect(try canRead(Int(other.id)))
            #expect(try !canRead(process))
            let limits = Files.text("/proc/\(process)/limits").split(separator: "\n")
            let core = limits.first { $0.hasPrefix("Max core file size") }?.split(separator: " ").suffix(3)
            #expect(core == ["0", "0", "bytes"])
            daemon.signal(SIGSEGV)
            #expect(try daemon.ending() == .killed(signal: SIGSEGV))
            // As the kernel reports it.
            #expect(!daemon.hasDumpedCore)
            #expect(!daemon.errors.contains("Signal"))
        }
    }
}
