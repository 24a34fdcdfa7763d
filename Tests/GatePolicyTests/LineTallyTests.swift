import GateModel
import Testing

@testable import GatePolicy

@Suite("Summed-up lines")
struct LineTallyTests {
    private typealias Tally = LineTally<String>
    private let other = UserID(rawValue: 1001)

    /// How many of that many simultaneous lines of a user are written singly.
    private func told(
        _ count: Int, _ kind: String = "kind", of user: UserID? = user, at seconds: Double, in tally: inout Tally
    ) -> Int {
        (0..<count).filter { _ in tally.isToldSingly(kind, of: user, at: moment(seconds)) }.count
    }

    @Test("A few lines are written singly, and none is summed up")
    func few() {
        var tally = Tally()
        for window in 0..<3 {
            let begin = Double(window) * 10
            #expect(told(20, at: begin, in: &tally) == 20)
            #expect(tally.nextEnd(after: moment(begin + 4)) == .seconds(6))
            #expect(tally.windowsOver(at: moment(begin + 9.9)) == [])
            #expect(tally.windowsOver(at: moment(begin + 10)) == [])
            #expect(tally.nextEnd(after: moment(begin + 10)) == nil)
        }
    }

    @Test("Of many lines, the rest is counted by kind, from the first unwritten one on")
    func many() {
        var tally = Tally()
        #expect(told(20, at: 0, in: &tally) == 20)
        #expect(told(3, "a", at: 1, in: &tally) == 0)
        #expect(told(50_000, "b", at: 2, in: &tally) == 0)
        let sum = Tally.Sum(user: user, since: moment(1).wall, counts: ["a": 3, "b": 50_000])
        #expect(tally.windowsOver(at: moment(10)) == [sum])
        #expect(sum.total == 50_003)
    }

    @Test("While many lines come, all are counted; once they are few, each is written again")
    func goingOn() {
        var tally = Tally()
        _ = told(1000, at: 0, in: &tally)
        #expect(tally.windowsOver(at: moment(10)).map(\.total) == [980])
        for window in 1...3 {
            #expect(told(1000, at: Double(window) * 10 + 1, in: &tally) == 0)
            #expect(tally.windowsOver(at: moment(Double(window) * 10 + 10)).map(\.total) == [1000])
        }
        #expect(told(1, at: 41, in: &tally) == 0)
        #expect(tally.windowsOver(at: moment(50)).map(\.total) == [1])
        #expect(told(20, at: 51, in: &tally) == 20)
    }

    @Test("Users' lines are counted separately, and a crowd of users shares the last window")
    func users() {
        var tally = Tally()
        #expect(told(1000, at: 0, in: &tally) == 20)
        #expect(told(1, of: other, at: 0, in: &tally) == 1)
        for number in 2..<UInt32(Tally.users) {
            #expect(told(1, of: UserID(rawValue: 1000 + number), at: 0, in: &tally) == 1)
        }
        let late = (0..<1000).filter { tally.isToldSingly("kind", of: UserID(rawValue: 5000 + $0), at: moment(1)) }
        #expect(late.count == 20)
        let sums = tally.end()
        #expect(Set(sums.map(\.user)) == [user, nil])
        #expect(sums.map(\.total) == [980, 980])
        #expect(tally.nextEnd(after: moment(1)) == nil)
    }

    @Test("Users without an account share one window, apart from users with one")
    func nameless() {
        var tally = Tally()
        #expect(told(1000, of: nil, at: 0, in: &tally) == 20)
        for number in 0..<UInt32(Tally.users) {
            #expect(told(1, of: UserID(rawValue: 2000 + number), at: 1, in: &tally) == 1)
        }
        #expect(tally.end().map(\.user) == [nil])
    }
}
