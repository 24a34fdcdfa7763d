import GateModel
import GatePolicy
import GateTestSupport
import Testing

@testable import GateCore

/// Each item of a scene allows reuse for a minute.
@Suite("Reuse of an authentication, in memory") struct StepUpTests {
    private let scene = Scene()
    private let minute: Duration = .seconds(60)

    private func touch() {
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
    }

    /// Whether the call asks for a finger; if so, it is ended.
    private func asks(_ call: Call) -> Bool {
        guard call.isUnanswered else {
            #expect(call.isGranted || call.outcomes == [.done], "\(call.outcomes)")
            return false
        }
        scene.begin(on: call.connection.rawValue) { gatekeeper, caller, _ throws(GateError) in
            try gatekeeper.cancelRequest(nil, by: caller)
            return .done
        }
        return !call.isUnanswered
    }

    private func item(_ name: String) throws -> ItemName { try #require(ItemName(name)) }

    private func access(reusesPIN: Bool = true) -> Access {
        Access(factors: [.fingerprint, .pin], maximumAge: minute, reusesPIN: reusesPIN)
    }

    private func store(_ name: ItemName, reusesPIN: Bool = true) {
        scene.store(name, access(reusesPIN: reusesPIN), on: 9)
        touch()
    }

    private func openByPIN(_ name: ItemName, on connection: UInt64) {
        let call = scene.retrieve(name, on: connection, maximumAge: minute, credential: (.pin, Scene.rightPIN))
        #expect(call.outcomes == [.opened])
    }

    @Test("An authentication counts on its own connection alone, until it is too old or forgotten")
    func counts() {
        scene.authenticate(on: 1)
        touch()
        #expect(scene.newestAuthentication(on: 1)?.factor == .fingerprint)
        #expect(!asks(scene.retrieve(on: 1, maximumAge: minute)))
        #expect(asks(scene.retrieve(on: 1)))
        #expect(scene.newestAuthentication(on: 2) == nil)
        #expect(asks(scene.retrieve(on: 2, maximumAge: minute)))
        #expect(asks(scene.authenticate(on: 2, maximumAge: minute)))
        // Both limits hold: the item's of a minute, and the call's.
        scene.loop.advance(by: minute + .milliseconds(1))
        #expect(asks(scene.retrieve(on: 1, maximumAge: .seconds(300))))
        #expect(asks(scene.authenticate(on: 1, maximumAge: minute)))
        #expect(!asks(scene.authenticate(on: 1, maximumAge: .seconds(300))))
        scene.gatekeeper.assumeIsolated { $0.forgetAuthentications(on: ConnectionID(rawValue: 1)) }
        #expect(scene.newestAuthentication(on: 1) == nil)
        #expect(asks(scene.authenticate(on: 1, maximumAge: .seconds(300))))
    }

    @Test(
        "A call that may ask nobody counts an authentication or a given PIN, and is otherwise refused without a request"
    )
    func asksNobody() {
        let refused: [Call.Outcome] = [.refused(.userNeeded(fallbacks: [.password, .pin]))]
        let first = scene.retrieve(on: 1, maximumAge: minute, interaction: .notAllowed)
        #expect(first.outcomes == refused && first.progress.isEmpty)
        scene.authenticate(on: 1)
        touch()
        #expect(scene.retrieve(on: 1, maximumAge: minute, interaction: .notAllowed).outcomes == [.opened])
        #expect(scene.retrieve(on: 1, interaction: .notAllowed).outcomes == refused)
        let given = scene.retrieve(on: 2, interaction: .notAllowed, credential: (.pin, Scene.rightPIN))
        #expect(given.outcomes == [.opened])
    }

    @Test("A PIN is an authentication from the moment that its answer reports, but not one that opens items")
    func typedPIN() {
        let given = scene.givePIN(on: 1)
        #expect(given.factor == .pin)
        #expect(scene.newestAuthentication(on: 1) == given.authentication)
        scene.loop.advance(by: .seconds(1))
        let again = scene.authenticate(on: 1, maximumAge: minute)
        #expect(again.authentication == given.authentication)
        #expect(asks(scene.retrieve(on: 1, maximumAge: minute)))
        #expect(asks(scene.authenticate(on: 1, factors: [.fingerprint], maximumAge: minute)))
    }

    @Test("Storing accepts a recent finger if the call allows it, and no recent PIN")
    func storing() throws {
        let name = try item("new")
        scene.givePIN(on: 1)
        #expect(asks(scene.store(name, access(), on: 1, maximumAge: minute)))
        scene.authenticate(on: 1)
        touch()
        #expect(asks(scene.store(name, access(), on: 1)))
        #expect(!asks(scene.store(name, access(), on: 1, maximumAge: minute)))
    }

    @Test("A PIN that opened an item which allows it opens that item again on its connection, and nothing else")
    func reusedPIN() throws {
        let (first, second, plain) = (try item("first"), try item("second"), try item("plain"))
        for name in [first, second, plain] { store(name, reusesPIN: name != plain) }
        for name in [first, plain] { openByPIN(name, on: 1) }
        let again = scene.retrieve(first, on: 1, maximumAge: minute)
        #expect(again.outcomes == [.opened])
        #expect(again.factor == .pin)
        #expect(asks(scene.retrieve(first, on: 1)))
        for name in [second, plain] { #expect(asks(scene.retrieve(name, on: 1, maximumAge: minute))) }
        #expect(asks(scene.retrieve(first, on: 2, maximumAge: minute)))
        // A PIN in a call that allowed no reuse is not kept, nor one that opened nothing.
        scene.retrieve(first, on: 3, credential: (.pin, Scene.rightPIN))
        #expect(asks(scene.retrieve(first, on: 3, maximumAge: minute)))
        scene.givePIN(on: 3)
        #expect(asks(scene.retrieve(first, on: 3, maximumAge: minute)))
    }

    /// Changes of prints, PIN or settings, made on another connection.
    enum Change: CaseIterable, Sendable { case setPIN, enroll, deletePrints, disable, revokeAll, answerOnboarding }

    @Test("A change of prints, PIN or settings ends authentications on every connection", arguments: Change.allCases)
    func ended(by change: Change) throws {
        let name = try item("first")
        store(name)
        openByPIN(name, on: 1)
        #expect(!asks(scene.retrieve(name, on: 1, maximumAge: minute)))
        scene.authenticate(on: 2)
        touch()
        for connection in UInt64(1)...2 { #expect(scene.newestAuthentication(on: connection) != nil) }
        #expect(make(change).outcomes == [.done])
        for connection in UInt64(1)...2 { #expect(scene.newestAuthentication(on: connection) == nil) }
        #expect(!scene.retrieve(name, on: 1, maximumAge: minute).isGranted)
        #expect(!scene.retrieve(on: 2, maximumAge: minute).isGranted)
    }

    private func make(_ change: Change) -> Call {
        switch change {
        case .setPIN: return scene.setPIN(to: "505184", with: Scene.rightPIN, on: 3)
        case .enroll:
            let call = scene.enroll(.rightThumb, on: Scene.reader, connection: 3)
            while scene.sensor.touch("alice's thumb") { scene.loop.drain() }
            return call
        case .deletePrints:
            return scene.change(on: 3) { gatekeeper, user, caller throws(GateError) in
                _ = try await gatekeeper.deleteAllPrints(
                    credential: Scene.credential(.pin, Scene.rightPIN), of: user, by: caller)
            }
        case .disable:
            return scene.change(on: 3) { gatekeeper, user, caller throws(GateError) in
                _ = try await gatekeeper.disableFingerprint(of: user, by: caller)
            }
        case .revokeAll:
            return scene.change(on: 3) { gatekeeper, user, caller throws(GateError) in
                _ = try await gatekeeper.revokeAll(of: user, by: caller)
            }
        case .answerOnboarding: return answer(nil, true)
        }
    }

    private func answer(_ app: AppName?, _ accepted: Bool) -> Call {
        scene.change(on: 3) { gatekeeper, user, caller throws(GateError) in
            try await gatekeeper.answerOnboarding(app: app, accepted: accepted, of: user, by: caller)
        }
    }

    /// Ends of a kept PIN alone.
    enum End: CaseIterable, Sendable { case renewal, replacement, forgetting }

    @Test("A PIN that counts again ends with its item, and when its connection forgets it", arguments: End.allCases)
    func reusedPINEnds(by end: End) throws {
        let name = try item("first")
        store(name)
        openByPIN(name, on: 1)
        #expect(!asks(scene.retrieve(name, on: 1, maximumAge: minute)))
        switch end {
        case .renewal:
            scene.renew(name, on: 3)
            touch()
        case .replacement: store(name)
        case .forgetting: scene.gatekeeper.assumeIsolated { $0.forgetAuthentications(on: ConnectionID(rawValue: 1)) }
        }
        #expect(asks(scene.retrieve(name, on: 1, maximumAge: minute)))
    }

    @Test("An app's own answer to the offer of fingerprint ends no authentication, nor does a repeated answer")
    func onboardingKeeps() throws {
        let app = try #require(AppName("org.example.Bank"))
        #expect(answer(nil, true).outcomes == [.done])
        scene.authenticate(on: 1)
        touch()
        for (app, accepted) in [(app, false), (app, true), (nil, true)] as [(AppName?, Bool)] {
            #expect(answer(app, accepted).outcomes == [.done])
            #expect(scene.newestAuthentication(on: 1)?.factor == .fingerprint)
        }
    }
}
