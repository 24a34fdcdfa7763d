import GateModel
import GateSecret
import GateTestSupport
import Testing

@testable import GateDaemon

/// The daemon asks a failing password helper again by itself.
@Suite("A password helper that fails, in memory") struct HelperRetryTests {
    private func learn(_ scene: Scene) {
        scene.run { gatekeeper in
            let account = try await gatekeeper.users.account(Scene.alice.id)
            await gatekeeper.passwords.learn(of: account)
        }
    }

    private func state(_ scene: Scene) -> PasswordState? {
        scene.gatekeeper.assumeIsolated { $0.accounts[Scene.alice.id]?.password.state }
    }

    @Test("A failing helper is asked until it answers, even if a call has just asked it", arguments: [false, true])
    func again(isAskedJustBefore: Bool) {
        let scene = Scene()
        learn(scene)
        scene.passwords.fail(.timeOver)
        scene.loop.advance(by: .seconds(1))
        learn(scene)
        #expect(state(scene) == .unknown)
        // It is asked again after two seconds.
        scene.loop.advance(by: .milliseconds(1950))
        if isAskedJustBefore { learn(scene) }
        scene.loop.advance(by: .milliseconds(100))
        #expect(state(scene) == .unknown)
        scene.passwords.fail(nil)
        scene.loop.advance(by: .seconds(60))
        #expect(state(scene) == .set)
    }
}
