import GateModel
import GateWire
import Testing

@testable import biogate_fprintd

/// Verifications, and the order of their replies and signals.
extension DeviceStateTests {
    @Test("After a result, the status precedes the end of finger-needed, and one more stop or release is answered")
    func judged() {
        for (answer, status) in [(FaceAnswer.match(.leftRing), Fprint.Status.match), (.noMatch, .noMatch)] {
            var state = Self.verifying(.leftRing)
            #expect(state.answered(.fingerPresent) == [.fingerPresent(true)])
            #expect(state.answered(answer) == [.status(status, done: true), .fingerNeeded(false)])
            #expect(state.verifyStart("any", Self.id(3), by: Self.one) == [Self.refused(3, .running(.verification))])
            #expect(state.answered(.settled) == [.fingerPresent(false)])
            // Nothing is reported after the result.
            #expect(state.answered(.noMatch) == [])
            #expect(state.failed(.failed(.disconnected)) == [])
            #expect(state.verifyStop(Self.id(4), by: Self.one) == [.reply(Self.id(4))])
            #expect(state.verifyStop(Self.id(5), by: Self.one) == [Self.refused(5, .nothingToStop(.verification))])
            #expect(state.verifyStart("any", Self.id(6), by: Self.one) == [.verify(UserID(rawValue: 1000), nil)])
        }
        var state = Self.verifying()
        _ = state.answered(.match(.leftRing))
        _ = state.answered(.settled)
        #expect(state.release(Self.id(3), by: Self.one) == [.letGo])
        #expect(state.holdEnded(nil) == [.reply(Self.id(3))])
        #expect(state.claim(Self.id(4), by: Self.two, for: Self.alice) == [.hold])
    }

    @Test("While the finger still rests, a stop waits, nothing begins, and a release answers the stop first")
    func settling() {
        func judged() -> DeviceState {
            var state = Self.verifying()
            _ = state.answered(.fingerPresent)
            #expect(state.answered(.noMatch) == [.status(.noMatch, done: true), .fingerNeeded(false)])
            return state
        }
        var state = judged()
        #expect(state.verifyStop(Self.id(3), by: Self.one) == [.endAction])
        #expect(state.verifyStop(Self.id(4), by: Self.one) == [Self.refused(4, .anotherRuns)])
        #expect(state.verifyStart("any", Self.id(5), by: Self.one) == [Self.refused(5, .running(.verification))])
        #expect(state.answered(.settled) == [.fingerPresent(false), .reply(Self.id(3))])
        #expect(state.verifyStart("any", Self.id(6), by: Self.one) == [.verify(UserID(rawValue: 1000), nil)])
        state = judged()
        _ = state.verifyStop(Self.id(3), by: Self.one)
        #expect(state.release(Self.id(4), by: Self.one) == [.endAction])
        #expect(state.answered(.settled) == [.fingerPresent(false), .reply(Self.id(3)), .letGo])
        #expect(state.holdEnded(nil) == [.reply(Self.id(4))])
        // The daemon that judged the scan is gone.
        state = judged()
        #expect(state.failed(.failed(.unavailable)) == [.fingerPresent(false)])
        #expect(state.verifyStop(Self.id(3), by: Self.one) == [.reply(Self.id(3))])
        state = judged()
        #expect(state.left(Self.one) == [.endAction])
        #expect(state.answered(.settled) == [.fingerPresent(false), .letGo])
    }

    @Test("A finger that comes and goes without a result shows both edges; a reader used by another call needs none")
    func edges() {
        var state = Self.verifying()
        #expect(state.answered(.fingerPresent) == [.fingerPresent(true)])
        #expect(state.answered(.fingerLifted) == [.fingerPresent(false)])
        #expect(state.answered(.queued) == [.fingerNeeded(false)])
        #expect(state.answered(.waitingForFinger) == [.fingerNeeded(true)])
    }

