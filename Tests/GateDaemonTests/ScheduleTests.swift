import BlockingTests
import Testing

/// What can happen between a call and its answer, in every order: see `Play` for what has to hold.
@Suite("schedules", .blocking) struct ScheduleTests {
    @Test("whatever happens once or twice while a secret is asked for")
    func pairs() {
        for first in Event.allCases {
            for second in Event.allCases { expectSound([.retrieve, first, second]) }
        }
    }

    @Test("what happens at a touch, in every order of four")
    func touches() {
        let events: [Event] = [
            .layFinger, .judgeRight, .judgeWrong, .answerRight, .leave, .halfMinute, .deletePrint, .holdDisk,
            .releaseOne,
        ]
        for first in events {
            for second in events {
                for third in events {
                    for fourth in events { expectSound([.retrieve, first, second, third, fourth]) }
                }
            }
        }
    }

    @Test("long schedules by a seed", arguments: [UInt64(1), .random(in: 2 ... .max)])
    func long(_ seed: UInt64) {
        var generator = Seeded(state: seed)
        for _ in 1...500 {
            let events = (1...40).map { _ in Event.allCases[Int(generator.next() % UInt64(Event.allCases.count))] }
            guard expectSound([.retrieve] + events, seed: seed) else { return }
        }
    }

    @discardableResult
    private func expectSound(_ events: [Event], seed: UInt64? = nil) -> Bool {
        let play = Play()
        for event in events { play.play(event) }
        play.finish()
        guard let broken = play.broken else { return true }
        Issue.record("\(broken), after \(play.events.map(\.rawValue)), seed \(seed ?? 0)")
        return false
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014): a schedule repeats by its seed.
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
