"""Plays scenarios of the keyring's door with gnome-keyring and other people's clients, inside `biogate sandbox`.

    biogate sandbox -- python3 scenario.py DIRECTORY-OF-PROGRAMS NAME...

Each scenario has buses, a keyring and a front of its own. Ends with 0 if everything was as expected, otherwise with a line
that names the difference.
"""

import contextlib
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading

BUILT = pathlib.Path(sys.argv[1]).absolute()
BIOGATE = str(BUILT / "biogate")
# The same program by another name, as an installation has it.
SECRETS = BUILT / "biogate-secrets"
if not SECRETS.is_symlink():
    SECRETS.unlink(missing_ok=True)
    SECRETS.symlink_to("biogate")
WORK = pathlib.Path(tempfile.mkdtemp(dir=os.environ["BIOGATE_SANDBOX"]))
OWN = "org.biometricgate.Secrets"
KEYRING = "org.freedesktop.secrets"
PIN = "274916"
# Of each of four programs at a time.
CALLS = os.environ.get("BIOGATE_HOSTILE_CALLS", "500")
# Only ends a hang; nothing waits for it.
HANG = 30


def check(condition, message):
    if not condition:
        raise AssertionError(message)


class Ended:
    def __init__(self, done):
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr

    def expect(self, status=0, *, out=None, err=""):
        said = f"status {self.status}, output {self.out!r}, errors {self.err!r}"
        check(self.status == status, f"expected status {status}: {said}")
        check(out is None or self.out == out, f"expected output {out!r}: {said}")
        check(err in self.err, f"expected errors {err!r}: {said}")
        return self


def start(*words, **options):
    options = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
    return subprocess.Popen([str(word) for word in words], **options)


def end(process, stdin=""):
    out, err = process.communicate(stdin, timeout=HANG)
    return Ended(subprocess.CompletedProcess([], process.returncode, out, err))


def run(*words, stdin="", **options):
    return end(start(*words, **options), stdin)


