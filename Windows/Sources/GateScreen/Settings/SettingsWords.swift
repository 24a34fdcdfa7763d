// The words that the settings' window has and the other programs have not; the rest of what it says is `GateGuidance`'s.

internal import GateGuidance
internal import GateModel

/// One language's texts of the settings' window.
protocol SettingsWords {
    var language: Language { get }

    // MARK: The window

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
    var setUp: String { get }
    var setUpMore: String { get }
    var setUpShort: String { get }
    var fingers: String { get }
    var fingersMore: String { get }
    var noFingers: String { get }
    /// What becomes of the fingers that were added with fprintd.
    var fprintdFingers: String { get }
    var addAFinger: String { get }
    func addedAt(_ time: String) -> String
    /// What a finger is for that was added through the system's settings, and what is missing.
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
    /// What opens it, one sentence or a part of a list.
    func opensWith(_ factors: String) -> String
    func nothingOpens(_ cause: Item.Invalidation) -> String
    /// That a finger could open it, and does not until it was renewed.
    func waitsForRenewal(_ cause: Item.Invalidation?) -> String
    func storedBy(_ program: String) -> String
    func lastUsed(_ time: String) -> String
    var neverUsed: String { get }
    var renew: String { get }
    var renewAll: String { get }
    func renewNamed(_ item: String) -> String
    func renameNamed(_ name: String) -> String
    func renameQuestion(_ name: String) -> String
    var save: String { get }
    func renamed(_ name: String) -> String
    /// Which finger was on the reader.
    func touched(_ finger: String) -> String
    var remove: String { get }
    func removeNamed(_ name: String) -> String
    /// Apps that offered to sign in with a finger.
    var apps: String { get }
    var appsMore: String { get }
    var readers: String { get }
    var noReaders: String { get }
    var more: String { get }
    var tryOut: String { get }
    var tryOutMore: String { get }
    var privacy: String { get }
    var privacyMore: String { get }
    /// What is kept of the user, for how long, and how it is erased.
    var kept: [String] { get }
    var show: String { get }
    var revokeAll: String { get }
    var revokeAllMore: String { get }
    var erase: String { get }
    var eraseMore: String { get }
    var unlockNow: String { get }

    // MARK: What is asked

    var goOn: String { get }
    var done: String { get }
    var back: String { get }
    var turnOnQuestion: String { get }
    /// What is kept of a finger, where, and that it is sent nowhere: one sentence a line.
    var disclosure: [String] { get }
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
    var fingerNeedsCredential: String { get }
    func vouchQuestion(_ fingers: String) -> String
    var vouchMeans: String { get }
    func touches(_ done: Int, of all: Int) -> String
    func removeQuestion(_ name: String) -> String
    var removeFingerMeans: String { get }
    var yourPIN: String { get }
    var yourPassword: String { get }
    var usePIN: String { get }
    var usePassword: String { get }
    var pinUntilNow: String { get }
    var newPIN: String { get }
    var repeatPIN: String { get }
    /// Somebody does not want any more what the service is doing.
    var cancelling: String { get }
    /// The service did not answer that.
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
    var setUpPIN: String { get }
    var setUpPINMeans: String { get }
    var setUpTry: String { get }
    var setUpDone: String { get }
    var setUpLater: String { get }
}

extension Language {
    var settings: any SettingsWords {
        switch self {
        case .en: EnglishSettings()
        case .ko: KoreanSettings()
        case .nb: NorwegianSettings()
        }
    }
}

/// As the terminal has them, too.
extension SettingsWords {
    var wouldDestroy: String { text(.wouldDestroy) }
    var wouldNeedRenewal: String { text(.wouldNeedRenewal) }
    func destroyed(_ count: Int) -> String { text(.destroyed(count)) }
    func added(_ finger: String) -> String { text(.added(finger)) }
    func vouched(_ fingers: String) -> String { text(.vouched(fingers)) }
    func removed(_ name: String) -> String { text(.removed(name)) }
    func renewed(_ items: String) -> String { text(.renewed(items)) }
    var pinRule: String { text(.pinRule) }
    var pinsDiffer: String { text(.pinsDiffer) }
    var pinSet: String { text(.pinSet) }
    var pinRemoved: String { text(.pinRemoved) }
    var revoked: String { text(.revoked) }

    private func text(_ words: ChangeWords) -> String { words.text(in: language) }
}
