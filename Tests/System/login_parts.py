"""Logins in a booted Debian, for login.py."""

import contextlib
import glob
import hashlib
import json
import os
import socket
import subprocess
import time

from installed import SERVICE
from login_sessions import DEBS, OPEN, PASSWORD, PLAYED, READER, REQUEST, TPM, USER
from machine import GO_ON, STOP, wait_until


class Logins:
    """Logins in the machine by its greeters, and what their sessions find."""

    def __init__(self, machine, packages):
        self.machine, self.packages = machine, packages
        self.tpm = None
        # Who logs in.
        self.user = USER
        with open(machine.path("/etc/os-release"), encoding="utf-8") as file:
            # gdm 43 opens a virtual terminal, which a container does not have; greeters.py has it, without logind.
            self.has_gdm = 'VERSION_ID="12"' not in file.read()

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
        return self.played("gdm", finger, password, "--service", service)

    def lightdm(self, finger=None, password=None):
        """A login at lightdm's session child."""
        return self.played("lightdm", finger, password)

    def played(self, greeter, finger, password, *words):
        words = [*words] if password is None else [*words, "--password", password]
        unit = f"played-{greeter}"

        def begin():
            self.machine.run("systemctl", "reset-failed", f"{unit}.service")
            self.machine.run(
                "systemd-run", "--quiet", "--collect", f"--unit={unit}", "--service-type=exec", "python3", "-B",
                PLAYED, greeter, "--debs", DEBS, "--folder", "/run/greeting", "--user", USER,
                "--command", "/bin/sh /opt/in-session look", *words).expect()
        text = self.session(begin, finger)
        wait_until("the greeter ended", lambda: self.machine.show(f"{unit}.service", "ActiveState") != "active")
        return text

    def other_sessions(self):
        """Sessions of the user's by ssh, cron and pkexec, each of which leaves a file."""
        home = f"/home/{USER}"
        self.machine.run("mkdir", f"{home}/.ssh", user=USER).expect()
        self.machine.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", f"{home}/.ssh/id_ed25519", user=USER).expect()
        self.machine.run("cp", f"{home}/.ssh/id_ed25519.pub", f"{home}/.ssh/authorized_keys", user=USER).expect()
        # Nobody answers questions about names.
        self.machine.write("/etc/hosts", "127.0.0.1 localhost\n")
        self.machine.run("systemctl", "start", "ssh.service").expect()
        self.machine.run(
            "ssh", "-o", "StrictHostKeyChecking=no", "-o", "BatchMode=yes", "127.0.0.1", "touch", "by-ssh", user=USER).expect()
        self.machine.write("/etc/cron.d/test", f"@reboot {USER} touch {home}/by-cron\n")
        self.machine.run("rm", "--force", "/run/crond.reboot").expect()
        self.machine.run("systemctl", "restart", "cron.service").expect()
        # It refuses a caller whose parent is not of the machine's, or its first process.
        self.machine.run(
            "sh", "-c", f"SHELL=/bin/bash pkexec --user {USER} touch {home}/by-pkexec; exit $?", user="root").expect()
        for name in "by-ssh", "by-cron", "by-pkexec":
            wait_until(name, lambda: os.path.exists(self.machine.path(f"{home}/{name}")))

    def keyring(self):
        with open(self.machine.path(f"/home/{USER}/.local/share/keyrings/login.keyring"), "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()

    def pam_files(self):
        found = {}
        for path in sorted(glob.glob(self.machine.path("/etc/pam.d/*"))):
            with open(path, encoding="utf-8") as file:
                found[os.path.basename(path)] = file.read()
        return found

    def opened(self, count):
        """Whether so many logins got the item, and no more. The journal's line follows the answer."""
        wait_until(f"{count} openings", lambda: self.openings() >= count)
        return self.openings() == count

    def await_refusal(self, reason):
        """Returns once the last refusal has this reason."""
        wait_until(f"a refusal for {reason}", lambda: f"reason={reason}" in (self.refusals() or [""])[-1])

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
        self.machine.run("sh", "-c", STOP).expect()
        yield
        self.machine.run("sh", "-c", GO_ON).expect()

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
