"""Each method of the contract as a value. Both clients perform these."""

# Made by Clients/generate.py from org.biometricgate.Gate.varlink: change that file.

from __future__ import annotations

from collections.abc import Sequence

from ._asking import Source, Typed
from ._call import Call, Shower
from ._parts import asking, member, nothing, present, sealable, secret_of, secrets, sources, whole
from ._wire import Secret
from .types import (
    Access,
    Algorithm,
    AppOnboarding,
    Authentication,
    Availability,
    Cost,
    Enrolled,
    Factor,
    Finger,
    Interaction,
    Item,
    Limits,
    LoginResult,
    Onboarding,
    PlannedChange,
    Print,
    Prints,
    Reader,
    ReaderChange,
    RequestChange,
    RunningProcess,
    SSHDestination,
    Settings,
    TurnedOff,
    Usage,
    Verb,
)


def readers() -> Call[tuple[Reader, ...]]:
    """The readers that are plugged in."""
    return Call(method="ListReaders", read=member(tuple[Reader, ...], "readers"))


def watch_readers() -> Call[ReaderChange]:
    """One reply for each reader present, then one for each change. `change`: present, added, removed, or changed, if
    the reader's description or state is different. Changes in quick succession may be reported as one. `reader`: its
    present description, or the last one.
    """
    return Call(method="WatchReaders", read=whole(ReaderChange))


def clear_reader(reader_id: str) -> Call[None]:
    """Root only: erases every print in the reader's own storage, whoever enrolled it, even fprintd or another system.
    If the reader compares in its chip, users lose the prints that they have on it.
    """
    return Call(method="ClearReader", read=nothing, parameters=present(reader_id=reader_id))


def availability(*, uid: int | None = None) -> Call[Availability]:
    """Whether a fingerprint can be asked for now. There is no need to check before a call: its error gives the reason."""
    return Call(
        method="GetAvailability",
        localized=True,
        read=member(Availability, "availability"),
        parameters=present(uid=uid),
    )


def watch_availability(*, uid: int | None = None) -> Call[Availability]:
    """The availability now, then whenever it changes. A wait that gets shorter is no change."""
    return Call(
        method="WatchAvailability",
        localized=True,
        read=member(Availability, "availability"),
        parameters=present(uid=uid),
    )


def authenticate(
    *,
    reason: str,
    verb: Verb | None = None,
    factors: Sequence[Factor] | None = None,
    pin: Source = None,
    password: Source = None,
    on_progress: Shower | None = None,
    max_age: float | None = None,
    reader_id: str | None = None,
    timeout: float | None = None,
    wait: float | None = None,
    attempts: int | None = None,
    interaction: Interaction | None = None,
    on_behalf_of: RunningProcess | None = None,
    parent_window: str | None = None,
    activation_token: str | None = None,
    uid: int | None = None,
) -> Call[Authentication]:
    """Asks the user. Without a credential, if there is an authentication on this connection by one of the factors, no
    older than `max_age`, returns that at once instead. `factors`: the acceptable ones, none twice; by default all.
    If fingerprint is not among them, "credential" is needed, or a prompt (see Interaction). `verb`: what the user
    does by confirming, by default confirm; only the caller knows, because this opens nothing. The other calls have a
    verb of their own.
    """
    return Call(
        method="Authenticate",
        localized=True,
        read=member(Authentication, "authentication"),
        parameters=present(reason=reason, verb=verb, factors=factors, uid=uid) | asking(max_age=max_age,
            reader_id=reader_id, timeout=timeout, wait=wait, attempts=attempts, interaction=interaction,
            on_behalf_of=on_behalf_of, parent_window=parent_window, activation_token=activation_token),
        sources=sources(pin, password),
        on_progress=on_progress,
        races=True,
    )


def last_authentication() -> Call[Authentication | None]:
    """The newest authentication on this connection, if it still counts. Locking the session, suspending, `revoke_all`,
    `reset`, and any change of prints (other than a new name), PIN or settings ends it.
    """
    return Call(method="GetLastAuthentication", read=member(Authentication | None, "authentication"))


