internal import Crypto
public import GateModel
public import GatePolicy
public import GateSecret

/// Signing keys: made here, used here, and handed to nobody.
extension Keystore {
    /// Makes a signing key and seals it as `store` seals a secret; throws as that.
    public func createKey(
        _ algorithm: Item.Algorithm, as draft: ItemDraft, of user: User, passwordAvailable: Bool,
        proof: consuming PresenceProof, now: Moment
    ) throws(KeystoreError) -> Item {
        guard proof.covers(Purpose(.createKey, item: draft.name), of: user.id, at: now) else { throw .proofRejected }
        let presented = proof.factor
        return try database.write { db in
            let key = SigningKey(algorithm)
            return try put(
                key.privateKey, as: draft, key: key.publicKey(), under: SymmetricKey(size: .bits256),
                of: savedAccount(of: user, db), passwordAvailable: passwordAvailable, presented: presented, now: now,
                db)
        }
    }

    /// Signs with the key that the slot of the proof's factor opens, a fingerprint or the password: ECDSA over SHA-256
    /// in DER for P-256, 64 bytes for Ed25519. Writes nothing.
    ///
    /// Throws `proofRejected`, also for a secret, `itemNotFound`, `itemInvalidated` and `slotMissing`.
    public func sign(
        _ challenge: borrowing SecretBytes, with name: ItemName, of user: User, proof: consuming PresenceProof,
        now: Moment
    ) throws(KeystoreError) -> [UInt8] {
        let item = try opened(name, of: user, for: Purpose(.sign, item: name), proof: proof, now: now)
        return try sign(challenge, with: item)
    }

    /// Signs with the key that its PIN slot opens; as the other one, and throws `proofRejected` where the PIN was
    /// changed since.
    public func sign(
        _ challenge: borrowing SecretBytes, with name: ItemName, of user: User, proof: consuming PresenceProof,
        unlocked pin: borrowing UnlockedPIN, now: Moment
    ) throws(KeystoreError) -> [UInt8] {
        let item = try opened(name, of: user, for: Purpose(.sign, item: name), proof: proof, unlocked: pin, now: now)
        return try sign(challenge, with: item)
    }

    private func sign(
        _ challenge: borrowing SecretBytes, with item: consuming OpenedItem
    ) throws(KeystoreError) -> [UInt8] {
        guard let algorithm = item.record.algorithm.flatMap(Item.Algorithm.init) else { throw .tampered(.item) }
        do {
            return try SigningKey(algorithm, privateKey: item.content).signature(of: challenge)
        } catch {
            // What opened authenticates: only a key that was never one comes here.
            throw .tampered(.item)
        }
    }
}
