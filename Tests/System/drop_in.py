"""What the package biogate-fprintd does beside fprintd in a booted Debian: python3 drop_in.py ROOT PACKAGE
FPRINTD-PACKAGE

sudo, fprintd's own tools, polkit and the bus are Debian's. Each step needs the results of the earlier ones. Ends with 0
if all succeeded.
"""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from installed import ALLOWS_READER, CONFIGURATION, DROP_IN, NEWER, READER, SERVICE, SETTINGS, newer
from machine import GO_ON, HANG, STOP, Ended, Machine, wait_until

USER, PIN, PASSWORD = "kari", "274916", "correct horse battery"
POLICY = "/usr/share/polkit-1/actions/net.reactivated.fprint.device.policy"
DEVICE = "/net/reactivated/Fprint/Device/0"
UNITS = "biogate-fprintd.service", "biogated-face.socket"

# A person in front of a machine may do this; a container has no seat.
RULE = """\
polkit.addRule(function(action, subject) {
    if (action.id.indexOf("net.reactivated.fprint.device.") == 0 && subject.user == "%s"
            && action.id != "net.reactivated.fprint.device.setusername") {
        return polkit.Result.YES;
    }
});
""" % USER
SUDO = """\
auth sufficient pam_fprintd.so max-tries=1
auth requisite pam_deny.so
account required pam_permit.so
session required pam_permit.so
"""
# With the stack that pam-auth-update writes.
SUDO_BY_PASSWORD = SUDO.replace(SUDO[:SUDO.index("account")], "@include common-auth\n")
COMMON = "/etc/pam.d/common-auth"
PROFILES = "/usr/share/pam-configs"


