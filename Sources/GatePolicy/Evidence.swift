public import GateModel

// The evidence that the policy grants on. Code that can create one of these can obtain a grant, so each is spent once,
// and LayeringTests lists the files that may create it.

/// A reader's judgement of one finger, in the scan that runs.
public struct Judgement: ~Copyable, Sendable {
    public let outcome: ScanOutcome

    /// Created on the loop, once the reader has reported it.
    @_spi(Evidence) public init(_ outcome: ScanOutcome) {
        self.outcome = outcome
    }
}

/// A credential of the user was compared, and was right.
public struct RightCredential: ~Copyable, Sendable {
    public let credential: CredentialKind
    public let user: UserID

    /// Created on the loop, once the keystore or the password helper has confirmed it.
    @_spi(Evidence) public init(_ credential: CredentialKind, of user: UserID) {
        self.credential = credential
        self.user = user
    }
}

/// An earlier authentication may count again; created only by `AuthenticationLedger`.
public struct Reuse: ~Copyable, Sendable {
    public let authentication: Authentication

    init(_ authentication: Authentication) {
        self.authentication = authentication
    }
}
