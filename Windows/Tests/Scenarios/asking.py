"""Scenarios of a call: the program, the answer, and the end."""

import base64
import hashlib
import os
import struct
import subprocess
import sys
import tempfile
import time

from gi.repository import Gio, GLib

from picture import Picture
from stage import ANNOUNCEMENT, Atspi, Call, check, role_of
from words import HEADINGS, PASSWORD, PIN, TOUCH, WRONG


def touch(stage):
    """A waiting call opens the window, which names the program and its purpose; the right finger ends it, and the
    caller has the secret. The program ends by itself."""
    caller = stage.get()
    prompt = stage.start_prompt()
    window = stage.shown(None, HEADINGS["en"])
    # A window that is not a frame is never active for assistive technology, and Orca ignores it.
    stage.until(lambda: stage.windows()[0].get_state_set().contains(Atspi.StateType.ACTIVE), "an active window")
    check(window.get_application().get_name() == "org.biometricgate.Prompt",
          f"the program is called {window.get_application().get_name()!r}")
    stage.shown("label", TOUCH["en"])
    stage.shown("heading", HEADINGS["en"])
    stage.shown("label", "Verified")
    stage.shown("label", f"Program file: “{os.path.realpath(os.environ['BIOGATE'])}”")
    with open("/proc/self/comm", encoding="utf-8") as name:
        stage.shown("label", f'“Push "now"”\nClaims to act for: “{name.read().rstrip()}”')
    check(not stage.find("label", "tries left"), "tries are told before a miss")
    stage.shown("label", "Or type your PIN")
    field = stage.field()
    check(field.get_name() == "Or type your PIN", f"the field is called {field.get_name()!r}")
    buttons = [node.get_name() for node in stage.nodes() if role_of(node) == "button"]
    check(buttons == ["Cancel", "Open"], f"the buttons are {buttons}")
    check(not [node for node in stage.nodes() if "image" in role_of(node)
               or "icon" == role_of(node)], "the picture is told")
    for node in stage.focusable():
        check(node.get_name() and not node.get_name().startswith(("Gtk", "Adw")),
              f"a {role_of(node)} that can have the focus is called {node.get_name()!r}")
    stage.save("touch")
    with stage.confirming():
        finger = stage.touch("right-index")
        stage.shown("label", "Confirmed.")
        if ANNOUNCEMENT == "object:announcement":
            stage.announced("Confirmed.")
        else:
            # It has the focus, and is read for that, not announced as well.
            stage.until(lambda: stage.focused() == "Confirmed.", "a focused confirmation")
            check(not any(ANNOUNCEMENT in kind and "Confirmed." in str(data) for kind, data, _ in stage.events),
                  "it is announced as well")
        stage.save("touch-done")
    stage.ends(finger, 0)
    stage.ends(caller, 0)
    check(caller.stdout.read() == b"s3cret", "the caller has not the secret")
    stage.gone()
    stage.ends(prompt, 0)


def signing(stage):
    """The signature of a commit is asked for by its title, which the service has verified; another's is not shown. A login
    to a server that is not pinned names it as the program's claim, and shows the whole digest of its key on demand."""
    def done(call):
        stage.until(lambda: call.outcome(), "an answer")
        check("error" not in call.outcome(), call.outcome())
        return call.outcome()["parameters"]

    def asks(data, **more):
        return Call("SignSSH", name="work", data=base64.b64encode(data).decode(), interaction="prompt", **more)

    commit = b"tree " + b"a" * 40 + b"\nauthor Kari\n\nFix the door\n"
    signed = b"SSHSIG" + string(b"git") + string(b"") + string(b"sha512") + string(hashlib.sha512(commit).digest())
    made = done(Call("CreateKey", name="work", algorithm="ed25519", usage="ssh", credential={"pin": PIN},
                     access={"factors": ["fingerprint", "pin"]}))
    prompt = stage.start_prompt("--stay")
    call = asks(signed, object=base64.b64encode(commit).decode())
    stage.shown("heading", "Sign the commit “Fix the door”?")
    stage.shown("label", "Key: “work”\nThis is the title of the commit that you sign")
    stage.save("signing")
    finger = stage.touch("right-index")
    check(done(call)["signature"], "no signature")
    stage.ends(finger, 0)
    stage.gone()
    call = asks(signed, object=base64.b64encode(commit + b"more").decode())
    stage.shown("heading", "Sign for “git”?")
    stage.shown("label", "The content is not shown.")
    check(not stage.find(None, "Fix the door"), "the title of another commit is shown")
    stage.shown("button", "Cancel").do_action(0)
    stage.until(call.outcome, "an outcome")
    stage.gone()
    data, binding, digest = login(base64.b64decode(made["item"]["publicKey"]))
    call = asks(data, bindings=[binding], hostNames=["a-host-of-" + 3 * "quite-long-" + "name.example"])
    stage.shown("heading", "Sign in as git?")
    stage.shown("label", "The program supplied the name “a-host-of-quite-long-")
    stage.shown("button", "Sign in")
    check(not stage.find("label", digest), "the digest is whole")
    stage.save("login")
    stage.shown("button", "Show in full").do_action(0)
    stage.shown("label", "Server’s key: " + digest)
    check(not stage.find("button", "Show in full"), "what is whole can be shown whole")
    stage.save("login-whole")
    finger = stage.touch("right-index")
    done(call)
    stage.ends(finger, 0)
    stage.gone()
    stage.stop_prompt()
    done(Call("DeleteItem", name="work"))


