@testable import GateKeystore
import GateModel
@testable import GatePolicy
import GateSecret
import GateVault
import Testing

@Suite("Items")
struct ItemTests {
    let sandbox: Sandbox
    let keystore: Keystore
    let token: ItemName

    init() async throws {
        sandbox = try Sandbox()
        keystore = try await sandbox.keystore()
        token = try name("org.example/token")
    }

    @Test("A stored secret opens by each factor, also after a restart", arguments: Factor.allCases)
    func roundTrip(_ factor: Factor) async throws {
        try await keystore.add("a")
        try await keystore.setPIN(secret("271828"), of: alice, authorizedBy: .first)
        let item = try await keystore.put("the secret", as: token, everything)
        #expect(item.openableBy == [.fingerprint, .pin, .password])
        #expect(try await keystore.get(token, by: factor) == "the secret")
        try await keystore.close()
        let reopened = try await sandbox.keystore()
        #expect(try await reopened.get(token, by: factor) == "the secret")
    }

    @Test("All metadata of an item are read back")
    func metadata() async throws {
        try await keystore.add("a")
        let draft = ItemDraft(
            name: token, label: Label("A key"),
            access: Access(factors: [.password, .fingerprint], enrollment: .any, maximumAge: .seconds(30)),
            owner: "sshd", replace: false)
        let item = try await keystore.createKey(
            .ed25519, as: draft, of: alice, passwordAvailable: true,
            proof: proof(.createKey, token, by: .fingerprint), now: now)
        let publicKey = try #require(item.publicKey)
        #expect(
            item
                == Item(
                    name: token, label: Label("A key"), kind: .key,
                    access: Access(factors: [.fingerprint, .password], enrollment: .any, maximumAge: .seconds(30)),
                    openableBy: [.fingerprint, .password], state: .valid, algorithm: .ed25519, publicKey: publicKey,
                    sealedBy: .file, owner: "sshd", createdAt: now.wall, lastUsedAt: nil))
        #expect(try await keystore.item(token, of: alice) == item)
        #expect(try await keystore.items(of: alice) == [item])
        try await keystore.noteUse(token, of: alice, at: WallTime(millisecondsSinceEpoch: 5))
        #expect(try await keystore.item(token, of: alice).lastUsedAt == WallTime(millisecondsSinceEpoch: 5))
    }

    @Test("New content keeps an item's access, its making and its last use, and names the program and the time")
    func update() async throws {
        try await keystore.add("a")
        try await keystore.setPIN(secret("271828"), of: alice, authorizedBy: .first)
        let label = Label("Token")
        let access = Access(factors: [.fingerprint, .pin], maximumAge: .seconds(30))
        func put(_ text: String, _ access: Access, by owner: String, isUpdate: Bool) async throws -> Item {
            let draft = ItemDraft(
                name: token, label: label, access: access, owner: owner, replace: isUpdate, isUpdate: isUpdate)
            return try await keystore.store(
                secret(text), as: draft, of: alice, passwordAvailable: true,
                proof: proof(.store, token, by: .fingerprint), now: now)
        }
        await #expect(throws: KeystoreError.itemNotFound(token)) {
            _ = try await put("x", access, by: "other", isUpdate: true)
        }
        let before = try await put("old", access, by: "one", isUpdate: false)
        try await keystore.noteUse(token, of: alice, at: WallTime(millisecondsSinceEpoch: 5))
        // Another finger takes the fingerprint slot, and new content makes one for the present fingers.
        try await keystore.add("b")
        #expect(try await keystore.item(token, of: alice).openableBy == [.pin])
        let item = try await put("new", access, by: "two", isUpdate: true)
        #expect(
            item
                == Item(
                    name: token, label: label, kind: .secret, access: access, openableBy: [.fingerprint, .pin],
                    state: .valid, algorithm: nil, publicKey: nil, sealedBy: .file, owner: "one",
                    createdAt: before.createdAt, lastUsedAt: WallTime(millisecondsSinceEpoch: 5), updatedBy: "two",
                    updatedAt: now.wall))
        for factor in access.factors { #expect(try await keystore.get(token, by: factor) == "new") }
        await #expect(throws: KeystoreError.proofRejected) {
            _ = try await put("x", Access(factors: [.fingerprint, .pin], enrollment: .any), by: "two", isUpdate: true)
        }
        try await keystore.revokeAll(of: alice)
        await #expect(throws: KeystoreError.itemInvalidated(token, by: .revoked)) {
            _ = try await put("x", access, by: "two", isUpdate: true)
        }
    }

    @Test("Notes of answers are written by one commit, and missing prints and items are skipped")
    func notes() async throws {
        try await keystore.add("a")
        try await keystore.put("secret", as: token)
        try await keystore.put("secret", as: name("other"))
        let file = try DatabaseFile(sandbox.databasePath)
        let before = try #require(file.commits)
        let moment = WallTime(millisecondsSinceEpoch: 5)
        let notes = AnswerNotes(
            lastMatched: PrintID(rawValue: "a"), policy: [1, 2],
            uses: Dictionary(
                uniqueKeysWithValues: try [token, name("other"), name("gone")].map { ($0, ItemUse(at: moment)) }))
        try await keystore.note(notes, of: alice)
        #expect(file.commits == before + 1)
        let state = try await keystore.state(of: alice)
        #expect(state.lastMatched == PrintID(rawValue: "a"))
        #expect(state.policy == [1, 2])
        #expect(try await keystore.items(of: alice).map(\.lastUsedAt) == [moment, moment])
        // Nothing returns for a user who was reset.
        try await keystore.reset(alice.id)
        try await keystore.note(notes, of: alice)
        #expect(try await keystore.knownUsers().isEmpty)
    }

    @Test("An item for which no slot can be made is not stored")
    func nothingToOpenIt() async throws {
        await #expect(throws: KeystoreError.slotMissing(.fingerprint)) { try await keystore.put("x", as: token) }
        #expect(try await keystore.items(of: alice).isEmpty)
        let either = Access(factors: [.fingerprint, .password])
        #expect(
            try await keystore.slots(
                storing: ItemDraft(name: token, access: either), byteCount: 1, of: alice, passwordAvailable: true)
                == [.password])
        #expect(try await keystore.put("x", as: token, either, by: .password).openableBy == [.password])
        await #expect(throws: KeystoreError.slotMissing(.fingerprint)) {
            try await keystore.get(token, by: .fingerprint)
        }
    }

    @Test("With fingerprint unlocking off, no fingerprint slot is made")
    func switchedOff() async throws {
        try await keystore.add("a")
        try await keystore.setFingerprint(false, of: alice)
        await #expect(throws: KeystoreError.slotMissing(.fingerprint)) { try await keystore.put("x", as: token) }
    }

    @Test("Only an item that may replace it replaces a valid one; a failed replacement leaves it")
    func replacing() async throws {
        try await keystore.add("a")
        try await keystore.put("old", as: token)
        await #expect(throws: KeystoreError.itemExists(token)) { try await keystore.put("new", as: token) }
        let old = String(decoding: try sandbox.blobs("SELECT CAST(item AS BLOB) FROM slot")[0], as: UTF8.self)
        // The index overflows for the slots of every other item.
        try sandbox.execute(
            "CREATE INDEX fault ON slot (CASE item WHEN '\(old)' THEN 0 ELSE abs(-9223372036854775807 - 1 + epoch * 0) END)"
        )
        await #expect(throws: KeystoreError.self) { try await keystore.put("new", as: token, replace: true) }
        #expect(try await keystore.get(token, by: .fingerprint) == "old")
        try sandbox.execute("DROP INDEX fault")
        try await keystore.put("new", as: token, replace: true)
        #expect(try await keystore.get(token, by: .fingerprint) == "new")
    }

    @Test("Any item replaces an invalidated one, which says until then why it is unusable")
    func replacingInvalidated() async throws {
        try await keystore.add("a")
        try await keystore.put("old", as: token)
        #expect(try await keystore.add("b").invalidatedItems == 1)
        await #expect(throws: KeystoreError.itemInvalidated(token, by: .enrollmentChanged)) {
            try await keystore.get(token, by: .fingerprint)
        }
        #expect(try await keystore.item(token, of: alice).state == .invalidated(.enrollmentChanged))
        try await keystore.put("new", as: token)
        #expect(try await keystore.get(token, by: .fingerprint) == "new")
    }

    @Test("A deleted item is not found")
    func deleting() async throws {
        try await keystore.add("a")
        try await keystore.put("x", as: token)
        try await keystore.delete(token, of: alice)
        await #expect(throws: KeystoreError.itemNotFound(token)) { try await keystore.get(token, by: .fingerprint) }
        await #expect(throws: KeystoreError.itemNotFound(token)) { try await keystore.delete(token, of: alice) }
        await #expect(throws: KeystoreError.itemNotFound(token)) { try await keystore.delete(token, of: bob) }
    }

    @Test("Names with different bytes are different items")
    func spellings() async throws {
        try await keystore.add("a")
        let composed = try name("caf\u{E9}")
        let decomposed = try name("cafe\u{301}")
        try await keystore.put("one", as: composed)
        try await keystore.put("two", as: decomposed)
        #expect(try await keystore.get(composed, by: .fingerprint) == "one")
        #expect(try await keystore.get(decomposed, by: .fingerprint) == "two")
    }

    @Test("The number and size of a user's items are limited, and a replacement counts once")
    func limits() async throws {
        try await keystore.close()
        let keystore = try await sandbox.keystore(limits: KeystoreLimits(itemsPerUser: 2, itemBytesPerUser: 10))
        try await keystore.add("a")
        try await keystore.put("12345", as: token)
        await #expect(throws: KeystoreError.limit(Limit(name: "limits.itemBytesPerUser", maximum: 10))) {
            try await keystore.put("123456", as: name("b"))
        }
        try await keystore.put("12345", as: name("b"))
        try await keystore.put("54321", as: name("b"), replace: true)
        await #expect(throws: KeystoreError.limit(Limit(name: "limits.itemsPerUser", maximum: 2))) {
            try await keystore.put("", as: name("c"))
        }
        try await keystore.add("a", of: bob)
        try await keystore.put("1234567890", as: token, of: bob)
    }

    @Test("Users cannot reach each other's data")
    func isolation() async throws {
        try await keystore.add("a")
        try await keystore.add("a", of: bob)
        try await keystore.put("alice's", as: token)
        await #expect(throws: KeystoreError.itemNotFound(token)) {
            try await keystore.get(token, by: .fingerprint, of: bob)
        }
        try await keystore.put("bob's", as: token, of: bob)
        try await keystore.add("b", of: bob)
        try await keystore.reset(bob.id)
        #expect(try await keystore.get(token, by: .fingerprint) == "alice's")
        #expect(try await keystore.items(of: bob).isEmpty)
        #expect(try await keystore.knownUsers() == [alice])
    }

    @Test("A number that was given to another user is refused until it is reset")
    func renamed() async throws {
        let carol = User(id: alice.id, name: UserName(rawValue: "carol"))
        try await keystore.add("a")
        try await keystore.put("alice's", as: token)
        await #expect(throws: KeystoreError.userChanged(alice.id, kept: alice.name)) {
            _ = try await keystore.state(of: carol)
        }
        await #expect(throws: KeystoreError.userChanged(alice.id, kept: alice.name)) {
            try await keystore.add("b", of: carol)
        }
        await #expect(throws: KeystoreError.userChanged(alice.id, kept: alice.name)) {
            try await keystore.get(token, by: .fingerprint, of: carol)
        }
        try await keystore.reset(alice.id)
        #expect(try await keystore.state(of: carol).items == 0)
        #expect(try await keystore.gallery(of: carol).prints.isEmpty)
    }

    @Test("The empty and the largest secret are read back")
    func sizes() async throws {
        try await keystore.add("a")
        let large = String(repeating: "0123456789abcdef", count: 4096)
        for content in ["", large] {
            try await keystore.put(content, as: token, replace: true)
            #expect(try await keystore.get(token, by: .fingerprint) == content)
        }
    }
}
