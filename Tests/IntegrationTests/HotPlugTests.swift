import BlockingTests
import Testing
import VirtualReaders

/// Readers on a USB bus, found and lost through udev and libusb like real ones.
@Suite(
    "Readers that are plugged in and out", .blocking, .tags(.needsRecordings, .needsPython), .withRecordings)
struct HotPlugTests {
    private func with(
        state: StateFixture = .empty, _ body: (DaemonUnderTest, UsbBus, ReaderWatch) throws -> Void
    ) throws {
        try DaemonUnderTest.prepared([], state: state) { daemon in
            let bus = try UsbBus(errors: "\(daemon.directory)/bus-errors")
            try daemon.start(launcher: bus.launcher)
            try body(daemon, bus, ReaderWatch(daemon))
            try daemon.stop()
        }
    }

    @Test("A reader that is plugged in while the daemon runs is listed, and an unplugged one is not")
    func plugged() throws {
        try with { daemon, bus, watch in
            let client = try daemon.client()
            #expect(try client.availability()["state"] == "noHardware")
            for _ in 1...3 {
                try bus.plug(into: 9)
                let added = try watch.next("added")
                #expect(added["driver"] == "elanmoc")
                #expect(added["bus"] == "usb")
                #expect(added["state"] == "ready")
                #expect(try client.result(of: "ListReaders")["readers"].elements == [added])
                #expect(try client.availability()["state"] == "notEnrolled")
                try bus.unplug(from: 9)
                #expect(try watch.next("removed")["id"] == added["id"])
                #expect(try client.result(of: "ListReaders")["readers"].elements.isEmpty)
                #expect(try client.availability()["state"] == "noHardware")
            }
        }
    }

    @Test("The availability is pushed when the only reader disappears and when one appears", arguments: [false, true])
    func availability(hasPrints: Bool) throws {
        // The print is on another reader, which stays away.
        try with(state: hasPrints ? .enrolled : .pinSet) { daemon, bus, watch in
            let watcher = try daemon.client()
            try watcher.ask("WatchAvailability")
            let absent = hasPrints ? "hardwareUnavailable" : "noHardware"
            func next() throws -> JSON { try watcher.receive().parameters["availability"] }
            for round in 0..<3 {
                let without = try next()
                #expect(without["state"].string == absent, "\(round)")
                #expect(without["reason"].string == (hasPrints ? "disconnected" : nil), "\(round)")
                try bus.plug(into: 9)
                #expect(try next()["state"] == "notEnrolled", "\(round)")
                _ = try watch.next("added")
                try bus.unplug(from: 9)
                _ = try watch.next("removed")
            }
        }
    }

    @Test("Two readers of the same kind are two, and each keeps its name whichever is unplugged")
    func sameKind() throws {
        try with { _, bus, watch in
            try bus.plug(into: 8)
            try bus.plug(into: 9)
            let first = try watch.next("added")["id"]
            let second = try watch.next("added")["id"]
            #expect(first != second)
            try bus.unplug(from: 8)
            #expect(try watch.next("removed")["id"] == first)
            try bus.unplug(from: 9)
            #expect(try watch.next("removed")["id"] == second)
            // Back in the other order.
            try bus.plug(into: 9)
            #expect(try watch.next("added")["id"] == second)
            try bus.plug(into: 8)
            #expect(try watch.next("added")["id"] == first)
        }
    }

    @Test("A reader with a serial number keeps its name in another port; one without is known by its port")
    func otherPort() throws {
        try with { _, bus, watch in
            try bus.plug(into: 9, serial: "A1B2C3D4")
            let numbered = try watch.next("added")["id"]
            try bus.unplug(from: 9)
            #expect(try watch.next("removed")["id"] == numbered)
            try bus.plug(into: 4, serial: "A1B2C3D4")
            #expect(try watch.next("added")["id"] == numbered)
            try bus.plug(into: 5, serial: "E5F6A7B8")
            #expect(try watch.next("added")["id"] != numbered)
            try bus.plug(into: 6)
            let nameless = try watch.next("added")["id"]
            try bus.unplug(from: 6)
            #expect(try watch.next("removed")["id"] == nameless)
            try bus.plug(into: 7)
            #expect(try watch.next("added")["id"] != nameless)
        }
    }

    @Test("Unplugging a reader in the middle of an enrolment ends it, though its driver waits for ever")
    func enrolling() throws {
        try with(state: .pinSet) { daemon, bus, watch in
            try bus.plug(into: 9, serial: "A1B2C3D4")
            let added = try watch.next("added")
            let client = try daemon.client()
            try client.ask("Enroll", ["finger": "rightIndex", "credential": Samples.credential])
            try client.progress("waitingForFinger")
            try bus.unplug(from: 9)
            #expect(try client.refusal("HardwareUnavailable")["reason"] == "disconnected")
            #expect(try watch.next("removed")["id"] == added["id"])
            #expect(try client.prints().isEmpty)
            // The next one has its name, though the driver has not released the first.
            try bus.plug(into: 3, serial: "A1B2C3D4")
            #expect(try watch.next("added")["id"] == added["id"])
            #expect(try client.result(of: "ListReaders")["readers"].elements.count == 1)
        }
    }

