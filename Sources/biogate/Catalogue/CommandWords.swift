// swift-format-ignore-file
// Made by Languages/generate.py from Languages/biogate.pot: change that file.

internal import GateGuidance

/// The sentences of this room in one language; extensions choose among them.
protocol CommandWords: Sendable {
    var language: Language { get }
    func next(_ command: String) -> String
    func notRunning(_ socket: String) -> String
    func nobodyListens(_ socket: String) -> String
    var hungUp: String { get }
    var nameless: String { get }
    func untrusted(_ socket: String) -> String
    func invalid(_ parameter: String) -> String
    var tooOld: String { get }
    func noCommandNamed(_ name: String) -> String
    func didYouMean(_ command: String) -> String
    func seeHelp(_ help: String) -> String
    func noOption(option: String, argument: String) -> String
    var tooManyArguments: String { get }
    var secretsAreNoArguments: String { get }
    var notUTF8: String { get }
    func unknownLocale(_ tag: String) -> String
    func ownedByRoot(_ user: String) -> String
    func misfit(_ value: String) -> String
    var ruleTimeout: String { get }
    var ruleReuse: String { get }
    var ruleLineCount: String { get }
    var ruleTouchCount: String { get }
    var ruleItemName: String { get }
    var ruleLabel: String { get }
    var ruleReason: String { get }
    var ruleReader: String { get }
    var ruleUser: String { get }
    func ruleFinger(_ fingers: String) -> String
    func ruleVerb(_ verbs: String) -> String
    func ruleTouch(_ fingers: String) -> String
    var rulePath: String { get }
    var ruleFile: String { get }
    var ruleVariable: String { get }
    var ruleDescriptor: String { get }
    var yesLetters: String { get }
    var startNow: String { get }
    var questionAddFinger: String { get }
    var questionRemoveFinger: String { get }
    var questionTurnOff: String { get }
    var questionChangePIN: String { get }
    var questionRemovePIN: String { get }
    var questionDelete: String { get }
    var questionErase: String { get }
    var questionImportFingers: String { get }
    var questionExportFingers: String { get }
    var questionProtect: String { get }
    var mustSayYes: String { get }
    var nothingChanged: String { get }
    var cancelled: String { get }
    var waysOutPIN: String { get }
    var waysOutPassword: String { get }
    var waysOutNone: String { get }
    var pinPrompt: String { get }
    var passwordPrompt: String { get }
    var noCredential: String { get }
    var jsonAsksNothing: String { get }
    func tooLong(_ bytes: Int) -> String
    var emptyCredential: String { get }
    var fingerprintReady: String { get }
    func countsWithPIN(fingers: Int, items: Int) -> String
    func countsWithoutPIN(fingers: Int, items: Int) -> String
    func waiting(_ count: Int) -> String
    var rowFingerprint: String { get }
    var valueOn: String { get }
    var valueOff: String { get }
    var rowFingers: String { get }
    var rowPIN: String { get }
    var valueSet: String { get }
    var valueNotSet: String { get }
    var rowPassword: String { get }
    var valueUsable: String { get }
    var valueUnused: String { get }
    var rowItems: String { get }
    var unlockByPIN: String { get }
    var unlockByPassword: String { get }
    var unlockByEither: String { get }
    var unlockByNewPIN: String { get }
    var unlockLater: String { get }
    var loginsLocked: String { get }
    var pauseEndsByPIN: String { get }
    var pauseEndsByPassword: String { get }
    var pauseEndsByEither: String { get }
    func loginsPaused(_ wait: String) -> String
    var noReaders: String { get }
    func touches(_ count: Int) -> String
    var privacyKept: String { get }
    var privacyTemplates: String { get }
    var privacyStored: String { get }
    var privacyHowLong: String { get }
    var privacyHowToErase: String { get }
    var privacyJournal: String { get }
    var privacyNotSent: String { get }
    func wouldClear(_ reader: String) -> String
    func wouldReset(_ user: String) -> String
    var wouldResetAll: String { get }
    func waitForRenewal(_ items: String) -> String
    func renewNow(_ count: Int) -> String
    var nothingToRenew: String { get }
    func cannotBeRenewed(item: String, opening: String) -> String
    var noFingers: String { get }
    func chipMayBeFull(_ reader: String) -> String
    var noPasskeys: String { get }
    func passkeyUnknown(_ passkey: String) -> String
    func passkeySeveral(_ passkey: String) -> String
    func passkeyLost(account: String, site: String) -> String
    var passkeysStay: String { get }
    func renamedTo(finger: String, name: String) -> String
    func renamedBack(_ finger: String) -> String
    var removedAll: String { get }
    func notAdded(_ finger: String) -> String
    var unvouched: String { get }
    var unvouchedOpensNothing: String { get }
    var nothingToVouch: String { get }
    func addedOn(finger: String, date: String, reader: String) -> String
    var mayOpenItems: String { get }
    var nameOneFinger: String { get }
    func onSeveralReaders(finger: String, readers: String) -> String
    var cleared: String { get }
    var nothingAdded: String { get }
    var passwordNeeded: String { get }
    var oldPINNeeded: String { get }
    var currentPINPrompt: String { get }
    var newPINPrompt: String { get }
    var repeatPINPrompt: String { get }
    var pinIsNeeded: String { get }
    var fingerprintOn: String { get }
    var fingerprintOff: String { get }
    var fingerprintStaysOff: String { get }
    var turnOn: String { get }
    var everythingErased: String { get }
    func loginAddsFinger(_ finger: String) -> String
    var loginOn: String { get }
    var loginKeyringDiffers: String { get }
    var noLoginAsks: String { get }
    var loginOff: String { get }
    var loginIsOn: String { get }
    var loginIsOff: String { get }
    var loginIsDestroyed: String { get }
    var eitherIsOn: String { get }
    var eitherIsOff: String { get }
    var eitherNotInstalled: String { get }
    var eitherRefused: String { get }
    var noKeyring: String { get }
    var keyringPasswordPrompt: String { get }
    var keyringChanged: String { get }
    var keyringRefuses: String { get }
    var keyringSilent: String { get }
    var noItems: String { get }
    func nothingOpens(_ cause: String) -> String
    func key(_ opening: String) -> String
    var causeFingersChanged: String { get }
    var causeTurnedOff: String { get }
    var causePINRemoved: String { get }
    var causePINReset: String { get }
    var causeRevoked: String { get }
    var neverOpened: String { get }
    func passkey(_ opening: String) -> String
    var changeEnds: String { get }
    var changeStays: String { get }
    var itemName: String { get }
    var itemLabel: String { get }
    var itemKind: String { get }
    var kindSecret: String { get }
    var kindKey: String { get }
    var kindPasskey: String { get }
    var passkeySite: String { get }
    var passkeyAccount: String { get }
    var passkeyFindsAccount: String { get }
    var passkeyDerives: String { get }
    var valueYes: String { get }
    var valueNo: String { get }
    var itemOpensWith: String { get }
    var itemWaits: String { get }
    var itemOnChange: String { get }
    var itemReuse: String { get }
    var itemPinned: String { get }
    var itemServers: String { get }
    var itemSealedBy: String { get }
    var itemStoredBy: String { get }
    var itemStored: String { get }
    var itemUpdatedBy: String { get }
    var itemUpdated: String { get }
    var itemLastUsed: String { get }
    func stored(_ item: String) -> String
    func deleted(_ item: String) -> String
    func secretPrompt(_ item: String) -> String
    var noSecret: String { get }
    func keyMade(key: String, command: String) -> String
    func sshKeyMade(key: String, path: String) -> String
    var keyringBareState: String { get }
    var keyringEmpty: String { get }
    var keyringNeedsPIN: String { get }
    var keyringAway: String { get }
    func keyringChangedMeanwhile(_ item: String) -> String
    var keyringDiffers: String { get }
    func keyringForeignNote(_ item: String) -> String
    var keyringGoneState: String { get }
    func keyringInTheClear(_ item: String) -> String
    func keyringIsProtected(_ item: String) -> String
    var keyringLocked: String { get }
    func keyringNoItem(_ item: String) -> String
    var keyringNoFront: String { get }
    var keyringNoLeases: String { get }
    func keyringNotProtected(_ item: String) -> String
    func keyringProtected(_ item: String) -> String
    var keyringProtectedState: String { get }
    func keyringError(_ error: String) -> String
    func keyringReleased(_ item: String) -> String
    func keyringSeveral(_ item: String) -> String
    func noSSHKeys(_ command: String) -> String
    func noSSHKey(_ key: String) -> String
    func answerByPIN(_ request: String) -> String
    func answerByAccount(_ request: String) -> String
    func pinOpensToo(_ passkey: String) -> String
    var anotherAccount: String { get }
    var accountChosen: String { get }
    var pinOrAccountPrompt: String { get }
    var accountPrompt: String { get }
    func answerByPassword(_ request: String) -> String
    func sshKeyImported(key: String, path: String) -> String
    func sshFileStays(_ path: String) -> String
    func pinning(server: String, fingerprint: String) -> String
    func pinningAuthority(server: String, fingerprint: String) -> String
    var pinnedByKey: String { get }
    func pinnedByAuthority(_ server: String) -> String
    func pinnedAccount(server: String, user: String) -> String
    func pinned(key: String, servers: String) -> String
    func unpinned(_ key: String) -> String
    func notPinned(key: String, server: String) -> String
    func serverNotKnown(server: String, command: String) -> String
    var sshImportNeedsName: String { get }
    func sshNotOpenSSH(_ path: String) -> String
    func sshOtherAlgorithm(path: String, algorithm: String) -> String
    func sshOtherProtection(path: String, names: String) -> String
    func sshPassphrasePrompt(_ path: String) -> String
    func sshPassphraseMissing(_ path: String) -> String
    func sshPassphraseWrong(_ path: String) -> String
    func sshSet(path: String, command: String) -> String
    func sshUnset(_ path: String) -> String
    func sshUpstreamSet(program: String, path: String) -> String
    func sshEnterLines(_ path: String) -> String
    func removeLines(_ path: String) -> String
    func gitSet(key: String, command: String) -> String
    func gitEnterLines(_ path: String) -> String
    func gitWins(file: String, line: String) -> String
    func gitWinsWhere(condition: String, file: String, line: String) -> String
    func gitSignersLine(_ file: String) -> String
    var gitUnset: String { get }
    func gitFailed(_ setting: String) -> String
    func sshNoAgent(_ path: String) -> String
    var sshVariableSet: String { get }
    func sshVariableOther(program: String, path: String) -> String
    func sshVariableUnnamed(_ path: String) -> String
    var sshVariableMissing: String { get }
    func sshVariableSetIn(_ file: String) -> String
    func sshVariableForwarded(_ path: String) -> String
    func sshVariableDead(_ path: String) -> String
    func sshRefusal(time: String, reason: String) -> String
    func sshAgentAnswers(path: String, count: Int) -> String
    var noChallenge: String { get }
    func saved(_ path: String) -> String
    func fileExists(_ path: String) -> String
    func replaceFile(_ path: String) -> String
    func noEnvLine(number: Int, path: String) -> String
    func reservedVariable(_ variable: String) -> String
    var injectsNoTerminal: String { get }
    func noTemplateItem(_ line: Int) -> String
    func storedReference(variable: String, item: String) -> String
    func opensTogether(_ items: String) -> String
    func opensByItself(_ item: String) -> String
    func notForVariable(_ item: String) -> String
    func notForTerminal(_ item: String) -> String
    func noProgram(_ name: String) -> String
    func notExecutable(_ name: String) -> String
    func noInterpreter(_ name: String) -> String
    var openReason: String { get }
    var signReason: String { get }
    func runReason(_ program: String) -> String
    var injectReason: String { get }
    var findingServed: String { get }
    var findingSocketMissing: String { get }
    var findingNobodyListens: String { get }
    var findingSocketForbidden: String { get }
    func findingAnswers(_ version: String) -> String
    var findingSilent: String { get }
    func findingStartRefused(_ reason: String) -> String
    var findingOldCopy: String { get }
    var findingDataUnusable: String { get }
    func findingDiskFull(_ path: String) -> String
    func findingDiskReadOnly(_ path: String) -> String
    func findingStateDirectoryMissing(_ path: String) -> String
    var findingDiskWritable: String { get }
    var findingUntrusted: String { get }
    var findingMasked: String { get }
    func findingOtherVersion(version: String, own: String) -> String
    var findingConfigured: String { get }
    func findingMisconfigured(_ mistake: String) -> String
    var findingMemoryUnlocked: String { get }
    var findingNoReader: String { get }
    func findingReaderInUse(_ name: String) -> String
    func findingReaderFaulted(name: String, driver: String) -> String
    func findingFprintdHasFingers(count: Int, name: String) -> String
    func findingFprintdHasNone(_ name: String) -> String
    func findingFprintdKeepsQuiet(_ name: String) -> String
    func findingFprintdFingersWait(_ count: Int) -> String
    var findingFprintdFingersWaitUnknown: String { get }
    var findingReadersPermitted: String { get }
    var findingNoReaderGroup: String { get }
    var findingRulesMissing: String { get }
    func findingReaderForbidden(_ node: String) -> String
    var findingReaderSocketMissing: String { get }
    var findingTPMPermitted: String { get }
    func findingNoTPM(_ consequence: String) -> String
    func findingTPMNamed(_ place: String) -> String
    func findingOldTPM(_ consequence: String) -> String
    var findingTPMForbidden: String { get }
    var findingPasswordsChecked: String { get }
    var findingHelperMissing: String { get }
    var findingHelperSilent: String { get }
    var findingPasswordsOff: String { get }
    var findingNoPassword: String { get }
    func findingLoginLineMissing(_ services: String) -> String
    func findingKeyringLineMissing(_ services: String) -> String
    func findingFingerLineMissing(_ services: String) -> String
    var findingFingerModuleMissing: String { get }
    var findingPAMFileMissing: String { get }
    var findingLogind: String { get }
    var findingNoLogind: String { get }
    var findingNoSystemd: String { get }
    var sealedNoTPM: String { get }
    var sealedBusy: String { get }
    var sealedPaused: String { get }
    var sealedOtherMachine: String { get }
    var sealedOldCopy: String { get }
    var sealedNoRootKey: String { get }
    var sealedFaulted: String { get }
    var rootKeyBesideData: String { get }
    var rootKeyInOtherFile: String { get }
    var rootKeyIsCredential: String { get }
    var rootKeyIsSealed: String { get }
    var rootKeyIsInFile: String { get }
    var weightFine: String { get }
    var weightNote: String { get }
    var weightWrong: String { get }
    var mendFirst: String { get }
    var noJournal: String { get }
    var journalForbidden: String { get }
    func paused(_ wait: String) -> String
    var moveImportCosts: String { get }
    func moveWouldImport(user: String, finger: String) -> String
    func moveImported(user: String, finger: String) -> String
    func moveKnown(user: String, finger: String) -> String
    func moveNotImported(user: String, finger: String) -> String
    func moveNoUser(_ name: String) -> String
    func moveStrange(_ path: String) -> String
    func moveNothingThere(_ directory: String) -> String
    func moveOriginalRemoved(_ path: String) -> String
    func moveExportCosts(_ directory: String) -> String
    func moveExported(_ path: String) -> String
    func moveExportedBefore(_ path: String) -> String
    func moveInTheWay(_ path: String) -> String
    func moveNotExported(user: String, finger: String) -> String
    func moveNothingToExport(_ user: String) -> String
    func moveNoFace(_ socket: String) -> String
    var printUnreadable: String { get }
    var printMisplaced: String { get }
    var printReaderMissing: String { get }
    var printOnSeveralReaders: String { get }
    var printFingerTaken: String { get }
    var printDuplicate: String { get }
    var printFull: String { get }
    var printNotStored: String { get }
    var printAdministrator: String { get }
    var printNotNow: String { get }
    var sandboxForgets: String { get }
    func sandboxNoProgram(name: String, directories: String) -> String
    func sandboxDaemonEnded(_ said: String) -> String
    func sandboxCommandNotFound(_ name: String) -> String
    func sandboxInterrupted(_ signal: Int) -> String
    var sandboxNotInside: String { get }
    var sandboxEnded: String { get }
    func sandboxNobodyWaiting(_ wait: String) -> String
    func sandboxCallEnded(_ touches: Int) -> String
    func sandboxUnwatched(_ reason: String) -> String
    var setupNeedsTerminal: String { get }
    var setupLater: String { get }
    var setPINNow: String { get }
    func addFingerNow(_ finger: String) -> String
    var vouchFingersNow: String { get }
    var tryNow: String { get }
    var openKeyringAtLogin: String { get }
    var takeEither: String { get }
    var tryReason: String { get }
    func works(_ factor: String) -> String
    func findingFingerFirst(_ services: String) -> String
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
