import GateModel
import GatePolicy
import GateSecret
import GateTestSupport
import Testing

@testable import GateCore
@testable import GateDaemon

/// A login reports that it has accepted a password.
@Suite("A login's password, in memory") struct LoginTests {
    private static let alice = Scene.alice.id

    private func typed(_ scene: Scene, _ password: String, on connection: UInt64 = 50) {
        scene.begin(on: connection, by: .root, about: Self.alice) { gatekeeper, caller, _ in
            await gatekeeper.passwordTyped(Scene.secret(password), of: Self.alice, by: caller)
            return .done
        }
    }

    private func miss(_ scene: Scene, times: Int) {
        scene.run { gatekeeper in
            for _ in 0..<times { gatekeeper.accounts[Self.alice]?.policy.scanMissed(at: gatekeeper.clock.now()) }
        }
    }

    @Test("Logins by finger wait for a password where the administrator says so; other programs, and never, do not")
    func passwordFirst() {
        func greeter(_ isOutside: Bool?, of user: UserID = .root) -> FaceAsker {
            FaceAsker(user: user, process: Scene.process, isOutsideSessions: { isOutside })
        }
        func isAsked(_ scene: Scene, for asker: FaceAsker) -> Bool {
            let login = scene.verify(on: 30, for: asker)
            if login.end == .some(.failed(.passwordFirst)) { return false }
            scene.sensor.touch(Scene.finger(of: Self.alice))
            scene.loop.drain()
            return login.answers.contains(.match(.rightIndex))
        }
        var configuration = Configuration()
        configuration.passwordFirst = .threeDays
        let scene = Scene(configuration: configuration)
        #expect(isAsked(scene, for: greeter(true)))
        scene.loop.advance(by: .seconds(73 * 3600))
        #expect(!isAsked(scene, for: greeter(true)))
        // sudo, a program of the user's, and a caller whose place cannot be told.
        for other in [greeter(false), greeter(true, of: Self.alice), greeter(nil)] {
            #expect(isAsked(scene, for: other))
        }
        typed(scene, "wrong horse")
        #expect(!isAsked(scene, for: greeter(true)))
        typed(scene, Scene.password)
        #expect(isAsked(scene, for: greeter(true)))
        let standard = Scene()
        standard.loop.advance(by: .seconds(73 * 3600))
        #expect(isAsked(standard, for: greeter(true)))
    }

    @Test("A login's right password ends a lockout, on disk as well, and is no authentication", arguments: [5, 20])
    func right(misses: Int) {
        let scene = Scene()
        miss(scene, times: misses)
        typed(scene, Scene.password)
        #expect(scene.misses(of: Scene.alice) == 0)
        #expect(scene.missesOnDisk(of: Scene.alice) == 0)
        #expect(scene.faceMissesOnDisk(of: Scene.alice) == 0)
        scene.gatekeeper.assumeIsolated { gatekeeper in
            for user in [Self.alice, .root] {
                let ledger = gatekeeper.authentications.ledger(of: ConnectionID(rawValue: 50), user: user)
                #expect(ledger.newest == nil)
            }
        }
        // The finger counts again.
        let call = scene.authenticate(on: 2)
        scene.sensor.touch(Scene.finger(of: Self.alice))
        scene.loop.drain()
        #expect(!call.isUnanswered)
        #expect(scene.leftover == nil)
    }

    @Test("A wrong password of a login ends no lockout, and counts as a wrong password does")
    func wrong() {
        let scene = Scene()
        miss(scene, times: 20)
        for _ in 1...10 { typed(scene, "wrong horse") }
        #expect(scene.misses(of: Scene.alice) == 20)
        // Throttled like any password, so that not even the right one is compared.
        typed(scene, Scene.password)
        #expect(scene.passwords.accepted == 0)
        #expect(scene.misses(of: Scene.alice) == 20)
        scene.loop.advance(by: .seconds(3600))
        typed(scene, Scene.password)
        #expect(scene.misses(of: Scene.alice) == 0)
    }

    @Test("Without a lockout, a login's password is not compared")
    func unasked() {
        let scene = Scene()
        miss(scene, times: 4)
        typed(scene, Scene.password)
        #expect(scene.passwords.accepted == 0)
        #expect(scene.misses(of: Scene.alice) == 4)
    }
}