class Gate:
    """A connection to the daemon."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(os.environ["BIOGATE_SOCKET"])
        self.held = b""

    def send(self, method, parameters=None, more=False):
        call = {"method": f"org.biometricgate.Gate.{method}", "parameters": parameters or {}, "more": more}
        self.socket.sendall(json.dumps(call).encode() + b"\0")

    def receive(self):
        while b"\0" not in self.held:
            part = self.socket.recv(65536)
            if not part:
                raise EOFError
            self.held += part
        frame, self.held = self.held.split(b"\0", 1)
        return json.loads(frame)


class Finger:
    """The user: sees each request that waits for a touch, and touches the reader. With `wanted` as False, only sees."""

    def __init__(self, wanted=True):
        self.wanted, self.asked, self.heard, self.touches = wanted, [], threading.Condition(), []
        self.gate = Gate()
        self.gate.send("WatchRequests", more=True)
        self.watching = threading.Thread(target=self.watch, daemon=True)
        self.watching.start()

    def watch(self):
        touched = set()
        with contextlib.suppress(EOFError, OSError):
            while True:
                request = self.gate.receive()["parameters"]["request"]
                if (request.get("progress") or {}).get("event") != "waitingForFinger" or request["id"] in touched:
                    continue
                touched.add(request["id"])
                with self.heard:
                    self.asked.append(request)
                    self.heard.notify_all()
                if self.wanted:
                    self.touches.append(subprocess.Popen([BIOGATE, "sandbox", "touch", "right-index"]))

    def await_asked(self, count):
        with self.heard:
            check(self.heard.wait_for(lambda: len(self.asked) >= count, timeout=HANG), f"no touch {count} was asked for")

    def has_asked(self, count):
        """Whether so many touches were asked for, and no more. The report may come behind what the touch has opened."""
        with self.heard:
            self.heard.wait_for(lambda: len(self.asked) >= count, timeout=HANG)
        return len(self.asked) == count

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        self.gate.socket.shutdown(socket.SHUT_RDWR)
        self.watching.join(HANG)
        # One whose request ended otherwise still waits for a reader that wants a finger, and would touch for the next.
        for touch in self.touches:
            try:
                touch.wait(5)
            except subprocess.TimeoutExpired:
                touch.terminate()
                touch.wait()


def prepare():
    """A PIN and a finger, unless an earlier scenario in the same sandbox has made them."""
    pin = os.path.join(os.environ["BIOGATE_SANDBOX"], "pin")
    if not os.path.exists(pin):
        with open(pin, "w", encoding="ascii") as file:
            file.write(PIN + "\n")
        run(BIOGATE, "pin", "set", "--pin-from", pin).expect()
        adding = start(BIOGATE, "finger", "add", "right-index", "--pin-from", pin, "--yes")
        check(subprocess.run([BIOGATE, "sandbox", "touch", "right-index", "--all"], timeout=HANG).returncode == 0, "touch")
        end(adding).expect()
    return pin


class Bus:
    def __init__(self, folder):
        self.address = f"unix:path={folder}/bus"
        # It starts no programs: a keyring that is gone stays so.
        (folder / "bus.conf").write_text(f"""<busconfig><type>session</type><listen>{self.address}</listen>
            <auth>EXTERNAL</auth><policy context="default"><allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/><allow own="*"/></policy></busconfig>""", encoding="utf-8")
        self.process = start("dbus-daemon", f"--config-file={folder}/bus.conf", "--nofork", "--nopidfile",
                             "--print-address=1", stdin=subprocess.DEVNULL)
        check(self.process.stdout.readline(), "there is no bus")


class Door:
    """A keyring, and the front before it. `inFront` puts the keyring on a bus of its own, and gives its name to the front."""

    def __init__(self, in_front=False):
        prepare()
        # Those of an earlier scenario's keyring.
        for name in run(BIOGATE, "list", "--names").expect().out.split():
            run(BIOGATE, "rm", name).expect()
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=WORK))
        self.processes = []
        (self.folder / "home").mkdir()
        self.environment = {
            **os.environ, "HOME": str(self.folder / "home"), "XDG_DATA_HOME": str(self.folder / "data"),
            "XDG_RUNTIME_DIR": str(self.folder), "GNUPGHOME": str(self.folder / "gnupg")}
        self.bus = self.behind = self.add(Bus(self.folder))
        if in_front:
            other = self.folder / "behind"
            other.mkdir()
            self.behind = self.add(Bus(other))
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.bus.address
        self.start_keyring()
        self.name, options = (KEYRING, ["--keyring-bus", self.behind.address]) if in_front else (OWN, [])
        self.options = options
        self.log = open(self.folder / "front.log", "w+", encoding="utf-8")
        self.start_front()
        if not in_front:
            self.environment["SECRET_SERVICE_BUS_NAME"] = OWN

    def add(self, bus):
        self.add_process(bus.process)
        return bus

    def add_process(self, process):
        self.processes.append(process)
        return process

    def start_front(self, *more):
        self.front = self.add_process(
            start(SECRETS, "--name", self.name, *self.options, *more, env=self.environment, stderr=self.log))
        self.await_name(self.bus, self.name)

    def start_keyring(self):
        self.keyring = self.add_process(
            start("gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets",
                  f"--control-directory={self.folder}/control",
                  env={**self.environment, "DBUS_SESSION_BUS_ADDRESS": self.behind.address}))
        self.keyring.stdin.write("house")
        self.keyring.stdin.close()
        self.await_name(self.behind, KEYRING)

    def await_name(self, bus, name):
        """Starts no program by the name."""
        waiting = run("gdbus", "wait", "--session", "--timeout", HANG, name,
                      env={**self.environment, "DBUS_SESSION_BUS_ADDRESS": bus.address})
        waiting.expect()

    def run(self, *words, **options):
        return run(*words, env=self.environment, **options)

    def start(self, *words, **options):
        return start(*words, env=self.environment, **options)

    def tool(self, *words, **options):
        return self.run("secret-tool", *words, **options)

    def beneath(self, *words, **options):
        """secret-tool with the keyring itself."""
        environment = {**self.environment, "SECRET_SERVICE_BUS_NAME": KEYRING,
                       "DBUS_SESSION_BUS_ADDRESS": self.behind.address}
        return run("secret-tool", *words, env=environment, **options)

    def keyring_command(self, *words, **options):
        return self.run(BIOGATE, "keyring", *words, *self.options, **options)

    def protect(self, item, *options):
        self.keyring_command("protect", item, "--pin-from", prepare(), *options).expect()

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        for process in reversed(self.processes):
            process.kill()
            process.wait()
        if fault[0]:
            self.log.seek(0)
            print(f"front: {self.log.read()}", file=sys.stderr)


# MARK: Scenarios


def secret_tool():
    """libsecret, by SECRET_SERVICE_BUS_NAME."""
    with Door() as door, Finger() as finger:
        door.tool("store", "--label=Token", "app", "git", stdin="hunter2").expect()
        door.tool("store", "--label=Other", "app", "mail", stdin="other").expect()
        door.tool("lookup", "app", "git").expect(out="hunter2")
        door.protect("Token")
        door.keyring_command("list").expect(out="login/1  protected  Token\nlogin/2             Other\n")
        door.tool("lookup", "app", "mail").expect(out="other")
        check(finger.asked == [], "an item without protection asks for a finger")
        door.tool("lookup", "app", "git").expect(out="hunter2")
        check(finger.has_asked(1), f"a protected item needs one touch: {finger.asked}")
        check(finger.asked[0]["onBehalfOf"]["command"] == "secret-tool", f"who asks: {finger.asked}")
        door.tool("lookup", "app", "git").expect(out="hunter2")
        check(finger.has_asked(2), "a touch opens it once")
        # It reads each item by `GetSecret`, which waits for the finger.
        found = door.tool("search", "app", "git").expect().out
        check("label = Token" in found and "secret = hunter2" in found, f"a search: {found}")
        check(finger.has_asked(3), "GetSecret asks for a finger")
        check("biogate get 'keyring/login/1'" in door.beneath("lookup", "app", "git").expect().out, "no note")
        # It leaves locked items alone.
        door.tool("clear", "app", "git")
        door.keyring_command("release", "Token", "--pin-from", prepare()).expect()
        door.beneath("lookup", "app", "git").expect(out="hunter2")
        door.tool("lookup", "app", "git").expect(out="hunter2")
        check(finger.has_asked(3), "a released item asks for a finger")


def changes():
    """Changes of a protected item, and items that would be found instead of it, ask for a finger."""
    with Door() as door, Finger() as finger:
        def store(secret, *attributes):
            return door.tool("store", "--label=Token", *attributes, stdin=secret)

        store("hunter2", "app", "git").expect()
        store("other", "app", "mail").expect()
        door.protect("login/1")
        store("hunter3", "app", "git").expect()
        check(finger.has_asked(1) and finger.asked[0]["reason"] == "Change a secret of your keyring", f"{finger.asked}")
        door.tool("lookup", "app", "git").expect(out="hunter3")
        check(finger.has_asked(2), f"{finger.asked}")
        # What was just read comes back once without a touch, and a guess has a touch.
        store("hunter3", "app", "git").expect()
        check(finger.has_asked(2), "an equal secret asks")
        store("hunter3", "app", "git").expect()
        check(finger.has_asked(3), "a second comparison is free")
        store("other", "app", "mail").expect()
        check(finger.has_asked(3), "another item asks")
        store("decoy", "app", "git", "user", "kari").expect()
        check(finger.has_asked(4), "a decoy asks for nothing")
        door.keyring_command("list").expect(out="login/1  protected  Token\nlogin/2             Token\nlogin/3             Token\n")
        item = "/org/freedesktop/secrets/collection/login/1"
        call = ["gdbus", "call", "--session", "--dest", OWN, "--object-path", item, "--method"]
        door.run(*call, "org.freedesktop.DBus.Properties.Set", "org.freedesktop.Secret.Item", "Label", "<'New'>").expect()
        check(finger.has_asked(5), "a new label asks for nothing")
        door.run(*call, "org.freedesktop.Secret.Item.Delete").expect()
        door.keyring_command("list").expect(out="login/1  protected  New\nlogin/2             Token\nlogin/3             Token\n")
        check(finger.has_asked(5), "a prompt that nobody opens asks for a finger")
    with Door(in_front=True) as door, Finger() as finger:
        door.tool("store", "--label=Token", "app", "git", stdin="hunter2").expect()
        door.protect("Token")
        script = """
