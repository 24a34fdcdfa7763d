"""The connection of the client for Python to the real daemon, and the traces of secrets in memory."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import subprocess
import sys
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import biometricgate
import pytest
from biometricgate import Access, Event, Factor, Gate, Question, blocking
from biometricgate.sandbox import Sandbox
from conftest import INDEX, NAME, PIN, SECRET, ScriptedDaemon, Shown, frame, run


# ---- The connection ----


def test_a_daemon_that_was_restarted_is_found_again(own_sandbox: Sandbox) -> None:
    async def test(gate: Gate) -> None:
        with blocking.Gate() as other:
            with own_sandbox.unplug(), pytest.raises(biometricgate.HardwareUnavailable):
                await gate.open(NAME, reason="Test")
            assert other.settings().items == 1
            await asyncio.to_thread(own_sandbox.plug)
            assert other.settings().items == 1
            assert (await gate.settings()).items == 1

    run(test)


def test_a_forked_process_connects_by_itself_and_no_answer_goes_to_another_process(sandbox: Sandbox) -> None:
    with blocking.Gate() as gate:
        gate.settings()
        child = os.fork()
        if not child:
            # Closing in the child ends nothing of the parent's.
            own = gate._connection is None and gate.item(NAME).name == NAME
            gate.close()
            os._exit(not own)
        assert all(gate.settings().items == 1 for _ in range(20))
        assert os.waitpid(child, 0)[1] == 0
        assert gate.settings().items == 1


def test_nobody_at_the_socket_is_not_running(tmp_path: Path) -> None:
    async def test(gate: Gate) -> None:
        with pytest.raises(biometricgate.NotRunning, match=f"no service listens on {tmp_path}/gate: No such file"):
            await gate.settings()

    run(test, socket=str(tmp_path / "gate"))
    with pytest.raises(biometricgate.NotRunning):
        blocking.Gate(str(tmp_path / "gate")).settings()


def test_a_daemon_that_is_killed_ends_the_call(own_sandbox: Sandbox) -> None:
    async def test(gate: Gate) -> None:
        shown = Shown()
        opening = asyncio.create_task(gate.open(NAME, reason="Sign in", on_progress=shown))
        await shown.until(Event.WAITING_FOR_FINGER)
        os.kill(own_sandbox.process_id, signal.SIGKILL)
        with pytest.raises(biometricgate.Disconnected):
            await opening
        # Its sockets are closed one after the other.
        with pytest.raises((biometricgate.NotRunning, biometricgate.Disconnected)):
            await gate.settings()

    run(test)


def test_calls_of_one_gate_wait_for_each_other_and_closing_ends_them(sandbox: Sandbox) -> None:
    async def test(gate: Gate) -> None:
        shown = Shown()
        first = asyncio.create_task(gate.open(NAME, reason="Sign in", on_progress=shown))
        await shown.until(Event.WAITING_FOR_FINGER)
        second = asyncio.create_task(gate.settings())
        third = asyncio.create_task(gate.settings())
        await asyncio.sleep(0)
        third.cancel()
        with sandbox.touch(INDEX):
            assert await first == SECRET
        assert (await second).items == 1
        assert third.cancelled()
        shown.clear()
        fourth = asyncio.create_task(gate.open(NAME, reason="Sign in", on_progress=shown))
        await shown.until(Event.WAITING_FOR_FINGER)
        await gate.close()
        with pytest.raises(biometricgate.Closed):
            await fourth

    run(test)


def test_a_watch_tells_of_changes(own_sandbox: Sandbox) -> None:
    with blocking.Gate() as gate:
        changes = gate.watch_availability()
        assert next(changes).state is biometricgate.AvailabilityState.AVAILABLE
        gate.disable_fingerprint()
        assert next(changes).state is biometricgate.AvailabilityState.DISABLED
        changes.close()


@pytest.mark.parametrize("asker", ["nobody", "declines", "fails", "fails later"])
@pytest.mark.parametrize("how", ["asyncio", "plainly"])
def test_a_refused_call_leaves_no_gate_for_the_cyclic_collector(
    scripted: ScriptedDaemon, how: str, asker: str
) -> None:
    waiting = frame({"progress": {"event": "waitingForFinger", "message": "Touch."}}, continues=True)
    refused = frame({"guidance": {"title": "t", "body": "b", "action": "none", "actionLabel": "", "locale": "en"},
                     "fallbacks": ["pin"]}, error="TimedOut")
    # Only the cancellation of a failed question ends the call that waits.
    scripted.answers = lambda call: [waiting] if asker == "fails" and call.get("more") else [refused]
    scripted.answers_oneway = lambda _: [refused]
    pin: Any = {"nobody": None, "declines": lambda _: None, "fails": fails_at_once, "fails later": fails}[asker]

    def ends() -> weakref.ref[object]:
        gate = blocking.Gate(scripted.path)
        with pytest.raises((biometricgate.Refused, LookupError, TypeError)):
            gate.open("n", reason="Sign in", pin=pin)
        return weakref.ref(gate)

    # Caught here, because asyncio.run itself makes such a cycle.
    async def ends_asynchronously() -> weakref.ref[object]:
        gate = Gate(scripted.path)
        with pytest.raises((biometricgate.Refused, LookupError)):
            await gate.open("n", reason="Sign in", pin=pin)
        return weakref.ref(gate)

    gc.collect()
    gc.disable()
    try:
        ended = ends() if how == "plainly" else asyncio.run(ends_asynchronously())
        assert ended() is None
    finally:
        gc.enable()


def test_the_thread_of_a_failed_question_keeps_no_gate(scripted: ScriptedDaemon) -> None:
    refused = frame({"guidance": None, "fallbacks": ["pin"]}, error="TimedOut")
    scripted.answers = lambda _: [refused]
    main, goes_on = threading.current_thread(), threading.Event()

    class Loop(asyncio.SelectorEventLoop):
        def call_soon_threadsafe(  # type: ignore[override]
            self, callback: Any, *arguments: Any, context: Any = None
        ) -> asyncio.Handle:
            handle = super().call_soon_threadsafe(callback, *arguments, context=context)
            assert threading.current_thread() is main or goes_on.wait(60)
            return handle

    async def ends() -> weakref.ref[object]:
        gate = Gate(scripted.path)
        with pytest.raises(LookupError):
            await gate.open("n", reason="Sign in", pin=fails)
        return weakref.ref(gate)

    gc.collect()
    gc.disable()
    try:
        with asyncio.Runner(loop_factory=Loop) as runner:
            ended = runner.run(ends())
        assert ended() is None
    finally:
        goes_on.set()
        gc.enable()


def fails(_: Question) -> str:
    raise LookupError


async def fails_at_once(_: Question) -> str:
    raise LookupError


def test_a_gate_belongs_to_one_event_loop(scripted: ScriptedDaemon) -> None:
    called, ends = threading.Event(), threading.Event()

    def answers(_: dict[str, Any]) -> list[bytes]:
        called.set()
        assert ends.wait(60)
        return [frame({"settings": SETTINGS})]

    scripted.answers = answers
    gate = Gate(scripted.path)
    with ThreadPoolExecutor() as other:
        first = other.submit(asyncio.run, gate.settings())
        assert called.wait(60)
        for call in (gate.settings, gate.close, lambda: anext(gate.watch_settings())):
            with pytest.raises(RuntimeError, match="one Gate for each loop"):
                asyncio.run(call())  # type: ignore[arg-type]
        ends.set()
        assert first.result().items == 3
    # The first loop has been closed, so another one may follow it.
    assert asyncio.run(gate.settings()).items == 3
    asyncio.run(gate.close())


SETTINGS = {
    "fingerprintEnabled": True, "method": "fingerprint", "onboarding": "accepted", "pinSet": True,
    "passwordAvailable": False, "enrolledPrints": 1, "items": 3,
}

# ---- Secrets in memory ----

OPENING = """
import asyncio, sys
from biometricgate import Gate, blocking

