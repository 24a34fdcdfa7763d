"""Scenarios of the keyring's door in which a program of the user's tries to get past it. Nobody touches the reader."""

from door import Door, Finger, check

# The API as a program may call it, also in ways that no library does.
CALLS = """
import hashlib, os, sys
from jeepney import DBusAddress, MessageType, new_method_call
from jeepney.io.blocking import open_dbus_connection
root, name, types = "/org/freedesktop/secrets", sys.argv[1], "org.freedesktop.Secret."
properties, item = "org.freedesktop.DBus.Properties", root + "/collection/login/1"
class Pairs(dict):
    '''A dictionary that may have a key twice.'''
    def __init__(self, *pairs): dict.__init__(self, pairs); self.pairs = pairs
    def items(self): return self.pairs
    def __len__(self): return len(self.pairs)
def connect(): return open_dbus_connection(os.environ["DBUS_SESSION_BUS_ADDRESS"])
def message(path, interface, member, signature=None, *body):
    if "." not in interface: interface = types + interface
    return new_method_call(DBusAddress(path, name, interface), member, signature, body)
def call(bus, *words):
    reply = bus.send_and_get_reply(message(*words), timeout=25)
    if reply.header.message_type == MessageType.error: return "refused"
    return reply.body
def plain(bus): return call(bus, root, "Service", "OpenSession", "sv", "plain", ("s", ""))[1]
def create(bus, session, *attributes, replace=False):
    entries = Pairs(*((types + "Item.Attributes", ("a{ss}", pairs)) for pairs in attributes))
    answer = call(bus, root + "/collection/login", "Collection", "CreateItem", "a{sv}(oayays)b", entries,
                  (session, b"", b"decoy", "text/plain"), replace)
    return "asks" if answer[1] != "/" and answer != "refused" else answer if answer == "refused" else "made"
bus = connect()
session = plain(bus)
"""

PAST_ITS_PATH = CALLS + """
for path in [root + "/aliases/default/1", root + "/aliases/login/1"]:
    print(call(bus, path, "Item", "SetSecret", "(oayays)", (session, b"", b"leaked", "text/plain")))
    print(call(bus, path, properties, "Set", "ssv", types + "Item", "Label", ("s", "Other")))
    print(call(bus, path, "Item", "Delete"))
for path in ["/aliases/default", "/collection/login"]:
    print(call(bus, root + path, "Collection", "Delete"))
"""

DECOYS = CALLS + """
digest = lambda text: hashlib.md5(text.encode()).hexdigest()
for replace in [False, True]:
    print(create(bus, session, Pairs(("app", "other"), ("app", "git")), replace=replace))
    print(create(bus, session, {"app": "other"}, {"app": "git"}, replace=replace))
    print(create(bus, session, {"app": "git", "gkr:compat:foo": "1"}, replace=replace))
    print(create(bus, session, {"gkr:compat:hashed:app": digest("git")}, replace=replace))
    print(create(bus, session, {"app": "mail"}, replace=replace))
other = root + "/collection/login/2"
print(call(bus, other, properties, "Set", "ssv", types + "Item", "Label", ("s", "Renamed")))
print(call(bus, other, properties, "Set", "ssv", types + "Item", "Attributes", ("a{ss}", {"app": "git"})))
"""

# Each leaves as soon as it has asked; the last one hands its connection to a child, and ends.
LEFT = CALLS + """
def unlock(bus): return call(bus, root, "Service", "Unlock", "ao", [item])[1]
for _ in range(20):
    own = connect()
    own.send(message(unlock(own), "Prompt", "Prompt", "s", ""))
    own.close()
own = connect()
path = unlock(own)
own.send(message(path, "Prompt", "Prompt", "s", ""))
own.send(message(path, "Prompt", "Dismiss"))
own = connect()
path = unlock(own)
parent = os.getpid()
if os.fork():
    os._exit(0)
while os.getppid() == parent:
    pass
print(call(own, path, "Prompt", "Prompt", "s", ""), flush=True)
print(own.receive(timeout=25).body, flush=True)
"""


def played(door, script):
    return door.run("/usr/bin/python3", "-c", script, door.name).expect().out.split("\n")[:-1]


def protected(door):
    door.tool("store", "--label=Token", "app", "git", stdin="hunter2").expect()
    door.protect("Token")
    # The front hears of it from the gate.
    while "true" not in door.run("gdbus", "call", "--session", "--dest", door.name, "--object-path",
                                 "/org/freedesktop/secrets/collection/login/1", "--method", "org.freedesktop.DBus.Properties.Get",
                                 "org.freedesktop.Secret.Item", "Locked").expect().out:
        pass


def aliases():
    """An item has no second path, and no collection that holds a protected one is deleted."""
    with Door() as door, Finger(wanted=False) as finger:
        protected(door)
        check(set(played(door, PAST_ITS_PATH)) == {"refused"}, "a protected item is reached past its path")
        check(finger.asked == [], f"{finger.asked}")
        check("biogate get" in door.beneath("lookup", "app", "git").expect().out, "the note is gone")


def decoys():
    """No item is found instead of a protected one, however a program writes its attributes."""
    with Door() as door, Finger(wanted=False) as finger:
        protected(door)
        said = played(door, DECOYS)
        check(said[:5] == said[5:10] == ["refused", "refused", "asks", "asks", "made"], f"{said}")
        check(said[10] == "()" and said[11] == "refused", f"{said}")
        check([asked["reason"] for asked in finger.asked] ==
              ['Add an item to your keyring that programs may find instead of "Token"'], f"{finger.asked}")
        check("biogate get" in door.beneath("lookup", "app", "git").expect().out, "the note is gone")
    with Door() as door, Finger() as finger:
        door.tool("store", "--label=Token", "app", "git", "user", "kari", stdin="hunter2").expect()
        door.protect("Token")
        # Fewer attributes, which would take its place in the keyring.
        door.tool("store", "--label=Other", "app", "git", stdin="other").expect()
        check(finger.has_asked(1), f"{finger.asked}")
        door.tool("lookup", "app", "git", "user", "kari").expect(out="hunter2")


def overwritten():
    """A secret that was written past the front is not told as protected, and may be protected again."""
    with Door() as door:
        protected(door)
        door.beneath("store", "--label=Token", "app", "git", stdin="new").expect()
        door.keyring_command("list").expect(out="login/1  not protected: protect it again  Token\n")
        door.protect("Token")
        door.keyring_command("list").expect(out="login/1  protected  Token\n")


def left():
    """Programs that leave, dismiss their prompt or hand their connection on are asked about no more, and keep nobody waiting."""
    with Door() as door, Finger(wanted=False) as finger:
        protected(door)
        check(played(door, LEFT) == ["()", "(True, ('ao', []))"], "a connection that was handed on")
        finger.wanted = True
        before = len(finger.asked)
        door.tool("lookup", "app", "git").expect(out="hunter2")
        check(len(finger.asked) == before + 1 and all("onBehalfOf" in asked for asked in finger.asked), f"{finger.asked}")


SCENARIOS = {"aliases": aliases, "decoys": decoys, "overwritten": overwritten, "left": left}