import secretstorage
bus = secretstorage.dbus_init()
token = next(secretstorage.search_items(bus, {"app": "git"}))
token.unlock()
token.set_secret(b"new")
token.unlock()
assert token.get_secret() == b"new"
token.unlock()
token.delete()
assert not list(secretstorage.search_items(bus, {"app": "git"}))
"""
        door.run("/usr/bin/python3", "-c", script).expect()
        door.keyring_command("list").expect(out="")


def batches():
    """One touch opens several items, and reading many asks for none."""
    with Door(in_front=True) as door, Finger() as finger:
        for number in range(3):
            door.tool("store", f"--label=Item {number}", "app", "git", "number", str(number), stdin=f"secret {number}").expect()
        door.protect("Item 0")
        door.protect("Item 1")
        script = """
import secretstorage
from secretstorage.util import DBusAddressWrapper, exec_prompt, open_session, format_secret
from secretstorage.defines import SS_PATH
bus = secretstorage.dbus_init()
paths = [item.item_path for item in secretstorage.search_items(bus, {"app": "git"})]
service, session = DBusAddressWrapper(SS_PATH, "org.freedesktop.Secret.Service", bus), open_session(bus)
read = lambda: len(service.call("GetSecrets", "aoo", paths, session.object_path)[0])
counts = [read()]
unlocked, prompt = service.call("Unlock", "ao", paths)
assert len(unlocked) == 1, unlocked
dismissed, result = exec_prompt(bus, prompt)
assert not dismissed and len(result[1]) == 2, result
counts += [read(), read()]
print(counts)
"""
        door.run("/usr/bin/python3", "-c", script).expect(out="[1, 3, 1]\n")
        check(finger.has_asked(1) and len(finger.asked[0]["items"]) == 2, f"{finger.asked}")


def leases():
    """A touch opens an item with --reuse for one connection, until the item or the screen is locked."""
    script = """
