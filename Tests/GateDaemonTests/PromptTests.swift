import GateModel
import GatePolicy
import GateTestSupport
import GateWire
import Testing

@testable import GateCore
@testable import GateDaemon

/// A call that the desktop's prompt asks for.
@Suite("A call for the desktop's prompt, in memory") struct PromptTests {
    private let scene = Scene()

    /// Begins to show prompts to alice.
    private func prompt() throws -> RequestWatcherID {
        try scene.gatekeeper.assumeIsolated { try $0.watchRequests(of: Scene.alice.id, prompts: true).watcher }
    }

    private func leave(_ watcher: RequestWatcherID) {
        scene.gatekeeper.assumeIsolated { $0.forget(watcher) }
        scene.loop.drain()
    }

    private func miss(_ times: Int = 1) {
        for _ in 1...times {
            scene.sensor.touch(Scene.stranger)
            scene.loop.drain()
        }
    }

    private func watch() throws -> Inbox<RequestChange> {
        try scene.gatekeeper.assumeIsolated { try $0.watchRequests(of: Scene.alice.id, prompts: false).changes }
    }

    /// How the asking ended, as a watcher of `body` sees it.
    private func endings(_ body: () -> Void) async throws -> [AskOutcome] {
        let changes = try watch()
        body()
        changes.finish()
        var endings: [AskOutcome] = []
        while let change = await changes.next() {
            if change.kind == .ended, let outcome = change.outcome { endings.append(outcome) }
        }
        return endings
    }

