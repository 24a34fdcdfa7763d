@testable import GateKeystore
import GateModel
@testable import GatePolicy
import GateVault
import Testing

@Suite("An item for logins, on disk")
struct LoginItemTests {
    private static let binding = LoginBinding(
        key: Array(repeating: 1, count: LoginBinding.keyBytes),
        digest: Array(repeating: 2, count: LoginBinding.digestBytes))
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func login(_ item: ItemName, of user: User = alice) -> PresenceProof {
        PresenceProof(
            user: user.id, peer: Peer(user: .root, process: ProcessID(rawValue: 1)),
            purpose: Purpose(.login, item: item), factor: .fingerprint, at: now)
    }

    private func renewal(_ item: ItemName, by factor: Factor = .password) -> PresenceProof {
        PresenceProof(
            user: alice.id, peer: Peer(user: .root, process: ProcessID(rawValue: 1)),
            purpose: Purpose(.renewLogin, item: item), factor: factor, at: now)
    }

    private func draft(
        _ item: ItemName, access: Access = .login, replace: Bool = false, login: LoginBinding? = binding
    ) -> ItemDraft {
        ItemDraft(name: item, access: access, replace: replace, login: login)
    }

    @discardableResult
    private func store(_ keystore: Keystore, _ draft: ItemDraft, _ content: String = "correct horse") async throws
        -> Item
    {
        try await keystore.store(
            secret(content), as: draft, of: alice, passwordAvailable: true,
            proof: proof(.store, draft.name, by: .fingerprint), now: now)
    }

    private func enrolled() async throws -> Keystore {
        let keystore = try await sandbox.keystore()
        try await keystore.add("a")
        return keystore
    }

