"""The client for Python against the real daemon, on a virtual reader."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable

import biometricgate
import pytest
from biometricgate import Access, Algorithm, Event, Factor, Finger, Gate, Progress, Question, blocking
from biometricgate.sandbox import Sandbox
from conftest import EITHER, INDEX, NAME, PIN, SECRET, WRONG, Shown, run


# ---- The main job ----


def test_a_finger_opens_what_was_stored(sandbox: Sandbox) -> None:
    async def test(gate: Gate) -> None:
        shown = Shown()
        with sandbox.touch(INDEX):
            secret = await gate.open(NAME, reason="Sign in", on_progress=shown)
        assert shown.events == [Event.WAITING_FOR_FINGER, Event.FINGER_PRESENT, Event.MATCHED]
        assert shown[0].message.startswith("Sign in: touch") and NAME in shown[0].message
        assert shown[0].attempts_remaining == 3
        with secret:
            assert secret == SECRET
            assert secret.authentication and secret.authentication.factor is Factor.FINGERPRINT
            assert f"{secret}" == repr(secret) == f"<Secret of {len(SECRET)} bytes>"
        assert secret == bytes(len(SECRET))
        assert (last := await gate.last_authentication()) and last.factor is Factor.FINGERPRINT and last.age < 60
        # Needs no touch, because the call and the item both accept a fresh authentication.
        await gate.authenticate(reason="Show the card", max_age=120)
        await gate.forget_authentication()
        assert await gate.last_authentication() is None

    run(test)


def test_a_key_signs_and_items_tell_of_themselves(own_sandbox: Sandbox) -> None:
    with blocking.Gate(locale="ko") as gate:
        with own_sandbox.touch(INDEX):
            key = gate.create_key("org.example/key", Algorithm.ED25519, label="Deploy", replace=False)
        with own_sandbox.touch(INDEX):
            assert len(gate.sign("org.example/key", b"challenge", reason="Deploy")) == 64
        assert key.public_key and len(key.public_key) == 44 and key.label == "Deploy"
        assert {item.name: item.kind for item in gate.items()} == {NAME: "secret", "org.example/key": "key"}
        assert gate.availability().state is biometricgate.AvailabilityState.AVAILABLE
        limits = gate.limits()
        assert limits.timeout == 30 and limits.pin_minimum_length == 6 and limits.items_per_user == 1000
        assert "지문" in gate.availability().guidance.body + gate.availability().guidance.title
        gate.delete_item("org.example/key")
        (finger,) = gate.prints().prints
        assert finger.finger is INDEX and gate.readers()[0].id == finger.reader_id
        # Another finger destroys this one's access; the PIN restores it.
        with own_sandbox.touch("left-index", all=True):
            gate.enroll(Finger.LEFT_INDEX, pin=lambda: PIN)
        assert gate.items()[0].openable_by == (Factor.PIN,)
        with own_sandbox.touch("left-index"):
            assert Factor.FINGERPRINT in gate.renew(NAME, pin=lambda: bytearray(PIN.encode())).openable_by
        assert gate.preview_change(biometricgate.PlannedChange.DISABLE_FINGERPRINT).losing_fingerprint == (NAME,)
        assert gate.delete_print(finger.id, pin=PIN) == 0
        assert gate.set_pin("824917", pin=PIN) == 0
        assert gate.revoke_all() == 1


@pytest.mark.parametrize("size", [1, 2, 3, 65536])
def test_secrets_of_any_bytes_come_back(biogate_sandbox: Sandbox, size: int) -> None:
    secret = bytes(index * 7 % 256 for index in range(size))
    with blocking.Gate() as gate:
        gate.set_pin(bytearray(PIN.encode()))
        gate.store(NAME, bytearray(secret), access=Access(factors=(Factor.PIN,)), pin=PIN)
        assert gate.open(NAME, reason="Test", pin=PIN) == secret


@pytest.mark.parametrize(
    "reason, begins", [("Pay now?", "Pay now? Touch the"), ("Pay", "Pay: touch the"), (None, "Touch the")]
)
def test_a_given_reason_is_in_the_line_that_asks_for_a_touch(sandbox: Sandbox, reason: str | None, begins: str) -> None:
    messages: list[str] = []

    def show(progress: Progress) -> None:
        messages.append(progress.message)
        raise LookupError

    with blocking.Gate() as gate, pytest.raises(LookupError):
        gate.store(NAME, b"x", reason=reason, replace=True, on_progress=show)
    assert messages[0].startswith(begins) and NAME in messages[0]
    if reason:
        with blocking.Gate() as gate, pytest.raises(LookupError):
            gate.authenticate(reason=reason, on_progress=show)
        assert messages[1].count(reason) == 1


# ---- The PIN beside the finger, and behind it ----


def test_a_pin_is_asked_while_the_finger_is_awaited_and_again_after_a_wrong_one(sandbox: Sandbox) -> None:
    async def test(gate: Gate) -> None:
        given = [bytearray(WRONG.encode()), bytearray(PIN.encode())]
        left = list(given)
        shown = Shown()

        async def ask(_: Question) -> bytearray:
            return left.pop(0)

        secret = await gate.open(NAME, reason="Sign in", on_progress=shown, pin=ask)
        assert secret == SECRET and secret.authentication and secret.authentication.factor is Factor.PIN
        assert shown.events == [Event.WAITING_FOR_FINGER, Event.CREDENTIAL_WRONG]
        assert not any(map(any, given)), "what was handed over is overwritten"

    run(test)


def test_a_finger_that_decides_ends_the_asking(sandbox: Sandbox) -> None:
    async def test(gate: Gate) -> None:
        asked, ended = asyncio.Event(), asyncio.Event()

        async def ask() -> str:
            asked.set()
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()
            raise AssertionError

        opening = asyncio.create_task(gate.open(NAME, reason="Sign in", pin=ask))
        await asked.wait()
        with sandbox.touch(INDEX):
            assert await opening == SECRET
        assert ended.is_set()

    run(test)


def test_who_is_being_asked_is_not_asked_anew_when_the_finger_fails(sandbox: Sandbox) -> None:
    async def test(gate: Gate) -> None:
        asked = 0
        shown = Shown()

        async def ask() -> str:
            nonlocal asked
            asked += 1
            await failed.wait()
            return PIN

        failed = asyncio.Event()
        opening = asyncio.create_task(gate.open(NAME, reason="Sign in", on_progress=shown, pin=ask))
        await shown.until(Event.WAITING_FOR_FINGER)
        await asyncio.to_thread(sandbox.touch("stranger", times=3).wait)
        # This one's turn comes when the finger has failed.
        await gate.settings()
        assert not opening.done()
        failed.set()
        assert await opening == SECRET and asked == 1
        assert shown.events.count(Event.NO_MATCH) == 3

    run(test)


@pytest.mark.parametrize("is_blocking", [False, True])
def test_a_plain_function_is_asked_once_the_finger_has_failed(sandbox: Sandbox, is_blocking: bool) -> None:
    shown = Shown()
    given = [WRONG, PIN]

    def ask(_: Question) -> str:
        assert shown.events.count(Event.NO_MATCH) == 3
        return given.pop(0)

    async def test(gate: Gate) -> None:
        assert await gate.open(NAME, reason="Sign in", on_progress=shown, pin=ask) == SECRET

    with sandbox.touch("stranger", times=3):
        if is_blocking:
            with blocking.Gate() as gate:
                assert gate.open(NAME, reason="Sign in", on_progress=shown, pin=ask) == SECRET
        else:
            run(test)
    assert not given


def test_not_now_is_what_the_finger_said(sandbox: Sandbox) -> None:
    with blocking.Gate() as gate, sandbox.touch("stranger", times=3):
        with pytest.raises(biometricgate.AuthenticationFailed) as caught:
            gate.open(NAME, reason="Sign in", pin=lambda: None)
        assert caught.value.fallbacks == (Factor.PIN,) and caught.value.guidance
        gate.authenticate(reason="Forget the misses", pin=PIN)


def test_what_an_asker_raises_cancels_the_call(sandbox: Sandbox) -> None:
    async def test(gate: Gate) -> None:
        async def ask() -> str:
            raise LookupError("no window")

        with pytest.raises(LookupError):
            await gate.open(NAME, reason="Sign in", pin=ask)
        with sandbox.touch(INDEX):
            await gate.open(NAME, reason="Sign in")

    run(test)


# ---- Cancelling ----


def test_a_cancelled_task_frees_the_reader_and_keeps_the_connection(sandbox: Sandbox) -> None:
    async def test(gate: Gate) -> None:
        await gate.authenticate(reason="Test", pin=PIN)
        for _ in range(3):
            shown = Shown()
            opening = asyncio.create_task(gate.open(NAME, reason="Sign in", on_progress=shown))
            await shown.until(Event.WAITING_FOR_FINGER)
            opening.cancel()
            with pytest.raises(asyncio.CancelledError):
                await opening
            with blocking.Gate() as other:
                assert other.readers()[0].state in ("ready", "busy")
        # Nothing was counted, and the authentication still holds.
        assert await gate.last_authentication()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(gate.open(NAME, reason="Sign in"), 0.2)
        with sandbox.touch(INDEX):
            assert await gate.open(NAME, reason="Sign in", on_progress=shown) == SECRET

    run(test)


def test_a_call_that_is_cancelled_from_elsewhere_says_by_whom(sandbox: Sandbox) -> None:
    async def test(gate: Gate) -> None:
        async def ended_by(end: Callable[[Gate], Awaitable[None]]) -> biometricgate.CancelledBy | None:
            shown = Shown()
            opening = asyncio.create_task(gate.open(NAME, reason="Sign in", on_progress=shown))
            await shown.until(Event.WAITING_FOR_FINGER)
            async with Gate() as other:
                await end(other)
            with pytest.raises(biometricgate.Cancelled) as caught:
                await opening
            return caught.value.by

        async def myself(_: Gate) -> None:
            gate.cancel()

        async def prompt(other: Gate) -> None:
            async for seen in other.watch_requests():
                assert seen.request.item == NAME and seen.request.reason == "Sign in"
                return await other.cancel_request(seen.request.id)

        assert await ended_by(myself) is biometricgate.CancelledBy.CLIENT
        assert await ended_by(prompt) is biometricgate.CancelledBy.USER

        shown = Shown()
        opening = asyncio.create_task(gate.open(NAME, reason="Sign in", on_progress=shown))
        await shown.until(Event.WAITING_FOR_FINGER)
        gate.answer(pin=PIN)
        assert await opening == SECRET

    run(test)


def test_what_shows_progress_and_fails_cancels_the_call(sandbox: Sandbox) -> None:
    def show(_: Progress) -> None:
        raise LookupError("no window")

    with blocking.Gate() as gate:
        with pytest.raises(LookupError):
            gate.open(NAME, reason="Sign in", on_progress=show)
        with sandbox.touch(INDEX):
            assert gate.open(NAME, reason="Sign in") == SECRET


def test_control_c_cancels_a_blocking_call(sandbox: Sandbox) -> None:
    # The tests' parent process may have set Ctrl-C to be ignored.
    program = f"""if True:
        import signal
        signal.signal(signal.SIGINT, signal.default_int_handler)
        from biometricgate import blocking
        gate = blocking.Gate()
        try:
            gate.open({NAME!r}, reason="Sign in", on_progress=lambda p: print(p.event, flush=True))
        except KeyboardInterrupt:
            print(gate.settings().items, flush=True)
    """
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as client:
        assert client.stdout and client.stdout.readline() == "waitingForFinger\n"
        client.send_signal(signal.SIGINT)
        assert client.stdout.readline() == "1\n"


def test_another_thread_cancels_and_closes(sandbox: Sandbox) -> None:
    with blocking.Gate() as gate:
        with pytest.raises(biometricgate.Cancelled):
            gate.open(NAME, reason="Sign in", on_progress=lambda _: threading.Thread(target=gate.cancel).start())
        closing = threading.Thread(target=gate.close)
        with pytest.raises(biometricgate.Closed):
            gate.open(NAME, reason="Sign in", on_progress=lambda _: closing.start())
        closing.join()


# ---- What the daemon refuses ----


def test_a_time_out_and_a_lockout_say_what_helps(sandbox: Sandbox) -> None:
    with blocking.Gate() as gate:
        with pytest.raises(biometricgate.TimedOut) as late:
            gate.open(NAME, reason="Sign in", timeout=0.5)
        assert late.value.fallbacks == (Factor.PIN,)
        for times, kind in ((3, biometricgate.AuthenticationFailed), (2, biometricgate.Lockout)):
            with sandbox.touch("stranger", times=times), pytest.raises(kind):
                gate.open(NAME, reason="Sign in")
        with pytest.raises(biometricgate.Lockout) as locked:
            gate.open(NAME, reason="Sign in")
        assert locked.value.retry_after and 0 < locked.value.retry_after <= 30
        assert locked.value.fallbacks == (Factor.PIN,) and Factor.PIN in locked.value.cleared_by
        assert locked.value.guidance and locked.value.guidance.action is biometricgate.Action.USE_PIN
        assert str(locked.value).startswith("Fingerprint is paused.")
        assert gate.availability().retry_after
        assert gate.open(NAME, reason="Sign in", pin=PIN) == SECRET


def test_a_refusal_is_of_its_class(biogate_sandbox: Sandbox) -> None:
    def refused(kind: type[biometricgate.Refused], call: Callable[[], object]) -> biometricgate.Refused:
        with pytest.raises(biometricgate.Refused) as caught:
            call()
        assert type(caught.value) is kind
        assert caught.value.guidance or kind is biometricgate.InvalidParameter
        return caught.value

    with blocking.Gate() as gate:
        refused(biometricgate.NotEnrolled, lambda: gate.authenticate(reason="Test"))
        refused(biometricgate.CredentialNotSet, lambda: gate.enroll(INDEX))
        rule = refused(biometricgate.PINUnacceptable, lambda: gate.set_pin("12"))
        assert isinstance(rule, biometricgate.PINUnacceptable) and rule.rule == "tooShort" and rule.minimum_length == 6
        biogate_sandbox.prepare(pin=PIN)
        needed = refused(biometricgate.CredentialRequired, lambda: gate.enroll(Finger.LEFT_INDEX))
        assert isinstance(needed, biometricgate.CredentialRequired) and needed.accepted == (Factor.PIN,)
        gate.store(NAME, SECRET, access=EITHER, pin=PIN)
        refused(biometricgate.ItemExists, lambda: gate.store(NAME, SECRET, access=EITHER, pin=PIN))
        missing = refused(biometricgate.ItemNotFound, lambda: gate.open("nothing", reason="Test"))
        assert isinstance(missing, biometricgate.ItemNotFound) and missing.name == "nothing"
        with biogate_sandbox.touch(INDEX):
            gate.store("finger only", b"x", access=Access(factors=(Factor.FINGERPRINT,)))
        refused(biometricgate.FactorNotAllowed, lambda: gate.open("finger only", reason="Test", pin=PIN))
        refused(biometricgate.PrintNotFound, lambda: gate.delete_print("nobody's", pin=PIN))
        refused(biometricgate.ReaderNotFound, lambda: gate.open(NAME, reason="Test", reader_id="nowhere"))
        refused(biometricgate.RequestNotFound, lambda: gate.cancel_request("none"))
        with biogate_sandbox.touch(INDEX, all=True):
            refused(biometricgate.FingerAlreadyEnrolled, lambda: gate.enroll(Finger.LEFT_INDEX, pin=PIN))
        bad = refused(biometricgate.InvalidParameter, lambda: gate.open(NAME, reason=""))
        assert isinstance(bad, biometricgate.InvalidParameter) and bad.parameter == "reason" and bad.rule
        assert str(bad) == f"reason: {bad.rule}"
        gate.disable_fingerprint()
        refused(biometricgate.Disabled, lambda: gate.authenticate(reason="Test"))
        gone = refused(biometricgate.ItemInvalidated, lambda: gate.open("finger only", reason="Test"))
        assert isinstance(gone, biometricgate.ItemInvalidated) and gone.by == "fingerprintDisabled"
        with biogate_sandbox.touch(INDEX):
            assert gate.enable_fingerprint(reason="Test").fingerprint_enabled
        lost = refused(biometricgate.FactorNotAllowed, lambda: gate.open(NAME, reason="Test"))
        assert isinstance(lost, biometricgate.FactorNotAllowed) and lost.allowed == (Factor.PIN,)
        assert lost.reason == "fingerprintDisabled" and lost.renewable and lost.fallbacks == (Factor.PIN,)
        assert gate.item(NAME).openable_by == (Factor.PIN,)
        for _ in range(4):
            wrong = refused(biometricgate.CredentialWrong, lambda: gate.open(NAME, reason="Test", pin=WRONG))
            assert isinstance(wrong, biometricgate.CredentialWrong) and wrong.factor is Factor.PIN
        refused(biometricgate.CredentialWrong, lambda: gate.open(NAME, reason="Test", pin=WRONG))
        throttled = refused(biometricgate.CredentialThrottled, lambda: gate.open(NAME, reason="Test", pin=PIN))
        assert throttled.retry_after and 0 < throttled.retry_after <= 30
        with biogate_sandbox.unplug():
            pulled = refused(biometricgate.HardwareUnavailable, lambda: gate.authenticate(reason="Test"))
        assert isinstance(pulled, biometricgate.HardwareUnavailable) and pulled.reason == "disconnected"
