"""Scenarios of the settings window: content, keys, colours, languages, and cost."""

import os
import time

import measures
from looking import drivers
from picture import Picture
from settingsstage import biogate
from stage import Atspi, Call, check, role_of
from words import PIN, WRONG


def status(stage):
    """The window shows the state, names everything, and closes; a change made elsewhere is shown."""
    window = stage.start()
    stage.appears("heading", "Fingerprint works")
    stage.appears("label", "Touch the reader when an app asks.")
    stage.appears("list item", "Right index finger")
    stage.appears("list item", "github")
    stage.appears("list item", "The PIN is set")
    stage.appears("list item", "Virtual device")
    check(stage.is_on(), "the switch is off")
    check(not stage.named("alert"), "there is an alert")
    check(stage.windows()[0].get_application().get_name() == "org.biometricgate.Settings", "another name")
    stage.every_name()
    stage.save("settings-status")
    # Elsewhere something is stored, and fingerprint is turned off.
    storing = Call("StoreSecret", name="bank", secret="czNjcmV0")
    stage.touch("right-index")
    stage.until(storing.outcome, "an outcome")
    stage.appears("list item", "bank")
    biogate("disable", "--yes")
    stage.appears("alert", "Fingerprint is turned off")
    stage.until(lambda: not stage.is_on(), "a switch that is off")
    stage.save("settings-disabled")
    stage.every_name()
    stage.stop_prompt()
    check(window.returncode == 0, f"status {window.returncode}")


def keyboard(stage):
    """Tab reaches everything that can have the focus, in the order of the screen, and returns; everything that can be
    pressed is large enough."""
    stage.start()
    stage.appears("list item", "Virtual device")
    # A list has the focus in its rows; the desktop's own keys replace the buttons of the title bar.
    wanted = {node.get_name() for node in stage.front()
              if node.get_state_set().contains(Atspi.StateType.FOCUSABLE)
              and role_of(node) not in ("frame", "list")} - {"Minimize", "Maximize", "Close"}
    for node in stage.front():
        # A switch moves by its whole row.
        if role_of(node) in ("button", "list item"):
            size = Atspi.Component.get_extents(node, Atspi.CoordType.WINDOW)
            check(size.width >= 24 and size.height >= 24, f"{node.get_name()!r} is {size.width} by {size.height}")
    stage.aim()
    stops = [stage.focused()]
    while len(stops) < 60:
        before = len(stage.events)
        stage.press(0xFF09)
        stage.until(
            lambda: any(kind.startswith("object:state-changed:focused") for kind, _, _ in stage.events[before:]),
            "another focus")
        stops.append(stage.until(stage.focused, "a focus"))
        if stops[-1] == stops[0] and len(stops) > 5:
            break
    check(wanted <= set(stops), f"it does not reach {wanted - set(stops)}")
    places = [stops.index(name) for name in ("Unlock with fingerprint", "Add a finger", "Change the PIN", "Remove github")]
    check(places == sorted(places), f"the stops are {stops}")
    stage.press_with_control(ord("w"))
    stage.ends(stage.prompt, 0)


def contrast(stage):
    """Every text of the window, of an alert in it and of a question has at least 4.5:1 against its background."""
    name = os.environ["ADW_DEBUG_COLOR_SCHEME"] + os.environ["ADW_DEBUG_HIGH_CONTRAST"]
    biogate("disable", "--yes")
    # Off the window, where it would show a button's tooltip.
    Atspi.generate_mouse_event(899, 699, "abs")
    stage.start()
    stage.appears("alert", "Fingerprint is turned off")
    stage.pause(0.5)
    stage.save("settings-contrast-" + name)
    lowest = stage.contrasts(12)
    stage.button("Turn on")
    stage.asked("Turn on")
    stage.pause(0.5)
    lowest += stage.contrasts(6)
    stage.button("Cancel")
    stage.answered()
    stage.button("End all access")
    stage.asked("End all access?")
    stage.pause(0.5)
    lowest += stage.contrasts(5)
    stage.save("settings-contrast-sheet-" + name)
    stage.button("Cancel")
    stage.answered()
    stage.button("Change the PIN")
    stage.give(WRONG)
    stage.appears("password text", "New PIN")
    stage.give(PIN, WRONG, go_on="Change the PIN")
    stage.until(stage.alerts, "an alert")
    stage.pause(0.5)
    lowest += stage.contrasts(6)
    print(f"     lowest {min(lowest)[0]:.2f}:1 of {len(lowest)} texts")
    stage.stop_prompt()


def large(stage):
    """With letters of twice the size every text is complete, and every button of a question is on the display."""
    measures.enlarge(stage)
    stage.start("nb")
    stage.appears("list item", "Høyre pekefinger")
    stage.until(lambda: stage.height("label", "Fingeravtrykk og PIN-kode") > 40, "large letters")
    stage.save("settings-large")
    for name, question in (("Legg til en finger", "Hvilken finger?"), ("Endre PIN-koden", "Endre PIN-koden"),
                           ("Avslutt all tilgang", "Avslutte all tilgang?")):
        stage.button(name)
        stage.asked(question)
        whole = stage.until(stage.size_of_sheet, "a size")
        check(whole.width <= 900 and whole.height <= 700, f"{name!r} is {whole.width} by {whole.height}")
        for node in stage.front():
            if role_of(node) not in ("button", "radio button", "label", "heading") or not node.get_name():
                continue
            place = Atspi.Component.get_extents(node, Atspi.CoordType.WINDOW)
            check(place.x >= 0 and place.x + place.width <= whole.width and place.y + place.height <= whole.height,
                  f"{node.get_name()!r} is cut")
        stage.save("settings-large-" + name.split()[0])
        stage.button("Avbryt")
        stage.answered()
    stage.stop_prompt()


def figures(stage):
    """Measures the time to the first picture and the window's memory, without asserting them; asserts that GL is not
    started, and that nothing wakes the idle window, also after a finger was asked for."""
    begun = time.monotonic()
    window = stage.program(os.environ["SETTINGS"], "--locale", "en")
    stage.prompt = window
    while Picture().is_blank():
        check(time.monotonic() < begun + 20, "nothing is drawn")
        time.sleep(0.002)
    print(f"     {time.monotonic() - begun:.2f} s from the start of the program to the first pixel")
    stage.appears("heading", "Fingerprint works")
    stage.button("Try it")
    stage.until(lambda: any("ouch the fingerprint reader" in text for text in stage.texts()), "the call for a touch")
    stage.touch("right-index")
    stage.done("Your fingerprint works.")
    stage.until(lambda: rests(window), "three seconds in which nothing wakes it up")
    check(not drivers(window), f"GL is started for nothing: {drivers(window)}")
    with open(f"/proc/{window.pid}/smaps_rollup", encoding="ascii") as file:
        sizes = {line.split()[0]: int(line.split()[1]) for line in file if line.endswith("kB\n")}
    print(f"     {sizes['Private_Dirty:'] // 1024} MB of its own, {sizes['Rss:'] // 1024} MB in all")
    stage.stop_prompt()


def rests(process):
    """Whether nothing wakes it for three seconds; looking at the window would."""
    before = wakings(process)
    time.sleep(3)
    return wakings(process) == before


def wakings(process):
    """How often each of its threads has waited."""
    counts = {}
    for thread in os.listdir(f"/proc/{process.pid}/task"):
        with open(f"/proc/{process.pid}/task/{thread}/status", encoding="ascii") as file:
            counts[thread] = next(int(line.split()[1]) for line in file if line.startswith("voluntary_ctxt"))
    return counts
