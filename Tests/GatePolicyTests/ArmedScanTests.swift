import GateModel
import Testing

@testable import GatePolicy

@Suite("Armed scan")
struct ArmedScanTests {
    private let reader = ReaderID(rawValue: "first")
    private let other = ReaderID(rawValue: "second")

    private func scan(_ events: [ScanEvent]) -> ArmedScan {
        var scan = ArmedScan()
        for event in events { scan.reported(event, at: reader) }
        return scan
    }

    @Test("Leaving before a finger was seen costs nothing; leaving after it is a miss")
    func leaving() {
        #expect(scan([.waitingForFinger]).misses(.failure(.cancelled), at: reader) == 0)
        #expect(scan([.waitingForFinger, .fingerPresent]).misses(.failure(.cancelled), at: reader) == 1)
        #expect(scan([.fingerPresent]).mustAwaitJudgement)
        #expect(
            scan([.fingerPresent, .retry(.poorScan), .waitingForFinger]).misses(.failure(.cancelled), at: reader) == 0)
        #expect(scan([.stagePassed(1, of: 5)]).misses(.failure(.cancelled), at: reader) == 0)
    }

    @Test("A match is no miss, and a judged miss is one")
    func judged() {
        #expect(scan([.fingerPresent]).misses(.success(match), at: reader) == 0)
        for outcome in [ScanOutcome.noMatch, .foreign] {
            #expect(!outcome.isMatch)
            #expect(scan([]).misses(.success(outcome), at: reader) == 1)
        }
    }

    @Test("Unplugging or suspending under a seen finger is a miss, and a fault is not")
    func failures() {
        for error in [SensorError.disconnected, .suspended, .cancelled] {
            #expect(scan([.fingerPresent]).misses(.failure(error), at: reader) == 1)
            #expect(scan([]).misses(.failure(error), at: reader) == 0)
        }
        let faults: [SensorError] = [
            .readerNotFound, .busy, .inUse, .overheated(retryAfter: .seconds(1)), .faulted, .notSupported,
            .printNotStored, .storageFull, .duplicate, .invalidTemplate, .unknown(domain: "x", code: 1),
        ]
        for error in faults { #expect(scan([.fingerPresent]).misses(.failure(error), at: reader) == 0) }
    }

    @Test("Another withdrawn reader counts a miss only if a finger was seen there and not judged")
    func others() {
        var scan = scan([.fingerPresent])
        #expect(scan.misses(.success(match), at: other) == 1)
        #expect(scan.misses(.success(.noMatch), at: other) == 2)
        scan.failed(.inUse, at: reader)
        #expect(!scan.mustAwaitJudgement)
        #expect(scan.misses(.success(match), at: other) == 0)
        scan.failed(.disconnected, at: reader)
        #expect(scan.misses(.failure(.cancelled), at: other) == 1)
        #expect(scan.wasFingerSeen(at: reader) && !scan.wasFingerSeen(at: other))
    }
}
