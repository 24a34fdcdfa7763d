import BiometricGate
import GateModel
import GateSocket
import Testing

@Suite("A gate's other ends") struct GateFlowEndingTests {
    // MARK: Cancelling

    @Test("A cancelled gate reports who cancelled it", arguments: [GateFlow.Canceller.user, .app, .system])
    func cancelled(by canceller: GateFlow.Canceller) async throws {
        try await FlowBench.playing { bench in
            let waiting = try await bench.startAsking()
            bench.flow.cancel(by: canceller)
            let state = try await bench.screen.expect(.idle)
            #expect(state.outcome == .cancelled(by: canceller))
            try await bench.expectReaderFreed(waiting)
        }
    }

    @Test("A cancelled required gate stays idle and open", arguments: [GateFlow.Canceller.user, .system])
    func requiredStays(canceller: GateFlow.Canceller) async throws {
        try await FlowBench.playing(nil, GateFlow.Options(isRequired: true)) { bench in
            let waiting = try await bench.startAsking()
            bench.flow.cancel(by: canceller)
            let state = try await bench.screen.expect(.idle)
            #expect(state.outcome == nil)
            try await bench.expectReaderFreed(waiting)
            bench.flow.trigger()
            _ = try await bench.asked()
        }
    }

    @Test("The app can remove a required gate")
    func requiredByApp() async throws {
        try await FlowBench.playing(nil, GateFlow.Options(isRequired: true)) { bench in
            let waiting = try await bench.startAsking()
            bench.flow.cancel(by: .app)
            try await bench.screen.expect(outcome: .cancelled(by: .app))
            try await bench.expectReaderFreed(waiting)
        }
    }

    @Test(
        "A call that was ended elsewhere reports by whom",
        arguments: [
            (Canceller.user, GateFlow.Canceller.user), (.sessionLocked, .system), (.suspend, .system),
            (.revoked, .system), (.shutdown, .system), (.client, .app),
        ])
    func endedElsewhere(by canceller: Canceller, canceller shown: GateFlow.Canceller) async throws {
        try await FlowBench.playing { bench in
            try await bench.startAsking().fail(.cancelled(by: canceller))
            try await bench.screen.expect(outcome: .cancelled(by: shown))
        }
    }

    @Test("An answer that follows the cancellation changes nothing")
    func lateAnswer() async throws {
        try await FlowBench.playing { bench in
            let waiting = try await bench.startAsking()
            bench.flow.cancel()
            try await bench.screen.expect(outcome: .cancelled(by: .user))
            _ = try await bench.daemon.next("CancelRequest")
            waiting.open()
            bench.flow.trigger()
            _ = try await bench.asked()
            #expect(bench.taken() == nil)
        }
    }

    // MARK: The way around the finger

    /// Brings a flow into a phase, and returns the waiting call, if any.
    enum Before: CaseIterable, Sendable {
        case idle, explaining, authenticating, succeeded, failed, lockedOut, unavailable

        func bring(_ bench: FlowBench) async throws -> CallResponder? {
            switch self {
            case .idle:
                return nil
            case .explaining:
                bench.flow.start()
                try await bench.report(.available)
                try await bench.onboarding("pending")
                _ = try await bench.screen.next()
            case .authenticating:
                bench.flow.trigger()
                return try await bench.asked()
            case .succeeded, .failed:
                bench.flow.trigger()
                let waiting = try await bench.asked()
                if self == .succeeded { waiting.open() } else { waiting.fail(.authenticationFailed(fallbacks: [.pin])) }
                _ = try await bench.screen.next()
            case .lockedOut, .unavailable:
                bench.flow.start()
                try await bench.report(self == .lockedOut ? .lockout(retryAfter: .seconds(30)) : .noHardware)
                _ = try await bench.screen.next()
            }
            return nil
        }
    }

