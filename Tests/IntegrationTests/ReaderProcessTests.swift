import BlockingTests
import Glibc
import Testing
import VirtualReaders

/// The process that drives the readers may end at any moment, such as when a driver crashes.
@Suite("The reader process", .blocking)
struct ReaderProcessTests {
    @Test("The reader process is separate, and the daemon's child if systemd does not start it")
    func apart() throws {
        try DaemonUnderTest.with { daemon in
            let reader = try daemon.readerProcess()
            #expect(Files.text("/proc/\(reader)/comm") == "biogate-reader\n")
            #expect(Files.text("/proc/\(reader)/maps").contains("libgusb"))
        }
    }

    @Test("A kill ends a waiting call with a fault, and the readers return by themselves")
    func killed() throws {
        try DaemonUnderTest.with([.device], ["lockout.freeFailures": 3], state: .stored) { daemon in
            let watch = try ReaderWatch(daemon)
            let client = try daemon.client()
            try client.ask("RetrieveSecret", Samples.retrieval)
            try client.awaitProgress("waitingForFinger")
            try daemon.killReader()
            #expect(try client.refusal("HardwareUnavailable")["reason"] == "faulted")
            try watch.awaitState("faulted")
            try watch.awaitState("ready")
            #expect(try client.retrieve(on: daemon.reader()) == Samples.secretBase64)
            #expect(try client.remainingAttempts() == 3)
        }
    }

    @Test("A kill under a seen finger that is not judged costs an attempt")
    func killedUnderFinger() throws {
        try DaemonUnderTest.with([.device], ["lockout.freeFailures": 3], state: .stored) { daemon in
            let watch = try ReaderWatch(daemon)
            let client = try daemon.client()
            try client.ask("RetrieveSecret", Samples.retrieval)
            try client.awaitProgress("waitingForFinger")
            try daemon.reader().send(.finger(present: true))
            try client.awaitProgress("fingerPresent")
            try daemon.killReader()
            #expect(try client.refusal("HardwareUnavailable")["reason"] == "faulted")
            try watch.awaitState("faulted")
            try watch.awaitState("ready")
            #expect(try client.remainingAttempts() == 2)
        }
    }

    /// `BIOGATE_READER_KILLS`: how many kills; `make crash` does five hundred.
    private static var kills: Int {
        getenv("BIOGATE_READER_KILLS").flatMap { Int(String(cString: $0)) } ?? 20
    }

    @Test("Kills while fingers arrive open nothing without a matching finger, and the daemon goes on")
    func killedAgainAndAgain() throws {
        let limits: [String: JSON] = ["lockout.freeFailures": 1000, "lockout.permanentAfter": 1000]
        try DaemonUnderTest.with([.device], limits, state: .stored) { daemon in
            let process = daemon.processID
            let client = try daemon.client()
            let watch = try ReaderWatch(daemon)
            var opened = 0
            for round in 0..<Self.kills {
                // Before the reader wants a finger, while it waits, or as a right or a wrong finger arrives.
                try client.ask("RetrieveSecret", Samples.retrieval)
                if round % 4 > 0 { try client.awaitProgress("waitingForFinger") }
                let isRight = round % 4 == 2
                if round % 4 > 1 {
                    try daemon.reader().send(.scan(isRight ? Samples.finger : Samples.strangeFinger))
                }
                try daemon.killReader()
                try watch.awaitState("faulted")
                try watch.awaitState("ready")
                // If the kill came before the call, it waits for a finger now.
                try client.send("CancelRequest", oneway: true)
                var reply = try client.receive()
                while reply.continues { reply = try client.receive() }
                if reply.error == nil {
                    opened += 1
                    #expect(isRight && reply.parameters["secret"].string == Samples.secretBase64)
                } else {
                    #expect(
                        ["HardwareUnavailable", "AuthenticationFailed", "Cancelled", "TimedOut"].contains(reply.error))
                }
            }
            print("Reader's process: killed \(Self.kills) times, \(opened) times behind a right finger's answer")
            #expect(daemon.processID == process)
            #expect(try client.retrieve(on: daemon.reader()) == Samples.secretBase64)
            #expect(try client.prints().count == 1)
        }
    }
}

extension DaemonUnderTest {
    /// The daemon's child.
    func readerProcess() throws -> Int {
        let children = self.children
        guard let reader = children.first, children.count == 1 else { throw HarnessFailure("children: \(children)") }
        return reader
    }

    func killReader() throws { kill(pid_t(try readerProcess()), SIGKILL) }
}

extension GateConnection {
    /// The remaining attempts of a call that begins now, and is then cancelled.
    func remainingAttempts() throws -> Int? {
        try ask("Authenticate", Samples.authentication)
        let remaining = try awaitProgress("waitingForFinger")["attemptsRemaining"].integer
        try send("CancelRequest", oneway: true)
        try refusal("Cancelled")
        return remaining
    }
}
