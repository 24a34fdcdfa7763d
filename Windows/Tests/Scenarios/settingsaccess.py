"""Accessibility scenarios of the settings' windows: the measures of the prompt's."""

import os

import measures
from hearing import Orca
from settingsstage import biogate
from stage import ANNOUNCEMENT, Atspi, check
from windowmanager import WindowManager
from words import PIN


def edges(stage):
    """Every control's edge and the focus ring have at least 3:1 against their surroundings, and everything that can be
    pressed is at least 24 px wide and high, in the window and in its questions."""
    measures.without_motion()
    stage.start()
    stage.appears("list item", "Virtual device")
    stage.aim_front()
    lowest = measures.edges(stage, 8)
    target = measures.targets(stage, 8)
    rings = measures.rings(stage, 3, most=5)
    for button, question in (("Add a finger", "Which finger?"), ("Change the PIN", "Change the PIN"),
                             ("End all access", "End all access?")):
        stage.button(button)
        stage.asked(question)
        stage.until(stage.size_of_sheet, "a size")
        stage.aim_front()
        lowest += measures.edges(stage, 2)
        target = min(target, measures.targets(stage, 2))
        rings += measures.rings(stage, 2)
        stage.save("settings-edges-" + button.split()[0] + os.environ["ADW_DEBUG_COLOR_SCHEME"])
        stage.button("Cancel")
        stage.answered()
    print(f"     lowest edge {min(lowest)[0]:.2f}:1, lowest ring {min(rings)[0]:.2f}:1, smallest target {target} px")
    stage.stop_prompt()


def narrow(stage):
    """On a display that is 320 px wide the window and its questions are as wide as it at most, and nothing is cut."""
    measures.without_motion()
    stage.start()
    stage.appears("list item", "Virtual device")
    measures.whole(stage)
    stage.save("settings-narrow")
    for button, question in (("Add a finger", "Which finger?"), ("Change the PIN", "Change the PIN"),
                             ("End all access", "End all access?")):
        stage.button(button)
        stage.asked(question)
        stage.until(stage.size_of_sheet, "a size")
        measures.whole(stage)
        stage.save("settings-narrow-" + button.split()[0])
        stage.button("Cancel")
        stage.answered()
    stage.stop_prompt()


def spoken(stage):
    """Orca says each text of a sheet once, and nothing of a switch that does not move."""
    orca = Orca(stage)
    stage.start()
    stage.appears("heading", "Fingerprint works")
    orca.hears("Fingerprint works")
    stage.aim()
    stage.keys_count()

    def says(sheet, text, press=None):
        stage.asked(sheet)
        orca.hears(text)
        stage.until(orca.is_idle, "silence")
        # A slower screen reader would read a description with the focus, and then hear that it has changed to that.
        told = [(text in data, kind) for kind, data, _ in stage.events[said_before[-1]:]
                if "accessible-description" in kind and text in data
                or kind.startswith("object:state-changed:focused") and data == "1"]
        check(told == sorted(told, reverse=True), f"{text!r} is described after the focus: {told}")
        stage.aim_front()
        said_before.append(len(stage.events))
        if press:
            stage.button(press)
            stage.answered()
    before = len(orca.said())
    said_before = [len(stage.events)]
    stage.press(0x20)
    says("Turn off unlocking", "Your fingers stay saved.", "Cancel")
    switch = [words for words in orca.said()[before:] if words in ("checked", "not checked")]
    check(not switch, f"it said of the switch {switch}")
    stage.button("Show: What is stored about you")
    says("What is stored about you", "Nothing is sent anywhere.", "Close")
    stage.button("Change the PIN")
    says("Change the PIN", "This shows that it’s you")
    stage.give(PIN)
    says("Change the PIN", "Use 6 to 64 digits.", "Cancel")
    said = orca.said()
    twice = [words for words, next_words in zip(said, said[1:]) if words == next_words]
    check(not twice, f"it said twice {twice} of {said}")
    stage.stop_prompt()


def behind(stage):
    """What happens behind a question is said once the question is gone, and not in its midst."""
    stage.start()
    manager = WindowManager(stage)
    manager.give_keys()
    stage.announced("Fingerprint works")
    stage.button("Show: What is stored about you")
    stage.asked("What is stored about you")
    stage.until(stage.size_of_sheet, "a size")
    stage.aim_front()
    stage.until(lambda: not stage.main().get_state_set().contains(Atspi.StateType.ACTIVE), "another active window")
    biogate("disable", "--yes")
    stage.until(lambda: not stage.is_on(), "the switch off")
    stage.handle()
    before = len(stage.events)
    said = [data for kind, data, _ in stage.events if ANNOUNCEMENT in kind and "Fingerprint is turned off" in data]
    check(not said, "it is said in the midst of the question")
    stage.button("Close")
    stage.answered()
    manager.give_keys()
    stage.announced("Fingerprint is turned off", before)
    stage.stop_prompt()