import secretstorage, sys
connections = [secretstorage.dbus_init() for _ in range(2)]
first, second = [next(secretstorage.search_items(bus, {"app": "git"})) for bus in connections]
first.unlock()
for _ in range(3):
    assert not first.is_locked() and first.get_secret() == b"hunter2"
    assert second.is_locked() and not list(secretstorage.search_items(connections[0], {"app": "none"}))
print("read", flush=True)
sys.stdin.readline()
try:
    first.get_secret()
    print("open", flush=True)
except Exception as error:
    print(getattr(error, "name", error), flush=True)
"""
    with Door(in_front=True) as door, Finger() as finger:
        door.tool("store", "--label=Token", "app", "git", stdin="hunter2").expect()
        door.protect("Token", "--reuse", "5m")
        reading = door.start("/usr/bin/python3", "-c", script)
        check(reading.stdout.readline() == "read\n", reading.communicate)
        check(finger.has_asked(1), f"{finger.asked}")
        leases = door.run(BIOGATE, "keyring", "leases", "--name", KEYRING).expect().out
        check(leases.startswith(f"keyring/login/1  python3 ({reading.pid})  ") and leases.count("\n") == 1, leases)
        reading.stdin.write("again\n")
        reading.stdin.flush()
        check(reading.stdout.readline() == "open\n", "the lease is over")
        check(reading.wait(HANG) == 0 and finger.has_asked(1), f"{finger.asked}")
        # It has ended, and its lease with it. Another process of the same program has none.
        check(door.run(BIOGATE, "keyring", "leases", "--name", KEYRING).expect().out == "", "a lease without a process")
        again = door.start("/usr/bin/python3", "-c", script)
        check(again.stdout.readline() == "read\n" and finger.has_asked(2), f"{finger.asked}")
        finger.wanted = False
        run(BIOGATE, "sandbox", "lock").expect()
        again.stdin.write("again\n")
        again.stdin.flush()
        line = again.stdout.readline()
        check(line == "org.freedesktop.Secret.Error.IsLocked\n", f"after the lock: {line!r}")
        run(BIOGATE, "sandbox", "unlock").expect()


def restarted():
    """The keyring is killed and started again beneath the front: programs go on, and a prompt that waits for it ends."""
    with Door(in_front=True) as door, Finger() as finger:
        door.tool("store", "--label=Token", "app", "git", stdin="hunter2").expect()
        door.tool("store", "--label=Other", "app", "mail", stdin="other").expect()
        door.protect("Token")
        door.tool("lookup", "app", "mail").expect(out="other")
        for _ in range(3):
            door.keyring.kill()
            door.keyring.wait()
            door.start_keyring()
            door.tool("lookup", "app", "mail").expect(out="other")
            door.tool("lookup", "app", "git").expect(out="hunter2")
        check(finger.has_asked(3), f"{finger.asked}")
        door.keyring.kill()
        door.keyring.wait()
        for attribute in ["git", "mail"]:
            door.tool("lookup", "app", attribute).expect(1, err="was not provided")


def plain():
    """A session in the clear, as programs in Go open it, reads what is not protected, and writes; it gets no protected secret."""
    script = """
