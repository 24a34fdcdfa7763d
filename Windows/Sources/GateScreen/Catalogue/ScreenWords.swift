// swift-format-ignore-file
// Made by Languages/generate.py from Languages/biogate.pot: change that file.

internal import GateGuidance

/// The sentences of this room in one language; extensions choose among them.
protocol ScreenWords: Sendable {
    var language: Language { get }
    var title: String { get }
    var connecting: String { get }
    var gone: String { get }
    var goneNext: String { get }
    var works: String { get }
    var worksNext: String { get }
    var unlock: String { get }
    var unlockOn: String { get }
    var unlockOff: String { get }
    var unlockNeedsFinger: String { get }
    var keyring: String { get }
    var keyringIsOn: String { get }
    var keyringIsOff: String { get }
    var keyringDestroyed: String { get }
    var keyringNeedsPassword: String { get }
    var keyringItem: String { get }
    var keyringItemOpens: String { get }
    var keyringQuestion: String { get }
    var keyringStores: String { get }
    var keyringStays: String { get }
    var keyringEnds: String { get }
    var keyringTurnedOff: String { get }
    var setUp: String { get }
    var setUpMore: String { get }
    var setUpShort: String { get }
    var fingers: String { get }
    var fingersMore: String { get }
    var noFingers: String { get }
    var fprintdFingers: String { get }
    var addAFinger: String { get }
    func addedAt(_ time: String) -> String
    var onlyLogin: String { get }
    var confirmFirst: String { get }
    var confirm: String { get }
    func confirmNamed(_ fingers: String) -> String
    var pin: String { get }
    var pinIsSet: String { get }
    var pinIsNotSet: String { get }
    var pinMore: String { get }
    var setPIN: String { get }
    var changePIN: String { get }
    var items: String { get }
    var itemsMore: String { get }
    var noItems: String { get }
    func opensWith(_ factors: String) -> String
    var sshKey: String { get }
    func signsInOnlyTo(_ servers: String) -> String
    func signedInTo(_ servers: String) -> String
    func nothingOpens(_ cause: String) -> String
    func waitsForRenewal(_ cause: String) -> String
    var neverOpened: String { get }
    func storedBy(_ program: String) -> String
    func updatedBy(_ program: String) -> String
    func lastUsed(_ time: String) -> String
    var neverUsed: String { get }
    var renew: String { get }
    var renewAll: String { get }
    func renewNamed(_ item: String) -> String
    func renameNamed(_ name: String) -> String
    func renameQuestion(_ name: String) -> String
    var save: String { get }
    func renamed(_ name: String) -> String
    func touched(_ finger: String) -> String
    var remove: String { get }
    func removeNamed(_ name: String) -> String
    var apps: String { get }
    var appsMore: String { get }
    var readers: String { get }
    var noReaders: String { get }
    var more: String { get }
    var tryOut: String { get }
    var tryOutMore: String { get }
    var privacy: String { get }
    var privacyMore: String { get }
    var keptNumbers: String { get }
    var keptMisses: String { get }
    var keptUntil: String { get }
    var keptJournal: String { get }
    var keptNowhere: String { get }
    var show: String { get }
    var revokeAll: String { get }
    var revokeAllMore: String { get }
    var erase: String { get }
    var eraseMore: String { get }
    var unlockNow: String { get }
    var goOn: String { get }
    var done: String { get }
    var turnOnQuestion: String { get }
    var disclosedNumbers: String { get }
    var disclosedNowhere: String { get }
    var disclosedChoice: String { get }
    var turnOnTouch: String { get }
    var turnOff: String { get }
    var turnOffQuestion: String { get }
    var turnOffMeans: String { get }
    var nothingLost: String { get }
    var isOn: String { get }
    var isOff: String { get }
    var whichFinger: String { get }
    var whichReader: String { get }
    var leftHand: String { get }
    var rightHand: String { get }
    func taken(_ finger: String) -> String
    var fingerLabel: String { get }
    func addFinger(_ finger: String) -> String
    var showsYou: String { get }
    func vouchQuestion(_ fingers: String) -> String
    var vouchMeans: String { get }
    func touches(done: Int, all: Int) -> String
    func removeQuestion(_ name: String) -> String
    var removeFingerMeans: String { get }
    var pinUntilNow: String { get }
    var newPIN: String { get }
    var repeatPIN: String { get }
    var cancelling: String { get }
    var unanswered: String { get }
    var unansweredNext: String { get }
    var removePINQuestion: String { get }
    func renewMeans(_ item: String) -> String
    var removeItemMeans: String { get }
    var revokeAllQuestion: String { get }
    var revokeAllMeans: String { get }
    var eraseQuestion: String { get }
    var eraseMeans: String { get }
    var erased: String { get }
    var unlockMeans: String { get }
    var unlocked: String { get }
    var tryReason: String { get }
    func itWorks(_ factor: String) -> String
    var setUpPINMeans: String { get }
    var setUpDone: String { get }
    var setUpStopped: String { get }
    var setUpLater: String { get }
    func step(number: Int, all: Int) -> String
    var renewFirst: String { get }
    var renewFirstMeans: String { get }
    var renewAgain: String { get }
    var menu: String { get }
    var help: String { get }
    var shortcuts: String { get }
    var about: String { get }
    var aboutMore: String { get }
    var closeWindow: String { get }
    var leaveQuestion: String { get }
    var helpTouch: String { get }
    var helpRenew: String { get }
    var helpLocked: String { get }
    var helpDoctor: String { get }
    var causeFingersChanged: String { get }
    var causeTurnedOff: String { get }
    var causePINRemoved: String { get }
    var causePINReset: String { get }
    var causeRevoked: String { get }
    var preparing: String { get }
    var orTypePIN: String { get }
    var orTypePassword: String { get }
    var typePIN: String { get }
    var typePassword: String { get }
    var checking: String { get }
    func othersWait(_ count: Int) -> String
    var verbConfirm: String { get }
    var verbApprove: String { get }
    var verbPay: String { get }
    var verbSignIn: String { get }
    var verbAdd: String { get }
    var verbStore: String { get }
    var verbOpen: String { get }
    var verbMake: String { get }
    var verbSign: String { get }
    var requestOver: String { get }
    var close: String { get }
    func tryAgainIn(_ count: Int) -> String
    func timeLeft(_ count: Int) -> String
    var moreTime: String { get }
    var chooseAccount: String { get }
    var showWhole: String { get }
    var fingerAgain: String { get }
    var gateSettings: String { get }
    var gateTitle: String { get }
    var gateTouch: String { get }
    var gateWhatItDoes: String { get }
    var gateSignIn: String { get }
    var gateTurnOffQuestion: String { get }
    var gateTurnOffCost: String { get }
    var gateTurnOff: String { get }
    var gateAgain: String { get }
    var gateBack: String { get }
    var gateNoToken: String { get }
    var activityTitle: String { get }
    var activityMore: String { get }
    var activityNewestFirst: String { get }
    var activityNothing: String { get }
    var activityForbidden: String { get }
    var activityNoJournal: String { get }
    var activityAllowed: String { get }
    func activityAllowedBy(_ factor: String) -> String
    var activityRefused: String { get }
    func activityRefusedBecause(_ reason: String) -> String
    func didVerify(_ program: String) -> String
    func didEnroll(_ program: String) -> String
    func didEnable(_ program: String) -> String
    func didStore(program: String, item: String) -> String
    func didRetrieve(program: String, item: String) -> String
    func didCreateKey(program: String, item: String) -> String
    func didSign(program: String, item: String) -> String
    func didRenew(program: String, item: String) -> String
    func activityAsked(program: String, request: String) -> String
    func activityWantedChange(_ program: String) -> String
    var eventEnrolled: String { get }
    var eventPrintsDeleted: String { get }
    var eventPrintsVanished: String { get }
    var eventTemplatesTampered: String { get }
    var eventPINSet: String { get }
    var eventPINRemoved: String { get }
    var eventFingerprintEnabled: String { get }
    var eventFingerprintDisabled: String { get }
    var eventOnboardingAnswered: String { get }
    func eventNamedItemDeleted(_ item: String) -> String
    var eventItemDeleted: String { get }
    var eventEverythingRevoked: String { get }
    var eventReset: String { get }
    var eventReaderCleared: String { get }
    func eventDeniedOften(_ count: Int) -> String
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
