@testable import GateKeystore
import GateModel
@testable import GatePolicy
import GateSecret
import GateVault
import Testing

@Suite("Proofs")
struct ProofTests {
    let sandbox: Sandbox
    let keystore: Keystore
    let token: ItemName
    let other: ItemName

    init() async throws {
        sandbox = try Sandbox()
        keystore = try await sandbox.keystore()
        token = try name("token")
        other = try name("other")
        try await keystore.add("a")
        try await keystore.put("secret", as: token)
    }

    private func expectRejected(_ proof: consuming PresenceProof, at moment: Moment = now) async {
        var proof: PresenceProof? = consume proof
        do throws(KeystoreError) {
            _ = try await keystore.open(
                token, of: alice,
                proof: proof.take() ?? GateKeystoreTests.proof(.authenticate, nil, by: nil), now: moment)
            Issue.record("opened")
        } catch {
            #expect(error == .proofRejected)
        }
    }

    @Test("A proof of another item, user, operation or boot, or an expired one, opens nothing")
    func rejected() async {
        await expectRejected(proof(.retrieve, other, by: .fingerprint))
        await expectRejected(proof(.retrieve, nil, by: .fingerprint))
        await expectRejected(proof(.retrieve, token, by: .fingerprint, of: bob))
        await expectRejected(proof(.authenticate, token, by: .fingerprint))
        await expectRejected(proof(.sign, token, by: .fingerprint))
        await expectRejected(proof(.retrieve, token, by: nil))
        await expectRejected(proof(.retrieve, token, by: .pin))
        let later = Moment(boot: boot, sinceBoot: now.sinceBoot + .seconds(11), wall: now.wall)
        await expectRejected(proof(.retrieve, token, by: .fingerprint), at: later)
        let rebooted = Moment(boot: BootID(rawValue: "next"), sinceBoot: now.sinceBoot, wall: now.wall)
        await expectRejected(proof(.retrieve, token, by: .fingerprint), at: rebooted)
    }

    @Test("A proof for several items opens exactly these together, and none that opens alone")
    func together() async throws {
        let alone = try name("alone")
        try await keystore.put("second", as: other)
        try await keystore.put("third", as: alone, Access(opensAlone: true))
        func open(_ names: [ItemName], proofOf named: [ItemName]) async throws -> [String] {
            var closed: [any ClosedItem] = []
            for name in names { closed.append(try await keystore.itemToOpen(name, of: alice)) }
            let proof = PresenceProof(
                user: alice.id, peer: Peer(user: alice.id, process: ProcessID(rawValue: 1)),
                purpose: Purpose(retrieving: named), factor: .fingerprint, at: now)
            return try await keystore.open(closed, proof: proof, keys: [], now: now).map { text($0.bytes) }
        }
        #expect(try await open([token, other], proofOf: [other, token]) == ["secret", "second"])
        for (names, named) in [
            ([token, other], [token]), ([token], [token, other]), ([token, alone], [token, alone]),
            ([token, other], [token, alone]),
        ] {
            await #expect(throws: KeystoreError.proofRejected) { _ = try await open(names, proofOf: named) }
        }
        await expectRejected(
            PresenceProof(
                user: alice.id, peer: Peer(user: alice.id, process: ProcessID(rawValue: 1)),
                purpose: Purpose(retrieving: [token]), factor: .fingerprint, at: now))
    }

    @Test("A factor that the access does not allow opens nothing")
    func factorNotAllowed() async {
        await expectRejected(proof(.retrieve, token, by: .password))
    }

    @Test("A proof stores the item that it names, and nothing by a factor that was not asked for")
    func storing() async throws {
        await #expect(throws: KeystoreError.proofRejected) {
            _ = try await keystore.store(
                secret("x"), as: ItemDraft(name: other), of: alice, passwordAvailable: true,
                proof: proof(.store, token, by: .fingerprint), now: now)
        }
        await #expect(throws: KeystoreError.proofRejected) {
            _ = try await keystore.store(
                secret("x"), as: ItemDraft(name: other), of: alice, passwordAvailable: true,
                proof: proof(.store, other, by: nil), now: now)
        }
        await #expect(throws: KeystoreError.proofRejected) { try await keystore.put("x", as: other, by: .password) }
        let byPassword = ItemDraft(name: other, access: Access(factors: [.password]))
        let item = try await keystore.store(
            secret("x"), as: byPassword, of: alice, passwordAvailable: true, proof: proof(.store, other, by: nil),
            now: now)
        #expect(item.openableBy == [.password])
    }
}