def string(data):
    """The bytes as SSH writes them."""
    return struct.pack(">I", len(data)) + data


def login(key):
    """A login by the key to a server that has proved its own: what is signed, the proof, and the digest of that key."""
    def openssl(*words):
        return subprocess.run(["openssl", *words], check=True, capture_output=True, timeout=20).stdout

    kind, session = string(b"ssh-ed25519"), b"s" * 32
    with tempfile.NamedTemporaryFile() as private, tempfile.NamedTemporaryFile() as signed:
        openssl("genpkey", "-algorithm", "ed25519", "-out", private.name)
        host = kind + string(openssl("pkey", "-in", private.name, "-pubout", "-outform", "DER")[-32:])
        signed.write(session)
        signed.flush()
        signature = openssl("pkeyutl", "-sign", "-rawin", "-inkey", private.name, "-in", signed.name)
    binding = string(host) + string(session) + string(kind + string(signature)) + b"\0"
    data = string(session) + b"\x32" + b"".join(map(string, (b"git", b"ssh-connection", b"publickey"))) + b"\1" + kind
    digest = base64.b64encode(hashlib.sha256(host).digest()).decode().rstrip("=")
    return data + string(kind + string(key[-32:])), base64.b64encode(binding).decode(), "SHA256:" + digest


def pin(stage):
    """A wrong PIN shows an alert with the tries left, and the right one opens; no digit of either can be read."""
    caller = stage.get()
    prompt = stage.start_prompt()
    stage.field()
    stage.shown("label", TOUCH["en"])
    place = Picture().bounds()
    stage.aim()
    stage.keys_count()
    stage.type(WRONG)
    stage.nothing_of(WRONG)
    # A letter is not accepted, and the last digit is deleted.
    stage.press(ord("x"))
    stage.press(0xFF08)
    stage.until(lambda: len(stage.typed()) == len(WRONG) - 1, "a bullet less")
    stage.type(WRONG[-1])
    stage.nothing_of(WRONG)
    stage.save("pin-typed")
    stage.enter()
    alert = stage.shown("alert", "That PIN did not match.")
    check("tries left" in alert.get_name(), f"the alert says {alert.get_name()!r}")
    check("touch the reader" in alert.get_name(), f"the alert says {alert.get_name()!r}")
    stage.announced("That PIN did not match.")
    stage.save("pin-wrong")
    stage.until(lambda: stage.typed() == "", "an empty field")
    stage.type(PIN)
    stage.nothing_of(PIN)
    check(Picture().bounds() == place, "the window has another size after a wrong PIN")
    with stage.confirming():
        stage.enter()
        stage.shown("label", "Confirmed.")
        check(not stage.find("button"), "there is a button under a confirmation")
        stage.save("pin-done")
        check(Picture().bounds() == place, "the window has another size after the confirmation")
    stage.ends(caller, 0)
    check(caller.stdout.read() == b"s3cret", "the caller has not the secret")
    stage.nothing_of(PIN)
    stage.nothing_of(WRONG)
    stage.ends(prompt, 0)


