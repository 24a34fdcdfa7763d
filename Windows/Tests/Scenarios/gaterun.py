"""Plays the scenarios of the gate in an app: the example bank's window, the real daemon, each on a sandbox of its own.

    python3 gaterun.py BINARIES-OF-DAEMON BINARIES-OF-WINDOWS [SCENARIO...]

Ends with 0 where all passed. With PICTURES set to a directory, scenarios leave pictures there as PNG.
"""

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

import words
from run import HANG, HERE, PYTHON, Display, Sandbox

TAGS = ["en", "ko", "nb"]
SCENARIOS = {
    "first_use": [{"LANGUAGE_TAG": tag} for tag in TAGS],
    "step_up": [{}],
    "misses": [{"LANGUAGE_TAG": tag} for tag in TAGS],
    "skip": [{}],
    "off": [{}],
    "way_around": [{}],
    "rejected": [{}],
    "changed": [{}],
    "away": [{}],
    "banner": [{}],
    "offer": [{"LANGUAGE_TAG": tag} for tag in TAGS],
    "declined": [{}],
    "turned_off": [{}],
    "looks": [
        {"ADW_DEBUG_COLOR_SCHEME": scheme, "ADW_DEBUG_HIGH_CONTRAST": high}
        for scheme, high in (("prefer-light", "0"), ("prefer-dark", "0"), ("prefer-light", "1"))
    ],
}
# Played only by name: what draws the documents' pictures, and an app that depends on the components from elsewhere.
BY_NAME = {"picture": [{"LANGUAGE_TAG": "en"}, {"LANGUAGE_TAG": "ko"}], "elsewhere": [{}]}


def play(name, variant, daemon, windows):
    """One scenario in surroundings of its own; whether it passed."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="biogate-gate-") as directory:
        sandbox = Sandbox(daemon, directory, words.PASSWORD)
        display = Display(directory)
        try:
            prepare(sandbox)
            environment = {
                **sandbox.environment, "DISPLAY": display.name, "XDG_RUNTIME_DIR": directory,
                "FRAME_BUFFER": os.path.join(directory, "Xvfb_screen0"), "G_DEBUG": "fatal-criticals",
                "GSK_RENDERER": "cairo", "BANK": os.path.join(windows, "example-bank-window"),
                "EXAMPLE": os.path.join(windows, "Example"), "HOME": directory,
                "GSETTINGS_BACKEND": "memory", **variant}
            environment.pop("WAYLAND_DISPLAY", None)
            with open(os.path.join(directory, "said"), "w+", encoding="utf-8") as said:
                # A file: what the bus starts outlives it for a moment, and would keep a pipe open.
                playing = subprocess.Popen(
                    ["dbus-run-session", "--", PYTHON, os.path.join(HERE, "gatescenarios.py"), name],
                    env=environment, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
                try:
                    status = playing.wait(HANG)
                except subprocess.TimeoutExpired:
                    status = "it hangs"
                    playing.terminate()
                    playing.wait(HANG)
                said.seek(0)
                lines = said.read()
        finally:
            display.close()
            sandbox.close()
    print(f"{'FAIL' if status else 'ok  '} gate_{name} {' '.join(variant.values())}"
          f" ({time.monotonic() - begun:.1f} s)", flush=True)
    if status or os.environ.get("VERBOSE"):
        print(lines[-8000:], flush=True)
    return status == 0


def prepare(sandbox):
    """A PIN and a finger, and nothing of the bank's yet."""
    source = ["--pin-from", sandbox.file("pin", words.PIN)]
    sandbox.run("pin", "set", "--yes", "--password-from", sandbox.file("password", words.PASSWORD), *source)
    sandbox.run("finger", "add", "right-index", "--yes", *source, touches=["right-index", "--all"])


def main():
    daemon, windows = (os.path.abspath(path) for path in sys.argv[1:3])
    wanted = sys.argv[3:] or list(SCENARIOS)
    plays = [(name, variant) for name in wanted for variant in {**SCENARIOS, **BY_NAME}.get(name, [])]
    # Each has all of its surroundings to itself.
    with ThreadPoolExecutor(max_workers=2) as pool:
        passed = list(pool.map(lambda played: play(*played, daemon, windows), plays))
    print(f"{sum(passed)} of {len(passed)} scenarios of the gate passed")
    return 0 if passed and all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
