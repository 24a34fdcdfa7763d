"""Plays the windows' scenarios: the real daemon on a played reader, the real window on its own display.

    python3 run.py BINARIES-OF-DAEMON BINARIES-OF-WINDOWS [SCENARIO...]

The first directory has biogate and biogated, the second biogate-prompt and biogate-settings. Three scenarios run at a
time, because they wait more than they compute. The prompt's scenarios leave their sandbox as it was and share it, one
after the other; each of the settings' has its own. Each scenario has its own display, message bus and runtime
directory. Ends with 0 if all passed. With PICTURES set to a directory, each scenario leaves its last picture there as
PNG.
"""

import os
import subprocess
import sys
import tempfile
import threading

import scenarios
import timers
import words
from playing import Sandbox, play


class Room:
    """A place in which scenarios are played one after the other."""

    def __init__(self, daemon, windows):
        self.daemon = daemon
        self.programs = {
            "PROMPT": os.path.join(windows, "biogate-prompt"), "SETTINGS": os.path.join(windows, "biogate-settings")}
        self.shared = None
        self.directory = tempfile.TemporaryDirectory(prefix="biogate-windows-")

    def play(self, name, variant):
        if name in scenarios.ALL:
            self.shared = self.shared or self.sandbox(name, self.directory.name)
            return play("scenarios.py", name, variant, self.shared, self.programs)
        with tempfile.TemporaryDirectory(prefix="biogate-windows-") as directory:
            sandbox = self.sandbox(name, directory)
            try:
                return play("scenarios.py", name, variant, sandbox, self.programs)
            finally:
                sandbox.close()

    def sandbox(self, name, directory):
        sandbox = Sandbox(self.daemon, directory, words.PASSWORD, name in scenarios.WITH_FACE,
                          settings=scenarios.SET.get(name, ()))
        if name not in scenarios.FRESH:
            try:
                sandbox.prepare(words.PIN, words.PASSWORD)
                sandbox.run("store", "github", "--from", "-", touches=["right-index"], given=b"s3cret")
            except BaseException:
                sandbox.close()
                raise
        return sandbox

    def close(self):
        if self.shared:
            self.shared.close()
        self.directory.cleanup()


def play_all(plays, daemon, windows, rooms):
    """Plays them in that many rooms; returns their results."""
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
    # After a room's failure, some were not played.
    return passed + [False] * len(waiting)


# A user beside the machine's own, in a mount namespace: a layer over /etc, because a mount on the file itself goes when
# somebody's useradd replaces the file.
PERSON = """
mount -t tmpfs tmpfs "$0"
mkdir "$0/etc" "$0/work"
mount -t overlay -o "lowerdir=/etc,upperdir=$0/etc,workdir=$0/work" overlay /etc
echo "ada:x:4242:4242::/nonexistent:/bin/sh" >>/etc/passwd
exec setpriv --reuid 4242 --regid 4242 --clear-groups -- "$@"
"""


def as_person(daemon, windows, names):
    """Plays them as a user who is no system account."""
    with tempfile.TemporaryDirectory() as layer:
        playing = [sys.executable, os.path.abspath(__file__), daemon, windows, *names]
        return subprocess.run(["unshare", "--mount", "sh", "-euc", PERSON, layer, *playing], check=False).returncode == 0


def main():
    daemon, windows = (os.path.abspath(path) for path in sys.argv[1:3])
    wanted = sys.argv[3:] or [*scenarios.SETTINGS, *scenarios.ENDINGS, *scenarios.ALL]
    known = {**scenarios.ALL, **scenarios.ENDINGS, **scenarios.SETTINGS, **scenarios.PICTURES, **scenarios.DESKTOP}
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise SystemExit(f"there are no scenarios {unknown}")
    people = [name for name in wanted if name in scenarios.PEOPLE and os.geteuid() == 0]
    plays = [(name, variant) for name in wanted if name not in people for variant in known[name]]
    alone = [one for one in plays if one[0] in scenarios.ALONE]
    with tempfile.TemporaryDirectory(prefix="biogate-windows-") as directory:
        os.environ["TIMERS"] = timers.build(directory)
        passed = play_all([one for one in plays if one not in alone], daemon, windows, 3)
        passed += play_all(alone, daemon, windows, 1)
    print(f"{sum(passed)} of {len(passed)} scenarios passed")
    if people and not as_person(daemon, windows, people):
        return 1
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
