import BlockingTests
import Testing
import VirtualReaders

/// What nobody is protected from: whoever answers in a reader's place.
@Suite("a false reader", .blocking)
struct FalseReaderTests {
    @Test("one that matches on its own chip, and never saw the finger, is believed")
    func believed() throws {
        try DaemonUnderTest.with([.storage], state: .pinSet) { daemon in
            let reader = try daemon.reader(.storage)
            let client = try daemon.client()
            try client.enroll(on: reader)
            try client.store(factors: ["fingerprint", "pin"], on: reader)
            try daemon.stop()
            // The chip forgets with the daemon's process: what is there now stands for another device in its place.
            try daemon.start()
            let victim = try daemon.client()
            try victim.ask("RetrieveSecret", Samples.retrieval)
            try victim.awaitProgress("waitingForFinger")
            try reader.send(.insert(Samples.finger))
            try reader.send(.scan(Samples.finger))
            #expect(try victim.result()["secret"].string == Samples.secretBase64)
        }
    }
}
