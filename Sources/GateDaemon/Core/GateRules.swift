import GateModel
import GatePolicy

/// The part of the `Configuration` that the Gatekeeper needs.
struct GateRules: Sendable {
    let policy: PolicyLimits
    let fingerprintEnabled: Bool
    /// Whether only users in front of the machine are asked for a finger.
    let fingerprintInteractiveOnly: Bool
    let pinMinimumLength: Int
    let printsPerUser: Int
    /// Whether user numbers without an account may store anything.
    let allowNamelessUsers: Bool
    /// How long a reader is armed by default, and how long a call keeps it while another user's call waits.
    let scanTimeout: Duration
    let waitingPerUser: Int
    let linePerUser: Int
    let builtInReaders: Set<ReaderID>?
    let ownsStorage: Bool
    /// The path of the password helper, for the journal.
    let passwordHelper: String
}
