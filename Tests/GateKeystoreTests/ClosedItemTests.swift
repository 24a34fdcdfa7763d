import Dispatch
@testable import GateKeystore
import GateModel
@testable import GatePolicy
import GateSecret
import GateTestSupport
import GateVault
import Glibc
import OutsideDatabase
import Testing

@Suite("Items read before they are opened")
struct ClosedItemTests {
    let sandbox: Sandbox
    let keystore: Keystore
    let item: ItemName

    init() async throws {
        sandbox = try Sandbox()
        keystore = try await sandbox.keystore()
        item = try name("item")
        try await keystore.add("a")
        try await keystore.put("a secret", as: item, Access(factors: [.fingerprint]))
    }

    private func open(_ closed: any ClosedItem) async throws -> String {
        text(try await keystore.open(closed, proof: proof(.retrieve, item, by: .fingerprint), now: now))
    }

    @Test("A read item reports its item's properties, and opens without the database")
    func opens() async throws {
        let closed = try await keystore.itemToOpen(item, of: alice)
        #expect(try await closed.item == keystore.item(item, of: alice))
        rename(sandbox.databasePath, "\(sandbox.state)/elsewhere")
        #expect(try await open(closed) == "a secret")
        await #expect(throws: KeystoreError.replaced(path: sandbox.databasePath)) {
            _ = try await keystore.itemToOpen(item, of: alice)
        }
    }

    @Test("A read key signs without the database", arguments: Item.Algorithm.allCases)
    func signs(algorithm: Item.Algorithm) async throws {
        let key = try name("key")
        let made = try await keystore.make(algorithm, as: key)
        let closed = try await keystore.itemToOpen(key, of: alice)
        rename(sandbox.databasePath, "\(sandbox.state)/elsewhere")
        let signature = try await keystore.sign(
            secret("x"), under: .general, with: closed, proof: proof(.sign, key, by: .fingerprint), now: now)
        #expect(try isValid(signature, of: "x", by: made))
    }

    @Test("A current read item opens and signs on the caller's executor, without suspending")
    @MainActor
    func suspendsNowhere() async throws {
        let store: any CredentialStore = keystore
        let key = try name("key")
        try await keystore.make(.p256, as: key)
        let (closed, signing) = (
            try await store.itemToOpen(item, of: alice), try await store.itemToOpen(key, of: alice)
        )
        var ended = 0
        let opening = Task.immediate {
            _ = try await store.open(closed, proof: proof(.retrieve, item, by: .fingerprint), now: now)
            _ = try await store.sign(
                secret("x"), under: .general, with: signing, proof: proof(.sign, key, by: .fingerprint), now: now)
            ended += 1
        }
        #expect(ended == 1)
        try await opening.value
        try await keystore.setFingerprint(true, of: alice)
        let anew = Task.immediate {
            _ = try await store.open(closed, proof: proof(.retrieve, item, by: .fingerprint), now: now)
            ended += 1
        }
        #expect(ended == 1)
        try await anew.value
    }

    @Test("A read item opens for no other purpose, item, factor or user, nor later than the proof allows")
    func refuses() async throws {
        let closed = try await keystore.itemToOpen(item, of: alice)
        let later = Moment(boot: boot, sinceBoot: now.sinceBoot + .seconds(11), wall: now.wall)
        await #expect(throws: KeystoreError.proofRejected) {
            _ = try await keystore.open(closed, proof: proof(.sign, item, by: .fingerprint), now: now)
        }
        await #expect(throws: KeystoreError.proofRejected) {
            _ = try await keystore.open(closed, proof: proof(.retrieve, name("other"), by: .fingerprint), now: now)
        }
        await #expect(throws: KeystoreError.proofRejected) {
            _ = try await keystore.open(closed, proof: proof(.retrieve, item, by: .password), now: now)
        }
        await #expect(throws: KeystoreError.proofRejected) {
            _ = try await keystore.open(closed, proof: proof(.retrieve, item, by: .fingerprint, of: bob), now: now)
        }
        await #expect(throws: KeystoreError.proofRejected) {
            _ = try await keystore.open(closed, proof: proof(.retrieve, item, by: .fingerprint), now: later)
        }
    }

    /// A change of the item between reading and opening it.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let error: KeystoreError
        let make: @Sendable (Keystore, ItemName) async throws -> Void

        static let all: [Change] = {
            // A valid name (ItemName's rule).
            guard let item = ItemName("item") else { return [] }
            return [
                Change(testDescription: "deleted", error: .itemNotFound(item)) { keystore, item in
                    try await keystore.delete(item, of: alice)
                },
                Change(testDescription: "reset", error: .itemNotFound(item)) { keystore, _ in
                    try await keystore.reset(alice.id)
                },
                Change(testDescription: "revoked", error: .itemInvalidated(item, by: .revoked)) { keystore, _ in
                    try await keystore.revokeAll(of: alice)
                },
                Change(testDescription: "a finger added", error: .itemInvalidated(item, by: .enrollmentChanged)) {
                    keystore, _ in try await keystore.add("b")
                },
                Change(testDescription: "a finger deleted", error: .itemInvalidated(item, by: .enrollmentChanged)) {
                    keystore, _ in _ = try await keystore.removePrint(PrintID(rawValue: "a"), of: alice)
                },
                Change(testDescription: "prints vanished", error: .itemInvalidated(item, by: .enrollmentChanged)) {
                    keystore, _ in _ = try await keystore.printsVanished([PrintID(rawValue: "a")], of: alice)
                },
                Change(testDescription: "turned off", error: .itemInvalidated(item, by: .fingerprintDisabled)) {
                    keystore, _ in try await keystore.setFingerprint(false, of: alice)
                },
                Change(testDescription: "replaced by one of another factor", error: .proofRejected) { keystore, item in
                    try await keystore.put("another", as: item, Access(factors: [.password]), replace: true)
                },
                Change(testDescription: "replaced by a key", error: .proofRejected) { keystore, item in
                    try await keystore.make(.ed25519, as: item, replace: true)
                },
            ]
        }()
    }

    @Test("An overtaken read item is refused like one read afterwards", arguments: Change.all)
    func overtaken(by change: Change) async throws {
        let closed = try await keystore.itemToOpen(item, of: alice)
        try await change.make(keystore, item)
        await #expect(throws: change.error) { _ = try await open(closed) }
    }

    @Test("The prints that were read with an item need no database, for as long as the item is held")
    func gallery() async throws {
        let expected = try await keystore.gallery(of: alice).prints.map(\.print)
        var closed: (any ClosedItem)? = try await keystore.itemToOpen(item, of: alice)
        rename(sandbox.databasePath, "\(sandbox.state)/elsewhere")
        #expect(try await keystore.gallery(of: alice).prints.map(\.print) == expected)
        await #expect(throws: KeystoreError.replaced(path: sandbox.databasePath)) {
            _ = try await keystore.gallery(of: bob)
        }
        withExtendedLifetime(closed) {}
        closed = nil
        await #expect(throws: KeystoreError.replaced(path: sandbox.databasePath)) {
            _ = try await keystore.gallery(of: alice)
        }
    }

    @Test("An item is read although the prints cannot be")
    func unreadablePrints() async throws {
        try sandbox.outside().execute("ALTER TABLE print RENAME TO elsewhere")
        let closed = try await keystore.itemToOpen(item, of: alice)
        #expect(closed.item.name == item)
        await #expect(throws: KeystoreError.self) { _ = try await keystore.gallery(of: alice) }
    }

    @Test("After any change of the user's, the prints are read again", arguments: Change.all)
    func overtakenGallery(by change: Change) async throws {
        let closed = try await keystore.itemToOpen(item, of: alice)
        try await change.make(keystore, item)
        rename(sandbox.databasePath, "\(sandbox.state)/elsewhere")
        await #expect(throws: KeystoreError.replaced(path: sandbox.databasePath)) {
            _ = try await keystore.gallery(of: alice)
        }
        withExtendedLifetime(closed) {}
    }

    @Test("A read item that was replaced in the meantime opens as its replacement")
    func replaced() async throws {
        let closed = try await keystore.itemToOpen(item, of: alice)
        try await keystore.put("another", as: item, replace: true)
        #expect(try await open(closed) == "another")
    }

    @Test("Without its PIN slot a read item fails, and a changed PIN opens nothing")
    func overtakenPIN() async throws {
        try await keystore.setPIN(secret("271828"), of: alice, authorizedBy: .first)
        try await keystore.put("both", as: item, Access(factors: [.pin, .password]), replace: true)
        guard let unlocked = try await keystore.unlock(pin: secret("271828"), of: alice) else { throw WrongPIN() }
        let closed = try await keystore.itemToOpen(item, of: alice)
        try await keystore.changePIN(from: "271828", to: "314159")
        do throws(KeystoreError) {
            _ = try await keystore.open(
                closed, proof: proof(.retrieve, item, by: .pin), key: keystore.key(of: closed, unlocked: unlocked),
                now: now)
            Issue.record("opened")
        } catch {
            #expect(error == .pinChanged)
        }
        try await keystore.removePIN(of: alice)
        do throws(KeystoreError) {
            _ = try await keystore.open(
                closed, proof: proof(.retrieve, item, by: .pin), key: keystore.key(of: closed, unlocked: unlocked),
                now: now)
            Issue.record("opened")
        } catch {
            #expect(error == .slotMissing(.pin))
        }
    }

    @Test("A failed change counts as a change")
    func failedChange() async throws {
        let other = try name("other")
        let closed = try await keystore.itemToOpen(item, of: alice)
        try sandbox.execute("DELETE FROM slot")
        await #expect(throws: KeystoreError.itemNotFound(other)) { try await keystore.delete(other, of: alice) }
        await #expect(throws: KeystoreError.slotMissing(.fingerprint)) { _ = try await open(closed) }
    }

    @Test("Notes of use and of matches leave a read item current")
    func kept() async throws {
        let closed = try await keystore.itemToOpen(item, of: alice)
        try await keystore.noteUse(item, of: alice, at: WallTime(millisecondsSinceEpoch: 5))
        try await keystore.recordMatch(PrintID(rawValue: "a"), of: alice)
        rename(sandbox.databasePath, "\(sandbox.state)/elsewhere")
        #expect(try await open(closed) == "a secret")
    }

    @Test("Writes about other users, and about readers, leave a read item current")
    func othersWrites() async throws {
        try await expectOpen(in: keystore) { rename(sandbox.databasePath, "\(sandbox.state)/elsewhere") }
    }

    @Test("The tests' in-memory keystore treats a read item the same way")
    func othersWritesInMemory() async throws {
        let store = MemoryKeystore()
        try await store.add("a")
        try await store.put("a secret", as: item, Access(factors: [.fingerprint]))
        try await expectOpen(in: store) { store.disk.failReads() }
    }

    /// `withoutReading`: from then on, nothing can be read.
    private func expectOpen(in store: some CredentialStore, withoutReading: () -> Void) async throws {
        let closed = try await store.itemToOpen(item, of: alice)
        try await store.add("b", of: bob)
        _ = try await store.setPIN(secret("271828"), of: bob, authorizedBy: .first)
        try await store.put("bob's", as: item, of: bob)
        let key = ItemDraft(name: try name("key"))
        _ = try await store.createKey(
            .p256, as: key, of: bob, passwordAvailable: true,
            proof: proof(.createKey, key.name, by: .fingerprint, of: bob), now: now)
        try await store.savePolicy([1], of: bob)
        try await store.answerOnboarding(app: nil, accepted: true, of: bob)
        _ = try await store.revokeAll(of: bob)
        try await store.reset(bob.id)
        try await store.chipDeletionDone(store.deleteLater(template("of nobody"), on: reader))
        withoutReading()
        #expect(
            text(try await store.open(closed, proof: proof(.retrieve, item, by: .fingerprint), now: now)) == "a secret")
        // A write about its own user is noticed.
        try? await store.savePolicy([1], of: alice)
        await #expect(throws: KeystoreError.self) {
            _ = try await store.open(closed, proof: proof(.retrieve, item, by: .fingerprint), now: now)
        }
    }

    @Test("An overtaken read item is opened between two writes, however many come")
    @MainActor
    func amongWrites() async throws {
        let keystore = keystore
        let closed = try await keystore.itemToOpen(item, of: alice)
        try await keystore.savePolicy([1], of: alice)
        let opening = Task.immediate { try await open(closed) }
        // The opener learns of it only after the next write, which is queued behind it.
        block { try await keystore.savePolicy([2], of: alice) }
        rename(sandbox.databasePath, "\(sandbox.state)/elsewhere")
        #expect(try await opening.value == "a secret")
    }

    /// Blocks its thread until `body` has ended elsewhere.
    private func block(until body: @escaping @Sendable () async throws -> Void) {
        let ended = DispatchSemaphore(value: 0)
        Task.detached {
            await #expect(throws: Never.self) { try await body() }
            ended.signal()
        }
        ended.wait()
    }

    @Test("A closed keystore opens nothing that was read before")
    func closedKeystore() async throws {
        let closed = try await keystore.itemToOpen(item, of: alice)
        try await keystore.close()
        await #expect(throws: KeystoreError.storageFailed(detail: "closed")) { _ = try await open(closed) }
    }

    @Test("A keystore opens no item read from another one")
    func foreign() async throws {
        struct Foreign: ClosedItem {
            var byteCount: Int { 0 }
            let item: Item
            func fits(_ key: KeptKey) -> Bool { true }
        }
        let foreign = Foreign(item: try await keystore.item(item, of: alice))
        await #expect(throws: KeystoreError.proofRejected) { _ = try await open(foreign) }
    }
}
