public import GateModel

/// The facts that select a more exact text. Each may be left at its default if it is unknown.
public struct Situation: Hashable, Sendable {
    /// The purpose of the call.
    public var operation: Operation?
    /// The item that the call opens, stores or signs with.
    public var item: ItemName?
    /// The number of items that the call opens together; 0 for a call about one item or none.
    public var itemCount: Int
    /// The finger that is being enrolled.
    public var finger: Finger?
    /// The item's name for people.
    public var label: Label?
    /// The reason of a call without an item, in the app's words.
    public var reason: Reason?
    /// Whether the user's prints vanished from the reader, rather than having been removed by the user.
    public var printsVanished: Bool
    /// Whether the user has fingers that the system's own settings added and that are not yet vouched for
    /// (`Print.vouched`).
    public var hasUnvouchedPrints: Bool
    /// Whether the text may tell the reader to sign in again. True in an app with its own sign-in; false at a terminal
    /// and in the settings.
    public var hasSignIn: Bool
    /// Whether a password can be checked: the password allows new tries of a blocked PIN.
    public var hasPassword: Bool
    /// Whether the PIN accepts no more tries.
    public var isPINBlocked: Bool
    /// Whether no finger is asked for because the caller's session is locked.
    public var isSessionLocked: Bool
    /// Whether no finger is asked for because the lid is closed.
    public var isLidClosed: Bool
    /// Whether the call erases everything of the user, which an administrator can also do.
    public var isReset: Bool
    /// Whether the call stores the password that opens the keyring at a login.
    public var isForLogin: Bool
    /// Whether the call makes or uses a passkey.
    public var isForPasskey: Bool
    /// Whether the caller is root, who is sent to no administrator.
    public var isAdministrator: Bool
    /// How often the PIN or the password is asked for again (`credential.maximumAgeHours`).
    public var maximumCredentialAge: Duration

    public init(
        operation: Operation? = nil, item: ItemName? = nil, itemCount: Int = 0, finger: Finger? = nil,
        label: Label? = nil,
        reason: Reason? = nil, printsVanished: Bool = false, hasUnvouchedPrints: Bool = false,
        hasSignIn: Bool = true, hasPassword: Bool = true, isPINBlocked: Bool = false, isSessionLocked: Bool = false,
        isLidClosed: Bool = false, isReset: Bool = false, isForLogin: Bool = false,
        isForPasskey: Bool = false, isAdministrator: Bool = false,
        maximumCredentialAge: Duration = .seconds(72 * 3600)
    ) {
        self.operation = operation
        self.item = item
        self.itemCount = itemCount
        self.finger = finger
        self.label = label
        self.reason = reason
        self.printsVanished = printsVanished
        self.hasUnvouchedPrints = hasUnvouchedPrints
        self.hasSignIn = hasSignIn
        self.hasPassword = hasPassword
        self.isPINBlocked = isPINBlocked
        self.isSessionLocked = isSessionLocked
        self.isLidClosed = isLidClosed
        self.isReset = isReset
        self.isForLogin = isForLogin
        self.isForPasskey = isForPasskey
        self.isAdministrator = isAdministrator
        self.maximumCredentialAge = maximumCredentialAge
    }

    /// Whether the call creates or uses a signing key.
    var isAboutKey: Bool {
        switch operation {
        case .createKey, .sign: true
        case .authenticate, .enroll, .enable, .store, .retrieve, .renew, nil: false
        }
    }

    /// The item's name for people: its label, otherwise its name.
    var shownItem: String? { label?.rawValue ?? item?.rawValue }
}
