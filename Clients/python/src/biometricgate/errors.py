"""The reasons why a call did not succeed: the daemon's refusals, with a class for each error of the contract, and all
other failures."""

# Made by Clients/generate.py from org.biometricgate.Gate.varlink: change that file.

from __future__ import annotations

from ._failures import *
from ._failures import AcceptsCredential, RefusesCredential
from .types import CancelledBy, Factor, FactorRefusal, Invalidation, Kind, PINRule, Print, Reason, SignatureRefusal, WaitedFor

__all__ = [
    "GateError",
    "NotRunning",
    "Untrusted",
    "Disconnected",
    "Closed",
    "ProtocolViolation",
    "Refused",
    "InvalidParameter",
    "MethodNotFound",
    "NoHardware",
    "HardwareUnavailable",
    "NotEnrolled",
    "Disabled",
    "Lockout",
    "LockoutPermanent",
    "AuthenticationFailed",
    "TimedOut",
    "Cancelled",
    "UserNeeded",
    "CredentialRequired",
    "CredentialNotSet",
    "CredentialWrong",
    "CredentialUnavailable",
    "CredentialThrottled",
    "SignInRequired",
    "PINUnacceptable",
    "FactorNotAllowed",
    "ItemNotFound",
    "ItemExists",
    "ItemInvalidated",
    "SignatureRefused",
    "PrintNotFound",
    "FingerAlreadyEnrolled",
    "FingerKnownToReader",
    "ReaderNotFound",
    "ReaderFull",
    "RequestNotFound",
    "LimitExceeded",
    "SealingUnavailable",
    "StorageFailed",
    "NotPermitted",
]


class NoHardware(Refused):
    """There is no reader, and the user has no prints."""


class HardwareUnavailable(Refused):
    """There is a reader, or was; it cannot be used now."""

    #: As in Availability.
    reason: Reason | None = None


class NotEnrolled(Refused):
    """No finger is enrolled that this reader knows. printsVanished: there were prints, but the reader's own storage no
    longer has them.
    """

    prints_vanished: bool = False


class Disabled(Refused):
    """The user turned fingerprint unlocking off, or declined it: `enable_fingerprint` turns it on."""


class Lockout(Refused):
    """Too many fingers in a row did not match."""

    cleared_by: tuple[Factor, ...] = ()


class LockoutPermanent(Refused):
    """Locked until the PIN or the password is given: too many misses (attempts), too long since one of the two
    (credentialAge), or none since boot.
    """

    reason: Reason | None = None
    cleared_by: tuple[Factor, ...] = ()


class AuthenticationFailed(Refused):
    """The number of misses that one call allows (3, unless the administrator sets another) was reached."""


class TimedOut(Refused):
    """The call's time is over. `waited_for`: present if it did not get its turn within `wait`: the user's own calls
    came first (calls), or the reader was in use (reader). Absent: no finger matched, and no right credential was
    given, within `timeout`.
    """

    waited_for: WaitedFor | None = None


class Cancelled(Refused):
    """The call was ended from outside. by: client: its connection closed, or `cancel_request` on it; user:
    `cancel_request` on another connection, for example by a prompt; sessionLocked: the session was locked; suspend:
    the machine suspends; revoked: `revoke_all`, `reset`, or a change of the PIN or of fingerprint unlocking on which
    the call depended; shutdown: the daemon stops.
    """

    by: CancelledBy | None = None


class UserNeeded(Refused):
    """The call would have to ask the user, and has the interaction "none"."""


class CredentialRequired(AcceptsCredential):
    """This change needs one of these (accepted), in "credential". `cleared_by`: if there is none, because the PIN is
    blocked, what opens the PIN again, in a call that takes it, for example `authenticate`.
    """

    accepted: tuple[Factor, ...] = ()
    cleared_by: tuple[Factor, ...] = ()


class CredentialNotSet(Refused):
    """The user does not have the needed credential. factor: pin, if there is no PIN (`set_pin`), or nothing that could
    be checked, so a PIN must be set first; password, if the password is missing, or the daemon does not check it.
    """

    factor: Factor | None = None


class CredentialWrong(RefusesCredential):
    """The credential was checked and wrong, or is malformed and cannot be right. factor: which one was given.
    `attempts_remaining`: see Tries.
    """

    factor: Factor | None = None
    attempts_remaining: int | None = None


class CredentialUnavailable(Refused):
    """The password cannot be checked at present: the helper is down or does not answer. factor: the one given, or
    needed.
    """

    factor: Factor | None = None


