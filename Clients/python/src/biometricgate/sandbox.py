"""A private daemon with a virtual reader, for tests on a machine without a reader."""

from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
import threading
from types import TracebackType
from typing import Self

from . import blocking
from .types import Finger


class SandboxError(Exception):
    """The sandbox, or a touch, failed; the message is the output of `biogate`."""


class Touch:
    """Touches that are made as soon as calls wait for them."""

    def __init__(self, command: list[str], environment: dict[str, str], calls: int) -> None:
        self._command, self._environment, self._left = command, environment, calls
        self._failure: str | None = None
        self._changing = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()

    def _play(self) -> None:
        while self._failure is None:
            with self._changing:
                if not self._left:
                    return
                self._left -= 1
                self._process = subprocess.Popen(
                    self._command, env=self._environment, stderr=subprocess.PIPE, text=True
                )
            _, said = self._process.communicate()
            if self._process.returncode:
                self._failure = said.strip()

    def wait(self) -> None:
        """Returns once the last touch has been made and judged."""
        self._thread.join()
        if self._failure is not None:
            raise SandboxError(self._failure)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if not kind:
            return self.wait()
        with self._changing:
            self._left = 0
            if self._process:
                self._process.kill()
        self._thread.join()


class Sandbox:
    """The equivalent of `biogate sandbox`: at the beginning without a PIN, finger or item, and with a password if one
    is given.

    `socket` is its daemon's socket. It ends with the `with`, or with this process.
    """

    def __init__(
        self,
        program: str | None = None,
        *,
        timeout: float | None = None,
        short_lockouts: bool = False,
        password: str | None = None,
        verify_only: bool = False,
    ) -> None:
        """`program` is by default `BIOGATE`, or the `biogate` on the path. `timeout`: how many seconds the reader waits
        for a touch.

        `short_lockouts`: the waits after misses and wrong PINs are a second, and the tenth try is the last. `password`:
        the user's password, with which the first PIN is set. `verify_only`: the reader can only compare with one finger
        at a time."""
        found = program or os.environ.get("BIOGATE") or shutil.which("biogate")
        if not found:
            raise SandboxError("there is no biogate on the path: install BiometricGate, or name it in BIOGATE")
        self._program = found
        options = _limit(timeout) + ["--short-lockouts"] * short_lockouts + ["--verify-only"] * verify_only
        if password is not None:
            options += ["--password", password]
        self._password = password
        # cat ends with its input, so a killed test run leaves nothing behind.
        self._process = subprocess.Popen(
            [found, "sandbox", "--json", *options, "--", "sh", "-c", "cat >/dev/null"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise SandboxError(self._process.communicate()[1].strip())
        facts = json.loads(line)["parameters"]["sandbox"]
        self.socket: str = facts["socket"]
        self.directory: str = facts["directory"]
        #: The daemon's process.
        self.process_id: int = facts["processId"]

    @property
    def environment(self) -> dict[str, str]:
        """The environment with which a program uses this sandbox."""
        return {**os.environ, "BIOGATE_SOCKET": self.socket, "BIOGATE_SANDBOX": self.directory}

    def touch(
        self, finger: Finger | str, *, times: int = 1, all: bool = False, calls: int = 1, timeout: float | None = None
    ) -> Touch:
        """Touches the reader as soon as a call waits for it, and returns at once.

        `finger` may be "stranger" (a finger that is not enrolled) or "poor" (a scan too bad to judge); `all` makes as
        many touches as adding a finger takes. `calls` serves this many calls, one after the other. `timeout`: how many
        seconds a touch waits for its call, 30 by default."""
        name = "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in finger)
        count = ["--all"] if all else ["--times", str(times)]
        return self._touch(["touch", name, *count], timeout, calls)

    def unplug(self, *, timeout: float | None = None) -> Touch:
        """Unplugs the reader as soon as a call waits for it."""
        return self._touch(["unplug"], timeout)

    def plug(self) -> None:
        """Plugs the reader in again. This restarts the daemon, so connections end."""
        self._touch(["plug"]).wait()

    def in_use(self) -> None:
        """Lets another program use the reader, until `free`."""
        self._touch(["in-use"]).wait()

    def free(self) -> None:
        """Gives the reader back to the daemon."""
        self._touch(["free"]).wait()

    def lock(self) -> None:
        """Locks the session, which ends waiting calls."""
        self._touch(["lock"]).wait()

    def unlock(self) -> None:
        self._touch(["unlock"]).wait()

    def away(self) -> None:
        """Gives the screen to another user, until `back`."""
        self._touch(["away"]).wait()

    def back(self) -> None:
        self._touch(["back"]).wait()

    def sleep(self) -> None:
        """Puts the machine to sleep, after the daemon has prepared for it."""
        self._touch(["sleep"]).wait()

    def wake(self) -> None:
        self._touch(["wake"]).wait()

    def prepare(self, *, pin: str = "274916", finger: Finger | str = Finger.RIGHT_INDEX) -> None:
        """Sets a PIN and adds a finger."""
        with blocking.Gate(self.socket) as gate:
            gate.set_pin(pin, password=self._password)
            with self.touch(finger, all=True):
                gate.enroll(Finger(finger), pin=pin)

    def _touch(self, command: list[str], timeout: float | None = None, calls: int = 1) -> Touch:
        return Touch([self._program, "sandbox", *command, *_limit(timeout)], self.environment, calls)

    def close(self) -> None:
        self._process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: TracebackType | type[BaseException] | BaseException | None) -> None:
        self.close()


def _limit(timeout: float | None) -> list[str]:
    return [] if timeout is None else ["--timeout", str(math.ceil(timeout))]
