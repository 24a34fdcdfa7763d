// swift-format-ignore-file
// Made by Languages/generate.py from Languages/biogate.pot: change that file.

internal import GateGuidance

/// The sentences of this room in one language; extensions choose among them.
protocol ScreenWords: Sendable {
    var language: Language { get }
    /// The settings: the window's title.
    var title: String { get }
    /// The settings: the state, at the top of the window.
    var connecting: String { get }
    /// The settings: the state, at the top of the window.
    var gone: String { get }
    /// The settings: the state, at the top of the window.
    var goneNext: String { get }
    /// The settings: the state, at the top of the window.
    var works: String { get }
    /// The settings: the state, at the top of the window.
    var worksNext: String { get }
    /// The settings: a switch, and what stands below it.
    var unlock: String { get }
    /// The settings: a switch, and what stands below it.
    var unlockOn: String { get }
    /// The settings: a switch, and what stands below it.
    var unlockOff: String { get }
    /// The settings: a switch, and what stands below it.
    var unlockNeedsFinger: String { get }
    /// The settings: the first steps.
    var setUp: String { get }
    /// The settings: the first steps.
    var setUpMore: String { get }
    /// The settings: the first steps.
    var setUpShort: String { get }
    /// The settings: the fingers.
    var fingers: String { get }
    /// The settings: the fingers.
    var fingersMore: String { get }
    /// The settings: the fingers.
    var noFingers: String { get }
    /// The settings: the fingers.
    var fprintdFingers: String { get }
    /// The settings: a button.
    var addAFinger: String { get }
    /// The settings: below a finger.
    /// {time}: a day and a time
    func addedAt(_ time: String) -> String
    /// The settings: below a finger.
    var onlyLogin: String { get }
    /// The settings: what is missing.
    var confirmFirst: String { get }
    /// The settings: a button; the longer text is read aloud.
    var confirm: String { get }
    /// The settings: a button; the longer text is read aloud.
    /// {fingers}: names of fingers
    func confirmNamed(_ fingers: String) -> String
    /// The settings: the PIN.
    var pin: String { get }
    /// The settings: the PIN.
    var pinIsSet: String { get }
    /// The settings: the PIN.
    var pinIsNotSet: String { get }
    /// The settings: the PIN.
    var pinMore: String { get }
    /// The settings: a button, and the heading of what it opens.
    var setPIN: String { get }
    /// The settings: a button, and the heading of what it opens.
    var changePIN: String { get }
    /// The settings: what is stored.
    var items: String { get }
    /// The settings: what is stored.
    var itemsMore: String { get }
    /// The settings: what is stored.
    var noItems: String { get }
    /// The settings: below something stored.
    /// {factors}: such as "fingerprint, PIN"
    func opensWith(_ factors: String) -> String
    /// The settings: below something stored.
    /// {cause}: why, such as "your fingers changed"
    func nothingOpens(_ cause: String) -> String
    /// The settings: below something stored.
    /// {cause}: why, such as "your fingers changed"
    func waitsForRenewal(_ cause: String) -> String
    /// The settings: below something stored.
    var neverOpened: String { get }
    /// The settings: below something stored.
    /// {program}: its name
    func storedBy(_ program: String) -> String
    /// The settings: below something stored.
    /// {time}: a day and a time
    func lastUsed(_ time: String) -> String
    /// The settings: below something stored.
    var neverUsed: String { get }
    /// The settings: a button; the longer text is read aloud.
    var renew: String { get }
    /// The settings: a button; the longer text is read aloud.
    var renewAll: String { get }
    /// The settings: a button; the longer text is read aloud.
    /// {item}: its name
    func renewNamed(_ item: String) -> String
    /// The settings: a button; the longer text is read aloud.
    /// {name}: of a finger, or of something stored
    func renameNamed(_ name: String) -> String
    /// The heading above a name that is typed.
    /// {name}: of a finger, or of something stored
    func renameQuestion(_ name: String) -> String
    /// A button.
    var save: String { get }
    /// What came of it.
    /// {name}: of a finger, or of something stored
    func renamed(_ name: String) -> String
    /// What came of it.
    /// {finger}: the name of the finger
    func touched(_ finger: String) -> String
    /// The settings: a button; the longer text is read aloud.
    var remove: String { get }
    /// The settings: a button; the longer text is read aloud.
    /// {name}: of a finger, or of something stored
    func removeNamed(_ name: String) -> String
    /// The settings: sign-in to apps.
    var apps: String { get }
    /// The settings: sign-in to apps.
    var appsMore: String { get }
    /// The settings: the readers.
    var readers: String { get }
    /// The settings: the readers.
    var noReaders: String { get }
    /// The settings: what else there is, and a button for each.
    var more: String { get }
    /// The settings: what else there is, and a button for each.
    var tryOut: String { get }
    /// The settings: what else there is, and a button for each.
    var tryOutMore: String { get }
    /// The settings: what else there is, and a button for each.
    var privacy: String { get }
    /// The settings: what else there is, and a button for each.
    var privacyMore: String { get }
    /// What is kept of the user: a paragraph each.
    var keptNumbers: String { get }
    /// What is kept of the user: a paragraph each.
    var keptMisses: String { get }
    /// What is kept of the user: a paragraph each.
    var keptUntil: String { get }
    /// What is kept of the user: a paragraph each.
    var keptJournal: String { get }
    /// What is kept of the user: a paragraph each.
    var keptNowhere: String { get }
    /// The settings: what else there is, and a button for each.
    var show: String { get }
    /// The settings: what else there is, and a button for each.
    var revokeAll: String { get }
    /// The settings: what else there is, and a button for each.
    var revokeAllMore: String { get }
    /// The settings: what else there is, and a button for each.
    var erase: String { get }
    /// The settings: what else there is, and a button for each.
    var eraseMore: String { get }
    /// The settings: what else there is, and a button for each.
    var unlockNow: String { get }
    /// A button.
    var goOn: String { get }
    /// A button.
    var done: String { get }
    /// Before fingerprint is turned on.
    var turnOnQuestion: String { get }
    /// Before fingerprint is turned on.
    var disclosedNumbers: String { get }
    /// Before fingerprint is turned on.
    var disclosedNowhere: String { get }
    /// Before fingerprint is turned on.
    var disclosedChoice: String { get }
    /// Before fingerprint is turned on.
    var turnOnTouch: String { get }
    /// Before fingerprint is turned off.
    var turnOff: String { get }
    /// Before fingerprint is turned off.
    var turnOffQuestion: String { get }
    /// Before fingerprint is turned off.
    var turnOffMeans: String { get }
    /// Before fingerprint is turned off.
    var nothingLost: String { get }
    /// What came of it.
    var isOn: String { get }
    /// What came of it.
    var isOff: String { get }
    /// A finger is added.
    var whichFinger: String { get }
    /// A finger is added.
    var whichReader: String { get }
    /// A finger is added.
    var leftHand: String { get }
    /// A finger is added.
    var rightHand: String { get }
    /// A finger is added.
    /// {finger}: the name of the finger
    func taken(_ finger: String) -> String
    /// A finger is added.
    var fingerLabel: String { get }
    /// A finger is added.
    /// {finger}: the name of the finger
    func addFinger(_ finger: String) -> String
    /// A finger is added.
    var fingerNeedsCredential: String { get }
    /// A finger from the system's settings is confirmed.
    /// {fingers}: names of fingers
    func vouchQuestion(_ fingers: String) -> String
    /// A finger from the system's settings is confirmed.
    var vouchMeans: String { get }
    /// A finger is added: how far it is.
    /// {done} (number): how many
    /// {all} (number): of how many
    func touches(done: Int, all: Int) -> String
    /// Before a finger or something stored is removed.
    /// {name}: of a finger, or of something stored
    func removeQuestion(_ name: String) -> String
    /// Before a finger or something stored is removed.
    var removeFingerMeans: String { get }
    /// The name of a field, or a button for the other one.
    var yourPIN: String { get }
    /// The name of a field, or a button for the other one.
    var yourPassword: String { get }
    /// The name of a field, or a button for the other one.
    var usePIN: String { get }
    /// The name of a field, or a button for the other one.
    var usePassword: String { get }
    /// The name of a field, where the PIN is changed.
    var pinUntilNow: String { get }
    /// The name of a field, where the PIN is changed.
    var newPIN: String { get }
    /// The name of a field, where the PIN is changed.
    var repeatPIN: String { get }
    /// The service does not answer at once.
    var cancelling: String { get }
    /// The service does not answer at once.
    var unanswered: String { get }
    /// The service does not answer at once.
    var unansweredNext: String { get }
    /// A question before a change, and what it means.
    var removePINQuestion: String { get }
    /// A question before a change, and what it means.
    /// {item}: its name
    func renewMeans(_ item: String) -> String
    /// A question before a change, and what it means.
    var removeItemMeans: String { get }
    /// A question before a change, and what it means.
    var revokeAllQuestion: String { get }
    /// A question before a change, and what it means.
    var revokeAllMeans: String { get }
    /// A question before a change, and what it means.
    var eraseQuestion: String { get }
    /// A question before a change, and what it means.
    var eraseMeans: String { get }
    /// What came of it.
    var erased: String { get }
    /// Above the field for the PIN or the password that ends a lockout.
    var unlockMeans: String { get }
    /// What came of it.
    var unlocked: String { get }
    /// What the finger is asked for: a few words without a full stop, 200 characters at most.
    var tryReason: String { get }
    /// What came of it.
    /// {factor}: such as "fingerprint"
    func itWorks(_ factor: String) -> String
    /// The first steps: a heading, and what stands below it.
    var setUpPIN: String { get }
    /// The first steps: a heading, and what stands below it.
    var setUpPINMeans: String { get }
    /// The first steps: a heading, and what stands below it.
    var setUpTry: String { get }
    /// The first steps: a heading, and what stands below it.
    var setUpDone: String { get }
    /// The first steps: a heading, and what stands below it.
    var setUpLater: String { get }
    /// Why no finger opens it, at the end of a line or within brackets.
    var causeFingersChanged: String { get }
    /// Why no finger opens it, at the end of a line or within brackets.
    var causeTurnedOff: String { get }
    /// Why no finger opens it, at the end of a line or within brackets.
    var causePINRemoved: String { get }
    /// Why no finger opens it, at the end of a line or within brackets.
    var causePINReset: String { get }
    /// Why no finger opens it, at the end of a line or within brackets.
    var causeRevoked: String { get }
    /// The prompt: who asks.
    /// {path}: of the program's file
    func programFile(_ path: String) -> String
    /// The prompt: who asks.
    /// {path}: of the program's file
    func claimedFile(_ path: String) -> String
    /// The prompt: who asks.
    /// {name}: what the program calls itself
    func callsItself(_ name: String) -> String
    /// While a touch is not wanted yet.
    var preparing: String { get }
    /// The prompt: what the field is for.
    var orTypePIN: String { get }
    /// The prompt: what the field is for.
    var orTypePassword: String { get }
    /// The prompt: what the field is for.
    var typePIN: String { get }
    /// The prompt: what the field is for.
    var typePassword: String { get }
    /// What was typed is compared.
    var checking: String { get }
    /// The prompt: further requests.
    /// {count} (number): how many
    func othersWait(_ count: Int) -> String
    /// A button.
    var ok: String { get }
    /// A button.
    var close: String { get }
    /// The prompt, while nothing can be tried.
    /// {count} (number): how many
    func tryAgainIn(_ count: Int) -> String
    /// The prompt: the user's time is nearly over.
    /// {count} (number): how many
    func timeLeft(_ count: Int) -> String
    /// A button.
    var moreTime: String { get }
    /// The prompt: a pause is over.
    var fingerAgain: String { get }
    /// Within an app's window: a button.
    var gateSettings: String { get }
    /// Within an app's window: what turning it on does.
    var gateWhatItDoes: String { get }
    /// Within an app's settings: a row.
    var gateSignIn: String { get }
    /// Within an app's settings: before it is turned off.
    var gateTurnOffQuestion: String { get }
    /// Within an app's settings: before it is turned off.
    var gateTurnOffCost: String { get }
    /// A button.
    var gateTurnOff: String { get }
    /// A button.
    var gateAgain: String { get }
    /// A button.
    var gateBack: String { get }
    /// Within an app's settings: an error.
    var gateNoToken: String { get }
    /// Title. What was asked in the user's name: a heading, and what stands below it.
    var activityTitle: String { get }
    /// What was asked in the user's name: a heading, and what stands below it.
    var activityMore: String { get }
    /// What was asked in the user's name: a heading, and what stands below it.
    var activityNewestFirst: String { get }
    /// What was asked in the user's name: a heading, and what stands below it.
    var activityNothing: String { get }
    /// What was asked in the user's name: a heading, and what stands below it.
    var activityForbidden: String { get }
    /// What was asked in the user's name: a heading, and what stands below it.
    var activityNoJournal: String { get }
    /// What became of a request.
    var activityAllowed: String { get }
    /// What became of a request.
    /// {factor}: such as "fingerprint"
    func activityAllowedBy(_ factor: String) -> String
    /// What became of a request.
    var activityRefused: String { get }
    /// What became of a request.
    /// {reason}: why
    func activityRefusedBecause(_ reason: String) -> String
    /// Of a program whose request has no other name.
    /// {program} (quoted): its name
    func activityWantedChange(_ program: String) -> String
    /// What happened besides.
    var eventEnrolled: String { get }
    /// What happened besides.
    var eventPrintsDeleted: String { get }
    /// What happened besides.
    var eventPrintsVanished: String { get }
    /// What happened besides.
    var eventTemplatesTampered: String { get }
    /// What happened besides.
    var eventPINSet: String { get }
    /// What happened besides.
    var eventPINRemoved: String { get }
    /// What happened besides.
    var eventFingerprintEnabled: String { get }
    /// What happened besides.
    var eventFingerprintDisabled: String { get }
    /// What happened besides.
    var eventOnboardingAnswered: String { get }
    /// What happened besides.
    /// {item} (quoted): its name
    func eventNamedItemDeleted(_ item: String) -> String
    /// What happened besides.
    var eventItemDeleted: String { get }
    /// What happened besides.
    var eventEverythingRevoked: String { get }
    /// What happened besides.
    var eventReset: String { get }
    /// What happened besides.
    var eventReaderCleared: String { get }
    /// What happened besides.
    /// {count} (number): how many
    func eventDeniedOften(_ count: Int) -> String
    /// What happened besides.
    /// {count} (number): how many
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