    @Test("A poor scan sends its status and asks for the finger again, but selects the finger only once")
    func retries() {
        var state = Self.verifying()
        _ = state.answered(.fingerPresent)
        #expect(
            state.answered(.retry(.notCentered)) == [
                .status(.notCentered, done: false), .fingerNeeded(false), .fingerPresent(false),
            ])
        #expect(state.answered(.waitingForFinger) == [.fingerNeeded(true)])
        #expect(state.answered(.waitingForFinger) == [])
    }

    @Test("A stop reports no more than a miss, whatever the reader judged meanwhile, and then the reply")
    func stops() {
        for end in [FaceAnswer.match(.leftRing), .noMatch] {
            var state = Self.verifying()
            #expect(state.verifyStop(Self.id(3), by: Self.one) == [.endAction])
            #expect(state.verifyStop(Self.id(4), by: Self.one) == [Self.refused(4, .anotherRuns)])
            #expect(state.answered(.fingerPresent) == [])
            #expect(state.answered(end) == [])
            #expect(
                state.answered(.settled) == [.fingerNeeded(false), .status(.noMatch, done: true), .reply(Self.id(3))])
            #expect(!state.isBusy)
        }
        var state = Self.verifying()
        _ = state.verifyStop(Self.id(3), by: Self.one)
        #expect(state.release(Self.id(4), by: Self.one) == [])
        #expect(
            state.failed(.failed(.cancelled)) == [
                .fingerNeeded(false), .status(.noMatch, done: true), .reply(Self.id(3)), .letGo,
            ])
        #expect(state.holdEnded(nil) == [.reply(Self.id(4))])
        #expect(state.owner == nil)
    }

    @Test("The start's reply precedes that of a stop sent before the daemon accepted the start")
    func earlyStop() {
        var state = Self.claimed()
        _ = state.verifyStart("any", Self.id(2), by: Self.one)
        #expect(state.verifyStop(Self.id(3), by: Self.one) == [.reply(Self.id(2)), .endAction])
        #expect(state.answered(.started(nil)) == [])
        #expect(state.failed(.failed(.cancelled)) == [.status(.noMatch, done: true), .reply(Self.id(3))])
    }

    @Test("During a lockout or another failure, the start succeeds, no finger is selected, and an error follows")
    func failures() {
        for cause in FaceFailure.Cause.allCases {
            let status: Fprint.Status =
                cause == .notStored ? .noMatch : cause == .protocolBroken ? .disconnected : .unknownError
            var state = Self.claimed()
            _ = state.verifyStart("any", Self.id(2), by: Self.one)
            #expect(state.failed(.failed(cause)) == [.reply(Self.id(2)), .status(status, done: true)])
            #expect(state.verifyStop(Self.id(3), by: Self.one) == [.reply(Self.id(3))])
            state = Self.verifying()
            #expect(state.failed(.failed(cause)) == [.fingerNeeded(false), .status(status, done: true)])
        }
        var state = Self.claimed()
        _ = state.verifyStart("any", Self.id(2), by: Self.one)
        #expect(state.failed(.notEnrolled) == [Self.refused(2, .nothingToVerify)])
        #expect(!state.isBusy)
    }

    @Test("With the newer version's words, a missing or hot reader is disconnected, and a swipe can be too fast")
    func newerWords() {
        for cause in FaceFailure.Cause.allCases {
            var state = Self.verifying()
            state.words = .newer
            let status: Fprint.Status =
                switch cause {
                case .notStored: .noMatch
                case .protocolBroken, .disconnected, .overheated: .disconnected
                default: .unknownError
                }
            #expect(state.failed(.failed(cause)) == [.fingerNeeded(false), .status(status, done: true)])
        }
        var state = Self.verifying()
        #expect(state.answered(.retry(.tooFast)).first == .status(.retryScan, done: false))
        state = Self.verifying()
        state.words = .newer
        #expect(state.answered(.retry(.tooFast)).first == .status(.tooFast, done: false))
        state = Self.enrolling()
        state.words = .newer
        #expect(state.answered(.retry(.tooFast)) == [.enrollStatus(.tooFast, done: false)])
        #expect(
            state.failed(.failed(.disconnected)) == [.fingerNeeded(false), .enrollStatus(.disconnected, done: true)])
    }
}
