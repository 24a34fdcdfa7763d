import BlockingTests
import Testing
import VirtualReaders

@Suite("The queue for a reader", .blocking)
struct QueueTests {
    @Test("Clearing a reader's storage waits its turn like every call", .asRoot, .tags(.needsRoot))
    func clearing() throws {
        try DaemonUnderTest.with([.storage], state: .pinSet) { daemon in
            let client = try daemon.client()
            let administrator = try daemon.client()
            let reader = try daemon.reader(.storage)
            try client.enroll(on: reader)
            try reader.send(.keepAlive(true))
            try client.ask("Authenticate", Samples.authentication)
            try client.progress("waitingForFinger")
            try administrator.ask("ClearReader", ["readerId": .string(Samples.storageID)])
            // A refusal would have arrived by then.
            for _ in 1...20 { _ = try daemon.client().prints() }
            try reader.send(.scan(Samples.finger))
            try client.result()
            // The driver waits for it.
            try reader.send(.proceed)
            try administrator.result()
            // At once: no touch counts against a deleted print.
            #expect(try client.prints() == [])
            #expect(try client.availability()["reason"] == "printsVanished")
            #expect(try reader.storedFingers() == [])
        }
    }

    @Test("A call that waits only for the daemon's look at the storage is not told of another request")
    func tidying() throws {
        try DaemonUnderTest.with([.storage], state: .pinSet) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader(.storage)
            try client.enroll(on: reader)
            // The daemon's next look at the storage begins with this.
            try reader.send(.sleep(2000))
            let watcher = try daemon.client()
            try waitUntil("the reader is busy") {
                try watcher.result(of: "ListReaders")["readers"][0]["state"] == "busy"
            }
            try client.ask("Authenticate", Samples.authentication)
            try client.progress("waitingForFinger")
        }
    }
}
