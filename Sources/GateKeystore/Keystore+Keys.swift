internal import Crypto
public import GateModel
public import GatePolicy
public import GateSecret
public import GateVault

/// Signing keys: made and used here, never handed out.
///
/// If the root key is in a TPM, P-256 keys are made in the TPM. The item seals the blob that the TPM needs to use the
/// key, with an authorization derived from the item's data key: without a slot, the key cannot be used.
extension Keystore {
    public func createKey(
        _ algorithm: Item.Algorithm, as draft: ItemDraft, of user: User, passwordAvailable: Bool,
        proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> Item {
        guard proof.covers(Purpose(.createKey, item: draft.name), of: user.id, at: now) else { throw .proofRejected }
        let presented = proof.factor
        let dataKey = SymmetricKey(size: .bits256)
        if algorithm == .p256, let device {
            return try await createDeviceKey(
                in: device, as: draft, under: dataKey, of: user, passwordAvailable: passwordAvailable,
                presented: presented, now: now)
        }
        return try await writeItem(draft, of: user, since: try standing(behind: presented, of: user)) { account, db in
            let key = SigningKey(algorithm)
            return try put(
                key.privateKey, as: draft, key: key.publicKey(), under: dataKey, of: account,
                passwordAvailable: passwordAvailable, presented: presented, now: now, db)
        }
    }

    public func importKey(
        _ privateKey: borrowing SecretBytes, _ algorithm: Item.Algorithm, as draft: ItemDraft, of user: User,
        passwordAvailable: Bool, proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> Item {
        guard draft.usage == .ssh, proof.covers(Purpose(.createKey, item: draft.name), of: user.id, at: now),
            var imported = try? SigningKey(algorithm, privateKey: privateKey.duplicate()).publicKey()
        else { throw .proofRejected }
        imported.isImported = true
        let (key, presented) = (imported, proof.factor)
        let kept = privateKey.duplicate()
        return try await writeItem(draft, of: user, since: try standing(behind: presented, of: user)) { account, db in
            try put(
                kept, as: draft, key: key, under: SymmetricKey(size: .bits256), of: account,
                passwordAvailable: passwordAvailable, presented: presented, now: now, db)
        }
    }

    private func createDeviceKey(
        in device: any SealingDevice, as draft: ItemDraft, under dataKey: SymmetricKey, of user: User,
        passwordAvailable: Bool, presented: Factor?, now: Moment
    ) async throws(KeystoreError) -> Item {
        let before = try database.write(itemsOf: .only(user.id)) { db in try savedAccount(of: user, db) }
        let made = try await made(in: device, authorization: before.keys.deviceKeyAuthorization(from: dataKey))
        let publicKey = try PublicKey(p256: made.point)
        return try await writeItem(draft, of: user, since: before) { account, db in
            try put(
                made.key, as: draft, key: publicKey, under: dataKey, of: account,
                passwordAvailable: passwordAvailable, presented: presented, now: now, db)
        }
    }

    func made(
        in device: any SealingDevice, authorization: borrowing SecretBytes
    ) async throws(KeystoreError) -> DeviceKey {
        do throws(SealingFailure) {
            return try await device.makeKey(authorization: authorization)
        } catch {
            throw .sealing(error)
        }
    }

    public nonisolated func sign(
        _ challenge: borrowing SecretBytes, under terms: SigningTerms, with closed: any ClosedItem,
        proof: consuming PresenceProof, key: KeptKey?, now: Moment
    ) async throws(KeystoreError) -> [UInt8] {
        let item = try await opened(closed, for: .call(.sign), proof: proof, key: key, now: now)
        let refusal = terms.refusal(
            usage: try item.record.content().usage, publicKey: item.record.publicKey.map { [UInt8]($0) },
            destinations: try ServerLists.destinations(item.record.destinations))
        if let refusal { throw .keyChanged(refusal) }
        guard let algorithm = item.record.algorithm.flatMap(Item.Algorithm.init) else { throw .tampered(.item) }
        return try await signature(
            of: challenge, algorithm, by: item.content, isInDevice: item.record.isDeviceKey,
            authorization: item.account.keys.deviceKeyAuthorization(from: item.dataKey))
    }

    /// - Parameter key: the private key, or what the device needs to use it.
    nonisolated func signature(
        of challenge: borrowing SecretBytes, _ algorithm: Item.Algorithm, by key: borrowing SecretBytes,
        isInDevice: Bool, authorization: borrowing SecretBytes
    ) async throws(KeystoreError) -> [UInt8] {
        guard isInDevice else {
            do {
                return try SigningKey(algorithm, privateKey: key.duplicate()).signature(of: challenge)
            } catch {
                // The content authenticated, so this is not a damaged key but one that never was a key.
                throw .tampered(.item)
            }
        }
        guard let device else { throw .sealing(Self.keyElsewhere) }
        let digest = unsafe challenge.withBytes { unsafe [UInt8](SHA256.hash(data: $0)) }
        do throws(SealingFailure) {
            let signature = try await device.sign(digest: digest, with: key, authorization: authorization)
            return try P256.Signing.ECDSASignature.der(r: signature)
        } catch {
            throw .sealing(error)
        }
    }

    /// An item's content for another data key: a key in the TPM gets another authorization.
    func content(of item: borrowing OpenedItem, under dataKey: SymmetricKey) async throws(KeystoreError) -> SecretBytes
    {
        guard item.record.isDeviceKey else { return item.content.duplicate() }
        guard let device else { throw .sealing(Self.keyElsewhere) }
        let keys = item.account.keys
        do throws(SealingFailure) {
            let secret = item.derivationSecret
            let key = try await device.changeAuthorization(
                of: item.privateKey, from: keys.deviceKeyAuthorization(from: item.dataKey),
                to: keys.deviceKeyAuthorization(from: dataKey))
            return secret.followed(by: key)
        } catch {
            throw .sealing(error)
        }
    }

    private static let keyElsewhere = SealingFailure(.otherMachine, detail: "the key is in a TPM that is not used")
}

extension PublicKey {
    init(p256 point: [UInt8]) throws(KeystoreError) {
        do {
            let key = try P256.Signing.PublicKey(x963Representation: point)
            self.init(algorithm: .p256, subjectPublicKeyInfo: key.derRepresentation)
        } catch {
            throw .sealing(SealingFailure(.faulted, detail: "the TPM's public key is no point of P-256"))
        }
    }
}

extension P256.Signing.ECDSASignature {
    /// The DER form of the concatenated r and s.
    fileprivate static func der(r bytes: [UInt8]) throws(SealingFailure) -> [UInt8] {
        do {
            return [UInt8](try Self(rawRepresentation: bytes).derRepresentation)
        } catch {
            throw SealingFailure(.faulted, detail: "the TPM's signature has another length")
        }
    }
}
