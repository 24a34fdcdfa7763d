import FoundationEssentials
@testable import GateKeystore
import GateModel
@testable import GatePolicy
import GateSecret
@_spi(Store) import GateVault
import Testing

@Suite("A database changed from outside")
struct TamperTests {
    let sandbox: Sandbox
    let keystore: Keystore
    let token: ItemName

    init() async throws {
        sandbox = try Sandbox()
        keystore = try await sandbox.keystore()
        token = try name("token")
        try await keystore.add("a")
        try await keystore.setPIN(secret("271828"), of: alice, authorizedBy: .first)
        try await keystore.put("secret", as: token, everything)
    }

    @Test("A trigger added to the database keeps no deleted item")
    func foreignTrigger() async throws {
        try sandbox.execute("CREATE TRIGGER kept BEFORE DELETE ON item BEGIN SELECT RAISE(IGNORE); END")
        try await keystore.delete(token, of: alice)
        #expect(try await keystore.items(of: alice).isEmpty)
        #expect(try sandbox.blobs("SELECT ciphertext FROM content").isEmpty)
    }

    @Test("A view in place of a table is refused, and shows no item")
    func foreignView() async throws {
        try sandbox.execute("ALTER TABLE item RENAME TO hidden; CREATE VIEW item AS SELECT * FROM hidden")
        await #expect(throws: KeystoreError.self) { _ = try await keystore.items(of: alice) }
    }

    private static let flippedContent =
        "ciphertext = CAST(substr(ciphertext, 1, 16) || zeroblob(8) || substr(ciphertext, 25) AS BLOB)"