def forget_authentication() -> Call[None]:
    """Ends the authentications of this connection."""
    return Call(method="ForgetAuthentication", read=nothing)


def watch_requests(
    *,
    prompts: bool | None = None,
    remote: bool | None = None,
    several: bool | None = None,
    password_prompts: bool | None = None,
) -> Call[RequestChange]:
    """The waiting calls of the calling user, then each change, for prompts and panels. `change`: present, added,
    changed (new progress), or ended, the last one of a request. `request`: its description at that time. A user can
    have 8 of these calls at a time; more are refused with LimitExceeded. `prompts`: this client shows the desktop's
    prompt (see Interaction). `remote`: with prompts, this client shows the requests of callers who are not in front
    of the machine, too, as a terminal does. `several`: this client shows every one of a request's items: without it,
    a call of `open_all` is no prompt's for this client. `passwordPrompts`: also a password's prompt that waits for a
    finger, in the calling user's session, or of the calling user elsewhere; no method is about such a request.
    """
    return Call(
        method="WatchRequests",
        localized=True,
        read=whole(RequestChange),
        parameters=present(prompts=prompts, remote=remote, several=several, password_prompts=password_prompts),
    )


def answer_request(
    request_id: str,
    *,
    credential_id: bytes | bytearray | None = None,
    pin: Source = None,
    password: Source = None,
) -> Call[None]:
    """Gives a PIN or password to a waiting call: of this connection (sent "oneway" after it), or, with `request_id`, of
    another connection of the same user. If it is right, it decides the call. In every other case the call goes on,
    and reports the progress "credentialWrong"; without "oneway", this call also ends with an error: CredentialWrong,
    CredentialThrottled, CredentialRequired (the PIN is blocked), SignInRequired, CredentialNotSet,
    CredentialUnavailable or FactorNotAllowed; or RequestNotFound if the waiting call has ended. A fault in this call
    itself (InvalidParameter, for example a PIN that is not a string or has more than 512 bytes) is reported only to
    its sender, and not at all if it was sent oneway: the waiting call is not affected. `credentialId`: first chooses
    that account of the request; without a credential, a finger or a later call then confirms it. An account that the
    request does not list is an InvalidParameter. One of the two must be given.
    """
    return Call(
        method="AnswerRequest",
        read=nothing,
        parameters=present(request_id=request_id, credential_id=credential_id),
        sources=sources(pin, password),
    )


def cancel_request(request_id: str) -> Call[None]:
    """Ends a waiting call: of this connection (sent "oneway" after it), with Cancelled (client), or, with `request_id`,
    of another connection of the same user, with Cancelled (user). A finger that was already on the reader may still
    be judged for 3 s; it opens nothing, and counts as a miss unless it matches in that time. Otherwise nothing is
    counted. Authentications stay. Sent without "oneway" on the call's own connection, it waits for that call like
    any other.
    """
    return Call(method="CancelRequest", read=nothing, parameters=present(request_id=request_id))


def hold_request(request_id: str) -> Call[None]:
    """Restarts the user's `timeout`, at most ten times for a request (LimitExceeded); for prompts in which the user
    types, or asks for more time. `request_id` is as in `cancel_request`.
    """
    return Call(method="HoldRequest", read=nothing, parameters=present(request_id=request_id))


def prints(*, uid: int | None = None) -> Call[Prints]:
    """`prints`: the user's. `enrollment_id` changes with every finger added, removed or vouched for, and never returns
    to an earlier value; it differs from user to user and reveals nothing else.
    """
    return Call(method="ListPrints", read=whole(Prints), parameters=present(uid=uid))


