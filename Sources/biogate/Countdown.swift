import BiometricGate
import GateModel

/// A wait before a finger may be tried again, told while it lasts.
struct Countdown: Hashable {
    /// What somebody sits out at a terminal; a longer wait is told and left to them.
    private static let longest: Duration = .seconds(120)

    /// Whole seconds.
    private let seconds: Int64

    init(_ wait: Duration) {
        let (seconds, rest) = wait.components
        self.seconds = seconds + (rest > 0 ? 1 : 0)
    }

    /// Nil where the error is no wait, or too long a one.
    init?(_ error: GateClientError) {
        guard case .lockout(let wait, _, _) = error.gateError, wait <= Self.longest else { return nil }
        self.init(wait)
    }

    /// The seconds left at which something is said: each on a line that passes, else every tenth.
    func moments(_ mode: Screen.Mode) -> [Int64] {
        let all = stride(from: seconds, to: 0, by: -1)
        return mode == .live ? Array(all) : all.filter { $0 % 10 == 0 && $0 < seconds }
    }

    /// True when the wait is over; false where the task is cancelled first.
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
