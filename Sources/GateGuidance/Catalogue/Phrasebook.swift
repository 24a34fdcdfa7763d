// swift-format-ignore-file
// Made by Languages/generate.py from Languages/biogate.pot: change that file.

/// The sentences of this room in one language; extensions choose among them.
protocol Phrasebook: Sendable {
    var language: Language { get }
    /// Title. Why a call ended, or why no finger can be asked for.
    var noHardwareTitle: String { get }
    /// Below the title "No fingerprint reader".
    var noHardwareBody: String { get }
    /// Title. Why a call ended, or why no finger can be asked for.
    var loginOnlyTitle: String { get }
    /// Below the title "So far, your fingerprint only works for login".
    var loginOnlyBody: String { get }
    /// Title. Why a call ended, or why no finger can be asked for.
    var notEnrolledTitle: String { get }
    /// Below the title "No fingerprint added yet".
    var notEnrolledBody: String { get }
    /// Title. Why a call ended, or why no finger can be asked for.
    var printsVanishedTitle: String { get }
    /// Below the title "Your fingerprints are gone from the reader".
    var printsVanishedBody: String { get }
    /// Title. Why a call ended, or why no finger can be asked for.
    var disabledTitle: String { get }
    /// Below the title "Fingerprint is turned off".
    var disabledBody: String { get }
    /// Title. Why a call ended, or why no finger can be asked for.
    var lockoutTitle: String { get }
    /// Below the title "Fingerprint is paused".
    /// {wait}: how long, such as "30 seconds"
    func lockoutBody(_ wait: String) -> String
    /// Title. Why a call ended, or why no finger can be asked for.
    var noMatchTitle: String { get }
    /// Title. Why a call ended, or why no finger can be asked for.
    var callsFirstTitle: String { get }
    /// Below the title "Your other requests came first".
    var callsFirstBody: String { get }
    /// Title. Why a call ended, or why no finger can be asked for.
    var readerInUseTitle: String { get }
    /// Below the title "Reader is in use": a call waited for it all its time.
    var readerHeldBody: String { get }
    /// Title. Why a call ended, or why no finger can be asked for.
    var enrollTimedOutTitle: String { get }
    /// Below the title "The time is up".
    var enrollTimedOutBody: String { get }
    /// Title. Why a call ended, or why no finger can be asked for.
    var timedOutTitle: String { get }
    /// Title. Why a call ended, or why no finger can be asked for.
    var noPasswordTitle: String { get }
    /// Below the title "No password can be checked": everything is to be erased.
    var noPasswordResetBody: String { get }
    /// Below the title "No password can be checked".
    var noPasswordBody: String { get }
    /// Title. Why a call ended, or why no finger can be asked for.
    var noPINTitle: String { get }
    /// Below the title "No PIN set yet".
    var noPINBody: String { get }
    /// Title. Why a call ended, or why no finger can be asked for.
    var pinWrongTitle: String { get }
    /// Title. Why a call ended, or why no finger can be asked for.
    var passwordWrongTitle: String { get }
    /// Below the title "Your PIN cannot be checked now".
    var credentialUnavailableBody: String { get }
    /// Below the title "Your PIN is paused".
    /// {wait}: how long, such as "30 seconds"
    func credentialThrottledBody(_ wait: String) -> String
    /// Title. Why a call ended, or why no finger can be asked for.
    var pinLockedTitle: String { get }
    /// Below "Your PIN is locked"; a sentence about what is left follows.
    var manyTries: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    /// {item} (quoted): the name of what is stored
    func isKeyTitle(_ item: String) -> String
    /// Below the title "{item} is a key, not a secret".
    var isKeyBody: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    /// {item} (quoted): the name of what is stored
    func isSecretTitle(_ item: String) -> String
    /// Below the title "{item} is a secret, not a key".
    var isSecretBody: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    /// {item} (quoted): the name of what is stored
    func itemNotFoundTitle(_ item: String) -> String
    /// Below the title "Nothing is stored as {item}".
    var itemNotFoundBody: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    /// {item} (quoted): the name of what is stored
    func itemExistsTitle(_ item: String) -> String
    /// Below the title "{item} is stored already".
    var itemExistsBody: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    var printNotFoundTitle: String { get }
    /// Below the title "No such fingerprint".
    var printNotFoundBody: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    var fingerAddedTitle: String { get }
    /// Below the title "This finger is added already".
    /// {finger}: a finger, such as "right index finger"
    func fingerAddedBody(_ finger: String) -> String
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    var fingerKnownTitle: String { get }
    /// Below the title "The reader knows this finger already".
    var fingerKnownBody: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    var readerNotFoundTitle: String { get }
    /// Below the title "No such fingerprint reader".
    var readerNotFoundBody: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    var readerFullTitle: String { get }
    /// Below the title "The reader is full".
    var readerFullBody: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    var requestNotFoundTitle: String { get }
    /// Below the title "Nothing is waiting".
    var requestNotFoundBody: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    var storageFailedTitle: String { get }
    /// Below the title "The service cannot use its data now".
    var storageFailedBody: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    var administratorOnlyTitle: String { get }
    /// Below the title "Not allowed".
    var administratorOnlyBody: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    var noAccountTitle: String { get }
    /// Below the title "Nothing is kept for you here".
    var noAccountBody: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    var accountChangedTitle: String { get }
    /// Below the title "This account was renamed".
    var accountChangedBody: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    var accountUnknownTitle: String { get }
    /// Below the title "Your account cannot be looked up now".
    var accountUnknownBody: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    var fingerprintUnavailableTitle: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    var pinUnavailableTitle: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    var passwordUnavailableTitle: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    var fingerprintThrottledTitle: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    var pinThrottledTitle: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    var passwordThrottledTitle: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    var sessionLockedTitle: String { get }
    /// Below the title "The screen is locked".
    var sessionLockedBody: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    var lidClosedTitle: String { get }
    /// Below the title "The lid is closed".
    var lidClosedBody: String { get }
    /// Below the title "Reader is in use".
    var readerInUseBody: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    var suspendedTitle: String { get }
    /// Below the title "Reader is asleep".
    var suspendedBody: String { get }
    /// Title. Below "Your PIN is locked"; a sentence about what is left follows.
    var overheatedTitle: String { get }
    /// A sentence below a title.
    /// {wait}: how long, such as "30 seconds"
    func tryAgainIn(_ wait: String) -> String
    /// Below the title "Reader is too warm".
    var overheatedBody: String { get }
    /// Title. A sentence below a title.
    var disconnectedTitle: String { get }
    /// Below the title "Reader not connected".
    var disconnectedBody: String { get }
    /// Title. A sentence below a title.
    var faultedTitle: String { get }
    /// Below the title "Reader does not answer".
    var faultedBody: String { get }
    /// Title. A sentence below a title.
    var notInteractiveTitle: String { get }
    /// Below the title "Fingerprint does not work from here".
    var notInteractiveBody: String { get }
    /// Title. A sentence below a title.
    var fingerprintForbiddenTitle: String { get }
    /// Below the title "Fingerprint is not in use here".
    var fingerprintForbiddenBody: String { get }
    /// Title. Fingerprint works again after this: as routine, or after a restart.
    var timeForPINTitle: String { get }
    /// Title. Fingerprint works again after this: as routine, or after a restart.
    var timeForPasswordTitle: String { get }
    /// Title. Fingerprint works again after this: as routine, or after a restart.
    var timeForSignInTitle: String { get }
    /// Title. Fingerprint works again after this: as routine, or after a restart.
    var timeForCredentialTitle: String { get }
    /// Title. Too many scans did not match.
    var lockedTitle: String { get }
    /// Below the title "Fingerprint is locked for now": the PIN unlocks it.
    var lockedPINBody: String { get }
    /// Below the title "Fingerprint is locked for now": the password unlocks it.
    var lockedPasswordBody: String { get }
    /// Below "Fingerprint is locked for now"; a sentence about signing in follows.
    var manyScans: String { get }
    /// Below "Time to enter your PIN". It says how often that is.
    var routineDaily: String { get }
    /// Below "Time to enter your PIN". It says how often that is.
    var routineTwoDays: String { get }
    /// Below "Time to enter your PIN". It says how often that is.
    var routineThreeDays: String { get }
    /// Below "Time to enter your PIN". It says how often that is.
    /// {days} (number): four or more
    func routineDays(_ days: Int) -> String
    /// Below "Time to enter your PIN". It says how often that is.
    var routineHourly: String { get }
    /// Below "Time to enter your PIN". It says how often that is.
    /// {hours} (number): two or more
    func routineHours(_ hours: Int) -> String
    /// Below "Time to enter your PIN".
    var routineRestart: String { get }
    /// Follows "This is routine, every day.".
    var thenFingerWorks: String { get }
    /// Title. Why a call ended.
    var cancelledTitle: String { get }
    /// Below the title "Cancelled" or "Access was ended".
    var anyTimeBody: String { get }
    /// Title. Why a call ended.
    var screenLockedTitle: String { get }
    /// Below the title "The screen was locked".
    var screenLockedBody: String { get }
    /// Title. Why a call ended.
    var asleepTitle: String { get }
    /// Below the title "The computer went to sleep".
    var asleepBody: String { get }
    /// Title. Why a call ended.
    var accessEndedTitle: String { get }
    /// Title. Why a call ended.
    var stoppingTitle: String { get }
    /// A sentence below a title.
    var tryAgainSoon: String { get }
    /// Below the title "Your PIN is locked": the password unlocks it.
    var pinBlockedBody: String { get }
    /// Title. A sentence below a title.
    var pinNeededTitle: String { get }
    /// Below the title "Your PIN is needed".
    var pinNeededBody: String { get }
    /// Title. A sentence below a title.
    var passwordNeededTitle: String { get }
    /// Below the title "Your password is needed".
    var passwordNeededBody: String { get }
    /// Title. A sentence below a title.
    var verifyTitle: String { get }
    /// Below "That PIN did not match".
    var noTriesLeft: String { get }
    /// Below "That PIN did not match".
    var passwordOrSignIn: String { get }
    /// Below "That PIN did not match".
    var passwordOrAdministrator: String { get }
    /// A sentence below "Your PIN is locked" or the like: there is nothing to sign into.
    var resetIsLeft: String { get }
    /// Below "No finger matched in time".
    var tryAgainOrPIN: String { get }
    /// Below "No finger matched in time".
    var tryAgainOrPassword: String { get }
    /// Below "No finger matched in time".
    var tryAgain: String { get }
    /// Follows "Try again." or "No match.".
    /// {count} (number): how many
    func triesLeft(_ count: Int) -> String
    /// Below "Choose another PIN".
    /// {digits} (number): the fewest digits that it may have
    func pinTooShort(_ digits: Int) -> String
    /// Below "Choose another PIN".
    var pinTooLong: String { get }
    /// Below "Choose another PIN".
    var pinNotDigits: String { get }
    /// Below "Choose another PIN".
    var pinTooSimple: String { get }
    /// Title. The new PIN is not taken.
    var otherPINTitle: String { get }
    /// Stands within "Use your PIN or password.".
    /// {first}: a fingerprint, PIN or password, or several of them
    /// {second}: the last of them
    func orElse(first: String, second: String) -> String
    /// Title. Something else than this was given.
    /// {factors}: one or several of fingerprint, PIN and password
    func onlyTitle(_ factors: String) -> String
    /// Asks for one of these.
    /// {factors}: one or several of fingerprint, PIN and password
    func useOneOf(_ factors: String) -> String
    /// Title. It was stored so that no finger opens it.
    var neverByFingerTitle: String { get }
    /// Below the title "This does not open with a fingerprint".
    var neverByFingerBody: String { get }
    /// Of a key, below "... was destroyed when ...".
    var makeAgain: String { get }
    /// Of a secret, below "... was destroyed when ...".
    var storeAgain: String { get }
    /// Below "Your fingerprints changed", in an app.
    var signInForFinger: String { get }
    /// Below "Fingerprint was turned off" and the like, in an app.
    var signInOnce: String { get }
    /// Title. Nothing opens it any more.
    /// {item} (quoted): the name of what is stored
    func destroyedByFingersTitle(_ item: String) -> String
    /// Title. Nothing opens it any more.
    /// {item} (quoted): the name of what is stored
    func destroyedByTurningOffTitle(_ item: String) -> String
    /// Title. Nothing opens it any more.
    /// {item} (quoted): the name of what is stored
    func destroyedByRemovalTitle(_ item: String) -> String
    /// Title. Nothing opens it any more.
    /// {item} (quoted): the name of what is stored
    func destroyedByResetTitle(_ item: String) -> String
    /// Title. Nothing opens it any more.
    /// {item} (quoted): the name of what is stored
    func destroyedByRevocationTitle(_ item: String) -> String
    /// Title. Why nothing, or no finger, opens it.
    var fingersChangedTitle: String { get }
    /// Title. Why nothing, or no finger, opens it.
    var turnedOffTitle: String { get }
    /// Title. Why nothing, or no finger, opens it.
    var pinRemovedTitle: String { get }
    /// Title. Why nothing, or no finger, opens it.
    var pinResetTitle: String { get }
    /// Title. A limit is reached.
    var itemsFullTitle: String { get }
    /// Below the title "No room for more".
    /// {maximum} (number): the limit
    func itemsFullBody(_ maximum: Int) -> String
    /// Title. A limit is reached.
    var spaceFullTitle: String { get }
    /// Below the title "No room for more".
    var spaceFullBody: String { get }
    /// Below the title "No room for more": what all users have stored fills the space.
    var everybodyFullBody: String { get }
    /// Title. A limit is reached.
    var changesTitle: String { get }
    /// Below the title "Too many changes".
    var changesBody: String { get }
    /// Title. A limit is reached.
    var waitingTitle: String { get }
    /// Title. A limit is reached.
    var connectionsTitle: String { get }
    /// Below the title "Too many apps are connected".
    var connectionsBody: String { get }
    /// Title. A limit is reached.
    var tooLargeTitle: String { get }
    /// Below the title "That is too large".
    /// {maximum} (number): the limit
    func tooLargeBody(_ maximum: Int) -> String
    /// Title. A limit is reached.
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
    /// Title. What is stored cannot be opened.
    var sealedTitle: String { get }
    /// Title. It could open with a finger, once it is renewed.
    var noFingerYetTitle: String { get }
    /// Below "Your fingerprints changed".
    var renewWithPIN: String { get }
    /// Below "Your fingerprints changed".
    var renewWithPassword: String { get }
    /// Below "No fingerprint opens this yet".
    var firstRenewWithPIN: String { get }
    /// Below "No fingerprint opens this yet".
    var firstRenewWithPassword: String { get }
    /// The last sentence of a text: the way around the finger.
    var insteadPIN: String { get }
    /// The last sentence of a text: the way around the finger.
    var insteadPassword: String { get }
    /// The last sentence of a text: the way around the finger.
    var signInAgain: String { get }
    /// A button or a heading: two or three words.
    var captionVerify: String { get }
    /// A button or a heading: two or three words.
    var captionBiometrics: String { get }
    /// A button or a heading: two or three words.
    var captionUseFingerprint: String { get }
    /// A button or a heading: two or three words.
    var captionUsePIN: String { get }
    /// A button or a heading: two or three words.
    var captionUsePassword: String { get }
    /// A button or a heading: two or three words.
    var captionSignIn: String { get }
    /// A button or a heading: two or three words.
    var captionAddFingerprint: String { get }
    /// A button or a heading: two or three words.
    var captionTurnOn: String { get }
    /// A button or a heading: two or three words.
    var captionNotNow: String { get }
    /// A button or a heading: two or three words.
    var captionConnectReader: String { get }
    /// A button or a heading: two or three words.
    var captionTryAgain: String { get }
    /// A button or a heading: two or three words.
    var captionCancel: String { get }
    /// Title. An app offers to sign in with a finger.
    var offerTitle: String { get }
    /// Below the title "Sign in faster with your fingerprint?".
    var offerBody: String { get }
    /// A heading, or the line below one, while a finger is waited for.
    var touch: String { get }
    /// While a finger is waited for, on a reader that checks one certain finger.
    /// {finger}: a finger, such as "right index finger"
    func touchWith(_ finger: String) -> String
    /// While a finger is waited for.
    /// {item} (quoted): the name of what is stored
    func touchToStore(_ item: String) -> String
    /// While a finger is waited for.
    /// {finger}: a finger, such as "right index finger"
    /// {item} (quoted): the name of what is stored
    func touchWithToStore(finger: String, item: String) -> String
    /// While a finger is waited for.
    /// {item} (quoted): the name of what is stored
    func touchToRetrieve(_ item: String) -> String
    /// While a finger is waited for.
    /// {finger}: a finger, such as "right index finger"
    /// {item} (quoted): the name of what is stored
    func touchWithToRetrieve(finger: String, item: String) -> String
    /// While a finger is waited for.
    /// {item} (quoted): the name of what is stored
    func touchToCreateKey(_ item: String) -> String
    /// While a finger is waited for.
    /// {finger}: a finger, such as "right index finger"
    /// {item} (quoted): the name of what is stored
    func touchWithToCreateKey(finger: String, item: String) -> String
    /// While a finger is waited for.
    /// {item} (quoted): the name of what is stored
    func touchToSign(_ item: String) -> String
    /// While a finger is waited for.
    /// {finger}: a finger, such as "right index finger"
    /// {item} (quoted): the name of what is stored
    func touchWithToSign(finger: String, item: String) -> String
    /// While a finger is waited for.
    /// {item} (quoted): the name of what is stored
    func touchToRenew(_ item: String) -> String
    /// While a finger is waited for.
    /// {finger}: a finger, such as "right index finger"
    /// {item} (quoted): the name of what is stored
    func touchWithToRenew(finger: String, item: String) -> String
    /// While a finger is waited for.
    var touchToEnable: String { get }
    /// While a finger is waited for.
    /// {finger}: a finger, such as "right index finger"
    func touchWithToEnable(_ finger: String) -> String
    /// A notification, or the heading of a window: who asks for what.
    /// {program} (quoted): the program that asks
    func wantsToVerify(_ program: String) -> String
    /// A notification, or the heading of a window: who asks for what.
    /// {program} (quoted): the program that asks
    func wantsToEnroll(_ program: String) -> String
    /// A notification, or the heading of a window: who asks for what.
    /// {program} (quoted): the program that asks
    func wantsToEnable(_ program: String) -> String
    /// A notification, or the heading of a window: who asks for what.
    /// {program} (quoted): the program that asks
    /// {item} (quoted): the name of what is stored
    func wantsToStore(program: String, item: String) -> String
    /// A notification, or the heading of a window: who asks for what.
    /// {program} (quoted): the program that asks
    /// {item} (quoted): the name of what is stored
    func wantsToRetrieve(program: String, item: String) -> String
    /// A notification, or the heading of a window: who asks for what.
    /// {program} (quoted): the program that asks
    /// {item} (quoted): the name of what is stored
    func wantsToCreateKey(program: String, item: String) -> String
    /// A notification, or the heading of a window: who asks for what.
    /// {program} (quoted): the program that asks
    /// {item} (quoted): the name of what is stored
    func wantsToSign(program: String, item: String) -> String
    /// A notification, or the heading of a window: who asks for what.
    /// {program} (quoted): the program that asks
    /// {item} (quoted): the name of what is stored
    func wantsToRenew(program: String, item: String) -> String
    /// A notification about a program that waited.
    /// {program} (quoted): the program that asks
    func requestEnded(_ program: String) -> String
    /// A notification about a program that waited.
    /// {program} (quoted): the program that asks
    func confirmedByFinger(_ program: String) -> String
    /// A notification about a program that waited.
    /// {program} (quoted): the program that asks
    func confirmedByPIN(_ program: String) -> String
    /// A notification about a program that waited.
    /// {program} (quoted): the program that asks
    func confirmedByPassword(_ program: String) -> String
    /// While a call waits for its user.
    var queued: String { get }
    /// While a call waits for its user.
    var reading: String { get }
    /// While a call waits for its user.
    var noMatch: String { get }
    /// While a call waits for its user.
    var matched: String { get }
    /// While a call waits for its user.
    /// {stage} (number): how many are done
    /// {stages} (number): how many there are
    func touchesDone(stage: Int, stages: Int) -> String
    /// While a call waits for its user.
    var goodTouch: String { get }
    /// What was typed is not taken; "Touch the reader." can follow.
    var fingerprintNotTaken: String { get }
    /// What was typed is not taken; "Touch the reader." can follow.
    var pinNotTaken: String { get }
    /// What was typed is not taken; "Touch the reader." can follow.
    var passwordNotTaken: String { get }
    /// What was typed is not taken; "Touch the reader." can follow.
    var credentialNotTaken: String { get }
    /// What was typed is not taken; "Touch the reader." can follow.
    var fingerprintLocked: String { get }
    /// What was typed is not taken; "Touch the reader." can follow.
    var pinLocked: String { get }
    /// What was typed is not taken; "Touch the reader." can follow.
    var passwordLocked: String { get }
    /// What was typed is not taken; "Touch the reader." can follow.
    var credentialLocked: String { get }
    /// What was typed is not taken; "Touch the reader." can follow.
    var fingerprintPaused: String { get }
    /// What was typed is not taken; "Touch the reader." can follow.
    var pinPaused: String { get }
    /// What was typed is not taken; "Touch the reader." can follow.
    var passwordPaused: String { get }
    /// What was typed is not taken; "Touch the reader." can follow.
    var credentialPaused: String { get }
    /// What was typed is not taken; "Touch the reader." can follow.
    var fingerprintWrong: String { get }
    /// What was typed is not taken; "Touch the reader." can follow.
    var pinWrong: String { get }
    /// What was typed is not taken; "Touch the reader." can follow.
    var passwordWrong: String { get }
    /// What was typed is not taken; "Touch the reader." can follow.
    var credentialWrong: String { get }
    /// What was typed is not taken; "Touch the reader." can follow.
    var fingerprintUnchecked: String { get }
    /// What was typed is not taken; "Touch the reader." can follow.
    var pinUnchecked: String { get }
    /// What was typed is not taken; "Touch the reader." can follow.
    var passwordUnchecked: String { get }
    /// What was typed is not taken; "Touch the reader." can follow.
    var credentialUnchecked: String { get }
    /// Follows "Your PIN is locked.".
    var touchReader: String { get }
    /// Follows "Your PIN is paused.".
    /// {wait}: how long, such as "30 seconds"
    func typeAgainIn(_ wait: String) -> String
    /// Follows "Your PIN is paused.".
    /// {wait}: how long, such as "30 seconds"
    func typeAgainInOrTouch(_ wait: String) -> String
    /// Follows "That PIN did not match.".
    /// {count} (number): how many
    func typeAgainTriesLeft(_ count: Int) -> String
    /// Follows "That PIN did not match.".
    /// {count} (number): how many
    func typeAgainOrTouchTriesLeft(_ count: Int) -> String
    /// Follows "That PIN was not accepted.".
    var typeAgain: String { get }
    /// Follows "That PIN was not accepted.".
    var typeAgainOrTouch: String { get }
    /// A scan is to be repeated.
    var hintPoorScan: String { get }
    /// A scan is to be repeated.
    var hintTooShort: String { get }
    /// A scan is to be repeated.
    var hintNotCentered: String { get }
    /// A scan is to be repeated.
    var hintTooFast: String { get }
    /// While a finger is added.
    var touchAgain: String { get }
    /// What a PIN is asked for, said by whoever asks: a few words without a full stop.
    var unlockReason: String { get }
    /// The name of a finger, within a sentence or a table.
    var leftThumb: String { get }
    /// The name of a finger, within a sentence or a table.
    var leftIndex: String { get }
    /// The name of a finger, within a sentence or a table.
    var leftMiddle: String { get }
    /// The name of a finger, within a sentence or a table.
    var leftRing: String { get }
    /// The name of a finger, within a sentence or a table.
    var leftLittle: String { get }
    /// The name of a finger, within a sentence or a table.
    var rightThumb: String { get }
    /// The name of a finger, within a sentence or a table.
    var rightIndex: String { get }
    /// The name of a finger, within a sentence or a table.
    var rightMiddle: String { get }
    /// The name of a finger, within a sentence or a table.
    var rightRing: String { get }
    /// The name of a finger, within a sentence or a table.
    var rightLittle: String { get }
    /// The state of a reader, in a table.
    var ready: String { get }
    /// What a person shows who they are by, within a sentence or a table.
    var fingerprint: String { get }
    /// What a person shows who they are by, within a sentence or a table.
    var pin: String { get }
    /// What a person shows who they are by, within a sentence or a table.
    var password: String { get }
    /// How long to wait, within a sentence.
    /// {count} (number): how many
    func seconds(_ count: Int) -> String
    /// How long to wait, within a sentence.
    /// {count} (number): how many
    func minutes(_ count: Int) -> String
    /// Stands before the names of what nothing will open any more.
    var changeWouldDestroy: String { get }
    /// Stands before the names of what only a PIN or password will open, until it is renewed.
    var changeWouldNeedRenewal: String { get }
    /// What came of a change.
    /// {count} (number): how many
    func changeDestroyed(_ count: Int) -> String
    /// What came of a change.
    /// {finger}: the name of the finger
    func changeAdded(_ finger: String) -> String
    /// What came of a change.
    /// {fingers}: names of fingers
    func changeVouched(_ fingers: String) -> String
    /// What came of a change.
    /// {name}: the name of a finger, or of what is stored
    func changeRemoved(_ name: String) -> String
    /// What came of a change.
    /// {items}: names of what is stored
    func changeRenewed(_ items: String) -> String
    /// Before a new PIN is typed.
    var pinRule: String { get }
    /// A new PIN was not typed the same twice.
    var pinsDiffer: String { get }
    /// What came of a change.
    var changePINSet: String { get }
    /// What came of a change.
    var changePINRemoved: String { get }
    /// What came of a change.
    var changeRevoked: String { get }
    /// On an app's own screen.
    var screenConfirmed: String { get }
    /// On an app's own screen; a sentence about the PIN or the password can follow.
    var screenNotRunning: String { get }
    /// On an app's own screen; a sentence about the PIN or the password can follow.
    var screenUntrusted: String { get }
    /// On an app's own screen; a sentence about the PIN or the password can follow.
    var screenCheckRefused: String { get }
    /// On an app's own screen; a sentence about the PIN or the password can follow.
    var screenLockoutOver: String { get }
    /// On an app's own screen; a sentence about the PIN or the password can follow.
    var screenUnexpected: String { get }
    /// In an app's settings: whether its fingerprint sign-in is on.
    var switchEnabled: String { get }
    /// In an app's settings: whether its fingerprint sign-in is on.
    var switchOff: String { get }
    /// In an app's settings: whether its fingerprint sign-in is on.
    var switchUnavailable: String { get }
    /// In an app's settings: whether its fingerprint sign-in is on.
    var switchNeedsRenewal: String { get }
    /// A program that shows requests was started before the service.
    var waitsForService: String { get }
    /// The two marks around names from outside: the opening one, then the closing one.
    var quotationMarks: String { get }
    /// The name of a month within "3 Jan 2026, 04:15".
    var monthJanuary: String { get }
    /// The name of a month within "3 Jan 2026, 04:15".
    var monthFebruary: String { get }
    /// The name of a month within "3 Jan 2026, 04:15".
    var monthMarch: String { get }
    /// The name of a month within "3 Jan 2026, 04:15".
    var monthApril: String { get }
    /// The name of a month within "3 Jan 2026, 04:15".
    var monthMay: String { get }
    /// The name of a month within "3 Jan 2026, 04:15".
    var monthJune: String { get }
    /// The name of a month within "3 Jan 2026, 04:15".
    var monthJuly: String { get }
    /// The name of a month within "3 Jan 2026, 04:15".
    var monthAugust: String { get }
    /// The name of a month within "3 Jan 2026, 04:15".
    var monthSeptember: String { get }
    /// The name of a month within "3 Jan 2026, 04:15".
    var monthOctober: String { get }
    /// The name of a month within "3 Jan 2026, 04:15".
    var monthNovember: String { get }
    /// The name of a month within "3 Jan 2026, 04:15".
    var monthDecember: String { get }
    /// A day and a time of day.
    /// {day} (number): of the month
    /// {month}: its name
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
