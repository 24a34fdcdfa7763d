// What a gate in an app shows, whatever its words are.

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

    @Test("has a way on in each state, except where it is done", arguments: gateFallbacks.map(\.fallback))
    func wayOn(fallback: GateFlow.Fallback) {
        for (name, screen) in screens(fallback) where name != "succeeded" {
            // OK of a field is none for whoever cannot fill it.
            let ways = screen.buttons.filter { $0.isEnabled && $0.purpose != .confirm }
            #expect(!ways.isEmpty || screen.isPulsing, "\(name)")
        }
    }

    @Test("leaves a field that nothing could be typed into, for the app's sign-in or one more try of the finger")
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

    @Test("offers no finger once its misses are spent, nor after a lockout")
    func spent() {
        let off: Set = ["idle, finger spent", "misses spent", "locked out", "lockout over", "refused by the server"]
        for (name, screen) in screens(.pin) where off.contains(name) {
            #expect(screen.buttons.map(\.purpose) == [.fallback], "\(name)")
        }
    }

    @Test("has the way around as its first button where no finger can be asked for")
    func unavailable() {
        let names = Set(GateMoment.obstacles.map(\.0))
        for (name, screen) in screens(.app(label: "Bank ID")) where names.contains(name) {
            #expect(screen.primary?.purpose == .fallback, "\(name)")
            let mayHelp = ["off", "no finger", "fingers gone"].contains(name)
            #expect((screen.settings != nil) == mayHelp, "\(name)")
            #expect(!mayHelp || screen.secondary?.purpose == .ask, "\(name)")
        }
    }

    @Test("can be closed only where it is not required", arguments: [true, false])
    func close(isRequired: Bool) {
        for (name, screen) in screens(.pin, isRequired: isRequired) {
            #expect((screen.close != nil) == (!isRequired && name != "succeeded"), "\(name)")
        }
    }

    @Test("dims what is no part of the prompt, while a touch is wanted and only then")
    func dimmed() {
        for (name, screen) in screens(.pin) {
            #expect(screen.isDimmed == ["touch", "missed"].contains(name), "\(name)")
            #expect(screen.isPulsing == ["touch", "missed", "preparing"].contains(name), "\(name)")
        }
    }

    @Test("has the app's own text where it fails, and its own heading")
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

    @Test("has the server's words, and a field's, in place of the app's own text")
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

    @Test("keeps what was missed while the next touch is asked for, and tells each miss once")
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

    @Test("says the reason once, above what the reader wants", arguments: Language.allCases)
    func reason(language: Language) {
        var state = GateViewState(options: GateFlow.Options(), details: "Pay \"200\"", in: language)
        let text = "Pay \"200\": touch the fingerprint reader."
        state.see(.init(.authenticating(promptVisible: true), text: text, fallback: "Use PIN"))
        #expect(state.screen.status == "Touch the fingerprint reader.")
    }

    @Test("takes the PIN in its own field, and goes back to the finger where that still counts")
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
