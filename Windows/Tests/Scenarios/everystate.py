"""The prompt in each of its states: in each language, and in each look that a desktop can want."""

import os

import measures
from looking import readable
from stage import Call, check, role_of
from words import PIN, WRONG


def turned(stage):
    """A page down leaves a line of the heading in sight, so that no line is cut on both pages."""
    pane = measures.box_of(stage.shown("scroll pane"))
    for key in (0xFF55, 0xFF55, 0xFF55, 0xFF56):
        above = measures.box_of(stage.shown("heading")).y
        stage.press(key)
        stage.pause(0.6)
        measures.still(stage)
    down = above - measures.box_of(stage.shown("heading")).y
    check(0 < down <= pane.height - 48, f"a page of {pane.height} px is turned by {down}")


def every_state(stage):
    """In each state no text covers another or is cut at a side, and each that is not a page away has at least 4.5:1."""
    measures.without_motion()
    look = os.environ.get("LOOK")
    if look == "mirrored":
        os.environ["LC_ALL"] = measures.leftwards()
    tag = os.environ["LANGUAGE_TAG"]
    seen = {}

    def buttons():
        return [node.get_name() for node in stage.nodes() if role_of(node) == "button"]

    def texts():
        return tuple(node.get_name() for node in stage.nodes() if role_of(node) in measures.TEXTS)

    def is_seen(state, least):
        with stage.no_time_passes():
            measures.still(stage)
            # An empty field has no text, and the button below it takes no press and is dimmed.
            is_typed = buttons() and stage.find("password text", "")
            if is_typed:
                stage.type("1")
                stage.pause(0.3)
            measures.whole(stage)
            if look == "large" and state == "missed":
                turned(stage)
            if look != "large" and "DISPLAY_SIZE" not in os.environ:
                readable(stage, least)
            seen[state] = texts()
            scheme = os.environ.get("ADW_DEBUG_COLOR_SCHEME", "") + os.environ.get("ADW_DEBUG_HIGH_CONTRAST", "")
            stage.save("-".join(["state", state, tag, look or scheme or "narrow"]))
            if is_typed:
                stage.press(0xFF08)
                stage.until(lambda: stage.typed() == "", "an empty field")

    def asks(reason, seconds):
        return Call("Authenticate", reason=reason, timeoutSeconds=seconds, interaction="prompt", locale=tag)

    # Near the end of its time from the beginning.
    call = asks("Sign in", 20)
    prompt = stage.start_prompt(locale=tag, shows_all=False)
    stage.until(lambda: len(buttons()) == 4, "a button for more time")
    more_time, racing = buttons()[0], stage.field().get_name()
    stage.aim()
    stage.keys_count()
    if look == "large":
        measures.set_for_all(stage, measures.TWICE)
        stage.until(lambda: measures.box_of(stage.find("label", more_time)).height > 28, "large letters")
    is_seen("waiting", 8)
    stage.escape()
    check("error" in stage.until(call.outcome, "an outcome"), "it was not cancelled")
    call = asks("Sign in", 120)
    stage.until(lambda: len(buttons()) == 3 and more_time not in buttons(), "the next request")
    stage.aim()
    stage.keys_count()
    stage.touch("stranger")
    stage.shown("alert", "")
    is_seen("missed", 6)
    other = asks("Pay", 120)
    stage.until(lambda: texts() != seen["missed"], "another request")
    is_seen("queue", 7)
    stage.touch("stranger", "--times", "2")
    stage.until(lambda: stage.field().get_name() != racing, "a field without a finger")
    is_seen("spent", 6)
    stage.type(WRONG)
    stage.enter()
    stage.shown("alert", "")
    is_seen("wrong", 6)
    stage.type(PIN)
    with stage.timers.held():
        stage.enter()
        stage.until(lambda: not buttons(), "a confirmation")
        is_seen("done", 3)
    check("authentication" in stage.until(call.outcome, "an outcome")["parameters"], "no authentication")
    stage.until(lambda: len(buttons()) >= 3, "the other request")
    with stage.timers.held():
        stage.ends(stage.program(os.environ["BIOGATE"], "sandbox", "lock"), 0)
        try:
            stage.until(lambda: len(buttons()) == 1, "an end")
            is_seen("ended", 3)
        finally:
            stage.ends(stage.program(os.environ["BIOGATE"], "sandbox", "unlock"), 0)
    check("error" in stage.until(other.outcome, "an outcome"), "it was not ended")
    stage.ends(prompt, 0)
    check(len(set(seen.values())) == len(seen), f"two states are the same: {seen}")