def enroll(
    finger: Finger,
    *,
    label: str | None = None,
    pin: Source = None,
    password: Source = None,
    on_progress: Shower | None = None,
    reader_id: str | None = None,
    timeout: float | None = None,
    wait: float | None = None,
    uid: int | None = None,
) -> Call[Enrolled]:
    """Asks the user for "stages" touches, and for one before them if the reader identifies, has prints, and does not
    look for duplicates by itself. Needs the PIN or the password as credential: a finger never authorises another
    finger. The first vouched print turns fingerprint unlocking on, unless it was turned off, or the user declined it
    (`answer_onboarding` without "app"). `finger`: which one it is. `label`: the user's own name for it, 1 to 200
    characters. `print`: the new print. If the finger is already enrolled, or its name has a print on that reader,
    the error is FingerAlreadyEnrolled: delete that one first. A reader that can only verify cannot tell whether a
    finger is enrolled under another name.
    """
    return Call(
        method="Enroll",
        localized=True,
        read=whole(Enrolled),
        parameters=present(finger=finger, label=label, uid=uid) | asking(reader_id=reader_id, timeout=timeout,
            wait=wait),
        sources=sources(pin, password),
        on_progress=on_progress,
    )


def delete_print(print_id: str, *, pin: Source = None, password: Source = None, uid: int | None = None) -> Call[int]:
    """Removes the print `print_id`. Needs the PIN or the password as credential."""
    return Call(
        method="DeletePrint",
        localized=True,
        read=member(int, "invalidatedItems"),
        parameters=present(print_id=print_id, uid=uid),
        sources=sources(pin, password),
    )


def vouch_prints(
    print_ids: Sequence[str],
    *,
    pin: Source = None,
    password: Source = None,
    uid: int | None = None,
) -> Call[int]:
    """Vouches for the prints `print_ids`, 1 to 64, which were added through the system's own settings: from now on they
    are equal to prints added by `enroll`, and it costs the same (`preview_change`: enroll). Needs the PIN or the
    password as credential. Prints that are already vouched for do not change.
    """
    return Call(
        method="VouchPrints",
        localized=True,
        read=member(int, "invalidatedItems"),
        parameters=present(print_ids=print_ids, uid=uid),
        sources=sources(pin, password),
    )


def rename_print(print_id: str, *, label: str | None = None, uid: int | None = None) -> Call[Print]:
    """Sets the user's own name for the print `print_id`: label, 1 to 200 characters; without one, removes it. Nothing
    else of the print changes. Does not ask the user.
    """
    return Call(
        method="RenamePrint",
        localized=True,
        read=member(Print, "print"),
        parameters=present(print_id=print_id, label=label, uid=uid),
    )


def delete_all_prints(*, pin: Source = None, password: Source = None, uid: int | None = None) -> Call[int]:
    """Removes all prints. Needs the PIN or the password as credential."""
    return Call(
        method="DeleteAllPrints",
        localized=True,
        read=member(int, "invalidatedItems"),
        parameters=present(uid=uid),
        sources=sources(pin, password),
    )


def settings(*, app: str | None = None, uid: int | None = None) -> Call[Settings]:
    """`app`: the app whose onboarding is meant, 1 to 255 bytes; by default that of all apps."""
    return Call(method="GetSettings", read=member(Settings, "settings"), parameters=present(app=app, uid=uid))


def watch_settings(*, uid: int | None = None) -> Call[Settings]:
    """The settings now, then after every change of the user's settings, prints, PIN or items, even one that does not
    show in them; the same settings may be reported again.
    """
    return Call(method="WatchSettings", read=member(Settings, "settings"), parameters=present(uid=uid))


def onboardings(*, uid: int | None = None) -> Call[tuple[AppOnboarding, ...]]:
    """The apps whose offer of fingerprint unlocking the user has answered, by name."""
    return Call(method="ListOnboardings", read=member(tuple[AppOnboarding, ...], "apps"), parameters=present(uid=uid))


def limits() -> Call[Limits]:
    """The limits that a call may meet. They stay the same until the daemon is started again."""
    return Call(method="GetLimits", read=member(Limits, "limits"))


def last_login(*, uid: int | None = None) -> Call[LoginResult | None]:
    """What became of the user's item for logins at the newest login that asked for it; absent if none has since the
    daemon started, or since the item was stored.
    """
    return Call(
        method="GetLastLogin",
        localized=True,
        read=member(LoginResult | None, "login"),
        parameters=present(uid=uid),
    )


