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
    static let alice = ClaimedUser(name: "alice", id: UserID(rawValue: 1000))
    static let (one, two) = (":1.1", ":1.2")

    static func id(_ number: Int) -> CallID { CallID(number: number) }

    static func refused(_ number: Int, _ refusal: Fprint.Refusal) -> DeviceEffect {
        .refuse(id(number), refusal)
    }

    /// A reader claimed by the first client, in call 1.
    static func claimed() -> DeviceState {
        var state = DeviceState()
        #expect(state.claim(id(1), by: one, for: alice) == [.hold])
        #expect(state.opened() == [.reply(id(1))])
        return state
    }

    /// Adds a verification of any finger, begun in call 2 and accepted by the daemon.
    static func verifying(_ finger: Finger? = nil, isWanted: Bool = true) -> DeviceState {
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

    @Test("A daemon that answers no end fails neither a stop nor a release, and the next claim waits for that end")
    func givenUp() {
        var state = Self.verifying()
        #expect(state.verifyStop(Self.id(3), by: Self.one) == [.endAction])
        #expect(
            state.actionGivenUp() == [.fingerNeeded(false), .status(.noMatch, done: true), .reply(Self.id(3))])
        #expect(state.release(Self.id(4), by: Self.one) == [.letGo])
        #expect(state.holdGivenUp() == [.reply(Self.id(4))])
        #expect(state.claim(Self.id(5), by: Self.two, for: Self.alice) == [])
        #expect(state.givenUpEnded() == [])
        #expect(state.givenUpEnded() == [.hold])
        #expect(state.opened() == [.reply(Self.id(5))])
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
