import FoundationEssentials
import GateModel
import GatePolicy
import GateSecret
import Synchronization
import Testing

@testable import GateKeystore
import GateVault

/// A change that ends some of Alice's access, or replaces something.
enum Ending: CaseIterable {
    case deletion, replacement, replacementByKey, renewalByPassword, renewalByPIN
    case revocation, fingerprintOff, pinChange, pinReset, pinRemoval
    case newPrint, unvouchedPrint, vouching, printRemoval, removalOfAllPrints, vanishedPrints, setback, reset

    /// The endings that always happen, and are counted later if necessary.
    static let owed: [Self] = [
        .deletion, .replacement, .replacementByKey, .renewalByPassword, .renewalByPIN, .revocation, .fingerprintOff,
        .pinRemoval, .printRemoval, .removalOfAllPrints, .reset,
    ]

    func happen(to token: ItemName, in keystore: Keystore) async throws {
        let print = PrintID(rawValue: "a")
        let finger = proof(.renew, token, by: .fingerprint)
        switch self {
        case .deletion: try await keystore.delete(token, of: alice)
        case .replacement: try await keystore.put("newer", as: token, everything, replace: true)
        case .replacementByKey:
            let draft = ItemDraft(name: token, access: everything, replace: true)
            let byFinger = proof(.createKey, token, by: .fingerprint)
            // These tests' device makes no keys.
            _ = try await keystore.createKey(
                .ed25519, as: draft, of: alice, passwordAvailable: true, proof: byFinger, now: now)
        case .renewalByPassword:
            _ = try await keystore.renew(
                token, of: alice, credential: proof(.renew, token, by: .password), finger: finger, now: now)
        case .renewalByPIN:
            guard let unlocked = try await keystore.unlock(pin: secret("271828"), of: alice) else { throw WrongPIN() }
            _ = try await keystore.renew(
                token, of: alice, credential: proof(.renew, token, by: .pin), unlocked: unlocked, finger: finger,
                now: now)
        case .revocation: try await keystore.revokeAll(of: alice)
        case .fingerprintOff: try await keystore.setFingerprint(false, of: alice)
        case .pinChange: try await keystore.changePIN(from: "271828", to: "314159")
        case .pinReset: try await keystore.setPIN(secret("314159"), of: alice, authorizedBy: .password)
        case .pinRemoval: try await keystore.removePIN(of: alice)
        case .newPrint: try await keystore.add("b")
        case .unvouchedPrint: try await keystore.add("b", vouched: false)
        case .vouching:
            try await keystore.add("b", vouched: false)
            _ = try await keystore.vouchPrints([PrintID(rawValue: "b")], of: alice)
        case .printRemoval: _ = try await keystore.removePrint(print, of: alice)
        case .removalOfAllPrints: _ = try await keystore.removeAllPrints(of: alice)
        case .vanishedPrints: _ = try await keystore.printsVanished([print], of: alice)
        case .setback: try await keystore.savePolicy([2], of: alice, isSetback: true)
        case .reset: try await keystore.reset(alice.id)
        }
    }
}

@Suite("Changes that no old copy undoes")
struct UndoneChangeTests {
    let sandbox: Sandbox
    let device = CountingDevice()
    let token: ItemName

    init() throws {
        sandbox = try Sandbox()
        token = try name("token")
    }

    private var file: URL { URL(filePath: sandbox.databasePath) }

    /// A copy of a database in which Alice has everything.
    private func filled() async throws -> Data {
        let keystore = try await sandbox.keystore(device: device)
        try await keystore.add("a")
        try await keystore.setPIN(secret("271828"), of: alice, authorizedBy: .first)
        try await keystore.put("older", as: token, everything)
        try await keystore.savePolicy([1], of: alice)
        try await keystore.close()
        return try Data(contentsOf: file)
    }

    private func expectRefused(_ copy: Data) async throws {
        let newest = try Data(contentsOf: file)
        try copy.write(to: file)
        let restored = try await sandbox.keystore(device: device)
        await #expect(throws: KeystoreError.rolledBack(alice.id)) { _ = try await restored.item(token, of: alice) }
        try await restored.close()
        // The newest database is still accepted.
        try newest.write(to: file)
        let again = try await sandbox.keystore(device: device)
        _ = try await again.state(of: alice)
        try await again.close()
    }

