@testable import GateKeystore
import GateModel
import GateSecret
import Glibc
import Testing

@Suite("Items that are read before they are opened")
struct PreparedItemTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func prepared(_ keystore: Keystore, _ item: ItemName) async throws -> PreparedItem? {
        #expect(try await keystore.itemToOpen(item, of: alice) == keystore.item(item, of: alice))
        return keystore.preparedItem(item, of: alice)
    }

    @Test("one opens as the database would open it")
    func opens() async throws {
        let keystore = try await sandbox.keystore()
        try await keystore.add("a")
        let item = try name("item")
        try await keystore.put("a secret", as: item)
        let prepared = try #require(await prepared(keystore, item))
        let opened = try prepared.open(proof: proof(.retrieve, item, by: .fingerprint), now: now)
        #expect(text(opened) == "a secret")
    }

    @Test("none opens for another purpose, item, factor or user")
    func refuses() async throws {
        let keystore = try await sandbox.keystore()
        try await keystore.add("a")
        let item = try name("item")
        try await keystore.put("a secret", as: item)
        let prepared = try #require(await prepared(keystore, item))
        #expect(keystore.preparedItem(item, of: bob) == nil)
        #expect(keystore.preparedItem(item, of: User(id: alice.id, name: bob.name)) == nil)
        #expect(throws: KeystoreError.proofRejected) {
            _ = try prepared.open(proof: proof(.sign, item, by: .fingerprint), now: now)
        }
        #expect(throws: KeystoreError.proofRejected) {
            _ = try prepared.open(proof: proof(.retrieve, name("other"), by: .fingerprint), now: now)
        }
        #expect(throws: KeystoreError.proofRejected) {
            _ = try prepared.open(proof: proof(.retrieve, item, by: .password), now: now)
        }
        #expect(throws: KeystoreError.proofRejected) {
            _ = try prepared.open(proof: proof(.retrieve, item, by: .fingerprint, of: bob), now: now)
        }
    }

    @Test("every write forgets them")
    func forgotten() async throws {
        let keystore = try await sandbox.keystore()
        try await keystore.add("a")
        let item = try name("item")
        try await keystore.put("a secret", as: item)
        #expect(try await prepared(keystore, item) != nil)
        _ = try await keystore.revokeAll(of: alice)
        #expect(keystore.preparedItem(item, of: alice) == nil)
        try await keystore.put("another", as: item, replace: true)
        #expect(try await prepared(keystore, item) != nil)
        try await keystore.add("b")
        #expect(keystore.preparedItem(item, of: alice) == nil)
        // An item without a slot is told of, and not kept.
        #expect(try await prepared(keystore, item) == nil)
    }

    @Test("a file that was changed or taken away from outside is read anew")
    func changedOutside() async throws {
        let keystore = try await sandbox.keystore()
        try await keystore.add("a")
        let item = try name("item")
        try await keystore.put("a secret", as: item)
        #expect(try await prepared(keystore, item) != nil)
        try sandbox.execute("UPDATE item SET label = 'changed'")
        #expect(keystore.preparedItem(item, of: alice) == nil)
        await #expect(throws: KeystoreError.tampered(.item)) { _ = try await keystore.itemToOpen(item, of: alice) }
        rename(sandbox.databasePath, "\(sandbox.state)/elsewhere")
        #expect(keystore.preparedItem(item, of: alice) == nil)
    }

    @Test("closing the keystore forgets them")
    func closed() async throws {
        let keystore = try await sandbox.keystore()
        try await keystore.add("a")
        let item = try name("item")
        try await keystore.put("a secret", as: item)
        #expect(try await prepared(keystore, item) != nil)
        try await keystore.close()
        #expect(keystore.preparedItem(item, of: alice) == nil)
    }
}
