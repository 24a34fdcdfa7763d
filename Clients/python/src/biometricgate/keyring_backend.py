"""A backend for PyPI's `keyring`: passwords that open with a finger, a PIN or the account's password.

Choose it with `PYTHON_KEYRING_BACKEND=biometricgate.keyring_backend.Keyring`, or in keyring's configuration. It asks
the user at each use, so it does not replace a keyring that is unlocked with the session.
"""

from __future__ import annotations

import getpass
import os
import re
import sys
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import quote, unquote

from keyring.backend import KeyringBackend
from keyring.compat import properties
from keyring.credentials import Credential, SimpleCredential
from keyring.errors import KeyringError, KeyringLocked, PasswordDeleteError, PasswordSetError

from . import blocking
from ._asking import Asker
from .errors import GateError, InvalidParameter, ItemInvalidated, ItemNotFound, Refused
from .types import Interaction, ItemState, Progress

R = TypeVar("R")

_PREFIX = "keyring/"
#: The failures of a call, of an argument that cannot be sent, and of a secret that is not a text.
_FAILURES = (GateError, ValueError, TypeError)


class Keyring(KeyringBackend):
    """Each password is an item of the user's, `keyring/SERVICE/USERNAME`."""

    @properties.classproperty
    def priority(cls) -> float:
        """Above those of keyrings.alt that keep a file (0.5 in plain text, 0.6 encrypted), and below keyrings that do
        not ask the user (1 and more)."""
        path = blocking.Gate().socket
        if not os.path.exists(path):
            raise RuntimeError(f"no service listens on {path}")
        return 0.8

    def get_password(self, service: str, username: str) -> str | None:
        try:
            return _opened(_name(service, username))
        except (ItemNotFound, ItemInvalidated):
            return None
        except _FAILURES as error:
            raise _failure(error, KeyringError) from error

    def set_password(self, service: str, username: str, password: str) -> None:
        try:
            name, content = _name(service, username), _text(password).encode()
            asking: dict[str, Any] = dict(reason="Keep a password", interaction=Interaction.PROMPT, on_progress=_show)
            try:
                # Keeps the access that the user gave the item.
                _ask(lambda gate, pin: gate.update(name, content, pin=pin, password=pin, **asking))
            except (ItemNotFound, ItemInvalidated):
                label = _plain(f"{username} ({service})", 200)
                _ask(lambda gate, pin: gate.store(
                    name, content, label=label, replace=True, pin=pin, password=pin, **asking
                ))
        except _FAILURES as error:
            raise _failure(error, PasswordSetError) from error

    def delete_password(self, service: str, username: str) -> None:
        try:
            _ask(lambda gate, _: gate.delete_item(_name(service, username)))
        except _FAILURES as error:
            raise _failure(error, PasswordDeleteError) from error

    def get_credential(self, service: str, username: str | None) -> Credential | None:
        """Without a username, that of the service's first password, which is opened when it is read: twine reads only
        the username of this one."""
        if username is not None:
            password = self.get_password(service, username)
            return None if password is None else SimpleCredential(username, password)
        try:
            prefix = _name(service, "")
            items = _ask(lambda gate, _: gate.items())
        except _FAILURES as error:
            raise _failure(error, KeyringError) from error
        names = (item.name for item in items if item.name.startswith(prefix) and item.state is ItemState.VALID)
        return next((_Unopened(name, unquote(name.removeprefix(prefix))) for name in names), None)


class _Unopened(Credential):
    """Asks the user when the password is first read."""

    def __init__(self, name: str, username: str) -> None:
        self._name, self._username = name, username
        self._password: str | None = None

    @property
    def username(self) -> str:
        return self._username

    @property
    def password(self) -> str:
        if self._password is None:
            try:
                self._password = _opened(self._name)
            except _FAILURES as error:
                raise _failure(error, KeyringError) from error
        return self._password


def _opened(name: str) -> str:
    with _ask(lambda gate, pin: gate.open(
        name, reason="Use a password", pin=pin, password=pin, interaction=Interaction.PROMPT, on_progress=_show,
    )) as secret:
        try:
            return secret.decode()
        except UnicodeDecodeError:
            pass
        # Outside the handler, because a UnicodeDecodeError holds a copy of the secret.
        raise ValueError("the password is not a text in UTF-8")


def _name(service: str, username: str) -> str:
    """Refuses separators and control characters in both, so that no two pairs share a name."""
    return _PREFIX + "/".join(
        re.sub(r"[%/\x00-\x1f\x7f-\x9f]", lambda found: quote(found[0], safe=""), _text(part))
        for part in (service, username)
    )


def _text(value: object) -> str:
    """TypeError unless it is a text: callers pass the None of another call on."""
    if not isinstance(value, str):
        raise TypeError(f"a service, a username and a password are each a str, not {type(value).__name__}")
    return value


def _plain(text: str, limit: int) -> str:
    return "".join(letter for letter in text if letter.isprintable())[:limit]


def _ask(call: Callable[[blocking.Gate, Asker | None], R]) -> R:
    """Asks for the PIN at a terminal, if there is one; a desktop shows its own prompt."""
    with blocking.Gate() as gate:
        return call(gate, getpass.getpass if sys.stdin and sys.stdin.isatty() else None)


def _show(progress: Progress) -> None:
    if progress.interaction != Interaction.PROMPT and sys.stderr and sys.stderr.isatty():
        print(progress.message, file=sys.stderr)


def _failure(error: Exception, kind: type[KeyringError]) -> KeyringError:
    is_locked = isinstance(error, Refused) and not isinstance(error, InvalidParameter)
    return KeyringLocked(str(error)) if kind is KeyringError and is_locked else kind(str(error))
