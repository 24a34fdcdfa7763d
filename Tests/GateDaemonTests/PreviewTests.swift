import GateModel
import GateTestSupport
import GateVault
import Synchronization
import Testing

@testable import GateCore

@Suite("Previews of changes, in memory") struct PreviewTests {
    private let scene = Scene()

    /// Alice's items of each kind of access, beside those of the scene.
    private func storeVariety() throws {
        for (text, factors, enrollment) in [
            ("finger", [.fingerprint], .current), ("any finger", [.fingerprint], .any),
            ("finger or PIN", [.fingerprint, .pin], .current), ("any finger or PIN", [.fingerprint, .pin], .any),
            ("PIN", [.pin], .current),
        ] as [(String, [Factor], Access.Enrollment)] {
            let name = try #require(ItemName(text))
            let call = scene.store(name, Access(factors: factors, enrollment: enrollment), on: 1)
            scene.sensor.touch(Scene.finger(of: Scene.alice.id))
            scene.loop.drain()
            #expect(call.outcomes == [.done])
        }
    }

    private func items() -> [ItemName: Item] {
        let found = Mutex<[Item]>([])
        scene.run { gatekeeper in
            let items = try await gatekeeper.items(of: Scene.alice.id)
            found.withLock { $0 = items }
        }
        let items = found.withLock { $0 }
        return Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0) })
    }

    private func previewed(_ change: PreviewedChange) throws -> ChangePreview {
        let found = Mutex<ChangePreview?>(nil)
        scene.run { gatekeeper in
            let preview = try await gatekeeper.preview(change, of: Scene.alice.id)
            found.withLock { $0 = preview }
        }
        let preview = found.withLock { $0 }
        return try #require(preview)
    }

    /// Makes the change, and returns how many items it reports as ended; nil if it does not report that.
    private func make(_ change: PreviewedChange, by factor: Factor) -> Int? {
        let ended = Mutex<Int?>(nil)
        let (root, alice) = (UserID.root, Scene.alice.id)
        let call = scene.begin(on: 2, by: change == .reset ? root : alice, about: alice) {
            gatekeeper, caller, call throws(GateError) in
            let text = factor == .pin ? Scene.rightPIN : Scene.password
            let credential = Scene.credential(factor, text)
            let count: Int?
            switch change {
            case .enroll:
                let ask = Scene.ask(.enroll, call, by: caller, factors: [.fingerprint], on: Scene.reader.id)
                count = try await gatekeeper.enroll(.rightThumb, label: nil, ask, credential: credential)
                    .invalidatedItems
            case .deletePrint:
                count = try await gatekeeper.deletePrint(
                    Scene.print(of: alice).id, credential: credential, of: alice, by: caller)
            case .deleteAllPrints:
                count = try await gatekeeper.deleteAllPrints(credential: credential, of: alice, by: caller)
            case .disableFingerprint: count = try await gatekeeper.disableFingerprint(of: alice, by: caller)
            case .setPIN:
                count = try await gatekeeper.setPIN(
                    Scene.secret("505184"), credential: credential, of: alice, by: caller)
            case .removePIN: count = try await gatekeeper.removePIN(credential: credential, of: alice, by: caller)
            case .revokeAll: count = try await gatekeeper.revokeAll(of: alice, by: caller)
            case .reset:
                try await gatekeeper.reset(alice, credential: credential, by: caller)
                count = nil
            }
            ended.withLock { $0 = count }
            return .done
        }
        while call.isUnanswered, scene.sensor.touch("alice's thumb") { scene.loop.drain() }
        #expect(call.outcomes == [.done])
        return ended.withLock { $0 }
    }

    @Test(
        "A preview names exactly the items that the change ends, and those that lose the finger",
        arguments: PreviewedChange.allCases, [Factor.password, .pin])
    func effects(of change: PreviewedChange, by factor: Factor) throws {
        if factor == .pin {
            scene.passwords.set(nil, of: Scene.alice.id)
            scene.run { gatekeeper in await gatekeeper.accountsChanged() }
        }
        try storeVariety()
        // Without a password the PIN stays as long as there is a print.
        if change == .removePIN, factor == .pin { _ = make(.deleteAllPrints, by: factor) }
        let before = items().filter { $0.value.state == .valid }
        let preview = try previewed(change)
        #expect(items().filter { $0.value.state == .valid } == before)
        let count = make(change, by: factor)
        let after = items().filter { $0.value.state == .valid }
        let ended = Set(before.keys).subtracting(after.keys)
        #expect(Set(preview.invalidated) == ended)
        let told: Int? = change == .reset ? nil : ended.count
        #expect(count == told)
        let lost = after.filter { name, item in
            before[name]?.openableBy.contains(.fingerprint) == true && !item.openableBy.contains(.fingerprint)
        }
        #expect(Set(preview.losingFingerprint) == Set(lost.keys))
    }
}
