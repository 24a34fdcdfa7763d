public import GateModel

// What the policy grants upon. Whoever can make one of these can make it say yes, so that none of them is a value that
// comes by itself: each can be spent once, and the files that may make one are listed in LayeringTests.

/// What a reader said of one finger, for the scan that runs.
public struct Judgement: ~Copyable, Sendable {
    public let outcome: ScanOutcome

    /// On the loop, once the reader has said it.
    @_spi(Evidence) public init(_ outcome: ScanOutcome) {
        self.outcome = outcome
    }
}

/// That a credential of a user's was compared, and was right.
public struct RightCredential: ~Copyable, Sendable {
    public let credential: Credential
    public let user: UserID

    /// On the loop, once the keystore or the password helper has said it.
    @_spi(Evidence) public init(_ credential: Credential, of user: UserID) {
        self.credential = credential
        self.user = user
    }
}

/// That an authentication may count once more; from `AuthenticationLedger` alone.
public struct Reuse: ~Copyable, Sendable {
    public let authentication: Authentication

    init(_ authentication: Authentication) {
        self.authentication = authentication
    }
}
