import GateKeystore
import GateModel
@testable import GatePolicy
import GateSecret
import GateTestSupport
import GateVault
import SeededRandom
import Testing

/// The tests' in-memory keystore has to answer every call like the real one.
@Suite("The in-memory keystore beside the real one")
struct TwinTests {
    static let limits = KeystoreLimits(itemsPerUser: 3, itemBytesPerUser: 60, printsPerUser: 3, appsPerUser: 2)

    @Test("Two hundred random calls, valid and invalid, end alike in both keystores", arguments: [1, 2] as [UInt64])
    func calls(_ seed: UInt64) async throws {
        let sandbox = try Sandbox()
        let real = try await sandbox.keystore(limits: Self.limits)
        let (one, other) = (Twin(real), Twin(MemoryKeystore(limits: Self.limits)))
        var draws = CallDraws(seed: seed)
        var answered = 0
        for number in 1...200 {
            let call = try draws.next()
            let (expected, found) = (await one.outcome(of: call), await other.outcome(of: call))
            #expect(expected == found, "call \(number): \(call.name)")
            let (before, after) = (await one.look(), await other.look())
            #expect(before == after, "after call \(number): \(call.name)")
            guard expected == found, before == after else { return }
            if !expected.hasPrefix("threw") { answered += 1 }
        }
        // Enough of the calls are valid.
        #expect(answered > 70)
    }
}

/// One of the two, with the items that its caller has read.
final class Twin {
    let store: any CredentialStore
    /// Items read before, perhaps long ago.
    var closed: [any ClosedItem] = []
    private var enrollments: [EnrollmentID] = []

    init(_ store: any CredentialStore) { self.store = store }

    /// The call's answer or error, in the same words for both.
    func outcome(of call: RandomCall) async -> String {
        do {
            return try await call.make(self)
        } catch {
            return "threw \(error)"
        }
    }

    /// Identifiers are random in one of the two, so they are numbered in the order of their first appearance.
    func number(_ id: EnrollmentID) -> Int {
        if let index = enrollments.firstIndex(of: id) { return index }
        enrollments.append(id)
        return enrollments.count - 1
    }

    func told(_ change: EnrollmentChange) -> String { "\(number(change.enrollmentID)) \(change.invalidatedItems)" }

    /// Everything that callers can see of the users.
    func look() async -> String {
        var seen = "\((try? await store.knownUsers()) ?? [])\n"
        for user in CallDraws.users {
            do {
                let state = try await store.state(of: user)
                seen += "\(number(state.enrollmentID)) \(state.prints) \(state.fingerprintSwitch)"
                seen += " \(state.printsVanished)"
                seen += " \(String(describing: state.lastMatched)) \(state.pinSet) \(state.items)"
                seen += " \(state.onboarding.map { "\($0.key?.rawValue ?? "-") \($0.value)" }.sorted())"
                seen += " \(String(describing: state.policy))\n"
                for item in try await store.items(of: user) { seen += "  \(told(item))\n" }
                for change in KeystoreChange.allCases {
                    let preview = try await store.preview(change, of: user)
                    seen += "  \(change) \(preview.invalidated) \(preview.losingFingerprint)\n"
                }
                let gallery = try await store.gallery(of: user)
                seen += "  \(gallery.prints.map { "\($0.print.id) \($0.template.bytes)" }) \(gallery.tampered)\n"
            } catch {
                seen += "\(error)\n"
            }
        }
        let deletions = (try? await store.chipDeletions(on: reader)) ?? []
        return seen + "\(deletions.map { "\($0.template.bytes)" }.sorted())"
    }

    /// Without the public key, which differs.
    func told(_ item: Item) -> String {
        "\(item.name) \(String(describing: item.label)) \(item.kind) \(item.access) \(item.openableBy) \(item.state) "
            + "\(String(describing: item.algorithm)) \(item.publicKey == nil) \(item.sealedBy) "
            + "\(String(describing: item.owner)) \(item.createdAt) \(String(describing: item.lastUsedAt)) "
            + "\(String(describing: item.fingerprintLostBy)) \(String(describing: item.updatedBy)) "
            + "\(String(describing: item.updatedAt))"
    }
}

