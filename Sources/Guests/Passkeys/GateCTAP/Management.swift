/// A subcommand that manages passkeys (CTAP 2.1, section 6.8).
package enum Management: Hashable, Sendable {
    /// How many passkeys there are, and how many more may be.
    case count
    /// Lists the passkeys of a site; nil: the sites.
    case list(rpIdHash: [UInt8]?)
    case delete([UInt8])

    static func parsed(_ parameters: CBOR) throws(CTAPStatus) -> AuthenticatorRequest {
        let number = try parameters.needed(1, \.integerValue)
        let given = try parameters.given(2, \.mapValue)
        let command: Management
        switch number {
        case 1: command = .count
        case 2: command = .list(rpIdHash: nil)
        // The rest of a list takes no proof.
        case 3, 5: return .next(isSite: number == 3)
        case 4: command = .list(rpIdHash: try (given ?? [:]).needed(1, \.bytesValue))
        case 6: command = .delete(try (given ?? [:]).needed(2, \.mapValue).needed("id", \.bytesValue))
        // The names of an account are its site's, and a passkey's content is bound to them.
        default: throw .invalidSubcommand
        }
        let message = [UInt8(number)] + (given?.encoded ?? [])
        guard let proof = try parameters.proof(4, 3, of: message) else { throw .tokenRequired }
        return .manage(command, proof)
    }
}

/// A passkey, as it is listed.
package struct ListedPasskey: Sendable {
    package let credentialId: [UInt8]
    package let rpIdHash: [UInt8]
    package let isDiscoverable: Bool
    fileprivate let site: [CBOR.Pair]
    fileprivate let account: [CBOR.Pair]

    /// - Parameter publicKey: a DER SubjectPublicKeyInfo, whose last bytes are the coordinates.
    package init(
        credentialId: [UInt8], rpId: String, rpIdHash: [UInt8], rpName: String?, userId: [UInt8], userName: String?,
        userDisplayName: String?, algorithm: PasskeyAlgorithm, publicKey: [UInt8], credProtect: Int,
        isDiscoverable: Bool
    ) {
        (self.credentialId, self.rpIdHash, self.isDiscoverable) = (credentialId, rpIdHash, isDiscoverable)
        func entity(_ id: CBOR, _ name: String?, _ displayName: String?) -> CBOR {
            CBOR(present: [
                "id": id, "name": name.map { .text($0) }, "displayName": displayName.map { .text($0) },
            ])
        }
        site = [CBOR.Pair(3, entity(.text(rpId), rpName, nil)), CBOR.Pair(4, .bytes(rpIdHash))]
        let (x, y) = (Array(publicKey.suffix(64).prefix(32)), Array(publicKey.suffix(32)))
        let key: CBOR =
            switch algorithm {
            case .p256: [1: 2, 3: CBOR(algorithm.number), -1: 1, -2: .bytes(x), -3: .bytes(y)]
            case .ed25519: [1: 1, 3: CBOR(algorithm.number), -1: 6, -2: .bytes(y)]
            }
        account = [
            CBOR.Pair(6, entity(.bytes(userId), userName, userDisplayName)),
            CBOR.Pair(7, ["id": .bytes(credentialId), "type": .text(CBOR.publicKey)]), CBOR.Pair(8, key),
            CBOR.Pair(10, CBOR(credProtect)),
        ]
    }
}

/// A list of sites, or of a site's passkeys, of which a client reads entry after entry.
package struct PasskeyList: Sendable {
    private let isOfSites: Bool
    private var rest: ArraySlice<[CBOR.Pair]>

    /// - Parameter rpIdHash: the site's; nil: a list of sites.
    package init(of passkeys: [ListedPasskey], rpIdHash: [UInt8]?) {
        isOfSites = rpIdHash == nil
        var seen: Set<[UInt8]> = []
        let entries = passkeys.compactMap { passkey in
            guard let rpIdHash else { return seen.insert(passkey.rpIdHash).inserted ? passkey.site : nil }
            return passkey.rpIdHash == rpIdHash ? passkey.account : nil
        }
        rest = entries[...]
        // The first one also has the number of them.
        if !entries.isEmpty { rest[0].append(CBOR.Pair(isOfSites ? 5 : 9, CBOR(entries.count))) }
    }

    /// Nil at the end, and if the list is of the other kind.
    package mutating func next(isSite: Bool) -> CBOR? {
        guard isSite == isOfSites else { return nil }
        return rest.popFirst().map { .map($0) }
    }
}
