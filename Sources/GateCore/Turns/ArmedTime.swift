import GateModel
import GatePolicy

/// How long users' calls have armed the readers without a touch. Logins are not bounded.
///
/// Confined to the Gatekeeper's loop.
final class ArmedTime {
    private struct Use: Hashable {
        let user: UserID
        let reader: ReaderID
    }

    private let clock: GateClock
    /// The time that a new call should have.
    private let share: Duration
    private var unanswered: [Use: UnansweredTime] = [:]

    init(clock: GateClock, share: Duration) {
        self.clock = clock
        self.share = share
    }

    /// How long the call may arm its readers from now on; nil for no limit.
    func left(to call: WaitingCall) -> Duration? {
        guard !call.ask.comesFirst else { return nil }
        let now = clock.now().sinceBoot
        return uses(of: call).map { $0.left(isNewCall: !call.isUnanswered, at: now) }.min()
    }

    /// The error of a call whose user's time is spent.
    func refusal(of call: WaitingCall, fallbacks: [Factor]) -> GateError {
        let now = clock.now().sinceBoot
        let wait = uses(of: call).map { $0.wait(for: share, at: now) }.max()
        return .hardwareUnavailable(.overheated, retryAfter: wait.map { max($0, .seconds(1)) }, fallbacks: fallbacks)
    }

    /// Notes that readers were armed for the call since `since`, and no finger was seen.
    func add(since: Duration, at readers: some Sequence<ReaderID>, for call: WaitingCall) {
        guard !call.ask.comesFirst else { return }
        let now = clock.now().sinceBoot
        unanswered = unanswered.filter { $0.value.isSpent(at: now) }
        for reader in readers {
            let use = Use(user: call.ask.party, reader: reader)
            unanswered[use, default: UnansweredTime(at: now)].add(now - since, at: now)
        }
    }

    private func uses(of call: WaitingCall) -> [UnansweredTime] {
        call.readers.compactMap { unanswered[Use(user: call.ask.party, reader: $0)] }
    }
}
