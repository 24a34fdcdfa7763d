import GateModel
import GateWire
import Testing

@testable import biogate_fprintd

/// Enrolments and deletions.
extension DeviceStateTests {
    /// A claimed reader with an enrolment begun in call 2.
    static func enrolling() -> DeviceState {
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
                    .fingerTaken, .absent:
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
                .noReader, .severalReaders, .fingerTaken, .absent:
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

    @Test("A deletion waits for the end of a scan whose client has left, and comes before a waiting claim")
    func deletionAfterLeaving() {
        let user = UserID(rawValue: 1000)
        var state = Self.claimed()
        _ = state.verifyStart("any", Self.id(2), by: Self.one)
        _ = state.answered(.started(nil))
        #expect(state.deleteAll(of: Self.alice, Self.id(3), by: Self.one) == [Self.refused(3, .running(.verification))])
        #expect(state.left(Self.one) == [.endAction])
        #expect(state.deletionRefusal == nil)
        #expect(state.deleteAll(of: Self.alice, Self.id(4), by: Self.two) == [])
        #expect(state.claim(Self.id(5), by: Self.two, for: Self.alice) == [])
        #expect(state.failed(.failed(.cancelled)) == [.letGo])
        #expect(state.holdEnded(nil) == [.delete(user, nil)])
        #expect(state.deleted(nil) == [.reply(Self.id(4)), .hold])
    }

    @Test("A deletion behind a scan whose client has left is answered although the reader is unplugged")
    func deletionAfterUnplugging() {
        let user = UserID(rawValue: 1000)
        var state = Self.claimed()
        _ = state.verifyStart("any", Self.id(2), by: Self.one)
        _ = state.answered(.started(nil))
        _ = state.left(Self.one)
        #expect(state.deleteAll(of: Self.alice, Self.id(3), by: Self.two) == [])
        #expect(state.unplugged() == [])
        #expect(state.failed(.failed(.disconnected)) == [.letGo])
        #expect(state.holdEnded(nil) == [.delete(user, nil)])
        #expect(state.deleted(nil) == [.reply(Self.id(3)), .vanish])
    }
}
