"""Scenarios of crossing ways: no PIN to fall back on, two ways at the same moment, another window."""

import os
import subprocess

from stage import check, role_of
from words import PIN


def no_pin(stage):
    """If the account has no PIN, typing one says so and leads to a sign-in or the finger, and to the sign-in alone once
    the finger has no tries left."""
    stage.biogate("pin", "remove", "--yes", "--pin-from", stage.pin_file(PIN))
    stage.start("--offer-late")
    stage.type_password()
    stage.press_button("transfer")
    stage.press_button("turn on")
    stage.asked()
    stage.press_button("use PIN")
    typed(stage)
    stage.is_screen("no PIN, pin", "transfer reason")
    stage.press_button("retry")
    stage.asked()
    stage.ends(stage.touch("right-index"), 0)
    stage.sees("heading", "4800 kr")
    stage.press_button("transfer")
    stage.asked()
    stage.miss(3)
    # The screen on which a press would be lost is gone then.
    stage.until(lambda: stage.said["use finger"] not in stage.buttons(), "no button for the finger")
    stage.press_button("use PIN")
    typed(stage)
    stage.is_screen("no PIN, finger spent, pin", "transfer reason")
    stage.until(lambda: press_last(stage), "a press of the way to the bank's own sign-in")
    stage.type_password()
    stage.sees("heading", "4800 kr")
    stage.stop()


def typed(stage):
    stage.sees("password text", stage.said["type PIN"])
    stage.aim()
    stage.type(PIN)
    stage.enter()


def press_last(stage):
    """The gate's last button, which is its sign-in."""
    last = [node for node in stage.nodes() if role_of(node) == "button"][-1]
    return last.do_action(0)


def at_once(stage):
    """A finger that matches while the alternative is pressed: one of the two is taken, the bank goes on from there, and
    the other has no effect."""
    stage.sign_up()
    taken = []
    for after in (0, 0.05, 0.2):
        stage.press_button("sign out")
        stage.asked()
        way = stage.button("use password")
        touching = stage.touch("right-index")
        stage.pause(after)
        way.do_action(0)
        ended = stage.until(
            lambda: stage.named_button("transfer") and "finger" or stage.named_button("sign in") and "password", "an end")
        # Longer than the check mark is shown.
        stage.pause(0.8)
        check(bool(stage.named_button("transfer")) == (ended == "finger"), f"{ended} was taken, and then another way")
        check(bool(stage.named_button("sign in")) == (ended == "password"), f"{ended} was taken, and then another way")
        taken.append(ended)
        if ended == "password":
            touching.kill()
            stage.type_password()
        stage.home()
        stage.press_button("card")
        stage.until(lambda: stage.visible("label", "4000 0000 0000 0002") or stage.visible("label", stage.said["touch"]),
                    "card details, or the question before them")
        if stage.named_button("cancel"):
            stage.press_button("cancel")
        stage.home()
    print(f"     {taken}")
    stage.stop()


def moved(stage):
    """A gate moved into another window while it asks waits there to be asked, however often it is drawn, and is passed
    there."""
    app = stage.program("stdbuf", "-oL", os.environ["MOVING"], stdout=subprocess.PIPE)
    stage.asked()
    stage.sees("button", "Move").do_action(0)
    stage.sees_no("button", "Move")
    stage.button("use finger")
    for width in (700, 500):
        stage.resize(width, 600)
        check(stage.named_button("use finger") is not None, "the gate has asked by itself")
    stage.press_button("use finger")
    stage.asked()
    stage.ends(stage.touch("right-index"), 0)
    stage.ends(app, 0)
    said = app.stdout.read()
    check(said == b"Passed.\n", f"the app says {said}")