    @Test("A login opens it, and says for which password it was stored; nothing else opens it")
    func opening() async throws {
        let keystore = try await enrolled()
        let item = try name("keyring")
        let stored = try await store(keystore, draft(item))
        #expect(stored.access == .login && stored.openableBy == [.fingerprint])
        #expect(try await keystore.item(item, of: alice).access.openers == [.system])
        let read = try #require(try await keystore.itemForLogin(of: alice))
        #expect(read.binding == Self.binding)
        #expect(text(try await keystore.openForLogin(read.closed, proof: login(item), now: now)) == "correct horse")
        for operation in [GateModel.Operation.retrieve, .sign] {
            await #expect(throws: KeystoreError.proofRejected) {
                _ = try await keystore.openForLogin(
                    read.closed, proof: proof(operation, item, by: .fingerprint), now: now)
            }
        }
        await #expect(throws: KeystoreError.proofRejected) {
            _ = try await keystore.open(read.closed, proof: proof(.retrieve, item, by: .fingerprint), now: now)
        }
        #expect(try await keystore.itemForLogin(of: bob) == nil)
    }

    @Test("A login's proof opens no other item")
    func others() async throws {
        let keystore = try await enrolled()
        let item = try name("token")
        _ = try await keystore.store(
            secret("a token"), as: ItemDraft(name: item), of: alice, passwordAvailable: true,
            proof: proof(.store, item, by: .fingerprint), now: now)
        #expect(try await keystore.itemForLogin(of: alice) == nil)
        let closed = try await keystore.itemToOpen(item, of: alice)
        await #expect(throws: KeystoreError.proofRejected) {
            _ = try await keystore.openForLogin(closed, proof: login(item), now: now)
        }
        await #expect(throws: KeystoreError.proofRejected) {
            _ = try await keystore.open(closed, proof: login(item), now: now)
        }
    }

    @Test("An item for logins is bound to a password, opened by a finger alone, no key, and the only one of its user")
    func rules() async throws {
        let keystore = try await enrolled()
        let item = try name("keyring")
        let crooked = [
            draft(item, login: nil), draft(item, access: Access()),
            draft(item, access: Access(factors: [.fingerprint, .password], openers: [.system])),
            draft(item, access: Access(enrollment: .any, openers: [.system])),
            draft(item, access: Access(maximumAge: .seconds(60), openers: [.system])),
            draft(item, login: LoginBinding(key: [1], digest: [2])),
        ]
        for crooked in crooked {
            await #expect(throws: KeystoreError.proofRejected) { try await store(keystore, crooked) }
        }
        await #expect(throws: KeystoreError.proofRejected) {
            _ = try await keystore.createKey(
                .ed25519, as: draft(item), of: alice, passwordAvailable: true,
                proof: proof(.createKey, item, by: .fingerprint), now: now)
        }
        try await store(keystore, draft(item))
        await #expect(throws: KeystoreError.itemExists(item)) { try await store(keystore, draft(try name("second"))) }
        try await store(keystore, draft(item, replace: true), "a new password")
        let read = try #require(try await keystore.itemForLogin(of: alice))
        #expect(text(try await keystore.openForLogin(read.closed, proof: login(item), now: now)) == "a new password")
    }

    @Test("A changed enrolment destroys it, also for a login that read it before")
    func enrolment() async throws {
        let keystore = try await enrolled()
        let item = try name("keyring")
        try await store(keystore, draft(item))
        let read = try #require(try await keystore.itemForLogin(of: alice))
        try await keystore.add("b")
        let gone = KeystoreError.itemInvalidated(item, by: .enrollmentChanged)
        await #expect(throws: gone) { _ = try await keystore.itemForLogin(of: alice) }
        await #expect(throws: gone) {
            _ = try await keystore.openForLogin(read.closed, proof: login(item), now: now)
        }
        // Its place is free again.
        try await store(keystore, draft(item))
        #expect(try await keystore.itemForLogin(of: alice) != nil)
    }

    @Test("A right password takes the place of the one in it, for the same fingers, and no other proof does that")
    func renewal() async throws {
        let keystore = try await enrolled()
        let item = try name("keyring")
        try await store(keystore, draft(item))
        let later = LoginBinding(
            key: Array(repeating: 3, count: LoginBinding.keyBytes),
            digest: Array(repeating: 4, count: LoginBinding.digestBytes))
        let read = try #require(try await keystore.itemForLogin(of: alice))
        func renew(_ proof: consuming PresenceProof) async throws(KeystoreError) {
            try await keystore.renewForLogin(
                read.closed, to: secret("a new horse"), boundBy: later, proof: proof, now: now)
        }
        await #expect(throws: KeystoreError.proofRejected) { try await renew(login(item)) }
        await #expect(throws: KeystoreError.proofRejected) { try await renew(renewal(item, by: .fingerprint)) }
        await #expect(throws: KeystoreError.proofRejected) { try await renew(proof(.renew, item, by: .password)) }
        try await renew(renewal(item))
        let renewed = try #require(try await keystore.itemForLogin(of: alice))
        #expect(renewed.binding == later)
        #expect(text(try await keystore.openForLogin(renewed.closed, proof: login(item), now: now)) == "a new horse")
        // The one that was read before has its old content no more.
        #expect(text(try await keystore.openForLogin(read.closed, proof: login(item), now: now)) == "a new horse")
        // Later fingers get nothing by it.
        try await keystore.add("b")
        await #expect(throws: KeystoreError.proofRejected) { try await renew(renewal(item)) }
    }

    @Test("A changed binding, and an item turned into one for logins or back, are tampered")
    func tampering() async throws {
        let changes = [
            "UPDATE item SET loginBinding = zeroblob(64) WHERE name = 'keyring'",
            "UPDATE item SET loginBinding = NULL WHERE name = 'keyring'",
        ]
        for change in changes {
            let sandbox = try Sandbox()
            var keystore = try await sandbox.keystore()
            try await keystore.add("a")
            try await store(keystore, draft(try name("keyring")))
            try await keystore.close()
            try sandbox.execute(change)
            keystore = try await sandbox.keystore()
            let item = try name("keyring")
            await #expect(throws: KeystoreError.tampered(.item)) {
                _ = try await keystore.itemForLogin(of: alice)
                _ = try await keystore.itemToOpen(item, of: alice)
            }
            try await keystore.close()
        }
    }
}
