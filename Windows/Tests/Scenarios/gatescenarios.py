"""Scenarios of the gate in an app, played by the example bank; `gaterun.py` makes the surroundings.

    gatescenarios.py NAME
"""

import os
import subprocess
import sys

from gatestage import GateStage, is_alert
from measures import CONTROLS, TEXTS, boxes
from picture import Picture
from stage import Atspi, check
from words import PIN, WRONG


def first_use(stage):
    """After the first sign-in by password the fingerprint is offered; a touch turns it on. From then on the bank begins
    with the gate, whose parts follow each other as they should, and a touch opens it."""
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
    parts = [(node.get_role_name(), node.get_name()) for node in stage.nodes()
             if node.get_role_name() in ("heading", "label", "alert", "push button", "image", "icon") and node.get_name()]
    names = [name for _, name in parts]
    check(("heading", stage.said["title"]) in parts, f"the title is no heading: {parts}")
    wanted = ["title", "reason", "touch", "use finger", "use password"]
    places = [next(i for i, name in enumerate(names) if stage.said[what] in name) for what in wanted]
    check(places == sorted(places), f"the parts stand in another order: {names}")
    check(not any(role in ("image", "icon") for role, _ in parts), f"a picture is told: {parts}")
    check(stage.focused_node().get_name() == stage.said["use password"], "the way around has not the focus")
    stage.save("gate-" + stage.locale)
    stage.ends(stage.touch("right-index"), 0)
    stage.sees("label", stage.said["confirmed"])
    stage.home()
    stage.stop()


def step_up(stage):
    """A transfer asks anew, with the action as the reason, and can be closed; card details shortly afterwards ask nobody."""
    stage.sign_up()
    stage.press_button("transfer")
    stage.asked()
    stage.sees("label", stage.said["transfer reason"])
    stage.press_button("Cancel")
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
    # What was typed into the bank's own field is no secret of the gate's.
    stage.events.clear()
    stage.type(WRONG)
    stage.nothing_of(WRONG)
    stage.enter()
    stage.sees("alert", "That PIN did not match.")
    stage.until(lambda: stage.typed() == "", "an empty field")
    stage.type(PIN)
    stage.enter()
    stage.sees("heading", "4600 kr")
    stage.nothing_of(PIN)
    stage.stop()


def misses(stage):
    """Each miss is told below the picture; after three only the way around is there, which no step separates from the
    bank's own screen. Two more lock the fingerprint out, and the gate says so without a button for the finger."""
    stage.sign_up()
    stage.stop()
    stage.start()
    stage.asked()
    stage.miss(1)
    is_alert(stage.sees("alert", stage.said["missed"]))
    stage.announced(stage.said["missed"])
    stage.asked()
    stage.miss(2)
    stage.sees("alert", stage.said["spent"])
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
    stage.miss(2)
    is_alert(stage.sees("alert", stage.said["paused"]))
    check(stage.said["use finger"] not in stage.buttons(), f"the buttons are {stage.buttons()}")
    stage.save("gate-lockout-" + stage.locale)
    stage.stop()


def skip(stage):
    """What was skipped is not offered again, and is found in the settings, which turn it on by a touch."""
    stage.start()
    stage.type_password()
    stage.press_button("not now")
    stage.home()
    stage.press_button("sign out")
    stage.type_password()
    stage.home()
    stage.press_button("settings")
    row = stage.sees(None, "Fingerprint off")
    toggle = stage.sees("check box", "Fingerprint sign-in")
    check(not toggle.get_state_set().contains(Atspi.StateType.CHECKED), "the switch is on")
    toggle.do_action(0)
    stage.asked()
    # A stranger's finger writes nothing.
    stage.miss(1)
    stage.sees("alert", "No match. 2 tries left.")
    check(not stage.sees("check box", "Fingerprint sign-in").get_state_set().contains(Atspi.StateType.CHECKED),
          "the switch moved before a match")
    stage.ends(stage.touch("right-index"), 0)
    stage.sees(None, "Fingerprint enabled")
    stage.until(lambda: stage.visible("check box", "Fingerprint sign-in").get_state_set()
                .contains(Atspi.StateType.CHECKED), "a switch that is on")
    check(row is not None, "there was no row")
    stage.stop()


