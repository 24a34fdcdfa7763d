"""Data from the socket is untrusted: whatever it is, it is read, or refused as an invalid answer."""

from __future__ import annotations

import base64
import random

import biometricgate
import pytest
from biometricgate import ProtocolViolation, blocking
from biometricgate._wire import Inbox, Reply, decode_base64, encode_base64, escaped
from conftest import HANG_UP, ScriptedDaemon, frame


def test_base64_is_the_standard_librarys() -> None:
    chance = random.Random(7)
    for size in [*range(40), 65536]:
        data = chance.randbytes(size)
        assert encode_base64(data) == base64.b64encode(data)
        assert decode_base64(bytearray(base64.b64encode(data))) == data


@pytest.mark.parametrize("text", [b"A", b"AA", b"AAA", b"A===", b"AB==", b"AAB=", b"====", b"AA=A", b"AA A", b"AAA-", b"=AAA"])
def test_what_is_no_base64_is_refused(text: bytes) -> None:
    with pytest.raises(ValueError):
        decode_base64(bytearray(text))


def test_escaping_is_jsons() -> None:
    import json

    text = "".join(map(chr, range(0x20, 0x7F))) + "\t\n\0\x1f\"\\äあ🙂"
    assert json.loads(b'"' + escaped(text.encode()) + b'"') == text


def test_frames_in_slices_of_any_size_are_the_same_replies() -> None:
    stream = b"".join(
        [
            frame({"progress": {"event": "queued", "message": "\u0000 \"secret\": \"AAAA\""}}, continues=True),
            b'{"parameters" : {"other":"\\"secret\\":\\"QUJD\\"", "secret" :  "QUJDRA==", "n":{"secret":1}}}\0',
            frame({"text": "x" * 200_000}),
            frame(error="Disabled"),
        ]
    )
    chance = random.Random(11)
    for _ in range(50):
        inbox, at, replies = Inbox(), 0, list[Reply]()
        while at < len(stream):
            room = inbox.room()
            count = min(chance.choice([1, 7, 100, 65536]), len(room), len(stream) - at)
            room[:count] = stream[at : at + count]
            room.release()
            inbox.received(count)
            at += count
            while reply := inbox.next():
                replies.append(reply)
        assert [reply.continues for reply in replies] == [True, False, False, False]
        assert [reply.secret for reply in replies] == [None, b"ABCD", None, None]
        assert replies[1].parameters["n"] == {"secret": 1} and set(replies[1].parameters["secret"]) == {"_"}
        assert not any(inbox._bytes), "what was read is overwritten"


def test_foreign_bytes_are_replies_or_no_answer() -> None:
    chance = random.Random(13)
    seeds = [frame({"secret": "QUJDRA==", "a": [1, {"b": None}]})[:-1], frame(error="Lockout", continues=True)[:-1]]
    for _ in range(20_000):
        message = bytearray(chance.choice(seeds))
        for _ in range(chance.randrange(6)):
            at = chance.randrange(len(message))
            message[at : at + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
            message = message or bytearray(b"{")
        try:
            reply = Reply(message)
        except ProtocolViolation:
            continue
        assert isinstance(reply.parameters, dict) and isinstance(reply.error, str | None)
        assert not any(message), "what was read is overwritten"
    for foreign in [b"[" * 100_000, b"null", b"[]", b'{"parameters":1}', b'{"error":1}', b"", b"\xff"]:
        with pytest.raises(ProtocolViolation):
            Reply(bytearray(foreign))


def test_an_answer_without_what_was_promised_is_none(scripted: ScriptedDaemon) -> None:
    scripted.answers = lambda _: [frame({"settings": {"fingerprintEnabled": "yes"}})]
    with blocking.Gate(scripted.path) as gate:
        with pytest.raises(ProtocolViolation, match="GetSettings: no readable settings.fingerprintEnabled"):
            gate.settings()
        with pytest.raises(ProtocolViolation):
            gate.open("n", reason="Test")
        scripted.answers = lambda _: [frame(), HANG_UP]
        gate.forget_authentication()


def test_who_turns_everybody_away_is_not_asked_for_ever(scripted: ScriptedDaemon) -> None:
    scripted.answers = lambda _: [HANG_UP]
    with blocking.Gate(scripted.path) as gate, pytest.raises(biometricgate.Disconnected):
        gate.settings()
    assert len(scripted.calls) == 1
