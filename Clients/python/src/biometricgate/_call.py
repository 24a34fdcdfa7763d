"""A call as a value: what is sent, who can be asked for a credential, and how its answer is read."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from . import _reading
from ._wire import Reply, encode, wipe
from .errors import CredentialRequired, CredentialWrong, ProtocolViolation, Refused
from .types import Factor, Progress

R = TypeVar("R")

#: A PIN or a password. Only a bytearray can be overwritten, and is, once it was sent.
Typed: TypeAlias = str | bytes | bytearray
#: Asks the user; None is "not now".
Asker: TypeAlias = Callable[[], Typed | None | Awaitable[Typed | None]]
#: What is given for a credential: itself, or who asks for it.
Source: TypeAlias = Typed | Asker | None
Shower: TypeAlias = Callable[[Progress], object]


@dataclass(kw_only=True)
class Call(Generic[R]):
    method: str
    read: Callable[[Reply], R]
    parameters: dict[str, Any] = field(default_factory=dict)
    secret: bytes | bytearray | None = None
    new_pin: Typed | None = None
    #: Whether its answer has words for people, in the language that is asked for.
    localized: bool = False
    sources: dict[Factor, Source] = field(default_factory=dict)
    on_progress: Shower | None = None
    #: Whether a credential may decide the call while the finger is awaited.
    races: bool = False
    #: Whether it is not sent without a credential.
    needs_credential: bool = False

    def frame(self, locale: str | None, credential: tuple[Factor, bytearray] | None, *, more: bool) -> bytearray:
        """What is sent; the credential is overwritten. Whoever has sent the frame wipes it."""
        new_pin = None if self.new_pin is None else bytearray(_raw(self.new_pin))
        try:
            return encode(
                self.method,
                self.parameters | ({"locale": locale} if locale and self.localized else {}),
                secret=self.secret,
                new_pin=new_pin,
                credential=credential,
                more=more,
            )
        finally:
            for each in (new_pin, credential and credential[1]):
                if each is not None:
                    wipe(each)

    def given(self) -> tuple[Factor, Typed] | None:
        """The credential that the caller has at hand."""
        for factor, source in self.sources.items():
            if source is not None and not callable(source):
                return factor, source
        return None

    def asker(self, *accepted: Factor) -> tuple[Factor, Asker] | None:
        """Who can be asked for one of these, in their order."""
        for factor in accepted:
            source = self.sources.get(factor)
            if callable(source):
                return factor, source
        return None

    def asker_after(self, error: Refused) -> tuple[Factor, Asker] | None:
        """Who can be asked for what would have made the call succeed."""
        if isinstance(error, CredentialRequired):
            return self.asker(*error.accepted)
        if isinstance(error, CredentialWrong) and error.factor and not error.retry_after:
            return self.asker(error.factor)
        return self.asker(*error.fallbacks)

    def result(self, reply: Reply) -> R:
        try:
            return self.read(reply)
        except (ValueError, TypeError) as error:
            raise ProtocolViolation(f"{self.method}: {error}") from error

    def progress(self, reply: Reply) -> Progress | None:
        """What a reply before the last one tells; None where this version cannot read it."""
        try:
            progress: Progress = _reading.read(Progress, reply.parameters.get("progress"))
            return progress
        except ValueError:
            return None


def presented_as(make: Callable[..., object], method: Callable[..., object]) -> None:
    """Has a method of a client documented as what makes its call."""
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    signature = inspect.signature(make)
    method.__name__, method.__doc__ = make.__name__, make.__doc__
    method.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[own, *signature.parameters.values()], return_annotation=inspect.Signature.empty
    )


def typed_bytes(value: Typed) -> bytearray:
    """A copy that can be overwritten. A bytearray is overwritten at once: it was handed over."""
    copy = bytearray(_raw(value))
    if isinstance(value, bytearray):
        wipe(value)
    return copy


def _raw(value: Typed) -> bytes | bytearray:
    return value.encode() if isinstance(value, str) else value


def answer(factor: Factor, value: Typed) -> bytearray:
    """The frame that gives a credential to the call before it on the connection."""
    copy = typed_bytes(value)
    frame = encode("AnswerRequest", {}, credential=(factor, copy), oneway=True)
    wipe(copy)
    return frame


def cancellation() -> bytearray:
    """The frame that ends the call before it on the connection."""
    return encode("CancelRequest", {}, oneway=True)


def declined() -> CredentialRequired:
    """What a call that needs a credential ends with where the user gave none."""
    return CredentialRequired("org.biometricgate.Gate.CredentialRequired", {})
