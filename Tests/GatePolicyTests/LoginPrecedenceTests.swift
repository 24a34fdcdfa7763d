import GateModel
import Testing

@testable import GatePolicy

@Suite("Login precedence") struct LoginPrecedenceTests {
    private let alice = UserID(rawValue: 1)
    private let bob = UserID(rawValue: 2)

    @Test("A user's logins keep others waiting for half of each window, and other users' logins are not charged for it")
    func budget() {
        var precedence = LoginPrecedence(budget: .seconds(60))
        for start in [0, 20, 40] {
            #expect(precedence.allows(alice, at: .seconds(start)))
            precedence.beganKeepingWaiting(alice, at: .seconds(start))
            precedence.endedKeepingWaiting(alice, at: .seconds(start + 20))
        }
        #expect(!precedence.allows(alice, at: .seconds(60)))
        #expect(precedence.allows(bob, at: .seconds(60)))
        #expect(!precedence.allows(alice, at: .seconds(119)))
        #expect(precedence.allows(alice, at: .seconds(120)))
    }

    @Test("A login that ends twice, or kept nobody waiting, costs nothing")
    func unpaired() {
        var precedence = LoginPrecedence(budget: .seconds(60))
        precedence.endedKeepingWaiting(alice, at: .seconds(90))
        precedence.beganKeepingWaiting(alice, at: .seconds(100))
        precedence.endedKeepingWaiting(alice, at: .seconds(110))
        precedence.endedKeepingWaiting(alice, at: .seconds(170))
        #expect(precedence.allows(alice, at: .seconds(170)))
    }
}
