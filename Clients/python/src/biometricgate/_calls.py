"""Each method of the contract as a value. Both clients perform these."""

from __future__ import annotations

from binascii import b2a_base64
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from . import _reading
from ._call import Call, Shower, Source, Typed
from ._wire import Reply, Secret
from .types import (
    Access,
    Algorithm,
    Authentication,
    Availability,
    Cost,
    Enrolled,
    Factor,
    Finger,
    Item,
    Onboarding,
    PlannedChange,
    Prints,
    Reader,
    ReaderChange,
    RequestChange,
    ServiceInfo,
    Settings,
    TurnedOff,
)

R = TypeVar("R")


def _member(kind: Any, name: str) -> Callable[[Reply], Any]:
    return lambda reply: _reading.read(kind, reply.parameters.get(name), name)


def _whole(kind: type[R]) -> Callable[[Reply], R]:
    return lambda reply: _reading.read(kind, reply.parameters)


def _nothing(_: Reply) -> None:
    return None


def _secret(reply: Reply) -> Secret:
    if reply.secret is None:
        raise ValueError("no readable secret")
    reply.secret.authentication = _reading.read(
        Authentication | None, reply.parameters.get("authentication"), "authentication"
    )
    return reply.secret


def _present(**parameters: Any) -> dict[str, Any]:
    return {_reading.wire_name(name): value for name, value in parameters.items() if value is not None}


