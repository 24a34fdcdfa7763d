"""A call as a value: its message, its credentials, and how to read its answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeAlias, TypeVar

from . import _reading
from ._asking import Source, Typed, typed_bytes
from ._wire import Reply, encode, wipe
from .errors import CredentialRequired, ProtocolViolation
from .types import Access, Event, Factor, Progress, Settings

R = TypeVar("R")

#: Shows the user what happens; may be an async function.
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
    #: What opens the item that the call makes.
    access: Access | None = None

    def frame(self, locale: str | None, credential: tuple[Factor, bytearray] | None, *, more: bool) -> bytearray:
        """The frame to send; the credential is overwritten. The sender overwrites the frame. ValueError or TypeError if
        it cannot be sent."""
        # A copy, so that the caller's own is not overwritten.
        new_pin = self.new_pin
        if isinstance(new_pin, bytearray):
            new_pin = bytearray(new_pin)
        new_pin = None if new_pin is None else typed_bytes(Factor.PIN, new_pin)
        access = {} if self.access is None else {"access": _reading.wire(self.access)}
        try:
            return encode(
                self.method,
                self.parameters | access | ({"locale": locale} if locale and self.localized else {}),
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
        """The credential that the caller has supplied."""
        for factor, source in self.sources.items():
            if source is not None and not callable(source):
                return factor, source
        return None

    @property
    def needs_settings(self) -> bool:
        """Whether the factors of its access depend on those that the user has."""
        return self.access is not None and not self.access.factors

    def choose_factors(self, settings: Settings) -> None:
        """A finger, or the PIN; if the user has a password but no PIN, the password. The command line chooses the same.
        """
        assert self.access
        typed = Factor.PASSWORD if settings.password_available and not settings.pin_set else Factor.PIN
        self.access = replace(self.access, factors=(Factor.FINGERPRINT, typed))

    def result(self, reply: Reply) -> R:
        try:
            return self.read(reply)
        except (ValueError, TypeError) as error:
            raise ProtocolViolation(f"{self.method}: {error}") from error

    def progress(self, reply: Reply) -> Progress | None:
        """The content of a reply before the last one; None if this version cannot read it."""
        try:
            progress: Progress = _reading.read(Progress, reply.parameters.get("progress"))
        except ValueError:
            return None
        reason = self.parameters.get("reason")
        if not reason or progress.event != Event.WAITING_FOR_FINGER:
            return progress
        return replace(progress, message=with_reason(reason, progress.message))


def with_reason(reason: str, message: str) -> str:
    """The line that asks for a touch, preceded by the caller's reason unless the daemon's line contains it."""
    if reason in message:
        return message
    is_sentence = reason.endswith((".", "!", "?", "…"))
    return f"{reason} {message}" if is_sentence else f"{reason}: {message[:1].lower()}{message[1:]}"


def answer(factor: Factor, value: object) -> bytearray:
    """The frame that gives a credential to the previous call on the connection."""
    copy = typed_bytes(factor, value)
    frame = encode("AnswerRequest", {}, credential=(factor, copy), oneway=True)
    wipe(copy)
    return frame


def cancellation() -> bytearray:
    """The frame that ends the previous call on the connection."""
    return encode("CancelRequest", {}, oneway=True)


def declined() -> CredentialRequired:
    """The error of a call that needs a credential which the user did not give."""
    return CredentialRequired("org.biometricgate.Gate.CredentialRequired", {})