import secretstorage
from secretstorage.util import DBusAddressWrapper
from secretstorage.defines import SS_PATH
bus = secretstorage.dbus_init()
service = DBusAddressWrapper(SS_PATH, "org.freedesktop.Secret.Service", bus)
output, session = service.call("OpenSession", "sv", "plain", ("s", ""))
paths = {item.get_label(): item.item_path for item in secretstorage.search_items(bus, {"app": "git"})}
items = {label: DBusAddressWrapper(path, "org.freedesktop.Secret.Item", bus) for label, path in paths.items()}
items["Open"].call("SetSecret", "(oayays)", (session, b"", b"new", "text/plain"))
assert items["Open"].call("GetSecret", "o", session)[0] == (session, b"", b"new", "text/plain")
assert list(service.call("GetSecrets", "aoo", list(paths.values()), session)[0]) == [paths["Open"]]
try:
    print(items["Token"].call("GetSecret", "o", session))
except Exception as error:
    print(error.name)
service.call("Lock", "ao", [paths["Token"]])
assert not secretstorage.get_default_collection(bus).is_locked()
"""
    with Door(in_front=True) as door, Finger() as finger:
        door.tool("store", "--label=Token", "app", "git", stdin="hunter2").expect()
        door.tool("store", "--label=Open", "app", "git", "user", "kari", stdin="other").expect()
        door.protect("Token")
        door.run("/usr/bin/python3", "-c", script).expect(out="org.freedesktop.DBus.Error.AccessDenied\n")
        check(finger.asked == [], f"{finger.asked}")


def crowded():
    """Many calls for one protected item are some questions, and none once their program has left."""
    script = """
import sys
from jeepney import DBusAddress, new_method_call
from jeepney.io.blocking import open_dbus_connection
import secretstorage
from secretstorage.util import open_session
bus = secretstorage.dbus_init()
session = open_session(bus).object_path
path = next(secretstorage.search_items(bus, {"app": "git"})).item_path
item = DBusAddress(path, "org.freedesktop.secrets", "org.freedesktop.Secret.Item")
for _ in range(40):
    bus.send(new_method_call(item, "GetSecret", "o", (session,)))