    @Test("The PIN is one transition from every state, and frees the reader", arguments: Before.allCases)
    func usePIN(before: Before) async throws {
        let options = GateFlow.Options(firstUse: AppName("org.example.Bank"))
        try await FlowBench.playing(nil, options) { bench in
            let waiting = try await before.bring(bench)
            bench.flow.usePIN()
            let state = try await bench.screen.expect(.idle)
            #expect(state.outcome == .fallback(.pin))
            #expect(bench.taken() == nil)
            if let waiting { try await bench.expectReaderFreed(waiting) }
            bench.flow.answer(.pin(secret("824917")))
            try await bench.screen.expect(.authenticating(promptVisible: false))
            let call = try await bench.daemon.next("RetrieveSecret")
            #expect(call.credential == Array("824917".utf8))
            call.responder.open()
            try await bench.screen.expect(.succeeded)
        }
    }

    @Test(
        "Each way around has its outcome and its button",
        arguments: [
            (GateFlow.Fallback.pin, "Use PIN"), (.password, "Use password"),
            (.app(label: "Draw pattern"), "Draw pattern"),
            (.none, "Sign in"),
        ])
    func fallbacks(fallback: GateFlow.Fallback, label: String) async throws {
        try await FlowBench.playing(nil, GateFlow.Options(fallback: fallback)) { bench in
            #expect(bench.flow.fallbackLabel == label)
            let waiting = try await bench.startAsking()
            bench.flow.useFallback()
            try await bench.screen.expect(outcome: .fallback(fallback))
            try await bench.expectReaderFreed(waiting)
        }
    }

    @Test(
        "A failure names a way around that the screen has and that works",
        arguments: [
            (GateFlow.Fallback.pin, [Factor.pin], "No match. Use your PIN instead."),
            (.pin, [], "No match. Sign in again to continue."),
            (.password, [.pin, .password], "No match. Use your password instead."),
            (.app(label: "Draw pattern"), [.pin], "No match."), (.none, [.pin], "No match. Sign in again to continue."),
        ])
    func fallbackTexts(fallback: GateFlow.Fallback, working: [Factor], text: String) async throws {
        try await FlowBench.playing(nil, GateFlow.Options(fallback: fallback)) { bench in
            try await bench.startAsking().fail(.authenticationFailed(fallbacks: working))
            try await bench.screen.expect(.failed(text: text, canRetry: false))
        }
    }

    @Test("A PIN given while a finger is awaited races the finger")
    func race() async throws {
        try await FlowBench.playing { bench in
            let waiting = try await bench.startAsking()
            bench.flow.answer(.pin(secret("824917")))
            #expect(try await bench.daemon.next("AnswerRequest").credential == Array("824917".utf8))
            waiting.open()
            try await bench.screen.expect(.succeeded)
        }
    }

    @Test("A PIN given before the daemon has accepted the call is not lost")
    func earlyPIN() async throws {
        try await FlowBench.playing { bench in
            bench.flow.trigger()
            try await bench.screen.expect(.authenticating(promptVisible: false))
            let early = try await bench.daemon.next("RetrieveSecret")
            bench.flow.answer(.pin(secret("824917")))
            try await bench.expectReaderFreed(early.responder)
            let call = try await bench.daemon.next("RetrieveSecret")
            #expect(call.credential == Array("824917".utf8))
            call.responder.open()
            try await bench.screen.expect(.succeeded)
        }
    }

    @Test("After a wrong PIN, another can be given")
    func wrongPIN() async throws {
        try await FlowBench.playing { bench in
            bench.flow.usePIN()
            try await bench.screen.expect(outcome: .fallback(.pin))
            for pin in ["111222", "824917"] {
                bench.flow.answer(.pin(secret(pin)))
                try await bench.screen.expect(.authenticating(promptVisible: false))
                let call = try await bench.daemon.next("RetrieveSecret")
                guard pin == "111222" else {
                    call.responder.open()
                    continue
                }
                call.responder.fail(.credentialWrong(.pin, attemptsRemaining: 3, retryAfter: nil))
                guard case .failed(_, canRetry: true) = try await bench.screen.next().phase else {
                    Issue.record("not failed")
                    return
                }
            }
            try await bench.screen.expect(.succeeded)
        }
    }

