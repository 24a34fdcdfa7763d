import BlockingTests
import GateTestSupport
import Glibc
import SeededRandom
import Testing

@testable import GateCore

/// Plays what can happen between a call and its answer, in every order; `Play` has the rules.
@Suite("Schedules", .blocking) struct ScheduleTests {
    @Test(
        "The rules hold for every event, and every two events, while a call waits",
        arguments: [[.retrieve], [.authenticate, .bobRetrieves], [.enroll]] as [[Event]])
    func pairs(_ start: [Event]) {
        for first in Event.allCases {
            for second in Event.allCases { expectSound(start + [first, second]) }
        }
    }

    /// Events at one place, in every order of four.
    @Test(
        "The rules hold for every four events in a row",
        arguments: [
            [
                .layFinger, .judgeRight, .judgeWrong, .answerRight, .leave, .halfMinute, .deletePrint, .holdDisk,
            ],
            [.bobRetrieves, .judgeRight, .judgeOthers, .bobCancels, .leave, .halfMinute, .bobResets],
            [.answerPassword, .answerWrongPassword, .holdHelper, .releaseHelper, .slowHelper, .judgeWrong],
            [.answerPassword, .retrieveAgain, .lock, .enrollElsewhere, .halfMinute, .judgeRight],
            [.layFinger, .judgeWrong, .answerRight, .releaseOne, .failWrite, .stop],
        ] as [[Event]])
    func fours(_ events: [Event]) {
        for first in events {
            for second in events {
                for third in events {
                    for fourth in events { expectSound([.retrieve, first, second, third, fourth]) }
                }
            }
        }
    }

    @Test(
        "The rules hold for known orders of more than four events",
        arguments: [
            [.enable, .holdDisk, .disable, .judgeRight],
            [.retrieve, .failWrite, .judgeWrong, .halfMinute, .bobRetrieves, .bobLeaves],
            [.retrieve, .retrieve, .retrieve, .judgeWrong, .judgeWrong, .judgeWrong, .judgeWrong, .judgeWrong],
            [
                .holdHelper, .bobResets, .bobResets, .holdDisk, .releaseHelper, .releaseOne, .bobResets, .releaseOne,
                .holdHelper, .bobResets,
            ],
        ] as [[Event]])
    func known(_ events: [Event]) { expectSound(events) }

    /// The states of a call: queued; armed; before and after that; with a resting or judged finger; at the helper, in
    /// scrypt, in the TPM, on the disk; enrolling; changing what other calls depend on.
    @Test(
        "The rules hold for a stop in every state of a call, and for events just before and after it",
        arguments: [
            [.authenticate, .bobRetrieves], [.retrieve], [.holdReader, .retrieve], [.holdDisk, .retrieve],
            [.retrieve, .layFinger], [.retrieve, .holdDisk, .judgeWrong], [.retrieve, .holdDisk, .judgeRight],
            [.holdHelper, .retrieve, .answerPassword], [.retrieve, .holdPINs, .answerRight],
            [.sign, .holdDevice, .judgeRight], [.holdPINs, .enroll], [.enroll, .judgeRight],
            [.enroll, .judgeRight, .holdDisk, .judgeRight], [.holdDisk, .disable], [.holdDisk, .reset],
        ] as [[Event]])
    func stops(_ state: [Event]) {
        for event in Event.allCases {
            expectSound(state + [event, .stop])
            expectSound(state + [.stop, event])
        }
    }

    @Test("A call ended while it queues for the prompt reports that, and not why no finger helps")
    func endedInLine() {
        expectSound([
            .retrieve, .retrievePrompted, .disable, .promptComes, .retrievePrompted, .retrievePrompted,
            .retrievePrompted, .sleep,
        ])
    }

    private static func number<Number: FixedWidthInteger>(_ variable: String) -> Number? {
        getenv(variable).flatMap { Number(String(cString: $0)) }
    }

    /// `BIOGATE_SCHEDULE_SEED`: the seed that a failure printed, to repeat it.
    private static let seeds: [UInt64] = [1, number("BIOGATE_SCHEDULE_SEED") ?? .random(in: 2 ... .max)]
    /// `BIOGATE_SCHEDULES`: how many schedules of each seed.
    private static let count: Int = number("BIOGATE_SCHEDULES") ?? 500

    @Test("The rules hold for long random schedules", arguments: seeds)
    func long(_ seed: UInt64) {
        var random = SplitMix(seed: seed)
        for _ in 1...Self.count {
            // With few kinds of events, each comes often enough to meet the others.
            let kinds = Event.allCases.shuffled(using: &random).prefix(.random(in: 5...20, using: &random))
            let events = (1...40).compactMap { _ in kinds.randomElement(using: &random) }
            guard expectSound([.retrieve] + events, seed: seed) else { return }
        }
    }

    @discardableResult
    private func expectSound(_ events: [Event], seed: UInt64? = nil) -> Bool {
        guard let broken = broken(by: events) else { return true }
        let shortest = shortened(events)
        let ways = shortest == events ? "" : ", as after \(events.map(\.rawValue))"
        Issue.record("\(broken), after \(shortest.map(\.rawValue))\(ways)\(seed.map { ", seed \($0)" } ?? "")")
        return false
    }

    /// The events that are all needed to break a rule.
    private func shortened(_ events: [Event]) -> [Event] {
        for index in events.indices.reversed() {
            var fewer = events
            fewer.remove(at: index)
            if broken(by: fewer) != nil { return shortened(fewer) }
        }
        return events
    }

    private func broken(by events: [Event]) -> String? {
        weak var gatekeeper: Gatekeeper?
        let broken = {
            let play = Play()
            gatekeeper = play.scene.gatekeeper
            for event in events { play.play(event) }
            play.finish()
            return play.broken
        }()
        // A call that still waits keeps it alive.
        return broken ?? gatekeeper.map { _ in "something still waits" }
    }
}
