"""What a scenario puts on to have a look, and what is measured of a screen in it."""

import os

import measures
from looking import readable
from picture import Picture


def put_on(stage):
    """Programs that start from now on have the scenario's look and the desktop's font, and do not move."""
    measures.without_motion()
    measures.desktop_font()
    if is_mirrored():
        os.environ["LC_ALL"] = measures.leftwards()
    if is_large():
        measures.enlarge(stage)


def is_large():
    return os.environ.get("LOOK") == "large"


def is_mirrored():
    return os.environ.get("LOOK") == "mirrored"


def look_at(stage, name, least=None):
    """No text of the screen covers another or is cut at a side; leaves a picture. With `least`, each text that is not a
    page away has at least 4.5:1, and there are that many."""
    if is_large():
        # The display's settings arrive after the window.
        stage.until(
            lambda: max(box.height for _, box in measures.boxes(stage, measures.TEXTS)) > 28, "large letters")
    while True:
        before = Picture().data
        try:
            measures.whole(stage)
            break
        except AssertionError:
            # On a busy machine a window gets its size after its parts.
            stage.pause(1)
            if Picture().data == before:
                raise
    if least is not None and not is_large() and "DISPLAY_SIZE" not in os.environ:
        readable(stage, least, roles={"button"}, sensitive=True)
    scheme = os.environ.get("ADW_DEBUG_COLOR_SCHEME", "") + os.environ.get("ADW_DEBUG_HIGH_CONTRAST", "")
    stage.save("-".join([name, os.environ.get("LOOK") or scheme or "narrow"]))
