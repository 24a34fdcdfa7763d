"""One touch logs in and opens the keyring, with the packages in a booted Debian: python3 login.py ROOT PACKAGE
FPRINTD-PACKAGE

logind, pam_systemd, the user's own systemd with GNOME's keyring, greetd, lightdm's session child, gdm's session worker (on
Debian 13) and their PAM files are Debian's. A TPM is emulated on the host. Each step needs the results of the earlier ones. Ends with 0 if
all succeeded.
"""

import contextlib
import json
import os
import shutil
import sys
import time

from installed import CONFIGURATION, DROP_IN, SERVICE
from login_either import EitherSteps
from login_parts import Logins
from login_sessions import (
    ALLOWS, ASKS, AUTOLOGIN, GREETD, OPEN, PASSWORD, PLAYED, READER, REQUEST, SESSION, SETTINGS, SETUP, STATE, TPM,
    USER, WALLET, WALLET_OPEN,
)
from machine import Machine, wait_until

HERE = os.path.dirname(os.path.abspath(__file__))


class Login(EitherSteps, Logins):
    """The steps in order."""

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
        assert self.opened(1), self.machine.journal("--unit=" + SERVICE)

    def touch_at_greetd(self):
        """one touch at greetd, once pam-auth-update has pam_fprintd in common-auth"""
        self.machine.run("pam-auth-update", "--enable", "fprintd").expect()
        text = self.greetd(finger="right")
        assert text.startswith(OPEN) and "Service=greetd\n" in text, text
        assert self.opened(1 + self.has_gdm), self.machine.journal("--unit=" + SERVICE)

    def touch_at_lightdm(self):
        """one touch at lightdm's session child with Debian's file"""
        count = self.openings()
        text = self.lightdm(finger="right")
        assert text.startswith(OPEN) and "Service=lightdm\n" in text, text
        assert self.opened(count + 1), self.machine.journal("--unit=" + SERVICE)

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
        self.await_refusal("noTouch")
        assert len(self.refusals()) == count + 1, self.refusals()

    def other_services(self):
        """sudo by a touch in a session, ssh, cron, pkexec, su, and a login without any touch (autologin) get nothing"""
        self.machine.write("/etc/sudoers.d/test", f"{USER} ALL=(ALL) ALL\n", mode=0o440)
        count, refused = self.openings(), len(self.refusals())

        def touches():
            wait_until("sudo wants a finger", self.needs_finger)
            self.touch("right")
        text = self.greetd(finger="right", argument="sudo", touches=touches)
        with open(self.machine.path(f"/home/{USER}/said"), encoding="utf-8") as file:
            said = file.read()
        assert "uid=0(root)" in said and text.startswith(OPEN), said + text
        assert self.opened(count + 1) and len(self.refusals()) == refused, self.refusals()
        # While the user's keyring listens.
        self.machine.run("loginctl", "enable-linger", USER).expect()
        wait_until("the keyring's socket", lambda: os.path.exists(self.machine.path("/run/user/1000/keyring/control")))
        self.other_sessions()
        assert self.opened(count + 1) and len(self.refusals()) == refused, self.refusals()
        self.machine.run("su", "--login", USER, "--command", "true").expect()
        self.machine.run("loginctl", "disable-linger", USER).expect()
        self.machine.run("loginctl", "terminate-user", USER)
        self.await_refusal("noLoginService")
        assert self.opened(count + 1), self.refusals()
        # greetd's first session after a boot. The touch is sudo's, so it is no other process's.
        self.machine.run("rm", "--force", "/run/greetd.run").expect()
        self.machine.write("/etc/greetd/config.toml", GREETD + AUTOLOGIN)
        text = self.session(lambda: self.machine.run("systemctl", "restart", "greetd.service").expect())
        assert text.startswith("keyring: b true\n") and "Service=greetd\n" in text, text
        self.await_refusal("otherProcess")
        assert self.opened(count + 1), self.refusals()
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
                    # The last stage may have passed meanwhile, which closes the reader.
                    with contextlib.suppress(ConnectionRefusedError):
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

    def first_steps(self):
        """`biogate setup` vouches for a finger from the system's settings, and offers to open the keyring with it"""
        self.user = "ola"
        text = self.greetd(finger="ola's")
        assert text.startswith("keyring: b true\n"), text
        self.machine.write("/opt/setup.py", SETUP)
        said = self.machine.path("/home/ola/said")

        def touches():
            while not os.path.exists(self.found()):
                if os.path.exists(said):
                    with open(said, encoding="utf-8") as file:
                        if "Touch the fingerprint reader" in file.read():
                            return self.touch("ola's")
                time.sleep(0.02)
        self.greetd(finger="ola's", argument="setup", touches=touches)
        with open(said, encoding="utf-8") as file:
            text = file.read()
        assert "Your touch at the login opens your keyring, too." in text, text
        assert "sudo biogate login either on" in text, text
        text = self.greetd(finger="ola's")
        assert text.startswith("keyring: b false\n"), text
        self.user = USER

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
        """a cleared TPM releases nothing, and doctor's command begins without the data"""
        with self.stopped():
            self.start_tpm("another")
        self.opens_by_password_alone("security chip was cleared")
        lines = self.machine.run("biogate", "doctor", "--json", user=USER).out.splitlines()
        findings = [json.loads(line).get("parameters", {}).get("finding") or {} for line in lines]
        [command] = [found["command"] for found in findings if "lost for everybody" in found.get("text", "")]
        self.machine.run("sh", "-c", command.replace("sudo ", "")).expect()
        self.machine.run("biogate", user=USER).expect(says="Fingers: 0.")
        with self.stopped():
            shutil.rmtree(self.machine.path(STATE))
            self.machine.run("mv", f"{STATE}.lost", STATE).expect()
            self.start_tpm("tpm")
        assert self.greetd(finger="right").startswith(OPEN)

    def removed(self):
        """after both packages are purged, PAM's files are as before, and the typed password opens the keyring"""
        self.machine.run("pam-auth-update", "--disable", "fprintd").expect()
        self.machine.run("biogate", "login", "either", "on").expect()
        self.machine.run("apt-get", "purge", "--yes", "biogate-fprintd", "biogate").expect()
        assert self.pam_files() == self.pam, self.pam_files()
        assert not os.path.exists(self.machine.path(STATE))
        self.opens_by_password()
        assert self.keyring() == self.sealed, "the keyring's file was written"

    def steps(self):
        return [Login.before, Login.turning_on, *([Login.touch_at_gdm] if self.has_gdm else []), Login.touch_at_greetd,
                Login.touch_at_lightdm,
                Login.touch_for_wallet, Login.touch_without_line, Login.strangers, Login.other_services,
                Login.either, Login.password_first, Login.first_steps, Login.old_copy, Login.cleared_tpm, Login.removed]


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
