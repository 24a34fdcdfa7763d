import GateModel
import GatePolicy
import GateTestSupport
import Testing

@testable import GateCore
@testable import GateDaemon

@Suite("PINs, in memory") struct PINTests {
    private static let newPIN = "505184"

    /// Alice has no password.
    private func scene(_ change: (inout PolicyLimits) -> Void = { _ in }) -> Scene {
        var configuration = Configuration()
        change(&configuration.policy)
        let scene = Scene(configuration: configuration)
        scene.passwords.set(nil, of: Scene.alice.id)
        scene.run { gatekeeper in await gatekeeper.accountsChanged() }
        return scene
    }

    @Test("A PIN that breaks a rule is refused with that rule, and the old one stays")
    func rules() {
        let scene = scene()
        for (pin, rule) in [
            ("7391", PINRule.tooShort), ("12a456", .notDigits), ("444444", .tooSimple),
            (String(repeating: "7391", count: 17), .tooLong),
        ] {
            let call = scene.setPIN(to: pin, with: Scene.rightPIN, on: 1)
            #expect(call.outcomes == [.refused(.pinUnacceptable(rule, minimumLength: 6))])
        }
        #expect(scene.givePIN(on: 1).outcomes == [.authenticated])
    }

    @Test("A throttled PIN is no fallback until its wait ends, when a watcher looks; the right PIN clears the count")
    func throttled() throws {
        let scene = scene { $0.credentialFreeFailures = 0 }
        let wrong = GateError.credentialWrong(.pin, attemptsRemaining: 0, retryAfter: .seconds(30))
        #expect(scene.givePIN(Scene.wrongPIN, on: 1).outcomes == [.refused(wrong)])
        #expect(scene.givePIN(on: 1).outcomes == [.refused(.credentialThrottled(.pin, retryAfter: .seconds(30)))])
        let view = try #require(scene.view(of: Scene.alice))
        #expect(view.availability(at: scene.loop.moment).fallbacks == [])
        #expect(view.nextChange(at: scene.loop.moment) == .seconds(30))
        scene.loop.advance(by: .seconds(30))
        #expect(view.availability(at: scene.loop.moment).fallbacks == [.pin])
        #expect(scene.givePIN(on: 1).outcomes == [.authenticated])
        #expect(scene.wrongPINsOnDisk(of: Scene.alice) == 0)
    }

    @Test("After a blocked PIN, a user whom root has reset starts over")
    func reset() {
        let scene = scene { $0.pinBlockedAfter = 1 }
        let wrong = GateError.credentialWrong(.pin, attemptsRemaining: 0, retryAfter: nil)
        #expect(scene.givePIN(Scene.wrongPIN, on: 1).outcomes == [.refused(wrong)])
        for call in [
            scene.givePIN(on: 1), scene.setPIN(to: Self.newPIN, with: Scene.rightPIN, on: 1),
            scene.setPIN(to: Self.newPIN, with: nil, on: 1),
            scene.enroll(.leftThumb, on: Scene.reader, connection: 1),
        ] {
            #expect(call.outcomes == [.refused(.signInRequired)])
        }
        let reset = scene.change(on: 2) { gatekeeper, user, caller throws(GateError) in
            try await gatekeeper.reset(user, credential: nil, by: caller)
        }
        #expect(reset.outcomes == [.done])
        #expect(scene.setPIN(to: Self.newPIN, with: nil, on: 1).outcomes == [.done])
        #expect(scene.givePIN(Self.newPIN, on: 1).outcomes == [.authenticated])
    }

    @Test("A guess is on disk before it is compared, so a crash in between forgives nothing")
    func crashDuringComparison() {
        let scene = Scene()
        scene.keystore.scrypt.hold()
        #expect(scene.givePIN(Scene.wrongPIN, on: 1).isUnanswered)
        #expect(scene.restarted().wrongPINsOnDisk(of: Scene.alice) == 1)
        scene.keystore.scrypt.release()
        scene.loop.drain()
    }

    @Test("Simultaneous guesses on many connections are counted one by one")
    func parallelGuesses() {
        let scene = scene { $0.credentialFreeFailures = 1 }
        scene.keystore.scrypt.hold()
        let calls = (UInt64(1)...6).map { scene.givePIN(Scene.wrongPIN, on: $0) }
        scene.keystore.scrypt.release()
        scene.loop.drain()
        let wrong = calls.count { if case .refused(.credentialWrong) = $0.outcomes.first { true } else { false } }
        let throttled = calls.count {
            if case .refused(.credentialThrottled) = $0.outcomes.first { true } else { false }
        }
        #expect(wrong == 2)
        #expect(throttled == 4)
    }

