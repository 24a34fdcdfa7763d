"""Scenarios of the keyring's door in which programs write past it, or between its steps: notes, guesses, new secrets."""

import json
import os
import unicodedata

from attacks import CALLS, played, protected
from door import BIOGATE, HANG, PIN, Door, Finger, Gate, check, end, prepare, run

# Asks the keyring itself.
SWAPPED = """
import os
from jeepney import DBusAddress, new_method_call
from jeepney.io.blocking import open_dbus_connection
bus = open_dbus_connection(os.environ["DBUS_SESSION_BUS_ADDRESS"])
for number, name in [(1, "evil"), (2, "git")]:
    item = DBusAddress(f"/org/freedesktop/secrets/collection/login/{number}", "org.freedesktop.secrets",
                       "org.freedesktop.DBus.Properties")
    words = "org.freedesktop.Secret.Item", "Attributes", ("a{ss}", {"app": name})
    print(bus.send_and_get_reply(new_method_call(item, "Set", "ssv", words)).body)
"""

# Reads an item that it may read again, and at each line another one.
READER = """
import secretstorage, sys
bus = secretstorage.dbus_init()
item = next(secretstorage.search_items(bus, {"app": "git"}))
item.unlock()
print(item.get_secret(), flush=True)
for line in sys.stdin:
    other = next(secretstorage.search_items(bus, {"app": line.strip()}))
    try:
        print(other.get_secret(), flush=True)
    except Exception as fault:
        print(type(fault).__name__, flush=True)
"""

MANY_VALUES = CALLS + """
other = root + "/collection/login/2"
many = {"app": "git", **{f"k{number}": "" for number in range(22_000)}}
print(call(bus, other, properties, "Set", "ssv", types + "Item", "Attributes", ("a{ss}", many)))
print(call(bus, root + "/collection/login/1", properties, "Set", "ssv", types + "Item", "Attributes", ("a{ss}", many)))
"""

GUESSES = CALLS + """
for line in sys.stdin:
    made = call(bus, root + "/collection/login", "Collection", "CreateItem", "a{sv}(oayays)b",
                {types + "Item.Attributes": ("a{ss}", {"app": "git"})}, (session, b"", line.strip().encode(), "text/plain"), True)
    if made[1] != "/":
        call(bus, made[1], "Prompt", "Dismiss")
    print("right" if made[1] == "/" else "wrong", flush=True)
"""

UNLOCKED = """
import secretstorage
item = next(secretstorage.search_items(secretstorage.dbus_init(), {"app": "git"}))
item.unlock()
print(item.get_secret())
"""


def told(process, line):
    process.stdin.write(line + "\n")
    process.stdin.flush()
    return process.stdout.readline().strip()


def notes():
    """A note that names another item opens nothing, whoever has opened that, and is moved nowhere."""
    with Door(in_front=True) as door, Finger() as finger:
        for label, name in [("Token", "git"), ("Server", "evil")]:
            door.tool("store", f"--label={label}", "app", name, stdin=name).expect()
        door.protect("Token", "--reuse", "5m")
        reader = door.start("/usr/bin/python3", "-c", READER)
        check(reader.stdout.readline() == "b'git'\n" and len(finger.asked) == 1, "the item is not open")
        note = door.beneath("lookup", "app", "git").expect().out
        door.beneath("store", "--label=Server", "app", "evil", stdin=note).expect()
        check(told(reader, "evil") != "b'git'", "a note of another item opened it")
        check(told(reader, "git") == "b'git'", "the item is not read again")
        reader.kill()
        for act in ["protect", "release"]:
            door.keyring_command(act, "Server", "--pin-from", prepare()).expect(1, err="about another item")
        door.beneath("lookup", "app", "evil").expect(out=note)
        door.keyring_command("list").expect(out="login/1  protected  Token\nlogin/2             Server\n")
        listed = json.loads(door.keyring_command("list", "--json").expect().out)["parameters"]["items"]
        check([item["state"] for item in listed] == ["protected", "unprotected"], f"{listed}")
        check(len(finger.asked) == 1, f"{finger.asked}")


