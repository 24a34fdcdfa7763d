"""One touch logs in and opens the keyring, through pam_biogate_login: keyring.py BINARIES MODULE [STEP...]

The daemon on a virtual reader, its password helper, pam_fprintd and biogate-fprintd, gnome-keyring and pamtester are
real; the bus and polkit are the bench's. /etc is a copy, in a mount namespace of this script, with a user of its own.
Ends with 1 if a step fails.
"""

import glob
import json
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from fprintd_bench import PIN, Bench, Gate, check, until

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
        import base64
        return self.call(
            "StoreSecret", touches=["right"], name=ITEM, secret=base64.b64encode(password.encode()).decode(),
            access={"openers": ["system"]}, **more)

    def journal(self):
        with open(f"{self.bench.folder}/biogated.log", encoding="utf-8", errors="replace") as file:
            return file.read()

    def openings(self):
        """How often a login got the item."""
        return sum("opened for a login" in line and "not opened" not in line for line in self.journal().splitlines())

    def reasons(self):
        """Why logins did not get the item, in order."""
        return [line.split("reason=")[1].split()[0].strip('"') for line in self.journal().splitlines()
                if "not opened for a login" in line and "reason=" in line]


def change_password(password):
    subprocess.run(["chpasswd"], input=f"{USER}:{password}\n", text=True, check=True)


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
    check(player.reasons() == before + ["noLoginService"] * 5, player.reasons())
    before = player.reasons()
    status, said = player.login(XDG_SESSION_CLASS="greeter")
    check(status == 0 and player.home.look() == LOCKED, said)
    check(player.reasons() == before, player.reasons())
    # The greeter's process ended with its touch. Another one gets nothing, whether or not the first has ended.
    status, said = player.login(operations=("open_session",))
    check(status == 0 and player.home.look() == LOCKED, said)
    check(player.reasons() == before + ["otherProcess"], player.reasons())
    check(open_login(player) == {}, "root without a touch")
    # The user's programs do not reach the socket, and the interface is not served on theirs.
    refused = player.call("OpenLogin", uid=UID, service="login")
    check("error" in refused, refused)


def open_login(player, service="login"):
    gate = Gate(player.bench.face_path)
    gate.socket.sendall(json.dumps({
        "method": "org.biometricgate.Face.OpenLogin", "parameters": {"uid": UID, "service": service}}).encode() + b"\0")
    answer = gate.next()
    check("error" not in answer, answer)
    return answer.get("parameters", {})


def stale(player):
    """A changed password keeps the item closed: the keyring gets no other, and no new keyring is made under it."""
    before = player.reasons()
    keyring = player.home.keyring()
    change_password(LATER)
    status, said = player.login()
    check(status == 0 and player.home.look() == LOCKED, said)
    check(player.reasons() == before + ["passwordChanged"], player.reasons())
    os.rename(f"{player.home.home}/.local/share/keyrings", f"{player.home.home}/keyrings.saved")
    status, said = player.login()
    check(status == 0 and player.home.keyring() is None, "a keyring was made under a stale password")
    player.home.end_session()
    shutil.rmtree(f"{player.home.home}/.local/share/keyrings", ignore_errors=True)
    os.rename(f"{player.home.home}/keyrings.saved", f"{player.home.home}/.local/share/keyrings")
    check(player.home.keyring() == keyring, "the keyring's file was written")
    change_password(PASSWORD)
    # The same text has another entry in the shadow database.
    status, said = player.login()
    check(status == 0 and player.home.look() == LOCKED, said)
    check("error" not in player.store(replace=True), "stored again")
    status, said = player.login()
    check(status == 0 and player.home.look() == OPEN, player.journal())


