import BlockingTests
import Testing

/// Sleep with a reader that matches on its own chip, on a USB bus: many lose power during sleep, and return as if
/// plugged in again.
@Suite(
    "The machine's sleep with a match-on-chip reader", .blocking, .tags(.needsRecordings, .needsPython),
    .withRecordings)
struct ChipSleepTests {
    private static let serial = "A1B2C3D4"

    /// Runs `body` on a daemon that delays sleep, and on an empty bus.
    private func with(_ body: (DaemonUnderTest, SystemBus, UsbBus, ReaderWatch) throws -> Void) throws {
        try DaemonUnderTest.prepared([], state: .pinSet) { daemon in
            let bus = SystemBus(of: daemon)
            try bus.start()
            let usb = try UsbBus(errors: "\(daemon.directory)/usb-errors")
            try daemon.start(launcher: usb.launcher)
            try bus.hear("inhibited sleep delay")
            try body(daemon, bus, usb, ReaderWatch(daemon))
            try daemon.stop()
        }
    }

    /// Like `with`, for a user who has a finger on the reader's chip and an item that it opens; the reader is away
    /// again.
    private func withPrint(_ body: (DaemonUnderTest, SystemBus, UsbBus, ReaderWatch) throws -> Void) throws {
        try with { daemon, bus, usb, watch in
            // It may be unplugged before the list and the closing.
            try usb.plug(into: 9, serial: Self.serial, answering: [.open, .none, .enroll, .list, .close])
            _ = try watch.next("added")
            try daemon.client().enrollAndStore()
            try usb.unplug(from: 9)
            _ = try watch.next("removed")
            try body(daemon, bus, usb, watch)
        }
    }

    /// Opens the item with the recording's finger.
    private func expectOpening(_ daemon: DaemonUnderTest) throws {
        let client = try daemon.client()
        try client.ask("RetrieveSecret", Samples.retrieval)
        #expect(try client.result()["secret"].string == Samples.secretBase64)
        #expect(try client.item()["openableBy"] == ["fingerprint", "pin"])
    }

    private func fallAsleep(_ bus: SystemBus) throws {
        try bus.tell("sleep true")
        try bus.hear("released")
    }

    private func wakeUp(_ bus: SystemBus) throws {
        try bus.tell("sleep false")
        try bus.hear("inhibited sleep delay")
    }

    @Test("A reader that keeps its power opens the item after sleep")
    func powered() throws {
        try withPrint { daemon, bus, usb, watch in
            try usb.plug(into: 9, serial: Self.serial, answering: [.open, .identify, .list, .close])
            _ = try watch.next("added")
            try fallAsleep(bus)
            let client = try daemon.client()
            let refusal = try client.refusal("HardwareUnavailable", of: "RetrieveSecret", Samples.retrieval)
            #expect(refusal["reason"] == "suspended")
            try wakeUp(bus)
            try expectOpening(daemon)
        }
    }

    @Test("A reader that loses its power, and returns before the machine is awake, opens the item")
    func unpowered() throws {
        try withPrint { daemon, bus, usb, watch in
            try usb.plug(into: 9, serial: Self.serial, answering: [.open])
            let added = try watch.next("added")
            try fallAsleep(bus)
            try usb.unplug(from: 9)
            #expect(try watch.next("removed")["id"] == added["id"])
            try usb.plug(into: 9, serial: Self.serial, answering: [.open, .identify, .list, .close])
            let back = try watch.next("added")
            #expect(back["id"] == added["id"])
            #expect(back["state"] == "suspended")
            try wakeUp(bus)
            try watch.awaitState("ready")
            try expectOpening(daemon)
        }
    }

    @Test("A scan that waits for a finger ends with Cancelled, and the reader that returns opens the item")
    func armed() throws {
        try withPrint { daemon, bus, usb, watch in
            try usb.plug(into: 9, serial: Self.serial, answering: [.open, .armed])
            _ = try watch.next("added")
            let client = try daemon.client()
            try client.ask("RetrieveSecret", Samples.retrieval)
            try client.progress("waitingForFinger")
            try fallAsleep(bus)
            #expect(try client.refusal("Cancelled")["by"] == "suspend")
            try usb.unplug(from: 9)
            _ = try watch.next("removed")
            try usb.plug(into: 9, serial: Self.serial, answering: [.open, .identify, .list, .close])
            _ = try watch.next("added")
            try wakeUp(bus)
            try expectOpening(daemon)
        }
    }

    @Test("An enrolment whose print the chip already has when sleep comes leaves it neither there nor here")
    func enrolling() throws {
        try with { daemon, bus, usb, watch in
            try bus.tell("patient")
            try bus.hear("done")
            try usb.plug(into: 9, serial: Self.serial, answering: [.open, .none, .unanswered])
            _ = try watch.next("added")
            let client = try daemon.client()
            try client.ask("Enroll", ["finger": "rightIndex", "credential": Samples.credential])
            while try client.awaitProgress("stagePassed")["stage"] != 9 {}
            try fallAsleep(bus)
            #expect(try client.refusal("Cancelled")["by"] == "suspend")
            #expect(try client.prints().isEmpty)
            #expect(try daemon.hasNotedChipCopies())
            try usb.unplug(from: 9)
            _ = try watch.next("removed")
            try usb.plug(into: 9, serial: Self.serial, answering: [.open, .delete, .close])
            _ = try watch.next("added")
            try wakeUp(bus)
            try daemon.awaitNoChipCopies()
        }
    }
}