    // MARK: The first use

    @Test(
        "The first use is explained whatever the auto trigger says, and turned on by its button",
        arguments: [true, false])
    func firstUse(autoTrigger: Bool) async throws {
        let options = GateFlow.Options(autoTrigger: autoTrigger, firstUse: AppName("org.example.Bank"))
        try await FlowBench.playing(nil, options) { bench in
            bench.flow.start()
            try await bench.report(.available)
            try await bench.onboarding("pending")
            guard case .explaining(let offer) = try await bench.screen.next().phase else {
                Issue.record("not explained")
                return
            }
            #expect(offer.title == "Sign in faster with your fingerprint?")
            #expect(offer.turnOn == "Turn on")
            #expect(offer.notNow == "Not now")
            bench.flow.trigger()
            bench.flow.turnOn()
            try await bench.screen.expect(.authenticating(promptVisible: false))
            let answer = try await bench.daemon.next("AnswerOnboarding")
            #expect(answer.parameters == ["app": "org.example.Bank", "answer": "accepted"])
            answer.responder.finish(["settings": bench.settings(onboarding: "accepted")])
            try await bench.daemon.next("RetrieveSecret").responder.open()
            try await bench.screen.expect(.succeeded)
        }
    }

    @Test("A declined offer takes the fallback, and is recorded in any case")
    func notNow() async throws {
        let options = GateFlow.Options(firstUse: AppName("org.example.Bank"))
        try await FlowBench.playing(nil, options) { bench in
            _ = try await Before.explaining.bring(bench)
            bench.flow.notNow()
            bench.flow.cancel(by: .app)
            try await bench.screen.expect(outcome: .fallback(.pin))
            #expect(
                try await bench.daemon.next("AnswerOnboarding").parameters
                    == ["app": "org.example.Bank", "answer": "skipped"])
        }
    }

    @Test("An accepted offer is not made again, and a declined one leaves fingerprint off")
    func answeredBefore() async throws {
        let options = GateFlow.Options(firstUse: AppName("org.example.Bank"))
        try await FlowBench.playing(nil, options) { bench in
            bench.flow.start()
            try await bench.report(.available)
            try await bench.onboarding("accepted")
            _ = try await bench.asked()
        }
        try await FlowBench.playing(nil, options) { bench in
            bench.flow.start()
            try await bench.report(.available)
            try await bench.onboarding("skipped")
            try await bench.screen.expect(.unavailable(.disabled))
        }
    }

    // MARK: The background

    @Test("A passed gate asks again after 30 s in the background, and not after 29.9")
    func absence() async throws {
        try await FlowBench.playing { bench in
            try await bench.startAsking().open()
            try await bench.screen.expect(.succeeded)
            bench.flow.enteredBackground()
            bench.clock.advance(by: .milliseconds(29_900))
            bench.flow.enteredForeground()
            #expect(bench.flow.state.phase == .succeeded)
            bench.flow.enteredBackground()
            bench.clock.advance(by: .seconds(30))
            bench.flow.enteredForeground()
            try await bench.screen.expect(.idle)
            #expect(bench.taken() == nil)
            try await bench.report(.available)
            _ = try await bench.asked()
        }
    }

    @Test("The system cancels the waiting call when the app goes to the background")
    func hidden() async throws {
        try await FlowBench.playing { bench in
            let waiting = try await bench.startAsking()
            bench.flow.enteredBackground()
            try await bench.screen.expect(outcome: .cancelled(by: .system))
            try await bench.expectReaderFreed(waiting)
        }
    }

    @Test("Nothing is asked in the background; a gate started there asks once the app is back")
    func startInBackground() async throws {
        try await FlowBench.playing { bench in
            bench.flow.enteredBackground()
            bench.flow.start()
            bench.flow.trigger()
            bench.flow.answer(.pin(secret("824917")))
            bench.clock.advance(by: .seconds(1))
            bench.flow.enteredForeground()
            try await bench.report(.available)
            _ = try await bench.asked()
        }
    }
}
