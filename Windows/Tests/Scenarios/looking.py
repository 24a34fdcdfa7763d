"""Scenarios of the window: keys, colours, languages, and cost."""

import os
import time

from gi.repository import Atspi

import measures
from picture import Picture
from stage import check, role_of
from words import HEADINGS, PIN, TOUCH, WORDS


def escape(stage):
    """Keys that come without a pause since the window came up do nothing, Escape included; later it cancels."""
    clock = stage.timers.clock
    clock.hold()
    caller = stage.get("--timeout", "120")
    prompt = stage.start_prompt()
    stage.field()
    stage.aim()
    stage.until(stage.is_active, "an active window")
    closed = ground(stage)
    # Somebody types on, for much longer than the pause.
    for key in (0xFF1B, ord("5"), 0xFF0D, 0x20) * 3:
        clock.advance(0.2)
        asked = clock.asked
        stage.press(key)
        stage.until(lambda last=asked: clock.asked > last, "a key that is judged")
        check(caller.poll() is None, "a key ended the call")
    check(stage.typed() == "", f"the field holds {stage.typed()!r}")
    clock.advance(0.6)
    stage.type("5")
    check(len(stage.typed()) == 1, "more than the last key was taken")
    stage.until(lambda: ground(stage) != closed, "a field that looks open")
    stage.escape()
    stage.ends(caller, 22)
    stage.gone()
    stage.ends(prompt, 0)


def ground(stage):
    """The colour of the field's ground, behind the end of what is typed."""
    box = next(box for _, box in measures.boxes(stage, {"password text"}))
    return Picture().pixel(box.x + box.width - 8, box.y + box.height // 2)


def keyboard(stage):
    """Tab goes through the window and returns, each stop in the order of the screen; Enter on Cancel cancels."""
    caller = stage.get()
    prompt = stage.start_prompt()
    stage.shown("label", TOUCH["en"])
    stage.aim()
    stage.keys_count()
    stage.type("1")
    stops = [stage.focused()]
    while len(stops) < 10:
        before = stops[-1]
        stage.press(0xFF09)
        stops.append(stage.until(lambda: stage.focused() not in (None, before) and stage.focused(), "another focus"))
        if stops[-1] == stops[0]:
            break
    check(stops == ["Or type your PIN", "Cancel", "Open", "Or type your PIN"], f"the stops are {stops}")
    stage.press(0xFF09)
    stage.until(lambda: stage.focused() == "Cancel", "the focus on Cancel")
    stage.enter()
    stage.ends(caller, 22)
    stage.ends(prompt, 0)


def contrast(stage):
    """Every text has at least 4.5:1 against its background."""
    caller = stage.get()
    stage.start_prompt()
    stage.shown("label", TOUCH["en"])
    stage.aim()
    stage.keys_count()
    stage.type("1")
    stage.enter()
    stage.shown("alert", "PIN")
    # The button has its colours only with text in the field.
    stage.type("1")
    stage.pause(0.4)
    picture = Picture()
    stage.save("contrast-" + os.environ["ADW_DEBUG_COLOR_SCHEME"] + os.environ["ADW_DEBUG_HIGH_CONTRAST"])
    print(f"     lowest {readable(stage, 8, picture)}")
    # The right one restores the tries that the wrong one used.
    stage.press(0xFF08)
    stage.until(lambda: stage.typed() == "", "an empty field")
    stage.type(PIN)
    stage.enter()
    stage.ends(caller, 0)


def readable(stage, least, picture=None, roles=frozenset({"button", "password text"}), sensitive=False):
    """Measures all texts, of which there are at least that many, and the parts with these roles, also those that take no
    input unless that is excluded; returns the lowest contrast, in words."""
    picture = picture or Picture()
    measured = [
        (picture.contrast(*box) or 0, role_of(node), node.get_name())
        for node, box in measures.boxes(stage, measures.TEXTS | roles, sensitive)
        if node.get_name()]
    check(len(measured) >= least, f"only {measured}")
    for found, role, name in measured:
        check(found >= 4.5, f"{role} {name!r} is {found:.2f}:1")
    return f"{min(measured)[0]:.2f}:1 of {len(measured)} texts"


def language(stage):
    """The window uses the requested language."""
    locale = os.environ["LANGUAGE_TAG"]
    caller = stage.get()
    prompt = stage.start_prompt(locale=locale)
    stage.shown("heading", HEADINGS[locale])
    stage.shown("label", TOUCH[locale])
    cancel, confirm, label, program = WORDS[locale]
    stage.shown("label", program)
    stage.shown("label", label)
    stage.shown("button", confirm)
    stage.save("language-" + locale)
    button = stage.shown("button", cancel)
    button.do_action(0)
    stage.ends(caller, 22)
    stage.ends(prompt, 0)


def figures(stage):
    """Measures the time to the first picture, and the window's cost; asserts only that GL is not started."""

    def until_drawn(begin, what):
        begun = time.monotonic()
        caller = begin()
        while Picture().is_blank():
            check(time.monotonic() < begun + 20, "nothing is drawn")
            time.sleep(0.002)
        print(f"     {time.monotonic() - begun:.2f} s {what}")
        return caller

    caller = stage.get()
    stage.pause(1)
    prompt = until_drawn(lambda: stage.start_prompt("--stay"), "from the start of the program to the first pixel")
    stage.shown("label", TOUCH["en"])
    check(not drivers(prompt), f"GL is started for nothing: {drivers(prompt)}")
    with open(f"/proc/{prompt.pid}/smaps_rollup", encoding="ascii") as file:
        sizes = {line.split()[0]: int(line.split()[1]) for line in file if line.endswith("kB\n")}
    own, alone, whole = (sizes[name] // 1024 for name in ("Private_Dirty:", "Private_Clean:", "Rss:"))
    print(f"     {own} MB of its own, {alone} MB of files that nobody else has mapped, {whole} MB in all")
    before = os.sysconf("SC_CLK_TCK"), cpu(prompt)
    stage.pause(3)
    print(f"     {(cpu(prompt) - before[1]) / before[0] / 3 * 100:.1f} % of a core while it waits")
    caller.terminate()
    stage.gone()
    stage.until(lambda: Picture().is_blank(), "an empty display")
    until_drawn(stage.get, "from the call to the first pixel, where the program runs already")
    stage.stop_prompt()


def drivers(process):
    """Mesa's libraries in the process: none is needed where cairo draws."""
    with open(f"/proc/{process.pid}/maps", encoding="utf-8") as file:
        files = {os.path.basename(line.split()[-1]) for line in file if "/" in line}
    return sorted(name for name in files if name.startswith(("libEGL_mesa", "libGLX_mesa", "libgallium")) or "_dri.so" in name)


def cpu(process):
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])
