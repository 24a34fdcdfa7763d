"""Plays one scenario with the agent, inside `biogate sandbox`.

    biogate sandbox -- [dbus-run-session --] /usr/bin/python3 scenario.py BIOGATE NAME

Ends with 0 if everything was as expected, otherwise with a line that names the difference. The desktop is
python-dbusmock's notification daemon on a separate bus.
"""

import atexit
import os
import re
import select
import signal
import subprocess
import sys
import time

BIOGATE = sys.argv[1]
PIN = os.path.join(os.environ["BIOGATE_SANDBOX"], "pin")
# Only ends a hang; nothing waits for it.
HANG = 60
NOTIFICATIONS = "org.freedesktop.Notifications"


def check(condition, message):
    if not condition:
        raise AssertionError(message)


class Lines:
    """The lines that a process writes."""

    def __init__(self, *command, env=None):
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, start_new_session=True,
            env={**os.environ, **(env or {})})
        # The process does not outlive the scenario.
        atexit.register(self.process.kill)
        self.rest = b""

    def next(self):
        while b"\n" not in self.rest:
            ready, _, _ = select.select([self.process.stdout], [], [], HANG)
            check(ready, f"nothing more was said after {self.rest!r}")
            part = os.read(self.process.stdout.fileno(), 65536)
            check(part, f"it ended after {self.rest!r}")
            self.rest += part
        line, self.rest = self.rest.split(b"\n", 1)
        return line.decode()

    def expect(self, text):
        line = self.next()
        check(text in line, f"expected {text!r}, not {line!r}")
        return line

    def end(self, number=signal.SIGTERM, status=0):
        self.process.send_signal(number)
        got = self.process.wait(HANG)
        check(got == status, f"expected status {status}, not {got}")


class Desktop:
    """A notification daemon, and the calls that it receives."""

    def __init__(self, capabilities="body body-markup actions"):
        import dbusmock
        self.log = Lines(
            sys.executable, "-u", "-m", "dbusmock", "--template", "notification_daemon", "--parameters",
            '{"capabilities": "%s"}' % capabilities)
        bus = dbusmock.DBusTestCase.get_dbus()
        # Its process takes the name when it is ready.
        deadline = time.monotonic() + HANG
        while not bus.name_has_owner(NOTIFICATIONS):
            check(self.log.process.poll() is None, "the mock ended")
            check(time.monotonic() < deadline, "the mock does not take its name")
        self.mock = __import__("dbus").Interface(
            bus.get_object(NOTIFICATIONS, "/org/freedesktop/Notifications"), "org.freedesktop.DBus.Mock")

    def expect(self, *texts):
        """The next call of Notify or CloseNotification."""
        while True:
            line = self.log.next()
            if " Notify " in line or " CloseNotification " in line:
                break
        # The body's lines are the log's; the last argument is the time for which it is shown.
        while " Notify " in line and not line.endswith(" 0"):
            line += "\n" + self.log.next()
        for text in texts:
            check(text in line, f"expected {text!r} in {line!r}")
        return line

    def asked(self, *texts, touch="Touch the fingerprint reader."):
        """The notification of a call, once a finger is wanted: the reader may have to be opened first."""
        line = first = self.expect("Notify", *texts)
        while touch not in line:
            line = self.expect("Notify", *texts)
        return first, line

    def emit(self, member, signature, *values):
        self.mock.EmitSignal(NOTIFICATIONS, member, signature, list(values))


def prepare():
    # Reuses what an earlier scenario in the same sandbox has made.
    if os.path.exists(PIN):
        return
    with open(PIN, "w", encoding="utf-8") as file:
        file.write("274916\n")
    run("pin", "set", "--pin-from", PIN)
    finger = subprocess.Popen([BIOGATE, "sandbox", "touch", "right-index", "--all"])
    run("finger", "add", "right-index", "--pin-from", PIN, "--yes")
    check(finger.wait(HANG) == 0, "the touches failed")


def run(*arguments, status=0):
    done = subprocess.run(
        [BIOGATE, *arguments], capture_output=True, timeout=HANG, start_new_session=True, stdin=subprocess.DEVNULL)
    check(done.returncode == status, f"{arguments}: status {done.returncode}, {done.stderr.decode()!r}")


def ask(reason):
    return subprocess.Popen([BIOGATE, "ask", reason], stderr=subprocess.PIPE, start_new_session=True)


def touch(*arguments):
    check(subprocess.run([BIOGATE, "sandbox", "touch", *arguments], timeout=HANG).returncode == 0, "a touch failed")


def ends(process, status):
    got = process.wait(HANG)
    check(got == status, f"expected status {status}, not {got}: {process.stderr.read()!r}")


def number(line):
    return int(re.search(r"CloseNotification (\d+)", line)[1])


# MARK: On a desktop


