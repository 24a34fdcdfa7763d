import GateModel
import GatePolicy
import GateTestSupport
import GateVault
import Synchronization
import Testing

@testable import GateCore

@Suite("A secret, in memory") struct RetrievalTests {
    @Test("A finger opens the secret, and the reader is free")
    func finger() {
        let scene = Scene()
        let call = scene.retrieve(on: 1)
        #expect(call.outcomes.isEmpty)
        #expect(scene.sensor.wantsFinger())
        scene.sensor.see()
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(call.outcomes == [.opened])
        #expect(call.factor == .fingerprint)
        #expect(scene.waiting().isEmpty)
        #expect(scene.sensor.readers().allSatisfy { $0.state == .ready })
        #expect(scene.missesOnDisk(of: Scene.alice) == 0)
    }

    @Test("A PIN given to the call opens the secret while the reader waits")
    func pin() {
        let scene = Scene()
        let call = scene.retrieve(on: 1)
        let answer = scene.answer(.pin, Scene.rightPIN, to: scene.waiting().first, on: 2)
        #expect(answer.outcomes == [.done])
        #expect(call.outcomes == [.opened])
        #expect(call.factor == .pin)
        #expect(scene.sensor.readers().allSatisfy { $0.state == .ready })
    }

    @Test("A stranger's finger is a miss that a restart remembers, and the third ends the call")
    func misses() {
        let scene = Scene()
        let call = scene.retrieve(on: 1)
        for miss in 1...3 {
            scene.sensor.touch(Scene.stranger)
            scene.loop.drain()
            #expect(scene.missesOnDisk(of: Scene.alice) >= miss)
        }
        #expect(call.outcomes == [.refused(.authenticationFailed(fallbacks: [.password, .pin]))])
    }

    @Test("Without a touch, the call ends as timed out")
    func timeOut() {
        let scene = Scene()
        let call = scene.retrieve(on: 1)
        scene.loop.advance(by: .seconds(29))
        #expect(call.outcomes.isEmpty)
        scene.loop.advance(by: .seconds(1))
        #expect(call.outcomes == [.refused(.timedOut(fallbacks: [.password, .pin]))])
        #expect(scene.sensor.readers().allSatisfy { $0.state == .ready })
    }
}

