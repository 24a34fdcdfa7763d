import BlockingTests
import Testing
import VirtualReaders

@testable import GateCore
@testable import GateDoor

@Suite("The machine's sleep", .blocking, .tags(.needsPython))
struct SleepTests {
    /// Runs `body` on a daemon that delays the machine's sleep.
    private func with(
        _ configuration: [String: JSON] = [:], _ body: (DaemonUnderTest, SystemBus) throws -> Void
    ) throws {
        try DaemonUnderTest.prepared([.device], configuration, state: .stored) { daemon in
            let bus = SystemBus(of: daemon)
            try bus.start()
            try daemon.start()
            try bus.hear("inhibited sleep delay")
            try body(daemon, bus)
            try daemon.stop()
        }
    }

    @Test("Sleep waits until a waiting scan has ended with Cancelled, and afterwards everything works again")
    func waitingScan() throws {
        try with { daemon, bus in
            let client = try daemon.client()
            let watcher = try daemon.client()
            try watcher.ask("WatchAvailability")
            try watcher.awaitAvailability("available", reason: nil)
            try client.ask("RetrieveSecret", Samples.retrieval)
            try client.progress("waitingForFinger")

            try bus.tell("sleep true")
            #expect(try client.refusal("Cancelled")["by"] == "suspend")
            try watcher.awaitAvailability("hardwareUnavailable", reason: "suspended")
            try bus.hear("released")
            let refusal = try client.refusal("HardwareUnavailable", of: "RetrieveSecret", Samples.retrieval)
            #expect(refusal["reason"] == "suspended")
            #expect(refusal["fallbacks"] == ["pin"])
            #expect(
                try client.refusal(
                    "HardwareUnavailable", of: "Enroll",
                    ["finger": "leftThumb", "credential": Samples.credential])["reason"] == "suspended")
            #expect(
                try client.result(of: "RetrieveSecret", Samples.retrieval.with(["credential": Samples.credential]))[
                    "secret"
                ].string == Samples.secretBase64)

