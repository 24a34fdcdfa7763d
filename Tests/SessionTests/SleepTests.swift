import BlockingTests
import Testing
import VirtualReaders

@testable import GateDaemon

@Suite("the machine's sleep", .blocking, .tags(.needsPython))
struct SleepTests {
    /// Runs `body` on a daemon that holds the machine's sleep back.
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

    @Test("sleep waits until a waiting scan has ended with Cancelled, and after it everything works again")
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

    @Test("an enrolment that is under way ends with Cancelled, and keeps nothing")
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

    @Test("a finger that was seen before sleep is still judged: falling asleep is no free guess")
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

    @Test("half a second is left of what logind waits for")
    func budget() {
        // InhibitDelayMaxSec is 5 s.
        #expect(Gatekeeper.sleepBudget + .milliseconds(500) <= .seconds(5))
    }

    @Test("sleep waits for its budget only, though a finger was seen and the reader answers nothing")
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
            // Were the reader waited for, it would be given up, and faulted, before it is suspended.
            var states: [String?] = []
            repeat {
                states.append(try watch.receive().parameters["reader"]["state"].string)
            } while states.last != "suspended"
            #expect(states == ["busy", "suspended"])
            // Ends what the reader does.
            try daemon.reader().send(.scan(Samples.strangeFinger))
            try bus.tell("sleep false")
            try bus.hear("inhibited sleep delay")
        }
    }

    @Test("no authentication outlives sleep, neither one of before nor one that was given while falling asleep")
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

    @Test("a daemon that starts while the machine falls asleep takes part in it")
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

    @Test("a daemon that waits for its TPM does not hold sleep back: it has nothing to put away")
    func sealed() throws {
        try DaemonUnderTest.prepared([.device], ["sealing.provider": "tpm"]) { daemon in
            let bus = SystemBus(of: daemon)
            try bus.start()
            try daemon.start()
            try daemon.client().refusal("SealingUnavailable", of: "ListItems")
            try bus.tell("sync")
            // What the daemon had asked for by now would be told before.
            try bus.hear("done")
            try daemon.stop()
        }
    }

    @Test("a bus that goes away in the middle of sleep leaves nobody suspended")
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

    @Test("without a bus the daemon serves, says so once, and finds the bus that comes later")
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

    @Test("a bus without a logind is served on, and the logind that comes later is found")
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

    @Test("a logind, and a bus, that are started anew are followed again")
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
    /// Of a watch: reads on until the availability is this.
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
