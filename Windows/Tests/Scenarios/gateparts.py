"""Scenarios of the banner, of the app's settings row, and of an app built elsewhere."""

import os
import subprocess

from gatewords import alike, first
from stage import Atspi, check, role_of
from words import PIN


def skip(stage):
    """A skipped offer is not made again, and is found in the settings, where a touch turns it on."""
    stage.start()
    stage.type_password()
    stage.press_button("not now")
    stage.home()
    stage.press_button("sign out")
    stage.type_password()
    stage.home()
    stage.press_button("settings")
    row = stage.sees(None, stage.said["off"])
    toggle = stage.sees("check box", stage.said["row"])
    check(not toggle.get_state_set().contains(Atspi.StateType.CHECKED), "the switch is on")
    toggle.do_action(0)
    stage.asked()
    # A stranger's finger seals nothing.
    stage.miss(1)
    stage.sees("alert", stage.said["missed"])
    check(not stage.sees("check box", stage.said["row"]).get_state_set().contains(Atspi.StateType.CHECKED),
          "the switch moved before a match")
    stage.ends(stage.touch("right-index"), 0)
    stage.sees(None, stage.said["on"])
    stage.until(lambda: stage.visible("check box", stage.said["row"]).get_state_set()
                .contains(Atspi.StateType.CHECKED), "a switch that is on")
    check(row is not None, "there was no row")
    stage.stop()


def off(stage):
    """Turning off is confirmed, and Cancel cancels it; then the sign-in is destroyed, and the next start wants the
    password."""
    stage.sign_up()
    stage.press_button("settings")
    stage.sees(None, stage.said["on"])
    stage.sees("check box", stage.said["row"]).do_action(0)
    stage.sees("label", stage.said["off?"])
    check(stage.until(stage.focused_node, "a focus").get_name() == stage.said["cancel"], "Cancel has not the focus")
    stage.press_button("cancel")
    stage.sees_no("label", stage.said["off?"])
    check(stage.visible("check box").get_state_set().contains(Atspi.StateType.CHECKED), "the switch moved")
    stage.sees("check box", stage.said["row"]).do_action(0)
    stage.press_button("turn off")
    stage.sees(None, stage.said["off"])
    stage.until(lambda: not stage.visible("check box").get_state_set().contains(Atspi.StateType.CHECKED),
                "a switch that is off")
    stage.stop()
    stage.start()
    stage.sees("password text", stage.said["password"])
    check(not stage.visible("heading", stage.said["title"]), "there is a gate")
    stage.stop()


def changed(stage):
    """Another finger ends the sign-in: the bank gives the reason and wants the password, and the settings accept the
    new fingers."""
    stage.sign_up()
    stage.stop()
    stage.biogate("finger", "add", "left-thumb", "--yes", "--pin-from", stage.pin_file(PIN),
                  touches=["left-thumb", "--all"])
    stage.start()
    stage.sees("label", stage.said["changed"])
    stage.type_password()
    stage.press_button("settings")
    stage.sees(None, stage.said["changed"])
    stage.press_button("again")
    stage.asked()
    stage.ends(stage.touch("left-thumb"), 0)
    stage.sees(None, stage.said["on"])
    stage.stop()


def banner(stage):
    """Each reason that prevents asking for a finger is a focused alert, read completely, with one button that leads
    directly to the bank's own field."""
    source = ["--pin-from", stage.pin_file(PIN)]
    seen = set()

    def told(name=None):
        def there():
            node = stage.focused_node()
            return node if node and role_of(node) == "alert" and node.get_name() not in seen else None
        node = stage.until(there, "a banner that has the focus")
        check(node.get_name().endswith("."), f"the banner says {node.get_name()!r}")
        if name:
            wanted = stage.said.banner(name + ", own screen")[0]
            check(alike(node.get_name()) == alike(wanted), f"the banner says {node.get_name()!r}, not {wanted!r}")
        seen.add(node.get_name())
        check(stage.visible("button", stage.said["use password"]), "the banner has no button")
        check(bool(stage.visible("button", stage.said["device"])) == (name in ("off", "no finger")),
              "the way to the settings is not where they help")
        stage.press_button("use password")
        stage.until(lambda: stage.focused_node() and role_of(stage.focused_node()) in ("password text", "text"),
                    "the focus in the bank's field")
        return node.get_name()

    stage.start()
    stage.sees("password text", stage.said["password"])
    check(not stage.visible("alert"), "there is a banner")
    # The reader is unplugged during another program's call; later changes are shown as they come.
    stage.unplug()
    told("reader away")
    stage.save("banner-" + stage.locale)
    stage.biogate("sandbox", "plug")
    stage.until(lambda: not stage.visible("alert"), "no banner")
    stage.biogate("sandbox", "sleep")
    told()
    stage.biogate("sandbox", "wake")
    stage.until(lambda: not stage.visible("alert"), "no banner")
    stage.biogate("disable", "--yes")
    told("off")
    stage.biogate("enable", touches=["right-index"])
    stage.until(lambda: not stage.visible("alert"), "no banner")
    for misses in ("3", "2"):
        asking = stage.program(os.environ["BIOGATE"], "ask", "Sign in")
        stage.ends(stage.touch("stranger", "--times", misses), 0)
        stage.until(lambda: asking.poll() is not None, "an end of the call")
    # From a lockout it goes on to the bank's own field at once.
    paused = stage.sees("alert", first(stage.said.banner("paused, own screen")[0]))
    stage.until(lambda: stage.focused_node() and role_of(stage.focused_node()) in ("password text", "text"),
                "the focus in the bank's field")
    stage.announced(first(paused.get_name()))
    stage.biogate("finger", "remove", "right-index", "--yes", *source)
    told("no finger")
    stage.stop()


def elsewhere(stage):
    """An app in a separate package, with its own import of GTK, shows the gate; a touch opens its item."""
    stage.biogate("store", "org.example.App/token", "--from", stage.pin_file(PIN), touches=["right-index"])
    # Otherwise it writes nothing to a pipe before it ends.
    app = stage.program("stdbuf", "-oL", os.environ["EXAMPLE"], stdout=subprocess.PIPE)
    stage.sees("heading", stage.said["title"])
    stage.asked()
    stage.ends(stage.touch("right-index"), 0)
    said = app.stdout.readline()
    check(said == b"Opened: 7 bytes.\n", f"the app says {said}")
