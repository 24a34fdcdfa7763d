import BlockingTests
import Testing
import VirtualReaders

@Suite("A reader of images", .blocking)
struct ImageReaderTests {
    @Test("Another impression of the enrolled finger opens the item, and no impression of another finger does")
    func opensItem() throws {
        try DaemonUnderTest.with([.image], state: .pinSet) { daemon in
            let client = try daemon.client()
            let finger = try Finger(VirtualFinger(seed: 1), on: daemon.reader(.image))
            let stranger = try Finger(VirtualFinger(seed: 2), on: daemon.reader(.image))
            try client.ask("Enroll", ["finger": "rightIndex", "credential": Samples.credential])
            #expect(try client.touch(with: finger)["print"]["readerId"] == "virtual_image-0")
            try client.ask(
                "StoreSecret", ["name": .string(Samples.item), "secret": .string(Samples.secretBase64)])
            #expect(try client.touch(with: finger)["item"]["name"].string == Samples.item)
            try client.ask("RetrieveSecret", Samples.retrieval)
            #expect(try client.touch(with: finger)["secret"].string == Samples.secretBase64)

            try client.ask("RetrieveSecret", Samples.retrieval)
            for _ in 1...3 {
                try client.awaitProgress("waitingForFinger")
                try stranger.press()
                try client.awaitProgress("noMatch")
            }
            try client.refusal("AuthenticationFailed")
        }
    }

    @Test("An image without minutiae is a poor scan, which counts neither as a touch of the enrolment nor as a miss")
    func poorImage() throws {
        try DaemonUnderTest.with([.image], ["fingerprint.attemptsPerCall": 1], state: .pinSet) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader(.image)
            let finger = Finger(VirtualFinger(seed: 1), on: reader)
            try client.ask("Enroll", ["finger": "rightIndex", "credential": Samples.credential])
            try client.expectPoorScan(of: reader)
            try client.touch(with: finger)
            try client.ask("Authenticate", Samples.authentication)
            try client.expectPoorScan(of: reader)
            try client.expectPoorScan(of: reader)
            #expect(try client.touch(with: finger)["authentication"]["factor"] == "fingerprint")
        }
    }
}

/// A finger whose every touch is another impression.
private final class Finger {
    private let finger: VirtualFinger
    private let reader: VirtualReader
    private var touches: UInt64 = 0

    init(_ finger: VirtualFinger, on reader: VirtualReader) {
        self.finger = finger
        self.reader = reader
    }

    func press() throws {
        touches += 1
        try reader.connect().send(finger.image(.init(seed: touches)))
    }
}

extension GateConnection {
    /// Puts the finger on whenever one is wanted, until the call succeeds.
    @discardableResult
    fileprivate func touch(with finger: Finger) throws -> JSON {
        while true {
            let reply = try receive()
            if let error = reply.error { throw HarnessFailure("refused with \(error): \(reply.parameters)") }
            guard reply.continues else { return reply.parameters }
            if reply.parameters["progress"]["event"] == "waitingForFinger" { try finger.press() }
        }
    }

    /// Puts something without ridges on the reader, and expects the message for the user.
    fileprivate func expectPoorScan(of reader: VirtualReader) throws {
        try awaitProgress("waitingForFinger")
        try reader.connect().send(VirtualFinger.blank)
        let retry = try awaitProgress("retry")
        #expect(retry["hint"] == "poorScan")
    }
}