    @Test("With a TPM, a copy from before the change is refused", arguments: Ending.allCases)
    func copyFromBefore(ending: Ending) async throws {
        let copy = try await filled()
        let keystore = try await sandbox.keystore(device: device)
        try await ending.happen(to: token, in: keystore)
        try await keystore.close()
        try await expectRefused(copy)
    }

    private static let limits = KeystoreLimits(countedChangesPerHour: 10)

    @Test("Beyond the user's rate the change is made, and the next raise exposes old copies", arguments: Ending.owed)
    func owed(ending: Ending) async throws {
        _ = try await filled()
        let start = ContinuousClock.now
        let keystore = try await sandbox.keystore(limits: Self.limits, device: device, now: { start })
        for change in 2...11 { try await keystore.savePolicy([UInt8(change)], of: alice, isSetback: true) }
        await #expect(throws: KeystoreError.self) {
            try await keystore.savePolicy([1], of: alice, isSetback: true, mayBeRefused: true)
        }
        let copy = try Data(contentsOf: file)
        let raises = device.raises
        try await ending.happen(to: token, in: keystore)
        #expect(device.raises == raises)
        try await keystore.savePolicy([1], of: bob, isSetback: true)
        #expect(device.raises == raises + 1)
        try await keystore.close()
        try await expectRefused(copy)
    }

    @Test("One raise covers all owed ones, as soon as the user's rate allows it")
    func paid() async throws {
        _ = try await filled()
        let clock = StandingClock()
        let keystore = try await sandbox.keystore(
            limits: Self.limits, device: device, now: { clock.now }, sleep: clock.sleep)
        let before = device.raises
        for _ in 1...5 { try await keystore.put("newer", as: token, everything, replace: true) }
        #expect(device.raises == before + 5)
        for _ in 1...4 { try await keystore.put("newer", as: token, everything, replace: true) }
        let copy = try Data(contentsOf: file)
        try await keystore.delete(token, of: alice)
        #expect(device.raises == before + 5)
        let due = await clock.awaited()
        #expect(due == clock.now + .seconds(360))
        device.hold()
        clock.advance(to: try #require(due))
        await device.someRaiseWaits()
        device.release()
        // Queued behind it.
        try await keystore.savePolicy([2], of: bob)
        #expect(device.raises == before + 6)
        // The owed raises left the other users theirs.
        for change in 1...5 {
            try await keystore.savePolicy([UInt8(change)], of: alice, isSetback: true, mayBeRefused: true)
        }
        try await keystore.close()
        try await expectRefused(copy)
    }

    @Test(
        "An owed raise that the TPM refuses is tried again after some minutes, also at the start",
        .timeLimit(.minutes(1)), arguments: [false, true])
    func refusedPayment(isAtStart: Bool) async throws {
        _ = try await filled()
        func open(_ clock: StandingClock) async throws -> Keystore {
            try await sandbox.keystore(limits: Self.limits, device: device, now: { clock.now }, sleep: clock.sleep)
        }
        var clock = StandingClock()
        var keystore = try await open(clock)
        for _ in 1...5 { try await keystore.put("newer", as: token, everything, replace: true) }
        let copy = try Data(contentsOf: file)
        try await keystore.delete(token, of: alice)
        let due = try #require(await clock.awaited())
        let raises = device.raises
        device.failNext()
        if isAtStart {
            try await keystore.close()
            clock = StandingClock()
            keystore = try await open(clock)
        } else {
            clock.advance(to: due)
        }
        let again = try #require(await clock.awaited())
        #expect(again == clock.now + .seconds(120))
        #expect(device.raises == raises)
        device.hold()
        clock.advance(to: again)
        await device.someRaiseWaits()
        device.release()
        // Queued behind it.
        try await keystore.savePolicy([2], of: bob)
        #expect(device.raises == raises + 1)
        #expect(try sandbox.records { db in try SealRecord.fetch(db)?.owesRaise } == false)
        try await keystore.close()
        try await expectRefused(copy)
    }

    @Test("An old copy that does not open in the TPM cannot move out of it either")
    func moved() async throws {
        let copy = try await filled()
        let keystore = try await sandbox.keystore(device: device)
        try await keystore.delete(token, of: alice)
        try await keystore.close()
        let newest = try Data(contentsOf: file)
        let sealed = DeviceRootKey(path: "\(sandbox.path)/root.tpm", device: device)
        func move() async throws {
            _ = try await Keystore.move(sandbox.state, from: sealed, to: sandbox.rootKey, droppingKeys: true)
        }
        try copy.write(to: file)
        await #expect(throws: KeystoreError.oldCopy(path: sandbox.databasePath)) { try await move() }
        #expect(try Data(contentsOf: file) == copy)
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/root.key"))
        try newest.write(to: file)
        try await move()
        _ = try await sandbox.keystore().state(of: alice)
    }

    @Test("A raise owed after another one waits for its own time")
    func owedAnew() async throws {
        _ = try await filled()
        let clock = StandingClock()
        let keystore = try await sandbox.keystore(
            limits: Self.limits, device: device, now: { clock.now }, sleep: clock.sleep)
        for _ in 1...6 { try await keystore.put("newer", as: token, everything, replace: true) }
        let first = try #require(await clock.awaited())
        for change in 1...5 { try await keystore.savePolicy([UInt8(change)], of: alice, isSetback: true) }
        try await keystore.delete(token, of: alice)
        let raises = device.raises
        clock.advance(to: first)
        #expect(await clock.awaited() == first - .seconds(360) + .seconds(600))
        #expect(device.raises == raises)
    }

    @Test("A raise owed at closing is made once by the next start")
    func owedAtStart() async throws {
        _ = try await filled()
        let start = ContinuousClock.now
        let keystore = try await sandbox.keystore(limits: Self.limits, device: device, now: { start })
        for _ in 1...6 { try await keystore.put("newer", as: token, everything, replace: true) }
        let copy = try Data(contentsOf: file)
        try await keystore.delete(token, of: alice)
        try await keystore.close()
        let raises = device.raises
        for _ in 1...2 {
            try await sandbox.keystore(device: device).close()
            #expect(device.raises == raises + 1)
        }
        try await expectRefused(copy)
    }

    @Test("A new item, and one that replaces an invalidated item, raise nothing")
    func nothingReplaced() async throws {
        _ = try await filled()
        let keystore = try await sandbox.keystore(device: device)
        try await keystore.revokeAll(of: alice)
        let raises = device.raises
        try await keystore.put("newer", as: token, everything)
        try await keystore.put("another", as: name("other"), everything, replace: true)
        #expect(device.raises == raises)
    }

    @Test("An item queued behind the end of its authentication is not written")
    func endedMeanwhile() async throws {
        _ = try await filled()
        let keystore = try await sandbox.keystore(device: device)
        device.hold()
        let first = Task.immediate { try await keystore.savePolicy([2], of: alice, isSetback: true) }
        await device.someRaiseWaits()
        let revocation = Task.immediate { try await keystore.revokeAll(of: alice) }
        let replacement = Task.immediate { try await keystore.put("newer", as: token, everything, replace: true) }
        // When this call is answered, both have reached the keystore.
        _ = try await keystore.state(of: alice)
        device.release()
        try await first.value
        #expect(try await revocation.value == 1)
        await #expect(throws: KeystoreError.proofRejected) { try await replacement.value }
        #expect(try await keystore.item(token, of: alice).state == .invalidated(.revoked))
    }

    @Test("A commit that fails leaves the counter where it is")
    func failedCommit() async throws {
        _ = try await filled()
        let keystore = try await sandbox.keystore(device: device)
        await #expect(throws: KeystoreError.self) {
            try await keystore.raising(alice.id) { db in
                // Checked at the commit: no user has this number.
                try db.execute("PRAGMA defer_foreign_keys = ON")
                try db.execute("INSERT INTO policy VALUES (77, x'00', x'00')")
            }
        }
        let raises = device.raises
        // Changes nothing.
        try await keystore.setFingerprint(true, of: alice)
        #expect(device.raises == raises)
        try await keystore.close()
        _ = try await sandbox.keystore(device: device).state(of: alice)
    }
}

/// A clock that stands still, and reports its waiters.
private final class StandingClock: Sendable {
    private let time = Mutex(ContinuousClock.now)
    private let waits = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
    private let ends = AsyncStream.makeStream(of: Void.self)

    var now: ContinuousClock.Instant { time.withLock { $0 } }

    /// The moment for which the next waiter waits.
    func awaited() async -> ContinuousClock.Instant? {
        for await instant in waits.stream { return instant }
        return nil
    }

    func advance(to instant: ContinuousClock.Instant) {
        time.withLock { $0 = instant }
        ends.continuation.yield()
    }

    func sleep(until instant: ContinuousClock.Instant) async -> Bool {
        waits.continuation.yield(instant)
        for await _ in ends.stream { return true }
        return false
    }
}
