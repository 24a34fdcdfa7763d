"""One touch logs in and opens the keyring, in the greeters' own PAM processes: greeters.py BINARIES MODULE [DEBS]

gdm's session worker, sddm's helper, lightdm's session child and greetd are Debian's, with their PAM files unchanged,
unpacked from packages that apt downloads to DEBS. greeter_processes.py plays gdm, sddm, lightdm and a greeter. The line of the module is where
pam-auth-update would write it. Otherwise as in keyring.py. Ends with 1 if a step fails.
"""

import glob
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading

import keyring
import keyring_bench
from fprintd_bench import Bench, check, until
from keyring_bench import LOCKED, OPEN, UID, USER

PROCESSES = f"{os.path.dirname(os.path.abspath(__file__))}/greeter_processes.py"
# With the libraries that the greeters need beyond this Debian's own, by its version.
PACKAGES = {
    "12": ("libqt5core5a", "libqt5network5", "libdouble-conversion3"),
    "13": ("libqt6core6t64", "libqt6network6", "libqt6qml6", "libdouble-conversion3", "libpcre2-16-0", "libb2-1",
           "libproxy1v5", "libduktape207"),
}[platform.freedesktop_os_release()["VERSION_ID"]] + (
    "gdm3", "libaccountsservice0", "sddm", "lightdm", "greetd", "libpam-kwallet5")
# As pam-auth-update writes it with libpam-fprintd.
COMMON_AUTH = """\
auth [success=2 default=ignore] pam_fprintd.so max-tries=1 timeout=30
auth [success=1 default=ignore] pam_unix.so nullok try_first_pass
auth requisite pam_deny.so
auth required pam_permit.so
"""
SESSION = """\
#!/bin/sh
{{ {look} }} >{folder}/run/session.new 2>/dev/null
mv {folder}/run/session.new {folder}/run/session
"""
# In kwalletd's place: compares the key that it gets with the one of the password, for the salt that the module made.
WALLET = """\
#!{python}
import hashlib, os, sys
key = os.read(int(sys.argv[2]), 200)
with open("{home}/.local/share/kwalletd/kdewallet.salt", "rb") as file:
    salt = file.read()
with open("{runtime}/wallet", "w") as file:
    file.write(str(key == hashlib.pbkdf2_hmac("sha512", b"{password}", salt, 50000, 56)))
"""


def unpacked(folder):
    """The packages' files: downloaded once, unpacked each time."""
    os.makedirs(folder, exist_ok=True)
    for package in PACKAGES:
        if not glob.glob(f"{folder}/{package}_*.deb"):
            subprocess.run(["apt-get", "download", package], cwd=folder, check=True)
        if not os.path.isdir(f"{folder}/x-{package}"):
            found = glob.glob(f"{folder}/{package}_*.deb")[0]
            subprocess.run(["dpkg-deb", "-x", found, f"{folder}/x-{package}"], check=True)


# ---- The steps ----

class Greeters(keyring_bench.Player):
    def __init__(self, bench, home, debs):
        super().__init__(bench, home)
        self.debs, self.folder = debs, bench.folder
        for package in ("gdm3", "sddm", "lightdm", "greetd"):
            for file in glob.glob(f"{debs}/x-{package}/etc/pam.d/*"):
                shutil.copy(file, "/etc/pam.d")
        with open("/etc/pam.d/common-auth", "w", encoding="utf-8") as file:
            file.write(COMMON_AUTH)
        with open("/etc/pam.d/common-session", "a", encoding="utf-8") as file:
            file.write(f"session optional {self.module} socket={bench.face_path}\n")
        with open(f"{self.folder}/session.sh", "w", encoding="utf-8") as file:
            file.write(SESSION.format(folder=self.folder, look=keyring_bench.LOOK))
        with open(f"{self.folder}/in-session", "w", encoding="utf-8") as file:
            file.write(f"gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1\n"
                       f"exec dbus-run-session -- sh {self.folder}/session.sh\n")
        # The settings' schema of gdm's worker.
        self.overlay("/usr/share", f"{debs}/x-gdm3/usr/share")

    def overlay(self, path, addition):
        upper = f"{self.folder}/overlay"
        os.mkdir(upper)
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", upper], check=True)
        for name in ("upper", "work"):
            os.mkdir(f"{upper}/{name}")
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o",
                        f"lowerdir={addition}:{path},upperdir={upper}/upper,workdir={upper}/work", path], check=True)
        self.mounted = (path, upper)

    def words(self, greeter, *more):
        """The command line that plays a greeter."""
        return [sys.executable, "-B", PROCESSES, greeter, "--debs", self.debs, "--folder", self.folder, "--user", USER,
                "--runtime", self.home.runtime, "--command", f"/bin/sh {self.folder}/in-session", *more]

    def play(self, greeter, *more, touch="right"):
        """A login by finger at a greeter's own process; its status, its output, and what its session found."""
        for name in ("session", "session.new"):
            if os.path.exists(f"{self.home.runtime}/{name}"):
                os.unlink(f"{self.home.runtime}/{name}")
        status, said = self.bench.run(*self.words(greeter, *more), commands=[f"SCAN {touch}"])
        found = None
        if os.path.exists(f"{self.home.runtime}/session"):
            with open(f"{self.home.runtime}/session", encoding="utf-8") as file:
                found = tuple(file.read().splitlines()[:2])
        return status, said, found

    def greetd(self, touch="right", password=None):
        configuration = f"{self.folder}/greetd.toml"
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(f'[terminal]\nvt = "none"\n[default_session]\nuser = "greeter"\n'
                       f'command = "{shlex.join(self.words("greetd", *([] if password is None else [f"--password={password}"])))}"\n')
        if os.path.exists(f"{self.home.runtime}/session"):
            os.unlink(f"{self.home.runtime}/session")
        since = len(self.bench.signals)
        greetd = self.bench.start(f"{self.debs}/x-greetd/usr/sbin/greetd", "--config", configuration)
        try:
            if password is None:
                self.bench.needed(since)
            self.bench.reader(f"SCAN {touch}")
            until("greetd's session", lambda: os.path.exists(f"{self.home.runtime}/session"))
            with open(f"{self.home.runtime}/session", encoding="utf-8") as file:
                return tuple(file.read().splitlines()[:2])
        finally:
            greetd.kill()
            greetd.wait()
            self.home.end_session()


