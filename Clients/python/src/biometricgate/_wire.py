"""Frames of the protocol, without a socket: JSON objects, each followed by a NUL byte.

Secrets stay out of `str` and `bytes`, which Python cannot overwrite: a call is assembled in one bytearray, a secret is
cut out of its reply before the rest is parsed, and both buffers are overwritten.
"""

from __future__ import annotations

import json
import re
from typing import Any

from .errors import ProtocolViolation
from .types import Authentication

GATE = "org.biometricgate.Gate."

#: No answer is as long: a thousand items are half a megabyte.
LONGEST = 64 << 20
#: The daemon ends the connection after a longer call, without an answer.
LONGEST_CALL = 262_144

_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES = bytes(_ALPHABET.find(byte) & 0xFF if byte in _ALPHABET else 0xFF for byte in range(256))
_SECRET = re.compile(rb'"secret"\s*:\s*"([^"\\]*)"')
_SECRETS = re.compile(rb'"secrets"\s*:\s*\[([^\[\]]*)\]')
_TEXT = re.compile(rb'"([^"\\]*)"')
_ESCAPES = {byte: b"\\u%04x" % byte for byte in range(0x20)} | {0x22: b'\\"', 0x5C: b"\\\\"}


def wipe(buffer: bytearray) -> None:
    """Overwrites the content, in place."""
    buffer[:] = bytes(len(buffer))


class Secret(bytearray):
    """A retrieved secret: bytes that are overwritten at the end of a `with`, by `wipe`, and when nothing refers to
    them.

    Copies are the caller's responsibility: `bytes(secret)` and `secret.decode()` make some that cannot be overwritten.
    """

    #: How the user was recognised for it.
    authentication: Authentication | None = None

    def wipe(self) -> None:
        wipe(self)

    def __enter__(self) -> Secret:
        return self

    def __exit__(self, *_: object) -> None:
        self.wipe()

    def __del__(self) -> None:
        self.wipe()

    def __repr__(self) -> str:
        return f"<Secret of {len(self)} bytes>"

    __str__ = __repr__

    def __reduce_ex__(self, _: Any) -> Any:
        raise TypeError("a secret is not pickled")


