"""The question that a call asks its user, and how often it may ask."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from copy import copy
from typing import TYPE_CHECKING, Any, TypeAlias

from ._wire import wipe
from .errors import CredentialWrong, Refused
from .types import Event, Factor, Progress

if TYPE_CHECKING:
    from ._call import Call

#: A PIN or a password. Only a bytearray can be overwritten, and is, once it was sent.
Typed: TypeAlias = str | bytes | bytearray

#: The daemon counts no malformed PIN, so it never ends a call whose asker gives nothing else.
_UNCOUNTED_ANSWERS = 2
_LONGEST = {Factor.PIN: 512, Factor.PASSWORD: 4096}
_NAMES = {
    "en": {Factor.PIN: "PIN", Factor.PASSWORD: "Password"},
    "ko": {Factor.PIN: "PIN", Factor.PASSWORD: "비밀번호"},
    "nb": {Factor.PIN: "PIN", Factor.PASSWORD: "Passord"},
}


class Question(str):
    """A line that asks for a PIN or a password and gives the reason: `getpass.getpass` and `input` show it as their
    prompt."""

    factor: Factor
    #: Why the call did not succeed so far; None where nothing was tried yet.
    refusal: Refused | None
    #: How many more answers may be wrong before a wait or a block; a malformed one leaves the number as it was.
    attempts_remaining: int | None

    def __new__(cls, text: str, factor: Factor, refusal: Refused | None = None) -> Question:
        question = super().__new__(cls, text)
        question.factor, question.refusal = factor, refusal
        question.attempts_remaining = getattr(refusal, "attempts_remaining", None)
        return question


Answer: TypeAlias = Typed | None | Awaitable[Typed | None]
#: Asks the user; None, or nothing typed, is "not now". Without a parameter it cannot say what was wrong: it is asked once.
Asker: TypeAlias = Callable[[Question], Answer] | Callable[[], Answer]
#: A credential: itself, or the function that asks for it.
Source: TypeAlias = Typed | Asker | None


class Questions:
    """The questions of one call."""

    def __init__(self, call: Call[Any], locale: str | None) -> None:
        self._call = call
        self._names = _NAMES.get((locale or "en").replace("_", "-").split("-")[0], _NAMES["en"])
        self._asked: set[Factor] = set()
        self._uncounted = 0
        self._left: int | None = None
        self._refusal: Refused | None = None
        self._said = ""

    def asker(self, *accepted: Factor) -> tuple[Factor, Asker] | None:
        """The first function that can ask for one of these factors."""
        for factor in accepted:
            source = self._call.sources.get(factor)
            if callable(source):
                return factor, source
        return None

    def asker_after(self, error: Refused) -> tuple[Factor, Asker] | None:
        """The function that can ask for a credential that would have made the call succeed."""
        self._refused(error, f"{error.guidance.title}. {error.guidance.body}" if error.guidance else "")
        return self.asker(*error.would_accept)

    def heard(self, progress: Progress) -> None:
        """Notes a wrong answer given while the reader waits for a finger."""
        if progress.event == Event.CREDENTIAL_WRONG:
            wrong = {"factor": progress.factor, "attemptsRemaining": progress.attempts_remaining}
            self._refused(CredentialWrong("org.biometricgate.Gate.CredentialWrong", wrong), progress.message)

    def _refused(self, error: Refused, said: str) -> None:
        # A copy has no traceback: its frames refer to this object, and keep the Gate until the cyclic collector runs.
        self._refusal, self._said = copy(error), said.strip()
        if isinstance(error, CredentialWrong):
            left = error.attempts_remaining
            if left is None or self._left is not None and left >= self._left:
                self._uncounted += 1
            self._left = left

    def arguments(self, who: tuple[Factor, Asker]) -> tuple[Question] | tuple[()] | None:
        """The arguments for the function; None if it is not asked again."""
        factor, asker = who
        is_told = _takes_question(asker)
        if self._uncounted >= _UNCOUNTED_ANSWERS or factor in self._asked and not is_told:
            return None
        self._asked.add(factor)
        text = f"{self._said} {self._names[factor]}: ".lstrip()
        return (Question(text, factor, self._refusal),) if is_told else ()


def _takes_question(asker: Asker) -> bool:
    """Whether a function has a parameter for the question: its first one is required, or is named like a prompt."""
    try:
        parameters = list(inspect.signature(asker).parameters.values())
    except (ValueError, TypeError):
        return False
    if not parameters:
        return False
    first = parameters[0]
    if first.kind is first.VAR_POSITIONAL:
        return True
    is_positional = first.kind in (first.POSITIONAL_ONLY, first.POSITIONAL_OR_KEYWORD)
    return is_positional and (first.default is first.empty or first.name in ("prompt", "question"))


def is_asynchronous(asker: Asker) -> bool:
    return inspect.iscoroutinefunction(asker) or inspect.iscoroutinefunction(getattr(asker, "__call__", None))


def typed_bytes(factor: Factor, value: object) -> bytearray:
    """A copy that can be overwritten. A bytearray is overwritten at once, because the caller handed it over.

    ValueError or TypeError if it cannot be sent; neither message contains it."""
    name = f"a {'PIN' if factor is Factor.PIN else 'password'}"
    if isinstance(value, str):
        try:
            copy = bytearray(value.encode())
        except UnicodeEncodeError:
            raise ValueError(f"{name} has no lone surrogates") from None
    elif isinstance(value, bytes | bytearray):
        copy = bytearray(value)
    else:
        raise TypeError(f"{name} is str, bytes or bytearray, not {type(value).__name__}")
    if isinstance(value, bytearray):
        wipe(value)
    if len(copy) <= _LONGEST[factor] and _is_utf8(copy):
        return copy
    is_long = len(copy) > _LONGEST[factor]
    wipe(copy)
    raise ValueError(f"{name} has at most {_LONGEST[factor]} bytes" if is_long else f"{name} is UTF-8")


def _is_utf8(text: bytearray) -> bool:
    """Does not decode, because a `str` with a secret in it cannot be overwritten."""
    at = 0
    while at < len(text):
        first = text[at]
        if first < 0x80:
            at += 1
            continue
        length = 2 if 0xC2 <= first <= 0xDF else 3 if 0xE0 <= first <= 0xEF else 4 if 0xF0 <= first <= 0xF4 else 0
        rest = text[at + 1 : at + length]
        if not length or len(rest) != length - 1 or any(byte & 0xC0 != 0x80 for byte in rest):
            return False
        lowest = {0xE0: 0xA0, 0xF0: 0x90}.get(first, 0x80)
        highest = {0xED: 0x9F, 0xF4: 0x8F}.get(first, 0xBF)
        if not lowest <= rest[0] <= highest:
            return False
        at += length
    return True
