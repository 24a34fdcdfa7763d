import GateModel
import GateWire
import Testing

@testable import biogate_fprintd

@Suite("A reader on the bus") struct ReaderNameTests {
    @Test("A reader's name on the bus has no control characters")
    func name() {
        func name(_ text: String) -> String {
            FaceReader(
                id: ReaderID(rawValue: "r"), name: text, scanType: .press, enrollStages: 5, identifies: true
            ).nameOnBus
        }
        #expect(name("Elan MOC Sensors") == "Elan MOC Sensors")
        #expect(name("a\u{1B}[2Jb\u{0}c\n\u{202E}d") == #"a\u{1B}[2Jb\u{0}c\u{A}\u{202E}d"#)
    }
}

/// Tests one reader's claims and verifications without a bus: the replies and signals, and their order.
@Suite("A reader's state") struct DeviceStateTests {
    private static let alice = ClaimedUser(name: "alice", id: UserID(rawValue: 1000))
    private static let (one, two) = (":1.1", ":1.2")

    private static func id(_ number: Int) -> CallID { CallID(number: number) }

    private static func refused(_ number: Int, _ refusal: Fprint.Refusal) -> DeviceEffect {
        .refuse(id(number), refusal)
    }

    /// A reader claimed by the first client, in call 1.
    private static func claimed() -> DeviceState {
        var state = DeviceState()
        #expect(state.claim(id(1), by: one, for: alice) == [.hold])
        #expect(state.opened() == [.reply(id(1))])
        return state
    }

