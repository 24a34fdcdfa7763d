import Crypto
import CryptoExtras
import FoundationEssentials
import GateKeystore
import GateModel
@testable import GatePolicy
import GateSecret
import GateVault
import Testing

@Suite("Passkeys")
struct PasskeyTests {
    private let sandbox: Sandbox
    private let keystore: Keystore
    private let site: RelyingPartyID
    private let item: ItemName
    private static let clientDataHash = [UInt8](repeating: 7, count: 32)
    private static let access = Access(factors: [.fingerprint, .password], enrollment: .any)

    init() async throws {
        sandbox = try Sandbox()
        keystore = try await sandbox.keystore()
        site = try #require(RelyingPartyID("login.example.com"))
        item = try name("passkey/login.example.com/1")
        try await keystore.add("a")
    }

    private func passkey(
        id: UInt8 = 1, protection: Passkey.Protection? = nil, derivesSecrets: Bool = false
    ) -> Passkey {
        Passkey(
            id: [UInt8](repeating: id, count: 32), relyingParty: site, relyingPartyName: "Example \"Inc\"",
            userID: [1, 2, 3], userName: "kari", userDisplayName: "Kari Nordmann", protection: protection,
            derivesSecrets: derivesSecrets)
    }

    @discardableResult
    private func make(
        _ passkey: Passkey, _ algorithm: Item.Algorithm = .p256, _ access: Access = Self.access, replace: Bool = false,
        at moment: Moment = now
    ) async throws -> SignedPasskey {
        try await keystore.createPasskey(
            algorithm,
            as: ItemDraft(name: item, access: access, replace: replace, usage: .passkey, passkey: passkey),
            attesting: Self.clientDataHash, of: alice, passwordAvailable: true,
            proof: proof(.createKey, item, by: .fingerprint, at: moment), now: moment)
    }

    private func signIn(
        _ keystore: Keystore? = nil, with closed: (any ClosedItem)? = nil, deriving derivation: SecretDerivation? = nil,
        at moment: Moment = now
    ) async throws -> SignedPasskey {
        let keystore = keystore ?? self.keystore
        let read = try await keystore.itemToOpen(item, of: alice)
        return try await keystore.signIn(
            with: closed ?? read, among: [item], Self.clientDataHash, deriving: derivation,
            proof: proof(.sign, item, by: .fingerprint, at: moment), key: nil, now: moment)
    }

    private func expectSound(_ signed: SignedPasskey, by item: Item) throws {
        let bytes = signed.data.bytes
        #expect(bytes.prefix(32).elementsEqual(SHA256.hash(data: Array(site.rawValue.utf8))))
        let (publicKey, signature) = (try #require(item.publicKey), signed.signature)
        let message = Data(bytes + Self.clientDataHash)
        let isValid =
            switch try #require(item.algorithm) {
            case .p256:
                try P256.Signing.PublicKey(derRepresentation: publicKey).isValidSignature(
                    P256.Signing.ECDSASignature(derRepresentation: signature), for: message)
            case .ed25519:
                try Curve25519.Signing.PublicKey(rawRepresentation: publicKey.suffix(32))
                    .isValidSignature(signature, for: message)
            }
        #expect(isValid)
    }

    private func after(_ seconds: Int) -> Moment {
        Moment(
            boot: boot, sinceBoot: now.sinceBoot + .seconds(seconds),
            wall: WallTime(millisecondsSinceEpoch: now.wall.millisecondsSinceEpoch + Int64(seconds) * 1000))
    }

