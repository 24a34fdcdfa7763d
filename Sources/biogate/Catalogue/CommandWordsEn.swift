// swift-format-ignore-file
// Made by Languages/generate.py from Languages/biogate.pot: change that file.

internal import GateGuidance

struct CommandWordsEn: CommandWords {
    var language: Language { .en }
    func next(_ command: String) -> String { "Next: \(command)" }
    func notRunning(_ socket: String) -> String { "The fingerprint service is not running: nothing serves \(socket). Start it with: sudo systemctl start biogated.socket" }
    func nobodyListens(_ socket: String) -> String { "Nothing is listening on \(socket). Is the path right? It comes from --socket, or from BIOGATE_SOCKET." }
    var hungUp: String { "The fingerprint service ended the connection without an answer." }
    var nameless: String { "The system has no number for your user here, so the fingerprint service does not know whose fingers to ask for." }
    func untrusted(_ socket: String) -> String { "Nothing was sent: a program other than the fingerprint service serves \(socket)." }
    func invalid(_ parameter: String) -> String { "The service does not take that value of \(parameter)." }
    var tooOld: String { "The running service cannot do this. Update it." }
    func noCommandNamed(_ name: String) -> String { "There is no command \(name.quoted(in: .en))." }
    func didYouMean(_ command: String) -> String { "Did you mean \(command.quoted(in: .en))?" }
    func seeHelp(_ help: String) -> String { "See: \(help)" }
    func noOption(option: String, argument: String) -> String { "There is no option \(option.quoted(in: .en)). To use a name that begins with \"-\", put -- before it: biogate store -- \(argument)" }
    var tooManyArguments: String { "There is one argument too many." }
    var secretsAreNoArguments: String { "There is one argument too many. Secrets and PINs are never arguments: other programs could read them. Use --from FILE, --pin-from FILE, a pipe, or type it when you are asked." }
    var notUTF8: String { "An argument is not valid UTF-8." }
    func unknownLocale(_ tag: String) -> String { "There are no messages in \(tag.quoted(in: .en)). --locale takes en, ko or nb." }
    func ownedByRoot(_ user: String) -> String { "This is about the fingers, PIN and items of root, not of \(user)." }
    func misfit(_ value: String) -> String { "\(value) cannot be used here." }
    var ruleTimeout: String { "--timeout takes 1 to 120 seconds: 90, 90s or 2m." }
    var ruleReuse: String { "--reuse takes 5 minutes at most: 90, 90s or 5m." }
    var ruleLineCount: String { "--lines takes a whole number from 1 on." }
    var ruleTouchCount: String { "--times takes a whole number from 1 to 100." }
    var ruleItemName: String { "A name has 1 to 255 bytes, and no line ends or other control characters." }
    var ruleLabel: String { "--label takes 1 to 200 characters without line ends or other control characters." }
    var ruleReason: String { "A reason has 1 to 200 characters without line ends or other control characters." }
    var ruleReader: String { "Name a reader. See: biogate readers" }
    var ruleUser: String { "--user takes the name of an account, and this machine has none of that name." }
    func ruleFinger(_ fingers: String) -> String { "A finger is one of \(fingers)." }
    func ruleVerb(_ verbs: String) -> String { "A verb is one of \(verbs)." }
    func ruleTouch(_ fingers: String) -> String { "A touch is stranger, poor, or one of \(fingers)." }
    var rulePath: String { "The path is empty. Give a path." }
    var ruleFile: String { "Give a file, or - for standard input." }
    var ruleVariable: String { "--env takes a variable and an item, as in GITHUB_TOKEN=github." }
    var ruleDescriptor: String { "--fd takes a number from 3 to 255 and an item, as in 3=cert." }
    var yesLetters: String { "y" }
    var startNow: String { "Start now?" }
    var questionAddFinger: String { "Add the finger?" }
    var questionRemoveFinger: String { "Remove?" }
    var questionTurnOff: String { "Turn off?" }
    var questionChangePIN: String { "Change the PIN?" }
    var questionRemovePIN: String { "Remove the PIN?" }
    var questionDelete: String { "Delete?" }
    var questionErase: String { "Erase?" }
    var questionImportFingers: String { "Import?" }
    var questionExportFingers: String { "Export?" }
    var questionProtect: String { "Protect it anyway?" }
    var mustSayYes: String { "Nothing was changed. Use --yes to skip this question." }
    var nothingChanged: String { "Nothing was changed." }
    var cancelled: String { "Cancelled." }
    var waysOutPIN: String { "Enter: use PIN. Ctrl-C: cancel." }
    var waysOutPassword: String { "Enter: use password. Ctrl-C: cancel." }
    var waysOutNone: String { "Ctrl-C: cancel." }
    var pinPrompt: String { "PIN:" }
    var passwordPrompt: String { "Password:" }
    var noCredential: String { "A PIN or a password is needed, but there is no terminal to ask for it. Give it with --pin-from FILE." }
    var jsonAsksNothing: String { "A PIN or a password is needed, but --json asks no questions. Give it with --pin-from FILE." }
    func tooLong(_ bytes: Int) -> String { "That is too large: at most \(bytes) bytes." }
    var emptyCredential: String { "No PIN or password was given: the file or pipe is empty." }
    var fingerprintReady: String { "Fingerprint works. Touch the reader when an app asks." }
    func countsWithPIN(fingers: Int, items: Int) -> String { "Fingers: \(fingers). PIN: set. Stored items: \(items)." }
    func countsWithoutPIN(fingers: Int, items: Int) -> String { "Fingers: \(fingers). PIN: not set. Stored items: \(items)." }
    func waiting(_ count: Int) -> String { "Waiting to be renewed: \(count)." }
    var rowFingerprint: String { "Fingerprint" }
    var valueOn: String { "on" }
    var valueOff: String { "off" }
    var rowFingers: String { "Fingers" }
    var rowPIN: String { "PIN" }
    var valueSet: String { "set" }
    var valueNotSet: String { "not set" }
    var rowPassword: String { "Password" }
    var valueUsable: String { "can be used" }
    var valueUnused: String { "not in use" }
    var rowItems: String { "Stored items" }
    var unlockByPIN: String { "Your PIN unlocks it." }
    var unlockByPassword: String { "Your password unlocks it." }
    var unlockByEither: String { "Your PIN or password unlocks it." }
    var unlockByNewPIN: String { "Set a PIN to unlock it." }
    var unlockLater: String { "No PIN or password can be used now. Try again later, or ask an administrator." }
    var loginsLocked: String { "Fingerprint at login is locked after too many scans that did not match." }
    var pauseEndsByPIN: String { "Your PIN ends the pause." }
    var pauseEndsByPassword: String { "Your password ends the pause." }
    var pauseEndsByEither: String { "Your PIN or password ends the pause." }
    func loginsPaused(_ wait: String) -> String { "Fingerprint at login is paused for \(wait) after scans that did not match." }
    var noReaders: String { "No fingerprint reader." }
    func touches(_ count: Int) -> String { "\(count) touches" }
    var privacyKept: String { "Kept by the service, in /var/lib/biogate unless an administrator chose another place:" }
    var privacyTemplates: String { "  your fingerprint templates (numbers, not pictures), sealed under a key of this computer; some readers keep them in their own chip;" }
    var privacyStored: String { "  what you stored, and a PIN only as a key that it opens; how often scans did not match." }
    var privacyHowLong: String { "For how long: until you erase it." }
    var privacyHowToErase: String { "How to erase it: biogate finger remove --all, biogate rm NAME, biogate pin remove, biogate revoke-all; everything: biogate reset." }
    var privacyJournal: String { "The system's journal keeps who asked for what, and whether it was granted; never a secret, never which finger." }
    var privacyNotSent: String { "Nothing is sent anywhere." }
    func wouldClear(_ reader: String) -> String { "This erases every print in the reader \(reader.quoted(in: .en)), also those of other users and programs." }
    func wouldReset(_ user: String) -> String { "This erases every finger, PIN, item and setting of \(user.quoted(in: .en))." }
    var wouldResetAll: String { "This erases all of your fingers, your PIN, your items and your settings." }
    func waitForRenewal(_ items: String) -> String { "\(items) can open with a finger again." }
    func renewNow(_ count: Int) -> String { count != 1 ? "Renew them now?" : "Renew it now?" }
    var nothingToRenew: String { "Nothing needs to be renewed." }
    func cannotBeRenewed(item: String, opening: String) -> String { "There is nothing to renew: \(item.quoted(in: .en)) opens with \(opening)." }
    var noFingers: String { "No fingers added yet." }
    func chipMayBeFull(_ reader: String) -> String { "\(reader) stores prints itself. If it is full, or knows your finger, those are another system's. The command deletes all its prints, everybody's." }
    var noPasskeys: String { "You have no passkeys." }
    func passkeyUnknown(_ passkey: String) -> String { "\(passkey.quoted(in: .en)) is none of your passkeys. See them: biogate passkeys list" }
    func passkeySeveral(_ passkey: String) -> String { "\(passkey.quoted(in: .en)) fits several passkeys. Name one as it is listed: biogate passkeys list" }
    func passkeyLost(account: String, site: String) -> String { "This permanently deletes the passkey of \(account.quoted(in: .en)) at \(site.quoted(in: .en)). Be sure that you can sign in there another way: the site still expects this passkey." }
    var passkeysStay: String { "Passkeys stay on this machine, and nothing exports them. On another device, sign in to the site another way and create one there." }
    func renamedTo(finger: String, name: String) -> String { "\(finger) is now called \(name)." }
    func renamedBack(_ finger: String) -> String { "\(finger) has no other name now." }
    var removedAll: String { "All fingers are removed." }
    func notAdded(_ finger: String) -> String { "You have no \(finger) added." }
    var unvouched: String { "login only" }
    var unvouchedOpensNothing: String { "Fingers for \"login only\" were added in the system's settings. They open no items until you confirm them." }
    var nothingToVouch: String { "There is no finger to confirm." }
    func addedOn(finger: String, date: String, reader: String) -> String { "\(finger), added \(date), on \(reader)" }
    var mayOpenItems: String { "Let it open items, too?" }
    var nameOneFinger: String { "Name the finger that you mean, and its reader with --reader." }
    func onSeveralReaders(finger: String, readers: String) -> String { "Added on more than one reader: \(finger). Choose one with --reader: \(readers)" }
    var cleared: String { "The reader is empty." }
    var nothingAdded: String { "No finger was added." }
    var passwordNeeded: String { "To set this PIN, show that it is you with --password-from FILE." }
    var oldPINNeeded: String { "A PIN is set already. Give it with --old-pin-from FILE, or show that it is you with --password-from FILE." }
    var currentPINPrompt: String { "Current PIN:" }
    var newPINPrompt: String { "New PIN:" }
    var repeatPINPrompt: String { "Confirm PIN:" }
    var pinIsNeeded: String { "Fingers need a PIN as a fallback, and you have no other. Remove them first: biogate finger remove --all" }
    var fingerprintOn: String { "Fingerprint is on." }
    var fingerprintOff: String { "Fingerprint is off." }
    var fingerprintStaysOff: String { "Fingerprint stays off: no finger opens anything until it is turned on." }
    var turnOn: String { "To turn it on: biogate enable" }
    var everythingErased: String { "Everything is erased." }
    func loginAddsFinger(_ finger: String) -> String { "No finger is added yet, so your \(finger) is added first." }
    var loginOn: String { "Your touch at the login opens your keyring, too." }
    var loginKeyringDiffers: String { "But your keyring does not open with this password. Give it the same one." }
    var noLoginAsks: String { "No login here asks for a finger yet." }
    var loginOff: String { "The stored password is destroyed. Your keyring opens with the typed one, as before." }
    var loginIsOn: String { "On: your touch at the login opens your keyring." }
    var loginIsOff: String { "Off: your touch at the login does not open your keyring." }
    var loginIsDestroyed: String { "Off: the stored password was destroyed when your fingerprints changed." }
    var eitherIsOn: String { "On: sudo, su and logins take the password or a finger at one prompt." }
    var eitherIsOff: String { "Off: sudo, su and logins ask as they do without BiometricGate's line." }
    var eitherNotInstalled: String { "This needs pam-auth-update and the package biogate-fprintd. On other systems, add the line by hand: man pam_biogate" }
    var eitherRefused: String { "Nothing was changed: pam-auth-update keeps common-auth, because it was edited by hand." }
    var noKeyring: String { "GNOME's keyring does not run in this session." }
    var keyringPasswordPrompt: String { "Current password of the keyring:" }
    var keyringChanged: String { "Your keyring now has the password of your account." }
    var keyringRefuses: String { "The keyring refuses: that is not its password. Nothing was changed." }
    var keyringSilent: String { "The keyring does not answer. Try the old and the new password in the keyring's settings." }
    var noItems: String { "Nothing is stored." }
    func nothingOpens(_ cause: String) -> String { "nothing opens it (\(cause))" }
    func key(_ opening: String) -> String { "key: \(opening)" }
    var causeFingersChanged: String { "fingers changed" }
    var causeTurnedOff: String { "fingerprint was turned off" }
    var causePINRemoved: String { "the PIN was removed" }
    var causePINReset: String { "the PIN was reset" }
    var causeRevoked: String { "access was ended" }
    var neverOpened: String { "no finger has opened it yet" }
    func passkey(_ opening: String) -> String { "passkey: \(opening)" }
    var changeEnds: String { "fingerprint ends" }
    var changeStays: String { "fingerprint stays" }
    var itemName: String { "Name" }
    var itemLabel: String { "Label" }
    var itemKind: String { "Kind" }
    var kindSecret: String { "secret" }
    var kindKey: String { "key" }
    var kindPasskey: String { "passkey" }
    var passkeySite: String { "Site" }
    var passkeyAccount: String { "Account" }
    var passkeyFindsAccount: String { "Finds your account by itself" }
    var passkeyDerives: String { "Derives secrets for the site" }
    var valueYes: String { "yes" }
    var valueNo: String { "no" }
    var itemOpensWith: String { "Opens with" }
    var itemWaits: String { "Waits for renewal" }
    var itemOnChange: String { "When fingers change" }
    var itemReuse: String { "Reuse" }
    var itemPinned: String { "Signs in only to" }
    var itemServers: String { "Has signed in to" }
    var itemSealedBy: String { "Sealed by" }
    var itemStoredBy: String { "Stored by" }
    var itemStored: String { "Stored" }
    var itemUpdatedBy: String { "New content by" }
    var itemUpdated: String { "New content" }
    var itemLastUsed: String { "Last used" }
    func stored(_ item: String) -> String { "Stored: \(item.quoted(in: .en))." }
    func deleted(_ item: String) -> String { "Deleted: \(item.quoted(in: .en))." }
    func secretPrompt(_ item: String) -> String { "Secret for \(item.quoted(in: .en)):" }
    var noSecret: String { "There is no secret. Give one with --from FILE or on standard input." }
    func keyMade(key: String, command: String) -> String { "Made: \(key.quoted(in: .en)). Its public half: \(command)" }
    func sshKeyMade(key: String, path: String) -> String { "Made: \(key.quoted(in: .en)). Its public half is in \(path):" }
    var keyringBareState: String { "not protected: protect it again" }
    var keyringEmpty: String { "Your keyring has no items." }
    var keyringNeedsPIN: String { "Set a PIN first, which opens protected items when no finger can: biogate pin set" }
    var keyringAway: String { "Your keyring does not answer." }
    func keyringChangedMeanwhile(_ item: String) -> String { "A program has changed \(item.quoted(in: .en)) meanwhile. Nothing was moved; try again." }
    var keyringDiffers: String { "The secret that came back is another one. The keyring was not changed." }
    func keyringForeignNote(_ item: String) -> String { "\(item.quoted(in: .en)) has a note about another item in place of its secret. Store its secret again." }
    var keyringGoneState: String { "gone from the keyring" }
    func keyringInTheClear(_ item: String) -> String { "Once protected, \(item.quoted(in: .en)) could probably not be read by its own program, because that reads in the clear, as Chromium, Electron and many programs in Go do." }
    func keyringIsProtected(_ item: String) -> String { "\(item.quoted(in: .en)) is protected already." }
    var keyringLocked: String { "Your keyring is locked. Unlock it, then try again." }
    func keyringNoItem(_ item: String) -> String { "Your keyring has no item \(item.quoted(in: .en)). See all: biogate keyring list" }
    var keyringNoFront: String { "biogate-secrets does not run. Start it: systemctl --user enable --now biogate-secrets" }
    var keyringNoLeases: String { "No program may read a protected item now." }
    func keyringNotProtected(_ item: String) -> String { "\(item.quoted(in: .en)) is not protected." }
    func keyringProtected(_ item: String) -> String { "\(item.quoted(in: .en)) is protected: a finger or your PIN opens it." }
    var keyringProtectedState: String { "protected" }
    func keyringError(_ error: String) -> String { "Your keyring refuses: \(error)" }
    func keyringReleased(_ item: String) -> String { "\(item.quoted(in: .en)) is in the keyring again, without protection." }
    func keyringSeveral(_ item: String) -> String { "Several items have the label \(item.quoted(in: .en)). Name one as it is listed: biogate keyring list" }
    func noSSHKeys(_ command: String) -> String { "You have no keys for ssh. Make one: \(command)" }
    func noSSHKey(_ key: String) -> String { "\(key.quoted(in: .en)) is not a key for ssh. See: biogate ssh list" }
    func answerByPIN(_ request: String) -> String { "\(request) Type your PIN, then Enter. Ctrl-D refuses." }
    func answerByAccount(_ request: String) -> String { "\(request) To choose another account, type its number, then Enter. Ctrl-D refuses." }
    func pinOpensToo(_ passkey: String) -> String { "Your PIN opens it now, too: \(passkey.quoted(in: .en))." }
    var anotherAccount: String { "To choose another account, type its number, then Enter." }
    var accountChosen: String { "chosen" }
    var pinOrAccountPrompt: String { "PIN, or an account's number:" }
    var accountPrompt: String { "An account's number:" }
    func answerByPassword(_ request: String) -> String { "\(request) Type your password, then Enter. Ctrl-D refuses." }
    func sshKeyImported(key: String, path: String) -> String { "Taken over: \(key.quoted(in: .en)). Its public half is in \(path):" }
    func sshFileStays(_ path: String) -> String { "\(path) stays where it is, and still holds the key. Once ssh works with the new one, delete the file." }
    func pinning(server: String, fingerprint: String) -> String { "\(server) has the key \(fingerprint)." }
    func pinningAuthority(server: String, fingerprint: String) -> String { "\(server) is certified by the key \(fingerprint), at any port." }
    var pinnedByKey: String { "A server is known by its key: any server with that key is this one, at any port." }
    func pinnedByAuthority(_ server: String) -> String { "\(server) (any port, by its certificate)" }
    func pinnedAccount(server: String, user: String) -> String { "\(server) (only as \(user))" }
    func pinned(key: String, servers: String) -> String { "\(key.quoted(in: .en)) signs in only to \(servers)." }
    func unpinned(_ key: String) -> String { "\(key.quoted(in: .en)) signs in to all servers." }
    func notPinned(key: String, server: String) -> String { "\(key.quoted(in: .en)) is not pinned to \(server)." }
    func serverNotKnown(server: String, command: String) -> String { "\(server) is in no known_hosts. Sign in there once: \(command)" }
    var sshImportNeedsName: String { "The file's name cannot be the key's. Name the key: biogate ssh import FILE NAME" }
    func sshNotOpenSSH(_ path: String) -> String { "\(path) is not a private key in OpenSSH's form. A key in an older form is rewritten by: ssh-keygen -p -f \(path)" }
    func sshOtherAlgorithm(path: String, algorithm: String) -> String { "\(path) has a key of \(algorithm). Only keys of P-256 and Ed25519 can be taken over. Make a new one: biogate ssh new work" }
    func sshOtherProtection(path: String, names: String) -> String { "\(path) is encrypted in a way that is not known here (\(names)). Change that first: ssh-keygen -p -Z aes256-ctr -f \(path)" }
    func sshPassphrasePrompt(_ path: String) -> String { "Passphrase of \(path):" }
    func sshPassphraseMissing(_ path: String) -> String { "\(path) has a passphrase. Run this at a terminal, or use --passphrase-from." }
    func sshPassphraseWrong(_ path: String) -> String { "The passphrase of \(path) is wrong." }
    func sshSet(path: String, command: String) -> String { "These lines are now at the beginning of \(path). To remove them: \(command)" }
    func sshUnset(_ path: String) -> String { "\(path) has no lines for BiometricGate any more." }
    func sshUpstreamSet(program: String, path: String) -> String { "The agent also offers the keys of \(program): \(path)." }
    func sshEnterLines(_ path: String) -> String { "\(path) is not changed: it is read-only, hard-linked, or not yours. Enter these lines at its beginning:" }
    func removeLines(_ path: String) -> String { "\(path) is not changed: it is read-only, hard-linked, or not yours. Remove these lines from it:" }
    func gitSet(key: String, command: String) -> String { "git now signs commits and tags with \(key.quoted(in: .en)). To undo this: \(command)" }
    func gitEnterLines(_ path: String) -> String { "\(path) is not changed: it is read-only, hard-linked, not yours, or signs behind an includeIf (move that in front first). Enter these lines behind your settings of signing, before the first includeIf:" }
    func gitWins(file: String, line: String) -> String { "A line in \(file) wins over that: \(line)" }
    func gitWinsWhere(condition: String, file: String, line: String) -> String { "Where \(condition) is true, a line in \(file) wins over that: \(line)" }
    func gitSignersLine(_ file: String) -> String { "git reads the keys of signers from \(file). Add this line there, so that it knows yours:" }
    var gitUnset: String { "git has its earlier configuration again." }
    func gitFailed(_ setting: String) -> String { "git could not change its setting \(setting). Is git installed?" }
    func sshNoAgent(_ path: String) -> String { "No agent for ssh answers at \(path). Turn it on: systemctl --user enable --now biogate-ssh-agent.socket" }
    var sshVariableSet: String { "SSH_AUTH_SOCK names it." }
    func sshVariableOther(program: String, path: String) -> String { "SSH_AUTH_SOCK names another agent, \(program): \(path)." }
    func sshVariableUnnamed(_ path: String) -> String { "SSH_AUTH_SOCK names another agent: \(path)." }
    var sshVariableMissing: String { "SSH_AUTH_SOCK is not set; ssh finds the agent by: biogate ssh setup" }
    func sshVariableSetIn(_ file: String) -> String { "It is set in \(file)." }
    func sshVariableForwarded(_ path: String) -> String { "SSH_AUTH_SOCK leads to the agent of the computer that you came from: \(path)." }
    func sshVariableDead(_ path: String) -> String { "SSH_AUTH_SOCK names a socket where nothing listens: \(path)." }
    func sshRefusal(time: String, reason: String) -> String { "Refused at \(time): \(reason)" }
    func sshAgentAnswers(path: String, count: Int) -> String { count != 1 ? "The agent answers at \(path), with \(count) keys." : "The agent answers at \(path), with \(count) key." }
    var noChallenge: String { "There is nothing to sign. Give it with --from FILE or on standard input." }
    func saved(_ path: String) -> String { "Saved in \(path.quoted(in: .en))." }
    func fileExists(_ path: String) -> String { "\(path.quoted(in: .en)) is there already. Choose another name, or use --yes to replace it." }
    func replaceFile(_ path: String) -> String { "\(path.quoted(in: .en)) is there already. Replace it?" }
    func noEnvLine(number: Int, path: String) -> String { "Line \(number) of \(path) is not NAME=value or NAME=biogate://ITEM." }
    func reservedVariable(_ variable: String) -> String { "\(variable) changes how programs run. Use --allow \(variable)." }
    var injectsNoTerminal: String { "Secrets are not written to a terminal. Use --out FILE, or a pipe." }
    func noTemplateItem(_ line: Int) -> String { "Line \(line) of the template names no item behind biogate://." }
    func storedReference(variable: String, item: String) -> String { "\(variable) in \(item.quoted(in: .en)) names another item, which a stored file cannot. Use --env." }
    func opensTogether(_ items: String) -> String { "One confirmation opens \(items)." }
    func opensByItself(_ item: String) -> String { "\(item.quoted(in: .en)) opens only by itself." }
    func notForVariable(_ item: String) -> String { "\(item.quoted(in: .en)) holds a zero byte, which no variable can. Use --fd." }
    func notForTerminal(_ item: String) -> String { "\(item.quoted(in: .en)) is not shown: it is no text, or has characters that a terminal obeys. Use --out FILE, or a pipe." }
    func noProgram(_ name: String) -> String { "There is no program \(name.quoted(in: .en))." }
    func notExecutable(_ name: String) -> String { "\(name.quoted(in: .en)) cannot be run: it is not a program, or you may not run it." }
    func noInterpreter(_ name: String) -> String { "\(name.quoted(in: .en)) cannot be run: the program that its first line names is not there." }
    var openReason: String { "Open it at the terminal" }
    var signReason: String { "Sign at the terminal" }
    func runReason(_ program: String) -> String { "Run \(program)" }
    var injectReason: String { "Fill a template" }
    var findingServed: String { "a program listens on it." }
    var findingSocketMissing: String { "it does not exist. The service is not installed, its socket is not on, or it could not start. See why: journalctl --unit=biogated.service" }
    var findingNobodyListens: String { "nothing listens on it." }
    var findingSocketForbidden: String { "you may not use it." }
    func findingAnswers(_ version: String) -> String { "version \(version) answers." }
    var findingSilent: String { "it does not answer. See why: journalctl --unit=biogated.service" }
    func findingStartRefused(_ reason: String) -> String { "it does not start: \(reason)." }
    var findingOldCopy: String { "your stored data is an old copy: a backup or a snapshot was restored. Restore the newest copy. Only if there is none, use the command: it erases your data." }
    var findingDataUnusable: String { "the service cannot use your stored data. See why: journalctl --unit=biogated.service" }
    func findingDiskFull(_ path: String) -> String { "the disk of \(path) is full. Make room on it." }
    func findingDiskReadOnly(_ path: String) -> String { "the disk of \(path) is read-only. Mount it writable." }
    func findingStateDirectoryMissing(_ path: String) -> String { "there is no \(path), which the configuration names as stateDirectory." }
    var findingDiskWritable: String { "its disk has room." }
    var findingUntrusted: String { "a program other than the service answers there. Nothing was sent." }
    var findingMasked: String { "it is masked, so nothing can start it." }
    func findingOtherVersion(version: String, own: String) -> String { "version \(version) runs, and this program is \(own)." }
    var findingConfigured: String { "there is no mistake in it." }
    func findingMisconfigured(_ mistake: String) -> String { "the service does not start with it. \(mistake)." }
    var findingMemoryUnlocked: String { "it may not lock its memory, so secrets can reach the swap. LimitMEMLOCK= of biogated.service says how much it may lock." }
    var findingNoReader: String { "none that works here. Plug one in; if there is one, libfprint has no driver for it." }
    func findingReaderInUse(_ name: String) -> String { "\(name) is open in another program." }
    func findingReaderFaulted(name: String, driver: String) -> String { "\(name) (driver \(driver)) does not work. Pull it out and plug it in again, or restart the service." }
    func findingFprintdHasFingers(count: Int, name: String) -> String { "it has \(count) of your fingers on the chip of \(name). Delete such a finger there before you add it here." }
    func findingFprintdHasNone(_ name: String) -> String { "it has none of your fingers on the chip of \(name)." }
    func findingFprintdKeepsQuiet(_ name: String) -> String { "it tells only a session at this machine, or root, whether your fingers are on the chip of \(name)." }
    func findingFprintdFingersWait(_ count: Int) -> String { "fingers in /var/lib/fprint: \(count). Those that were not imported cannot be used for login." }
    var findingFprintdFingersWaitUnknown: String { "fingers that were added with fprintd cannot be used for login until an administrator imports them." }
    var findingReadersPermitted: String { "the service may open every reader on USB." }
    var findingNoReaderGroup: String { "there is no group biogate-reader for the readers." }
    var findingRulesMissing: String { "there is no udev rule that gives readers to the service." }
    func findingReaderForbidden(_ node: String) -> String { "the service may not open the reader \(node)." }
    var findingReaderSocketMissing: String { "the service cannot use the readers: the socket of the reader process is not on." }
    var findingTPMPermitted: String { "there is one, and the service may use it." }
    func findingNoTPM(_ consequence: String) -> String { "there is none: \(consequence)" }
    func findingTPMNamed(_ place: String) -> String { "sealing.tcti in the configuration names it: \(place)." }
    func findingOldTPM(_ consequence: String) -> String { "it is not a TPM 2.0: \(consequence)" }
    var findingTPMForbidden: String { "there is one, but the service is not in its group tss." }
    var findingPasswordsChecked: String { "passwords can be checked." }
    var findingHelperMissing: String { "passwords cannot be checked: the helper's socket is not on." }
    var findingHelperSilent: String { "passwords cannot be checked: the helper does not answer. See why: journalctl --unit='biogate-password@*'" }
    var findingPasswordsOff: String { "passwords are turned off by password.enabled in the configuration." }
    var findingNoPassword: String { "your account has no password that can be checked, or it is locked (usermod -L). A touch at the login opens no keyring then." }
    func findingLoginLineMissing(_ services: String) -> String { "a touch at the login does not open the keyring: pam_biogate_login is not in the PAM file of \(services)." }
    func findingKeyringLineMissing(_ services: String) -> String { "a touch at the login does not open the keyring: no keyring is in the PAM file of \(services)." }
    func findingFingerLineMissing(_ services: String) -> String { "no finger is asked for at a login by \(services): its PAM file does not name pam_fprintd." }
    var findingFingerModuleMissing: String { "no login asks for a finger: pam_fprintd is not installed." }
    var findingPAMFileMissing: String { "passwords cannot be checked: /etc/pam.d/biogate is missing." }
    var findingLogind: String { "it tells the service about locking and sleep." }
    var findingNoLogind: String { "it does not run, so locking and sleep end no authentication." }
    var findingNoSystemd: String { "this machine runs without systemd, so locking and sleep end no authentication." }
    var sealedNoTPM: String { "it waits for the TPM that sealed its root key, and finds none. Turn it on in the firmware, or check sealing.tcti." }
    var sealedBusy: String { "it waits for the TPM that sealed its root key, which is busy." }
    var sealedPaused: String { "it waits for the TPM that sealed its root key, which pauses after wrong tries." }
    var sealedOtherMachine: String { "the TPM is not the one that sealed its root key, or was cleared. Only that one opens the stored data; if it is gone, they are lost for everybody. The command sets them aside and begins without any." }
    var sealedOldCopy: String { "its data is an old copy, or the TPM's owner hierarchy has an authorization. Restore the newest copy, or see: journalctl --unit=biogated.service" }
    var sealedNoRootKey: String { "its root key is missing. Restore it from a backup. Without one, the stored data are lost for everybody. The command sets them aside and begins without any." }
    var sealedFaulted: String { "the TPM that sealed its root key does not work. See why: journalctl --unit=biogated.service" }
    var rootKeyBesideData: String { "the root key is in a file, and a stolen disk holds it." }
    var rootKeyInOtherFile: String { "the root key is in the file that sealing.rootKeyFile names." }
    var rootKeyIsCredential: String { "the root key is a systemd credential." }
    var rootKeyIsSealed: String { "the root key is sealed by one, and nothing opens without it." }
    var rootKeyIsInFile: String { "a root key that is not sealed is in a file." }
    var weightFine: String { "ok" }
    var weightNote: String { "note" }
    var weightWrong: String { "WRONG" }
    var mendFirst: String { "Fix what is marked WRONG." }
    var noJournal: String { "There is no journalctl: this machine keeps no journal." }
    var journalForbidden: String { "You may not read the system's journal. Use: sudo biogate log. For good: sudo usermod --append --groups systemd-journal \"$USER\", then sign in again." }
    func paused(_ wait: String) -> String { "Fingerprint is paused for \(wait). Then touch the reader." }
    var moveImportCosts: String { "Items that open with the current fingers must then be renewed by their user, who gets one more finger. Nothing is deleted unless you say so." }
    func moveWouldImport(user: String, finger: String) -> String { "\(user): \(finger) can be imported." }
    func moveImported(user: String, finger: String) -> String { "\(user): \(finger) is imported, for login only." }
    func moveKnown(user: String, finger: String) -> String { "\(user): \(finger) is here already." }
    func moveNotImported(user: String, finger: String) -> String { "\(user): \(finger) is not imported." }
    func moveNoUser(_ name: String) -> String { "\(name.quoted(in: .en)) is not a user here. Their files are left alone." }
    func moveStrange(_ path: String) -> String { "Left alone: \(path) can be changed by others than root, or is a link." }
    func moveNothingThere(_ directory: String) -> String { "There are no fingers from fprintd in \(directory)." }
    func moveOriginalRemoved(_ path: String) -> String { "Removed: \(path)" }
    func moveExportCosts(_ directory: String) -> String { "This writes fingerprint templates to \(directory), unsealed: anyone with the disk can read them." }
    func moveExported(_ path: String) -> String { "Written: \(path)" }
    func moveExportedBefore(_ path: String) -> String { "There already: \(path)" }
    func moveInTheWay(_ path: String) -> String { "Not written: something else is at \(path), and stays." }
    func moveNotExported(user: String, finger: String) -> String { "\(user): \(finger) is not written." }
    func moveNothingToExport(_ user: String) -> String { "No fingers of \(user.quoted(in: .en)) are here." }
    func moveNoFace(_ socket: String) -> String { "Nothing serves \(socket). Is the package biogate-fprintd installed?" }
    var printUnreadable: String { "libfprint cannot read it." }
    var printMisplaced: String { "It names another finger, user or reader." }
    var printReaderMissing: String { "Its reader is not plugged in." }
    var printOnSeveralReaders: String { "It fits several readers. Choose one with --reader." }
    var printFingerTaken: String { "There is another print of that finger here." }
    var printDuplicate: String { "The same print is here as another finger." }
    var printFull: String { "There is no room for another finger." }
    var printNotStored: String { "The reader's own storage does not have it any more." }
    var printAdministrator: String { "Fingerprint is turned off on this computer." }
    var printNotNow: String { "This cannot be done now: see journalctl -u biogated." }
    var sandboxForgets: String { "Everything in a sandbox is gone when it ends." }
    func sandboxNoProgram(name: String, directories: String) -> String { "there is no \(name) in \(directories)" }
    func sandboxDaemonEnded(_ said: String) -> String { "the daemon did not start: \(said)" }
    func sandboxCommandNotFound(_ name: String) -> String { "\(name): not found" }
    func sandboxInterrupted(_ signal: Int) -> String { "ended by signal \(signal)" }
    var sandboxNotInside: String { "BIOGATE_SANDBOX is not set; run this inside `biogate sandbox -- …`" }
    var sandboxEnded: String { "the sandbox has ended; run this while `biogate sandbox -- …` runs its command" }
    func sandboxNobodyWaiting(_ wait: String) -> String { "no call wanted a touch for \(wait)" }
    func sandboxCallEnded(_ touches: Int) -> String { "the call ended after \(touches) of the touches" }
    func sandboxUnwatched(_ reason: String) -> String { "the daemon cannot be watched: \(reason)" }
    var setupNeedsTerminal: String { "This asks questions, and there is no terminal. Use: biogate pin set, biogate finger add, biogate store." }
    var setupLater: String { "You can begin at any time with: biogate setup" }
    var setPINNow: String { "Set a PIN? Use it when your fingerprint doesn't work." }
    func addFingerNow(_ finger: String) -> String { "Add your \(finger)?" }
    var vouchFingersNow: String { "Confirm the fingers from the system's settings, to use them here, too?" }
    var tryNow: String { "Try it?" }
    var openKeyringAtLogin: String { "Let the finger that logs you in open your keyring, too? Your password is stored for that, sealed." }
    var takeEither: String { "Let sudo, su and logins take the password or your finger at one prompt?" }
    var tryReason: String { "Try it out" }
    func works(_ factor: String) -> String { "Your \(factor) works." }
    func findingFingerFirst(_ services: String) -> String { "\(services): a password cannot be typed until the finger's time is over, because pam_fprintd stands before pam_biogate." }
}