    @Test(
        "An item's name and its access are authenticated",
        arguments: [
            "name = 'other'", "uid = 1001", "factors = 'fingerprint'", "enrollment = 'any'", "maximumAge = 300000",
            "kind = 'key'", "sealing = 'tpm'", "label = 'x'", "owner = 'x'", "createdAt = 1", "algorithm = 'p256'",
            "publicKey = x'00'", "lastUsedAt = 1", "invalidatedBy = 'revoked'", "id = 'x'", "reusesPIN = 1",
            "destinations = '[]'", "servers = '[]'", "updatedBy = 'x'", "updatedAt = 1", "opensAlone = 1",
        ])
    func itemColumns(_ change: String) async throws {
        try sandbox.execute("UPDATE item SET \(change)")
        if change.hasPrefix("uid") { try await keystore.add("a", of: bob) }
        let user = change.hasPrefix("uid") ? bob : alice
        let item = change.hasPrefix("name") ? try name("other") : token
        await #expect(throws: KeystoreError.tampered(.item)) {
            try await keystore.get(item, by: .fingerprint, of: user)
        }
        await #expect(throws: KeystoreError.tampered(.item)) { _ = try await keystore.items(of: user) }
    }

    @Test(
        "Even with a record's MAC right, content and slots are bound to what the item was",
        arguments: [
            "name = 'other'", "factors = 'fingerprint'", "enrollment = 'any'", "maximumAge = 300000",
            "publicKey = x'00'", "reusesPIN = 1", "opensAlone = 1",
        ])
    func signedItemColumns(_ change: String) async throws {
        try sandbox.execute("UPDATE item SET \(change)")
        let root = RootKey(try await sandbox.rootKey.rootKey(mayCreate: false))
        try sandbox.records { db in
            let account = try KeyedUser(#require(try UserRecord.first(UserRecord.table.select, in: db)), under: root)
            var item = try #require(try ItemRecord.first(ItemRecord.table.select, in: db))
            try account.sign(&item)
            try item.update(db)
        }
        let item = change.hasPrefix("name") ? try name("other") : token
        await #expect(throws: KeystoreError.tampered(.slot)) { try await keystore.get(item, by: .fingerprint) }
    }

    @Test(
        "A slot is bound to its epoch, factor and item",
        arguments: [
            "epoch = epoch + 1", "wrappedKey = zeroblob(60)", "wrappedKey = x''",
            "wrappedKey = (SELECT wrappedKey FROM slot WHERE factor = 'password')",
        ])
    func slots(_ change: String) async throws {
        try sandbox.execute("UPDATE slot SET \(change) WHERE factor = 'fingerprint'")
        await #expect(throws: KeystoreError.tampered(.slot)) { try await keystore.get(token, by: .fingerprint) }
        #expect(try await keystore.get(token, by: .password) == "secret")
    }

    @Test(
        "A PIN slot is authenticated",
        arguments: ["x''", "zeroblob(80)", "CAST(substr(wrappedKey, 1, 72) || zeroblob(8) AS BLOB)"])
    func pinSlot(_ value: String) async throws {
        try sandbox.execute("UPDATE slot SET wrappedKey = \(value) WHERE factor = 'pin'")
        await #expect(throws: KeystoreError.tampered(.slot)) { try await keystore.get(token, by: .pin) }
    }

    @Test("Content is authenticated", arguments: [flippedContent, "ciphertext = x''"])
    func content(_ change: String) async throws {
        try sandbox.execute("UPDATE content SET \(change)")
        await #expect(throws: KeystoreError.tampered(.item)) { try await keystore.get(token, by: .password) }
    }

    @Test(
        "A user's keys, switches and PIN are authenticated as a whole",
        arguments: [
            "name = 'mallory'", "epoch = epoch + 1", "fingerprintSwitch = 'unset'", "epochKey = NULL",
            "fingerprintKey = epochKey", "enrollment = 'x'", "prints = '[]'", "printsVanished = 1", "lastMatched = 'a'",
            "pinRounds = 2", "pinPublicKey = zeroblob(32)", "salt = zeroblob(32)", "passwordKey = fingerprintKey",
        ])
    func userColumns(_ change: String) async throws {
        try sandbox.execute("UPDATE user SET \(change)")
        await #expect(throws: KeystoreError.tampered(.user)) { _ = try await keystore.state(of: alice) }
        await #expect(throws: KeystoreError.tampered(.user)) { try await keystore.get(token, by: .password) }
        try await keystore.reset(alice.id)
        #expect(try await keystore.state(of: alice).prints.isEmpty)
    }

    @Test(
        "Rows of a shape that the keystore never writes are errors, not traps",
        arguments: [
            "UPDATE user SET prints = 'no json'", "UPDATE user SET fingerprintSwitch = 'maybe'",
            "UPDATE user SET pinRounds = NULL",
        ])
    func shapes(_ change: String) async throws {
        try sandbox.execute(change)
        await #expect(throws: KeystoreError.self) { _ = try await keystore.state(of: alice) }
        #expect(try await keystore.knownUsers() == [alice])
        try await keystore.reset(alice.id)
        #expect(try await keystore.knownUsers().isEmpty)
    }

    @Test("Values of types that the tables do not allow are errors, not traps")
    func types() async throws {
        try sandbox.execute(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE type = 'table';
            PRAGMA writable_schema = RESET;
            UPDATE user SET epoch = 'many'; UPDATE item SET createdAt = 'once'; UPDATE slot SET epoch = 'now';
            """)
        try await keystore.close()
        let reopened = try await sandbox.keystore()
        await #expect(throws: KeystoreError.self) { _ = try await reopened.state(of: alice) }
        await #expect(throws: KeystoreError.self) { _ = try await reopened.items(of: alice) }
        try sandbox.execute("UPDATE user SET epoch = 2")
        await #expect(throws: KeystoreError.self) { try await reopened.get(token, by: .password) }
        await #expect(throws: KeystoreError.self) { _ = try await reopened.items(of: alice) }
    }

    @Test(
        "A print that was changed, added or removed matches nothing and can be deleted",
        arguments: [
            "UPDATE print SET template = zeroblob(60)", "UPDATE print SET template = CAST('FP3' AS BLOB)",
            "UPDATE print SET finger = 'leftThumb'", "UPDATE print SET vouched = 0",
            "UPDATE print SET reader = 'other'", "UPDATE print SET label = 'x'", "DELETE FROM print",
        ])
    func prints(_ change: String) async throws {
        try sandbox.execute(change)
        let gallery = try await keystore.gallery(of: alice)
        #expect(gallery.prints.isEmpty)
        #expect(gallery.tampered == [PrintID(rawValue: "a")])
        _ = try await keystore.removePrint(PrintID(rawValue: "a"), of: alice)
        #expect(try await keystore.gallery(of: alice).tampered.isEmpty)
    }

    @Test("Only the keystore can vouch for a print")
    func vouchedOutside() async throws {
        try await keystore.add("b", vouched: false)
        try sandbox.execute("UPDATE print SET vouched = 1 WHERE id = 'b'")
        let gallery = try await keystore.gallery(of: alice)
        #expect(gallery.prints.map(\.print.id.rawValue) == ["a"])
        #expect(gallery.tampered == [PrintID(rawValue: "b")])
        #expect(try await keystore.state(of: alice).prints.map(\.id.rawValue) == ["a"])
        // The row of a vouched print does not replace that of an unvouched one.
        try sandbox.execute("DELETE FROM print WHERE id = 'b'")
        try sandbox.execute("UPDATE print SET id = 'b'")
        #expect(try await keystore.gallery(of: alice).prints.isEmpty)
    }

    @Test("A deleted print cannot be put back")
    func restoredPrint() async throws {
        try await keystore.add("b")
        try sandbox.execute("CREATE TABLE kept AS SELECT * FROM print")
        _ = try await keystore.removePrint(PrintID(rawValue: "b"), of: alice)
        try sandbox.execute("INSERT INTO print SELECT * FROM kept WHERE id = 'b'")
        let gallery = try await keystore.gallery(of: alice)
        #expect(gallery.prints.map(\.print.id.rawValue) == ["a"])
        #expect(gallery.tampered == [PrintID(rawValue: "b")])
    }

    @Test("The prints of two users cannot be exchanged")
    func exchangedPrints() async throws {
        try await keystore.add("a", of: bob)
        try sandbox.execute("UPDATE print SET template = (SELECT template FROM print WHERE uid = 1001)")
        #expect(try await keystore.gallery(of: alice).prints.isEmpty)
        #expect(try await keystore.gallery(of: bob).prints.count == 1)
    }

    @Test("The policy's state and onboarding answers are authenticated")
    func policy() async throws {
        try await keystore.savePolicy([1, 2, 3], of: alice)
        try sandbox.execute("UPDATE policy SET blob = x'00'")
        await #expect(throws: KeystoreError.tampered(.policy)) { _ = try await keystore.state(of: alice) }
        try await keystore.savePolicy([1, 2, 3], of: alice)
        try await keystore.answerOnboarding(app: nil, accepted: false, of: alice)
        try sandbox.execute("UPDATE onboarding SET answer = 'accepted'")
        await #expect(throws: KeystoreError.tampered(.onboarding)) { _ = try await keystore.state(of: alice) }
    }

    @Test("A manipulated item still loses its slots, and can be deleted")
    func destroyingTampered() async throws {
        try sandbox.execute("UPDATE item SET label = 'x'")
        #expect(try await keystore.revokeAll(of: alice) == 0)
        #expect(try sandbox.blobs("SELECT wrappedKey FROM slot").isEmpty)
        #expect(try sandbox.blobs("SELECT ciphertext FROM content").isEmpty)
        await #expect(throws: KeystoreError.tampered(.item)) { _ = try await keystore.item(token, of: alice) }
        try await keystore.delete(token, of: alice)
        #expect(try await keystore.items(of: alice).isEmpty)
    }

    @Test("The database and the root key together give what a finger opens, without a finger")
    func keysWithoutFinger() async throws {
        try await keystore.put("secret", as: try name("finger only"), Access(factors: [.fingerprint]))
        let root = RootKey(try await sandbox.rootKey.rootKey(mayCreate: false))
        let (record, item, slots) = try sandbox.records { db in
            let item = try #require(try ItemRecord.fetch(name("finger only"), of: Int64(alice.id.rawValue), db))
            return (
                try #require(try UserRecord.first(UserRecord.table.select, in: db)), item,
                try SlotRecord.fetchAll(of: item, db)
            )
        }
        _ = try KeyedUser(record, under: root).dataKey(in: slots, .fingerprint, of: item)
    }

    @Test("All keys of the keystore do not open a PIN's item without the PIN")
    func keysWithoutPIN() async throws {
        let only = try name("pin only")
        try await keystore.put("secret", as: only, Access(factors: [.pin]))
        let root = RootKey(try await sandbox.rootKey.rootKey(mayCreate: false))
        let (record, item, slots) = try sandbox.records { db in
            let item = try #require(try ItemRecord.fetch(name("pin only"), of: Int64(alice.id.rawValue), db))
            return (
                try #require(try UserRecord.first(UserRecord.table.select, in: db)), item,
                try SlotRecord.fetchAll(of: item, db)
            )
        }
        let account = try KeyedUser(record, under: root)
        #expect(throws: KeystoreError.slotMissing(.fingerprint)) {
            try account.dataKey(in: slots, .fingerprint, of: item)
        }
        #expect(throws: KeystoreError.slotMissing(.password)) { try account.dataKey(in: slots, .password, of: item) }
        let pin = try #require(record.pin)
        let guessed = UnlockedPIN(
            user: alice.id, publicKey: Array(pin.publicKey), salt: Array(pin.salt),
            privateKey: secret(String(repeating: "k", count: 32)))
        do throws(KeystoreError) {
            _ = try account.dataKey(in: slots, of: item, unlocked: guessed)
            Issue.record("opened")
        } catch {
            #expect(error == .tampered(.slot))
        }
        for key in [account.keys.wrapping, account.keys.template, account.keys.itemSalt, account.keys.pinSalt] {
            for context in [record.identity(.pinPrivateKey), item.slotContext(.pin, epoch: 0, of: record)] {
                do throws(KeystoreError) {
                    _ = try Cipher.open(pin.sealedPrivateKey, under: key, authenticating: context, as: .user)
                    Issue.record("opened")
                } catch {
                    #expect(error == .tampered(.user))
                }
            }
        }
        #expect(try await keystore.unlock(pin: secret("271829"), of: alice) == nil)
    }
}