@Suite("Work after an answer, in memory") struct LateWorkTests {
    @Test("The time of an item's use is visible at once, and written within a minute together with others")
    func uses() async throws {
        let scene = Scene()
        scene.retrieve(on: 1)
        // The matching print is written at once, and with it the first use.
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        let first = try await scene.keystore.item(Scene.item, of: Scene.alice).lastUsedAt
        #expect(first != nil)
        scene.loop.advance(by: .seconds(1))
        scene.disk.writes.hold()
        for _ in 1...100 { #expect(scene.retrieve(on: 1, maximumAge: .seconds(60)).outcomes == [.opened]) }
        #expect(scene.disk.writes.waiting == 0)
        #expect(try await scene.keystore.item(Scene.item, of: Scene.alice).lastUsedAt == first)
        scene.run { gatekeeper in
            #expect(gatekeeper.ledger.isEmpty)
            let items = try await gatekeeper.items(of: Scene.alice.id)
            #expect(items.first { $0.name == Scene.item }?.lastUsedAt != first)
            #expect(try await gatekeeper.item(Scene.item, of: Scene.alice.id).lastUsedAt != first)
        }
        scene.loop.advance(by: LateWork.usePause)
        #expect(scene.disk.writes.waiting == 1)
        scene.disk.writes.release()
        scene.loop.drain()
        #expect(try await scene.keystore.item(Scene.item, of: Scene.alice).lastUsedAt != first)
        scene.disk.writes.hold()
        scene.loop.advance(by: LateWork.usePause)
        #expect(scene.disk.writes.waiting == 0)
        scene.disk.writes.release()
    }

    @Test("A stop writes the times of use")
    func stop() async throws {
        let scene = Scene()
        scene.retrieve(on: 1)
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        let first = try await scene.keystore.item(Scene.item, of: Scene.alice).lastUsedAt
        scene.loop.advance(by: .seconds(1))
        #expect(scene.retrieve(on: 1, maximumAge: .seconds(60)).outcomes == [.opened])
        scene.run { gatekeeper in await gatekeeper.allWritten() }
        #expect(try await scene.keystore.item(Scene.item, of: Scene.alice).lastUsedAt != first)
    }

    @Test("A replaced item has not been used yet")
    func replaced() async throws {
        let scene = Scene()
        scene.retrieve(on: 1)
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(scene.retrieve(on: 1, maximumAge: .seconds(60)).outcomes == [.opened])
        let stored = scene.store(Scene.item, Access(), on: 2)
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(stored.outcomes == [.done])
        scene.loop.advance(by: LateWork.usePause)
        #expect(try await scene.keystore.item(Scene.item, of: Scene.alice).lastUsedAt == nil)
    }

    @Test("After an answer one write settles the scan, and another notes everything that it changed")
    func oneTransaction() async throws {
        let scene = Scene()
        let call = scene.retrieve(on: 1)
        scene.sensor.touch("a stranger's")
        scene.loop.drain()
        #expect(scene.ledger.pending == [Scene.alice.id: 1])
        scene.disk.writes.hold()
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(call.outcomes == [.opened])
        var writes = 0
        while scene.disk.writes.releaseFirst() {
            writes += 1
            scene.loop.drain()
        }
        #expect(writes == 2)
        #expect(scene.ledger.pending.isEmpty)
        let state = try await scene.keystore.state(of: Scene.alice)
        #expect(state.lastMatched != nil)
        #expect(state.policy.flatMap(UserPolicy.init(encoded:)) == scene.policy(of: Scene.alice))
        #expect(try await scene.keystore.items(of: Scene.alice).contains { $0.lastUsedAt != nil })
    }

    @Test("A match clears on disk what the disk refused to clear for the match before")
    func clearedLater() {
        let scene = Scene()
        scene.retrieve(on: 1)
        scene.sensor.touch(Scene.stranger)
        scene.loop.drain()
        #expect(scene.missesOnDisk(of: Scene.alice) == 2)
        scene.disk.writes.hold()
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        // The scan is settled, and its result is not noted.
        #expect(scene.disk.writes.releaseFirst())
        scene.loop.drain()
        scene.disk.failWrites()
        scene.disk.writes.release()
        scene.loop.drain()
        #expect(scene.misses(of: Scene.alice) == 0)
        #expect(scene.missesOnDisk(of: Scene.alice) > 0)
        #expect(scene.retrieve(on: 1).isUnanswered)
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(scene.missesOnDisk(of: Scene.alice) == 0)
    }

    @Test("A miss is on disk before the call is told of it")
    func missFirst() {
        let scene = Scene()
        let call = scene.retrieve(on: 1)
        scene.disk.writes.hold()
        scene.sensor.touch(Scene.stranger)
        scene.loop.drain()
        #expect(!call.progress.contains { $0.event == .noMatch })
        scene.disk.writes.release()
        scene.loop.drain()
        #expect(call.progress.contains { $0.event == .noMatch })
    }
}

@Suite("Credentials given to a waiting call, in memory") struct GivenCredentialTests {
    @Test("A queued call accepts a credential as well")
    func queued() {
        let scene = Scene()
        let first = scene.retrieve(on: 1)
        let second = scene.retrieve(on: 2)
        #expect(scene.answer(.pin, Scene.rightPIN, to: scene.waiting().last, on: 3).outcomes == [.done])
        #expect(second.factor == .pin)
        #expect(first.isUnanswered)
    }

