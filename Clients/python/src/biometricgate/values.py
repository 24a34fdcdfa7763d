"""The contract's enums in Python."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

__all__ = [
    "Factor",
    "Finger",
    "Action",
    "AvailabilityState",
    "Reason",
    "Event",
    "Interaction",
    "Verb",
    "Hint",
    "Bus",
    "ScanType",
    "Matching",
    "Capability",
    "ReaderState",
    "Method",
    "Onboarding",
    "Enrollment",
    "LoginRefusal",
    "Opener",
    "Kind",
    "ItemState",
    "Invalidation",
    "Algorithm",
    "Usage",
    "SubjectKind",
    "SignatureRefusal",
    "Sealing",
    "Operation",
    "Change",
    "PlannedChange",
    "CancelledBy",
    "FactorRefusal",
    "WaitedFor",
    "PINRule",
]


class Open(StrEnum):
    """An enum of the contract; an unknown value becomes a member equal to its text."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, str):
            return None
        unknown = str.__new__(cls, value)
        unknown._name_ = unknown._value_ = value
        return unknown


class Factor(Open):
    FINGERPRINT = "fingerprint"
    PIN = "pin"
    PASSWORD = "password"


class Finger(Open):
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


class Action(Open):
    """The one next step for the user after a refusal."""

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
    """Why a fingerprint cannot be asked for, and, for `SealingUnavailable`, why nothing can be opened."""

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


class Interaction(Open):
    """Who shows the request to the user: the calling program, the desktop's prompt, or nobody: such a call asks nobody."""

    CALLER = "caller"
    PROMPT = "prompt"
    NONE = "none"


class Verb(Open):
    """What the user does by confirming an authentication: the caption of the prompt's button."""

    CONFIRM = "confirm"
    APPROVE = "approve"
    PAY = "pay"
    SIGN_IN = "signIn"


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
    """The biometric method in use."""

    NONE = "none"
    FINGERPRINT = "fingerprint"


class Onboarding(Open):
    PENDING = "pending"
    ACCEPTED = "accepted"
    SKIPPED = "skipped"


class LoginRefusal(Open):
    """Why a login did not receive the user's item for logins."""

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


class Opener(Open):
    """Who opens an item: the user's programs, or the system alone, at a login by finger."""

    USER = "user"
    SYSTEM = "system"


class Enrollment(Open):
    """What happens to an item's fingerprint access when a finger is added or removed."""

    CURRENT = "current"
    ANY = "any"


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


class Usage(Open):
    """What a key signs, for all its life."""

    GENERAL = "general"
    SSH = "ssh"


class SubjectKind(Open):
    LOGIN = "login"
    COMMIT = "commit"
    TAG = "tag"
    MESSAGE = "message"


class SignatureRefusal(Open):
    OTHER_USAGE = "otherUsage"
    NOT_SSH_DATA = "notSSHData"
    BINDING_UNSOUND = "bindingUnsound"
    FOREIGN_SESSION = "foreignSession"
    UNKNOWN_SERVER = "unknownServer"
    OTHER_KEY = "otherKey"
    OTHER_SERVER = "otherServer"


class Sealing(Open):
    TPM = "tpm"
    FILE = "file"
    CREDENTIAL = "credential"


class Operation(Open):
    AUTHENTICATE = "authenticate"
    ENROLL = "enroll"
    ENABLE = "enable"
    STORE = "store"
    RETRIEVE = "retrieve"
    CREATE_KEY = "createKey"
    SIGN = "sign"
    RENEW = "renew"


class Change(Open):
    """What a watch reports; readers are `removed`, requests `ended`."""

    PRESENT = "present"
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    ENDED = "ended"


class PlannedChange(Open):
    """The changes that `preview_change` can be asked about."""

    ENROLL = "enroll"
    DELETE_PRINT = "deletePrint"
    DELETE_ALL_PRINTS = "deleteAllPrints"
    DISABLE_FINGERPRINT = "disableFingerprint"
    SET_PIN = "setPIN"
    REMOVE_PIN = "removePIN"
    REVOKE_ALL = "revokeAll"
    RESET = "reset"


class CancelledBy(Open):
    CLIENT = "client"
    USER = "user"
    SESSION_LOCKED = "sessionLocked"
    SUSPEND = "suspend"
    REVOKED = "revoked"
    SHUTDOWN = "shutdown"


class WaitedFor(Open):
    """What a call waited for in vain: the user's other calls, or the reader."""

    CALLS = "calls"
    READER = "reader"


class FactorRefusal(Open):
    NOT_IN_ACCESS = "notInAccess"
    ENROLLMENT_CHANGED = "enrollmentChanged"
    FINGERPRINT_DISABLED = "fingerprintDisabled"
    NOT_ENROLLED = "notEnrolled"
    PIN_CHANGED = "pinChanged"


class PINRule(Open):
    TOO_SHORT = "tooShort"
    TOO_LONG = "tooLong"
    NOT_DIGITS = "notDigits"
    TOO_SIMPLE = "tooSimple"
