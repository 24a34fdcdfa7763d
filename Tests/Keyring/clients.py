"""Scenarios of the keyring's door with other people's clients."""

import json
import os
import pathlib

from door import WORK, Door, Finger, check, prepare, run


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
        check("biogate get 'keyring/login/1-" in door.beneath("lookup", "app", "git").expect().out, "no note")
        # It leaves locked items alone.
        door.tool("clear", "app", "git")
        door.keyring_command("release", "Token", "--pin-from", prepare()).expect()
        door.beneath("lookup", "app", "git").expect(out="hunter2")
        door.tool("lookup", "app", "git").expect(out="hunter2")
        check(finger.has_asked(3), "a released item asks for a finger")


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


def pinentry():
    """GnuPG's pinentry, which looks for a phrase before it asks."""
    grip = "n/D6F1A6B6D5A1B2C3D4E5F60718293A4B5C6D7E8F"
    ask = f"OPTION allow-external-password-cache\nSETKEYINFO {grip}\nGETPIN\nBYE\n"
    with Door() as door, Finger() as finger:
        door.tool("store", "--label=GnuPG", "xdg:schema", "org.gnupg.Passphrase", "stored-by", "GnuPG Pinentry", "keygrip", grip,
                  stdin="phrase").expect()
        door.protect("GnuPG")
        said = door.run("pinentry-gnome3", stdin=ask).expect().out
        check("S PASSWORD_FROM_CACHE\nD phrase\n" in said, said)
        check(finger.has_asked(1) and finger.asked[0]["onBehalfOf"]["command"] == "pinentry-gnome3", f"{finger.asked}")


def docker():
    """docker's helper of golang-docker-credential-helpers."""
    helper, url = "docker-credential-secretservice", "https://registry.example"

    def answer(secret):
        return {"ServerURL": url, "Username": "kari", "Secret": secret}

    with Door() as door, Finger() as finger:
        door.run(helper, "store", stdin=json.dumps(answer("hunter2"))).expect()
        check(json.loads(door.run(helper, "get", stdin=url).expect().out) == answer("hunter2"), "unprotected")
        check(finger.asked == [], "an item without protection asks for a finger")
        door.protect(url)
        check(json.loads(door.run(helper, "get", stdin=url).expect().out) == answer("hunter2"), "protected")
        check(finger.has_asked(1), f"docker needs one touch: {finger.asked}")
        door.run(helper, "store", stdin=json.dumps(answer("hunter3"))).expect()
        check(finger.has_asked(2), "a change asks for a finger")
        check(json.loads(door.run(helper, "get", stdin=url).expect().out) == answer("hunter3"), "changed")
        # It finds nothing that is open, and says that all is well.
        door.run(helper, "erase", stdin=url).expect()
        check("protected" in door.keyring_command("list").expect().out, "a protected item was erased")


BITWARDEN = """
import sys
import secretstorage
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from secretstorage.defines import SS_PATH
from secretstorage.util import DBusAddressWrapper, exec_prompt, format_secret, open_session
bus = secretstorage.dbus_init()
service = DBusAddressWrapper(SS_PATH, "org.freedesktop.Secret.Service", bus)
attributes = {"service": "BitwardenBiometricsV2", "account": "kari"}
session = open_session(bus)
path, = service.call("ReadAlias", "s", "default")
collection = DBusAddressWrapper(path, "org.freedesktop.Secret.Collection", bus)
found, = collection.call("SearchItems", "a{ss}", attributes)
def read():
    secret, = DBusAddressWrapper(found[0], "org.freedesktop.Secret.Item", bus).call("GetSecret", "o", session.object_path)
    decryptor = Cipher(algorithms.AES(session.aes_key), modes.CBC(bytes(secret[1]))).decryptor()
    plain = decryptor.update(bytes(secret[2])) + decryptor.finalize()
    return plain[:-plain[-1]].decode()
if sys.argv[1] == "enroll":
    properties = {"org.freedesktop.Secret.Item.Label": ("s", "Bitwarden"),
                  "org.freedesktop.Secret.Item.Attributes": ("a{ss}", attributes)}
    _, prompt = collection.call("CreateItem", "a{sv}(oayays)b", properties, format_secret(session, sys.argv[2].encode(), "text/plain"), True)
    print("dismissed" if prompt != "/" and exec_prompt(bus, prompt)[0] else "enrolled")
elif sys.argv[1] == "unlock":
    # At its start, to see whether there is a key, and then for the key.
    print(read(), read())
else:
    prompt, = DBusAddressWrapper(found[0], "org.freedesktop.Secret.Item", bus).call("Delete", "")
    print("dismissed" if prompt != "/" and exec_prompt(bus, prompt)[0] else "gone")
"""


def bitwarden():
    """The calls of Bitwarden's desktop application, which unlocks nothing and reads the item: twice at a start."""
    with Door(in_front=True) as door, Finger() as finger:
        def client(*words):
            return door.run("/usr/bin/python3", "-c", BITWARDEN, *words).expect().out.strip()

        check(client("enroll", "key1") == "enrolled" and client("unlock") == "key1 key1", "unprotected")
        check(finger.asked == [], "an item without protection asks for a finger")
        door.protect("Bitwarden", "--reuse", "5m")
        check(client("unlock") == "key1 key1" and finger.has_asked(1), f"one touch a start: {finger.asked}")
        check(client("enroll", "key2") == "enrolled" and finger.has_asked(2), "a new key asks for a finger")
        check(client("unlock") == "key2 key2" and finger.has_asked(3), f"{finger.asked}")
        check(client("unenroll") == "gone" and finger.has_asked(4), f"{finger.asked}")
        check(door.keyring_command("list").expect().out == "", "its item is left")
