"""Plays scenarios with the command line, inside `biogate sandbox`: through a terminal, or without one.

    biogate sandbox -- python3 scenario.py BIOGATE NAME...

Ends with 0 if everything was as expected, otherwise with a line that names the difference.
"""

import json
import os
import pty
import re
import select
import shlex
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import termios
import threading
import time

BIOGATE = sys.argv[1]
WORK = tempfile.mkdtemp(dir=os.environ["BIOGATE_SANDBOX"])
PIN = "274916"
# Only ends a hang; nothing waits for it.
HANG = 60


def path(name, content=None):
    target = os.path.join(WORK, name)
    if content is not None:
        with open(target, "wb") as file:
            file.write(content)
    return target


def check(condition, message):
    if not condition:
        raise AssertionError(message)


class Ended:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def expect(self, status, *, out=None, err=None):
        said = f"status {self.status}, output {self.out!r}, errors {self.err!r}"
        check(self.status == status, f"expected status {status}: {said}")
        check(out is None or out in self.out, f"expected output {out!r}: {said}")
        check(err is None or err in self.err, f"expected errors {err!r}: {said}")
        return self


def run(*arguments, stdin=b"", touch=None, env=None):
    """Runs without a terminal; `touch` has the touches of the reader meanwhile."""
    finger = subprocess.Popen([BIOGATE, "sandbox", "touch", *touch], start_new_session=True) if touch else None
    done = subprocess.run(
        [BIOGATE, *arguments], input=stdin, capture_output=True, timeout=HANG, start_new_session=True,
        env={**os.environ, **(env or {})})
    if finger:
        check(finger.wait(HANG) == 0, f"the touches of {arguments} failed")
    return Ended(done.returncode, done.stdout, done.stderr.decode())


def lines_until(stream, text):
    """Reads up to the line with the text, from an unbuffered stream."""
    lines = []
    while not lines or text not in lines[-1]:
        ready, _, _ = select.select([stream], [], [], HANG)
        line = stream.readline() if ready else b""
        check(line, f"expected a line with {text!r} behind {lines!r}")
        lines.append(line)
    return lines


def touch(*arguments):
    check(subprocess.run([BIOGATE, "sandbox", "touch", *arguments], timeout=HANG).returncode == 0, "a touch failed")


class Terminal:
    """A command with its own terminal."""

    def __init__(self, *arguments, env=None, columns=80, program=BIOGATE):
        self.seen = ""
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            termios.tcsetwinsize(0, (24, columns))
            os.environ.update({"TERM": "xterm", **(env or {})})
            os.execv(program, [program, *arguments])

    def read(self):
        ready, _, _ = select.select([self.master], [], [], HANG)
        check(ready, f"nothing more was said after {self.seen!r}")
        try:
            part = os.read(self.master, 65536)
        except OSError:
            return False
        self.seen += part.decode()
        return bool(part)

    def expect(self, text):
        """Waits for the text after the one awaited before."""
        start = getattr(self, "at", 0)
        while (found := self.seen.find(text, start)) < 0:
            check(self.read(), f"expected {text!r} behind {self.seen[start:]!r}")
        self.at = found + len(text)
        return self

    def type(self, text):
        os.write(self.master, text.encode())
        return self

    def hides(self):
        """Expects that the terminal does not echo once a question is shown."""
        check(not termios.tcgetattr(self.master)[3] & termios.ECHO, "what is typed is shown")
        return self

    def shows(self):
        check(termios.tcgetattr(self.master)[3] & termios.ECHO, "what is typed stays hidden")
        return self

    def end(self, status):
        while self.read():
            pass
        _, code = os.waitpid(self.pid, 0)
        got = os.waitstatus_to_exitcode(code)
        check(got == status, f"expected status {status}, not {got}: {self.seen!r}")
        os.close(self.master)
        return self


def prepare(fingers=("right-index",), items=()):
    """Makes a PIN, fingers and items, and reuses those that an earlier scenario in the same sandbox has made."""
    pin = os.path.join(os.environ["BIOGATE_SANDBOX"], "pin")
    if not os.path.exists(pin):
        with open(pin, "w", encoding="ascii") as file:
            file.write(PIN + "\n")
        run("pin", "set", "--pin-from", pin).expect(0)
        for finger in fingers:
            run("finger", "add", finger, "--pin-from", pin, "--yes", touch=[finger, "--all"]).expect(0)
    for name, secret, *options in items:
        run("store", name, "--replace", *options, stdin=secret, touch=["right-index"]).expect(0)
    return pin


# MARK: Through a terminal


def pin_races_finger():
    prepare(items=[("github", b"s3cret")])
    get = Terminal("get", "github")
    get.expect('Touch the fingerprint reader to open "github". Enter: use PIN. Ctrl-C: cancel.').hides()
    touch("stranger")
    get.expect("No match. 2 tries left.")
    get.type("\n").expect("PIN: ").type("111222\n").expect("That PIN did not match. 4 tries left, or touch the reader.")
    get.type(PIN + "\n").expect("s3cret\r\n").end(0)
    check(PIN not in get.seen and "111222" not in get.seen, "the PIN was shown")


def finger_wins():
    prepare(items=[("github", b"s3cret")])
    get = Terminal("get", "github").expect("Ctrl-C: cancel.").hides()
    get.type("\n").expect("PIN: ").type("27")
    touch("right-index")
    get.expect("Fingerprint matched.").expect("s3cret\r\n").end(0)
    check("27" not in get.seen, "half a PIN was shown")


def interrupt():
    prepare(items=[("github", b"s3cret")])
    get = Terminal("get", "github").expect("Ctrl-C: cancel.").hides()
    get.type("\x03").end(-signal.SIGINT)
    check("s3cret" not in get.seen, "the secret was shown")
    # The reader is free: the next call is not told to wait.
    run("get", "github", touch=["right-index"]).expect(0, out=b"s3cret")


def interrupt_shows_input():
    leader = Terminal("get", "nothing")
    leader.end(30)
    # A shell that outlives the command has its terminal back as it was.
    command = f"trap : INT; {BIOGATE} pin set; echo; stty -a | grep -o -- '-*echo ' | head -1; echo end"
    shell = Terminal("-c", command, program="/bin/sh")
    seen = shell.expect("New PIN:").hides().type("\x03").expect("end").end(0).seen
    check("-echo" not in seen and "echo " in seen, f"what is typed stays hidden: {seen!r}")


def stopped_at_a_hidden_prompt():
    """After Ctrl-Z and fg typing is hidden again before it is read, and the prompt is repeated."""
    for _ in range(20):
        pin = Terminal("pin", "set").expect("New PIN: ").hides().type("55\x1a")
        pid, state = os.waitpid(pin.pid, os.WUNTRACED)
        check(pid == pin.pid and os.WIFSTOPPED(state), f"not stopped: {state}")
        pin.shows()
        # A shell's terminal settings, which it restores with fg.
        termios.tcflush(pin.master, termios.TCIFLUSH)
        os.kill(pin.pid, signal.SIGCONT)
        pin.expect("New PIN: ")
        check(not termios.tcgetattr(pin.master)[3] & termios.ECHO, "what is typed is shown")
        pin.type("87\n").expect("PIN").type("\x03").end(-signal.SIGINT)
        check("87" not in pin.seen and "55" not in pin.seen, f"what was typed is shown: {pin.seen!r}")


def short_pin():
    """The administrator requires 4 digits."""
    setting = Terminal("pin", "set").expect("4 to 64 digits").expect("New PIN: ").hides().type("739\n")
    setting.expect("at least 4 digits").expect("New PIN: ").type("7391\n").expect("Confirm PIN: ").hides().type("7391\n")
    setting.expect("The PIN is set.").end(0)


def typing_outlasts_the_finger():
    """A user who has begun to type goes on after the finger's time, and none of it reaches the shell."""
    prepare(items=[("github", b"s3cret")])
    get = Terminal("get", "github", "--timeout", "3").expect("Ctrl-C: cancel.").hides()
    get.type(PIN[:2]).expect("PIN: ").expect("PIN: ").hides().type(PIN[2:] + "\n").expect("s3cret\r\n").end(0)
    check("time" in get.seen.lower() and PIN[2:] not in get.seen, f"unexpected {get.seen!r}")


def queued_offers_pin():
    """A call behind another one offers the PIN, which opens while the other call has the reader."""
    prepare(items=[("github", b"s3cret")])
    first = Terminal("get", "github").expect("Ctrl-C: cancel.")
    second = Terminal("get", "github").expect("Another request").expect("Enter: use PIN").hides()
    second.type("\n").expect("PIN: ").type(PIN + "\n").expect("s3cret\r\n").end(0)
    touch("right-index")
    first.expect("s3cret").end(0)


def offers_pin():
    prepare(items=[("github", b"s3cret")])
    get = Terminal("get", "github").expect("Ctrl-C: cancel.")
    touch("stranger", "--times", "3")
    get.expect("No match. Use your PIN instead.").expect("PIN: ").hides()
    get.type("999111\n").expect("That PIN did not match").expect("PIN: ").hides()
    get.type(PIN + "\n").expect("s3cret\r\n").end(0)
    check("0 tries left" not in get.seen, "the last miss is told twice")


def asks_before_items_are_lost():
    prepare(items=[("bank", b"x", "--only-finger")])
    disable = Terminal("disable").expect('This permanently deletes: "bank".').expect("[y/N] ")
    disable.type("n\n").expect("Nothing was changed.").end(22)
    run("get", "bank", touch=["right-index"]).expect(0, out=b"x")
    Terminal("disable").expect("[y/N] ").type("y\n").expect("1 item was destroyed.").end(0)
    run("get", "bank").expect(32)


def renames_a_finger():
    prepare(items=[("github", b"s3cret")])
    run("finger", "rename", "right-index", "The one with the scar").expect(0, err="is now called The one with the scar.")
    check(b"The one with the scar" in run("finger", "list").expect(0).out, "the label is not listed")
    run("get", "github", touch=["right-index"]).expect(0, out=b"s3cret")
    run("finger", "rename", "right-index").expect(0, err="has no other name now.")
    check(b"scar" not in run("finger", "list").expect(0).out, "the label is listed")
    run("finger", "rename", "left-thumb", "x").expect(30, err="You have no left thumb added.")


