import Foundation
import GateModel
import GateSecret
import Synchronization
import Testing

@testable import GateKeystore
import GateVault

@Suite("Changes that a TPM counts")
struct CounterTests {
    let sandbox: Sandbox
    let device = CountingDevice()

    init() throws { sandbox = try Sandbox() }

    /// The numbers in the database and in the TPM.
    private func numbers() throws -> [UInt64] {
        [UInt64(try #require(sandbox.records { db in try SealRecord.fetch(db)?.counter }))] + device.standing
    }

    private func commits() throws -> UInt32 { try #require(DatabaseFile(sandbox.databasePath).commits) }

    @Test("A closed keystore releases the device")
    func disconnected() async throws {
        let keystore = try await sandbox.keystore(device: device)
        #expect(device.isConnected)
        try await keystore.close()
        #expect(!device.isConnected)
    }

    @Test("A counter's place depends on the directory and the machine's number, which may be missing")
    func place() throws {
        let file = "\(sandbox.path)/machine-id"
        func place(_ directory: String, _ machineFile: String) -> Data {
            SealRecord(sealing: .tpm, in: directory, machineFile: machineFile).constant.prefix(4)
        }
        // Reading a directory fails, also for root.
        let unreadable = [file, sandbox.path].map { place("/a", $0) }
        try Data("0123456789abcdef0123456789abcdef\n".utf8).write(to: URL(filePath: file))
        #expect(Set(unreadable).count == 1)
        #expect(place("/b", sandbox.path) != unreadable[0])
        #expect(place("/a", file) == place("/a", file))
        #expect(Set([place("/a", file), place("/b", file), unreadable[0]]).count == 3)
    }

    @Test("A call that changes nothing neither commits nor raises")
    func nothingChanged() async throws {
        let keystore = try await sandbox.keystore(device: device)
        try await keystore.add("a")
        try await keystore.put("secret", as: name("token"), everything)
        try await keystore.setFingerprint(false, of: alice)
        #expect(try await keystore.revokeAll(of: alice) == 1)
        try await keystore.savePolicy([1], of: alice, isSetback: true)
        try await keystore.answerOnboarding(app: nil, accepted: false, of: alice)
        let before = try (commits(), device.raises)
        for _ in 1...10 {
            try await keystore.setFingerprint(false, of: alice)
            try await keystore.revokeAll(of: alice)
            try await keystore.revokeAll(of: bob)
            try await keystore.reset(bob.id)
            try await keystore.savePolicy([1], of: alice, isSetback: true)
            try await keystore.answerOnboarding(app: nil, accepted: false, of: alice)
            _ = try await keystore.printsVanished([PrintID(rawValue: "z")], of: alice)
            _ = try await keystore.removeAllPrints(of: bob)
        }
        #expect(try (commits(), device.raises) == before)
    }

    @Test("Revoking also ends the keys of items deleted before, once")
    func revokedAfterDeletion() async throws {
        let keystore = try await sandbox.keystore(device: device)
        try await keystore.add("a")
        try await keystore.put("secret", as: name("token"), everything)
        let keys = "SELECT CAST(passwordKey || epochKey || fingerprintKey AS BLOB) FROM user"
        try await keystore.delete(name("token"), of: alice)
        let before = try sandbox.blobs(keys)
        try await keystore.revokeAll(of: alice)
        let after = try sandbox.blobs(keys)
        #expect(after != before)
        try await keystore.revokeAll(of: alice)
        #expect(try sandbox.blobs(keys) == after)
    }

    @Test("Changes that wait for the counter are written in the order of their calls")
    func order() async throws {
        let keystore = try await sandbox.keystore(device: device)
        device.hold()
        let first = Task.immediate { try await keystore.savePolicy([1], of: alice, isSetback: true) }
        await device.someRaiseWaits()
        let others = (2...5).map { number in
            Task.immediate { try await keystore.savePolicy([number], of: alice, isSetback: number % 2 == 0) }
        }
        // When this call is answered, all earlier ones have reached the keystore.
        _ = try await keystore.state(of: alice)
        device.release()
        for change in [first] + others { try await change.value }
        #expect(try await keystore.state(of: alice).policy == [5])
    }

    @Test("A complete copy of a keystore is refused once another one was made in its place", arguments: [false, true])
    func removed(keepsRootKey: Bool) async throws {
        let files = FileManager.default
        let rootKey = "\(sandbox.path)/root.tpm"
        let keystore = try await sandbox.keystore(device: device)
        try await keystore.savePolicy([1], of: alice, isSetback: true)
        try await keystore.close()
        let old = try (Data(contentsOf: URL(filePath: sandbox.databasePath)), Data(contentsOf: URL(filePath: rootKey)))
        try files.removeItem(atPath: sandbox.state)
        if !keepsRootKey { try files.removeItem(atPath: rootKey) }
        let next = try await sandbox.keystore(device: device)
        try await next.savePolicy([2], of: alice, isSetback: true)
        try await next.close()
        let newest = try (
            Data(contentsOf: URL(filePath: sandbox.databasePath)), Data(contentsOf: URL(filePath: rootKey))
        )
        func restore(_ copy: (Data, Data)) throws {
            try copy.0.write(to: URL(filePath: sandbox.databasePath))
            try copy.1.write(to: URL(filePath: rootKey))
        }
        try restore(old)
        if keepsRootKey {
            let restored = try await sandbox.keystore(device: device)
            await #expect(throws: KeystoreError.rolledBack(alice.id)) { _ = try await restored.state(of: alice) }
            try await restored.close()
        } else {
            await #expect { _ = try await sandbox.keystore(device: device) } throws: { error in
                guard case .rootKey(.unavailable(let failure)) = error as? KeystoreError else { return false }
                return failure.reason == .policyFailed
            }
        }
        // The newest database is still accepted.
        try restore(newest)
        #expect(try await sandbox.keystore(device: device).state(of: alice).policy == [2])
    }

    @Test("A keystore whose seal covers fewer tables, as the first ones did, opens, and its copies then count as old")
    func sealedBefore() async throws {
        let keystore = try await sandbox.keystore(device: device)
        try await keystore.add("a")
        try await keystore.put("secret", as: name("token"), everything)
        let key = await keystore.root.key(.rootCheck)
        try await keystore.close()
        try sandbox.records { db in
            var record = try #require(try SealRecord.fetch(db))
            record.digest = try RollbackGuard.digest(of: db, tables: Schema.firstSealedTables)
            record.sign(under: key)
            try record.update(db)
        }
        let copy = try Data(contentsOf: URL(filePath: sandbox.databasePath))
        let again = try await sandbox.keystore(device: device)
        #expect(try await again.get(name("token"), by: .fingerprint) == "secret")
        try await again.close()
        try copy.write(to: URL(filePath: sandbox.databasePath))
        let restored = try await sandbox.keystore(device: device)
        await #expect(throws: KeystoreError.rolledBack(alice.id)) { _ = try await restored.state(of: alice) }
    }

    @Test("A user's counted changes are limited for each hour, but past events always count")
    func rate() async throws {
        let start = ContinuousClock.now
        let time = Mutex(start)
        let limits = KeystoreLimits(countedChangesPerHour: 10)
        let keystore = try await sandbox.keystore(limits: limits, device: device) { time.withLock { $0 } }
        var changes: UInt8 = 0
        func change() async throws {
            changes += 1
            try await keystore.savePolicy([changes], of: alice, isSetback: true, mayBeRefused: true)
        }
        for _ in 1...10 { try await change() }
        let before = try (commits(), device.raises)
        let refusal = KeystoreError.limit(Limit(name: "limits.countedChangesPerHour", maximum: 10))
        await #expect(throws: refusal) { try await keystore.setFingerprint(true, of: alice) }
        await #expect(throws: refusal) {
            try await keystore.savePolicy([1], of: alice, isSetback: true, mayBeRefused: true)
        }
        #expect(try (commits(), device.raises) == before)
        try await keystore.savePolicy([1], of: alice, isSetback: true)
        try await keystore.setFingerprint(true, of: bob)
        #expect(device.raises == before.1 + 2)
        time.withLock { $0 += .seconds(360) }
        try await change()
        await #expect(throws: refusal) { try await change() }
    }

    @Test("Simultaneous changes take one number each")
    func atOnce() async throws {
        let keystore = try await sandbox.keystore(device: device)
        try await keystore.add("a")
        try await keystore.add("a", of: bob)
        device.hold()
        async let first: Void = keystore.savePolicy([1], of: alice, isSetback: true)
        await device.someRaiseWaits()
        // They arrive while the first raise is running.
        async let second: Void = keystore.savePolicy([2], of: bob, isSetback: true)
        async let third: Void = keystore.savePolicy([3], of: alice, isSetback: true)
        try await keystore.put("secret", as: name("token"), Access(factors: [.password]))
        device.release()
        _ = try await (first, second, third)
        let found = try numbers()
        #expect(found[0] == found[1])
        try await keystore.close()
        _ = try await sandbox.keystore(device: device).state(of: alice)
    }

    @Test("A TPM that does not count is reported, and no counted change is committed until it does")
    func refused() async throws {
        var keystore = try await sandbox.keystore(device: device)
        try await keystore.savePolicy([1], of: alice, isSetback: true)
        let busy = KeystoreError.sealing(SealingFailure(.busy, detail: "NV_RATE"))
        device.failNext(2)
        await #expect(throws: busy) { try await keystore.savePolicy([2], of: alice, isSetback: true) }
        #expect(keystore.takeDoubt())
        let before = try commits()
        await #expect(throws: busy) { try await keystore.savePolicy([3], of: alice, isSetback: true) }
        #expect(try commits() == before)
        #expect(!keystore.takeDoubt())
        // Changes that an old copy may undo go on.
        try await keystore.savePolicy([4], of: alice)
        var found = try numbers()
        #expect(found[0] == found[1] + 1)
        // A repeated call does not report the change as done before it is counted.
        device.failNext()
        await #expect(throws: busy) { try await keystore.savePolicy([4], of: alice, isSetback: true) }
        try await keystore.savePolicy([4], of: alice, isSetback: true)
        found = try numbers()
        #expect(found[0] == found[1])
        // Before a start the raise is made up as well, and only then.
        device.failNext()
        await #expect(throws: busy) { try await keystore.savePolicy([5], of: alice, isSetback: true) }
        try await keystore.close()
        keystore = try await sandbox.keystore(device: device)
        #expect(try await keystore.state(of: alice).policy == [5])
        found = try numbers()
        #expect(found[0] == found[1])
    }

    @Test("A raise whose response was lost is not made twice")
    func lostResponse() async throws {
        let keystore = try await sandbox.keystore(device: device)
        try await keystore.savePolicy([1], of: alice, isSetback: true)
        device.failNext(carriedOut: true)
        await #expect(throws: KeystoreError.self) { try await keystore.savePolicy([2], of: alice, isSetback: true) }
        try await keystore.savePolicy([2], of: alice, isSetback: true)
        let found = try numbers()
        #expect(found[0] == found[1])
    }

    @Test("Rows written by another program under the open keystore are not sealed as the newest")
    func foreignWrite() async throws {
        let keystore = try await sandbox.keystore(device: device)
        try await keystore.savePolicy([1], of: alice, isSetback: true)
        try sandbox.execute("DELETE FROM policy")
        await #expect(throws: KeystoreError.replaced(path: sandbox.databasePath)) {
            try await keystore.savePolicy([2], of: bob)
        }
        try await keystore.close()
        let again = try await sandbox.keystore(device: device)
        await #expect(throws: KeystoreError.rolledBack(alice.id)) { _ = try await again.state(of: alice) }
    }

