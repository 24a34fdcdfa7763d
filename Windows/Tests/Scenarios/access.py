"""Scenarios of who sees little, hears the window, or has no keyboard or no mouse: the same measures for each window."""

import os

import measures
from picture import Picture
from stage import Call, check
from words import HEADINGS, PIN, TOUCH


def edges(stage):
    """Every control's edge and the ring around what has the focus are at least 3:1 from what is around them; what can be
    pressed is at least 24 px wide and high."""
    measures.without_motion()
    call = Call("Authenticate", reason="Sign in", timeoutSeconds=20, interaction="prompt")
    stage.start_prompt(shows_all=False)
    stage.shown("label", TOUCH["en"])
    stage.shown("push button", "Use password")
    stage.shown("push button", "More time")
    stage.aim()
    stage.keys_count()
    stage.type("1")
    lowest = measures.edges(stage, 6)
    stage.press(0xFF09)
    stage.until(lambda: stage.focused() == "Use password", "another focus")
    # Without the ring.
    lowest = min(lowest + measures.edges(stage, 6))
    ring = min(measures.rings(stage, 5))
    target = measures.targets(stage, 6)
    stage.save("edges-" + os.environ["ADW_DEBUG_COLOR_SCHEME"] + os.environ["ADW_DEBUG_HIGH_CONTRAST"])
    print(f"     lowest edge {lowest[0]:.2f}:1, lowest ring {ring[0]:.2f}:1, smallest target {target} px")
    stage.escape()
    stage.until(call.outcome, "an outcome")


def motion(stage):
    """Where the desktop wants no motion nothing moves while a touch is waited for, and else the picture does. What is the
    matter is told by words in each state, and these differ."""
    moves = os.environ["MOTION"] == "1"
    if not moves:
        measures.without_motion()
    caller = stage.get()
    prompt = stage.start_prompt()
    stage.shown("label", TOUCH["en"])
    stage.until(lambda: not Picture().is_blank(), "a picture")
    # Over its first colours.
    stage.pause(0.5)
    pictures = set()
    for _ in range(10):
        pictures.add(Picture().data)
        stage.pause(0.1)
    check((len(pictures) > 1) == moves, f"there are {len(pictures)} pictures")
    told = [texts(stage)]
    stage.touch("stranger")
    stage.shown("alert", "No match.")
    told.append(texts(stage))
    stage.touch("right-index")
    stage.shown("label", "Confirmed.")
    told.append(texts(stage))
    check(len(set(told)) == 3, f"it tells {told}")
    stage.ends(caller, 0)
    stage.ends(prompt, 0)


def texts(stage):
    return tuple(node.get_name() for node in stage.nodes() if node.get_role_name() in measures.TEXTS)