    @Test("A passkey signs its own data and each sign-in, also after a restart", arguments: Item.Algorithm.allCases)
    func signing(algorithm: Item.Algorithm) async throws {
        let made = try await make(passkey(protection: .required, derivesSecrets: true), algorithm)
        try expectSound(made, by: made.item)
        #expect(made.item.usage == .passkey && made.item.passkey == made.passkey && made.item.kind == .key)
        let data = made.data.bytes
        #expect(data[32] == 0xC5 && data[33..<37].elementsEqual([0, 0, 0, 1]))
        #expect(data[37..<53].elementsEqual(AuthenticatorData.aaguid) && data[53..<55].elementsEqual([0, 32]))
        #expect(data[55..<87].elementsEqual(made.passkey.id))
        let coordinates = try #require(made.item.publicKey).suffix(algorithm == .p256 ? 64 : 32)
        let key: [UInt8] =
            algorithm == .p256
            ? [0xA5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32] + coordinates.prefix(32) + [0x22, 0x58, 32]
                + coordinates.suffix(32)
            : [0xA4, 1, 1, 3, 0x27, 0x20, 6, 0x21, 0x58, 32] + coordinates
        let extensions = [0xA2, 0x6B] + "credProtect".utf8 + [3, 0x6B] + "hmac-secret".utf8 + [0xF5]
        #expect(data[87...].elementsEqual(key + extensions))
        let signed = try await signIn()
        try expectSound(signed, by: made.item)
        #expect(signed.data.bytes[32...].elementsEqual([0x05, 0, 0, 0, 2]))
        try await keystore.close()
        let again = try await signIn(try await sandbox.keystore())
        try expectSound(again, by: made.item)
        #expect(again.passkey == made.passkey && again.data.bytes.last == 3)
    }

    @Test("The counter is at least the passkey's age in seconds, so that a restored database does not go back")
    func counter() async throws {
        try await make(passkey())
        try await keystore.close()
        let old = try Data(contentsOf: URL(filePath: sandbox.databasePath))
        let reopened = try await sandbox.keystore()
        for _ in 1...5 { _ = try await signIn(reopened) }
        #expect(try await signIn(reopened, at: after(3)).data.bytes[33...].elementsEqual([0, 0, 0, 7]))
        #expect(try await signIn(reopened, at: after(600)).data.bytes[33...].elementsEqual([0, 0, 2, 88]))
        #expect(try await signIn(reopened, at: after(600)).data.bytes[33...].elementsEqual([0, 0, 2, 89]))
        try await reopened.close()
        try old.write(to: URL(filePath: sandbox.databasePath))
        let restored = try await sandbox.keystore()
        // The limit: within the seconds of the newest numbers, they come again.
        #expect(try await signIn(restored, at: after(600)).data.bytes[33...].elementsEqual([0, 0, 2, 88]))
        #expect(try await signIn(restored, at: after(700)).data.bytes[33...].elementsEqual([0, 0, 2, 188]))
    }