def setup():
    with_steps = Terminal("setup").expect("It never leaves this computer.").expect("[Y/n] ").type("\n")
    with_steps.expect("Set a PIN?").expect("[Y/n] ").type("y\n").expect("Use 6 to 64 digits")
    # A broken rule is reported before the PIN is typed again.
    with_steps.expect("New PIN: ").hides().type("111111\n").expect("Choose another PIN").expect("New PIN: ").hides().type(PIN + "\n")
    with_steps.expect("Confirm PIN: ").hides().type("111222\n").expect("The PINs don't match.")
    with_steps.expect("New PIN: ").hides().type(PIN + "\n").expect("Confirm PIN: ").hides().type(PIN + "\n")
    with_steps.expect("The PIN is set.").expect("Add your right index finger?").type("y\n")
    # The PIN that was just set is not asked for again.
    with_steps.expect("Touch the fingerprint reader with your right index")
    touch("right-index", "--all")
    with_steps.expect("Added: right index finger.").expect("Try it?").expect("[Y/n] ").type("\n")
    with_steps.expect("Try it out: touch the fingerprint reader.").expect("Enter: use PIN.")
    touch("right-index")
    with_steps.expect("Your fingerprint works.").expect("Next: biogate store").end(0)
    check(PIN not in with_steps.seen, "the PIN was shown")


def setup_without_pin():
    """Without a PIN no finger is offered, and the next command is the one that sets it."""
    begun = Terminal("setup").expect("[Y/n] ").type("\n").expect("Set a PIN?").expect("[Y/n] ").type("n\n")
    seen = begun.expect("Set a PIN first.").expect("Next: biogate pin set").end(0).seen
    check("biogate store" not in seen and "Add your" not in seen, f"unexpected {seen!r}")


def pin_blocked():
    """A PIN's refusal is reported before it, or a new one, is typed."""
    prepare(items=[("github", b"s3cret")])
    while run("ask", "Pay", "--pin-from", path("wrong", b"000111")).status != 25:
        pass
    for command in [["get", "github", "--pin"], ["ask", "Pay", "--pin"], ["pin", "set"]]:
        seen = Terminal(*command).expect("Your PIN is locked.").end(25).seen
        check("PIN:" not in seen, f"asked for nothing: {seen!r}")
    run().expect(0, out=b"PIN: set.").expect(0, out=b"Your PIN is locked.")


def pin_blocked_with_password():
    """If the password is the way in, it is named instead."""
    pin, right = path("pin", PIN.encode()), path("right", b"open sesame")
    # For a first PIN the text does not say that there is one.
    first = run("pin", "set", "--pin-from", pin).expect(24, err="--password-from FILE")
    check("already" not in first.err, f"unexpected {first.err!r}")
    run("pin", "set", "--pin-from", pin, "--password-from", right).expect(0)
    while run("ask", "Pay", "--pin-from", path("wrong", b"000111")).status != 24:
        pass
    for command in [["ask", "Pay", "--pin"], ["pin", "set"]]:
        seen = Terminal(*command).expect("Your PIN is locked").expect("Enter your password to use your PIN again").end(24).seen
        check("PIN:" not in seen, f"asked for nothing: {seen!r}")
    run().expect(0, out=b"Your PIN is locked")
    again = Terminal("pin", "set", "--password").expect("New PIN: ").hides().type(PIN + "\n").expect("Confirm PIN: ").hides()
    again.type(PIN + "\n").expect("Password: ").hides().type("open sesame\n").expect("The PIN is set.").end(0)
    check(b"locked" not in run().expect(0).out, "the PIN is locked still")


def hints():
    """Known problems are reported first, and the next command is one that helps."""
    pin = prepare(items=[("bank", b"x", "--only-finger"), ("github", b"y")])
    key = run("key", "new", "a key", touch=["right-index"]).expect(0, err="biogate key public 'a key'")
    check("biogate key public." not in key.err, f"unexpected {key.err!r}")
    healthy = Terminal("renew", "bank").expect('nothing to renew: "bank" opens with fingerprint.').end(0)
    check("PIN:" not in healthy.seen and "--replace" not in healthy.seen, f"asked for nothing: {healthy.seen!r}")
    json_only = Terminal("get", "github", "--pin", "--json").expect("--json asks no questions").end(24)
    check("no terminal" not in json_only.seen, f"unexpected {json_only.seen!r}")
    again = Terminal("finger", "add", "right-index").expect("is added already").end(31)
    check("PIN:" not in again.seen and "?" not in again.seen, f"asked for nothing: {again.seen!r}")
    socket_path = os.environ["BIOGATE_SOCKET"]
    run("--socket", socket_path).expect(0, out=f"Next: biogate --socket {socket_path} list".encode())
    run("get", "nothing", "--socket", socket_path).expect(30, err=f"Next: biogate --socket {socket_path} list")
    run().expect(0, out=b"Next: biogate list\n")
    run("disable", "--yes").expect(0, err="Next: biogate enable")
    gone = Terminal("renew", "bank").expect("Next: biogate store bank --replace").end(32)
    check("PIN:" not in gone.seen, f"asked for nothing: {gone.seen!r}")
    off = Terminal("ask", "Pay").expect("Fingerprint is turned off").expect("To turn it on: biogate enable").expect("PIN:")
    off.hides().type(PIN + "\n").end(0)
    run("show", "github").expect(0, out=b"Waits for renewal    fingerprint was turned off")
    run("finger", "add", "left-index", "--pin-from", pin, touch=["left-index", "--all"]).expect(
        0, err="Fingerprint stays off").expect(0, err="Next: biogate enable")
    run("finger", "remove", "--all", "--pin-from", pin, "--yes").expect(0)
    run().expect(0, out=b"Next: biogate finger add right-index")


def setup_looks_first():
    """What setup cannot do is reported before it asks."""
    seen = Terminal("setup", env={"BIOGATE_SOCKET": path("nobody")}).expect("Nothing is listening").end(69).seen
    check("?" not in seen.replace("right?", ""), f"asked for nothing: {seen!r}")
    prepare()
    finger = subprocess.Popen([BIOGATE, "sandbox", "unplug"])
    run("ask", "Pay").expect(15)
    check(finger.wait(HANG) == 0, "unplugging failed")
    seen = Terminal("setup").expect("No fingerprint reader.").expect("Try it?").type("n\n").end(0).seen
    check("Start now?" not in seen and "Add your" not in seen, f"asked for nothing: {seen!r}")
    run("sandbox", "plug").expect(0)


def setup_skipped():
    Terminal("setup").expect("[Y/n] ").type("n\n").expect("You can begin at any time").end(0)
    run("settings").expect(0, out=b"not set")


def plain_on_a_terminal():
    prepare(items=[("github", b"s3cret")])
    for env, options in [({"TERM": "dumb"}, []), ({"NO_COLOR": "1"}, []), ({}, ["--plain"])]:
        get = Terminal("get", "github", *options, env=env).expect("Ctrl-C: cancel.")
        touch("right-index")
        get.expect("s3cret").end(0)
        check("\x1b" not in get.seen, f"the cursor is moved: {get.seen!r}")
    live = Terminal("get", "github").expect("Ctrl-C: cancel.")
    touch("right-index")
    live.expect("Reading your fingerprint. One moment.\r\x1b[K").expect("Fingerprint matched.").end(0)


def korean():
    prepare(items=[("github", b"s3cret")])
    get = Terminal("get", "github", env={"LC_ALL": "", "LC_MESSAGES": "ko_KR.UTF-8", "LANG": "nb_NO.UTF-8"})
    get.expect("Enter: PIN 입력. Ctrl-C: 취소.")
    touch("right-index")
    get.expect("s3cret").end(0)
    run("--locale", "no").expect(0, out="Neste: biogate list".encode())


def known_before():
    """Known problems are reported before the user types a secret, or says yes."""
    prepare(items=[("github", b"s3cret")])
    taken = Terminal("store", "github").expect("biogate store github --replace").end(31)
    check("Secret for" not in taken.seen, f"a secret was asked for: {taken.seen!r}")
    dead = {"BIOGATE_SOCKET": path("nobody")}
    for command in [["pin", "set"], ["store", "x"], ["reader", "clear", "x"]]:
        seen = Terminal(*command, env=dead).end(69).seen
        check("PIN:" not in seen and "Secret" not in seen and "[y/N]" not in seen, f"asked for nothing: {seen!r}")
    check("erases" not in Terminal("reader", "clear", "nowhere").end(30 if os.getuid() == 0 else 77).seen, "asked")
    adding = Terminal("finger", "add", "left-thumb", "--yes").expect("PIN: ").hides().type(PIN + "\n")
    adding.expect("with your left thumb").type("\x03").expect("No finger was added.").end(-signal.SIGINT)
    check(b"left-thumb" not in run("finger", "list").expect(0).out, "a finger was added")
    Terminal("store", "-dash").expect('There is no option "-dash". To use a name that begins with "-", put -- before it').end(64)
    run("store", "--", "-dash", stdin=b"x", touch=["right-index"]).expect(0)
    check(b"-dash\n" in run("list", "--names").expect(0).out, "the name is missing")


def looked_up_before_typing():
    """A call's refusal is reported before the user types the PIN for it."""
    pin = prepare(items=[("github", b"s3cret"), ("bank", b"x", "--only-finger")])
    run("key", "new", "deploy", "--replace", "--yes", touch=["right-index"]).expect(0)
    os.makedirs(path("closed"), exist_ok=True)
    for arguments, status, text in [
        (["get", "nothing", "--pin"], 30, "Nothing is stored as"),
        (["get", "bank", "--pin"], 64, "fingerprint works here"),
        (["get", "deploy", "--pin"], 30, '"deploy" is a key, not a secret.'),
        (["key", "sign", "github", "--pin", "--from", pin], 30, '"github" is a secret, not a key.'),
        (["store", "github", "--pin", "--from", pin], 31, "biogate store github --pin --from"),
        (["key", "new", "github", "--pin"], 31, "is stored already"),
        (["get", "github", "--pin", "--out", path("closed")], 1, "Is a directory"),
        (["get", "github", "--pin", "--out", path("missing/x")], 66, "No such file"),
        (["run", "--pin", "--env", "X=nothing", "--", "true"], 30, "Nothing is stored as"),
    ]:
        seen = Terminal(*arguments, columns=300).expect(text).end(status).seen
        check("PIN:" not in seen, f"asked for nothing: {seen!r}")
    run("disable", "--yes").expect(0)
    run("store", "again", "--pin-from", pin, stdin=b"x").expect(0)
    for arguments in [["store", "only", "--only-finger", "--pin", "--from", pin], ["key", "new", "only", "--only-finger", "--pin"]]:
        seen = Terminal(*arguments).expect("Fingerprint is turned off").end(12).seen
        check("PIN:" not in seen, f"asked for nothing: {seen!r}")
    run("enable", touch=["right-index"]).expect(0)


