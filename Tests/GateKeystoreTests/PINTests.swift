@testable import GateKeystore
import GateModel
@testable import GatePolicy
import GateSecret
import GateVault
import OutsideDatabase
import Testing

@Suite("PINs")
struct PINTests {
    let sandbox: Sandbox
    let keystore: Keystore
    let pinOnly: ItemName
    let both: ItemName

    init() async throws {
        sandbox = try Sandbox()
        keystore = try await sandbox.keystore()
        pinOnly = try name("pin only")
        both = try name("both")
        try await keystore.setPIN(secret("271828"), of: alice, authorizedBy: .first)
        try await keystore.put("one", as: pinOnly, Access(factors: [.pin]))
        try await keystore.put("two", as: both, Access(factors: [.pin, .password]))
    }

    @Test("A wrong PIN unlocks nothing, and without a PIN there is none to try")
    func wrong() async throws {
        #expect(try await keystore.unlock(pin: secret("314159"), of: alice) == nil)
        await #expect(throws: KeystoreError.noPIN) { _ = try await keystore.unlock(pin: secret("271828"), of: bob) }
        await #expect(throws: KeystoreError.noPIN) { try await keystore.removePIN(of: bob) }
    }

    @Test("Changing the PIN with the old one keeps every PIN slot")
    func changed() async throws {
        #expect(try await keystore.changePIN(from: "271828", to: "314159") == 0)
        #expect(try await keystore.unlock(pin: secret("271828"), of: alice) == nil)
        #expect(try await keystore.get(pinOnly, by: .pin, pin: "314159") == "one")
        #expect(try await keystore.get(both, by: .pin, pin: "314159") == "two")
    }

    @Test("Setting a PIN with the password renews PIN slots from password slots, and loses the others")
    func reset() async throws {
        #expect(try await keystore.setPIN(secret("314159"), of: alice, authorizedBy: .password) == 1)
        #expect(try await keystore.item(pinOnly, of: alice).state == .invalidated(.pinReset))
        #expect(try await keystore.get(both, by: .pin, pin: "314159") == "two")
        #expect(try await keystore.get(both, by: .password) == "two")
    }

    @Test("Removing the PIN leaves what the password opens, and a new PIN set by the password opens it again")
    func removed() async throws {
        #expect(try await keystore.removePIN(of: alice) == 1)
        #expect(try await keystore.item(pinOnly, of: alice).state == .invalidated(.pinRemoved))
        #expect(try await keystore.item(both, of: alice).openableBy == [.password])
        #expect(try await !keystore.state(of: alice).pinSet)
        try await keystore.setPIN(secret("314159"), of: alice, authorizedBy: .password)
        #expect(try await keystore.item(both, of: alice).openableBy == [.pin, .password])
    }

    @Test("A PIN that is being set when its user is reset does not exist afterwards")
    func resetMeanwhile() async throws {
        // Both reach the keystore in this order, and scrypt yields to the reset.
        let setting = Task.immediate { try await keystore.setPIN(secret("314159"), of: alice, authorizedBy: .password) }
        try await keystore.reset(alice.id)
        _ = await setting.result
        #expect(try await !keystore.state(of: alice).pinSet)
    }

    @Test("A first PIN does not open the password's items")
    func firstAfterRemoval() async throws {
        try await keystore.removePIN(of: alice)
        try await keystore.setPIN(secret("314159"), of: alice, authorizedBy: .first)
        #expect(try await keystore.item(both, of: alice).openableBy == [.password])
    }

    @Test("Fingers enrolled after a first PIN open no earlier item, even one for any finger")
    func firstAfterFingers() async throws {
        let kept = try name("kept")
        try await keystore.add("a")
        try await keystore.put("x", as: kept, Access(factors: [.fingerprint], enrollment: .any))
        try await keystore.removePIN(of: alice)
        _ = try await keystore.removePrints([PrintID(rawValue: "a")], chipCopies: [], of: alice)
        #expect(try await keystore.item(kept, of: alice).openableBy == [.fingerprint])
        #expect(try await keystore.setPIN(secret("314159"), of: alice, authorizedBy: .first) == 1)
        try await keystore.add("b")
        #expect(try await keystore.item(kept, of: alice).state == .invalidated(.enrollmentChanged))
    }

