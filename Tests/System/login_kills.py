"""Nobody is locked out by a kill between touch and session: login_kills.py BINARIES MODULE

The daemon, its reader process, biogate-fprintd and the password helper are killed, and the daemon stopped: while a login
waits for a finger, after the finger's yes, and while the login waits for the stored password. Each login ends without
waiting for a time-out, by the finger or by the typed password. Otherwise as in keyring.py. Ends with 1 if a step fails.
"""

import contextlib
import glob
import os
import signal
import subprocess
import sys
import tempfile
import time

import keyring
import keyring_bench
from fprintd_bench import Bench, check, until
from keyring_bench import LOCKED, OPEN, PASSWORD, USER

# As pam-auth-update writes it with libpam-fprintd, then the keyring's lines. The finger's time-out is longer than the
# test's patience, so a login that waited for it fails the test.
STACK = """\
auth [success=2 default=ignore] pam_fprintd.so max-tries=1 timeout=99
auth [success=1 default=ignore] pam_unix.so try_first_pass
auth requisite pam_deny.so
auth required pam_permit.so
auth optional pam_gnome_keyring.so
account required pam_unix.so
session required pam_permit.so
@include held
session optional {module} socket={socket}
session optional pam_gnome_keyring.so auto_start
"""
SERVICE = "sddm"


