"""Scenarios of the settings' More: recent activity, and erasing everything; and a second start."""

import os
import signal

import measures
from settingsstage import kept, kept_prints
from stage import Atspi, check, daemon, role_of
from words import PASSWORD, PIN

# As journalctl(1) prints it with --output=export.
ENTRY = """__CURSOR=s=1
__REALTIME_TIMESTAMP=1700000000000000
BIOGATE_EVENT=granted
BIOGATE_COMMAND=gh
BIOGATE_OPERATION=retrieve
BIOGATE_ITEM=github
BIOGATE_FACTOR=fingerprint

"""


def journal(output="", status=0, service="_PID=1\n\n"):
    """A journalctl before the machine's in the path, which records its arguments: its lines about the user, and those of
    the service."""
    directory = os.path.join(os.environ["HOME"], "bin")
    os.makedirs(directory, exist_ok=True)
    with open(os.path.join(directory, "entries"), "w", encoding="ascii") as file:
        file.write(output)
    with open(os.path.join(directory, "service"), "w", encoding="ascii") as file:
        file.write(service)
    path = os.path.join(directory, "journalctl")
    with open(path, "w", encoding="ascii") as file:
        file.write(f"""#!/bin/sh
case $* in *BIOGATE_UID*) echo "$*" >"{directory}/words"; cat "{directory}/entries" ;; *) cat "{directory}/service" ;; esac
exit {status}
""")
    os.chmod(path, 0o755)
    if directory not in os.environ["PATH"].split(os.pathsep):
        os.environ["PATH"] = directory + os.pathsep + os.environ["PATH"]
    return os.path.join(directory, "words")


def activity(stage):
    """The recent activity is read from the journal, as far as it concerns the user, and keys move through it; if it may
    not be read, the window says what an administrator can do."""
    journal(ENTRY * 2)
    stage.start()
    stage.button("Show: Recent activity")
    stage.asked("Recent activity")
    stage.appears("list item", "opened")
    stage.pause(0.5)
    stage.contrasts(6)
    stage.button("Close")
    stage.answered()
    words = journal(ENTRY * 30)
    stage.button("Show: Recent activity")
    stage.asked("Recent activity")
    entry = stage.appears("list item", '“gh” opened “github”')
    check("Allowed: fingerprint" in entry.get_description(), f"it says {entry.get_description()!r}")
    with open(words, encoding="ascii") as file:
        said = file.read().split()
    check({f"BIOGATE_UID={os.getuid()}", "_SYSTEMD_UNIT=biogated.service", "--lines=30"} <= set(said), f"asked {said}")
    stage.until(lambda: stage.focused() == "Close", "the focus on Close")
    stage.every_name()
    size = stage.until(stage.size_of_sheet, "a size")
    check(size.height <= 700, f"it is {size.height} high")
    stage.save("settings-activity")
    # The last one is below the window's edge until it has the focus.
    last = [node for node in stage.front() if role_of(node) == "list item"][-1]
    check(Atspi.Component.get_extents(last, Atspi.CoordType.WINDOW).y > size.height, "all of it is shown at once")
    stage.aim_front()
    stage.press(0xFF09)
    stage.until(lambda: "opened" in (stage.focused() or ""), "the focus on an entry")
    stage.press(0xFF57)
    stage.until(
        lambda: Atspi.Component.get_extents(
            [node for node in stage.front() if role_of(node) == "list item"][-1],
            Atspi.CoordType.WINDOW).y < size.height, "the last entry")
    stage.escape()
    stage.answered()
    # The journal is empty.
    journal()
    stage.button("Show: Recent activity")
    stage.asked("Recent activity")
    stage.appears("label", "No requests yet.")
    stage.button("Close")
    stage.answered()
    # Nothing of the service is in it, so that it does not tell.
    journal(service="")
    stage.button("Show: Recent activity")
    stage.asked("Recent activity")
    stage.appears("label", "This computer keeps no journal of requests.")
    stage.button("Close")
    stage.answered()
    # It may not be read.
    journal(status=1)
    stage.button("Show: Recent activity")
    stage.asked("Recent activity")
    stage.appears("label", "may not read")
    stage.appears("label", "sudo usermod --append --groups systemd-journal ")
    stage.every_name()
    stage.save("settings-journal")
    stage.button("Close")
    stage.answered()
    stage.stop_prompt()


