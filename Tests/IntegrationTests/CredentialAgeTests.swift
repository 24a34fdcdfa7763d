import BlockingTests
import Testing
import VirtualReaders

@Suite("The age of the PIN or the password", .blocking, .asRoot, .tags(.needsRoot, .needsPython))
struct CredentialAgeTests {
    private static let hour = 3600

    /// A launcher that makes the machine appear to have run longer, or to have been restarted.
    private func another(_ daemon: DaemonUnderTest, later seconds: Int = 0, boot: String? = nil) throws -> [String] {
        var words = [Python.interpreter, Python.script("another_time.py"), "--later", "\(seconds)"]
        if let boot {
            let path = "\(daemon.directory)/boot-id"
            try Files.write(Array("\(boot)\n".utf8), to: path, mode: 0o644)
            words += ["--boot", path]
        }
        return words
    }

    @Test("The PIN is asked for 72 hours after it was last given, over restarts")
    func age() throws {
        try DaemonUnderTest.prepared(state: .stored) { daemon in
            try daemon.start(launcher: another(daemon, later: 71 * Self.hour))
            #expect(try daemon.client().availability()["state"] == "available")
            #expect(try daemon.client().retrieve(on: daemon.reader()) == Samples.secretBase64)
            try daemon.crash()
            // A matching finger does not renew the PIN's age.
            try daemon.start(launcher: another(daemon, later: 72 * Self.hour))
            try expectPIN(daemon)
            try daemon.stop()
            try daemon.start(launcher: another(daemon, later: 143 * Self.hour))
            #expect(try daemon.client().availability()["state"] == "available")
            try daemon.stop()
        }
    }

    /// Expects that the finger alone opens nothing, in every query and call, until the PIN is given.
    private func expectPIN(_ daemon: DaemonUnderTest) throws {
        let client = try daemon.client()
        let watcher = try daemon.client()
        try watcher.ask("WatchAvailability")
        for availability in try [client.availability(), watcher.receive().parameters["availability"]] {
            #expect(availability["state"] == "lockoutPermanent")
            #expect(availability["reason"] == "credentialAge")
            #expect(availability["fallbacks"] == ["pin"])
            #expect(availability["guidance"]["action"] == "usePIN")
        }
        for (method, parameters) in [
            ("RetrieveSecret", Samples.retrieval), ("Authenticate", Samples.authentication), ("EnableFingerprint", [:]),
            (
                "StoreSecret",
                [
                    "name": "new", "secret": "bmV3",
                    "access": ["factors": ["fingerprint"], "enrollment": "current", "maxAgeSeconds": 0],
                ]
            ),
        ] as [(String, JSON)] {
            let refusal = try client.refusal("LockoutPermanent", of: method, parameters)
            #expect(refusal["reason"] == "credentialAge", "\(method)")
            #expect(refusal["clearedBy"] == ["pin"], "\(method)")
        }
        let opened = try client.result(
            of: "RetrieveSecret", Samples.retrieval.with(["credential": Samples.credential]))
        #expect(opened["secret"].string == Samples.secretBase64)
        while try watcher.receive().parameters["availability"]["state"] != "available" {}
        #expect(try client.retrieve(on: daemon.reader()) == Samples.secretBase64)
    }

    @Test("A boot clears no lockout and no throttled PIN, and their waits restart")
    func lockoutOverBoot() throws {
        let limits: [String: JSON] = ["lockout.freeFailures": 1, "pin.freeFailures": 0]
        try DaemonUnderTest.prepared([.device], limits, state: .stored) { daemon in
            try daemon.start()
            let client = try daemon.client()
            try client.ask("Authenticate", Samples.authentication)
            try client.miss(on: daemon.reader())
            try client.refusal("Lockout")
            let guess = Samples.authentication.with(["credential": Samples.wrongCredential])
            try client.refusal("CredentialWrong", of: "Authenticate", guess)
            try daemon.stop()
            // By the previous boot's clock, both waits would be over.
            try daemon.start(launcher: another(daemon, later: Self.hour, boot: "another"))
            let again = try daemon.client()
            #expect((1...30_000).contains(try #require(again.availability()["retryAfterMilliseconds"].integer)))
            try again.refusal("Lockout", of: "Authenticate", Samples.authentication)
            #expect(
                (1...30_000).contains(
                    try #require(
                        again.refusal("CredentialThrottled", of: "Authenticate", guess)["retryAfterMilliseconds"]
                            .integer)))
            try daemon.stop()
            // In the same boot, the elapsed time counts.
            try daemon.start(launcher: another(daemon, later: 2 * Self.hour, boot: "another"))
            #expect(try daemon.client().availability()["state"] == "available")
            try daemon.stop()
        }
    }
}
