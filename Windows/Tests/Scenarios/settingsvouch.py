"""A scenario of a finger that the system's own settings added."""

import json
import os
import socket

from settingsstage import biogate, kept_of, kept_prints, pin_file
from stage import HANG, check
from words import PIN, WRONG

LOGIN = "Unlocks login only. It opens nothing here until you confirm it."
INTERFACE = "org.biometricgate.Face."


def vouch(stage):
    """A finger added in the system's settings appears with its purpose; confirming it shows the meaning and cost, and
    takes the PIN. If all fingers are such, the window says so, and leads there."""
    if os.getuid():
        # The daemon's face interface is for root.
        print("     only root can add such a finger")
        return
    stage.start()
    stage.appears("list item", "Right index finger")
    add_elsewhere("leftThumb", "left-thumb")
    # The window has heard of it by itself.
    stage.appears("button", "Confirm left thumb")
    check(any(text.startswith(LOGIN) for text in stage.texts()), f"it says {stage.texts()}")
    # Until then the other finger opens nothing, either.
    stage.appears("heading", "Stored items need to be renewed")
    stage.every_name()
    stage.save("settings-login-only")
    # The index finger opens it again after a renewal.
    renewing = stage.touch("right-index")
    biogate("renew", "github", "--pin-from", pin_file())
    stage.ends(renewing, 0)
    stage.button("Confirm left thumb")
    stage.asked("Let left thumb open items, too?")
    check("• github" in stage.texts(), f"it names {stage.texts()}")
    check(any("only if it is your own finger" in text for text in stage.texts()), f"it says {stage.texts()}")
    stage.every_name()
    stage.until(lambda: stage.focused() == "Cancel", "the focus on Cancel")
    stage.button("Cancel")
    stage.answered()
    check(not vouched("leftThumb"), "it is confirmed")
    # It alone is left.
    biogate("finger", "remove", "right-index", "--yes", "--pin-from", pin_file())
    stage.appears("heading", "So far, your fingerprint only works for login")
    check("biogate finger vouch" in biogate("status"), "the terminal has another way on")
    stage.every_name()
    stage.save("settings-login-only-all")
    stage.button("Confirm left thumb")
    stage.asked("Let left thumb open items, too?")
    stage.button("Confirm")
    stage.appears("password text", "Type your PIN")
    stage.give(WRONG)
    stage.until(lambda: any("did not match" in node.get_name() for node in stage.alerts()), "an alert")
    check(not vouched("leftThumb"), "it is confirmed")
    stage.give(PIN)
    stage.asked("Renew")
    stage.until(lambda: any("ouch the fingerprint reader" in text for text in stage.texts()), "the call for a touch")
    stage.touch("left-thumb")
    stage.done("Now opens items, too: left thumb.")
    check(vouched("leftThumb"), "it is not confirmed")
    stage.appears("heading", "Fingerprint works")
    stage.until(lambda: not stage.named("button", "Confirm left thumb"), "nothing to confirm")
    for secret in (PIN, WRONG):
        stage.nothing_of(secret)
    stage.stop_prompt()


def vouched(finger):
    return next(each.get("vouched", True) for each in kept_prints() if each["finger"] == finger)


def add_elsewhere(finger, touch):
    """What biogate-fprintd does for the system's settings."""
    reader = kept_of("readers")["readers"][0]["id"]
    with socket.socket(socket.AF_UNIX) as face:
        face.settimeout(HANG)
        face.connect(os.environ["BIOGATE_FACE"])
        parameters = {"uid": os.getuid(), "readerId": reader, "finger": finger}
        message = {"method": INTERFACE + "Enroll", "parameters": parameters, "more": True}
        face.sendall(json.dumps(message).encode() + b"\0")
        rest = b""
        while True:
            while b"\0" not in rest:
                part = face.recv(65536)
                check(part, "the daemon hung up")
                rest += part
            frame, rest = rest.split(b"\0", 1)
            answer = json.loads(frame)
            if not answer.get("continues"):
                check("error" not in answer, f"not added: {answer}")
                return
            if answer["parameters"]["event"] == "waitingForFinger":
                scan(touch)


def scan(touch):
    """Makes one touch by libfprint's own commands, because a call on the face interface is reported to no other
    program."""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(HANG)
        line.connect(os.path.join(os.environ["BIOGATE_SANDBOX"], "port", "reader"))
        line.sendall(f"SCAN {touch}".encode())
        try:
            while line.recv(4096):
                pass
        except ConnectionResetError:
            pass