def encode_base64(data: bytes | bytearray) -> bytearray:
    count = len(data)
    text = bytearray(b"=" * ((count + 2) // 3 * 4))
    for at, to in zip(range(0, count, 3), range(0, len(text), 4)):
        second = data[at + 1] if at + 1 < count else 0
        third = data[at + 2] if at + 2 < count else 0
        text[to] = _ALPHABET[data[at] >> 2]
        text[to + 1] = _ALPHABET[data[at] << 4 & 63 | second >> 4]
        if at + 1 < count:
            text[to + 2] = _ALPHABET[second << 2 & 63 | third >> 6]
        if at + 2 < count:
            text[to + 3] = _ALPHABET[third & 63]
    return text


def decode_base64(text: bytearray) -> Secret:
    """Requires the padding, and refuses anything else around it with a ValueError."""
    padding = len(text) - len(text.rstrip(b"="))
    digits = len(text) - padding
    values = text.translate(_VALUES)
    secret = Secret(len(text) // 4 * 3)
    try:
        if len(text) % 4 or padding > 2 or values.find(0xFF, 0, digits) >= 0:
            raise ValueError("no base64")
        values[digits:] = bytes(padding)
        for at, to in zip(range(0, len(values), 4), range(0, len(secret), 3)):
            secret[to] = values[at] << 2 | values[at + 1] >> 4
            secret[to + 1] = values[at + 1] << 4 & 0xFF | values[at + 2] >> 2
            secret[to + 2] = values[at + 2] << 6 & 0xFF | values[at + 3]
        if any(secret[len(secret) - padding :]):
            raise ValueError("no base64")
        del secret[len(secret) - padding :]
        return secret
    finally:
        wipe(values)


def escaped(text: bytes | bytearray) -> bytearray:
    """The text as UTF-8, escaped for the inside of a JSON string."""
    result = bytearray(sum(len(_ESCAPES.get(byte, b".")) for byte in text))
    at = 0
    for byte in text:
        for each in _ESCAPES.get(byte, (byte,)):
            result[at] = each
            at += 1
    return result


def encode(
    method: str,
    parameters: dict[str, Any],
    *,
    secret: bytes | bytearray | None = None,
    new_pin: bytearray | None = None,
    credential: tuple[str, bytearray] | None = None,
    more: bool = False,
    oneway: bool = False,
) -> bytearray:
    """A whole call. The frame may hold a secret: the sender overwrites it. ValueError or TypeError if it cannot be
    sent."""
    try:
        open_text = json.dumps(parameters, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        raise ValueError("a text has a lone surrogate, which cannot be sent") from None
    head: dict[str, Any] = {"method": method if "." in method else GATE + method}
    if more:
        head["more"] = True
    if oneway:
        head["oneway"] = True
    hidden: list[tuple[bytes, bytearray, bytes]] = []
    if secret is not None:
        hidden.append((b'"secret": "', encode_base64(secret), b'"'))
    if new_pin is not None:
        hidden.append((b'"pin": "', escaped(new_pin), b'"'))
    if credential is not None:
        hidden.append((b'"credential": {"%b": "' % credential[0].encode(), escaped(credential[1]), b'"}'))
    parts: list[bytes | bytearray] = [json.dumps(head).encode()[:-1], b', "parameters": ']
    parts.append(open_text[:-1])
    for index, member in enumerate(hidden):
        parts += [b", " if parameters or index else b"", *member]
    parts.append(b"}}\0")
    if sum(map(len, parts)) > LONGEST_CALL:
        for _, member_text, _ in hidden:
            wipe(member_text)
        raise ValueError(f"a call has at most {LONGEST_CALL} bytes")
    # Has its full size from the beginning: growing would move it, and leave the old copy in memory.
    frame = bytearray(sum(map(len, parts)))
    at = 0
    for part in parts:
        frame[at : at + len(part)] = part
        at += len(part)
    for _, text, _ in hidden:
        wipe(text)
    return frame


def _cut(message: bytearray, start: int, end: int) -> Secret:
    """Takes a secret's text out of a message."""
    text = message[start:end]
    message[start:end] = b"_" * (end - start)
    try:
        return decode_base64(text)
    finally:
        wipe(text)


class Reply:
    """One answer to a call."""

    def __init__(self, message: bytearray) -> None:
        self.secret: Secret | None = None
        self.secrets: list[Secret] = []
        found, several = _SECRET.search(message), _SECRETS.search(message)
        try:
            if found:
                self.secret = _cut(message, *found.span(1))
            if several:
                spans = [each.span(1) for each in _TEXT.finditer(message, *several.span(1))]
                self.secrets = [_cut(message, start, end) for start, end in spans]
            content = json.loads(message)
        except (ValueError, RecursionError):
            raise ProtocolViolation("what came is no answer") from None
        finally:
            wipe(message)
        if not isinstance(content, dict):
            raise ProtocolViolation("what came is no answer")
        parameters, error = content.get("parameters", {}), content.get("error")
        if not isinstance(parameters, dict) or not isinstance(error, str | None):
            raise ProtocolViolation("what came is no answer")
        self.parameters: dict[str, Any] = parameters
        self.error: str | None = error
        self.continues = content.get("continues") is True


class Inbox:
    """Received bytes that have not been read yet."""

    def __init__(self) -> None:
        self._bytes = bytearray(65536)
        self._end = 0
        self._searched = 0

    def room(self) -> memoryview:
        """The place for the next bytes."""
        if self._end == len(self._bytes):
            if self._end >= LONGEST:
                raise ProtocolViolation("the answer has no end")
            grown = bytearray(2 * self._end)
            grown[: self._end] = self._bytes
            wipe(self._bytes)
            self._bytes = grown
        return memoryview(self._bytes)[self._end :]

    def received(self, count: int) -> None:
        self._end += count

    def next(self) -> Reply | None:
        """The next answer, if it is complete."""
        end = self._bytes.find(0, self._searched, self._end)
        if end < 0:
            self._searched = self._end
            return None
        message = self._bytes[:end]
        rest = self._end - end - 1
        # Through a view, because a slice of a bytearray would be a copy that is never overwritten.
        view = memoryview(self._bytes)
        view[:rest] = view[end + 1 : self._end]
        view[rest : self._end] = bytes(self._end - rest)
        self._end, self._searched = rest, 0
        return Reply(message)
