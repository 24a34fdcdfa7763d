"""Scenarios of the gate that asks: at the sign-in, and before important actions."""

import os

from gatestage import CLOSE, is_alert
from stage import check, role_of
from words import PIN, WRONG


def first_use(stage):
    """After the first sign-in by password the fingerprint is offered, and a touch turns it on. From then on the bank
    begins with the gate, whose parts are in order, and a touch opens it."""
    stage.start()
    stage.type_password()
    stage.sees("heading", stage.said["offer"])
    check(stage.button("turn on") and stage.button("not now"), "the offer has no two answers")
    stage.press_button("turn on")
    stage.asked()
    stage.announced(stage.said["touch"])
    stage.ends(stage.touch("right-index"), 0)
    stage.home()
    stage.stop()

    stage.start()
    stage.asked()
    parts = [(role_of(node), node.get_name()) for node in stage.nodes()
             if role_of(node) in ("heading", "label", "alert", "button", "image", "icon") and node.get_name()]
    names = [name for _, name in parts]
    check(("heading", stage.said["title"]) in parts, f"the title is no heading: {parts}")
    wanted = ["title", "reason", "touch", "use password"]
    places = [next(i for i, name in enumerate(names) if stage.said[what] in name) for what in wanted]
    check(places == sorted(places), f"the parts stand in another order: {names}")
    check(not any(role in ("image", "icon") for role, _ in parts), f"a picture is told: {parts}")
    check(stage.focused_node().get_name() == stage.said["use password"], "the way around has not the focus")
    stage.save("gate-" + stage.locale)
    with stage.timers.held():
        stage.ends(stage.touch("right-index"), 0)
        stage.sees("label", stage.said["confirmed"])
    stage.home()
    stage.stop()


def step_up(stage):
    """A transfer asks again, with the action as the reason, and can be closed; card details shortly afterwards ask
    nothing."""
    stage.sign_up()
    stage.press_button("transfer")
    stage.asked()
    stage.sees("label", stage.said["transfer reason"])
    stage.press_button("cancel")
    stage.home()
    stage.sees("heading", "5000 kr")
    stage.press_button("transfer")
    stage.asked()
    stage.ends(stage.touch("right-index"), 0)
    stage.sees("heading", "4800 kr")
    stage.press_button("card")
    stage.sees("label", "4000 0000 0000 0002")
    # Each transfer asks.
    stage.press_button("transfer")
    stage.asked()
    stage.press_button("use PIN")
    stage.until(lambda: stage.visible("password text", stage.said["type PIN"]), "the PIN's field")
    stage.aim()
    # Text typed into the bank's own field is not the gate's secret.
    stage.events.clear()
    stage.type(WRONG)
    stage.nothing_of(WRONG)
    stage.enter()
    stage.sees("alert", stage.said["wrong PIN"])
    stage.until(lambda: stage.typed() == "", "an empty field")
    stage.type(PIN)
    stage.enter()
    stage.sees("heading", "4600 kr")
    stage.nothing_of(PIN)
    stage.stop()


def misses(stage):
    """Each miss is shown below the picture, and the customer decides about the next touch; after three only the
    alternative is left, which leads directly to the bank's own screen. The gate is as wide in each state. Two more lock the fingerprint out, and the gate says so without a button for the finger."""
    stage.sign_up()
    stage.stop()
    stage.start()
    stage.asked()
    width = stage.width("use password")
    stage.miss(1)
    is_alert(stage.sees("alert", stage.said["missed once"]))
    stage.announced(stage.said["missed once"])
    # The reader is not armed again by itself.
    check(not stage.visible("label", stage.said["touch"]), "a touch is asked for")
    check(stage.focused_node().get_name() == stage.said["retry"], "the button for another try has not the focus")
    check(stage.width("use password") == stage.width("retry") == width, "the gate has another width after a miss")
    stage.press_button("retry")
    stage.asked()
    stage.miss(2)
    stage.sees("alert", stage.said["spent"])
    check(stage.width("use password") == width, "the gate has another width at its end")
    stage.until(lambda: stage.said["use finger"] not in stage.buttons(), "no button for the finger")
    check(stage.buttons()[-1] == stage.said["use password"], f"the buttons are {stage.buttons()}")
    # As often as it is pressed.
    for _ in range(2):
        stage.press_button("use password")
        stage.sees("password text", stage.said["password"])
        stage.press_button("back")
        stage.sees("heading", stage.said["title"])
    check(stage.said["use finger"] not in stage.buttons(), f"the buttons are {stage.buttons()}")
    stage.stop()
    stage.start()
    stage.asked()
    with stage.timers.held():
        stage.miss(2)
        is_alert(stage.sees("alert", stage.said["paused"]))
        check("30" not in stage.visible("alert").get_name(), "it counts down to a try that is not offered")
        check(stage.said["use finger"] not in stage.buttons(), f"the buttons are {stage.buttons()}")
        stage.save("gate-lockout-" + stage.locale)
    stage.stop()


