"""Measures of every window on the display: edges, the focus ring, sizes, and cut texts."""

import os
import subprocess
from collections import namedtuple

from picture import Picture, ratio
from stage import Atspi, check, is_modal, parts, role_of

# Controls that can be pressed or typed into.
CONTROLS = {"button", "toggle button", "check box", "radio button", "text", "password text", "spin button"}
TEXTS = {"label", "heading", "alert"}
# Gives letters twice their size, in xsettingsd's syntax.
TWICE = "Xft/DPI 196608\n"
# GTK 4.8 reports a control's size without its padding; its edge lies at most this far outside. GTK 4.18 reports it with
# its padding, but its place without its container's: it lies at most this far to the right and below.
ACROSS, UPWARDS, AWAY = 20, 8, 18
# The largest height of a title bar.
TITLE_BAR = 48
# The width of a mark that shows a choice.
RING = 20

Box = namedtuple("Box", "x y width height")


def boxes(stage, roles, sensitive=True):
    """The parts of the front window with one of the roles, each with its place on the display."""
    return stage.whole(lambda: look_for(stage, roles, sensitive))


def look_for(stage, roles, sensitive):
    """What `boxes` sees while nothing of it goes."""
    window = front(stage)
    whole = Atspi.Component.get_extents(window, Atspi.CoordType.WINDOW)
    edge_x, edge_y = origin(stage)
    found = []
    for node in parts(window):
        states = node.get_state_set()
        if role_of(node) not in roles or not states.contains(Atspi.StateType.VISIBLE):
            continue
        if sensitive and not states.contains(Atspi.StateType.SENSITIVE):
            continue
        place = Atspi.Component.get_extents(node, Atspi.CoordType.WINDOW)
        # A second set of a dialog's buttons, for narrow windows, has no size; a part that is scrolled away has no
        # picture.
        if place.width < 2 or place.height < 2 or place.y + place.height > whole.y + whole.height \
                or place.y < whole.y:
            continue
        found.append((node, Box(edge_x + place.x, edge_y + place.y, place.width, place.height)))
    return found


def front(stage):
    """The window that takes answers: a question if there is one."""
    windows = stage.until(stage.windows, "a window")
    return next((window for window in windows if is_modal(window)), windows[-1])


def origin(stage):
    """The origin of places in windows: without a window manager all windows are in the display's corner.

    GTK 4.8 counts from within the border that it draws, which is outside its window. GTK 4.18 has the border in the
    window, which therefore begins before 0, and subtracts it once more from the parts of the window.
    """
    left, top, right, _ = Picture().bounds()
    widest = max(
        (Atspi.Component.get_extents(window, Atspi.CoordType.WINDOW) for window in stage.windows()),
        key=lambda place: place.width)
    border = (right - left - widest.width) // 2
    return left + border - 2 * widest.x, top + border - 2 * widest.y


def counts_padding(stage):
    """Whether this GTK counts the padding as part of a control, like 4.18: then a window begins before 0."""
    return Atspi.Component.get_extents(front(stage), Atspi.CoordType.WINDOW).x < 0


def called(node):
    return f"{role_of(node)} {node.get_name()!r}"


# MARK: Edges

def edges(stage, count, across=ACROSS, upwards=UPWARDS, but=()):
    """The contrast of each control's edge against the window around it, on all four sides, at most this far outside of
    GTK's reported place; or of the picture, for a control that is nothing else. Expects at least that many controls,
    without those of these names."""
    picture = still(stage)
    places = range(0, AWAY, 2) if counts_padding(stage) else (0,)
    inside = 4 if counts_padding(stage) else 1
    measured = []
    for node, box in boxes(stage, CONTROLS):
        if node.get_name() in but:
            continue
        if role_of(node) == "radio button":
            # The ring before its text.
            measured.append((picture.contrast(box.x, box.y, RING, box.height) or 0, called(node)))
            continue
        found = max(
            edge(picture, Box(box.x + away, box.y + away, box.width, box.height), across, upwards, inside)
            for away in places)
        if found < 3 and box.width <= box.height * 3 // 2:
            found = picture.contrast(box.x + 4, box.y + 4, box.width - 8, box.height - 8) or 0
        measured.append((found, called(node)))
    check(len(measured) >= count, f"only {measured}")
    for found, name in measured:
        check(found >= 3, f"the edge of {name} is {found:.2f}:1")
    return measured


def edge(picture, box, across, upwards, inside):
    """The lowest of three rays on each side: the highest step between pixels at most two apart."""
    rays = []
    for part in (1, 2, 3):
        x, y = box.x + box.width * part // 4, box.y + box.height * part // 4
        rays += [
            [(box.x + inside - far, y) for far in range(across)],
            [(box.x + box.width - 1 - inside + far, y) for far in range(across)],
            [(x, box.y + inside - far) for far in range(upwards)],
            [(x, box.y + box.height - 1 - inside + far) for far in range(upwards)]]
    return min(step(picture, ray) for ray in rays)