def enable_fingerprint(
    *,
    reason: str | None = None,
    on_progress: Shower | None = None,
    reader_id: str | None = None,
    timeout: float | None = None,
    wait: float | None = None,
    attempts: int | None = None,
    interaction: Interaction | None = None,
    on_behalf_of: RunningProcess | None = None,
    parent_window: str | None = None,
    activation_token: str | None = None,
) -> Call[Settings]:
    """Asks the user for an enrolled finger. Fingerprint unlocking, if it was off, is turned on only if the finger
    matched.
    """
    return Call(
        method="EnableFingerprint",
        localized=True,
        read=member(Settings, "settings"),
        parameters=present(reason=reason) | asking(reader_id=reader_id, timeout=timeout, wait=wait, attempts=attempts,
            interaction=interaction, on_behalf_of=on_behalf_of, parent_window=parent_window,
            activation_token=activation_token),
        on_progress=on_progress,
    )


def disable_fingerprint() -> Call[TurnedOff]:
    """When this returns, every fingerprint slot is destroyed on disk, and with it each item that has no other slot.
    Prints stay enrolled.
    """
    return Call(method="DisableFingerprint", read=whole(TurnedOff))


def answer_onboarding(answer: Onboarding, *, app: str | None = None) -> Call[Settings]:
    """Records that the user was offered fingerprint unlocking, and answered; the newest answer counts. With "app" it
    concerns that app alone, turns nothing on or off and ends no authentication. Without, "skipped" declines it for
    all apps: the first print does not turn it on, and the availability is "disabled"; "accepted" reverses that.
    Neither answer undoes `enable_fingerprint` or `disable_fingerprint`.
    """
    return Call(
        method="AnswerOnboarding",
        read=member(Settings, "settings"),
        parameters=present(answer=answer, app=app),
    )


def set_pin(new_pin: Typed, *, pin: Source = None, password: Source = None) -> Call[int]:
    """The first PIN needs the password if the user has one that the daemon checks; while that cannot be found out, the
    error is CredentialUnavailable. A later PIN needs the old one or the password. With the old PIN, every PIN slot
    is kept; with the password, items with a password slot get a new PIN slot and the others lose theirs (pinReset).
    A user without a password can set a first PIN only while no vouched print exists (CredentialNotSet, password). It
    destroys all fingerprint slots, even those for any enrolment (enrollmentChanged), because another person could
    set the PIN and enrol a finger. `pin`: at least 6 digits, or the number that the administrator set (`limits`),
    and at most 64, otherwise PINUnacceptable; with more than 512 bytes, InvalidParameter. The caller must overwrite
    `new_pin`.
    """
    return Call(
        method="SetPIN",
        localized=True,
        read=member(int, "invalidatedItems"),
        new_pin=new_pin,
        sources=sources(pin, password),
    )


def remove_pin(*, pin: Source = None, password: Source = None) -> Call[int]:
    """Needs the PIN or the password as credential. CredentialNotSet (pin) if there is no PIN; (password) if vouched
    prints exist and the user has no password that the daemon checks.
    """
    return Call(
        method="RemovePIN",
        localized=True,
        read=member(int, "invalidatedItems"),
        sources=sources(pin, password),
    )


def preview_change(change: PlannedChange) -> Call[Cost]:
    """What the next change would cost: the names of the items that would be invalidated, and of those that would lose
    their fingerprint until renewed (`losing_fingerprint`). For setPIN, the cost with the password, if the user has
    one.

    `change`: The change, by the name of its method.
    """
    return Call(method="PreviewChange", read=whole(Cost), parameters=present(change=change))


def revoke_all() -> Call[int]:
    """Ends every authentication and every waiting call of the user on every connection, and destroys all of the user's
    items.
    """
    return Call(method="RevokeAll", read=member(int, "invalidatedItems"))


def reset(*, pin: Source = None, password: Source = None, uid: int | None = None) -> Call[None]:
    """Destroys everything of the user: prints (in the reader's own storage, too), PIN, items, settings, counters. Needs
    the password, or root: the way out of a forgotten PIN.
    """
    return Call(method="Reset", read=nothing, parameters=present(uid=uid), sources=sources(pin, password))