    @Test("Raises that can be owed leave half of a user's raises to the others")
    func shares() {
        var now = ContinuousClock.now
        var rate = RaiseRate(perHour: 60, at: now)
        func taken(_ beyondRate: CounterRaise.BeyondRate) -> Int {
            (1...70).count { _ in rate.take(at: now, for: beyondRate) }
        }
        #expect(taken(.owed) == 30)
        #expect(rate.due(after: now) == now + .seconds(60))
        #expect(taken(.refused) == 30)
        #expect(rate.due(after: now) == now + .seconds(600))
        now += .seconds(1800)
        #expect(rate.due(after: now) == now + .seconds(60))
        #expect(taken(.owed) == 0)
        now += .seconds(60)
        #expect(taken(.owed) == 1)
        #expect(taken(.counted) == 30)
        // Even the lowest rate allows one.
        rate = RaiseRate(perHour: 1, at: now)
        #expect(taken(.owed) == 1)
        #expect(rate.due(after: now) == now + .seconds(3600))
    }

    @Test("A user's raises are paid off one by one")
    func payingOff() {
        var now = ContinuousClock.now
        var rate = RaiseRate(perHour: 60, at: now)
        func taken(of count: Int) -> Int { (1...count).count { _ in rate.take(at: now, for: .refused) } }
        #expect(taken(of: 70) == 60)
        #expect(!rate.isFull(at: now))
        now += .seconds(59)
        #expect(taken(of: 2) == 0)
        now += .seconds(1)
        #expect(taken(of: 2) == 1)
        now += .seconds(3600)
        #expect(rate.isFull(at: now))
        #expect(taken(of: 70) == 60)
    }
}