            try bus.tell("sleep false")
            try bus.hear("inhibited sleep delay")
            try watcher.awaitAvailability("available", reason: nil)
            #expect(try client.retrieve(on: daemon.reader()) == Samples.secretBase64)
        }
    }

    @Test("A running enrolment ends with Cancelled, and keeps nothing")
    func enrolment() throws {
        try with { daemon, bus in
            let client = try daemon.client()
            try client.ask("Enroll", ["finger": "leftThumb", "credential": Samples.credential])
            try client.progress("waitingForFinger")
            try daemon.reader().send(.scan(Samples.otherFinger))
            try client.awaitProgress("stagePassed")
            try bus.tell("sleep true")
            #expect(try client.refusal("Cancelled")["by"] == "suspend")
            try bus.hear("released")
            try bus.tell("sleep false")
            try bus.hear("inhibited sleep delay")
            #expect(try client.prints().count == 1)
            try client.enroll(Samples.otherFinger, as: "leftThumb", on: daemon.reader())
        }
    }

    @Test("A finger seen before sleep is still judged: falling asleep is no free guess")
    func judgement() throws {
        try with(["lockout.freeFailures": 1]) { daemon, bus in
            let client = try daemon.client()
            try client.ask("Authenticate", Samples.authentication)
            try client.progress("waitingForFinger")
            try daemon.reader().send(.finger(present: true))
            try client.awaitProgress("fingerPresent")
            let watcher = try daemon.client()
            try watcher.ask("WatchAvailability")
            try bus.tell("sleep true")
            try watcher.awaitAvailability("hardwareUnavailable", reason: "suspended")
            try daemon.reader().send(.scan(Samples.strangeFinger))
            #expect(try client.refusal("Cancelled")["by"] == "suspend")
            try bus.hear("released")
            #expect(try client.availability()["state"] == "lockout")
        }
    }

    @Test("The daemon leaves half a second of the time that logind waits")
    func budget() {
        // InhibitDelayMaxSec is 5 s.
        #expect(Gatekeeper.sleepBudget + .milliseconds(500) <= .seconds(5))
    }

    @Test("Sleep waits only for its budget, though a finger was seen and the reader answers nothing")
    func unanswered() throws {
        try with { daemon, bus in
            try bus.tell("patient")
            try bus.hear("done")
            let watch = try daemon.client()
            try watch.ask("WatchReaders")
            try watch.receive()
            let client = try daemon.client()
            try client.ask("Authenticate", Samples.authentication)
            try client.progress("waitingForFinger")
            try daemon.reader().send([.cancellation(enabled: false), .finger(present: true)])
            try client.awaitProgress("fingerPresent")
            try bus.tell("sleep true")
            try bus.hear("released")
            #expect(try client.refusal("Cancelled")["by"] == "suspend")
            // If the reader were waited for, it would be given up, and faulted, before it is suspended.
            var states: [String?] = []
            repeat {
                states.append(try watch.receive().parameters["reader"]["state"].string)
            } while states.last != "suspended"
            #expect(states == ["busy", "suspended"])
            // Ends the reader's operation.
            try daemon.reader().send(.scan(Samples.strangeFinger))
            try bus.tell("sleep false")
            try bus.hear("inhibited sleep delay")
        }
    }

    @Test("No authentication outlives sleep, neither an earlier one nor one given while falling asleep")
    func authentications() throws {
        try with { daemon, bus in
            let client = try daemon.client()
            try client.result(of: "Authenticate", Samples.authentication.with(["credential": Samples.credential]))
            #expect(try client.result(of: "GetLastAuthentication")["authentication"] != .null)
            try bus.tell("sleep true")
            try bus.hear("released")
            #expect(try client.result(of: "GetLastAuthentication")["authentication"] == .null)
            try client.result(of: "Authenticate", Samples.authentication.with(["credential": Samples.credential]))
            try bus.tell("sleep false")
            try bus.hear("inhibited sleep delay")
            #expect(try client.result(of: "GetLastAuthentication")["authentication"] == .null)
        }
    }

    @Test("A daemon that starts while the machine falls asleep takes part in it")
    func lateStart() throws {
        try DaemonUnderTest.prepared(state: .enrolled) { daemon in
            let bus = SystemBus(of: daemon)
            try bus.start()
            try bus.tell("sleep true")
            try daemon.start()
            let watcher = try daemon.client()
            try watcher.ask("WatchAvailability")
            try watcher.awaitAvailability("hardwareUnavailable", reason: "suspended")
            try bus.tell("sleep false")
            try watcher.awaitAvailability("available", reason: nil)
            try bus.hear("inhibited sleep delay")
            try daemon.stop()
        }
    }

    @Test("A daemon that waits for its TPM does not delay sleep, because it has nothing to put away")
    func sealed() throws {
        try DaemonUnderTest.prepared([.device], ["sealing.provider": "tpm"]) { daemon in
            let bus = SystemBus(of: daemon)
            try bus.start()
            try daemon.start()
            try daemon.client().refusal("SealingUnavailable", of: "ListItems")
            try bus.tell("sync")
            // The bus would have reported an earlier request of the daemon first.
            try bus.hear("done")
            try daemon.stop()
        }
    }

    @Test("A bus that goes away in the middle of sleep leaves no reader suspended")
    func lostInSleep() throws {
        try with { daemon, bus in
            try bus.tell("sleep true")
            try bus.hear("released")
            let watcher = try daemon.client()
            try watcher.ask("WatchAvailability")
            try watcher.awaitAvailability("hardwareUnavailable", reason: "suspended")
            try bus.stopBus()
            try watcher.awaitAvailability("available", reason: nil)
        }
    }

    // MARK: Without logind

    private static let absence = "logind is not there"

    @Test("Without a bus the daemon serves, says so once, and finds a bus that appears later")
    func withoutBus() throws {
        try DaemonUnderTest.prepared(state: .stored) { daemon in
            try daemon.start()
            let client = try daemon.client()
            #expect(try client.retrieve(on: daemon.reader()) == Samples.secretBase64)
            let bus = SystemBus(of: daemon)
            try bus.startBus()
            try bus.startLogind()
            try bus.hear("inhibited sleep delay")
            try daemon.stop()
            #expect(daemon.errors.occurrences(of: Self.absence) == 1)
        }
    }

    @Test("Without a logind the daemon serves, and finds one that appears later")
    func withoutLogind() throws {
        try DaemonUnderTest.prepared(state: .stored) { daemon in
            let bus = SystemBus(of: daemon)
            try bus.startBus()
            try daemon.start()
            #expect(try daemon.client().retrieve(on: daemon.reader()) == Samples.secretBase64)
            try bus.startLogind()
            try bus.hear("inhibited sleep delay")
            try daemon.stop()
            #expect(daemon.errors.occurrences(of: Self.absence) <= 1)
        }
    }

    @Test("A restarted logind or bus is followed again")
    func restarts() throws {
        try with { daemon, bus in
            try bus.stopLogind()
            try bus.startLogind()
            try bus.hear("inhibited sleep delay")
            try bus.stopBus()
            try bus.start()
            try bus.hear("inhibited sleep delay")
            let client = try daemon.client()
            try client.ask("Authenticate", Samples.authentication)
            try client.progress("waitingForFinger")
            try bus.tell("sleep true")
            #expect(try client.refusal("Cancelled")["by"] == "suspend")
            try bus.hear("released")
        }
    }
}

extension GateConnection {
    /// Reads on in a watch until this is the availability.
    func awaitAvailability(_ state: String, reason: String?) throws {
        while true {
            let availability = try receive().parameters["availability"]
            if availability["state"].string == state, availability["reason"].string == reason { return }
        }
    }
}

extension String {
    func occurrences(of text: String) -> Int {
        var count = 0
        var rest = Substring(self)
        while let found = rest.firstRange(of: text) {
            count += 1
            rest = rest[found.upperBound...]
        }
        return count
    }
}