def notification():
    """The notification shows who asks, for what and how often it can fail, and goes when the call ends."""
    prepare()
    desktop = Desktop()
    agent = Lines(BIOGATE, "agent")
    asking = ask('Pay <b>200</b> & "go"')
    first, line = desktop.asked(
        "Verify it's you", "Claimed by the program: ", "Pay &lt;b&gt;200&lt;/b&gt; &amp; ", '"cancel", "Cancel"')
    check('"BiometricGate" 0 ' in first, f"it replaces another notification: {first!r}")
    check("3 tries left." in line, f"the tries are not told: {line!r}")
    check("<b>" not in line, f"a program's words are taken for markup: {line!r}")
    touch("stranger")
    desktop.expect("Notify", '"BiometricGate" 1 ', "No match. 2 tries left.", "Touch the fingerprint reader.")
    touch("right-index")
    check(number(desktop.expect("CloseNotification")) == 1, "another notification was closed")
    ends(asking, 0)
    # A character that the bus's library refuses hides no notification.
    asking = ask("Pay \ufdd0 200 kr")
    desktop.asked("Pay \ufffd 200 kr")
    touch("right-index")
    desktop.expect("CloseNotification")
    ends(asking, 0)
    several(desktop)
    agent.end()


def several(desktop):
    """Every item of a request about several is named."""
    names = [f"ITEM_{place:02}" for place in range(16)]
    for name in names:
        run("store", name, "--from", PIN, "--pin-from", PIN)
    asking = subprocess.Popen(
        [BIOGATE, "run", *(word for name in names for word in ("--env", f"{name}={name}")), "--", "true"],
        stderr=subprocess.PIPE, start_new_session=True)
    desktop.asked("Open 16 items?", *(f'"{name}"' for name in names), touch="Touch the fingerprint reader to open 16 items.")
    touch("right-index")
    desktop.expect("CloseNotification")
    ends(asking, 0)


def bus_lost():
    """An agent that has lost the bus ends with a failure, so that systemd starts it again."""
    prepare()
    bus = Lines("dbus-daemon", "--session", "--nofork", "--print-address=1")
    agent = Lines(BIOGATE, "agent", env={"DBUS_SESSION_BUS_ADDRESS": bus.next()})
    asking = ask("Pay")
    agent.expect("Pay")
    bus.process.kill()
    check(agent.process.wait(HANG) == 1, "it goes on without the bus")
    touch("right-index")
    ends(asking, 0)


def cancel_clicked():
    prepare()
    desktop = Desktop()
    agent = Lines(BIOGATE, "agent", "--locale", "ko")
    asking = ask("Pay")
    desktop.asked("본인 확인", '"cancel", "취소"', touch="지문")
    # Another program's notification, or another button, has no effect.
    desktop.emit("ActionInvoked", "us", 99, "cancel")
    desktop.emit("ActionInvoked", "us", 1, "default")
    desktop.emit("ActionInvoked", "us", 1, "cancel")
    ends(asking, 22)
    desktop.expect("CloseNotification 1")
    agent.end()


def notification_closed():
    """Closing the notification leaves the call waiting, and the notification does not return."""
    prepare()
    desktop = Desktop()
    agent = Lines(BIOGATE, "agent")
    asking = ask("Pay")
    desktop.asked()
    desktop.emit("NotificationClosed", "uu", 1, 2)
    touch("stranger")
    touch("right-index")
    ends(asking, 0)
    # The next call has a notification again, the first event on the desktop.
    asking = ask("Pay again")
    desktop.asked("Pay again")
    touch("right-index")
    desktop.expect("CloseNotification 2")
    ends(asking, 0)
    agent.end()


def stopping():
    """An agent that ends removes its notifications."""
    prepare()
    desktop = Desktop(capabilities="body")
    agent = Lines(BIOGATE, "agent")
    asking = ask("Pay <now>")
    # Without markup and buttons if the desktop has neither.
    desktop.asked("Pay <now>", " [] ")
    agent.end()
    desktop.expect("CloseNotification 1")
    touch("right-index")
    ends(asking, 0)


def daemon_gone():
    """No call waits after the daemon has stopped, and the agent finds the next daemon."""
    prepare()
    desktop = Desktop()
    agent = Lines(BIOGATE, "agent")
    asking = ask("Pay")
    desktop.asked("Pay")
    # The daemon restarts for the reader that returns.
    finger = subprocess.Popen([BIOGATE, "sandbox", "unplug"])
    ends(asking, 15)
    check(finger.wait(HANG) == 0, "unplugging failed")
    desktop.expect("CloseNotification 1")
    run("sandbox", "plug")
    agent.expect("is not running")
    asking = ask("Pay again")
    desktop.asked("Pay again")
    touch("right-index")
    desktop.expect("CloseNotification 2")
    ends(asking, 0)
    agent.end()


# MARK: With a prompt


def prompting(**more):
    """An agent that can show prompts, and a client that wants one."""
    from prompt import Gate
    here = os.path.dirname(os.path.abspath(__file__))
    agent = Lines(BIOGATE, "agent", env={"DISPLAY": ":0", "BIOGATE_PROMPT": f"{here}/prompt.py", **more})
    return agent, Gate(os.environ["BIOGATE_SOCKET"])


def authenticate(gate, reason):
    gate.call("Authenticate", {"reason": reason, "interaction": "prompt"}, more=True)


