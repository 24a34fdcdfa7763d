"""The sandbox of the client for Python: it can reproduce every row of docs/sandbox.md."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import biometricgate
import pytest
from biometricgate import Access, Event, Factor, blocking
from biometricgate.sandbox import Sandbox, SandboxError
from conftest import EITHER, INDEX, NAME, PIN, SECRET, WRONG


@pytest.fixture(scope="module")
def playing() -> Iterator[Sandbox]:
    with Sandbox(short_lockouts=True, password="swordfish") as sandbox:
        sandbox.prepare(pin=PIN)
        with blocking.Gate(sandbox.socket) as gate:
            gate.store(NAME, SECRET, access=EITHER, pin=PIN)
        yield sandbox


def ends(sandbox: Sandbox, kind: type[biometricgate.Refused], play: Callable[[], object] = lambda: None) -> str | None:
    """Opens the item, runs an action once the reader waits for a finger, and returns the reason of the resulting error.
    """
    with blocking.Gate(sandbox.socket) as gate, pytest.raises(kind) as caught:
        gate.open(NAME, reason="Test", on_progress=lambda progress: progress.event == Event.WAITING_FOR_FINGER and play())
    return getattr(caught.value, "reason", None) or getattr(caught.value, "by", None)


def test_lock_and_sleep_end_what_waits(playing: Sandbox) -> None:
    assert ends(playing, biometricgate.Cancelled, playing.lock) == "sessionLocked"
    playing.unlock()
    playing.away()
    playing.back()
    assert ends(playing, biometricgate.Cancelled, playing.sleep) == "suspend"
    assert ends(playing, biometricgate.HardwareUnavailable) == "suspended"
    playing.wake()
    with blocking.Gate(playing.socket) as gate:
        # The service hears of it as a machine's service does: a little later.
        changes = gate.watch_availability()
        while next(changes).state is not biometricgate.AvailabilityState.AVAILABLE:
            pass
        changes.close()
        with playing.touch(INDEX):
            assert gate.open(NAME, reason="Test") == SECRET


def test_a_reader_in_use_by_another_program_is_unavailable(playing: Sandbox) -> None:
    playing.in_use()
    assert ends(playing, biometricgate.HardwareUnavailable) == "inUse"
    playing.free()
    with blocking.Gate(playing.socket) as gate, playing.touch(INDEX):
        assert gate.open(NAME, reason="Test") == SECRET


def test_a_password_opens_what_takes_one(playing: Sandbox) -> None:
    with blocking.Gate(playing.socket) as gate:
        assert gate.settings().password_available
        gate.store("password", b"x", access=Access(factors=(Factor.PASSWORD,)), password="swordfish")
        assert gate.open("password", reason="Test", password="swordfish") == b"x"
        with pytest.raises(biometricgate.CredentialWrong):
            gate.open("password", reason="Test", password="sailfish")
        gate.delete_item("password")


def test_short_lockouts_end_all_tries_at_the_tenth() -> None:
    with Sandbox(short_lockouts=True) as sandbox:
        sandbox.prepare(pin=PIN)
        with blocking.Gate(sandbox.socket) as gate:
            gate.store(NAME, SECRET, access=EITHER, pin=PIN)
            for _ in range(40):
                try:
                    gate.open(NAME, reason="Test", pin=WRONG)
                except biometricgate.CredentialThrottled as throttled:
                    assert throttled.retry_after is None or throttled.retry_after <= 1
                    if throttled.retry_after:
                        time.sleep(throttled.retry_after)
                except biometricgate.CredentialWrong:
                    pass
                except (biometricgate.SignInRequired, biometricgate.CredentialRequired):
                    break
            else:
                raise AssertionError("never the last try")


def test_one_touch_serves_several_calls(playing: Sandbox) -> None:
    with blocking.Gate(playing.socket) as gate, playing.touch(INDEX, calls=3):
        gate.store("one", b"x", replace=True)
        for _ in range(2):
            assert gate.open("one", reason="Test") == b"x"


def test_a_touch_waits_for_its_call_no_longer_than_it_is_told(playing: Sandbox) -> None:
    with pytest.raises(SandboxError):
        playing.touch(INDEX, timeout=1).wait()
    with pytest.raises(SandboxError):
        playing.unplug(timeout=1).wait()


def test_a_reader_that_verifies_only_asks_for_one_finger() -> None:
    with Sandbox(verify_only=True) as sandbox:
        sandbox.prepare(pin=PIN)
        with blocking.Gate(sandbox.socket) as gate:
            (reader,) = gate.readers()
            assert biometricgate.Capability.IDENTIFY not in reader.capabilities
            shown: list[biometricgate.Progress] = []
            with sandbox.touch(INDEX):
                gate.authenticate(reason="Test", on_progress=shown.append)
            assert shown[0].finger is INDEX
