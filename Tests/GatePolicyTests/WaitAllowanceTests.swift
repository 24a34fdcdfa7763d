import Testing

@testable import GatePolicy

@Suite("A call's waiting time")
struct WaitAllowanceTests {
    @Test("Several waits share one time, and time between them costs nothing")
    func shared() {
        var allowance = WaitAllowance(.seconds(10))
        #expect(allowance.begin(at: .seconds(100)) == .seconds(10))
        #expect(allowance.begin(at: .seconds(103)) == .seconds(7))
        allowance.end(at: .seconds(104))
        #expect(!allowance.isRunning)
        #expect(allowance.begin(at: .seconds(200)) == .seconds(6))
        #expect(allowance.isRunning)
        #expect(allowance.remaining(at: .seconds(300)) == .zero)
    }

    @Test("A wait without a limit has no remaining time to report")
    func unlimited() {
        var allowance = WaitAllowance(nil)
        #expect(allowance.begin(at: .zero) == nil)
        allowance.end(at: .seconds(1000))
        #expect(allowance.remaining(at: .seconds(1000)) == nil)
    }
}
