internal import Crypto
internal import CryptoExtras
internal import FoundationEssentials
public import GateModel
public import GatePolicy
internal import GateSecret
public import GateVault

/// Passkeys: signing keys that sign nothing but the data that is made here, with a counter that is written before.
extension Keystore {
    public func createPasskey(
        _ algorithm: Item.Algorithm, as draft: ItemDraft, attesting clientDataHash: [UInt8], of user: User,
        passwordAvailable: Bool, proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> SignedPasskey {
        let presented = proof.factor
        guard let passkey = draft.passkey, proof.covers(Purpose(.createKey, item: draft.name), of: user.id, at: now),
            let before = try standing(behind: presented, of: user)
        else { throw .proofRejected }
        let dataKey = SymmetricKey(size: .bits256)
        let key = try await freshKey(algorithm, authorization: before.keys.deviceKeyAuthorization(from: dataKey))
        let publicKey = key.publicKey
        guard
            let data = AuthenticatorData(
                making: passkey, algorithm, publicKey: [UInt8](publicKey.subjectPublicKeyInfo),
                hash: Self.hash(of: passkey.relyingParty), counter: 1)
        else { throw .proofRejected }
        let signature = try await signature(
            of: Self.challenge(data, clientDataHash), algorithm, by: key.privateKey, isInDevice: key.isInDevice,
            authorization: before.keys.deviceKeyAuthorization(from: dataKey))
        let content = OpenedItem.freshDerivationSecret().followed(by: key.privateKey)
        let item = try await writeItem(draft, of: user, since: before) { account, db in
            try put(
                content, as: draft, key: publicKey, under: dataKey, of: account, passwordAvailable: passwordAvailable,
                presented: presented, now: now, db)
        }
        return SignedPasskey(item: item, passkey: passkey, data: data, signature: signature)
    }

    private func freshKey(
        _ algorithm: Item.Algorithm, authorization: borrowing SecretBytes
    ) async throws(KeystoreError) -> FreshKey {
        guard algorithm == .p256, let device else {
            let key = SigningKey(algorithm)
            do {
                return FreshKey(
                    publicKey: try key.publicKey(), privateKey: key.privateKey.duplicate(), isInDevice: false)
            } catch {
                throw .proofRejected
            }
        }
        let made = try await made(in: device, authorization: authorization)
        return FreshKey(publicKey: try PublicKey(p256: made.point), privateKey: made.key.duplicate(), isInDevice: true)
    }

    public nonisolated func signIn(
        with closed: any ClosedItem, among names: [ItemName], _ clientDataHash: [UInt8],
        deriving derivation: SecretDerivation?,
        proof: consuming PresenceProof, key: KeptKey?, now: Moment
    ) async throws(KeystoreError) -> SignedPasskey {
        let asked = try SealedItem.own(closed)
        let item = try await opened(
            closed, for: .call(.sign), names.count > 1 ? Purpose(signingWithOneOf: names) : nil, proof: proof, key: key,
            now: now)
        let record = item.record
        guard let passkey = try PasskeyText.passkey(record.passkey),
            let algorithm = record.algorithm.flatMap(Item.Algorithm.init)
        else { throw .proofRejected }
        guard names.contains(asked.item.name) else { throw .proofRejected }
        guard record.id == asked.record.id else { throw .keyChanged(.otherKey) }
        let counter = try await raisedCounter(of: record, asked.user, now)
        let secrets: [UInt8]? =
            if let derivation, passkey.derivesSecrets { try Self.secrets(derivation, from: item.derivationSecret) } else
            { nil }
        let data = AuthenticatorData(
            signingInTo: Self.hash(of: passkey.relyingParty), counter: counter, secrets: secrets)
        let signature = try await signature(
            of: Self.challenge(data, clientDataHash), algorithm, by: item.privateKey, isInDevice: record.isDeviceKey,
            authorization: item.account.keys.deviceKeyAuthorization(from: item.dataKey))
        return SignedPasskey(item: asked.item, passkey: passkey, data: data, signature: signature)
    }

    /// The next number, which is on disk: at least the passkey's age in seconds, so that a database that was restored from
    /// an old copy does not go back.
    private func raisedCounter(of item: ItemRecord, _ user: User, _ now: Moment) throws(KeystoreError) -> UInt32 {
        let name = try item.itemName()
        // Nothing that opens items changes.
        return try database.write(itemsOf: .nobody) { db in
            guard let account = try account(of: user, db) else { throw KeystoreError.itemNotFound(name) }
            var present = try account.openableRecord(of: name, db)
            guard present.id == item.id else { throw KeystoreError.keyChanged(.otherKey) }
            let age = (now.wall.millisecondsSinceEpoch - present.createdAt) / 1000
            let counter = UInt32(clamping: max((present.counter ?? 0) + 1, age))
            present.counter = Int64(counter)
            try account.sign(&present)
            try present.update(db)
            return counter
        }
    }

    public func setLabel(_ label: Label?, of name: ItemName, of user: User) async throws(KeystoreError) {
        try database.write(itemsOf: .only(user.id)) { db in
            guard let account = try account(of: user, db) else { throw KeystoreError.itemNotFound(name) }
            var record = try account.record(of: name, db)
            record.label = label?.rawValue
            try account.sign(&record)
            try record.update(db)
        }
    }

    private static func hash(of party: RelyingPartyID) -> [UInt8] {
        [UInt8](SHA256.hash(data: Array(party.rawValue.utf8)))
    }

    private static func challenge(_ data: AuthenticatorData, _ clientDataHash: [UInt8]) -> SecretBytes {
        let bytes = data.bytes + clientDataHash
        return unsafe SecretBytes(count: bytes.count) { unsafe $0.copyBytes(from: bytes) }
    }

    /// The secrets of the salts, encrypted under the key that the client and the caller agreed on (CTAP, "hmac-secret").
    private static func secrets(
        _ derivation: SecretDerivation, from secret: borrowing SecretBytes
    ) throws(KeystoreError) -> [UInt8] {
        let key = unsafe secret.withBytes { unsafe SymmetricKey(data: $0) }
        let outputs = unsafe SecretBytes(count: derivation.salts.count * SHA256.byteCount) { bytes in
            for (place, salt) in derivation.salts.enumerated() {
                let code = HMAC<SHA256>.authenticationCode(for: salt, using: key)
                let target = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[(place * SHA256.byteCount)...])
                unsafe code.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
            }
        }
        let start = derivation.hasRandomStart ? [UInt8](randomBytes(16)) : [UInt8](repeating: 0, count: 16)
        do {
            let iv = try AES._CBC.IV(ivBytes: start)
            let encrypted = try unsafe outputs.withBytes { bytes in
                try unsafe AES._CBC.encrypt(
                    bytes, using: SymmetricKey(data: derivation.outputKey), iv: iv, noPadding: true)
            }
            return (derivation.hasRandomStart ? start : []) + encrypted
        } catch {
            throw .proofRejected
        }
    }
}

