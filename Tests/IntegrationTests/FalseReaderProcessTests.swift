import BlockingTests
import Glibc
import Testing
import VirtualReaders

/// What an exploited reader process can do, and what it cannot.
@Suite("A false reader process", .blocking)
struct FalseReaderProcessTests {
    private static let wanted: JSON = ["name": "WaitingForFinger"]
    private static let present: JSON = ["name": "FingerPresent"]
    private static let noMatch: JSON = ["name": "Judged", "parameters": ["outcome": "noMatch"]]

    private static func matched(_ index: Int = 0) -> JSON {
        ["name": "Judged", "parameters": ["outcome": "matched", "index": .integer(index)]]
    }

    /// A daemon whose `biogate-reader` follows a script.
    private struct Scene {
        let daemon: DaemonUnderTest
        let folder: String

        func play(_ parts: JSON) throws {
            try Files.write(Array(parts.description.utf8), to: "\(folder)/next")
            // Replaced at once, so that the file is complete at any time.
            guard rename("\(folder)/next", "\(folder)/play") == 0 else { throw HarnessFailure("rename: \(errno)") }
        }

        /// The messages that the process received, over all its lives.
        var told: String { Files.text("\(folder)/told") }

        static func with(
            _ play: JSON, _ configuration: [String: JSON] = [:], state: StateFixture = .stored,
            _ body: (Scene) throws -> Void
        ) throws {
            try DaemonUnderTest.prepared([.device], configuration, state: state) { daemon in
                let program = try DaemonUnderTest.executable()
                // Beside the program, because hard links stay on one file system.
                let folder = program + "-\(getpid())-\(daemon.directory.split(separator: "/").last ?? "")"
                guard mkdir(folder, 0o755) == 0, link(program, "\(folder)/biogated") == 0 else {
                    throw HarnessFailure("link: \(errno)")
                }
                defer { Files.remove(folder) }
                let script = try Files.read(Python.script("false_reader.py"))
                try Files.write(script, to: "\(folder)/biogate-reader", mode: 0o755)
                let scene = Scene(daemon: daemon, folder: folder)
                try scene.play(play)
                daemon.program = "\(folder)/biogated"
                try daemon.start()
                let process = daemon.processID
                try body(scene)
                #expect(daemon.processID == process)
                // A user with the PIN is served all the while.
                #expect(try daemon.client().retrieveWithPIN() == (state == .stored ? Samples.secretBase64 : nil))
                try daemon.stop()
            }
        }
    }

    @Test("A false reader opens what a call waits for, and nothing more than that call")
    func believed() throws {
        try Scene.with(["Arm": [Self.wanted, Self.matched()]]) { scene in
            let client = try scene.daemon.client()
            try client.ask("RetrieveSecret", Samples.retrieval)
            #expect(try client.result()["secret"].string == Samples.secretBase64)
            try scene.play(["Arm": [Self.wanted]])
            try client.ask("RetrieveSecret", Samples.retrieval)
            try client.awaitProgress("waitingForFinger")
            try client.send("CancelRequest", oneway: true)
            try client.refusal("Cancelled")
        }
    }

    @Test(
        "A false reader is ended when it sends something invalid, and the call with it",
        arguments: [
            matched(1), matched(1023), matched().with(["operation": 99]), ["name": "Done"],
            ["name": "Done", "bytes": 64], ["name": "StagePassed", "parameters": ["stage": 1, "stages": 5]],
            ["name": "Judged", "parameters": ["outcome": "granted"]], ["name": "Anything"],
            ["name": "Retry", "parameters": ["hint": "poorScan"], "times": 5000],
            ["name": "Done", "bytes": 2_000_000],
        ] as [JSON])
    func unfit(message: JSON) throws {
        try Scene.with(["Arm": [Self.wanted, message]]) { scene in
            let client = try scene.daemon.client()
            let watch = try ReaderWatch(scene.daemon)
            try client.ask("RetrieveSecret", Samples.retrieval)
            #expect(try client.refusal("HardwareUnavailable")["reason"] == "faulted")
            try watch.awaitState("ready")
            #expect(try client.prints().count == 1)
        }
    }

    @Test("A false reader that answers before it is asked opens nothing, and is restarted", arguments: [1, 2])
    func early(operation: Int) throws {
        try Scene.with(["start": [Self.matched().with(["operation": .integer(operation)])]]) { scene in
            let client = try scene.daemon.client()
            let watch = try ReaderWatch(scene.daemon)
            try scene.play(["Arm": [Self.wanted, Self.matched()]])
            if try client.call("RetrieveSecret", Samples.retrieval).error != nil { try watch.awaitState("ready") }
            try client.ask("RetrieveSecret", Samples.retrieval)
            #expect(try client.result()["secret"].string == Samples.secretBase64)
        }
    }

    @Test("A false reader can invent misses up to the lockout, and no more")
    func misses() throws {
        let play: JSON = ["Arm": [Self.wanted, Self.present, Self.noMatch]]
        try Scene.with(play, ["lockout.freeFailures": 3]) { scene in
            let client = try scene.daemon.client()
            try client.ask("RetrieveSecret", Samples.retrieval)
            #expect(try client.last().error != nil)
            try client.refusal("Lockout", of: "RetrieveSecret", Samples.retrieval)
        }
    }

