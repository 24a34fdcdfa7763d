import BiometricGate
import GateModel

/// A wait until a finger may be tried again, shown while it lasts.
struct Countdown: Hashable {
    /// The longest wait that a command sits out; a longer one is reported.
    private static let longest: Duration = .seconds(120)

    /// Whole seconds.
    private let seconds: Int64

    init(_ wait: Duration) {
        let (seconds, rest) = wait.components
        self.seconds = seconds + (rest > 0 ? 1 : 0)
    }

    /// Nil if the error is not a wait, or too long a one.
    init?(_ error: GateClientError) {
        guard case .noFinger(.lockout(let wait)) = error.gateError?.kind, wait <= Self.longest else { return nil }
        self.init(wait)
    }

    /// The remaining seconds at which to report: each one on a passing line, otherwise every tenth.
    func moments(_ mode: Screen.Mode) -> [Int64] {
        let all = stride(from: seconds, to: 0, by: -1)
        return mode == .live ? Array(all) : all.filter { $0 % 10 == 0 && $0 < seconds }
    }

    /// True after the wait; false if the task is cancelled.
    func run(on screen: Screen, _ words: @Sendable (Duration) -> String) async -> Bool {
        let end = ContinuousClock.now + .seconds(seconds)
        for left in moments(screen.mode) {
            guard await isThere(end - .seconds(left)) else { return false }
            if screen.mode == .live { screen.pass(words(.seconds(left))) } else { screen.say(words(.seconds(left))) }
        }
        return await isThere(end)
    }

    private func isThere(_ moment: ContinuousClock.Instant) async -> Bool {
        (try? await Task.sleep(until: moment)) != nil
    }
}
