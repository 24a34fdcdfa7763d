"""Plays the windows' scenarios: the real daemon on a played reader, the real window on a display of its own.

    python3 run.py BINARIES-OF-DAEMON BINARIES-OF-WINDOWS [SCENARIO...]

The first directory holds biogate and biogated, the second biogate-prompt and biogate-settings. One sandbox serves the
prompt's scenarios, which leave it as it was; each of the settings' has its own. Each scenario has a display, a message
bus and a runtime directory of its own.
Ends with 0 where all passed. With PICTURES set to a directory, each scenario leaves its last picture there as PNG.
"""

import json
import os
import select
import subprocess
import sys
import tempfile
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

    def __init__(self, binaries, directory, password):
        self.biogate = os.path.join(binaries, "biogate")
        # cat ends with its input: nothing is left behind a run that was killed.
        self.process = subprocess.Popen(
            [self.biogate, "sandbox", "--json", "--short-lockouts", "--password", password, "--", "sh", "-c",
             "cat >/dev/null"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the sandbox did not start")
        facts = json.loads(line)["parameters"]["sandbox"]
        self.environment = {
            **os.environ, "BIOGATE": self.biogate, "BIOGATE_SOCKET": facts["socket"],
            "BIOGATE_SANDBOX": facts["directory"]}
        self.directory = directory

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
            print(f"{'FAIL' if status else 'ok  '} {name} {' '.join(variant.values())}"
                  f" ({time.monotonic() - begun:.1f} s)", flush=True)
            if status or os.environ.get("VERBOSE"):
                print(lines if os.environ.get("VERBOSE") else lines[-8000:], flush=True)
            else:
                measured = [line for line in lines.splitlines() if line.startswith("     ")]
                print("\n".join(measured), end="\n" if measured else "", flush=True)
            return status == 0
        finally:
            display.close()


def play_all(plays, daemon, windows):
    """Scenarios on one sandbox; how they ended."""
    if not plays:
        return []
    with tempfile.TemporaryDirectory(prefix="biogate-windows-") as directory:
        sandbox = Sandbox(daemon, directory, words.PASSWORD)
        try:
            if plays[0][0] not in scenarios.FRESH:
                sandbox.prepare(words.PIN, words.PASSWORD)
            return [play(name, variant, sandbox, windows) for name, variant in plays]
        finally:
            sandbox.close()


def main():
    daemon, windows = (os.path.abspath(path) for path in sys.argv[1:3])
    wanted = sys.argv[3:] or [*scenarios.ALL, *scenarios.SETTINGS]
    passed = play_all(
        [(name, variant) for name in wanted for variant in scenarios.ALL.get(name, [])], daemon, windows)
    for name in wanted:
        for variant in {**scenarios.SETTINGS, **scenarios.PICTURES, **scenarios.DESKTOP}.get(name, []):
            passed += play_all([(name, variant)], daemon, windows)
    print(f"{sum(passed)} of {len(passed)} scenarios passed")
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
