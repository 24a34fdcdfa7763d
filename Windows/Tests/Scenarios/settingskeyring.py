"""Scenarios of the switch by which a login by finger opens the keyring. The user is a person: a system account has no
keyring."""

import base64
import os

import dress
from settingslanguages import in_each_language
from settingsstage import kept
from stage import Atspi, Call, check
from words import PASSWORD, PIN, WRONG

SWITCH = "Open my keyring when I log in"
QUESTION = "Open your keyring when you log in?"


def login_socket():
    """A socket of the daemon's with that of logins beside it, as its units have them."""
    directory = os.path.join(os.environ["HOME"], "gate")
    path = os.path.join(directory, "org.biometricgate.Gate")
    if not os.path.exists(directory):
        os.mkdir(directory)
        os.symlink(os.environ["BIOGATE_SOCKET"], path)
        os.symlink(os.environ["BIOGATE_FACE"], os.path.join(directory, "org.biometricgate.Face"))
    return path


def start(stage):
    stage.prompt = stage.program(
        os.environ["SETTINGS"], "--locale", "en", "--socket", login_socket(), env=stage.timers.environment)
    return stage.appears("check box", SWITCH)


def is_set(stage):
    return stage.named("check box", SWITCH).get_state_set().contains(Atspi.StateType.CHECKED)


def stored():
    return [item for item in kept("list")["items"] if item["access"].get("openers") == ["system"]]


def keyring(stage):
    """Turned on by the password and a finger, after the window has said what is stored; listed as what it is; off in one
    move."""
    switch = start(stage)
    switch.do_action(0)
    stage.asked(QUESTION)
    check(any("stored on this computer, sealed" in text for text in stage.texts()), f"it says {stage.texts()}")
    check(any("keyring itself is not changed" in text for text in stage.texts()), f"it says {stage.texts()}")
    stage.every_name()
    stage.save("settings-keyring")
    stage.button("Cancel")
    stage.answered()
    check(not stored() and not is_set(stage), "it is stored")
    switch.do_action(0)
    stage.button("Continue")
    stage.appears("password text", "Type your password")
    check(not stage.named("button", "Use PIN"), "a PIN would do")
    stage.give(WRONG)
    stage.until(lambda: any("did not match" in node.get_name() for node in stage.alerts()), "an alert")
    check(not stored(), "a wrong password is stored")
    stage.give(PASSWORD)
    stage.until(lambda: any("ouch the fingerprint reader" in text for text in stage.texts()), "the call for a touch")
    stage.save("settings-keyring-touch")
    stage.touch("right-index")
    stage.done("Logging in with your fingerprint also unlocks your keyring.")
    stage.appears("list item", "Your account’s password")
    stage.until(lambda: is_set(stage), "a switch that is on")
    check(stored()[0]["openableBy"] == ["fingerprint"], f"it is {stored()}")
    stage.save("settings-keyring-on")
    stage.appears("check box", SWITCH).do_action(0)
    stage.done("The stored password is deleted. Your keyring opens with the typed one, as before.")
    stage.until(lambda: not stage.named("list item", "Your account’s password") and not is_set(stage), "no password")
    check(not stored() and len(kept("list")["items"]) == 1, "another item is gone")
    for secret in (PASSWORD, WRONG):
        stage.nothing_of(secret)
    stage.stop_prompt()


def keyring_refused(stage):
    """Where a thief of the disk could read the password, nothing is stored, and the window says why."""
    start(stage).do_action(0)
    stage.button("Continue")
    stage.appears("password text", "Type your password")
    stage.give(PASSWORD)
    stage.asked("Your password was not stored")
    check(any("the disk is not encrypted" in text for text in stage.texts()), f"it says {stage.texts()}")
    stage.every_name()
    stage.save("settings-keyring-refused")
    stage.button("Close")
    stage.answered()
    check(not stored() and not is_set(stage), "it is stored")
    stage.stop_prompt()


def keyring_set_up(stage):
    """The first steps offer it last, where a keyring listens in the session."""
    directory = os.path.join(os.environ["XDG_RUNTIME_DIR"], "keyring")
    os.mkdir(directory)
    with open(os.path.join(directory, "control"), "w", encoding="ascii"):
        pass
    start(stage)
    stage.button("Set up")
    stage.asked("Sign in faster with your fingerprint?")
    stage.appears("label", "Step 1 of 5")
    stage.button("Continue")
    stage.appears("password text", "Type your password")
    stage.give(PASSWORD)
    stage.appears("password text", "New PIN")
    stage.give(PIN, PIN, go_on="Set a PIN")
    stage.asked("Which finger?")
    stage.button("Continue")
    stage.until(lambda: any("touches" in text for text in stage.texts()), "touches")
    stage.touch("right-index", "--all")
    stage.appears("label", "Step 4 of 5")
    stage.until(lambda: any("ouch the fingerprint reader" in text for text in stage.texts()), "the call for a touch")
    stage.touch("right-index")
    stage.asked(QUESTION)
    stage.appears("label", "Step 5 of 5")
    stage.save("settings-keyring-setup")
    stage.button("Continue")
    stage.appears("password text", "Type your password")
    stage.give(PASSWORD)
    stage.until(lambda: any("ouch the fingerprint reader" in text for text in stage.texts()), "the call for a touch")
    stage.touch("right-index")
    stage.asked("Everything is set up")
    check("Logging in with your fingerprint also unlocks your keyring." in stage.texts(), f"it says {stage.texts()}")
    stage.button("Done")
    stage.answered()
    check(len(stored()) == 1, "it is not stored")
    for secret in (PASSWORD, PIN):
        stage.nothing_of(secret)
    stage.stop_prompt()


def keyring_screens(stage):
    """The question before it, and the window with it, in each language."""
    socket = login_socket()

    def off(tour):
        tour.start("--socket", socket)
        tour.look(SWITCH)
        tour.press(SWITCH, "check box")
        tour.look(QUESTION)
        tour.press("Continue")
        tour.look("Type your password")
        tour.back()

    def on(tour):
        tour.start("--socket", socket)
        tour.look("Your account’s password")
    dress.put_on(stage)
    in_each_language(stage, "keyring", off)
    storing = Call(
        "StoreSecret", name="login", secret=base64.b64encode(PASSWORD.encode()).decode(), access={"openers": ["system"]})
    stage.touch("right-index")
    stage.until(storing.outcome, "an outcome")
    in_each_language(stage, "keyring-on", on)
