"""Parts shared by the calls: building parameters and reading answers."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

from . import _reading
from ._asking import Source
from ._wire import Reply
from .types import Factor, Interaction, RunningProcess

R = TypeVar("R")


def member(kind: Any, name: str) -> Callable[[Reply], Any]:
    return lambda reply: _reading.read(kind, reply.parameters.get(name), name)


def whole(kind: type[R]) -> Callable[[Reply], R]:
    return lambda reply: _reading.read(kind, reply.parameters)


def nothing(_: Reply) -> None:
    return None


def present(**parameters: Any) -> dict[str, Any]:
    return {_reading.wire_name(name): value for name, value in parameters.items() if value is not None}


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
        on_behalf_of=None
        if on_behalf_of is None
        else present(process_id=on_behalf_of.process_id, start_time=on_behalf_of.start_time),
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


def sources(pin: Source, password: Source) -> dict[Factor, Source]:
    if pin is not None and password is not None and not (callable(pin) and callable(password)):
        raise ValueError("a call takes one credential: a PIN or a password")
    return {Factor.PIN: pin, Factor.PASSWORD: password}