def done():
    print("done", flush=True)
    sys.stdin.read()

async def main():
    async with Gate() as gate:
        for _ in range(3):
            with await gate.open(sys.argv[1], reason="Test", pin=bytearray(sys.stdin.buffer.readline()[:-1])):
                pass
        done()

def plainly():
    with blocking.Gate() as gate:
        for _ in range(3):
            with gate.open(sys.argv[1], reason="Test", pin=bytearray(sys.stdin.buffer.readline()[:-1])):
                pass
        done()

asyncio.run(main()) if sys.argv[2] == "asyncio" else plainly()
"""


@pytest.mark.parametrize("how", ["asyncio", "plainly"])
def test_a_secret_that_was_wiped_is_nowhere_in_memory(sandbox: Sandbox, how: str) -> None:
    secret = os.urandom(24)
    encoded = biometricgate._wire.encode_base64(secret)
    with blocking.Gate() as gate:
        gate.store("random", secret, access=Access(factors=(Factor.PIN,)), pin=PIN, replace=True)
    command = [sys.executable, "-c", OPENING, "random", how]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as client:
        assert client.stdin and client.stdout
        for _ in range(3):
            client.stdin.write(f"{PIN}\n".encode())
            client.stdin.flush()
        assert client.stdout.readline() == b"done\n"
        memory = b"".join(writable(client.pid))
        assert b"org.biometricgate.Gate" in memory
        assert secret not in memory and encoded not in memory and encoded[:24] not in memory
        client.stdin.close()


def writable(process: int) -> list[bytes]:
    """The writable memory of a process."""
    parts = []
    with open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/mem", "rb", 0) as memory:
        for line in maps:
            addresses, access, *_ = line.split()
            if "w" in access and "[v" not in line:
                start, end = (int(address, 16) for address in addresses.split("-"))
                memory.seek(start)
                parts.append(memory.read(end - start))
    return parts