/// A key that is not sealed yet.
private struct FreshKey: ~Copyable {
    let publicKey: PublicKey
    /// The private key, or what the device needs to use it.
    let privateKey: SecretBytes
    let isInDevice: Bool
}

extension OpenedItem {
    private static let derivationBytes = 32

    static func freshDerivationSecret() -> SecretBytes {
        let fresh = SymmetricKey(size: .init(bitCount: derivationBytes * 8))
        return unsafe SecretBytes(count: derivationBytes) { target in
            unsafe fresh.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
        }
    }

    private var secretBytes: Int { record.passkey == nil ? 0 : min(Self.derivationBytes, content.count) }

    /// The secret that derives others; empty for a key that is no passkey.
    var derivationSecret: SecretBytes { content.part(0..<secretBytes) }

    /// The private key, or what the device needs to use it.
    var privateKey: SecretBytes { content.part(secretBytes..<content.count) }
}

extension SecretBytes {
    borrowing func part(_ range: Range<Int>) -> SecretBytes {
        unsafe withBytes { bytes in
            unsafe SecretBytes(count: range.count) {
                unsafe $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
            }
        }
    }

    borrowing func followed(by other: borrowing SecretBytes) -> SecretBytes {
        let first = count
        return unsafe withBytes { start in
            unsafe other.withBytes { end in
                unsafe SecretBytes(count: start.count + end.count) { bytes in
                    unsafe bytes.copyMemory(from: start)
                    unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[first...]).copyMemory(from: end)
                }
            }
        }
    }
}
