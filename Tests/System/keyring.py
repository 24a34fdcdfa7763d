"""One touch logs in and opens the keyring, through pam_biogate_login: keyring.py BINARIES MODULE [STEP...]

The daemon on a virtual reader, its password helper, pam_fprintd and biogate-fprintd, gnome-keyring and pamtester are
real; the bus and polkit are the bench's. /etc is a copy, in a mount namespace of this script, with a user of its own.
Ends with 1 if a step fails.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from fprintd_bench import PIN, Bench, check, until
from keyring_bench import (
    ITEM, LOCKED, OPEN, PASSWORD, UID, USER, Home, Player, open_login, private_etc, run, settings, unshared)
from keyring_passwords import changed, commanded, differing, healed, locked, stale, told
from keyring_stacks import bare, early, filled, profiles, traceless, unwanted


# ---- The steps: each needs the results of the earlier ones ----

def typed(player):
    """The keyring is made by a typed password, and holds a secret."""
    status, said = player.type()
    check(status == 0, said)
    stored = player.home.run("printf %s hidden | secret-tool store --label=x app test")
    check(stored.returncode == 0, stored)
    player.home.end_session()
    status, said = player.type()
    check(status == 0 and player.home.look() == OPEN, said)


def off(player):
    """Without the item, a touch logs in and the keyring stays locked, as with fprintd."""
    status, said = player.login()
    check(status == 0, said)
    check(player.home.look() == LOCKED, "the keyring is open")
    check(player.reasons() == [], player.journal())


def stored(player):
    """The item: only the account's password, by a finger; the user's programs do not get it back."""
    refused = player.store("wrong horse")
    check(refused.get("error", "").endswith("CredentialWrong"), refused)
    answer = player.store()
    check(answer["parameters"]["item"]["access"]["openers"] == ["system"], answer)
    for method, more in (("RetrieveSecret", {"reason": "a test"}), ("RenewItem", {"credential": {"password": PASSWORD}})):
        refused = player.call(method, name=ITEM, **more)
        check("error" in refused and "secret" not in refused["parameters"], refused)


def opened(player):
    """One touch logs in and opens the keyring, whose file stays as it is."""
    before = player.home.keyring()
    for service in ("gdm-fingerprint", "sddm", "greetd", "lightdm", "login"):
        begin = time.monotonic()
        status, said = player.login(service)
        print(f"  {service}: {time.monotonic() - begin:.2f} s", flush=True)
        check(status == 0, said)
        check(player.home.look() == OPEN, (service, player.journal()))
        check(player.home.keyring() == before, "the keyring's file was written")


def kept(player):
    """Not for other services, remote logins, screen locks and greeters, nor without a touch or by another process."""
    before = player.reasons()
    for service in ("sudo", "su", "sshd", "polkit-1", "cron"):
        status, said = player.login(service)
        check(status == 0, said)
        check(player.home.look() == LOCKED, service)
    check(player.refused(before + ["noLoginService"] * 5), player.reasons())
    before = player.reasons()
    status, said = player.login(XDG_SESSION_CLASS="greeter")
    check(status == 0 and player.home.look() == LOCKED, said)
    check(player.reasons() == before, player.reasons())
    # The greeter's process ended with its touch. Another one gets nothing, whether or not the first has ended.
    status, said = player.login(operations=("open_session",))
    check(status == 0 and player.home.look() == LOCKED, said)
    check(player.refused(before + ["otherProcess"]), player.reasons())
    check(open_login(player) == {}, "root without a touch")
    # The user's programs do not reach the socket, and the interface is not served on theirs.
    refused = player.call("OpenLogin", uid=UID, service="login")
    check("error" in refused, refused)


def hanging(player):
    """A daemon or a helper that hangs costs a login a second at most, and nobody is locked out."""
    os.kill(player.bench.daemon.pid, signal.SIGSTOP)
    player.configure("gdm-fingerprint", "required pam_permit.so")
    begin = time.monotonic()
    status, said = player.login(operations=("open_session",))
    check(status == 0, said)
    print(f"  a login behind a daemon that hangs took {time.monotonic() - begin:.1f} s", flush=True)
    player.home.end_session()
    os.kill(player.bench.daemon.pid, signal.SIGCONT)
    status, said = player.login()
    check(status == 0 and player.home.look() == OPEN, player.journal())
    # So does a password helper that hangs: without its word nothing is released.
    with open(f"{player.bench.folder}/hang", "w", encoding="utf-8"):
        pass
    before = player.reasons()
    begin = time.monotonic()
    status, said = player.login()
    print(f"  a login by finger behind a helper that hangs took {time.monotonic() - begin:.1f} s", flush=True)
    check(status == 0 and player.home.look() == LOCKED, said)
    until("the helper's time is over", lambda: player.reasons() == [*before, "passwordUnknown"])
    os.unlink(f"{player.bench.folder}/hang")
    status, said = player.login()
    check(status == 0 and player.home.look() == OPEN, player.journal())


def another_finger(player):
    """A new finger destroys the stored password. Logins go on, and nothing is released, nor stored again by a typed
    password, which opens the keyring as before."""
    keyring, count = player.home.keyring(), player.openings()
    answer = player.call("Enroll", touches=["left"] * 12, finger="leftIndex", credential={"pin": PIN})
    check("error" not in answer, answer)
    for _ in range(2):
        status, said = player.login()
        check(status == 0 and player.home.look() == LOCKED, said)
        ended = subprocess.run(
            ["pamtester", "typed", USER, "authenticate"], env=player.bench.environment, input=PASSWORD + "\n",
            capture_output=True, text=True, timeout=60, check=False)
        status, said = player.type()
        check(ended.returncode == status == 0 and player.home.look() == OPEN, said)
    check(player.openings() == count and player.home.keyring() == keyring, player.journal())
    check("error" not in player.store(replace=True), "stored again")
    status, said = player.login()
    check(status == 0 and player.home.look() == OPEN, player.journal())


def gone(player):
    """Whatever happens to our state, the typed password opens the keyring as before."""
    keyring = player.home.keyring()
    player.bench.daemon.kill()
    player.bench.daemon.wait()
    shutil.rmtree(f"{player.bench.folder}/state")
    status, said = player.login(operations=("open_session",))
    check(status == 0, said)
    player.home.end_session()
    status, said = player.type()
    check(status == 0 and player.home.look() == OPEN, said)
    check(player.home.keyring() == keyring, "the keyring's file was written")


STEPS = (
    typed, off, stored, opened, kept, stale, told, healed, differing, changed, filled, early, unwanted, bare,
    commanded, locked, traceless, profiles, hanging, another_finger, gone)


def main():
    with tempfile.TemporaryDirectory(prefix="biogate-keyring-") as folder:
        os.chmod(folder, 0o755)
        private_etc(folder)
        bench = Bench(sys.argv[1], folder)
        bench.settings = settings(bench)
        home = Home(folder)
        home.settle()
        chosen = sys.argv[3:]
        run(Player(bench, home), [step for step in STEPS if not chosen or step.__name__ in chosen])


if __name__ == "__main__":
    unshared()
    main()
