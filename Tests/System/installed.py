"""What the package does in a booted Debian: python3 installed.py ROOT PACKAGE

Each step needs the results of the earlier ones. Ends with 0 if all succeeded.
"""

import ast
import base64
import contextlib
import json
import os
import queue
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

from machine import GO_ON, HANG, STOP, Ended, Machine, wait_until

USER, PASSWORD = "kari", "a password that is kari's"
# An ordinary account, of nobody who is logged in.
PERSON = "nora"
SECRET = "what kari stored"
READER = "/run/biogate-reader/reader"
SERVICE = "biogated.service"
STATE = "/var/lib/biogate"
DROP_IN = f"/etc/systemd/system/{SERVICE}.d/test.conf"
CONFIGURATION = "/etc/biogate/biogated.conf"

NEWER = "99.0"

# biogate's exit statuses.
UNEXPECTED, NO_READER, PAUSED, NO_MATCH, WRONG, NO_DAEMON = 1, 10, 13, 20, 23, 69

SETTINGS = """\
readers.allowVirtual=true
"""

# In a login session: waits for the daemon's state of the finger while the session is open, locked, and open again.
LOGIN = """\
says() { timeout 30 sh -c 'until biogate status --json | grep -q "$0"; do sleep 0.1; done' "$1" || exit 1; }
locked() {
    busctl --quiet call org.freedesktop.login1 /org/freedesktop/login1/session/auto org.freedesktop.login1.Session \\
        SetLockedHint b "$1" || exit 1
}
says '"state":"available"'
locked true
says '"reason":"notInteractive"'
locked false
says '"state":"available"'
grep -o 'session-.*' /proc/self/cgroup
"""

ALLOWS_READER = f"""\
[Service]
UnsetEnvironment=
Environment=FP_VIRTUAL_DEVICE={READER}
ReadWritePaths={os.path.dirname(READER)}
"""

# Tries what the daemon must not be able to do, and prints each result.
PROBE = """\
import errno, os, socket
def ends(act):
    try:
        act()
        return "done"
    except OSError as error:
        return errno.errorcode[error.errno]
def write(path):
    open(path, "w").close()
    os.unlink(path)
def make_device(path):
    os.mknod(path, 0o020600, os.makedev(1, 3))
    os.unlink(path)
print({
    "shadow": ends(lambda: open("/etc/shadow").read()),
    "home": ends(lambda: open("/home/kari/letter").read()),
    "IPv4": ends(lambda: socket.socket(socket.AF_INET)),
    "IPv6": ends(lambda: socket.socket(socket.AF_INET6)),
    "packets": ends(lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW)),
    "root": ends(lambda: os.setuid(0)),
    "device": ends(lambda: make_device("/var/lib/biogate/probe")),
    "programs": ends(lambda: write("/usr/bin/biogate-probe")),
    "configuration": ends(lambda: write("/etc/biogate/probe")),
    "state": ends(lambda: write("/var/lib/biogate/probe")),
})
"""


