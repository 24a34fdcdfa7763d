"""A forked process shares no connection with its parent: each would read the other's answers, including secrets."""

from __future__ import annotations

import os
import weakref
from typing import Protocol


class _Forgetful(Protocol):
    def _forget_connections(self) -> None: ...


_gates: weakref.WeakSet[_Forgetful] = weakref.WeakSet()


def forgets_in_child(gate: _Forgetful) -> None:
    """Makes the Gate connect again in every process forked from now on. The parent's connection goes on."""
    _gates.add(gate)


def _forget() -> None:
    for gate in list(_gates):
        gate._forget_connections()


# Systems without fork have no such function.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
