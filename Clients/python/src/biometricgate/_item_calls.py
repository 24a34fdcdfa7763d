"""The contract's methods for items, each as a value."""

from __future__ import annotations

from binascii import b2a_base64
from collections.abc import Sequence

from . import _reading
from ._asking import Source
from ._call import Call, Shower
from ._parts import asking, member, nothing, present, sealable, sources
from ._wire import Reply, Secret
from .types import Access, Algorithm, Authentication, Interaction, Item, RunningProcess, SSHDestination, Usage


def _base64(data: bytes | bytearray) -> str:
    return b2a_base64(data, newline=False).decode()


def _secret(reply: Reply) -> Secret:
    if reply.secret is None:
        raise ValueError("no readable secret")
    reply.secret.authentication = _reading.read(
        Authentication | None, reply.parameters.get("authentication"), "authentication"
    )
    return reply.secret


def _secrets(names: Sequence[str], reply: Reply) -> dict[str, Secret]:
    if len(reply.secrets) != len(names):
        raise ValueError("no readable secrets")
    return dict(zip(names, reply.secrets))


def items(*, uid: int | None = None) -> Call[tuple[Item, ...]]:
    """The user's items, without their contents."""
    return Call(method="ListItems", read=member(tuple[Item, ...], "items"), parameters=present(uid=uid))


def watch_items(*, uid: int | None = None) -> Call[tuple[Item, ...]]:
    """The user's items now, then after every change of settings, prints, PIN or items."""
    return Call(method="WatchItems", read=member(tuple[Item, ...], "items"), parameters=present(uid=uid))


def item(name: str, *, uid: int | None = None) -> Call[Item]:
    """One of the user's items, without its content."""
    return Call(method="GetItem", read=member(Item, "item"), parameters=present(name=name, uid=uid))


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
    wait: float | None = None,
    attempts: int | None = None,
    interaction: Interaction | None = None,
    on_behalf_of: RunningProcess | None = None,
    parent_window: str | None = None,
    activation_token: str | None = None,
) -> Call[Item]:
    """Seals 1 to 65536 bytes, which the caller must overwrite. Asks the user. Without `access` a finger opens the item,
    or the PIN (if there is none, the password)."""
    return Call(
        method="StoreSecret",
        localized=True,
        read=member(Item, "item"),
        parameters=present(name=name, label=label, replace=replace, reason=reason)
        | asking(max_age, reader_id, timeout, wait, attempts, interaction, on_behalf_of, parent_window, activation_token),
        secret=sealable(secret),
        sources=sources(pin, password),
        on_progress=on_progress,
        races=True,
        access=access or Access(),
    )


def update(
    name: str,
    secret: bytes | bytearray,
    *,
    reason: str | None = None,
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
) -> Call[Item]:
    """Gives a secret new content, and keeps its label and access; otherwise as `store`."""
    return Call(
        method="UpdateSecret",
        localized=True,
        read=member(Item, "item"),
        parameters=present(name=name, reason=reason)
        | asking(max_age, reader_id, timeout, wait, attempts, interaction, on_behalf_of, parent_window, activation_token),
        secret=sealable(secret),
        sources=sources(pin, password),
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
    wait: float | None = None,
    attempts: int | None = None,
    interaction: Interaction | None = None,
    on_behalf_of: RunningProcess | None = None,
    parent_window: str | None = None,
    activation_token: str | None = None,
    uid: int | None = None,
) -> Call[Secret]:
    """Opens a sealed secret. Asks the user."""
    return Call(
        method="RetrieveSecret",
        localized=True,
        read=_secret,
        parameters=present(name=name, reason=reason, uid=uid) | asking(max_age, reader_id, timeout, wait, attempts, interaction, on_behalf_of, parent_window, activation_token),
        sources=sources(pin, password),
        on_progress=on_progress,
        races=True,
    )


