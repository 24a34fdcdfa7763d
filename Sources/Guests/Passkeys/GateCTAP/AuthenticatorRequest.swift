/// A signature algorithm of passkeys; the raw value is the contract's name.
package enum PasskeyAlgorithm: String, Hashable, Sendable {
    case p256, ed25519

    /// The number in COSE.
    package var number: Int { self == .p256 ? -7 : -8 }

    init?(number: Int) {
        switch number {
        case -7: self = .p256
        case -8: self = .ed25519
        default: return nil
        }
    }
}

/// The command of a message (CTAP 2.1, section 6).
package enum AuthenticatorRequest: Hashable, Sendable {
    case makeCredential(CredentialCreation)
    case getAssertion(SignInRequest)
    case getInfo
    /// The device's public key, for encrypting salts.
    case keyAgreement
    /// How often the user may try.
    case userVerificationTries
    case token(TokenRequest)
    case manage(Management, TokenProof)
    /// The next entry of the list that was begun.
    case next(isSite: Bool)
    /// Asks which of several devices to use. With a status, a client asks that as it did before there was a command for
    /// it, and takes the status for a touch: libfido2, Chromium and Firefox.
    case touch(CTAPStatus?)

    /// Throws the status of the answer for a command that is none, or that this device refuses without the user.
    package init(_ message: [UInt8]) throws(CTAPStatus) {
        guard let command = message.first else { throw .invalidCommand }
        let content = Array(message.dropFirst())
        switch command {
        case 0x01: self = try Self.creation(Self.parameters(content))
        case 0x02: self = try Self.signIn(Self.parameters(content))
        case 0x04: self = .getInfo
        case 0x06: self = try Self.clientPIN(Self.parameters(content))
        // A reset comes within seconds of plugging a device in, which nobody did; a next account, never: one is chosen.
        case 0x07, 0x08: throw .notAllowed
        // The latter is the same of before the standard.
        case 0x0A, 0x41: self = try Management.parsed(Self.parameters(content))
        case 0x0B: self = .touch(nil)
        default: throw .invalidCommand
        }
    }

    private static func parameters(_ bytes: [UInt8]) throws(CTAPStatus) -> CBOR {
        guard let value = try? CBOR(decoding: bytes) else { throw .invalidCBOR }
        guard let map = value.mapValue else { throw .unexpectedType }
        return map
    }

    private static func creation(_ parameters: CBOR) throws(CTAPStatus) -> AuthenticatorRequest {
        let creation = try CredentialCreation(parameters)
        if creation.proof?.code == [] || creation.isDummy { return .touch(.pinNotSet) }
        guard parameters[10] == nil else { throw .invalidParameter }
        return .makeCredential(creation)
    }

    private static func signIn(_ parameters: CBOR) throws(CTAPStatus) -> AuthenticatorRequest {
        let request = try SignInRequest(parameters)
        return request.proof?.code == [] ? .touch(.pinNotSet) : .getAssertion(request)
    }

    private static func clientPIN(_ parameters: CBOR) throws(CTAPStatus) -> AuthenticatorRequest {
        switch try parameters.needed(2, \.integerValue) {
        case 2:
            _ = try parameters.protocolNumber(1)
            return .keyAgreement
        case 6: return .token(try TokenRequest(parameters))
        case 7: return .userVerificationTries
        default: throw .invalidSubcommand
        }
    }
}

/// A passkey that a site wants to be made.
package struct CredentialCreation: Hashable, Sendable {
    package let clientDataHash: [UInt8]
    package let rpId: String
    package let rpName: String?
    package let userId: [UInt8]
    package let userName: String?
    package let userDisplayName: String?
    /// The first of the site's that passkeys have.
    package let algorithm: PasskeyAlgorithm
    package let exclude: [[UInt8]]
    package let isDiscoverable: Bool
    /// 1 to 3.
    package let credProtect: Int?
    package let derivesSecrets: Bool
    package let proof: TokenProof?

    init(_ parameters: CBOR) throws(CTAPStatus) {
        clientDataHash = try parameters.clientDataHash(1)
        let rp = try parameters.needed(2, \.mapValue)
        rpId = try rp.needed("id", \.textValue)
        rpName = try rp.given("name", \.textValue)
        let user = try parameters.needed(3, \.mapValue)
        userId = try user.needed("id", \.bytesValue)
        guard 1...64 ~= userId.count else { throw .invalidParameter }
        userName = try user.given("name", \.textValue)
        userDisplayName = try user.given("displayName", \.textValue)
        var known: PasskeyAlgorithm?
        for wish in try parameters.needed(4, \.arrayValue) {
            let number = try wish.needed("alg", \.integerValue)
            guard try wish.needed("type", \.textValue) == CBOR.publicKey else { continue }
            known = known ?? PasskeyAlgorithm(number: number)
        }
        let options = try parameters.given(7, \.mapValue) ?? [:]
        isDiscoverable = try options.given("rk", \.boolValue) ?? false
        let isTouched = try options.given("up", \.boolValue) ?? true
        _ = try options.given("uv", \.boolValue)
        exclude = try parameters.credentialIds(5) ?? []
        let extensions = try parameters.given(6, \.mapValue) ?? [:]
        credProtect = try extensions.given("credProtect", \.integerValue)
        derivesSecrets = try extensions.given("hmac-secret", \.boolValue) ?? false
        proof = try parameters.proof(8, 9, of: clientDataHash)
        guard let known else { throw .unsupportedAlgorithm }
        guard isTouched, 1...3 ~= credProtect ?? 1 else { throw .invalidOption }
        algorithm = known
    }

    /// Whether a client asks for a touch alone by it: Chromium, Firefox, and libfido2, whose name of a site is also that
    /// of sites under development.
    var isDummy: Bool {
        switch rpId {
        case ".dummy", "make.me.blink": true
        case "localhost": userId == [1] && userName == "dummy"
        default: false
        }
    }
}

