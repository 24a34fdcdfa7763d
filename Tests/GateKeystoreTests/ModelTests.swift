@testable import GateKeystore
import GateModel
@testable import GatePolicy
import GateSecret
import GateTestSupport
import GateVault
import SeededRandom
import Testing

/// The expected state of one user, in plain sets.
struct ExpectedUser {
    struct ExpectedItem {
        var access: Access
        var slots: Set<Factor>
        var content: String
        var invalidatedBy: Item.Invalidation?
    }

    var prints: [String] = []
    var isFingerprintOn: Bool?
    var pin: String?
    var items: [ItemName: ExpectedItem] = [:]

    /// Removes slots; returns the names of items that nothing opens any more, and of those that lost only the
    /// fingerprint.
    func losing(
        _ takes: (Factor, ExpectedItem) -> Bool
    ) -> (invalidated: [ItemName], losingFingerprint: [ItemName], kept: [ItemName: Set<Factor>]) {
        let kept = items.mapValues { item in item.slots.filter { !takes($0, item) } }
        let changed = items.filter { name, item in kept[name] != item.slots }
        let gone = changed.filter { name, _ in kept[name] == [] }
        let losing = changed.filter { name, item in
            kept[name] != [] && item.slots.contains(.fingerprint) && kept[name]?.contains(.fingerprint) == false
        }
        return (gone.keys.sorted(), losing.keys.sorted(), kept)
    }

    mutating func lose(_ reason: Item.Invalidation, _ takes: (Factor, ExpectedItem) -> Bool) -> Int {
        let (invalidated, _, kept) = losing(takes)
        for (name, slots) in kept { items[name]?.slots = slots }
        for name in invalidated { items[name]?.invalidatedBy = reason }
        return invalidated.count
    }

    static func takes(_ change: KeystoreChange) -> (Factor, ExpectedItem) -> Bool {
        switch change {
        case .enroll, .deletePrint, .deleteAllPrints:
            { factor, item in factor == .fingerprint && item.access.enrollment == .current }
        case .disableFingerprint: { factor, _ in factor == .fingerprint }
        case .changePIN: { _, _ in false }
        case .resetPIN: { factor, item in factor == .pin && !item.slots.contains(.password) }
        case .removePIN: { factor, _ in factor == .pin }
        case .revokeAll, .reset: { _, _ in true }
        }
    }
}

@Suite("The keystore against a model")
struct ModelTests {
    @Test("After two hundred random changes, the items open as in the model", arguments: [1, 2, 3] as [UInt64])
    func random(_ seed: UInt64) async throws {
        let sandbox = try Sandbox()
        var keystore = try await sandbox.keystore()
        var walk = RandomWalk(keystore: keystore, seed: seed)
        for step in 1...200 {
            try await walk.step()
            if step % 50 == 0 {
                try await keystore.close()
                keystore = try await sandbox.keystore()
                walk.keystore = keystore
            }
            try await walk.compare()
        }
    }

    @Test("The tests' in-memory keystore does the same as the model", arguments: [1, 2, 3] as [UInt64])
    func inMemory(_ seed: UInt64) async throws {
        var walk = RandomWalk(keystore: MemoryKeystore(), seed: seed)
        for _ in 1...200 {
            try await walk.step()
            try await walk.compare()
        }
    }
}

struct RandomWalk {
    var keystore: any CredentialStore
    private var generator: SplitMix
    private var expected = ExpectedUser()
    private var serial = 0

    init(keystore: any CredentialStore, seed: UInt64) {
        self.keystore = keystore
        generator = SplitMix(seed: seed)
    }

    private mutating func pick<Element>(_ choices: [Element]) -> Element? { choices.randomElement(using: &generator) }

    private mutating func newPIN() -> String {
        serial += 1
        return String(100_000 + serial)
    }

    /// Makes one random change to the keystore and the model.
    mutating func step() async throws {
        switch Int.random(in: 0..<16, using: &generator) {
        case 0, 1: try await addPrint()
        case 2: try await removePrint()
        case 3: try await turnFingerprint()
        case 4, 5: try await setPIN()
        case 6: try await removePIN()
        case 7 where serial % 3 == 0: try await revoke()
        case 8: try await delete()
        case 9, 10, 11: try await renew()
        default: try await store()
        }
    }

    private mutating func addPrint() async throws {
        guard expected.prints.count < 10 else { return }
        serial += 1
        let id = "print \(serial)"
        try await expectPreview(.enroll)
        let change = try await keystore.add(id)
        expected.prints.append(id)
        if expected.isFingerprintOn == nil { expected.isFingerprintOn = true }
        #expect(change.invalidatedItems == expected.lose(.enrollmentChanged, ExpectedUser.takes(.enroll)))
    }

    private mutating func removePrint() async throws {
        guard let id = pick(expected.prints) else { return }
        try await expectPreview(.deletePrint)
        let change = try await keystore.removePrint(PrintID(rawValue: id), of: alice)
        expected.prints.removeAll { $0 == id }
        #expect(change.invalidatedItems == expected.lose(.enrollmentChanged, ExpectedUser.takes(.deletePrint)))
    }