    @Test("There is only one first PIN")
    func second() async throws {
        await #expect(throws: KeystoreError.pinChanged) {
            try await keystore.setPIN(secret("314159"), of: alice, authorizedBy: .first)
        }
        #expect(try await keystore.get(pinOnly, by: .pin) == "one")
    }

    @Test("An unlocked PIN works for its own user, until the PIN is replaced")
    func staleUnlock() async throws {
        guard let unlocked = try await keystore.unlock(pin: secret("271828"), of: alice) else { throw WrongPIN() }
        try await keystore.setPIN(secret("271828"), of: bob, authorizedBy: .first)
        try await keystore.put("bob's", as: pinOnly, Access(factors: [.pin]), of: bob)
        do throws(KeystoreError) {
            _ = try await keystore.open(
                pinOnly, of: bob,
                proof: proof(.retrieve, pinOnly, by: .pin, of: bob), unlocked: unlocked, now: now)
            Issue.record("opened")
        } catch {
            #expect(error == .proofRejected)
        }
        try await keystore.setPIN(secret("314159"), of: alice, authorizedBy: .password)
        do throws(KeystoreError) {
            _ = try await keystore.open(
                both, of: alice, proof: proof(.retrieve, both, by: .pin), unlocked: unlocked, now: now)
            Issue.record("opened")
        } catch {
            #expect(error == .pinChanged)
        }
        do throws(KeystoreError) {
            try await keystore.setPIN(secret("161803"), of: alice, authorizedBy: .old(unlocked))
            Issue.record("set")
        } catch {
            #expect(error == .pinChanged)
        }
        #expect(try await keystore.get(both, by: .pin, pin: "314159") == "two")
    }

    @Test("A kept key opens its own item as it was sealed, by a proof of the PIN, until the PIN changes")
    func keptKey() async throws {
        let item = try name("item")
        try await keystore.add("a")
        let access = Access(factors: [.fingerprint, .pin], maximumAge: .seconds(60), reusesPIN: true)
        try await keystore.put("three", as: item, access)
        #expect(try await keystore.item(item, of: alice).access == access)
        guard let unlocked = try await keystore.unlock(pin: secret("271828"), of: alice) else { throw WrongPIN() }
        let key = try await keystore.key(of: keystore.itemToOpen(item, of: alice), unlocked: unlocked)

        func refusal(of item: ItemName, by factor: Factor = .pin) async throws -> KeystoreError? {
            let closed = try await keystore.itemToOpen(item, of: alice)
            do throws(KeystoreError) {
                let opened = try await keystore.open(
                    closed, proof: proof(.retrieve, item, by: factor), key: key, now: now)
                #expect(opened.isEqual(to: secret("three")) && closed.fits(key))
                return nil
            } catch {
                #expect(factor != .pin || !closed.fits(key))
                return error
            }
        }
        #expect(try await refusal(of: item) == nil)
        #expect(try await refusal(of: item, by: .fingerprint) == .proofRejected)
        #expect(try await refusal(of: both) == .proofRejected)
        try await keystore.changePIN(from: "271828", to: "314159")
        #expect(try await refusal(of: item) == .pinChanged)
        guard let later = try await keystore.unlock(pin: secret("314159"), of: alice) else { throw WrongPIN() }
        let second = try await keystore.key(of: keystore.itemToOpen(item, of: alice), unlocked: later)
        _ = try await keystore.renew(
            item, of: alice, credential: proof(.renew, item, by: .pin), unlocked: later,
            finger: proof(.renew, item, by: .fingerprint), now: now)
        #expect(try await !keystore.itemToOpen(item, of: alice).fits(second))
    }

    @Test("An unlocked PIN is useless after a change, although its slots were kept")
    func overtakenUnlock() async throws {
        let item = try name("item")
        try await keystore.add("a")
        try await keystore.put("three", as: item, Access(factors: [.fingerprint, .pin]))
        guard let unlocked = try await keystore.unlock(pin: secret("271828"), of: alice) else { throw WrongPIN() }
        try await keystore.changePIN(from: "271828", to: "314159")
        do throws(KeystoreError) {
            _ = try await keystore.open(
                item, of: alice, proof: proof(.retrieve, item, by: .pin),
                unlocked: unlocked, now: now)
            Issue.record("opened")
        } catch {
            #expect(error == .pinChanged)
        }
        do throws(KeystoreError) {
            _ = try await keystore.renew(
                item, of: alice, credential: proof(.renew, item, by: .pin), unlocked: unlocked,
                finger: proof(.renew, item, by: .fingerprint), now: now)
            Issue.record("renewed")
        } catch {
            #expect(error == .pinChanged)
        }
        do throws(KeystoreError) {
            try await keystore.setPIN(secret("161803"), of: alice, authorizedBy: .old(unlocked))
            Issue.record("set")
        } catch {
            #expect(error == .pinChanged)
        }
        #expect(try await keystore.get(item, by: .pin, pin: "314159") == "three")
    }

    @Test("A copy of an old PIN's key opens nothing after the change")
    func oldKey() async throws {
        guard let kept = try await keystore.unlock(pin: secret("271828"), of: alice) else { throw WrongPIN() }
        func opened(with key: borrowing UnlockedPIN) throws -> Int {
            let database = try Database(path: sandbox.databasePath, patience: 5000)
            defer { try? database.close() }
            let user = try #require(try UserRecord.find(Int64(alice.id.rawValue), in: database))
            var count = 0
            for item in try ItemRecord.all(ItemRecord.ofUser, user.uid, in: database) {
                for slot in try SlotRecord.fetchAll(of: item, database) where slot.factor == Factor.pin.rawValue {
                    let context = item.slotContext(.pin, epoch: slot.epoch, of: user)
                    if (try? PINKey.unwrap(slot.wrappedKey, with: key, authenticating: context)) != nil { count += 1 }
                }
            }
            return count
        }
        #expect(try opened(with: kept) == 2)
        try await keystore.changePIN(from: "271828", to: "314159")
        try await keystore.put("three", as: name("later"), Access(factors: [.pin]))
        #expect(try opened(with: kept) == 0)
    }

    @Test("A PIN that was removed meanwhile cannot authorize another one")
    func removedMeanwhile() async throws {
        guard let unlocked = try await keystore.unlock(pin: secret("271828"), of: alice) else { throw WrongPIN() }
        try await keystore.removePIN(of: alice)
        do throws(KeystoreError) {
            try await keystore.setPIN(secret("161803"), of: alice, authorizedBy: .old(unlocked))
            Issue.record("set")
        } catch {
            #expect(error == .noPIN)
        }
    }

    @Test("Renewing by the PIN restores the fingerprint and keeps the other slots")
    func renewing() async throws {
        let item = try name("item")
        try await keystore.add("a")
        try await keystore.put("three", as: item, Access(factors: [.fingerprint, .pin]))
        try await keystore.add("b")
        #expect(try await keystore.item(item, of: alice).openableBy == [.pin])
        guard let unlocked = try await keystore.unlock(pin: secret("271828"), of: alice) else { throw WrongPIN() }
        let renewed = try await keystore.renew(
            item, of: alice, credential: proof(.renew, item, by: .pin), unlocked: unlocked,
            finger: proof(.renew, item, by: .fingerprint), now: now)
        #expect(renewed.openableBy == [.fingerprint, .pin])
        #expect(try await keystore.get(item, by: .fingerprint) == "three")
        #expect(try await keystore.get(item, by: .pin) == "three")
        await #expect(throws: KeystoreError.proofRejected) {
            _ = try await keystore.renew(
                item, of: alice, credential: proof(.renew, item, by: .pin),
                finger: proof(.renew, item, by: .fingerprint), now: now)
        }
        await #expect(throws: KeystoreError.proofRejected) {
            _ = try await keystore.renew(
                both, of: alice, credential: proof(.renew, both, by: .password),
                finger: proof(.renew, both, by: .password), now: now)
        }
        await #expect(throws: KeystoreError.slotMissing(.fingerprint)) {
            _ = try await keystore.renew(
                both, of: alice, credential: proof(.renew, both, by: .password),
                finger: proof(.renew, both, by: .fingerprint), now: now)
        }
    }

    @Test("A PIN is set and opens at the cost of scrypt in a release")
    func standardCost() async throws {
        try await keystore.close()
        let keystore = try await Keystore(
            directory: sandbox.state, rootKey: sandbox.rootKey, scrypt: .released)
        #expect(try await keystore.changePIN(from: "271828", to: "314159") == 0)
        #expect(try sandbox.outside().column("SELECT pinRounds FROM user") == [.integer(65536)])
        #expect(try await keystore.get(pinOnly, by: .pin, pin: "314159") == "one")
    }

    @Test("PINs tried at the same time are each judged")
    func concurrent() async throws {
        let keystore = keystore
        let right = try await withThrowingTaskGroup(of: Bool.self) { group in
            for guess in ["111222", "271828", "333444", "271828", "555666"] {
                group.addTask { try await keystore.unlock(pin: secret(guess), of: alice) != nil }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(right == 2)
    }
}