def gdm(player):
    """gdm's worker, with gdm-fingerprint unchanged: locked without the item, open with it."""
    status, said, found = player.play("gdm", "--service", "gdm-fingerprint")
    check(status == 0 and found == LOCKED, (said, found))
    player.home.end_session()
    check("error" not in player.store(), "stored")
    status, said, found = player.play("gdm", "--service", "gdm-fingerprint")
    check(status == 0 and found == OPEN, (said, found, player.journal()))
    player.home.end_session()


def unlocking(player):
    """gdm's worker that unlocks the screen opens no session, and never asks for the item."""
    before, count = player.reasons(), player.openings()
    status, said, _ = player.play("gdm", "--service", "gdm-fingerprint", "--reauth")
    check(status == 0, said)
    check(player.reasons() == before and player.openings() == count, player.journal())


def sddm(player):
    """sddm's helper, with sddm's file unchanged. Its program does not start without a terminal, so the keyring is
    looked at afterwards."""
    count = player.openings()
    status, said, found = player.play("sddm")
    check(player.opened(count + 1), (status, said, player.journal()))
    print(f"  sddm-helper: session {status}, {found}", flush=True)
    player.home.end_session()


def lightdm(player):
    """lightdm's session child, with its file unchanged."""
    status, said, found = player.play("lightdm")
    check(status == 0 and found == OPEN, (said, found, player.journal()))
    player.home.end_session()


def kwallet(player):
    """sddm's helper with KWallet's module: its session line gets the password, and with our line in auth it asks for
    none. The wallet's daemon is played."""
    wallet = f"{player.folder}/wallet"
    with open(wallet, "w", encoding="utf-8") as file:
        file.write(WALLET.format(
            python=sys.executable, home=player.home.home, runtime=player.home.runtime, password=keyring_bench.PASSWORD))
    os.chmod(wallet, 0o755)
    module = glob.glob(f"{player.debs}/x-libpam-kwallet5/**/pam_kwallet5.so", recursive=True)[0]
    with open("/etc/pam.d/sddm", encoding="utf-8") as file:
        shipped = file.read()
    by_session = shipped.replace("-auth   optional        pam_kwallet5.so\n", "").replace(
        "pam_kwallet5.so auto_start", f"{module} auto_start force_run kwalletd={wallet}")
    by_auth = shipped.replace("pam_kwallet5.so auto_start", f"{module} auto_start force_run kwalletd={wallet}").replace(
        "-auth   optional        pam_kwallet5.so", f"auth optional {module}")
    check(by_auth.count(module) == 2 and by_session.count(module) == 1, shipped)
    common = f"auth optional {player.module} socket={player.bench.face_path} authtok\n"
    for text, more in ((by_session, ""), (by_auth, common)):
        result = f"{player.home.runtime}/wallet"
        with open("/etc/pam.d/sddm", "w", encoding="utf-8") as file:
            file.write(text)
        with open("/etc/pam.d/common-auth", "w", encoding="utf-8") as file:
            file.write(COMMON_AUTH + more)
        status, said, _ = player.play("sddm")
        check("asked" not in said, said)
        until("the wallet's key", lambda: os.path.exists(result) and os.path.getsize(result))
        with open(result, encoding="utf-8") as file:
            check(file.read() == "True", (text, said))
        os.unlink(result)
        player.home.end_session()
    with open("/etc/pam.d/sddm", "w", encoding="utf-8") as file:
        file.write(shipped)
    with open("/etc/pam.d/common-auth", "w", encoding="utf-8") as file:
        file.write(COMMON_AUTH)


def greetd(player):
    """greetd, with its file unchanged."""
    found = player.greetd()
    check(found == OPEN, (found, player.journal()))


