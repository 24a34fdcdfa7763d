import BiometricGate
import GateModel
import Observation
import Synchronization
import Testing

@Suite("A gate's way to its result") struct GateFlowTests {
    @Test("A gate goes from idle through the prompt to success, and passes on its secret once")
    func success() async throws {
        try await FlowBench.playing { bench in
            let waiting = try await bench.startAsking()
            waiting.progress(Progress(.matched), "Fingerprint matched.")
            try await bench.screen.expect(.authenticating(promptVisible: false))
            waiting.open()
            let state = try await bench.screen.expect(.succeeded)
            #expect(state.outcome == .succeeded)
            #expect(state.accessibleText == "Confirmed.")
            #expect(bench.taken() == Array("s3cret".utf8))
            #expect(bench.taken() == nil)
        }
    }

    @Test("The screen shows the daemon's message while the user is asked")
    func messages() async throws {
        try await FlowBench.playing { bench in
            let waiting = try await bench.startAsking()
            waiting.progress(Progress(.noMatch, attemptsRemaining: 2), "No match. 2 tries left.")
            #expect(try await bench.screen.next().accessibleText == "No match. 2 tries left.")
            // The message stays while the next touch is asked for.
            waiting.progress(Progress(.waitingForFinger), "Touch the fingerprint reader")
            let again = try await bench.screen.next()
            #expect(again.accessibleText == "Touch the fingerprint reader")
            #expect(again.alert == "No match. 2 tries left.")
            waiting.progress(Progress(.queued), "Another request is using the reader. Please wait.")
            try await bench.screen.expect(.authenticating(promptVisible: false))
        }
    }

    @Test("A gate without the auto trigger asks at its button, any other once per start")
    func autoTrigger() async throws {
        try await FlowBench.playing(nil, GateFlow.Options(autoTrigger: false)) { bench in
            bench.flow.start()
            try await bench.report(.available)
            bench.flow.trigger()
            let waiting = try await bench.asked()
            waiting.fail(.timedOut(fallbacks: [.pin]))
            let failed = try await bench.screen.next().phase
            guard case .failed(_, canRetry: true) = failed else {
                Issue.record("not failed")
                return
            }
            // A redrawn gate shows its state, and asks nothing.
            let redrawn = FlowBench.Screen(bench.flow.states)
            try await redrawn.expect(failed)
            bench.flow.trigger()
            _ = try await bench.asked()
        }
    }

    @Test("A failed gate never tries again by itself")
    func noRetry() async throws {
        try await FlowBench.playing { bench in
            let waiting = try await bench.startAsking()
            waiting.fail(.timedOut(fallbacks: []))
            guard case .failed(let text, canRetry: true) = try await bench.screen.next().phase else {
                Issue.record("not failed")
                return
            }
            #expect(text.hasSuffix("No finger matched in time. Try again."))
            bench.clock.advance(by: .seconds(86_400))
            // The next thing that reaches the daemon is the user's action.
            bench.flow.trigger()
            _ = try await bench.asked()
        }
    }

    @Test("After the misses of one call only the fallback is left, until the gate is opened again")
    func missesSpent() async throws {
        try await FlowBench.playing { bench in
            try await bench.startAsking().fail(.authenticationFailed(fallbacks: [.pin]))
            let state = try await bench.screen.expect(
                .failed(text: "No match. Use your PIN instead.", canRetry: false))
            #expect(!state.offersFinger)
            // The button, a wrong PIN, or another look at the way around do not bring the finger back.
            bench.flow.trigger()
            bench.flow.answer(.pin(secret("111222")))
            try await bench.screen.expect(.authenticating(promptVisible: false))
            let call = try await bench.daemon.next("RetrieveSecret")
            #expect(call.factor == .pin)
            call.responder.fail(.credentialWrong(.pin, attemptsRemaining: 3, retryAfter: nil))
            guard case .failed(_, canRetry: false) = try await bench.screen.next().phase else {
                Issue.record("the finger is offered")
                return
            }
            bench.flow.usePIN()
            #expect(try await bench.screen.next().offersFinger == false)
            bench.flow.trigger()
            _ = try await bench.startAgain()
        }
    }