print("asked", flush=True)
names = [bus.receive().header.fields.get(4) for _ in range(24)]
print(set(names), flush=True)
sys.stdin.readline()
"""
    with Door(in_front=True) as door, Finger(wanted=False) as finger:
        door.tool("store", "--label=Token", "app", "git", stdin="hunter2").expect()
        door.protect("Token")
        crowd = door.start("/usr/bin/python3", "-c", script)
        check(crowd.stdout.readline() == "asked\n", "the crowd")
        said = crowd.stdout.readline()
        check(said == "{'org.freedesktop.DBus.Error.LimitsExceeded'}\n", f"{said} {crowd.poll()}")
        finger.await_asked(1)
        crowd.kill()
        crowd.wait()
        finger.wanted = True
        door.tool("lookup", "app", "git").expect(out="hunter2")


HOSTILE = """
import os, random, sys
from jeepney import DBusAddress, MessageType, new_method_call
from jeepney.io.blocking import open_dbus_connection
root, item = "/org/freedesktop/secrets", "/org/freedesktop/secrets/collection/login/1"
random.seed(int(sys.argv[2]))
paths = [root, item, root + "/collection/login", root + "/collection/login/999", root + "/session/s1", root + "/session/b1",
         root + "/prompt/b1", root + "/prompt/p1", root + "/aliases/default", root + "/aliases/default/1", "/", "/other"]
members = {
    "org.freedesktop.Secret.Service": ["OpenSession", "SearchItems", "Unlock", "Lock", "GetSecrets", "CreateCollection", "ReadAlias"],
    "org.freedesktop.Secret.Item": ["GetSecret", "SetSecret", "Delete"],
    "org.freedesktop.Secret.Collection": ["CreateItem", "SearchItems", "Delete"],
    "org.freedesktop.Secret.Prompt": ["Dismiss"], "org.freedesktop.Secret.Session": ["Close"],
    "org.freedesktop.DBus.Properties": ["Get", "GetAll", "Set"], "org.freedesktop.DBus.Introspectable": ["Introspect"],
    "org.freedesktop.DBus.Peer": ["Ping"], "org.example.Other": ["Fly"]}
session = root + "/session/s1"
secret = (session, b"x" * 16, b"y" * 32, "text/plain")
bodies = [
    ("", ()), ("s", ("plain",)), ("sv", ("plain", ("s", ""))), ("sv", ("dh-ietf1024-sha256-aes128-cbc-pkcs7", ("ay", b"\\x01"))),
    ("sv", ("dh-ietf1024-sha256-aes128-cbc-pkcs7", ("ay", b"\\xff" * 128))), ("sv", ("dh", ("i", 1))),
    ("sv", ("dh-ietf1024-sha256-aes128-cbc-pkcs7", ("ay", b"\\x07" * 5000))),
    ("ao", ([item],)), ("ao", ([item] * 500,)), ("ao", ([],)), ("aoo", ([item], session)), ("o", (session,)), ("o", (item,)),
    ("(oayays)", (secret,)), ("a{sv}(oayays)b", ({}, secret, True)), ("a{ss}", ({},)), ("a{ss}", ({"app": "git"},)),
    ("ss", ("org.freedesktop.Secret.Item", "Locked")), ("ss", ("", "")), ("s", ("org.freedesktop.Secret.Item",)),
    ("ssv", ("org.freedesktop.Secret.Item", "Other", ("s", "x"))), ("a{sv}s", ({}, "x" * 100000)), ("u", (4294967295,)),
    ("aaaaay", ([[[[b""]]]],)), ("v", (("v", ("v", ("s", "deep"))),)), ("ay", (b"z" * 1000000,))]
bus = open_dbus_connection(sys.argv[1])
answers = {}
for number in range(int(sys.argv[3])):
    interface = random.choice(list(members))
    # A change of the protected item would ask; nobody may be asked.
    path, member = random.choice(paths), random.choice(members[interface])
    signature, body = random.choice(bodies)
    if (member in ["GetSecret", "SetSecret"] and path.endswith("/1")) or (member == "Set" and path == item):
        signature, body = "u", (1,)
    if random.random() < 0.2:
        interface = None
    call = new_method_call(DBusAddress(path, os.environ["NAME"], interface), member, signature or None, body)
    reply = bus.send_and_get_reply(call, timeout=25)
    assert "hunter2" not in repr(reply.body), reply
    kind = "reply" if reply.header.message_type == MessageType.method_return else "error"
    answers[kind] = answers.get(kind, 0) + 1