class DropIn:
    """The steps in order, and their shared state."""

    def __init__(self, machine, packages):
        self.machine, self.packages = machine, packages

    # Parts of the steps.

    def apt(self, *arguments):
        return self.machine.run("apt-get", *arguments).expect()

    def install(self, *packages):
        for package in packages:
            shutil.copy(package, self.machine.path("/root"))
        self.apt("install", "--yes", *(f"/root/{os.path.basename(package)}" for package in packages))

    def upgrade_to_itself(self):
        """Installs the package again, as dpkg does for any version that is already there."""
        self.machine.run("dpkg", "--install", f"/root/{os.path.basename(self.packages[1])}").expect()

    def owner(self):
        """The program that owns fprintd's name, started by the bus if none does."""
        self.machine.run("busctl", "--quiet", "call", "net.reactivated.Fprint", "/net/reactivated/Fprint/Manager",
                         "net.reactivated.Fprint.Manager", "GetDevices").expect()
        status = self.machine.run("busctl", "status", "net.reactivated.Fprint").expect().out
        return dict(line.split("=", 1) for line in status.splitlines() if "=" in line)["Comm"]

    @contextlib.contextmanager
    def calls(self):
        """Programs call the daemon again and again in the meantime, and thereby start it."""
        calling = self.machine.start("sh", "-c", "while :; do biogate status >/dev/null 2>&1; done", user=USER)
        try:
            yield
        finally:
            calling.kill()
            calling.wait(HANG)
            self.machine.run("systemctl", "stop", "run-*.service")

    def needs_finger(self):
        said = self.machine.run("busctl", "get-property", "net.reactivated.Fprint", DEVICE,
                                "net.reactivated.Fprint.Device", "finger-needed")
        return said.out.strip() == "b true"

    def touch(self, finger):
        with socket.socket(socket.AF_UNIX) as reader:
            reader.connect(self.machine.path(READER))
            reader.sendall(f"SCAN {finger}".encode())
            with contextlib.suppress(ConnectionResetError):
                while reader.recv(4096):
                    pass

    def touching(self, finger, *command, touches=1, user=USER):
        """Runs a program, and puts a finger on the reader as often as one is needed."""
        with self.machine.start(*command, user=user) as process:
            process.stdin.close()
            for _ in range(touches):
                wait_until("a finger is needed", lambda: process.poll() is not None or self.needs_finger())
                if process.poll() is None:
                    self.touch(finger)
            return Ended(command, process.wait(HANG), process.stdout.read(), process.stderr.read())

    def sudo(self, finger):
        return self.touching(finger, "sudo", "-S", "id")

    def state(self):
        """The gate's state of the finger."""
        said = self.machine.run("biogate", "status", "--json", user=USER).expect().out
        return json.loads(said.splitlines()[0])["parameters"]["availability"]["state"]

    def opens(self, finger):
        """Touches at the gate, and returns the result of biogate."""
        with self.machine.start("biogate", "ask", "a test", "--json", "--timeout", "20", user=USER) as process:
            process.stdin.close()
            for line in process.stdout:
                progress = json.loads(line).get("parameters", {}).get("progress", {})
                if progress.get("event") == "waitingForFinger":
                    self.touch(finger)
            return Ended("biogate ask", process.wait(HANG), "", process.stderr.read())

    # The steps.

    def installing(self):
        """apt installs it beside fprintd, whose program owns the name until then, and no longer"""
        assert self.owner() == "fprintd"
        self.machine.run("useradd", "--system", "--create-home", "--shell", "/bin/bash", USER).expect()
        self.install(*self.packages)
        assert self.machine.show("fprintd.service", "Id") == "biogate-fprintd.service"
        assert self.machine.show("biogated-face.socket", "ActiveState", "UnitFileState") == ["active", "enabled"]
        with open(self.machine.path(POLICY), encoding="utf-8") as file:
            assert file.read().count("unix-user:biogate-fprintd") == 3
        assert self.owner() == "biogate-fprintd"
        assert self.has_module()
        # The bus reads who may own the name once that account exists.
        said = self.machine.journal()
        assert "Unknown username" not in said, said
        assert self.machine.run("systemctl", "is-system-running").expect().out.strip() == "running"
        self.machine.run("systemd-analyze", "security", "--threshold=12", UNITS[0]).expect()

    def reader(self):
        """the reader is available through both, and nobody has a finger"""
        os.makedirs(self.machine.path(os.path.dirname(READER)))
        self.machine.run("chown", "biogate:", os.path.dirname(READER)).expect()
        self.machine.write(CONFIGURATION, SETTINGS + "password.enabled=false\n")
        self.machine.write(DROP_IN, ALLOWS_READER)
        self.machine.run("systemctl", "daemon-reload").expect()
        self.machine.run("systemctl", "restart", SERVICE).expect()
        self.machine.run("biogate", "pin", "set", "--pin-from", "-", stdin=PIN, user=USER).expect()
        self.machine.run("fprintd-list", USER).expect(says="has no fingers enrolled")

    def polkit(self):
        """for a user who is not in front of the machine, polkit is asked and refuses; an administrator's rule counts"""
        self.machine.run("fprintd-enroll", user=USER).expect(1, says="PermissionDenied")
        self.machine.write("/etc/polkit-1/rules.d/10-test.rules", RULE)
        self.machine.run("systemctl", "restart", "polkit.service").expect()
        self.touching("right", "fprintd-enroll", "--finger", "right-index-finger", touches=5).expect(
            says="enroll-completed")
        self.machine.run("fprintd-list", USER, user=USER).expect(says="right-index-finger")
        # Another user's fingers are another matter.
        self.machine.run("fprintd-list", "root", user=USER).expect(1, says="PermissionDenied")

    def sudo_by_finger(self):
        """sudo accepts the finger by Debian's own pam_fprintd, and no other finger"""
        self.machine.write("/etc/sudoers.d/test", f"Defaults passwd_tries=1\n{USER} ALL=(ALL) ALL\n", mode=0o440)
        self.machine.write("/etc/pam.d/sudo", SUDO)
        self.sudo("right").expect(says="uid=0(root)")
        self.sudo("stranger").expect(1)

    def forged_result(self):
        """another user's program cannot say to sudo that a finger matched"""
        with self.machine.start("sudo", "-S", "id", user=USER) as process:
            process.stdin.close()
            wait_until("a finger is needed", self.needs_finger)
            lines = self.machine.run("busctl", "--no-legend", "list").expect().out.splitlines()
            [name] = [words[0] for words in map(str.split, lines) if words[2] == "sudo"]
            self.machine.run("busctl", "emit", f"--destination={name}", DEVICE, "net.reactivated.Fprint.Device",
                             "VerifyStatus", "sb", "verify-match", "true", user="nobody")
            self.touch("stranger")
            Ended("sudo", process.wait(HANG), process.stdout.read(), process.stderr.read()).expect(1)

    def vouching(self):
        """a finger enrolled this way opens nothing until its user vouches for it with the PIN"""
        assert self.state() != "available", self.state()
        self.machine.run("biogate", "finger", "vouch", "--pin", "--pin-from", "-", "--yes", stdin=PIN, user=USER).expect()
        assert self.state() == "available", self.state()
        self.opens("right").expect()

    def lockout(self):
        """misses at sudo lock the secrets, too, and the PIN ends that for both"""
        for _ in range(5):
            self.sudo("stranger").expect(1)
        assert self.state() == "lockout", self.state()
        self.machine.run("sudo", "-S", "id", "-u", user=USER).expect(1)
        self.machine.run("biogate", "ask", "a test", "--pin", "--pin-from", "-", stdin=PIN, user=USER).expect()
        self.sudo("right").expect()

    def has_module(self):
        with open(self.machine.path(COMMON), encoding="utf-8") as file:
            return "pam_biogate_login.so" in file.read()

    def typed_password(self):
        """a password that sudo accepted ends a lockout, and a wrong one does not; an administrator can turn that off,
        also over an upgrade"""
        self.machine.run("chpasswd", stdin=f"{USER}:{PASSWORD}\n").expect()
        # No lockout ends by itself during this step.
        long = "lockout.baseDelaySeconds=3600\nlockout.maximumDelaySeconds=3600\n"
        self.machine.write(CONFIGURATION, SETTINGS + long)
        self.machine.run("systemctl", "restart", SERVICE).expect()
        for _ in range(5):
            self.sudo("stranger").expect(1)
        self.machine.write("/etc/pam.d/sudo", SUDO_BY_PASSWORD)
        self.machine.run("pam-auth-update", "--disable", "biogate-lockout").expect()
        self.upgrade_to_itself()
        assert not self.has_module()
        for password, status in ((PASSWORD, 0), ("wrong horse", 1)):
            self.machine.run("sudo", "-k", "-S", "id", "-u", user=USER, stdin=password + "\n").expect(status)
            assert self.state() == "lockout", self.state()
            self.machine.run("pam-auth-update", "--enable", "biogate-lockout").expect()
            assert self.has_module()
        self.machine.run("sudo", "-k", "-S", "id", "-u", user=USER, stdin=PASSWORD + "\n").expect()
        assert self.state() == "available", self.state()
        assert "lockout ended" in self.machine.journal("--unit=" + SERVICE)
        self.machine.write("/etc/pam.d/sudo", SUDO)
        self.sudo("right").expect()

    def earlier_profile(self):
        """the profile of earlier versions, which was off by default, gives way to one that is on"""
        now, before = (self.machine.path(f"{PROFILES}/biogate-{name}") for name in ("lockout", "unlock"))
        with open(now, encoding="utf-8") as file:
            self.machine.write(f"{PROFILES}/biogate-unlock", file.read().replace("Default: yes", "Default: no"))
        os.remove(now)
        self.machine.run("pam-auth-update", "--package").expect()
        assert not self.has_module()
        os.remove(before)
        self.upgrade_to_itself()
        assert self.has_module()

    def answers(self):
        """Whether fprintd's name is answered once its owners have released it."""
        for unit in UNITS[0], "fprintd.service":
            self.machine.run("systemctl", "stop", unit)
        return self.machine.run("busctl", "--quiet", "call", "net.reactivated.Fprint", "/net/reactivated/Fprint/Manager",
                                "net.reactivated.Fprint.Manager", "GetDevices").status == 0

    def masking(self):
        """masking fprintd.service ends finger logins by either daemon, over an upgrade, and unmasking restores
        biogate-fprintd"""
        self.machine.run("systemctl", "mask", "fprintd.service").expect()
        assert not self.answers()
        self.sudo("right").expect(1)
        self.upgrade_to_itself()
        assert not self.answers()
        self.machine.run("systemctl", "unmask", "fprintd.service").expect()
        assert self.answers() and self.owner() == "biogate-fprintd"

    def disabling(self):
        """disabling biogate-fprintd's unit ends finger logins, over an upgrade, and starts no fprintd; enabling
        restores it"""
        self.machine.run("systemctl", "disable", UNITS[0]).expect()
        assert not self.answers()
        self.upgrade_to_itself()
        assert not self.answers()
        self.machine.run("systemctl", "enable", UNITS[0]).expect()
        assert self.answers() and self.owner() == "biogate-fprintd"

    def restarting(self):
        """sockets that are restarted again and again, like by packages, still listen"""
        sockets = ("biogated.socket", "biogate-reader.socket", "biogate-password.socket", UNITS[1])
        for _ in range(7):
            self.machine.run("systemctl", "restart", *sockets).expect()
        assert self.answers() and self.owner() == "biogate-fprintd"
        self.sudo("right").expect()

    def stopping(self):
        """the documented command stops the daemon and keeps it stopped, whatever login or call comes, and one ends that"""
        self.machine.run("sh", "-c", STOP).expect()
        assert not self.needs_finger() and self.owner() == "biogate-fprintd"
        self.sudo("right").expect(1)
        self.machine.run("systemctl", "restart", UNITS[0]).expect()
        self.machine.run("biogate", user=USER).expect(69)
        self.machine.run("pgrep", "-u", "biogate").expect(1)
        self.machine.run("sh", "-c", GO_ON).expect()
        wait_until("the reader", lambda: "Device/0" in self.machine.run(
            "busctl", "call", "net.reactivated.Fprint", "/net/reactivated/Fprint/Manager",
            "net.reactivated.Fprint.Manager", "GetDevices").out)
        self.sudo("right").expect()

    def policy_of_another_fprintd(self):
        """when an fprintd with other polkit actions is installed later, biogate-fprintd's are made from them"""
        listed = self.machine.run("dpkg-query", "--listfiles", "fprintd").expect().out.splitlines()
        with tempfile.TemporaryDirectory(prefix="biogate-fprintd-") as folder:
            for path in listed:
                found = self.machine.path(path + ".fprintd" if path == POLICY else path)
                if path.startswith("/") and os.path.isfile(found) and not path.startswith("/usr/share/doc"):
                    os.makedirs(folder + os.path.dirname(path), exist_ok=True)
                    shutil.copy(found, folder + path)
            with open(folder + POLICY, encoding="utf-8") as file:
                text = file.read()
            with open(folder + POLICY, "w", encoding="utf-8") as file:
                file.write(text.replace("</policyconfig>", "<!-- of another version --></policyconfig>"))
            version = self.machine.run("dpkg-query", "--show", "--showformat=${Version}", "fprintd").expect().out
            architecture = self.machine.run("dpkg", "--print-architecture").expect().out
            os.makedirs(folder + "/DEBIAN")
            with open(folder + "/DEBIAN/control", "w", encoding="utf-8") as file:
                file.write(f"Package: fprintd\nVersion: {version}\nArchitecture: {architecture}"
                           "Maintainer: nobody <nobody@example.org>\nDescription: fprintd\n")
            made = self.machine.path("/root/another.deb")
            subprocess.run(
                ["dpkg-deb", "-Znone", "--root-owner-group", "--build", folder, made], check=True,
                stdout=subprocess.DEVNULL)
        self.machine.run("dpkg", "--install", "/root/another.deb").expect()
        with open(self.machine.path(POLICY), encoding="utf-8") as file:
            text = file.read()
        assert "of another version" in text and text.count("unix-user:biogate-fprintd") == 3, text
        self.sudo("right").expect()

    def upgrade(self):
        """an upgrade of both keeps the name, the fingers and fprintd's policy out of the way"""
        with self.calls(), contextlib.ExitStack() as stack:
            self.install(*(stack.enter_context(newer(package)) for package in self.packages))
        self.machine.run("dpkg-query", "--show", "biogate-fprintd").expect(says=NEWER)
        assert self.owner() == "biogate-fprintd"
        self.sudo("right").expect()

    def removal(self):
        """removal gives fprintd its place back; reinstallation takes it again; purging leaves nothing"""
        assert self.has_module()
        said = self.apt("remove", "--yes", "biogate-fprintd").out
        assert "biogate export-fprintd --user NAME" in said, said
        assert not self.has_module()
        self.fprintd_is_back()
        with self.calls():
            self.install(*self.packages[1:])
        assert self.owner() == "biogate-fprintd"
        self.sudo("right").expect()
        self.apt("purge", "--yes", "biogate-fprintd")
        self.fprintd_is_back()
        listed = subprocess.run(
            ["dpkg-deb", "--fsys-tarfile", self.packages[1]], capture_output=True, check=True).stdout
        names = subprocess.run(["tar", "-t"], input=listed, capture_output=True, check=True).stdout.decode()
        paths = [name.lstrip(".") for name in names.splitlines() if not name.endswith("/")]
        left = [path for path in paths if path != POLICY and os.path.lexists(self.machine.path(path))]
        assert not left, left

    def fprintd_is_back(self):
        assert self.owner() == "fprintd"
        assert self.machine.show("fprintd.service", "Id") == "fprintd.service"
        with open(self.machine.path(POLICY), encoding="utf-8") as file:
            assert "biogate" not in file.read()
        for unit in UNITS:
            assert self.machine.show(unit, "LoadState") == "not-found", unit
        assert self.machine.run("biogate", "readers", user=USER).expect().out

    STEPS = [installing, reader, polkit, sudo_by_finger, forged_result, vouching, lockout, typed_password, earlier_profile, masking,
             disabling, restarting, stopping, policy_of_another_fprintd, upgrade, removal]


def main():
    root, *packages = sys.argv[1:]
    with Machine(root) as machine:
        drop_in = DropIn(machine, packages)
        for step in DropIn.STEPS:
            began = time.monotonic()
            try:
                step(drop_in)
            except BaseException:
                print(f"failed: {step.__doc__}", file=sys.stderr)
                print(machine.journal("--lines=60"), file=sys.stderr)
                raise
            print(f"ok: {step.__doc__} ({time.monotonic() - began:.1f} s)", flush=True)


if __name__ == "__main__":
    main()
