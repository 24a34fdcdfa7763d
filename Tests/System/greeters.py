"""One touch logs in and opens the keyring, in the greeters' own PAM processes: greeters.py BINARIES MODULE [DEBS]

gdm's session worker, sddm's helper and greetd are Debian's, with their PAM files unchanged, unpacked from packages that
apt downloads to DEBS. What they talk to (gdm, sddm, a greeter) is played. The line of the module is where
pam-auth-update would write it. Otherwise as in keyring.py. Ends with 1 if a step fails.
"""

import glob
import json
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile

import keyring
from fprintd_bench import Bench, check, until
from keyring import LOCKED, OPEN, UID, USER

PACKAGES = (
    "gdm3", "libaccountsservice0", "sddm", "libqt5core5a", "libqt5network5", "libdouble-conversion3", "greetd",
    "libpam-kwallet5",
)
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


def libraries(debs, *packages):
    return ":".join(path for package in packages for path in glob.glob(f"{debs}/x-{package}/usr/lib/*-linux-gnu"))


# ---- What the greeters' processes talk to ----

def play_gdm(debs, folder, service, *more):
    """gdm, for its session worker."""
    from gi.repository import Gio, GLib

    is_reauthentication = "reauth" in more
    interface = """<node><interface name="org.gnome.DisplayManager.WorkerManager"><method name="Hello"/>
        <method name="InfoQuery"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="out"/></method>
        <method name="SecretInfoQuery"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="out"/></method>
        <method name="Info"><arg type="s" direction="in"/><arg type="s" direction="in"/></method>
        <method name="Problem"><arg type="s" direction="in"/><arg type="s" direction="in"/></method></interface></node>"""
    loop, connections, failed = GLib.MainLoop(), [], []
    variant = GLib.Variant
    start = {
        "service": variant("s", service), "username": variant("s", USER), "is-program-session": variant("b", True),
        "display-is-local": variant("b", True), "display-seat-id": variant("s", "seat0"),
        "display-is-initial": variant("b", True),
    }
    steps = [("Initialize", variant("(a{sv})", (start,))), ("Authenticate", None), ("Authorize", None),
             ("EstablishCredentials", None)]
    if not is_reauthentication:
        steps += [
            ("SetEnvironmentVariable", variant("(ss)", ("XDG_RUNTIME_DIR", f"{folder}/run"))),
            ("SetSessionDisplayMode", variant("(s)", ("reuse-vt",))), ("Open", None),
            ("StartProgram", variant("(s)", (f"/bin/sh {folder}/in-session",))),
        ]

    def step(connection, index):
        if index == len(steps):
            print("done", flush=True)
            return wait() if not is_reauthentication else loop.quit()
        method, arguments = steps[index]

        def answered(connection, result):
            try:
                connection.call_finish(result)
            except GLib.Error as error:
                print(method, error.message, flush=True)
                failed.append(method)
                return loop.quit()
            return step(connection, index + 1)
        connection.call(None, "/org/gnome/DisplayManager/Worker", "org.gnome.DisplayManager.Worker", method, arguments,
                        None, 0, 30000, None, answered)

    def wait():
        def over():
            if not os.path.exists(f"{folder}/run/session"):
                return True
            loop.quit()
            return False
        GLib.timeout_add(20, over)

    def called(connection, _sender, _path, _interface, method, arguments, invocation):
        invocation.return_value(variant("(s)", ("",)) if method.endswith("Query") else None)
        print("worker:", method, arguments.unpack(), flush=True)
        if method == "Hello":
            GLib.idle_add(lambda: step(connection, 0) and False)

    def connected(_server, connection):
        connection.register_object(
            "/org/gnome/DisplayManager/Session", Gio.DBusNodeInfo.new_for_xml(interface).interfaces[0], called, None, None)
        connections.append(connection)
        return True

    server = Gio.DBusServer.new_sync(
        f"unix:dir={folder}", Gio.DBusServerFlags.NONE, Gio.dbus_generate_guid(), None, None)
    server.connect("new-connection", connected)
    server.start()
    environment = {
        **os.environ, "GDM_SESSION_DBUS_ADDRESS": server.get_client_address(),
        "LD_LIBRARY_PATH": libraries(debs, "libaccountsservice0"),
    }
    if is_reauthentication:
        environment["GDM_SESSION_FOR_REAUTH"] = "1"
    # Without a display it logs the session to files named (null), where it stands.
    worker = subprocess.Popen(
        [f"{debs}/x-gdm3/usr/libexec/gdm-session-worker", f"gdm-session-worker [{service}]"], env=environment,
        cwd=folder)
    GLib.timeout_add_seconds(60, loop.quit)
    loop.run()
    worker.kill()
    worker.wait()
    sys.exit(1 if failed else 0)