assert answers["reply"] and answers["error"], answers
"""


def hostile():
    """Thousands of calls that nobody should make end neither the front nor the keyring, and ask for nothing."""
    with Door() as door, Finger(wanted=False) as finger:
        door.tool("store", "--label=Token", "app", "git", stdin="hunter2").expect()
        door.protect("Token")
        callers = [start(os.environ["BIOGATE_TEST_PYTHON"], "-c", HOSTILE, door.bus.address, number, CALLS,
                         env={**door.environment, "NAME": OWN}) for number in range(4)]
        for caller in callers:
            end(caller).expect()
        check(door.front.poll() is None and door.keyring.poll() is None, "a hostile call ends the front or the keyring")
        check(finger.asked == [], f"a hostile call asks for a finger: {finger.asked}")
        finger.wanted = True
        door.tool("lookup", "app", "git").expect(out="hunter2")


def killed():
    """`protect` and `release` killed at any system call lose nothing, and done again they end well."""
    def stopped(door, call, *words):
        """Kills the command at its call with this number, of those that write to a socket; false if it ended before."""
        tracing = door.run("strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=sendmsg,sendto,write,writev", "-e",
                           f"inject=sendmsg,sendto,write,writev:signal=KILL:when={call}", BIOGATE, "keyring", *words,
                           *door.options, "--pin-from", prepare())
        return tracing.status != 0

    with Door() as door:
        door.tool("store", "--label=Token", "app", "git", stdin="hunter2").expect()
        for verb in ["protect", "release"]:
            call, kills = 1, 0
            while True:
                again = {"protect": "release", "release": "protect"}[verb]
                is_protected = "biogate get" in door.beneath("lookup", "app", "git").expect().out
                if is_protected == (verb == "protect"):
                    door.keyring_command(again, "login/1", "--pin-from", prepare()).expect()
                was_killed = stopped(door, call, verb, "login/1")
                kills += was_killed
                kept = door.beneath("lookup", "app", "git").expect().out
                name = kept.split("'")[1] if "biogate get" in kept else None
                secret = run(BIOGATE, "get", name, "--pin-from", prepare()).expect().out if name else kept
                check(secret == "hunter2", f"{verb}, killed at call {call}: {kept!r} {secret!r}")
                if not was_killed:
                    break
                call += 1
            print(f"{verb}: {kills} kills lost nothing")


SECRETSTORAGE = """
import secretstorage
bus = secretstorage.dbus_init()
collection = secretstorage.get_default_collection(bus)
assert not collection.is_locked()
plain = collection.create_item("Plain", {"app": "plain"}, b"\\0binary\\xff" * 20000)
assert next(collection.search_items({"app": "plain"})).get_secret() == b"\\0binary\\xff" * 20000
plain.set_secret(b"new")
assert plain.get_secret() == b"new"
plain.set_label("Other")
assert plain.get_label() == "Other" and plain.get_attributes()["app"] == "plain"
plain.delete()
assert not list(collection.search_items({"app": "plain"}))
token = next(secretstorage.search_items(bus, {"app": "git"}))
assert token.is_locked() and [item.get_label() for item in collection.get_all_items()] == ["Token"]
try:
    token.get_secret()
except secretstorage.exceptions.LockedException:
    pass
