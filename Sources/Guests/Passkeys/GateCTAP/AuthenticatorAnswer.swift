/// The answer to a command.
package enum AuthenticatorAnswer: Hashable, Sendable {
    case refused(CTAPStatus)
    /// A success that has nothing to say.
    case done
    case info(AuthenticatorInfo)
    /// A new passkey, attested by itself.
    case created(authData: [UInt8], signature: [UInt8], PasskeyAlgorithm)
    case signedIn(SignIn)
    /// The device's public key: its coordinates.
    case keyAgreement(x: [UInt8], y: [UInt8])
    case userVerificationTries(Int)
    /// A token, encrypted for the client.
    case token([UInt8])
    /// How many passkeys there are, and how many more may be.
    case count(Int, more: Int)
    case listed(CBOR)

    /// The status, and behind it the values.
    package var message: [UInt8] {
        switch self {
        case .refused(let status): [status.rawValue]
        case .done: [0]
        case .info(let info): Self.success(info.map)
        case .created(let authData, let signature, let algorithm):
            Self.success([
                1: "packed", 2: .bytes(authData), 3: ["alg": CBOR(algorithm.number), "sig": .bytes(signature)],
            ])
        case .signedIn(let signIn): Self.success(signIn.map)
        case .keyAgreement(let x, let y):
            Self.success([1: [1: 2, 3: -25, -1: 1, -2: .bytes(x), -3: .bytes(y)]])
        case .userVerificationTries(let count): Self.success([5: CBOR(count)])
        case .token(let encrypted): Self.success([2: .bytes(encrypted)])
        case .count(let present, let more): Self.success([1: CBOR(present), 2: CBOR(more)])
        case .listed(let entry): Self.success(entry)
        }
    }

    private static func success(_ map: CBOR) -> [UInt8] { [0] + map.encoded }
}

/// The facts about the device, which clients decide by.
package struct AuthenticatorInfo: Hashable, Sendable {
    /// 16 bytes.
    package var aaguid: [UInt8]
    /// Whether a finger or a PIN can verify the user.
    package var verifiesUser: Bool

    package init(aaguid: [UInt8], verifiesUser: Bool) { (self.aaguid, self.verifiesUser) = (aaguid, verifiesUser) }

    fileprivate var map: CBOR {
        [
            1: ["FIDO_2_0", "FIDO_2_1"], 2: .array(Self.extensions.map { .text($0) }), 3: .bytes(aaguid),
            // No PIN is typed into a browser: the user is verified by the desktop's prompt.
            4: [
                "rk": true, "up": true, "uv": .bool(verifiesUser), "plat": false, "credMgmt": true,
                "pinUvAuthToken": true,
            ],
            5: CBOR(HIDTransport.longest), 6: [2, 1], 7: CBOR(CBOR.mostIds), 8: 32, 9: ["usb"],
            10: .array(
                [PasskeyAlgorithm.p256, .ed25519].map { ["alg": CBOR($0.number), "type": .text(CBOR.publicKey)] }),
        ]
    }

    static let extensions = ["credProtect", "hmac-secret"]
}

/// A signature of a passkey, and the account that it is for.
package struct SignIn: Hashable, Sendable {
    package let credentialId: [UInt8]
    package let authData: [UInt8]
    package let signature: [UInt8]
    /// Nil if the daemon gives none.
    package let userId: [UInt8]?
    package let userName: String?
    package let userDisplayName: String?
    /// Whether the user chose one of several accounts.
    package let isChosen: Bool

    package init(
        credentialId: [UInt8], authData: [UInt8], signature: [UInt8], userId: [UInt8]? = nil, userName: String? = nil,
        userDisplayName: String? = nil, isChosen: Bool = false
    ) {
        (self.credentialId, self.authData, self.signature) = (credentialId, authData, signature)
        (self.userId, self.userName, self.userDisplayName) = (userId, userName, userDisplayName)
        self.isChosen = isChosen
    }

    /// Says that a passkey is there, without a touch: no flag is set, and the signature is one that no key makes.
    package static func silent(_ credentialId: [UInt8], rpIdHash: [UInt8]) -> SignIn {
        // ECDSA's numbers r and s are 1.
        SignIn(
            credentialId: credentialId, authData: rpIdHash + [UInt8](repeating: 0, count: 5),
            signature: [0x30, 6, 2, 1, 1, 2, 1, 1])
    }

    fileprivate var map: CBOR {
        // An account's names, where there is one account, stay here: nobody has to choose by them.
        let user = userId.map { id in
            CBOR(present: [
                "id": .bytes(id), "name": isChosen ? userName.map { .text($0) } : nil,
                "displayName": isChosen ? userDisplayName.map { .text($0) } : nil,
            ])
        }
        return CBOR(present: [
            1: ["id": .bytes(credentialId), "type": .text(CBOR.publicKey)], 2: .bytes(authData), 3: .bytes(signature),
            4: user, 6: isChosen ? true : nil,
        ])
    }
}