struct RandomCall {
    let name: String
    let make: (Twin) async throws -> String
}

/// Random calls with all choices drawn beforehand, so that both twins get the same ones.
struct CallDraws {
    /// The third has the first one's number.
    static let users = [alice, bob, User(id: alice.id, name: UserName(rawValue: "carol"))]
    private static let pins = ["271828", "314159"]

    private var generator: SplitMix

    init(seed: UInt64) { generator = SplitMix(seed: seed) }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    /// Never fails: the choices are constants that are not empty.
    private mutating func pick<Element>(_ choices: [Element]) throws -> Element {
        try #require(choices.randomElement(using: &generator))
    }

    private mutating func user() throws -> User {
        let number = Int.random(in: 0..<100, using: &generator)
        return Self.users[number < 80 ? 0 : number < 95 ? 1 : 2]
    }

    private mutating func factors() -> [Factor] {
        let factors = Factor.allCases.filter { _ in Bool.random(using: &generator) }
        return factors.isEmpty ? [.fingerprint] : factors
    }

    private mutating func item() throws -> ItemName { try name(pick(["a", "b", "caf\u{E9}", "cafe\u{301}"])) }

    private mutating func print() throws -> PrintID { PrintID(rawValue: try pick(["1", "2", "3", "4"])) }

    /// Mostly the right one.
    private mutating func proof(
        _ operation: GateModel.Operation, _ item: ItemName?, by factor: Factor?, of user: User
    ) throws -> () -> PresenceProof {
        let operation =
            chance(95) ? operation : try pick([.retrieve, .sign, .store, .createKey, .renew, .authenticate])
        let item = chance(95) ? item : try self.item()
        let factor: Factor? = chance(95) ? factor : try pick([.fingerprint, .pin, .password, nil])
        let user = chance(95) ? user : try self.user()
        let age: Duration = chance(97) ? .zero : .seconds(11)
        let moment = Moment(boot: boot, sinceBoot: now.sinceBoot - age, wall: now.wall)
        return { GateKeystoreTests.proof(operation, item, by: factor, of: user, at: moment) }
    }