def step(picture, ray):
    colours = [picture.pixel(x, y) for x, y in ray]
    return max(max(ratio(one, other) for other in colours[place + 1:place + 3]) for place, one in enumerate(colours[:-1]))


def rings(stage, count, most=60, across=ACROSS, upwards=UPWARDS, but=()):
    """The contrast of the focus ring against the same place without it, for each stop of Tab that moves nothing, until
    Tab is back or that many times. Expects at least that many stops, without those of these names. The ring is as long
    as the control's outline."""
    # Before the first key there is no ring.
    tab(stage, focused(stage)[0])
    measured, stops = [], []
    while len(stops) < most:
        node, box = focused(stage)
        stops.append(called(node))
        if len(stops) > 1 and stops[-1] == stops[0]:
            break
        check(len(stops) < 60, f"Tab does not come back: {stops}")
        before, place = still(stage), box_of(node)
        tab(stage, node)
        after = still(stage)
        # It was scrolled, or is not ours.
        if box_of(node) != place or node.get_name() in but:
            continue
        ratios = sorted((
            ratio(before.pixel(x, y), after.pixel(x, y))
            for y in range(box.y - upwards, box.y + box.height + upwards)
            for x in range(box.x - across, box.x + box.width + across)
            if before.pixel(x, y) != after.pixel(x, y)), reverse=True)
        # A ring has round corners.
        outline = 2 * (box.width + box.height) * 8 // 10
        measured.append((ratios[outline - 1] if len(ratios) >= outline else 0, stops[-1]))
    check(len(measured) >= count, f"only {measured}")
    for found, name in measured:
        check(found >= 3, f"the ring around {name} is {found:.2f}:1")
    return measured


def tab(stage, node):
    """Moves the focus on from there, and waits until the ring is drawn, because the focus is reported earlier."""
    name, picture = called(node), Picture().data
    stage.press(0xFF09)
    stage.until(lambda: called(focused(stage)[0]) != name, "another focus")
    stage.until(lambda: Picture().data != picture, "a picture of another focus")


def focused(stage):
    """The focused part and its place; for an entry the entry itself, not the text in it."""
    def found():
        having = [
            (node, box) for node, box in boxes(stage, CONTROLS | {"list item", "table cell", "panel", "link"})
            if node.get_state_set().contains(Atspi.StateType.FOCUSED)]
        return having[0] if having else None
    return stage.until(found, "a focus")


def still(stage):
    """The display once nothing on it moves."""
    last = Picture()
    while True:
        stage.pause(0.12)
        now = Picture()
        if now.data == last.data:
            return now
        last = now


# MARK: Sizes

def targets(stage, count):
    """Each control is at least 24 px wide and high."""
    found = boxes(stage, CONTROLS, sensitive=False)
    check(len(found) >= count, f"only {[called(node) for node, _ in found]}")
    sizes = [box if role_of(node) != "check box" else row(node) for node, box in found]
    for (node, _), box in zip(found, sizes):
        check(box.width >= 24 and box.height >= 24, f"{called(node)} is {box.width} by {box.height}")
    return min(min(box.width, box.height) for box in sizes)


def row(node):
    """The size of a switch's row, which is pressed instead."""
    while role_of(node) != "list item":
        node = node.get_parent()
    return box_of(node)


def whole(stage):
    """The window is on the display, each control in the window, and no text wider than it or over another; returns the
    places of texts, and the scrolled part of the window, if any."""
    # A window that opens is laid out more than once: its parts exist before it has its size.
    picture = still(stage)
    return stage.whole(lambda: look_over(stage, picture))


def look_over(stage, picture):
    """What `whole` sees while nothing of it goes."""
    window = front(stage)
    size = box_of(window)
    check(size.width <= picture.width and size.height <= picture.height, f"the window is {size}")
    found = []

    def add(node, pane):
        box = box_of(node)
        if role_of(node) in TEXTS | CONTROLS and node.get_name() and node is not window and box.height > 1:
            # GTK rounds each box by itself.
            inside = box.x >= size.x - 1 and box.x + box.width <= size.x + size.width + 1
            if not pane:
                inside = inside and box.y >= size.y - 1 and box.y + box.height <= size.y + size.height + 1
            check(inside, f"{called(node)} is cut: {box} of {size}")
            found.append((called(node), box, pane))
        for index in range(node.get_child_count()):
            child = node.get_child_at_index(index)
            if child is not None and child.get_state_set().contains(Atspi.StateType.VISIBLE):
                add(child, box if role_of(node) == "scroll pane" else pane)
    add(window, None)
    for index, (name, box, pane) in enumerate(found):
        for other, beside, its_pane in found[index + 1:]:
            # A button contains its label.
            if pane == its_pane and not holds(box, beside) and not holds(beside, box):
                check(not meet(box, beside), f"{name} {box} lies over {other} {beside}")
    return found