class CredentialThrottled(Refused):
    """Too many were wrong: no other is compared before the wait is over. factor: which of the two is paused."""

    factor: Factor | None = None


class SignInRequired(Refused):
    """The PIN is blocked after too many wrong tries, or fingers are locked until a credential is given, and no other
    credential is left: the app must sign the user in again; `reset` is the way to start over here.
    """


class PINUnacceptable(Refused):
    """`set_pin` does not accept that PIN. rule: the rule that it violates (tooSimple: one digit repeated, or a straight
    run). `minimum_length`: the minimum number of digits; the maximum is 64.
    """

    rule: PINRule | None = None
    minimum_length: int | None = None


class FactorNotAllowed(Refused):
    """The given factor, or the finger that would be asked for, opens nothing here."""

    #: The factors that do.
    allowed: tuple[Factor, ...] = ()
    #: Why the factor does not. notInAccess: it was never among the factors of the item or the call. The others are
    #: about an item that had the factor and lost its slot: enrollmentChanged: a finger was added or removed since;
    #: fingerprintDisabled: fingerprints were turned off since, or are off now; notEnrolled: no finger was enrolled when
    #: it was stored, or none is now; pinChanged: the PIN was removed, or replaced without the old one.
    reason: FactorRefusal | None = None
    #: Whether `renew`, with one of those allowed, can restore the item's fingerprint slot.
    renewable: bool = False
    #: Of `open_all`: the first item that no factor opens together with those before it.
    name: str | None = None


class ItemNotFound(Refused):
    """There is no item of that name, or it is of the other kind: `open` of a key, `sign` with a secret. name: as given.
    kind: the kind of the stored item, if it is the other one.
    """

    name: str | None = None
    kind: Kind | None = None


class ItemExists(Refused):
    """A secret or key of that name is stored; see "replace". name: as given."""

    name: str | None = None


class ItemInvalidated(Refused):
    """The item exists, but nothing opens it any more: store it again."""

    #: The item's name.
    name: str | None = None
    #: As in Item.invalidatedBy.
    by: Invalidation | None = None


class SignatureRefused(Refused):
    """The key does not sign this. reason: otherUsage: the key is for another of `sign`, `sign_ssh` and GetAssertion;
    notSSHData: the bytes are neither a login nor an SSHSIG; bindingUnsound: a server's proof of its key does not
    hold; foreignSession: the login is for another session than the last binding; unknownServer: a server that the
    agent was forwarded to wants to sign in to one that proved nothing; otherKey: the login contains another key of
    the server or of the user; otherServer: the login is not to one of the key's destinations.
    """

    reason: SignatureRefusal | None = None


class PrintNotFound(Refused):
    """The user has no such print. `print_id`: as given."""

    print_id: str | None = None


class FingerAlreadyEnrolled(Refused):
    """The finger is one of the user's own prints, or has the name of one. print: that one."""

    print: Print | None = None


class FingerKnownToReader(Refused):
    """The reader's own storage knows the finger, but not from this user's prints here: fprintd, another system or
    another user enrolled it.
    """

    reader_id: str | None = None


class ReaderNotFound(Refused):
    """No such reader is plugged in."""

    reader_id: str | None = None


class ReaderFull(Refused):
    """The reader's own storage has no room for another print."""

    reader_id: str | None = None


class RequestNotFound(Refused):
    """No such call waits, no longer or not of this user. `request_id`: as given, or empty."""

    request_id: str | None = None


class LimitExceeded(Refused):
    """A limit was reached. limit: its name: that of the setting, such as "limits.itemsPerUser", if the configuration
    sets it. maximum: its value. The first call on a connection beyond limits.connectionsPerUser has this answer,
    then the connection ends; beyond eight of those, and beyond limits.connections, it ends without an answer.
    """

    limit: str | None = None
    maximum: int | None = None


class SealingUnavailable(Refused):
    """The root key is unavailable, or the TPM fails at its part of a change or a signature."""

    #: NoTPM: the TPM is gone; busy: try again; dictionaryLockout: the TPM refuses for a while; otherMachine: sealed by
    #: another machine or root key; policyFailed: an old copy was restored, or the TPM was set up differently;
    #: rootKeyMissing: the key file is gone; faulted: anything else.
    reason: Reason | None = None


class StorageFailed(Refused):
    """Nothing was changed: the disk is full, read-only or broken, or the stored data is damaged."""


class NotPermitted(Refused):
    """Only root may do this; or the user number has no account, its account has another name than before, or it cannot
    be looked up now.
    """