class Installed:
    """The steps in order, and their shared state."""

    def __init__(self, machine, package):
        self.machine, self.package = machine, package

    # Parts of the steps.

    def biogate(self, *arguments):
        """Runs the command line as the user."""
        return self.machine.run("biogate", *arguments, user=USER)

    def with_password(self, *arguments, password=PASSWORD):
        return self.machine.run("biogate", *arguments, "--password", "--pin-from", "-", stdin=password, user=USER)

    def touching(self, finger, *arguments, stdin=""):
        """Runs the command line, and puts a finger on the reader whenever a touch is wanted."""
        command = ("biogate", *arguments, "--json")
        out = []
        with self.machine.start(*command, user=USER) as process:
            process.stdin.write(stdin)
            process.stdin.close()
            for line in process.stdout:
                out.append(line)
                progress = json.loads(line).get("parameters", {}).get("progress", {})
                if progress.get("event") == "waitingForFinger":
                    self.touch(finger)
            return Ended(command, process.wait(HANG), "".join(out), process.stderr.read())

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

    def configure(self, settings, drop_in=ALLOWS_READER):
        """Gives the service a configuration and restarts it."""
        self.machine.write(CONFIGURATION, settings)
        self.machine.write(DROP_IN, drop_in)
        self.machine.run("systemctl", "daemon-reload").expect()
        self.machine.run("systemctl", "restart", SERVICE).expect()

    def state(self, unit=SERVICE):
        return self.machine.show(unit, "ActiveState")

    def main_process(self):
        return int(self.machine.show(SERVICE, "MainPID"))

    def opens(self, ended):
        """Expects that the secret came with the answer."""
        ended.expect(0, says=base64.b64encode(SECRET.encode()).decode())

    def install(self, package):
        name = os.path.basename(package)
        shutil.copy(package, self.machine.path(f"/root/{name}"))
        return self.machine.run("apt-get", "install", "--yes", f"/root/{name}").expect()

    # The steps.

    def installing(self):
        """apt installs the package: the sockets listen, the daemon does not run, and nothing is created prematurely"""
        self.install(self.package)
        for unit in "biogated.socket", "biogate-password.socket", "biogate-reader.socket":
            assert self.machine.show(unit, "ActiveState", "UnitFileState") == ["active", "enabled"], unit
        assert self.state() == "inactive"
        self.machine.run("systemctl", "--global", "is-enabled", "biogate-agent.service").expect(1, says="disabled")
        self.machine.run("id", "biogate").expect()
        assert not os.path.exists(self.machine.path(STATE))
        for name in ("bin/biogate", "libexec/biogate-agent", "libexec/biogate-passkeys", "libexec/biogate-secrets", "libexec/biogate-ssh-agent"):
            assert self.machine.run("readlink", "-f", f"/usr/{name}").expect().out.strip() == "/usr/libexec/biogate", name
        for program in "libexec/biogate", "libexec/biogated", "libexec/biogate-reader", "libexec/biogate-password":
            said = subprocess.run(["readelf", "--dynamic", "--program-headers", self.machine.path(f"/usr/{program}")],
                                  capture_output=True, text=True, check=True).stdout
            for hardening in "GNU_RELRO", "BIND_NOW", "PIE":
                assert hardening in said, f"{program} was linked without {hardening}"
            drivers = [word for word in ("libfprint", "libusb", "libgusb") if f"[{word}" in said]
            assert not drivers or program == "libexec/biogate-reader", f"{program} has {drivers}"
        assert self.machine.run("systemctl", "is-system-running").expect().out.strip() == "running"

    def first_call(self):
        """an ordinary user's first call starts the daemon, and says in plain words what to do, without any
        configuration"""
        # A system account acts for itself outside sessions, which a person's job in system.slice does not.
        self.machine.run("useradd", "--system", "--create-home", "--shell", "/bin/bash", USER).expect()
        self.machine.run("chpasswd", stdin=f"{USER}:{PASSWORD}").expect()
        self.machine.write(f"/home/{USER}/letter", "to nobody else")
        self.biogate().expect(says="No fingerprint reader.")
        assert self.state() == "active"
        self.biogate("readers").expect(says="No fingerprint reader.")
        assert self.complaint("reader", NO_READER) is None
        journal = self.machine.journal("--unit", SERVICE)
        for line in journal.splitlines():
            # A container may not lock memory (systemd-nspawn refuses the call without CAP_IPC_LOCK), and the daemon
            # says so.
            if "LimitMEMLOCK=" in line:
                continue
            # Doctor asks whether a password could be checked, by a call that gives none.
            if "CredentialRequired method=Authenticate" in line:
                continue
            assert not re.search(r"[Ff]ailed|denied|[Ww]arning|[Cc]annot", line), journal

    def confinement(self):
        """the daemon is not root, has no capabilities, and a program in its unit cannot read /etc/shadow, /home or the
        network"""
        number = self.machine.run("id", "--user", "biogate").expect().out.strip()
        status = dict(
            line.split(":\t", 1)
            for line in self.machine.run("cat", f"/proc/{self.main_process()}/status").expect().out.splitlines())
        assert status["Uid"].split() == [number] * 4 and number != "0", status["Uid"]
        for name in "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb":
            assert int(status[name], 16) == 0, f"{name} {status[name]}"
        assert status["NoNewPrivs"] == "1" and status["Seccomp"] == "2"

        self.machine.write("/opt/probe.py", PROBE)
        # Outside the unit root can do all of that, so the probe asks for things that exist.
        free = ast.literal_eval(self.machine.run("python3", "/opt/probe.py").expect().out)
        assert set(free.values()) == {"done"}, free
        unit = open(self.machine.path(f"/lib/systemd/system/{SERVICE}"), encoding="utf-8").read()
        unit = re.sub(r"(?m)^(Requires|Wants|After|Restart|Watchdog\w*)=.*\n", "", unit)
        unit = re.sub(r"(?m)^ExecStart=.*$", "ExecStart=/usr/bin/python3 /opt/probe.py", unit)
        self.machine.write("/run/systemd/system/probe.service", unit.replace("Type=notify", "Type=oneshot"))
        self.machine.run("systemctl", "daemon-reload").expect()
        self.machine.run("systemctl", "start", "probe.service").expect()
        found = ast.literal_eval(self.machine.journal("--unit=probe.service", "_COMM=python3"))
        assert found.pop("state") == "done", found
        allowed = {"EACCES", "EPERM", "EROFS", "EAFNOSUPPORT"}
        assert all(end in allowed for end in found.values()), found

    def other_users(self):
        """an ordinary user can neither read the state directory, nor reach the helper's socket, nor stop or restart the
        daemon"""
        self.machine.run("ls", STATE, user=USER).expect(2, says="Permission denied")
        connect = "import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); print(s.recv(1))"
        self.machine.run("python3", "-c", connect, "/run/biogate/password", user=USER).expect(1, says="PermissionError")
        # root can reach it, but is not the daemon: the helper ends without an answer.
        self.machine.run("python3", "-c", connect, "/run/biogate/password").expect(0, says="b''")
        before = self.main_process()
        for verb in "restart", "stop", "kill":
            ended = self.machine.run("systemctl", verb, SERVICE, user=USER)
            assert ended.status != 0, ended.command
        self.machine.run("sh", "-c", f"kill -KILL {before}", user=USER).expect(1, says="not permitted")
        self.machine.run("rm", "-f", "/run/biogate/org.biometricgate.Gate", user=USER).expect(1)
        assert self.main_process() == before

    def default_configuration(self):
        """every line of the default configuration can be uncommented as it is"""
        with open(self.machine.path(CONFIGURATION), encoding="utf-8") as file:
            settings, count = re.subn(r"(?m)^#([a-zA-Z]+=)", r"\1", file.read())
        assert count > 10
        self.configure(settings, drop_in="")
        assert self.state() == "active"

    def emulation(self):
        """libfprint's emulation variables do not reach the daemon, whatever the service manager's environment has"""
        os.makedirs(self.machine.path(os.path.dirname(READER)))
        self.machine.run("chown", "biogate:", os.path.dirname(READER)).expect()
        self.configure(SETTINGS, ALLOWS_READER.replace("UnsetEnvironment=\n", ""))
        self.biogate("readers").expect(says="No fingerprint reader.")
        self.configure(SETTINGS)
        self.biogate("readers").expect(says="virtual")

    def doctor(self):
        """`biogate doctor`, as an ordinary user, reports what is wrong, and the commands that it names fix it"""
        # A container has no TPM, and may not lock memory (first_call).
        fine = "socket", "configuration", "data", "reader", "permissions", "pam", "logind"
        well = dict.fromkeys(fine, "fine") | {"service": "note", "tpm": "note"}
        assert self.diagnosis(0) == well, self.diagnosis(0)
        # Doctor's question starts it.
        self.machine.run("systemctl", "stop", SERVICE).expect()
        assert self.diagnosis(0) == well
        self.machine.run("systemctl", "disable", "--now", "biogated.socket", SERVICE).expect()
        self.mended("socket", NO_DAEMON)
        self.machine.run("systemctl", "mask", "--now", SERVICE).expect()
        self.mended("service", NO_DAEMON)
        self.misconfigured()
        # However often clients call meanwhile, the first call after the fix is answered.
        self.machine.run("systemctl", "stop", SERVICE).expect()
        self.machine.run("chmod", "644", f"{STATE}/root.key").expect()
        for _ in range(25):
            self.biogate().expect(NO_DAEMON)
        assert "mode 644" in self.examine(NO_DAEMON)["service"]["text"]
        assert self.state("biogated.socket") == "active"
        self.machine.run("chmod", "600", f"{STATE}/root.key").expect()
        assert self.diagnosis(0) == well
        self.machine.run("systemctl", "disable", "--now", "biogate-password.socket").expect()
        self.mended("pam", UNEXPECTED)
        # The commands for these fetch the package.
        for path, checkup in ("/usr/lib/udev/rules.d/70-biogate.rules", "permissions"), ("/etc/pam.d/biogate", "pam"):
            self.machine.run("mv", path, f"{path}.away").expect()
            assert "apt install --reinstall" in self.complaint(checkup, UNEXPECTED)
            self.machine.run("mv", f"{path}.away", path).expect()
        assert self.diagnosis(0) == well

    def misconfigured(self):
        """a mistake in the configuration ends the daemon once per call, appears in its status, and fixing it is enough
        """
        self.machine.write(CONFIGURATION, SETTINGS + "lockout.freeFailure=3\n")
        # The running daemon is unchanged.
        assert "sudoedit" in self.complaint("configuration", UNEXPECTED)
        self.machine.run("systemctl", "stop", SERVICE).expect()
        self.biogate().expect(NO_DAEMON)
        wait_until("the daemon's end", lambda: self.state() == "failed")
        assert self.machine.show(SERVICE, "NRestarts", "ExecMainStatus") == ["0", "78"]
        assert self.state("biogated.socket") == "active"
        reason = f'{CONFIGURATION}:2: unknown key "lockout.freeFailure"'
        self.machine.run("systemctl", "status", SERVICE).expect(3, says=reason)
        assert reason in self.examine(NO_DAEMON)["configuration"]["text"]
        self.machine.write(CONFIGURATION, SETTINGS)
        assert "wrong" not in self.diagnosis(0).values()

    def examine(self, status):
        """Doctor's findings, by their subject."""
        lines = self.biogate("doctor", "--json").expect(status).out.splitlines()
        findings = [json.loads(line).get("parameters", {}).get("finding") for line in lines]
        return {finding["checkup"]: finding for finding in findings if finding}

    def diagnosis(self, status):
        return {checkup: finding["weight"] for checkup, finding in self.examine(status).items()}

    def complaint(self, checkup, status):
        """Doctor's command for the only problem."""
        findings = self.examine(status)
        assert [name for name, found in findings.items() if found["weight"] == "wrong"] == [checkup], findings
        return findings[checkup].get("command")

    def mended(self, checkup, status):
        self.machine.run("sh", "-c", self.complaint(checkup, status).replace("sudo ", "")).expect()
        assert "wrong" not in self.diagnosis(0).values()

    def enrolment(self):
        """a finger is enrolled with the user's real password, through the helper and PAM"""
        self.with_password("finger", "add", "right-index", password="not it").expect(WRONG)
        self.touching("right", "finger", "add", "right-index", "--password", "--pin-from", "-", stdin=PASSWORD).expect(0)
        self.biogate("finger", "list").expect(says="right index")

    def opening(self):
        """a secret is stored, and opened by a touch"""
        self.machine.write(f"/home/{USER}/secret", SECRET)
        self.touching("right", "store", "letter", "--from", f"/home/{USER}/secret").expect(0)
        self.opens(self.touching("right", "get", "letter"))
        self.opens(self.with_password("get", "letter", "--json"))

    def login(self):
        """a finger does not count in a session that logind reports as locked"""
        self.machine.run(
            "systemd-run", "--quiet", "--pipe", "--wait", "--collect", f"--uid={USER}", "--property=PAMName=login",
            "--setenv=XDG_SESSION_CLASS=user", "--setenv=XDG_SESSION_TYPE=tty", "sh", "-c", LOGIN,
        ).expect(0, says="session-")

    def lockout(self):
        """a lockout outlives a restart of the service, and the user cannot restart it"""
        self.touching("wrong", "get", "letter").expect(NO_MATCH)
        self.touching("wrong", "get", "letter").expect(PAUSED)
        assert self.machine.run("systemctl", "restart", SERVICE, user=USER).status != 0
        self.machine.run("systemctl", "restart", SERVICE).expect()
        self.touching("right", "get", "letter").expect(PAUSED)
        self.opens(self.with_password("get", "letter", "--json"))
        self.opens(self.touching("right", "get", "letter"))

    def watchdog(self):
        """a daemon that hangs is restarted, and a call that waited for it is served"""
        self.configure(SETTINGS, ALLOWS_READER + "WatchdogSec=2\n")
        before = self.main_process()
        self.machine.run("sh", "-c", f"kill -STOP {before}").expect()
        self.biogate("finger", "list").expect(says="right index")
        assert self.machine.show(SERVICE, "NRestarts") == "1"
        assert self.main_process() != before
        assert "watchdog" in self.machine.journal("--unit", SERVICE).lower()

    def idle_exit(self):
        """an idle daemon ends, and the next call starts it"""
        self.configure(SETTINGS + "limits.idleExitSeconds=1\n")
        self.biogate("finger", "list").expect()
        wait_until("the daemon's end", lambda: self.state() == "inactive")
        assert self.machine.show(SERVICE, "Result") == "success"
        self.opens(self.touching("right", "get", "letter"))
        self.configure(SETTINGS)

    def upgrade(self):
        """an upgrade restarts the daemon, and keeps the keystore and the configuration"""
        before = self.main_process()
        with newer(self.package) as package:
            self.install(package)
        self.machine.run("dpkg-query", "--show", "biogate").expect(says=NEWER)
        assert self.main_process() != before
        assert self.biogate("readers").expect(says="virtual")
        assert open(self.machine.path(CONFIGURATION), encoding="utf-8").read() == SETTINGS
        self.opens(self.touching("right", "get", "letter"))

    def conversion(self):
        """beside a YAML configuration the daemon does not start, until the package's next configuration converts it"""
        abandoned = os.path.dirname(CONFIGURATION) + "/biogated.yaml"
        self.machine.write(abandoned, "readers:\n  allowVirtual: true\n")
        self.machine.run("systemctl", "stop", SERVICE).expect()
        self.biogate().expect(NO_DAEMON)
        wait_until("the daemon's end", lambda: self.state() == "failed")
        reason = f"{abandoned}: it is not read any more"
        assert reason in self.examine(NO_DAEMON)["configuration"]["text"]
        self.machine.run("dpkg-reconfigure", "biogate").expect(says="sets something already")
        assert reason in self.examine(NO_DAEMON)["configuration"]["text"]
        self.machine.write(CONFIGURATION, "[readers]\n#allowVirtual=false\n")
        self.machine.run("dpkg-reconfigure", "biogate").expect()
        assert open(self.machine.path(CONFIGURATION), encoding="utf-8").read() == SETTINGS
        assert os.path.exists(self.machine.path(f"{abandoned}.dpkg-old"))
        self.biogate("readers").expect(says="virtual")

    def audit(self):
        """the journal has a line for each grant, denial and enrolment, and never a secret, a password or a finger"""
        journal = self.machine.journal("--unit", SERVICE)
        user = self.machine.run("id", "--user", USER).expect().out.strip()
        for line in "granted", "denied", "enrolled":
            assert re.search(rf"(?m)^.*\b{line}\b.*\buid=\"?{user}\b", journal), f"no line {line!r} in:\n{journal}"
        everything = self.machine.journal()
        for never in SECRET, base64.b64encode(SECRET.encode()).decode(), PASSWORD, "right index", "rightIndex":
            assert never not in everything, f"the journal has {never!r}"

    def removal(self):
        """removal ends the daemon and keeps data and configuration, and reinstallation finds them"""
        self.biogate("finger", "list").expect()
        self.machine.run("apt-get", "remove", "--yes", "biogate").expect()
        self.machine.run("pgrep", "-u", "biogate").expect(1)
        assert not os.path.exists(self.machine.path("/run/biogate/org.biometricgate.Gate"))
        assert not os.path.exists(self.machine.path("/run/biogate/password"))
        assert os.listdir(self.machine.path(STATE))
        assert open(self.machine.path(CONFIGURATION), encoding="utf-8").read() == SETTINGS
        self.install(self.package)
        self.opens(self.touching("right", "get", "letter"))

    def sandbox(self):
        """the installed command line has a sandbox for an ordinary user's tests"""
        self.machine.run("biogate", "sandbox", "--", "biogate", "readers", user=USER).expect(0, says="virtual")

    def purge(self):
        """purging leaves neither data nor configuration, and a restored backup opens as before"""
        self.machine.run("sh", "-c", STOP).expect()
        self.machine.run("tar", "-C", "/", "-cpf", "/root/backup.tar", STATE[1:], CONFIGURATION[1:]).expect()
        # Until it ends, nothing starts the daemon, and doctor names the command that ends it.
        self.mended("service", NO_DAEMON)
        self.purged()
        self.install(self.package)
        self.machine.run("sh", "-c", STOP).expect()
        self.machine.run("tar", "-C", "/", "-xpf", "/root/backup.tar").expect()
        self.machine.run("sh", "-c", GO_ON).expect()
        self.opens(self.touching("right", "get", "letter"))
        # An administrator has moved the data to another disk.
        self.machine.run("sh", "-c", STOP).expect()
        self.machine.run("sh", "-c", f"cp -a {STATE} /opt/disk && mount --bind /opt/disk {STATE}").expect()
        self.machine.run("sh", "-c", GO_ON).expect()
        self.machine.run("apt-get", "purge", "--yes", "biogate").expect(says="is empty, and stays")
        assert not os.listdir(self.machine.path("/opt/disk"))
        self.machine.run("umount", STATE).expect()
        self.install(self.package)
        self.purged()

    def purged(self):
        self.machine.run("apt-get", "purge", "--yes", "biogate").expect()
        for path in STATE, os.path.dirname(CONFIGURATION), "/etc/pam.d/biogate":
            assert not os.path.exists(self.machine.path(path)), path
        self.machine.run("pgrep", "-u", "biogate").expect(1)

    def keys_for_ssh(self):
        """with the package purged first, ssh and an unsigned commit work in a home that was set up for keys for ssh"""
        self.install(self.package)
        self.configure(SETTINGS)
        # A user's manager has the agent's socket for people alone.
        self.machine.run("useradd", "--create-home", "--uid=1000", "--shell=/bin/bash", PERSON).expect()
        self.machine.run("chpasswd", stdin=f"{PERSON}:{PASSWORD}").expect()
        self.machine.run("loginctl", "enable-linger", PERSON).expect()
        wait_until("the user's bus", lambda: os.path.exists(self.machine.path("/run/user/1000/bus")))
        manager = ["systemctl", "--user", f"--machine={PERSON}@.host"]
        self.machine.run(*manager, "enable", "--now", "biogate-ssh-agent.socket").expect()
        self.home("biogate ssh new work --password --pin-from -; biogate ssh setup; biogate git setup work",
                  stdin=PASSWORD).expect()
        self.home("git config --global user.name Kari; git config --global user.email kari@example.org; git init -q house;"
                  "ssh-keygen -q -t ed25519 -N '' -f .ssh/plain; cat .ssh/plain.pub >.ssh/authorized_keys").expect()
        agent = "/run/user/1000/biogate/ssh-agent.sock"
        self.home("ssh -G localhost").expect(says=agent)
        self.home(f"SSH_AUTH_SOCK={agent} ssh-add -l").expect(says="work (ECDSA)")
        login = "ssh -o BatchMode=yes -o StrictHostKeyChecking=accept-new -i .ssh/plain 127.0.0.1"
        self.home(f"{login} echo arrived").expect(says="arrived")
        self.from_afar(login)
        # Whatever a home has under that name, the removal ends.
        self.machine.run("sh", "-euc", "mkdir /home/pipe /home/zeros; mkfifo /home/pipe/.gitconfig;"
                         "ln -s /dev/zero /home/zeros/.gitconfig").expect()
        # An earlier version's set-up wrote into the configuration itself.
        self.home("cp .gitconfig new; git config --global gpg.format ssh; git config --global commit.gpgsign true;"
                  "git config --global tag.gpgsign true;"
                  "git config --global gpg.ssh.program /usr/libexec/biogate-git-sign;"
                  "git config --global user.signingkey ~/.ssh/biogate/work.pub").expect()
        purged = self.machine.run("apt-get", "purge", "--yes", "biogate").expect(says="git signs by biogate-git-sign")
        self.home("ssh -G localhost").expect(silent_about=agent)
        self.home(f"{login} echo arrived").expect(says="arrived")
        self.home("cd house; git commit -q --allow-empty -m Text").expect(128, says="biogate-git-sign")
        # As the removal has said.
        self.home(next(line for line in purged.out.splitlines() if line.startswith("  git config"))).expect()
        self.home("cd house; git commit -q --allow-empty -m Text; git log --format=%G?").expect(says="N")
        # By this one's, git does without.
        self.home("mv new .gitconfig; cd house; git commit -q --allow-empty -m New; git log --format=%G?").expect(says="N")

    def from_afar(self, login):
        """Of two logins by ssh, `biogate watch` in one answers what a program in the other asks."""
        def start(command):
            return self.machine.start("sh", "-euc", f"cd ~; exec {command}", user=PERSON)

        self.home("printf %s secret >secret; biogate store note --from secret --password --pin-from -",
                  stdin=PASSWORD).expect()
        with start(f"{login} -tt biogate watch") as watch:
            lines = queue.Queue()
            threading.Thread(target=lambda: [lines.put(line) for line in watch.stdout], daemon=True).start()
            asking = start(f"{login} biogate get note --prompt")

            def shown():
                """Whether the watch shows the request, which is refused as long as nothing shows it."""
                nonlocal asking
                if asking.poll() is not None:
                    asking.communicate()
                    asking = start(f"{login} biogate get note --prompt")
                return not lines.empty() and "note" in lines.get()
            wait_until("the request in the watch", shown)
            watch.stdin.write(PASSWORD + "\n")
            watch.stdin.flush()
            out, err = asking.communicate(timeout=HANG)
            assert asking.returncode == 0 and out == "secret", (asking.returncode, out, err)
            watch.stdin.write("\x03")
            watch.stdin.close()
            watch.wait(HANG)

    def home(self, script, stdin=""):
        """Runs a script as a person, at home."""
        return self.machine.run("sh", "-euc", f"cd ~; {script}", user=PERSON, stdin=stdin)

    def installing_by_hand(self):
        """`make install` and the README's commands for it work, and `make uninstall` leaves nothing"""
        os.unlink(self.machine.path(DROP_IN))
        target = [f"DESTDIR={self.machine.path('')}", f"BINARIES={os.environ.get('BINARIES', '.build/release')}"]
        before = self.files()
        subprocess.run(["make", "--silent", "install", *target], check=True, stdout=subprocess.DEVNULL)
        sockets = "biogated.socket", "biogate-password.socket", "biogate-reader.socket"
        self.machine.run("systemd-sysusers").expect()
        self.machine.run("systemctl", "daemon-reload").expect()
        self.machine.run("systemctl", "enable", "--now", *sockets).expect()
        self.biogate().expect(says="No fingerprint reader.")
        assert self.machine.show(SERVICE, "FragmentPath").startswith("/usr/local/lib/")
        self.machine.run("systemctl", "disable", "--now", *sockets, SERVICE).expect()
        subprocess.run(["make", "--silent", "uninstall", *target], check=True, stdout=subprocess.DEVNULL)
        assert self.files() == before, self.files() ^ before

    def files(self):
        """The files in the places of `make install`."""
        found = self.machine.run("find", "/usr/local", "/etc/biogate", "/etc/pam.d", "/etc/systemd", "-not", "-type", "d")
        return set(found.out.split())

    STEPS = [
        installing, first_call, confinement, other_users, default_configuration, emulation, doctor, enrolment, opening,
        login, lockout, watchdog, idle_exit, upgrade, conversion, audit, removal, sandbox, purge, keys_for_ssh,
        installing_by_hand,
    ]


