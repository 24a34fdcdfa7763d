import GateModel
import GatePolicy
import Synchronization

/// What status calls are answered from, on the I/O thread: the Gatekeeper publishes, everybody reads, nobody waits.
final class PublishedState: Sendable {
    /// One user as the Gatekeeper last saw them.
    struct View: Hashable, Sendable {
        /// Whether the number belongs to an account of the system's.
        let hasAccount: Bool
        var situation: UserSituation
        var prints: Int
        var items: Int
        var onboarding: [AppName?: Settings.Onboarding]
        /// True also while the helper cannot say.
        var mayHavePassword: Bool
    }

    private struct State: Sendable {
        var readers: [Reader] = []
        var views: [UserID: View] = [:]
        var seats = SeatFacts()
        var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextWatcher = 0
    }

    private let state = Mutex(State())
    /// Whether a finger counts only in front of the machine.
    let isInteractiveOnly: Bool

    init(interactiveOnly: Bool) {
        isInteractiveOnly = interactiveOnly
    }

    var readers: [Reader] { state.withLock { $0.readers } }

    func view(of user: UserID) -> View? { state.withLock { $0.views[user] } }

    func publish(_ view: View, of user: UserID) {
        change { state in
            guard state.views[user] != view else { return false }
            state.views[user] = view
            return true
        }
    }

    /// Together: who hears of a reader finds the users' availability with it.
    func publish(_ readers: [Reader], with views: [UserID: View]) {
        change { state in
            guard state.readers != readers || views.contains(where: { state.views[$0] != $1 }) else { return false }
            state.readers = readers
            state.views.merge(views) { $1 }
            return true
        }
    }

    /// Who is in front of the machine; until somebody says, anybody may be.
    func publish(_ seats: SeatFacts) {
        change { state in
            guard state.seats != seats else { return false }
            state.seats = seats
            return true
        }
    }

    /// Why a program of a user's cannot ask for a finger; nil where it can.
    func obstacle(to program: Program, of user: UserID) -> SeatObstacle? {
        guard isInteractiveOnly else { return nil }
        return state.withLock { $0.seats.obstacle(to: program.place, of: user) }
    }

    /// Whether somebody is in front of the machine for a program of a user's: one that may ask is not for that reason.
    func isAttended(_ program: Program, of user: UserID) -> Bool {
        state.withLock { $0.seats.isAttended(program.place, of: user) }
    }

    func withdraw(_ user: UserID) {
        change { $0.views.removeValue(forKey: user) != nil }
    }

    /// Fires after every change; changes that come faster than they are taken become one.
    func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            defer { state.nextWatcher += 1 }
            state.watchers[state.nextWatcher] = continuation
            return state.nextWatcher
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.watchers.removeValue(forKey: number) }
        }
        return stream
    }

    /// The watchers are told outside the lock: their termination takes it.
    private func change(_ body: (inout State) -> Bool) {
        let watchers = state.withLock { state in body(&state) ? Array(state.watchers.values) : [] }
        for watcher in watchers { watcher.yield() }
    }
}

extension PublishedState.View {
    /// As it is for whoever is, or is not, in front of the machine.
    func seen(isInteractive: Bool) -> PublishedState.View {
        var view = self
        view.situation.facts.isInteractive = isInteractive
        return view
    }

    func availability(at now: Moment) -> (availability: Availability, fallbacks: [Factor]) {
        let policy = situation.policy
        return (
            policy.availability(situation.facts, situation.limits, at: now),
            policy.fallbacks(among: [.pin, .password], situation.credentials, situation.limits, at: now)
        )
    }

    /// When the availability changes by itself: the shortest wait that runs.
    func nextChange(at now: Moment) -> Duration? {
        let policy = situation.policy
        var waits: [Duration] = []
        if case .waiting(let remaining) = policy.lockout.state(situation.limits, at: now) { waits.append(remaining) }
        for credential in Credential.allCases {
            if case .waiting(let remaining) = policy.throttle(credential, situation.limits, at: now) {
                waits.append(remaining)
            }
        }
        if let remaining = policy.credentialAgesIn(situation.limits, at: now) { waits.append(remaining) }
        return waits.min()
    }

    func settings(of app: AppName?) -> Settings {
        let isOn = situation.facts.fingerprintSwitch == .on
        let isUsable =
            isOn && situation.facts.hasPrints && situation.facts.isAllowedByAdministrator
        return Settings(
            fingerprintEnabled: isOn, method: isUsable ? .fingerprint : .none, onboarding: onboarding[app] ?? .pending,
            pinSet: situation.credentials.isPINSet, passwordAvailable: situation.credentials.isPasswordAvailable,
            enrolledPrints: prints, items: items)
    }
}
