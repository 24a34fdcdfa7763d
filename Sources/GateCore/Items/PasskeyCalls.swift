package import GateModel
import GateVault

/// A passkey to make, with the parameters of the call.
package struct PasskeyCreation: Sendable {
    package let passkey: Passkey
    package let algorithm: Item.Algorithm
    package let clientDataHash: [UInt8]
    /// The ids of passkeys that the relying party knows of the account already.
    package let excluded: [[UInt8]]
    package let enrollment: Access.Enrollment

    package init(
        _ passkey: Passkey, _ algorithm: Item.Algorithm, clientDataHash: [UInt8], excluding excluded: [[UInt8]],
        _ enrollment: Access.Enrollment
    ) {
        self.passkey = passkey
        self.algorithm = algorithm
        self.clientDataHash = clientDataHash
        self.excluded = excluded
        self.enrollment = enrollment
    }
}

/// A sign-in with a passkey, with the parameters of the call.
package struct SignIn: Sendable {
    package let relyingParty: RelyingPartyID
    package let clientDataHash: [UInt8]
    /// The ids to choose among; nil: those that are found without an id.
    package let allowed: [[UInt8]]?
    package let derivation: SecretDerivation?

    package init(
        to relyingParty: RelyingPartyID, clientDataHash: [UInt8], allowing allowed: [[UInt8]]?,
        deriving derivation: SecretDerivation?
    ) {
        self.relyingParty = relyingParty
        self.clientDataHash = clientDataHash
        self.allowed = allowed
        self.derivation = derivation
    }

    /// The passkeys that fit, the best first: in the order of the ids, otherwise the newest first.
    func fitting(_ items: [Item]) -> [Item] {
        let items = items.filter { $0.passkey?.relyingParty == relyingParty }
        guard let allowed else {
            return items.filter { $0.passkey?.isDiscoverable == true }.sorted { $1.createdAt < $0.createdAt }
        }
        return allowed.compactMap { id in items.first { $0.passkey?.id == id } }
    }

    /// The most accounts that a request offers.
    private static let accountLimit = 16

    /// The user may choose among these: the ones that a finger opens, so that one touch suffices, or else all valid ones.
    func offered(_ fitting: [Item]) -> [Item] {
        let valid = fitting.filter { $0.state == .valid }
        let byFinger = valid.filter { $0.openableBy.contains(.fingerprint) }
        return Array((byFinger.isEmpty ? valid : byFinger).prefix(Self.accountLimit))
    }
}

/// A passkey that signed, and the authentication that allowed it.
package struct PasskeyAnswer: Sendable {
    package let passkey: Passkey
    /// A SubjectPublicKeyInfo in DER.
    package let publicKey: [UInt8]?
    package let data: AuthenticatorData
    package let signature: [UInt8]
    package let authentication: Authentication
    /// How many accounts the user could choose among.
    package let accounts: Int

    init(_ signed: SignedPasskey, _ authentication: Authentication, accounts: Int = 1) {
        passkey = signed.passkey
        publicKey = signed.item.publicKey
        data = signed.data
        signature = signed.signature
        self.authentication = authentication
        self.accounts = accounts
    }
}

/// Why a call about passkeys has no result, beside the errors that every call may have.
package enum PasskeyRefusal: Error, Hashable, Sendable {
    /// One of those to exclude exists; the user was asked.
    case excluded
    /// None fits; the user was not asked.
    case noneFits
    /// The user cancelled several requests of the relying party; nobody is asked before this time has passed.
    case tooManyCancelled(retryAfter: Duration)
}
