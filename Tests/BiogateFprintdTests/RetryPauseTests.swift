import Testing

@testable import biogate_fprintd

@Suite("Attempts to reach the daemon") struct RetryPauseTests {
    @Test("A lost daemon is tried at once, and a missing one at most every ten seconds")
    func pauses() {
        var pause = RetryPause()
        let absent = (0..<8).map { _ in pause.taken() }
        #expect(absent.map { $0 / .milliseconds(250) } == [1, 2, 4, 8, 16, 32, 40, 40])
        pause.reached()
        let lost = (0..<3).map { _ in pause.taken() }
        #expect(lost == [.zero, .milliseconds(250), .milliseconds(500)])
    }
}
