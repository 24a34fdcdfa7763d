import BiometricGate
import GateModel
import GateSocket
import GateWire
import Testing

@Suite struct AuthenticationFlowTests {
    @Test("the flow shows each step from idle to success")
    func success() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let flow = AuthenticationFlow(client: client, reason: try reason())
            var states = flow.states.makeAsyncIterator()
            #expect(await states.next() == .idle)
            flow.start()
            #expect(await states.next() == .authenticating(nil))
            let responder = try await daemon.next("Authenticate").responder
            responder.progress(Progress(.waitingForFinger), "Touch the reader")
            #expect(
                await states.next()
                    == .authenticating(
                        PromptProgress(progress: Progress(.waitingForFinger), message: "Touch the reader")))
            responder.finish(["authentication": .object(receiptWire)])
            #expect(await states.next() == .succeeded(receipt))
        }
    }

    @Test("a lockout is told apart from a failure, and a PIN is the way around it")
    func fallback() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let flow = AuthenticationFlow(client: client, reason: try reason())
            var states = flow.states.makeAsyncIterator()
            flow.start()
            #expect(await states.next() == .idle)
            #expect(await states.next() == .authenticating(nil))
            try await daemon.next("Authenticate").responder.fail(
                .lockout(retryAfter: .seconds(30), clearedBy: [.pin], fallbacks: [.pin]))
            guard case .lockedOut(let error)? = await states.next() else {
                Issue.record("no lockout was shown")
                return
            }
            #expect(error.fallbacks == [.pin])
            flow.answer(.pin(secret("824917")))
            let call = try await daemon.next("Authenticate")
            #expect(call.credential == Array("824917".utf8))
            call.responder.finish(["authentication": .object(receiptWire)])
            #expect(await states.next() == .authenticating(nil))
            #expect(await states.next() == .succeeded(receipt))
        }
    }

    @Test("a PIN given while the finger is awaited races it")
    func race() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let flow = AuthenticationFlow(client: client, reason: try reason())
            flow.start()
            let waiting = try await daemon.next("Authenticate")
            flow.answer(.pin(secret("824917")))
            #expect(try await daemon.next("AnswerRequest").credential == Array("824917".utf8))
            waiting.responder.finish(["authentication": .object(receiptWire)])
        }
    }

    @Test("cancelling ends in a failure that says so, and the flow can start again")
    func cancel() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let flow = AuthenticationFlow(client: client, reason: try reason())
            var states = flow.states.makeAsyncIterator()
            flow.start()
            #expect(await states.next() == .idle)
            #expect(await states.next() == .authenticating(nil))
            let waiting = try await daemon.next("Authenticate")
            flow.cancel()
            _ = try await daemon.next("CancelRequest")
            waiting.responder.fail(.cancelled(by: .client))
            guard case .failed(let error)? = await states.next() else {
                Issue.record("no failure was shown")
                return
            }
            #expect(error.isCancellation)
            flow.start()
            _ = try await daemon.next("Authenticate")
        }
    }
}
