public import GateModel
package import GateSecret

extension Item {
    /// The passkeys interface's `Passkey`; nil for another item.
    public var passkeyWire: WireObject? {
        guard let passkey else { return nil }
        return WireObject(present: [
            "credentialId": .string(Base64.encode(passkey.id)), "item": .string(name.rawValue),
            "rpId": .string(passkey.relyingParty.rawValue), "rpName": .text(passkey.relyingPartyName),
            "userId": .string(Base64.encode(passkey.userID)), "userName": .text(passkey.userName),
            "userDisplayName": .text(passkey.userDisplayName), "label": .text(label?.rawValue),
            "algorithm": .name(algorithm ?? .p256), "discoverable": .bool(passkey.isDiscoverable),
            "credProtect": .integer(Int64((passkey.protection ?? .optional).rawValue)),
            "hmacSecret": .bool(passkey.derivesSecrets), "enrollment": .name(access.enrollment),
            "state": state == .valid ? "valid" : "invalidated", "sealedBy": .name(sealedBy),
            "createdAt": .string(createdAt.rfc3339), "lastUsedAt": .text(lastUsedAt?.rfc3339),
            "publicKey": .text(publicKey.map(Base64.encode)),
        ])
    }
}

extension OutgoingCall.Payload {
    /// A sign-in's parameter `hmac`: one or two salts, and the key for what is derived from them, of 32 bytes each.
    package static func hmac(
        _ salts: [HeldSecret], outputKey: HeldSecret, protocolNumber: Int
    ) -> OutgoingCall.Payload {
        var writer = JSONWriter()
        writer.openWith(["protocol": .integer(Int64(protocolNumber))])
        writer.holes("salts", salts.count)
        writer.hole("outputKey")
        writer.close()
        let secrets = salts + [outputKey]
        let count = secrets.reduce(0) { $0 + SecretText.count(of: $1.bytes, as: .base64) }
        let json = unsafe writer.completed(secretCount: count) { hole, room in
            unsafe SecretText.write(secrets[hole].bytes, as: .base64, to: &room)
        }
        return OutgoingCall.Payload("hmac", as: .json, json)
    }
}

extension PasskeyAccount {
    /// The gate interface's `PasskeyAccount`.
    var wire: WireObject {
        WireObject(present: [
            "credentialId": .string(Base64.encode(id)), "userName": .text(userName),
            "userDisplayName": .text(userDisplayName), "chosen": .when(isChosen, true),
        ])
    }

    init?(wire: WireObject) {
        guard let id = wire.text("credentialId").flatMap(Base64.decode) else { return nil }
        self.init(
            id: id, userName: wire.text("userName"), userDisplayName: wire.text("userDisplayName"),
            isChosen: wire.bool("chosen") ?? false)
    }
}

// Readers of the parameters of the passkeys interface.
extension WireObject {
    public func relyingParty(_ key: String) throws(CallFault) -> RelyingPartyID {
        try required(RelyingPartyID.init, key, RelyingPartyID.rule)
    }

    /// Bytes in base64, of a number in `counts`.
    public func bytes(_ key: String, _ counts: ClosedRange<Int>) throws(CallFault) -> [UInt8] {
        let bytes = try bytes(key, atMost: counts.upperBound)
        guard counts.contains(bytes.count) else { throw Self.fault(key, "\(counts.lowerBound) bytes in base64") }
        return bytes
    }

    /// Ids of passkeys, at most 64; nil if absent. Those of other authenticators have any length.
    public func passkeyIDsIfPresent(_ key: String) throws(CallFault) -> [[UInt8]]? {
        self[key] == nil ? nil : try bytesList(key, count: ParameterChecker.arrayElements, atMost: 1023)
    }

    public func protectionIfPresent(_ key: String) throws(CallFault) -> Passkey.Protection? {
        try integerIfPresent(key, in: 1...3).flatMap { Passkey.Protection(rawValue: Int($0)) }
    }

    public func derivationIfPresent(_ key: String) throws(CallFault) -> SecretDerivation? {
        guard let value = self[key]?.objectValue else { return nil }
        do throws(CallFault) {
            let salts = try value.bytesList("salts", count: 2, atMost: 32)
            guard !salts.isEmpty, salts.allSatisfy({ $0.count == 32 }) else {
                throw Self.fault("salts", "one or two, each 32 bytes in base64")
            }
            return SecretDerivation(
                salts: salts, outputKey: try value.bytes("outputKey", 32...32),
                hasRandomStart: try value.integerIfPresent("protocol", in: 1...2) == 2)
        } catch .invalidParameter(let fault, let oneway) {
            throw .invalidParameter(fault.inside(key), oneway: oneway)
        }
    }
}
