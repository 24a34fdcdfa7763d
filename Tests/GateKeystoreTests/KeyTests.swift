import Crypto
import FoundationEssentials
import GateKeystore
import GateModel
import GatePolicy
import GateSecret
import GateVault
import Testing

@Suite("Signing keys")
struct KeyTests {
    let sandbox: Sandbox
    let keystore: Keystore
    let key: ItemName

    init() async throws {
        sandbox = try Sandbox()
        keystore = try await sandbox.keystore()
        key = try name("key")
        try await keystore.add("a")
    }

    @Test("A key's signature is valid under its public key", arguments: Item.Algorithm.allCases)
    func signing(algorithm: Item.Algorithm) async throws {
        let item = try await keystore.make(algorithm, as: key)
        #expect(item.kind == .key && item.algorithm == algorithm && item.state == .valid)
        let signature = try await keystore.signature(of: "a challenge", with: key)
        #expect(try isValid(signature, of: "a challenge", by: item))
        #expect(try !isValid(signature, of: "another challenge", by: item))
        try await keystore.close()
        let reopened = try await sandbox.keystore()
        #expect(try await reopened.item(key, of: alice) == item)
        #expect(try isValid(await reopened.signature(of: "later", with: key), of: "later", by: item))
    }

    @Test("A key signs and is never retrieved, and a secret the other way round", arguments: Item.Algorithm.allCases)
    func kinds(algorithm: Item.Algorithm) async throws {
        let token = try name("token")
        try await keystore.put("secret", as: token)
        try await keystore.make(algorithm, as: key)
        await #expect(throws: KeystoreError.proofRejected) { try await keystore.get(key, by: .fingerprint) }
        await #expect(throws: KeystoreError.proofRejected) { try await keystore.signature(of: "x", with: token) }
        await #expect(throws: KeystoreError.proofRejected) {
            _ = try await keystore.sign(
                secret("x"), under: .general, with: keystore.itemToOpen(key, of: alice),
                proof: proof(.retrieve, key, by: .fingerprint),
                now: now)
        }
    }

    @Test("A key for ssh signs for ssh alone, also after a restart and a renewal")
    func usage() async throws {
        let item = try await keystore.make(.ed25519, as: key, Access(factors: [.fingerprint, .password]), for: .ssh)
        #expect(item.kind == .key && item.usage == .ssh)
        try await keystore.add("b")
        _ = try await keystore.renew(
            key, of: alice, credential: proof(.renew, key, by: .password), finger: proof(.renew, key, by: .fingerprint),
            now: now)
        try await keystore.close()
        let reopened = try await sandbox.keystore()
        #expect(try await reopened.item(key, of: alice).usage == .ssh)
        let signature = try await reopened.signature(of: "x", with: key, for: .ssh)
        #expect(try isValid(signature, of: "x", by: item))
        await #expect(throws: KeystoreError.keyChanged(.otherUsage)) {
            try await reopened.signature(of: "x", with: key)
        }
        await #expect(throws: KeystoreError.proofRejected) { try await reopened.get(key, by: .fingerprint) }
    }

    @Test("A key that was made elsewhere is for ssh, and signs without a TPM", arguments: [false, true])
    func imported(withTPM: Bool) async throws {
        let sandbox = try Sandbox()
        // This TPM makes no keys, and signs with none.
        let keystore = try await sandbox.keystore(device: withTPM ? CountingDevice() : nil)
        try await keystore.add("a")
        let made = P256.Signing.PrivateKey()
        let raw = [UInt8](made.rawRepresentation)
        let access = Access(factors: [.fingerprint, .password])
        let item = try await keystore.importKey(
            unsafe SecretBytes(count: raw.count) { unsafe $0.copyBytes(from: raw) }, .p256,
            as: ItemDraft(name: key, access: access, usage: .ssh), of: alice, passwordAvailable: true,
            proof: proof(.createKey, key, by: .fingerprint), now: now)
        #expect(item.publicKey == [UInt8](made.publicKey.derRepresentation) && item.usage == .ssh)
        try await keystore.add("b")
        #expect(
            try await keystore.renew(
                key, of: alice, credential: proof(.renew, key, by: .password),
                finger: proof(.renew, key, by: .fingerprint), now: now) == item)
        #expect(try isValid(await keystore.signature(of: "x", with: key, for: .ssh), of: "x", by: item))
        await #expect(throws: KeystoreError.keyChanged(.otherUsage)) {
            try await keystore.signature(of: "x", with: key)
        }
        #expect(try !sandbox.holds(Data(raw)))
        await #expect(throws: KeystoreError.proofRejected) {
            _ = try await keystore.importKey(
                unsafe SecretBytes(count: 32) { _ in }, .p256,
                as: ItemDraft(name: key, access: access, replace: true, usage: .ssh), of: alice,
                passwordAvailable: true, proof: proof(.createKey, key, by: .fingerprint), now: now)
        }
    }

    @Test("A key for ssh keeps its destinations and the servers that it signed in to, and other items have none")
    func servers() async throws {
        try await keystore.make(.ed25519, as: key, for: .ssh)
        try await keystore.put("secret", as: name("token"))
        let destinations = [
            try #require(SSHDestination(name: "[a.example]:22", key: [1, 2], user: "git")),
            try #require(SSHDestination(name: "b", key: [3], isAuthority: true)),
        ]
        #expect(try await keystore.setDestinations(destinations, of: key, of: alice).destinations == destinations)
        await #expect(throws: KeystoreError.itemNotFound(try name("token"))) {
            try await keystore.setDestinations(destinations, of: name("token"), of: alice)
        }
        let servers = (0..<20).map {
            SignatureSubject.Server(fingerprint: "\($0)", claimedName: $0 == 1 ? nil : "name")
        }
        // A login without a name leaves the name of an earlier one.
        for server in servers + [servers[3], SignatureSubject.Server(fingerprint: "3", claimedName: nil)] {
            let use = ItemUse(at: now.wall, servers: [server])
            try await keystore.note(AnswerNotes(uses: [key: use]), of: alice)
        }
        try await keystore.close()
        let reopened = try await sandbox.keystore()
        let item = try await reopened.item(key, of: alice)
        #expect(item.destinations == destinations)
        #expect(item.servers.first?.claimedName == "name")
        #expect(item.servers.map(\.fingerprint) == ["3"] + (5..<20).reversed().map { "\($0)" })
        #expect(try await reopened.setDestinations([], of: key, of: alice).destinations.isEmpty)
        #expect(try await reopened.item(key, of: alice).servers == item.servers)
    }

    private func sign(with closed: any ClosedItem, under terms: SigningTerms) async throws(KeystoreError) {
        _ = try await keystore.sign(
            secret("x"), under: terms, with: closed, proof: proof(.sign, key, by: .fingerprint), now: now)
    }

    @Test("A key that was pinned since it was read refuses the login that was verified before, and signs a message")
    func pinnedSince() async throws {
        try await keystore.make(.ed25519, as: key, for: .ssh)
        let closed = try await keystore.itemToOpen(key, of: alice)
        let destination = try #require(SSHDestination(name: "a", key: [1]))
        _ = try await keystore.setDestinations([destination], of: key, of: alice)
        await #expect(throws: KeystoreError.keyChanged(.otherServer)) {
            try await sign(with: closed, under: closed.item.terms)
        }
        try await sign(with: closed, under: .ssh(publicKey: closed.item.publicKey, destinations: nil))
    }

    @Test("A key for ssh that replaced the one that was read does not sign for it")
    func replaced() async throws {
        try await keystore.make(.ed25519, as: key)
        let general = try await keystore.itemToOpen(key, of: alice)
        try await keystore.make(.ed25519, as: key, replace: true, for: .ssh)
        await #expect(throws: KeystoreError.keyChanged(.otherUsage)) { try await sign(with: general, under: .general) }
        let first = try await keystore.itemToOpen(key, of: alice)
        try await keystore.make(.ed25519, as: key, replace: true, for: .ssh)
        await #expect(throws: KeystoreError.keyChanged(.otherKey)) {
            try await sign(with: first, under: first.item.terms)
        }
    }

    @Test(
        "Nobody who writes the database can give a key another usage",
        arguments: ["key", "secret", "ssh ", "ssh-imported"])
    func otherUsage(kind: String) async throws {
        try await keystore.make(.ed25519, as: key, for: .ssh)
        try sandbox.execute("UPDATE item SET kind = '\(kind)'")
        await #expect(throws: KeystoreError.tampered(.item)) { try await keystore.signature(of: "x", with: key) }
        await #expect(throws: KeystoreError.tampered(.item)) {
            try await keystore.signature(of: "x", with: key, for: .ssh)
        }
    }

    @Test("The end of an epoch ends a key that only the finger opens", arguments: Item.Algorithm.allCases)
    func epoch(algorithm: Item.Algorithm) async throws {
        try await keystore.make(algorithm, as: key)
        try await keystore.add("b")
        await #expect(throws: KeystoreError.itemInvalidated(key, by: .enrollmentChanged)) {
            try await keystore.signature(of: "x", with: key)
        }
        #expect(try await keystore.item(key, of: alice).publicKey != nil)
    }

    @Test("A renewed key is the same key, sealed again", arguments: Item.Algorithm.allCases)
    func renewal(algorithm: Item.Algorithm) async throws {
        let item = try await keystore.make(algorithm, as: key, Access(factors: [.fingerprint, .password]))
        let before = try sandbox.blobs("SELECT ciphertext FROM content") + sandbox.blobs("SELECT wrappedKey FROM slot")
        try await keystore.add("b")
        await #expect(throws: KeystoreError.slotMissing(.fingerprint)) {
            try await keystore.signature(of: "x", with: key)
        }
        let renewed = try await keystore.renew(
            key, of: alice, credential: proof(.renew, key, by: .password), finger: proof(.renew, key, by: .fingerprint),
            now: now)
        #expect(renewed == item)
        #expect(try isValid(await keystore.signature(of: "x", with: key), of: "x", by: item))
        for blob in before { #expect(try !sandbox.holds(blob)) }
    }
}

