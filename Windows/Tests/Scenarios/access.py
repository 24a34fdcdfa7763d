"""Accessibility scenarios: low vision, hearing the window, no keyboard, no mouse; the same measures for each window."""

import os

import measures
from picture import Picture
from stage import Atspi, Call, check, role_of
from words import HEADINGS, PIN, TOUCH


def edges(stage):
    """Every control's edge and the focus ring have at least 3:1 against their surroundings, and everything that can be
    pressed is at least 24 px wide and high."""
    measures.without_motion()
    call = Call("Authenticate", reason="Sign in", timeoutSeconds=20, interaction="prompt")
    stage.start_prompt(shows_all=False)
    stage.shown("label", TOUCH["en"])
    stage.shown("button", "Use password")
    stage.shown("button", "More time")
    stage.aim()
    stage.keys_count()
    with stage.no_time_passes():
        stage.type("1")
        lowest = measures.edges(stage, 5)
        stage.press(0xFF09)
        stage.until(lambda: stage.focused() == "Cancel", "another focus")
        # Without the ring.
        lowest = min(lowest + measures.edges(stage, 5))
        ring = min(measures.rings(stage, 4))
        target = measures.targets(stage, 5)
        stage.save("edges-" + os.environ["ADW_DEBUG_COLOR_SCHEME"] + os.environ["ADW_DEBUG_HIGH_CONTRAST"])
        print(f"     lowest edge {lowest[0]:.2f}:1, lowest ring {ring[0]:.2f}:1, smallest target {target} px")
    stage.escape()
    stage.until(call.outcome, "an outcome")


def second_of(stage):
    """The different pictures of one second."""
    pictures = set()
    for _ in range(10):
        pictures.add(Picture().data)
        stage.pause(0.1)
    return pictures


def motion(stage):
    """If the desktop wants no motion, nothing moves while a touch is awaited; otherwise the picture does. Each state
    gives its problem in words, and these differ."""
    moves = os.environ["MOTION"] == "1"
    if not moves:
        measures.without_motion()
    caller = stage.get()
    prompt = stage.start_prompt()
    stage.shown("label", TOUCH["en"])
    stage.until(lambda: not Picture().is_blank(), "a picture")
    if moves:
        check(len(second_of(stage)) > 1, "the picture stays")
    else:
        # Over its first colours, for which a busy machine needs longer.
        stage.until(lambda: len(second_of(stage)) == 1, "a picture that stays")
    told = [texts(stage)]
    stage.touch("stranger")
    stage.shown("alert", "No match.")
    told.append(texts(stage))
    with stage.confirming():
        stage.touch("right-index")
        stage.shown("label", "Confirmed.")
        told.append(texts(stage))
    check(len(set(told)) == 3, f"it tells {told}")
    stage.ends(caller, 0)
    stage.ends(prompt, 0)


def texts(stage):
    return tuple(node.get_name() for node in stage.nodes() if role_of(node) in measures.TEXTS)


def large(stage):
    """Letters become twice as large while the window is shown: each text keeps all its words and covers no other, and
    the whole window is on the display or a page away by the keyboard, also on a small display."""
    measures.without_motion()
    call = Call("Authenticate", reason="Sign in", timeoutSeconds=60, interaction="prompt")
    prompt = stage.start_prompt(shows_all=False)
    stage.shown("label", TOUCH["en"])
    stage.aim()
    stage.keys_count()
    small = heights(measures.whole(stage))
    measures.enlarge(stage)
    stage.until(lambda: measures.box_of(stage.find("label", "Cancel")).height > 28, "large letters")
    measures.still(stage)
    stage.type("1")
    found = heights(measures.reachable(stage))
    stage.save("large")
    check(found.keys() == small.keys(), f"there are {found.keys()}")
    for name, height in small.items():
        # A button is higher than its caption of usual size, and a label beside it is as high.
        lines = 16 if height in (24, 34) else height
        check(found[name] > 1.7 * lines, f"{name} is {found[name]} high, and was {height}")
    stage.escape()
    stage.until(call.outcome, "an outcome")


def narrow(stage):
    """On a display that is 320 px wide all of the window is on it or a page away, in each language."""
    measures.without_motion()
    call = Call("Authenticate", reason="Sign in", timeoutSeconds=20, interaction="prompt")
    stage.start_prompt(locale=os.environ["LANGUAGE_TAG"], shows_all=False)
    stage.until(
        lambda: len([node for node in stage.nodes() if role_of(node) == "button"]) == 4, "all buttons that there are")
    stage.aim()
    stage.keys_count()
    with stage.no_time_passes():
        measures.reachable(stage)
        stage.save("narrow-" + os.environ["LANGUAGE_TAG"])
    stage.escape()
    stage.until(call.outcome, "an outcome")