    @Test(
        "A finger that was felt before the reader process ended is a miss, and one that was not is none",
        arguments: [true, false])
    func ended(isFelt: Bool) throws {
        let end: [JSON] = isFelt ? [["name": "Feel"], ["name": "Exit"]] : [["name": "Exit"]]
        try Scene.with(["Arm": .array([Self.wanted] + end)], ["lockout.freeFailures": 1]) { scene in
            let client = try scene.daemon.client()
            let watch = try ReaderWatch(scene.daemon)
            try client.ask("RetrieveSecret", Samples.retrieval)
            #expect(try client.last().error != nil)
            try scene.play(["Arm": [Self.wanted, Self.matched()]])
            try watch.awaitState("faulted")
            try watch.awaitState("ready")
            try client.ask("RetrieveSecret", Samples.retrieval)
            let reply = try client.last()
            #expect(reply.error == (isFelt ? "Lockout" : nil), "\(reply)")
        }
    }

    @Test("A false reader that hangs keeps no caller waiting who gives up")
    func hanging() throws {
        try Scene.with(["Arm": [Self.wanted], "Cancel": []]) { scene in
            let client = try scene.daemon.client()
            try client.ask("RetrieveSecret", Samples.retrieval)
            try client.awaitProgress("waitingForFinger")
            try client.send("CancelRequest", oneway: true)
            try client.refusal("Cancelled")
        }
    }

    @Test("A false reader enrols nothing unless the PIN was given, and then whatever it wants")
    func enrolling() throws {
        let play: JSON = [
            "start": [["name": "Done", "bytes": 64, "operation": 0]], "Arm": [Self.wanted, Self.noMatch],
            "Enroll": [["name": "Done", "bytes": 64]],
        ]
        try Scene.with(play) { scene in
            let client = try scene.daemon.client()
            #expect(try client.prints().count == 1)
            try scene.play(play.with(["start": []]))
            let watch = try ReaderWatch(scene.daemon)
            let enrolment: JSON = ["finger": "leftIndex", "credential": Samples.credential]
            var reply = try client.call("Enroll", enrolment)
            if reply.error != nil {
                try watch.awaitState("ready")
                try client.ask("Enroll", enrolment)
                reply = try client.last()
            }
            #expect(reply.error == nil)
            #expect(try client.prints().count == 2)
        }
    }

    @Test("A false reader receives templates and readers, but no users, items, reasons or labels")
    func told() throws {
        try Scene.with(["Arm": [Self.wanted, Self.noMatch], "Enroll": [["name": "Done", "bytes": 64]]]) { scene in
            let client = try scene.daemon.client()
            try client.ask("RetrieveSecret", Samples.retrieval)
            #expect(try client.last().error == "AuthenticationFailed")
            try client.ask(
                "Enroll", ["finger": "leftIndex", "label": "garden hand", "credential": Samples.credential])
            #expect(try client.last().error == nil)
            let told = scene.told
            #expect(told.contains("Identify") && told.contains("Enroll"))
            let user = try #require(getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) })
            for secret in [Samples.item, "org.example", "Sign in to the bank", "garden", Samples.pin, user] {
                #expect(!told.contains(secret), "\(secret)")
            }
        }
    }

    @Test("A false reader that reports prints as gone ends what they opened, for good")
    func vanished() throws {
        let chip: JSON = [
            "id": "virtual_device_storage-0", "matching": "onChip",
            "capabilities": ["identify", "verify", "storage", "storageList", "storageDelete"],
        ]
        let play: JSON = [
            "reader": chip, "Arm": [Self.wanted, Self.matched()], "Enroll": [["name": "Done", "bytes": 64]],
            "List": [["name": "Done", "bytes": 64]],
        ]
        try Scene.with(play, state: .pinSet) { scene in
            let client = try scene.daemon.client()
            try scene.play(play.with(["Arm": [Self.wanted, Self.noMatch]]))
            try client.ask("Enroll", ["finger": "leftIndex", "credential": Samples.credential])
            #expect(try client.last().error == nil)
            try scene.play(play)
            try client.ask(
                "StoreSecret",
                [
                    "name": .string(Samples.item), "secret": .string(Samples.secretBase64),
                    "access": ["factors": ["fingerprint"], "enrollment": "current", "maxAgeSeconds": 0],
                ])
            #expect(try client.last().error == nil)
            try scene.play(play.with(["List": [["name": "Done"]]]))
            try client.ask("RetrieveSecret", Samples.retrieval)
            _ = try client.last()
            try waitUntil("the print is gone") { try client.availability()["reason"] == "printsVanished" }
            #expect(try client.call("RetrieveSecret", Samples.retrieval).error != nil)
        }
    }
}

extension GateConnection {
    /// Nil if there is no such item.
    fileprivate func retrieveWithPIN() throws -> String? {
        let reply = try call("RetrieveSecret", Samples.retrieval.with(["credential": Samples.credential]))
        return reply.error == nil ? reply.parameters["secret"].string : nil
    }
}
