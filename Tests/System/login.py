"""One touch logs in and opens the keyring, with the packages in a booted Debian: python3 login.py ROOT PACKAGE
FPRINTD-PACKAGE

logind, pam_systemd, the user's own systemd with GNOME's keyring, greetd, gdm's session worker (on Debian 13) and their
PAM files are Debian's. A TPM is emulated on the host. Each step needs the results of the earlier ones. Ends with 0 if
all succeeded.
"""

import contextlib
import glob
import hashlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time

from installed import CONFIGURATION, DROP_IN, SERVICE
from login_sessions import (
    ALLOWS, ASKS, AUTOLOGIN, DEBS, GREETD, OPEN, PASSWORD, PLAYED, READER, REQUEST, SESSION, SETTINGS, STATE, TPM, USER,
    WALLET, WALLET_OPEN,
)
from machine import Machine, wait_until

HERE = os.path.dirname(os.path.abspath(__file__))


class Login:
    """The steps in order, and their shared state."""

    def __init__(self, machine, packages):
        self.machine, self.packages = machine, packages
        self.tpm = None
        # Who logs in.
        self.user = USER
        with open(machine.path("/etc/os-release"), encoding="utf-8") as file:
            # gdm 43 opens a virtual terminal, which a container does not have; greeters.py has it, without logind.
            self.has_gdm = 'VERSION_ID="12"' not in file.read()

    # Parts of the steps.

    def touch(self, finger):
        with socket.socket(socket.AF_UNIX) as reader:
            reader.connect(self.machine.path(READER))
            reader.sendall(f"SCAN {finger}".encode())
            # The driver accepts the command by closing, before or after reading all of it.
            try:
                while reader.recv(4096):
                    pass
            except ConnectionResetError:
                pass

    def needs_finger(self):
        said = self.machine.run("busctl", "get-property", "net.reactivated.Fprint", "/net/reactivated/Fprint/Device/0",
                                "net.reactivated.Fprint.Device", "finger-needed")
        return said.out.strip() == "b true"

    def found(self):
        """The file that the session writes."""
        return self.machine.path(f"/home/{self.user}/found")

    def session(self, begin, finger=None, touches=None):
        """What a login's session finds. `begin` starts the login; a finger is put on the reader when one is needed."""
        found = self.found()
        if os.path.exists(found):
            os.unlink(found)
        begin()
        if finger:
            wait_until("a finger is needed", self.needs_finger)
            self.touch(finger)
        if touches:
            touches()
        wait_until("the session", lambda: os.path.exists(found))
        with open(found, encoding="utf-8") as file:
            text = file.read()
        # Its processes end, and the keyring's daemon with them: one that survives stays open.
        # Debian 12's kwalletd5 outlives it otherwise.
        self.machine.run("loginctl", "terminate-user", self.user)
        self.machine.run("loginctl", "kill-user", "--signal=KILL", self.user)
        wait_until("the user is logged out", lambda: self.machine.run("loginctl", "user-status", self.user).status != 0)
        return text

    def greetd(self, finger=None, password=None, argument="look", touches=None, script="session"):
        """A login at greetd, by a typed password or a touch."""
        def begin():
            request = {"user": self.user, "password": password, "command": f"/bin/sh /opt/in-{script} {argument}",
                       "environment": ["XDG_SESSION_TYPE=wayland"] if script == "wallet" else []}
            self.machine.write(f"{REQUEST}.new", json.dumps(request))
            os.rename(self.machine.path(f"{REQUEST}.new"), self.machine.path(REQUEST))
        return self.session(begin, finger, touches)

    def turn_on(self, is_first=False):
        """In a session of the user's, `biogate login on`, with a touch whenever one is wanted; returns what it said."""
        self.machine.write(f"/home/{USER}/password", PASSWORD)
        self.machine.run("chown", f"{USER}:", f"/home/{USER}/password").expect()
        said = self.machine.path(f"/home/{USER}/said")

        def text():
            with open(said, encoding="utf-8") as file:
                return file.read()

        def touches():
            wait_until("biogate begins", lambda: os.path.exists(said))
            count = 0
            while not os.path.exists(self.found()):
                if text().count('"waitingForFinger"') > count:
                    count += 1
                    self.touch("right")
                time.sleep(0.02)
        if os.path.exists(said):
            os.unlink(said)
        if is_first:
            self.greetd(password=PASSWORD, argument="on", touches=touches)
        else:
            self.greetd(finger="right", argument="on", touches=touches)
        assert '"item"' in text().splitlines()[-1], text()
        return text()

    def gdm(self, service, finger=None, password=None):
        """A login at gdm's session worker."""
        words = [] if password is None else ["--password", password]

        def begin():
            self.machine.run("systemctl", "reset-failed", "played-gdm.service")
            self.machine.run(
                "systemd-run", "--quiet", "--collect", "--unit=played-gdm", "--service-type=exec", "python3", "-B",
                PLAYED, "gdm", "--debs", DEBS, "--folder", "/run/greeting", "--user", USER, "--service", service,
                "--command", "/bin/sh /opt/in-session look", *words).expect()
        text = self.session(begin, finger)
        wait_until("gdm's worker ended", lambda: self.machine.show("played-gdm.service", "ActiveState") != "active")
        return text

    def keyring(self):
        with open(self.machine.path(f"/home/{USER}/.local/share/keyrings/login.keyring"), "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()

    def pam_files(self):
        found = {}
        for path in sorted(glob.glob(self.machine.path("/etc/pam.d/*"))):
            with open(path, encoding="utf-8") as file:
                found[os.path.basename(path)] = file.read()
        return found

    def openings(self):
        return self.machine.journal("--unit=" + SERVICE).count("opened for a login") - len(self.refusals())

    def refusals(self):
        return [line for line in self.machine.journal("--unit=" + SERVICE).splitlines()
                if "not opened for a login" in line]

    def start_tpm(self, name):
        """Starts the TPM of this name, instead of the present one."""
        self.stop_tpm()
        os.makedirs(self.machine.path(TPM), exist_ok=True)
        state = os.path.join(self.machine.folder, name)
        os.makedirs(state, exist_ok=True)
        path, started = self.machine.path(f"{TPM}/socket"), f"{state}/pid"
        self.tpm = subprocess.Popen(
            ["swtpm", "socket", "--tpm2", "--tpmstate", f"dir={state}", "--flags", "not-need-init,startup-clear",
             "--server", f"type=unixio,path={path}", "--ctrl", f"type=unixio,path={path}.ctrl", "--pid",
             f"file={started}"], stdout=subprocess.DEVNULL)
        # Written once the sockets exist.
        wait_until("the TPM", lambda: os.path.exists(started))
        for name in self.machine.path(TPM), path, f"{path}.ctrl":
            os.chmod(name, 0o777)

    def stop_tpm(self):
        if self.tpm:
            self.tpm.kill()
            self.tpm.wait()
            for path in glob.glob(self.machine.path(f"{TPM}/*")) + glob.glob(f"{self.machine.folder}/*/pid"):
                os.unlink(path)
            self.tpm = None

    @contextlib.contextmanager
    def stopped(self):
        """No daemon runs meanwhile, and no call starts one."""
        sockets = "biogated.socket", "biogated-face.socket"
        # It connects again and again, which starts the daemon.
        self.machine.run("systemctl", "stop", "biogate-fprintd.service").expect()
        self.machine.run("systemctl", "stop", *sockets, SERVICE).expect()
        yield
        self.machine.run("systemctl", "start", *sockets).expect()

    def state(self, *arguments):
        self.machine.run("cp", "--archive", "--no-target-directory", *arguments).expect()

    def opens_by_password(self):
        """The typed password opens the keyring, in sessions of logind's."""
        text = self.greetd(password=PASSWORD)
        assert text.startswith(OPEN) and f"Name={USER}\n" in text and "Service=greetd\n" in text, text
        if self.has_gdm:
            text = self.gdm("gdm-password", password=PASSWORD)
            assert text.startswith(OPEN) and "Service=gdm-password\n" in text, text

    def opens_by_password_alone(self, reason):
        """The typed password opens the keyring as before, nothing is released, and the user is told why."""
        count = self.openings()
        self.opens_by_password()
        assert self.openings() == count, self.machine.journal("--unit=" + SERVICE)
        said = self.machine.run("biogate", "login", user=USER)
        assert reason in said.out + said.err, said.out + said.err

    # The steps.

    def before(self):
        """without our packages, a typed password at greetd or gdm opens the keyring, and a session of logind's begins"""
        shutil.copy(f"{HERE}/greeter_processes.py", self.machine.path(PLAYED))
        self.machine.write("/opt/in-session", SESSION)
        self.machine.write("/opt/in-wallet", WALLET)
        self.machine.write("/etc/greetd/config.toml", GREETD)
        # Logins follow one another faster than people's.
        for unit in "user-runtime-dir@", "user@":
            self.machine.write(f"/etc/systemd/system/{unit}.service.d/test.conf", "[Unit]\nStartLimitIntervalSec=0\n")
        self.machine.run("systemctl", "daemon-reload").expect()
        # The user's processes end with the last session, not ten seconds later.
        self.machine.write("/etc/systemd/logind.conf.d/test.conf", "[Login]\nUserStopDelaySec=0\n")
        self.machine.run("systemctl", "restart", "systemd-logind.service").expect()
        os.makedirs(self.machine.path("/run/greeting"), mode=0o755)
        self.machine.run("chown", "_greetd:", "/run/greeting").expect()
        self.machine.run("useradd", "--create-home", "--uid=1000", "--shell=/bin/bash", USER).expect()
        self.machine.run("chpasswd", stdin=f"{USER}:{PASSWORD}\n").expect()
        self.machine.run("systemctl", "restart", "greetd.service").expect()
        self.pam = self.pam_files()
        # The keyring's daemon makes the keyring, and has it for programs from its next start on.
        self.greetd(password=PASSWORD)
        self.greetd(password=PASSWORD, argument="store")
        self.opens_by_password()
        self.greetd(password=PASSWORD, argument="store", script="wallet")
        self.sealed = self.keyring()

    def turning_on(self):
        """two commands: apt installs the packages, and the user turns it on with the password and touches"""
        for package in self.packages:
            shutil.copy(package, self.machine.path("/root"))
        self.machine.run(
            "apt-get", "install", "--yes", *(f"/root/{os.path.basename(package)}" for package in self.packages)).expect()
        # A reader and a TPM, which the machine has not.
        os.makedirs(self.machine.path(os.path.dirname(READER)))
        self.machine.run("chown", "biogate:", os.path.dirname(READER)).expect()
        self.start_tpm("tpm")
        self.machine.write(CONFIGURATION, SETTINGS)
        self.machine.write(DROP_IN, ALLOWS)
        self.machine.run("systemctl", "daemon-reload").expect()
        said = self.turn_on(is_first=True)
        assert '"print"' in said, said
        self.machine.run("biogate", "login", user=USER).expect(says="On:")
        assert "root.tpm" in os.listdir(self.machine.path(STATE))

    def touch_at_gdm(self):
        """one touch at gdm's session worker with Debian's gdm-fingerprint: the session's keyring is open"""
        text = self.gdm("gdm-fingerprint", finger="right")
        assert text.startswith(OPEN) and "Service=gdm-fingerprint\n" in text, text
        assert self.openings() == 1, self.machine.journal("--unit=" + SERVICE)

    def touch_at_greetd(self):
        """one touch at greetd, once pam-auth-update has pam_fprintd in common-auth"""
        self.machine.run("pam-auth-update", "--enable", "fprintd").expect()
        text = self.greetd(finger="right")
        assert text.startswith(OPEN) and "Service=greetd\n" in text, text
        assert self.openings() == 1 + self.has_gdm, self.machine.journal("--unit=" + SERVICE)

    def touch_for_wallet(self):
        """one touch at greetd opens KWallet by its own daemon, and with the profile for that asks for no password"""
        text = self.greetd(finger="right", script="wallet")
        assert text == WALLET_OPEN, text
        self.machine.run("pam-auth-update", "--enable", "biogate-login-password").expect()
        text = self.greetd(finger="right", script="wallet")
        assert text == WALLET_OPEN, text
        with open(self.machine.path(f"{os.path.dirname(REQUEST)}/said"), encoding="utf-8") as file:
            said = file.read()
        assert "secret" not in said and "success" in said, said
        self.machine.run("pam-auth-update", "--disable", "biogate-login-password").expect()

    def touch_without_line(self):
        """one touch at greetd opens the keyring, also where its PAM file names none, as that of a console"""
        path = self.machine.path("/etc/pam.d/greetd")
        with open(path, encoding="utf-8") as file:
            shipped = file.read()
        self.machine.write("/etc/pam.d/greetd", "@include login\n")
        text = self.greetd(finger="right")
        assert text.startswith(OPEN), text
        self.machine.run("pgrep", "--exact", "biogate-keyring").expect(1)
        self.machine.write("/etc/pam.d/greetd", shipped)

    def strangers(self):
        """the stored password is not for the user's programs, another user's, or a program of root's without a touch"""
        self.machine.run("useradd", "--create-home", "mallory").expect()
        for user in USER, "mallory":
            self.machine.run("python3", "-c", ASKS, user=user).expect(1, says="PermissionError")
        said = self.machine.run("biogate", "get", "login", user=USER)
        assert said.status != 0 and PASSWORD not in said.out + said.err, said.out + said.err
        count = len(self.refusals())
        said = self.machine.run("python3", "-c", ASKS).expect()
        assert '"secret"' not in said.out and '"error"' not in said.out, said.out
        assert len(self.refusals()) == count + 1 and "noTouch" in self.refusals()[-1], self.refusals()

    def other_services(self):
        """sudo by a touch in a session, su, and a login without any touch (autologin) get nothing"""
        self.machine.write("/etc/sudoers.d/test", f"{USER} ALL=(ALL) ALL\n", mode=0o440)
        count, refused = self.openings(), len(self.refusals())

        def touches():
            wait_until("sudo wants a finger", self.needs_finger)
            self.touch("right")
        text = self.greetd(finger="right", argument="sudo", touches=touches)
        with open(self.machine.path(f"/home/{USER}/said"), encoding="utf-8") as file:
            said = file.read()
        assert "uid=0(root)" in said and text.startswith(OPEN), said + text
        assert self.openings() == count + 1 and len(self.refusals()) == refused, self.refusals()
        # While the user's keyring listens.
        self.machine.run("loginctl", "enable-linger", USER).expect()
        wait_until("the keyring's socket", lambda: os.path.exists(self.machine.path("/run/user/1000/keyring/control")))
        self.machine.run("su", "--login", USER, "--command", "true").expect()
        self.machine.run("loginctl", "disable-linger", USER).expect()
        self.machine.run("loginctl", "terminate-user", USER)
        assert self.openings() == count + 1 and "reason=noLoginService" in self.refusals()[-1], self.refusals()
        # greetd's first session after a boot. The touch is sudo's, so it is no other process's.
        self.machine.run("rm", "--force", "/run/greetd.run").expect()
        self.machine.write("/etc/greetd/config.toml", GREETD + AUTOLOGIN)
        text = self.session(lambda: self.machine.run("systemctl", "restart", "greetd.service").expect())
        assert text.startswith("keyring: b true\n") and "Service=greetd\n" in text, text
        assert self.openings() == count + 1 and "reason=otherProcess" in self.refusals()[-1], self.refusals()
        self.machine.write("/etc/greetd/config.toml", GREETD)
        self.machine.run("systemctl", "restart", "greetd.service").expect()

    def password_first(self):
        """with login.passwordFirst, a greeter asks a user for the password at once who never gave it, and later for the
        finger"""
        self.machine.run("useradd", "--create-home", "--shell=/bin/bash", "ola").expect()
        self.machine.run("chpasswd", stdin=f"ola:{PASSWORD}\n").expect()
        # As a desktop's settings add a finger: it logs in, and opens nothing.
        with self.machine.start("fprintd-enroll", "--finger", "right-index-finger", "ola") as adding:
            while adding.poll() is None:
                if self.needs_finger():
                    self.touch("ola's")
        self.machine.run("fprintd-list", "ola").expect(says="right-index-finger")
        self.machine.write(CONFIGURATION, SETTINGS + "login.passwordFirst=boot\n")
        self.machine.run("systemctl", "restart", SERVICE).expect()
        self.user = "ola"
        asked = len(self.verifications())
        assert "Name=ola\n" in self.greetd(password=PASSWORD)
        assert len(self.verifications()) == asked, self.verifications()
        assert "Name=ola\n" in self.greetd(finger="ola's")
        assert len(self.verifications()) == asked + 1, self.verifications()
        self.user = USER
        assert self.greetd(finger="right").startswith(OPEN)

    def verifications(self):
        """The fingers that were judged for logins."""
        return [line for line in self.machine.journal("--unit=" + SERVICE).splitlines() if "finger judged" in line]

    def old_copy(self):
        """an old copy of the state releases nothing, and with the newest one the touch opens the keyring again"""
        with self.stopped():
            self.state(STATE, "/root/older")
        self.turn_on()
        with self.stopped():
            self.state(STATE, "/root/newest")
            shutil.rmtree(self.machine.path(STATE))
            self.state("/root/older", STATE)
        self.opens_by_password_alone("An old copy was restored")
        with self.stopped():
            shutil.rmtree(self.machine.path(STATE))
            self.state("/root/newest", STATE)
        assert self.greetd(finger="right").startswith(OPEN)

    def cleared_tpm(self):
        """a cleared TPM releases nothing"""
        with self.stopped():
            self.start_tpm("another")
        self.opens_by_password_alone("security chip was cleared")
        with self.stopped():
            self.start_tpm("tpm")
        assert self.greetd(finger="right").startswith(OPEN)

    def removed(self):
        """after both packages are purged, PAM's files are as before, and the typed password opens the keyring"""
        self.machine.run("pam-auth-update", "--disable", "fprintd").expect()
        self.machine.run("apt-get", "purge", "--yes", "biogate-fprintd", "biogate").expect()
        assert self.pam_files() == self.pam, self.pam_files()
        assert not os.path.exists(self.machine.path(STATE))
        self.opens_by_password()
        assert self.keyring() == self.sealed, "the keyring's file was written"

    def steps(self):
        return [Login.before, Login.turning_on, *([Login.touch_at_gdm] if self.has_gdm else []), Login.touch_at_greetd,
                Login.touch_for_wallet, Login.touch_without_line, Login.strangers, Login.other_services, Login.password_first, Login.old_copy,
                Login.cleared_tpm, Login.removed]


def main():
    root, *packages = sys.argv[1:]
    # greetd locks its memory.
    with Machine(root, "--capability=CAP_IPC_LOCK") as machine:
        login = Login(machine, packages)
        try:
            for step in login.steps():
                began = time.monotonic()
                try:
                    step(login)
                except BaseException:
                    print(f"failed: {step.__doc__}", file=sys.stderr)
                    print(machine.journal("--lines=120"), file=sys.stderr)
                    raise
                print(f"ok: {step.__doc__} ({time.monotonic() - began:.1f} s)", flush=True)
        finally:
            login.stop_tpm()


if __name__ == "__main__":
    main()
