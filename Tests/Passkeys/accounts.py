"""Plays what a user sees of passkeys and chooses there: accounts, fingers, the command line. Inside `biogate sandbox`.

    biogate sandbox -- python accounts.py DIRECTORY-OF-PROGRAMS NAME...

Ends as scenario.py does.
"""

import contextlib
import json
import os
import pathlib
import pty
import select
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import scenario
from scenario import (
    BIOGATE, BUILT, HANG, HASH, Finger, Key, check, end, keyring, make, names, prepare, run, start, type_pin, wanted)


class Terminal:
    """A command with its own terminal."""

    def __init__(self, *arguments):
        self.seen, self.at = "", 0
        self.process, self.master = pty.fork()
        if self.process == 0:
            os.environ["TERM"] = "xterm"
            os.execv(BIOGATE, [BIOGATE, *arguments])

    def expect(self, *texts):
        """Waits for the texts, one after the other, and returns what was said up to the last."""
        begun = self.at
        for text in texts:
            while (found := self.seen.find(text, self.at)) < 0:
                ready, _, _ = select.select([self.master], [], [], HANG)
                check(ready, f"expected {text!r} behind {self.seen[self.at:]!r}")
                self.seen += os.read(self.master, 65536).decode()
            self.at = found + len(text)
        return self.seen[begun:self.at]

    def type(self, text):
        os.write(self.master, text.encode())

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        os.kill(self.process, 15)
        os.waitpid(self.process, 0)
        os.close(self.master)


@contextlib.contextmanager
def meanwhile(body):
    """The body runs beside the user's part, which must not fail; its result is in the list."""
    got = []
    beside = threading.Thread(target=lambda: got.append(body()))
    beside.start()
    yield got
    beside.join(HANG)
    check(got, "the call did not succeed")


def terminal():
    """At a terminal, a number chooses the account that the finger or the PIN then confirms."""
    site = {"id": "bank.example", "name": "Bank"}
    with Key() as key, Finger() as finger:
        ctap = key.ctap()
        for user in [b"kari", b"ola"]:
            make(ctap, user, rp=site, options={"rk": True})
        finger.wanted = False
        with Terminal("watch") as watch:
            def sign_in():
                return ctap.get_assertion(site["id"], HASH).user["id"]

            with meanwhile(sign_in) as got:
                shown = watch.expect('as "ola"? Type your PIN', '1  "ola" "Ola"', "chosen", '2  "kari" "Kari"', "type its number")
                check(shown.count("chosen") == 1, shown)
                watch.type("3\n")
                watch.expect('2  "kari" "Kari"')
                watch.type("2\n")
                watch.expect("PIN, or an account's number:", 'Sign in to bank.example as "kari"? Touch')
                run(BIOGATE, "sandbox", "touch", "right-index").expect()
            check(got == [b"kari"], f"the finger signed in {got}")
            with meanwhile(sign_in) as got:
                watch.expect('1  "ola"', "type its number")
                watch.type("2\n")
                watch.expect('as "kari"? Touch')
                watch.type(keyring.PIN + "\n")
            check(got == [b"kari"], f"the PIN signed in {got}")
            # Without a choice, the one that is shown as chosen.
            with meanwhile(sign_in) as got:
                watch.expect('1  "ola"', "type its number")
                watch.type(keyring.PIN + "\n")
            check(got == [b"ola"], f"without a choice {got} signed in")


def shown():
    """The command line tells a passkey's site, account and abilities, and what the user calls it."""
    site = {"id": "show.example", "name": "Show"}
    with Key() as key, Finger():
        ctap = key.ctap()
        make(ctap, b"kari", rp=site, options={"rk": True}, extensions={"hmac-secret": True})
        listed = run(BIOGATE, "list").expect().out
        (row,) = [row for row in listed.splitlines() if "show.example" in row]
        check(row.split()[1:] == ["passkey:", "fingerprint,", "PIN", "kari"], row)
        item = row.split()[0]
        run(BIOGATE, "passkeys", "rename", "show.example", "At work").expect()
        check(run(BIOGATE, "list").expect().out.count("At work") == 1, "no label")
        rows = dict(line.split("  ", 1) for line in run(BIOGATE, "show", item).expect().out.splitlines())
        rows = {name: value.strip() for name, value in rows.items()}
        expected = {"Name": item, "Label": "At work", "Kind": "passkey", "Site": "show.example, Show", "Account": "kari, Kari",
                    "Finds your account by itself": "yes", "Derives secrets for the site": "yes",
                    "Opens with": "fingerprint, PIN", "When fingers change": "fingerprint stays"}
        check(rows | expected == rows and "Last used" not in rows, f"{rows}")
        ctap.get_assertion(site["id"], HASH)
        check("Last used" in run(BIOGATE, "show", item).expect().out, "no last use")
        reply = json.loads(run(BIOGATE, "show", item, "--json").expect().out)["parameters"]
        (passkey,), (one,) = reply["passkeys"], reply["items"]
        check(passkey["item"] == one["name"] == item and passkey["discoverable"] and passkey["lastUsedAt"], f"{reply}")