    @Test("A gate of one miss a call lets the user decide after each, and has only the fallback left after three")
    func oneAtATime() async throws {
        try await FlowBench.playing { bench in
            bench.flow.attempts = 1
            let again = GateFlow.Phase.failed(text: "No match. Try again, or use your PIN.", canRetry: true)
            try await bench.startAsking().fail(.authenticationFailed(fallbacks: [.pin]))
            #expect(try await bench.screen.expect(again).offersFinger)
            bench.flow.trigger()
            try await bench.screen.expect(.authenticating(promptVisible: false))
            let call = try await bench.daemon.next("RetrieveSecret")
            #expect(call.parameters["attempts"]?.integerValue == 1)
            call.responder.fail(.authenticationFailed(fallbacks: [.pin]))
            try await bench.screen.expect(again)
            bench.flow.trigger()
            try await bench.asked().fail(.authenticationFailed(fallbacks: [.pin]))
            let spent = try await bench.screen.expect(
                .failed(text: "No match. Use your PIN instead.", canRetry: false))
            #expect(!spent.offersFinger)
            try await bench.startAgain().fail(.authenticationFailed(fallbacks: [.pin]))
            try await bench.screen.expect(again)
        }
    }

    @Test("Starting during a lockout shows it and arms nothing; after its end the finger stays off")
    func lockout() async throws {
        try await FlowBench.playing { bench in
            bench.flow.start()
            try await bench.report(.lockout(retryAfter: .seconds(30)))
            let until = bench.clock.now.advanced(by: .seconds(30))
            let state = try await bench.screen.expect(.lockedOut(until: until))
            #expect(
                state.accessibleText
                    == "Fingerprint is paused. The last scans did not match. Use your PIN instead."
            )
            #expect(await bench.clock.nextSleeper() == until)
            bench.flow.trigger()
            bench.clock.advance(by: .seconds(30))
            let text = "The last scans did not match. Use your PIN instead."
            let over = try await bench.screen.expect(.failed(text: text, canRetry: false))
            #expect(over.accessibleText == text)
            #expect(!over.offersFinger)
            bench.flow.trigger()
            _ = try await bench.startAgain()
        }
    }

    @Test("The app decides how long an absence may be")
    func longestAbsence() async throws {
        let options = GateFlow.Options(longestAbsence: .seconds(5))
        try await FlowBench.playing(nil, options) { bench in
            try await bench.startAsking().open()
            try await bench.screen.expect(.succeeded)
            bench.flow.enteredBackground()
            bench.clock.advance(by: .seconds(5))
            bench.flow.enteredForeground()
            try await bench.screen.expect(.idle)
            try await bench.report(.available)
            _ = try await bench.asked()
        }
    }

    @Test("A gate is required unless the app says otherwise")
    func requiredByDefault() {
        #expect(GateFlow.Options().isRequired)
    }

    @Test(
        "Each reason that prevents asking for a finger is told apart",
        arguments: [
            (Availability.noHardware, Obstacle.noHardware),
            (
                .hardwareUnavailable(.overheated, retryAfter: .seconds(5)),
                .hardwareUnavailable(.overheated, retryAfter: .seconds(5))
            ),
            (.notEnrolled(printsVanished: true), .notEnrolled(printsVanished: true)),
            (.disabled, .disabled),
            (.lockoutPermanent(.attempts), .credentialNeeded(.attempts)),
            (.lockoutPermanent(.credentialAge), .credentialNeeded(.routine)),
            (.lockoutPermanent(.boot), .credentialNeeded(.boot)),
        ])
    func unavailable(availability: Availability, obstacle: Obstacle) async throws {
        try await FlowBench.playing { bench in
            bench.flow.start()
            try await bench.report(availability)
            let state = try await bench.screen.expect(.unavailable(obstacle))
            #expect(state.accessibleText.hasSuffix("."))
            #expect(state.accessibleText.contains("PIN"))
            // Each request tries again, even if only the daemon discovers the reason.
            bench.flow.trigger()
            try await bench.screen.expect(.authenticating(promptVisible: false))
            try await bench.daemon.next("RetrieveSecret").responder.fail(
                .lockoutPermanent(.boot, clearedBy: [.pin], fallbacks: [.pin]))
            try await bench.screen.expect(.unavailable(.credentialNeeded(.boot)))
        }
    }

    @Test(
        "Without a daemon, the gate calls fingerprint unavailable, and offers the sign-in where a daemon would check the fallback",
        arguments: [
            (GateFlow.Fallback.pin, "지금은 지문을 쓸 수 없어요. 계속하려면 다시 로그인해 주세요.", "로그인"),
            (.password, "지금은 지문을 쓸 수 없어요. 계속하려면 다시 로그인해 주세요.", "로그인"),
            (.app(label: "패턴"), "지금은 지문을 쓸 수 없어요.", "패턴"),
            (.none, "지금은 지문을 쓸 수 없어요. 계속하려면 다시 로그인해 주세요.", "로그인"),
        ])
    func notRunning(fallback: GateFlow.Fallback, text: String, label: String) async throws {
        let flow = GateFlow(
            .confirmation, reason: try reason(), client: GateClient(socket: "/nonexistent/gate", locale: "ko"),
            options: GateFlow.Options(fallback: fallback))
        let screen = FlowBench.Screen(flow.states)
        try await screen.expect(.idle)
        flow.start()
        let state = try await screen.expect(.unavailable(.notRunning))
        #expect(state.accessibleText == text)
        #expect(flow.fallbackLabel == label)
        flow.useFallback()
        try await screen.expect(outcome: .fallback(label == "로그인" ? .none : fallback))
    }

    @Test("An item that is gone for good cannot be tried again")
    func invalidated() async throws {
        try await FlowBench.playing { bench in
            try await bench.startAsking().fail(.itemInvalidated(try name(), by: .enrollmentChanged))
            try await bench.screen.expect(
                .failed(
                    text: "Your fingerprints changed. Sign in once, then fingerprint works again.", canRetry: false))
            bench.flow.trigger()
            #expect(bench.flow.state.phase != .authenticating(promptVisible: false))
        }
    }

    @Test("A refusal by the app's server fails the gate, asks the daemon nothing, and wipes the secret")
    func serverRejected() async throws {
        try await FlowBench.playing { bench in
            try await bench.startAsking().open()
            try await bench.screen.expect(.succeeded)
            bench.flow.serverRejected("Your session has ended")
            let text = "Your session has ended. Use your PIN instead."
            let state = try await bench.screen.expect(.failed(text: text, canRetry: false))
            #expect(state.accessibleText == text)
            #expect(state.outcome == nil)
            #expect(bench.taken() == nil)
            // No miss was counted: only the way around reached the daemon.
            bench.flow.answer(.pin(secret("824917")))
            try await bench.screen.expect(.authenticating(promptVisible: false))
            #expect(try await bench.daemon.next("RetrieveSecret").factor == .pin)
        }
    }

    @Test(
        "The app's own check has to exceed its threshold",
        arguments: [(0.9500001, true), (0.95, false), (0.2, false), (Double.nan, false), (nil, false)])
    func additionalCheck(score: Double?, passes: Bool) async throws {
        struct Broken: Error {}
        let check: @Sendable () async throws -> Double = {
            guard let score else { throw Broken() }
            return score
        }
        try await FlowBench.playing(additionally: check, above: 0.95) { bench in
            try await bench.startAsking().open()
            if passes {
                try await bench.screen.expect(.succeeded)
                #expect(bench.taken() != nil)
            } else {
                try await bench.screen.expect(
                    .failed(text: "We could not confirm that it is you. Use your PIN instead.", canRetry: true))
                #expect(bench.taken() == nil)
            }
        }
    }

    @Test("The app's own check never replaces the finger")
    func checkIsAdditional() async throws {
        let runs = Mutex(0)
        let check: @Sendable () async throws -> Double = {
            runs.withLock { $0 += 1 }
            return 1
        }
        try await FlowBench.playing(additionally: check, above: 0.95) { bench in
            try await bench.startAsking().fail(.authenticationFailed(fallbacks: [.pin]))
            try await bench.screen.expect(.failed(text: "No match. Use your PIN instead.", canRetry: false))
            #expect(runs.withLock { $0 } == 0)
        }
    }

    @Test("A signature and a plain confirmation are other purposes of a gate")
    func purposes() async throws {
        try await FlowBench.playing(.signature(of: [1, 2, 3], by: try name())) { bench in
            bench.flow.start()
            try await bench.report(.available)
            try await bench.screen.expect(.authenticating(promptVisible: false))
            let call = try await bench.daemon.next("Sign")
            #expect(call.payload == [1, 2, 3])
            call.responder.finish(["signature": "CQgH", "authentication": .object(receiptWire)])
            try await bench.screen.expect(.succeeded)
            #expect(bench.flow.signature == [9, 8, 7])
        }
        try await FlowBench.playing(.confirmation) { bench in
            bench.flow.start()
            try await bench.report(.available)
            try await bench.screen.expect(.authenticating(promptVisible: false))
            try await bench.daemon.next("Authenticate").responder.finish(["authentication": .object(receiptWire)])
            try await bench.screen.expect(.succeeded)
        }
    }

    @Test("Observers are notified of a change")
    func observed() async throws {
        try await FlowBench.playing { bench in
            let (changes, continuation) = AsyncStream<Void>.makeStream()
            let phase = withObservationTracking {
                bench.flow.state.phase
            } onChange: {
                continuation.yield()
            }
            #expect(phase == .idle)
            bench.flow.start()
            var iterator = changes.makeAsyncIterator()
            #expect(await iterator.next() != nil)
        }
    }

    @Test("run returns how the gate ended, and cancelling its task counts as the app's cancellation")
    func run() async throws {
        try await FlowBench.playing { bench in
            let task = Task { [flow = bench.flow] in await flow.run() }
            try await bench.report(.available)
            try await bench.asked().open()
            #expect(await task.value == .succeeded)
        }
        try await FlowBench.playing(nil, GateFlow.Options(isRequired: true)) { bench in
            let task = Task { [flow = bench.flow] in await flow.run() }
            try await bench.report(.available)
            let waiting = try await bench.asked()
            task.cancel()
            try await bench.expectReaderFreed(waiting)
            #expect(await task.value == .cancelled(by: .app))
        }
    }

    @Test("A listener that leaves during a change neither waits forever nor blocks others", .timeLimit(.minutes(5)))
    func leaving() async throws {
        for _ in 0..<200 {
            let flow = GateFlow(.confirmation, reason: try reason(), client: GateClient(socket: "/nonexistent/gate"))
            let (listening, isListening) = AsyncStream<Void>.makeStream()
            let listeners = (0..<50).map { _ in
                Task { [states = flow.states] in
                    for await _ in states { isListening.yield() }
                }
            }
            var arrivals = listening.makeAsyncIterator()
            for _ in listeners { await arrivals.next() }
            async let change: Void = flow.usePIN()
            for listener in listeners { listener.cancel() }
            await change
            for listener in listeners { await listener.value }
        }
    }

    @Test("Releasing a gate frees the reader")
    func letGo() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            do {
                let flow = GateFlow(.secret(try name()), reason: try reason(), client: client)
                flow.trigger()
                _ = try await daemon.next("RetrieveSecret")
            }
            _ = try await daemon.next("CancelRequest")
        }
    }
}
