import BlockingTests
import Testing
import VirtualReaders

@Suite("Failures in a reader", .blocking)
struct SensorErrorTests {
    /// The report of an `FpDeviceError`; nil if only the error's name shows it.
    struct Outcome: Sendable {
        let error: String
        let reason: String?

        static let faulted = Outcome(error: "HardwareUnavailable", reason: "faulted")
        static func unavailable(_ reason: String) -> Outcome { .init(error: "HardwareUnavailable", reason: reason) }
    }

    /// While an item is opened. Codes of enrolling only say that the reader is out of order.
    private static let opening: [Int: Outcome] = [
        0: .faulted, 1: .faulted, 2: .faulted, 3: .faulted, 4: .unavailable("busy"), 5: .faulted, 6: .faulted,
        7: Outcome(error: "NotEnrolled", reason: nil), 8: .faulted, 9: .faulted,
        256: .unavailable("disconnected"), 257: .unavailable("overheated"),
    ]

    private static let enrolling: [Int: Outcome] = [
        0: .faulted, 1: .faulted, 2: .faulted, 3: .faulted, 4: .unavailable("busy"), 5: .faulted, 6: .faulted,
        7: .faulted, 8: Outcome(error: "ReaderFull", reason: nil),
        9: Outcome(error: "FingerKnownToReader", reason: nil),
        256: .unavailable("disconnected"), 257: .unavailable("overheated"),
    ]

    private static let hints = [0: "poorScan", 1: "tooShort", 2: "notCentered", 3: "removeFinger"]

    @Test("Every error code while an item is opened has its outcome, and costs neither the print nor the item")
    func openingErrors() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader()
            for (code, outcome) in Self.opening.sorted(by: { $0.key < $1.key }) {
                try client.ask("RetrieveSecret", Samples.retrieval)
                try client.awaitProgress("waitingForFinger")
                try reader.send(.error(code))
                let refusal = try client.last()
                #expect(refusal.error == outcome.error, "ERROR \(code)")
                #expect(refusal.parameters["reason"].string == outcome.reason, "ERROR \(code)")
                #expect(refusal.parameters["fallbacks"] == ["pin"], "ERROR \(code)")
                if code == 7 { #expect(refusal.parameters["printsVanished"] == true) }
                if code == 257 { #expect(try #require(refusal.parameters["retryAfterMilliseconds"].integer) > 0) }
                // Every request tries the reader again, and a fault is not a guess.
                try client.ask("RetrieveSecret", Samples.retrieval)
                #expect(try client.awaitProgress("waitingForFinger")["attemptsRemaining"] == 3, "ERROR \(code)")
                try reader.send(.scan(Samples.finger))
                #expect(try client.result()["secret"].string == Samples.secretBase64, "ERROR \(code)")
            }
            #expect(try client.prints().count == 1)
            #expect(try client.item()["openableBy"] == ["fingerprint", "pin"])
        }
    }

    @Test("Every error code while a finger is enrolled has its outcome, and leaves no print")
    func enrollingErrors() throws {
        try DaemonUnderTest.with(state: .pinSet) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader()
            for (code, outcome) in Self.enrolling.sorted(by: { $0.key < $1.key }) {
                try client.ask("Enroll", ["finger": "rightIndex", "credential": Samples.credential])
                try client.awaitProgress("waitingForFinger")
                try reader.send(.scan(Samples.finger))
                try client.awaitProgress("stagePassed")
                try client.awaitProgress("waitingForFinger")
                try reader.send(.error(code))
                let refusal = try client.last()
                #expect(refusal.error == outcome.error, "ERROR \(code)")
                #expect(refusal.parameters["reason"].string == outcome.reason, "ERROR \(code)")
                #expect(try client.prints().isEmpty)
            }
            try client.enroll(on: reader)
            #expect(try client.prints().count == 1)
        }
    }

    @Test("A poor scan is reported with its hint, is asked for again, and counts as no failure")
    func retries() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader()
            try client.ask("RetrieveSecret", Samples.retrieval)
            for (code, hint) in Self.hints {
                #expect(try client.awaitProgress("waitingForFinger")["attemptsRemaining"] == 3)
                try reader.send(.retry(code))
                let retry = try client.awaitProgress("retry")
                #expect(retry["hint"].string == hint)
                #expect(retry["attemptsRemaining"] == 3)
            }
            try client.awaitProgress("waitingForFinger")
            try reader.send(.scan(Samples.finger))
            #expect(try client.result()["secret"].string == Samples.secretBase64)
        }
    }

    @Test("The progress waitingForFinger comes once for each wanted touch")
    func oneWaitEach() throws {
        try DaemonUnderTest.with(state: .pinSet) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader()
            try client.ask("Enroll", ["finger": "rightIndex", "credential": Samples.credential])
            var events: [String] = []
            while true {
                let reply = try client.receive()
                guard reply.continues else { break }
                let event = try #require(reply.parameters["progress"]["event"].string)
                if event != "fingerPresent" { events.append(event) }
                if event == "waitingForFinger" { try reader.send(.scan(Samples.finger)) }
            }
            #expect(events == Array(repeating: ["waitingForFinger", "stagePassed"], count: 5).flatMap(\.self))
        }
    }

    @Test("A print that the reader misses twice is gone, and the enrolment with it")
    func vanished() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader()
            let before = try client.result(of: "ListPrints")["enrollmentId"]
            for _ in 1...2 {
                try client.ask("RetrieveSecret", Samples.retrieval)
                try client.awaitProgress("waitingForFinger")
                try reader.send(.error(7))
                #expect(try client.refusal("NotEnrolled")["printsVanished"] == true)
            }
            #expect(try client.availability()["state"] == "notEnrolled")
            #expect(try client.availability()["reason"] == "printsVanished")
            #expect(try client.item()["openableBy"] == ["pin"])
            #expect(try client.result(of: "ListPrints")["enrollmentId"] != before)
        }
    }
}