def play_sddm(debs, folder):
    """sddm, for its helper: Qt's data streams."""
    path = f"{folder}/sddm"
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen(1)
    program = glob.glob(f"{debs}/x-sddm/usr/lib/*/sddm/sddm-helper")[0]
    helper = subprocess.Popen(
        [program, "--socket", path, "--id", "1", "--start", f"/bin/sh {folder}/in-session", "--user", USER],
        env={**os.environ, "LD_LIBRARY_PATH": libraries(
            debs, "libqt5core5a", "libqt5network5", "libdouble-conversion3")})
    line, _ = listener.accept()
    line.settimeout(60)

    def take(count):
        data = b""
        while len(data) < count:
            part = line.recv(count - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    def text(value):
        return struct.pack(">I", 2 * len(value)) + value.encode("utf-16-be")

    def send(data):
        line.sendall(struct.pack("=q", len(data)) + data)

    is_in = False
    try:
        while True:
            data = take(struct.unpack("=q", take(8))[0])
            message, rest = struct.unpack(">i", data[:4])[0], data[4:]
            if message == 4:
                # Nobody types: the finger answers. The form goes back as it came, with an empty answer.
                print("asked", rest, flush=True)
                break
            if message == 5:
                length = struct.unpack(">I", rest[:4])[0]
                if length in (0, 0xFFFFFFFF):
                    break
                variables = [f"XDG_RUNTIME_DIR={folder}/run", "XDG_SESSION_TYPE=wayland", "XDG_SESSION_CLASS=user",
                             "XDG_SEAT=seat0", "PATH=/usr/bin:/bin"]
                send(struct.pack(">ii", 5, len(variables)) + b"".join(map(text, variables)) + struct.pack(">I", 0))
            if message == 6:
                is_in = rest[0] == 1
                send(struct.pack(">i", 6))
                break
    except EOFError:
        pass
    helper.wait()
    sys.exit(0 if is_in else 1)


def play_greeter(folder):
    """greetd's greeter: no password is typed."""
    line = socket.socket(socket.AF_UNIX)
    line.connect(os.environ["GREETD_SOCK"])

    def call(**message):
        data = json.dumps(message).encode()
        line.sendall(struct.pack("=I", len(data)) + data)
        length = struct.unpack("=I", line.recv(4))[0]
        return json.loads(line.recv(length))

    answer = call(type="create_session", username=USER)
    while answer["type"] == "auth_message":
        answer = call(type="post_auth_message_response", response=None)
    if answer["type"] == "success":
        call(type="start_session", cmd=["/bin/sh", f"{folder}/in-session"], env=[f"XDG_RUNTIME_DIR={folder}/run"])


# ---- The steps ----

class Greeters(keyring.Player):
    def __init__(self, bench, home, debs):
        super().__init__(bench, home)
        self.debs, self.folder = debs, bench.folder
        for package in ("gdm3", "sddm", "greetd"):
            for file in glob.glob(f"{debs}/x-{package}/etc/pam.d/*"):
                shutil.copy(file, "/etc/pam.d")
        with open("/etc/pam.d/common-auth", "w", encoding="utf-8") as file:
            file.write(COMMON_AUTH)
        with open("/etc/pam.d/common-session", "a", encoding="utf-8") as file:
            file.write(f"session optional {self.module} socket={bench.face_path}\n")
        with open(f"{self.folder}/session.sh", "w", encoding="utf-8") as file:
            file.write(SESSION.format(folder=self.folder, look=keyring.LOOK))
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

    def play(self, greeter, *more, touch="right"):
        """A login by finger at a greeter's own process; its status, its output, and what its session found."""
        for name in ("session", "session.new"):
            if os.path.exists(f"{self.home.runtime}/{name}"):
                os.unlink(f"{self.home.runtime}/{name}")
        words = [sys.executable, "-B", os.path.abspath(__file__), "play", greeter, self.debs, self.folder, *more]
        status, said = self.bench.run(*words, commands=[f"SCAN {touch}"])
        found = None
        if os.path.exists(f"{self.home.runtime}/session"):
            with open(f"{self.home.runtime}/session", encoding="utf-8") as file:
                found = tuple(file.read().splitlines()[:2])
        return status, said, found

    def greetd(self, touch="right"):
        configuration = f"{self.folder}/greetd.toml"
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(f'[terminal]\nvt = "none"\n[default_session]\ncommand = "{sys.executable} -B '
                       f'{os.path.abspath(__file__)} play greeter {self.debs} {self.folder}"\nuser = "greeter"\n')
        if os.path.exists(f"{self.home.runtime}/session"):
            os.unlink(f"{self.home.runtime}/session")
        since = len(self.bench.signals)
        greetd = self.bench.start(f"{self.debs}/x-greetd/usr/sbin/greetd", "--config", configuration)
        try:
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
    status, said, found = player.play("gdm", "gdm-fingerprint")
    check(status == 0 and found == LOCKED, (said, found))
    player.home.end_session()
    check("error" not in player.store(), "stored")
    status, said, found = player.play("gdm", "gdm-fingerprint")
    check(status == 0 and found == OPEN, (said, found, player.journal()))
    player.home.end_session()


def unlocking(player):
    """gdm's worker that unlocks the screen opens no session, and never asks for the item."""
    before, count = player.reasons(), player.openings()
    status, said, _ = player.play("gdm", "gdm-fingerprint", "reauth")
    check(status == 0, said)
    check(player.reasons() == before and player.openings() == count, player.journal())


def sddm(player):
    """sddm's helper, with sddm's file unchanged. Its program does not start without a terminal, so the keyring is
    looked at afterwards."""
    count = player.openings()
    status, said, found = player.play("sddm")
    check(player.openings() == count + 1, (status, said, player.journal()))
    print(f"  sddm-helper: session {status}, {found}", flush=True)
    player.home.end_session()


def kwallet(player):
    """sddm's helper with KWallet's module: its session line gets the password, and with our line in auth it asks for
    none. The wallet's daemon is played."""
    wallet = f"{player.folder}/wallet"
    with open(wallet, "w", encoding="utf-8") as file:
        file.write(WALLET.format(
            python=sys.executable, home=player.home.home, runtime=player.home.runtime, password=keyring.PASSWORD))
    os.chmod(wallet, 0o755)
    module = glob.glob(f"{player.debs}/x-libpam-kwallet5/lib/*/security/pam_kwallet5.so")[0]
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
        os.path.exists(f"{player.folder}/sddm") and os.unlink(f"{player.folder}/sddm")
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


def accounts(player):
    """An expired account does not get in by finger; a locked password does, and its keyring stays locked."""
    count = player.openings()
    subprocess.run(["chage", "-E", "1", USER], check=True)
    status, said, found = player.play("gdm", "gdm-fingerprint")
    check(status != 0 and found is None, said)
    subprocess.run(["chage", "-E", "-1", USER], check=True)
    subprocess.run(["chage", "-d", "0", USER], check=True)
    status, said, found = player.play("gdm", "gdm-fingerprint")
    check(status != 0 and found is None, said)
    subprocess.run(["chage", "-d", "20000", USER], check=True)
    subprocess.run(["usermod", "-L", USER], check=True)
    status, said, found = player.play("gdm", "gdm-fingerprint")
    check(status == 0 and found == LOCKED, (said, found))
    player.home.end_session()
    subprocess.run(["usermod", "-U", USER], check=True)
    check(player.openings() == count, player.journal())


STEPS = (gdm, unlocking, sddm, kwallet, greetd, accounts)


def main():
    with tempfile.TemporaryDirectory(prefix="biogate-greeters-") as folder:
        debs = os.path.abspath(sys.argv[3]) if len(sys.argv) > 3 else f"{folder}/debs"
        unpacked(debs)
        os.chmod(folder, 0o755)
        keyring.private_etc(folder)
        bench = Bench(sys.argv[1], folder)
        bench.settings = keyring.settings(bench)
        home = keyring.Home(folder)
        home.settle()
        subprocess.run(["useradd", "--system", "--no-create-home", "greeter"], check=True)
        player = Greeters(bench, home, debs)
        keyring.run(player, (keyring.typed, *STEPS))


if __name__ == "__main__":
    if sys.argv[1] == "play":
        what, debs, folder, *more = sys.argv[2:]
        {"gdm": lambda: play_gdm(debs, folder, *more), "sddm": lambda: play_sddm(debs, folder),
         "greeter": lambda: play_greeter(folder)}[what]()
    else:
        keyring.unshared()
        main()
