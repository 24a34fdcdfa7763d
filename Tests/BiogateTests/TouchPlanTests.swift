import BiometricGate
import GateModel
import Testing

@testable import GateSandbox
@testable import biogate

@Suite("Touches of the sandbox's reader")
struct TouchPlanTests {
    private let call = RequestID(rawValue: "r1")
    private let other = RequestID(rawValue: "r2")

    @Test("A touch begins when it is wanted, and ends when it is judged")
    func once() {
        var plan = TouchPlan(count: 1)
        #expect(plan.reported(.added, of: call, nil) == .wait)
        #expect(plan.reported(.changed, of: call, .queued) == .wait)
        #expect(plan.reported(.changed, of: call, .waitingForFinger) == .touch)
        #expect(plan.reported(.changed, of: call, .fingerPresent) == .wait)
        #expect(plan.reported(.changed, of: call, .matched) == .done)
    }

    @Test("A seen touch is over when the next one is wanted, even without a report")
    func silentJudgement() {
        var once = TouchPlan(count: 1)
        #expect(once.reported(.changed, of: call, .waitingForFinger) == .touch)
        #expect(once.reported(.changed, of: call, .waitingForFinger) == .wait)
        #expect(once.reported(.changed, of: call, .fingerPresent) == .wait)
        #expect(once.reported(.changed, of: call, .waitingForFinger) == .done)
        var twice = TouchPlan(count: 2)
        #expect(twice.reported(.changed, of: call, .waitingForFinger) == .touch)
        #expect(twice.reported(.changed, of: call, .fingerPresent) == .wait)
        #expect(twice.reported(.changed, of: call, .waitingForFinger) == .touch)
        #expect(twice.reported(.changed, of: call, .matched) == .done)
    }

    @Test("Each touch waits for its own request, and ignores other calls")
    func several() {
        var plan = TouchPlan(count: 2)
        #expect(plan.reported(.present, of: call, .stagePassed) == .wait)
        #expect(plan.reported(.changed, of: call, .waitingForFinger) == .touch)
        #expect(plan.reported(.changed, of: other, .waitingForFinger) == .wait)
        #expect(plan.reported(.ended, of: other, nil) == .wait)
        #expect(plan.reported(.changed, of: call, .stagePassed) == .wait)
        #expect(plan.reported(.changed, of: call, .waitingForFinger) == .touch)
        #expect(plan.reported(.changed, of: call, .stagePassed) == .done)
    }

    @Test("A call ends after as many touches as were wanted")
    func all() {
        var plan = TouchPlan(count: nil)
        for _ in 1...5 {
            #expect(plan.reported(.changed, of: call, .waitingForFinger) == .touch)
            #expect(plan.reported(.changed, of: call, .stagePassed) == .wait)
        }
        #expect(plan.reported(.ended, of: call, .stagePassed) == .done)
    }

    @Test("A call that ends too early is not confused with one that had its touches")
    func early() {
        var plan = TouchPlan(count: 3)
        #expect(plan.reported(.changed, of: call, .waitingForFinger) == .touch)
        #expect(plan.reported(.changed, of: call, .matched) == .wait)
        #expect(plan.reported(.ended, of: call, .matched) == .ended)
        #expect(plan.touchesMade == 1)
    }

    @Test("Unplugging is over when the call has ended")
    func unplugging() {
        var plan = TouchPlan(count: 1, isLast: true)
        #expect(plan.reported(.present, of: call, .waitingForFinger) == .touch)
        #expect(plan.reported(.changed, of: call, .retry) == .wait)
        #expect(plan.reported(.changed, of: call, .waitingForFinger) == .wait)
        #expect(plan.reported(.ended, of: call, .waitingForFinger) == .done)
    }

    @Test("Each stranger's touch is by a different finger")
    func stranger() {
        #expect(VirtualTouch.stranger.command.hasPrefix("SCAN stranger-"))
        #expect(VirtualTouch.stranger.command != VirtualTouch.stranger.command)
        #expect(VirtualTouch.finger(.rightIndex).command == "SCAN right-index")
        #expect(VirtualTouch.poor.command == "RETRY 0")
    }
}
