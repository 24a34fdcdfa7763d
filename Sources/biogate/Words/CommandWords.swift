import GateGuidance
import GateModel
import GateWire

/// What the command line itself says to people, in one language; what is the matter and what to do, the daemon says.
protocol CommandWords: Sendable {
    var language: Language { get }

    // MARK: What to do next
    func next(_ command: String) -> String
    func notRunning(_ socket: String) -> String
    /// Of a path that the caller has named.
    func nobodyListens(_ socket: String) -> String
    /// The service ended the connection.
    var hungUp: String { get }
    /// It does so with callers whom the kernel cannot name.
    var nameless: String { get }
    func untrusted(_ socket: String) -> String
    func invalid(_ parameter: String) -> String
    var tooOld: String { get }
    func noCommand(_ name: String, nearest: String?, help: String) -> String

    func noOption(_ argument: String) -> String
    var tooManyArguments: String { get }
    /// Of a command that takes a secret or a PIN, which is not repeated.
    var secretsAreNoArguments: String { get }
    var notUTF8: String { get }
    /// Of `--locale`; the messages are English then.
    func unknownLocale(_ tag: String) -> String
    /// Of what sudo runs.
    func ownedByRoot(insteadOf user: String) -> String
    /// Of what goes on when the service is there again.
    var waitsForService: String { get }
    /// That a value breaks the rule that is told behind this.
    func misfit(_ value: String) -> String
    func text(_ rule: ValueRule) -> String

    // MARK: Questions
    /// First letters of a yes, in small letters.
    var yes: Set<String> { get }
    var startNow: String { get }
    func question(_ act: Act) -> String
    var mustSayYes: String { get }
    var nothingChanged: String { get }
    var cancelled: String { get }
    /// What else can be done than touch the reader.
    func waysOut(_ alternative: Factor?) -> String
    func credentialPrompt(_ factor: Factor) -> String
    var noCredential: String { get }
    /// The same with `--json`, whether or not there is a terminal.
    var jsonAsksNothing: String { get }
    func tooLong(_ bytes: Int) -> String

    // MARK: Status
    var fingerprintReady: String { get }
    func counts(_ settings: Settings) -> String
    /// How many items wait to be renewed.
    func waiting(_ count: Int) -> String
    func rows(_ settings: Settings) -> [[String]]
    /// Fingers are locked at logins, for so long or until the user ends it.
    func loginsLocked(_ lockout: LoginLockout, _ end: LockoutEnd) -> String
    var noReaders: String { get }
    func touches(_ count: Int) -> String
    var privacy: [String] { get }

    // MARK: Costs
    func wouldClear(_ reader: ReaderID) -> String
    func wouldReset(_ user: String) -> String
    var wouldResetAll: String { get }
    func waitForRenewal(_ items: [ItemName]) -> String
    /// Behind `waitForRenewal`, of so many.
    func renewNow(_ count: Int) -> String
    var nothingToRenew: String { get }
    func nothingToRenew(_ item: Item) -> String

    // MARK: Fingers and PIN
    var noFingers: String { get }
    /// The label is nil where it was taken away.
    func renamed(_ finger: String, _ label: String?) -> String
    var removedAll: String { get }
    func notAdded(_ finger: String) -> String
    /// Behind a finger in a table.
    var unvouched: String { get }
    /// What it means that a finger is not vouched for.
    var unvouchedOpensNothing: String { get }
    var nothingToVouch: String { get }
    /// A finger, when it was added, and the reader's name.
    func addedOn(_ finger: String, _ date: String, reader: String) -> String
    var mayOpenItems: String { get }
    var nameOneFinger: String { get }
    func onSeveralReaders(_ finger: String, _ readers: [ReaderID]) -> String
    var cleared: String { get }
    /// Nothing of an enrolment that was broken off is left.
    var nothingAdded: String { get }
    /// For a first PIN, or in the place of one that is blocked.
    var passwordNeeded: String { get }
    var oldPINNeeded: String { get }
    var currentPINPrompt: String { get }
    var newPINPrompt: String { get }
    var repeatPINPrompt: String { get }
    /// And the password is not.
    /// Why the PIN stays: fingers need another way in beside them.
    var pinIsNeeded: String { get }
    var fingerprintOn: String { get }
    var fingerprintOff: String { get }
    /// A finger that was added opens nothing yet.
    var fingerprintStaysOff: String { get }
    var turnOn: String { get }
    var everythingErased: String { get }

