"""Plays the windows' scenarios: the real daemon on a played reader, the real window on a display of its own.

    python3 run.py BINARIES-OF-DAEMON BINARIES-OF-WINDOWS [SCENARIO...]

The first directory holds biogate and biogated, the second biogate-prompt and biogate-settings. Two scenarios are played at
a time: they wait more than they compute. The prompt's leave their sandbox as it was, and one after the other uses it; each
of the settings' has its own. Each scenario has a display, a message bus and a runtime directory of its own.
Ends with 0 where all passed. With PICTURES set to a directory, each scenario leaves its last picture there as PNG.
"""

import json
import os
import select
import subprocess
import sys
import tempfile
import threading
import time

import scenarios
import words

HERE = os.path.dirname(os.path.abspath(__file__))
# Only a hang is ended by this; nothing waits for it.
HANG = 300
# Debian's, which has Debian's modules.
PYTHON = "/usr/bin/python3"


class Sandbox:
    """A daemon on a played reader, with a PIN, a finger and an item."""

    def __init__(self, binaries, directory, password, has_face=False):
        self.biogate = os.path.join(binaries, "biogate")
        self.directory = directory
        face = os.path.join(directory, "face")
        daemon = ["--daemon", self.with_face(os.path.join(binaries, "biogated"), face)] if has_face else []
        # cat ends with its input: nothing is left behind a run that was killed.
        self.process = subprocess.Popen(
            [self.biogate, "sandbox", "--json", "--short-lockouts", "--password", password, *daemon, "--",
             "sh", "-c", "cat >/dev/null"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the sandbox did not start")
        facts = json.loads(line)["parameters"]["sandbox"]
        self.environment = {
            **os.environ, "BIOGATE": self.biogate, "BIOGATE_SOCKET": facts["socket"],
            "BIOGATE_SANDBOX": facts["directory"], "BIOGATE_FACE": face}

    def with_face(self, daemon, face):
        """A daemon that serves its second interface as well, which no sandbox has by itself."""
        path = self.file("daemon", f'#!/bin/sh\nexec "{daemon}" --face-socket "{face}" "$@"')
        os.chmod(path, 0o755)
        return path

    def file(self, name, line):
        path = os.path.join(self.directory, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(line + "\n")
        return path

    def prepare(self, pin, password):
        source = ["--pin-from", self.file("pin", pin)]
        self.run("pin", "set", "--yes", "--password-from", self.file("password", password), *source)
        self.run("finger", "add", "right-index", "--yes", *source, touches=["right-index", "--all"])
        self.run("store", "github", "--from", "-", touches=["right-index"], given=b"s3cret")

    def run(self, *arguments, touches=None, given=None):
        touching = touches and subprocess.Popen(
            [self.biogate, "sandbox", "touch", *touches], env=self.environment, stderr=subprocess.DEVNULL)
        done = subprocess.run(
            [self.biogate, *arguments], env=self.environment, input=given, capture_output=True, timeout=HANG,
            start_new_session=True, check=False)
        if done.returncode or touching and touching.wait(HANG):
            raise SystemExit(f"{arguments}: status {done.returncode}, {done.stderr.decode()}")

    def close(self):
        self.process.stdin.close()
        self.process.wait(HANG)


class Display:
    """An X server whose picture is a file."""

    def __init__(self, directory):
        reading, writing = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "900x700x24", "-fbdir", directory, "-nolisten", "tcp",
             "-noreset"],
            pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        number = ""
        # To the line's end: the server does not outlive a pipe that is closed before.
        while not number.endswith("\n") and select.select([reading], [], [], HANG)[0]:
            part = os.read(reading, 20).decode()
            if not part:
                break
            number += part
        os.close(reading)
        if not number.strip():
            raise SystemExit("Xvfb did not start")
        self.name = ":" + number.strip()

    def close(self):
        self.process.terminate()
        self.process.wait(HANG)


def play(name, variant, sandbox, windows):
    """One scenario in surroundings of its own; whether it passed."""
    with tempfile.TemporaryDirectory(prefix="biogate-windows-") as directory:
        display = Display(directory)
        try:
            environment = {
                **sandbox.environment, "DISPLAY": display.name, "XDG_RUNTIME_DIR": directory,
                "FRAME_BUFFER": os.path.join(directory, "Xvfb_screen0"), "G_DEBUG": "fatal-criticals",
                "PROMPT": os.path.join(windows, "biogate-prompt"),
                "SETTINGS": os.path.join(windows, "biogate-settings"), "HOME": directory,
                "GSETTINGS_BACKEND": "memory", **variant}
            environment.pop("WAYLAND_DISPLAY", None)
            begun = time.monotonic()
            with open(os.path.join(directory, "said"), "w+", encoding="utf-8") as said:
                # A file: what the bus starts outlives it for a moment, and would keep a pipe open.
                playing = subprocess.Popen(
                    ["dbus-run-session", "--", PYTHON, os.path.join(HERE, "scenarios.py"), name], env=environment,
                    stdin=subprocess.DEVNULL, stdout=said, stderr=said)
                try:
                    status = playing.wait(HANG)
                except subprocess.TimeoutExpired:
                    status = "it hangs"
                    # It ends its bus, and that its programs.
                    playing.terminate()
                    playing.wait(HANG)
                said.seek(0)
                lines = said.read()
            told = [f"{'FAIL' if status else 'ok  '} {name} {' '.join(variant.values())}"
                    f" ({time.monotonic() - begun:.1f} s)"]
            if os.environ.get("VERBOSE"):
                told.append(lines)
            elif status:
                told.append(lines[-8000:])
            else:
                told += [line for line in lines.splitlines() if line.startswith("     ")]
            print("\n".join(told), flush=True)
            return status == 0
        finally:
            display.close()


class Room:
    """Where one scenario is played after the other."""

    def __init__(self, daemon, windows):
        self.daemon, self.windows = daemon, windows
        self.shared = None
        self.directory = tempfile.TemporaryDirectory(prefix="biogate-windows-")

    def play(self, name, variant):
        if name in scenarios.ALL:
            self.shared = self.shared or self.sandbox(name, self.directory.name)
            return play(name, variant, self.shared, self.windows)
        with tempfile.TemporaryDirectory(prefix="biogate-windows-") as directory:
            sandbox = self.sandbox(name, directory)
            try:
                return play(name, variant, sandbox, self.windows)
            finally:
                sandbox.close()

    def sandbox(self, name, directory):
        sandbox = Sandbox(self.daemon, directory, words.PASSWORD, name in scenarios.WITH_FACE)
        if name not in scenarios.FRESH:
            try:
                sandbox.prepare(words.PIN, words.PASSWORD)
            except BaseException:
                sandbox.close()
                raise
        return sandbox

    def close(self):
        if self.shared:
            self.shared.close()
        self.directory.cleanup()


def play_all(plays, daemon, windows, rooms):
    """Plays them in so many rooms; how they ended."""
    waiting, passed, doing = list(plays), [], threading.Lock()

    def fill():
        room = Room(daemon, windows)
        try:
            while True:
                with doing:
                    if not waiting:
                        return
                    name, variant = waiting.pop(0)
                has_passed = False
                try:
                    has_passed = room.play(name, variant)
                finally:
                    passed.append(has_passed)
        finally:
            room.close()

    threads = [threading.Thread(target=fill) for _ in range(min(rooms, len(plays)))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # Where a room fell down, some were not played.
    return passed + [False] * len(waiting)


def main():
    daemon, windows = (os.path.abspath(path) for path in sys.argv[1:3])
    wanted = sys.argv[3:] or [*scenarios.ALL, *scenarios.SETTINGS]
    known = {**scenarios.ALL, **scenarios.SETTINGS, **scenarios.PICTURES, **scenarios.DESKTOP}
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise SystemExit(f"there are no scenarios {unknown}")
    plays = [(name, variant) for name in wanted for variant in known[name]]
    alone = [one for one in plays if one[0] in scenarios.ALONE]
    passed = play_all([one for one in plays if one not in alone], daemon, windows, 2)
    passed += play_all(alone, daemon, windows, 1)
    print(f"{sum(passed)} of {len(passed)} scenarios passed")
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
