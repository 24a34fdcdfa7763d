import BlockingTests
import Testing
import VirtualReaders

@Suite("The PIN", .blocking)
struct PINTests {
    private static let answering = Samples.retrieval.with(["credential": Samples.credential])
    private static let guessing = Samples.retrieval.with(["credential": Samples.wrongCredential])

    @Test(
        "A PIN that is too easy is refused by the rule that it breaks",
        arguments: [
            ("7391", "tooShort"), ("", "tooShort"), ("12a456", "notDigits"), ("１２３４５７", "notDigits"),
            ("444444", "tooSimple"),
            ("123456", "tooSimple"), ("987654", "tooSimple"), ("567890", "tooSimple"), ("012345", "tooSimple"),
            (String(repeating: "7391", count: 17), "tooLong"),
        ])
    func rules(pin: String, rule: String) throws {
        try DaemonUnderTest.with([]) { daemon in
            let client = try daemon.client()
            let refusal = try client.refusal("PINUnacceptable", of: "SetPIN", ["pin": .string(pin)])
            #expect(refusal["rule"].string == rule)
            #expect(refusal["minimumLength"] == 6)
            #expect(try client.settings()["pinSet"] == false)
        }
    }

    @Test("Wrong PINs are slowed down, and the right one too, over a crash; meanwhile it is no fallback")
    func throttle() throws {
        try DaemonUnderTest.with([], ["pin.freeFailures": 1], state: .stored) { daemon in
            let client = try daemon.client()
            let first = try client.refusal("CredentialWrong", of: "RetrieveSecret", Self.guessing)
            #expect(first["retryAfterMilliseconds"] == nil)
            #expect(first["attemptsRemaining"] == 1)
            let second = try client.refusal("CredentialWrong", of: "RetrieveSecret", Self.guessing)
            #expect((1...30_000).contains(try #require(second["retryAfterMilliseconds"].integer)))
            #expect(second["attemptsRemaining"] == 0 || second["attemptsRemaining"] == 1)
            try daemon.crash()
            try daemon.start()
            let again = try daemon.client()
            for call in [Self.answering, Self.guessing] {
                let refusal = try again.refusal("CredentialThrottled", of: "RetrieveSecret", call)
                #expect((1...30_000).contains(try #require(refusal["retryAfterMilliseconds"].integer)))
            }
            #expect(try again.availability()["fallbacks"] == [])
            #expect(
                try again.refusal("HardwareUnavailable", of: "RetrieveSecret", Samples.retrieval)["fallbacks"] == [])
        }
    }

    @Test("The wait ends by itself, and the right PIN clears the count")
    func throttleEnds() throws {
        try DaemonUnderTest.with(
            [], ["pin.freeFailures": 0, "pin.baseDelaySeconds": 1], state: .stored
        ) { daemon in
            let watcher = try daemon.client()
            try watcher.ask("WatchAvailability")
            #expect(try watcher.receive().parameters["availability"]["fallbacks"] == ["pin"])
            let client = try daemon.client()
            try client.refusal("CredentialWrong", of: "RetrieveSecret", Self.guessing)
            #expect(try watcher.receive().parameters["availability"]["fallbacks"] == [])
            #expect(try watcher.receive().parameters["availability"]["fallbacks"] == ["pin"])
            try client.result(of: "RetrieveSecret", Self.answering)
        }
    }

    @Test("Too many wrong PINs block it; without another credential the app signs in again, and Reset starts over")
    func blocked() throws {
        try DaemonUnderTest.with(
            [], ["pin.freeFailures": 10, "pin.blockedAfter": 2], state: .stored
        ) { daemon in
            let client = try daemon.client()
            #expect(
                try client.refusal("CredentialWrong", of: "RetrieveSecret", Self.guessing)["attemptsRemaining"] == 1)
            let last = try client.refusal("CredentialWrong", of: "RetrieveSecret", Self.guessing)
            #expect(last["attemptsRemaining"] == 0)
            #expect(last["guidance"]["action"] == "signInAgain")
            #expect(last["guidance"]["body"] == "No tries left. Sign in again to continue.")
            try daemon.crash()
            try daemon.start()
            let again = try daemon.client()
            try again.refusal("SignInRequired", of: "RetrieveSecret", Self.answering)
            try again.refusal("SignInRequired", of: "SetPIN", ["pin": "402938", "credential": Samples.credential])
            #expect(try again.availability()["fallbacks"] == [])
        }
    }

    @Test("A blocked PIN is not asked for: the remaining ways are reported at once")
    func blockedIsNotAskedFor() throws {
        try DaemonUnderTest.with([.device], ["pin.blockedAfter": 1], state: .variety) { daemon in
            let client = try daemon.client()
            try client.refusal("CredentialWrong", of: "RetrieveSecret", Self.guessing.with(["name": "PIN"]))
            try client.refusal("SignInRequired", of: "SetPIN", ["pin": "402938"])
            try client.refusal("SignInRequired", of: "Enroll", ["finger": "leftThumb"])
            let refusal = try client.refusal(
                "FactorNotAllowed", of: "RetrieveSecret", ["name": "PIN", "reason": "Read it"])
            #expect(refusal["allowed"] == ["pin"])
            #expect(refusal["fallbacks"] == [])
            #expect(refusal["guidance"]["title"] == "Your PIN is locked")
            #expect(refusal["guidance"]["action"] == "signInAgain")
        }
    }

    @Test("Reset by root starts over if the PIN was forgotten", .asRoot, .tags(.needsRoot))
    func reset() throws {
        try DaemonUnderTest.with([], ["pin.blockedAfter": 1], state: .stored) { daemon in
            let client = try daemon.client()
            try client.refusal("CredentialWrong", of: "RetrieveSecret", Self.guessing)
            try client.refusal("SignInRequired", of: "RetrieveSecret", Self.answering)
            try client.result(of: "Reset")
            #expect(try client.items().isEmpty)
            #expect(try client.prints().isEmpty)
            try client.setPIN()
            try client.result(of: "Authenticate", Samples.authentication.with(["credential": Samples.credential]))
        }
    }

    @Test("A guess is on disk before it is compared, so a crash in between forgives nothing")
    func crashDuringComparison() throws {
        try DaemonUnderTest.with([], ["pin.freeFailures": 0], state: .stored) { daemon in
            let client = try daemon.client()
            // The first write about a new user comes before this one.
            try client.result(of: "AnswerOnboarding", ["answer": "accepted"])
            let database = "\(daemon.stateDirectory)/keystore.sqlite"
            let before = try Files.read(database)
            try client.send("RetrieveSecret", Self.guessing)
            // The database is written, and final once the journal is emptied.
            try waitUntil("the guess is written") { try Files.read(database) != before }
            try waitUntil("the journal is emptied") { try Files.read(database + "-journal").isEmpty }
            try daemon.crash()
            try daemon.start()
            try daemon.client().refusal("CredentialThrottled", of: "RetrieveSecret", Self.answering)
        }
    }

    @Test("A new PIN takes the old one, and items that it opened stay open by the new one")
    func change() throws {
        try DaemonUnderTest.with([], state: .stored) { daemon in
            let client = try daemon.client()
            #expect(
                try client.refusal("CredentialRequired", of: "SetPIN", ["pin": "402938"])["accepted"] == ["pin"])
            try client.refusal(
                "CredentialWrong", of: "SetPIN", ["pin": "402938", "credential": Samples.wrongCredential])
            let change: JSON = ["pin": "402938", "credential": Samples.credential]
            #expect(try client.result(of: "SetPIN", change)["invalidatedItems"] == 0)
            try client.refusal("CredentialWrong", of: "RetrieveSecret", Self.answering)
            #expect(
                try client.result(of: "RetrieveSecret", Samples.retrieval.with(["credential": ["pin": "402938"]]))[
                    "secret"
                ]
                .string == Samples.secretBase64)
        }
    }

    @Test("A finger authorises no finger and no PIN: those changes ask for the PIN, and fail without one")
    func guarded() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let client = try daemon.client()
            let print = try #require(try client.prints().first?["id"])
            try client.ask("Authenticate", Samples.authentication)
            try client.touch(daemon.reader())
            for (method, parameters) in [
                ("Enroll", ["finger": "leftThumb"]), ("DeletePrint", ["printId": print]), ("DeleteAllPrints", [:]),
                ("VouchPrints", ["printIds": [print]]),
                ("SetPIN", ["pin": "402938"]),
            ] as [(String, JSON)] {
                #expect(
                    try client.refusal("CredentialRequired", of: method, parameters)["accepted"] == ["pin"], "\(method)"
                )
            }
            // Without a password, nothing would guard the print any more.
            let refusal = try client.refusal("CredentialNotSet", of: "RemovePIN", ["credential": Samples.credential])
            #expect(refusal["factor"] == "password")
            #expect(refusal["guidance"]["title"] == "No password can be checked")
        }
        try DaemonUnderTest.with { daemon in
            let refusal = try daemon.client().refusal("CredentialNotSet", of: "Enroll", ["finger": "leftThumb"])
            #expect(refusal["factor"] == "pin")
        }
    }

    @Test("Simultaneous guesses on many connections are counted one by one")
    func parallelGuesses() throws {
        try DaemonUnderTest.with([], ["pin.freeFailures": 1], state: .stored) { daemon in
            let clients = try (0..<6).map { _ in try daemon.client() }
            for client in clients { try client.send("RetrieveSecret", Self.guessing) }
            let errors = try clients.map { try $0.last().error }
            #expect(errors.count { $0 == "CredentialWrong" } == 2)
            #expect(errors.count { $0 == "CredentialThrottled" } == 4)
        }
    }
}
