import GateCore
import GateGuidance
import GateModel
import GateSystem
import GateWire

extension MethodTable {
    static let availability: [any Method.Type] = [GetAvailability.self, WatchAvailability.self]
}

enum GetAvailability: StatusMethod {
    static let name = "GetAvailability"
    static let callers = Callers.everybody
    static let isAboutFingers = true

    static func read(_ parameters: WireObject) throws(CallFault) {}

    static func reply(_ parameters: Void, telling view: UserView, in context: CallContext) -> OutgoingFrame {
        .reply(["availability": .object(view.wire(at: context.clock.now(), in: context.language))])
    }
}

enum WatchAvailability: GateMethod {
    static let name = "WatchAvailability"
    static let callers = Callers.everybody
    static let isAboutFingers = true
    static let turn = MethodTurn.watchesUser

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let user = try context.user(call.parameters)
        var last: Told?
        // The end of a lockout changes the availability without an event.
        let wakeUp = Inbox<Void>(capacity: 1)
        var alarm: LoopTimer?
        defer { alarm?.cancel() }
        try await context.watch(user, wakenBy: wakeUp) { () throws(CallFailure) in
            let view = try await context.view(of: user)
            let now = context.clock.now()
            let current = view.availability(at: now)
            let told = Told(current.availability, current.fallbacks, view, at: now)
            if last != told {
                last = told
                context.sendChange(["availability": .object(view.wire(at: now, in: context.language))])
            }
            alarm = view.nextChange(at: now).map { wait in
                // A lockout counts the time that the machine sleeps, and a timer does not. An alarm that is never far
                // off notices it.
                context.gatekeeper.loop.timer(after: min(wait, Self.longestAlarm)) { wakeUp.post(()) }
            }
        }
        throw .refused(.cancelled(by: .shutdown))
    }

    private static let longestAlarm: Duration = .seconds(60)

    /// The last report; a lockout that merely got shorter is not a change.
    private struct Told: Equatable {
        let availability: Availability
        let fallbacks: [Factor]
        /// Changes the way out that the report suggests.
        let needsVouching: Bool
        let loginLockout: LoginLockout?

        init(_ availability: Availability, _ fallbacks: [Factor], _ view: UserView, at now: Moment) {
            self.availability =
                switch availability {
                case .lockout: .lockout(retryAfter: .zero)
                case .hardwareUnavailable(let reason, _): .hardwareUnavailable(reason, retryAfter: nil)
                case .available, .noHardware, .notEnrolled, .disabled, .lockoutPermanent: availability
                }
            self.fallbacks = fallbacks
            needsVouching = availability == .notEnrolled(printsVanished: false) && view.hasUnvouchedPrints
            loginLockout = view.loginLockout(at: now).map { LoginLockout(retryAfter: $0.retryAfter.map { _ in .zero }) }
        }
    }
}

extension UserView {
    func wire(at now: Moment, in language: Language) -> WireObject {
        let (availability, fallbacks) = availability(at: now)
        var known = GateGuidance.Situation(hasUnvouchedPrints: hasUnvouchedPrints)
        known.tell(obstacle, isLidClosed: isCovered)
        let report = AvailabilityReport(
            availability, fallbacks: fallbacks,
            guidance: .for(availability, fallbacks: fallbacks, situation: known, in: language),
            loginLockout: loginLockout(at: now))
        return report.wire
    }
}
