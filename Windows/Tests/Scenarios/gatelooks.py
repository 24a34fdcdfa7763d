"""Scenarios of the parts' looks, and the documents' pictures."""

import os

from measures import CONTROLS, TEXTS, boxes, desktop_font
from picture import Picture
from stage import check, role_of


def looks(stage):
    """Text keeps 4.5:1, even dimmed behind the prompt; everything that can have the focus has a name; Tab reaches the
    alternative."""
    stage.sign_up()
    stage.press_button("settings")
    stage.sees(None, stage.said["on"])
    stage.pause(0.5)
    readable(stage, 4)
    stage.stop()
    stage.start()
    stage.asked()
    readable(stage, 4)
    stage.miss(1)
    stage.sees("alert", stage.said["missed once"])
    stage.press_button("retry")
    stage.asked()
    # The picture has pulsed.
    stage.pause(4)
    readable(stage, 5)
    for node in stage.focusable():
        if role_of(node) in CONTROLS:
            check(node.get_name() and not node.get_name().startswith(("Gtk", "Adw", "Biogate")),
                  f"a {role_of(node)} is called {node.get_name()!r}")
    stage.save("looks-" + os.environ["ADW_DEBUG_COLOR_SCHEME"] + os.environ["ADW_DEBUG_HIGH_CONTRAST"])
    stage.press_button("use password")
    stage.unplug()
    stage.until(lambda: stage.visible("alert"), "the banner")
    stage.pause(0.5)
    readable(stage, 3)
    stage.stop()


def readable(stage, count):
    """Measures the texts, of which there are at least that many."""
    measured = 0
    picture = Picture()
    for node, box in boxes(stage, TEXTS):
        ratio = picture.contrast(*box)
        if ratio is None:
            continue
        measured += 1
        check(ratio >= 4.5, f"{node.get_name()!r} has {ratio:.2f}:1")
    check(measured >= count, f"only {measured} texts were measured")


def picture(stage):
    """The documents' pictures: the gate, locked out, the banner, the row."""
    desktop_font()
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
    stage.unplug()
    stage.sees("alert", "")
    stage.pause(0.5)
    stage.save_window("gate-banner-" + stage.locale, 320)
    stage.stop()
