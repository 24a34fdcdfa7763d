"""Accessibility scenarios of the parts: low vision, no mouse; the same measures for each."""

import os

import measures
from stage import check

TAB = 0xFF09
# How far the edge of a gate's buttons lies outside of GTK's reported size.
PILLS = {"across": 40, "upwards": 12}

# The bank's own controls on the screen of that name.
OWN = {"row": ("leave",), "question": ("leave",), "banner": ("password", "sign in")}


def screens(stage):
    """Shows one screen of the parts after the other, and yields the names of its controls."""
    stage.start()
    stage.type_password()
    stage.button("turn on")
    yield "offer", ["turn on", "not now"]
    stage.press_button("turn on")
    stage.asked()
    yield "asking", ["cancel"]
    stage.ends(stage.touch("right-index"), 0)
    stage.home()
    yield from signed_up(stage)


def signed_up(stage):
    """The screens while the sign-in is on, from the bank's home."""
    stage.press_button("settings")
    stage.button("again")
    yield "row", ["row", "again", "leave"]
    stage.press_switch()
    stage.button("turn off")
    yield "question", ["cancel", "turn off", "leave"]
    stage.press_button("cancel")
    stage.press_button("leave")
    stage.press_button("transfer")
    stage.asked()
    yield "gate", ["cancel", "use PIN"]
    stage.press_button("cancel")
    stage.home()
    stage.biogate("disable", "--yes")
    stage.press_button("transfer")
    stage.button("device")
    yield "obstacle", ["cancel", "use PIN", "retry", "device"]
    stage.press_button("use PIN")
    stage.sees("password text", stage.said["type PIN"])
    yield "field", ["cancel", "type PIN", "back"]
    stage.press_button("cancel")
    stage.press_button("sign out")
    stage.sees("alert", stage.said["turned off"])
    yield "banner", ["use password", "password", "sign in"]
    stage.stop()


def access(stage):
    """Tab reaches every control, which has a name and is at least 24 px high and wide, and returns to the start; edges
    and the focus ring have 3:1 against their surroundings in the parts. The bank's own page has the theme's."""
    measures.without_motion()
    lowest = []
    for name, wanted in screens(stage):
        measures.still(stage)
        stops = around(stage, len(wanted))
        missing = [what for what in wanted if stage.said[what] not in stops]
        check(not missing, f"Tab does not come to {missing} of {name}, but to {stops}")
        reach = {} if name in ("row", "question", "banner") else PILLS
        own = {stage.said[what] for what in OWN.get(name, ())}
        # An empty field has no button to submit it.
        if name != "field":
            lowest += measures.edges(stage, len(wanted) - len(own), but=own, **reach)
        measures.targets(stage, len(wanted))
        if name in ("offer", "row", "obstacle", "banner"):
            lowest += measures.rings(stage, 1, but=own, **reach)
    print(f"     lowest edge or ring {min(lowest)}")


def around(stage, count):
    """The names of Tab's stops until it is back; only the first, if there is no other."""
    stage.aim()
    stops, told = [], []
    while True:
        node = stage.until(stage.focused_node, "a focus")
        name, before = node.get_name(), measures.called(node)
        check(name and not name.startswith(("Gtk", "Adw", "Biogate")), f"{before} has no name")
        if before in told:
            return stops
        told.append(before)
        stops.append(name)
        if count == 1:
            return stops
        stage.press(TAB)
        stage.until(lambda last=before: stage.focused_node() and measures.called(stage.focused_node()) != last,
                    f"another focus than {before}")


def large(stage):
    """Letters of twice the size cut nothing of any part, and nothing covers another."""
    measures.without_motion()
    measures.enlarge(stage)
    for name, _ in screens(stage):
        stage.until(
            lambda: max(box.height for node, box in measures.boxes(stage, {"label", "heading"})) > 28, "large letters")
        measures.still(stage)
        stage.aim()
        stage.save("large-" + name)
        measures.reachable(stage)


def mirrored(stage):
    """In a right-to-left language each part is mirrored."""
    measures.without_motion()
    locales = ("C.UTF-8", measures.leftwards())
    offers = []
    for locale in locales:
        os.environ["LC_ALL"] = locale
        stage.start()
        stage.type_password()
        stage.button("turn on")
        offers.append(shot(stage, "offer", locale))
        stage.stop()
    measures.mirror(*offers, 3)
    stage.start()
    stage.type_password()
    stage.press_button("not now")
    stage.home()
    stage.stop()
    walks = [walk(stage, locale) for locale in locales]
    for one, other in zip(*walks):
        measures.mirror(one, other, 2)


def walk(stage, locale):
    """The pictures of one way through the other screens, at whose end the bank has stored nothing."""
    os.environ["LC_ALL"] = locale
    stage.start()
    stage.type_password()
    stage.press_button("settings")
    stage.press_switch()
    stage.asked()
    stage.ends(stage.touch("right-index"), 0)
    stage.button("again")
    stage.press_button("leave")
    shots = [shot(stage, name, locale) for name, _ in signed_up(stage)]
    stage.biogate("enable", touches=["right-index"])
    stage.biogate("rm", "org.example.Bank/login", "--yes")
    return shots


def shot(stage, name, locale):
    stage.off_the_window()
    stage.save(f"mirrored-{name}-{locale}")
    return measures.shot(stage)