def off(stage):
    """Turning off is confirmed, and cancelled by Cancel; then the sign-in is destroyed, and the next start wants the
    password."""
    stage.sign_up()
    stage.press_button("settings")
    stage.sees(None, "Fingerprint enabled")
    stage.sees("check box", "Fingerprint sign-in").do_action(0)
    stage.sees("label", "Turn off fingerprint sign-in?")
    check(stage.until(stage.focused_node, "a focus").get_name() == "Cancel", "Cancel has not the focus")
    stage.press_button("Cancel")
    stage.sees_no("label", "Turn off fingerprint sign-in?")
    check(stage.visible("check box").get_state_set().contains(Atspi.StateType.CHECKED), "the switch moved")
    stage.sees("check box", "Fingerprint sign-in").do_action(0)
    stage.press_button("Turn off")
    stage.sees(None, "Fingerprint off")
    stage.until(lambda: not stage.visible("check box").get_state_set().contains(Atspi.StateType.CHECKED),
                "a switch that is off")
    stage.stop()
    stage.start()
    stage.sees("password text", "Bank password")
    check(not stage.visible("heading", "Verify it is you"), "there is a gate")
    stage.stop()


def way_around(stage):
    """Who signs in by password after the misses is asked for the finger by the next transfer, and the bank takes what that
    opens; so it does where setting up again was begun and left, and the next touch is another program's then."""
    stage.sign_up()
    stage.stop()
    stage.start()
    stage.asked()
    # Gone from the display and back, the gate can be asked of again.
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
    stage.press_button("Set up again")
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
    """A server that knows the sign-in no more is heard at the gate, which offers the way around and no other touch."""
    stage.sign_up()
    stage.stop()
    os.remove(stage.ledger)
    stage.start()
    stage.asked()
    stage.ends(stage.touch("right-index"), 0)
    is_alert(stage.sees("alert", "The bank does not know this sign-in any more."))
    check("Use fingerprint" not in stage.buttons(), f"the buttons are {stage.buttons()}")
    stage.press_button("use password")
    stage.type_password()
    stage.home()
    # A fresh one takes its place.
    stage.press_button("settings")
    stage.press_button("Set up again")
    stage.asked()
    stage.ends(stage.touch("right-index"), 0)
    stage.button("Set up again")
    stage.stop()
    stage.start()
    stage.asked()
    stage.ends(stage.touch("right-index"), 0)
    stage.home()
    stage.stop()


def changed(stage):
    """Another finger takes the sign-in away: the bank says why and wants the password, and the settings take the new
    fingers."""
    stage.sign_up()
    stage.stop()
    stage.biogate("finger", "add", "left-thumb", "--yes", "--pin-from", stage.pin_file(PIN),
                  touches=["left-thumb", "--all"])
    stage.start()
    stage.sees("label", "Fingerprint off since your fingerprints changed")
    stage.type_password()
    stage.press_button("settings")
    stage.sees(None, "Fingerprint off since your fingerprints changed")
    stage.press_button("Set up again")
    stage.asked()
    stage.ends(stage.touch("left-thumb"), 0)
    stage.sees(None, "Fingerprint enabled")
    stage.stop()


def away(stage):
    """Out of sight for long enough, a gate that was passed asks anew, and what is behind it is gone; for less, it does
    not."""
    stage.sign_up()
    stage.stop()
    stage.start("--away", "1")
    stage.asked()
    stage.ends(stage.touch("right-index"), 0)
    stage.home()
    stage.minimize()()
    stage.home()
    restore = stage.minimize()
    # What is tried is that time passes.
    stage.pause(1.2)
    restore()
    stage.asked()
    check(not stage.visible("push button", "Send 200 kr to Kari"), "what is behind the gate is shown")
    stage.ends(stage.touch("right-index"), 0)
    stage.home()
    # What was asked behind the gate is gone with it.
    stage.press_button("transfer")
    stage.asked()
    restore = stage.minimize()
    stage.pause(1.2)
    restore()
    stage.sees("label", "Sign in to Example Bank")
    stage.asked()
    stage.ends(stage.touch("right-index"), 0)
    stage.home()
    stage.sees("heading", "5000 kr")
    stage.stop()
    # While it asks: the touch that nobody sees asked for is not waited for.
    stage.start()
    stage.asked()
    restore = stage.minimize()
    restore()
    stage.sees("push button", "Use fingerprint")
    stage.sees_no("label", stage.said["touch"])
    stage.press_button("use finger")
    stage.asked()
    stage.stop()