def _asking(
    max_age: float | None = None, reader_id: str | None = None, timeout: float | None = None
) -> dict[str, Any]:
    return _present(
        max_age=None if max_age is None else int(max_age),
        reader_id=reader_id,
        timeout_seconds=None if timeout is None else -int(-timeout // 1),
    )


def _sources(pin: Source, password: Source) -> dict[Factor, Source]:
    if pin is not None and password is not None and not (callable(pin) and callable(password)):
        raise ValueError("a call takes one credential: a PIN or a password")
    return {Factor.PIN: pin, Factor.PASSWORD: password}


# ---- Readers ----


def readers() -> Call[tuple[Reader, ...]]:
    """The readers that are present."""
    return Call(method="ListReaders", read=_member(tuple[Reader, ...], "readers"))


def watch_readers() -> Call[ReaderChange]:
    """The readers that are present, then each change."""
    return Call(method="WatchReaders", read=_whole(ReaderChange))


def clear_reader(reader_id: str) -> Call[None]:
    """Erases every print in the reader's own storage, whoever enrolled it. Root's to ask for."""
    return Call(method="ClearReader", read=_nothing, parameters=_present(reader_id=reader_id))


# ---- Availability and authentication ----


def availability(*, uid: int | None = None) -> Call[Availability]:
    """Whether a fingerprint can be asked for now. For what is shown; before a call it need not be asked."""
    return Call(method="GetAvailability", localized=True, read=_member(Availability, "availability"), parameters=_present(uid=uid))


def watch_availability(*, uid: int | None = None) -> Call[Availability]:
    """The availability now, then whenever it changes."""
    return Call(method="WatchAvailability", localized=True, read=_member(Availability, "availability"), parameters=_present(uid=uid))


def authenticate(
    *,
    reason: str,
    factors: Sequence[Factor] | None = None,
    max_age: float | None = None,
    pin: Source = None,
    password: Source = None,
    on_progress: Shower | None = None,
    reader_id: str | None = None,
    timeout: float | None = None,
    uid: int | None = None,
) -> Call[Authentication]:
    """Asks for the user, and opens nothing: only a yes."""
    return Call(
        method="Authenticate",
        localized=True,
        read=_member(Authentication, "authentication"),
        parameters=_present(reason=reason, factors=None if factors is None else list(factors), uid=uid)
        | _asking(max_age, reader_id, timeout),
        sources=_sources(pin, password),
        on_progress=on_progress,
        races=True,
    )


def last_authentication() -> Call[Authentication | None]:
    """The newest authentication on this connection that still counts."""
    return Call(method="GetLastAuthentication", read=_member(Authentication | None, "authentication"))


def forget_authentication() -> Call[None]:
    """Ends the authentications of this connection."""
    return Call(method="ForgetAuthentication", read=_nothing)


def watch_requests() -> Call[RequestChange]:
    """The waiting calls of the user, whoever makes them, then each change."""
    return Call(method="WatchRequests", localized=True, read=_whole(RequestChange))


def answer_request(request_id: str, *, pin: Typed | None = None, password: Typed | None = None) -> Call[None]:
    """Gives a PIN or a password to a waiting call of another connection of the user."""
    return Call(
        method="AnswerRequest",
        read=_nothing,
        parameters=_present(request_id=request_id),
        sources=_sources(pin, password),
    )


def cancel_request(request_id: str) -> Call[None]:
    """Ends a waiting call of another connection of the user."""
    return Call(method="CancelRequest", read=_nothing, parameters=_present(request_id=request_id))


# ---- Enrolment ----


def prints(*, uid: int | None = None) -> Call[Prints]:
    """The enrolled fingers."""
    return Call(method="ListPrints", read=_whole(Prints), parameters=_present(uid=uid))


def enroll(
    finger: Finger,
    *,
    label: str | None = None,
    pin: Source = None,
    password: Source = None,
    on_progress: Shower | None = None,
    reader_id: str | None = None,
    timeout: float | None = None,
    uid: int | None = None,
) -> Call[Enrolled]:
    """Asks for as many touches as the reader wants. Needs the PIN or the password."""
    return Call(
        method="Enroll",
        localized=True,
        read=_whole(Enrolled),
        parameters=_present(finger=finger, label=label, uid=uid) | _asking(None, reader_id, timeout),
        sources=_sources(pin, password),
        on_progress=on_progress,
    )


def delete_print(
    print_id: str, *, pin: Source = None, password: Source = None, uid: int | None = None
) -> Call[int]:
    """Deletes an enrolled finger, and says how many items that invalidated."""
    return Call(
        method="DeletePrint",
        localized=True,
        read=_member(int, "invalidatedItems"),
        parameters=_present(print_id=print_id, uid=uid),
        sources=_sources(pin, password),
    )


def delete_all_prints(*, pin: Source = None, password: Source = None, uid: int | None = None) -> Call[int]:
    """Deletes every enrolled finger, and says how many items that invalidated."""
    return Call(
        method="DeleteAllPrints",
        localized=True,
        read=_member(int, "invalidatedItems"),
        parameters=_present(uid=uid),
        sources=_sources(pin, password),
    )


# ---- Settings ----


def settings(*, app: str | None = None, uid: int | None = None) -> Call[Settings]:
    """The user's switches; `onboarding` is the answer given for that app."""
    return Call(method="GetSettings", read=_member(Settings, "settings"), parameters=_present(app=app, uid=uid))


def enable_fingerprint(
    *,
    reason: str | None = None,
    on_progress: Shower | None = None,
    reader_id: str | None = None,
    timeout: float | None = None,
) -> Call[Settings]:
    """Asks for an enrolled finger, and turns fingerprint unlocking on if it matched."""
    return Call(
        method="EnableFingerprint",
        localized=True,
        read=_member(Settings, "settings"),
        parameters=_present(reason=reason) | _asking(None, reader_id, timeout),
        on_progress=on_progress,
    )


def disable_fingerprint() -> Call[TurnedOff]:
    """Destroys everything that a fingerprint could open. Prints stay. Asks nobody."""
    return Call(method="DisableFingerprint", read=_whole(TurnedOff))


def answer_onboarding(answer: Onboarding, *, app: str | None = None) -> Call[Settings]:
    """Notes that the user was offered fingerprint unlocking, by that app, and what they said."""
    return Call(
        method="AnswerOnboarding", read=_member(Settings, "settings"), parameters=_present(answer=answer, app=app)
    )


def set_pin(new: Typed, *, pin: Source = None, password: Source = None) -> Call[int]:
    """Sets the PIN, a later one with the old PIN or the password, and says how many items that invalidated.

    `new` stays the caller's to overwrite."""
    return Call(
        method="SetPIN",
        localized=True,
        read=_member(int, "invalidatedItems"),
        new_pin=new,
        sources=_sources(pin, password),
    )


def remove_pin(*, pin: Source = None, password: Source = None) -> Call[int]:
    """Removes the PIN, and says how many items that invalidated."""
    return Call(method="RemovePIN", localized=True, read=_member(int, "invalidatedItems"), sources=_sources(pin, password))


def preview_change(change: PlannedChange) -> Call[Cost]:
    """What such a change would cost."""
    return Call(method="PreviewChange", read=_whole(Cost), parameters=_present(change=change))


def revoke_all() -> Call[int]:
    """Ends every authentication of the user and destroys all items, and says how many those were. Asks nobody."""
    return Call(method="RevokeAll", read=_member(int, "invalidatedItems"))


def reset(*, pin: Source = None, password: Source = None, uid: int | None = None) -> Call[None]:
    """Destroys everything of the user."""
    return Call(method="Reset", read=_nothing, parameters=_present(uid=uid), sources=_sources(pin, password))


# ---- Items ----


def _access(access: Access | None) -> dict[str, Any] | None:
    return None if access is None else _reading.wire(access)


def items(*, uid: int | None = None) -> Call[tuple[Item, ...]]:
    """The user's items, without what is in them."""
    return Call(method="ListItems", read=_member(tuple[Item, ...], "items"), parameters=_present(uid=uid))


def item(name: str, *, uid: int | None = None) -> Call[Item]:
    """One of the user's items, without what is in it."""
    return Call(method="GetItem", read=_member(Item, "item"), parameters=_present(name=name, uid=uid))


def store(
    name: str,
    secret: bytes | bytearray,
    *,
    label: str | None = None,
    access: Access | None = None,
    replace: bool | None = None,
    reason: str | None = None,
    max_age: float | None = None,
    pin: Source = None,
    password: Source = None,
    on_progress: Shower | None = None,
    reader_id: str | None = None,
    timeout: float | None = None,
) -> Call[Item]:
    """Seals 1 to 65536 bytes, which stay the caller's to overwrite. Asks the user."""
    return Call(
        method="StoreSecret",
        localized=True,
        read=_member(Item, "item"),
        parameters=_present(name=name, label=label, access=_access(access), replace=replace, reason=reason)
        | _asking(max_age, reader_id, timeout),
        secret=secret,
        sources=_sources(pin, password),
        on_progress=on_progress,
        races=True,
    )


def open(
    name: str,
    *,
    reason: str,
    max_age: float | None = None,
    pin: Source = None,
    password: Source = None,
    on_progress: Shower | None = None,
    reader_id: str | None = None,
    timeout: float | None = None,
    uid: int | None = None,
) -> Call[Secret]:
    """Opens a sealed secret. Asks the user."""
    return Call(
        method="RetrieveSecret",
        localized=True,
        read=_secret,
        parameters=_present(name=name, reason=reason, uid=uid) | _asking(max_age, reader_id, timeout),
        sources=_sources(pin, password),
        on_progress=on_progress,
        races=True,
    )


def create_key(
    name: str,
    algorithm: Algorithm,
    *,
    label: str | None = None,
    access: Access | None = None,
    replace: bool | None = None,
    reason: str | None = None,
    max_age: float | None = None,
    pin: Source = None,
    password: Source = None,
    on_progress: Shower | None = None,
    reader_id: str | None = None,
    timeout: float | None = None,
) -> Call[Item]:
    """Makes a signing key whose private half no method hands out; the public one is in the item. Asks the user."""
    return Call(
        method="CreateKey",
        localized=True,
        read=_member(Item, "item"),
        parameters=_present(
            name=name, algorithm=algorithm, label=label, access=_access(access), replace=replace, reason=reason
        )
        | _asking(max_age, reader_id, timeout),
        sources=_sources(pin, password),
        on_progress=on_progress,
        races=True,
    )


def sign(
    name: str,
    challenge: bytes | bytearray,
    *,
    reason: str,
    max_age: float | None = None,
    pin: Source = None,
    password: Source = None,
    on_progress: Shower | None = None,
    reader_id: str | None = None,
    timeout: float | None = None,
) -> Call[bytes]:
    """Signs 1 to 65536 bytes: ECDSA over SHA-256 in DER, or 64 bytes of Ed25519. Asks the user."""
    return Call(
        method="Sign",
        localized=True,
        read=_member(bytes, "signature"),
        parameters=_present(name=name, challenge=b2a_base64(challenge, newline=False).decode(), reason=reason)
        | _asking(max_age, reader_id, timeout),
        sources=_sources(pin, password),
        on_progress=on_progress,
        races=True,
    )


def renew(
    name: str,
    *,
    pin: Source = None,
    password: Source = None,
    reason: str | None = None,
    max_age: float | None = None,
    on_progress: Shower | None = None,
    reader_id: str | None = None,
    timeout: float | None = None,
) -> Call[Item]:
    """Gives an item its fingerprint access back after the fingers changed. Needs the PIN or the password, and a finger."""
    if pin is None and password is None:
        raise ValueError("renewing needs the PIN or the password")
    return Call(
        method="RenewItem",
        localized=True,
        read=_member(Item, "item"),
        parameters=_present(name=name, reason=reason) | _asking(max_age, reader_id, timeout),
        sources=_sources(pin, password),
        on_progress=on_progress,
        needs_credential=True,
    )


def delete_item(name: str) -> Call[None]:
    """Destroys an item. Asks nobody."""
    return Call(method="DeleteItem", read=_nothing, parameters=_present(name=name))


# ---- The service ----


def info() -> Call[ServiceInfo]:
    """What serves the socket."""
    return Call(method="org.varlink.service.GetInfo", read=_whole(ServiceInfo))


def interface_description(interface: str = "org.biometricgate.Gate") -> Call[str]:
    """The contract, as its text."""
    return Call(
        method="org.varlink.service.GetInterfaceDescription",
        read=_member(str, "description"),
        parameters=_present(interface=interface),
    )
