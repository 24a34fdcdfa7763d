import GateWire
import Testing

@testable import GateSocket

@Suite("A conversation, without a socket") struct ConversationTests {
    @Test("Calls are passed on in order, each after the last answer to the one before")
    func order() {
        let dialogue = Dialogue()
        dialogue.send(named("a"), named("b"), call("NoSuchMethod"), named("c"))
        #expect(dialogue.served == ["a"])
        dialogue.answer("half", .change)
        #expect(dialogue.served == ["a"])
        dialogue.answer("one")
        dialogue.answer("two")
        #expect(dialogue.served == ["a", "b", "c"])
        #expect(dialogue.written == ["half", "one", "two", "org.varlink.service.MethodNotFound"])
    }

    @Test("Answers to a call that is not the waiting one are dropped")
    func stale() throws {
        let dialogue = Dialogue()
        dialogue.send(named("a"), named("b"))
        let first = try #require(dialogue.outstanding)
        dialogue.answer("one")
        for kind in [AnswerKind.change, .progress, .result] {
            dialogue.answer("late", kind, to: first)
            dialogue.answer("nobody's", kind, to: .unanswered)
        }
        #expect(dialogue.written == ["one"])
        #expect(dialogue.outstanding != nil)
    }

    @Test("An urgent call overtakes earlier ones; without room for it, nothing overtakes it")
    func urgentCalls() {
        let dialogue = Dialogue()
        dialogue.setUrgentRoom(1)
        dialogue.send(named("a"), named("b"), urgent("1"), urgent("2"), urgent("3"), named("c"))
        #expect(dialogue.served == ["a"] && dialogue.urgentServed == ["1"])
        #expect(!dialogue.isReading)
        dialogue.answer("one")
        #expect(dialogue.served == ["a"])
        dialogue.setUrgentRoom(1)
        #expect(dialogue.urgentServed == ["1", "2"])
        dialogue.setUrgentRoom(1)
        #expect(dialogue.urgentServed == ["1", "2", "3"])
        #expect(dialogue.served == ["a", "b"])
        #expect(dialogue.isReading)
    }

    @Test("Nothing is read while as many calls wait as may")
    func calls() {
        let dialogue = Dialogue { $0.queuedCalls = 2 }
        dialogue.send(named("a"), named("b"))
        #expect(dialogue.isReading)
        dialogue.send(named("c"), named("d"))
        #expect(!dialogue.isReading)
        dialogue.answer("one")
        #expect(!dialogue.isReading)
        dialogue.answer("two")
        #expect(dialogue.isReading)
        dialogue.answer("three")
        #expect(dialogue.served == ["a", "b", "c", "d"])
    }

    @Test("Nothing is read while as many bytes wait as may")
    func bytes() {
        let dialogue = Dialogue { $0.messageBytes = 130 }
        dialogue.send(named("a"))
        dialogue.send(named("b"))
        #expect(dialogue.isReading)
        dialogue.send(named("c"))
        #expect(!dialogue.isReading)
        dialogue.answer("one")
        #expect(dialogue.isReading)
    }

    @Test("A connection that holds more than the budget has is cut off")
    func budget() {
        let dialogue = Dialogue()
        dialogue.budget = 20_000
        dialogue.send(named("a"), named("b"))
        #expect(!dialogue.isClosed)
        dialogue.send(named("c"))
        #expect(dialogue.isClosed && dialogue.served == ["a"])
    }

    @Test("If the user has had enough in this round, nothing more is taken or read until the next")
    func resting() {
        let dialogue = Dialogue()
        dialogue.mayTake = false
        dialogue.send(named("a"), named("b"))
        #expect(dialogue.served == [] && !dialogue.isReading && !dialogue.awaitsMessage)
        dialogue.mayTake = true
        #expect(dialogue.served == ["a"] && dialogue.isReading)
    }

    @Test("A client that sends nothing more gets its answers, and then the end")
    func inputEnded() {
        let dialogue = Dialogue()
        dialogue.mayTake = false
        dialogue.send(named("a"), named("b"))
        dialogue.happen { $0.inputEnded() }
        #expect(!dialogue.hasLeft)
        dialogue.mayTake = true
        dialogue.answer("one")
        #expect(!dialogue.hasLeft && dialogue.served == ["a", "b"])
        dialogue.isDeaf = true
        dialogue.answer("two")
        #expect(dialogue.hasLeft && !dialogue.isClosed)
        dialogue.isDeaf = false
        #expect(dialogue.isClosed && dialogue.written == ["one", "two"])
    }

