/// Why a login does not get the user's item; the raw value is the contract's name,
/// and the journal's. The login learns none of them.
public enum LoginRefusal: String, Error, CaseIterable, Sendable {
    /// The PAM service is not among `login.services`.
    case noLoginService
    /// No vouched finger was matched for a login of the user, or the touch is already spent.
    case noTouch
    /// The touch was for another process.
    case otherProcess
    case touchTooOld
    case fingersChanged
    case fingerprintDisabled
    /// Fingerprints are turned off for everybody.
    case administrator
    case suspending
    case lockedOut
    /// Too long since the PIN or the password was given, or neither has been given since the machine started.
    case credentialAge, boot
    /// The account's password is another one than when the item was stored.
    case passwordChanged
    /// The account has no password any more, or a locked one.
    case passwordLocked
    /// The password helper does not answer.
    case passwordUnknown
    /// The item was destroyed, or cannot be opened.
    case itemClosed
}

/// The result for a user's item for logins at a login.
public struct LoginResult: Hashable, Sendable {
    public let at: Moment
    /// Nil if the login received the item.
    public let refusal: LoginRefusal?

    public init(at: Moment, refusal: LoginRefusal?) {
        self.at = at
        self.refusal = refusal
    }
}
