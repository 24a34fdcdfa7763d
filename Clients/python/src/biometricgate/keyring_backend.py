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
from typing import TypeVar
from urllib.parse import quote, unquote

from keyring.backend import KeyringBackend
from keyring.compat import properties
from keyring.credentials import Credential, SimpleCredential
from keyring.errors import KeyringError, KeyringLocked, PasswordDeleteError, PasswordSetError

from . import blocking
from ._asking import Asker
from .errors import GateError, ItemInvalidated, ItemNotFound, Refused
from .types import Interaction, ItemState, Progress

R = TypeVar("R")

_PREFIX = "keyring/"


class Keyring(KeyringBackend):
    """Each password is an item of the user's, `keyring/SERVICE/USERNAME`."""

    @properties.classproperty
    def priority(cls) -> float:
        """Above "no keyring at all", and below keyrings that do not ask the user (1 and more)."""
        path = blocking.Gate().socket
        if not os.path.exists(path):
            raise RuntimeError(f"no service listens on {path}")
        return 0.5

    def get_password(self, service: str, username: str) -> str | None:
        name = _name(service, username)
        try:
            with _ask(lambda gate, pin: gate.open(
                name, reason=_reason(service, "Open"), pin=pin, password=pin, interaction=Interaction.PROMPT,
                on_progress=_show,
            )) as secret:
                return secret.decode()
        except (ItemNotFound, ItemInvalidated):
            return None
        except GateError as error:
            raise _failure(error, KeyringError) from error

    def set_password(self, service: str, username: str, password: str) -> None:
        try:
            _ask(lambda gate, pin: gate.store(
                _name(service, username), password.encode(), label=_plain(f"{username} ({service})", 200), replace=True,
                reason=_reason(service, "Keep"), pin=pin, password=pin, interaction=Interaction.PROMPT, on_progress=_show,
            ))
        except (GateError, ValueError) as error:
            raise _failure(error, PasswordSetError) from error

    def delete_password(self, service: str, username: str) -> None:
        try:
            _ask(lambda gate, _: gate.delete_item(_name(service, username)))
        except GateError as error:
            raise _failure(error, PasswordDeleteError) from error

    def get_credential(self, service: str, username: str | None) -> Credential | None:
        """Without a username, returns that of the service's first password."""
        if username is None:
            username = self._username(service)
        password = None if username is None else self.get_password(service, username)
        return None if username is None or password is None else SimpleCredential(username, password)

    def _username(self, service: str) -> str | None:
        prefix = _name(service, "")
        try:
            items = _ask(lambda gate, _: gate.items())
        except GateError as error:
            raise _failure(error, KeyringError) from error
        usernames = (item.name for item in items if item.name.startswith(prefix) and item.state is ItemState.VALID)
        return next((unquote(name.removeprefix(prefix)) for name in usernames), None)


def _name(service: str, username: str) -> str:
    """Refuses separators and control characters in both, so that no two pairs share a name."""
    return _PREFIX + "/".join(
        re.sub(r"[%/\x00-\x1f\x7f-\x9f]", lambda found: quote(found[0], safe=""), part) for part in (service, username)
    )


def _reason(service: str, verb: str) -> str:
    return f"{verb} the password for {_plain(service, 120)}"


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
    guidance = error.guidance if isinstance(error, GateError) else None
    said = f"{guidance.title}. {guidance.body}" if guidance else str(error)
    return KeyringLocked(said) if kind is KeyringError and isinstance(error, Refused) else kind(said)