    @Test("One credential of a user is compared at a time, and none once the call is decided")
    func oneAtATime() {
        let scene = Scene()
        let call = scene.retrieve(on: 1)
        scene.keystore.scrypt.hold()
        let answers = (2...9).map { scene.answer(.pin, Scene.rightPIN, to: scene.waiting().first, on: $0) }
        #expect(scene.keystore.scrypt.waiting == 1)
        scene.keystore.scrypt.releaseFirst()
        scene.loop.drain()
        #expect(call.outcomes == [.opened])
        #expect(scene.keystore.scrypt.waiting == 0)
        #expect(answers.first?.outcomes == [.done])
        for late in answers.dropFirst() {
            guard case .refused(.requestNotFound) = late.outcomes.first else {
                Issue.record("\(late.outcomes)")
                continue
            }
        }
    }
}

@Suite("Root's calls for others, in memory") struct RootCallTests {
    @Test("Root's calls for one user take no place from those for another")
    func places() {
        let scene = Scene()
        for connection in UInt64(1)...4 { scene.authenticate(Scene.alice.id, by: .root, on: connection) }
        #expect(scene.authenticate(Scene.alice.id, by: .root, on: 5).progress.first?.event == .queued)
        let other = scene.authenticate(Scene.bob.id, by: .root, on: 6)
        #expect(other.outcomes.isEmpty, "\(other.outcomes)")
        // Users in turn: bob's call comes before alice's second.
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.awaitPrompt()
        scene.sensor.touch(Scene.finger(of: Scene.bob.id))
        scene.loop.drain()
        #expect(other.outcomes == [.authenticated])
    }
}

@Suite("Users who are reset, in memory") struct ResetTests {
    @Test("A call that waits for the password helper goes on although its user is reset meanwhile")
    func helperOutlived() {
        let scene = Scene()
        scene.disk.writes.hold()
        let resets = (UInt64(1)...2).map { connection in
            scene.begin(on: connection, by: .root, about: Scene.bob.id) { gatekeeper, caller, _ throws(GateError) in
                try await gatekeeper.reset(Scene.bob.id, credential: nil, by: caller)
                return .done
            }
        }
        while resets[0].isUnanswered, scene.disk.writes.releaseFirst() { scene.loop.drain() }
        #expect(resets[1].isUnanswered)
        scene.passwords.questions.hold()
        let call = scene.retrieve(by: Scene.bob.id, on: 3)
        scene.disk.writes.release()
        scene.loop.drain()
        #expect(resets.allSatisfy { $0.outcomes == [.done] })
        #expect(call.isUnanswered)
        scene.loop.advance(by: .seconds(1))
        #expect(call.outcomes == [.refused(.itemNotFound(Scene.item))])
    }
}

@Suite("Resets that the disk refuses, in memory") struct RefusedResetTests {
    @Test("A refused reset forgives no miss that was judged in the meantime")
    func missMeanwhile() {
        let scene = Scene()
        let call = scene.retrieve(on: 1)
        scene.sensor.see()
        scene.loop.drain()
        scene.disk.writes.hold()
        let reset = scene.begin(on: 2, by: .root, about: Scene.alice.id) { gatekeeper, caller, _ throws(GateError) in
            try await gatekeeper.reset(Scene.alice.id, credential: nil, by: caller)
            return .done
        }
        scene.sensor.touch(Scene.stranger)
        scene.loop.drain()
        #expect(scene.misses(of: Scene.alice) == 1)
        // The scan's record is deleted; the rest of the reset is not.
        scene.disk.writes.releaseFirst()
        scene.loop.drain()
        #expect(reset.isUnanswered)
        scene.disk.failWrites()
        scene.disk.writes.release()
        scene.loop.drain()
        #expect(reset.outcomes == [.refused(.storageFailed)])
        #expect(!call.isUnanswered)
        #expect(scene.missesOnDisk(of: Scene.alice) == 1)
        #expect(scene.restarted().misses(of: Scene.alice) == 1)
    }
}

@Suite("What one user's programs cost others, in memory") struct SharedCostTests {
    @Test("The names of waiting calls do not reveal how many others there have been")
    func names() {
        let scene = Scene()
        for connection in UInt64(1)...2 {
            scene.authenticate(Scene.alice.id, on: connection)
            scene.authenticate(Scene.bob.id, by: Scene.bob.id, on: connection + 2)
        }
        let names = scene.waiting().map(\.rawValue)
        #expect(Set(names).count == 4)
        #expect(names.allSatisfy { $0.count == 32 && UInt64($0.prefix(16), radix: 16) != nil })
    }

    @Test("Sessions that change endlessly are looked at once in a while, and wake only the calls they concern")
    func seats() {
        let scene = Scene()
        let told = Mutex<[UserID: Int]>([:])
        let inboxes = [Scene.alice, Scene.bob].map { user in
            let wakeUp = Inbox<Void>()
            scene.begin(on: UInt64(user.id.rawValue), by: user.id) { gatekeeper, caller, _ throws(GateError) in
                _ = gatekeeper.watch(user.id, wakeUp, by: caller)
                while await wakeUp.next() != nil { told.withLock { $0[user.id, default: 0] += 1 } }
                return .done
            }
            return wakeUp
        }
        for change in 1...1001 {
            var seats = SeatFacts()
            for user in [Scene.alice, Scene.bob] {
                var session = SessionFacts(user: user.id)
                session.isLocked = user.id == Scene.alice.id && change % 2 == 1
                seats.sessions[SessionID(rawValue: "\(user.id)")] = session
            }
            seats.isComplete = true
            scene.gatekeeper.assumeIsolated { $0.seatsChanged(seats) }
            scene.loop.drain()
            if change == 1 { #expect(told.withLock { $0 } == [Scene.alice.id: 1]) }
            if change == 1000 { scene.loop.advance(by: .milliseconds(50)) }
        }
        #expect(told.withLock { $0 } == [Scene.alice.id: 2])
        scene.loop.advance(by: .milliseconds(50))
        #expect(told.withLock { $0 } == [Scene.alice.id: 3])
        for inbox in inboxes { inbox.finish() }
        scene.loop.drain()
    }

    @Test("The password helper is asked once for all calls that ask at the same time")
    func oneQuestion() {
        let scene = Scene()
        scene.loop.advance(by: .seconds(1))
        scene.passwords.questions.hold()
        let calls = (UInt64(1)...32).map { connection in
            scene.begin(on: connection) { gatekeeper, _, _ throws(GateError) in
                try await gatekeeper.passwords.require(of: try await gatekeeper.users.account(Scene.alice.id))
                return .done
            }
        }
        #expect(scene.passwords.questions.waiting == 1)
        scene.passwords.questions.release()
        scene.loop.drain()
        #expect(calls.allSatisfy { $0.outcomes == [.done] })
    }

    @Test("A user's waiting calls have eight watchers, and another once one of them has left")
    func watchers() throws {
        let scene = Scene()
        try scene.gatekeeper.assumeIsolated { gatekeeper in
            let watchers = try (1...8).map { _ in
                try gatekeeper.watchRequests(of: Scene.alice.id, prompts: false).watcher
            }
            #expect(throws: GateError.limitExceeded(Limit(name: "watchRequestsPerUser", maximum: 8))) {
                _ = try gatekeeper.watchRequests(of: Scene.alice.id, prompts: false)
            }
            _ = try gatekeeper.watchRequests(of: Scene.bob.id, prompts: false)
            gatekeeper.forget(watchers[3])
            _ = try gatekeeper.watchRequests(of: Scene.alice.id, prompts: false)
        }
    }
}

@Suite("What guards the prints, in memory") struct GuardedPrintTests {
    private func removePIN(in scene: Scene, on connection: UInt64) -> Call {
        scene.begin(on: connection) { gatekeeper, caller, _ throws(GateError) in
            _ = try await gatekeeper.removePIN(
                credential: Scene.credential(.pin, Scene.rightPIN), of: Scene.alice.id, by: caller)
            return .done
        }
    }

