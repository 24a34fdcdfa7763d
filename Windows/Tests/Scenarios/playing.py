"""One scenario's surroundings: a daemon on a played reader, a display, a message bus and a runtime directory."""

import json
import os
import select
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
# Only ends a hang; nothing waits for it.
HANG = 300
# Debian's, which has Debian's modules.
PYTHON = "/usr/bin/python3"


class Sandbox:
    """A daemon on a played reader."""

    def __init__(self, binaries, directory, password, has_face=False, has_short_lockouts=True):
        self.biogate = os.path.join(binaries, "biogate")
        self.directory = directory
        face = os.path.join(directory, "face")
        daemon = ["--daemon", self.with_face(os.path.join(binaries, "biogated"), face)] if has_face else []
        # cat ends with its input, so a killed run leaves nothing behind.
        self.process = subprocess.Popen(
            [self.biogate, "sandbox", "--json", *["--short-lockouts"] * has_short_lockouts, "--password", password, *daemon,
             "--", "sh", "-c", "cat >/dev/null"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the sandbox did not start")
        facts = json.loads(line)["parameters"]["sandbox"]
        self.environment = {
            **os.environ, "BIOGATE": self.biogate, "BIOGATE_SOCKET": facts["socket"],
            "BIOGATE_SANDBOX": facts["directory"], "BIOGATE_FACE": face}

    def with_face(self, daemon, face):
        """A daemon that also serves its face interface, which no sandbox has by itself."""
        path = self.file("daemon", f'#!/bin/sh\nexec "{daemon}" --face-socket "{face}" "$@"')
        os.chmod(path, 0o755)
        return path

    def file(self, name, line):
        path = os.path.join(self.directory, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(line + "\n")
        return path

    def prepare(self, pin, password):
        """Sets a PIN, and enrols a finger."""
        source = ["--pin-from", self.file("pin", pin)]
        self.run("pin", "set", "--yes", "--password-from", self.file("password", password), *source)
        self.run("finger", "add", "right-index", "--yes", *source, touches=["right-index", "--all"])

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
        # To the end of the line, because the server does not survive a pipe that is closed earlier.
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


def play(script, name, variant, sandbox, programs, title=None):
    """Plays one scenario of a script on its own display, with its programs' paths in variables; returns whether it
    passed. Prints its name and result, and its whole output if it failed."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="biogate-windows-") as directory:
        display = Display(directory)
        try:
            environment = {
                **sandbox.environment, "DISPLAY": display.name, "XDG_RUNTIME_DIR": directory,
                "FRAME_BUFFER": os.path.join(directory, "Xvfb_screen0"), "G_DEBUG": "fatal-criticals",
                "HOME": directory, "GSETTINGS_BACKEND": "memory", **programs, **variant}
            environment.pop("WAYLAND_DISPLAY", None)
            with open(os.path.join(directory, "said"), "w+", encoding="utf-8") as said:
                # A file, because a program started by the bus outlives it for a moment, and would keep a pipe open.
                playing = subprocess.Popen(
                    ["dbus-run-session", "--", PYTHON, os.path.join(HERE, script), name], env=environment,
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
        finally:
            display.close()
    told = [f"{'FAIL' if status else 'ok  '} {title or name} {' '.join(variant.values())}"
            f" ({time.monotonic() - begun:.1f} s)"]
    if os.environ.get("VERBOSE"):
        told.append(lines)
    elif status:
        told.append(lines[-8000:])
    else:
        told += [line for line in lines.splitlines() if line.startswith("     ")]
    print("\n".join(told), flush=True)
    return status == 0
