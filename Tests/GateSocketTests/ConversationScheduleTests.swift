import GateWire
import SeededRandom
import Testing

@testable import GateSocket

/// Whatever happens to a conversation in any order, no call is lost, repeated or overtaken except by urgent ones, and
/// no answer except progress is left out. Once client and handler do their part, everything finishes.
@Suite("Conversations by random schedules") struct ConversationScheduleTests {
    @Test("Long random schedules keep a conversation's invariants", arguments: [UInt64(1), .random(in: 2 ... .max)])
    func long(_ seed: UInt64) {
        var generator = SplitMix(seed: seed)
        for round in 1...300 {
            var play = Play(end: End.allCases[round % End.allCases.count])
            for _ in 1...60 { play.step(&generator) }
            play.finish()
            guard play.faults.isEmpty else {
                Issue.record("\(play.faults), after \(play.steps), seed \(seed), round \(round)")
                return
            }
        }
    }
}

/// How a schedule ends the input.
private enum End: CaseIterable {
    case never, inputEnded, finish, noCall, brokenCall
}

private struct Play {
    private let dialogue = Dialogue { $0.queuedCalls = 3 }
    private let end: End
    /// The client's calls in whole messages, and the bytes that have not arrived.
    private var calls: [String] = []
    private var urgents: [String] = []
    /// How many urgent calls were sent before each call.
    private var urgentsBefore: [Int] = []
    private var wire: [UInt8] = []
    private var arrived: [UInt8] = []
    private var hasEnded = false
    /// The frames due, in order; progress may be left out.
    private var due: [String] = []
    private var number = 0
    private(set) var steps: [String] = []
    private(set) var faults: [String] = []

    init(end: End) { self.end = end }

    mutating func step(_ generator: inout SplitMix) {
        number += 1
        let choices: [(String, (inout Play, inout SplitMix) -> Void)] = [
            ("call", { play, _ in play.send(named("c\(play.number)")) }),
            ("call", { play, _ in play.send(named("c\(play.number)")) }),
            ("fault", { play, _ in play.send(call("NoSuchMethod")) }),
            ("urgent", { play, _ in play.send(urgent("\(play.number)")) }),
            ("arrive", { play, generator in play.arrive(Int(generator.next() % 200)) }),
            ("arrive", { play, generator in play.arrive(Int(generator.next() % 200)) }),
            ("progress", { play, _ in play.dialogue.answer("p\(play.number)", .progress) }),
            ("change", { play, _ in play.answer(.change) }),
            ("result", { play, _ in play.answer(.result) }),
            ("result", { play, _ in play.answer(.result) }),
            ("late", { play, _ in play.dialogue.answer("late", .result, to: .unanswered) }),
            ("rest", { play, _ in play.dialogue.mayTake.toggle() }),
            ("urgent room", { play, generator in play.dialogue.setUrgentRoom(Int(generator.next() % 2)) }),
            ("deaf", { play, _ in play.dialogue.isDeaf.toggle() }),
            ("stalled", { play, _ in if play.dialogue.isDeaf { play.dialogue.stall() } }),
            ("end", { play, generator in if generator.next() % 8 == 0 { play.endInput() } }),
        ]
        let (name, act) = choices[Int(generator.next() % UInt64(choices.count))]
        steps.append(name)
        act(&self, &generator)
        check()
    }

    /// Lets client and handler do their part, after which everything must be finished.
    mutating func finish() {
        dialogue.mayTake = true
        dialogue.setUrgentRoom(.max)
        dialogue.isDeaf = false
        for _ in 0...calls.count {
            arrive(wire.count)
            answer(.result)
        }
        check()
        expect(dialogue.isClosed == hasEnded, "open though its input ended, or the other way")
        switch end {
        case .finish, .noCall: break
        case .never, .inputEnded, .brokenCall: expect(dialogue.served == calls, "calls were lost")
        }
        if end != .finish { expect(dialogue.urgentServed == urgents, "urgent calls were lost") }
        if !hasEnded { expect(dialogue.isReading, "nothing is read any more") }
    }

    private mutating func send(_ message: String) {
        guard !hasEnded else { return }
        if message.contains("GetItem") {
            calls.append("c\(number)")
            urgentsBefore.append(urgents.count)
        }
        if message.contains("CancelRequest") { urgents.append("\(number)") }
        wire += Array(message.utf8) + [0]
    }

    private mutating func arrive(_ count: Int) {
        guard dialogue.isReading, count > 0 else { return }
        let bytes = wire.prefix(count)
        wire.removeFirst(bytes.count)
        arrived += bytes
        dialogue.send(bytes)
        // The client's end arrives after everything that it has sent.
        if hasEnded, end == .inputEnded, wire.isEmpty { dialogue.happen { $0.inputEnded() } }
    }

    private mutating func answer(_ kind: AnswerKind) {
        guard dialogue.outstanding != nil else { return }
        due.append("a\(due.count)")
        dialogue.answer(due[due.count - 1], kind)
    }

    private mutating func endInput() {
        guard !hasEnded else { return }
        switch end {
        case .never: return
        case .inputEnded: if wire.isEmpty { dialogue.happen { $0.inputEnded() } }
        case .finish: dialogue.happen { $0.finish() }
        case .noCall: send("no call")
        case .brokenCall: send(#"{"surprise":1}"#)
        }
        hasEnded = true
    }

    /// The invariants after every step.
    private mutating func check() {
        expect(calls.starts(with: dialogue.served), "calls out of order")
        expect(urgents.starts(with: dialogue.urgentServed), "urgent calls out of order")
        let before = dialogue.served.isEmpty ? 0 : urgentsBefore[dialogue.served.count - 1]
        expect(before <= dialogue.urgentServed.count, "an urgent call was overtaken")
        expect(dialogue.written.filter { $0.hasPrefix("a") } == due, "answers out of order or lost")
        let progress = dialogue.written.compactMap { $0.hasPrefix("p") ? Int($0.dropFirst()) : nil }
        expect(progress == progress.sorted(), "old progress behind newer")
        expect(!dialogue.written.contains("late"), "an answer that nobody waits for")
        expect(dialogue.conversation.heldBytes < 2 * 16_384 + 4 * 8_192 + 20_000, "too much is held")
        guard !dialogue.isClosed else { return }
        let isHalf = !arrived.isEmpty && arrived.last != 0
        expect(dialogue.awaitsMessage == (dialogue.isReading && isHalf), "a message's time")
        expect(dialogue.awaitsReader == !dialogue.unsent.isEmpty, "a reader's time")
        expect(dialogue.outstanding == nil || !dialogue.hasLeft, "served after its end")
    }

    private mutating func expect(_ holds: Bool, _ fault: String) {
        if !holds, !faults.contains(fault) { faults.append(fault) }
    }
}