def key_gives_way_on_a_yes():
    """Nothing restores a key, so replacing one asks first."""
    pin = prepare()
    run("key", "new", "signer", "--replace", "--yes", touch=["right-index"]).expect(0)
    for arguments in [["key", "new", "signer"], ["store", "signer", "--from", pin]]:
        run(*arguments, "--replace").expect(64, err='This permanently deletes: "signer".')
        Terminal(*arguments, "--replace").expect('deletes: "signer".').expect("Delete? [y/N] ").type("n\n").end(22)
    run("key", "public", "signer").expect(0)
    run("rm", "signer", "--yes").expect(0)


def end_of_input_cancels():
    """Ctrl-D at the PIN, or before it, ends the call at once."""
    prepare(items=[("github", b"s3cret")])
    for keys in ["\n", ""]:
        get = Terminal("get", "github").expect("Ctrl-C: cancel.").hides()
        if keys:
            get.type(keys).expect("PIN: ")
        get.type("\x04").expect("Cancelled.").end(22)
    run("get", "github", touch=["right-index"]).expect(0, out=b"s3cret")


def wrong_pin_outlasts_the_finger():
    """After a wrong PIN another one is asked for, even when the finger's time is over."""
    prepare(items=[("github", b"s3cret")])
    get = Terminal("get", "github", "--timeout", "10").expect("Ctrl-C: cancel.").hides()
    get.type("111222\n").expect("That PIN did not match. 4 tries left, or touch the reader.").expect("PIN: ")
    get.expect("No finger matched in time").expect("PIN: ").hides().type(PIN + "\n").expect("s3cret\r\n").end(0)


def asks_on_the_terminal():
    """If standard error is redirected, the terminal is still asked."""
    prepare(items=[("github", b"s3cret")])
    shell = Terminal("-c", f'x=$({BIOGATE} get github --pin 2>/dev/null); echo "got $x"', program="/bin/bash")
    shell.expect("PIN: ").hides().type(PIN + "\n").expect("got s3cret").end(0)
    shell = Terminal("-c", f'x=$({BIOGATE} get github 2>{path("errors")}); echo "got $x"', program="/bin/bash")
    shell.expect("Touch the fingerprint reader").expect("Ctrl-C: cancel.").hides()
    touch("right-index")
    shell.expect("got s3cret").end(0)
    # su -c leaves the terminal as standard input and error alone; each try that is left is asked for.
    shell = Terminal("-c", f"setsid --wait {BIOGATE} get github --pin", program="/bin/bash")
    for left in ("4 tries", "3 tries", "2 tries"):
        shell.expect("PIN: ").hides().type("111222\n").expect(f"{left} left.")
    shell.expect("PIN: ").hides().type(PIN + "\n").expect("s3cret").end(0)


def typed_secret():
    prepare()
    store = Terminal("store", "wifi").expect('Secret for "wifi": ').hides().type("correct horse\n")
    store.expect("Ctrl-C: cancel.")
    touch("right-index")
    store.expect('Stored: "wifi".').end(0)
    check("correct horse" not in store.seen, "the secret was shown")
    run("get", "wifi", touch=["right-index"]).expect(0, out=b"correct horse")


def text_ends_with_a_line_on_a_terminal():
    pin = prepare(items=[("text", b"plain"), ("binary", bytes([1, 2, 255]))])
    check(Terminal("get", "text", "--pin-from", pin).expect("plain\r\n").end(0).seen.endswith("plain\r\n"), "no line")
    pid, master = pty.fork()
    if pid == 0:
        os.execv(BIOGATE, [BIOGATE, "get", "binary", "--pin-from", pin])
    said = b""
    while b"--out" not in said:
        said += os.read(master, 1000)
    check(bytes([1, 2, 255]) not in said, "a terminal is given bytes that are no text")
    check(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 64, "expected status 64")
    run("store", "line", "--replace", stdin=b"line\n", touch=["right-index"]).expect(0)
    check(Terminal("get", "line", "--pin-from", pin).expect("line\r\n").end(0).seen == "line\r\n", "a line too many")
    run("store", "moves", "--replace", stdin=b"\x1b[2J", touch=["right-index"]).expect(0)
    check("\x1b[2J" not in Terminal("get", "moves", "--pin-from", pin).expect("--out").end(64).seen, "the cursor moves")


def lockout_is_sat_out():
    prepare(items=[("github", b"s3cret")])
    run("get", "github", touch=["stranger", "--times", "3"]).expect(20)
    run("get", "github", touch=["stranger", "--times", "2"]).expect(13)
    get = Terminal("get", "github").expect("Fingerprint is paused.").expect("Enter: use PIN. Ctrl-C: cancel.")
    # Counted down on one line, second by second, until the user types.
    get.expect("Fingerprint is paused for 29 seconds").expect("\r\x1b[K").expect("for 28 seconds").hides()
    get.type("\n").expect("PIN: ").hides().type(PIN + "\n").expect("s3cret\r\n").end(0)
    # The PIN has ended the pause.
    run("get", "github", touch=["right-index"]).expect(0, out=b"s3cret")


def lockout_ends():
    """The wait is short here: when it is over, the finger is asked for again by itself."""
    prepare(items=[("github", b"s3cret"), ("bank", b"m0ney", "--only-finger")])
    # An item that the PIN opens as well, and one that leaves nothing to type.
    for item, options, secret, ways in [
        ("github", [], "s3cret", "Enter: use PIN. Ctrl-C: cancel."), ("bank", ["--plain"], "m0ney", "Ctrl-C: cancel."),
    ]:
        run("get", item, touch=["stranger", "--times", "3"]).expect(20)
        get = Terminal("get", item, *options).expect(f'to open "{item}". {ways}')
        touch("stranger", "--times", "2")
        get.expect("Fingerprint is paused.").expect(ways)
        get.expect(f'Touch the fingerprint reader to open "{item}". {ways}')
        touch("right-index")
        get.expect("Fingerprint matched.").expect(secret).end(0)
        check("PIN:" not in get.seen, f"more was asked for: {get.seen!r}")


def narrow():
    """On forty columns no temporary line is wider than a row, because a wrapped line cannot be erased."""
    prepare(items=[("github", b"s3cret")])
    for locale in ["en", "ko", "nb"]:
        get = Terminal("get", "github", "--locale", locale, columns=40).expect("Ctrl-C: ")
        touch("right-index")
        get.expect("\r\x1b[K").expect("s3cret").end(0)
        passing = get.seen.split("\r\x1b[K")[0].split("\n")[-1]
        width = sum(2 if ord(letter) > 0x1100 else 1 for letter in passing)
        check(0 < width < 40, f"{width} columns: {passing!r}")


def newcomer():
    """The session of a new user who makes mistakes."""
    Terminal().expect("No fingerprint added yet").expect("Next: biogate setup").end(0)
    Terminal("--help").expect("Begin:").expect("sandbox").end(0)
    Terminal("nonsense").expect('There is no command "nonsense". See: biogate --help').end(64)
    Terminal("--plain", "fingers", "list").expect('There is no command "fingers". Did you mean "biogate finger"?').end(64)
    Terminal("stauts").expect('There is no command "stauts". Did you mean "biogate status"?').end(64)
    Terminal("finger", "lst").expect('There is no command "finger lst". Did you mean "biogate finger list"?').end(64)
    Terminal("lsit", "--locale", "nb").expect("Det finnes ingen kommando «lsit». Mente du «biogate list»?").end(64)
    Terminal("get").expect("Missing expected argument").end(64)
    check("\x1b" not in Terminal("ask", "Pay \x1b[2J").expect("cannot be used here. A reason has 1").end(64).seen, "an argument moves the cursor")
    Terminal("list", "--timeout", "0", "--locale", "nb").expect("«0» kan ikke brukes her. --timeout tar 1 til 120").end(64)
    check("rightIndex" not in Terminal("finger", "add", "--help").expect("right-index").end(0).seen, "odd spelling")
    Terminal("store", "x", "--from", path("missing")).expect("No such file").end(66)
    Terminal("get", "nothing").expect("biogate list").end(30)
    Terminal("get", "github", env={"TERM": "dumb", "LANG": "ko_KR.UTF-8"}).expect("biogate list").end(30)
    # Ctrl-D at a question.
    Terminal("pin", "set").expect("New PIN: ").hides().type("\x04").end(22)


def screens():
    """The README's terminal output is what a terminal shows."""
    shown = []

    def rendered(command, seen):
        # A temporary line is gone in the end.
        lines = re.sub(r"[^\n]*\r\x1b\[K", "", seen).replace("\r\n", "\n").rstrip("\n")
        shown.append(f"$ {command}\n{lines}\n")

    def play(command, *steps, status=0):
        """Each step waits for a text, then types or touches."""
        terminal = Terminal(*shlex.split(command)[1:])
        for text, action in steps:
            terminal.expect(text)
            if action in (hidden, password):
                terminal.hides()
            if callable(action):
                action()
            else:
                terminal.type(action)
        rendered(command, terminal.end(status).seen)

    finger = lambda *which: lambda: touch(*which)
    hidden, password = PIN + "\n", "open sesame\n"
    play("biogate")
    play("biogate setup", ("[Y/n] ", "\n"), ("Set a PIN?", "\n"), ("New PIN: ", hidden), ("Confirm PIN: ", hidden), ("Password: ", password),
         ("Add your", "\n"), ("Touch the", finger("right-index", "--all")),
         ("Try it?", "\n"), ("Try it out: touch", finger("right-index")))
    secret = path("token.txt", b"ghp_example")
    os.chdir(WORK)
    play("biogate store github --from token.txt", ("Touch the", finger("right-index")))
    play("biogate get github", ("Touch the", finger("stranger")), ("2 tries left.", "\n"), ("PIN: ", hidden))
    play("biogate run --env GITHUB_TOKEN=github -- printenv GITHUB_TOKEN", ("Touch the", finger("right-index")))
    play("biogate disable", ("[y/N] ", "n\n"), status=22)
    play("biogate list")
    with open(os.path.join(os.path.dirname(__file__), "../../README.md"), encoding="utf-8") as file:
        readme = file.read()
    check(secret and all(screen in readme for screen in shown), "the README shows something else than\n" + "".join(shown))


