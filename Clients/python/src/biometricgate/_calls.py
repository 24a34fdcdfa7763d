"""Each method of the contract as a value, except those for items. Both clients perform these."""

from __future__ import annotations

from collections.abc import Sequence

from ._asking import Source, Typed
from ._call import Call, Shower
from ._parts import asking, member, nothing, present, sources, whole
from .types import (
    AppOnboarding,
    Authentication,
    Availability,
    Cost,
    Enrolled,
    Factor,
    Finger,
    Interaction,
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
    ServiceInfo,
    Settings,
    TurnedOff,
    Verb,
)

# ---- Readers ----


def readers() -> Call[tuple[Reader, ...]]:
    """The readers that are present."""
    return Call(method="ListReaders", read=member(tuple[Reader, ...], "readers"))


def watch_readers() -> Call[ReaderChange]:
    """The readers that are present, then each change."""
    return Call(method="WatchReaders", read=whole(ReaderChange))


def clear_reader(reader_id: str) -> Call[None]:
    """Erases every print in the reader's own storage, whoever enrolled it. Only root may call it."""
    return Call(method="ClearReader", read=nothing, parameters=present(reader_id=reader_id))


# ---- Availability and authentication ----


def availability(*, uid: int | None = None) -> Call[Availability]:
    """Whether a fingerprint can be asked for now. For display; a call needs no check beforehand."""
    return Call(method="GetAvailability", localized=True, read=member(Availability, "availability"), parameters=present(uid=uid))


def watch_availability(*, uid: int | None = None) -> Call[Availability]:
    """The availability now, then whenever it changes."""
    return Call(method="WatchAvailability", localized=True, read=member(Availability, "availability"), parameters=present(uid=uid))


