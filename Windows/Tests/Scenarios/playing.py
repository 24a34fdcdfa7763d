"""One scenario's surroundings: a daemon on a played reader, a display, a message bus and a runtime directory."""

import os
import select
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../../Tests/Sandbox"))
import sandbox  # noqa: E402

# Only ends a hang; nothing waits for it.
HANG = 300
# Debian's, which has Debian's modules.
PYTHON = "/usr/bin/python3"


class Sandbox(sandbox.Sandbox):
    """A daemon on a played reader."""

    def __init__(self, binaries, place, password, has_face=False, has_short_lockouts=True, settings=()):
        self.biogate, self.place, self.face = os.path.join(binaries, "biogate"), place, os.path.join(place, "face")
        super().__init__(
            binaries, "--password", password, *["--short-lockouts"] * has_short_lockouts,
            *["--face-socket", self.face] * has_face,
            *(word for setting in settings for word in ("--set", setting)))

    @property
    def environment(self):
        return {**super().environment, "BIOGATE": self.biogate, "BIOGATE_FACE": self.face, "DAEMON": str(self.daemon)}

    def state(self):
        """Whether the daemon is there, and the end of its log."""
        with open(os.path.join(self.directory, "log"), encoding="utf-8", errors="replace") as log:
            end = log.read()[-2000:]
        return f"the daemon is {'there' if os.path.exists(f'/proc/{self.daemon}') else 'gone'}; its log ends: {end}"

    def file(self, name, line):
        path = os.path.join(self.place, name)
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


class Display:
    """An X server whose picture is a file."""

    def __init__(self, directory, size="900x700"):
        reading, writing = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", size + "x24", "-fbdir", directory, "-nolisten", "tcp",
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
        display = Display(directory, variant.get("DISPLAY_SIZE", "900x700"))
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
        told += [lines[-8000:], sandbox.state()]
    else:
        told += [line for line in lines.splitlines() if line.startswith("     ")]
    print("\n".join(told), flush=True)
    return status == 0
