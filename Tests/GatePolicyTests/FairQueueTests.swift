import GateModel
import Testing

@testable import GatePolicy

@Suite("Fair queue")
struct FairQueueTests {
    let first = UserID(rawValue: 1)
    let second = UserID(rawValue: 2)

    @Test("Users take turns, and a user's calls keep their order")
    func turns() {
        var queue = FairQueue<String>()
        let arrivals = [("a1", first), ("a2", first), ("a3", first), ("a4", first), ("b1", second), ("b2", second)]
        let hasReader = arrivals.map { ticket, user in queue.enter(ticket, of: user) }
        #expect(hasReader == [true, false, false, false, false, false])
        #expect(queue.count(of: first) == 3)
        var served: [String] = []
        while let ticket = queue.current {
            served.append(ticket)
            _ = queue.leave(ticket)
        }
        #expect(served == ["a1", "b1", "a2", "b2", "a3", "a4"])
        #expect(queue.isEmpty)
    }

    @Test("A user who calls again goes behind every other user who came in the meantime")
    func again() {
        var queue = FairQueue<String>()
        let third = UserID(rawValue: 3)
        for (ticket, user) in [("a1", first), ("a2", first), ("b1", second), ("c1", third)] {
            _ = queue.enter(ticket, of: user)
        }
        var next = [queue.leave("a1")]
        _ = queue.enter("b2", of: second)
        next += ["b1", "c1", "a2"].map { queue.leave($0) }
        #expect(next == ["b1", "c1", "a2", "b2"])
    }

    @Test("Logins come first; the call that yielded has the reader next, and the old order holds")
    func firstOfAll() {
        var queue = FairQueue<String>()
        for (ticket, user) in [("a1", first), ("b1", second), ("a2", first)] { _ = queue.enter(ticket, of: user) }
        #expect(!queue.isFirstWanted)
        _ = queue.enter("x", of: second, .first)
        _ = queue.enter("y", of: first, .first)
        #expect(queue.isFirstWanted && queue.holds("y"))
        #expect(queue.leave("a1") == "x")
        _ = queue.enter("a1", of: first, .again)
        #expect(queue.leave("x") == "y")
        #expect(!queue.isFirstWanted && !queue.isEmpty)
        var served: [String] = []
        var current = queue.leave("y")
        while let ticket = current {
            served.append(ticket)
            current = queue.leave(ticket)
        }
        #expect(served == ["a1", "b1", "a2"])
        #expect(queue.isEmpty)
        // A call that leaves the queue leaves no trace.
        _ = queue.enter("a", of: first)
        _ = queue.enter("z", of: second, .first)
        #expect(queue.leave("z") == nil)
        #expect(queue.leave("a") == nil)
        #expect(queue.isEmpty)
    }

    @Test("Leaving the queue does not disturb its order")
    func leaving() {
        var queue = FairQueue<String>()
        let arrivals = [("a1", first), ("a2", first), ("b1", second)]
        let hasReader = arrivals.map { ticket, user in queue.enter(ticket, of: user) }
        #expect(hasReader == [true, false, false])
        let next = ["a2", "unknown", "a1", "b1"].map { queue.leave($0) }
        #expect(next == [nil, nil, "b1", nil])
        #expect(queue.isEmpty && queue.count(of: first) == 0)
    }

    @Test("A call that is put first has its user's next turn, and one that does not wait changes nothing")
    func putFirst() {
        var queue = FairQueue<String>()
        for ticket in ["a1", "a2", "a3"] { _ = queue.enter(ticket, of: first) }
        queue.putFirst("a3", of: first)
        queue.putFirst("unknown", of: first)
        #expect(queue.leave("a1") == "a3")
        #expect(queue.leave("a3") == "a2")
    }
}
