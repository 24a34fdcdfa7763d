import Testing

@testable import GateBus

/// A ledger that an `#expect` can change.
private final class Ledger {
    private var ledger = CallLedger()

    func begun(from name: String) -> Bool { ledger.begun(from: name) }
    func ended(from name: String) { ledger.ended(from: name) }
    func named(_ name: String, user: UInt32) { ledger.named(name, user: user) }
    func left(_ name: String) { ledger.left(name) }

    /// How many of `count` calls are admitted.
    func taken(_ count: Int, from name: String) -> Int { (0..<count).count { _ in begun(from: name) } }
}

@Suite("Other programs' calls on the bus") struct CallLedgerTests {
    @Test("A connection has at most 16 calls at a time")
    func perConnection() {
        let ledger = Ledger()
        #expect(ledger.taken(20, from: ":1.1") == 16)
        #expect(ledger.begun(from: ":1.2"), "another connection is not concerned")
        ledger.ended(from: ":1.1")
        #expect(ledger.taken(2, from: ":1.1") == 1)
    }

    @Test("All connections of a user have 64 calls together; another user and root have theirs")
    func perUser() {
        let ledger = Ledger()
        var sum = 0
        for number in 1...10 {
            let name = ":1.\(number)"
            #expect(ledger.begun(from: name))
            ledger.named(name, user: 1000)
            sum += 1 + ledger.taken(16, from: name)
        }
        #expect(sum == 64 + 6, "a connection's first call comes before its user is known")
        for (name, user) in [(":1.20", UInt32(1001)), (":1.21", 0)] {
            #expect(ledger.begun(from: name))
            ledger.named(name, user: user)
            #expect(ledger.taken(16, from: name) == 15)
        }
    }

    @Test("Calls before their user is known are counted with that user afterwards")
    func namedLater() {
        let ledger = Ledger()
        for number in 1...4 { #expect(ledger.taken(16, from: ":1.\(number)") == 16) }
        for number in 1...4 { ledger.named(":1.\(number)", user: 1000) }
        #expect(ledger.begun(from: ":1.5"))
        ledger.named(":1.5", user: 1000)
        #expect(!ledger.begun(from: ":1.5"))
        ledger.ended(from: ":1.1")
        ledger.ended(from: ":1.2")
        #expect(ledger.begun(from: ":1.5"))
    }

    @Test("One user's 256 connections leave room for a connection whose user is not known")
    func unnamed() {
        let ledger = Ledger()
        for number in 0..<256 { #expect(ledger.taken(16, from: ":1.\(number)") == 16) }
        #expect(ledger.taken(16, from: ":2.1") == 16)
        for number in 0..<1000 { _ = ledger.taken(16, from: ":3.\(number)") }
        #expect(!ledger.begun(from: ":4.1"), "all of them together are bounded")
    }

    @Test("A connection that left is forgotten once its calls are over, and its user's places are free")
    func left() {
        let ledger = Ledger()
        for number in 1...4 {
            #expect(ledger.taken(16, from: ":1.\(number)") == 16)
            ledger.named(":1.\(number)", user: 1000)
            ledger.left(":1.\(number)")
        }
        #expect(ledger.begun(from: ":1.5"))
        ledger.named(":1.5", user: 1000)
        #expect(!ledger.begun(from: ":1.5"))
        for number in 1...4 { for _ in 0..<16 { ledger.ended(from: ":1.\(number)") } }
        #expect(ledger.taken(16, from: ":1.5") == 15)
    }
}

@Suite("Places shared by users") struct UserSharesTests {
    @Test("A user gets at most half of the remaining places, and root gets the rest")
    func sharing() {
        var shares = UserShares(inAll: 64, perUser: 16, forRoot: 8)
        func taken(_ user: UInt32) -> Int { (0..<100).count { _ in shares.take(for: user) } }
        #expect(taken(1) == 16)
        #expect(taken(2) == 16)
        #expect(taken(3) == 12)
        #expect(taken(4) == 6)
        #expect(taken(5) == 3)
        #expect(taken(6) == 2)
        #expect(taken(7) == 1)
        #expect(taken(8) == 0)
        #expect(taken(0) == 8)
        shares.give(backFor: 0)
        #expect(taken(0) == 1)
    }

    @Test("A returned place can be taken again, and none is returned twice")
    func givingBack() {
        var shares = UserShares(inAll: 2, perUser: 2, forRoot: 0)
        let first = shares.take(for: 1)
        shares.give(backFor: 1)
        shares.give(backFor: 1)
        let others = [1, 2, 3].map { shares.take(for: $0) }
        #expect(first && others == [true, true, false])
    }
}