    mutating func next() throws -> RandomCall {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: return try printCall()
        case 1: return try settingsCall()
        case 2, 3: return try pinCall()
        case 4, 5, 6: return try storingCall()
        case 7: return try smallCall()
        case 8: return try renewingCall()
        default: return try openingCall()
        }
    }

    private mutating func printCall() throws -> RandomCall {
        let (user, id) = (try user(), try print())
        switch Int.random(in: 0..<12, using: &generator) {
        case 11:
            return RandomCall(name: "add an unvouched print") { twin in
                twin.told(try await twin.store.add(id.rawValue, of: user, vouched: false))
            }
        case 9, 10:
            return RandomCall(name: "vouchPrints") { twin in
                twin.told(try await twin.store.vouchPrints([id], of: user))
            }
        case 8:
            let remains: Set<PrintID> = chance(50) ? [id] : []
            return RandomCall(name: "removePrints") { twin in
                twin.told(try await twin.store.removePrints([id], chipCopies: remains, of: user))
            }
        case 7:
            return RandomCall(name: "renamePrint") { twin in
                "\(try await twin.store.renamePrint(id, to: Label("Renamed"), of: user))"
            }
        case 0, 1, 2:
            return RandomCall(name: "addPrint") { twin in
                twin.told(try await twin.store.add(id.rawValue, of: user))
            }
        case 3:
            let remains = chance(50)
            return RandomCall(name: "removePrint") { twin in
                twin.told(try await twin.store.removePrint(id, chipCopyRemains: remains, of: user))
            }
        case 4:
            return RandomCall(name: "removeAllPrints") { twin in
                twin.told(try await twin.store.removeAllPrints(chipCopies: [id], of: user))
            }
        case 5:
            return RandomCall(name: "printsVanished") { twin in
                twin.told(try await twin.store.printsVanished([id], of: user))
            }
        default:
            return RandomCall(name: "recordMatch") { twin in "\(try await twin.store.recordMatch(id, of: user))" }
        }
    }

    private mutating func settingsCall() throws -> RandomCall {
        let (user, on, id) = (try user(), chance(70), try print())
        let app = try pick([nil, AppName("one"), AppName("two"), AppName("three")])
        switch Int.random(in: 0..<8, using: &generator) {
        case 0, 1, 2:
            return RandomCall(name: "setFingerprint") { "\(try await $0.store.setFingerprint(on, of: user))" }
        case 3: return RandomCall(name: "revokeAll") { "\(try await $0.store.revokeAll(of: user))" }
        case 4:
            return RandomCall(name: "reset") { "\(try await $0.store.reset(user.id, chipCopies: [id]))" }
        default:
            return RandomCall(name: "answerOnboarding") { twin in
                "\(try await twin.store.answerOnboarding(app: app, accepted: on, of: user))"
            }
        }
    }

    private mutating func pinCall() throws -> RandomCall {
        let (user, old, new) = (try user(), try pick(Self.pins), try pick(Self.pins))
        switch Int.random(in: 0..<8, using: &generator) {
        case 0, 1, 2:
            return RandomCall(name: "first PIN") { twin in
                "\(try await twin.store.setPIN(secret(new), of: user, authorizedBy: .first))"
            }
        case 3:
            return RandomCall(name: "PIN by password") { twin in
                "\(try await twin.store.setPIN(secret(new), of: user, authorizedBy: .password))"
            }
        case 4, 5:
            return RandomCall(name: "change PIN") { "\(try await $0.store.changePIN(from: old, to: new, of: user))" }
        case 6:
            // The unlocked PIN is overtaken by a new PIN, perhaps of the same digits.
            return RandomCall(name: "change PIN twice") { twin in
                guard let unlocked = try await twin.store.unlock(pin: secret(old), of: user) else { return "wrong" }
                try await twin.store.changePIN(from: old, to: new, of: user)
                return "\(try await twin.store.setPIN(secret(old), of: user, authorizedBy: .old(unlocked)))"
            }
        default: return RandomCall(name: "remove PIN") { "\(try await $0.store.removePIN(of: user))" }
        }
    }

    private mutating func storingCall() throws -> RandomCall {
        let (user, item, factors) = (try user(), try item(), factors())
        let access = Access(factors: factors, enrollment: chance(50) ? .any : .current)
        let isUpdate = chance(20)
        let draft = ItemDraft(
            name: item, access: isUpdate ? Access(factors: factors) : access, owner: "test",
            replace: isUpdate || chance(80), isUpdate: isUpdate)
        let (hasPassword, length) = (chance(80), Int.random(in: 0..<40, using: &generator))
        let presented: Factor? = chance(90) ? factors[0] : nil
        if chance(80) {
            let proof = try proof(.store, item, by: presented, of: user)
            let content = secret(String(repeating: "x", count: length))
            let text = text(content)
            return RandomCall(name: "store \(item)") { twin in
                let slots = try? await twin.store.slots(
                    storing: draft, byteCount: length, of: user, passwordAvailable: hasPassword)
                let stored = try await twin.store.store(
                    secret(text), as: draft, of: user, passwordAvailable: hasPassword, proof: proof(), now: now)
                return "\(String(describing: slots)) \(twin.told(stored))"
            }
        }
        let (proof, algorithm) = (
            try proof(.createKey, item, by: presented, of: user), try pick(Item.Algorithm.allCases)
        )
        return RandomCall(name: "createKey \(item)") { twin in
            twin.told(
                try await twin.store.createKey(
                    algorithm, as: draft, of: user, passwordAvailable: hasPassword, proof: proof(), now: now))
        }
    }

    private mutating func smallCall() throws -> RandomCall {
        let (user, item) = (try user(), try item())
        let number = UInt8.random(in: 0..<100, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: return RandomCall(name: "delete") { "\(try await $0.store.delete(item, of: user))" }
        case 1:
            return RandomCall(name: "noteUse") { twin in
                let moment = WallTime(millisecondsSinceEpoch: Int64(number))
                return "\(try await twin.store.noteUse(item, of: user, at: moment))"
            }
        case 2: return RandomCall(name: "savePolicy") { "\(try await $0.store.savePolicy([number], of: user))" }
        case 3:
            return RandomCall(name: "deleteLater and add") { twin in
                let note = try await twin.store.deleteLater(template("\(number)"), on: reader)
                guard number < 50 else { return "noted" }
                return twin.told(
                    try await twin.store.addPrint(
                        enrolledPrint("noted"), template: template("noted"), insteadOf: note, of: user))
            }
        default:
            return RandomCall(name: "chipDeletionDone") { twin in
                // The same in both, but in any order.
                let first = try await twin.store.chipDeletions(on: reader)
                    .min { $0.template.bytes.lexicographicallyPrecedes($1.template.bytes) }
                if let first { try await twin.store.chipDeletionDone(first.id) }
                return ""
            }
        }
    }

    private mutating func renewingCall() throws -> RandomCall {
        let (user, item, pin) = (try user(), try item(), try pick(Self.pins))
        let finger = try proof(.renew, item, by: .fingerprint, of: user)
        if chance(50) {
            let credential = try proof(.renew, item, by: .password, of: user)
            return RandomCall(name: "renew by password") { twin in
                twin.told(
                    try await twin.store.renew(
                        item, of: user, credential: credential(), finger: finger(), now: now))
            }
        }
        let credential = try proof(.renew, item, by: .pin, of: user)
        return RandomCall(name: "renew by PIN") { twin in
            guard let unlocked = try await twin.store.unlock(pin: secret(pin), of: user) else { return "wrong" }
            return twin.told(
                try await twin.store.renew(
                    item, of: user, credential: credential(), unlocked: unlocked, finger: finger(), now: now))
        }
    }

    /// Reads an item, or opens one that was read now or earlier.
    private mutating func openingCall() throws -> RandomCall {
        let (user, item, pin) = (try user(), try item(), try pick(Self.pins))
        if chance(30) {
            return RandomCall(name: "itemToOpen") { twin in
                let closed = try await twin.store.itemToOpen(item, of: user)
                twin.closed.append(closed)
                return twin.told(closed.item)
            }
        }
        let (isOld, index) = (chance(50), Int.random(in: 0..<100, using: &generator))
        let factor = try pick(Factor.allCases)
        let operation: GateModel.Operation = chance(70) ? .retrieve : .sign
        // If an item read earlier is opened, the draws are for that one.
        let (asked, foreign) = (operation, chance(5))
        return RandomCall(name: "open \(item) by \(factor)") { twin in
            let closed: any ClosedItem
            if isOld, !twin.closed.isEmpty {
                closed = twin.closed[index % twin.closed.count]
            } else {
                closed = try await twin.store.itemToOpen(item, of: user)
            }
            let proof = GateKeystoreTests.proof(
                asked, foreign ? item : closed.item.name, by: factor, of: user)
            guard factor == .pin else {
                if asked == .sign {
                    return try await twin.store.sign(secret("x"), under: .general, with: closed, proof: proof, now: now)
                        .isEmpty
                        ? "empty" : "signed"
                }
                return text(try await twin.store.open(closed, proof: proof, now: now))
            }
            guard let unlocked = try await twin.store.unlock(pin: secret(pin), of: user) else { return "wrong" }
            let key = try await twin.store.key(of: closed, unlocked: unlocked)
            if asked == .sign {
                return try await twin.store.sign(
                    secret("x"), under: .general, with: closed, proof: proof, key: key, now: now
                ).isEmpty ? "empty" : "signed"
            }
            return text(try await twin.store.open(closed, proof: proof, key: key, now: now))
        }
    }
}
