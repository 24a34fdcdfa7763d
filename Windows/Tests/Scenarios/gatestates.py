"""Scenarios that walk through the states of the parts and the bank's pages in one language, each compared with the
package's golden texts."""

import os

import dress
from gatewords import CHANGED, NO_READER
from stage import Atspi, check
from words import PIN, WRONG


def states(stage):
    """Each state of the gate that a reader, a daemon and a server can cause, in the order of a customer's day."""
    dress.put_on(stage)
    stage.start("--offer-late")
    stage.sees("label", stage.said["password"])
    stage.type_password("guessed")
    stage.sees("alert", stage.said["wrong password"])
    stage.type_password()
    for button in ("transfer", "card", "settings", "sign out"):
        stage.button(button)
    first_transfer(stage)
    turned_off_and_on(stage)
    stage.press_button("settings")
    stage.press_switch()
    stage.asked()
    stage.ends(stage.touch("right-index"), 0)
    stage.sees(None, stage.said["on"])
    stage.press_button("leave")
    signing_in(stage)
    stage.stop()


def first_transfer(stage):
    """From the offer to a payment by PIN."""
    stage.press_button("transfer")
    stage.is_screen("explaining, pin", "transfer reason")
    stage.press_button("turn on")
    stage.is_screen("touch, pin", "transfer reason")
    stage.press_button("use PIN")
    stage.is_screen("way around chosen, pin", "transfer reason")
    typed(stage, WRONG)
    stage.is_screen("wrong PIN, pin", "transfer reason")
    stage.until(lambda: stage.typed() == "", "an empty field")
    stage.press_button("use finger")
    stage.asked()
    stage.miss(1)
    stage.is_screen("missed once, pin", "transfer reason")
    stage.press_button("retry")
    stage.asked()
    stage.miss(2)
    stage.is_screen("misses spent, pin", "transfer reason")
    stage.press_button("use PIN")
    stage.is_screen("way around chosen, finger spent, pin", "transfer reason")
    with stage.timers.held():
        typed(stage, PIN)
        stage.is_screen("succeeded, pin", "transfer reason")
    stage.sees("label", stage.said["paid"])
    stage.sees("heading", "4800 kr")
    stage.press_button("card")
    stage.sees("label", stage.said["card reason"])
    stage.press_button("cancel")
    stage.home()


def turned_off_and_on(stage):
    """The fingerprint is turned off, and on again."""
    stage.biogate("disable", "--yes")
    stage.press_button("transfer")
    stage.is_screen("off, pin", "transfer reason")
    stage.press_button("use PIN")
    stage.is_screen("way around chosen, off, pin", "transfer reason")
    stage.press_button("back")
    stage.is_screen("off, pin", "transfer reason")
    stage.biogate("enable", touches=["right-index"])
    stage.press_button("cancel")
    stage.home()


def signing_in(stage):
    """The gate of the sign-in, whose alternative is the bank's own page, up to a lockout and a server that refuses."""
    stage.press_button("sign out")
    stage.is_screen("touch, own screen", "reason")
    restore = stage.minimize()
    restore()
    stage.is_screen("idle, own screen", "reason")
    stage.press_button("use finger")
    stage.asked()
    stage.miss(1)
    stage.is_screen("missed once, own screen", "reason")
    stage.press_button("retry")
    stage.asked()
    stage.miss(2)
    stage.is_screen("misses spent, own screen", "reason")
    stage.press_button("use password")
    stage.button("leave")
    stage.type_password()
    stage.press_button("sign out")
    stage.asked()
    with stage.timers.held():
        stage.miss(2)
        stage.is_screen("locked out, own screen", "reason")
    stage.is_screen("lockout over, own screen", "reason")
    stage.stop()
    os.remove(stage.ledger)
    stage.start()
    stage.asked()
    with stage.timers.held():
        stage.ends(stage.touch("right-index"), 0)
        stage.is_screen("succeeded, own screen", "reason")
    stage.sees("alert", stage.said["unknown"])


def typed(stage, digits):
    """Types the digits into the gate's field, and Enter."""
    stage.aim()
    stage.type(digits)
    stage.enter()


def parts(stage):
    """Each state of the offer and of the settings row."""
    dress.put_on(stage)
    stage.start()
    stage.type_password()
    stage.is_screen("offer, offering", "offer reason")
    stage.press_button("turn on")
    stage.asked()
    stage.miss(1)
    stage.is_screen("offer, missed", "offer reason")
    stage.press_button("cancel")
    stage.is_screen("offer, offering", "offer reason")
    stage.press_button("turn on")
    stage.asked()
    stage.biogate("sandbox", "unplug")
    stage.is_screen("offer, failed", "offer reason")
    stage.biogate("sandbox", "plug")
    stage.press_button("not now")
    stage.home()
    stage.press_button("settings")
    row(stage)
    stage.stop()


def row(stage):
    """The settings row: off, on, changed, on, asking before turning off, not available; then a transfer."""
    stage.is_row("row, off, resting")
    stage.press_switch()
    stage.asked()
    stage.miss(1)
    stage.is_row("row, off, missed")
    stage.ends(stage.touch("right-index"), 0)
    stage.is_row("row, enabled, resting")
    stage.press_button("again")
    stage.asked()
    stage.miss(1)
    stage.is_row("row, enabled, missed")
    stage.press_button("cancel")
    stage.is_row("row, enabled, resting")
    # Pulled while nothing is asked for: another program's call finds out.
    stage.unplug()
    stage.is_row("row, enabled, reader away, resting")
    stage.biogate("sandbox", "plug")
    stage.is_row("row, enabled, resting")
    stage.press_switch()
    stage.is_row("row, enabled, confirming")
    stage.press_button("cancel")
    stage.is_row("row, enabled, resting")
    stage.biogate("finger", "add", "left-thumb", "--yes", "--pin-from", stage.pin_file(PIN),
                  touches=["left-thumb", "--all"])
    stage.is_row(CHANGED + "resting")
    stage.press_button("again")
    stage.asked()
    stage.biogate("sandbox", "unplug")
    stage.is_row(CHANGED.replace("changed, ", "changed, reader away, ") + "failed")
    stage.biogate("sandbox", "plug")
    stage.is_row(CHANGED + "resting")
    stage.press_button("again")
    stage.asked()
    stage.ends(stage.touch("right-index"), 0)
    stage.is_row("row, enabled, resting")
    stage.press_switch()
    stage.press_button("turn off")
    stage.is_row("row, off, resting")
    started = stage.device_settings()
    stage.unplug()
    stage.is_row(NO_READER + "resting")
    check(not stage.switch().get_state_set().contains(Atspi.StateType.SENSITIVE), "the switch can be moved")
    stage.press_button("device")
    stage.until(lambda: os.path.exists(started), "the computer's settings")
    # With nothing sealed the bank asks for a confirmation, and continues to once the reader is back.
    stage.press_button("leave")
    stage.press_button("transfer")
    stage.is_screen("reader away, pin", "transfer reason")
    stage.biogate("sandbox", "plug")
    stage.press_button("retry")
    stage.asked()