def erase(stage):
    """Everything is named before it is erased, Enter and Escape cancel, and the password is asked for. Root's password
    is not compared; a wrong one is played where a finger is added."""
    stage.start()
    stage.button("Erase everything")
    stage.asked("Erase everything?")
    check({"• Right index finger", "• PIN", "• github"} <= set(stage.texts()), f"it names {stage.texts()}")
    stage.every_name()
    stage.contrasts(6)
    stage.save("settings-erase")
    stage.until(lambda: stage.focused() == "Cancel", "the focus on Cancel")
    stage.aim_front()
    stage.enter()
    stage.answered()
    stage.button("Erase everything")
    stage.asked("Erase everything?")
    stage.aim_front()
    stage.escape()
    stage.answered()
    check(len(kept_prints()) == 1 and kept()["settings"]["pinSet"], "something is gone")
    stage.button("Erase everything")
    stage.asked("Erase everything?")
    stage.button("Erase everything")
    stage.appears("password text", "Type your password")
    check(not stage.named("button", "Use PIN"), "a PIN would do")
    check(len(kept_prints()) == 1, "the finger is gone")
    stage.save("settings-erase-password")
    stage.give(PASSWORD, go_on="Erase everything")
    stage.done("Everything is erased.")
    stage.appears("heading", "No fingerprint added yet")
    check(not kept_prints() and not kept()["settings"]["pinSet"] and not kept("list")["items"], "something is left")
    for secret in (PIN, PASSWORD):
        stage.nothing_of(secret)
    stage.stop_prompt()


def single(stage):
    """A second start brings the existing window to the front; with an option it has its own. After closing, there is a
    new one."""
    def frames():
        return [window for window in stage.windows() if role_of(window) == "frame"]
    command = os.environ["SETTINGS"]
    stage.prompt = stage.program(command)
    stage.until(frames, "a window")
    stage.ends(stage.program(command), 0)
    check(stage.prompt.poll() is None and len(frames()) == 1, f"there are {len(frames())} windows")
    other = stage.program(command, "--locale", "ko")
    stage.until(lambda: len(frames()) == 2, "a window of its own")
    other.terminate()
    stage.ends(other, 0)
    stage.stop_prompt()
    stage.until(lambda: not frames(), "no window")
    stage.prompt = stage.program(command)
    stage.until(frames, "a window")
    stage.stop_prompt()


def double(stage):
    """The second press of a double click has no effect on a control that has appeared under the pointer meanwhile, nor
    have later presses until there was a pause: in the next question, and in the window behind one."""
    measures.without_motion()
    stage.start()
    stage.appears("list item", "Virtual device")
    adding = place(stage, "Add a finger")
    ask_twice(stage)
    going_on = place(stage, "Continue")
    stage.button("Cancel")
    stage.answered()
    # In the next question.
    ask_twice(stage, going_on)
    check(not stage.named("password text") and "Before your fingerprint opens" in " ".join(stage.texts()), f"it says {stage.texts()}")
    stage.timers.clock.advance(0.6)
    press(going_on)
    stage.appears("password text", "Type your PIN")
    stage.button("Cancel")
    stage.answered()
    # In the window behind.
    stage.button("End all access")
    stage.asked("End all access?")
    stage.button("Cancel")
    press_on(stage, adding)
    check(not stage.sheet(), "a press counted")
    stage.timers.clock.advance(0.6)
    press(adding)
    stage.asked("Which finger?")
    stage.stop_prompt()


def ask_twice(stage, pressing=None):
    """Goes to the second question of a new finger, pressing without a pause while it appears."""
    stage.button("Add a finger")
    stage.asked("Which finger?")
    stage.button("Continue")
    if pressing:
        press_on(stage, pressing)
    # The presses may choose another finger.
    stage.asked("Add ")


def place(stage, name):
    """The middle of that button on the display."""
    measures.still(stage)
    box = next(box for node, box in measures.boxes(stage, {"button"}) if node.get_name() == name)
    return box.x + box.width // 2, box.y + box.height // 2


def press(where):
    Atspi.generate_mouse_event(*where, "b1c")


def press_on(stage, where):
    """Presses again and again. The window's clock stands meanwhile: no pause passes that would make a press count."""
    stage.timers.clock.hold()
    for _ in range(20):
        press(where)
        stage.pause(0.05)


def cancelling(stage):
    """A user who cancels a running call learns that at once, and need not wait; if the service does not answer, the
    window says that the result is unknown."""
    stage.start()
    service = daemon()
    os.kill(service, signal.SIGSTOP)
    try:
        for waits in (True, False):
            # The service is asked for the cost, and answers later.
            stage.button("Try it")
            stage.asked("Try it")
            stage.button("Cancel")
            stage.until(lambda: "Cancelling. One moment." in stage.texts(), "a word about it")
            stage.announced("Cancelling. One moment.")
            if waits:
                stage.asked("Cancelled without an answer")
                stage.every_name()
                stage.save("settings-unanswered")
            stage.button("Close")
            stage.answered()
    finally:
        os.kill(service, signal.SIGCONT)
    stage.appears("heading", "Fingerprint works")
    # A service that answers ends it silently.
    stage.button("Try it")
    stage.until(lambda: any("ouch the fingerprint reader" in text for text in stage.texts()), "the call for a touch")
    stage.button("Cancel")
    stage.answered()
    stage.stop_prompt()
