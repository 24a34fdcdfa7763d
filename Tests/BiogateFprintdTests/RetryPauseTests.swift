import Testing

@testable import biogate_fprintd

@Suite("Tries to reach the daemon") struct RetryPauseTests {
    @Test("A daemon that was lost is tried at once, and one that is not there every ten seconds at least")
    func pauses() {
        var pause = RetryPause()
        let absent = (0..<8).map { _ in pause.taken() }
        #expect(absent.map { $0 / .milliseconds(250) } == [1, 2, 4, 8, 16, 32, 40, 40])
        pause.reached()
        let lost = (0..<3).map { _ in pause.taken() }
        #expect(lost == [.zero, .milliseconds(250), .milliseconds(500)])
    }
}