    // MARK: Items
    var noItems: String { get }
    func opening(_ item: Item) -> String
    /// A key, by what opens it.
    func key(_ opening: String) -> String
    func rows(_ item: Item) -> [[String]]
    func stored(_ item: ItemName) -> String
    func deleted(_ item: ItemName) -> String
    func secretPrompt(_ item: ItemName) -> String
    var noSecret: String { get }
    /// And the command that shows its public half.
    func keyMade(_ key: ItemName, _ command: String) -> String
    var noChallenge: String { get }
    func saved(_ path: String) -> String
    func fileExists(_ path: String) -> String
    func replaceFile(_ path: String) -> String
    func notForVariable(_ item: ItemName) -> String
    func notForTerminal(_ item: ItemName) -> String
    func noProgram(_ name: String) -> String
    func notExecutable(_ name: String) -> String
    func noInterpreter(_ name: String) -> String
    /// The file or the pipe that brings a PIN or a password is empty.
    var emptyCredential: String { get }
    /// The reasons that the user is told, where the command line gives none.
    var openReason: String { get }
    var signReason: String { get }
    func runReason(_ program: String) -> String

    // MARK: From fprintd, and back
    func text(_ notice: MoveNotice) -> String

    // MARK: What is wrong
    func text(_ finding: Finding) -> String
    func weight(_ weight: Finding.Weight) -> String
    var mendFirst: String { get }

    var noJournal: String { get }
    /// And how it can be.
    var journalForbidden: String { get }
    /// Behind the program's name, without a capital or a full stop where the language has them.
    func text(_ failure: SandboxFailure) -> String
    /// Instead of a reset, which in a sandbox nobody can make.
    var sandboxForgets: String { get }

    // MARK: Waiting
    /// Until a finger may be tried again.
    func paused(_ wait: Duration) -> String

    // MARK: Setting up
    var setupNeedsTerminal: String { get }
    var setupLater: String { get }
    var setPINNow: String { get }
    func addFingerNow(_ finger: String) -> String
    /// Asked in place of adding one, where there are fingers for login only.
    var vouchFingersNow: String { get }
    var tryNow: String { get }
    var tryReason: String { get }
    func works(_ factor: String) -> String
}

extension Language {
    var words: any CommandWords {
        switch self {
        case .en: EnglishWords()
        case .ko: KoreanWords()
        case .nb: NorwegianWords()
        }
    }
}

extension CommandWords {
    /// Which value cannot be taken, and what is.
    func text(_ fault: ValueFault) -> String {
        "\(misfit(quoted(Table.cut(fault.value, to: 60)))) \(text(fault.rule))"
    }

    /// The state in one line, as `watch` and `biogate` say it.
    func availabilityLine(_ report: AvailabilityReport) -> String {
        guard report.availability != .available else { return fingerprintReady }
        return report.fallbacks.isEmpty
            ? report.guidance.withoutSignIn(report.availability).line : report.guidance.line
    }

    // As windows have them, too.
    func wouldDestroy(_ items: [ItemName]) -> String { text(.wouldDestroy) + " \(list(items))." }
    func wouldNeedRenewal(_ items: [ItemName]) -> String { text(.wouldNeedRenewal) + " \(list(items))." }
    func destroyed(_ count: Int) -> String { text(.destroyed(count)) }
    func added(_ finger: String) -> String { text(.added(finger)) }
    func vouched(_ fingers: [String]) -> String { text(.vouched(fingers.joined(separator: ", "))) }
    func removed(_ finger: String) -> String { text(.removed(finger)) }
    func renewed(_ item: ItemName) -> String { text(.renewed(list([item]))) }
    var pinRule: String { text(.pinRule) }
    var pinsDiffer: String { text(.pinsDiffer) }
    var pinSet: String { text(.pinSet) }
    var pinRemoved: String { text(.pinRemoved) }
    var revoked: String { text(.revoked) }

    private func text(_ words: ChangeWords) -> String { words.text(in: language) }

    /// What opens an item, and whether it is a key.
    func listed(_ item: Item) -> String { item.kind == .key ? key(opening(item)) : opening(item) }

    func list(_ items: [ItemName]) -> String {
        items.map { quoted($0.rawValue) }.joined(separator: ", ")
    }

    /// Between the language's marks, which the text cannot end by itself.
    func quoted(_ text: String) -> String { text.quoted(in: language) }

    func names(_ factors: [Factor]) -> String {
        factors.map { $0.name(in: language) }.joined(separator: ", ")
    }
}
