"""The contract's types in Python.

Durations are seconds. Lists are tuples. Members that this version does not know are ignored, and an unknown value of an
enum becomes a member equal to its text, so that a newer daemon breaks no program.
"""

# Made by Clients/generate.py from org.biometricgate.Gate.varlink: change that file.

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ._access import Access
from ._process import RunningProcess
from ._service import ServiceInfo
from .values import *

__all__ = [
    "Access",
    "AppOnboarding",
    "Authentication",
    "Availability",
    "ClaimedProgram",
    "Cost",
    "Enrolled",
    "Guidance",
    "Item",
    "Limits",
    "LoginLockout",
    "LoginResult",
    "Outcome",
    "PasskeyAccount",
    "PasswordPrompt",
    "Print",
    "Prints",
    "Progress",
    "Reader",
    "ReaderChange",
    "Request",
    "RequestChange",
    "RequestedItem",
    "RunningProcess",
    "SSHDestination",
    "SSHServer",
    "ServiceInfo",
    "Settings",
    "SignatureSubject",
    "TurnedOff",
]

#: Members whose name is not simply Python's, and how many of their units are one of Python's.
RENAMED = {
    "retry_after": ("retryAfterMilliseconds", 1000),
    "age": ("ageMilliseconds", 1000),
    "timeout": ("timeoutSeconds", 1),
    "max_age": ("maxAgeSeconds", 1),
    "reuse_pin": ("reusePIN", 1),
    "reuse": ("reuseSeconds", 1),
    "remaining": ("remainingMilliseconds", 1000),
    "wait": ("waitSeconds", 1),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Guidance:
    """Text for the user, in plain words: what is wrong, and the one next step."""

    #: One line, for a heading.
    title: str
    #: A few sentences; may be empty.
    body: str
    #: The next step, for a button: none if there is nothing to press.
    action: Action
    #: The button's caption; empty if there is no button.
    action_label: str
    #: The next step at a terminal, as a line for the shell; absent if no single command does it.
    command: str | None = None
    #: The language of these texts: en, ko or nb.
    locale: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Availability:
    """Whether a fingerprint can be asked for now. If several states apply, the first of this list is reported:
    noHardware, disabled, notEnrolled, lockoutPermanent, lockout, hardwareUnavailable, available. With no reader
    present, a user with prints has hardwareUnavailable (disconnected), not noHardware; with another reader present,
    notEnrolled. "disabled" applies only after `disable_fingerprint`, and before the first `enable_fingerprint` for a
    user who declined (`answer_onboarding` without "app"). A fault, heat or another program's use is reported for 5 s
    or until the next request: every request tries the reader again.
    """

    #: "available" is the only state in which a finger can be asked for.
    state: AvailabilityState
    #: With hardwareUnavailable (the first eight), with notEnrolled (printsVanished: the reader's own storage lost them)
    #: and with lockoutPermanent (attempts: too many misses; credentialAge: too long since the PIN or password; boot:
    #: neither has been given since the machine started). notInteractive: the caller is not in front of the machine, or
    #: its lid is closed over the readers; administrator: the configuration turned fingerprints off.
    reason: Reason | None = None
    #: How long a lockout lasts, or a reader takes to cool.
    retry_after: float | None = None
    #: The credentials with which an `authenticate` would succeed now.
    fallbacks: tuple[Factor, ...]
    #: Text for the user about this state.
    guidance: Guidance
    #: Whether misses lock fingers at logins; absent if they do not, and if logins do not ask here.
    login_lockout: LoginLockout | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginLockout:
    """Programs that use fprintd's interface (logins, sudo, lock screens) get no finger, because of too many misses.
    They have a separate count of misses. The PIN or the password ends the lockout.
    """

    #: How long it lasts; absent if only the PIN or the password ends it.
    retry_after: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The progress of a call that waits for its user."""

    #: "queued": another call comes first, at the reader or in the user's line. "waitingForFinger" comes each time a
    #: touch is needed and the reader is ready for it: for the first touch, after "queued", and after every "retry",
    #: "noMatch" or "stagePassed" that is not the last. "fingerPresent": a finger is on the reader. "retry" is a scan
    #: too poor to judge: it never counts as a failure. "noMatch" is a good scan of a finger that opens nothing, and
    #: does count. "matched": the finger is the user's; the result follows. "stagePassed": a touch of an enrolment was
    #: good. "credentialWrong" follows each `answer_request` that did not decide the call: the PIN or password was
    #: wrong, malformed, paused or blocked, it could not be checked, the user has none, or the call does not take it.
    #: "credentialWanted": no finger is asked for any more, but a PIN or password still is (see Interaction).
    event: Event
    #: With "retry": what was wrong with the scan.
    hint: Hint | None = None
    #: The misses that this call still allows, or those left before the lockout, whichever is fewer. With
    #: "credentialWrong", the tries of the credential (see Tries), 0 during a wait; absent there if the credential is
    #: blocked, cannot be checked, or is not taken.
    attempts_remaining: int | None = None
    #: In enrolment: the touches passed so far; 0 also during the touch that looks for a duplicate, if one is needed.
    stage: int | None = None
    #: In enrolment: how many touches the reader takes.
    stages: int | None = None
    #: The finger that is asked for: in enrolment, and on a reader that cannot identify.
    finger: Finger | None = None
    #: The reader concerned.
    reader_id: str | None = None
    #: All readers that wait for a touch, if the call has several; any of them will do.
    reader_ids: tuple[str, ...] | None = None
    #: One complete line for the user. A request for a touch names the item by its label, or its name; in an
    #: `authenticate` it contains the call's reason.
    message: str
    #: Names the waiting call, for `answer_request`, `cancel_request` and `hold_request` on another connection of the
    #: user's.
    request_id: str | None = None
    #: With "credentialWrong": the kind of credential that was given.
    factor: Factor | None = None
    #: With "credentialWrong": how long no other try is accepted.
    retry_after: float | None = None
    #: Who asks the user, if the call wanted a prompt: "caller" if there is no prompt.
    interaction: Interaction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Authentication:
    """Evidence that the user was there."""

    #: The factor presented.
    factor: Factor
    #: The time.
    at: datetime
    #: The time since then, when the reply was made.
    age: float
    #: The reader, if it was a finger.
    reader_id: str | None = None
    #: The print in `prints`, if it was a finger.
    print_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """A fingerprint reader that is plugged in."""

    #: Stays the same while the reader is plugged into the same place; anywhere, if the reader has a serial number.
    id: str
    #: The maker's name for it.
    name: str
    #: Libfprint's driver.
    driver: str
    #: Whether it is part of the machine, so that a closed lid covers it.
    built_in: bool | None = None
    #: How it is connected; virtual ones are simulated by libfprint, for tests.
    bus: Bus
    #: Whether a finger is placed on it, or drawn across it.
    scan_type: ScanType
    #: How many touches an enrolment takes.
    enroll_stages: int
    #: Where the comparison is made: by libfprint in the daemon's reader process, or in the reader's own chip.
    matching: Matching
    #: What the driver can do, in libfprint's names.
    capabilities: tuple[Capability, ...]
    #: Ready: can take a call at once; busy: a call of this daemon has it; inUse: another program has it; the others as
    #: in Availability.
    state: ReaderState


@dataclass(frozen=True, slots=True, kw_only=True)
class Print:
    """An enrolled finger."""

    #: For `delete_print`.
    id: str
    #: The name under which it was added. A user has at most one print of each name on a reader.
    finger: Finger
    #: The user's own name for it.
    label: str | None = None
    #: The only reader that knows it.
    reader_id: str
    #: When it was added.
    enrolled_at: datetime
    #: False: it was added through the system's own settings, with polkit's permission, or imported from fprintd. Until
    #: `vouch_prints` it opens nothing, authenticates no user and turns nothing on; it only works for programs that ask
    #: the system for a finger (login, sudo). If absent, it is true.
    vouched: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the user has, and has chosen."""

    #: Whether a finger may open anything.
    fingerprint_enabled: bool
    #: The biometric method in use: fingerprint if it is enabled, enrolled and not turned off by the administrator.
    method: Method
    #: The answer given for that app; pending if there is none.
    onboarding: Onboarding
    #: Whether there is a PIN.
    pin_set: bool
    #: Whether the system has a password for the user that could be checked.
    password_available: bool
    #: The number of prints that are vouched for, and so may open something.
    enrolled_prints: int
    #: The number of items, including invalidated ones.
    items: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits on this machine, the same for every user."""

    #: The misses after which one call ends with AuthenticationFailed.
    attempts_per_call: int
    #: The `timeout` of a call that gives none.
    timeout: float
    #: The fewest digits of a new PIN; the most are 64.
    pin_minimum_length: int
    #: The most prints that a user can have, on all readers together, including those that are not vouched for.
    prints_per_user: int
    #: The most items that a user can have, including invalidated ones.
    items_per_user: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AppOnboarding:
    """The user's answer to one app's offer of fingerprint unlocking."""

    #: The app's own name for itself.
    app: str
    #: The newest answer.
    answer: Onboarding


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """The description of a sealed secret or key, available without opening it."""

    #: The name that calls use.
    name: str
    #: The text that people are shown instead of the name.
    label: str | None = None
    #: "key" signs; "secret" can be retrieved.
    kind: Kind
    #: As it was stored.
    access: Access
    #: The factors that have a slot. The fingerprint loses its slot when the enrolment changes (see Access) or
    #: fingerprint unlocking is turned off, until `renew`.
    openable_by: tuple[Factor, ...]
    #: An item that nothing opens any more is invalidated: its secret is gone, but its entry stays, so that an app can
    #: tell it from one that never existed.
    state: ItemState
    #: What removed the last slot of an invalidated item: a finger was added or removed, fingerprints were turned off,
    #: the PIN was removed or replaced without the old one, or everything was revoked.
    invalidated_by: Invalidation | None = None
    #: Of a key.
    algorithm: Algorithm | None = None
    #: Of a key: a DER SubjectPublicKeyInfo.
    public_key: bytes | None = None
    #: What holds the root key.
    sealed_by: Sealing
    #: The sandboxed app or the program that stored it, as the kernel named it then.
    owner: str | None = None
    #: When it was stored.
    created_at: datetime
    #: When it was opened, or signed, last.
    last_used_at: datetime | None = None
    #: The program that gave it its present content, as the kernel named it then; absent if that is the owner's.
    updated_by: str | None = None
    #: When that was.
    updated_at: datetime | None = None
    #: What removed its fingerprint slot, if the item is valid without one; `renew` creates a new slot.
    fingerprint_lost_by: Invalidation | None = None
    #: Of a key: what it signs, as `create_key` was told; absent for general.
    usage: Usage | None = None
    #: Of a key for ssh: the only servers that it signs in to, as `set_destinations` was told; absent for all.
    destinations: tuple[SSHDestination, ...] | None = None
    #: Of a key for ssh: the servers that it signed in to, at most 16, the newest first. Each name is a claim of the
    #: program that signed in.
    servers: tuple[SSHServer, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SSHDestination:
    """A server that a key for ssh may sign in to. The PIN or the password vouched for its name."""

    #: 1 to 255 ASCII letters, digits and ".-_:[]%".
    name: str
    #: The server's public key, or an authority's: as in a line of known_hosts, and no certificate.
    key: bytes
    #: Whether the key is an authority's: then the server has a certificate of it for this name, whatever the port.
    authority: bool | None = None
    #: The only account on the server, 1 to 32 ASCII letters, digits and "._-@+$\"; absent for all.
    user: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SSHServer:
    """A server, known by the key that signed its session."""

    #: Verified: the SHA-256 of its key, as OpenSSH prints it ("SHA256:" and base64).
    fingerprint: str
    #: Claimed by the calling program: its name for the server.
    claimed_name: str | None = None
    #: Verified: the name of the key's destination (see `set_destinations`) that the server is. An authority's
    #: certificate is for a host and for no port, so that the name is then without the port.
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureSubject:
    """What `sign_ssh` or a passkey is asked to sign. Read in the signed bytes or verified by the daemon, but for the
    names of servers, and a site's names for accounts; cut and cleaned for showing on one line.
    """

    #: Login: to sign in to a server; commit, tag: of git's; message: something else in the form SSHSIG, or a commit or
    #: tag that the call did not carry; newPasskey: makes one for a site; passkey: signs in with one.
    kind: SubjectKind
    #: Of a login: the account on the server. Of a passkey: the account at the site, as the site calls it.
    user: str | None = None
    #: Of a login: the server. Absent if no server proved its key on the program's connection.
    server: SSHServer | None = None
    #: Of a commit or tag: the first line of its message.
    title: str | None = None
    #: Of a tag: its name.
    tag: str | None = None
    #: Of a message: what the signature is for, "git" or "file" for example.
    namespace: str | None = None
    #: The servers on the way, the nearest first: those that a login leads through, or that the request came through.
    through: tuple[SSHServer, ...] | None = None
    #: Of a login: whether it is by a certificate of the key; absent if not.
    certificate: bool | None = None
    #: How many seconds the user's confirmation counts for further signatures of this kind (see `sign_ssh`); absent if
    #: it counts once.
    reuse: float | None = None
    #: Whether a PIN counts so, too; absent: only a touch.
    reuse_pin: bool | None = None
    #: Of a passkey: the site, or another relying party, by its id; to be shown whole.
    rp_id: str | None = None
    #: Of a new passkey: the fingers that will open it, as in Access.
    enrollment: Enrollment | None = None
    #: Of a passkey: whether the sign-in also derives a secret; absent if not.
    derives_secret: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimedProgram:
    """The program for which another one says that it asks. It may be any of the user's: a claim, never a proof."""

    #: As given in the call.
    process_id: int
    #: As given in the call.
    start_time: int
    #: Its name, from the kernel.
    command: str
    #: Its program's file; absent if the daemon may not read it.
    executable: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A waiting call of the same user: who asks, for what, and its progress."""

    #: For `answer_request`, `cancel_request` and `hold_request`.
    id: str
    #: The process that asks.
    process_id: int
    #: Its name, from the kernel.
    command: str
    #: Its program's file; absent if the daemon may not read it.
    executable: str | None = None
    #: Its systemd unit or sandboxed app.
    unit: str | None = None
    #: The kind of request.
    operation: Operation
    #: The item's name.
    item: str | None = None
    #: The call's reason, in the app's words.
    reason: str | None = None
    #: The factors that can answer it now: the finger or, by `answer_request`, a PIN or password that the user has.
    factors: tuple[Factor, ...]
    #: The last progress reported; absent if there was none.
    progress: Progress | None = None
    #: The item's label.
    label: str | None = None
    #: Who shows it to the user; by default the program that asks.
    interaction: Interaction | None = None
    #: With "ended": how the request to the user ended. The call itself may still fail for another reason, for example a
    #: disk.
    outcome: Outcome | None = None
    #: The program for which `process_id` says that it asks; absent if it said none, or that one is not known to run.
    on_behalf_of: ClaimedProgram | None = None
    #: As given in an `authenticate`; by default confirm.
    verb: Verb | None = None
    #: As given in the call; only for a watcher that shows prompts.
    parent_window: str | None = None
    #: As given in the call; only for a watcher that shows prompts.
    activation_token: str | None = None
    #: The user's remaining time, at the time of this report; absent while the call does not wait for the user.
    #: `hold_request` restarts the time, which is reported as a change.
    remaining: float | None = None
    #: What is signed, for a call of `sign_ssh`, or of org.biometricgate.Passkeys.
    subject: SignatureSubject | None = None
    #: All items of a call of `open_all`, by name; item and label are then absent.
    items: tuple[RequestedItem, ...] | None = None
    #: Of a sign-in with a passkey: the accounts, if there are several. `answer_request` chooses one; subject is about
    #: the chosen one.
    accounts: tuple[PasskeyAccount, ...] | None = None
    #: No app's call: a password's prompt waits for a finger, too (`watch_requests`, `password_prompts`).
    password_prompt: PasswordPrompt | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PasswordPrompt:
    """A program of root's, such as sudo, that asks for a password and also takes a finger (pam_biogate)."""

    #: Its PAM service, as it says.
    service: str
    #: Whose password or finger it takes.
    account: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PasskeyAccount:
    """An account that a request offers. Its names are the site's."""

    #: Its passkey, as org.biometricgate.Passkeys has it.
    credential_id: bytes
    #: The account's name.
    user_name: str | None = None
    #: The name of its owner.
    user_display_name: str | None = None
    #: Whether confirming now signs in to it; absent: no.
    chosen: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedItem:
    """One of the items that a request is about."""

    #: The name that calls use.
    name: str
    #: The text that people are shown instead of the name.
    label: str | None = None
    #: As in Item.
    owner: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginResult:
    """What became of the user's item for logins (see Logins) at a login."""

    #: Whether the login received it.
    opened: bool
    #: Why not. noLoginService, noTouch, otherProcess, touchTooOld: no touch of a vouched finger was for this login, or
    #: any more; fingersChanged, itemClosed: the enrolment changed; fingerprintDisabled, administrator, suspending,
    #: lockedOut, credentialAge, boot: as in Availability; passwordChanged, passwordLocked, passwordUnknown: the
    #: account's password is another one, is locked or gone, or could not be looked at.
    reason: LoginRefusal | None = None
    #: The time since then, when the reply was made.
    age: float
    #: Text for the user, if there is something to do.
    guidance: Guidance | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a call's request to the user ended: exactly one of factor and error is present."""

    #: The factor that confirmed the user.
    factor: Factor | None = None
    #: The name of the call's error, "org.biometricgate.Gate.Lockout".
    error: str | None = None
    #: As in that error.
    retry_after: float | None = None
    #: With error: text for the user.
    guidance: Guidance | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderChange:
    """Only with "more": one reply for each reader present, then one for each change. change: present, added, removed,
    or changed, if the reader's description or state is different. Changes in quick succession may be reported as
    one. reader: its present description, or the last one.
    """

    change: Change
    reader: Reader


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestChange:
    """Only with "more": the waiting calls of the calling user, then each change, for prompts and panels. change:
    present, added, changed (new progress), or ended, the last one of a request. request: its description at that
    time. A user can have 8 of these calls at a time; more are refused with LimitExceeded. prompts: this client shows
    the desktop's prompt (see Interaction). remote: with prompts, this client shows the requests of callers who are
    not in front of the machine, too, as a terminal does. several: this client shows every one of a request's items:
    without it, a call of `open_all` is no prompt's for this client. `password_prompts`: also a password's prompt
    that waits for a finger, in the calling user's session, or of the calling user elsewhere; no method is about such
    a request.
    """

    change: Change
    request: Request


@dataclass(frozen=True, slots=True, kw_only=True)
class Prints:
    """Prints: the user's. `enrollment_id` changes with every finger added, removed or vouched for, and never returns to
    an earlier value; it differs from user to user and reveals nothing else.
    """

    prints: tuple[Print, ...]
    enrollment_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Enrolled:
    """Asks the user for "stages" touches, and for one before them if the reader identifies, has prints, and does not
    look for duplicates by itself. Needs the PIN or the password as credential: a finger never authorises another
    finger. The first vouched print turns fingerprint unlocking on, unless it was turned off, or the user declined it
    (`answer_onboarding` without "app"). finger: which one it is. label: the user's own name for it, 1 to 200
    characters. print: the new print. If the finger is already enrolled, or its name has a print on that reader, the
    error is FingerAlreadyEnrolled: delete that one first. A reader that can only verify cannot tell whether a finger
    is enrolled under another name.
    """

    print: Print
    invalidated_items: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedOff:
    """When this returns, every fingerprint slot is destroyed on disk, and with it each item that has no other slot.
    Prints stay enrolled.
    """

    invalidated_items: int
    settings: Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What the next change would cost: the names of the items that would be invalidated, and of those that would lose
    their fingerprint until renewed (`losing_fingerprint`). For setPIN, the cost with the password, if the user has
    one.
    """

    invalidated: tuple[str, ...]
    losing_fingerprint: tuple[str, ...]