    @Test("A passkey is opened by no other method's proof and signs no other data, and other keys make no sign-in")
    func alone() async throws {
        try await make(passkey())
        await #expect(throws: KeystoreError.keyChanged(.otherUsage)) {
            try await keystore.signature(of: "x", with: item)
        }
        await #expect(throws: KeystoreError.keyChanged(.otherUsage)) {
            try await keystore.signature(of: "x", with: item, for: .ssh)
        }
        await #expect(throws: KeystoreError.proofRejected) { try await keystore.get(item, by: .fingerprint) }
        await #expect(throws: KeystoreError.itemExists(item)) {
            try await keystore.make(.p256, as: item, replace: true)
        }
        await #expect(throws: KeystoreError.itemExists(item)) {
            try await keystore.put("secret", as: item, replace: true)
        }
        await #expect(throws: KeystoreError.proofRejected) {
            try await keystore.make(.p256, as: name("x"), for: .passkey)
        }
        let key = try name("key")
        try await keystore.make(.p256, as: key)
        let closed = try await keystore.itemToOpen(key, of: alice)
        await #expect(throws: KeystoreError.proofRejected) {
            _ = try await keystore.signIn(
                with: closed, among: [key], Self.clientDataHash, deriving: nil,
                proof: proof(.sign, key, by: .fingerprint), key: nil,
                now: now)
        }
    }

    @Test("A proof for one of several passkeys opens one of exactly those")
    func oneOf() async throws {
        try await make(passkey())
        let other = try name("passkey/login.example.com/2")
        let closed = try await keystore.itemToOpen(item, of: alice)
        func sign(among names: [ItemName], by proof: consuming PresenceProof) async throws {
            _ = try await keystore.signIn(
                with: closed, among: names, Self.clientDataHash, deriving: nil, proof: proof, key: nil, now: now)
        }
        try await sign(among: [other, item], by: oneProof(of: [item, other]))
        for names in [[item], [other], [item, other, try name("x")], [other, try name("x")]] {
            await #expect(throws: KeystoreError.proofRejected, "\(names)") {
                try await sign(among: names, by: oneProof(of: [item, other]))
            }
        }
        await #expect(throws: KeystoreError.proofRejected) {
            try await sign(among: [item, other], by: proof(.sign, item, by: .fingerprint))
        }
        await #expect(throws: KeystoreError.proofRejected) {
            _ = try await keystore.sign(
                secret("x"), under: .general, with: closed, proof: oneProof(of: [item, other]), now: now)
        }
    }

    private func oneProof(of names: [ItemName]) -> PresenceProof {
        PresenceProof(
            user: alice.id, peer: Peer(user: alice.id, process: ProcessID(rawValue: 1)),
            purpose: Purpose(signingWithOneOf: names), factor: .fingerprint, at: now)
    }

    @Test("Nobody who writes the database can give a passkey another site, account, counter or usage")
    func tampered() async throws {
        try await make(passkey())
        for change in [
            "passkey = replace(passkey, 'login.', 'evil.')", "passkey = replace(passkey, 'kari', 'else')",
            "counter = 1000", "kind = 'key', passkey = NULL", "kind = 'key'", "passkey = NULL",
        ] {
            let old = try sandbox.blobs("SELECT CAST(passkey AS BLOB) FROM item")[0]
            try sandbox.execute("UPDATE item SET \(change)")
            await #expect(throws: KeystoreError.tampered(.item), "\(change)") { try await signIn() }
            let text = String(decoding: old, as: UTF8.self)
            try sandbox.execute("UPDATE item SET passkey = '\(text)', counter = 1, kind = 'webauthn'")
            _ = try await keystore.item(item, of: alice)
        }
    }

    @Test("A passkey that replaced the one that was read does not sign for it")
    func replaced() async throws {
        try await make(passkey())
        let closed = try await keystore.itemToOpen(item, of: alice)
        try await make(passkey(id: 2), replace: true)
        await #expect(throws: KeystoreError.keyChanged(.otherKey)) { try await signIn(with: closed) }
    }

    @Test("A renewed passkey is the same one and derives the same secrets, and a new name changes nothing else")
    func renewal() async throws {
        let made = try await make(passkey(derivesSecrets: true))
        let derivation = SecretDerivation(
            salts: [[UInt8](repeating: 1, count: 32)], outputKey: [UInt8](repeating: 2, count: 32),
            hasRandomStart: false)
        let before = try await signIn(deriving: derivation)
        _ = try await keystore.renew(
            item, of: alice, credential: proof(.renew, item, by: .password),
            finger: proof(.renew, item, by: .fingerprint), now: now)
        try await keystore.setLabel(Label("Work"), of: item, of: alice)
        let signed = try await signIn(deriving: derivation)
        try expectSound(signed, by: made.item)
        #expect(signed.item.label == Label("Work"))
        #expect(signed.data.bytes[37...] == before.data.bytes[37...])
    }

    @Test(
        "A passkey from before the first PIN opens with the PIN once a finger and the PIN have renewed it",
        arguments: Access.Enrollment.allCases)
    func beforeThePIN(enrollment: Access.Enrollment) async throws {
        let made = try await make(passkey(), .p256, Access(factors: [.fingerprint], enrollment: enrollment))
        #expect(made.item.awaitsPIN)
        try await keystore.setPIN(secret("271828"), of: alice, authorizedBy: .first)
        guard let unlocked = try await keystore.unlock(pin: secret("271828"), of: alice) else { throw WrongPIN() }
        func renew(by factor: Factor) async throws(KeystoreError) -> Item {
            try await keystore.renew(
                item, of: alice, credential: proof(.renew, item, by: .pin), unlocked: unlocked,
                finger: proof(.renew, item, by: factor), now: now)
        }
        await #expect(throws: KeystoreError.proofRejected) { try await renew(by: .pin) }
        let renewed = try await renew(by: .fingerprint)
        #expect(renewed.access.factors == [.fingerprint, .pin] && renewed.openableBy == [.fingerprint, .pin])
        #expect(!renewed.awaitsPIN && renewed.passkey == made.passkey)
        try expectSound(try await signIn(), by: made.item)
        try await keystore.close()
        let reopened = try await sandbox.keystore()
        let closed = try await reopened.itemToOpen(item, of: alice)
        guard let again = try await reopened.unlock(pin: secret("271828"), of: alice) else { throw WrongPIN() }
        let signed = try await reopened.signIn(
            with: closed, among: [item], Self.clientDataHash, deriving: nil, proof: proof(.sign, item, by: .pin),
            key: reopened.key(of: closed, unlocked: again), now: now)
        try expectSound(signed, by: made.item)
    }

    @Test("Secrets are HMACs of the salts under the passkey's own secret, encrypted as their protocol has it")
    func derivation() async throws {
        try await make(passkey(derivesSecrets: true))
        let outputKey = [UInt8](repeating: 9, count: 32)
        func outputs(_ salts: [UInt8], hasRandomStart: Bool) async throws -> [UInt8] {
            let derivation = SecretDerivation(
                salts: salts.map { [UInt8](repeating: $0, count: 32) }, outputKey: outputKey,
                hasRandomStart: hasRandomStart)
            let data = try await signIn(deriving: derivation).data.bytes
            let count = salts.count * 32 + (hasRandomStart ? 16 : 0)
            #expect(data[32] == 0x85)
            #expect(
                data[37..<51].elementsEqual([0xA1, 0x6B] + "hmac-secret".utf8 + [0x58])
                    && data[51] == UInt8(count) && data.count == 52 + count)
            let encrypted = Array(data[52...])
            let (start, rest) =
                hasRandomStart
                ? (Array(encrypted.prefix(16)), Array(encrypted.dropFirst(16)))
                : ([UInt8](repeating: 0, count: 16), encrypted)
            return Array(
                try AES._CBC.decrypt(
                    rest, using: SymmetricKey(data: outputKey), iv: AES._CBC.IV(ivBytes: start), noPadding: true))
        }
        let one = try await outputs([1], hasRandomStart: false)
        let both = try await outputs([1, 2], hasRandomStart: true)
        #expect(one.count == 32 && both.prefix(32).elementsEqual(one) && !both.suffix(32).elementsEqual(one))
        #expect(try !sandbox.holds(Data(one)))
        try await make(passkey(id: 3, derivesSecrets: true), replace: true)
        #expect(try await outputs([1], hasRandomStart: false) != one)
        try await make(passkey(id: 4), replace: true)
        let derivation = SecretDerivation(
            salts: [[UInt8](repeating: 1, count: 32)], outputKey: outputKey, hasRandomStart: false)
        #expect(try await signIn(deriving: derivation).data.bytes.count == 37)
    }
}

@Suite("Relying parties") struct RelyingPartyTests {
    @Test(
        "A relying party is a domain in lower case, or has a scheme",
        arguments: ["example.com", "xn--bcher-kva.example", "localhost", "a_b.c-d.1", "ssh:", "ssh:Work", "pam://Host"])
    func accepted(text: String) { #expect(RelyingPartyID(text)?.rawValue == text) }

    @Test(
        "Other texts name no relying party",
        arguments: [
            "", "Example.com", "a..b", ".a", "a.", "a b", "exämple.com", ":x", "Ssh:", "a\u{202E}b", "a\n", "pam://a b",
            String(repeating: "a", count: 254),
        ])
    func refused(text: String) { #expect(RelyingPartyID(text) == nil) }
}