def items(*, uid: int | None = None) -> Call[tuple[Item, ...]]:
    """All of the user's items, by name, including invalidated ones."""
    return Call(method="ListItems", read=member(tuple[Item, ...], "items"), parameters=present(uid=uid))


def watch_items(*, uid: int | None = None) -> Call[tuple[Item, ...]]:
    """Items as `items` returns them, then again after every change of the user's settings, prints, PIN or items; the
    same items may be reported again. A use of an item, which changes `last_used_at`, is not reported.
    """
    return Call(method="WatchItems", read=member(tuple[Item, ...], "items"), parameters=present(uid=uid))


def item(name: str, *, uid: int | None = None) -> Call[Item]:
    """The item of that name, even if invalidated; opens nothing, and does not ask the user."""
    return Call(method="GetItem", read=member(Item, "item"), parameters=present(name=name, uid=uid))


def store(
    name: str,
    secret: bytes | bytearray,
    *,
    label: str | None = None,
    replace: bool | None = None,
    reason: str | None = None,
    access: Access | None = None,
    pin: Source = None,
    password: Source = None,
    on_progress: Shower | None = None,
    max_age: float | None = None,
    reader_id: str | None = None,
    timeout: float | None = None,
    wait: float | None = None,
    attempts: int | None = None,
    interaction: Interaction | None = None,
    on_behalf_of: RunningProcess | None = None,
    parent_window: str | None = None,
    activation_token: str | None = None,
) -> Call[Item]:
    """Asks the user, unless the access names no fingerprint or no finger is enrolled; the secret is written only if
    that succeeded. If the access names fingerprint and no finger can open anything, the other slots are made; if
    there are none to make, the error is NotEnrolled, NoHardware or Disabled. A credential, if given, must be one of
    the access's factors (otherwise FactorNotAllowed); all slots are written, whichever factor was presented. A PIN
    or password in the access that the user does not have is CredentialNotSet. Of an item that "system" opens, the
    secret is the account's password; one with a NUL is CredentialRequired, behind all that would refuse the item
    without a password. The caller must overwrite `secret`.

    `name`: 1 to 255 bytes of UTF-8 without control characters ("org.example.App/token" keeps apps apart).

    `secret`: 1 to 65536 bytes.

    `label`: The text that people are shown instead of the name, 1 to 200 characters.

    `replace`: Whether to replace an item of that name; by default no: ItemExists. Not needed for an invalidated
    item; the old item is unchanged until the new one is on disk. A passkey is never replaced so.

    `access`: By default the fingerprint alone, bound to the current enrolment, like an AccessChoice without members:
    when a finger is added or removed, the item is destroyed. BiometricGate's own clients and the command line pass a
    finger or the PIN instead (or the password, if the user has one and no PIN).
    """
    return Call(
        method="StoreSecret",
        localized=True,
        read=member(Item, "item"),
        parameters=present(name=name, label=label, replace=replace, reason=reason) | asking(max_age=max_age,
            reader_id=reader_id, timeout=timeout, wait=wait, attempts=attempts, interaction=interaction,
            on_behalf_of=on_behalf_of, parent_window=parent_window, activation_token=activation_token),
        secret=sealable(secret),
        sources=sources(pin, password),
        on_progress=on_progress,
        races=True,
        access=access or Access(),
    )


def open_all(
    names: Sequence[str],
    *,
    reason: str,
    pin: Source = None,
    password: Source = None,
    on_progress: Shower | None = None,
    max_age: float | None = None,
    reader_id: str | None = None,
    timeout: float | None = None,
    wait: float | None = None,
    attempts: int | None = None,
    interaction: Interaction | None = None,
    on_behalf_of: RunningProcess | None = None,
    parent_window: str | None = None,
    activation_token: str | None = None,
    uid: int | None = None,
) -> Call[dict[str, Secret]]:
    """Retrieves several secrets by one confirmation: all of them, or none. The request lists every one of them. Asks
    the user, as `open` does; a factor has to open each of the items, and the call takes the factors that do
    (FactorNotAllowed, if there is none). An earlier authentication counts if it counts for each; a `max_age` of 0 in
    an access forbids that, and not this call. Refused before anybody is asked: a name given twice, an item that
    "system" opens or whose access has alone (InvalidParameter names it: "names[1]"), and more than 262144 bytes
    together (LimitExceeded).

    `names`: 2 to 16 names of secrets, each once.
    """
    return Call(
        method="RetrieveSecrets",
        localized=True,
        read=secrets(names),
        parameters=present(names=names, reason=reason, uid=uid) | asking(max_age=max_age, reader_id=reader_id,
            timeout=timeout, wait=wait, attempts=attempts, interaction=interaction, on_behalf_of=on_behalf_of,
            parent_window=parent_window, activation_token=activation_token),
        sources=sources(pin, password),
        on_progress=on_progress,
        races=True,
    )


