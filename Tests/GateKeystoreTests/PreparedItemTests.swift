import GRDB
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

    @Test("a note of use keeps them, each as it is on disk now")
    func noteOfUse() async throws {
        let keystore = try await sandbox.keystore()
        try await keystore.add("a")
        try await keystore.add("b", of: bob)
        let item = try name("item")
        try await keystore.put("a secret", as: item)
        try await keystore.put("another", as: item, of: bob)
        _ = try await keystore.itemToOpen(item, of: bob)
        #expect(try await prepared(keystore, item) != nil)
        for second in 1...3 as ClosedRange<Int64> {
            let moment = WallTime(millisecondsSinceEpoch: 1_780_000_000_000 + second * 1000)
            try await keystore.noteUse(item, of: alice, at: moment)
            let prepared = try #require(keystore.preparedItem(item, of: alice))
            #expect(try prepared.item().lastUsedAt == moment)
            #expect(try await prepared.item() == keystore.item(item, of: alice))
            let opened = try prepared.open(proof: proof(.retrieve, item, by: .fingerprint), now: now)
            #expect(text(opened) == "a secret")
        }
        let others = try #require(keystore.preparedItem(item, of: bob))
        #expect(try await others.item() == keystore.item(item, of: bob))
    }

    @Test("a note of use hides nothing that was written from outside before it")
    func noteAfterChangeOutside() async throws {
        let keystore = try await sandbox.keystore()
        try await keystore.add("a")
        let (item, other) = (try name("item"), try name("other"))
        try await keystore.put("a secret", as: item)
        try await keystore.put("another", as: other)
        #expect(try await prepared(keystore, item) != nil)
        try sandbox.execute("DELETE FROM slot WHERE item IN (SELECT id FROM item WHERE name = 'item')")
        try await keystore.noteUse(other, of: alice, at: now.wall)
        #expect(keystore.preparedItem(item, of: alice) == nil)
    }

    @Test("a note of use that fails forgets them")
    func failedNote() async throws {
        let keystore = try await sandbox.keystore()
        try await keystore.add("a")
        let item = try name("item")
        try await keystore.put("a secret", as: item)
        #expect(try await prepared(keystore, item) != nil)
        let other = try name("other")
        await #expect(throws: KeystoreError.itemNotFound(other)) {
            try await keystore.noteUse(other, of: alice, at: now.wall)
        }
        #expect(keystore.preparedItem(item, of: alice) == nil)
    }

    @Test("a change from outside is seen that leaves the file's size and time as they were")
    func changedWithinATick() async throws {
        let keystore = try await sandbox.keystore()
        try await keystore.add("a")
        let item = try name("item")
        try await keystore.put("a secret", as: item)
        #expect(try await prepared(keystore, item) != nil)
        var before = stat()
        try #require(stat(sandbox.databasePath, &before) == 0)
        try sandbox.execute("UPDATE item SET label = 'changed'")
        let times = [before.st_atim, before.st_mtim]
        try #require(utimensat(AT_FDCWD, sandbox.databasePath, times, 0) == 0)
        #expect(keystore.preparedItem(item, of: alice) == nil)
    }

    @Test("nothing is kept of a database whose changes go to another file first")
    func writeAheadLog() async throws {
        let keystore = try await sandbox.keystore()
        try await keystore.add("a")
        let item = try name("item")
        try await keystore.put("a secret", as: item)
        let outsider = try DatabaseQueue(path: sandbox.databasePath)
        try await outsider.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = WAL") }
        #expect(try await prepared(keystore, item) == nil)
        #expect(try await keystore.get(item, by: .fingerprint) == "a secret")
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