def way_around(stage):
    """After the misses and a sign-in by password, the next transfer asks for the finger, and the bank accepts the
    opened token; so it does after an abandoned new setup, when the next touch is another program's."""
    stage.sign_up()
    stage.stop()
    stage.start()
    stage.asked()
    # Gone from the display and back, the gate can be asked again.
    stage.press_button("use password")
    stage.press_button("back")
    stage.press_button("use finger")
    stage.asked()
    stage.miss(3)
    stage.press_button("use password")
    stage.type_password()
    stage.press_button("transfer")
    stage.asked()
    stage.ends(stage.touch("right-index"), 0)
    stage.sees("heading", "4800 kr")
    stage.press_button("settings")
    stage.press_button("again")
    stage.asked()
    stage.press_button("back")
    stage.home()
    stage.biogate("ask", "Sign in", touches=["right-index"])
    stage.press_button("transfer")
    stage.asked()
    stage.ends(stage.touch("right-index"), 0)
    stage.sees("heading", "4600 kr")
    stage.stop()


def rejected(stage):
    """A server that rejects the sign-in is reported at the gate, which offers the alternative and no further touch."""
    stage.sign_up()
    stage.stop()
    os.remove(stage.ledger)
    stage.start()
    stage.asked()
    stage.ends(stage.touch("right-index"), 0)
    is_alert(stage.sees("alert", stage.said["unknown"]))
    check(stage.said["use finger"] not in stage.buttons(), f"the buttons are {stage.buttons()}")
    stage.press_button("use password")
    stage.type_password()
    stage.home()
    # A new one replaces it.
    stage.press_button("settings")
    stage.press_button("again")
    stage.asked()
    stage.ends(stage.touch("right-index"), 0)
    stage.button("again")
    stage.stop()
    stage.start()
    stage.asked()
    stage.ends(stage.touch("right-index"), 0)
    stage.home()
    stage.stop()


def away(stage):
    """A passed gate that is out of sight for long enough asks again, and everything behind it is gone; for less, it
    does not."""
    stage.sign_up()
    stage.stop()
    stage.start("--away", "1")
    stage.asked()
    stage.ends(stage.touch("right-index"), 0)
    stage.home()
    stage.minimize()()
    stage.home()
    restore = stage.minimize()
    # The passing of time is what this tests.
    stage.pause(1.2)
    restore()
    stage.asked()
    check(not stage.visible("button", stage.said["transfer"]), "what is behind the gate is shown")
    stage.ends(stage.touch("right-index"), 0)
    stage.home()
    # A question behind the gate is gone with it.
    stage.press_button("transfer")
    stage.asked()
    restore = stage.minimize()
    stage.pause(1.2)
    restore()
    stage.sees("label", stage.said["reason"])
    stage.asked()
    stage.ends(stage.touch("right-index"), 0)
    stage.home()
    stage.sees("heading", "5000 kr")
    stage.stop()
    # While it asks: an invisible request for a touch does not wait.
    stage.start()
    stage.asked()
    restore = stage.minimize()
    restore()
    stage.sees("button", stage.said["use finger"])
    stage.sees_no("label", stage.said["touch"])
    stage.press_button("use finger")
    stage.asked()
    stage.stop()


def offer(stage):
    """A gate offers the fingerprint before its first use, and asks nothing before that is answered."""
    stage.start("--offer-late")
    stage.type_password()
    stage.press_button("transfer")
    stage.sees("heading", stage.said["offer"])
    stage.button("not now")
    check(not stage.visible("label", stage.said["touch"]), "a touch is asked for")
    stage.press_button("turn on")
    stage.asked()
    stage.ends(stage.touch("right-index"), 0)
    stage.sees("heading", "4800 kr")
    # It is made once.
    stage.press_button("transfer")
    stage.asked()
    stage.stop()


def declined(stage):
    """A declined offer takes the PIN in the same place, and is not made again."""
    stage.start("--offer-late")
    stage.type_password()
    for balance in ("4800 kr", "4600 kr"):
        stage.press_button("transfer")
        if balance == "4800 kr":
            stage.press_button("not now")
        else:
            is_alert(stage.sees("alert", stage.said["turned off"]))
            stage.press_button("use PIN")
        stage.sees("password text", stage.said["type PIN"])
        stage.aim()
        stage.type(PIN)
        stage.enter()
        stage.sees("heading", balance)
    stage.stop()


def turned_off(stage):
    """A gate that cannot ask for a finger gives the reason, has the alternative as its first button, and a button that
    starts the desktop's settings; the PIN is typed in it."""
    started = stage.device_settings()
    stage.sign_up()
    stage.biogate("disable", "--yes")
    stage.press_button("transfer")
    is_alert(stage.sees("alert", stage.said["turned off"]))
    stage.announced(stage.said["turned off"])
    check(stage.buttons() == [
        stage.said["cancel"], CLOSE, stage.said["use PIN"], stage.said["retry"], stage.said["device"]],
          f"the buttons are {stage.buttons()}")
    stage.press_button("device")
    stage.until(lambda: os.path.exists(started), "the settings")
    # Out of the field again, to the button for the settings.
    stage.press_button("use PIN")
    stage.sees("password text", stage.said["type PIN"])
    stage.press_button("back")
    stage.button("device")
    stage.press_button("use PIN")
    stage.sees("password text", stage.said["type PIN"])
    stage.aim()
    stage.events.clear()
    stage.type(PIN)
    stage.enter()
    stage.sees("heading", "4800 kr")
    stage.nothing_of(PIN)
    stage.stop()
