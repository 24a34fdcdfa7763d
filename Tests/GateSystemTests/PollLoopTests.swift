import GateSystem
import Testing

@Suite("Timers of a loop of descriptors")
struct PollLoopTests {
    @Test("Timers call in the order of their times, and a cancelled one never")
    func timers() async {
        let loop = PollLoop(named: "timer-test")
        let (calls, call) = AsyncStream<Int>.makeStream()
        let last = loop.timer(after: .milliseconds(20)) { call.yield(3) }
        let first = loop.timer(after: .zero) { call.yield(1) }
        let cancelled = loop.timer(after: .milliseconds(10)) { call.yield(2) }
        cancelled.cancel()
        var heard: [Int] = []
        for await number in calls {
            heard.append(number)
            if number == 3 { break }
        }
        #expect(heard == [1, 3])
        _ = (first, last)
        let isOver = await loop.sleep(for: .zero, isolation: nil)
        #expect(isOver)
        loop.shutdown()
    }
}
