import GateModel
import GatePolicy
import GateTestSupport
import Testing

@testable import GateCore
@testable import GateDaemon

/// A PAM module that asks for the password at the same prompt, and the answers to it.
private final class Prompt: @unchecked Sendable {
    // Unchecked: it stays on its test's thread, like `ManualLoop`.
    var answers: [AwaitedTouch] = []
    /// Nil while it goes on; otherwise the failure, if any.
    var end: FaceFailure??

    var isTaken: Bool { end == .some(nil) }
}

/// A finger beside a typed password: what it may decide.
@Suite("A touch at a password's prompt, in memory") struct AwaitedTouchTests {
    private static let alice = Scene.alice.id

    private func prompt(
        _ scene: Scene, on connection: UInt64 = 1, unit: String? = nil, at place: CallerPlace = .elsewhere
    ) -> Prompt {
        let prompt = Prompt()
        scene.begin(on: connection, by: .root, about: Self.alice) { gatekeeper, caller, _ in
            let program = CallerProgram(command: "sudo", executable: nil, unit: unit, app: nil, place: place)
            let caller = Caller(
                connection: caller.connection, peer: caller.peer, program: program, life: caller.life, about: nil,
                report: { _, _ in })
            do throws(FaceFailure) {
                try await gatekeeper.awaitTouch(of: Self.alice, service: "sudo", by: caller) {
                    prompt.answers.append($0)
                }
                prompt.end = .some(nil)
            } catch {
                prompt.end = error
            }
            return .done
        }
        return prompt
    }

    private func take(_ scene: Scene, on connection: UInt64 = 1) {
        scene.gatekeeper.assumeIsolated { $0.takeTouch(on: ConnectionID(rawValue: connection)) }
        scene.loop.drain()
    }

    private func touch(_ scene: Scene, _ finger: String = Scene.finger(of: alice)) {
        scene.sensor.touch(finger)
        scene.sensor.lift()
        scene.loop.drain()
    }

    @Test("A match counts once its own connection takes it, and clears the misses only then")
    func taking() {
        let scene = Scene()
        let prompt = prompt(scene)
        #expect(prompt.answers == [.started])
        touch(scene, Scene.stranger)
        #expect(scene.misses(of: Scene.alice) == 1)
        touch(scene)
        #expect(prompt.answers == [.started, .matched])
        #expect(!scene.sensor.wantsFinger())
        #expect(scene.misses(of: Scene.alice) == 1)
        #expect(scene.faceMissesOnDisk(of: Scene.alice) == 1)
        take(scene, on: 2)
        #expect(prompt.end == nil)
        take(scene)
        #expect(prompt.isTaken)
        #expect(scene.faceMisses(of: Scene.alice) == 0)
        #expect(scene.misses(of: Scene.alice) == 0)
    }

    @Test("A match that nobody takes is dropped after 10 s, and the reader waits for a finger again")
    func aging() {
        let scene = Scene()
        let prompt = prompt(scene)
        touch(scene)
        scene.loop.advance(by: .seconds(9))
        #expect(!scene.sensor.wantsFinger())
        scene.loop.advance(by: .seconds(2))
        #expect(scene.sensor.wantsFinger())
        // Taking asks for the next match from now on.
        take(scene)
        #expect(prompt.end == nil)
        touch(scene)
        #expect(prompt.isTaken)
        #expect(prompt.answers == [.started, .matched, .matched])
    }

    @Test("A match is dropped when the connection closes, the session is locked, or the machine goes to sleep")
    func dropped() {
        for event in 0..<3 {
            let scene = Scene()
            touch(scene, Scene.stranger)
            let prompt = prompt(scene)
            touch(scene, Scene.stranger)
            touch(scene)
            scene.gatekeeper.assumeIsolated { gatekeeper in
                switch event {
                case 0: gatekeeper.connectionClosed(ConnectionID(rawValue: 1), gone: [])
                case 1: gatekeeper.sessionLocked(of: Self.alice)
                default: _ = Task.immediate(executorPreference: gatekeeper.tasks) { await gatekeeper.prepareForSleep() }
                }
            }
            scene.loop.drain()
            #expect(prompt.end == (event == 2 ? .failed(.suspended) : .failed(.cancelled)))
            take(scene)
            #expect(!prompt.isTaken)
            #expect(scene.faceMisses(of: Scene.alice) == 1)
        }
    }

    @Test("An app's request gets the reader at once, and the touch meant for it; then the prompt's turn is back")
    func apps() {
        let scene = Scene()
        let prompt = prompt(scene)
        #expect(scene.sensor.wantsFinger())
        let app = scene.authenticate(on: 7)
        scene.loop.advance(by: .seconds(1))
        touch(scene)
        #expect(app.outcomes == [.authenticated])
        #expect(prompt.answers == [.started])
        scene.loop.advance(by: .seconds(1))
        touch(scene)
        #expect(prompt.answers == [.started, .matched])
        // Behind an app's request it waits, and does not get the touch either.
        let later = scene.authenticate(on: 8)
        scene.loop.advance(by: .seconds(11))
        touch(scene)
        #expect(later.outcomes == [.authenticated])
        #expect(prompt.answers == [.started, .matched])
    }

