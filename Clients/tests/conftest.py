"""Fixtures shared by the tests: the daemon in a sandbox, a scripted one, and the contract."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from biometricgate import Access, Event, Factor, Finger, Gate, Progress, blocking
from biometricgate.sandbox import Sandbox
from generator.contract import Contract, parse

PACKAGES = Path(os.environ["BIOGATE_CLIENTS"])
HANG_UP = b"hang up"


class ScriptedDaemon:
    """Gives scripted answers to calls, and records the calls."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self.calls: list[dict[str, Any]] = []
        #: The frames that answer a call.
        self.answers: Callable[[dict[str, Any]], list[bytes]] = lambda _: [frame(error="StorageFailed")]
        #: The frames that answer the call before this one.
        self.answers_oneway: Callable[[dict[str, Any]], list[bytes]] = lambda _: []
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(self.path)
        self._socket.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            connection, _ = self._socket.accept()
            threading.Thread(target=self._serve, args=[connection], daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        buffer = b""
        while chunk := connection.recv(65536):
            buffer += chunk
            while b"\0" in buffer:
                message, buffer = buffer.split(b"\0", 1)
                call = json.loads(message)
                self.calls.append(call)
                for answer in (self.answers_oneway if call.get("oneway") else self.answers)(call):
                    if answer == HANG_UP:
                        return connection.close()
                    connection.sendall(answer)


def frame(parameters: dict[str, Any] | None = None, *, error: str | None = None, continues: bool = False) -> bytes:
    reply: dict[str, Any] = {"parameters": parameters or {}}
    if error:
        reply["error"] = error if "." in error else f"org.biometricgate.Gate.{error}"
    if continues:
        reply["continues"] = True
    return json.dumps(reply).encode() + b"\0"


@pytest.fixture
def scripted(tmp_path: Path) -> ScriptedDaemon:
    return ScriptedDaemon(tmp_path / "gate")


@pytest.fixture(scope="session")
def contract() -> Iterator[Contract]:
    """The contract as the daemon itself describes it."""
    with Sandbox() as sandbox, blocking.Gate(sandbox.socket) as gate:
        yield parse(gate.interface_description())


# ---- The real daemon ----

PIN = "274916"
WRONG = "111222"
NAME = "org.example/token"
SECRET = b"s3cret-from-a-client"
EITHER = Access(factors=(Factor.FINGERPRINT, Factor.PIN))
INDEX = Finger.RIGHT_INDEX


@pytest.fixture
def own_sandbox(prepared_sandbox: Sandbox) -> Sandbox:
    """With an item that a finger or the PIN opens."""
    with blocking.Gate() as gate:
        gate.store(NAME, SECRET, access=EITHER, pin=PIN)
    return prepared_sandbox


@pytest.fixture(scope="module")
def sandbox(shared_sandbox: Sandbox) -> Sandbox:
    """The same, for tests that leave it unchanged."""
    with blocking.Gate(shared_sandbox.socket) as gate:
        gate.store(NAME, SECRET, access=EITHER, pin=PIN)
    return shared_sandbox


def run(test: Callable[[Gate], Awaitable[None]], **options: Any) -> None:
    async def main() -> None:
        async with Gate(**options) as gate:
            await test(gate)

    asyncio.run(main())


class Shown(list[Progress]):
    """Records a call's progress, and waits for one of its events."""

    def __init__(self) -> None:
        self._waits: list[tuple[Event, asyncio.Event]] = []

    def __call__(self, progress: Progress) -> None:
        self.append(progress)
        for event, seen in self._waits:
            if event == progress.event:
                seen.set()

    async def until(self, event: Event) -> None:
        seen = asyncio.Event()
        self._waits.append((event, seen))
        if any(each.event == event for each in self):
            seen.set()
        await seen.wait()

    @property
    def events(self) -> list[Event]:
        return [each.event for each in self]