# MARK: Without a terminal


def statuses():
    env = {"BIOGATE_SOCKET": path("nobody")}
    run("list", env=env).expect(69, err="Nothing is listening on")
    check(json.loads(run("list", "--json", env=env).expect(69).out)["error"] == "notRunning", "no JSON")
    # Nobody has used the reader yet.
    for locale, state in [("en", "Ready"), ("ko", "쓸 수 있어요"), ("nb", "Klar")]:
        run("readers", "--locale", locale).expect(0, out=state.encode())
    run("get").expect(64)
    run("--timeout", "0", "list").expect(64)
    run("ask", "Pay").expect(11, err="Next: biogate finger add right-index")
    run("finger", "add").expect(24)
    run("pin", "set", "--pin-from", path("bad", b"111111")).expect(64, err="Choose another PIN")
    pin = prepare(items=[("github", b"s3cret"), ("bank", b"x", "--only-finger")])
    run("get", "nothing").expect(30, err="Next: biogate list")
    run("show", "nothing").expect(30)
    run("rm", "nothing").expect(30)
    several_removed()
    run("finger", "remove", "left-thumb").expect(30)
    run("store", "github", stdin=b"y").expect(31)
    run("store", "empty").expect(64, err="no secret")
    run("store", "huge", stdin=bytes(65537)).expect(64, err="65536")
    run("store", "file", "--from", path("missing")).expect(66, err="No such file")
    run("get", "bank", "--pin-from", pin).expect(64, err="fingerprint")
    run("get", "github", "--pin").expect(24, err="--pin-from")
    run("get", "github", "--pin-from", path("wrong", b"000111")).expect(23)
    run("get", "gone", "--pin").expect(30)
    run("get", "github", "--timeout", "1").expect(21)
    run("get", "github", touch=["stranger", "--times", "3"]).expect(20, err="Next: biogate get github --pin")
    run("ask", "Pay 200 kr to Kari", touch=["right-index"]).expect(0, err="Pay 200 kr to Kari: touch")
    run("ask", "Pay", "--pin-from", "-", stdin=PIN.encode()).expect(0)
    run("finger", "add", "left-index", "--pin-from", pin).expect(64, err='permanently deletes: "bank"')
    run("finger", "remove", "--all", "--pin-from", pin, "--yes").expect(0, err="1 item was destroyed.")
    run("get", "bank").expect(32)
    run("get", "github").expect(24)
    run("disable", "--yes").expect(0)
    run("ask", "Pay").expect(12)


def several_removed():
    """If one item is missing, the others are still handled; each is reported, and the first failure is the status."""
    prepare(items=[("one", b"1"), ("two", b"2"), ("three", b"3")])
    done = run("rm", "one", "nothing", "two", "nowhere").expect(30)
    check(done.err.splitlines() == [
        'Deleted: "one".', 'Nothing is stored as "nothing". Look at the list of stored items.', "Next: biogate list",
        'Deleted: "two".', 'Nothing is stored as "nowhere". Look at the list of stored items.', "Next: biogate list",
    ], f"unexpected {done.err!r}")
    lines = [json.loads(line) for line in run("rm", "--json", "nothing", "three").expect(30).out.splitlines()]
    check(lines[0]["error"].endswith(".ItemNotFound") and lines[1] == {"parameters": {}}, f"unexpected {lines}")
    dead = run("rm", "one", "two", env={"BIOGATE_SOCKET": path("nobody")}).expect(69)
    check(dead.err.count("Nothing is listening") == 1, f"unexpected {dead.err!r}")


def costs_as_json():
    """A program that has not said yes receives the cost of the change, and nothing is changed."""
    pin = prepare(items=[("bank", b"x", "--only-finger"), ("github", b"y")])
    for arguments, invalidated, losing in [
        (["disable"], ["bank"], ["github"]), (["finger", "remove", "right-index"], ["bank"], ["github"]),
        (["finger", "remove", "--all"], ["bank"], ["github"]), (["finger", "add", "left-index"], ["bank"], ["github"]),
        (["revoke-all"], ["bank", "github"], []), (["reset"], ["bank", "github"], []),
    ]:
        done = run(*arguments, "--json", "--pin-from", pin).expect(64, err="--yes")
        preview = json.loads(done.out)["parameters"]
        check(sorted(preview["invalidated"]) == invalidated, f"{arguments}: unexpected {preview}")
        check(preview["losingFingerprint"] == losing, f"{arguments}: unexpected {preview}")
        check(done.err.count("\n") == 1, f"unexpected {done.err!r}")
    readers = json.loads(run("readers", "--json").out)["parameters"]["readers"]
    done = run("reader", "clear", readers[0]["id"], "--json").expect(64, err="--yes")
    check(json.loads(done.out)["parameters"]["erases"] == {"readerId": readers[0]["id"]}, f"unexpected {done.out!r}")
    run("get", "bank", touch=["right-index"]).expect(0, out=b"x")


def common_options():
    """The options of every command make sense on those that call no daemon."""
    prepare()
    privacy = json.loads(run("privacy", "--json").expect(0).out)["parameters"]["privacy"]
    check(privacy[-1] == "Nothing is sent anywhere.", f"unexpected {privacy}")
    run("--timeout", "5", "--locale", "no", "sandbox", "--yes", "touch", "stranger", "--timeout", "1").expect(
        21, err="ingen forespørsel ventet på en berøring i 1 sekund")
    gone = {"BIOGATE_SANDBOX": path("gone"), "BIOGATE_SOCKET": ""}
    run("sandbox", "touch", "poor", env=gone).expect(64)
    run("sandbox", "touch", "poor", "--socket", path("gone"), "--locale", "ko", env=gone).expect(69, err="샌드박스가 끝났어요")
    run("sandbox", "--socket", "gate", "--", "true").expect(64, err="absolute path")
    wrong = run("setup").expect(64, err="no terminal")
    check(wrong.err.count("\n") == 1, f"unexpected {wrong.err!r}")
    run("log", "--locale", "nb", env={"PATH": WORK}).expect(127, err="denne maskinen fører ingen logg")


