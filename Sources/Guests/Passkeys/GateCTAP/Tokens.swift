/// The commands that a token is for; the raw values are CTAP's bits.
package struct TokenPermissions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package static let make = TokenPermissions(rawValue: 1)
    package static let signIn = TokenPermissions(rawValue: 2)
    package static let manage = TokenPermissions(rawValue: 4)
}

/// A client's public key for agreeing on keys: its coordinates, of 32 bytes each.
package struct ClientKey: Hashable, Sendable {
    package let x: [UInt8]
    package let y: [UInt8]

    init(_ key: CBOR) throws(CTAPStatus) {
        (x, y) = (try key.needed(-2, \.bytesValue), try key.needed(-3, \.bytesValue))
        let kind = (try key.needed(1, \.integerValue), try key.needed(-1, \.integerValue))
        guard kind == (2, 1), x.count == 32, y.count == 32 else { throw .invalidParameter }
    }
}

/// A wish for a token of the user's verification by this device (CTAP 2.1, section 6.5.5.7.3).
package struct TokenRequest: Hashable, Sendable {
    package let key: ClientKey
    /// 1 or 2.
    package let protocolNumber: Int
    package let permissions: TokenPermissions
    /// Given if the token makes passkeys or signs in.
    package let rpId: String?

    init(_ parameters: CBOR) throws(CTAPStatus) {
        protocolNumber = try parameters.protocolNumber(1)
        key = try ClientKey(try parameters.needed(3, \.mapValue))
        let wanted = try parameters.needed(9, \.integerValue)
        rpId = try parameters.given(10, \.textValue)
        guard wanted > 0 else { throw .invalidParameter }
        permissions = TokenPermissions(rawValue: UInt64(wanted))
        // Nothing here stores large blobs, enrolls or is configured.
        guard permissions.isSubset(of: [.make, .signIn, .manage]) else { throw .unauthorizedPermission }
        guard rpId != nil || permissions == .manage else { throw .missingParameter }
    }
}

/// The client's proof, in a command, that it has a token.
package struct TokenProof: Hashable, Sendable {
    /// The code over `message` under the token.
    package let code: [UInt8]
    package let message: [UInt8]
    /// 1 or 2.
    package let protocolNumber: Int
}

/// The extent and the end of a token (CTAP 2.1, section 6.5.2.1); it is also bound to the channel of its client.
package struct TokenScope: Sendable {
    /// The longest time without a use.
    static let idleLimit: Duration = .seconds(30)
    static let limit: Duration = .seconds(600)

    package let protocolNumber: Int
    private let permissions: TokenPermissions
    private let rpIdHash: [UInt8]?
    private let channel: UInt32
    private let start: Duration
    private var lastUse: Duration

    /// - Parameter start: the time since any fixed moment.
    package init(_ request: TokenRequest, rpIdHash: [UInt8]?, on channel: UInt32, at start: Duration) {
        (protocolNumber, permissions) = (request.protocolNumber, request.permissions)
        (self.rpIdHash, self.channel, self.start, lastUse) = (rpIdHash, channel, start, start)
    }

    /// Whether the token is for this now.
    package func allows(_ permission: TokenPermissions, on channel: UInt32, at now: Duration) -> Bool {
        permissions.contains(permission) && channel == self.channel && now - start < Self.limit
            && now - lastUse < Self.idleLimit
    }

    /// Uses the token for a site; nil: for all. To manage passkeys, a token without a site is for each.
    package mutating func use(
        _ permission: TokenPermissions, for rpIdHash: [UInt8]?, on channel: UInt32, at now: Duration
    ) throws(CTAPStatus) {
        let isForSite = rpIdHash == self.rpIdHash || (permission == .manage && self.rpIdHash == nil)
        guard isForSite, allows(permission, on: channel, at: now) else { throw .pinAuthInvalid }
        lastUse = now
    }
}

extension CBOR {
    /// Of the two protocols for tokens and salts.
    func protocolNumber(_ key: CBOR) throws(CTAPStatus) -> Int {
        let number = try needed(key, \.integerValue)
        guard 1...2 ~= number else { throw .invalidParameter }
        return number
    }

    /// Nil without one. An empty code is a wish for a touch, by no protocol.
    func proof(_ key: CBOR, _ protocolKey: CBOR, of message: [UInt8]) throws(CTAPStatus) -> TokenProof? {
        guard let code = try given(key, \.bytesValue) else { return nil }
        let number = code.isEmpty ? 1 : try protocolNumber(protocolKey)
        return TokenProof(code: code, message: message, protocolNumber: number)
    }
}