    @Test("A call ends after three misses, after 60 s without a touch, and in a lockout")
    func ends() {
        let scene = Scene()
        let missed = prompt(scene)
        for _ in 0..<3 { touch(scene, Scene.stranger) }
        #expect(missed.end == .failed(.cancelled))
        let unanswered = prompt(scene, on: 2)
        scene.loop.advance(by: .seconds(59))
        #expect(unanswered.end == nil)
        scene.loop.advance(by: .seconds(2))
        #expect(unanswered.end == .failed(.cancelled))
        let locked = prompt(scene, on: 3)
        for _ in 0..<2 { touch(scene, Scene.stranger) }
        #expect(locked.end == .failed(.lockedOut))
        #expect(prompt(scene, on: 4).end == .failed(.lockedOut))
        #expect(scene.leftover == nil)
    }

    @Test("Nobody is asked from a remote session, for polkit's own unit, or once the session is left")
    func seats() {
        let scene = Scene()
        let helper = "polkit-agent-helper@1.service"
        for place in [CallerPlace.elsewhere, .unknown] {
            #expect(prompt(scene, unit: helper, at: place).end == .failed(.absent))
        }
        var facts = SeatFacts()
        let (local, remote) = (SessionID(rawValue: "1"), SessionID(rawValue: "2"))
        facts.isComplete = true
        facts.hasLogind = true
        facts.sessions[local] = SessionFacts(user: Self.alice)
        facts.sessions[remote] = SessionFacts(user: Self.alice)
        facts.sessions[remote]?.isRemote = true
        scene.gatekeeper.assumeIsolated { $0.seatsChanged(facts) }
        scene.loop.drain()
        #expect(prompt(scene, on: 2, at: .session(remote, of: Self.alice)).end == .failed(.absent))
        // polkit's helper, for a process in that session.
        let prompt = prompt(scene, on: 3, unit: helper, at: .session(local, of: Self.alice))
        touch(scene)
        #expect(prompt.answers == [.started, .matched])
        facts.sessions[local]?.isActive = false
        scene.gatekeeper.assumeIsolated { $0.seatsChanged(facts) }
        scene.loop.advance(by: .seconds(1))
        take(scene, on: 3)
        #expect(prompt.end == .failed(.covered))
        #expect(self.prompt(scene, on: 4, at: .userService(of: Self.alice)).end == .failed(.absent))
    }

    @Test("A user's ninth prompt at once waits for no finger, which leaves another user's")
    func flood() {
        let scene = Scene()
        func ends(on connection: UInt64, of user: UserID) -> FaceFailure?? {
            prompt(scene, on: connection, at: .session(SessionID(rawValue: "7"), of: user)).end
        }
        for connection in 1...8 { #expect(ends(on: UInt64(connection), of: Scene.bob.id) == nil) }
        #expect(ends(on: 9, of: Scene.bob.id) == .failed(.unavailable))
        #expect(ends(on: 10, of: Self.alice) == nil)
    }

    @Test("A password's prompt is shown to the user in front, where a watcher asks for that, and no call is about it")
    func shown() async throws {
        let scene = Scene()
        func watch(_ user: UserID, _ passwordPrompts: Bool) throws -> Inbox<RequestChange> {
            try scene.gatekeeper.assumeIsolated {
                try $0.watchRequests(of: user, prompts: true, passwordPrompts: passwordPrompts).changes
            }
        }
        let (own, others) = (try watch(Self.alice, true), try watch(Scene.bob.id, true))
        let unasked = try watch(Self.alice, false)
        let first = prompt(scene)
        let request = try #require(await own.next()).request
        #expect(request.passwordPrompt == PasswordPrompt(service: "sudo", account: Scene.alice.name.rawValue))
        #expect(request.interaction == .caller && request.factors == [.fingerprint])
        let late = try watch(Self.alice, true)
        #expect(try #require(await late.next()).request.id == request.id)
        let calls = [
            scene.begin(on: 20) { gatekeeper, caller, _ throws(GateError) in
                try gatekeeper.cancelRequest(request.id, by: caller)
                return .done
            },
            scene.begin(on: 21) { gatekeeper, caller, _ throws(GateError) in
                try gatekeeper.holdRequest(request.id, by: caller)
                return .done
            },
            scene.answer(.pin, Scene.rightPIN, to: request.id, on: 22),
        ]
        for call in calls { #expect(call.outcomes == [.refused(.requestNotFound(request.id))]) }
        touch(scene)
        take(scene)
        #expect(first.isTaken)
        // In bob's session, for alice's finger.
        _ = prompt(scene, on: 2, at: .session(SessionID(rawValue: "7"), of: Scene.bob.id))
        #expect(try #require(await others.next()).request.passwordPrompt?.account == Scene.alice.name.rawValue)
        for watcher in [own, late] {
            watcher.finish()
            var last: RequestChange?
            while let change = await watcher.next() { last = change }
            #expect(last?.kind == .ended && last?.request.id == request.id)
        }
        unasked.finish()
        #expect(await unasked.next() == nil)
    }
}
