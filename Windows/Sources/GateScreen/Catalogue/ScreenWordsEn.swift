// swift-format-ignore-file
// Made by Languages/generate.py from Languages/biogate.pot: change that file.

internal import GateGuidance

struct ScreenWordsEn: ScreenWords {
    var language: Language { .en }
    var title: String { "Fingerprint and PIN" }
    var connecting: String { "Loading your settings. One moment." }
    var gone: String { "The fingerprint service does not answer" }
    var goneNext: String { "The window keeps trying. If that does not help, restart the computer." }
    var works: String { "Fingerprint works" }
    var worksNext: String { "Touch the reader when an app asks." }
    var unlock: String { "Unlock with fingerprint" }
    var unlockOn: String { "Your fingerprint opens what apps have stored for you." }
    var unlockOff: String { "Your fingerprint opens nothing until you turn this on." }
    var unlockNeedsFinger: String { "Add a finger first." }
    var keyring: String { "Open my keyring when I log in" }
    var keyringIsOn: String { "Logging in with your fingerprint also unlocks your keyring." }
    var keyringIsOff: String { "After a fingerprint login, your keyring still asks for your password." }
    var keyringDestroyed: String { "The stored password was deleted when your fingers changed. Turn it on again." }
    var keyringNeedsPassword: String { "Your account has no password that can be checked." }
    var keyringItem: String { "Your account’s password" }
    var keyringItemOpens: String { "Only your login opens it, with a finger, for your keyring" }
    var keyringQuestion: String { "Open your keyring when you log in?" }
    var keyringStores: String { "Your account’s password is stored on this computer, sealed. Only your login opens it, with one of your current fingers." }
    var keyringStays: String { "The keyring itself is not changed, and opens with the typed password as before." }
    var keyringEnds: String { "The stored password is deleted when your fingers change, or when you turn this off." }
    var keyringTurnedOff: String { "The stored password is deleted. Your keyring opens with the typed one, as before." }
    var setUp: String { "Set up fingerprint" }
    var setUpMore: String { "Choose a PIN, add a finger, try it. Each step can be skipped." }
    var setUpShort: String { "Set up" }
    var fingers: String { "Fingers" }
    var fingersMore: String { "You can use any of these fingers." }
    var noFingers: String { "No fingers added yet" }
    var fprintdFingers: String { "Fingers that were added in the system’s settings before are not here yet. An administrator can import them: sudo biogate import-fprintd" }
    var addAFinger: String { "Add a finger" }
    func addedAt(_ time: String) -> String { "Added \(time)" }
    var onlyLogin: String { "Unlocks login only. It opens nothing here until you confirm it." }
    var confirmFirst: String { "Confirm a finger first." }
    var confirm: String { "Confirm" }
    func confirmNamed(_ fingers: String) -> String { "Confirm \(fingers)" }
    var pin: String { "PIN" }
    var pinIsSet: String { "The PIN is set" }
    var pinIsNotSet: String { "No PIN set yet" }
    var pinMore: String { "Use it when your fingerprint doesn’t work." }
    var setPIN: String { "Set a PIN" }
    var changePIN: String { "Change the PIN" }
    var items: String { "Stored items" }
    var itemsMore: String { "Secrets that apps store here for you. Their content is never shown." }
    var noItems: String { "Nothing is stored" }
    func opensWith(_ factors: String) -> String { "Opens with \(factors)" }
    var sshKey: String { "Key for ssh and git" }
    func signsInOnlyTo(_ servers: String) -> String { "Signs in only to \(servers)" }
    func signedInTo(_ servers: String) -> String { "Signed in to \(servers)" }
    func nothingOpens(_ cause: String) -> String { "Nothing opens it any more: \(cause)" }
    func waitsForRenewal(_ cause: String) -> String { "Renew it to use your fingerprint: \(cause)" }
    var neverOpened: String { "no finger has opened it yet" }
    func storedBy(_ program: String) -> String { "Stored by \(program)" }
    func updatedBy(_ program: String) -> String { "New content by \(program)" }
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
    var privacy: String { "What is stored about you" }
    var privacyMore: String { "Where it is stored, and how you erase it." }
    var keptNumbers: String { "The service keeps, sealed under a key of this computer: numbers that describe your fingers and no pictures of them, what apps have stored for you, and a PIN only as a key that it opens." }
    var keptMisses: String { "It keeps how often scans did not match. Some readers keep fingers in their own chip." }
    var keptUntil: String { "It is kept until you erase it: remove fingers, items and the PIN here, or erase everything at once." }
    var keptJournal: String { "The system’s journal keeps who asked for what, and whether it was granted; never a secret, never which finger." }
    var keptNowhere: String { "Nothing is sent anywhere." }
    var show: String { "Show" }
    var revokeAll: String { "End all access" }
    var revokeAllMore: String { "Permanently deletes everything that apps have stored for you." }
    var erase: String { "Erase everything" }
    var eraseMore: String { "Your fingers, your PIN and all that is stored. Needs your password." }
    var unlockNow: String { "Unlock" }
    var goOn: String { "Continue" }
    var done: String { "Done" }
    var turnOnQuestion: String { "Turn on unlocking with fingerprint?" }
    var disclosedNumbers: String { "A finger is stored as numbers, not as a picture, sealed on this computer. Some readers keep them in their own chip." }
    var disclosedNowhere: String { "They never leave this computer, and nothing is sent anywhere." }
    var disclosedChoice: String { "You can remove a finger, or turn this off, at any time." }
    var turnOnTouch: String { "Next, touch the reader with one of your fingers." }
    var turnOff: String { "Turn off" }
    var turnOffQuestion: String { "Turn off unlocking with fingerprint?" }
    var turnOffMeans: String { "Your fingerprint won’t open anything. Your fingers stay saved." }
    var nothingLost: String { "Nothing stored will be lost." }
    var isOn: String { "Fingerprint is on." }
    var isOff: String { "Fingerprint is off." }
    var whichFinger: String { "Which finger?" }
    var whichReader: String { "Which reader?" }
    var leftHand: String { "Left hand" }
    var rightHand: String { "Right hand" }
    func taken(_ finger: String) -> String { "\(finger) (added)" }
    var fingerLabel: String { "Name for this finger (optional)" }
    func addFinger(_ finger: String) -> String { "Add \(finger)" }
    var showsYou: String { "This shows that it’s you, and not somebody at your unlocked computer." }
    func vouchQuestion(_ fingers: String) -> String { "Let \(fingers) open items, too?" }
    var vouchMeans: String { "It was added in the system’s settings. From now on it opens everything that a finger opens: continue only if it is your own finger." }
    func touches(done: Int, all: Int) -> String { "\(done) of \(all) touches" }
    func removeQuestion(_ name: String) -> String { "Remove \(name)?" }
    var removeFingerMeans: String { "You can’t use this finger until you add it again." }
    var pinUntilNow: String { "Current PIN" }
    var newPIN: String { "New PIN" }
    var repeatPIN: String { "Confirm PIN" }
    var cancelling: String { "Cancelling. One moment." }
    var unanswered: String { "Cancelled without an answer" }
    var unansweredNext: String { "The change may have been made before that. This window shows the current settings." }
    var removePINQuestion: String { "Remove the PIN?" }
    func renewMeans(_ item: String) -> String { "Your PIN or password opens \(item) once; then touch the reader, and a finger opens it again." }
    var removeItemMeans: String { "Its content is permanently deleted." }
    var revokeAllQuestion: String { "End all access?" }
    var revokeAllMeans: String { "You’ll have to sign in to apps again. Your fingers and your PIN stay." }
    var eraseQuestion: String { "Erase everything?" }
    var eraseMeans: String { "Then nothing about you is stored here, and apps have to sign you in again." }
    var erased: String { "Everything is erased." }
    var unlockMeans: String { "Enter it once, then your fingerprint works again." }
    var unlocked: String { "Your fingerprint works again." }
    var tryReason: String { "Try it out" }
    func itWorks(_ factor: String) -> String { "Your \(factor) works." }
    var setUpPINMeans: String { "Use it when your fingerprint doesn’t work." }
    var setUpDone: String { "Everything is set up" }
    var setUpStopped: String { "Some steps are left" }
    var setUpLater: String { "You can find this again under More." }
    func step(number: Int, all: Int) -> String { "Step \(number) of \(all)" }
    var renewFirst: String { "Stored items need to be renewed" }
    var renewFirstMeans: String { "Until you renew them, they open only with your PIN or password." }
    var renewAgain: String { "Your fingers have changed. Touch the reader once more, so that fingers open your stored items again." }
    var menu: String { "Main menu" }
    var help: String { "Help" }
    var shortcuts: String { "Keyboard shortcuts" }
    var about: String { "About Fingerprint and PIN" }
    var aboutMore: String { "Your fingers, your PIN, and what apps store for you" }
    var closeWindow: String { "Close the window" }
    var leaveQuestion: String { "Cancel without changes" }
    var helpTouch: String { "When an app asks, touch the reader. If that does not work, use your PIN or password." }
    var helpRenew: String { "After your fingers change, stored items open only with your PIN or password until you renew them." }
    var helpLocked: String { "After several scans without a match, fingerprint is locked until you enter your PIN or password." }
    var helpDoctor: String { "If something does not work, enter this in a terminal:" }
    var causeFingersChanged: String { "your fingers changed" }
    var causeTurnedOff: String { "fingerprint was turned off" }
    var causePINRemoved: String { "the PIN was removed" }
    var causePINReset: String { "the PIN was reset" }
    var causeRevoked: String { "access was ended" }
    var preparing: String { "Getting the reader ready. One moment." }
    var orTypePIN: String { "Or type your PIN" }
    var orTypePassword: String { "Or type your password" }
    var typePIN: String { "Type your PIN" }
    var typePassword: String { "Type your password" }
    var checking: String { "Checking. One moment." }
    func othersWait(_ count: Int) -> String { count != 1 ? "\(count) other requests wait." : "\(count) other request waits." }
    var verbConfirm: String { "Confirm" }
    var verbApprove: String { "Approve" }
    var verbPay: String { "Pay" }
    var verbSignIn: String { "Sign in" }
    var verbAdd: String { "Add" }
    var verbStore: String { "Store" }
    var verbOpen: String { "Open" }
    var verbMake: String { "Make" }
    var verbSign: String { "Sign" }
    var requestOver: String { "The request is over." }
    var close: String { "Close" }
    func tryAgainIn(_ count: Int) -> String { count != 1 ? "You can try again in \(count) seconds." : "You can try again in \(count) second." }
    func timeLeft(_ count: Int) -> String { count != 1 ? "\(count) seconds left." : "\(count) second left." }
    var moreTime: String { "More time" }
    var chooseAccount: String { "Choose an account" }
    var showWhole: String { "Show in full" }
    var fingerAgain: String { "You can use your fingerprint again." }
    var gateSettings: String { "Fingerprint settings" }
    var gateTitle: String { "Verify it’s you" }
    var gateTouch: String { "Touch the fingerprint reader" }
    var gateWhatItDoes: String { "You touch the reader instead of typing your password. Your password still works." }
    var gateSignIn: String { "Fingerprint sign-in" }
    var gateTurnOffQuestion: String { "Turn off fingerprint sign-in?" }
    var gateTurnOffCost: String { "The sign-in data on this computer is deleted. The next sign-in asks for your password." }
    var gateTurnOff: String { "Turn off" }
    var gateAgain: String { "Set up again" }
    var gateBack: String { "Back" }
    var gateNoToken: String { "That did not work. Sign in with your password first." }
    var activityTitle: String { "Recent activity" }
    var activityMore: String { "Which program asked for what, and the result." }
    var activityNewestFirst: String { "The newest comes first." }
    var activityNothing: String { "No requests yet." }
    var activityForbidden: String { "Recent activity is in the system’s journal, which you may not read. An administrator can allow it with this command; then sign in again." }
    var activityNoJournal: String { "This computer keeps no journal of requests." }
    var activityAllowed: String { "Allowed" }
    func activityAllowedBy(_ factor: String) -> String { "Allowed: \(factor)" }
    var activityRefused: String { "Refused" }
    func activityRefusedBecause(_ reason: String) -> String { "Refused: \(reason)" }
    func didVerify(_ program: String) -> String { "\(program.quoted(in: .en)) verified that it’s you" }
    func didEnroll(_ program: String) -> String { "\(program.quoted(in: .en)) added a finger" }
    func didEnable(_ program: String) -> String { "\(program.quoted(in: .en)) turned fingerprint on" }
    func didStore(program: String, item: String) -> String { "\(program.quoted(in: .en)) stored \(item.quoted(in: .en))" }
    func didRetrieve(program: String, item: String) -> String { "\(program.quoted(in: .en)) opened \(item.quoted(in: .en))" }
    func didCreateKey(program: String, item: String) -> String { "\(program.quoted(in: .en)) made the key \(item.quoted(in: .en))" }
    func didSign(program: String, item: String) -> String { "\(program.quoted(in: .en)) signed with \(item.quoted(in: .en))" }
    func didRenew(program: String, item: String) -> String { "\(program.quoted(in: .en)) renewed \(item.quoted(in: .en))" }
    func activityAsked(program: String, request: String) -> String { "\(program.quoted(in: .en)) asked: \(request)" }
    func activityWantedChange(_ program: String) -> String { "\(program.quoted(in: .en)) wanted a change" }
    var eventEnrolled: String { "A finger was added" }
    var eventPrintsDeleted: String { "Fingers were removed" }
    var eventPrintsVanished: String { "Fingers are gone from a reader" }
    var eventTemplatesTampered: String { "Stored data of a finger was changed from outside" }
    var eventPINSet: String { "The PIN was set" }
    var eventPINRemoved: String { "The PIN was removed" }
    var eventFingerprintEnabled: String { "Fingerprint was turned on" }
    var eventFingerprintDisabled: String { "Fingerprint was turned off" }
    var eventOnboardingAnswered: String { "An app’s offer was answered" }
    func eventNamedItemDeleted(_ item: String) -> String { "\(item.quoted(in: .en)) was removed" }
    var eventItemDeleted: String { "An item was removed" }
    var eventEverythingRevoked: String { "All access was ended" }
    var eventReset: String { "Everything was erased" }
    var eventReaderCleared: String { "A reader was emptied" }
    func eventDeniedOften(_ count: Int) -> String { "\(count) more were refused" }
    func eventDoneOften(_ count: Int) -> String { "\(count) more were allowed" }
}
