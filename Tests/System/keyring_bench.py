"""The bench of keyring.py: a user with a home and a keyring, and the logins of its tests.

Arguments as there; /etc is a copy, in a mount namespace of the program's own.
"""

import base64
import glob
import json
import os
import shutil
import signal
import subprocess
import sys

from fprintd_bench import PIN, Gate, check, until

USER, UID, PASSWORD, LATER = "kari-keyring", 4243, "correct horse", "a new horse"
ITEM = "login"
# The secret in the keyring, and its property Locked.
OPEN, LOCKED = ("hidden", "b false"), ("", "b true")
MODULE = os.path.abspath(sys.argv[2])

# As Debian's greeters have them: a line of the finger's, the keyring's in auth, then the session's.
SERVICE = """\
auth {primary}
auth optional pam_gnome_keyring.so
account required pam_unix.so
session required pam_permit.so
session optional {module} socket={socket}
session optional pam_gnome_keyring.so auto_start
"""
FINGER = "required pam_fprintd.so max-tries=1 timeout=30"
TYPED = "required pam_unix.so"


# Looked up only where it is open: a locked keyring would ask, and nobody answers.
LOOK = """
locked=$(busctl --user get-property org.freedesktop.secrets /org/freedesktop/secrets/collection/login \\
    org.freedesktop.Secret.Collection Locked)
[ "$locked" != "b false" ] || secret-tool lookup app test
echo
echo "$locked"
"""


class Home:
    """The user's home and runtime directory, and the keyring's daemons."""

    def __init__(self, folder):
        self.home, self.runtime = f"{folder}/home", f"{folder}/run"
        for path in (self.home, self.runtime):
            os.mkdir(path, 0o700)
            os.chown(path, UID, UID)

    def settle(self):
        subprocess.run(["useradd", "-u", str(UID), "-d", self.home, "-s", "/bin/bash", USER], check=True)
        change_password(PASSWORD)

    def run(self, script):
        """Runs a script as the user on a session bus of its own, with the keyring's daemon of the login."""
        return subprocess.run(
            ["setpriv", "--reuid", str(UID), "--regid", str(UID), "--clear-groups", "env", "-i", f"--chdir={self.home}",
             f"HOME={self.home}", f"XDG_RUNTIME_DIR={self.runtime}", "PATH=/usr/bin:/bin", "dbus-run-session", "--", "sh", "-c",
             "gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1; " + script],
            capture_output=True, text=True, timeout=60, check=False)

    def look(self):
        """The secret in the keyring, or nothing if that is locked; and whether it is. Once in a session: the keyring's
        daemon ends with the bus."""
        said = self.run(LOOK)
        self.end_session()
        return tuple(said.stdout.splitlines()[:2])

    def end_session(self):
        """Ends the keyring's daemons: one that survives stays open."""
        for path in glob.glob("/proc/[0-9]*"):
            try:
                if os.stat(path).st_uid == UID:
                    os.kill(int(os.path.basename(path)), signal.SIGKILL)
            except (FileNotFoundError, ProcessLookupError):
                pass
        until("the user's processes are gone", lambda: not any(self.owned(path) for path in glob.glob("/proc/[0-9]*")))
        shutil.rmtree(f"{self.runtime}/keyring", ignore_errors=True)

    @staticmethod
    def owned(path):
        try:
            return os.stat(path).st_uid == UID
        except FileNotFoundError:
            return False

    def keyring(self):
        path = f"{self.home}/.local/share/keyrings/login.keyring"
        return open(path, "rb").read() if os.path.exists(path) else None