assert not token.unlock()
assert token.get_secret() == b"hunter2"
print("read")
"""


def secretstorage():
    """Python's secretstorage, which knows the keyring's own name alone."""
    with Door(in_front=True) as door, Finger() as finger:
        door.tool("store", "--label=Token", "app", "git", stdin="hunter2").expect()
        door.protect("Token")
        for python in ["/usr/bin/python3", os.environ["BIOGATE_TEST_PYTHON"]]:
            before = len(finger.asked)
            door.run(python, "-c", SECRETSTORAGE).expect(out="read\n")
            check(finger.has_asked(before + 1), f"{python}: touches: {finger.asked[before:]}")


def git():
    """git's own helper, from Debian's copy of its source."""
    source = pathlib.Path("/usr/share/doc/git/contrib/credential/libsecret/git-credential-libsecret.c")
    if not source.exists():
        return print("skipped: git, whose package was installed without its documentation")
    helper = WORK / "git-credential-libsecret"
    flags = run("pkg-config", "--cflags", "--libs", "libsecret-1").expect().out.split()
    run("cc", "-o", helper, source, *flags).expect()
    wanted = "protocol=https\nhost=example.org\nusername=kari\n"
    with Door() as door, Finger() as finger:
        door.run(helper, "store", stdin=wanted + "password=hunter2\n").expect()
        door.run(helper, "get", stdin=wanted).expect(out="username=kari\npassword=hunter2\n")
        check(finger.asked == [], "an item without protection asks for a finger")
        door.protect("login/1")
        door.run(helper, "get", stdin=wanted).expect(out="username=kari\npassword=hunter2\n")
        check(finger.has_asked(1), f"git needs one touch: {finger.asked}")


OVERWRITE = """
import os
from jeepney import DBusAddress, new_method_call
from jeepney.io.blocking import open_dbus_connection
root, bus = "/org/freedesktop/secrets", open_dbus_connection(os.environ["DBUS_SESSION_BUS_ADDRESS"])
def call(path, interface, member, *arguments):
    address = DBusAddress(root + path, "org.biometricgate.Secrets", "org.freedesktop.Secret." + interface)
    return bus.send_and_get_reply(new_method_call(address, member, *arguments)).body
session = call("", "Service", "OpenSession", "sv", ("plain", ("s", "")))[1]
for path in ["/collection/login/1", "/collection/login/2"]:
    print(call(path, "Item", "SetSecret", "(oayays)", ((session, b"", b"leaked", "text/plain"),)))
"""


def away():
    """Without the gate a protected item is an error, never missing; others are read and changed, and it stays as it is."""
    with Door() as door:
        door.tool("store", "--label=Token", "app", "git", stdin="hunter2").expect()
        door.tool("store", "--label=Other", "app", "mail", stdin="other").expect()
        door.protect("Token")
        door.front.terminate()
        door.front.wait(HANG)
        door.start_front("--socket", "/nonexistent/gate")
        door.tool("lookup", "app", "mail").expect(out="other")
        # First the list of protected items is missing, then the gate.
        for _ in range(2):
            door.tool("lookup", "app", "git").expect(1, err="does not answer")
    with Door() as door:
        door.tool("store", "--label=Token", "app", "git", stdin="hunter2").expect()
        door.tool("store", "--label=Other", "app", "mail", stdin="other").expect()
        door.protect("Token")
        door.front.terminate()
        door.front.wait(HANG)
        # It has never seen the gate's list.
        door.start_front("--socket", "/nonexistent/gate")
        door.tool("store", "--label=Token", "app", "git", stdin="leaked").expect(1, err="does not answer")
        door.tool("store", "--label=Third", "app", "news", stdin="third").expect()
        said = door.run("/usr/bin/python3", "-c", OVERWRITE).expect().out.splitlines()
        check(said[0] != "()" and said[1] == "()", f"changes: {said}")
        door.beneath("lookup", "app", "mail").expect(out="leaked")
        check("biogate get" in door.beneath("lookup", "app", "git").expect().out, "a note was overwritten")


SCENARIOS = {"secret-tool": secret_tool, "changes": changes, "batches": batches, "leases": leases, "restarted": restarted, "plain": plain, "crowded": crowded,
             "hostile": hostile,
             "killed": killed, "secretstorage": secretstorage, "git": git, "away": away}

if __name__ == "__main__":
    for name in sys.argv[2:] or SCENARIOS:
        try:
            SCENARIOS[name]()
        except AssertionError as fault:
            sys.exit(f"{name}: {fault}")
        print(f"ok: {name}")
