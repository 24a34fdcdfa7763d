import GateModel
import Testing

@testable import GatePolicy

@Suite("Cancelled requests of relying parties") struct CancelledRequestTests {
    private let alice = UserID(rawValue: 1000)
    private let bob = UserID(rawValue: 1001)
    private let party: RelyingPartyID
    private let other: RelyingPartyID

    init() throws {
        party = try #require(RelyingPartyID("example.com"))
        other = try #require(RelyingPartyID("example.org"))
    }

    private func moment(_ seconds: Int) -> Moment {
        Moment(
            boot: BootID(rawValue: "boot"), sinceBoot: .seconds(seconds), wall: WallTime(millisecondsSinceEpoch: 0))
    }

    @Test("Three within a minute refuse that party's requests to that user for half a minute")
    func storm() {
        var cancelled = CancelledRequests()
        for second in [100, 110, 160] {
            #expect(cancelled.refusal(of: party, to: alice, at: moment(second)) == nil)
            cancelled.note(party, of: alice, at: moment(second))
        }
        #expect(cancelled.refusal(of: party, to: alice, at: moment(160)) == .seconds(30))
        #expect(cancelled.refusal(of: party, to: alice, at: moment(189)) == .seconds(1))
        #expect(cancelled.refusal(of: party, to: alice, at: moment(190)) == nil)
        #expect(cancelled.refusal(of: other, to: alice, at: moment(160)) == nil)
        #expect(cancelled.refusal(of: party, to: bob, at: moment(160)) == nil)
        cancelled.note(party, of: alice, at: moment(165))
        #expect(cancelled.refusal(of: party, to: alice, at: moment(165)) == .seconds(30))
    }

    @Test("Three in more than a minute refuse nothing")
    func slow() {
        var cancelled = CancelledRequests()
        for second in [100, 130, 161] { cancelled.note(party, of: alice, at: moment(second)) }
        #expect(cancelled.refusal(of: party, to: alice, at: moment(161)) == nil)
    }

    @Test("A user's flood forgets the user's own oldest, and no other user's")
    func bounded() throws {
        var cancelled = CancelledRequests()
        for _ in 1...3 {
            cancelled.note(party, of: alice, at: moment(100))
            cancelled.note(party, of: bob, at: moment(100))
        }
        for number in 1...30 {
            cancelled.note(try #require(RelyingPartyID("a\(number).example")), of: alice, at: moment(101))
        }
        #expect(cancelled.refusal(of: party, to: alice, at: moment(102)) == nil)
        #expect(cancelled.refusal(of: party, to: bob, at: moment(102)) == .seconds(28))
        cancelled.note(other, of: alice, at: moment(500))
        #expect(cancelled.refusal(of: party, to: bob, at: moment(102)) == nil)
    }
}
