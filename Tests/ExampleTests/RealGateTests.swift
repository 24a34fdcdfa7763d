import BiometricGate
import BlockingTests
import Testing

@Suite("A gate with the real daemon", .blocking)
struct RealGateTests {
    private let bench: ExampleBench
    private let reason: Reason = "Sign in to the example"

    init() throws {
        bench = try ExampleBench()
        try bench.prepareItem()
    }

    private func gate(_ purpose: GateFlow.Purpose? = nil) throws -> GateFlow {
        let item = GateFlow.Purpose.secret(try #require(ItemName(ExampleBench.item)))
        return GateFlow(
            purpose ?? item, reason: reason, client: GateClient(socket: bench.socketPath, locale: "en"),
            options: GateFlow.Options(isRequired: true))
    }

    /// The next state of that kind.
    @discardableResult
    private func state(
        of gate: GateFlow, where isMeant: (GateFlow.State) -> Bool
    ) async throws -> GateFlow.State {
        var states = gate.states.makeAsyncIterator()
        while let state = await states.next(isolation: #isolation) {
            if isMeant(state) { return state }
        }
        throw CancellationError()
    }

    /// Touches with unknown fingers, each when the reader wants one: the reader may have been closed in between.
    private func missing(of gate: GateFlow, times: Int) async throws {
        var states = gate.states.makeAsyncIterator()
        for number in 1...times {
            while let state = await states.next(isolation: #isolation), !isWanting(state) {}
            try bench.touch(with: "stranger")
            if number == times { break }
            while let state = await states.next(isolation: #isolation), !state.accessibleText.hasPrefix("No match") {}
        }
    }

    private func isWanting(_ state: GateFlow.State) -> Bool {
        isAsking(state) && state.accessibleText.hasPrefix("Touch")
    }

    private func isAsking(_ state: GateFlow.State) -> Bool { state.phase == .authenticating(promptVisible: true) }

    private func isFailed(_ state: GateFlow.State) -> Bool {
        if case .failed = state.phase { true } else { false }
    }

    private func isLockedOut(_ state: GateFlow.State) -> Bool {
        if case .lockedOut = state.phase { true } else { false }
    }

    @Test("A gate frees the reader when it is cancelled, and opens its secret by a touch")
    func opening() async throws {
        let first = try gate()
        first.start()
        try await state(of: first, where: isAsking)
        first.cancel()
        #expect(first.state.phase == .idle)
        let second = try gate()
        second.start()
        #expect(try await state(of: second, where: isAsking).accessibleText.contains("Touch the fingerprint reader"))
        try bench.touch(with: ExampleBench.finger)
        try await state(of: second) { $0.outcome == .succeeded }
        let secret = try #require(second.takenText())
        #expect(secret == ExampleBench.secret)
    }

    @Test("A gate is locked out after five misses, arms nothing meanwhile, and lets the PIN in")
    func lockout() async throws {
        let gate = try gate()
        gate.start()
        try await missing(of: gate, times: 3)
        let failed = try await state(of: gate, where: isFailed)
        #expect(failed.phase == .failed(text: "No match. Sign in again to continue.", canRetry: false))
        // The button is off; opened again, the gate has two more tries.
        gate.trigger()
        #expect(gate.state == failed)
        gate.start()
        try await missing(of: gate, times: 2)
        try await state(of: gate, where: isLockedOut)

        let next = try self.gate(.confirmation)
        var shown = next.states.makeAsyncIterator()
        #expect(await shown.next(isolation: #isolation)?.phase == .idle)
        next.start()
        let locked = try #require(await shown.next(isolation: #isolation))
        #expect(isLockedOut(locked))
        #expect(locked.accessibleText.hasSuffix("Use your PIN instead."))
        next.answer(.pin(SecretBytes(utf8: ExampleBench.pin)))
        try await state(of: next) { $0.outcome == .succeeded }

        gate.start()
        try await state(of: gate, where: isAsking)
    }
}

extension GateFlow {
    fileprivate func takenText() -> String? {
        guard let secret = takeSecret() else { return nil }
        return secret.withText { String(copying: $0) }
    }
}
