import BlockingTests
import Testing
import VirtualReaders

@Suite("The PIN", .blocking)
struct PINTests {
    private static let answering = Samples.retrieval.with(["credential": Samples.credential])
    private static let guessing = Samples.retrieval.with(["credential": Samples.wrongCredential])

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

    @Test("A blocked PIN is blocked over a crash, and is not asked for: the app signs in again")
    func blocked() throws {
        try DaemonUnderTest.with([.device], ["pin.blockedAfter": 1], state: .variety) { daemon in
            let guess = Self.guessing.with(["name": "PIN"])
            let last = try daemon.client().refusal("CredentialWrong", of: "RetrieveSecret", guess)
            #expect(last["attemptsRemaining"] == 0)
            #expect(last["guidance"]["action"] == "signInAgain")
            #expect(last["guidance"]["body"] == "No tries left. Sign in again to continue.")
            try daemon.crash()
            try daemon.start()
            let client = try daemon.client()
            try client.refusal("SignInRequired", of: "RetrieveSecret", Self.answering.with(["name": "PIN"]))
            try client.refusal("SignInRequired", of: "SetPIN", ["pin": "402938"])
            try client.refusal("SignInRequired", of: "Enroll", ["finger": "leftThumb"])
            #expect(try client.availability()["fallbacks"] == [])
            let refusal = try client.refusal(
                "FactorNotAllowed", of: "RetrieveSecret", ["name": "PIN", "reason": "Read it"])
            #expect(refusal["allowed"] == ["pin"])
            #expect(refusal["fallbacks"] == [])
            #expect(refusal["guidance"]["title"] == "Your PIN is locked")
            #expect(refusal["guidance"]["action"] == "signInAgain")
        }
    }
}