def replies(gate, *events):
    """The messages to the client up to the last of these, or its answer; each names the same asking program."""
    told = []
    while True:
        message = gate.next()
        if not message.get("continues"):
            return told, message
        told.append(message["parameters"]["progress"])
        if events and told[-1]["event"] == events[-1]:
            return told, None


def prompt():
    """A call that wants the prompt gets it without a notification, and goes on for the PIN when its touches are spent.
    """
    prepare()
    desktop = Desktop()
    agent, gate = prompting()
    # The agent is ready once it shows the waiting call.
    asking = ask("Pay")
    desktop.asked("Pay")
    touch("right-index")
    ends(asking, 0)
    desktop.expect("CloseNotification 1")
    authenticate(gate, "Sign in")
    told, _ = replies(gate, "waitingForFinger")
    check(told[-1]["interaction"] == "prompt", f"somebody else asks: {told[-1]}")
    touch("stranger", "--times", "3")
    told, answer = replies(gate)
    check("credentialWanted" in [each["event"] for each in told], f"it did not go on: {told}")
    check(answer["parameters"]["authentication"]["factor"] == "pin", f"unexpected {answer}")
    # The next call has a notification, the first event on the desktop: the earlier one had none.
    asking = ask("Pay again")
    check(" 0 " in desktop.asked("Pay again")[0], "it replaces another notification")
    touch("right-index")
    ends(asking, 0)
    desktop.expect("CloseNotification 2")
    agent.end()


def prompt_fails():
    """If the prompt cannot be shown, the call ends like any other, and the next one has a notification."""
    prepare()
    desktop = Desktop()
    agent, gate = prompting(PROMPT_STATUS="3")
    asking = ask("Pay")
    desktop.asked("Pay")
    touch("right-index")
    ends(asking, 0)
    desktop.expect("CloseNotification 1")
    authenticate(gate, "Sign in")
    # It is shown as a notification as soon as the prompt has failed.
    desktop.asked("Sign in")
    touch("stranger", "--times", "3")
    _, answer = replies(gate)
    check(answer.get("error", "").endswith(".AuthenticationFailed"), f"unexpected {answer}")
    while "CloseNotification 2" not in desktop.expect():
        pass
    authenticate(gate, "Sign in again")
    told, _ = replies(gate, "waitingForFinger")
    check(told[-1]["interaction"] == "caller", f"a prompt is promised: {told[-1]}")
    touch("right-index")
    replies(gate)
    agent.end()


# MARK: Without a desktop


def lines(*options, env=None):
    prepare()
    agent = Lines(BIOGATE, "agent", *options, env=env)
    asking = ask("Pay 200 kr")
    agent.expect(
        "Verify it's you. Verified: "
        f'Program file: "{os.path.realpath(BIOGATE)}". Claimed by the program: "Pay 200 kr"; '
        'Claims to act for: "python3". Touch the fingerprint reader. 3 tries left.')
    touch("stranger")
    agent.expect("No match. 2 tries left. Touch the fingerprint reader.")
    touch("right-index")
    agent.expect('"biogate": confirmed with a finger.')
    ends(asking, 0)
    agent.end(signal.SIGINT)


def no_bus():
    lines(env={"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"})


def nobody_notifies():
    """There is a bus, and no program on it shows notifications."""
    lines()


def lines_wanted():
    Desktop()
    lines("--lines")


def json_lines():
    """Each change of a call is one of the daemon's messages; no notification is shown, and the agent survives the
    daemon's end."""
    import json
    prepare()
    agent = Lines(BIOGATE, "--json", "agent", "--yes", "--timeout", "5")
    asking = ask("Pay 200 kr")
    first = json.loads(agent.next())
    check(first["continues"] and first["parameters"]["change"] in ("added", "present"), f"unexpected {first}")
    check(first["parameters"]["request"]["reason"] == "Pay 200 kr", f"unexpected {first}")
    # The daemon restarts for the reader that returns.
    finger = subprocess.Popen([BIOGATE, "sandbox", "unplug"])
    ends(asking, 15)
    check(finger.wait(HANG) == 0, "unplugging failed")
    while json.loads(agent.next())["parameters"]["change"] != "ended":
        pass
    run("sandbox", "plug")
    asking = ask("Pay again")
    while (message := json.loads(agent.next())["parameters"])["request"]["reason"] != "Pay again":
        pass
    touch("right-index")
    ends(asking, 0)
    while message["change"] != "ended":
        message = json.loads(agent.next())["parameters"]
    agent.end()


def no_daemon():
    agent = Lines(BIOGATE, "agent", "--socket", PIN + "-nobody")
    agent.expect("The fingerprint service is not running. Waiting for it.")
    agent.end()
    # A POSIX locale name selects a language as well.
    agent = Lines(BIOGATE, "agent", "--socket", PIN + "-nobody", "--locale", "nb_NO.UTF-8")
    agent.expect("Fingeravtrykktjenesten kjører ikke.")
    agent.end()


if __name__ == "__main__":
    try:
        globals()[sys.argv[2]]()
    except AssertionError as error:
        sys.exit(f"{sys.argv[2]}: {error}")