def alone(name, *options):
    """Plays a scenario in a sandbox of its own."""
    playing = run(BUILT / "biogate-sandbox", "--daemon", BUILT / "biogated", *options, "--", sys.executable, "-B", __file__,
                  BUILT, name)
    playing.expect(out=f"ok: {name}\n")


def current():
    """The user may choose that new passkeys are lost to fingers that change. Adds a finger."""
    run(scenario.PASSKEYS, "--enrollment", "some").expect(64, err="any or current")
    alone("currently")


def currently():
    site = {"id": "current.example", "name": "Current"}
    pin, prompt = prepare(), keyring.Gate()
    with Key("--enrollment", "current") as key, Finger() as finger, Terminal("watch") as watch:
        ctap = key.ctap()
        made = make(ctap, b"kari", rp=site)
        watch.expect("If you add or remove a finger, no finger works with it until you renew it with your PIN.")
        ctap.get_assertion(site["id"], HASH, names(made))
        finger.wanted = False
        adding = start(BIOGATE, "finger", "add", "left-index", "--pin-from", pin, "--yes")
        run(BIOGATE, "sandbox", "touch", "left-index", "--all").expect()
        end(adding).expect()
        # As the prompt said: no finger is asked for.
        prompt.send("WatchRequests", {"prompts": True}, more=True)
        with meanwhile(lambda: ctap.get_assertion(site["id"], HASH, names(made))):
            type_pin(wanted(prompt, "credentialWanted"))
        (item,) = [row.split()[0] for row in run(BIOGATE, "list").expect().out.splitlines() if "current.example" in row]
        check("Waits for renewal" in run(BIOGATE, "show", item).expect(err=f"Next: biogate renew {item}").out, "no renewal")
        finger.wanted = True
        run(BIOGATE, "renew", item, "--pin-from", pin).expect()
        for finger.name in ["left-index", "right-index"]:
            ctap.get_assertion(site["id"], HASH, names(made)).verify(HASH, made.auth_data.credential_data.public_key)


def before_pin():
    """A passkey from before the first PIN opens with fingers only, and says how the PIN opens it, too."""
    alone("before_the_pin", "--password", "open sesame")


def before_the_pin():
    site = {"id": "early.example", "name": "Early"}
    folder = pathlib.Path(keyring.WORK)
    (folder / "password").write_text("open sesame", encoding="ascii")
    (folder / "pin").write_text(keyring.PIN, encoding="ascii")
    adding = start(BIOGATE, "finger", "add", "right-index", "--password", "--pin-from", folder / "password", "--yes")
    run(BIOGATE, "sandbox", "touch", "right-index", "--all").expect()
    end(adding).expect()
    # What the scenarios take for prepared.
    pathlib.Path(os.environ["BIOGATE_SANDBOX"], "pin").write_text(keyring.PIN, encoding="ascii")
    prompt = keyring.Gate()
    with Key("--enrollment", "current") as key, Finger() as finger, Terminal("watch") as watch:
        ctap = key.ctap()
        make(ctap, b"ola", rp={"id": "lost.example"})
        watch.expect("If you add or remove a finger, this passkey is lost, because you have no PIN to renew it with.")
        key.process.kill()
    with Key() as key, Finger() as finger:
        ctap = key.ctap()
        made = make(ctap, b"kari", rp=site)
        (item,) = [row.split()[0] for row in run(BIOGATE, "list").expect().out.splitlines() if "early.example" in row]
        # Without a PIN there is nothing to renew with.
        check("renew" not in run(BIOGATE, "show", item).expect().err, "a renewal without a PIN")
        run(BIOGATE, "pin", "set", "--pin-from", folder / "pin", "--password-from", folder / "password").expect()
        check("Opens with" in run(BIOGATE, "show", item).expect(err=f"Next: biogate renew {item}").out, "no way is named")
        run(BIOGATE, "renew", item, "--password", "--pin-from", folder / "password").expect(24)
        run(BIOGATE, "renew", item, "--pin-from", folder / "pin").expect(err=f'Your PIN opens it now, too: "{item}".')
        check("fingerprint, PIN" in run(BIOGATE, "show", item).expect().out, "the PIN does not open it")
        ctap.get_assertion(site["id"], HASH, names(made))
        finger.wanted = False
        run(BIOGATE, "disable", "--pin-from", folder / "pin", "--yes").expect()
        prompt.send("WatchRequests", {"prompts": True}, more=True)
        with meanwhile(lambda: ctap.get_assertion(site["id"], HASH, names(made))) as got:
            type_pin(wanted(prompt, "credentialWanted"))
        got[0].verify(HASH, made.auth_data.credential_data.public_key)


SCENARIOS = {"terminal": terminal, "shown": shown, "current": current, "before_pin": before_pin}
# Those that another one plays in a sandbox of its own.
INNER = {"currently": currently, "before_the_pin": before_the_pin}

if __name__ == "__main__":
    for name in sys.argv[2:] or SCENARIOS:
        try:
            {**SCENARIOS, **INNER}[name]()
        except AssertionError as fault:
            sys.exit(f"{name}: {fault}")
        print(f"ok: {name}")
