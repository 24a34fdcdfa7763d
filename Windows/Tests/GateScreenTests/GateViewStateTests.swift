// The content of an app's gate, whatever its words.

import BiometricGate
import GateGuidance
import GateModel
import GateScreen
import Testing

@Suite("A gate's screen")
struct GateViewStateTests {
    private func screens(_ fallback: GateFlow.Fallback, isRequired: Bool = true) -> [(String, GateViewScreen)] {
        let options = GateFlow.Options(isRequired: isRequired, fallback: fallback)
        return GateMoment.all(fallback, in: .en).map { ($0.name, $0.screen(options, in: .en)) }
    }

    @Test("A gate has a way on in each state, except when it is done", arguments: gateFallbacks.map(\.fallback))
    func wayOn(fallback: GateFlow.Fallback) {
        for (name, screen) in screens(fallback) where name != "succeeded" {
            // A field's OK is no way on for a user who cannot fill the field.
            let ways = screen.buttons.filter { $0.isEnabled && $0.purpose != .confirm }
            #expect(!ways.isEmpty || screen.isPulsing, "\(name)")
        }
    }

    @Test("A gate leaves a useless field for the app's sign-in or one more try of the finger")
    func useless() throws {
        let named = Dictionary(uniqueKeysWithValues: screens(.pin))
        for name in ["no PIN", "no PIN, off"] {
            let screen = try #require(named[name])
            #expect(screen.field == nil)
            #expect(screen.buttons.map(\.purpose) == [.signIn, .ask], "\(name)")
        }
        #expect(named["wrong PIN"]?.buttons.map(\.purpose) == [.confirm, .ask])
        #expect(named["wrong PIN, finger spent"]?.buttons.map(\.purpose) == [.confirm, .signIn])
        #expect(named["no PIN, finger spent"]?.buttons.map(\.purpose) == [.confirm, .signIn])
        #expect(named["way around chosen, off"]?.buttons.map(\.purpose) == [.confirm, .back])
    }

    @Test("A gate offers no finger once its misses are spent, nor after a lockout")
    func spent() {
        let off: Set = ["idle, finger spent", "misses spent", "locked out", "lockout over", "refused by the server"]
        for (name, screen) in screens(.pin) where off.contains(name) {
            #expect(screen.buttons.map(\.purpose) == [.fallback], "\(name)")
        }
    }

    @Test("A gate has the alternative as its first button if no finger can be asked for")
    func unavailable() {
        let names = Set(GateMoment.obstacles.map(\.0))
        for (name, screen) in screens(.app(label: "Bank ID")) where names.contains(name) {
            #expect(screen.primary?.purpose == .fallback, "\(name)")
            let mayHelp = ["off", "no finger", "fingers gone"].contains(name)
            #expect((screen.settings != nil) == mayHelp, "\(name)")
            #expect(!mayHelp || screen.secondary?.purpose == .ask, "\(name)")
        }
    }

    @Test("A gate can be closed only if it is not required", arguments: [true, false])
    func close(isRequired: Bool) {
        for (name, screen) in screens(.pin, isRequired: isRequired) {
            #expect((screen.close != nil) == (!isRequired && name != "succeeded"), "\(name)")
        }
    }

    @Test("A gate dims everything but the prompt while a touch is wanted, and only then")
    func dimmed() {
        for (name, screen) in screens(.pin) {
            #expect(screen.isDimmed == ["touch", "missed"].contains(name), "\(name)")
            #expect(screen.isPulsing == ["touch", "missed", "preparing"].contains(name), "\(name)")
        }
    }

    @Test("A gate has the app's own text when it fails, and its own heading")
    func ownTexts() throws {
        let moment = try #require(GateMoment.all(.pin, in: .en).first { $0.name == "misses spent" })
        var state = GateViewState(options: GateFlow.Options(), details: nil, in: .en)
        state.title = "Example Bank"
        state.errorText = "Please use your PIN."
        for seen in moment.seen { state.see(seen) }
        #expect(state.screen.title == "Example Bank")
        #expect(state.screen.alert?.text == "Please use your PIN.")
        #expect(state.screen.announcement(after: nil) == "Example Bank. Please use your PIN.")
    }

    @Test("A gate prefers the server's text, and a field's, to the app's own")
    func othersFailures() {
        var state = GateViewState(options: GateFlow.Options(), details: nil, in: .en)
        state.errorText = "Please use your PIN."
        func failed(_ text: String) -> GateViewState.Seen {
            .init(.failed(text: text, canRetry: true), text: text, fallback: "Use PIN")
        }
        state.see(.init(.succeeded, text: "Confirmed.", outcome: .succeeded, fallback: "Use PIN"))
        state.see(failed("Unknown token."))
        #expect(state.screen.alert?.text == "Unknown token.")
        state.see(.init(.idle, text: "Use fingerprint", outcome: .fallback(.pin), fallback: "Use PIN"))
        state.see(failed("That PIN did not match."))
        #expect(state.screen.alert?.text == "That PIN did not match.")
        state.leaveField()
        state.see(.init(.authenticating(promptVisible: true), text: "Touch", fallback: "Use PIN"))
        state.see(failed("Time is up."))
        #expect(state.screen.alert?.text == "Please use your PIN.")
    }

    @Test("A gate keeps a miss on screen while the next touch is asked for, and announces each once")
    func misses() {
        var state = GateViewState(options: GateFlow.Options(), details: nil, in: .en)
        func seen(_ text: String, _ alert: String?) -> GateViewState.Seen {
            .init(.authenticating(promptVisible: true), text: text, alert: alert, fallback: "Use PIN")
        }
        state.see(seen("Touch the fingerprint reader", nil))
        let first = state.screen
        state.see(seen("No match. 2 tries left.", "No match. 2 tries left."))
        let missed = state.screen
        #expect(missed.status == first.status)
        #expect(missed.announcement(after: first) == "No match. 2 tries left.")
        state.see(seen("Touch the fingerprint reader", "No match. 2 tries left."))
        #expect(state.screen.alert?.text == "No match. 2 tries left.")
        #expect(state.screen.announcement(after: missed) == nil)
    }

    @Test("A gate shows the reason once, above the reader's request", arguments: Language.allCases)
    func reason(language: Language) {
        var state = GateViewState(options: GateFlow.Options(), details: "Pay \"200\"", in: language)
        let text = "Pay \"200\": touch the fingerprint reader."
        state.see(.init(.authenticating(promptVisible: true), text: text, fallback: "Use PIN"))
        #expect(state.screen.status == "Touch the fingerprint reader.")
    }

    @Test("A gate takes the PIN in its own field, and returns to the finger if that still counts")
    func typing() {
        var state = GateViewState(options: GateFlow.Options(), details: nil, in: .en)
        state.see(.init(.idle, text: "Use fingerprint", outcome: .fallback(.pin), fallback: "Use PIN"))
        #expect(state.screen.field == .pin)
        #expect(state.screen.buttons.map(\.purpose) == [.confirm, .ask])
        state.see(.init(.authenticating(promptVisible: false), text: "Use fingerprint", fallback: "Use PIN"))
        #expect(state.screen.primary?.isEnabled == false)
        state.leaveField()
        state.see(.init(.authenticating(promptVisible: true), text: "Touch", fallback: "Use PIN"))
        #expect(state.screen.field == nil)
    }
}
