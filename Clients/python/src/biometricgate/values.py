"""The contract's enums in Python."""

# Made by Clients/generate.py from org.biometricgate.Gate.varlink: change that file.

from ._open import Open

__all__ = [
    "Factor",
    "Finger",
    "Interaction",
    "Usage",
    "Verb",
    "Action",
    "AvailabilityState",
    "Reason",
    "Event",
    "Hint",
    "Bus",
    "ScanType",
    "Matching",
    "Capability",
    "ReaderState",
    "Method",
    "Onboarding",
    "Enrollment",
    "Opener",
    "Kind",
    "ItemState",
    "Invalidation",
    "Algorithm",
    "Sealing",
    "SubjectKind",
    "Operation",
    "LoginRefusal",
    "WaitedFor",
    "CancelledBy",
    "PINRule",
    "FactorRefusal",
    "SignatureRefusal",
    "Change",
    "PlannedChange",
]


class Factor(Open):
    """What can open an item: a finger of the user's, the PIN of this service, or the password of the system's account.
    """

    FINGERPRINT = "fingerprint"
    PIN = "pin"
    PASSWORD = "password"


class Finger(Open):
    """The finger's name when it is added; no one checks which finger it really is."""

    LEFT_THUMB = "leftThumb"
    LEFT_INDEX = "leftIndex"
    LEFT_MIDDLE = "leftMiddle"
    LEFT_RING = "leftRing"
    LEFT_LITTLE = "leftLittle"
    RIGHT_THUMB = "rightThumb"
    RIGHT_INDEX = "rightIndex"
    RIGHT_MIDDLE = "rightMiddle"
    RIGHT_RING = "rightRing"
    RIGHT_LITTLE = "rightLittle"


class Interaction(Open):
    """Who shows the request to the user; none: the call asks nobody."""

    CALLER = "caller"
    PROMPT = "prompt"
    NONE = "none"


class Usage(Open):
    """What a key signs, for all its life. general: what `sign` is given. ssh: what `sign_ssh` is given, and nothing
    else. passkey: only sign-ins by org.biometricgate.Passkeys, where it is made.
    """

    GENERAL = "general"
    SSH = "ssh"
    PASSKEY = "passkey"


class Verb(Open):
    """What the user does by confirming an `authenticate`: the caption of the prompt's button, in the user's language.
    """

    CONFIRM = "confirm"
    APPROVE = "approve"
    PAY = "pay"
    SIGN_IN = "signIn"


class Action(Open):
    NONE = "none"
    USE_FINGERPRINT = "useFingerprint"
    USE_PIN = "usePIN"
    USE_PASSWORD = "usePassword"
    ENROLL = "enroll"
    ENABLE = "enable"
    CONNECT_READER = "connectReader"
    WAIT = "wait"
    RETRY = "retry"
    SIGN_IN_AGAIN = "signInAgain"


class AvailabilityState(Open):
    AVAILABLE = "available"
    NO_HARDWARE = "noHardware"
    HARDWARE_UNAVAILABLE = "hardwareUnavailable"
    NOT_ENROLLED = "notEnrolled"
    DISABLED = "disabled"
    LOCKOUT = "lockout"
    LOCKOUT_PERMANENT = "lockoutPermanent"


class Reason(Open):
    BUSY = "busy"
    IN_USE = "inUse"
    SUSPENDED = "suspended"
    OVERHEATED = "overheated"
    DISCONNECTED = "disconnected"
    FAULTED = "faulted"
    NOT_INTERACTIVE = "notInteractive"
    ADMINISTRATOR = "administrator"
    PRINTS_VANISHED = "printsVanished"
    ATTEMPTS = "attempts"
    CREDENTIAL_AGE = "credentialAge"
    BOOT = "boot"
    NO_TPM = "noTPM"
    DICTIONARY_LOCKOUT = "dictionaryLockout"
    OTHER_MACHINE = "otherMachine"
    POLICY_FAILED = "policyFailed"
    ROOT_KEY_MISSING = "rootKeyMissing"


class Event(Open):
    QUEUED = "queued"
    WAITING_FOR_FINGER = "waitingForFinger"
    FINGER_PRESENT = "fingerPresent"
    RETRY = "retry"
    NO_MATCH = "noMatch"
    MATCHED = "matched"
    STAGE_PASSED = "stagePassed"
    CREDENTIAL_WRONG = "credentialWrong"
    CREDENTIAL_WANTED = "credentialWanted"


class Hint(Open):
    POOR_SCAN = "poorScan"
    TOO_SHORT = "tooShort"
    NOT_CENTERED = "notCentered"
    REMOVE_FINGER = "removeFinger"
    TOO_FAST = "tooFast"


class Bus(Open):
    USB = "usb"
    SPI = "spi"
    VIRTUAL = "virtual"


class ScanType(Open):
    PRESS = "press"
    SWIPE = "swipe"


