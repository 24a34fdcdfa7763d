import BlockingTests
import Testing
import VirtualReaders

@Suite("Watches", .blocking)
struct WatchTests {
    private func next(_ watcher: GateConnection, at location: SourceLocation = #_sourceLocation) throws -> JSON {
        try watcher.receive(at: location).parameters["availability"]
    }

    /// The availability once it has become this state, after others.
    private func until(
        _ state: String, _ watcher: GateConnection, at location: SourceLocation = #_sourceLocation
    ) throws -> JSON {
        while true {
            let availability = try next(watcher, at: location)
            if availability["state"].string == state { return availability }
        }
    }

    @Test("The availability comes at once, and then with every change: PIN, print, settings, unplugging")
    func availability() throws {
        try DaemonUnderTest.with(state: .empty) { daemon in
            let client = try daemon.client()
            let watcher = try daemon.client()
            try watcher.ask("WatchAvailability")
            #expect(try next(watcher)["state"] == "notEnrolled")
            try client.setPIN()
            #expect(try until("notEnrolled", watcher)["fallbacks"] == ["pin"])
            try client.enroll(on: daemon.reader())
            _ = try until("available", watcher)
            try client.result(of: "DisableFingerprint")
            _ = try until("disabled", watcher)
            try client.ask("EnableFingerprint")
            try client.touch(daemon.reader())
            _ = try until("available", watcher)
            try daemon.reader().send(.unplug)
            #expect(try until("hardwareUnavailable", watcher)["reason"] == "disconnected")
            #expect(try client.availability()["reason"] == "disconnected")
            try client.result(of: "DeleteAllPrints", ["credential": Samples.credential])
            _ = try until("noHardware", watcher)
        }
    }

    @Test("The settings come at once, and then with every change of PIN, prints, items and labels")
    func settings() throws {
        try DaemonUnderTest.with(state: .empty) { daemon in
            let client = try daemon.client()
            let watcher = try daemon.client()
            try watcher.ask("WatchSettings")
            func until(_ member: String, _ value: JSON) throws {
                while try watcher.receive().parameters["settings"][member] != value {}
            }
            try until("pinSet", false)
            try client.setPIN()
            try until("pinSet", true)
            try client.enroll(on: daemon.reader())
            try until("enrolledPrints", 1)
            let id = try #require(client.prints().first)["id"]
            try client.result(of: "RenamePrint", ["printId": id, "label": "Scar"])
            try until("enrolledPrints", 1)
            try client.store(with: Samples.finger, on: daemon.reader())
            try until("items", 1)
            try client.result(of: "DeleteItem", ["name": .string(Samples.item)])
            try until("items", 0)
            try client.result(of: "DisableFingerprint")
            try until("fingerprintEnabled", false)
        }
    }

