import BiometricGate
import GateModel
import GateSocket
import GateWire
import Testing

/// An app's gate, connected to a daemon that the test plays.
struct FlowBench {
    let daemon: ScriptedDaemon
    let clock: ManualClock
    let flow: GateFlow
    let screen: Screen

    /// The states that a listener has received, in order.
    final class Screen {
        private var iterator: AsyncStream<GateFlow.State>.Iterator
        private(set) var shown: [GateFlow.Phase] = []

        init(_ states: AsyncStream<GateFlow.State>) {
            iterator = states.makeAsyncIterator()
        }

        func next() async throws -> GateFlow.State {
            let next = await iterator.next(isolation: #isolation)
            let state = try #require(next)
            shown.append(state.phase)
            return state
        }

        /// Expects the next state to have that phase, and returns it.
        @discardableResult
        func expect(_ phase: GateFlow.Phase, _ location: SourceLocation = #_sourceLocation) async throws
            -> GateFlow.State
        {
            let state = try await next()
            #expect(state.phase == phase, sourceLocation: location)
            return state
        }

        /// Expects the next state to end the gate.
        func expect(
            outcome: GateFlow.Outcome, _ location: SourceLocation = #_sourceLocation
        ) async throws {
            #expect(try await next().outcome == outcome, sourceLocation: location)
        }
    }

    static func playing(
        _ purpose: GateFlow.Purpose? = nil, _ options: GateFlow.Options = GateFlow.Options(isRequired: false),
        additionally check: (@Sendable () async throws -> Double)? = nil, above threshold: Double = 0,
        _ body: (FlowBench) async throws -> Void
    ) async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let clock = ManualClock()
            let flow = GateFlow(
                try purpose ?? .secret(name()), reason: try reason(), client: client, options: options,
                additionally: check, above: threshold, clock: clock)
            let screen = Screen(flow.states)
            try await screen.expect(.idle)
            try await body(FlowBench(daemon: daemon, clock: clock, flow: flow, screen: screen))
        }
    }

    /// Answers the availability question, which comes before everything else.
    func report(_ availability: Availability, fallbacks: [Factor] = [.pin]) async throws {
        let report = AvailabilityReport(availability, fallbacks: fallbacks, guidance: guidance)
        try await daemon.next("GetAvailability").responder.finish(["availability": .object(report.wire)])
    }

    func onboarding(_ answer: String) async throws {
        try await daemon.next("GetSettings").responder.finish(["settings": settings(onboarding: answer)])
    }

    func settings(onboarding: String) -> WireValue {
        [
            "fingerprintEnabled": true, "method": "fingerprint", "onboarding": .string(onboarding), "pinSet": true,
            "passwordAvailable": false, "enrolledPrints": 1, "items": 1,
        ]
    }

    /// Starts the flow, and continues until the reader wants a touch.
    func startAsking() async throws -> CallResponder {
        flow.start()
        try await report(.available)
        return try await asked()
    }

    /// Opens the gate again, until the reader wants a touch; nothing else reaches the daemon before.
    func startAgain() async throws -> CallResponder {
        flow.start()
        try await screen.expect(.idle)
        try await report(.available)
        return try await asked()
    }

    /// The call for the secret, once its prompt is on the screen.
    func asked() async throws -> CallResponder {
        try await screen.expect(.authenticating(promptVisible: false))
        let responder = try await daemon.next("RetrieveSecret").responder
        responder.progress(Progress(.waitingForFinger), "Touch the fingerprint reader")
        try await screen.expect(.authenticating(promptVisible: true))
        return responder
    }

    /// The secret that the flow passes on.
    func taken() -> [UInt8]? {
        guard let secret = flow.takeSecret() else { return nil }
        return secret.withBytes { Array($0) }
    }

    /// Expects the flow to cancel a waiting call.
    func expectReaderFreed(_ waiting: CallResponder) async throws {
        _ = try await daemon.next("CancelRequest")
        waiting.fail(.cancelled(by: .client))
    }
}

extension CallResponder {
    func open(_ text: String = "s3cret") {
        send(.reply(["authentication": .object(receiptWire)], secretMember: "secret", secret(text)), as: .result)
    }
}