def authenticate(
    *,
    reason: str,
    verb: Verb | None = None,
    factors: Sequence[Factor] | None = None,
    max_age: float | None = None,
    pin: Source = None,
    password: Source = None,
    on_progress: Shower | None = None,
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
    """Asks for the user and opens nothing; the answer is only a yes."""
    return Call(
        method="Authenticate",
        localized=True,
        read=member(Authentication, "authentication"),
        parameters=present(reason=reason, verb=verb, factors=None if factors is None else list(factors), uid=uid)
        | asking(max_age, reader_id, timeout, wait, attempts, interaction, on_behalf_of, parent_window, activation_token),
        sources=sources(pin, password),
        on_progress=on_progress,
        races=True,
    )


def last_authentication() -> Call[Authentication | None]:
    """The newest authentication on this connection that still counts."""
    return Call(method="GetLastAuthentication", read=member(Authentication | None, "authentication"))


def forget_authentication() -> Call[None]:
    """Ends the authentications of this connection."""
    return Call(method="ForgetAuthentication", read=nothing)


def watch_requests(*, prompts: bool = False, remote: bool = False, several: bool = False) -> Call[RequestChange]:
    """The user's waiting calls, from any program, then each change. `prompts`: this program shows the desktop's prompt;
    with `several`, also of requests about several items, each of which it shows."""
    return Call(
        method="WatchRequests",
        localized=True,
        read=whole(RequestChange),
        parameters=present(prompts=prompts or None, remote=remote or None, several=several or None),
    )


def answer_request(request_id: str, *, pin: Typed | None = None, password: Typed | None = None) -> Call[None]:
    """Gives a PIN or a password to a waiting call of the user's on another connection."""
    return Call(
        method="AnswerRequest",
        read=nothing,
        parameters=present(request_id=request_id),
        sources=sources(pin, password),
    )


def cancel_request(request_id: str) -> Call[None]:
    """Ends a waiting call of the user's on another connection."""
    return Call(method="CancelRequest", read=nothing, parameters=present(request_id=request_id))


def hold_request(request_id: str) -> Call[None]:
    """Restarts the time limit of a waiting call, at most ten times."""
    return Call(method="HoldRequest", read=nothing, parameters=present(request_id=request_id))


# ---- Enrolment ----


def prints(*, uid: int | None = None) -> Call[Prints]:
    """The enrolled fingers."""
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
    """Asks for as many touches as the reader wants. Needs the PIN or the password."""
    return Call(
        method="Enroll",
        localized=True,
        read=whole(Enrolled),
        parameters=present(finger=finger, label=label, uid=uid) | asking(None, reader_id, timeout, wait),
        sources=sources(pin, password),
        on_progress=on_progress,
    )


def delete_print(
    print_id: str, *, pin: Source = None, password: Source = None, uid: int | None = None
) -> Call[int]:
    """Deletes an enrolled finger, and returns how many items that invalidated."""
    return Call(
        method="DeletePrint",
        localized=True,
        read=member(int, "invalidatedItems"),
        parameters=present(print_id=print_id, uid=uid),
        sources=sources(pin, password),
    )


def vouch_prints(
    print_ids: Sequence[str], *, pin: Source = None, password: Source = None, uid: int | None = None
) -> Call[int]:
    """Vouches for fingers that the system's settings added, which open nothing before; returns how many items that
    invalidated."""
    return Call(
        method="VouchPrints",
        localized=True,
        read=member(int, "invalidatedItems"),
        parameters=present(print_ids=list(print_ids), uid=uid),
        sources=sources(pin, password),
    )


def rename_print(print_id: str, *, label: str | None = None, uid: int | None = None) -> Call[Print]:
    """Sets the user's own name for an enrolled finger; None removes it."""
    return Call(
        method="RenamePrint",
        localized=True,
        read=member(Print, "print"),
        parameters=present(print_id=print_id, label=label, uid=uid),
    )


def delete_all_prints(*, pin: Source = None, password: Source = None, uid: int | None = None) -> Call[int]:
    """Deletes every enrolled finger, and returns how many items that invalidated."""
    return Call(
        method="DeleteAllPrints",
        localized=True,
        read=member(int, "invalidatedItems"),
        parameters=present(uid=uid),
        sources=sources(pin, password),
    )


# ---- Settings ----


def settings(*, app: str | None = None, uid: int | None = None) -> Call[Settings]:
    """The user's switches; `onboarding` is the answer given for that app."""
    return Call(method="GetSettings", read=member(Settings, "settings"), parameters=present(app=app, uid=uid))


def watch_settings(*, uid: int | None = None) -> Call[Settings]:
    """The settings now, then after every change of settings, prints, PIN or items, even one that does not show in them.
    """
    return Call(method="WatchSettings", read=member(Settings, "settings"), parameters=present(uid=uid))


def onboardings(*, uid: int | None = None) -> Call[tuple[AppOnboarding, ...]]:
    """The apps whose offer the user has answered, and the answers."""
    return Call(method="ListOnboardings", read=member(tuple[AppOnboarding, ...], "apps"), parameters=present(uid=uid))


def last_login(*, uid: int | None = None) -> Call[LoginResult | None]:
    """What became of the user's item for logins at the newest login that asked for it; None where none has."""
    return Call(
        method="GetLastLogin",
        localized=True,
        read=member(LoginResult | None, "login"),
        parameters=present(uid=uid),
    )


def limits() -> Call[Limits]:
    """The limits that a call may meet. They stay the same until the service is started again."""
    return Call(method="GetLimits", read=member(Limits, "limits"))


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
    """Asks for an enrolled finger, and turns fingerprint unlocking on if it matches."""
    return Call(
        method="EnableFingerprint",
        localized=True,
        read=member(Settings, "settings"),
        parameters=present(reason=reason) | asking(None, reader_id, timeout, wait, attempts, interaction, on_behalf_of, parent_window, activation_token),
        on_progress=on_progress,
    )


def disable_fingerprint() -> Call[TurnedOff]:
    """Destroys every fingerprint slot, and each item without another slot. Prints stay. Does not ask the user."""
    return Call(method="DisableFingerprint", read=whole(TurnedOff))


def answer_onboarding(answer: Onboarding, *, app: str | None = None) -> Call[Settings]:
    """Records that the app offered fingerprint unlocking, and the user's answer."""
    return Call(
        method="AnswerOnboarding", read=member(Settings, "settings"), parameters=present(answer=answer, app=app)
    )


def set_pin(new: Typed, *, pin: Source = None, password: Source = None) -> Call[int]:
    """Sets the PIN, or replaces it with the old PIN or the password, and returns how many items that invalidated.

    The caller must overwrite `new`."""
    return Call(
        method="SetPIN",
        localized=True,
        read=member(int, "invalidatedItems"),
        new_pin=new,
        sources=sources(pin, password),
    )


def remove_pin(*, pin: Source = None, password: Source = None) -> Call[int]:
    """Removes the PIN, and returns how many items that invalidated."""
    return Call(method="RemovePIN", localized=True, read=member(int, "invalidatedItems"), sources=sources(pin, password))


def preview_change(change: PlannedChange) -> Call[Cost]:
    """What such a change would cost."""
    return Call(method="PreviewChange", read=whole(Cost), parameters=present(change=change))


def revoke_all() -> Call[int]:
    """Ends every authentication of the user, destroys all items, and returns their number. Does not ask the user."""
    return Call(method="RevokeAll", read=member(int, "invalidatedItems"))


def reset(*, pin: Source = None, password: Source = None, uid: int | None = None) -> Call[None]:
    """Destroys everything of the user."""
    return Call(method="Reset", read=nothing, parameters=present(uid=uid), sources=sources(pin, password))


# ---- The service ----


def info() -> Call[ServiceInfo]:
    """The name and version of the service at the socket."""
    return Call(method="org.varlink.service.GetInfo", read=whole(ServiceInfo))


def interface_description(interface: str = "org.biometricgate.Gate") -> Call[str]:
    """The contract, as its text."""
    return Call(
        method="org.varlink.service.GetInterfaceDescription",
        read=member(str, "description"),
        parameters=present(interface=interface),
    )
