// The settings' window in English.

internal import GateGuidance
internal import GateModel

/// English.
struct EnglishSettings: SettingsWords {
    var language: Language { .en }

    var title: String { "Fingerprint and PIN" }
    var connecting: String { "Looking at your settings. One moment." }
    var gone: String { "The fingerprint service does not answer" }
    var goneNext: String { "It is tried again by itself. If that does not help, restart the computer." }
    var works: String { "Fingerprint works" }
    var worksNext: String { "Touch the reader when an app asks." }
    var unlock: String { "Unlock with fingerprint" }
    var unlockOn: String { "A finger opens what apps have stored for you." }
    var unlockOff: String { "No finger opens anything until it is turned on." }
    var unlockNeedsFinger: String { "Add a finger first." }
    var setUp: String { "Set up fingerprint" }
    var setUpMore: String { "Choose a PIN, add a finger, try it. Each step can be skipped." }
    var setUpShort: String { "Set up" }
    var fingers: String { "Fingers" }
    var fingersMore: String { "Any one of them opens what a finger opens." }
    var noFingers: String { "No fingers added yet" }
    var fprintdFingers: String {
        "Fingers that were added in the system's settings before are not here yet. An administrator takes them over: sudo biogate import-fprintd"
    }
    var addAFinger: String { "Add a finger" }
    func addedAt(_ time: String) -> String { "Added \(time)" }
    var onlyLogin: String { "Unlocks login only. It opens nothing here until you confirm it." }
    var confirmFirst: String { "Confirm a finger first." }
    var confirm: String { "Confirm" }
    func confirmNamed(_ fingers: String) -> String { "Confirm \(fingers)" }
    var pin: String { "PIN" }
    var pinIsSet: String { "The PIN is set" }
    var pinIsNotSet: String { "No PIN set yet" }
    var pinMore: String { "It is the way in when a fingerprint does not work." }
    var setPIN: String { "Set a PIN" }
    var changePIN: String { "Change the PIN" }
    var items: String { "Stored items" }
    var itemsMore: String { "What apps keep here for you. What is in it is never shown." }
    var noItems: String { "Nothing is stored" }
    func opensWith(_ factors: String) -> String { "Opens with \(factors)" }
    func nothingOpens(_ cause: Item.Invalidation) -> String { "Nothing opens it any more: \(self.cause(cause))" }
    func waitsForRenewal(_ cause: Item.Invalidation?) -> String {
        "A finger opens it after you renew it: \(cause.map(self.cause) ?? "no finger has opened it yet")"
    }
    func storedBy(_ program: String) -> String { "Stored by \(program)" }
    func lastUsed(_ time: String) -> String { "Last used \(time)" }
    var neverUsed: String { "Not used yet" }
    var renew: String { "Renew" }
    var renewAll: String { "Renew all" }
    func renewNamed(_ item: String) -> String { "Renew \(item)" }
    func renameNamed(_ name: String) -> String { "Rename \(name)" }
    func renameQuestion(_ name: String) -> String { "Name for \(name)" }
    var save: String { "Save" }
    func renamed(_ name: String) -> String { "Now called \(name)." }
    func touched(_ finger: String) -> String { "It is your \(finger)." }
    var remove: String { "Remove" }
    func removeNamed(_ name: String) -> String { "Remove \(name)" }
    var apps: String { "Sign-in to apps" }
    var appsMore: String { "Apps that asked whether you want to sign in with a finger. What is stored stays." }
    var readers: String { "Readers" }
    var noReaders: String { "No fingerprint reader" }
    var more: String { "More" }
    var tryOut: String { "Try it" }
    var tryOutMore: String { "See whether your finger is recognised." }
    var privacy: String { "What is kept of you" }
    var privacyMore: String { "Where it is, and how it is erased." }
    var kept: [String] {
        [
            "The service keeps, sealed under a key of this computer: numbers that describe your fingers and no pictures of them, what apps have stored for you, and a PIN only as a key that it opens.",
            "It keeps how often scans did not match. Some readers keep fingers in their own chip.",
            "It is kept until you erase it: remove fingers, items and the PIN here, or erase everything at once.",
            "The system's journal keeps who asked for what, and whether it was granted; never a secret, never which finger.",
            "Nothing is sent anywhere.",
        ]
    }
    var show: String { "Show" }
    var revokeAll: String { "End all access" }
    var revokeAllMore: String { "Destroys everything that apps have stored for you." }
    var erase: String { "Erase everything" }
    var eraseMore: String { "Your fingers, your PIN and all that is stored. Needs your password." }
    var unlockNow: String { "Unlock" }

