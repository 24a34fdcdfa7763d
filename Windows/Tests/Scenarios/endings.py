"""Scenarios of ends that neither the user nor the asking program brings about: the window says the same as the program
hears, and the next request is shown."""

import os
import signal

from stage import Call, check
from words import TOUCH


def asked(stage):
    """A request that waits for a finger in the prompt."""
    call = Call("RetrieveSecret", name="github", reason="Push now", interaction="prompt", locale="en")
    prompt = stage.start_prompt(shows_all=False)
    stage.shown("label", TOUCH["en"])
    return call, prompt


def plays(stage, event):
    stage.ends(stage.program(os.environ["BIOGATE"], "sandbox", event), 0)


def is_told(stage, call, error):
    """The window tells the program's own reason; returns the program's error."""
    refusal = stage.until(call.outcome, "an outcome")
    check(refusal.get("error", "").endswith("." + error), f"the outcome is {refusal}")
    title = refusal["parameters"]["guidance"]["title"]
    stage.shown("label", title)
    stage.shown("button", "Close")
    stage.announced(title)
    return refusal["parameters"]


def opens(stage):
    """The next request is shown, and a finger decides it."""
    call, prompt = asked(stage)
    with stage.confirming():
        stage.touch("right-index")
        stage.shown("label", "Confirmed.")
    outcome = stage.until(call.outcome, "an outcome")
    check(outcome["parameters"].get("secret") == "czNjcmV0", f"the outcome is {outcome}")
    stage.ends(prompt, 0)


def locked(stage):
    """The screen is locked while a finger is awaited."""
    call, prompt = asked(stage)
    plays(stage, "lock")
    try:
        check(is_told(stage, call, "Cancelled")["by"] == "sessionLocked", "it ended for another reason")
        stage.save("locked")
        stage.gone()
        stage.ends(prompt, 0)
    finally:
        plays(stage, "unlock")
    opens(stage)


def asleep(stage):
    """The machine goes to sleep while a finger is awaited, and wakes."""
    call, prompt = asked(stage)
    plays(stage, "sleep")
    try:
        check(is_told(stage, call, "Cancelled")["by"] == "suspend", "it ended for another reason")
        stage.save("asleep")
        stage.gone()
        stage.ends(prompt, 0)
    finally:
        plays(stage, "wake")
    opens(stage)


def switched(stage):
    """Another user gets the screen: the request ends, the next one is refused at once, and once the first user is back, a
    request is shown again."""
    call, prompt = asked(stage)
    plays(stage, "away")
    check(is_told(stage, call, "HardwareUnavailable")["reason"] == "notInteractive", "it ended for another reason")
    stage.save("switched")
    stage.gone()
    stage.ends(prompt, 0)
    later = Call("RetrieveSecret", name="github", reason="Push now", interaction="prompt", locale="en")
    refusal = stage.until(later.outcome, "an outcome")
    check(refusal["parameters"].get("reason") == "notInteractive", f"the outcome is {refusal}")
    plays(stage, "back")
    opens(stage)


def killed(stage):
    """The service is killed while a finger is awaited."""
    call, prompt = asked(stage)
    os.kill(int(os.environ["DAEMON"]), signal.SIGKILL)
    stage.shown("label", "Fingerprint is not available right now.")
    stage.shown("button", "Close")
    stage.announced("Fingerprint is not available right now.")
    stage.save("killed")
    stage.until(lambda: is_hung_up(call), "an end of the program's connection")
    stage.gone()
    stage.ends(prompt, 0)


def is_hung_up(call):
    """Whether its connection has ended, without an outcome."""
    check(call.outcome() is None, "the program has an outcome")
    try:
        return call.socket.recv(1) == b""
    except BlockingIOError:
        return False