extension CredentialStore {
    @discardableResult
    func make(
        _ algorithm: Item.Algorithm, as item: ItemName, _ access: Access = Access(), replace: Bool = false,
        for usage: Item.Usage = .general
    ) async throws -> Item {
        try await createKey(
            algorithm, as: ItemDraft(name: item, access: access, replace: replace, usage: usage), of: alice,
            passwordAvailable: true,
            proof: proof(.createKey, item, by: access.factors[0]), now: now)
    }

    func signature(
        of challenge: String, with item: ItemName, by factor: Factor = .fingerprint, for usage: Item.Usage = .general
    ) async throws -> [UInt8] {
        let closed = try await itemToOpen(item, of: alice)
        return try await sign(
            secret(challenge), under: usage == .ssh ? closed.item.terms : .general, with: closed,
            proof: proof(.sign, item, by: factor), now: now)
    }
}

extension Item {
    /// The terms of a login with the key as it is now.
    fileprivate var terms: SigningTerms { .ssh(publicKey: publicKey, destinations: destinations) }
}

/// Whether the item's public key verifies the signature.
func isValid(_ signature: [UInt8], of challenge: String, by item: Item) throws -> Bool {
    let publicKey = try #require(item.publicKey)
    switch try #require(item.algorithm) {
    case .p256:
        return try P256.Signing.PublicKey(derRepresentation: publicKey).isValidSignature(
            P256.Signing.ECDSASignature(derRepresentation: signature), for: Data(challenge.utf8))
    case .ed25519:
        return try Curve25519.Signing.PublicKey(rawRepresentation: publicKey.suffix(32))
            .isValidSignature(signature, for: Data(challenge.utf8))
    }
}