def either(player):
    """With pam_biogate in front, sddm's helper, lightdm's child and greetd take a touch behind an empty answer, at one prompt,
    and the keyring opens; a typed password needs no touch; gdm's password service is left alone."""
    module = f"{os.path.dirname(os.path.abspath(sys.argv[2]))}/pam_biogate.so"
    with open("/etc/pam.d/common-auth", "w", encoding="utf-8") as file:
        file.write(COMMON_AUTH.replace(
            "[success=2 default=ignore] pam_fprintd.so max-tries=1 timeout=30",
            f"[success=2 conv_err=die auth_err=die default=ignore] {module} socket={player.bench.face_path}"))

    def play(greeter, password, *more):
        process = subprocess.Popen(
            player.words(greeter, "--password", password, *more), env=player.bench.environment, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        if not password:
            player.bench.reader("SCAN right")
        said, _ = process.communicate(timeout=60)
        player.home.end_session()
        return said
    for greeter in "sddm", "lightdm":
        count, judged = player.openings(), player.journal().count("outcome=matched")
        said = play(greeter, "")
        check(player.opened(count + 1) and "touch" in said.replace("\\x00", ""), (said, player.journal()))
        check(greeter != "sddm" or said.count("asked") == 1 and "asked b'\\x00\\x00\\x00\\x01" in said, said)
        said = play(greeter, keyring_bench.PASSWORD)
        check(player.journal().count("outcome=matched") == judged + 1, said)
    found = player.greetd(touch="right", password="")
    check(found == OPEN, (found, player.journal()))
    said = play("gdm", keyring_bench.PASSWORD, "--service", "gdm-password")
    check("'Password: '" in said and "touch" not in said, said)
    with open("/etc/pam.d/common-auth", "w", encoding="utf-8") as file:
        file.write(COMMON_AUTH)


def traceless(player):
    """The greeters' processes have the password in memory before the keyring's module takes it, and not behind it."""
    held = f"{player.folder}/held"
    hold = f"{player.folder}/hold"
    with open(hold, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\necho $PPID >{held}.new\nmv {held}.new {held}\nwhile [ -e {held} ]; do sleep 0.02; done\n")
    os.chmod(hold, 0o755)
    for service, greeter in (
            ("gdm-fingerprint", lambda: player.play("gdm", "--service", "gdm-fingerprint")), ("sddm", lambda: player.play("sddm")),
            ("lightdm", lambda: player.play("lightdm")), ("greetd", player.greetd)):
        with open(f"/etc/pam.d/{service}", encoding="utf-8") as file:
            shipped = file.read()
        line = f"session optional pam_exec.so quiet type=open_session {hold}\n"
        with open(f"/etc/pam.d/{service}", "w", encoding="utf-8") as file:
            file.write(re.sub("(?m)^-?session.*pam_gnome_keyring.*\n", lambda found: line + found[0] + line, shipped))
        found = []

        def look():
            for _ in range(2):
                until("the session", lambda: os.path.exists(held))
                with open(held, encoding="ascii") as file:
                    found.append(keyring_bench.has_password(int(file.read())))
                os.unlink(held)
        looking = threading.Thread(target=look)
        looking.start()
        greeter()
        looking.join()
        check(found == [True, False], (service, found))
        player.home.end_session()
        with open(f"/etc/pam.d/{service}", "w", encoding="utf-8") as file:
            file.write(shipped)


def accounts(player):
    """An expired account does not get in by finger, nor one whose password expired, and the greeter has the words for it; a
    locked password does, and its keyring stays locked."""
    count = player.openings()
    subprocess.run(["chage", "-E", "1", USER], check=True)
    status, said, found = player.play("gdm", "--service", "gdm-fingerprint")
    check(status != 0 and found is None and "Your account has expired" in said, said)
    subprocess.run(["chage", "-E", "-1", USER], check=True)
    subprocess.run(["chage", "-d", "0", USER], check=True)
    status, said, found = player.play("gdm", "--service", "gdm-fingerprint")
    check(status != 0 and found is None and "required to change your password" in said, said)
    subprocess.run(["chage", "-d", "20000", USER], check=True)
    subprocess.run(["usermod", "-L", USER], check=True)
    status, said, found = player.play("gdm", "--service", "gdm-fingerprint")
    check(status == 0 and found == LOCKED, (said, found))
    player.home.end_session()
    subprocess.run(["usermod", "-U", USER], check=True)
    check(player.openings() == count, player.journal())


STEPS = (gdm, unlocking, sddm, lightdm, kwallet, greetd, either, traceless, accounts)


def main():
    with tempfile.TemporaryDirectory(prefix="biogate-greeters-") as folder:
        debs = os.path.abspath(sys.argv[3]) if len(sys.argv) > 3 else f"{folder}/debs"
        unpacked(debs)
        os.chmod(folder, 0o755)
        keyring_bench.private_etc(folder)
        bench = Bench(sys.argv[1], folder)
        bench.settings = keyring_bench.settings(bench)
        home = keyring_bench.Home(folder)
        home.settle()
        subprocess.run(["useradd", "--system", "--no-create-home", "greeter"], check=True)
        player = Greeters(bench, home, debs)
        keyring_bench.run(player, (keyring.typed, *STEPS))


if __name__ == "__main__":
    keyring_bench.unshared()
    main()