def update(
    name: str,
    secret: bytes | bytearray,
    *,
    reason: str | None = None,
    pin: Source = None,
    password: Source = None,
    on_progress: Shower | None = None,
    max_age: float | None = None,
    reader_id: str | None = None,
    timeout: float | None = None,
    wait: float | None = None,
    attempts: int | None = None,
    interaction: Interaction | None = None,
    on_behalf_of: RunningProcess | None = None,
    parent_window: str | None = None,
    activation_token: str | None = None,
) -> Call[Item]:
    """Gives a secret new content, and keeps its label, access, owner and creation; `updated_by` and `updated_at` report
    it. For a key the error is ItemNotFound, for an item that "system" opens NotPermitted. Asks the user, and makes
    the slots, as `store` does with that access: an item of a PIN or a password alone gets new content without
    anybody being asked. A factor of the access that the user has no more gets no slot. The caller must overwrite
    `secret`.

    `name`: The item's name.

    `secret`: As for `store`.
    """
    return Call(
        method="UpdateSecret",
        localized=True,
        read=member(Item, "item"),
        parameters=present(name=name, reason=reason) | asking(max_age=max_age, reader_id=reader_id, timeout=timeout,
            wait=wait, attempts=attempts, interaction=interaction, on_behalf_of=on_behalf_of,
            parent_window=parent_window, activation_token=activation_token),
        secret=sealable(secret),
        sources=sources(pin, password),
        on_progress=on_progress,
        races=True,
    )


def open(
    name: str,
    *,
    reason: str,
    pin: Source = None,
    password: Source = None,
    on_progress: Shower | None = None,
    max_age: float | None = None,
    reader_id: str | None = None,
    timeout: float | None = None,
    wait: float | None = None,
    attempts: int | None = None,
    interaction: Interaction | None = None,
    on_behalf_of: RunningProcess | None = None,
    parent_window: str | None = None,
    activation_token: str | None = None,
    uid: int | None = None,
) -> Call[Secret]:
    """Asks the user. For a key of that name the error is ItemNotFound, because keys cannot be retrieved.

    `name`: The item's name.
    """
    return Call(
        method="RetrieveSecret",
        localized=True,
        read=secret_of,
        parameters=present(name=name, reason=reason, uid=uid) | asking(max_age=max_age, reader_id=reader_id,
            timeout=timeout, wait=wait, attempts=attempts, interaction=interaction, on_behalf_of=on_behalf_of,
            parent_window=parent_window, activation_token=activation_token),
        sources=sources(pin, password),
        on_progress=on_progress,
        races=True,
    )


def create_key(
    name: str,
    algorithm: Algorithm,
    *,
    usage: Usage | None = None,
    label: str | None = None,
    replace: bool | None = None,
    reason: str | None = None,
    access: Access | None = None,
    pin: Source = None,
    password: Source = None,
    on_progress: Shower | None = None,
    max_age: float | None = None,
    reader_id: str | None = None,
    timeout: float | None = None,
    wait: float | None = None,
    attempts: int | None = None,
    interaction: Interaction | None = None,
    on_behalf_of: RunningProcess | None = None,
    parent_window: str | None = None,
    activation_token: str | None = None,
) -> Call[Item]:
    """Like `store`. The private key is made in the daemon (or its TPM) and never leaves it.

    `name`: As for `store`; keys and secrets share their names.

    `algorithm`: The signature algorithm; see `sign`.

    `usage`: What the key signs, general or ssh; by default general. It cannot be changed.

    `label`: As for `store`.

    `replace`: As for `store`.

    `access`: As for `store`.
    """
    return Call(
        method="CreateKey",
        localized=True,
        read=member(Item, "item"),
        parameters=present(name=name, algorithm=algorithm, usage=usage, label=label, replace=replace, reason=reason) |
            asking(max_age=max_age, reader_id=reader_id, timeout=timeout, wait=wait, attempts=attempts,
            interaction=interaction, on_behalf_of=on_behalf_of, parent_window=parent_window,
            activation_token=activation_token),
        sources=sources(pin, password),
        on_progress=on_progress,
        races=True,
        access=access or Access(),
    )