def banner(stage):
    """Each reason for which no finger can be asked for: told whole as an alert that has the focus, with one button, which
    leads to the bank's own field at once."""
    source = ["--pin-from", stage.pin_file(PIN)]
    seen = set()

    def told():
        def there():
            node = stage.focused_node()
            return node if node and node.get_role_name() == "alert" and node.get_name() not in seen else None
        node = stage.until(there, "a banner that has the focus")
        check(node.get_name().endswith("."), f"the banner says {node.get_name()!r}")
        seen.add(node.get_name())
        check(stage.visible("push button", stage.said["use password"]), "the banner has no button")
        stage.press_button("use password")
        stage.until(lambda: stage.focused_node() and stage.focused_node().get_role_name() in ("password text", "text"),
                    "the focus in the bank's field")
        return node.get_name()

    stage.start()
    stage.sees("password text", stage.said["password"])
    check(not stage.visible("alert"), "there is a banner")
    # The reader goes while somebody else is asked; what follows is told as it comes.
    unplug(stage)
    told()
    stage.save("banner-" + stage.locale)
    stage.biogate("sandbox", "plug")
    stage.until(lambda: not stage.visible("alert"), "no banner")
    stage.biogate("sandbox", "sleep")
    told()
    stage.biogate("sandbox", "wake")
    stage.until(lambda: not stage.visible("alert"), "no banner")
    stage.biogate("disable", "--yes")
    told()
    stage.biogate("enable", touches=["right-index"])
    stage.until(lambda: not stage.visible("alert"), "no banner")
    asking = stage.program(os.environ["BIOGATE"], "ask", "Sign in")
    stage.miss(3)
    stage.until(lambda: asking.poll() is not None, "an end of the call")
    asking = stage.program(os.environ["BIOGATE"], "ask", "Sign in")
    stage.miss(2)
    told()
    stage.until(lambda: asking.poll() is not None, "an end of the call")
    stage.biogate("finger", "remove", "right-index", "--yes", *source)
    told()
    stage.stop()


def unplug(stage):
    """Pulls the reader out, as a call of another program waits."""
    asking = stage.program(os.environ["BIOGATE"], "ask", "Sign in", stderr=subprocess.DEVNULL)
    stage.biogate("sandbox", "unplug")
    stage.until(lambda: asking.poll() is not None, "an end of the call")


def offer(stage):
    """A gate offers the fingerprint before it is used for the first time, and asks nobody before that is answered."""
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
    """An offer that is declined takes the PIN in the same place, and is not made again."""
    stage.start("--offer-late")
    stage.type_password()
    for balance in ("4800 kr", "4600 kr"):
        stage.press_button("transfer")
        if balance == "4800 kr":
            stage.press_button("not now")
        else:
            is_alert(stage.sees("alert", "Fingerprint is turned off."))
            stage.press_button("use PIN")
        stage.sees("password text", "Type your PIN")
        stage.aim()
        stage.type(PIN)
        stage.enter()
        stage.sees("heading", balance)
    stage.stop()