@contextlib.contextmanager
def newer(package):
    """The same package with a higher version number."""
    with tempfile.TemporaryDirectory(prefix="biogate-newer-") as folder:
        subprocess.run(["dpkg-deb", "--raw-extract", package, f"{folder}/biogate"], check=True)
        control = f"{folder}/biogate/DEBIAN/control"
        with open(control, encoding="utf-8") as file:
            text = re.sub(r"(?m)^Version: .*$", f"Version: {NEWER}", file.read())
        with open(control, "w", encoding="utf-8") as file:
            file.write(text)
        made = f"{folder}/biogate_{NEWER}.deb"
        subprocess.run(
            ["dpkg-deb", "-Znone", "--root-owner-group", "--build", f"{folder}/biogate", made], check=True,
            stdout=subprocess.DEVNULL)
        yield made


def main():
    root, package = sys.argv[1:]
    with Machine(root) as machine:
        installed = Installed(machine, package)
        for step in Installed.STEPS:
            began = time.monotonic()
            try:
                step(installed)
            except BaseException:
                print(f"failed: {step.__doc__}", file=sys.stderr)
                print(machine.journal("--lines=60"), file=sys.stderr)
                raise
            print(f"ok: {step.__doc__} ({time.monotonic() - began:.1f} s)", flush=True)


if __name__ == "__main__":
    main()