    @Test("A watcher learns how the asking ended: by which factor, or with which error")
    func outcomes() async throws {
        #expect(
            try await endings {
                scene.retrieve(on: 1)
                scene.sensor.touch(Scene.finger(of: Scene.alice.id))
                scene.loop.drain()
            } == [.confirmed(.fingerprint)])
        #expect(
            try await endings {
                scene.retrieve(on: 1)
                scene.answer(.pin, Scene.rightPIN, to: scene.waiting().first, on: 2)
            } == [.confirmed(.pin)])
        var call: Call?
        let missed = try await endings {
            call = scene.retrieve(on: 1)
            miss(3)
        }
        guard case .refused(let error) = call?.outcomes.first, case .authenticationFailed = error else {
            Issue.record("\(missed)")
            return
        }
        #expect(missed == [.refused(error)])
        let locked = try await endings {
            scene.retrieve(on: 1)
            miss(2)
        }
        guard case .refused(.lockout) = locked.first else {
            Issue.record("\(locked)")
            return
        }
        _ = try prompt()
        #expect(
            try await endings {
                scene.retrieve(on: 1, interaction: .prompt)
                scene.answer(.pin, Scene.rightPIN, to: scene.waiting().first, on: 2)
            } == [.confirmed(.pin)])
    }

    private func isWanted(by call: Call) -> Bool { call.progress.last?.event == .credentialWanted }

    @Test("A finger opens as ever, and the progress says who asks")
    func finger() throws {
        _ = try prompt()
        let call = scene.retrieve(on: 1, interaction: .prompt)
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(call.outcomes == [.opened])
        #expect(!call.progress.isEmpty && call.progress.allSatisfy { $0.interaction == .prompt })
    }

    @Test("After too many misses the call waits on for the PIN, and the reader is free")
    func spent() throws {
        _ = try prompt()
        let call = scene.retrieve(on: 1, interaction: .prompt)
        miss(3)
        #expect(call.isUnanswered && isWanted(by: call))
        #expect(!scene.sensor.wantsFinger())
        #expect(scene.sensor.readers().allSatisfy { $0.state == .ready })
        #expect(scene.answer(.pin, Scene.wrongPIN, to: scene.waiting().first, on: 2).outcomes.count == 1)
        #expect(call.isUnanswered && call.progress.last?.event == .credentialWrong)
        #expect(scene.answer(.pin, Scene.rightPIN, to: scene.waiting().first, on: 2).outcomes == [.done])
        #expect(call.outcomes == [.opened])
        #expect(call.factor == .pin)
        #expect(scene.waiting().isEmpty)
    }

    @Test("Another call has the reader in the meantime.")
    func readerIsFree() throws {
        _ = try prompt()
        let first = scene.retrieve(on: 1, interaction: .prompt)
        let second = scene.retrieve(by: Scene.bob.id, on: 2)
        miss(3)
        #expect(first.isUnanswered)
        scene.awaitPrompt()
        scene.sensor.touch(Scene.finger(of: Scene.bob.id))
        scene.loop.drain()
        #expect(second.outcomes == [.opened])
        #expect(first.isUnanswered)
    }

    @Test("Without a reader, or once it is gone, the password opens as well")
    func noReader() throws {
        _ = try prompt()
        let during = scene.retrieve(on: 1, interaction: .prompt)
        for reader in scene.sensor.readers() { scene.sensor.unplug(reader.id) }
        scene.loop.drain()
        #expect(during.isUnanswered && isWanted(by: during))
        let after = scene.retrieve(on: 2, interaction: .prompt)
        #expect(after.isUnanswered && isWanted(by: after))
        for request in scene.waiting() {
            #expect(scene.answer(.password, Scene.password, to: request, on: 3).outcomes == [.done])
        }
        #expect(during.outcomes == [.opened] && after.outcomes == [.opened])
    }

    @Test("During a lockout the call begins with the PIN")
    func lockedOut() throws {
        _ = try prompt()
        for connection in 1...2 {
            let call = scene.retrieve(on: UInt64(connection))
            miss(3)
            #expect(!call.isUnanswered)
        }
        let call = scene.retrieve(on: 3, interaction: .prompt)
        #expect(call.isUnanswered && isWanted(by: call))
        #expect(!scene.sensor.wantsFinger())
    }

    @Test("Without a prompt the call ends like any other, and the progress says that the caller asks")
    func nobodyPrompts() {
        let call = scene.retrieve(on: 1, interaction: .prompt)
        miss(3)
        #expect(call.outcomes == [.refused(.authenticationFailed(fallbacks: [.password, .pin]))])
        #expect(call.progress.allSatisfy { $0.interaction == .caller })
    }

    @Test("A call that did not want the prompt ends although there is one")
    func notWanted() throws {
        _ = try prompt()
        let call = scene.retrieve(on: 1)
        miss(3)
        #expect(call.outcomes == [.refused(.authenticationFailed(fallbacks: [.password, .pin]))])
        #expect(call.progress.allSatisfy { $0.interaction == nil })
    }

    @Test("When the prompt leaves, the call ends as it would have without; another prompt keeps it waiting")
    func promptGone() throws {
        let (first, second) = (try prompt(), try prompt())
        let call = scene.retrieve(on: 1, interaction: .prompt)
        miss(3)
        leave(first)
        #expect(call.isUnanswered)
        leave(second)
        #expect(call.outcomes == [.refused(.authenticationFailed(fallbacks: [.password, .pin]))])
        #expect(scene.waiting().isEmpty)
    }

    @Test("The call's time restarts with the prompt and each time it is held, ten times at most")
    func time() throws {
        _ = try prompt()
        let call = scene.retrieve(on: 1, interaction: .prompt)
        scene.loop.advance(by: .seconds(29))
        miss(3)
        let id = try #require(scene.waiting().first)
        for _ in 1...10 {
            scene.loop.advance(by: .seconds(29))
            #expect(call.isUnanswered)
            #expect(scene.hold(id, on: 2).outcomes == [.done])
        }
        let refused = Call.Outcome.refused(.limitExceeded(Limit(name: "holdsPerRequest", maximum: 10)))
        #expect(scene.hold(id, on: 2).outcomes == [refused])
        scene.loop.advance(by: .seconds(29))
        #expect(call.isUnanswered)
        scene.loop.advance(by: .seconds(1))
        #expect(call.outcomes == [.refused(.timedOut(fallbacks: [.password, .pin]))])
    }

    @Test("A watcher learns how long the user has, and that the time restarted")
    func remaining() async throws {
        let changes = try watch()
        scene.retrieve(on: 1)
        scene.loop.advance(by: .seconds(29))
        let id = try #require(scene.waiting().first)
        #expect(scene.hold(id, on: 2).outcomes == [.done])
        changes.finish()
        var told: [Duration?] = []
        while let change = await changes.next() { told.append(change.request.remaining) }
        #expect(told.first == .some(nil))
        #expect(told.suffix(2) == [.seconds(30), .seconds(30)])
    }

    @Test("Holding a scan restarts its time")
    func heldScan() throws {
        let call = scene.retrieve(on: 1)
        scene.loop.advance(by: .seconds(29))
        #expect(scene.hold(try #require(scene.waiting().first), on: 2).outcomes == [.done])
        scene.loop.advance(by: .seconds(29))
        #expect(call.isUnanswered)
        scene.loop.advance(by: .seconds(1))
        #expect(call.outcomes == [.refused(.timedOut(fallbacks: [.password, .pin]))])
    }

    @Test("No user holds another user's call")
    func heldByOther() throws {
        let call = scene.retrieve(on: 1)
        let id = try #require(scene.waiting().first)
        #expect(scene.hold(id, by: Scene.bob.id, on: 2).outcomes == [.refused(.requestNotFound(id))])
        scene.loop.advance(by: .seconds(30))
        #expect(!call.isUnanswered)
    }

    @Test("Cancelled while it waits for the PIN, the call ends as cancelled")
    func cancelled() throws {
        _ = try prompt()
        let call = scene.retrieve(on: 1, interaction: .prompt)
        miss(3)
        let id = try #require(scene.waiting().first)
        scene.begin(on: 2) { gatekeeper, caller, _ throws(GateError) in
            try gatekeeper.cancelRequest(id, by: caller)
            return .done
        }
        #expect(call.outcomes == [.refused(.cancelled(by: .user))])
    }

    @Test("Once its only credential is blocked, the call ends as if without the prompt", arguments: [true, false])
    func blocked(byTheCall: Bool) throws {
        let (scene, call, id) = try awaitingOneOfThreePINs()
        for _ in 1...3 {
            #expect(call.isUnanswered)
            if byTheCall {
                scene.answer(.pin, Scene.wrongPIN, to: id, on: 2)
            } else {
                scene.retrieve(on: 2, credential: (.pin, Scene.wrongPIN))
            }
        }
        guard case .refused(.authenticationFailed) = call.outcomes.first else {
            Issue.record("it ended with \(call.outcomes)")
            return
        }
    }

    @Test("The last allowed PIN decides if it is right, although it counts as wrong while it is compared")
    func lastTry() throws {
        let (scene, call, id) = try awaitingOneOfThreePINs()
        for _ in 1...2 { scene.answer(.pin, Scene.wrongPIN, to: id, on: 2) }
        scene.keystore.scrypt.hold()
        let answer = scene.answer(.pin, Scene.rightPIN, to: id, on: 2)
        #expect(call.isUnanswered && answer.isUnanswered)
        scene.keystore.scrypt.release()
        scene.loop.drain()
        #expect(answer.outcomes == [.done])
        #expect(call.outcomes == [.authenticated])
    }

    /// A call that only the PIN can still decide, with three wrong ones allowed.
    private func awaitingOneOfThreePINs() throws -> (Scene, Call, RequestID) {
        var configuration = Configuration()
        configuration.policy.pinBlockedAfter = 3
        let scene = Scene(configuration: configuration)
        _ = try scene.gatekeeper.assumeIsolated { try $0.watchRequests(of: Scene.alice.id, prompts: true) }
        let call = scene.begin(on: 1, .authenticate) { gatekeeper, caller, call throws(GateError) in
            let ask = Scene.ask(
                .authenticate, call, by: caller, factors: [.fingerprint, .pin], interaction: .prompt)
            call.authentication = try await gatekeeper.authenticate(ask, credential: nil)
            return .authenticated
        }
        for _ in 1...3 {
            scene.sensor.touch(Scene.stranger)
            scene.loop.drain()
        }
        return (scene, call, try #require(scene.waiting().first))
    }

    @Test("A call is told of a prompt that appears later, or leaves")
    func told() throws {
        let call = scene.retrieve(on: 1, interaction: .prompt)
        #expect(call.progress.last?.interaction == .caller)
        let prompt = try prompt()
        #expect(call.progress.last?.interaction == .prompt)
        leave(prompt)
        #expect(call.progress.last?.interaction == .caller)
        #expect(call.progress.allSatisfy { $0.event == .waitingForFinger })
    }

    @Test("A caller who is not in front of the machine is prompted where a terminal shows that, and not on the desktop")
    func remote() throws {
        var seats = SeatFacts()
        var session = SessionFacts(user: Scene.alice.id)
        session.isRemote = true
        seats.sessions[SessionID(rawValue: "1")] = session
        seats.isComplete = true
        scene.gatekeeper.assumeIsolated { $0.seatsChanged(seats) }
        scene.loop.drain()
        let desktop = try prompt()
        let refusal = scene.retrieve(on: 1, interaction: .prompt)
        #expect(!refusal.isUnanswered)
        let terminal = try scene.gatekeeper.assumeIsolated {
            try $0.watchRequests(of: Scene.alice.id, prompts: true, remote: true).watcher
        }
        let call = scene.retrieve(on: 2, interaction: .prompt)
        #expect(call.isUnanswered && call.progress.last?.event == .credentialWanted)
        // Further changes of sessions do not end it.
        scene.gatekeeper.assumeIsolated { $0.seatsChanged(seats) }
        scene.loop.advance(by: .milliseconds(50))
        #expect(call.isUnanswered)
        scene.answer(.pin, Scene.rightPIN, to: scene.waiting().first, on: 3)
        #expect(!call.isUnanswered && call.outcomes != refusal.outcomes)
        // A locked screen is another matter.
        session.isRemote = false
        session.isLocked = true
        seats.sessions[SessionID(rawValue: "1")] = session
        scene.gatekeeper.assumeIsolated { $0.seatsChanged(seats) }
        scene.loop.drain()
        #expect(!scene.retrieve(on: 5, interaction: .prompt).isUnanswered)
        session.isRemote = true
        seats.sessions[SessionID(rawValue: "1")] = session
        scene.gatekeeper.assumeIsolated { $0.seatsChanged(seats) }
        scene.loop.drain()
        let left = scene.retrieve(on: 4, interaction: .prompt)
        #expect(left.isUnanswered)
        leave(terminal)
        #expect(left.outcomes == refusal.outcomes)
        leave(desktop)
    }

    @Test("Nobody is prompted while the machine falls asleep, and waiting calls have ended")
    func sleep() throws {
        _ = try prompt()
        let before = scene.retrieve(on: 1, interaction: .prompt)
        miss(3)
        #expect(before.isUnanswered)
        for reader in scene.sensor.readers() { scene.sensor.unplug(reader.id) }
        scene.run { gatekeeper in await gatekeeper.prepareForSleep() }
        #expect(before.outcomes == [.refused(.cancelled(by: .suspend))])
        #expect(!scene.retrieve(on: 2, interaction: .prompt).isUnanswered)
    }

    @Test("A credential given with the call is refused at once: its program asks by itself")
    func given() throws {
        _ = try prompt()
        let call = scene.retrieve(on: 1, interaction: .prompt, credential: (.pin, "1234567"))
        #expect(!call.isUnanswered)
        #expect(scene.waiting().isEmpty)
    }

    @Test("A watcher learns the possible answers: no finger, once none counts")
    func factors() throws {
        _ = try prompt()
        scene.retrieve(on: 1, interaction: .prompt)
        func factors() -> [Factor]? {
            scene.gatekeeper.assumeIsolated {
                let credentials = CredentialFacts(isPINSet: true, isPasswordAvailable: true)
                return $0.calls.all.first?.described(credentials, at: $0.clock.now()).factors
            }
        }
        #expect(factors()?.contains(.fingerprint) == true)
        miss(3)
        #expect(factors() == [.pin, .password])
    }
}