    @Test("The items come at once, and then with every change of one")
    func items() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client()
            let watcher = try daemon.client()
            try watcher.ask("WatchItems")
            func until(_ items: JSON) throws { while try watcher.receive().parameters["items"] != items {} }
            try until(client.result(of: "ListItems")["items"])
            try client.result(of: "DisableFingerprint")
            try until(client.result(of: "ListItems")["items"])
            try client.result(of: "DeleteItem", ["name": .string(Samples.item)])
            try until([])
        }
    }

    @Test("A fault and heat are reported, and the reader is ready again for the next call")
    func faults() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let watcher = try daemon.client()
            try watcher.ask("WatchAvailability")
            #expect(try next(watcher)["state"] == "available")
            let client = try daemon.client()
            for (code, reason) in [(0, "faulted"), (257, "overheated")] {
                try client.ask("Authenticate", Samples.authentication)
                try client.awaitProgress("waitingForFinger")
                try daemon.reader().send(.error(code))
                #expect(try client.refusal("HardwareUnavailable")["reason"].string == reason)
                let told = try until("hardwareUnavailable", watcher)
                #expect(told["reason"].string == reason)
                #expect(told["fallbacks"] == ["pin"])
                try client.ask("Authenticate", Samples.authentication)
                try client.touch(daemon.reader())
                _ = try until("available", watcher)
            }
        }
    }

    @Test("A reader in use by another program is reported so, until it can be opened or for a few seconds")
    func inUse() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let watcher = try daemon.client()
            try watcher.ask("WatchAvailability")
            #expect(try next(watcher)["state"] == "available")
            let client = try daemon.client()
            let reader = try daemon.reader()
            for isAskedAgain in [true, false] {
                // After a fault the reader is closed at once, and opened for the next call.
                try client.ask("Authenticate", Samples.authentication)
                try client.awaitProgress("waitingForFinger")
                try reader.send([.keepAlive(true), .error(0)])
                #expect(try client.refusal("HardwareUnavailable")["reason"] == "faulted")
                #expect(try until("hardwareUnavailable", watcher)["reason"] == "faulted")
                try reader.send(.error(4))
                let refusal = try client.refusal("HardwareUnavailable", of: "Authenticate", Samples.authentication)
                #expect(refusal["reason"] == "inUse")
                #expect(refusal["fallbacks"] == ["pin"])
                #expect(try client.availability()["reason"] == "inUse")
                var told: JSON
                repeat { told = try next(watcher) } while told["reason"] != "inUse"
                #expect(told["state"] == "hardwareUnavailable")
                #expect(try client.result(of: "ListReaders")["readers"][0]["state"] == "inUse")
                if isAskedAgain {
                    try client.ask("Authenticate", Samples.authentication)
                    try client.touch(reader)
                }
                _ = try until("available", watcher)
            }
        }
    }

    @Test("Readers that come and go, and their states, are reported to watchers")
    func readers() throws {
        try DaemonUnderTest.with([.device, .storage], state: .enrolled) { daemon in
            let client = try daemon.client()
            let listed = try client.result(of: "ListReaders")["readers"].elements
            #expect(Set(listed.compactMap { $0["id"].string }) == [Samples.deviceID, Samples.storageID])
            let watcher = try daemon.client()
            try watcher.ask("WatchReaders")
            for reader in listed {
                let present = try watcher.receive().parameters
                #expect(present["change"] == "present")
                #expect(present["reader"] == reader)
            }
            try client.ask("Authenticate", Samples.authentication)
            try client.awaitProgress("waitingForFinger")
            let busy = try watcher.receive().parameters
            #expect(busy["change"] == "changed")
            #expect(busy["reader"]["state"] == "busy")
            #expect(try daemon.client().availability()["state"] == "available")
            try daemon.reader().send(.unplug)
            #expect(try client.refusal("HardwareUnavailable")["reason"] == "disconnected")
            var change: JSON
            repeat { change = try watcher.receive().parameters } while change["change"] == "changed"
            #expect(change["change"] == "removed")
            #expect(change["reader"]["id"].string == Samples.deviceID)
            #expect(try client.result(of: "ListReaders")["readers"].elements.count == 1)
            // Another reader is there, without a print of the user's.
            #expect(try client.availability()["state"] == "notEnrolled")
        }
    }

    @Test("A watch without more is refused")
    func more() throws {
        try DaemonUnderTest.with([]) { daemon in
            for method in ["WatchAvailability", "WatchReaders", "WatchRequests"] {
                try daemon.client().refusal("org.varlink.service.ExpectedMore", of: method)
            }
        }
    }

    @Test("Status is answered while a finger is awaited, on the same machine and on other connections")
    func statusMeanwhile() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let waiting = try daemon.client()
            try waiting.ask("RetrieveSecret", Samples.retrieval)
            try waiting.progress("waitingForFinger")
            let client = try daemon.client()
            for method in ["GetAvailability", "GetSettings", "ListReaders", "ListPrints", "ListItems"] {
                try client.result(of: method)
            }
            #expect(try client.result(of: "ListReaders")["readers"][0]["state"] == "busy")
        }
    }

    @Test("Guidance comes in the requested language, and otherwise in English")
    func languages() throws {
        try DaemonUnderTest.with([]) { daemon in
            let client = try daemon.client()
            for (asked, given) in [("nb-NO", "nb"), ("ko", "ko"), ("en-GB", "en"), ("tlh", "en"), ("", "en")] {
                let locale: [String: JSON] = ["locale": .string(asked)]
                let told = try client.result(of: "GetAvailability", .object(locale))["availability"]
                #expect(told["guidance"]["locale"].string?.hasPrefix(given) == true, "\(asked)")
                let refusal = try client.refusal("NoHardware", of: "Authenticate", Samples.authentication.with(locale))
                #expect(refusal["guidance"]["locale"] == told["guidance"]["locale"], "\(asked)")
            }
        }
    }
}