def reachable(stage):
    """The result of `whole`, with each text seen completely after turning pages by the keyboard."""
    first = whole(stage)
    seen = {name for name, box, pane in first if not pane or within(box, pane)}
    for key in (0xFF56, 0xFF55):  # Page Down, Page Up.
        if len(seen) == len(first):
            break
        before = still(stage).data
        stage.press(key)
        stage.until(lambda last=before: Picture().data != last, "another page")
        still(stage)
        seen |= {name for name, box, pane in whole(stage) if not pane or within(box, pane)}
    check({name for name, _, _ in first} <= seen, f"{ {name for name, _, _ in first} - seen } cannot be reached")
    return first


def box_of(node):
    place = Atspi.Component.get_extents(node, Atspi.CoordType.WINDOW)
    return Box(place.x, place.y, place.width, place.height)


def holds(box, inner):
    return (box.x <= inner.x and inner.x + inner.width <= box.x + box.width and within(inner, box))


def within(box, pane):
    return pane.y <= box.y and box.y + box.height <= pane.y + pane.height


def meet(box, other):
    return (box.x < other.x + other.width and other.x < box.x + box.width
            and box.y < other.y + other.height and other.y < box.y + box.height)


# MARK: Sides

def lies_in(node, roles):
    while (node := node.get_parent()) is not None:
        if role_of(node) in roles:
            return True
    return False


def shot(stage):
    """A picture, whether its places are inexact, and what is where."""
    picture = still(stage)
    is_off = counts_padding(stage)

    def has_place(node, box):
        # For parts of a title bar, a button and a banner GTK 4.18 reports places shifted by its padding, to the same
        # side in both directions.
        return not is_off or (
            box.y >= picture.bounds()[1] + TITLE_BAR and not lies_in(node, ("button", "alert")))
    return picture, is_off, [
        (called(node), box) for node, box in boxes(stage, TEXTS | CONTROLS, sensitive=False)
        if node.get_name() and has_place(node, box)]


def mirror(one, other, count):
    """Compares two pictures with the same things in the same order: each is mirrored in the second, and a text begins
    as far from one side as from the other."""
    (before, is_off, found), (after, _, mirrored) = one, other
    # A row's padding is missing in the places of its parts, to the same side in both directions.
    slack = 4 if is_off else 0
    left, _, right, _ = before.bounds()
    check(before.bounds() == after.bounds(), "the windows are of two sizes")
    check(len(found) == len(mirrored) >= count, f"there are {found} and {mirrored}")
    for (name, box), (_, image) in zip(found, mirrored):
        check(abs(box.x - left - (right - image.x - image.width)) <= 1 + slack, f"{name} stands at {box}, and then at {image}")
        if not name.startswith(("label", "heading")):
            continue
        begins, ends = ink(before, box)
        begun, ended = ink(after, image)
        check(abs(begins - (image.width - ended)) <= 2 + slack and abs(box.width - ends - begun) <= 2 + slack,
              f"{name} is drawn from {begins} to {ends}, and then from {begun} to {ended}, of {box.width}")


def ink(picture, box):
    """The first and the last column in which something is drawn."""
    ground = picture.pixel(box.x, box.y)
    columns = [
        x for x in range(box.width)
        if any(ratio(picture.pixel(box.x + x, y), ground) > 1.5 for y in range(box.y, box.y + box.height))]
    return columns[0], columns[-1] + 1


# MARK: What a desktop sets

def enlarge(stage):
    """Gives letters on the display twice their size."""
    stage.letters = 2
    with open(os.path.join(os.environ["HOME"], "xsettings"), "w", encoding="ascii") as file:
        file.write(TWICE)
    return stage.program("xsettingsd", "-c", file.name)


def without_motion():
    """Makes programs that start from now on use no animations."""
    set_for_gtk("gtk-enable-animations=0")


def desktop_font():
    """Makes programs that start from now on use GNOME's own font: Adwaita Sans, or before GNOME 48 Cantarell."""
    fonts = subprocess.run(["fc-list", ":", "family"], capture_output=True, text=True, timeout=20, check=True).stdout
    font = next((font for font in ("Adwaita Sans", "Cantarell") if font in fonts), None)
    if font:
        set_for_gtk(f"gtk-font-name={font} 11")


def set_for_gtk(line):
    directory = os.path.join(os.environ["HOME"], ".config", "gtk-4.0")
    os.makedirs(directory, exist_ok=True)
    with open(os.path.join(directory, "settings.ini"), "a", encoding="ascii") as file:
        file.write(f"[Settings]\n{line}\n")


def leftwards():
    """The name of a locale with a right-to-left language; only the name counts. Programs that start from now on find
    it."""
    directory = os.path.join(os.environ["HOME"], "locales")
    os.makedirs(directory)
    os.symlink("/usr/lib/locale/C.utf8", os.path.join(directory, "ar_EG.utf8"))
    os.environ["LOCPATH"] = directory
    return "ar_EG.UTF-8"


def click(stage, role, name):
    """Presses the middle of that part with the mouse."""
    still(stage)
    box = next(box for node, box in boxes(stage, {role}) if name in node.get_name())
    Atspi.generate_mouse_event(box.x + box.width // 2, box.y + box.height // 2, "b1c")
    stage.handle()
