"""Parts shared by the calls: building parameters and reading answers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from . import _reading
from ._asking import Source
from ._wire import Reply, Secret
from .types import Authentication, Factor, Interaction, RunningProcess

R = TypeVar("R")


def member(kind: Any, name: str) -> Callable[[Reply], Any]:
    return lambda reply: _reading.read(kind, reply.parameters.get(name), name)


def whole(kind: type[R]) -> Callable[[Reply], R]:
    return lambda reply: _reading.read(kind, reply.parameters)


def secret_of(reply: Reply) -> Secret:
    if reply.secret is None:
        raise ValueError("no readable secret")
    reply.secret.authentication = _reading.read(
        Authentication | None, reply.parameters.get("authentication"), "authentication"
    )
    return reply.secret


def secrets(names: Sequence[str]) -> Callable[[Reply], dict[str, Secret]]:
    def read(reply: Reply) -> dict[str, Secret]:
        if len(reply.secrets) != len(names):
            raise ValueError("no readable secrets")
        return dict(zip(names, reply.secrets))

    return read


def nothing(_: Reply) -> None:
    return None


def present(**parameters: Any) -> dict[str, Any]:
    """A message's parameters, without those that were left out."""
    return {_reading.wire_name(name): _reading.wire(value) for name, value in parameters.items() if value is not None}


def asking(
    max_age: float | None = None,
    reader_id: str | None = None,
    timeout: float | None = None,
    wait: float | None = None,
    attempts: int | None = None,
    interaction: Interaction | None = None,
    on_behalf_of: RunningProcess | None = None,
    parent_window: str | None = None,
    activation_token: str | None = None,
) -> dict[str, Any]:
    return present(
        max_age=None if max_age is None else math.floor(_finite(max_age)),
        reader_id=reader_id,
        timeout_seconds=None if timeout is None else math.ceil(_finite(timeout)),
        wait_seconds=None if wait is None else math.ceil(_finite(wait)),
        attempts=attempts,
        interaction=interaction,
        on_behalf_of=on_behalf_of,
        parent_window=parent_window,
        activation_token=activation_token,
    )


def _finite(seconds: float) -> float:
    if not math.isfinite(seconds):
        raise ValueError("a time limit is a finite number of seconds")
    return seconds


def sealable(data: object) -> bytes | bytearray:
    """Checks a secret or a challenge."""
    if not isinstance(data, bytes | bytearray):
        raise TypeError(f"what is sealed or signed is bytes or bytearray, not {type(data).__name__}")
    if not 1 <= len(data) <= 65_536:
        raise ValueError("what is sealed or signed has 1 to 65536 bytes")
    return data


def sources(pin: Source, password: Source, *, needed: bool = False) -> dict[Factor, Source]:
    if needed and pin is None and password is None:
        raise ValueError("this call needs the PIN or the password")
    if pin is not None and password is not None and not (callable(pin) and callable(password)):
        raise ValueError("a call takes one credential: a PIN or a password")
    return {Factor.PIN: pin, Factor.PASSWORD: password}