    @Test("Each wrong PIN given to a waiting call reports the remaining tries, and then the wait, even the right one")
    func countdown() {
        let scene = Scene()
        let call = scene.retrieve(on: 1)
        var told: [Int?] = []
        let impossible = ["no PIN", "", String(repeating: "x", count: 512)]
        for text in impossible + Array(repeating: Scene.wrongPIN, count: 5) + [Scene.rightPIN] {
            let wait: Duration? = told.count < 8 ? nil : .seconds(30)
            #expect(call.progress.last?.retryAfter == wait)
            scene.answer(.pin, text, to: scene.waiting().first, on: 2)
            #expect(call.progress.last?.event == .credentialWrong && call.progress.last?.factor == .pin)
            told.append(call.progress.last?.attemptsRemaining)
        }
        #expect(told == [5, 5, 5, 4, 3, 2, 1, 0, 0])
        #expect(call.progress.last?.retryAfter == .seconds(30))
        scene.passwords.set(nil, of: Scene.alice.id)
        scene.loop.advance(by: .seconds(1))
        scene.answer(.password, "none", to: scene.waiting().first, on: 2)
        #expect(call.progress.last?.factor == .password && call.progress.last?.attemptsRemaining == nil)
        #expect(call.isUnanswered)
    }

    @Test("A blocked PIN given to a waiting call is reported as blocked, without a number of tries")
    func answerBlocked() {
        let scene = scene { $0.pinBlockedAfter = 1 }
        let call = scene.retrieve(on: 1)
        for (remaining, refusal) in [(0, nil), (nil, .blocked)] as [(Int?, CredentialRefusal?)] {
            scene.answer(.pin, Scene.wrongPIN, to: scene.waiting().first, on: 2)
            #expect(call.progress.last?.event == .credentialWrong)
            #expect(call.progress.last?.attemptsRemaining == remaining)
            #expect(call.progress.last?.refusal == refusal)
        }
    }

    @Test("A new PIN needs the old one, takes its place, and opens what that one opened")
    func change() {
        let scene = scene()
        let wrong = Call.Outcome.refused(.credentialWrong(.pin, attemptsRemaining: 4, retryAfter: nil))
        #expect(
            scene.setPIN(to: Self.newPIN, with: nil, on: 1).outcomes
                == [.refused(.credentialRequired(accepted: [.pin]))])
        #expect(scene.setPIN(to: Self.newPIN, with: Scene.wrongPIN, on: 1).outcomes == [wrong])
        #expect(scene.setPIN(to: Self.newPIN, with: Scene.rightPIN, on: 1).outcomes == [.done])
        #expect(scene.retrieve(on: 1, credential: (.pin, Scene.rightPIN)).outcomes == [wrong])
        #expect(scene.retrieve(on: 1, credential: (.pin, Self.newPIN)).outcomes == [.opened])
    }

    @Test("A finger authorises no finger and no PIN: those changes ask for the PIN, and fail without one")
    func guarded() {
        let scene = scene()
        let known = Scene.print(of: Scene.alice.id).id
        func asking(
            _ body: @escaping @Sendable (isolated Gatekeeper, UserID, Caller) async throws(GateError) -> Void
        ) -> Call {
            scene.begin(on: 1) { gatekeeper, caller, _ throws(GateError) in
                try await body(gatekeeper, Scene.alice.id, caller)
                return .done
            }
        }
        func enroll() -> Call {
            scene.begin(on: 1, .enroll) { gatekeeper, caller, call throws(GateError) in
                let ask = Scene.ask(.enroll, call, by: caller, factors: [.fingerprint], on: Scene.reader.id)
                _ = try await gatekeeper.enroll(.leftThumb, label: nil, ask, credential: nil)
                return .done
            }
        }
        let authentication = scene.authenticate(on: 1)
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(authentication.outcomes == [.authenticated])
        let calls = [
            enroll(), scene.setPIN(to: Self.newPIN, with: nil, on: 1),
            asking { gatekeeper, user, caller throws(GateError) in
                _ = try await gatekeeper.deletePrint(known, credential: nil, of: user, by: caller)
            },
            asking { gatekeeper, user, caller throws(GateError) in
                _ = try await gatekeeper.deleteAllPrints(credential: nil, of: user, by: caller)
            },
            asking { gatekeeper, user, caller throws(GateError) in
                _ = try await gatekeeper.vouchPrints([known], credential: nil, of: user, by: caller)
            },
        ]
        for call in calls { #expect(call.outcomes == [.refused(.credentialRequired(accepted: [.pin]))]) }
        // Nothing else would guard the print.
        #expect(scene.removePIN(on: 1).outcomes == [.refused(.credentialNotSet(.password))])
        let reset = scene.change(on: 2) { gatekeeper, user, caller throws(GateError) in
            try await gatekeeper.reset(user, credential: nil, by: caller)
        }
        #expect(reset.outcomes == [.done])
        #expect(enroll().outcomes == [.refused(.credentialNotSet(.pin))])
    }
}
