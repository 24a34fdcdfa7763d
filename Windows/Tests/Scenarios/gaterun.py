"""Plays the scenarios of the gate in an app: the example bank's window and the real daemon, each on its own sandbox.

    python3 gaterun.py BINARIES-OF-DAEMON BINARIES-OF-WINDOWS [SCENARIO...]

Ends with 0 if all passed. With PICTURES set to a directory, scenarios leave pictures there as PNG.
"""

import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import gatescenarios
import timers
import words
from playing import Sandbox, play


def play_one(name, variant, daemon, windows):
    """Plays one scenario on its own sandbox; returns whether it passed."""
    programs = {
        "GSK_RENDERER": "cairo", "BANK": os.path.join(windows, "example-bank-window"),
        "MOVING": os.path.join(windows, "gate-moving"), "EXAMPLE": os.path.join(windows, "Example")}
    with tempfile.TemporaryDirectory(prefix="biogate-gate-") as directory:
        sandbox = Sandbox(
            daemon, directory, words.PASSWORD, has_short_lockouts=name not in gatescenarios.WITH_LONG_LOCKOUTS)
        try:
            # The bank has nothing stored yet.
            sandbox.prepare(words.PIN, words.PASSWORD)
            return play("gatescenarios.py", name, variant, sandbox, programs, "gate_" + name)
        finally:
            sandbox.close()


def main():
    daemon, windows = (os.path.abspath(path) for path in sys.argv[1:3])
    known = {**gatescenarios.SCENARIOS, **gatescenarios.BY_NAME}
    wanted = sys.argv[3:] or list(gatescenarios.SCENARIOS)
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise SystemExit(f"there are no scenarios {unknown}")
    plays = [(name, variant) for name in wanted for variant in known[name]]
    # Each has separate surroundings.
    with tempfile.TemporaryDirectory(prefix="biogate-gate-") as directory, ThreadPoolExecutor(max_workers=4) as pool:
        os.environ["TIMERS"] = timers.build(directory)
        passed = list(pool.map(lambda played: play_one(*played, daemon, windows), plays))
    print(f"{sum(passed)} of {len(passed)} scenarios of the gate passed")
    return 0 if passed and all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