def import_key(
    name: str,
    file: bytes | bytearray,
    *,
    label: str | None = None,
    replace: bool | None = None,
    reason: str | None = None,
    access: Access | None = None,
    pin: Source = None,
    password: Source = None,
    on_progress: Shower | None = None,
    max_age: float | None = None,
    reader_id: str | None = None,
    timeout: float | None = None,
    wait: float | None = None,
    attempts: int | None = None,
    interaction: Interaction | None = None,
    on_behalf_of: RunningProcess | None = None,
    parent_window: str | None = None,
    activation_token: str | None = None,
) -> Call[Item]:
    """Like `create_key`, for a key for ssh that exists: its usage is ssh. The daemon seals a copy of the private key,
    and does not change the file. An imported key is never in the TPM. The caller must overwrite `file`.

    `name`: As for `store`; keys and secrets share their names.

    `file`: The content of an OpenSSH private key file with a key of P-256 or Ed25519, 1 to 65536 bytes; with the
    lines around its own base64, or the bytes within them. Without a passphrase: the caller decrypts it. Every other
    content is an InvalidParameter, whose rule states what is wrong with it.

    `label`: As for `store`.

    `replace`: As for `store`.

    `access`: As for `store`.
    """
    return Call(
        method="ImportKey",
        localized=True,
        read=member(Item, "item"),
        parameters=present(name=name, label=label, replace=replace, reason=reason) | asking(max_age=max_age,
            reader_id=reader_id, timeout=timeout, wait=wait, attempts=attempts, interaction=interaction,
            on_behalf_of=on_behalf_of, parent_window=parent_window, activation_token=activation_token),
        secret=sealable(file),
        sources=sources(pin, password),
        on_progress=on_progress,
        races=True,
        access=access or Access(),
    )


def sign(
    name: str,
    challenge: bytes | bytearray,
    *,
    reason: str,
    pin: Source = None,
    password: Source = None,
    on_progress: Shower | None = None,
    max_age: float | None = None,
    reader_id: str | None = None,
    timeout: float | None = None,
    wait: float | None = None,
    attempts: int | None = None,
    interaction: Interaction | None = None,
    on_behalf_of: RunningProcess | None = None,
    parent_window: str | None = None,
    activation_token: str | None = None,
) -> Call[bytes]:
    """Asks the user. For a secret of that name the error is ItemNotFound; for a key for ssh and a passkey,
    SignatureRefused.

    `name`: The key's name.

    `challenge`: 1 to 65536 bytes.
    """
    return Call(
        method="Sign",
        localized=True,
        read=member(bytes, "signature"),
        parameters=present(name=name, challenge=sealable(challenge), reason=reason) | asking(max_age=max_age,
            reader_id=reader_id, timeout=timeout, wait=wait, attempts=attempts, interaction=interaction,
            on_behalf_of=on_behalf_of, parent_window=parent_window, activation_token=activation_token),
        sources=sources(pin, password),
        on_progress=on_progress,
        races=True,
    )