def open_all(
    names: Sequence[str],
    *,
    reason: str,
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
) -> Call[dict[str, Secret]]:
    """Opens 2 to 16 sealed secrets by one confirmation, all or none. The user is shown every one of them."""
    return Call(
        method="RetrieveSecrets",
        localized=True,
        read=lambda reply: _secrets(names, reply),
        parameters=present(names=list(names), reason=reason, uid=uid) | asking(max_age, reader_id, timeout, wait, attempts, interaction, on_behalf_of, parent_window, activation_token),
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
    access: Access | None = None,
    replace: bool | None = None,
    reason: str | None = None,
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
) -> Call[Item]:
    """Makes a signing key; no method returns its private half, and the public one is in the item. Asks the user.
    `access` is as in `store`."""
    return Call(
        method="CreateKey",
        localized=True,
        read=member(Item, "item"),
        parameters=present(name=name, algorithm=algorithm, usage=usage, label=label, replace=replace, reason=reason)
        | asking(max_age, reader_id, timeout, wait, attempts, interaction, on_behalf_of, parent_window, activation_token),
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
    access: Access | None = None,
    replace: bool | None = None,
    reason: str | None = None,
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
) -> Call[Item]:
    """Seals a copy of a private key for ssh, which the caller must overwrite: the bytes of an OpenSSH private key file of
    P-256 or Ed25519, without a passphrase. Asks the user. `access` is as in `store`."""
    return Call(
        method="ImportKey",
        localized=True,
        read=member(Item, "item"),
        parameters=present(name=name, label=label, replace=replace, reason=reason)
        | asking(max_age, reader_id, timeout, wait, attempts, interaction, on_behalf_of, parent_window, activation_token),
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
) -> Call[bytes]:
    """Signs 1 to 65536 bytes: ECDSA over SHA-256 in DER, or 64 bytes of Ed25519. Asks the user."""
    return Call(
        method="Sign",
        localized=True,
        read=member(bytes, "signature"),
        parameters=present(name=name, challenge=b2a_base64(sealable(challenge), newline=False).decode(), reason=reason)
        | asking(max_age, reader_id, timeout, wait, attempts, interaction, on_behalf_of, parent_window, activation_token),
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
) -> Call[bytes]:
    """Signs a login or an SSHSIG by a key for ssh. The daemon reads and verifies it, and shows it to the user.
    `bindings` are the bodies of the connection's session-bind requests, `signed_object` the commit or tag."""
    return Call(
        method="SignSSH",
        localized=True,
        read=member(bytes, "signature"),
        parameters=present(
            name=name,
            data=_base64(data),
            bindings=None if bindings is None else [_base64(binding) for binding in bindings],
            host_names=None if host_names is None else list(host_names),
            object=None if signed_object is None else _base64(signed_object),
        )
        | asking(max_age, reader_id, timeout, wait, attempts, interaction, on_behalf_of, parent_window, activation_token),
        sources=sources(pin, password),
        on_progress=on_progress,
        races=True,
    )


def set_destinations(
    name: str, destinations: Sequence[SSHDestination], *, pin: Source = None, password: Source = None
) -> Call[Item]:
    """Sets the only servers that a key for ssh signs in to; none: it signs in to all. Needs the PIN or the password."""
    sent = [
        present(name=one.name, key=_base64(one.key), authority=one.authority, user=one.user) for one in destinations
    ]
    return Call(
        method="SetDestinations",
        localized=True,
        read=member(Item, "item"),
        parameters=present(name=name, destinations=sent),
        sources=sources(pin, password),
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
    wait: float | None = None,
    attempts: int | None = None,
    interaction: Interaction | None = None,
    on_behalf_of: RunningProcess | None = None,
    parent_window: str | None = None,
    activation_token: str | None = None,
) -> Call[Item]:
    """Restores an item's fingerprint access after the fingers changed. Needs the PIN or the password, and a finger."""
    if pin is None and password is None:
        raise ValueError("renewing needs the PIN or the password")
    return Call(
        method="RenewItem",
        localized=True,
        read=member(Item, "item"),
        parameters=present(name=name, reason=reason) | asking(max_age, reader_id, timeout, wait, attempts, interaction, on_behalf_of, parent_window, activation_token),
        sources=sources(pin, password),
        on_progress=on_progress,
        needs_credential=True,
    )


def delete_item(name: str) -> Call[None]:
    """Destroys an item. Does not ask the user."""
    return Call(method="DeleteItem", read=nothing, parameters=present(name=name))
