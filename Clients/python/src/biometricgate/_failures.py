"""The base of all errors, the failures that are not of the contract, and an error reply as an exception."""

from __future__ import annotations

from typing import Any, get_type_hints

from ._reading import member
from .types import Factor, Guidance

__all__ = [
    "GateError",
    "NotRunning",
    "Untrusted",
    "Disconnected",
    "Closed",
    "ProtocolViolation",
    "Refused",
    "InvalidParameter",
    "MethodNotFound",
]


class GateError(Exception):
    """The base of every exception of a call, except ValueError and TypeError for arguments that cannot be sent."""

    #: What to tell the user, in the language asked for; None where nobody said.
    guidance: Guidance | None = None
    #: The credentials with which this same call would have succeeded at that moment.
    fallbacks: tuple[Factor, ...] = ()
    #: Seconds until it is worth another try.
    retry_after: float | None = None

    @property
    def would_accept(self) -> tuple[Factor, ...]:
        """The credentials that are worth asking the user for now."""
        return self.fallbacks


class NotRunning(GateError):
    """No service answers at the socket, or the system is not Linux."""


class Untrusted(GateError):
    """The socket is served by neither the daemon's account, nor root, nor this program's user. Nothing was sent."""


class Disconnected(GateError):
    """The connection ended before the answer; it is unknown whether the call took effect."""


class Closed(Disconnected):
    """This program closed the Gate: its waiting call ended, and it makes no others."""


class ProtocolViolation(GateError):
    """The answer violates the contract. The connection is closed."""


class Refused(GateError):
    """The daemon refused. An error that this version does not know is an instance of this class itself."""

    def __init__(self, code: str, parameters: dict[str, Any]) -> None:
        #: The error's full name in the contract.
        self.code = code
        #: What came with it.
        self.parameters = parameters
        for field, kind in get_type_hints(type(self)).items():
            try:
                value = member(kind, field, parameters, code)
            except ValueError:
                continue  # the class has a default for it
            if value is not None:
                setattr(self, field, value)
        told = [parameters.get(name) for name in ("parameter", "rule", "method")]
        said = f"{self.guidance.title}. {self.guidance.body}" if self.guidance else ": ".join(filter(None, map(_text, told)))
        # A traceback names the class before this, so only an error without a class of its own needs a name here.
        named = [code] if type(self) is Refused else []
        super().__init__(": ".join([*named, *[said] * bool(said)]) or "the call was refused")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.parameters)


class InvalidParameter(Refused):
    parameter: str | None = None
    rule: str | None = None


class MethodNotFound(Refused):
    """The daemon is older than the method."""

    method: str | None = None


class AcceptsCredential(Refused):
    accepted: tuple[Factor, ...] = ()

    @property
    def would_accept(self) -> tuple[Factor, ...]:
        return self.accepted


class RefusesCredential(Refused):
    factor: Factor | None = None

    @property
    def would_accept(self) -> tuple[Factor, ...]:
        return (self.factor,) if self.factor and not self.retry_after else self.fallbacks


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def refusal(code: str, parameters: dict[str, Any]) -> Refused:
    """The exception for an error reply."""
    from . import errors  # which needs this module

    interface, _, name = code.rpartition(".")
    kind = getattr(errors, name, None)
    standard = issubclass(kind, InvalidParameter | MethodNotFound) if isinstance(kind, type) else False
    if isinstance(kind, type) and issubclass(kind, Refused) and interface == ("org.varlink.service" if standard else "org.biometricgate.Gate"):
        return kind(code, parameters)
    return Refused(code, parameters)
