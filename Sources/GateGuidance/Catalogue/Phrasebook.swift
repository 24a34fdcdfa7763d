// swift-format-ignore-file
// Made by Languages/generate.py from Languages/biogate.pot: change that file.

/// The sentences of this room in one language; extensions choose among them.
protocol Phrasebook: Sendable {
    var language: Language { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var noHardwareTitle: String { get }
    /// Below the title "No fingerprint reader".
    var noHardwareBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var loginOnlyTitle: String { get }
    /// Below the title "So far, your fingerprint only works for login".
    var loginOnlyBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var notEnrolledTitle: String { get }
    /// Below the title "No fingerprint added yet".
    var notEnrolledBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var printsVanishedTitle: String { get }
    /// Below the title "Your fingerprints are gone from the reader".
    var printsVanishedBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var disabledTitle: String { get }
    /// Below the title "Fingerprint is turned off".
    var disabledBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var lockoutTitle: String { get }
    /// Below the title "Fingerprint is paused".
    /// {wait}: a duration, for example "30 seconds"
    func lockoutBody(_ wait: String) -> String
    /// Title: why a call failed, or why fingerprint is unavailable.
    var noMatchTitle: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var callsFirstTitle: String { get }
    /// Below the title "Your other requests came first".
    var callsFirstBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var readerInUseTitle: String { get }
    /// Below the title "Reader is in use": the call waited for the reader until its time was up.
    var readerHeldBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var enrollTimedOutTitle: String { get }
    /// Below the title "The time is up".
    var enrollTimedOutBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var timedOutTitle: String { get }
    /// Title: why a call failed: the program may not ask the user.
    var userNeededTitle: String { get }
    /// Below the title "You need to confirm this".
    var userNeededBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var noPasswordTitle: String { get }
    /// Below the title "No password can be checked": the user wanted to erase everything.
    var noPasswordResetBody: String { get }
    /// Below the title "No password can be checked".
    var noPasswordBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var noPINTitle: String { get }
    /// Below the title "No PIN set yet".
    var noPINBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var pinWrongTitle: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var passwordWrongTitle: String { get }
    /// Below a title such as "Your PIN cannot be checked now".
    var credentialUnavailableBody: String { get }
    /// Below a title such as "Your PIN is paused".
    /// {wait}: a duration, for example "30 seconds"
    func credentialThrottledBody(_ wait: String) -> String
    /// Title: why a call failed, or why fingerprint is unavailable.
    var pinLockedTitle: String { get }
    /// Below the title "Your PIN is locked"; a sentence about a new sign-in or a reset follows.
    var manyTries: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    /// {item} (quoted): the item's name
    func isKeyTitle(_ item: String) -> String
    /// Below the title "{item} is a key, not a secret".
    var isKeyBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    /// {item} (quoted): the item's name
    func isSecretTitle(_ item: String) -> String
    /// Below the title "{item} is a secret, not a key".
    var isSecretBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    /// {item} (quoted): the item's name
    func itemNotFoundTitle(_ item: String) -> String
    /// Below the title "Nothing is stored as {item}".
    var itemNotFoundBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    /// {item} (quoted): the item's name
    func itemExistsTitle(_ item: String) -> String
    /// Below the title "{item} is stored already".
    var itemExistsBody: String { get }
    /// Title: why a call failed.
    var signatureRefusedTitle: String { get }
    /// Below the title "The key does not sign this".
    var otherUsageBody: String { get }
    /// Below the title "The key does not sign this".
    var notSSHDataBody: String { get }
    /// Below the title "The key does not sign this".
    var serverNotProvedBody: String { get }
    /// Below the title "The key does not sign this".
    var unknownServerBody: String { get }
    /// Below the title "The key does not sign this".
    var otherServerBody: String { get }
    /// What a key signs; without a full stop.
    /// {host}: a server, by name
    /// {user}: the account there
    func signInTo(host: String, user: String) -> String
    /// What a key signs; without a full stop.
    /// {host}: a server, by name
    /// {user}: the account there
    /// {way}: the servers on the way, with commas
    func signInThrough(host: String, user: String, way: String) -> String
    /// What a key signs; without a full stop.
    /// {user}: the account on the server
    func signInToUnnamed(_ user: String) -> String
    /// A server without a name, within a sentence.
    /// {fingerprint}: the digest of its key
    func unknownServer(_ fingerprint: String) -> String
    /// A line of what is verified of a request, without a full stop.
    var loginByCertificate: String { get }
    /// A line of what is verified of a request, without a full stop.
    /// It stands below a heading that has the title.
    var titleProved: String { get }
    /// A line of what the asking program claims, without a full stop.
    /// {host} (quoted): the name of a server
    func namedByProgram(_ host: String) -> String
    /// Below what a key signs; a sentence.
    /// {time}: a time, "2 minutes"
    func allowsMore(_ time: String) -> String
    /// Below what a key signs; a sentence. Only a touch counts so, and a PIN is asked for each time.
    /// {time}: a time, "2 minutes"
    func touchAllowsMore(_ time: String) -> String
    /// What a key signs; without a full stop.
    /// {title} (quoted): the first line of the message
    func signCommit(_ title: String) -> String
    /// What a key signs; without a full stop.
    /// {tag} (quoted): the name of the tag
    func signTag(_ tag: String) -> String
    /// What a key signs; without a full stop.
    /// {tag} (quoted): the name of the tag
    /// {title} (quoted): the first line of the message
    func signTagWithTitle(tag: String, title: String) -> String
    /// What a key signs; without a full stop.
    /// {namespace} (quoted): what the signature is for, "git" or "file"
    func signMessage(_ namespace: String) -> String
    /// What a key signs, and who asks; without a full stop.
    /// {act}: what is signed
    /// {way}: the servers that the request came through, with commas
    func askedFromServer(act: String, way: String) -> String
    /// Title: why a call failed, or why fingerprint is unavailable.
    var printNotFoundTitle: String { get }
    /// Below the title "No such fingerprint".
    var printNotFoundBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var fingerAddedTitle: String { get }
    /// Below the title "This finger is added already".
    /// {finger}: a finger, for example "right index finger"
    func fingerAddedBody(_ finger: String) -> String
    /// Title: why a call failed, or why fingerprint is unavailable.
    var fingerKnownTitle: String { get }
    /// Below the title "The reader knows this finger already".
    var fingerKnownBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var readerNotFoundTitle: String { get }
    /// Below the title "No such fingerprint reader".
    var readerNotFoundBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var readerFullTitle: String { get }
    /// Below the title "The reader is full".
    var readerFullBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var requestNotFoundTitle: String { get }
    /// Below the title "Nothing is waiting".
    var requestNotFoundBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var storageFailedTitle: String { get }
    /// Below the title "The service cannot use its data now".
    var storageFailedBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var administratorOnlyTitle: String { get }
    /// Below the title "Not allowed".
    var administratorOnlyBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var noAccountTitle: String { get }
    /// Below the title "Nothing is kept for you here".
    var noAccountBody: String { get }
    /// Title: why a call failed. The item is the password that opens the keyring at the login.
    var systemOnlyTitle: String { get }
    /// Below the title "Only your login opens this".
    var systemOnlyBody: String { get }
    /// Title of a notification after a login by finger.
    var keyringLockedTitle: String { get }
    /// Below the title "Your keyring stays locked".
    var keyringFingersChanged: String { get }
    /// Below the title "Your keyring stays locked".
    var keyringPasswordChanged: String { get }
    /// Below the title "Your keyring stays locked": too long since a PIN or password was given, or too many scans did not match.
    var keyringPasswordNeeded: String { get }
    /// Below the title "Your keyring stays locked".
    var keyringFingerprintOff: String { get }
    /// Below the title "Your keyring stays locked".
    var keyringPasswordLocked: String { get }
    /// Below the title "Your keyring stays locked".
    var keyringPasswordUnknown: String { get }
    /// Below the title "Your keyring stays locked": the login gave the keyring the password of the account.
    var keyringDiffers: String { get }
    /// Title: why the password that opens the keyring at a login was not stored.
    var loginUnsealedTitle: String { get }
    /// Below the title "Your password was not stored".
    var loginUnsealedBody: String { get }
    /// Below the title "Your password was not stored": the account is one of the system's, such as root's.
    var loginNotPersonBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var accountChangedTitle: String { get }
    /// Below the title "This account was renamed".
    var accountChangedBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var accountUnknownTitle: String { get }
    /// Below the title "Your account cannot be looked up now".
    var accountUnknownBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var fingerprintUnavailableTitle: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var pinUnavailableTitle: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var passwordUnavailableTitle: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var fingerprintThrottledTitle: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var pinThrottledTitle: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var passwordThrottledTitle: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var sessionLockedTitle: String { get }
    /// Below the title "The screen is locked".
    var sessionLockedBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var lidClosedTitle: String { get }
    /// Below the title "The lid is closed".
    var lidClosedBody: String { get }
    /// Below the title "Reader is in use".
    var readerInUseBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var suspendedTitle: String { get }
    /// Below the title "Reader is asleep".
    var suspendedBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var overheatedTitle: String { get }
    /// Below the title "Reader is too warm", or a title such as "That PIN did not match".
    /// {wait}: a duration, for example "30 seconds"
    func tryAgainIn(_ wait: String) -> String
    /// Below the title "Reader is too warm".
    var overheatedBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var disconnectedTitle: String { get }
    /// Below the title "Reader not connected".
    var disconnectedBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var faultedTitle: String { get }
    /// Below the title "Reader does not answer".
    var faultedBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var notInteractiveTitle: String { get }
    /// Below the title "Fingerprint does not work from here".
    var notInteractiveBody: String { get }
    /// Title: why a call failed, or why fingerprint is unavailable.
    var fingerprintForbiddenTitle: String { get }
    /// Below the title "Fingerprint is not in use here".
    var fingerprintForbiddenBody: String { get }
    /// Title: a routine check is due, or one after a restart. Fingerprint works again after it.
    var timeForPINTitle: String { get }
    /// Title: a routine check is due, or one after a restart. Fingerprint works again after it.
    var timeForPasswordTitle: String { get }
    /// Title: a routine check is due, or one after a restart. Fingerprint works again after it.
    var timeForSignInTitle: String { get }
    /// Title: a routine check is due, or one after a restart. Fingerprint works again after it.
    var timeForCredentialTitle: String { get }
    /// Title: too many scans did not match.
    var lockedTitle: String { get }
    /// Below the title "Fingerprint is locked for now": the PIN ends the lockout.
    var lockedPINBody: String { get }
    /// Below the title "Fingerprint is locked for now": the password ends the lockout.
    var lockedPasswordBody: String { get }
    /// Below the title "Fingerprint is locked for now"; a sentence about a new sign-in can follow.
    var manyScans: String { get }
    /// Below a title such as "Time to enter your PIN": how often the check is due.
    var routineDaily: String { get }
    /// Below a title such as "Time to enter your PIN": how often the check is due.
    var routineTwoDays: String { get }
    /// Below a title such as "Time to enter your PIN": how often the check is due.
    var routineThreeDays: String { get }
    /// Below a title such as "Time to enter your PIN": how often the check is due.
    /// {days} (number): four or more
    func routineDays(_ days: Int) -> String
    /// Below a title such as "Time to enter your PIN": how often the check is due.
    var routineHourly: String { get }
    /// Below a title such as "Time to enter your PIN": how often the check is due.
    /// {hours} (number): two or more
    func routineHours(_ hours: Int) -> String
    /// Below a title such as "Time to enter your PIN": the check is due after a restart.
    var routineRestart: String { get }
    /// After "This is routine, every day." and the like.
    var thenFingerWorks: String { get }
    /// Title: why a call ended.
    var cancelledTitle: String { get }
    /// Below the title "Cancelled" or "Access was ended".
    var anyTimeBody: String { get }
    /// Title: why a call ended.
    var screenLockedTitle: String { get }
    /// Below the title "The screen was locked".
    var screenLockedBody: String { get }
    /// Title: why a call ended.
    var asleepTitle: String { get }
    /// Below the title "The computer went to sleep".
    var asleepBody: String { get }
    /// Title: why a call ended.
    var accessEndedTitle: String { get }
    /// Title: why a call ended.
    var stoppingTitle: String { get }
    /// Below the title "The fingerprint service is stopping" or "Other requests are waiting".
    var tryAgainSoon: String { get }
    /// Below the title "Your PIN is locked": the password allows new tries.
    var pinBlockedBody: String { get }
    /// Title: the call needs the PIN.
    var pinNeededTitle: String { get }
    /// Below the title "Your PIN is needed".
    var pinNeededBody: String { get }
    /// Title: the call needs the password.
    var passwordNeededTitle: String { get }
    /// Below the title "Your password is needed".
    var passwordNeededBody: String { get }
    /// Title: the call needs a new sign-in.
    var verifyTitle: String { get }
    /// Below the title "That PIN did not match"; the next step follows.
    var noTriesLeft: String { get }
    /// After "No tries left.", in an app.
    var passwordOrSignIn: String { get }
    /// After "No tries left.", at a terminal or in the settings.
    var passwordOrAdministrator: String { get }
    /// After "Many tries did not match." or "No tries left.", at a terminal or in the settings.
    var resetIsLeft: String { get }
    /// Below the title "No finger matched in time".
    var tryAgainOrPIN: String { get }
    /// Below the title "No finger matched in time".
    var tryAgainOrPassword: String { get }
    /// Below the title "No finger matched in time" or "That PIN did not match".
    var tryAgain: String { get }
    /// A sentence of its own, below what only an administrator can mend.
    var askAdministrator: String { get }
    /// A sentence of its own, the next step.
    var tryAgainOrAsk: String { get }
    /// A sentence of its own, the next step.
    var tryAgainSoonOrAsk: String { get }
    /// After "Try again." or "No match.".
    /// {count} (number): the number of tries
    func triesLeft(_ count: Int) -> String
    /// Below the title "Choose another PIN".
    /// {digits} (number): the smallest number of digits
    func pinTooShort(_ digits: Int) -> String
    /// Below the title "Choose another PIN".
    var pinTooLong: String { get }
    /// Below the title "Choose another PIN".
    var pinNotDigits: String { get }
    /// Below the title "Choose another PIN".
    var pinTooSimple: String { get }
    /// Title: the new PIN was refused.
    var otherPINTitle: String { get }
    /// A part of "Use your PIN or password.".
    /// {first}: a fingerprint, PIN or password, or two of them
    /// {second}: the last of them
    func orElse(first: String, second: String) -> String
    /// Title: the call was given a factor that it does not accept.
    /// {factors}: one or several of fingerprint, PIN and password
    func onlyTitle(_ factors: String) -> String
    /// The next step.
    /// {factors}: one or several of fingerprint, PIN and password
    func useOneOf(_ factors: String) -> String
    /// Title: the item was stored so that no finger opens it.
    var neverByFingerTitle: String { get }
    /// Below the title "This does not open with a fingerprint".
    var neverByFingerBody: String { get }
    /// Below a title such as "... was destroyed when your fingerprints changed", for a key.
    var makeAgain: String { get }
    /// Below a title such as "... was destroyed when your fingerprints changed", for a secret.
    var storeAgain: String { get }
    /// Below the title "Your fingerprints changed", in an app.
    var signInForFinger: String { get }
    /// Below the title "Fingerprint was turned off" and the like, in an app.
    var signInOnce: String { get }
    /// Title: why the item was destroyed.
    /// {item} (quoted): the item's name
    func destroyedByFingersTitle(_ item: String) -> String
    /// Title: why the item was destroyed.
    /// {item} (quoted): the item's name
    func destroyedByTurningOffTitle(_ item: String) -> String
    /// Title: why the item was destroyed.
    /// {item} (quoted): the item's name
    func destroyedByRemovalTitle(_ item: String) -> String
    /// Title: why the item was destroyed.
    /// {item} (quoted): the item's name
    func destroyedByResetTitle(_ item: String) -> String
    /// Title: why the item was destroyed.
    /// {item} (quoted): the item's name
    func destroyedByRevocationTitle(_ item: String) -> String
    /// Title: why no finger opens the item any more, or why nothing does.
    var fingersChangedTitle: String { get }
    /// Title: why no finger opens the item any more, or why nothing does.
    var turnedOffTitle: String { get }
    /// Title: why no finger opens the item any more, or why nothing does.
    var pinRemovedTitle: String { get }
    /// Title: why no finger opens the item any more, or why nothing does.
    var pinResetTitle: String { get }
    /// Title: a limit is reached.
    var itemsFullTitle: String { get }
    /// Below the title "No room for more".
    /// {maximum} (number): the limit
    func itemsFullBody(_ maximum: Int) -> String
    /// Title: a limit is reached.
    var spaceFullTitle: String { get }
    /// Below the title "No room for more".
    var spaceFullBody: String { get }
    /// Below the title "No room for more": what all users have stored fills the space.
    var everybodyFullBody: String { get }
    /// Title: a limit is reached.
    var changesTitle: String { get }
    /// Below the title "Too many changes".
    var changesBody: String { get }
    /// Title: a limit is reached.
    var waitingTitle: String { get }
    /// Title: a limit is reached.
    var connectionsTitle: String { get }
    /// Below the title "Too many apps are connected".
    var connectionsBody: String { get }
    /// Title: a limit is reached.
    var tooLargeTitle: String { get }
    /// Below the title "That is too large".
    /// {maximum} (number): the limit
    func tooLargeBody(_ maximum: Int) -> String
    /// Title: a limit is reached.
    var limitTitle: String { get }
    /// Below the title "That is too much".
    /// {maximum} (number): the limit
    func limitBody(_ maximum: Int) -> String
    /// Below the title "This cannot be opened now".
    var noTPMBody: String { get }
    /// Below the title "This cannot be opened now".
    var tpmBusyBody: String { get }
    /// Below the title "This cannot be opened now".
    var tpmPausedBody: String { get }
    /// Below the title "This cannot be opened now".
    var otherMachineBody: String { get }
    /// Below the title "This cannot be opened now".
    var oldCopyBody: String { get }
    /// Below the title "This cannot be opened now".
    var noRootKeyBody: String { get }
    /// Below the title "This cannot be opened now".
    var tpmFaultedBody: String { get }
    /// Title: no item can be opened, because the key that seals them cannot be used.
    var sealedTitle: String { get }
    /// Title: a finger opens the item only after the item is renewed.
    var noFingerYetTitle: String { get }
    /// Below the title "Your fingerprints changed" or "Fingerprint was turned off".
    var renewWithPIN: String { get }
    /// Below the title "Your fingerprints changed" or "Fingerprint was turned off".
    var renewWithPassword: String { get }
    /// Below the title "No fingerprint opens this yet".
    var firstRenewWithPIN: String { get }
    /// Below the title "No fingerprint opens this yet".
    var firstRenewWithPassword: String { get }
    /// The last sentence of a text: the alternative to the finger.
    var insteadPIN: String { get }
    /// The last sentence of a text: the alternative to the finger.
    var insteadPassword: String { get }
    /// The last sentence of a text: the alternative to the finger.
    var signInAgain: String { get }
    /// A button or heading of two or three words.
    var captionVerify: String { get }
    /// A button or heading of two or three words.
    var captionBiometrics: String { get }
    /// A button or heading of two or three words.
    var captionUseFingerprint: String { get }
    /// A button or heading of two or three words.
    var captionUsePIN: String { get }
    /// A button or heading of two or three words.
    var captionUsePassword: String { get }
    /// A button or heading of two or three words.
    var captionSignIn: String { get }
    /// A button or heading of two or three words.
    var captionAddFingerprint: String { get }
    /// A button or heading of two or three words.
    var captionTurnOn: String { get }
    /// A button or heading of two or three words.
    var captionNotNow: String { get }
    /// A button or heading of two or three words.
    var captionConnectReader: String { get }
    /// A button or heading of two or three words.
    var captionTryAgain: String { get }
    /// A button or heading of two or three words.
    var captionCancel: String { get }
    /// Title: an app offers sign-in with a finger.
    var offerTitle: String { get }
    /// Below the title "Sign in faster with your fingerprint?".
    var offerBody: String { get }
    /// Asks for a touch: a heading, or the line below one. No full stop.
    var touch: String { get }
    /// Asks for a touch, on a reader that can compare one finger only.
    /// {finger}: a finger, for example "right index finger"
    func touchWith(_ finger: String) -> String
    /// Asks for a touch.
    /// {item} (quoted): the item's name
    func touchToStore(_ item: String) -> String
    /// Asks for a touch.
    /// {finger}: a finger, for example "right index finger"
    /// {item} (quoted): the item's name
    func touchWithToStore(finger: String, item: String) -> String
    /// Asks for a touch.
    /// {count} (number): at least 2
    func touchToRetrieveSeveral(_ count: Int) -> String
    /// Asks for a touch.
    /// {item} (quoted): the item's name
    func touchToRetrieve(_ item: String) -> String
    /// Asks for a touch.
    /// {finger}: a finger, for example "right index finger"
    /// {item} (quoted): the item's name
    func touchWithToRetrieve(finger: String, item: String) -> String
    /// Asks for a touch.
    /// {item} (quoted): the item's name
    func touchToCreateKey(_ item: String) -> String
    /// Asks for a touch.
    /// {finger}: a finger, for example "right index finger"
    /// {item} (quoted): the item's name
    func touchWithToCreateKey(finger: String, item: String) -> String
    /// Asks for a touch.
    /// {item} (quoted): the item's name
    func touchToSign(_ item: String) -> String
    /// Asks for a touch.
    /// {finger}: a finger, for example "right index finger"
    /// {item} (quoted): the item's name
    func touchWithToSign(finger: String, item: String) -> String
    /// Asks for a touch.
    /// {item} (quoted): the item's name
    func touchToRenew(_ item: String) -> String
    /// Asks for a touch.
    /// {finger}: a finger, for example "right index finger"
    /// {item} (quoted): the item's name
    func touchWithToRenew(finger: String, item: String) -> String
    /// Asks for a touch.
    var touchToEnable: String { get }
    /// Asks for a touch.
    /// {finger}: a finger, for example "right index finger"
    func touchWithToEnable(_ finger: String) -> String
    /// The heading of a request: what happens if the user confirms. A question.
    var askToEnroll: String { get }
    /// The heading of a request: what happens if the user confirms. A question.
    var askToEnable: String { get }
    /// The heading of a request: what happens if the user confirms. A question.
    /// {item} (quoted): the item's name
    func askToStore(_ item: String) -> String
    /// The heading of a request: what happens if the user confirms. A question.
    /// {item} (quoted): the item's name
    func askToRetrieve(_ item: String) -> String
    /// The heading of a request about several items, which are listed below. A question.
    /// {count} (number): at least 2
    func askToRetrieveSeveral(_ count: Int) -> String
    /// The heading of a request: what happens if the user confirms. A question.
    /// {item} (quoted): the item's name
    func askToCreateKey(_ item: String) -> String
    /// The heading of a request: what happens if the user confirms. A question.
    /// {item} (quoted): the item's name
    func askToSign(_ item: String) -> String
    /// The heading of a request: what happens if the user confirms. A question.
    /// {item} (quoted): the item's name
    func askToRenew(_ item: String) -> String
    /// The heading of a request: what happens if the user confirms. A question.
    /// {host}: a server, by a name that the user vouched for
    /// {user}: the account there
    func askToSignInTo(host: String, user: String) -> String
    /// The heading of a request: what happens if the user confirms. A question.
    /// {user}: the account on a server
    func askToSignIn(_ user: String) -> String
    /// The heading of a request: what happens if the user confirms. A question.
    /// {title} (quoted): the first line of its message
    func askToSignCommit(_ title: String) -> String
    /// The heading of a request: what happens if the user confirms. A question.
    /// {tag} (quoted): its name
    func askToSignTag(_ tag: String) -> String
    /// The heading of a request: what happens if the user confirms. A question.
    /// {namespace} (quoted): the kind of program that reads the signature, for example git
    func askToSignMessage(_ namespace: String) -> String
    /// About a message to sign; a sentence.
    var contentNotShown: String { get }
    /// Names the lines below it: what the service has verified of a request.
    var verifiedBlock: String { get }
    /// Names the lines below it: what the asking program says of itself and its purpose, which nobody can verify.
    var claimedBlock: String { get }
    /// A line of what is verified of a request, without a full stop.
    /// {name} (quoted): the app that asks
    func appName(_ name: String) -> String
    /// A line of what is verified of a request, without a full stop.
    /// {path} (quoted): the path of the asking program
    func programFile(_ path: String) -> String
    /// A line of what is verified of a request, without a full stop.
    /// {item} (quoted): the name of the key that signs
    func keyUsed(_ item: String) -> String
    /// A line of what is verified of a request, without a full stop.
    /// {host}: a server, by a name that the user vouched for
    /// {fingerprint}: the digest of its key
    func serverPinned(host: String, fingerprint: String) -> String
    /// A line of what is verified of a request, without a full stop.
    /// {fingerprint}: the digest of a server's key
    func serverKey(_ fingerprint: String) -> String
    /// A line of what is verified of a request, without a full stop.
    /// {fingerprint}: the digest of a server's key
    func wayKey(_ fingerprint: String) -> String
    /// A line of what is verified of a request, without a full stop.
    /// {title} (quoted): its first line
    func tagTitle(_ title: String) -> String
    /// A line of what the asking program claims, without a full stop.
    var serverUnnamed: String { get }
    /// A line of what the asking program claims, without a full stop.
    /// {host} (quoted): the name of a server
    func wayName(_ host: String) -> String
    /// A line of what the asking program claims, without a full stop.
    /// {name} (quoted): the name that the program gives itself
    func callsItself(_ name: String) -> String
    /// A line of what the asking program claims, without a full stop.
    /// {path} (quoted): the path of the asking program, as the kernel reports it
    func claimedFile(_ path: String) -> String
    /// A line of what the asking program claims, without a full stop.
    /// {program} (quoted): the program for which the one that asks says that it asks: gh runs biogate, which asks
    func asksFor(_ program: String) -> String
    /// A notification: how a program's request ended.
    /// {program} (quoted): the asking program
    func requestEnded(_ program: String) -> String
    /// A notification: how a program's request ended.
    /// {program} (quoted): the asking program
    func confirmedByFinger(_ program: String) -> String
    /// A notification: how a program's request ended.
    /// {program} (quoted): the asking program
    func confirmedByPIN(_ program: String) -> String
    /// A notification: how a program's request ended.
    /// {program} (quoted): the asking program
    func confirmedByPassword(_ program: String) -> String
    /// Progress: the call waits until another call releases the reader.
    var queued: String { get }
    /// Progress: the call waits until another call of the user's releases the reader.
    /// {request}: the question of that request, such as "Sign in to github.com as git?"
    func queuedBehind(_ request: String) -> String
    /// Progress: a finger is on the reader.
    var reading: String { get }
    /// Progress: a scan did not match; the number of tries left can follow.
    var noMatch: String { get }
    /// Progress: a scan matched.
    var matched: String { get }
    /// Progress while a finger is added.
    /// {stage} (number): the touches so far
    /// {stages} (number): all touches
    func touchesDone(stage: Int, stages: Int) -> String
    /// Progress while a finger is added: a touch was good that is not one of the counted ones.
    var goodTouch: String { get }
    /// The call does not accept this factor; "Touch the reader." can follow.
    var fingerprintNotTaken: String { get }
    /// The call does not accept this factor; "Touch the reader." can follow.
    var pinNotTaken: String { get }
    /// The call does not accept this factor; "Touch the reader." can follow.
    var passwordNotTaken: String { get }
    /// The call does not accept this factor; "Touch the reader." can follow.
    var credentialNotTaken: String { get }
    /// No more tries are accepted; "Touch the reader." can follow.
    var fingerprintLocked: String { get }
    /// No more tries are accepted; "Touch the reader." can follow.
    var pinLocked: String { get }
    /// No more tries are accepted; "Touch the reader." can follow.
    var passwordLocked: String { get }
    /// No more tries are accepted; "Touch the reader." can follow.
    var credentialLocked: String { get }
    /// After wrong tries; "Try again in 30 seconds." or the like follows.
    var fingerprintPaused: String { get }
    /// After wrong tries; "Try again in 30 seconds." or the like follows.
    var pinPaused: String { get }
    /// After wrong tries; "Try again in 30 seconds." or the like follows.
    var passwordPaused: String { get }
    /// After wrong tries; "Try again in 30 seconds." or the like follows.
    var credentialPaused: String { get }
    /// The typed text was wrong; the number of tries left follows.
    var fingerprintWrong: String { get }
    /// The typed text was wrong; the number of tries left follows.
    var pinWrong: String { get }
    /// The typed text was wrong; the number of tries left follows.
    var passwordWrong: String { get }
    /// The typed text was wrong; the number of tries left follows.
    var credentialWrong: String { get }
    /// The typed text was not compared; "Try again." or the like follows.
    var fingerprintUnchecked: String { get }
    /// The typed text was not compared; "Try again." or the like follows.
    var pinUnchecked: String { get }
    /// The typed text was not compared; "Try again." or the like follows.
    var passwordUnchecked: String { get }
    /// The typed text was not compared; "Try again." or the like follows.
    var credentialUnchecked: String { get }
    /// After "Your PIN is locked." or "Your PIN does not work here.".
    var touchReader: String { get }
    /// After "Your PIN is paused.".
    /// {wait}: a duration, for example "30 seconds"
    func typeAgainIn(_ wait: String) -> String
    /// After "Your PIN is paused.".
    /// {wait}: a duration, for example "30 seconds"
    func typeAgainInOrTouch(_ wait: String) -> String
    /// After "That PIN did not match.".
    /// {count} (number): the number of tries
    func typeAgainTriesLeft(_ count: Int) -> String
    /// After "That PIN did not match.".
    /// {count} (number): the number of tries
    func typeAgainOrTouchTriesLeft(_ count: Int) -> String
    /// After "That PIN was not accepted.".
    var typeAgain: String { get }
    /// After "That PIN was not accepted.".
    var typeAgainOrTouch: String { get }
    /// Why the scan has to be repeated.
    var hintPoorScan: String { get }
    /// Why the scan has to be repeated.
    var hintTooShort: String { get }
    /// Why the scan has to be repeated.
    var hintNotCentered: String { get }
    /// Why the scan has to be repeated.
    var hintTooFast: String { get }
    /// The next step while a finger is added, or after a scan that failed because the finger was not lifted.
    var touchAgain: String { get }
    /// The reason in a command that ends a lockout: biogate ask "Use fingerprint again" --pin. No full stop.
    var unlockReason: String { get }
    /// A finger's name, in a sentence or a table.
    var leftThumb: String { get }
    /// A finger's name, in a sentence or a table.
    var leftIndex: String { get }
    /// A finger's name, in a sentence or a table.
    var leftMiddle: String { get }
    /// A finger's name, in a sentence or a table.
    var leftRing: String { get }
    /// A finger's name, in a sentence or a table.
    var leftLittle: String { get }
    /// A finger's name, in a sentence or a table.
    var rightThumb: String { get }
    /// A finger's name, in a sentence or a table.
    var rightIndex: String { get }
    /// A finger's name, in a sentence or a table.
    var rightMiddle: String { get }
    /// A finger's name, in a sentence or a table.
    var rightRing: String { get }
    /// A finger's name, in a sentence or a table.
    var rightLittle: String { get }
    /// A reader's state, in a table.
    var ready: String { get }
    /// A factor that proves who the user is, in a sentence or a table.
    var fingerprint: String { get }
    /// A factor that proves who the user is, in a sentence or a table.
    var pin: String { get }
    /// A factor that proves who the user is, in a sentence or a table.
    var password: String { get }
    /// A duration to wait, in a sentence.
    /// {count} (number): the number of seconds
    func seconds(_ count: Int) -> String
    /// A duration to wait, in a sentence.
    /// {count} (number): the number of minutes
    func minutes(_ count: Int) -> String
    /// Before the names of items that nothing will open any more.
    var changeWouldDestroy: String { get }
    /// Before the names of items that only a PIN or password will open, until they are renewed.
    var changeWouldNeedRenewal: String { get }
    /// The result of a change.
    /// {count} (number): the number of items
    func changeDestroyed(_ count: Int) -> String
    /// The result of a change.
    /// {finger}: the finger's name
    func changeAdded(_ finger: String) -> String
    /// The result of a change.
    /// {fingers}: the fingers' names
    func changeVouched(_ fingers: String) -> String
    /// The result of a change.
    /// {name}: the name of a finger or item
    func changeRemoved(_ name: String) -> String
    /// The result of a change.
    /// {items}: the items' names
    func changeRenewed(_ items: String) -> String
    /// Before the user types a new PIN.
    /// {digits} (number): the smallest number of digits
    func pinRule(_ digits: Int) -> String
    /// The new PIN was typed twice, and not the same both times.
    var pinsDiffer: String { get }
    /// The result of a change.
    var changePINSet: String { get }
    /// The result of a change.
    var changePINRemoved: String { get }
    /// The result of a change.
    var changeRevoked: String { get }
    /// On an app's own screen: the user was verified.
    var screenConfirmed: String { get }
    /// On an app's own screen; a sentence such as "Use your PIN instead." can follow.
    var screenNotRunning: String { get }
    /// On an app's own screen; a sentence such as "Use your PIN instead." can follow.
    var screenUntrusted: String { get }
    /// On an app's own screen; a sentence such as "Use your PIN instead." can follow.
    var screenCheckRefused: String { get }
    /// On an app's own screen; a sentence such as "Use your PIN instead." can follow.
    var screenLockoutOver: String { get }
    /// On an app's own screen: a finger did not match. The sentence with the alternative follows.
    var screenNoMatch: String { get }
    /// After "No match." on an app's own screen.
    var screenNoMatchPIN: String { get }
    /// After "No match." on an app's own screen.
    var screenNoMatchPassword: String { get }
    /// On an app's own screen; a sentence such as "Use your PIN instead." can follow.
    var screenUnexpected: String { get }
    /// In an app's settings: the state of its fingerprint sign-in.
    var switchEnabled: String { get }
    /// In an app's settings: the state of its fingerprint sign-in.
    var switchOff: String { get }
    /// In an app's settings: the state of its fingerprint sign-in.
    var switchUnavailable: String { get }
    /// In an app's settings: the state of its fingerprint sign-in.
    var switchNeedsRenewal: String { get }
    /// A program that shows requests was started before the service.
    var waitsForService: String { get }
    /// The opening and the closing quotation mark around names from outside.
    var quotationMarks: String { get }
    /// A month in "3 Jan 2026, 04:15".
    var monthJanuary: String { get }
    /// A month in "3 Jan 2026, 04:15".
    var monthFebruary: String { get }
    /// A month in "3 Jan 2026, 04:15".
    var monthMarch: String { get }
    /// A month in "3 Jan 2026, 04:15".
    var monthApril: String { get }
    /// A month in "3 Jan 2026, 04:15".
    var monthMay: String { get }
    /// A month in "3 Jan 2026, 04:15".
    var monthJune: String { get }
    /// A month in "3 Jan 2026, 04:15".
    var monthJuly: String { get }
    /// A month in "3 Jan 2026, 04:15".
    var monthAugust: String { get }
    /// A month in "3 Jan 2026, 04:15".
    var monthSeptember: String { get }
    /// A month in "3 Jan 2026, 04:15".
    var monthOctober: String { get }
    /// A month in "3 Jan 2026, 04:15".
    var monthNovember: String { get }
    /// A month in "3 Jan 2026, 04:15".
    var monthDecember: String { get }
    /// A day and a time of day.
    /// {day} (number): the day of the month
    /// {month}: the month's name
    /// {year} (number): four digits
    /// {hour}: two digits
    /// {minute}: two digits
    func dayAndTime(day: Int, month: String, year: Int, hour: String, minute: String) -> String
}

extension Language {
    var phrasebook: any Phrasebook {
        switch self {
        case .en: PhrasebookEn()
        case .ko: PhrasebookKo()
        case .nb: PhrasebookNb()
        }
    }
}