def killed_sandbox_leaves_nothing():
    """A signal that ends a sandbox ends its daemon, and its directory is gone."""
    daemon = os.readlink(f"/proc/{daemon_of_this_sandbox()}/exe")
    sandbox = subprocess.Popen([BIOGATE, "sandbox", "--json", "--daemon", daemon, "--", "cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    facts = json.loads(sandbox.stdout.readline())["parameters"]["sandbox"]
    process = os.pidfd_open(facts["processId"])
    sandbox.kill()
    sandbox.wait(HANG)
    sandbox.stdin.close()
    sandbox.stdout.close()
    ready, _, _ = select.select([process], [], [], HANG)
    check(ready, "the daemon goes on")
    os.close(process)
    end = time.monotonic() + HANG
    while os.path.exists(facts["directory"]):
        check(time.monotonic() < end, "the directory is left")
        time.sleep(0.01)


def sandbox_for_programs():
    """A sandbox tells a program where it is, and listens where it is told to."""
    gate = path("gate")
    inside = f'"{BIOGATE}" settings --json; echo "$BIOGATE_SOCKET"'
    daemon = ["--daemon", os.readlink(f"/proc/{daemon_of_this_sandbox()}/exe")]
    done = run("sandbox", "--json", "--socket", gate, "--timeout", "7", *daemon, "--", "sh", "-c", inside).expect(0)
    first, settings, socket_inside = done.out.splitlines()
    facts = json.loads(first)["parameters"]["sandbox"]
    check(facts["socket"] == gate == socket_inside.decode(), f"unexpected {done.out!r}")
    check(facts["processId"] > 1 and facts["directory"] != os.environ["BIOGATE_SANDBOX"], f"unexpected {facts}")
    check("settings" in json.loads(settings)["parameters"] and not os.path.exists(facts["directory"]), "left behind")


def daemon_of_this_sandbox():
    """The process that listens on the socket (unix(7), SO_PEERCRED)."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(os.environ["BIOGATE_SOCKET"])
    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
    connection.close()
    return int.from_bytes(credentials[:4], sys.byteorder)


def lockout():
    prepare()
    run("ask", "Pay", touch=["stranger", "--times", "3"]).expect(20)
    run("ask", "Pay", touch=["stranger", "--times", "2"]).expect(13)
    run("ask", "Pay").expect(13, err="Next: biogate ask")


def machine_plays():
    """Lock, sleep, a reader in use, a password and lockouts of a second, in a sandbox that was told so."""
    wrong, right = path("wrong", b"incorrect"), path("right", b"open sesame")
    pin = path("pin", PIN.encode())
    run("pin", "set", "--pin-from", pin, "--password-from", wrong).expect(23)
    run("pin", "set", "--pin-from", pin, "--password-from", right).expect(0)
    run("finger", "add", "right-index", "--pin-from", pin, touch=["right-index", "--all"]).expect(0)
    run("ask", "Pay", "--password", "--pin-from", right).expect(0)

    def ends_when(*event):
        """The refusal of a call that waits for a finger while that happens."""
        asking = subprocess.Popen([BIOGATE, "ask", "Pay", "--json"], stdout=subprocess.PIPE, bufsize=0)
        lines_until(asking.stdout, b"waitingForFinger")
        run("sandbox", *event).expect(0)
        return json.loads(asking.communicate(timeout=HANG)[0].splitlines()[-1])["parameters"]

    check(ends_when("lock")["by"] == "sessionLocked", "a lock ends what waits")
    if os.getuid() >= 1000:
        run("ask", "Pay").expect(15)
    run("sandbox", "unlock").expect(0)
    run("ask", "Pay", touch=["right-index"]).expect(0)
    # What would refuse it is said before a password is missed: without a terminal that would be status 24.
    if os.getuid() == 0:
        run("login", "on").expect(77, err="Only a person's account")
    run("sandbox", "away").expect(0)
    if os.getuid() >= 1000:
        run("ask", "Pay").expect(15)
        run("login", "on").expect(15)
    run("sandbox", "back").expect(0)
    run("ask", "Pay", touch=["right-index"]).expect(0)
    check(ends_when("sleep")["by"] == "suspend", "sleep ends what waits")
    run("ask", "Pay").expect(15)
    run("sandbox", "wake").expect(0)
    run("ask", "Pay", touch=["right-index"]).expect(0)
    run("sandbox", "in-use").expect(0)
    refused = json.loads(run("ask", "Pay", "--json").expect(15).out.splitlines()[-1])["parameters"]
    check(refused["reason"] == "inUse", f"unexpected {refused}")
    run("sandbox", "free").expect(0)
    run("ask", "Pay", touch=["right-index"]).expect(0)
    run("ask", "Pay", touch=["stranger", "--times", "3"]).expect(20)
    misses = 3
    while (asked := run("ask", "Pay", "--json", touch=["stranger"] if misses >= 5 else ["stranger", "--times", "2"])).status:
        refused = json.loads(asked.out.splitlines()[-1])
        if refused["error"].endswith("LockoutPermanent"):
            break
        misses += 2 if misses < 5 else 1
        wait = refused["parameters"].get("retryAfterMilliseconds", 0)
        check(misses <= 10 and wait <= 1000, f"unexpected {refused}")
        time.sleep(wait / 1000)
    run("ask", "Pay").expect(14)
    run("ask", "Pay", "--password", "--pin-from", right).expect(0)
    run("ask", "Pay", touch=["right-index"]).expect(0)


def unplugged():
    prepare()
    finger = subprocess.Popen([BIOGATE, "sandbox", "unplug"])
    run("ask", "Pay").expect(15)
    check(finger.wait(HANG) == 0, "unplugging failed")
    run("readers").expect(0, err="No fingerprint reader.")
    seen = Terminal("finger", "add", "left-thumb", "--yes").expect("No fingerprint reader").end(10).seen
    check("PIN:" not in seen and "Next: biogate readers" in seen, f"asked for nothing: {seen!r}")


def cancelled_elsewhere():
    prepare()
    waiting = subprocess.Popen([BIOGATE, "ask", "Pay"], stderr=subprocess.PIPE, bufsize=0, start_new_session=True)
    lines_until(waiting.stderr, b"touch the")
    run("revoke-all").expect(0)
    check(waiting.wait(HANG) == 22, "expected status 22")


def bytes_are_exact():
    secret = bytes(range(256)) * 256
    pin = prepare(items=[("binary", secret), ("line", b"line\n")])
    check(run("get", "binary", touch=["right-index"]).expect(0).out == secret, "the bytes differ")
    check(run("get", "line", "--pin-from", pin).expect(0).out == b"line\n", "the bytes differ")
    out = path("out")
    os.umask(0)
    run("get", "binary", "--pin-from", pin, "--out", out).expect(0)
    check(open(out, "rb").read() == secret and stat.S_IMODE(os.stat(out).st_mode) == 0o600, "the file differs")
    run("get", "line", "--pin-from", pin, "--out", "-").expect(0, out=b"line\n", err="")
    run("get", "line", "--pin-from", pin, "--out", out).expect(31)
    check(open(out, "rb").read() == secret, "the file was changed")
    run("get", "line", "--pin-from", pin, "--out", out, "--yes").expect(0)
    check(open(out, "rb").read() == b"line\n" and os.listdir(WORK).count("out") == 1, "the file differs")
    check(not [name for name in os.listdir(WORK) if name.startswith("out.")], "a file was left over")


def run_with_secrets():
    pin = prepare(items=[("a", b"one\n"), ("b", b"two"), ("c", b"\0three"), ("d", b"four", "--alone")])
    program = "printf %s:%s: \"$A\" \"$B\"; cat <&3; exit 7"
    done = run("run", "--env", "A=a", "--env", "B=b", "--fd", "3=c", "--", "sh", "-c", program, touch=["right-index"])
    check(done.expect(7).out == b"one:two:\0three", f"the program found {done.out!r}")
    check(done.err.count("Touch the fingerprint reader to open 3 items.") == 1, f"more than one touch: {done.err!r}")
    check(all(f'"{name}"' in done.err for name in "abc"), f"not every item is shown: {done.err!r}")
    check(run("get", "b", "a", touch=["right-index"]).expect(0).out == b"two\none\n", "the secrets differ")
    apart = run("get", "a", "d", "--pin-from", pin).expect(0, err='"d" opens only by itself.')
    check(apart.out == b"one\nfour\n", f"the secrets differ: {apart.out!r}")
    file = path("vars", b"# of a test\nA=biogate://a\nB=biogate://b\nPLAIN='x y'\n")
    found = run("run", "--env-file", file, "--", "sh", "-c", 'echo "$A$B$PLAIN"', touch=["right-index"]).expect(0)
    check(found.out == b"onetwox y\n", f"the program found {found.out!r}")
    run("run", "--env-file", path("bad", b"A=a\nB\n"), "--", "true").expect(64, err="Line 2 of")
    run("run", "--env-file", path("search", b"PATH=/x\n"), "--", "true").expect(64, err="--allow PATH")
    run("store", "dotenv", "--pin-from", pin, stdin=b"A=1\nB=2\n").expect(0)
    program = ["run", "--env-from", "dotenv", "--env", "B=b", "--", "sh", "-c", "echo $A$B"]
    check(run(*program, touch=["right-index"]).expect(0).out == b"1two\n", "the stored variables differ")
    run("store", "dotenv", "--replace", "--pin-from", pin, stdin=b"LD_PRELOAD=x\n").expect(0)
    run(*program, touch=["right-index"]).expect(64, err="--allow LD_PRELOAD")
    run("store", "dotenv", "--replace", "--pin-from", pin, stdin=b"A=biogate://a\n").expect(0)
    run(*program, touch=["right-index"]).expect(64, err='A in "dotenv" names another item')
    template = b"{{ x }} user={{ biogate://a }};\0{{biogate://b}}\n"
    made = run("inject", stdin=template, touch=["right-index"]).expect(0)
    check(made.out == b"{{ x }} user=one;\0two\n", f"the template was filled with {made.out!r}")
    filled = path("filled")
    run("inject", "--out", filled, "--pin-from", pin, stdin=template).expect(0)
    check(open(filled, "rb").read() == made.out and os.stat(filled).st_mode & 0o777 == 0o600, "the file differs")
    run("inject", stdin=b"\n{{ biogate:// }}").expect(64, err="Line 2 of the template")
    check(run("inject", stdin=b"as it is").expect(0).out == b"as it is", "a template without items")
    late = "Next: biogate run --env 'A=a' --timeout 1 --pin -- true"
    run("run", "--env", "A=a", "--timeout", "1", "--", "true").expect(21, err=late)
    Terminal("inject").expect("Secrets are not written to a terminal.").end(64)
    run("run", "--env", "C=c", "--", "env", touch=["right-index"]).expect(64, err="--fd")
    run("run", "--env", "A=a", "--", "no-such-program").expect(127)
    run("run", "--env", "A=a", "--", "/no/such/program").expect(127)
    run("run", "--env", "A=a", "--", path("token", b"x")).expect(126)
    run("run", "--env", "A=a").expect(64)


def surroundings(*command, **how):
    """The state that a started program finds: its signals, files, limits and umask."""
    look = "import os, sys, signal; os.write(1, os.fsencode('\\n'.join(" \
        "[l.strip() for l in open('/proc/self/status') if l[:6] in ('SigBlk', 'SigIgn', 'Umask:')]" \
        " + [n + ' ' + os.readlink('/proc/self/fd/' + n) for n in os.listdir('/proc/self/fd') if os.path.exists('/proc/self/fd/' + n)]" \
        " + [l.strip() for l in open('/proc/self/limits')] + [k + '=' + v for k, v in sorted(os.environ.items())])))"
    program = path("look.py", look.encode())
    done = subprocess.run([*command, sys.executable, "-S", program], capture_output=True, timeout=HANG, **how)
    check(done.returncode == 0, f"{command}: {done.returncode} {done.stderr!r}")
    return [re.sub(r"pipe:.*", "pipe", line) for line in done.stdout.decode().splitlines()]


def programs_have_what_their_caller_had():
    """Signals, files, limits, umask and environment are the caller's, without any of ours."""
    pin = prepare(items=[("a", b"one")])
    running = [BIOGATE, "run", "--pin-from", pin, "--env", "A=a", "--"]
    environment = {"PATH": os.environ["PATH"], "BIOGATE_SOCKET": os.environ["BIOGATE_SOCKET"], "ODD": "x", "ODDER": ""}
    given = os.open(pin, os.O_RDONLY)

    def caller():
        os.umask(0o027)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        signal.signal(signal.SIGUSR2, signal.SIG_IGN)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, [signal.SIGUSR1])

    how = dict(preexec_fn=caller, pass_fds=[given], env=environment, stdin=subprocess.DEVNULL)
    bare = surroundings(**how)
    check(any("SigBlk:\t0000000000000200" == line for line in bare), f"unexpected {bare}")
    check(surroundings(*running, **how) == sorted_environment(bare, "A=one"), f"unlike its caller's: {surroundings(*running, **how)}")
    daemon = os.readlink(f"/proc/{daemon_of_this_sandbox()}/exe")
    inside = surroundings(BIOGATE, "sandbox", "--daemon", daemon, "--", **how)
    check([line for line in inside if not line.startswith("BIOGATE_")] ==
          [line for line in bare if not line.startswith("BIOGATE_")], f"unlike its caller's: {inside}")
    # Arguments are bytes, and a closed descriptor stays closed.
    odd = subprocess.run([*running, "printf", "%s", b"\xff\xfe"], capture_output=True, timeout=HANG)
    check(odd.stdout == b"\xff\xfe", f"unexpected {odd}")
    closed = subprocess.run(
        ["sh", "-c", '"$@" <&-', "sh", *running, "sh", "-c", "test ! -e /proc/self/fd/0"], timeout=HANG)
    check(closed.returncode == 0, "a closed place was filled")
    os.close(given)


def sorted_environment(lines, *more):
    start = next(index for index, line in enumerate(lines) if line.startswith("BIOGATE_SOCKET="))
    return lines[:start] + sorted(lines[start:] + list(more))


def programs_of_ours_inherit_nothing():
    """The agent, the sandbox's daemon and its reader start with no signal blocked, whatever starts them."""
    seen = path("seen")
    daemon = path("daemon", f"#!/bin/sh\n{{ grep -E '^Sig(Blk|Ign)' /proc/self/status; ls /proc/self/fd; }} >{seen}\nexit 1\n".encode())
    os.chmod(daemon, 0o700)
    given = os.open(daemon, os.O_RDONLY)

    def caller():
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_SETMASK, [signal.SIGUSR1, signal.SIGTERM])

    subprocess.run([BIOGATE, "sandbox", "--daemon", daemon, "--", "true"], preexec_fn=caller, pass_fds=[given],
                   capture_output=True, timeout=HANG)
    lines = open(seen).read().split()
    # The shell's three files, and the one from which ls reads the listing.
    check(lines[1:4:2] == ["0" * 16] * 2 and lines[4:] in (["0", "1", "2", "3"], ["0", "1", "2"]), f"unexpected {lines}")
    prepare()
    run("ask", "Pay", touch=["right-index"]).expect(0)
    children = []
    for task in os.listdir(f"/proc/{daemon_of_this_sandbox()}/task"):
        children += open(f"/proc/{daemon_of_this_sandbox()}/task/{task}/children").read().split()
    readers = [child for child in children if open(f"/proc/{child}/comm").read().startswith("biogate-reader")]
    check(readers, f"no reader's process among {children}")
    for reader in readers:
        if os.getuid() == 0:
            files = [os.readlink(f"/proc/{reader}/fd/{n}") for n in os.listdir(f"/proc/{reader}/fd") if int(n) > 2]
            check(not any("sqlite" in file or "/state/" in file for file in files), f"the reader has {files}")
    os.close(given)


