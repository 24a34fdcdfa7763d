import GateGuidance
import GateModel
import Testing

@Suite("What can be done about an error")
struct ErrorKindTests {
    @Test("An error is about the finger if it is what a state of the fingerprint refuses with, and only then")
    func availability() throws {
        for error in try EveryError.all() {
            guard case .noFinger(let availability) = error.kind else { continue }
            let refusal = GateError(availability, fallbacks: error.fallbacks)
            #expect(refusal == error && refusal?.kind == error.kind)
        }
        #expect(GateError(.available, fallbacks: [.pin]) == nil)
    }

    @Test("An error that waits for nobody has no time to wait, and one that does tells it as its kind")
    func waits() throws {
        for error in try EveryError.all() {
            switch error.kind {
            case .wrong(_, retryAfter: .some): #expect(Guidance.for(error, in: .en).action == .wait)
            case .noFinger(.lockout): #expect(!Guidance.for(error, in: .en).body.isEmpty)
            case .noFinger, .missed, .retry, .cancelled, .wrong, .otherWay, .settle, .broken:
                #expect(
                    Guidance.for(error, in: .en).action != .wait || error == .sealingUnavailable(.dictionaryLockout))
            }
        }
    }
}
