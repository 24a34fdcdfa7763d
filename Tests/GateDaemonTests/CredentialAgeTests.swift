import GateModel
import GatePolicy
import GateTestSupport
import Testing

@testable import GateCore
@testable import GateDaemon

@Suite("The age of the PIN or the password, in memory") struct CredentialAgeTests {
    private static let hour = 3600

    private func refusal(_ reason: CredentialReason) -> Call.Outcome {
        .refused(.lockoutPermanent(reason, clearedBy: [.password, .pin], fallbacks: [.password, .pin]))
    }

    @Test("A watcher looks when the age is reached, and from then on no finger is asked for")
    func reached() throws {
        let scene = Scene()
        scene.loop.advance(by: .seconds(72 * Self.hour - 5))
        let view = try #require(scene.view(of: Scene.alice))
        #expect(view.availability(at: scene.loop.moment).availability == .available)
        #expect(view.nextChange(at: scene.loop.moment) == .seconds(5))
        scene.loop.advance(by: .seconds(5))
        #expect(view.availability(at: scene.loop.moment).availability == .lockoutPermanent(.credentialAge))
        #expect(scene.authenticate(on: 1).outcomes == [refusal(.credentialAge)])
    }

    @Test("The hours before a boot count after it, although a clock that was set back says less")
    func overBoots() {
        let scene = Scene()
        scene.loop.advance(by: .seconds(71 * Self.hour))
        // A start notes the age up to then.
        let before = scene.restarted()
        #expect(before.authenticate(on: 1).isUnanswered)
        let after = before.restarted(at: .seconds(Self.hour), boot: "another")
        #expect(after.authenticate(on: 1).outcomes == [refusal(.credentialAge)])
    }

    @Test("If configured, each boot asks once")
    func afterBoot() {
        var configuration = Configuration()
        configuration.policy.credentialAfterBoot = true
        var scene = Scene(configuration: configuration)
        #expect(scene.authenticate(on: 1).isUnanswered)
        for boot in ["first", "second"] {
            scene = scene.restarted(configuration, boot: boot)
            #expect(scene.authenticate(on: 1).outcomes == [refusal(.boot)])
            #expect(scene.givePIN(on: 1).outcomes == [.authenticated])
            scene = scene.restarted(configuration, boot: boot)
            #expect(scene.authenticate(on: 1).isUnanswered)
        }
        #expect(scene.restarted(boot: "third").authenticate(on: 1).isUnanswered)
    }
}
