"""A daemon of one's own, on a reader that libfprint plays: for tests on a machine without a reader."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from types import TracebackType
from typing import Self

from . import blocking
from .types import Finger


class SandboxError(Exception):
    """The sandbox, or a touch, failed; says what `biogate` said."""


class Touch:
    """A touch that is made as soon as a call waits for one."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def wait(self) -> None:
        """Returns once the touch was made and judged."""
        _, said = self._process.communicate()
        if self._process.returncode:
            raise SandboxError(said.strip())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind:
            self._process.kill()
            self._process.communicate()
        else:
            self.wait()


class Sandbox:
    """What `biogate sandbox` runs: no PIN, no finger and no item to begin with, and no passwords.

    `socket` is where its daemon listens. It ends with the `with`, or with this process.
    """

    def __init__(self, program: str | None = None, *, timeout: float | None = None) -> None:
        """`program` is else `BIOGATE`, or the `biogate` on the path. `timeout`: how long the reader waits for a touch."""
        found = program or os.environ.get("BIOGATE") or shutil.which("biogate")
        if not found:
            raise SandboxError("there is no biogate on the path: install BiometricGate, or name it in BIOGATE")
        self._program = found
        limit = [] if timeout is None else ["--timeout", str(int(timeout))]
        # cat ends with its input: nothing is left behind a test run that was killed.
        self._process = subprocess.Popen(
            [found, "sandbox", "--json", *limit, "--", "sh", "-c", "cat >/dev/null"],
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
        """What a program needs in its environment to use this sandbox."""
        return {**os.environ, "BIOGATE_SOCKET": self.socket, "BIOGATE_SANDBOX": self.directory}

    def touch(self, finger: Finger | str, *, times: int = 1, all: bool = False) -> Touch:
        """Touches the reader as soon as something waits for it, while the caller goes on.

        `finger` may be "stranger" (one that nobody added) or "poor" (a scan that nobody can judge); `all` makes as many
        touches as adding a finger takes."""
        name = "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in finger)
        count = ["--all"] if all else ["--times", str(times)]
        return Touch(self._start("touch", name, *count))

    def unplug(self) -> Touch:
        """Pulls the reader out as soon as something waits for it."""
        return Touch(self._start("unplug"))

    def plug(self) -> None:
        """Plugs it in again. The daemon is started anew: connections end."""
        Touch(self._start("plug")).wait()

    def prepare(self, *, pin: str = "274916", finger: Finger | str = Finger.RIGHT_INDEX) -> None:
        """A PIN and a finger to begin with."""
        with blocking.Gate(self.socket) as gate:
            gate.set_pin(pin)
            with self.touch(finger, all=True):
                gate.enroll(Finger(finger), pin=pin)

    def _start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [self._program, "sandbox", *arguments], env=self.environment, stderr=subprocess.PIPE, text=True
        )

    def close(self) -> None:
        self._process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: TracebackType | type[BaseException] | BaseException | None) -> None:
        self.close()