/// A sign-in at a site.
package struct SignInRequest: Hashable, Sendable {
    package let rpId: String
    package let clientDataHash: [UInt8]
    /// Nil: any discoverable one of the site.
    package let allow: [[UInt8]]?
    package let salts: SaltRequest?
    /// Only asks which passkeys are there. Such a request is never signed.
    package let isSilent: Bool
    package let proof: TokenProof?

    init(_ parameters: CBOR) throws(CTAPStatus) {
        rpId = try parameters.needed(1, \.textValue)
        clientDataHash = try parameters.clientDataHash(2)
        allow = try parameters.credentialIds(3)
        proof = try parameters.proof(6, 7, of: clientDataHash)
        let extensions = try parameters.given(4, \.mapValue) ?? [:]
        if let wanted = try extensions.given("hmac-secret", \.mapValue) {
            salts = try SaltRequest(wanted)
        } else {
            salts = nil
        }
        let options = try parameters.given(5, \.mapValue) ?? [:]
        isSilent = try options.given("up", \.boolValue) == false
        _ = try options.given("uv", \.boolValue)
        // A secret takes a touch.
        guard options["rk"] == nil, salts == nil || !isSilent else { throw .unsupportedOption }
    }
}

/// Salts from which a passkey derives secrets (the extension hmac-secret), encrypted.
package struct SaltRequest: Hashable, Sendable {
    package let key: ClientKey
    package let encrypted: [UInt8]
    package let authentication: [UInt8]
    /// 1 or 2.
    package let protocolNumber: Int

    init(_ parameters: CBOR) throws(CTAPStatus) {
        key = try ClientKey(try parameters.needed(1, \.mapValue))
        encrypted = try parameters.needed(2, \.bytesValue)
        authentication = try parameters.needed(3, \.bytesValue)
        protocolNumber = parameters[4] == nil ? 1 : try parameters.protocolNumber(4)
        // One salt or two; the second protocol has its IV in front.
        guard [32, 64].contains(encrypted.count - (protocolNumber == 2 ? 16 : 0)) else { throw .invalidParameter }
    }
}

extension CBOR {
    static let publicKey = "public-key"

    /// The daemon's limits.
    static let mostIds = 64
    private static let idLengths = 1...1023

    /// Nil without such a member.
    func given<Value>(_ key: CBOR, _ read: (CBOR) -> Value?) throws(CTAPStatus) -> Value? {
        guard let value = self[key] else { return nil }
        guard let known = read(value) else { throw .unexpectedType }
        return known
    }

    func needed<Value>(_ key: CBOR, _ read: (CBOR) -> Value?) throws(CTAPStatus) -> Value {
        guard let value = try given(key, read) else { throw .missingParameter }
        return value
    }

    fileprivate func clientDataHash(_ key: CBOR) throws(CTAPStatus) -> [UInt8] {
        let hash = try needed(key, \.bytesValue)
        guard hash.count == 32 else { throw .invalidParameter }
        return hash
    }

    /// The ids of a list of credentials; nil without one. Foreign kinds of credentials and of ids are left out, so that it
    /// may be empty.
    fileprivate func credentialIds(_ key: CBOR) throws(CTAPStatus) -> [[UInt8]]? {
        guard let list = try given(key, \.arrayValue), !list.isEmpty else { return nil }
        var ids: [[UInt8]] = []
        for credential in list {
            let id = try credential.needed("id", \.bytesValue)
            guard try credential.needed("type", \.textValue) == Self.publicKey else { continue }
            if Self.idLengths.contains(id.count) { ids.append(id) }
        }
        guard ids.count <= Self.mostIds else { throw .limitExceeded }
        return ids
    }
}