def signals_reach_a_started_program():
    pin = prepare(items=[("a", b"one")])
    for number in [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT]:
        started = subprocess.Popen([BIOGATE, "run", "--pin-from", pin, "--env", "A=a", "--", "sh", "-c", "echo on; read line"],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        lines_until(started.stdout, b"on")
        started.send_signal(number)
        check(started.wait(HANG) == -number, f"signal {number} did not end the program: {started.returncode}")
        started.stdin.close()
        started.stdout.close()


def started_programs_lock_nobody_out():
    """As many programs as allowed connections leave each of them free."""
    pin = prepare(items=[("a", b"one")])
    started = []
    for _ in range(65):
        one = subprocess.Popen([BIOGATE, "run", "--pin-from", pin, "--env", "A=a", "--", "sh", "-c", "echo on; read line"],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        started.append(one)
        lines_until(one.stdout, b"on")
    run("list").expect(0)
    for one in started:
        one.stdin.close()
        one.stdout.close()
        one.wait(HANG)


def waits_within_its_time():
    """A call behind another one ends within its own time, and says what it waited for; in time, it has less for the
    touch."""
    prepare(items=[("github", b"s3cret")])
    first = subprocess.Popen([BIOGATE, "get", "github"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
    lines_until(first.stderr, b"Touch")
    run("get", "github", "--timeout", "1").expect(26, err="Reader is in use")
    late = subprocess.Popen([BIOGATE, "get", "github", "--timeout", "5"], stderr=subprocess.PIPE, bufsize=0)
    lines_until(late.stderr, b"Another request")
    first.terminate()
    first.wait(HANG)
    lines_until(late.stderr, b"time")
    check(late.wait(HANG) == 21, f"{late.returncode}")


def output_that_is_lost():
    """Status 0 means that all of it was written, and a closed descriptor becomes no other file."""
    pin = prepare(items=[("github", b"s3cret")])
    for command in [
        f"--json get github --pin-from {pin} >/dev/full", "--json list >/dev/full", "--json >/dev/full", "list >/dev/full",
        "--help >/dev/full", "--version >/dev/full", f"get github --pin-from {pin} <&- >&- 2>&-",
        f"store b --pin-from {pin} <&-",
    ]:
        done = subprocess.run(["bash", "-c", f"{BIOGATE} {command}"], capture_output=True, timeout=HANG, start_new_session=True)
        check(done.returncode not in (0, 124), f"{command}: {done}")
        check(b"s3cret" not in done.stdout + done.stderr, f"{command}: {done}")


def own_errors_as_json():
    """The command line's own refusals are JSON, too, with an error that has no dot."""
    prepare()
    for arguments, status, error in [
        (["store", "x", "--from", path("missing")], 66, "noFile"), (["setup"], 64, "usage"),
        (["finger", "remove", "left-thumb"], 30, "notFound"), (["store", "a", "b"], 64, "usage"),
        (["nonsense"], 64, "usage"), (["list", "--timeout", "0"], 64, "usage"), (["get"], 64, "usage"),
    ]:
        done = run("--json", *arguments).expect(status)
        message = json.loads(done.out)
        check(message["error"] == error and message["parameters"]["message"] in done.err, f"unexpected {done.out!r} {done.err!r}")


def names_and_words():
    """Names that look alike are the same, and a typing error is reported without being repeated."""
    pin = prepare()
    run("store", "cafe\u0301", "--pin-from", pin, stdin=b"x").expect(0)
    check(run("get", "caf\u00e9", "--pin-from", pin).expect(0).out == b"x", "another name")
    run("store", "caf\u00e9", "--pin-from", pin, stdin=b"y").expect(31)
    run("rm", "caf\u00e9").expect(0)
    check(b"caf" not in run("list").expect(0).out, "two names")
    odd = subprocess.run([BIOGATE, "store", b"\xff", "--pin-from", pin], input=b"x", capture_output=True, timeout=HANG)
    check(odd.returncode == 64 and b"UTF-8" in odd.stderr, f"unexpected {odd}")
    for arguments in [["store", "github", "hunter2"], ["pin", "set", "hunter2"], ["get", "github", "--pin", "hunter2"]]:
        done = run(*arguments).expect(64, err="Secrets and PINs are never arguments")
        check("hunter2" not in done.err, f"repeated: {done.err!r}")
    run("list", "--locale", "xx").expect(0, err="--locale takes en, ko or nb.")
    run("delete", "x").expect(64, err='Did you mean "biogate rm"?')
    check("USAGE: biogate enroll " in run("enroll", "--help").expect(0).out.decode(), "another usage")


def owner_under_sudo():
    """Under sudo, biogate says whose items it changes."""
    if os.getuid() != 0:
        return
    pin = prepare()
    run("store", "x", "--pin-from", pin, stdin=b"x", env={"SUDO_USER": "ola"}).expect(0, err="of root, not of ola")
    check("ola" not in run("list", env={"SUDO_USER": "ola"}).expect(0).err, "nothing was changed")
    run("rm", "x").expect(0)


def json_lines():
    pin = prepare(items=[("github", b"s3cret")])
    done = run("get", "github", "--json", touch=["right-index"]).expect(0)
    lines = [json.loads(line) for line in done.out.splitlines()]
    check(done.err == "", f"a program is told {done.err!r}")
    check([line["parameters"]["progress"]["event"] for line in lines[:-1]] == ["waitingForFinger", "fingerPresent", "matched"]
          and all(line["continues"] for line in lines[:-1]), f"unexpected {lines}")
    check(lines[-1]["parameters"]["secret"] == "czNjcmV0" and "continues" not in lines[-1], f"unexpected {lines[-1]}")
    # A program chooses its own name; a terminal must not receive it raw.
    odd = path("odd\u009b2J\x7f")
    shutil.copy(BIOGATE, odd)
    stored = subprocess.run([odd, "store", "odd", "--pin-from", pin], input=b"x", capture_output=True, timeout=HANG)
    shown = run("show", "odd", "--json").expect(0).out
    check(stored.returncode == 0 and rb"odd\u009b2J\u007f" in shown, f"unexpected {shown!r}")
    check(json.loads(shown)["parameters"]["items"][0]["owner"] == odd, f"unexpected {shown!r}")
    for arguments, status, error in [
        (["get", "nothing"], 30, "ItemNotFound"), (["show", "nothing"], 30, "ItemNotFound"),
        (["finger", "add", "left-thumb"], 24, "CredentialRequired"), (["get", "github", "--pin-from", path("no", b"000111")], 23, "CredentialWrong"),
    ]:
        done = run("--json", *arguments, "--yes").expect(status)
        message = json.loads(done.out)
        check(message["error"] == "org.biometricgate.Gate." + error, f"unexpected {message}")
        check("guidance" in message["parameters"], f"unexpected {message}")
    for arguments, member in [
        (["list"], "items"), (["show", "github"], "items"), (["readers"], "readers"), (["finger", "list"], "prints"),
        (["settings"], "settings"), (["ask", "Pay", "--pin-from", pin], "authentication"),
    ]:
        message = json.loads(run(*arguments, "--json").expect(0).out)
        check(member in message["parameters"], f"unexpected {message}")
    check(len(run("--json").expect(0).out.splitlines()) == 2, "expected availability and settings")


def renewal():
    pin = prepare(items=[("bank", b"t0ken"), ("github", b"s3cret")])
    run("finger", "add", "left-index", "--pin-from", pin, "--yes", touch=["left-index", "--all"]).expect(
        0, err='enter your PIN or password once: "bank", "github"').expect(0, err="Next: biogate renew --all")
    run("get", "github").expect(24, err="Next: biogate renew github")
    run("list").expect(0, out=b"github  PIN")
    status = run().expect(0, out=b"Waiting to be renewed: 2.\n")
    check(status.out.endswith(b"Next: biogate renew --all\n"), f"unexpected {status}")
    opened = Terminal("get", "github").expect("Renew this item with your PIN").expect("PIN:").hides()
    opened.type(PIN + "\n").expect("s3cret").expect("Next: biogate renew github").end(0)
    run("run", "--env", "X=github", "--", "true").expect(24, err="Next: biogate renew github")
    running = Terminal("run", "--env", "X=github", "--", "printenv", "X").expect("PIN:").hides()
    running.type(PIN + "\n").expect("Next: biogate renew github").expect("s3cret").end(0)
    run("renew", "--all", "--pin-from", pin, touch=["left-index"]).expect(
        0, err='opens it again: "bank".').expect(0, err='opens it again: "github".')
    run("renew", "--all", "--pin-from", pin).expect(0, err="Nothing needs to be renewed.")
    done = Terminal("renew", "github").expect('nothing to renew: "github" opens with fingerprint, PIN.').end(0)
    check("PIN:" not in done.seen, f"asked for nothing: {done.seen!r}")
    run("get", "github", touch=["left-index"]).expect(0, out=b"s3cret")
    run("disable", "--yes").expect(0)
    enabled = Terminal("enable").expect("to turn fingerprint on")
    touch("left-index")
    enabled.expect('"bank", "github" can open with a finger again.').expect("Renew them now?")
    # Items from before, until they are renewed.
    for item in ["bank", "github"]:
        refused = run("get", item).expect(24, err="Fingerprint was turned off. Renew this item with your PIN")
        check("fingerprints changed" not in refused.err, f"unexpected {refused.err!r}")
    enabled.type("y\n").expect("PIN:").hides()
    enabled.type(PIN + "\n").expect('to renew "bank"')
    touch("left-index")
    enabled.expect('opens it again: "bank".').expect('opens it again: "github".').end(0)
    # The PIN typed for the finger renews the items, too.
    added = Terminal("finger", "add", "left-ring", "--yes").expect("PIN:").hides().type(PIN + "\n").expect("with your")
    touch("left-ring", "--all")
    added.expect('"bank", "github" can open with a finger again.').expect("Renew them now?").type("y\n").expect('to renew "bank"')
    touch("left-ring")
    added.expect('opens it again: "github".').end(0)
    check(added.seen.count("PIN:") == 1 and PIN not in added.seen, f"unexpected {added.seen!r}")
    run("finger", "list").expect(0, out=b"left-index")
    run("finger", "remove", "left-index", "--pin-from", pin, "--yes").expect(0, err="Removed: left index finger.")
    run("store", "stays", "--keep-on-finger-change", stdin=b"y", touch=["right-index"]).expect(0)
    added = Terminal("finger", "add", "left-middle", "--pin-from", pin).expect("with your left middle finger")
    touch("right-index", "--times", "2")
    added.expect("is added already").end(31)
    run("enrol", "left-thumb", "--label", "Work", "--pin-from", pin, "--yes", touch=["left-thumb", "--all"]).expect(0)
    run("get", "stays", touch=["left-thumb"]).expect(0, out=b"y")


def signing_keys():
    pin = prepare(items=[("github", b"s3cret")])
    challenge = path("challenge", bytes(range(256)))

    def verified(public, signature, *how):
        files = [path("public", public), path("signature", signature)]
        done = subprocess.run(
            ["openssl", *how, "-verify", files[0], "-signature", files[1], challenge]
            if how[0] == "dgst" else
            ["openssl", *how, "-verify", "-pubin", "-inkey", files[0], "-sigfile", files[1], "-in", challenge],
            capture_output=True, timeout=HANG)
        check(done.returncode == 0, f"openssl: {done.stdout!r} {done.stderr!r}")

    for options, how in [([], ["dgst", "-sha256"]), (["--ed25519"], ["pkeyutl", "-rawin"])]:
        run("key", "new", "deploy", *options, "--replace", "--yes", touch=["right-index"]).expect(0, err="Made: ")
        run("key", "new", "deploy", *options).expect(
            31, err=" ".join(["Next: biogate key new deploy", *options, "--replace"]))
        pem = run("key", "public", "deploy", "--pem").expect(0, out=b"-----BEGIN PUBLIC KEY-----\n").out
        der = subprocess.run(
            ["openssl", "pkey", "-pubin", "-outform", "DER"], input=pem, capture_output=True, timeout=HANG).stdout
        check(run("key", "public", "deploy").expect(0).out == der, "DER and PEM differ")
        done = run("key", "sign", "deploy", stdin=bytes(range(256)), touch=["right-index"]).expect(0, err="Touch")
        verified(pem, done.out, *how)
        run("list").expect(0, out=b"deploy  key: fingerprint, PIN\n")
        verified(pem, run("key", "sign", "deploy", "--from", challenge, "--pin-from", pin).expect(0).out, *how)
        message = json.loads(run("--json", "key", "sign", "deploy", "--pin-from", pin, "--from", challenge).expect(0).out)
        check(message["parameters"]["authentication"]["factor"] == "pin", f"unexpected {message}")
    run("key", "sign", "deploy").expect(64, err="nothing to sign")
    run("key", "sign", "github", stdin=b"x").expect(30)
    run("key", "public", "github").expect(30, err="is a secret, not a key")
    run("get", "deploy").expect(30)
    run("rm", "deploy").expect(64, err='"deploy"')
    Terminal("rm", "deploy").expect('This permanently deletes: "deploy".').expect("[y/N] ").type("n\n").end(22)
    Terminal("rm", "github", "deploy").expect('deletes: "deploy", "github".').expect("[y/N] ").type("n\n").end(22)
    run("rm", "deploy", "--yes").expect(0)


def changes():
    pin = prepare(items=[("github", b"s3cret")])
    new = path("new", b"385027")
    run("pin", "set", "--pin-from", new).expect(24, err="--old-pin-from")
    run("pin", "set", "--pin-from", new, "--old-pin-from", pin).expect(0)
    run("ask", "Pay", "--pin-from", pin).expect(23)
    run("ask", "Pay", "--pin-from", new).expect(0)
    run("disable", "--yes").expect(0, err="Fingerprint is off.")
    run("enable", touch=["right-index"]).expect(0, err="Fingerprint is on.")
    run("pin", "remove", "--pin-from", new, "--yes").expect(24, err="Remove them first: biogate finger remove --all")
    run("store", "github", "--replace", "--label", "Work", stdin=b"z", touch=["right-index"]).expect(0)
    run("show", "github").expect(0, out=b"Work")
    run("rm", "github").expect(0)
    run("list").expect(0, err="Nothing is stored.")
    run("store", "a", stdin=b"z", touch=["right-index"]).expect(0)
    run("revoke-all").expect(64, err='"a"')
    run("revoke-all", "--yes").expect(0, err="1 item was destroyed.")
    run("privacy").expect(0, out=b"Nothing is sent anywhere.")
    # Needs the password, which the sandbox does not check, or root.
    if os.getuid() == 0:
        run("reset").expect(64, err="all of your fingers")
    run("reset", "--yes").expect(0 if os.getuid() == 0 else 24)


def as_somebody_else():
    """What a user other than an administrator is told before any question."""
    if os.getuid() == 0:
        daemon = os.readlink(f"/proc/{daemon_of_this_sandbox()}/exe")
        again = subprocess.run(
            [BIOGATE, "sandbox", "--daemon", daemon, "--", "python3", os.path.abspath(__file__), BIOGATE, "as_somebody_else"],
            capture_output=True, timeout=HANG, user="daemon", group="daemon", extra_groups=[],
            env={**os.environ, "TMPDIR": "/tmp", "PATH": "/usr/bin:/bin"})
        check(again.returncode == 0, f"as somebody else: {again.stdout!r} {again.stderr!r}")
        return
    # No password is checked here, and a reset accepts nothing else, even with a PIN.
    for pin in [None, prepare]:
        if pin:
            pin(fingers=())
        reset = Terminal("reset").expect("No password can be checked. Only an administrator can erase")
        reset.expect("Everything in a sandbox is gone when it ends.").end(24)
        check("sudo" not in reset.seen, f"unexpected {reset.seen!r}")
        elsewhere = Terminal("reset", env={"BIOGATE_SANDBOX": ""}, columns=300)
        elsewhere.expect(f"Next: sudo biogate --socket {os.environ['BIOGATE_SOCKET']} reset --user").end(24)
        check("?" not in reset.seen and "erases" not in reset.seen, f"asked for nothing: {reset.seen!r}")
    refused = json.loads(run("reset", "--json").expect(24).out)
    check(refused["error"].endswith(".CredentialNotSet") and refused["parameters"]["factor"] == "password", f"unexpected {refused}")
    other = Terminal("reset", "--user", "root").expect("Only an administrator can do this.").end(77)
    check("?" not in other.seen and "erases" not in other.seen, f"asked for nothing: {other.seen!r}")


def journal_of_others():
    """A user who may not read the journal learns how it can be read; only root can arrange this test's machine."""
    if os.getuid() != 0:
        return
    arrange = "mkdir -p /run/log && mount -t tmpfs none /run/log && d=/run/log/journal/$(cat /etc/machine-id) && mkdir -p $d && " \
        "touch $d/system.journal && chmod 640 $d/system.journal && exec setpriv --reuid 65534 --regid 65534 --clear-groups "
    for option, text in [("", "Use: sudo biogate log. For good: sudo usermod --append --groups systemd-journal"),
                         ("--locale nb", "Bruk: sudo biogate log. For godt: sudo usermod")]:
        done = subprocess.run(["unshare", "-m", "sh", "-c", f"{arrange} {BIOGATE} log {option}"],
                              capture_output=True, timeout=HANG, start_new_session=True)
        check(done.returncode == 77 and text in done.stderr.decode() and not done.stdout, f"unexpected {done}")


def watching():
    prepare()
    watch = subprocess.Popen([BIOGATE, "watch"], stdout=subprocess.PIPE, bufsize=0, start_new_session=True)
    state = watch.stdout.readline()
    check(b"Fingerprint works." in state, "no state")
    run("ask", 'Pay "200" kr', touch=["right-index"]).expect(0)
    lines = lines_until(watch.stdout, b"confirmed with")
    check(b"Verify it's you. Verified: Program file: " in lines[0] and rb'"Pay \"200\" kr"' in lines[0], f"unexpected {lines}")
    check(any(b"Fingerprint matched." in line for line in lines), f"unexpected {lines}")
    for line in [state, *lines]:
        check(re.match(rb"[0-2][0-9]:[0-5][0-9]:[0-6][0-9] \S", line), f"without a time: {line!r}")
    watch.send_signal(signal.SIGTERM)
    check(watch.wait(HANG) == -signal.SIGTERM, "expected its end by the signal")
    for options, verb in [(("--verb", "pay"), b'"pay"'), (("--verb", "sign-in"), b'"signIn"')]:
        watch = subprocess.Popen([BIOGATE, "watch", "--json"], stdout=subprocess.PIPE, bufsize=0, start_new_session=True)
        watch.stdout.readline()
        run("ask", "200 kr to Kari", *options, touch=["right-index"]).expect(0)
        lines = lines_until(watch.stdout, b'"ended"')
        check(all(b'"verb":' + verb in line for line in lines if b'"request":' in line), f"unexpected {lines}")
        watch.terminate()
        watch.wait(HANG)


def touches_are_taken_one_by_one():
    prepare()
    waiting = subprocess.Popen([BIOGATE, "ask", "Pay"], stderr=subprocess.PIPE, start_new_session=True)
    for finger in ["poor", "stranger", "stranger", "right-index"]:
        touch(finger)
    check(waiting.wait(HANG) == 0, "expected a match")
    said = waiting.stderr.read().decode()
    check(re.search(r"not clear.*2 tries left.*1 try left.*matched", said, re.S), f"unexpected {said!r}")


def replugged():
    """A reader that returns has the content of its own storage."""
    prepare(items=[("github", b"s3cret", "--only-finger")])
    run("sandbox", "plug").expect(0)
    finger = subprocess.Popen([BIOGATE, "sandbox", "unplug"])
    run("get", "github").expect(15)
    check(finger.wait(HANG) == 0, "unplugging failed")
    run("readers").expect(0, err="No fingerprint reader.")
    run("get", "github").expect(15, err="Plug in the fingerprint reader.")
    run("doctor").expect(10, out=b"reader: none that works here")
    added = run("finger", "add", "left-thumb").expect(10, err="This computer has no reader that works here.")
    check("Sign in" not in added.err, f"unexpected {added.err!r}")
    latin = path("latin", b"27\xe618")
    run("get", "github", "--pin-from", latin).expect(64, err="does not take that value of credential.pin")
    run("sandbox", "plug").expect(0)
    # A program need not touch it first: the next opening finds the earlier content.
    for _ in range(2):
        run("get", "github", "--timeout", "1").expect(21)
        while "reader" in os.listdir(os.path.join(os.environ["BIOGATE_SANDBOX"], "plugged")) and reader_is_open():
            time.sleep(0.05)
    run("get", "github", touch=["right-index"]).expect(0, out=b"s3cret")
    run("finger", "list").expect(0, out=b"right-index")


def sealed():
    """A service without its root key is not silent: doctor says what it waits for."""
    settings = path("sealed.conf", b"sealing.provider=tpm\nsealing.tcti=swtpm:path=/nowhere/at/all\n")
    gate = path("sealed-gate")
    daemon = os.environ.get("BIOGATED", os.path.join(os.path.dirname(BIOGATE), "biogated"))
    served = subprocess.Popen(
        [daemon, "--config", settings, "--socket", gate, "--state-directory", path("sealed-state")],
        stderr=subprocess.PIPE)
    try:
        # It says so once it listens.
        check(any(b"sealed" in line for line in served.stderr), "the daemon has ended")
        for command in ["list"], ["get", "github"]:
            run(*command, env={"BIOGATE_SOCKET": gate}).expect(1, err="biogate doctor")
        run("doctor", env={"BIOGATE_SOCKET": gate}).expect(1, out=b"WRONG service: it waits for the TPM")
    finally:
        served.terminate()
        served.communicate(timeout=HANG)


def reader_is_open():
    name = os.path.join(os.environ["BIOGATE_SANDBOX"], "port/reader")
    return any(line.rstrip().endswith(" " + name) for line in open("/proc/net/unix", encoding="utf-8"))


def sandbox_has_ended():
    gone = path("gone")
    env = {"BIOGATE_SANDBOX": gone, "BIOGATE_SOCKET": gone + "/gate"}
    for command in [["touch", "right-index"], ["unplug"], ["plug"]]:
        run("sandbox", *command, env=env).expect(69, err="the sandbox has ended")
    run("sandbox", "touch", "right-index", env={"BIOGATE_SANDBOX": ""}).expect(64, err="BIOGATE_SANDBOX is not set")


def strange_surroundings():
    """Nothing hangs, crashes or fails silently in unusual surroundings."""
    pin = prepare(items=[("github", b"s3cret")])
    closed = subprocess.run(["sh", "-c", f'"{BIOGATE}" list <&- && "{BIOGATE}" get github --pin-from "{pin}" <&-'],
                            capture_output=True, timeout=HANG, start_new_session=True)
    check(closed.returncode == 0 and closed.stdout.endswith(b"s3cret"), f"unexpected {closed}")
    full = subprocess.run(["sh", "-c", f'"{BIOGATE}" get github --pin-from "{pin}" >/dev/full'],
                          capture_output=True, timeout=HANG, start_new_session=True)
    check(full.returncode == 1 and b"No space left" in full.stderr, f"unexpected {full}")
    # A socket that was left behind.
    dead = path("dead")
    left = socket.socket(socket.AF_UNIX)
    left.bind(dead)
    left.close()
    run("list", env={"BIOGATE_SOCKET": dead}).expect(69, err=f"Nothing is listening on {dead}.")
    run("list", "--socket", path("none")).expect(69, err="It comes from --socket")
    for unserved in [dead, path("none")]:
        done = run("doctor", env={"BIOGATE_SOCKET": unserved}).expect(69, out=b"Is the path right?")
        check(b"systemctl" not in done.out, f"unexpected {done.out!r}")
    # A service that accepts every call and answers none.
    mute = socket.socket(socket.AF_UNIX)
    mute.bind(path("mute"))
    mute.listen()
    run("doctor", env={"BIOGATE_SOCKET": path("mute")}).expect(69, out=b"it does not answer")
    # A service that ends every connection, as the daemon does if it cannot tell whose it is.
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        curt = socket.socket(socket.AF_UNIX)
        curt.bind(folder + "/curt")
        os.chmod(folder + "/curt", 0o666)
        curt.listen()
        threading.Thread(target=lambda: [curt.accept()[0].close() for _ in range(2 if os.getuid() == 0 else 1)]).start()
        cut_off = {"BIOGATE_SOCKET": folder + "/curt"}
        run("list", env=cut_off).expect(69, err="ended the connection without an answer.\nNext: biogate doctor")
        if os.getuid() == 0:
            other = subprocess.run([BIOGATE, "list"], capture_output=True, timeout=HANG, user=65534, env=cut_off)
            check(other.returncode == 69 and b"has no number for your user" in other.stderr, f"unexpected {other}")
    if os.getuid() == 0:
        # Another user, who may not even look into the sandbox.
        other = subprocess.run([BIOGATE, "doctor"], capture_output=True, timeout=HANG, user=65534, start_new_session=True)
        check(other.returncode == 77 and b"you may not use it." in other.stdout, f"unexpected {other}")
        # A socket served by another user receives nothing.
        foreign = socket.socket(socket.AF_UNIX)
        foreign.bind(path("foreign"))
        os.seteuid(65534)
        foreign.listen()
        os.seteuid(0)
        run("list", env={"BIOGATE_SOCKET": path("foreign")}).expect(69, err="a program other than the fingerprint service")
        check(foreign.accept()[0].recv(1) == b"", "something was sent")
        run("doctor", env={"BIOGATE_SOCKET": path("foreign")}).expect(69, out=b"a program other than the service")
        # A program with more rights than its caller ignores the caller's socket.
        privileged = path("privileged")
        shutil.copy(BIOGATE, privileged)
        os.chown(privileged, 65534, -1)
        os.chmod(privileged, 0o4755)
        misled = subprocess.run([privileged, "list"], capture_output=True, timeout=HANG, start_new_session=True,
                                env={**os.environ, "BIOGATE_SOCKET": path("none")})
        check(path("none").encode() not in misled.stderr, f"unexpected {misled}")
    sound = run("doctor").expect(0, out=b"ok service: version ")
    check(b"WRONG" not in sound.out and b"github" not in sound.out, f"unexpected {sound.out}")
    findings = [json.loads(line)["parameters"]["finding"] for line in run("doctor", "--json").expect(0).out.splitlines()]
    check([each["checkup"] for each in findings] == ["socket", "service", "reader"], f"unexpected {findings}")
    check(all(each["weight"] == "fine" for each in findings), f"unexpected {findings}")


def own_log():
    """A user sees their own lines of the journal, no other user's, and none that another program wrote in the service's
    name."""
    entries = [
        (os.getuid(), "user@1000.service", "granted command=forger item=github"),
        (os.getuid(), "biogated.service", "granted command=gh item=github"),
        (12345, "biogated.service", "denied command=gh item=bank"),
    ]
    export = "\n".join(
        f"__REALTIME_TIMESTAMP={1700000000000000 + index}\n__MONOTONIC_TIMESTAMP={1000 + index}\n"
        # Without its boot, systemd 257 ignores an entry.
        f"_BOOT_ID=0123456789abcdef0123456789abcdef\nMESSAGE={message}\nSYSLOG_IDENTIFIER=biogated\n"
        f"PRIORITY=5\nBIOGATE_UID={user}\n_SYSTEMD_UNIT={unit}\n"
        for index, (user, unit, message) in enumerate(entries)) + "\n"
    directory = path("journal")
    os.mkdir(directory)
    subprocess.run(["/lib/systemd/systemd-journal-remote", "-o", f"{directory}/x.journal", "-"], input=export.encode(),
                   check=True, capture_output=True)
    own = run("log", "--directory", directory).expect(0, out=b"granted command=gh item=github")
    check(b"bank" not in own.out and b"forger" not in own.out, f"unexpected {own.out}")
    line = json.loads(run("log", "--json", "--lines", "1", "--directory", directory).expect(0).out)
    check(line["MESSAGE"] == entries[1][2], f"unexpected {line}")
    entries = run("log", "--follow", "--json", "--plain", "--yes", "--timeout", "3", "--lines", "0").expect(64)
    check(json.loads(entries.out)["error"] == "usage", f"unexpected {entries.out!r}")
    run("log", "--lines", "0").expect(64)
    run("log", "--user", "no-such-user").expect(64)


def verify_only():
    """On a reader that compares with one finger only, the prompt names that finger."""
    prepare(fingers=("right-index", "left-thumb"))
    run("ask", "Pay", touch=["right-index"]).expect(0, err="with your right index finger")
    waiting = subprocess.Popen([BIOGATE, "ask", "Pay"], stderr=subprocess.PIPE, start_new_session=True)
    touch("stranger")
    touch("left-thumb")
    check(waiting.wait(HANG) == 0, "expected a match")
    check("with your left thumb" in waiting.stderr.read().decode(), "the other finger was not asked for")


if __name__ == "__main__":
    for name in sys.argv[2:]:
        try:
            globals()[name]()
        except AssertionError as error:
            sys.exit(f"{name}: {error}")
