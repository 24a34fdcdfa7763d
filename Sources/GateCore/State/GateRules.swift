package import GateModel
package import GatePolicy

/// The part of the `Configuration` that the Gatekeeper needs.
package struct GateRules: Sendable {
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
    /// The PAM services to which items for logins are opened.
    let loginServices: Set<String>
    /// Whether a login by finger waits for a typed credential.
    let passwordFirst: PasswordFirst
    /// Whether items for logins may be stored: a thief of the disk does not get them, or the administrator allows it.
    let isLoginSealed: Bool

    package init(
        policy: PolicyLimits, fingerprintEnabled: Bool, fingerprintInteractiveOnly: Bool, pinMinimumLength: Int,
        printsPerUser: Int, allowNamelessUsers: Bool, scanTimeout: Duration, waitingPerUser: Int, linePerUser: Int,
        builtInReaders: Set<ReaderID>?, ownsStorage: Bool, passwordHelper: String,
        loginServices: Set<String>, passwordFirst: PasswordFirst, isLoginSealed: Bool
    ) {
        self.policy = policy
        self.fingerprintEnabled = fingerprintEnabled
        self.fingerprintInteractiveOnly = fingerprintInteractiveOnly
        self.pinMinimumLength = pinMinimumLength
        self.printsPerUser = printsPerUser
        self.allowNamelessUsers = allowNamelessUsers
        self.scanTimeout = scanTimeout
        self.waitingPerUser = waitingPerUser
        self.linePerUser = linePerUser
        self.builtInReaders = builtInReaders
        self.ownsStorage = ownsStorage
        self.passwordHelper = passwordHelper
        self.loginServices = loginServices
        self.passwordFirst = passwordFirst
        self.isLoginSealed = isLoginSealed
    }
}