def password(stage):
    """A call that accepts the password instead of a finger has a field for that, and a button with the call's verb."""
    call = Call("Authenticate", reason="Sign in", verb="signIn", factors=["fingerprint", "password"])
    prompt = stage.start_prompt()
    stage.shown("label", "Or type your password")
    stage.shown("label", TOUCH["en"])
    stage.aim()
    stage.keys_count()
    stage.type(PASSWORD)
    stage.nothing_of(PASSWORD)
    stage.save("password")
    with stage.confirming():
        stage.shown("button", "Sign in").do_action(0)
    outcome = stage.until(call.outcome, "an outcome")
    check("authentication" in outcome["parameters"], f"the outcome is {outcome}")
    stage.nothing_of(PASSWORD)
    stage.ends(prompt, 0)


def borrowed(stage):
    """In its own mount namespace a program can have any path; the window names such a file as not checked."""
    path = "/usr/bin/true"
    caller = subprocess.Popen(
        ["unshare", "--mount", "--map-root-user", "sh", "-c",
         'mount --bind "$BIOGATE" "$0" && exec "$0" get github --reason "Push now"', path],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    prompt = stage.start_prompt()
    stage.shown("heading", HEADINGS["en"])
    stage.shown("label", f"Program file, not checked: “{path}”")
    check(not stage.find("label", f"Program file: “{path}”"), "a borrowed path is told as the program's file")
    caller.terminate()
    caller.wait()
    stage.ends(prompt, 0)


def wanted(stage):
    """Without --all only a call that wants the desktop's prompt is shown. Once its misses are spent it waits on for the
    PIN, which opens."""
    other = stage.get()
    call = Call("RetrieveSecret", name="github", reason="Sign in", interaction="prompt")
    prompt = stage.start_prompt(shows_all=False)
    stage.shown("heading", HEADINGS["en"])
    stage.shown("label", "“Sign in”")
    stage.shown("label", f"Program file: “{os.path.realpath(sys.executable)}”")
    other.terminate()
    stage.shown("label", TOUCH["en"])
    stage.touch("stranger", "--times", "3")
    stage.shown("label", "Type your PIN")
    check(not stage.find("label", "tries left"), "a finger's tries are told")
    stage.aim()
    stage.keys_count()
    stage.save("wanted")
    stage.type(PIN)
    with stage.confirming():
        stage.enter()
    outcome = stage.until(call.outcome, "an outcome")
    check(outcome["parameters"].get("secret") == "czNjcmV0", f"the outcome is {outcome}")
    stage.ends(prompt, 0)


def command(stage):
    """The command line leaves asking to the prompt: after the misses at the reader it waits on for the PIN typed in the
    window."""
    caller = stage.get("--prompt")
    prompt = stage.start_prompt(shows_all=False)
    stage.shown("label", TOUCH["en"])
    stage.touch("stranger", "--times", "3")
    stage.shown("label", "Type your PIN")
    stage.aim()
    stage.keys_count()
    stage.type(PIN)
    stage.enter()
    stage.ends(caller, 0)
    check(caller.stdout.read() == b"s3cret", "the caller has not the secret")
    stage.ends(prompt, 0)


def more_time(stage):
    """The window warns before time is up, and restarts it; a call with 12 seconds still waits after 14."""
    call = Call("Authenticate", reason="Sign in", timeoutSeconds=12, interaction="prompt")
    prompt = stage.start_prompt(shows_all=False)
    stage.shown("label", TOUCH["en"])
    begun = time.monotonic()
    button = stage.shown("button", "More time")
    stage.announced("More time.")
    stage.shown("label", " seconds left.")
    stage.save("more-time")

    def left(most, least):
        """Each number is shown for a second, which a look may miss."""
        return any(stage.find("label", f"{seconds} seconds left.") for seconds in range(least, most + 1))
    stage.until(lambda: left(5, 3), "5 seconds left")
    button.do_action(0)
    stage.until(lambda: left(10, 8), "the time anew")
    stage.until(lambda: time.monotonic() > begun + 14, "the time that it had at first")
    check(call.outcome() is None, "it ended")
    with stage.confirming():
        stage.touch("right-index")
    check("authentication" in stage.until(call.outcome, "an outcome")["parameters"], "no authentication")
    stage.ends(prompt, 0)


def lockout(stage):
    """A call that only the finger opens ends with the lockout: the window says so, counts down, and closes by itself.
    """
    for _ in range(2):
        call = Call("Authenticate", reason="Sign in", factors=["fingerprint"], interaction="prompt")
        prompt = stage.start_prompt(shows_all=False)
        stage.shown("label", TOUCH["en"])
        with stage.timers.held():
            stage.touch("stranger", "--times", "3")
            outcome = stage.until(call.outcome, "an outcome")
            if outcome["error"].endswith(".Lockout"):
                stage.shown("label", "Fingerprint is paused")
                stage.shown("label", "You can try again in ")
                stage.save("lockout")
                break
            stage.shown("button", "Close")
        stage.gone()
        stage.ends(prompt, 0)
    check(outcome["error"].endswith(".Lockout"), f"the outcome is {outcome}")
    stage.shown("label", "You can use your fingerprint again.")
    stage.announced("You can use your fingerprint again.")
    stage.gone()
    stage.ends(prompt, 0)
    # A match clears the misses, for the scenarios that follow.
    caller = stage.get()
    stage.touch("right-index")
    stage.ends(caller, 0)


def other_field(stage):
    """If PIN and password are both accepted, a button switches between them, and the typed text is gone."""
    call = Call("Authenticate", reason="Sign in")
    prompt = stage.start_prompt()
    stage.shown("label", "Or type your PIN")
    stage.aim()
    stage.keys_count()
    stage.type("12")
    stage.shown("button", "Use password").do_action(0)
    stage.shown("label", "Or type your password")
    stage.until(lambda: stage.typed() == "", "an empty field")
    stage.shown("button", "Use PIN")
    stage.type(PASSWORD)
    with stage.confirming():
        stage.enter()
    check("authentication" in stage.until(call.outcome, "an outcome")["parameters"], "no authentication")
    stage.ends(prompt, 0)


def unwanted(stage):
    """Without --all a call of a program that asks by itself is not shown, and the prompt ends."""
    caller = stage.get()
    prompt = stage.start_prompt(shows_all=False)
    stage.ends(prompt, 0)
    check(not stage.windows(), "there is a window")
    check(not any(kind.startswith("window:") for kind, _, _ in stage.events), "there was a window")
    caller.terminate()


def queue(stage):
    """Of three calls the oldest is shown, and how many others wait; then each has its own window, in their order."""
    first = stage.get()
    prompt = stage.start_prompt()
    stage.shown("label", TOUCH["en"])
    second = stage.program(os.environ["BIOGATE"], "ask", "Pay 200 kr")
    stage.shown("label", "1 other request waits.")
    third = stage.program(os.environ["BIOGATE"], "ask", "Pay 300 kr")
    stage.shown("label", "2 other requests wait.")
    stage.save("queue")
    stage.touch("right-index")
    stage.ends(first, 0)
    for caller, reason, others in (second, "“Pay 200 kr”", 1), (third, "“Pay 300 kr”", 0):
        stage.shown("heading", "Verify it’s you")
        stage.until(lambda: stage.windows()[0].get_state_set().contains(Atspi.StateType.ACTIVE), "an active window")
        stage.shown("label", reason)
        stage.shown("label", TOUCH["en"])
        if others:
            stage.shown("label", "1 other request waits.")
        else:
            check(not stage.find("label", "other request"), "there is another request")
        stage.touch("right-index")
        stage.ends(caller, 0)
    stage.ends(prompt, 0)


def ended(stage):
    """A call that ends without the user says so for a moment; a stranger's finger is an alert."""
    caller = stage.get()
    prompt = stage.start_prompt()
    stage.shown("label", TOUCH["en"])
    stage.touch("stranger")
    stage.shown("alert", "No match. 2 tries left.")
    stage.announced("No match. 2 tries left.")
    stage.save("miss")
    caller.terminate()
    stage.shown("label", "Cancelled.")
    stage.announced("Cancelled.")
    stage.shown("button", "Close")
    check(not stage.find("alert"), "tries are told of a call that is over")
    stage.save("ended")
    stage.gone()
    stage.ends(prompt, 0)


def kept(stage):
    """While the desktop says that a screen reader is on, the end of a call stays until it is closed."""
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    bus.call_sync(
        "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set",
        GLib.Variant("(ssv)", ("org.a11y.Status", "ScreenReaderEnabled", GLib.Variant("b", True))), None,
        Gio.DBusCallFlags.NONE, 5000)
    caller = stage.get()
    prompt = stage.start_prompt()
    stage.shown("label", TOUCH["en"])
    caller.terminate()
    button = stage.shown("button", "Close")
    # Longer than for somebody who looks.
    stage.pause(4)
    stage.shown("label", "Cancelled.")
    button.do_action(0)
    stage.gone()
    stage.ends(prompt, 0)


def restart(stage):
    """The daemon is followed over its restarts: waiting calls have ended, and the next call is shown."""
    prompt = stage.start_prompt("--stay")
    caller = stage.get()
    stage.shown("label", TOUCH["en"])
    # Restarts the daemon.
    stage.ends(stage.program(os.environ["BIOGATE"], "sandbox", "unplug"), 0)
    stage.ends(stage.program(os.environ["BIOGATE"], "sandbox", "plug"), 0)
    stage.until(lambda: caller.poll() is not None, "an end of the call")
    stage.gone()
    caller = stage.get()
    stage.shown("label", TOUCH["en"])
    stage.touch("right-index")
    stage.ends(caller, 0)
    stage.gone()
    check(prompt.poll() is None, "the prompt did not stay")
    stage.stop_prompt()


def no_display(stage):
    """Without a display the program ends with status 3, silently."""
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    done = subprocess.run([os.environ["PROMPT"]], env=environment, capture_output=True, timeout=20, check=False)
    check(done.returncode == 3, f"status {done.returncode}")
    check(done.stdout + done.stderr == b"", f"it says {done.stdout + done.stderr}")


# A place for programs and desktop entries that only root can write, beside the machine's own.
INSTALLED = """
mount -t tmpfs -o mode=755 none /usr/local
mkdir -p /usr/local/bin /usr/local/share/applications
for name in gh python3.9 anybodys; do
    cp "$BIOGATE" /usr/local/bin/$name
    printf '[Desktop Entry]\\nType=Application\\nName=The app %s\\nExec=%s %%u\\nIcon=utilities-terminal\\n' $name $name \
        >/usr/local/share/applications/$name.desktop
done
chmod o+w /usr/local/bin/anybodys
mkdir /usr/local/lib
for name in scripted linked; do
    cp "$BIOGATE" /usr/local/lib/$name
    printf '[Desktop Entry]\\nType=Application\\nName=The app %s\\nExec=%s %%u\\nIcon=utilities-terminal\\n' $name $name \
        >/usr/local/share/applications/$name.desktop
done
printf '#!/bin/sh\\nexec /usr/local/lib/scripted "$@"\\n' >/usr/local/bin/scripted
chmod +x /usr/local/bin/scripted
ln -s ../lib/linked /usr/local/bin/linked
echo ready
exec sleep infinity
"""


def installed(stage):
    """An app that only root can have installed is named, also through a link; a runner of other programs, a program that
    anybody can replace, and one that a script starts, are not taken for an app."""
    if os.geteuid() != 0:
        print("     only root can install an app")
        return
    place = stage.program("unshare", "--mount", "sh", "-euc", INSTALLED, stdout=subprocess.PIPE)
    check(place.stdout.readline() == b"ready\n", "nothing is installed")
    inside = ["nsenter", f"--mount=/proc/{place.pid}/ns/mnt", "--"]
    prompt = stage.program(*inside, os.environ["PROMPT"], "--all", "--stay", "--locale", "en", env=stage.timers.environment)
    for name, file, called in (
            ("gh", "bin/gh", "The app gh"), ("linked", "lib/linked", "The app linked"),
            ("python3.9", "bin/python3.9", None), ("anybodys", "bin/anybodys", None), ("scripted", "lib/scripted", None)):
        caller = stage.program(*inside, "/usr/local/bin/" + name, "get", "github", stderr=subprocess.DEVNULL)
        app = f"App: “{called}”\n" if called else ""
        stage.shown("label", f"{app}Program file: “/usr/local/{file}”")
        check(app or not stage.find("label", "App: "), f"{name} is taken for an app")
        stage.save("installed-" + name)
        caller.terminate()
        stage.gone()
    prompt.terminate()
    stage.ends(prompt, 0)
