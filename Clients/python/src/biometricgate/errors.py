"""The reasons why a call did not succeed: the daemon's refusals, with a class for each error of the contract, and all
other failures."""

from __future__ import annotations

from typing import Any, get_type_hints

from ._reading import member
from .types import (
    CancelledBy,
    Factor,
    FactorRefusal,
    Guidance,
    Invalidation,
    Kind,
    PINRule,
    Print,
    Reason,
    SignatureRefusal,
    WaitedFor,
)

__all__ = [
    "GateError",
    "NotRunning",
    "Untrusted",
    "Disconnected",
    "Closed",
    "ProtocolViolation",
    "Refused",
    "NoHardware",
    "HardwareUnavailable",
    "NotEnrolled",
    "Disabled",
    "Lockout",
    "LockoutPermanent",
    "AuthenticationFailed",
    "TimedOut",
    "Cancelled",
    "UserNeeded",
    "CredentialRequired",
    "CredentialNotSet",
    "CredentialWrong",
    "CredentialUnavailable",
    "CredentialThrottled",
    "SignInRequired",
    "PINUnacceptable",
    "FactorNotAllowed",
    "ItemNotFound",
    "ItemExists",
    "ItemInvalidated",
    "SignatureRefused",
    "PrintNotFound",
    "FingerAlreadyEnrolled",
    "FingerKnownToReader",
    "ReaderNotFound",
    "ReaderFull",
    "RequestNotFound",
    "LimitExceeded",
    "SealingUnavailable",
    "StorageFailed",
    "NotPermitted",
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


class NoHardware(Refused):
    pass


class HardwareUnavailable(Refused):
    reason: Reason | None = None


class NotEnrolled(Refused):
    prints_vanished: bool = False


class Disabled(Refused):
    pass


class Lockout(Refused):
    cleared_by: tuple[Factor, ...] = ()


class LockoutPermanent(Refused):
    reason: Reason | None = None
    cleared_by: tuple[Factor, ...] = ()


class AuthenticationFailed(Refused):
    pass


class TimedOut(Refused):
    #: Set where the call's turn did not come within `wait`; None: no finger was put on the reader within `timeout`.
    waited_for: WaitedFor | None = None


class Cancelled(Refused):
    by: CancelledBy | None = None


class UserNeeded(Refused):
    """The call has the interaction `NONE`, and would have to ask the user."""


class CredentialRequired(Refused):
    accepted: tuple[Factor, ...] = ()
    #: Where nothing is accepted, as the PIN is blocked: what opens the PIN again, in a call that takes it.
    cleared_by: tuple[Factor, ...] = ()

    @property
    def would_accept(self) -> tuple[Factor, ...]:
        return self.accepted


class CredentialNotSet(Refused):
    factor: Factor | None = None


class CredentialWrong(Refused):
    factor: Factor | None = None
    #: How many more may be wrong before a wait or a block.
    attempts_remaining: int | None = None

    @property
    def would_accept(self) -> tuple[Factor, ...]:
        return (self.factor,) if self.factor and not self.retry_after else self.fallbacks


class CredentialUnavailable(Refused):
    factor: Factor | None = None


class CredentialThrottled(Refused):
    factor: Factor | None = None


class SignInRequired(Refused):
    pass


class PINUnacceptable(Refused):
    rule: PINRule | None = None
    minimum_length: int | None = None


class FactorNotAllowed(Refused):
    allowed: tuple[Factor, ...] = ()
    reason: FactorRefusal | None = None
    renewable: bool = False
    #: The first of several items that no factor opens together with those before it.
    name: str | None = None


class ItemNotFound(Refused):
    name: str | None = None
    kind: Kind | None = None


class ItemExists(Refused):
    name: str | None = None


class ItemInvalidated(Refused):
    name: str | None = None
    by: Invalidation | None = None


class SignatureRefused(Refused):
    reason: SignatureRefusal | None = None


class PrintNotFound(Refused):
    print_id: str | None = None


class FingerAlreadyEnrolled(Refused):
    print: Print | None = None


class FingerKnownToReader(Refused):
    reader_id: str | None = None


class ReaderNotFound(Refused):
    reader_id: str | None = None


class ReaderFull(Refused):
    reader_id: str | None = None


class RequestNotFound(Refused):
    request_id: str | None = None


class LimitExceeded(Refused):
    limit: str | None = None
    maximum: int | None = None


class SealingUnavailable(Refused):
    reason: Reason | None = None


class StorageFailed(Refused):
    pass


class NotPermitted(Refused):
    pass


class InvalidParameter(Refused):
    parameter: str | None = None
    rule: str | None = None


class MethodNotFound(Refused):
    """The daemon is older than the method."""

    method: str | None = None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


_SERVICE = (InvalidParameter, MethodNotFound)


_CODES = {
    f"{'org.varlink.service' if kind in _SERVICE else 'org.biometricgate.Gate'}.{kind.__name__}": kind
    for kind in Refused.__subclasses__()
}


def refusal(code: str, parameters: dict[str, Any]) -> Refused:
    """The exception for an error reply."""
    return _CODES.get(code, Refused)(code, parameters)