def swapped():
    """An item that another one's attributes were given to beneath the front opens for nobody, also under a lease."""
    with Door(in_front=True) as door, Finger() as finger:
        for label, name in [("Token", "git"), ("Server", "evil")]:
            door.tool("store", f"--label={label}", "app", name, stdin=name).expect()
        door.protect("Token", "--reuse", "5m")
        reader = door.start("/usr/bin/python3", "-c", READER)
        check(reader.stdout.readline() == "b'git'\n", "the item is not open")
        run("/usr/bin/python3", "-c", SWAPPED, env={
            **door.environment, "DBUS_SESSION_BUS_ADDRESS": door.behind.address}).expect(out="()\n()\n")
        check(told(reader, "evil") != "b'git'" and len(finger.asked) == 1, "another item's attributes opened it")
        reader.kill()


def numbers():
    """A keyring's file of before, in which a number is of another item than now, gives nobody that one's secret."""
    with Door() as door, Finger(wanted=False) as finger:
        file = door.folder / "data/keyrings/login.keyring"
        door.tool("store", "--label=Token", "app", "git", stdin="hunter2").expect()
        door.protect("Token")
        kept = file.read_bytes()
        door.keyring_command("release", "Token", "--pin-from", prepare()).expect()
        door.tool("clear", "app", "git").expect()
        door.keyring.kill()
        door.keyring.wait()
        file.unlink()
        door.start_keyring()
        door.tool("store", "--label=Mail", "app", "mail", stdin="mail").expect()
        door.protect("Mail")
        door.keyring.kill()
        door.keyring.wait()
        file.write_bytes(kept)
        door.start_keyring()
        ended = door.tool("lookup", "app", "git")
        check(ended.status == 1 and ended.out == "" and finger.asked == [], f"{ended.out} {ended.err} {finger.asked}")


def refused():
    """A program whose change the user refuses hears that, and does not wait for ever."""
    with Door() as door, Finger(wanted=False) as finger:
        door.tool("store", "--label=Token", "app", "git", stdin="hunter2").expect()
        door.protect("Token")
        storing = door.start("secret-tool", "store", "--label=Token", "app", "git")
        storing.stdin.write("new")
        storing.stdin.close()
        finger.await_asked(1)
        gate = Gate()
        gate.send("CancelRequest", {"requestId": finger.asked[0]["id"]})
        check("error" not in gate.receive(), "the request is not cancelled")
        check(storing.wait(HANG) == 1, "the program was told that it has stored")
        finger.wanted = True
        door.tool("lookup", "app", "git").expect(out="hunter2")


def beside():
    """A program stores its own unprotected item anew, though a protected one has some of its attributes, and asks nobody; an
    item for this session alone takes no other's place."""
    with Door() as door, Finger() as finger:
        door.tool("store", "--label=Broad", "app", "git", stdin="one").expect()
        door.tool("store", "--label=Token", "app", "git", "user", "kari", stdin="hunter2").expect()
        door.protect("Token")
        for secret in ["two", "three"]:
            door.tool("store", "--label=Broad", "app", "git", stdin=secret).expect()
        check(finger.asked == [], f"{finger.asked}")
        check(door.keyring_command("list").expect().out.count("\n") == 2, "a second item was made")
        check("secret = three" in door.beneath("search", "--all", "app", "git").expect().out, "it was not stored")
        door.tool("store", "--collection=session", "--label=Token", "app", "git", "user", "kari", stdin="short").expect()
        check([asked["reason"] for asked in finger.asked] ==
              ['Add an item to your keyring that programs may find instead of "Token"'], f"{finger.asked}")


