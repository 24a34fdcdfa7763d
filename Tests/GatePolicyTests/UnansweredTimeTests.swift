import Testing

@testable import GatePolicy

@Suite("The time for which readers are armed in vain") struct UnansweredTimeTests {
    @Test("Two minutes are spent at once, a new call has half a minute more, and a fifth of other time is given back")
    func spent() {
        var time = UnansweredTime(at: .seconds(1000))
        #expect(!time.isSpent(at: .seconds(1000)))
        #expect(time.left(isNewCall: false, at: .seconds(1000)) == .seconds(125))
        time.add(.seconds(120), at: .seconds(1120))
        #expect(time.left(isNewCall: false, at: .seconds(1120)) == .seconds(5))
        #expect(time.left(isNewCall: true, at: .seconds(1120)) == .seconds(30))
        #expect(time.wait(for: .seconds(30), at: .seconds(1120)) == .zero)
        time.add(.seconds(30), at: .seconds(1150))
        #expect(time.left(isNewCall: true, at: .seconds(1150)) == .zero)
        #expect(time.wait(for: .seconds(30), at: .seconds(1150)) == .seconds(150))
        #expect(time.left(isNewCall: true, at: .seconds(1300)) == .seconds(30))
        #expect(time.isSpent(at: .seconds(1899)) && !time.isSpent(at: .seconds(1900)))
    }
}