    private mutating func turnFingerprint() async throws {
        let on = expected.isFingerprintOn != true
        if !on { try await expectPreview(.disableFingerprint) }
        let invalidated = try await keystore.setFingerprint(on, of: alice)
        expected.isFingerprintOn = on
        let lost = on ? 0 : expected.lose(.fingerprintDisabled, ExpectedUser.takes(.disableFingerprint))
        #expect(invalidated == lost)
    }

    private mutating func setPIN() async throws {
        let new = newPIN()
        if let old = expected.pin, Bool.random(using: &generator) {
            try await expectPreview(.changePIN)
            #expect(try await keystore.changePIN(from: old, to: new) == 0)
        } else {
            try await expectPreview(.resetPIN)
            let invalidated = try await keystore.setPIN(secret(new), of: alice, authorizedBy: .password)
            #expect(invalidated == expected.lose(.pinReset, ExpectedUser.takes(.resetPIN)))
            for (name, item) in expected.items where item.slots.contains(.password) && item.access.allows(.pin) {
                expected.items[name]?.slots.insert(.pin)
            }
        }
        expected.pin = new
    }

    private mutating func removePIN() async throws {
        guard expected.pin != nil else { return }
        try await expectPreview(.removePIN)
        let invalidated = try await keystore.removePIN(of: alice)
        expected.pin = nil
        #expect(invalidated == expected.lose(.pinRemoved, ExpectedUser.takes(.removePIN)))
    }

    private mutating func revoke() async throws {
        try await expectPreview(.revokeAll)
        let invalidated = try await keystore.revokeAll(of: alice)
        #expect(invalidated == expected.lose(.revoked, ExpectedUser.takes(.revokeAll)))
    }

    private mutating func delete() async throws {
        guard let name = pick(expected.items.keys.sorted()) else { return }
        try await keystore.delete(name, of: alice)
        expected.items[name] = nil
    }

    private mutating func store() async throws {
        serial += 1
        let item = try name("item \(Int.random(in: 0..<8, using: &generator))")
        let factors = Factor.allCases.filter { _ in Bool.random(using: &generator) }
        guard !factors.isEmpty else { return }
        let access = Access(factors: factors, enrollment: Bool.random(using: &generator) ? .any : .current)
        let slots = factors.filter { factor in
            switch factor {
            case .fingerprint: expected.isFingerprintOn == true && !expected.prints.isEmpty
            case .pin: expected.pin != nil
            case .password: true
            }
        }
        let content = "content \(serial)"
        guard !slots.isEmpty else {
            let keystore = keystore
            await #expect(throws: KeystoreError.slotMissing(factors[0])) {
                try await keystore.put(content, as: item, access, replace: true)
            }
            return
        }
        try await keystore.put(content, as: item, access, replace: true)
        expected.items[item] = ExpectedUser.ExpectedItem(access: access, slots: Set(slots), content: content)
    }

    private mutating func renew() async throws {
        guard let item = pick(expected.items.keys.sorted()), let known = expected.items[item],
            known.access.allows(.fingerprint), expected.isFingerprintOn == true, !expected.prints.isEmpty,
            let factor = pick(known.slots.subtracting([.fingerprint]).sorted { $0.rawValue < $1.rawValue })
        else { return }
        let finger = proof(.renew, item, by: .fingerprint)
        if factor == .pin, let pin = expected.pin, let unlocked = try await keystore.unlock(pin: secret(pin), of: alice)
        {
            _ = try await keystore.renew(
                item, of: alice, credential: proof(.renew, item, by: .pin), unlocked: unlocked, finger: finger, now: now
            )
        } else {
            _ = try await keystore.renew(
                item, of: alice, credential: proof(.renew, item, by: factor), finger: finger, now: now)
        }
        expected.items[item]?.slots.insert(.fingerprint)
    }

    private func expectPreview(_ change: KeystoreChange) async throws {
        let (invalidated, losingFingerprint, _) = expected.losing(ExpectedUser.takes(change))
        let preview = try await keystore.preview(change, of: alice)
        #expect(preview == ChangePreview(invalidated: invalidated, losingFingerprint: losingFingerprint))
    }

    /// Tries every item by every factor.
    func compare() async throws {
        let state = try await keystore.state(of: alice)
        #expect(state.prints.map(\.id.rawValue) == expected.prints)
        #expect(state.pinSet == (expected.pin != nil))
        let items = try await keystore.items(of: alice)
        #expect(items.map(\.name) == expected.items.keys.sorted())
        for item in items {
            let known = try #require(expected.items[item.name])
            #expect(Set(item.openableBy) == known.slots)
            #expect(item.state == (known.invalidatedBy.map(Item.State.invalidated) ?? .valid))
            for factor in Factor.allCases where factor != .pin || expected.pin != nil {
                let opened = try? await keystore.get(item.name, by: factor, pin: expected.pin ?? "")
                #expect(opened == (known.slots.contains(factor) ? known.content : nil))
            }
        }
    }
}