    var goOn: String { "Continue" }
    var done: String { "Done" }
    var back: String { "Back" }
    var turnOnQuestion: String { "Turn on unlocking with fingerprint?" }
    var disclosure: [String] {
        [
            "What is kept of a finger are numbers, not a picture, sealed on this computer. Some readers keep them in their own chip.",
            "They never leave this computer, and nothing is sent anywhere.",
            "You can remove a finger, or turn this off, at any time.",
        ]
    }
    var turnOnTouch: String { "Next, touch the reader with a finger that is added." }
    var turnOff: String { "Turn off" }
    var turnOffQuestion: String { "Turn off unlocking with fingerprint?" }
    var turnOffMeans: String { "No finger opens anything then. Your fingers stay added." }
    var nothingLost: String { "Nothing that is stored is lost." }
    var isOn: String { "Fingerprint is on." }
    var isOff: String { "Fingerprint is off." }
    var whichFinger: String { "Which finger?" }
    var whichReader: String { "Which reader?" }
    var leftHand: String { "Left hand" }
    var rightHand: String { "Right hand" }
    func taken(_ finger: String) -> String { "\(finger) (added)" }
    var fingerLabel: String { "What you call it (may be left empty)" }
    func addFinger(_ finger: String) -> String { "Add \(finger)" }
    var fingerNeedsCredential: String { "Confirm it with your PIN or password." }
    func vouchQuestion(_ fingers: String) -> String { "Let \(fingers) open items, too?" }
    var vouchMeans: String {
        "It was added in the system's settings. From now on it opens whatever a finger opens: go on only if it is your own finger."
    }
    func touches(_ done: Int, of all: Int) -> String { "\(done) of \(all) touches" }
    func removeQuestion(_ name: String) -> String { "Remove \(name)?" }
    var removeFingerMeans: String { "It opens nothing then, until you add it again." }
    var yourPIN: String { "Your PIN" }
    var yourPassword: String { "Your password" }
    var usePIN: String { "Use PIN" }
    var usePassword: String { "Use password" }
    var pinUntilNow: String { "Current PIN" }
    var newPIN: String { "New PIN" }
    var repeatPIN: String { "The same PIN again" }
    var cancelling: String { "Cancelling. One moment." }
    var unanswered: String { "Cancelled without an answer" }
    var unansweredNext: String {
        "The service has not said whether it was done before. See here how it is now."
    }
    var removePINQuestion: String { "Remove the PIN?" }
    func renewMeans(_ item: String) -> String {
        "Your PIN or password opens \(item) once; then touch the reader, and a finger opens it again."
    }
    var removeItemMeans: String { "What is in it is destroyed for good." }
    var revokeAllQuestion: String { "End all access?" }
    var revokeAllMeans: String { "Apps have to sign you in anew. Your fingers and your PIN stay." }
    var eraseQuestion: String { "Erase everything?" }
    var eraseMeans: String { "Nothing of yours is kept here then, and apps have to sign you in anew." }
    var erased: String { "Everything is erased." }
    var unlockMeans: String { "Give it once, then your fingerprint works again." }
    var unlocked: String { "Your fingerprint works again." }
    var tryReason: String { "Try it out" }
    func itWorks(_ factor: String) -> String { "Your \(factor) works." }
    var setUpPIN: String { "Set a PIN?" }
    var setUpPINMeans: String { "It is the way in when a fingerprint does not work." }
    var setUpTry: String { "Try it?" }
    var setUpDone: String { "All is set up. Touch the reader when an app asks." }
    var setUpLater: String { "You find this again under More." }

    private func cause(_ cause: Item.Invalidation) -> String {
        switch cause {
        case .enrollmentChanged: "your fingers changed"
        case .fingerprintDisabled: "fingerprint was turned off"
        case .pinRemoved: "the PIN was removed"
        case .pinReset: "the PIN was reset"
        case .revoked: "access was ended"
        }
    }
}
