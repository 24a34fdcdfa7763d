// swift-format-ignore-file
// Made by Languages/generate.py from Languages/biogate.pot: change that file.

internal import GateGuidance

/// The sentences of this room in one language; extensions choose among them.
protocol CommandWords: Sendable {
    var language: Language { get }
    /// Follows an error: the command that is the next step.
    /// {command}: what can be typed
    func next(_ command: String) -> String
    /// An error: the service cannot be used, or does not answer as it should.
    /// {socket}: its path
    func notRunning(_ socket: String) -> String
    /// An error: the service cannot be used, or does not answer as it should.
    /// {socket}: its path
    func nobodyListens(_ socket: String) -> String
    /// An error: the service cannot be used, or does not answer as it should.
    var hungUp: String { get }
    /// An error: the service cannot be used, or does not answer as it should.
    var nameless: String { get }
    /// An error: the service cannot be used, or does not answer as it should.
    /// {socket}: its path
    func untrusted(_ socket: String) -> String
    /// An error: the service cannot be used, or does not answer as it should.
    /// {parameter}: its name
    func invalid(_ parameter: String) -> String
    /// An error: the service cannot be used, or does not answer as it should.
    var tooOld: String { get }
    /// An error in what was typed.
    /// {name} (quoted): what was typed
    func noCommandNamed(_ name: String) -> String
    /// Follows "There is no command ...".
    /// {command} (quoted): a command that there is
    func didYouMean(_ command: String) -> String
    /// Follows "There is no command ...".
    /// {help}: the command that shows the help
    func seeHelp(_ help: String) -> String
    /// An error in what was typed.
    /// {option} (quoted): what was typed
    /// {argument}: the same, without marks
    func noOption(option: String, argument: String) -> String
    /// An error in what was typed.
    var tooManyArguments: String { get }
    /// An error in what was typed.
    var secretsAreNoArguments: String { get }
    /// An error in what was typed.
    var notUTF8: String { get }
    /// An error in what was typed.
    /// {tag} (quoted): what was typed
    func unknownLocale(_ tag: String) -> String
    /// A warning: sudo runs the command for root.
    /// {user}: the name of the account
    func ownedByRoot(_ user: String) -> String
    /// An error in what was typed; one of the next sentences follows.
    /// {value}: what was typed, with quotation marks
    func misfit(_ value: String) -> String
    /// Follows "... cannot be used here.": what can.
    var ruleTimeout: String { get }
    /// Follows "... cannot be used here.": what can.
    var ruleReuse: String { get }
    /// Follows "... cannot be used here.": what can.
    var ruleLineCount: String { get }
    /// Follows "... cannot be used here.": what can.
    var ruleTouchCount: String { get }
    /// Follows "... cannot be used here.": what can.
    var ruleItemName: String { get }
    /// Follows "... cannot be used here.": what can.
    var ruleLabel: String { get }
    /// Follows "... cannot be used here.": what can.
    var ruleReason: String { get }
    /// Follows "... cannot be used here.": what can.
    var ruleReader: String { get }
    /// Follows "... cannot be used here.": what can.
    var ruleUser: String { get }
    /// Follows "... cannot be used here.": what can.
    /// {fingers}: names that can be typed
    func ruleFinger(_ fingers: String) -> String
    /// Follows "... cannot be used here.": what can.
    /// {fingers}: names that can be typed
    func ruleTouch(_ fingers: String) -> String
    /// Follows "... cannot be used here.": what can.
    var rulePath: String { get }
    /// Follows "... cannot be used here.": what can.
    var ruleFile: String { get }
    /// Follows "... cannot be used here.": what can.
    var ruleVariable: String { get }
    /// Follows "... cannot be used here.": what can.
    var ruleDescriptor: String { get }
    /// First letters of a yes, small, with spaces between them.
    var yesLetters: String { get }
    /// A question; the answer is yes or no.
    var startNow: String { get }
    /// A question; the answer is yes or no.
    var questionAddFinger: String { get }
    /// A question; the answer is yes or no.
    var questionRemoveFinger: String { get }
    /// A question; the answer is yes or no.
    var questionTurnOff: String { get }
    /// A question; the answer is yes or no.
    var questionChangePIN: String { get }
    /// A question; the answer is yes or no.
    var questionRemovePIN: String { get }
    /// A question; the answer is yes or no.
    var questionDelete: String { get }
    /// A question; the answer is yes or no.
    var questionErase: String { get }
    /// A question; the answer is yes or no.
    var questionImportFingers: String { get }
    /// A question; the answer is yes or no.
    var questionExportFingers: String { get }
    /// A question cannot be asked.
    var mustSayYes: String { get }
    /// What came of it.
    var nothingChanged: String { get }
    /// What came of it.
    var cancelled: String { get }
    /// While a finger is waited for: what else can be done.
    var waysOutPIN: String { get }
    /// While a finger is waited for: what else can be done.
    var waysOutPassword: String { get }
    /// While a finger is waited for: what else can be done.
    var waysOutNone: String { get }
    /// Asks for what is typed behind it.
    var pinPrompt: String { get }
    /// Asks for what is typed behind it.
    var passwordPrompt: String { get }
    /// An error: nobody can be asked.
    var noCredential: String { get }
    /// An error: nobody can be asked.
    var jsonAsksNothing: String { get }
    /// An error: nobody can be asked.
    /// {bytes} (number): the most that it can have
    func tooLong(_ bytes: Int) -> String
    /// An error: nobody can be asked.
    var emptyCredential: String { get }
    /// The state, in one line.
    var fingerprintReady: String { get }
    /// The state, in one line.
    /// {fingers} (number): how many are added
    /// {items} (number): how many are stored
    func countsWithPIN(fingers: Int, items: Int) -> String
    /// The state, in one line.
    /// {fingers} (number): how many are added
    /// {items} (number): how many are stored
    func countsWithoutPIN(fingers: Int, items: Int) -> String
    /// The state, in one line.
    /// {count} (number): how many
    func waiting(_ count: Int) -> String
    /// The settings, a table: names and values.
    var rowFingerprint: String { get }
    /// The settings, a table: names and values.
    var valueOn: String { get }
    /// The settings, a table: names and values.
    var valueOff: String { get }
    /// The settings, a table: names and values.
    var rowFingers: String { get }
    /// The settings, a table: names and values.
    var rowPIN: String { get }
    /// The settings, a table: names and values.
    var valueSet: String { get }
    /// The settings, a table: names and values.
    var valueNotSet: String { get }
    /// The settings, a table: names and values.
    var rowPassword: String { get }
    /// The settings, a table: names and values.
    var valueUsable: String { get }
    /// The settings, a table: names and values.
    var valueUnused: String { get }
    /// The settings, a table: names and values.
    var rowItems: String { get }
    /// Follows "Fingerprint at login is locked ...".
    var unlockByPIN: String { get }
    /// Follows "Fingerprint at login is locked ...".
    var unlockByPassword: String { get }
    /// Follows "Fingerprint at login is locked ...".
    var unlockByEither: String { get }
    /// Follows "Fingerprint at login is locked ...".
    var unlockByNewPIN: String { get }
    /// Follows "Fingerprint at login is locked ...".
    var unlockLater: String { get }
    /// Below the state; a sentence about what ends it follows.
    var loginsLocked: String { get }
    /// Follows "Fingerprint at login is paused ...".
    var pauseEndsByPIN: String { get }
    /// Follows "Fingerprint at login is paused ...".
    var pauseEndsByPassword: String { get }
    /// Follows "Fingerprint at login is paused ...".
    var pauseEndsByEither: String { get }
    /// Below the state; a sentence about what ends it can follow.
    /// {wait}: how long, such as "30 seconds"
    func loginsPaused(_ wait: String) -> String
    /// The list of readers.
    var noReaders: String { get }
    /// The list of readers.
    /// {count} (number): how many
    func touches(_ count: Int) -> String
    /// What is kept of the user, a list of seven lines.
    var privacyKept: String { get }
    /// What is kept of the user, a list of seven lines.
    var privacyTemplates: String { get }
    /// What is kept of the user, a list of seven lines.
    var privacyStored: String { get }
    /// What is kept of the user, a list of seven lines.
    var privacyHowLong: String { get }
    /// What is kept of the user, a list of seven lines.
    var privacyHowToErase: String { get }
    /// What is kept of the user, a list of seven lines.
    var privacyJournal: String { get }
    /// What is kept of the user, a list of seven lines.
    var privacyNotSent: String { get }
    /// Before a question: what it will cost.
    /// {reader} (quoted): the name of the reader
    func wouldClear(_ reader: String) -> String
    /// Before a question: what it will cost.
    /// {user} (quoted): the name of the account
    func wouldReset(_ user: String) -> String
    /// Before a question: what it will cost.
    var wouldResetAll: String { get }
    /// Before "Renew it now?".
    /// {items}: names of what is stored, with quotation marks
    func waitForRenewal(_ items: String) -> String
    /// A question; the answer is yes or no.
    func renewNow(_ count: Int) -> String
    /// What came of it.
    var nothingToRenew: String { get }
    /// What came of it.
    /// {item} (quoted): the name of what is stored
    /// {opening}: what opens it, such as "fingerprint, PIN"
    func cannotBeRenewed(item: String, opening: String) -> String
    /// The list of fingers, or what came of a change.
    var noFingers: String { get }
    /// The list of fingers, or what came of a change.
    /// {finger}: the name of the finger
    /// {name}: what it is called now
    func renamedTo(finger: String, name: String) -> String
    /// The list of fingers, or what came of a change.
    /// {finger}: the name of the finger
    func renamedBack(_ finger: String) -> String
    /// The list of fingers, or what came of a change.
    var removedAll: String { get }
    /// The list of fingers, or what came of a change.
    /// {finger}: the name of the finger
    func notAdded(_ finger: String) -> String
    /// Behind a finger in a table: added in the system's settings, not confirmed yet.
    var unvouched: String { get }
    /// Below the table of fingers.
    var unvouchedOpensNothing: String { get }
    /// What came of it.
    var nothingToVouch: String { get }
    /// What came of it.
    /// {finger}: the name of the finger
    /// {date}: a day and a time
    /// {reader}: the name of the reader
    func addedOn(finger: String, date: String, reader: String) -> String
    /// A question; the answer is yes or no.
    var mayOpenItems: String { get }
    /// An error in what was typed.
    var nameOneFinger: String { get }
    /// An error in what was typed.
    /// {finger}: the name of the finger
    /// {readers}: names of readers
    func onSeveralReaders(finger: String, readers: String) -> String
    /// What came of it.
    var cleared: String { get }
    /// What came of it.
    var nothingAdded: String { get }
    /// An error: something more is to be given.
    var passwordNeeded: String { get }
    /// An error: something more is to be given.
    var oldPINNeeded: String { get }
    /// Asks for what is typed behind it.
    var currentPINPrompt: String { get }
    /// Asks for what is typed behind it.
    var newPINPrompt: String { get }
    /// Asks for what is typed behind it.
    var repeatPINPrompt: String { get }
    /// An error: the PIN stays.
    var pinIsNeeded: String { get }
    /// What came of it.
    var fingerprintOn: String { get }
    /// What came of it.
    var fingerprintOff: String { get }
    /// What came of it.
    var fingerprintStaysOff: String { get }
    /// What came of it.
    var turnOn: String { get }
    /// What came of it.
    var everythingErased: String { get }
    /// The list of what is stored.
    var noItems: String { get }
    /// What opens it, in a table.
    /// {cause}: why, such as "fingers changed"
    func nothingOpens(_ cause: String) -> String
    /// What opens it, in a table.
    /// {opening}: what opens it, such as "fingerprint, PIN"
    func key(_ opening: String) -> String
    /// Why no finger opens it, in a table or within brackets.
    var causeFingersChanged: String { get }
    /// Why no finger opens it, in a table or within brackets.
    var causeTurnedOff: String { get }
    /// Why no finger opens it, in a table or within brackets.
    var causePINRemoved: String { get }
    /// Why no finger opens it, in a table or within brackets.
    var causePINReset: String { get }
    /// Why no finger opens it, in a table or within brackets.
    var causeRevoked: String { get }
    /// Why no finger opens it, in a table or within brackets.
    var neverOpened: String { get }
    /// What is known of something stored, a table: names and values.
    var changeEnds: String { get }
    /// What is known of something stored, a table: names and values.
    var changeStays: String { get }
    /// What is known of something stored, a table: names and values.
    var itemName: String { get }
    /// What is known of something stored, a table: names and values.
    var itemLabel: String { get }
    /// What is known of something stored, a table: names and values.
    var itemKind: String { get }
    /// What is known of something stored, a table: names and values.
    var kindSecret: String { get }
    /// What is known of something stored, a table: names and values.
    var kindKey: String { get }
    /// What is known of something stored, a table: names and values.
    var itemOpensWith: String { get }
    /// What is known of something stored, a table: names and values.
    var itemWaits: String { get }
    /// What is known of something stored, a table: names and values.
    var itemOnChange: String { get }
    /// What is known of something stored, a table: names and values.
    var itemReuse: String { get }
    /// What is known of something stored, a table: names and values.
    var itemSealedBy: String { get }
    /// What is known of something stored, a table: names and values.
    var itemStoredBy: String { get }
    /// What is known of something stored, a table: names and values.
    var itemStored: String { get }
    /// What is known of something stored, a table: names and values.
    var itemLastUsed: String { get }
    /// What came of it.
    /// {item} (quoted): the name of what is stored
    func stored(_ item: String) -> String
    /// What came of it.
    /// {item} (quoted): the name of what is stored
    func deleted(_ item: String) -> String
    /// Asks for what is typed behind it.
    /// {item} (quoted): the name of what is stored
    func secretPrompt(_ item: String) -> String
    /// An error: something more is to be given.
    var noSecret: String { get }
    /// What came of it.
    /// {key} (quoted): the name of the key
    /// {command}: what can be typed
    func keyMade(key: String, command: String) -> String
    /// An error: something more is to be given.
    var noChallenge: String { get }
    /// What came of it.
    /// {path} (quoted): of the file
    func saved(_ path: String) -> String
    /// An error: a file is in the way.
    /// {path} (quoted): of the file
    func fileExists(_ path: String) -> String
    /// A question; the answer is yes or no.
    /// {path} (quoted): of the file
    func replaceFile(_ path: String) -> String
    /// An error of what is to be run, or shown.
    /// {item} (quoted): the name of what is stored
    func notForVariable(_ item: String) -> String
    /// An error of what is to be run, or shown.
    /// {item} (quoted): the name of what is stored
    func notForTerminal(_ item: String) -> String
    /// An error of what is to be run, or shown.
    /// {name} (quoted): what was typed
    func noProgram(_ name: String) -> String
    /// An error of what is to be run, or shown.
    /// {name} (quoted): what was typed
    func notExecutable(_ name: String) -> String
    /// An error of what is to be run, or shown.
    /// {name} (quoted): what was typed
    func noInterpreter(_ name: String) -> String
    /// What the finger is asked for: a few words without a full stop, 200 characters at most.
    var openReason: String { get }
    /// What the finger is asked for: a few words without a full stop, 200 characters at most.
    var signReason: String { get }
    /// What the finger is asked for: a few words without a full stop, 200 characters at most.
    /// {program}: its name
    func runReason(_ program: String) -> String
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingServed: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingSocketMissing: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingNobodyListens: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingSocketForbidden: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    /// {version}: of the service
    func findingAnswers(_ version: String) -> String
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingSilent: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    /// {reason}: why
    func findingStartRefused(_ reason: String) -> String
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingOldCopy: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingDataUnusable: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    /// {path}: of a file
    func findingDiskFull(_ path: String) -> String
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    /// {path}: of a file
    func findingDiskReadOnly(_ path: String) -> String
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    /// {path}: of a file
    func findingStateDirectoryMissing(_ path: String) -> String
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingDiskWritable: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingUntrusted: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingMasked: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    /// {version}: of the service
    /// {own}: the version of this program
    func findingOtherVersion(version: String, own: String) -> String
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingConfigured: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    /// {mistake}: what the service says of it
    func findingMisconfigured(_ mistake: String) -> String
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingMemoryUnlocked: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingNoReader: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    /// {name}: of the reader
    func findingReaderInUse(_ name: String) -> String
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    /// {name}: of the reader
    /// {driver}: its name
    func findingReaderFaulted(name: String, driver: String) -> String
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    /// {count} (number): how many
    /// {name}: of the reader
    func findingFprintdHasFingers(count: Int, name: String) -> String
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    /// {name}: of the reader
    func findingFprintdHasNone(_ name: String) -> String
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    /// {name}: of the reader
    func findingFprintdKeepsQuiet(_ name: String) -> String
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    /// {count} (number): how many
    func findingFprintdFingersWait(_ count: Int) -> String
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingFprintdFingersWaitUnknown: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingReadersPermitted: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingNoReaderGroup: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingRulesMissing: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    /// {node}: a path
    func findingReaderForbidden(_ node: String) -> String
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingReaderSocketMissing: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingTPMPermitted: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    /// {consequence}: where the root key is, such as "the root key is in a file ..."
    func findingNoTPM(_ consequence: String) -> String
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    /// {consequence}: where the root key is, such as "the root key is in a file ..."
    func findingOldTPM(_ consequence: String) -> String
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingTPMForbidden: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingPasswordsChecked: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingHelperMissing: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingHelperSilent: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingPasswordsOff: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingNoPassword: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingPAMFileMissing: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingLogind: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingNoLogind: String { get }
    /// What was looked at, and what was found: stands behind "socket:", "service:" and the like.
    var findingNoSystemd: String { get }
    /// Behind "service:": why it does not serve.
    var sealedNoTPM: String { get }
    /// Behind "service:": why it does not serve.
    var sealedBusy: String { get }
    /// Behind "service:": why it does not serve.
    var sealedPaused: String { get }
    /// Behind "service:": why it does not serve.
    var sealedOtherMachine: String { get }
    /// Behind "service:": why it does not serve.
    var sealedOldCopy: String { get }
    /// Behind "service:": why it does not serve.
    var sealedNoRootKey: String { get }
    /// Behind "service:": why it does not serve.
    var sealedFaulted: String { get }
    /// Where the root key is, at the end of a sentence that says that there is no TPM.
    var rootKeyBesideData: String { get }
    /// Where the root key is, at the end of a sentence that says that there is no TPM.
    var rootKeyInOtherFile: String { get }
    /// Where the root key is, at the end of a sentence that says that there is no TPM.
    var rootKeyIsCredential: String { get }
    /// Where the root key is, at the end of a sentence that says that there is no TPM.
    var rootKeyIsSealed: String { get }
    /// Where the root key is, at the end of a sentence that says that there is no TPM.
    var rootKeyIsInFile: String { get }
    /// Stands before what was found.
    var weightFine: String { get }
    /// Stands before what was found.
    var weightNote: String { get }
    /// Stands before what was found.
    var weightWrong: String { get }
    /// The last line of what was found.
    var mendFirst: String { get }
    /// An error: the journal cannot be read.
    var noJournal: String { get }
    /// An error: the journal cannot be read.
    var journalForbidden: String { get }
    /// While a call waits.
    /// {wait}: how long, such as "30 seconds"
    func paused(_ wait: String) -> String
    /// Fingerprints are moved from fprintd, or back.
    var moveImportCosts: String { get }
    /// Fingerprints are moved from fprintd, or back.
    /// {user}: the name of the account
    /// {finger}: the name of the finger
    func moveWouldImport(user: String, finger: String) -> String
    /// Fingerprints are moved from fprintd, or back.
    /// {user}: the name of the account
    /// {finger}: the name of the finger
    func moveImported(user: String, finger: String) -> String
    /// Fingerprints are moved from fprintd, or back.
    /// {user}: the name of the account
    /// {finger}: the name of the finger
    func moveKnown(user: String, finger: String) -> String
    /// Fingerprints are moved from fprintd, or back.
    /// {user}: the name of the account
    /// {finger}: the name of the finger
    func moveNotImported(user: String, finger: String) -> String
    /// Fingerprints are moved from fprintd, or back.
    /// {name} (quoted): what was typed
    func moveNoUser(_ name: String) -> String
    /// Fingerprints are moved from fprintd, or back.
    /// {path}: of a file
    func moveStrange(_ path: String) -> String
    /// Fingerprints are moved from fprintd, or back.
    /// {directory}: its path
    func moveNothingThere(_ directory: String) -> String
    /// Fingerprints are moved from fprintd, or back.
    /// {path}: of a file
    func moveOriginalRemoved(_ path: String) -> String
    /// Fingerprints are moved from fprintd, or back.
    /// {directory}: its path
    func moveExportCosts(_ directory: String) -> String
    /// Fingerprints are moved from fprintd, or back.
    /// {path}: of a file
    func moveExported(_ path: String) -> String
    /// Fingerprints are moved from fprintd, or back.
    /// {path}: of a file
    func moveExportedBefore(_ path: String) -> String
    /// Fingerprints are moved from fprintd, or back.
    /// {path}: of a file
    func moveInTheWay(_ path: String) -> String
    /// Fingerprints are moved from fprintd, or back.
    /// {user}: the name of the account
    /// {finger}: the name of the finger
    func moveNotExported(user: String, finger: String) -> String
    /// Fingerprints are moved from fprintd, or back.
    /// {user} (quoted): the name of the account
    func moveNothingToExport(_ user: String) -> String
    /// Fingerprints are moved from fprintd, or back.
    /// {socket}: its path
    func moveNoFace(_ socket: String) -> String
    /// Follows "... is not imported." or "... is not written.": why.
    var printUnreadable: String { get }
    /// Follows "... is not imported." or "... is not written.": why.
    var printMisplaced: String { get }
    /// Follows "... is not imported." or "... is not written.": why.
    var printReaderMissing: String { get }
    /// Follows "... is not imported." or "... is not written.": why.
    var printOnSeveralReaders: String { get }
    /// Follows "... is not imported." or "... is not written.": why.
    var printFingerTaken: String { get }
    /// Follows "... is not imported." or "... is not written.": why.
    var printDuplicate: String { get }
    /// Follows "... is not imported." or "... is not written.": why.
    var printFull: String { get }
    /// Follows "... is not imported." or "... is not written.": why.
    var printNotStored: String { get }
    /// Follows "... is not imported." or "... is not written.": why.
    var printAdministrator: String { get }
    /// Follows "... is not imported." or "... is not written.": why.
    var printNotNow: String { get }
    /// An error: there is nothing to reset.
    var sandboxForgets: String { get }
    /// An error, behind "biogate sandbox: ": no capital letter and no full stop.
    /// {name}: a name
    /// {directories}: where it was looked for
    func sandboxNoProgram(name: String, directories: String) -> String
    /// An error, behind "biogate sandbox: ": no capital letter and no full stop.
    /// {said}: the last that it said
    func sandboxDaemonEnded(_ said: String) -> String
    /// An error, behind "biogate sandbox: ": no capital letter and no full stop.
    /// {name}: a name
    func sandboxCommandNotFound(_ name: String) -> String
    /// An error, behind "biogate sandbox: ": no capital letter and no full stop.
    /// {signal} (number): its number
    func sandboxInterrupted(_ signal: Int) -> String
    /// An error, behind "biogate sandbox: ": no capital letter and no full stop.
    var sandboxNotInside: String { get }
    /// An error, behind "biogate sandbox: ": no capital letter and no full stop.
    var sandboxEnded: String { get }
    /// An error, behind "biogate sandbox: ": no capital letter and no full stop.
    /// {wait}: how long, such as "30 seconds"
    func sandboxNobodyWaiting(_ wait: String) -> String
    /// An error, behind "biogate sandbox: ": no capital letter and no full stop.
    /// {touches} (number): how many were made
    func sandboxCallEnded(_ touches: Int) -> String
    /// An error, behind "biogate sandbox: ": no capital letter and no full stop.
    /// {reason}: why
    func sandboxUnwatched(_ reason: String) -> String
    /// The first steps, and their questions.
    var setupNeedsTerminal: String { get }
    /// The first steps, and their questions.
    var setupLater: String { get }
    /// The first steps, and their questions.
    var setPINNow: String { get }
    /// The first steps, and their questions.
    /// {finger}: the name of the finger
    func addFingerNow(_ finger: String) -> String
    /// The first steps, and their questions.
    var vouchFingersNow: String { get }
    /// The first steps, and their questions.
    var tryNow: String { get }
    /// What the finger is asked for: a few words without a full stop, 200 characters at most.
    var tryReason: String { get }
    /// What came of it.
    /// {factor}: such as "fingerprint"
    func works(_ factor: String) -> String
}

extension Language {
    var words: any CommandWords {
        switch self {
        case .en: CommandWordsEn()
        case .ko: CommandWordsKo()
        case .nb: CommandWordsNb()
        }
    }
}