class Player:
    # The mounts beside /etc, the last one first.
    mounted = ()

    def __init__(self, bench, home):
        self.bench, self.home = bench, home
        self.modules = f"{bench.folder}/security"
        os.mkdir(self.modules)
        # Where the user may look: a screen locker loads it as the user.
        shutil.copy(MODULE, self.modules)

    @property
    def module(self):
        return f"{self.modules}/{os.path.basename(MODULE)}"

    def configure(self, service, primary, stack=SERVICE):
        with open(f"/etc/pam.d/{service}", "w", encoding="utf-8") as file:
            file.write(stack.format(primary=primary, module=self.module, socket=self.bench.face_path))

    def login(
            self, service="gdm-fingerprint", touch="right", operations=("authenticate", "open_session"), stack=SERVICE,
            **environment):
        """A login by finger: its status and output."""
        self.configure(service, FINGER, stack)
        return self.bench.run(
            "pamtester", "-E", f"XDG_RUNTIME_DIR={self.home.runtime}",
            *(word for name, value in environment.items() for word in ("-E", f"{name}={value}")), service, USER,
            *operations, commands=[f"SCAN {touch}"] if "authenticate" in operations else [])

    def type(self, password=PASSWORD, service="gdm-password", stack=SERVICE):
        self.configure(service, TYPED, stack)
        ended = subprocess.run(
            ["pamtester", "-E", f"XDG_RUNTIME_DIR={self.home.runtime}", service, USER, "authenticate", "open_session"],
            env=self.bench.environment, input=password + "\n", capture_output=True, text=True, timeout=60, check=False)
        return ended.returncode, ended.stdout + ended.stderr

    def call(self, method, touches=(), **parameters):
        """A call of the user's programs; returns its last reply."""
        request = json.dumps({"method": method, "parameters": parameters, "touches": list(touches)})
        # The kernel names the caller, so the call is made by a process of the user's.
        script = """
import json, os, socket, sys
request = json.loads(sys.argv[1])
line = socket.socket(socket.AF_UNIX)
line.connect(sys.argv[2])
call = {"method": "org.biometricgate.Gate." + request["method"], "parameters": request["parameters"], "more": True}
line.sendall(json.dumps(call).encode() + b"\\0")
rest = b""
while True:
    while b"\\0" not in rest:
        part = line.recv(65536)
        if not part:
            sys.exit(1)
        rest += part
    message, rest = rest.split(b"\\0", 1)
    print(message.decode(), flush=True)
    if not json.loads(message).get("continues"):
        break
"""
        process = subprocess.Popen(
            ["setpriv", "--reuid", str(UID), "--regid", str(UID), "--clear-groups", sys.executable, "-c", script,
             request, self.bench.gate_path], stdout=subprocess.PIPE, text=True)
        try:
            touches = iter(touches)
            for text in process.stdout:
                answer = json.loads(text)
                if not answer.get("continues"):
                    return answer
                if answer["parameters"]["progress"]["event"] == "waitingForFinger":
                    self.bench.reader(f"SCAN {next(touches)}")
        finally:
            process.kill()
            process.wait()
        raise AssertionError(f"no reply to {method}")

    def store(self, password=PASSWORD, **more):
        return self.call(
            "StoreSecret", touches=["right"], name=ITEM, secret=base64.b64encode(password.encode()).decode(),
            access={"openers": ["system"]}, **more)

    def journal(self):
        with open(f"{self.bench.folder}/biogated.log", encoding="utf-8", errors="replace") as file:
            return file.read()

    def openings(self):
        """How often a login got the item."""
        return sum("opened for a login" in line and "not opened" not in line for line in self.journal().splitlines())

    def opened(self, count):
        """Whether so many logins got the item, and no more. The journal's line follows the answer."""
        until(f"{count} openings", lambda: self.openings() >= count)
        return self.openings() == count

    def refused(self, reasons):
        """Whether these are the reasons why logins did not get the item."""
        until(f"{len(reasons)} refusals", lambda: len(self.reasons()) >= len(reasons))
        return self.reasons() == reasons

    def reasons(self):
        """Why logins did not get the item, in order."""
        return [line.split("reason=")[1].split()[0].strip('"') for line in self.journal().splitlines()
                if "not opened for a login" in line and "reason=" in line]


def change_password(password):
    subprocess.run(["chpasswd"], input=f"{USER}:{password}\n", text=True, check=True)


def open_login(player, service="login"):
    gate = Gate(player.bench.face_path)
    gate.socket.sendall(json.dumps({
        "method": "org.biometricgate.Face.OpenLogin", "parameters": {"uid": UID, "service": service}}).encode() + b"\0")
    answer = gate.next()
    check("error" not in answer, answer)
    return answer.get("parameters", {})


def has_password(pid):
    """Whether the password is in the process's memory."""
    with open(f"/proc/{pid}/maps", encoding="utf-8") as maps, open(f"/proc/{pid}/mem", "rb") as memory:
        for line in maps:
            area, access, *_ = line.split()
            if not access.startswith("rw") or "[v" in line:
                continue
            begin, end = (int(word, 16) for word in area.split("-"))
            memory.seek(begin)
            try:
                if PASSWORD.encode() in memory.read(end - begin):
                    return True
            except OSError:
                continue
    return False


def settings(bench):
    # The password helper, which hangs while there is a file.
    helper = f"{bench.folder}/helper"
    with open(helper, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\n[ ! -e {bench.folder}/hang ] || exec sleep 60\n'
                   f'exec {bench.binaries}/biogate-password "$@"\n')
    os.chmod(helper, 0o755)
    return {
        "password.enabled": True, "password.helper": helper,
        "login.allowUnsealed": True, "fingerprint.interactiveOnly": False,
    }


def run(player, steps):
    """Enrols the user, and runs the steps."""
    bench, folder = player.bench, player.bench.folder
    try:
        bench.start_bus()
        bench.start_daemon()
        answer = player.call("SetPIN", pin=PIN, credential={"password": PASSWORD})
        check("error" not in answer, answer)
        answer = player.call("Enroll", touches=["right"] * 9, finger="rightIndex", credential={"pin": PIN})
        check("error" not in answer, answer)
        bench.start_face("--no-timeout")
        for step in steps:
            step(player)
            print(f"ok: {step.__name__}", flush=True)
    except BaseException:
        for log in sorted(glob.glob(f"{folder}/*.log")):
            with open(log, encoding="utf-8", errors="replace") as file:
                sys.stderr.write(f"== {os.path.basename(log)}\n{file.read()}")
        raise
    finally:
        bench.stop()
        player.home.end_session()
        for path in ("/etc", *player.mounted):
            subprocess.run(["umount", path], check=False)


def private_etc(folder):
    shutil.copytree("/etc", f"{folder}/etc", symlinks=True)
    subprocess.run(["mount", "--bind", f"{folder}/etc", "/etc"], check=True)
    with open("/etc/pam.d/biogate", "w", encoding="utf-8") as file:
        file.write("auth required pam_unix.so\naccount required pam_unix.so\n")


def unshared():
    """Runs this program again in a mount namespace of its own."""
    if "BIOGATE_PRIVATE" not in os.environ:
        os.environ["BIOGATE_PRIVATE"] = "1"
        os.execvp("unshare", ["unshare", "--mount", "--propagation", "private", sys.executable, "-B", *sys.argv])