    @Test("A finger enrolled while the PIN is compared keeps that PIN if there is no password")
    func enrolledMeanwhile() {
        let scene = Scene()
        let deletion = scene.begin(on: 1) { gatekeeper, caller, _ throws(GateError) in
            _ = try await gatekeeper.deleteAllPrints(
                credential: Scene.credential(.pin, Scene.rightPIN), of: Scene.alice.id, by: caller)
            return .done
        }
        #expect(deletion.outcomes == [.done])
        scene.passwords.set(nil, of: Scene.alice.id)
        scene.loop.advance(by: .seconds(1))
        let enrolment = scene.enroll(.rightThumb, on: Scene.reader, connection: 2)
        scene.keystore.scrypt.hold()
        let removal = removePIN(in: scene, on: 3)
        while enrolment.isUnanswered, scene.sensor.touch("alice's thumb") { scene.loop.drain() }
        #expect(enrolment.outcomes == [.done])
        #expect(removal.isUnanswered)
        scene.keystore.scrypt.release()
        scene.loop.drain()
        #expect(removal.outcomes == [.refused(.credentialNotSet(.password))])
    }

    @Test("An enrolment that the PIN allowed while it was being removed ends")
    func allowedMeanwhile() {
        let scene = Scene()
        scene.keystore.scrypt.hold()
        let removal = removePIN(in: scene, on: 1)
        #expect(scene.keystore.scrypt.waiting == 1)
        scene.loop.advance(by: .seconds(1))
        scene.passwords.questions.hold()
        scene.keystore.scrypt.release()
        scene.loop.drain()
        #expect(scene.passwords.questions.waiting == 1)
        let enrolment = scene.enroll(.rightThumb, on: Scene.reader, connection: 2)
        #expect(scene.sensor.wantsFinger())
        scene.passwords.questions.release()
        scene.loop.drain()
        #expect(removal.outcomes == [.done])
        #expect(enrolment.outcomes == [.refused(.cancelled(by: .revoked))])
    }

    @Test("A user with prints sets no first PIN once there is no password")
    func firstPIN() {
        let scene = Scene()
        let caller = Scene.alice.id
        func setPIN(on connection: UInt64) -> Call {
            scene.begin(on: connection, by: caller) { gatekeeper, caller, _ throws(GateError) in
                _ = try await gatekeeper.setPIN(
                    Scene.secret("505184"), credential: nil, of: Scene.alice.id, by: caller)
                return .done
            }
        }
        let removal = scene.begin(on: 1, by: caller) { gatekeeper, caller, _ throws(GateError) in
            _ = try await gatekeeper.removePIN(
                credential: Scene.credential(.password, Scene.password), of: Scene.alice.id, by: caller)
            return .done
        }
        #expect(removal.outcomes == [.done])
        scene.passwords.set(nil, of: Scene.alice.id)
        scene.loop.advance(by: .seconds(1))
        #expect(setPIN(on: 2).outcomes == [.refused(.credentialNotSet(.password))])
        let erased = scene.begin(on: 3, by: .root, about: Scene.alice.id) { gatekeeper, caller, _ throws(GateError) in
            try await gatekeeper.reset(Scene.alice.id, credential: nil, by: caller)
            return .done
        }
        #expect(erased.outcomes == [.done])
        #expect(setPIN(on: 4).outcomes == [.done])
    }
}