class Matching(Open):
    ON_HOST = "onHost"
    ON_CHIP = "onChip"


class Capability(Open):
    CAPTURE = "capture"
    IDENTIFY = "identify"
    VERIFY = "verify"
    STORAGE = "storage"
    STORAGE_LIST = "storageList"
    STORAGE_DELETE = "storageDelete"
    STORAGE_CLEAR = "storageClear"
    DUPLICATES_CHECK = "duplicatesCheck"
    ALWAYS_ON = "alwaysOn"
    UPDATE_PRINT = "updatePrint"


class ReaderState(Open):
    READY = "ready"
    BUSY = "busy"
    IN_USE = "inUse"
    SUSPENDED = "suspended"
    OVERHEATED = "overheated"
    FAULTED = "faulted"


class Method(Open):
    NONE = "none"
    FINGERPRINT = "fingerprint"


class Onboarding(Open):
    PENDING = "pending"
    ACCEPTED = "accepted"
    SKIPPED = "skipped"


class Enrollment(Open):
    CURRENT = "current"
    ANY = "any"


class Opener(Open):
    USER = "user"
    SYSTEM = "system"


class Kind(Open):
    SECRET = "secret"
    KEY = "key"


class ItemState(Open):
    VALID = "valid"
    INVALIDATED = "invalidated"


class Invalidation(Open):
    ENROLLMENT_CHANGED = "enrollmentChanged"
    FINGERPRINT_DISABLED = "fingerprintDisabled"
    PIN_REMOVED = "pinRemoved"
    PIN_RESET = "pinReset"
    REVOKED = "revoked"


class Algorithm(Open):
    P256 = "p256"
    ED25519 = "ed25519"


class Sealing(Open):
    TPM = "tpm"
    FILE = "file"
    CREDENTIAL = "credential"


class SubjectKind(Open):
    LOGIN = "login"
    COMMIT = "commit"
    TAG = "tag"
    MESSAGE = "message"
    NEW_PASSKEY = "newPasskey"
    PASSKEY = "passkey"


class Operation(Open):
    AUTHENTICATE = "authenticate"
    ENROLL = "enroll"
    ENABLE = "enable"
    STORE = "store"
    RETRIEVE = "retrieve"
    CREATE_KEY = "createKey"
    SIGN = "sign"
    RENEW = "renew"


class LoginRefusal(Open):
    NO_LOGIN_SERVICE = "noLoginService"
    NO_TOUCH = "noTouch"
    OTHER_PROCESS = "otherProcess"
    TOUCH_TOO_OLD = "touchTooOld"
    FINGERS_CHANGED = "fingersChanged"
    FINGERPRINT_DISABLED = "fingerprintDisabled"
    ADMINISTRATOR = "administrator"
    SUSPENDING = "suspending"
    LOCKED_OUT = "lockedOut"
    CREDENTIAL_AGE = "credentialAge"
    BOOT = "boot"
    PASSWORD_CHANGED = "passwordChanged"
    PASSWORD_LOCKED = "passwordLocked"
    PASSWORD_UNKNOWN = "passwordUnknown"
    ITEM_CLOSED = "itemClosed"


class WaitedFor(Open):
    CALLS = "calls"
    READER = "reader"


class CancelledBy(Open):
    CLIENT = "client"
    USER = "user"
    SESSION_LOCKED = "sessionLocked"
    SUSPEND = "suspend"
    REVOKED = "revoked"
    SHUTDOWN = "shutdown"


class PINRule(Open):
    TOO_SHORT = "tooShort"
    TOO_LONG = "tooLong"
    NOT_DIGITS = "notDigits"
    TOO_SIMPLE = "tooSimple"


class FactorRefusal(Open):
    NOT_IN_ACCESS = "notInAccess"
    ENROLLMENT_CHANGED = "enrollmentChanged"
    FINGERPRINT_DISABLED = "fingerprintDisabled"
    NOT_ENROLLED = "notEnrolled"
    PIN_CHANGED = "pinChanged"


class SignatureRefusal(Open):
    OTHER_USAGE = "otherUsage"
    NOT_SSH_DATA = "notSSHData"
    BINDING_UNSOUND = "bindingUnsound"
    FOREIGN_SESSION = "foreignSession"
    UNKNOWN_SERVER = "unknownServer"
    OTHER_KEY = "otherKey"
    OTHER_SERVER = "otherServer"


class Change(Open):
    PRESENT = "present"
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    ENDED = "ended"


class PlannedChange(Open):
    ENROLL = "enroll"
    DELETE_PRINT = "deletePrint"
    DELETE_ALL_PRINTS = "deleteAllPrints"
    DISABLE_FINGERPRINT = "disableFingerprint"
    SET_PIN = "setPIN"
    REMOVE_PIN = "removePIN"
    REVOKE_ALL = "revokeAll"
    RESET = "reset"
