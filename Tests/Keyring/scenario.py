"""Plays scenarios of the keyring's door with gnome-keyring and other people's clients, inside `biogate sandbox`.

    biogate sandbox -- python3 scenario.py DIRECTORY-OF-PROGRAMS NAME...

Each scenario has buses, a keyring and a front of its own. Ends with 0 if everything was as expected, otherwise with a line
that names the difference.
"""

import json
import os
import re
import sys

import attacks
import clients
import forgeries
from door import BIOGATE, CALLS, HANG, KEYRING, OWN, Door, Finger, check, end, prepare, run, start


def changes():
    """Changes of a protected item, and items that would be found instead of it, ask for a finger."""
    with Door() as door, Finger() as finger:
        def store(secret, *attributes):
            return door.tool("store", "--label=Token", *attributes, stdin=secret)

        store("hunter2", "app", "git").expect()
        store("other", "app", "mail").expect()
        door.protect("login/1")
        store("hunter3", "app", "git").expect()
        check(finger.has_asked(1) and finger.asked[0]["reason"] == 'Change "Token" in your keyring', f"{finger.asked}")
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
        check(re.match(rf"keyring/login/1-\w+  python3 \({reading.pid}\)  ", leases) and leases.count("\n") == 1, leases)
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


def sessions():
    """Two sessions of a user share the gate and the keyring's files: each asks for its own touch and sees the other's changes."""
    with Door() as one, Finger() as finger:
        one.tool("store", "--label=Token", "app", "git", stdin="hunter2").expect()
        one.protect("Token", "--reuse", "5m")
        with Door(beside=one) as two:
            two.tool("lookup", "app", "git").expect(out="hunter2")
            one.tool("lookup", "app", "git").expect(out="hunter2")
            check(finger.has_asked(2), f"a touch opens an item in another session: {finger.asked}")
            two.tool("store", "--label=Token", "app", "git", stdin="hunter3").expect()
            one.tool("lookup", "app", "git").expect(out="hunter3")
            check(finger.has_asked(4), f"{finger.asked}")
            check(two.keyring_command("list").expect().out == one.keyring_command("list").expect().out, "lists differ")


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


SCENARIOS = {
    "changes": changes, "batches": batches, "leases": leases, "sessions": sessions, "restarted": restarted, "plain": plain,
    "crowded": crowded,
    "hostile": hostile, "killed": killed, "away": away, "secret-tool": clients.secret_tool,
    "secretstorage": clients.secretstorage, "git": clients.git, "pinentry": clients.pinentry, "docker": clients.docker,
    "bitwarden": clients.bitwarden, **attacks.SCENARIOS, **forgeries.SCENARIOS}

if __name__ == "__main__":
    for name in sys.argv[2:] or SCENARIOS:
        try:
            SCENARIOS[name]()
        except AssertionError as fault:
            sys.exit(f"{name}: {fault}")
        print(f"ok: {name}")
