public import GateModel

/// What the texts are about, as far as it is known; every part that is known makes them more exact.
public struct Situation: Hashable, Sendable {
    /// What the call is for.
    public var operation: Operation?
    /// The item that the call is about.
    public var item: ItemName?
    /// The finger that is being enrolled.
    public var finger: Finger?
    /// What people call the item.
    public var label: Label?
    /// What a call that is about no item is for, in the app's words.
    public var reason: Reason?
    /// Whether the user's fingers are gone from the reader, and not only removed.
    public var printsVanished: Bool
    /// Whether the user has fingers that were added through the system's own settings, and that nobody vouched for
    /// (`Print.vouched`).
    public var hasUnvouchedPrints: Bool
    /// Whether there is something to sign into afresh where the words are read: an app has its own sign-in. A terminal has
    /// none, and so has who changes what is kept here.
    public var hasSignIn: Bool
    /// Whether there is a password that can be checked: it opens a blocked PIN for new tries.
    public var hasPassword: Bool
    /// Whether the PIN takes no more tries.
    public var isPINBlocked: Bool
    /// Whether the caller's session is locked, and that is why no finger is asked for.
    public var isSessionLocked: Bool
    /// Whether the lid is closed, and that is why no finger is asked for.
    public var isLidClosed: Bool
    /// Whether everything of the user is to be erased, which an administrator can do as well.
    public var isReset: Bool
    /// How often the PIN or the password is asked for again (`credential.maximumAgeHours`).
    public var maximumCredentialAge: Duration

    public init(
        operation: Operation? = nil, item: ItemName? = nil, finger: Finger? = nil, label: Label? = nil,
        reason: Reason? = nil, printsVanished: Bool = false, hasUnvouchedPrints: Bool = false,
        hasSignIn: Bool = true, hasPassword: Bool = true, isPINBlocked: Bool = false, isSessionLocked: Bool = false,
        isLidClosed: Bool = false, isReset: Bool = false,
        maximumCredentialAge: Duration = .seconds(72 * 3600)
    ) {
        self.operation = operation
        self.item = item
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
        self.maximumCredentialAge = maximumCredentialAge
    }

    /// Whether the call makes or uses a signing key.
    var isAboutKey: Bool {
        switch operation {
        case .createKey, .sign: true
        case .authenticate, .enroll, .enable, .store, .retrieve, .renew, nil: false
        }
    }

    /// The item as people are shown it.
    var shownItem: String? { label?.rawValue ?? item?.rawValue }
}