    @Test("Finishing answers the waiting call and drops those behind it, urgent ones too")
    func finish() {
        let dialogue = Dialogue()
        dialogue.setUrgentRoom(0)
        dialogue.send(named("a"), named("b"), urgent("1"))
        dialogue.happen { $0.finish() }
        dialogue.send(named("c"))
        #expect(!dialogue.isReading && !dialogue.hasLeft)
        dialogue.setUrgentRoom(1)
        dialogue.answer("one")
        #expect(dialogue.isClosed && dialogue.written == ["one"])
        #expect(dialogue.served == ["a"] && dialogue.urgentServed == [])
    }

    @Test("A message that is too long ends the connection before it is complete")
    func tooLong() {
        let dialogue = Dialogue { $0.messageBytes = 100 }
        dialogue.send(named("a"))
        dialogue.send(Array(repeating: UInt8(ascii: " "), count: 101))
        // Behind a waiting call there was no room for it anyway.
        #expect(dialogue.broken == [] && !dialogue.isReading)
        dialogue.answer("one")
        #expect(dialogue.broken == [.tooLong])
        #expect(dialogue.isClosed && dialogue.written == ["one"])
    }

    @Test("A message that is not a call ends the connection in its turn", arguments: [true, false])
    func noCall(isObject: Bool) {
        let dialogue = Dialogue()
        dialogue.send(named("a"), isObject ? #"{"surprise":1}"# : "no call", named("b"))
        #expect(dialogue.broken == [isObject ? .notACall(answered: true) : .notJSON])
        #expect(dialogue.isClosed != isObject)
        dialogue.answer("one")
        #expect(dialogue.isClosed && dialogue.served == ["a"])
        #expect(dialogue.written == (isObject ? ["one", "org.varlink.service.InvalidParameter"] : []))
    }

    @Test("A message that is begun has its time, and none while nothing is read")
    func halfAMessage() {
        let dialogue = Dialogue { $0.queuedCalls = 1 }
        let bytes = Array(named("a").utf8) + [0]
        dialogue.send(bytes.prefix(10))
        #expect(dialogue.awaitsMessage)
        dialogue.send(bytes.dropFirst(10))
        #expect(!dialogue.awaitsMessage)
        dialogue.send(bytes + bytes.prefix(10))
        #expect(!dialogue.isReading && !dialogue.awaitsMessage)
        dialogue.answer("one")
        #expect(dialogue.isReading && dialogue.awaitsMessage)
        dialogue.happen { $0.leave() }
        #expect(dialogue.isClosed)
    }

    @Test("For a slow reader the newest progress is kept until it reads, and none behind the result")
    func slowReader() {
        let dialogue = Dialogue()
        dialogue.send(named("a"))
        dialogue.isDeaf = true
        dialogue.answer("1", .progress)
        dialogue.stall()
        #expect(dialogue.awaitsReader)
        for text in ["2", "3", "4"] { dialogue.answer(text, .progress) }
        dialogue.isDeaf = false
        #expect(dialogue.written == ["1", "4"] && !dialogue.awaitsReader)
        dialogue.isDeaf = true
        dialogue.stall()
        dialogue.answer("5", .progress)
        dialogue.answer("change", .change)
        dialogue.answer("result")
        dialogue.isDeaf = false
        #expect(dialogue.written == ["1", "4", "change", "result"])
    }

    @Test("A client that leaves too much unread is cut off, and so is one that reads nothing in its time")
    func unread() {
        let dialogue = Dialogue { $0.outboundBytes = 10 }
        dialogue.send(named("a"))
        dialogue.isDeaf = true
        for text in ["123456", "123456"] { dialogue.answer(text, .change) }
        #expect(!dialogue.isClosed)
        dialogue.answer("1", .change)
        #expect(dialogue.isClosed && dialogue.written == ["123456", "123456"])
        let slow = Dialogue()
        slow.send(named("a"))
        slow.isDeaf = true
        slow.answer("one")
        #expect(slow.awaitsReader)
        slow.happen { $0.cut() }
        #expect(slow.isClosed)
    }

    @Test("A connection's memory is reported once when it is gone")
    func gone() {
        let dialogue = Dialogue()
        dialogue.send(named("a"), named("b"))
        let held = dialogue.conversation.heldBytes
        #expect(dialogue.end() == held)
        #expect(dialogue.end() == nil)
    }
}
