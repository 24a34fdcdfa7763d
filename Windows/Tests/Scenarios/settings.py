"""Scenarios of the settings' window: what it shows, and what it changes."""

import json
import os
import subprocess

from stage import check


def biogate(*arguments):
    """What biogate answers."""
    done = subprocess.run(
        [os.environ["BIOGATE"], *arguments], capture_output=True, text=True, timeout=20, check=True,
        stdin=subprocess.DEVNULL)
    return done.stdout


def kept(what="settings"):
    """What the daemon keeps, as it says itself."""
    return json.loads(biogate(what, "--json").splitlines()[-1])["parameters"]


def status(stage):
    """The window says what is, names everything, and closes; what is added elsewhere is shown."""
    window = stage.start()
    stage.appears("heading", "Fingerprint works")
    stage.appears("label", "Touch the reader when an app asks.")
    stage.appears("list item", "Right index finger")
    stage.appears("list item", "github")
    stage.appears("list item", "The PIN is set")
    stage.appears("list item", "Virtual device")
    check(stage.is_on(), "the switch is off")
    check(not stage.named("alert"), "there is an alert")
    check(stage.windows()[0].get_application().get_name() == "org.biometricgate.Settings", "another name")
    stage.every_name()
    stage.save("settings-status")
    # Somewhere else it is turned off.
    biogate("disable", "--yes")
    stage.appears("alert", "Fingerprint is turned off")
    stage.until(lambda: not stage.is_on(), "a switch that is off")
    stage.save("settings-disabled")
    stage.every_name()
    stage.stop_prompt()
    check(window.returncode == 0, f"status {window.returncode}")


def off_and_on(stage):
    """Off is confirmed with what it costs, Cancel changes nothing, and the switch moves with what is on disk; on asks for
    the finger, and a stranger's leaves it off."""
    stage.start()
    stage.named("check box").do_action(0)
    stage.asked("Turn off unlocking with fingerprint?")
    check("• github" in stage.texts(), f"it names {stage.texts()}")
    stage.every_name()
    stage.save("settings-off")
    stage.until(lambda: stage.focused() == "Cancel", "the focus on Cancel")
    stage.announced("github")
    # Enter and Escape change nothing.
    stage.aim_front()
    stage.enter()
    stage.answered()
    check(stage.is_on() and kept()["settings"]["fingerprintEnabled"], "it is off")
    stage.named("check box").do_action(0)
    stage.asked("Turn off")
    stage.button("Turn off")
    stage.asked("Fingerprint is off.")
    check(not kept()["settings"]["fingerprintEnabled"], "it is on")
    check(not stage.is_on() if stage.named("check box") else True, "the switch is on")
    stage.done("Fingerprint is off.")
    check(not stage.is_on(), "the switch is on")
    stage.appears("alert", "Fingerprint is turned off")
    # On, with a finger that nobody knows.
    stage.named("check box").do_action(0)
    stage.asked("Turn on")
    check(any("never leave this computer" in text for text in stage.texts()), f"it says {stage.texts()}")
    stage.save("settings-on")
    stage.button("Continue")
    stage.asked("Unlock with fingerprint")
    stage.touch("stranger", "--times", "3")
    stage.asked("No match")
    stage.button("Close")
    stage.answered()
    check(not stage.is_on() and not kept()["settings"]["fingerprintEnabled"], "it is on")
    # With the finger.
    stage.named("check box").do_action(0)
    stage.button("Continue")
    stage.asked("Unlock with fingerprint")
    stage.touch("right-index")
    stage.asked("Fingerprint is on.")
    check(kept()["settings"]["fingerprintEnabled"], "it is off")
    stage.done("Fingerprint is on.")
    check(stage.is_on(), "the switch is off")
    stage.appears("heading", "Fingerprint works")
    stage.appears("push button", "Renew github")
    stage.stop_prompt()
