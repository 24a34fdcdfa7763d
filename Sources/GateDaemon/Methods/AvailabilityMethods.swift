import GateGuidance
import GateModel
import GateWire

enum GetAvailability: GateMethod {
    static let name = "GetAvailability"

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let user = try context.user(call.parameters)
        let view = try await context.view(of: user)
        return .reply(["availability": .object(view.wire(at: context.clock.now(), in: context.language))])
    }
}

enum WatchAvailability: GateMethod {
    static let name = "WatchAvailability"

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        guard call.more else { throw .fault(.expectedMore(oneway: call.oneway)) }
        let user = try context.user(call.parameters)
        let changes = context.published.changes()
        var last: Told?
        // A wait that ends changes the availability without anybody publishing anything.
        let (wakeUps, wakeUp) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let alarm = Alarm(.wall) { wakeUp.yield() }
        let pump = Task {
            for await _ in changes { wakeUp.yield() }
            wakeUp.finish()
        }
        defer { pump.cancel() }
        wakeUp.yield()
        for await _ in wakeUps {
            let view = try await context.view(of: user)
            let now = context.clock.now()
            let current = view.availability(at: now)
            if last != Told(current.availability, current.fallbacks) {
                last = Told(current.availability, current.fallbacks)
                context.sendChange(["availability": .object(view.wire(at: now, in: context.language))])
            }
            alarm.set(after: view.nextChange(at: now))
        }
        throw .refused(.cancelled(by: .shutdown))
    }

    /// What a watcher was told last; a wait that only grew shorter is no change.
    private struct Told: Equatable {
        let availability: Availability
        let fallbacks: [Factor]

        init(_ availability: Availability, _ fallbacks: [Factor]) {
            self.availability =
                switch availability {
                case .lockout: .lockout(retryAfter: .zero)
                case .hardwareUnavailable(let reason, _): .hardwareUnavailable(reason, retryAfter: nil)
                case .available, .noHardware, .notEnrolled, .disabled, .lockoutPermanent: availability
                }
            self.fallbacks = fallbacks
        }
    }
}

enum GetSettings: GateMethod {
    static let name = "GetSettings"

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let app = try reading { () throws(CallFault) in try parameters.appNameIfPresent("app") }
        let user = try context.user(parameters)
        return .reply(["settings": .object(try await context.view(of: user).settings(of: app).wire)])
    }
}

extension CallContext {
    /// What is published of a user, once the Gatekeeper has loaded them, as it is for the caller.
    func view(of user: UserID) async throws(CallFailure) -> PublishedState.View {
        let view: PublishedState.View
        if let known = published.view(of: user) {
            view = known
        } else {
            view = try await gate { () throws(GateError) in try await gatekeeper.view(of: user) }
        }
        return view.seen(isInteractive: published.obstacle(to: caller.program, of: caller.peer.user) == nil)
    }
}

extension PublishedState.View {
    func wire(at now: Moment, in language: Language) -> WireObject {
        let (availability, fallbacks) = availability(at: now)
        return availability.wire(
            fallbacks: fallbacks, guidance: .for(availability, fallbacks: fallbacks, in: language))
    }
}