    /// Adds a verification of any finger, begun in call 2 and accepted by the daemon.
    private static func verifying(_ finger: Finger? = nil, isWanted: Bool = true) -> DeviceState {
        var state = claimed()
        #expect(state.verifyStart("any", id(2), by: one) == [.verify(UserID(rawValue: 1000), nil)])
        #expect(state.answered(.started(finger)) == [.reply(id(2))])
        guard isWanted else { return state }
        #expect(
            state.answered(.waitingForFinger) == [
                .fingerSelected(finger?.fprintName ?? "any"), .fingerNeeded(true),
            ])
        return state
    }

    @Test("Methods without a claim, or with another client's claim, are refused as fprintd refuses them")
    func claims() {
        var state = DeviceState()
        #expect(state.release(Self.id(1), by: Self.one) == [Self.refused(1, .notClaimed)])
        #expect(state.verifyStart("any", Self.id(2), by: Self.one) == [Self.refused(2, .notClaimed)])
        #expect(state.verifyStop(Self.id(3), by: Self.one) == [Self.refused(3, .notClaimed)])
        #expect(state.refusal(of: .unlessClaimed, by: Self.one) == nil)
        state = Self.claimed()
        #expect(state.claim(Self.id(4), by: Self.one, for: Self.alice) == [Self.refused(4, .alreadyClaimed)])
        #expect(state.claim(Self.id(5), by: Self.two, for: Self.alice) == [Self.refused(5, .alreadyClaimed)])
        #expect(state.release(Self.id(6), by: Self.two) == [Self.refused(6, .claimedByAnother)])
        #expect(state.verifyStart("any", Self.id(7), by: Self.two) == [Self.refused(7, .claimedByAnother)])
        #expect(state.refusal(of: .unlessClaimed, by: Self.two) == .claimedByAnother)
        #expect(state.verifyStop(Self.id(8), by: Self.one) == [Self.refused(8, .nothingToStop(.verification))])
        #expect(state.release(Self.id(9), by: Self.one) == [.letGo])
        #expect(state.verifyStart("any", Self.id(10), by: Self.one) == [Self.refused(10, .claimedByAnother)])
        #expect(state.claim(Self.id(11), by: Self.two, for: Self.alice) == [Self.refused(11, .alreadyClaimed)])
        #expect(state.holdEnded(nil) == [.reply(Self.id(9))])
        #expect(state.claim(Self.id(12), by: Self.two, for: Self.alice) == [.hold])
    }

    @Test(
        "A claim is answered once the reader is open, is in use until then, and fails if it does not open")
    func opening() {
        for cause in [FaceFailure.Cause.faulted, .inUse, .busy] {
            var state = DeviceState()
            #expect(state.claim(Self.id(1), by: Self.one, for: Self.alice) == [.hold])
            #expect(state.verifyStart("any", Self.id(2), by: Self.one) == [Self.refused(2, .claimedByAnother)])
            #expect(state.release(Self.id(3), by: Self.one) == [Self.refused(3, .claimedByAnother)])
            #expect(state.claim(Self.id(4), by: Self.two, for: Self.alice) == [Self.refused(4, .alreadyClaimed)])
            #expect(state.holdEnded(.failed(cause)) == [Self.refused(1, .openFailed(.failed(cause)))])
            #expect(state.owner == nil)
        }
        var state = DeviceState()
        _ = state.claim(Self.id(1), by: Self.one, for: Self.alice)
        #expect(state.left(Self.one) == [.letGo])
        #expect(state.claim(Self.id(2), by: Self.two, for: Self.alice) == [])
        #expect(state.opened() == [.letGo])
        #expect(state.holdEnded(nil) == [.hold])
        #expect(state.opened() == [.reply(Self.id(2))])
    }

    @Test("A claim that is not answered in time is refused, and a later answer of the daemon changes nothing")
    func overdue() {
        func overdueClaim() -> DeviceState {
            var state = DeviceState()
            #expect(state.claim(Self.id(1), by: Self.one, for: Self.alice) == [.hold])
            #expect(state.claimOverdue(Self.id(1)) == [Self.refused(1, .openOverdue), .letGo])
            #expect(state.owner == nil)
            #expect(state.claimOverdue(Self.id(1)) == [])
            #expect(state.verifyStart("any", Self.id(2), by: Self.one) == [Self.refused(2, .notClaimed)])
            return state
        }
        // The reader opens after the time is up, and is closed.
        var state = overdueClaim()
        #expect(state.opened() == [.letGo])
        #expect(state.owner == nil)
        #expect(state.claim(Self.id(3), by: Self.one, for: Self.alice) == [])
        #expect(state.holdEnded(nil) == [.hold])
        #expect(state.opened() == [.reply(Self.id(3))])
        #expect(state.owner == Self.one)
        // The reader does not open.
        state = overdueClaim()
        #expect(state.left(Self.one) == [])
        #expect(state.holdEnded(.failed(.unavailable)) == [])
        #expect(state.claim(Self.id(3), by: Self.two, for: Self.alice) == [.hold])
        // The next claim has its own time.
        state = overdueClaim()
        #expect(state.claim(Self.id(3), by: Self.two, for: Self.alice) == [])
        #expect(state.claimOverdue(Self.id(3)) == [Self.refused(3, .openOverdue)])
        #expect(state.holdEnded(nil) == [])
        // A claim that was answered is not overdue.
        state = Self.claimed()
        #expect(state.claimOverdue(Self.id(1)) == [])
        #expect(state.owner == Self.one)
    }

    @Test("A release is answered once the reader is closed, or with its failure; only then is a lost reader reported")
    func closing() {
        var state = Self.claimed()
        #expect(state.release(Self.id(2), by: Self.one) == [.letGo])
        #expect(
            state.holdEnded(.failed(.faulted)) == [Self.refused(2, .releaseFailed(.failed(.faulted)))])
        #expect(state.owner == nil)
        state = Self.claimed()
        #expect(state.holdEnded(.failed(.faulted)) == [])
        #expect(state.verifyStart("any", Self.id(2), by: Self.one) == [.verify(UserID(rawValue: 1000), nil)])
        #expect(state.failed(.notEnrolled) == [Self.refused(2, .nothingToVerify)])
        #expect(
            state.release(Self.id(3), by: Self.one) == [Self.refused(3, .releaseFailed(.failed(.faulted)))])
        #expect(state.claim(Self.id(4), by: Self.two, for: Self.alice) == [.hold])
    }

    @Test("An unknown finger name means any finger, and a name without an account has no prints")
    func fingers() {
        var state = Self.claimed()
        #expect(state.verifyStart("left-toe", Self.id(2), by: Self.one) == [.verify(UserID(rawValue: 1000), nil)])
        state = Self.claimed()
        #expect(
            state.verifyStart("right-thumb", Self.id(2), by: Self.one) == [
                .verify(UserID(rawValue: 1000), .rightThumb)
            ])
        for finger in Finger.allCases { #expect(Finger(fprint: finger.fprintName) == finger) }
        state = DeviceState()
        _ = state.claim(Self.id(1), by: Self.one, for: ClaimedUser(name: "nobody", id: nil))
        _ = state.opened()
        #expect(state.verifyStart("any", Self.id(2), by: Self.one) == [Self.refused(2, .nothingToVerify)])
        #expect(
            state.verifyStart("right-thumb", Self.id(3), by: Self.one) == [
                Self.refused(3, .nothingToVerifyOf(.rightThumb))
            ])
        #expect(
            state.delete("left-thumb", Self.id(4), by: Self.one) == [Self.refused(4, .nothingToDeleteOf(.leftThumb))])
        #expect(state.deleteAll(of: nil, Self.id(5), by: Self.one) == [Self.refused(5, .nothingToDelete)])
        #expect(!state.isBusy)
    }

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

    @Test("When a client leaves, nothing is reported, and the next claim waits until the reader is free")
    func leaving() {
        var state = Self.verifying()
        #expect(state.left(Self.two) == [])
        #expect(state.left(Self.one) == [.endAction])
        #expect(state.claim(Self.id(3), by: Self.two, for: Self.alice) == [])
        #expect(state.claim(Self.id(4), by: ":1.3", for: Self.alice) == [Self.refused(4, .alreadyClaimed)])
        #expect(state.answered(.match(.leftRing)) == [])
        #expect(state.answered(.settled) == [.fingerNeeded(false), .letGo])
        #expect(state.holdEnded(nil) == [.hold])
        #expect(state.opened() == [.reply(Self.id(3))])
        #expect(state.owner == Self.two)
        state = Self.verifying()
        _ = state.answered(.noMatch)
        _ = state.answered(.settled)
        #expect(state.left(Self.one) == [.letGo])
        #expect(state.claim(Self.id(3), by: Self.two, for: Self.alice) == [])
        #expect(state.holdEnded(nil) == [.hold])
        state = Self.verifying()
        _ = state.left(Self.one)
        _ = state.claim(Self.id(3), by: Self.two, for: Self.alice)
        // The call is over, although no client hears that.
        #expect(state.left(Self.two) == [Self.refused(3, .alreadyClaimed)])
        #expect(state.failed(.failed(.cancelled)) == [.fingerNeeded(false), .letGo])
        #expect(state.holdEnded(nil) == [])
        #expect(state.owner == nil)
    }

    /// A claimed reader with an enrolment begun in call 2.
    private static func enrolling() -> DeviceState {
        var state = claimed()
        #expect(
            state.enrollStart("left-thumb", id(2), by: one, identifies: false) == [
                .enroll(UserID(rawValue: 1000), .leftThumb)
            ])
        #expect(state.answered(.started(.leftThumb)) == [.reply(id(2))])
        #expect(state.answered(.waitingForFinger) == [.fingerNeeded(true)])
        return state
    }

    @Test(
        "An enrolment selects no finger, reports each touch, and ends finger-needed before its last status"
    )
    func enrolment() {
        var state = Self.enrolling()
        #expect(state.answered(.fingerPresent) == [.fingerPresent(true)])
        #expect(
            state.answered(.stagePassed) == [
                .enrollStatus(.stagePassed, done: false), .fingerPresent(false),
            ])
        #expect(state.answered(.waitingForFinger) == [])
        #expect(
            state.answered(.retry(.tooShort)) == [.enrollStatus(.swipeTooShort, done: false)])
        _ = state.answered(.waitingForFinger)
        #expect(state.verifyStop(Self.id(3), by: Self.one) == [Self.refused(3, .anotherRuns)])
        #expect(state.answered(.enrolled) == [.fingerNeeded(false), .enrollStatus(.completed, done: true)])
        for refused in [
            state.enrollStart("left-thumb", Self.id(4), by: Self.one, identifies: false),
            state.verifyStart("any", Self.id(4), by: Self.one), state.deleteAll(of: nil, Self.id(4), by: Self.one),
        ] { #expect(refused == [Self.refused(4, .running(.enrolment))]) }
        #expect(state.enrollStop(Self.id(5), by: Self.one) == [.reply(Self.id(5))])
        #expect(state.enrollStop(Self.id(6), by: Self.one) == [Self.refused(6, .nothingToStop(.enrolment))])
    }

    @Test("The touch that looks for a duplicate is a separate operation, which ends finger-needed before its report")
    func lookingFirst() {
        var state = Self.claimed()
        _ = state.enrollStart("left-thumb", Self.id(2), by: Self.one, identifies: true)
        _ = state.answered(.started(.leftThumb))
        _ = state.answered(.waitingForFinger)
        #expect(
            state.answered(.retry(.tooShort)) == [.fingerNeeded(false), .enrollStatus(.swipeTooShort, done: false)])
        #expect(state.answered(.waitingForFinger) == [.fingerNeeded(true)])
        #expect(
            state.answered(.stagePassed) == [.fingerNeeded(false), .enrollStatus(.stagePassed, done: false)])
        #expect(state.answered(.waitingForFinger) == [.fingerNeeded(true)])
        #expect(state.answered(.stagePassed) == [.enrollStatus(.stagePassed, done: false)])
    }

    @Test("A stopped enrolment has failed, unless the print was kept before the stop arrived")
    func stoppedEnrolment() {
        for (answer, status) in [(nil, Fprint.EnrollStatus.failed), (FaceAnswer.enrolled, .completed)] {
            var state = Self.enrolling()
            #expect(state.enrollStop(Self.id(3), by: Self.one) == [.endAction])
            #expect(state.answered(.stagePassed) == [])
            let told = answer.map { state.answered($0) } ?? state.failed(.failed(.cancelled))
            #expect(told == [.fingerNeeded(false), .enrollStatus(status, done: true), .reply(Self.id(3))])
            #expect(!state.isBusy)
        }
        var state = Self.enrolling()
        #expect(state.left(Self.one) == [.endAction])
        #expect(state.failed(.failed(.cancelled)) == [.fingerNeeded(false), .letGo])
    }

    @Test("An old print that cannot be removed refuses an enrolment; any other failure is a status")
    func failedEnrolment() {
        for cause in FaceFailure.Cause.allCases {
            let status: Fprint.EnrollStatus =
                switch cause {
                case .duplicate: .duplicate
                case .full: .dataFull
                case .protocolBroken: .disconnected
                case .cancelled, .unavailable: .failed
                case .lockedOut, .administrator, .suspended, .disconnected, .covered, .overheated, .inUse, .faulted,
                    .notStored, .busy, .passwordFirst, .notDeleted, .notDeletedFromReader, .unreadable, .misplaced,
                    .noReader,
                    .severalReaders,
                    .fingerTaken:
                    .unknownError
                }
            var state = Self.enrolling()
            #expect(state.failed(.failed(cause)) == [.fingerNeeded(false), .enrollStatus(status, done: true)])
            state = Self.claimed()
            _ = state.enrollStart("left-thumb", Self.id(2), by: Self.one, identifies: false)
            let early = state.failed(.failed(cause))
            switch cause {
            case .notDeleted: #expect(early == [Self.refused(2, .notDeleted)])
            case .notDeletedFromReader: #expect(early == [Self.refused(2, .notDeletedFromReader)])
            case .protocolBroken, .duplicate, .full, .cancelled, .unavailable, .lockedOut, .administrator, .suspended,
                .disconnected, .covered, .overheated, .inUse, .faulted, .notStored, .busy, .passwordFirst, .unreadable,
                .misplaced,
                .noReader, .severalReaders, .fingerTaken:
                #expect(early == [.reply(Self.id(2)), .enrollStatus(status, done: true)])
            }
        }
        var state = Self.claimed()
        #expect(
            state.enrollStart("any", Self.id(2), by: Self.one, identifies: false) == [
                Self.refused(2, .invalidFinger)
            ])
        state = DeviceState()
        _ = state.claim(Self.id(1), by: Self.one, for: ClaimedUser(name: "nobody", id: nil))
        _ = state.opened()
        #expect(
            state.enrollStart("left-thumb", Self.id(2), by: Self.one, identifies: false) == [
                Self.refused(2, .noAccount)
            ])
    }

    @Test("A deletion refuses with its own errors, allows nothing beside it, and is not ended by a release")
    func deletion() {
        let user = UserID(rawValue: 1000)
        for (failure, refusal) in [
            (nil, nil), (FaceFailure.notEnrolled, Fprint.Refusal.nothingToDeleteOf(.leftThumb)),
            (.failed(.notDeleted), .notDeleted), (.failed(.notDeletedFromReader), .notDeletedFromReader),
            (.failed(.unavailable), .notDeleted),
        ] {
            var state = Self.claimed()
            #expect(state.delete("left-thumb", Self.id(2), by: Self.one) == [.delete(user, .leftThumb)])
            #expect(state.verifyStart("any", Self.id(3), by: Self.one) == [Self.refused(3, .running(.deletion))])
            #expect(state.enrollStop(Self.id(3), by: Self.one) == [Self.refused(3, .anotherRuns)])
            #expect(state.deleted(failure) == [refusal.map { Self.refused(2, $0) } ?? .reply(Self.id(2))])
            #expect(state.owner == Self.one && !state.isBusy)
        }
        var state = Self.claimed()
        #expect(state.delete("any", Self.id(2), by: Self.one) == [Self.refused(2, .invalidFinger)])
        #expect(state.deleteAll(of: nil, Self.id(2), by: Self.one) == [.delete(user, nil)])
        #expect(
            state.release(Self.id(3), by: Self.one) == [Self.refused(3, .releasedDuringDeletion), .letGo])
        #expect(state.claim(Self.id(4), by: Self.two, for: Self.alice) == [])
        #expect(state.holdEnded(nil) == [])
        #expect(state.deleted(nil) == [.reply(Self.id(2)), .hold])
        #expect(state.owner == Self.two)
        // The client may leave: the deletion goes on, and an unplugged reader disappears after it.
        state = Self.claimed()
        _ = state.deleteAll(of: nil, Self.id(2), by: Self.one)
        #expect(state.left(Self.one) == [.letGo])
        #expect(state.isBusy)
        #expect(state.claim(Self.id(3), by: Self.two, for: Self.alice) == [])
        #expect(state.deleted(nil) == [.reply(Self.id(2))])
        #expect(state.holdEnded(nil) == [.hold])
        // Several deletions run one after another.
        state = Self.claimed()
        #expect(state.delete("left-thumb", Self.id(2), by: Self.one) == [.delete(user, .leftThumb)])
        #expect(state.deleteAll(of: nil, Self.id(3), by: Self.one) == [])
        #expect(state.deleted(nil) == [.reply(Self.id(2)), .delete(user, nil)])
        #expect(state.deleted(.notEnrolled) == [Self.refused(3, .nothingToDelete)])
        // A deletion without a claim.
        state = DeviceState()
        #expect(state.deleteAll(of: nil, Self.id(1), by: Self.one) == [Self.refused(1, .notClaimed)])
        #expect(state.deleteAll(of: Self.alice, Self.id(2), by: Self.one) == [.delete(user, nil)])
        #expect(state.unplugged() == [])
        #expect(
            state.deleted(.failed(.notDeletedFromReader)) == [Self.refused(2, .notDeletedFromReader), .vanish])
    }

    @Test("An unplugged claimed reader stays until its release, which fails; an unclaimed one disappears at once")
    func unplugging() {
        var state = DeviceState()
        #expect(state.unplugged() == [.vanish])
        state = Self.verifying()
        #expect(state.unplugged() == [])
        #expect(
            state.failed(.failed(.disconnected)) == [.fingerNeeded(false), .status(.unknownError, done: true)])
        #expect(state.release(Self.id(3), by: Self.one) == [.letGo])
        #expect(
            state.holdEnded(nil) == [Self.refused(3, .releaseFailed(.failed(.disconnected))), .vanish])
        state = Self.claimed()
        #expect(state.unplugged() == [])
        #expect(state.left(Self.one) == [.letGo])
        #expect(state.holdEnded(.failed(.disconnected)) == [.vanish])
        state = Self.verifying()
        _ = state.left(Self.one)
        #expect(state.unplugged() == [])
        #expect(state.failed(.failed(.disconnected)) == [.fingerNeeded(false), .letGo])
        #expect(state.holdEnded(nil) == [.vanish])
    }
}
