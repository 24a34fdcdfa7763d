// swift-format-ignore-file
// Made by Languages/generate.py from Languages/biogate.pot: change that file.

struct PhrasebookEn: Phrasebook {
    var language: Language { .en }
    var noHardwareTitle: String { "No fingerprint reader" }
    var noHardwareBody: String { "This computer has no reader that works here." }
    var loginOnlyTitle: String { "So far, your fingerprint only works for login" }
    var loginOnlyBody: String { "It was added in the system's settings. Confirm it with your PIN or password to use it here, too." }
    var notEnrolledTitle: String { "No fingerprint added yet" }
    var notEnrolledBody: String { "Add one to use it next time." }
    var printsVanishedTitle: String { "Your fingerprints are gone from the reader" }
    var printsVanishedBody: String { "Add one to use it again." }
    var disabledTitle: String { "Fingerprint is turned off" }
    var disabledBody: String { "You can turn it on in settings." }
    var lockoutTitle: String { "Fingerprint is paused" }
    func lockoutBody(_ wait: String) -> String { "The last scans did not match. Try again in \(wait)." }
    var noMatchTitle: String { "No match" }
    var callsFirstTitle: String { "Your other requests came first" }
    var callsFirstBody: String { "This one's turn did not come in time. Try again in a moment." }
    var readerInUseTitle: String { "Reader is in use" }
    var readerHeldBody: String { "Something else used it the whole time. Try again in a moment." }
    var enrollTimedOutTitle: String { "The time is up" }
    var enrollTimedOutBody: String { "Nothing was added. Try again." }
    var timedOutTitle: String { "No finger matched in time" }
    var userNeededTitle: String { "You need to confirm this" }
    var userNeededBody: String { "The program tried it without asking you. Start it yourself." }
    var noPasswordTitle: String { "No password can be checked" }
    var noPasswordResetBody: String { "Only an administrator can erase what is stored here." }
    var noPasswordBody: String { "Your account has none, or an administrator has turned the check off." }
    var noPINTitle: String { "No PIN set yet" }
    var noPINBody: String { "Set a PIN first. Use it when your fingerprint doesn't work." }
    var pinWrongTitle: String { "That PIN did not match" }
    var passwordWrongTitle: String { "That password did not match" }
    var credentialUnavailableBody: String { "The service that checks it does not answer." }
    func credentialThrottledBody(_ wait: String) -> String { "The last tries did not match. Try again in \(wait)." }
    var pinLockedTitle: String { "Your PIN is locked" }
    var manyTries: String { "Too many wrong attempts." }
    func isKeyTitle(_ item: String) -> String { "\(item.quoted(in: .en)) is a key, not a secret" }
    var isKeyBody: String { "Keys can sign but cannot be read." }
    func isSecretTitle(_ item: String) -> String { "\(item.quoted(in: .en)) is a secret, not a key" }
    var isSecretBody: String { "Secrets can be opened but cannot sign." }
    func itemNotFoundTitle(_ item: String) -> String { "Nothing is stored as \(item.quoted(in: .en))" }
    var itemNotFoundBody: String { "Look at the list of stored items." }
    func itemExistsTitle(_ item: String) -> String { "\(item.quoted(in: .en)) is stored already" }
    var itemExistsBody: String { "Choose another name, or replace it." }
    var signatureRefusedTitle: String { "The key does not sign this" }
    var otherUsageBody: String { "Keys for ssh sign for ssh only, passkeys for their sites only, and other keys sign everything else." }
    var notSSHDataBody: String { "It is nothing that ssh would sign." }
    var serverNotProvedBody: String { "It does not fit the server that the connection goes to." }
    var unknownServerBody: String { "The server that asks does not prove where it leads." }
    var otherServerBody: String { "The key is pinned to other servers, or its servers have just changed." }
    func signInTo(host: String, user: String) -> String { "Sign in to \(host) as \(user)" }
    func signInThrough(host: String, user: String, way: String) -> String { "Sign in to \(host) as \(user), through \(way)" }
    func signInToUnnamed(_ user: String) -> String { "Sign in as \(user) to a server that the program does not name" }
    func unknownServer(_ fingerprint: String) -> String { "an unknown server (\(fingerprint))" }
    var loginByCertificate: String { "By a certificate of the key" }
    var titleProved: String { "This is the title of the commit that you sign" }
    func namedByProgram(_ host: String) -> String { "The program supplied the name \(host.quoted(in: .en)); only the key is verified" }
    func allowsMore(_ time: String) -> String { "Confirming also allows similar signatures for \(time)." }
    func touchAllowsMore(_ time: String) -> String { "A touch also allows similar signatures for \(time)." }
    func signCommit(_ title: String) -> String { "Sign the commit \(title.quoted(in: .en))" }
    func signTag(_ tag: String) -> String { "Sign the tag \(tag.quoted(in: .en))" }
    func signTagWithTitle(tag: String, title: String) -> String { "Sign the tag \(tag.quoted(in: .en)): \(title.quoted(in: .en))" }
    func signMessage(_ namespace: String) -> String { "Sign for \(namespace.quoted(in: .en)) (content not shown)" }
    func askedFromServer(act: String, way: String) -> String { "\(act), asked by \(way)" }
    var printNotFoundTitle: String { "No such fingerprint" }
    var printNotFoundBody: String { "Look at the list of your fingerprints." }
    var fingerAddedTitle: String { "This finger is added already" }
    func fingerAddedBody(_ finger: String) -> String { "It is your \(finger). Use another finger." }
    var fingerKnownTitle: String { "The reader knows this finger already" }
    var fingerKnownBody: String { "Another program, system or user added it. Use another finger, or delete all prints of the reader, everybody's." }
    var readerNotFoundTitle: String { "No such fingerprint reader" }
    var readerNotFoundBody: String { "Plug it in, or choose another one." }
    var readerFullTitle: String { "The reader is full" }
    var readerFullBody: String { "Remove one of your fingerprints. If others' prints fill it, such as another system's, delete all prints of the reader." }
    var requestNotFoundTitle: String { "Nothing is waiting" }
    var requestNotFoundBody: String { "The request has ended already." }
    var storageFailedTitle: String { "The service cannot use its data now" }
    var storageFailedBody: String { "Nothing was changed. Its disk may be full or read-only, or the stored data may be damaged." }
    var administratorOnlyTitle: String { "Not allowed" }
    var administratorOnlyBody: String { "Only an administrator can do this." }
    var noAccountTitle: String { "Nothing can be stored for you here" }
    var noAccountBody: String { "Your user number has no account. An administrator can allow it." }
    var systemOnlyTitle: String { "Only your login opens this" }
    var systemOnlyBody: String { "No app can read it. Delete it to turn it off." }
    var keyringLockedTitle: String { "Your keyring stays locked" }
    var keyringFingersChanged: String { "Your fingerprints changed, so the password stored for the login was destroyed. Turn it on again." }
    var keyringPasswordChanged: String { "The password of your account changed. Log in with it once, then your touch opens the keyring again." }
    var keyringPasswordNeeded: String { "Log in with your password once, then your touch opens the keyring again." }
    var keyringFingerprintOff: String { "Fingerprint is off. Turn it on again." }
    var keyringPasswordLocked: String { "The password of your account is locked. Ask an administrator." }
    var keyringPasswordUnknown: String { "Your password could not be checked. Ask an administrator." }
    var keyringDiffers: String { "It has another password than your account. Give it the same one." }
    var loginUnsealedTitle: String { "Your password was not stored" }
    var loginUnsealedBody: String { "Someone who steals the disk could read it: this computer has no security chip (TPM), and the disk is not encrypted." }
    var loginNotPersonBody: String { "Only a person's account has a keyring that opens at the login." }
    var accountChangedTitle: String { "This account was renamed" }
    var accountChangedBody: String { "An administrator can give it its former name back, or erase what is stored here." }
    var accountUnknownTitle: String { "Your account cannot be looked up now" }
    var accountUnknownBody: String { "Nothing was changed." }
    var fingerprintUnavailableTitle: String { "Your fingerprint cannot be checked now" }
    var pinUnavailableTitle: String { "Your PIN cannot be checked now" }
    var passwordUnavailableTitle: String { "Your password cannot be checked now" }
    var fingerprintThrottledTitle: String { "Your fingerprint is paused" }
    var pinThrottledTitle: String { "Your PIN is paused" }
    var passwordThrottledTitle: String { "Your password is paused" }
    var sessionLockedTitle: String { "The screen is locked" }
    var sessionLockedBody: String { "Fingerprint works once it is unlocked." }
    var lidClosedTitle: String { "The lid is closed" }
    var lidClosedBody: String { "Fingerprint works once it is open." }
    var readerInUseBody: String { "Another app is using it. Try again in a moment." }
    var suspendedTitle: String { "Reader is asleep" }
    var suspendedBody: String { "Try again when the computer is awake." }
    var overheatedTitle: String { "Reader is too warm" }
    func tryAgainIn(_ wait: String) -> String { "Try again in \(wait)." }
    var overheatedBody: String { "Try again when it has cooled." }
    var disconnectedTitle: String { "Reader not connected" }
    var disconnectedBody: String { "Plug in the fingerprint reader." }
    var faultedTitle: String { "Reader does not answer" }
    var faultedBody: String { "Try again. If that does not help, restart the computer." }
    var notInteractiveTitle: String { "Fingerprint does not work from here" }
    var notInteractiveBody: String { "It works only in a session that began at the computer, not over the network." }
    var fingerprintForbiddenTitle: String { "Fingerprint is not in use here" }
    var fingerprintForbiddenBody: String { "An administrator has turned it off for this computer." }
    var timeForPINTitle: String { "Time to enter your PIN" }
    var timeForPasswordTitle: String { "Time to enter your password" }
    var timeForSignInTitle: String { "Time to sign in again" }
    var timeForCredentialTitle: String { "Time to enter your PIN or password" }
    var lockedTitle: String { "Fingerprint is locked for now" }
    var lockedPINBody: String { "Too many failed scans. Enter your PIN to use your fingerprint again." }
    var lockedPasswordBody: String { "Too many failed scans. Enter your password to use your fingerprint again." }
    var manyScans: String { "Too many failed scans." }
    var routineDaily: String { "This is routine, every day." }
    var routineTwoDays: String { "This is routine, every two days." }
    var routineThreeDays: String { "This is routine, every three days." }
    func routineDays(_ days: Int) -> String { "This is routine, every \(days) days." }
    var routineHourly: String { "This is routine, every hour." }
    func routineHours(_ hours: Int) -> String { "This is routine, every \(hours) hours." }
    var routineRestart: String { "This is routine after a restart." }
    var thenFingerWorks: String { "Then your fingerprint works again." }
    var cancelledTitle: String { "Cancelled" }
    var anyTimeBody: String { "You can try again at any time." }
    var screenLockedTitle: String { "The screen was locked" }
    var screenLockedBody: String { "Unlock it, then try again." }
    var asleepTitle: String { "The computer went to sleep" }
    var asleepBody: String { "Try again when it is awake." }
    var accessEndedTitle: String { "Access was ended" }
    var stoppingTitle: String { "The fingerprint service is stopping" }
    var tryAgainSoon: String { "Try again in a moment." }
    var pinBlockedBody: String { "Too many wrong attempts. Enter your password to use your PIN again." }
    var pinNeededTitle: String { "Your PIN is needed" }
    var pinNeededBody: String { "Enter your PIN to continue." }
    var passwordNeededTitle: String { "Your password is needed" }
    var passwordNeededBody: String { "Enter your password to continue." }
    var verifyTitle: String { "Verify it's you" }
    var noTriesLeft: String { "No tries left." }
    var passwordOrSignIn: String { "Use your password, or sign in again." }
    var passwordOrAdministrator: String { "Use your password, or ask an administrator." }
    var resetIsLeft: String { "Only a reset by an administrator is left. It erases everything." }
    var tryAgainOrPIN: String { "Try again, or use your PIN." }
    var tryAgainOrPassword: String { "Try again, or use your password." }
    var tryAgain: String { "Try again." }
    var askAdministrator: String { "Ask an administrator." }
    var tryAgainOrAsk: String { "Try again, or ask an administrator." }
    var tryAgainSoonOrAsk: String { "Try again in a moment, or ask an administrator." }
    func triesLeft(_ count: Int) -> String { count != 1 ? "\(count) tries left." : "\(count) try left." }
    func pinTooShort(_ digits: Int) -> String { "Use at least \(digits) digits." }
    var pinTooLong: String { "Use fewer digits." }
    var pinNotDigits: String { "Use digits only." }
    var pinTooSimple: String { "Avoid one digit repeated, and runs such as 123456." }
    var otherPINTitle: String { "Choose another PIN" }
    func orElse(first: String, second: String) -> String { "\(first) or \(second)" }
    func onlyTitle(_ factors: String) -> String { "Only your \(factors) works here" }
    func useOneOf(_ factors: String) -> String { "Use your \(factors)." }
    var neverByFingerTitle: String { "This does not open with a fingerprint" }
    var neverByFingerBody: String { "It was stored without one. Replace it to change that." }
    var makeAgain: String { "Make it again." }
    var makePasskeyAgain: String { "Sign in to the site another way, and create a new passkey there." }
    var storeAgain: String { "Store it again." }
    var signInForFinger: String { "Sign in once, then fingerprint works again." }
    var signInOnce: String { "Sign in once, then it works again." }
    func destroyedByFingersTitle(_ item: String) -> String { "\(item.quoted(in: .en)) was destroyed when your fingerprints changed" }
    func destroyedByTurningOffTitle(_ item: String) -> String { "\(item.quoted(in: .en)) was destroyed when fingerprint was turned off" }
    func destroyedByRemovalTitle(_ item: String) -> String { "\(item.quoted(in: .en)) was destroyed when your PIN was removed" }
    func destroyedByResetTitle(_ item: String) -> String { "\(item.quoted(in: .en)) was destroyed when your PIN was reset" }
    func destroyedByRevocationTitle(_ item: String) -> String { "\(item.quoted(in: .en)) was destroyed when access was ended" }
    var fingersChangedTitle: String { "Your fingerprints changed" }
    var turnedOffTitle: String { "Fingerprint was turned off" }
    var pinRemovedTitle: String { "Your PIN was removed" }
    var pinResetTitle: String { "Your PIN was reset" }
    var itemsFullTitle: String { "No room for more" }
    func itemsFullBody(_ maximum: Int) -> String { "There is room for \(maximum) items. Remove one first." }
    var spaceFullTitle: String { "No room for more" }
    var spaceFullBody: String { "Your storage is full. Remove an item first." }
    var everybodyFullBody: String { "The items of all users fill the space for them." }
    var changesTitle: String { "Too many changes" }
    var changesBody: String { "Try again later." }
    var waitingTitle: String { "Other requests are waiting" }
    var connectionsTitle: String { "Too many apps are connected" }
    var connectionsBody: String { "Close one, or try again in a moment." }
    var tooLargeTitle: String { "That is too large" }
    func tooLargeBody(_ maximum: Int) -> String { "At most \(maximum) bytes can be sent at once." }
    var limitTitle: String { "That is too much" }
    func limitBody(_ maximum: Int) -> String { "At most \(maximum) are possible here." }
    var noTPMBody: String { "The computer's security chip was not found." }
    var tpmBusyBody: String { "The computer's security chip is busy. Try again in a moment." }
    var tpmPausedBody: String { "The computer's security chip is paused. Try again later." }
    var otherMachineBody: String { "It was stored on another computer, or this one's security chip was cleared." }
    var oldCopyBody: String { "An old copy was restored, or the security chip is set up differently." }
    var noRootKeyBody: String { "The key file is missing. An administrator can restore it from a backup." }
    var tpmFaultedBody: String { "The computer's security chip does not answer. Try again, or restart the computer." }
    var sealedTitle: String { "This cannot be opened now" }
    var noFingerYetTitle: String { "No fingerprint opens this yet" }
    var renewWithPIN: String { "Renew this item with your PIN, then fingerprint works again." }
    var renewWithPassword: String { "Renew this item with your password, then fingerprint works again." }
    var firstRenewWithPIN: String { "Renew this item with your PIN, then fingerprint works, too." }
    var firstRenewWithPassword: String { "Renew this item with your password, then fingerprint works, too." }
    var insteadPIN: String { "Use your PIN instead." }
    var insteadPassword: String { "Use your password instead." }
    var signInAgain: String { "Sign in again to continue." }
    var captionVerify: String { "Verify it's you" }
    var captionBiometrics: String { "Biometrics" }
    var captionUseFingerprint: String { "Use fingerprint" }
    var captionUsePIN: String { "Use PIN" }
    var captionUsePassword: String { "Use password" }
    var captionSignIn: String { "Sign in" }
    var captionAddFingerprint: String { "Add fingerprint" }
    var captionTurnOn: String { "Turn on" }
    var captionNotNow: String { "Not now" }
    var captionConnectReader: String { "Connect reader" }
    var captionTryAgain: String { "Try again" }
    var captionCancel: String { "Cancel" }
    var offerTitle: String { "Sign in faster with your fingerprint?" }
    var offerBody: String { "It never leaves this computer. You can turn it off at any time." }
    var touch: String { "Touch the fingerprint reader" }
    func touchWith(_ finger: String) -> String { "Touch the fingerprint reader with your \(finger)." }
    func touchToStore(_ item: String) -> String { "Touch the fingerprint reader to store \(item.quoted(in: .en))." }
    func touchWithToStore(finger: String, item: String) -> String { "Touch the fingerprint reader with your \(finger) to store \(item.quoted(in: .en))." }
    func touchToRetrieveSeveral(_ count: Int) -> String { "Touch the fingerprint reader to open \(count) items." }
    func touchToRetrieve(_ item: String) -> String { "Touch the fingerprint reader to open \(item.quoted(in: .en))." }
    func touchWithToRetrieve(finger: String, item: String) -> String { "Touch the fingerprint reader with your \(finger) to open \(item.quoted(in: .en))." }
    func touchToCreateKey(_ item: String) -> String { "Touch the fingerprint reader to make the key \(item.quoted(in: .en))." }
    func touchWithToCreateKey(finger: String, item: String) -> String { "Touch the fingerprint reader with your \(finger) to make the key \(item.quoted(in: .en))." }
    func touchToSign(_ item: String) -> String { "Touch the fingerprint reader to sign with \(item.quoted(in: .en))." }
    func touchWithToSign(finger: String, item: String) -> String { "Touch the fingerprint reader with your \(finger) to sign with \(item.quoted(in: .en))." }
    func touchToRenew(_ item: String) -> String { "Touch the fingerprint reader to renew \(item.quoted(in: .en))." }
    func touchWithToRenew(finger: String, item: String) -> String { "Touch the fingerprint reader with your \(finger) to renew \(item.quoted(in: .en))." }
    var touchToEnable: String { "Touch the fingerprint reader to turn fingerprint on." }
    func touchWithToEnable(_ finger: String) -> String { "Touch the fingerprint reader with your \(finger) to turn fingerprint on." }
    var askToEnroll: String { "Add a finger?" }
    var askToEnable: String { "Turn fingerprint on?" }
    func askToStore(_ item: String) -> String { "Store \(item.quoted(in: .en))?" }
    func askToRetrieve(_ item: String) -> String { "Open \(item.quoted(in: .en))?" }
    func askToRetrieveSeveral(_ count: Int) -> String { "Open \(count) items?" }
    func askToCreateKey(_ item: String) -> String { "Make the key \(item.quoted(in: .en))?" }
    func askToSign(_ item: String) -> String { "Sign with \(item.quoted(in: .en))?" }
    func askToRenew(_ item: String) -> String { "Renew \(item.quoted(in: .en))?" }
    func askToSignInTo(host: String, user: String) -> String { "Sign in to \(host) as \(user)?" }
    func askToSignIn(_ user: String) -> String { "Sign in as \(user)?" }
    func askToSignCommit(_ title: String) -> String { "Sign the commit \(title.quoted(in: .en))?" }
    func askToSignTag(_ tag: String) -> String { "Sign the tag \(tag.quoted(in: .en))?" }
    func askToSignMessage(_ namespace: String) -> String { "Sign for \(namespace.quoted(in: .en))?" }
    func askToMakePasskey(_ site: String) -> String { "Create a passkey for \(site)?" }
    func askToMakePasskeyAs(site: String, account: String) -> String { "Create a passkey for \(site) as \(account.quoted(in: .en))?" }
    func siteSigned(_ site: String) -> String { "Site: \(site)" }
    func accountNumbered(_ number: Int) -> String { "Account \(number)" }
    func askToSignInToSite(_ site: String) -> String { "Sign in to \(site)?" }
    var passkeyOfEveryFinger: String { "It works with every finger that you confirm with your PIN or password, now or later." }
    var passkeyOfTheseFingersOnly: String { "If you add or remove a finger, this passkey is lost, because you have no PIN to renew it with." }
    var passkeyOfTheseFingers: String { "If you add or remove a finger, no finger works with it until you renew it with your PIN." }
    var passkeyDerivesSecret: String { "The site also gets a secret that only this passkey makes, for example to decrypt your data." }
    func askBesidePassword(service: String, account: String) -> String { "\(service.quoted(in: .en)) asks for the password or a finger of \(account.quoted(in: .en))" }
    var notYoursNoTouch: String { "If you did not start this, do not touch the reader." }
    var contentNotShown: String { "The content is not shown." }
    var verifiedBlock: String { "Verified" }
    var claimedBlock: String { "Claimed by the program" }
    func appName(_ name: String) -> String { "App: \(name.quoted(in: .en))" }
    func programFile(_ path: String) -> String { "Program file: \(path.quoted(in: .en))" }
    func keyUsed(_ item: String) -> String { "Key: \(item.quoted(in: .en))" }
    func serverPinned(host: String, fingerprint: String) -> String { "Server: \(host), which you pinned (\(fingerprint))" }
    func serverKey(_ fingerprint: String) -> String { "Server's key: \(fingerprint)" }
    func wayKey(_ fingerprint: String) -> String { "Key of a server on the way: \(fingerprint)" }
    func tagTitle(_ title: String) -> String { "The tag's message: \(title.quoted(in: .en))" }
    var serverUnnamed: String { "The program does not name the server" }
    func wayName(_ host: String) -> String { "A server on the way: \(host.quoted(in: .en))" }
    func callsItself(_ name: String) -> String { "Calls itself: \(name.quoted(in: .en))" }
    func claimedFile(_ path: String) -> String { "Program file, not checked: \(path.quoted(in: .en))" }
    func asksFor(_ program: String) -> String { "Claims to act for: \(program.quoted(in: .en))" }
    func requestEnded(_ program: String) -> String { "\(program.quoted(in: .en)) no longer waits for you." }
    func confirmedByFinger(_ program: String) -> String { "\(program.quoted(in: .en)): confirmed with a finger." }
    func confirmedByPIN(_ program: String) -> String { "\(program.quoted(in: .en)): confirmed with the PIN." }
    func confirmedByPassword(_ program: String) -> String { "\(program.quoted(in: .en)): confirmed with the password." }
    var queued: String { "Another request is using the reader. Please wait." }
    func queuedBehind(_ request: String) -> String { "Another request comes first: \(request)" }
    var reading: String { "Reading your fingerprint. One moment." }
    var noMatch: String { "No match." }
    var matched: String { "Fingerprint matched." }
    func touchesDone(stage: Int, stages: Int) -> String { "\(stage) of \(stages) touches done." }
    var goodTouch: String { "That touch was good." }
    var fingerprintNotTaken: String { "Your fingerprint does not work here." }
    var pinNotTaken: String { "Your PIN does not work here." }
    var passwordNotTaken: String { "Your password does not work here." }
    var credentialNotTaken: String { "Your PIN or password does not work here." }
    var fingerprintLocked: String { "Your fingerprint is locked." }
    var pinLocked: String { "Your PIN is locked." }
    var passwordLocked: String { "Your password is locked." }
    var credentialLocked: String { "Your PIN or password is locked." }
    var fingerprintPaused: String { "Your fingerprint is paused." }
    var pinPaused: String { "Your PIN is paused." }
    var passwordPaused: String { "Your password is paused." }
    var credentialPaused: String { "Your PIN or password is paused." }
    var fingerprintWrong: String { "That fingerprint did not match." }
    var pinWrong: String { "That PIN did not match." }
    var passwordWrong: String { "That password did not match." }
    var credentialWrong: String { "That PIN or password did not match." }
    var fingerprintUnchecked: String { "That fingerprint was not accepted." }
    var pinUnchecked: String { "That PIN was not accepted." }
    var passwordUnchecked: String { "That password was not accepted." }
    var credentialUnchecked: String { "That PIN or password was not accepted." }
    var touchReader: String { "Touch the reader." }
    func typeAgainIn(_ wait: String) -> String { "Try again in \(wait)." }
    func typeAgainInOrTouch(_ wait: String) -> String { "Try again in \(wait), or touch the reader." }
    func typeAgainTriesLeft(_ count: Int) -> String { count != 1 ? "\(count) tries left." : "\(count) try left." }
    func typeAgainOrTouchTriesLeft(_ count: Int) -> String { count != 1 ? "\(count) tries left, or touch the reader." : "\(count) try left, or touch the reader." }
    var typeAgain: String { "Try again." }
    var typeAgainOrTouch: String { "Try again, or touch the reader." }
    var hintPoorScan: String { "That scan was not clear. Touch the reader again." }
    var hintTooShort: String { "That was too short. Leave your finger on a little longer." }
    var hintNotCentered: String { "Place your finger in the middle of the reader." }
    var hintTooFast: String { "That was too fast. Move your finger more slowly." }
    var touchAgain: String { "Lift your finger, then touch the reader again." }
    func keyringChangeReason(_ item: String) -> String { "Change \(item.quoted(in: .en)) in your keyring" }
    func keyringDeletionReason(_ item: String) -> String { "Delete \(item.quoted(in: .en)) from your keyring" }
    func keyringAdditionReason(_ item: String) -> String { "Add an item to your keyring that programs may find instead of \(item.quoted(in: .en))" }
    var keyringReason: String { "Read a secret of your keyring" }
    var passkeyTouchReason: String { "Use this computer as the security key" }
    var passkeyManagementReason: String { "Show and manage the passkeys on this computer" }
    var unlockReason: String { "Use fingerprint again" }
    var leftThumb: String { "left thumb" }
    var leftIndex: String { "left index finger" }
    var leftMiddle: String { "left middle finger" }
    var leftRing: String { "left ring finger" }
    var leftLittle: String { "left little finger" }
    var rightThumb: String { "right thumb" }
    var rightIndex: String { "right index finger" }
    var rightMiddle: String { "right middle finger" }
    var rightRing: String { "right ring finger" }
    var rightLittle: String { "right little finger" }
    var ready: String { "Ready" }
    var fingerprint: String { "fingerprint" }
    var pin: String { "PIN" }
    var password: String { "password" }
    func seconds(_ count: Int) -> String { count != 1 ? "\(count) seconds" : "\(count) second" }
    func minutes(_ count: Int) -> String { count != 1 ? "\(count) minutes" : "\(count) minute" }
    var changeWouldDestroy: String { "This permanently deletes:" }
    var changeWouldNeedRenewal: String { "Before your fingerprint opens these again, enter your PIN or password once:" }
    func changeDestroyed(_ count: Int) -> String { count != 1 ? "\(count) items were destroyed." : "\(count) item was destroyed." }
    func changeAdded(_ finger: String) -> String { "Added: \(finger)." }
    func changeVouched(_ fingers: String) -> String { "Now opens items, too: \(fingers)." }
    func changeRemoved(_ name: String) -> String { "Removed: \(name)." }
    func changeRenewed(_ items: String) -> String { "A finger opens it again: \(items)." }
    func pinRule(_ digits: Int) -> String { "Use \(digits) to 64 digits. Don't repeat one digit or use a sequence such as 123456." }
    var pinsDiffer: String { "The PINs don't match." }
    var changePINSet: String { "The PIN is set." }
    var changePINRemoved: String { "The PIN is removed." }
    var changeRevoked: String { "All access was ended." }
    var screenConfirmed: String { "Confirmed." }
    var screenNotRunning: String { "Fingerprint is not available right now." }
    var screenUntrusted: String { "Another program answers in place of the fingerprint service." }
    var screenCheckRefused: String { "We could not confirm that it is you." }
    var screenLockoutOver: String { "The last scans did not match." }
    var screenNoMatch: String { "No match." }
    var screenNoMatchPIN: String { "Use your PIN instead." }
    var screenNoMatchPassword: String { "Use your password instead." }
    var screenUsePassword: String { "Use password" }
    var screenUnexpected: String { "That did not work." }
    var switchEnabled: String { "Fingerprint enabled" }
    var switchOff: String { "Fingerprint off" }
    var switchUnavailable: String { "Fingerprint not available on this computer" }
    var switchNeedsRenewal: String { "Fingerprint off since your fingerprints changed" }
    var waitsForService: String { "The fingerprint service is not running. Waiting for it." }
    var quotationMarks: String { "\"\"" }
    var monthJanuary: String { "Jan" }
    var monthFebruary: String { "Feb" }
    var monthMarch: String { "Mar" }
    var monthApril: String { "Apr" }
    var monthMay: String { "May" }
    var monthJune: String { "Jun" }
    var monthJuly: String { "Jul" }
    var monthAugust: String { "Aug" }
    var monthSeptember: String { "Sep" }
    var monthOctober: String { "Oct" }
    var monthNovember: String { "Nov" }
    var monthDecember: String { "Dec" }
    func dayAndTime(day: Int, month: String, year: Int, hour: String, minute: String) -> String { "\(day) \(month) \(year), \(hour):\(minute)" }
}