def sign_ssh(
    name: str,
    data: bytes | bytearray,
    *,
    bindings: Sequence[bytes | bytearray] | None = None,
    host_names: Sequence[str] | None = None,
    signed_object: bytes | bytearray | None = None,
    pin: Source = None,
    password: Source = None,
    on_progress: Shower | None = None,
    max_age: float | None = None,
    reader_id: str | None = None,
    timeout: float | None = None,
    wait: float | None = None,
    attempts: int | None = None,
    interaction: Interaction | None = None,
    on_behalf_of: RunningProcess | None = None,
    parent_window: str | None = None,
    activation_token: str | None = None,
) -> Call[bytes]:
    """Signs for OpenSSH and the programs that use its agent, by a key whose usage is ssh. Asks the user. The daemon
    reads what it signs: a login (RFC 4252, method publickey or publickey-hostbound-v00@openssh.com) or an SSHSIG.
    Nothing else is signed, and no login for another session, server or key than the bindings prove:
    SignatureRefused. The request's reason is the daemon's sentence about what is signed. Reuse: an authentication
    counts only for the same key, and for the same server's key reached without others on the way, or the same
    namespace of an SSHSIG, as the first call of the connection that a `max_age` was given in; never for a login
    whose server is not proved.

    `name`: The key's name.

    `data`: The bytes to sign, 1 to 16384.

    `bindings`: The requests session-bind@openssh.com that the program's connection to its agent has carried, in
    their order, each without the extension's name; at most 16.

    `host_names`: The caller's names for the servers of the bindings, in their order; empty for none. They are shown
    as its words.

    `signed_object`: The commit or tag that is signed, at most 131072 bytes. Its title is shown if its digest is the
    one that is signed.
    """
    return Call(
        method="SignSSH",
        localized=True,
        read=member(bytes, "signature"),
        parameters=present(name=name, data=sealable(data), bindings=bindings, host_names=host_names,
            object=signed_object) | asking(max_age=max_age, reader_id=reader_id, timeout=timeout, wait=wait,
            attempts=attempts, interaction=interaction, on_behalf_of=on_behalf_of, parent_window=parent_window,
            activation_token=activation_token),
        sources=sources(pin, password),
        on_progress=on_progress,
        races=True,
    )


def set_destinations(
    name: str,
    destinations: Sequence[SSHDestination],
    *,
    pin: Source = None,
    password: Source = None,
) -> Call[Item]:
    """Sets the servers that a key for ssh signs in to, in place of the ones before; an empty list: to all. A login to
    another server, or to one that proves no key, is then SignatureRefused (otherServer). Messages are signed as
    before. Needs the PIN or the password as credential: a finger vouches for no name. Ends the reuse of
    authentications for this key.

    `name`: The key's name.

    `destinations`: At most 32.
    """
    return Call(
        method="SetDestinations",
        localized=True,
        read=member(Item, "item"),
        parameters=present(name=name, destinations=destinations),
        sources=sources(pin, password),
    )


def renew(
    name: str,
    *,
    reason: str | None = None,
    pin: Source = None,
    password: Source = None,
    on_progress: Shower | None = None,
    max_age: float | None = None,
    reader_id: str | None = None,
    timeout: float | None = None,
    wait: float | None = None,
    attempts: int | None = None,
    interaction: Interaction | None = None,
    on_behalf_of: RunningProcess | None = None,
    parent_window: str | None = None,
    activation_token: str | None = None,
) -> Call[Item]:
    """For an item that a finger could open and does not, because the enrolment changed, fingerprint unlocking was off,
    or no finger was enrolled when it was stored; also for a passkey that was made before the user had a PIN, which
    the PIN opens from then on, too. Opens the item with the given PIN or password, asks the user for a finger, and
    creates its fingerprint slot under the present enrolment. The content is sealed under a new key, and no file
    contains the old one any more.

    `name`: The item's name.
    """
    return Call(
        method="RenewItem",
        localized=True,
        read=member(Item, "item"),
        parameters=present(name=name, reason=reason) | asking(max_age=max_age, reader_id=reader_id, timeout=timeout,
            wait=wait, attempts=attempts, interaction=interaction, on_behalf_of=on_behalf_of,
            parent_window=parent_window, activation_token=activation_token),
        sources=sources(pin, password, needed=True),
        on_progress=on_progress,
        needs_credential=True,
    )


def delete_item(name: str) -> Call[None]:
    """Destroys the item of that name and its content; does not ask the user."""
    return Call(method="DeleteItem", read=nothing, parameters=present(name=name))