    @Test("A finger enrolled on a reader opens its item after the reader was away, without renewal")
    func away() throws {
        try with(state: .pinSet) { daemon, bus, watch in
            // Both may be unplugged before the list and the closing.
            try bus.plug(into: 9, serial: "A1B2C3D4", answering: [.open, .none, .enroll, .list, .close])
            let added = try watch.next("added")
            let client = try daemon.client()
            try client.enrollAndStore()
            let prints = try client.result(of: "ListPrints")
            try bus.unplug(from: 9)
            #expect(try watch.next("removed")["id"] == added["id"])
            let refusal = try client.refusal("HardwareUnavailable", of: "RetrieveSecret", Samples.retrieval)
            #expect(refusal["reason"] == "disconnected")
            #expect(try client.result(of: "ListPrints") == prints)
            // In another port.
            try bus.plug(into: 4, serial: "A1B2C3D4", answering: [.open, .identify, .list, .close])
            #expect(try watch.next("added")["id"] == added["id"])
            try client.ask("RetrieveSecret", Samples.retrieval)
            #expect(try client.result()["secret"].string == Samples.secretBase64)
            #expect(try client.result(of: "ListPrints") == prints)
            #expect(try client.item()["openableBy"] == ["fingerprint", "pin"])
        }
    }

    @Test("A reader unplugged while it keeps a print deletes the print when it is back")
    func keeping() throws {
        try with(state: .pinSet) { daemon, bus, watch in
            try lose(bus, daemon, watch)
            try bus.plug(into: 9, serial: "A1B2C3D4", answering: [.open, .delete, .close])
            _ = try watch.next("added")
            try daemon.awaitNoChipCopies()
        }
    }

    @Test("A reader that cannot be opened on its return still deletes the print later")
    func wakingLate() throws {
        try with(state: .pinSet) { daemon, bus, watch in
            try lose(bus, daemon, watch)
            try bus.plug(into: 9, serial: "A1B2C3D4", answering: [.silent])
            _ = try watch.next("added")
            try watch.awaitState("faulted")
            #expect(try daemon.hasNotedChipCopies())
            try bus.wake(9, answering: [.open, .delete, .close])
            try daemon.awaitNoChipCopies()
        }
    }

    @Test("A print that a reader keeps as the daemon is killed is nobody's, and is deleted at the next start")
    func killed() throws {
        try with(state: .pinSet) { daemon, bus, watch in
            try bus.plug(into: 9, serial: "A1B2C3D4", answering: [.open, .none, .unanswered])
            _ = try watch.next("added")
            let client = try daemon.client()
            try client.ask("Enroll", ["finger": "rightIndex", "credential": Samples.credential])
            while try client.awaitProgress("stagePassed")["stage"] != 9 {}
            try daemon.crash()
            #expect(try daemon.hasNotedChipCopies())
            try bus.unplug(from: 9)
            try bus.plug(into: 9, serial: "A1B2C3D4", answering: [.open, .delete, .close])
            try daemon.start(launcher: bus.launcher)
            try daemon.awaitNoChipCopies()
            #expect(try daemon.client().prints().isEmpty)
        }
    }

    /// Unplugs a reader at the order to keep a print.
    private func lose(_ bus: UsbBus, _ daemon: DaemonUnderTest, _ watch: ReaderWatch) throws {
        try bus.plug(into: 9, serial: "A1B2C3D4", answering: [.open, .none, .unanswered])
        _ = try watch.next("added")
        let client = try daemon.client()
        try client.ask("Enroll", ["finger": "rightIndex", "credential": Samples.credential])
        while try client.awaitProgress("stagePassed")["stage"] != 9 {}
        try bus.unplug(from: 9)
        #expect(try client.refusal("HardwareUnavailable")["reason"] == "disconnected")
        _ = try watch.next("removed")
        #expect(try client.prints().isEmpty)
        // The daemon answers only after noting what the chip may have; the note goes once the chip confirms the
        // deletion.
        #expect(try daemon.hasNotedChipCopies())
    }

    @Test("A reader that cannot be opened is faulted and stays, until it is unplugged")
    func cannotBeOpened() throws {
        try with(state: .pinSet) { daemon, bus, watch in
            // The first has the recorded answers.
            try bus.plug(into: 8)
            _ = try watch.next("added")
            try bus.unplug(from: 8)
            _ = try watch.next("removed")
            try bus.plug(into: 9)
            _ = try watch.next("added")
            let client = try daemon.client()
            #expect(
                try client.refusal(
                    "HardwareUnavailable", of: "Enroll", ["finger": "rightIndex", "credential": Samples.credential])[
                        "reason"] == "faulted")
            #expect(try client.result(of: "ListReaders")["readers"][0]["state"] == "faulted")
            try bus.unplug(from: 9)
            _ = try watch.next("removed")
            #expect(try client.result(of: "ListReaders")["readers"].elements.isEmpty)
        }
    }
}