class Kills(keyring_bench.Player):
    """The processes of a login, and how each is killed and started again."""

    def __init__(self, bench, home):
        super().__init__(bench, home)
        self.hold = f"{bench.folder}/hold"
        with open(self.hold, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\ntouch {bench.folder}/held\n"
                       f"while [ -e {bench.folder}/held ]; do sleep 0.02; done\n")
        os.chmod(self.hold, 0o755)
        with open("/etc/pam.d/held", "w", encoding="utf-8") as file:
            file.write(f"session optional pam_exec.so quiet {self.hold}\n")
        self.configure(SERVICE, "", STACK)

    def children(self, name):
        """The daemon's processes of that name."""
        found = []
        for path in glob.glob("/proc/[0-9]*"):
            with contextlib.suppress(OSError), open(f"{path}/stat", encoding="ascii") as file:
                text = file.read()
                if f"({name})" in text and int(text.rsplit(")", 1)[1].split()[1]) == self.bench.daemon.pid:
                    found.append(int(os.path.basename(path)))
        return found

    def kill(self, victim):
        """Kills or stops it, and waits until it is gone."""
        if victim == "stopped daemon":
            os.kill(self.bench.daemon.pid, signal.SIGSTOP)
        elif victim in ("reader", "helper"):
            name = {"reader": "biogate-reader", "helper": "sleep"}[victim]
            killed = self.children(name)
            check(killed, f"no {victim} runs")
            for pid in killed:
                os.kill(pid, signal.SIGKILL)
            # The daemon starts another reader process at once.
            until(f"the end of the {victim}", lambda: not set(killed) & set(self.children(name)))
        else:
            process = {"daemon": self.bench.daemon, "face": self.bench.face}[victim]
            process.kill()
            process.wait()

    def restore(self, victim):
        """What systemd and the bus do after a kill."""
        if victim == "daemon":
            self.bench.start_daemon()
        elif victim == "stopped daemon":
            os.kill(self.bench.daemon.pid, signal.SIGCONT)
        elif victim == "face":
            self.bench.start_face("--no-timeout")

    @contextlib.contextmanager
    def hanging_helper(self):
        path = f"{self.bench.folder}/hang"
        with open(path, "w", encoding="utf-8"):
            yield
        os.unlink(path)

    def log_in(self, victim, moment):
        """A login with a kill, whose time is printed from there; what its session found."""
        since = len(self.bench.signals)
        login = subprocess.Popen(
            ["pamtester", "-E", f"XDG_RUNTIME_DIR={self.home.runtime}", SERVICE, USER, "authenticate", "open_session"],
            env=self.bench.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        held = f"{self.bench.folder}/held"
        try:
            # Read only if the finger fails.
            login.stdin.write(PASSWORD + "\n")
            login.stdin.flush()
            self.bench.needed(since)
            if moment == "waiting":
                self.kill(victim)
                begin = time.monotonic()
                until("the session", lambda: os.path.exists(held) or login.poll() is not None)
                os.unlink(held)
            else:
                self.bench.reader("SCAN right")
                until("the finger's yes", lambda: os.path.exists(held))
                if moment == "matched":
                    self.kill(victim)
                begin = time.monotonic()
                os.unlink(held)
                if moment == "asked":
                    until("the helper", lambda: self.children("sleep"))
                    self.kill(victim)
                    begin = time.monotonic()
            said, _ = login.communicate(timeout=60)
            took = time.monotonic() - begin
        finally:
            login.kill()
            login.wait()
        check(login.returncode == 0, (victim, moment, said))
        print(f"  {victim}, {moment}: {took:.2f} s", flush=True)
        return self.home.look()

    def works(self):
        """The typed password logs in, and so does the next touch."""
        status, said = self.type(service="login")
        check(status == 0 and self.home.look() == OPEN, said)
        status, said = self.login()
        check(status == 0 and self.home.look() == OPEN, (said, self.journal()))


def waiting(player):
    """While a login waits for a finger: the password is asked for at once, and opens the keyring."""
    for victim in "face", "reader", "daemon":
        check(player.log_in(victim, "waiting") == OPEN, victim)
        player.restore(victim)
        player.works()


def stopped(player):
    """A daemon that is stopped while a login waits for a finger holds it a second longer than pam_fprintd waits, here
    ten. One that was stopped before is waited for, since it might be starting. Then the typed password opens the keyring."""
    player.configure(SERVICE, "", STACK.replace("timeout=99", "timeout=10"))
    check(player.log_in("stopped daemon", "waiting") == OPEN, "the typed password")
    player.restore("stopped daemon")
    player.works()
    player.kill("stopped daemon")
    begin = time.monotonic()
    status, said = player.type(service=SERVICE, stack=STACK.replace("@include held\n", ""))
    print(f"  a login behind a stopped daemon: {time.monotonic() - begin:.2f} s", flush=True)
    check(status == 0 and player.home.look() == OPEN, said)
    player.restore("stopped daemon")
    player.works()
    player.configure(SERVICE, "", STACK)


def matched(player):
    """After the finger's yes: the session begins, with its keyring open unless the daemon is gone."""
    for victim, found in ("face", OPEN), ("reader", OPEN), ("daemon", LOCKED), ("stopped daemon", LOCKED):
        check(player.log_in(victim, "matched") == found, victim)
        player.restore(victim)
        player.works()


def asked(player):
    """While the login waits for the stored password, which waits for the helper."""
    for victim in "helper", "face", "reader", "daemon", "stopped daemon":
        with player.hanging_helper():
            check(player.log_in(victim, "asked") == LOCKED, victim)
        player.restore(victim)
        player.works()


def restarted(player):
    """A daemon that was started again between the touch and the session knows of no touch."""
    since = len(player.bench.signals)
    held = f"{player.bench.folder}/held"
    login = subprocess.Popen(
        ["pamtester", "-E", f"XDG_RUNTIME_DIR={player.home.runtime}", SERVICE, USER, "authenticate", "open_session"],
        env=player.bench.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    player.bench.needed(since)
    player.bench.reader("SCAN right")
    until("the finger's yes", lambda: os.path.exists(held))
    player.kill("daemon")
    player.restore("daemon")
    os.unlink(held)
    check(login.wait(60) == 0 and player.home.look() == LOCKED, "the session")
    until("the refusal", lambda: player.reasons()[-1:] == ["noTouch"])
    player.works()


def crowded(player):
    """A daemon that does not accept, with its queue full: the login does not wait for a place."""
    import socket
    os.kill(player.bench.daemon.pid, signal.SIGSTOP)
    lines = []
    while True:
        line = socket.socket(socket.AF_UNIX)
        line.setblocking(False)
        lines.append(line)
        try:
            line.connect(player.bench.face_path)
        except BlockingIOError:
            break
    begin = time.monotonic()
    status, said = player.login(operations=("open_session",))
    print(f"  a login behind {len(lines)} connections took {time.monotonic() - begin:.2f} s", flush=True)
    check(status == 0 and player.home.look() == LOCKED, said)
    for line in lines:
        line.close()
    os.kill(player.bench.daemon.pid, signal.SIGCONT)
    player.works()


STEPS = (keyring.typed, keyring.stored, waiting, stopped, matched, asked, restarted, crowded, keyring.gone)


def main():
    with tempfile.TemporaryDirectory(prefix="biogate-kills-") as folder:
        os.chmod(folder, 0o755)
        keyring_bench.private_etc(folder)
        bench = Bench(sys.argv[1], folder)
        bench.settings = keyring_bench.settings(bench)
        home = keyring_bench.Home(folder)
        home.settle()
        chosen = sys.argv[3:]
        steps = [step for step in STEPS if not chosen or step.__name__ in ("typed", "stored", *chosen)]
        keyring_bench.run(Kills(bench, home), steps)


if __name__ == "__main__":
    keyring_bench.unshared()
    main()