def told(player):
    """The agent says at the session's start why the keyring is locked, and so does the command line; nothing where it
    is open."""
    def lines(*words):
        process = subprocess.Popen(
            ["setpriv", "--reuid", str(UID), "--regid", str(UID), "--clear-groups", "env", "-i", "LANG=C.UTF-8",
             f"XDG_RUNTIME_DIR={player.home.runtime}", f"BIOGATE_SOCKET={player.bench.gate_path}", *words],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            ready, _, _ = select.select([process.stdout], [], [], 60)
            return process.stdout.readline() if ready else "nothing"
        finally:
            process.terminate()
            process.wait()
    change_password(LATER)
    status, said = player.login()
    check(status == 0 and player.home.look() == LOCKED, said)
    until("the result", lambda: player.call("GetLastLogin")["parameters"]["login"].get("reason") == "passwordChanged")
    first = lines(f"{player.bench.binaries}/biogate-agent", "--lines")
    check(first.startswith("Your keyring stays locked. The password of your account changed."), first)
    said = subprocess.run(
        ["setpriv", "--reuid", str(UID), "--regid", str(UID), "--clear-groups", "env", "-i", "LANG=nb_NO.UTF-8",
         f"BIOGATE_SOCKET={player.bench.gate_path}", f"{player.bench.binaries}/biogate", "login"],
        capture_output=True, text=True, timeout=60, check=True)
    check("Nøkkelringen forblir låst" in said.stdout + said.stderr, said)
    change_password(PASSWORD)
    check("error" not in player.store(replace=True), "stored again")
    status, said = player.login()
    check(status == 0 and player.home.look() == OPEN, said)
    answer = player.call("GetLastLogin")["parameters"]["login"]
    check(answer["opened"] and "guidance" not in answer and answer["ageMilliseconds"] < 60000, answer)


def healed(player):
    """The next typed password takes the place of a stale one: its next touch opens the keyring, as far as that has it."""
    change_password(LATER)
    status, said = player.login()
    check(status == 0 and player.home.look() == LOCKED, said)
    # Typed at another service, through the auth line.
    with open("/etc/pam.d/typed", "w", encoding="utf-8") as file:
        file.write(f"auth required pam_unix.so\nauth optional {player.module} socket={player.bench.face_path}\n")
    ended = subprocess.run(
        ["pamtester", "typed", USER, "authenticate"], env=player.bench.environment, input=LATER + "\n",
        capture_output=True, text=True, timeout=60, check=False)
    check(ended.returncode == 0, ended)
    # On a busy machine after the login has given up waiting.
    until("the renewal", lambda: "password for logins renewed" in player.journal())
    # The keyring still has the old password: nothing but its owner changes that.
    keyring = player.home.keyring()
    before = player.reasons()
    status, said = player.login()
    check(status == 0 and player.home.look() == LOCKED and player.home.keyring() == keyring, said)
    check(player.reasons() == before, player.reasons())


def at_terminal(answers, *words):
    """Runs a program at a terminal, and answers each request for a password; returns what it said."""
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(words[0], words)
    answers, said = list(answers), ""
    try:
        while select.select([terminal], [], [], 60)[0]:
            part = os.read(terminal, 4096).decode()
            said += part
            if part.rstrip().lower().endswith("password:") and answers:
                os.write(terminal, answers.pop(0).encode() + b"\n")
    except OSError:
        # It has ended.
        pass
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(terminal)
    return said


def changed(player):
    """The user's own passwd changes the keyring's password with the account's. The next typed one is stored, and its touch
    opens the keyring."""
    with open("/etc/pam.d/passwd", "w", encoding="utf-8") as file:
        file.write("password required pam_unix.so\npassword optional pam_gnome_keyring.so use_authtok\n")
    for old, new in (PASSWORD, LATER), (LATER, PASSWORD):
        before = player.home.keyring()
        said = at_terminal(
            [old, new, new], "setpriv", "--reuid", str(UID), "--regid", str(UID), "--clear-groups", "env", "-i",
            f"HOME={player.home.home}", f"XDG_RUNTIME_DIR={player.home.runtime}", "PATH=/usr/bin:/bin", "passwd")
        check("updated successfully" in said and player.home.keyring() != before, said)
        player.home.end_session()
        count, renewals = player.openings(), player.journal().count("password for logins renewed")
        status, said = player.login()
        check(status == 0 and player.home.look() == LOCKED and player.openings() == count, said)
        ended = subprocess.run(
            ["pamtester", "typed", USER, "authenticate"], env=player.bench.environment, input=new + "\n",
            capture_output=True, text=True, timeout=60, check=False)
        check(ended.returncode == 0, ended)
        until("the renewal", lambda: player.journal().count("password for logins renewed") > renewals)
        status, said = player.login()
        check(status == 0 and player.home.look() == OPEN, player.journal())


def differing(player):
    """Where the keyring kept the old password, the agent says so at the session's start. The user gives it the account's
    by the command line, which refuses a wrong one of either, and the touch opens it."""
    def gives(account, old):
        for name, text in ("account", account), ("old", old):
            with open(f"{player.home.home}/{name}", "w", encoding="utf-8") as file:
                file.write(text + "\n")
        # The keyring has to be used once before it answers.
        return player.home.run(
            f"timeout 3 secret-tool lookup app test; {player.bench.binaries}/biogate login keyring --socket "
            f"{player.bench.gate_path} --pin-from account --old-password-from old")
    status, said = player.login()
    check(status == 0, said)
    said = player.home.run(
        f"mkfifo said; {player.bench.binaries}/biogate-agent --lines --socket {player.bench.gate_path} >said & "
        'read -r line <said; echo "$line"; kill $!')
    check(said.stdout == "Your keyring stays locked. It has another password than your account. Give it the same one. "
          "biogate login keyring\n", said)
    player.home.end_session()
    keyring = player.home.keyring()
    for account, old in ("a wrong one", PASSWORD), (LATER, "a wrong one"):
        said = gives(account, old)
        check(said.returncode == 23 and player.home.keyring() == keyring, said)
        player.home.end_session()
    said = gives(LATER, PASSWORD)
    check(said.returncode == 0 and "now has the password of your account" in said.stderr, said)
    player.home.end_session()
    status, said = player.login()
    check(status == 0 and player.home.look() == OPEN, player.journal())
    # Where no keyring listens, nothing is asked for.
    said = player.home.run(f"rm -r {player.home.runtime}/keyring; "
                           f"{player.bench.binaries}/biogate login keyring --socket {player.bench.gate_path}")
    check(said.returncode == 69 and "does not run" in said.stderr, said)
    player.home.end_session()
    change_password(PASSWORD)
    check(gives(PASSWORD, LATER).returncode == 0, "as it was")
    player.home.end_session()
    check("error" not in player.store(replace=True), "stored again")
    status, said = player.login()
    check(status == 0 and player.home.look() == OPEN, player.journal())


def filled(player):
    """The auth line for modules that need a password there: filled behind a finger, left alone behind a typed one."""
    auth = SERVICE.split("session")[0].replace(
        "auth optional", "auth optional {module} socket={socket} authtok\nauth optional {module} socket={socket}\n"
        "auth optional", 1)
    stack = auth + "session required pam_permit.so\nsession optional pam_gnome_keyring.so auto_start\n"
    count = player.openings()
    status, said = player.login(stack=stack)
    check(status == 0 and player.home.look() == OPEN and player.openings() == count + 1, (said, player.journal()))
    # A typed one stays as it is.
    status, said = player.type(stack=stack)
    check(status == 0 and player.home.look() == OPEN and player.openings() == count + 1, said)
    # Both lines: one release, which the session line leaves alone.
    status, said = player.login(stack=auth + SERVICE[SERVICE.index("session"):])
    check(status == 0 and player.home.look() == OPEN and player.openings() == count + 2, (said, player.journal()))
    # A stale one is no password at all: the login goes on, and nothing asks for one.
    change_password(LATER)
    status, said = player.login(stack=stack)
    check(status == 0 and player.home.look() == LOCKED and "assword" not in said, said)
    change_password(PASSWORD)
    check("error" not in player.store(replace=True), "stored again")
    # Not for other services.
    status, said = player.login("sudo", stack=stack)
    check(status == 0 and player.home.look() == LOCKED, said)


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


def traceless(player):
    """The password is in no file, argument or environment, and in no memory of the login's once the session is open."""
    # A module behind the keyring's holds the login's process while it is looked at.
    hold = f"{player.bench.folder}/hold"
    with open(hold, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\ntouch {player.bench.folder}/held\nwhile [ -e {player.bench.folder}/held ]; do sleep 0.1; done\n")
    os.chmod(hold, 0o755)
    with open("/etc/pam.d/held", "w", encoding="utf-8") as file:
        file.write(f"session optional pam_exec.so quiet {hold}\n")
    player.configure("gdm-fingerprint", FINGER, SERVICE + "@include held\n")
    since = len(player.bench.signals)
    login = subprocess.Popen(
        ["pamtester", "-E", f"XDG_RUNTIME_DIR={player.home.runtime}", "gdm-fingerprint", USER, "authenticate",
         "open_session"], env=player.bench.environment, stdout=subprocess.DEVNULL)
    try:
        player.bench.needed(since)
        player.bench.reader("SCAN right")
        until("the session", lambda: os.path.exists(f"{player.bench.folder}/held"))
        check(not has_password(login.pid), "the login's memory has the password")
        for name in ("cmdline", "environ"):
            with open(f"/proc/{login.pid}/{name}", "rb") as file:
                check(PASSWORD.encode() not in file.read(), name)
        os.unlink(f"{player.bench.folder}/held")
        check(login.wait(60) == 0, "the login")
    finally:
        login.kill()
        login.wait()
    check(player.home.look() == OPEN, player.journal())
    for path in glob.glob(f"{player.bench.folder}/*.log") + glob.glob(f"{player.bench.folder}/state/*"):
        with open(path, "rb") as file:
            check(PASSWORD.encode() not in file.read(), path)


def profiles(player):
    """pam-auth-update puts the lines where they belong, another package's call keeps them, and removing them leaves
    every file as it was."""
    def files():
        return {path: open(path, "rb").read() for path in sorted(glob.glob("/etc/pam.d/common-*"))}

    sources = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../systemd/fprintd")
    for path in ("/var/lib/pam", "/usr/share/pam-configs"):
        private = f"{player.bench.folder}/private{path}"
        shutil.copytree(path, private)
        subprocess.run(["mount", "--bind", private, path], check=True)
        player.mounted = (path, *player.mounted)
    names = ["biogate-lockout", "biogate-login", "biogate-login-password"]
    update = ["env", "DEBIAN_FRONTEND=noninteractive", "pam-auth-update", "--package"]
    subprocess.run(update, check=True)
    before = files()
    # An earlier version's line, by the module's former name, is replaced; one that was turned off stays off.
    with open(f"{sources}/biogate-lockout.pam-config", encoding="utf-8") as file:
        earlier = file.read().replace("pam_biogate_login.so", "pam_biogate_unlock.so")
    for is_off in (True, False):
        with open(f"/usr/share/pam-configs/{names[0]}", "w", encoding="utf-8") as file:
            file.write(earlier)
        subprocess.run(update, check=True)
        choose = "--disable" if is_off else "--enable"
        subprocess.run([*update[:3], choose, names[0]], check=True)
        check((b"pam_biogate_unlock.so" in files()["/etc/pam.d/common-auth"]) != is_off, files())
        shutil.copy(f"{sources}/biogate-lockout.pam-config", f"/usr/share/pam-configs/{names[0]}")
        subprocess.run(update, check=True)
        auth = files()["/etc/pam.d/common-auth"]
        check(b"pam_biogate_unlock.so" not in auth and (b"pam_biogate_login.so" in auth) != is_off, auth)
    for name in names:
        shutil.copy(f"{sources}/{name}.pam-config", f"/usr/share/pam-configs/{name}")
    subprocess.run(update, check=True)
    subprocess.run(update, check=True)
    after = files()
    line = b"pam_biogate_login.so"
    check(after["/etc/pam.d/common-session"].count(line) == 1, after)
    check(line not in after["/etc/pam.d/common-session-noninteractive"], after)
    auth = after["/etc/pam.d/common-auth"].decode()
    check(auth.count("pam_biogate_login.so") == 1 and "authtok" not in auth, auth)
    check(auth.index("pam_deny.so") < auth.index("pam_biogate_login.so"), "it stands behind what says yes")
    subprocess.run(["env", "DEBIAN_FRONTEND=noninteractive", "pam-auth-update", "--enable", names[2]], check=True)
    auth = files()["/etc/pam.d/common-auth"].decode()
    check(auth.index("pam_deny.so") < auth.index("pam_biogate_login.so authtok"), auth)
    subprocess.run([*update, "--remove", *names], check=True)
    for name in names:
        os.unlink(f"/usr/share/pam-configs/{name}")
    subprocess.run(update, check=True)
    check(files() == before, "a file in /etc/pam.d changed")


def unwanted(player):
    """A stack without a keyring's line, even one that includes others, does not ask for the item."""
    count, before = player.openings(), player.reasons()
    status, said = player.login(stack="auth {primary}\naccount required pam_unix.so\n"
                                "session optional {module} socket={socket}\n@include common-session\n")
    check(status == 0 and player.openings() == count and player.reasons() == before, (said, player.journal()))
    with open("/etc/pam.d/keyring-lines", "w", encoding="utf-8") as file:
        file.write("-session optional pam_gnome_keyring.so auto_start\n")
    for line in ("@include keyring-lines", "session include keyring-lines", "session substack keyring-lines"):
        status, said = player.login(stack="auth {primary}\naccount required pam_unix.so\n"
                                    "session optional {module} socket={socket}\n" + line + "\n")
        check(status == 0 and player.home.look() == OPEN, (line, said))


def bare(player):
    """Where the stack names no keyring, the keyring that listens is opened all the same; one that hangs costs a second
    at most, and leaves no child."""
    # Debian's common-password has a line of the keyring's in every stack.
    stack = ("auth {primary}\naccount required pam_unix.so\nsession required pam_permit.so\n"
             "password optional pam_gnome_keyring.so\n"
             "session optional {module} socket={socket} keyring=" + f"{os.path.dirname(MODULE)}/biogate-keyring\n")
    runtime = f"/run/user/{UID}"
    os.makedirs("/run/user", exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", "/run/user"], check=True)
    player.mounted = ("/run/user", *player.mounted)
    os.mkdir(runtime)
    subprocess.run(["mount", "--bind", player.home.runtime, runtime], check=True)
    player.mounted = (runtime, *player.mounted)
    count = player.openings()
    # Nothing listens, so nothing is asked for.
    status, said = player.login(stack=stack)
    check(status == 0 and player.openings() == count, (said, player.journal()))
    # As the user's systemd starts it, then looked at.
    script = f"""
gnome-keyring-daemon --foreground --components=secrets --control-directory={runtime}/keyring >/dev/null 2>&1 &
until [ -e {runtime}/look ]; do sleep 0.02; done
""" + LOOK
    for is_hanging in (False, True):
        session = subprocess.Popen(
            ["setpriv", "--reuid", str(UID), "--regid", str(UID), "--clear-groups", "env", "-i",
             f"HOME={player.home.home}", f"XDG_RUNTIME_DIR={runtime}", "PATH=/usr/bin:/bin", "dbus-run-session", "--",
             "sh", "-c", script], stdout=subprocess.PIPE, text=True)
        until("the keyring", lambda: os.path.exists(f"{runtime}/keyring/control"))
        keyrings = subprocess.run(
            ["pgrep", "--uid", str(UID), "--exact", "gnome-keyring-d"], capture_output=True, text=True, check=True)
        if is_hanging:
            os.kill(int(keyrings.stdout), signal.SIGSTOP)
        begin = time.monotonic()
        status, said = player.login(stack=stack)
        print(f"  a login without a keyring's line{', before one that hangs' if is_hanging else ''}: "
              f"{time.monotonic() - begin:.2f} s", flush=True)
        check(status == 0 and player.openings() == count + 1 + is_hanging, (said, player.journal()))
        check(subprocess.run(["pgrep", "--exact", "biogate-keyring"], capture_output=True, check=False).returncode == 1,
              "the program still runs")
        if is_hanging:
            os.kill(int(keyrings.stdout), signal.SIGCONT)
        with open(f"{runtime}/look", "w", encoding="utf-8"):
            pass
        found = tuple(session.communicate(timeout=60)[0].splitlines()[:2])
        # The one that hangs took the password out of its queue later, or not.
        check(found == OPEN or is_hanging, (found, player.journal()))
        os.unlink(f"{runtime}/look")
        player.home.end_session()


def early(player):
    """A module that needs the password in auth, as pam_mount does, gets the stored one after a touch, and the typed one
    after a wrong finger: that is asked for once."""
    received, script = f"{player.bench.folder}/received", f"{player.bench.folder}/receives"
    with open(script, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\nexec cat >{received}\n")
    os.chmod(script, 0o755)
    # As pam-auth-update writes it with libpam-fprintd. pam_exec stands for pam_mount.
    player.configure("sddm", "", """\
auth [success=2 default=ignore] pam_fprintd.so max-tries=1 timeout=30
auth [success=1 default=ignore] pam_unix.so try_first_pass
auth requisite pam_deny.so
auth required pam_permit.so
auth optional {module} socket={socket} authtok
""" + f"auth optional pam_exec.so quiet expose_authtok {script}\n")
    for touch, prompts in ("right", 0), ("wrong", 1):
        count, since = player.openings(), len(player.bench.signals)
        login = subprocess.Popen(
            ["pamtester", "sddm", USER, "authenticate"], env=player.bench.environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            player.bench.needed(since)
            player.bench.reader(f"SCAN {touch}")
            said, _ = login.communicate(PASSWORD + "\n", timeout=60)
        finally:
            login.kill()
            login.wait()
        check(login.returncode == 0 and said.count("assword") == prompts, said)
        check(player.openings() == count + (prompts == 0), player.journal())
        with open(received, encoding="utf-8") as file:
            check(file.read().rstrip("\0") == PASSWORD, "another text")
        os.unlink(received)


# Says what came, once the other end has closed; answers nothing.
MUTE = """
import os, socket, sys
os.umask(0)
os.makedirs(os.path.dirname(sys.argv[1]), exist_ok=True)
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen()
print("ready", flush=True)
line, heard = listener.accept()[0], b""
while part := line.recv(4096):
    heard += part
print(heard, flush=True)
"""


def commanded(player):
    """The command line turns it on and off, and tells where the keyring has another password."""
    def biogate(*words, touches=0, password=PASSWORD, has_session=True):
        path = f"{player.home.home}/password"
        with open(path, "w", encoding="utf-8") as file:
            file.write(password + "\n")
        os.chown(path, UID, UID)
        # In a session as a desktop has it: its programs have used the keyring.
        used = "gnome-keyring-daemon --start --components=secrets; timeout 3 secret-tool lookup app test"
        session = ["dbus-run-session", "--", "sh", "-c", f'{{ {used}; }} >/dev/null 2>&1; exec "$@"', "sh"]
        process = subprocess.Popen(
            ["setpriv", "--reuid", str(UID), "--regid", str(UID), "--clear-groups", "env", "-i", "LANG=C.UTF-8",
             f"HOME={player.home.home}", f"XDG_RUNTIME_DIR={player.home.runtime}", "PATH=/usr/bin:/bin",
             *(session if touches and has_session else []), f"{player.bench.binaries}/biogate",
             "--socket", player.bench.gate_path, "login", *words, *(["--pin-from", path] if touches else [])],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        said = ""
        for line in process.stdout:
            said += line
            if line.startswith("Touch"):
                player.bench.reader("SCAN right")
        process.wait(60)
        os.unlink(path)
        return process.returncode, said

    check(biogate() == (0, "On: your touch at the login opens your keyring.\n"), biogate())
    status, said = biogate("off")
    check(status == 0 and "typed one, as before" in said and "Off:" in biogate("status")[1], said)
    player.type()
    status, said = biogate("on", touches=1)
    check(status == 0 and "opens your keyring, too" in said and "does not open" not in said, said)
    player.home.end_session()
    # The account's password changes without the keyring's.
    player.type()
    change_password(LATER)
    status, said = biogate("on", touches=1, password=LATER)
    check(status == 0 and "Give it the same one" in said, said)
    player.home.end_session()
    change_password(PASSWORD)
    check(biogate("on", touches=1)[0] == 0, "stored again")
    player.home.end_session()
    # A listener of the user's that never answers is given up on; another user's gets nothing.
    for user in UID, 0:
        listener = subprocess.Popen(
            ["setpriv", "--reuid", str(user), "--regid", str(user), "--clear-groups", sys.executable, "-c", MUTE,
             f"{player.home.runtime}/keyring/control"], stdout=subprocess.PIPE, text=True)
        check(listener.stdout.readline() == "ready\n", "no listener")
        status, said = biogate("on", touches=1, has_session=False)
        check(status == 0 and "opens your keyring, too" in said and "does not open" not in said, said)
        heard = listener.communicate(timeout=60)[0]
        check((PASSWORD in heard) == (user == UID) and (user == UID or heard == "b''\n"), (user, heard))
        shutil.rmtree(f"{player.home.runtime}/keyring")


def locked(player):
    """A locked password logs in by finger as before, and opens nothing."""
    before = player.reasons()
    subprocess.run(["usermod", "-L", USER], check=True)
    status, said = player.login()
    check(status == 0 and player.home.look() == LOCKED, said)
    subprocess.run(["usermod", "-U", USER], check=True)
    check(player.reasons() == before + ["passwordLocked"], player.reasons())
    status, said = player.login()
    check(status == 0 and player.home.look() == OPEN, player.journal())


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


STEPS = (typed, off, stored, opened, kept, stale, told, healed, differing, changed, filled, early, unwanted, bare, commanded, locked, traceless, profiles, hanging, another_finger, gone)


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
