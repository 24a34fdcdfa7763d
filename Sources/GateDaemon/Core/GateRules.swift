import GateModel
import GatePolicy

/// What the administrator decided of what the Gatekeeper decides by: a part of `Configuration`.
struct GateRules: Sendable {
    let policy: PolicyLimits
    let fingerprintEnabled: Bool
    /// Whether a finger is asked for only of whoever is in front of the machine.
    let fingerprintInteractiveOnly: Bool
    let pinMinimumLength: Int
    let printsPerUser: Int
    /// Whether numbers without an account may keep anything.
    let allowNamelessUsers: Bool
    /// How long a call keeps the reader that another user's call waits for.
    let scanTimeout: Duration
    let waitingPerUser: Int
    let linePerUser: Int
    let builtInReaders: Set<ReaderID>?
    let ownsStorage: Bool
    /// Where the password helper listens, for the journal.
    let passwordHelper: String
}
