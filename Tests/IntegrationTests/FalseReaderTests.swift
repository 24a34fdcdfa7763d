import BlockingTests
import Testing
import VirtualReaders

/// The daemon does not protect against a program that answers in a reader's place.
@Suite("A false reader", .blocking)
struct FalseReaderTests {
    @Test("A reader that matches on its own chip is believed, even if it never saw the finger")
    func believed() throws {
        try DaemonUnderTest.with([.storage], state: .pinSet) { daemon in
            let reader = try daemon.reader(.storage)
            let client = try daemon.client()
            try client.enroll(on: reader)
            try client.store(factors: ["fingerprint", "pin"], on: reader)
            try daemon.stop()
            // The chip forgets with the daemon's process, so its present content stands for another device in its
            // place.
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
