import GateModel
import Testing

@testable import GatePolicy

@Suite("Armed scan")
struct ArmedScanTests {
    private func scan(_ events: [ScanEvent]) -> ArmedScan {
        var scan = ArmedScan()
        for event in events { scan.reported(event) }
        return scan
    }

    @Test("who leaves before a finger was seen loses nothing, who leaves after it has missed")
    func leaving() {
        #expect(scan([.waitingForFinger]).ended(.withdrawn) == .dropped)
        #expect(scan([.waitingForFinger, .fingerPresent]).ended(.withdrawn) == .miss)
        #expect(scan([.fingerPresent]).mustAwaitJudgement)
        #expect(scan([.fingerPresent, .retry(.poorScan), .waitingForFinger]).ended(.withdrawn) == .dropped)
        #expect(scan([.stagePassed(1, of: 5)]).ended(.withdrawn) == .dropped)
    }

    @Test("a judgement counts as what it is")
    func judged() {
        #expect(scan([.fingerPresent]).ended(.judged(match)) == .dropped)
        for outcome in [ScanOutcome.noMatch, .foreign] {
            #expect(!outcome.isMatch)
            #expect(scan([]).ended(.judged(outcome)) == .miss)
        }
    }

    @Test("unplugging or suspending under a finger that was seen is a miss, a fault is not")
    func failures() {
        for error in [SensorError.disconnected, .suspended, .cancelled] {
            #expect(scan([.fingerPresent]).ended(.failed(error)) == .miss)
            #expect(scan([]).ended(.failed(error)) == .dropped)
        }
        let faults: [SensorError] = [
            .readerNotFound, .busy, .inUse, .overheated(retryAfter: .seconds(1)), .faulted, .notSupported,
            .printNotStored, .storageFull, .duplicate, .invalidTemplate, .unknown(domain: "x", code: 1),
        ]
        for error in faults { #expect(scan([.fingerPresent]).ended(.failed(error)) == .dropped) }
    }
}