def turned_off(stage):
    """A gate for which no finger can be asked for has the reason, the way around as its first button, and a button that
    starts the desktop's settings; the PIN is typed in it."""
    started = os.path.join(os.environ["HOME"], "settings-started")
    entries = os.path.join(os.environ["HOME"], ".local/share/applications")
    os.makedirs(entries)
    with open(os.path.join(entries, "org.biometricgate.Settings.desktop"), "w", encoding="ascii") as file:
        file.write(f"[Desktop Entry]\nType=Application\nName=Settings\nExec=touch {started}\n")
    stage.sign_up()
    stage.biogate("disable", "--yes")
    stage.press_button("transfer")
    is_alert(stage.sees("alert", "Fingerprint is turned off."))
    stage.announced("Fingerprint is turned off.")
    check(stage.buttons()[-4:] == ["Cancel", "Use PIN", "Try again", "Fingerprint settings"],
          f"the buttons are {stage.buttons()}")
    stage.press_button("Fingerprint settings")
    stage.until(lambda: os.path.exists(started), "the settings")
    # Out of the field again, to where the settings can be had.
    stage.press_button("use PIN")
    stage.sees("password text", "Type your PIN")
    stage.press_button("Back")
    stage.button("Fingerprint settings")
    stage.press_button("use PIN")
    stage.sees("password text", "Type your PIN")
    stage.aim()
    stage.events.clear()
    stage.type(PIN)
    stage.enter()
    stage.sees("heading", "4800 kr")
    stage.nothing_of(PIN)
    stage.stop()


def looks(stage):
    """Text keeps 4.5:1, also what stands back behind the prompt; what can have the focus has a name; Tab reaches the
    way around."""
    stage.sign_up()
    stage.press_button("settings")
    stage.sees(None, "Fingerprint enabled")
    stage.pause(0.5)
    readable(stage, 4)
    stage.stop()
    stage.start()
    stage.asked()
    stage.miss(1)
    stage.sees("alert", "No match. 2 tries left.")
    stage.asked()
    # The picture has pulsed.
    stage.pause(4)
    readable(stage, 5)
    for node in stage.focusable():
        if node.get_role_name() in CONTROLS:
            check(node.get_name() and not node.get_name().startswith(("Gtk", "Adw", "Biogate")),
                  f"a {node.get_role_name()} is called {node.get_name()!r}")
    stage.save("looks-" + os.environ["ADW_DEBUG_COLOR_SCHEME"] + os.environ["ADW_DEBUG_HIGH_CONTRAST"])
    stage.press_button("use password")
    unplug(stage)
    stage.until(lambda: stage.visible("alert"), "the banner")
    stage.pause(0.5)
    readable(stage, 3)
    stage.stop()


def readable(stage, count):
    """Measures the texts, which are at least so many."""
    measured = 0
    picture = Picture()
    for node, box in boxes(stage, TEXTS):
        ratio = picture.contrast(*box)
        if ratio is None:
            continue
        measured += 1
        check(ratio >= 4.5, f"{node.get_name()!r} has {ratio:.2f}:1")
    check(measured >= count, f"only {measured} texts were measured")


def elsewhere(stage):
    """An app in a package of its own, with an import of GTK of its own, shows the gate; a touch opens what it keeps."""
    stage.biogate("store", "org.example.App/token", "--from", stage.pin_file(PIN), touches=["right-index"])
    # Else it writes nothing to a pipe before it ends.
    app = stage.program("stdbuf", "-oL", os.environ["EXAMPLE"], stdout=subprocess.PIPE)
    stage.sees("heading", "Verify it is you")
    stage.asked()
    stage.ends(stage.touch("right-index"), 0)
    said = app.stdout.readline()
    check(said == b"Opened: 7 bytes.\n", f"the app says {said}")


def picture(stage):
    """The documents' pictures: the gate, locked out, the banner, the row."""
    stage.sign_up()
    stage.press_button("settings")
    stage.sees("check box", "")
    stage.off_the_window()
    stage.pause(1)
    stage.save_window("gate-row-" + stage.locale, 300)
    stage.stop()
    stage.start()
    stage.asked()
    stage.pause(4.5)
    stage.save_window("gate-" + stage.locale)
    stage.miss(3)
    stage.sees("alert", stage.said["spent"])
    stage.pause(0.5)
    stage.save_window("gate-missed-" + stage.locale)
    stage.press_button("use password")
    unplug(stage)
    stage.sees("alert", "")
    stage.pause(0.5)
    stage.save_window("gate-banner-" + stage.locale, 320)
    stage.stop()


def main():
    name = sys.argv[1]
    stage = GateStage()
    try:
        globals()[name](stage)
    except BaseException:
        print(stage.tree(), file=sys.stderr)
        stage.save("failed-gate-" + name)
        raise


if __name__ == "__main__":
    main()
