// swift-format-ignore-file
// Made by Languages/generate.py from Languages/biogate.pot: change that file.

internal import GateGuidance

/// The sentences of this room in one language; extensions choose among them.
protocol ScreenWords: Sendable {
    var language: Language { get }
    /// Settings window: its title.
    var title: String { get }
    /// Settings window: the status at the top.
    var connecting: String { get }
    /// Settings window: the status at the top.
    var gone: String { get }
    /// Settings window: the status at the top.
    var goneNext: String { get }
    /// Settings window: the status at the top.
    var works: String { get }
    /// Settings window: the status at the top.
    var worksNext: String { get }
    /// Settings window: a switch, or the text below it.
    var unlock: String { get }
    /// Settings window: a switch, or the text below it.
    var unlockOn: String { get }
    /// Settings window: a switch, or the text below it.
    var unlockOff: String { get }
    /// Settings window: a switch, or the text below it.
    var unlockNeedsFinger: String { get }
    /// Settings window: a switch. The password of the account is stored, sealed, and a login by finger opens the keyring (where a desktop keeps passwords) with it.
    var keyring: String { get }
    /// Below the switch "Open my keyring when I log in", and the result of turning it on.
    var keyringIsOn: String { get }
    /// Below the switch "Open my keyring when I log in".
    var keyringIsOff: String { get }
    /// Below the switch "Open my keyring when I log in".
    var keyringDestroyed: String { get }
    /// Below the switch "Open my keyring when I log in".
    var keyringNeedsPassword: String { get }
    /// In the list of stored items: the password that opens the keyring at a login.
    var keyringItem: String { get }
    /// In the list of stored items, below "Your account’s password".
    var keyringItemOpens: String { get }
    /// Heading before the switch "Open my keyring when I log in" is turned on.
    var keyringQuestion: String { get }
    /// Below the heading "Open your keyring when you log in?".
    var keyringStores: String { get }
    /// Below the heading "Open your keyring when you log in?".
    var keyringStays: String { get }
    /// Below the heading "Open your keyring when you log in?".
    var keyringEnds: String { get }
    /// The result of turning off "Open my keyring when I log in".
    var keyringTurnedOff: String { get }
    /// Settings window: the row that starts the setup.
    var setUp: String { get }
    /// Settings window: the row that starts the setup.
    var setUpMore: String { get }
    /// Settings window: the row that starts the setup.
    var setUpShort: String { get }
    /// Settings window: the list of fingers.
    var fingers: String { get }
    /// Settings window: the list of fingers.
    var fingersMore: String { get }
    /// Settings window: the list of fingers.
    var noFingers: String { get }
    /// Settings window: the list of fingers.
    var fprintdFingers: String { get }
    /// Settings window: a button.
    var addAFinger: String { get }
    /// Settings window: below a finger.
    /// {time}: a day and a time of day
    func addedAt(_ time: String) -> String
    /// Settings window: below a finger.
    var onlyLogin: String { get }
    /// Settings window: below a switch that cannot be turned on yet.
    var confirmFirst: String { get }
    /// Settings window: a button; a screen reader says the longer text.
    var confirm: String { get }
    /// Settings window: a button; a screen reader says the longer text.
    /// {fingers}: the fingers' names
    func confirmNamed(_ fingers: String) -> String
    /// Settings window: the row of the PIN.
    var pin: String { get }
    /// Settings window: the row of the PIN.
    var pinIsSet: String { get }
    /// Settings window: the row of the PIN.
    var pinIsNotSet: String { get }
    /// Settings window: the row of the PIN.
    var pinMore: String { get }
    /// Settings window: a button, and the heading of the sheet that it opens.
    var setPIN: String { get }
    /// Settings window: a button, and the heading of the sheet that it opens.
    var changePIN: String { get }
    /// Settings window: the list of stored items.
    var items: String { get }
    /// Settings window: the list of stored items.
    var itemsMore: String { get }
    /// Settings window: the list of stored items.
    var noItems: String { get }
    /// Settings window: below a stored item.
    /// {factors}: for example "fingerprint, PIN"
    func opensWith(_ factors: String) -> String
    /// Settings window: below a stored item.
    var sshKey: String { get }
    /// Settings window: below a stored item.
    /// {servers}: servers' names, with commas
    func signsInOnlyTo(_ servers: String) -> String
    /// Settings window: below a stored item.
    /// {servers}: servers' names, with commas
    func signedInTo(_ servers: String) -> String
    /// Settings window: below a stored item.
    /// {cause}: for example "your fingers changed"
    func nothingOpens(_ cause: String) -> String
    /// Settings window: below a stored item.
    /// {cause}: for example "your fingers changed"
    func waitsForRenewal(_ cause: String) -> String
    /// Settings window: why an item waits for renewal, after "A finger opens it after you renew it:".
    var neverOpened: String { get }
    /// Settings window: below a stored item.
    /// {program}: the program's name
    func storedBy(_ program: String) -> String
    /// Settings window: below a stored item.
    /// {program}: the program's name
    func updatedBy(_ program: String) -> String
    /// Settings window: below a stored item.
    /// {time}: a day and a time of day
    func lastUsed(_ time: String) -> String
    /// Settings window: below a stored item.
    var neverUsed: String { get }
    /// Settings window: a button; a screen reader says the longer text.
    var renew: String { get }
    /// Settings window: a button; a screen reader says the longer text.
    var renewAll: String { get }
    /// Settings window: a button; a screen reader says the longer text.
    /// {item}: the item's name
    func renewNamed(_ item: String) -> String
    /// Settings window: a button; a screen reader says the longer text.
    /// {name}: the name of a finger or item
    func renameNamed(_ name: String) -> String
    /// A heading above the field for a new name.
    /// {name}: the name of a finger or item
    func renameQuestion(_ name: String) -> String
    /// A button.
    var save: String { get }
    /// The result of a command or change.
    /// {name}: the name of a finger or item
    func renamed(_ name: String) -> String
    /// The result of a command or change.
    /// {finger}: the finger's name
    func touched(_ finger: String) -> String
    /// Settings window: a button; a screen reader says the longer text.
    var remove: String { get }
    /// Settings window: a button; a screen reader says the longer text.
    /// {name}: the name of a finger or item
    func removeNamed(_ name: String) -> String
    /// Settings window: the list of apps with fingerprint sign-in.
    var apps: String { get }
    /// Settings window: the list of apps with fingerprint sign-in.
    var appsMore: String { get }
    /// Settings window: the list of readers.
    var readers: String { get }
    /// Settings window: the list of readers.
    var noReaders: String { get }
    /// Settings window: the rows under "More", and their buttons.
    var more: String { get }
    /// Settings window: the rows under "More", and their buttons.
    var tryOut: String { get }
    /// Settings window: the rows under "More", and their buttons.
    var tryOutMore: String { get }
    /// Settings window: the rows under "More", and their buttons.
    var privacy: String { get }
    /// Settings window: the rows under "More", and their buttons.
    var privacyMore: String { get }
    /// A paragraph about what the service stores about the user.
    var keptNumbers: String { get }
    /// A paragraph about what the service stores about the user.
    var keptMisses: String { get }
    /// A paragraph about what the service stores about the user.
    var keptUntil: String { get }
    /// A paragraph about what the service stores about the user.
    var keptJournal: String { get }
    /// A paragraph about what the service stores about the user.
    var keptNowhere: String { get }
    /// Settings window: the rows under "More", and their buttons.
    var show: String { get }
    /// Settings window: the rows under "More", and their buttons.
    var revokeAll: String { get }
    /// Settings window: the rows under "More", and their buttons.
    var revokeAllMore: String { get }
    /// Settings window: the rows under "More", and their buttons.
    var erase: String { get }
    /// Settings window: the rows under "More", and their buttons.
    var eraseMore: String { get }
    /// Settings window: the rows under "More", and their buttons.
    var unlockNow: String { get }
    /// A button.
    var goOn: String { get }
    /// A button.
    var done: String { get }
    /// Sheet before fingerprint is turned on.
    var turnOnQuestion: String { get }
    /// Sheet before fingerprint is turned on.
    var disclosedNumbers: String { get }
    /// Sheet before fingerprint is turned on.
    var disclosedNowhere: String { get }
    /// Sheet before fingerprint is turned on.
    var disclosedChoice: String { get }
    /// Sheet before fingerprint is turned on.
    var turnOnTouch: String { get }
    /// Sheet before fingerprint is turned off.
    var turnOff: String { get }
    /// Sheet before fingerprint is turned off.
    var turnOffQuestion: String { get }
    /// Sheet before fingerprint is turned off.
    var turnOffMeans: String { get }
    /// Sheet before fingerprint is turned off.
    var nothingLost: String { get }
    /// The result of a command or change.
    var isOn: String { get }
    /// The result of a command or change.
    var isOff: String { get }
    /// Sheet that adds a finger.
    var whichFinger: String { get }
    /// Sheet that adds a finger.
    var whichReader: String { get }
    /// Sheet that adds a finger.
    var leftHand: String { get }
    /// Sheet that adds a finger.
    var rightHand: String { get }
    /// Sheet that adds a finger.
    /// {finger}: the finger's name
    func taken(_ finger: String) -> String
    /// Sheet that adds a finger.
    var fingerLabel: String { get }
    /// Sheet that adds a finger.
    /// {finger}: the finger's name
    func addFinger(_ finger: String) -> String
    /// Sheet that adds a finger.
    var fingerNeedsCredential: String { get }
    /// Sheet that confirms a finger from the system's settings.
    /// {fingers}: the fingers' names
    func vouchQuestion(_ fingers: String) -> String
    /// Sheet that confirms a finger from the system's settings.
    var vouchMeans: String { get }
    /// Sheet that adds a finger: the progress.
    /// {done} (number): the touches so far
    /// {all} (number): all touches
    func touches(done: Int, all: Int) -> String
    /// Sheet before a finger or item is removed.
    /// {name}: the name of a finger or item
    func removeQuestion(_ name: String) -> String
    /// Sheet before a finger or item is removed.
    var removeFingerMeans: String { get }
    /// A field's label, or a button that switches to the other field.
    var yourPIN: String { get }
    /// A field's label, or a button that switches to the other field.
    var yourPassword: String { get }
    /// A field's label, or a button that switches to the other field.
    var usePIN: String { get }
    /// A field's label, or a button that switches to the other field.
    var usePassword: String { get }
    /// A field's label on the sheet that changes the PIN.
    var pinUntilNow: String { get }
    /// A field's label on the sheet that changes the PIN.
    var newPIN: String { get }
    /// A field's label on the sheet that changes the PIN.
    var repeatPIN: String { get }
    /// The user cancelled a change, and the service has not answered yet.
    var cancelling: String { get }
    /// The user cancelled a change, and the service has not answered yet.
    var unanswered: String { get }
    /// The user cancelled a change, and the service has not answered yet.
    var unansweredNext: String { get }
    /// A question before a change, or what the change means.
    var removePINQuestion: String { get }
    /// A question before a change, or what the change means.
    /// {item}: the item's name
    func renewMeans(_ item: String) -> String
    /// A question before a change, or what the change means.
    var removeItemMeans: String { get }
    /// A question before a change, or what the change means.
    var revokeAllQuestion: String { get }
    /// A question before a change, or what the change means.
    var revokeAllMeans: String { get }
    /// A question before a change, or what the change means.
    var eraseQuestion: String { get }
    /// A question before a change, or what the change means.
    var eraseMeans: String { get }
    /// The result of a command or change.
    var erased: String { get }
    /// Above the field for the PIN or password that ends a lockout.
    var unlockMeans: String { get }
    /// The result of a command or change.
    var unlocked: String { get }
    /// The reason shown when the finger is asked for: a few words without a full stop, at most 200 characters.
    var tryReason: String { get }
    /// The result of a command or change.
    /// {factor}: for example "fingerprint"
    func itWorks(_ factor: String) -> String
    /// The setup: a heading, or the text below it.
    var setUpPINMeans: String { get }
    /// The setup: a heading, or the text below it.
    var setUpDone: String { get }
    /// The last page of the guided first steps, if some were skipped.
    var setUpStopped: String { get }
    /// The setup: a heading, or the text below it.
    var setUpLater: String { get }
    /// The place among the first steps. No full stop.
    /// {number} (number): the present step
    /// {all} (number): the number of steps
    func step(number: Int, all: Int) -> String
    /// A heading: no finger opens the stored items.
    var renewFirst: String { get }
    /// Below the title "Stored items need to be renewed".
    var renewFirstMeans: String { get }
    /// Above the request for a touch, after a finger was added.
    var renewAgain: String { get }
    /// The name of the button with the menu.
    var menu: String { get }
    /// In the menu, and the heading of the help.
    var help: String { get }
    /// In the menu, and the heading of the list of keys.
    var shortcuts: String { get }
    /// In the menu.
    var about: String { get }
    /// Below the program's name.
    var aboutMore: String { get }
    /// What a key does.
    var closeWindow: String { get }
    /// What the Escape key does.
    var leaveQuestion: String { get }
    /// In the help.
    var helpTouch: String { get }
    /// In the help.
    var helpRenew: String { get }
    /// In the help.
    var helpLocked: String { get }
    /// In the help; a command follows.
    var helpDoctor: String { get }
    /// Why no finger opens an item, at the end of a line or in brackets.
    var causeFingersChanged: String { get }
    /// Why no finger opens an item, at the end of a line or in brackets.
    var causeTurnedOff: String { get }
    /// Why no finger opens an item, at the end of a line or in brackets.
    var causePINRemoved: String { get }
    /// Why no finger opens an item, at the end of a line or in brackets.
    var causePINReset: String { get }
    /// Why no finger opens an item, at the end of a line or in brackets.
    var causeRevoked: String { get }
    /// Prompt window: the reader is not ready for a touch yet.
    var preparing: String { get }
    /// Prompt window: the field's label.
    var orTypePIN: String { get }
    /// Prompt window: the field's label.
    var orTypePassword: String { get }
    /// Prompt window: the field's label.
    var typePIN: String { get }
    /// Prompt window: the field's label.
    var typePassword: String { get }
    /// Prompt window: the typed PIN or password is being checked.
    var checking: String { get }
    /// Prompt window: further requests.
    /// {count} (number): the number of requests
    func othersWait(_ count: Int) -> String
    /// A button.
    var ok: String { get }
    /// A button: confirms that it is the user who is asked.
    var verbConfirm: String { get }
    /// A button: allows what the calling program describes.
    var verbApprove: String { get }
    /// A button: pays what the calling program describes.
    var verbPay: String { get }
    /// A button: signs in to the calling program.
    var verbSignIn: String { get }
    /// A button: confirms that a finger is added.
    var verbAdd: String { get }
    /// A button: confirms that an item is stored.
    var verbStore: String { get }
    /// A button: confirms that an item is opened.
    var verbOpen: String { get }
    /// A button: confirms that a key is made.
    var verbMake: String { get }
    /// A button: confirms that something is signed.
    var verbSign: String { get }
    /// Prompt window: the request ended, and the reason is not known.
    var requestOver: String { get }
    /// A button.
    var close: String { get }
    /// Prompt window: nothing can be tried for some seconds.
    /// {count} (number): the number of seconds
    func tryAgainIn(_ count: Int) -> String
    /// Prompt window: the user's time is nearly over.
    /// {count} (number): the number of seconds
    func timeLeft(_ count: Int) -> String
    /// A button.
    var moreTime: String { get }
    /// A button that shows long values, such as the digest of a key, whole instead of cut in the middle.
    var showWhole: String { get }
    /// Prompt window: a pause is over.
    var fingerAgain: String { get }
    /// In an app's window: a button.
    var gateSettings: String { get }
    /// The heading of an app's gate while a finger counts.
    var gateTitle: String { get }
    /// Asks for a touch, below a heading that already asks for the finger. No full stop.
    var gateTouch: String { get }
    /// In an app's window: what fingerprint sign-in does.
    var gateWhatItDoes: String { get }
    /// In an app's settings: a row.
    var gateSignIn: String { get }
    /// In an app's settings: before fingerprint sign-in is turned off.
    var gateTurnOffQuestion: String { get }
    /// In an app's settings: before fingerprint sign-in is turned off.
    var gateTurnOffCost: String { get }
    /// A button.
    var gateTurnOff: String { get }
    /// A button.
    var gateAgain: String { get }
    /// A button.
    var gateBack: String { get }
    /// In an app's settings: an error.
    var gateNoToken: String { get }
    /// Recent activity: the heading.
    var activityTitle: String { get }
    /// Recent activity: the heading, or the text below it.
    var activityMore: String { get }
    /// Recent activity: the heading, or the text below it.
    var activityNewestFirst: String { get }
    /// Recent activity: the heading, or the text below it.
    var activityNothing: String { get }
    /// Recent activity: the heading, or the text below it.
    var activityForbidden: String { get }
    /// Recent activity: the heading, or the text below it.
    var activityNoJournal: String { get }
    /// Recent activity: the result of a request.
    var activityAllowed: String { get }
    /// Recent activity: the result of a request.
    /// {factor}: for example "fingerprint"
    func activityAllowedBy(_ factor: String) -> String
    /// Recent activity: the result of a request.
    var activityRefused: String { get }
    /// Recent activity: the result of a request.
    /// {reason}: the reason
    func activityRefusedBecause(_ reason: String) -> String
    /// Recent activity: a request that was granted. Without a full stop.
    /// {program} (quoted): the program's name
    func didVerify(_ program: String) -> String
    /// Recent activity: a request that was granted. Without a full stop.
    /// {program} (quoted): the program's name
    func didEnroll(_ program: String) -> String
    /// Recent activity: a request that was granted. Without a full stop.
    /// {program} (quoted): the program's name
    func didEnable(_ program: String) -> String
    /// Recent activity: a request that was granted. Without a full stop.
    /// {program} (quoted): the program's name
    /// {item} (quoted): the item's name
    func didStore(program: String, item: String) -> String
    /// Recent activity: a request that was granted. Without a full stop.
    /// {program} (quoted): the program's name
    /// {item} (quoted): the item's name
    func didRetrieve(program: String, item: String) -> String
    /// Recent activity: a request that was granted. Without a full stop.
    /// {program} (quoted): the program's name
    /// {item} (quoted): the item's name
    func didCreateKey(program: String, item: String) -> String
    /// Recent activity: a request that was granted. Without a full stop.
    /// {program} (quoted): the program's name
    /// {item} (quoted): the item's name
    func didSign(program: String, item: String) -> String
    /// Recent activity: a request that was granted. Without a full stop.
    /// {program} (quoted): the program's name
    /// {item} (quoted): the item's name
    func didRenew(program: String, item: String) -> String
    /// Recent activity: a request that was refused. Without a full stop.
    /// {program} (quoted): the program's name
    /// {request}: what the program asked for: Open "github"?
    func activityAsked(program: String, request: String) -> String
    /// Recent activity: a request of a kind that has no text of its own.
    /// {program} (quoted): the program's name
    func activityWantedChange(_ program: String) -> String
    /// Recent activity: an event other than a request.
    var eventEnrolled: String { get }
    /// Recent activity: an event other than a request.
    var eventPrintsDeleted: String { get }
    /// Recent activity: an event other than a request.
    var eventPrintsVanished: String { get }
    /// Recent activity: an event other than a request.
    var eventTemplatesTampered: String { get }
    /// Recent activity: an event other than a request.
    var eventPINSet: String { get }
    /// Recent activity: an event other than a request.
    var eventPINRemoved: String { get }
    /// Recent activity: an event other than a request.
    var eventFingerprintEnabled: String { get }
    /// Recent activity: an event other than a request.
    var eventFingerprintDisabled: String { get }
    /// Recent activity: an event other than a request.
    var eventOnboardingAnswered: String { get }
    /// Recent activity: an event other than a request.
    /// {item} (quoted): the item's name
    func eventNamedItemDeleted(_ item: String) -> String
    /// Recent activity: an event other than a request.
    var eventItemDeleted: String { get }
    /// Recent activity: an event other than a request.
    var eventEverythingRevoked: String { get }
    /// Recent activity: an event other than a request.
    var eventReset: String { get }
    /// Recent activity: an event other than a request.
    var eventReaderCleared: String { get }
    /// Recent activity: an event other than a request.
    /// {count} (number): the number of requests
    func eventDeniedOften(_ count: Int) -> String
    /// Recent activity: an event other than a request.
    /// {count} (number): the number of requests
    func eventDoneOften(_ count: Int) -> String
}

extension Language {
    var words: any ScreenWords {
        switch self {
        case .en: ScreenWordsEn()
        case .ko: ScreenWordsKo()
        case .nb: ScreenWordsNb()
        }
    }
}
