import BlockingTests
import Testing
import VirtualReaders

@Suite("The main job", .blocking)
struct MainJobTests {
    @Test(
        "A reader that identifies opens an item with any enrolled finger",
        arguments: [VirtualReader.Kind.storage, .unlisted])
    func identifying(kind: VirtualReader.Kind) throws {
        try DaemonUnderTest.with([kind]) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader(kind)
            try client.setPIN()
            try client.enroll(Samples.finger, as: "rightIndex", on: reader)
            try client.enroll(Samples.otherFinger, as: "leftThumb", on: reader)
            #expect(try reader.storedFingers() == [Samples.finger, Samples.otherFinger])
            try client.store(on: reader)
            for finger in [Samples.finger, Samples.otherFinger, Samples.finger] {
                #expect(try client.retrieve(with: finger, on: reader) == Samples.secretBase64)
            }
        }
    }

    @Test("A reader that only verifies asks for one finger, the one that matched last first")
    func verifying() throws {
        try DaemonUnderTest.with(state: .enrolled) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader()
            try client.enroll(Samples.otherFinger, as: "leftThumb", on: reader)
            let fingers = ["rightIndex": Samples.finger, "leftThumb": Samples.otherFinger]

            try client.ask("Authenticate", Samples.authentication)
            let first = try #require(try client.progress("waitingForFinger")["finger"].string)
            // The other finger is a miss on such a reader, which asks for that finger next.
            let second = try #require(fingers.keys.first { $0 != first })
            try reader.send(.scan(try #require(fingers[second])))
            let miss = try client.awaitProgress("noMatch")
            #expect(miss["attemptsRemaining"] == 2)
            let next = try client.progress("waitingForFinger")
            #expect(next["finger"].string == second)
            try reader.send(.scan(try #require(fingers[second])))
            try client.result()

            try client.ask("Authenticate", Samples.authentication)
            let last = try client.progress("waitingForFinger")
            #expect(last["finger"].string == second)
            #expect(last["message"].string?.contains(second == "leftThumb" ? "left thumb" : "right index") == true)
            try reader.send(.scan(try #require(fingers[second])))
            #expect(try client.result()["authentication"]["factor"] == "fingerprint")
        }
    }

    @Test("An independent Varlink client can do it too", .tags(.needsPython))
    func foreignClient() throws {
        try DaemonUnderTest.with([.storage]) { daemon in
            let messages = "\(daemon.directory)/client-messages"
            let client = try ChildProcess(
                [
                    Python.interpreter, Python.script("varlink_main_job.py"), daemon.socketPath,
                    try daemon.reader(.storage).path,
                ], environment: Python.environment, errors: messages)
            let ending = try client.ending()
            #expect(ending == .exited(0), "\(Files.text(messages))")
        }
    }
}
