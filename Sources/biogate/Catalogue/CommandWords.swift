// swift-format-ignore-file
// Made by Languages/generate.py from Languages/biogate.pot: change that file.

internal import GateGuidance

/// The sentences of this room in one language; extensions choose among them.
protocol CommandWords: Sendable {
    var language: Language { get }
    /// After an error: the command for the next step.
    /// {command}: a command line
    func next(_ command: String) -> String
    /// Error: the service is not there.
    /// {socket}: the socket's path
    func notRunning(_ socket: String) -> String
    /// Error, and a finding of biogate doctor: the path comes from the user, and no service is there.
    /// {socket}: the socket's path
    func nobodyListens(_ socket: String) -> String
    /// Error: the connection ended.
    var hungUp: String { get }
    /// Error, and a finding of biogate doctor: the process runs where the user has no number, as in some containers.
    var nameless: String { get }
    /// Error: another program serves the socket.
    /// {socket}: the socket's path
    func untrusted(_ socket: String) -> String
    /// Error: the service refused a value.
    /// {parameter}: the parameter's name
    func invalid(_ parameter: String) -> String
    /// Error: the service is older than this program.
    var tooOld: String { get }
    /// Error in the command line.
    /// {name} (quoted): the typed text
    func noCommandNamed(_ name: String) -> String
    /// After "There is no command ...".
    /// {command} (quoted): the command with the most similar name
    func didYouMean(_ command: String) -> String
    /// After "There is no command ...".
    /// {help}: the command that shows the help
    func seeHelp(_ help: String) -> String
    /// Error in the command line.
    /// {option} (quoted): the typed text
    /// {argument}: the typed text without quotation marks
    func noOption(option: String, argument: String) -> String
    /// Error in the command line.
    var tooManyArguments: String { get }
    /// Error in the command line.
    var secretsAreNoArguments: String { get }
    /// Error in the command line.
    var notUTF8: String { get }
    /// Error in the command line.
    /// {tag} (quoted): the typed text
    func unknownLocale(_ tag: String) -> String
    /// A warning under sudo, which runs the command for root.
    /// {user}: the account's name
    func ownedByRoot(_ user: String) -> String
    /// Error in the command line; a sentence about what is allowed follows.
    /// {value}: the typed text, in quotation marks
    func misfit(_ value: String) -> String
    /// After "... cannot be used here.": what is allowed.
    var ruleTimeout: String { get }
    /// After "... cannot be used here.": what is allowed.
    var ruleReuse: String { get }
    /// After "... cannot be used here.": what is allowed.
    var ruleLineCount: String { get }
    /// After "... cannot be used here.": what is allowed.
    var ruleTouchCount: String { get }
    /// After "... cannot be used here.": what is allowed.
    var ruleItemName: String { get }
    /// After "... cannot be used here.": what is allowed.
    var ruleLabel: String { get }
    /// After "... cannot be used here.": what is allowed.
    var ruleReason: String { get }
    /// After "... cannot be used here.": what is allowed.
    var ruleReader: String { get }
    /// After "... cannot be used here.": what is allowed.
    var ruleUser: String { get }
    /// After "... cannot be used here.": what is allowed.
    /// {fingers}: the fingers' names in commands
    func ruleFinger(_ fingers: String) -> String
    /// After "... cannot be used here.": what is allowed.
    /// {verbs}: words for a button, as in commands
    func ruleVerb(_ verbs: String) -> String
    /// After "... cannot be used here.": what is allowed.
    /// {fingers}: the fingers' names in commands
    func ruleTouch(_ fingers: String) -> String
    /// After "... cannot be used here.": what is allowed.
    var rulePath: String { get }
    /// After "... cannot be used here.": what is allowed.
    var ruleFile: String { get }
    /// After "... cannot be used here.": what is allowed.
    var ruleVariable: String { get }
    /// After "... cannot be used here.": what is allowed.
    var ruleDescriptor: String { get }
    /// The letters with which an answer that means yes begins: in lower case, separated by spaces.
    var yesLetters: String { get }
    /// A yes-or-no question.
    var startNow: String { get }
    /// A yes-or-no question.
    var questionAddFinger: String { get }
    /// A yes-or-no question.
    var questionRemoveFinger: String { get }
    /// A yes-or-no question.
    var questionTurnOff: String { get }
    /// A yes-or-no question.
    var questionChangePIN: String { get }
    /// A yes-or-no question.
    var questionRemovePIN: String { get }
    /// A yes-or-no question.
    var questionDelete: String { get }
    /// A yes-or-no question.
    var questionErase: String { get }
    /// A yes-or-no question.
    var questionImportFingers: String { get }
    /// A yes-or-no question.
    var questionExportFingers: String { get }
    /// A question is needed and cannot be asked: there is no terminal, or --json forbids it.
    var mustSayYes: String { get }
    /// The result of a command or change.
    var nothingChanged: String { get }
    /// The result of a command or change.
    var cancelled: String { get }
    /// While the call waits for a finger: what the keys do.
    var waysOutPIN: String { get }
    /// While the call waits for a finger: what the keys do.
    var waysOutPassword: String { get }
    /// While the call waits for a finger: what the keys do.
    var waysOutNone: String { get }
    /// A prompt; the user types after it.
    var pinPrompt: String { get }
    /// A prompt; the user types after it.
    var passwordPrompt: String { get }
    /// Error: the PIN or password cannot be asked for.
    var noCredential: String { get }
    /// Error: the PIN or password cannot be asked for.
    var jsonAsksNothing: String { get }
    /// Error: the input is too long.
    /// {bytes} (number): the limit
    func tooLong(_ bytes: Int) -> String
    /// Error: the input is empty.
    var emptyCredential: String { get }
    /// The status, in one line.
    var fingerprintReady: String { get }
    /// The status, in one line.
    /// {fingers} (number): the number of added fingers
    /// {items} (number): the number of stored items
    func countsWithPIN(fingers: Int, items: Int) -> String
    /// The status, in one line.
    /// {fingers} (number): the number of added fingers
    /// {items} (number): the number of stored items
    func countsWithoutPIN(fingers: Int, items: Int) -> String
    /// The status, in one line.
    /// {count} (number): the number of items
    func waiting(_ count: Int) -> String
    /// A name or value in the table of settings.
    var rowFingerprint: String { get }
    /// A name or value in the table of settings.
    var valueOn: String { get }
    /// A name or value in the table of settings.
    var valueOff: String { get }
    /// A name or value in the table of settings.
    var rowFingers: String { get }
    /// A name or value in the table of settings.
    var rowPIN: String { get }
    /// A name or value in the table of settings.
    var valueSet: String { get }
    /// A name or value in the table of settings.
    var valueNotSet: String { get }
    /// A name or value in the table of settings.
    var rowPassword: String { get }
    /// A name or value in the table of settings.
    var valueUsable: String { get }
    /// A name or value in the table of settings.
    var valueUnused: String { get }
    /// A name or value in the table of settings.
    var rowItems: String { get }
    /// After "Fingerprint at login is locked ...".
    var unlockByPIN: String { get }
    /// After "Fingerprint at login is locked ...".
    var unlockByPassword: String { get }
    /// After "Fingerprint at login is locked ...".
    var unlockByEither: String { get }
    /// After "Fingerprint at login is locked ...".
    var unlockByNewPIN: String { get }
    /// After "Fingerprint at login is locked ...".
    var unlockLater: String { get }
    /// Below the status; a sentence about the end of the lockout follows.
    var loginsLocked: String { get }
    /// After "Fingerprint at login is paused ...".
    var pauseEndsByPIN: String { get }
    /// After "Fingerprint at login is paused ...".
    var pauseEndsByPassword: String { get }
    /// After "Fingerprint at login is paused ...".
    var pauseEndsByEither: String { get }
    /// Below the status; a sentence about the end of the pause can follow.
    /// {wait}: a duration, for example "30 seconds"
    func loginsPaused(_ wait: String) -> String
    /// In place of the list of readers.
    var noReaders: String { get }
    /// In the list of readers: the touches that adding a finger takes.
    /// {count} (number): the number of touches
    func touches(_ count: Int) -> String
    /// One of seven lines about what the service stores about the user.
    var privacyKept: String { get }
    /// One of seven lines about what the service stores about the user.
    var privacyTemplates: String { get }
    /// One of seven lines about what the service stores about the user.
    var privacyStored: String { get }
    /// One of seven lines about what the service stores about the user.
    var privacyHowLong: String { get }
    /// One of seven lines about what the service stores about the user.
    var privacyHowToErase: String { get }
    /// One of seven lines about what the service stores about the user.
    var privacyJournal: String { get }
    /// One of seven lines about what the service stores about the user.
    var privacyNotSent: String { get }
    /// The cost of a change, before the question.
    /// {reader} (quoted): the reader's name
    func wouldClear(_ reader: String) -> String
    /// The cost of a change, before the question.
    /// {user} (quoted): the account's name
    func wouldReset(_ user: String) -> String
    /// The cost of a change, before the question.
    var wouldResetAll: String { get }
    /// Before "Renew it now?".
    /// {items}: the items' names, in quotation marks
    func waitForRenewal(_ items: String) -> String
    /// A yes-or-no question.
    func renewNow(_ count: Int) -> String
    /// The result of a command or change.
    var nothingToRenew: String { get }
    /// The result of a command or change.
    /// {item} (quoted): the item's name
    /// {opening}: factors, for example "fingerprint, PIN"
    func cannotBeRenewed(item: String, opening: String) -> String
    /// In place of the list of fingers, or the result of a change.
    var noFingers: String { get }
    /// A note for a reader that stores prints on its chip, and has none of the user.
    /// {reader}: a reader's name
    func chipMayBeFull(_ reader: String) -> String
    /// The result of a change.
    /// {finger}: the finger's name
    /// {name}: the finger's new name
    func renamedTo(finger: String, name: String) -> String
    /// The result of a change.
    /// {finger}: the finger's name
    func renamedBack(_ finger: String) -> String
    /// The result of a change.
    var removedAll: String { get }
    /// Error: there is no such finger.
    /// {finger}: the finger's name
    func notAdded(_ finger: String) -> String
    /// In the table of fingers: a finger from the system's settings that is not confirmed.
    var unvouched: String { get }
    /// Below the table of fingers.
    var unvouchedOpensNothing: String { get }
    /// The result of a command or change.
    var nothingToVouch: String { get }
    /// A finger that can be confirmed.
    /// {finger}: the finger's name
    /// {date}: a day and a time of day
    /// {reader}: the reader's name
    func addedOn(finger: String, date: String, reader: String) -> String
    /// A yes-or-no question.
    var mayOpenItems: String { get }
    /// Error in the command line.
    var nameOneFinger: String { get }
    /// Error in the command line.
    /// {finger}: the finger's name
    /// {readers}: the readers' names
    func onSeveralReaders(finger: String, readers: String) -> String
    /// The result of a command or change.
    var cleared: String { get }
    /// The result of a command or change.
    var nothingAdded: String { get }
    /// Error: an input is missing.
    var passwordNeeded: String { get }
    /// Error: an input is missing.
    var oldPINNeeded: String { get }
    /// A prompt; the user types after it.
    var currentPINPrompt: String { get }
    /// A prompt; the user types after it.
    var newPINPrompt: String { get }
    /// A prompt; the user types after it.
    var repeatPINPrompt: String { get }
    /// Error: the PIN cannot be removed.
    var pinIsNeeded: String { get }
    /// The result of a command or change.
    var fingerprintOn: String { get }
    /// The result of a command or change.
    var fingerprintOff: String { get }
    /// The result of a command or change.
    var fingerprintStaysOff: String { get }
    /// The result of a command or change.
    var turnOn: String { get }
    /// The result of a command or change.
    var everythingErased: String { get }
    /// A note of a command, before the user is asked for touches: the user has no finger yet.
    /// {finger}: the finger's name
    func loginAddsFinger(_ finger: String) -> String
    /// The result of a command: from now on a touch at the login screen opens the keyring, too.
    var loginOn: String { get }
    /// A note after "Your touch at the login opens your keyring, too.": the keyring has another password than the account, so that stays locked.
    var loginKeyringDiffers: String { get }
    /// A note of a command: a touch at the login opens the keyring, but no login asks for a touch yet. A command that turns it on follows.
    var noLoginAsks: String { get }
    /// The result of a command: the password that was stored for the keyring is gone.
    var loginOff: String { get }
    /// The state of a setting.
    var loginIsOn: String { get }
    /// The state of a setting.
    var loginIsOff: String { get }
    /// The state of a setting: the stored password was destroyed with the change of fingers.
    var loginIsDestroyed: String { get }
    /// An error: why a command is refused.
    var noKeyring: String { get }
    /// A prompt before a hidden line: the password that the keyring has until now.
    var keyringPasswordPrompt: String { get }
    /// The result of a command.
    var keyringChanged: String { get }
    /// An error: why a command is refused.
    var keyringRefuses: String { get }
    /// An error: why a command failed.
    var keyringSilent: String { get }
    /// In place of the list of items.
    var noItems: String { get }
    /// In a table of items: what opens the item.
    /// {cause}: for example "fingers changed"
    func nothingOpens(_ cause: String) -> String
    /// In a table of items: what opens the item.
    /// {opening}: factors, for example "fingerprint, PIN"
    func key(_ opening: String) -> String
    /// Why no finger opens an item, in a table or in brackets.
    var causeFingersChanged: String { get }
    /// Why no finger opens an item, in a table or in brackets.
    var causeTurnedOff: String { get }
    /// Why no finger opens an item, in a table or in brackets.
    var causePINRemoved: String { get }
    /// Why no finger opens an item, in a table or in brackets.
    var causePINReset: String { get }
    /// Why no finger opens an item, in a table or in brackets.
    var causeRevoked: String { get }
    /// Why an item waits for renewal, in the table about it.
    var neverOpened: String { get }
    /// A name or value in the table about one item.
    var changeEnds: String { get }
    /// A name or value in the table about one item.
    var changeStays: String { get }
    /// A name or value in the table about one item.
    var itemName: String { get }
    /// A name or value in the table about one item.
    var itemLabel: String { get }
    /// A name or value in the table about one item.
    var itemKind: String { get }
    /// A name or value in the table about one item.
    var kindSecret: String { get }
    /// A name or value in the table about one item.
    var kindKey: String { get }
    /// A name or value in the table about one item.
    var itemOpensWith: String { get }
    /// A name or value in the table about one item.
    var itemWaits: String { get }
    /// A name or value in the table about one item.
    var itemOnChange: String { get }
    /// A name or value in the table about one item.
    var itemReuse: String { get }
    /// A name or value in the table about one item.
    var itemPinned: String { get }
    /// A name or value in the table about one item.
    var itemServers: String { get }
    /// A name or value in the table about one item.
    var itemSealedBy: String { get }
    /// A name or value in the table about one item.
    var itemStoredBy: String { get }
    /// A name or value in the table about one item.
    var itemStored: String { get }
    /// A name or value in the table about one item.
    var itemUpdatedBy: String { get }
    /// A name or value in the table about one item.
    var itemUpdated: String { get }
    /// A name or value in the table about one item.
    var itemLastUsed: String { get }
    /// The result of a command or change.
    /// {item} (quoted): the item's name
    func stored(_ item: String) -> String
    /// The result of a command or change.
    /// {item} (quoted): the item's name
    func deleted(_ item: String) -> String
    /// A prompt; the user types after it.
    /// {item} (quoted): the item's name
    func secretPrompt(_ item: String) -> String
    /// Error: an input is missing.
    var noSecret: String { get }
    /// The result of a command or change.
    /// {key} (quoted): the key's name
    /// {command}: a command line
    func keyMade(key: String, command: String) -> String
    /// The result of a command or change.
    /// {key} (quoted): the key's name
    /// {path}: a file
    func sshKeyMade(key: String, path: String) -> String
    /// The result of a command or change.
    /// {command}: a command line
    func noSSHKeys(_ command: String) -> String
    /// Error: an item is of another kind.
    /// {key} (quoted): the item's name
    func noSSHKey(_ key: String) -> String
    /// How to answer a request of another program, at this terminal.
    /// {request}: the request's process number and heading, for example "71: Open "github"?"
    func answerByPIN(_ request: String) -> String
    /// How to answer a request of another program, at this terminal.
    /// {request}: the request's process number and heading, for example "71: Open "github"?"
    func answerByPassword(_ request: String) -> String
    /// The result of a command or change.
    /// {key} (quoted): the key's name
    /// {path}: a file
    func sshKeyImported(key: String, path: String) -> String
    /// After a key was taken over from a file.
    /// {path}: a file
    func sshFileStays(_ path: String) -> String
    /// Before the PIN is asked for.
    /// {server}: a server's name
    /// {fingerprint}: the digest of its key
    func pinning(server: String, fingerprint: String) -> String
    /// Before the PIN is asked for: a certificate authority's key.
    /// {server}: a server's name
    /// {fingerprint}: the digest of the authority's key
    func pinningAuthority(server: String, fingerprint: String) -> String
    /// After lines that name a server and the digest of its key.
    var pinnedByKey: String { get }
    /// Part of a list of servers.
    /// {server}: a server's name
    func pinnedByAuthority(_ server: String) -> String
    /// Part of a list of servers.
    /// {server}: a server's name
    /// {user}: the account there
    func pinnedAccount(server: String, user: String) -> String
    /// The result of a command or change.
    /// {key} (quoted): the key's name
    /// {servers}: servers, with commas
    func pinned(key: String, servers: String) -> String
    /// The result of a command or change.
    /// {key} (quoted): the key's name
    func unpinned(_ key: String) -> String
    /// An error.
    /// {key} (quoted): the key's name
    /// {server}: a server's name
    func notPinned(key: String, server: String) -> String
    /// An error.
    /// {server}: a server's name
    /// {command}: a command line
    func serverNotKnown(server: String, command: String) -> String
    /// Error.
    var sshImportNeedsName: String { get }
    /// Error, and what to do.
    /// {path}: a file
    func sshNotOpenSSH(_ path: String) -> String
    /// Error, and what works.
    /// {path}: a file
    /// {algorithm}: an algorithm's technical name, such as ssh-rsa
    func sshOtherAlgorithm(path: String, algorithm: String) -> String
    /// Error: what to do first.
    /// {path}: a file
    /// {names}: a cipher's technical name
    func sshOtherProtection(path: String, names: String) -> String
    /// A prompt at the terminal, before hidden input.
    /// {path}: a file
    func sshPassphrasePrompt(_ path: String) -> String
    /// Error: nobody can be asked.
    /// {path}: a file
    func sshPassphraseMissing(_ path: String) -> String
    /// Error.
    /// {path}: a file
    func sshPassphraseWrong(_ path: String) -> String
    /// The result of a command or change.
    /// {path}: a file
    /// {command}: a command line
    func sshSet(path: String, command: String) -> String
    /// The result of a command or change.
    /// {path}: a file
    func sshUnset(_ path: String) -> String
    /// The result of a command or change.
    /// {program}: another agent's name
    /// {path}: its socket
    func sshUpstreamSet(program: String, path: String) -> String
    /// Error: a file of the user that a program must not change.
    /// {path}: a file
    func sshEnterLines(_ path: String) -> String
    /// Error: a file of the user that a program must not change.
    /// {path}: a file
    func removeLines(_ path: String) -> String
    /// The result of a command or change.
    /// {key} (quoted): the key's name
    /// {command}: a command line
    func gitSet(key: String, command: String) -> String
    /// Error: a file of the user that a program must not change.
    /// {path}: a file
    func gitEnterLines(_ path: String) -> String
    /// After a change: a line that keeps it from taking effect.
    /// {file}: a file
    /// {line}: a setting and its value
    func gitWins(file: String, line: String) -> String
    /// After a change: a line that keeps it from taking effect.
    /// {file}: a file
    /// {line}: a setting and its value
    /// {condition}: a condition of git's, such as gitdir:~/work/
    func gitWinsWhere(condition: String, file: String, line: String) -> String
    /// After a change: what is left to do.
    /// {file}: a file
    func gitSignersLine(_ file: String) -> String
    /// The result of a command or change.
    var gitUnset: String { get }
    /// Error: another program failed.
    /// {setting}: the name of a setting of git's
    func gitFailed(_ setting: String) -> String
    /// Error: nothing answers.
    /// {path}: a socket
    func sshNoAgent(_ path: String) -> String
    /// The state of ssh.
    var sshVariableSet: String { get }
    /// The state of ssh.
    /// {path}: a socket
    /// {program}: a program's name
    func sshVariableOther(program: String, path: String) -> String
    /// The state of ssh.
    /// {path}: a socket
    func sshVariableUnnamed(_ path: String) -> String
    /// The state of ssh.
    var sshVariableMissing: String { get }
    /// After another sentence about SSH_AUTH_SOCK.
    /// {file}: a file's path
    func sshVariableSetIn(_ file: String) -> String
    /// The state of ssh: sshd has set the variable for an agent that is forwarded.
    /// {path}: a socket
    func sshVariableForwarded(_ path: String) -> String
    /// The state of ssh.
    /// {path}: a socket
    func sshVariableDead(_ path: String) -> String
    /// The state of ssh.
    /// {time}: a time of day
    /// {reason}: why a signature was refused, in English
    func sshRefusal(time: String, reason: String) -> String
    /// The state of ssh.
    /// {path}: a socket
    func sshAgentAnswers(path: String, count: Int) -> String
    /// Error: an input is missing.
    var noChallenge: String { get }
    /// The result of a command or change.
    /// {path} (quoted): the file's path
    func saved(_ path: String) -> String
    /// Error: the file exists.
    /// {path} (quoted): the file's path
    func fileExists(_ path: String) -> String
    /// A yes-or-no question.
    /// {path} (quoted): the file's path
    func replaceFile(_ path: String) -> String
    /// Error: a line of an env file cannot be read.
    /// {number} (number): the line's number
    /// {path}: the file
    func noEnvLine(number: Int, path: String) -> String
    /// Error: a variable of an env file needs a permission, because it makes programs load or run other code.
    /// {variable}: its name
    func reservedVariable(_ variable: String) -> String
    /// Error: biogate inject would write secrets to the terminal.
    var injectsNoTerminal: String { get }
    /// Error: a reference in the template of biogate inject names no item.
    /// {line} (number): the line's number
    func noTemplateItem(_ line: Int) -> String
    /// Error: a stored env file refers to another item.
    /// {variable}: the variable's name
    /// {item} (quoted): the item that holds the file
    func storedReference(variable: String, item: String) -> String
    /// Before one touch that opens several items.
    /// {items}: the items' names, quoted, with commas
    func opensTogether(_ items: String) -> String
    /// Before the question for an item that is opened by itself, and not together with the others of the command.
    /// {item} (quoted): the item's name
    func opensByItself(_ item: String) -> String
    /// Error: a secret cannot be passed to a program or shown, or the program cannot be run.
    /// {item} (quoted): the item's name
    func notForVariable(_ item: String) -> String
    /// Error: a secret cannot be passed to a program or shown, or the program cannot be run.
    /// {item} (quoted): the item's name
    func notForTerminal(_ item: String) -> String
    /// Error: a secret cannot be passed to a program or shown, or the program cannot be run.
    /// {name} (quoted): the typed text
    func noProgram(_ name: String) -> String
    /// Error: a secret cannot be passed to a program or shown, or the program cannot be run.
    /// {name} (quoted): the typed text
    func notExecutable(_ name: String) -> String
    /// Error: a secret cannot be passed to a program or shown, or the program cannot be run.
    /// {name} (quoted): the typed text
    func noInterpreter(_ name: String) -> String
    /// The reason shown when the finger is asked for: a few words without a full stop, at most 200 characters.
    var openReason: String { get }
    /// The reason shown when the finger is asked for: a few words without a full stop, at most 200 characters.
    var signReason: String { get }
    /// The reason shown when the finger is asked for: a few words without a full stop, at most 200 characters.
    /// {program}: the program's name
    func runReason(_ program: String) -> String
    /// The reason shown when the finger is asked for: a few words without a full stop, at most 200 characters.
    var injectReason: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingServed: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingSocketMissing: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingNobodyListens: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingSocketForbidden: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    /// {version}: the service's version
    func findingAnswers(_ version: String) -> String
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingSilent: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    /// {reason}: the service's own message, in English
    func findingStartRefused(_ reason: String) -> String
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingOldCopy: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingDataUnusable: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    /// {path}: the path of a file
    func findingDiskFull(_ path: String) -> String
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    /// {path}: the path of a file
    func findingDiskReadOnly(_ path: String) -> String
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    /// {path}: the path of a file
    func findingStateDirectoryMissing(_ path: String) -> String
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingDiskWritable: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingUntrusted: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingMasked: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    /// {version}: the service's version
    /// {own}: this program's version
    func findingOtherVersion(version: String, own: String) -> String
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingConfigured: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    /// {mistake}: the service's own message, in English
    func findingMisconfigured(_ mistake: String) -> String
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingMemoryUnlocked: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingNoReader: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    /// {name}: the reader's name
    func findingReaderInUse(_ name: String) -> String
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    /// {name}: the reader's name
    /// {driver}: the driver's name
    func findingReaderFaulted(name: String, driver: String) -> String
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    /// {count} (number): the number of fingers
    /// {name}: the reader's name
    func findingFprintdHasFingers(count: Int, name: String) -> String
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    /// {name}: the reader's name
    func findingFprintdHasNone(_ name: String) -> String
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    /// {name}: the reader's name
    func findingFprintdKeepsQuiet(_ name: String) -> String
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    /// {count} (number): the number of fingers
    func findingFprintdFingersWait(_ count: Int) -> String
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingFprintdFingersWaitUnknown: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingReadersPermitted: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingNoReaderGroup: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingRulesMissing: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    /// {node}: the path of the reader's device
    func findingReaderForbidden(_ node: String) -> String
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingReaderSocketMissing: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingTPMPermitted: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    /// {consequence}: where the root key is, for example "the root key is in a file ..."
    func findingNoTPM(_ consequence: String) -> String
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    /// {place}: a TPM, as the configuration names it, such as device:/dev/tpm1
    func findingTPMNamed(_ place: String) -> String
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    /// {consequence}: where the root key is, for example "the root key is in a file ..."
    func findingOldTPM(_ consequence: String) -> String
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingTPMForbidden: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingPasswordsChecked: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingHelperMissing: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingHelperSilent: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingPasswordsOff: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingNoPassword: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    /// {services}: the names of PAM services, such as gdm-fingerprint, sddm
    func findingLoginLineMissing(_ services: String) -> String
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    /// {services}: the names of PAM services, such as gdm-fingerprint, sddm
    func findingKeyringLineMissing(_ services: String) -> String
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    /// {services}: the names of PAM services, such as gdm-fingerprint, sddm
    func findingFingerLineMissing(_ services: String) -> String
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingFingerModuleMissing: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingPAMFileMissing: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingLogind: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingNoLogind: String { get }
    /// A finding of biogate doctor, after "socket:", "service:" and the like.
    var findingNoSystemd: String { get }
    /// A finding of biogate doctor, after "service:": why the service does not work.
    var sealedNoTPM: String { get }
    /// A finding of biogate doctor, after "service:": why the service does not work.
    var sealedBusy: String { get }
    /// A finding of biogate doctor, after "service:": why the service does not work.
    var sealedPaused: String { get }
    /// A finding of biogate doctor, after "service:": why the service does not work.
    var sealedOtherMachine: String { get }
    /// A finding of biogate doctor, after "service:": why the service does not work.
    var sealedOldCopy: String { get }
    /// A finding of biogate doctor, after "service:": why the service does not work.
    var sealedNoRootKey: String { get }
    /// A finding of biogate doctor, after "service:": why the service does not work.
    var sealedFaulted: String { get }
    /// Where the root key is, at the end of a finding that there is no TPM 2.0.
    var rootKeyBesideData: String { get }
    /// Where the root key is, at the end of a finding that there is no TPM 2.0.
    var rootKeyInOtherFile: String { get }
    /// Where the root key is, at the end of a finding that there is no TPM 2.0.
    var rootKeyIsCredential: String { get }
    /// Where the root key is, at the end of a finding that there is no TPM 2.0.
    var rootKeyIsSealed: String { get }
    /// Where the root key is, at the end of a finding that there is no TPM 2.0.
    var rootKeyIsInFile: String { get }
    /// In front of a finding of biogate doctor.
    var weightFine: String { get }
    /// In front of a finding of biogate doctor.
    var weightNote: String { get }
    /// In front of a finding of biogate doctor.
    var weightWrong: String { get }
    /// The last line of biogate doctor.
    var mendFirst: String { get }
    /// Error: the journal cannot be read.
    var noJournal: String { get }
    /// Error: the journal cannot be read.
    var journalForbidden: String { get }
    /// Progress of a call that waits for a finger.
    /// {wait}: a duration, for example "30 seconds"
    func paused(_ wait: String) -> String
    /// While fingerprints are imported from fprintd or exported to it.
    var moveImportCosts: String { get }
    /// While fingerprints are imported from fprintd or exported to it.
    /// {user}: the account's name
    /// {finger}: the finger's name
    func moveWouldImport(user: String, finger: String) -> String
    /// While fingerprints are imported from fprintd or exported to it.
    /// {user}: the account's name
    /// {finger}: the finger's name
    func moveImported(user: String, finger: String) -> String
    /// While fingerprints are imported from fprintd or exported to it.
    /// {user}: the account's name
    /// {finger}: the finger's name
    func moveKnown(user: String, finger: String) -> String
    /// While fingerprints are imported from fprintd or exported to it.
    /// {user}: the account's name
    /// {finger}: the finger's name
    func moveNotImported(user: String, finger: String) -> String
    /// While fingerprints are imported from fprintd or exported to it.
    /// {name} (quoted): the typed text
    func moveNoUser(_ name: String) -> String
    /// While fingerprints are imported from fprintd or exported to it.
    /// {path}: the path of a file
    func moveStrange(_ path: String) -> String
    /// While fingerprints are imported from fprintd or exported to it.
    /// {directory}: the directory's path
    func moveNothingThere(_ directory: String) -> String
    /// While fingerprints are imported from fprintd or exported to it.
    /// {path}: the path of a file
    func moveOriginalRemoved(_ path: String) -> String
    /// While fingerprints are imported from fprintd or exported to it.
    /// {directory}: the directory's path
    func moveExportCosts(_ directory: String) -> String
    /// While fingerprints are imported from fprintd or exported to it.
    /// {path}: the path of a file
    func moveExported(_ path: String) -> String
    /// While fingerprints are imported from fprintd or exported to it.
    /// {path}: the path of a file
    func moveExportedBefore(_ path: String) -> String
    /// While fingerprints are imported from fprintd or exported to it.
    /// {path}: the path of a file
    func moveInTheWay(_ path: String) -> String
    /// While fingerprints are imported from fprintd or exported to it.
    /// {user}: the account's name
    /// {finger}: the finger's name
    func moveNotExported(user: String, finger: String) -> String
    /// While fingerprints are imported from fprintd or exported to it.
    /// {user} (quoted): the account's name
    func moveNothingToExport(_ user: String) -> String
    /// While fingerprints are imported from fprintd or exported to it.
    /// {socket}: the socket's path
    func moveNoFace(_ socket: String) -> String
    /// After "... is not imported." or "... is not written.": the reason.
    var printUnreadable: String { get }
    /// After "... is not imported." or "... is not written.": the reason.
    var printMisplaced: String { get }
    /// After "... is not imported." or "... is not written.": the reason.
    var printReaderMissing: String { get }
    /// After "... is not imported." or "... is not written.": the reason.
    var printOnSeveralReaders: String { get }
    /// After "... is not imported." or "... is not written.": the reason.
    var printFingerTaken: String { get }
    /// After "... is not imported." or "... is not written.": the reason.
    var printDuplicate: String { get }
    /// After "... is not imported." or "... is not written.": the reason.
    var printFull: String { get }
    /// After "... is not imported." or "... is not written.": the reason.
    var printNotStored: String { get }
    /// After "... is not imported." or "... is not written.": the reason.
    var printAdministrator: String { get }
    /// After "... is not imported." or "... is not written.": the reason.
    var printNotNow: String { get }
    /// Error: a sandbox has nothing to reset.
    var sandboxForgets: String { get }
    /// Error after "biogate sandbox: ": no capital letter and no full stop.
    /// {name}: the program's name
    /// {directories}: the directories that were searched
    func sandboxNoProgram(name: String, directories: String) -> String
    /// Error after "biogate sandbox: ": no capital letter and no full stop.
    /// {said}: the daemon's last message
    func sandboxDaemonEnded(_ said: String) -> String
    /// Error after "biogate sandbox: ": no capital letter and no full stop.
    /// {name}: the command's name
    func sandboxCommandNotFound(_ name: String) -> String
    /// Error after "biogate sandbox: ": no capital letter and no full stop.
    /// {signal} (number): the signal's number
    func sandboxInterrupted(_ signal: Int) -> String
    /// Error after "biogate sandbox: ": no capital letter and no full stop.
    var sandboxNotInside: String { get }
    /// Error after "biogate sandbox: ": no capital letter and no full stop.
    var sandboxEnded: String { get }
    /// Error after "biogate sandbox: ": no capital letter and no full stop.
    /// {wait}: a duration, for example "30 seconds"
    func sandboxNobodyWaiting(_ wait: String) -> String
    /// Error after "biogate sandbox: ": no capital letter and no full stop.
    /// {touches} (number): the number of touches so far
    func sandboxCallEnded(_ touches: Int) -> String
    /// Error after "biogate sandbox: ": no capital letter and no full stop.
    /// {reason}: the reason
    func sandboxUnwatched(_ reason: String) -> String
    /// Text or question of biogate setup.
    var setupNeedsTerminal: String { get }
    /// Text or question of biogate setup.
    var setupLater: String { get }
    /// Text or question of biogate setup.
    var setPINNow: String { get }
    /// Text or question of biogate setup.
    /// {finger}: the finger's name
    func addFingerNow(_ finger: String) -> String
    /// Text or question of biogate setup.
    var vouchFingersNow: String { get }
    /// Text or question of biogate setup.
    var tryNow: String { get }
    /// Question of biogate setup, after a finger was added. The password of the account is stored, sealed, so that a login by finger can open the keyring.
    var openKeyringAtLogin: String { get }
    /// The reason shown when the finger is asked for: a few words without a full stop, at most 200 characters.
    var tryReason: String { get }
    /// The result of a command or change.
    /// {factor}: for example "fingerprint"
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