def names():
    """Items that a program stores in the gate for a protected item's path hide nothing and rename nothing."""
    with Door(in_front=True) as door, Finger() as finger:
        door.tool("store", "--label=Token", "app", "git", stdin="hunter2").expect()
        door.protect("Token")
        gate = Gate()
        gate.send("StoreSecret", {"name": "keyring/login/1-" + "9" * 40, "label": "old entry", "secret": "eA==",
                                  "access": {"factors": ["pin"]}})
        check("error" not in gate.receive(), "the gate refuses the item")
        door.tool("store", "--label=Token", "app", "git", stdin="rotated").expect()
        check([asked["reason"] for asked in finger.asked] == ['Change "Token" in your keyring'], f"{finger.asked}")
        check("biogate get" in door.beneath("lookup", "app", "git").expect().out, "the secret is in the keyring")
        door.tool("lookup", "app", "git").expect(out="rotated")


def unread():
    """A change with more values than the front reads is refused."""
    with Door() as door, Finger(wanted=False) as finger:
        protected(door)
        door.tool("store", "--label=Other", "app", "mail", stdin="decoy").expect()
        check(played(door, MANY_VALUES) == ["refused", "refused"] and finger.asked == [], f"{finger.asked}")


def letters():
    """Names that differ in their code points alone are other items, as for the keyring."""
    one, other = (unicodedata.normalize(form, "kåre") for form in ["NFC", "NFD"])
    with Door() as door, Finger():
        door.tool("store", "--label=One", "user", one, stdin="one").expect()
        door.protect("One")
        door.tool("store", "--label=Other", "user", other, stdin="other").expect()
        door.tool("lookup", "user", one).expect(out="one")
        door.tool("lookup", "user", other).expect(out="other")


def rotated():
    """A secret that its program stores while `protect` asks stays in the keyring."""
    with Door() as door:
        door.tool("store", "--label=Token", "app", "git", stdin="old").expect()
        pin = door.folder / "pin"
        os.mkfifo(pin)
        protecting = door.start(BIOGATE, "keyring", "protect", "Token", "--pin-from", pin)
        # Opens once it is read, behind the secret.
        with open(pin, "w", encoding="ascii") as file:
            door.tool("store", "--label=Token", "app", "git", stdin="new").expect()
            file.write(PIN + "\n")
        end(protecting).expect(1, err="A program has changed")
        door.tool("lookup", "app", "git").expect(out="new")
        check("keyring/" not in run(BIOGATE, "list", "--names").expect().out, "the old secret is left in the gate")


def guesses():
    """Readings of an item that is open compare nothing: each comparison takes a touch."""
    with Door(in_front=True) as door, Finger() as finger:
        door.tool("store", "--label=Token", "app", "git", stdin="0002").expect()
        door.protect("Token", "--reuse", "5m")
        reader = door.start("/usr/bin/python3", "-c", READER)
        reader.stdout.readline()
        guesser = door.start("/usr/bin/python3", "-c", GUESSES, door.name)
        said = []
        for number in range(4):
            said.append(told(guesser, f"{number:04}"))
            check(told(reader, "git") == "b'0002'", "the item is not read again")
        check(said == ["wrong"] * 4 and len(finger.asked) == 1, f"{said}")
        for process in [reader, guesser]:
            process.kill()


def bare():
    """An item whose secret was written past the front is read without a touch, also by clients that look whether it is locked."""
    with Door(in_front=True) as door, Finger(wanted=False) as finger:
        door.tool("store", "--label=Token", "app", "git", stdin="hunter2").expect()
        door.protect("Token")
        door.beneath("store", "--label=Token", "app", "git", stdin="new").expect()
        door.run("/usr/bin/python3", "-c", UNLOCKED).expect(out="b'new'\n")
        check(finger.asked == [], f"{finger.asked}")


SCENARIOS = {
    "notes": notes, "swapped": swapped, "numbers": numbers, "refused": refused, "beside": beside, "names": names,
    "unread": unread, "letters": letters, "rotated": rotated, "guesses": guesses, "bare": bare}