def long(stage):
    """However long names are, the asking program's file is on the first page, also with large letters; assistive
    technology receives the whole heading."""
    measures.without_motion()
    label = "Of the bank " * 16
    storing = Call(
        "StoreSecret", name="long", label=label, secret="eA==", access={"factors": ["fingerprint", "pin"]},
        credential={"pin": PIN})
    check("item" in stage.until(storing.outcome, "an outcome")["parameters"], "it is not stored")
    call = Call("RetrieveSecret", name="long", reason="Why " * 50, interaction="prompt")
    stage.start_prompt(shows_all=False)
    stage.shown("label", "Or type your PIN")
    stage.shown("heading", label)
    first_page(stage)
    stage.save("long")
    measures.enlarge(stage)
    stage.until(lambda: measures.box_of(stage.find("label", "Cancel")).height > 28, "large letters")
    measures.still(stage)
    first_page(stage)
    stage.save("long-large")
    stage.shown("button", "Cancel").do_action(0)
    stage.until(call.outcome, "an outcome")
    removing = Call("DeleteItem", name="long")
    check("error" not in stage.until(removing.outcome, "an outcome"), "it stays")


def first_page(stage):
    """The heading and the asking program are visible before anything is scrolled."""
    page = measures.box_of(stage.shown("scroll pane"))
    for role, name in (("heading", ""), ("label", "Program file: ")):
        box = measures.box_of(stage.shown(role, name))
        check(box.height > 0 and measures.within(box, page), f"{name or role} {box} is not on the first page {page}")


def heights(found):
    """The heights of texts."""
    return {name: box.height for name, box, _ in found if name.startswith(("label", "heading", "alert"))}


def mirrored(stage):
    """In a right-to-left language everything is mirrored, and texts start on that side."""
    measures.without_motion()
    shown = []
    for locale in ("C.UTF-8", measures.leftwards()):
        os.environ["LC_ALL"] = locale
        call = Call("Authenticate", reason="Sign in", interaction="prompt")
        prompt = stage.start_prompt(shows_all=False)
        stage.shown("button", "Use password")
        shown.append(measures.shot(stage))
        stage.save("mirrored-" + locale)
        stage.shown("button", "Cancel").do_action(0)
        stage.until(call.outcome, "an outcome")
        stage.ends(prompt, 0)
    measures.mirror(*shown, 8)


def mouse(stage):
    """The mouse alone is enough, with an on-screen keyboard for the digits: it presses Open and Cancel."""
    measures.without_motion()
    caller = stage.get()
    prompt = stage.start_prompt()
    stage.shown("label", TOUCH["en"])
    stage.keys_count()
    for count, digit in enumerate(PIN):
        Atspi.EditableText.insert_text(stage.field(), count, digit, 1)
        stage.until(lambda last=count: len(stage.typed()) == last + 1, "a bullet")
    with stage.confirming():
        measures.click(stage, "button", "Open")
    stage.ends(caller, 0)
    stage.ends(prompt, 0)
    prompt = stage.start_prompt("--stay")
    caller = stage.get()
    stage.shown("label", TOUCH["en"])
    measures.click(stage, "button", "Cancel")
    stage.ends(caller, 22)
    stage.gone()
    call = Call("Authenticate", reason="Sign in", timeoutSeconds=20)
    stage.shown("label", "Or type your PIN")
    measures.click(stage, "button", "Use password")
    stage.shown("label", "Or type your password")
    measures.click(stage, "password text", "")
    stage.until(lambda: stage.focused() == "Or type your password", "the focus in the field")
    stage.until(lambda: stage.find("label", "8 seconds left."), "8 seconds left")
    measures.click(stage, "button", "More time")
    stage.until(lambda: not stage.find("label", " seconds left."), "the time anew")
    measures.click(stage, "button", "Cancel")
    stage.until(call.outcome, "an outcome")
    stage.stop_prompt()


def unplugged(stage):
    """The reader is unplugged while a touch is awaited: a call that wants the prompt waits on for the PIN, which opens;
    any other ends. The window gives the reason both times."""
    caller = stage.get("--prompt")
    prompt = stage.start_prompt("--stay")
    stage.shown("label", TOUCH["en"])
    pulling = stage.program(os.environ["BIOGATE"], "sandbox", "unplug")
    stage.shown("label", "Reader not connected. Use your PIN instead.")
    stage.announced("Reader not connected.")
    stage.shown("label", "Type your PIN")
    stage.aim()
    stage.keys_count()
    stage.save("unplugged")
    stage.type(PIN)
    with stage.confirming():
        stage.enter()
    stage.ends(caller, 0)
    stage.ends(pulling, 0)
    stage.gone()
    stage.ends(stage.program(os.environ["BIOGATE"], "sandbox", "plug"), 0)
    caller = stage.get()
    stage.shown("label", TOUCH["en"])
    stage.ends(stage.program(os.environ["BIOGATE"], "sandbox", "unplug"), 0)
    stage.shown("label", "Reader not connected. Plug in the fingerprint reader.")
    stage.announced("Reader not connected.")
    stage.ends(caller, 15)
    stage.shown("button", "Close")
    stage.gone()
    stage.ends(stage.program(os.environ["BIOGATE"], "sandbox", "plug"), 0)
    stage.stop_prompt()
