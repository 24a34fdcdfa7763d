import BlockingTests
import Glibc
import Testing
import VirtualReaders

@Suite("Lockout", .blocking)
struct LockoutTests {
    /// As many as lead to a lockout, so that `attemptsRemaining` shows the misses of all calls together.
    private static let oneCall: [String: JSON] = ["fingerprint.attemptsPerCall": 5]

    @Test("Three misses end a call, five in all lock, and the query agrees with the error")
    func locking() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let reader = try daemon.reader()
            let client = try daemon.client()
            try client.ask("RetrieveSecret", Samples.retrieval)
            for remaining in [2, 1, 0] {
                #expect(try client.miss(on: reader)["attemptsRemaining"].integer == remaining)
            }
            #expect(try client.refusal("AuthenticationFailed")["fallbacks"] == ["pin"])
            #expect(try client.availability()["state"] == "available")
            let second = try daemon.client()
            try second.ask("RetrieveSecret", Samples.retrieval)
            for remaining in [1, 0] { #expect(try second.miss(on: reader)["attemptsRemaining"].integer == remaining) }
            let lockout = try second.refusal("Lockout")
            #expect(lockout["fallbacks"] == ["pin"])
            #expect(lockout["clearedBy"] == ["pin"])
            #expect((29_000...30_000).contains(try #require(lockout["retryAfterMilliseconds"].integer)))
            let availability = try client.availability()
            #expect(availability["state"] == "lockout")
            #expect(availability["fallbacks"] == ["pin"])
            #expect((1...30_000).contains(try #require(availability["retryAfterMilliseconds"].integer)))
            for (method, parameters) in [
                ("Authenticate", Samples.authentication), ("RetrieveSecret", Samples.retrieval),
            ] {
                try client.refusal("Lockout", of: method, parameters)
            }
            try client.result(of: "RetrieveSecret", Samples.retrieval.with(["credential": Samples.credential]))
            #expect(try client.availability()["state"] == "available")
            #expect(try daemon.attemptsRemaining() == 3)
        }
    }

    @Test("Neither a clean end nor a crash shortens or clears a lockout")
    func restarts() throws {
        try DaemonUnderTest.with([.device], Self.oneCall, state: .stored) { daemon in
            let reader = try daemon.reader()
            let client = try daemon.client()
            try client.ask("Authenticate", Samples.authentication)
            for _ in 1...5 { try client.miss(on: reader) }
            var left = try #require(try client.refusal("Lockout")["retryAfterMilliseconds"].integer)
            for isCrash in [true, false] {
                try isCrash ? daemon.crash() : daemon.stop()
                try daemon.start()
                let availability = try daemon.client().availability()
                #expect(availability["state"] == "lockout")
                let now = try #require(availability["retryAfterMilliseconds"].integer)
                #expect((1...left).contains(now))
                left = now
                try daemon.client().refusal("Lockout", of: "RetrieveSecret", Samples.retrieval)
            }
        }
    }

    @Test("A watcher learns when a lockout begins and when its wait has ended")
    func watched() throws {
        let limits: [String: JSON] = ["lockout.freeFailures": 1, "lockout.baseDelaySeconds": 1]
        try DaemonUnderTest.with([.device], limits, state: .stored) { daemon in
            let watcher = try daemon.client()
            try watcher.ask("WatchAvailability")
            #expect(try watcher.receive().parameters["availability"]["state"] == "available")
            let client = try daemon.client()
            try client.ask("Authenticate", Samples.authentication)
            try client.miss(on: daemon.reader())
            try client.refusal("Lockout")
            #expect(try watcher.receive().parameters["availability"]["state"] == "lockout")
            #expect(try watcher.receive().parameters["availability"]["state"] == "available")
        }
    }

    @Test("A crash while armed is a miss; a clean end just after an answer, or a client that left, is none")
    func ends() throws {
        try DaemonUnderTest.with([.device], Self.oneCall, state: .stored) { daemon in
            let armed = try daemon.client()
            try armed.ask("Authenticate", Samples.authentication)
            try armed.awaitProgress("waitingForFinger")
            try daemon.crash()
            try daemon.start()
            #expect(try daemon.attemptsRemaining() == 4)
            let client = try daemon.client()
            try client.ask("Authenticate", Samples.authentication)
            try client.awaitProgress("waitingForFinger")
            try daemon.reader().send(.scan(Samples.finger))
            _ = try client.result()
            try daemon.stop()
            try daemon.start()
            #expect(try daemon.attemptsRemaining() == 5)
            // No reference to this one remains when the closure returns, so its connection closes.
            try {
                let leaving = try daemon.client()
                try leaving.ask("Authenticate", Samples.authentication)
                try leaving.awaitProgress("waitingForFinger")
            }()
            try daemon.stop()
            try daemon.start()
            #expect(try daemon.attemptsRemaining() == 5)
        }
    }
}

extension DaemonUnderTest {
    /// The attempts that the next call has before the lockout; the call is ended before a finger is seen.
    func attemptsRemaining() throws -> Int? {
        let client = try client()
        try client.ask("Authenticate", Samples.authentication)
        let remaining = try client.awaitProgress("waitingForFinger")["attemptsRemaining"].integer
        try client.send("CancelRequest", oneway: true)
        try client.refusal("Cancelled")
        return remaining
    }
}
