import GateModel
import GatePolicy
import GateSecret
import GateTestSupport
import Testing

@testable import GateCore

/// Calls that open several items by one confirmation.
@Suite("Several items by one confirmation, in memory") struct SeveralItemsTests {
    private let scene = Scene()
    private let second: ItemName
    private let onlyPIN: ItemName
    private let alone: ItemName

    init() throws {
        second = try #require(ItemName("another"))
        onlyPIN = try #require(ItemName("by PIN"))
        alone = try #require(ItemName("by itself"))
        scene.store(second, Access(factors: [.fingerprint, .pin]), on: 9)
        touch()
        scene.store(onlyPIN, Access(factors: [.pin]), on: 9)
        scene.store(alone, Access(factors: [.fingerprint, .pin], opensAlone: true), on: 9)
        touch()
    }

    private func touch() {
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
    }

    private func watch(prompts: Bool, several: Bool) throws -> Inbox<RequestChange> {
        try scene.gatekeeper.assumeIsolated {
            try $0.watchRequests(of: Scene.alice.id, prompts: prompts, several: several).changes
        }
    }

    private func retrieve(
        _ names: [ItemName], on connection: UInt64, maximumAge: Duration = .zero, interaction: Interaction = .caller,
        byPIN: Bool = false
    ) -> Call {
        scene.begin(on: connection, .retrieve) { gatekeeper, caller, call throws(GateError) in
            let ask = Scene.ask(.retrieve, call, by: caller, interaction: interaction)
            let credential: PresentedCredential? =
                if byPIN { Scene.credential(.pin, Scene.rightPIN) } else { nil }
            let opened = try await gatekeeper.retrieve(
                names, asking: ask, maximumAge: maximumAge, credential: credential)
            let texts = opened.secrets.map { held in held.bytes.withBytes { String(decoding: $0, as: UTF8.self) } }
            let expected = names.map { $0 == Scene.item ? "the token" : "a secret" }
            return texts == expected ? .opened : .done
        }
    }

    @Test("One touch opens the items of one call, which are shown in order, and each is noted as used")
    func together() async throws {
        let changes = try watch(prompts: false, several: true)
        let call = retrieve([Scene.item, second], on: 1)
        let request = try #require(await changes.next()).request
        #expect(request.items.map(\.name) == [Scene.item, second].sorted() && request.item == nil)
        #expect(request.factors == [.fingerprint, .pin])
        touch()
        #expect(call.outcomes == [.opened])
        for name in [Scene.item, second] {
            let read = scene.begin(on: 2) { gatekeeper, _, _ throws(GateError) in
                let item = try await gatekeeper.item(name, of: Scene.alice.id)
                return item.lastUsedAt == nil ? .done : .opened
            }
            #expect(read.outcomes == [.opened])
        }
        #expect(retrieve([Scene.item, second, onlyPIN], on: 1, byPIN: true).outcomes == [.opened])
    }

    @Test("An authentication counts for a call about several only if it counts for each")
    func reuse() {
        scene.authenticate(on: 1)
        touch()
        let minute: Duration = .seconds(60)
        #expect(scene.retrieve(on: 1, maximumAge: minute).outcomes == [.opened])
        let call = retrieve([Scene.item, second], on: 1, maximumAge: minute)
        #expect(call.isUnanswered)
        touch()
        #expect(call.outcomes == [.opened])
    }

    @Test("Items without a common factor, and ones that open alone, are refused before anybody is asked")
    func refused() throws {
        scene.store(second, Access(factors: [.fingerprint]), on: 9)
        touch()
        let call = retrieve([second, onlyPIN], on: 1)
        let refusal = FactorRefusal(.notInAccess, fallbacks: [], item: onlyPIN)
        #expect(call.outcomes == [.refused(.factorNotAllowed(allowed: [], refusal))])
        // The door names such an item; this is the one that took another's place.
        #expect(retrieve([second, alone], on: 1).outcomes == [.refused(.cancelled(by: .revoked))])
        let missing = try #require(ItemName("none"))
        #expect(retrieve([second, missing], on: 1).outcomes == [.refused(.itemNotFound(missing))])
        #expect(retrieve([second, Scene.key], on: 1).outcomes == [.refused(.itemNotFound(Scene.key, .key))])
    }

    @Test("A prompt that has not said that it shows several items gets no such call", arguments: [false, true])
    func undeclared(several: Bool) async throws {
        let changes = try watch(prompts: true, several: several)
        let call = retrieve([Scene.item, second], on: 1, interaction: .prompt)
        #expect(call.progress.last?.interaction == (several ? .prompt : .caller))
        #expect(try #require(await changes.next()).request.interaction == (several ? .prompt : .caller))
        for _ in 1...3 {
            scene.sensor.touch(Scene.stranger)
            scene.loop.drain()
        }
        // A prompt would take the PIN now.
        #expect(call.isUnanswered == several)
    }
}
