import BlockingTests
import Testing
import VirtualReaders

@Suite("A client that leaves", .blocking)
struct LeavingTests {
    @Test("A client that leaves while enrolling frees the reader, and leaves no partial print")
    func enrolling() throws {
        try DaemonUnderTest.with([.storage], state: .pinSet) { daemon in
            let reader = try daemon.reader(.storage)
            do {
                let leaving = try daemon.client()
                try leaving.ask("Enroll", ["finger": "rightIndex", "credential": Samples.credential])
                for _ in 1...2 {
                    try leaving.awaitProgress("waitingForFinger")
                    try reader.send(.scan(Samples.finger))
                }
                try leaving.awaitProgress("stagePassed")
            }
            let client = try daemon.client()
            try client.enroll(Samples.otherFinger, on: reader)
            #expect(try client.prints().count == 1)
            #expect(try reader.storedFingers() == [Samples.otherFinger])
            // The abandoned finger is new to the reader.
            try client.enroll(Samples.finger, as: "leftIndex", on: reader)
        }
    }

    @Test("A client that leaves at the last touch leaves a print in the keystore and on the chip, or in neither")
    func lastTouch() throws {
        try DaemonUnderTest.with([.storage], state: .pinSet) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader(.storage)
            for (round, finger) in ["leftThumb", "leftIndex", "leftMiddle", "leftRing"].enumerated() {
                do {
                    let leaving = try daemon.client()
                    try leaving.ask("Enroll", ["finger": .string(finger), "credential": Samples.credential])
                    for _ in 1..<5 {
                        try leaving.awaitProgress("waitingForFinger")
                        try reader.send(.scan(finger))
                    }
                    try leaving.awaitProgress("waitingForFinger")
                    try reader.send(.scan(finger))
                    // In every other round the reader has certainly taken the touch.
                    if round % 2 == 0 { try leaving.awaitProgress("stagePassed") }
                }
                // The next call at the reader comes after all work that the last one left.
                try client.ask("Enroll", ["finger": "rightLittle", "credential": Samples.credential])
                try client.awaitProgress("waitingForFinger")
                try client.send("CancelRequest", oneway: true)
                try client.refusal("Cancelled")
                let kept = try client.prints().compactMap { $0["finger"].string }
                #expect(try reader.storedFingers() == Set(kept), "round \(round)")
            }
        }
    }

    @Test("A client that leaves while its finger is awaited frees the reader at once, and loses nothing")
    func verifying() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let reader = try daemon.reader()
            for _ in 1...3 {
                let leaving = try daemon.client()
                try leaving.ask("RetrieveSecret", Samples.retrieval)
                try leaving.awaitProgress("waitingForFinger")
            }
            let client = try daemon.client()
            try client.ask("RetrieveSecret", Samples.retrieval)
            #expect(try client.awaitProgress("waitingForFinger")["attemptsRemaining"] == 3)
            try reader.send(.scan(Samples.finger))
            #expect(try client.result()["secret"].string == Samples.secretBase64)
        }
    }

    @Test("A client that is killed frees the reader", .asRoot, .tags(.needsRoot))
    func killed() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            do {
                // Its process ends with the connection.
                let leaving = try daemon.client(as: 0)
                try leaving.ask("RetrieveSecret", Samples.retrieval)
                try leaving.awaitProgress("waitingForFinger")
            }
            #expect(try daemon.client().retrieve(on: daemon.reader()) == Samples.secretBase64)
        }
    }
}
