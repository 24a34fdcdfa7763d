"""Scenarios that visit each screen of the settings in each language: the same parts in the same order, every text
different in each language, and nothing cut. The package's golden tests check the texts themselves."""

import os

import dress
import measures
from settingsmore import ENTRY, journal
from settingsstage import availability, biogate
from stage import Atspi, Call, check, role_of
from words import PASSWORD, PIN, WORDS, WRONG

# Names of people and programs, and commands for a terminal, are in no language.
SAME = {"github", "org.example.Bank", "Work", "PIN", "1", "Virtual device with storage and identification for debugging"}
SAID = measures.TEXTS | measures.CONTROLS | {"list item"}


class Tour:
    """One way through the screens, by the buttons' English names, because English goes first."""

    def __init__(self, stage, name, tag, first=None):
        self.stage, self.name, self.tag, self.first = stage, name, tag, first
        # The parts of each screen, including repeated ones.
        self.screens = []
        self.looks = 0
        self.widths = set()

    def start(self, *arguments):
        self.stage.prompt = self.stage.program(os.environ["SETTINGS"], "--locale", self.tag, *arguments)

    def stop(self):
        self.stage.stop_prompt()

    def look(self, heading=None):
        """Waits for the screen: in English the one with that text, in others the one with the same parts."""
        there = self.first and self.first.screens[len(self.screens)]

        def is_there():
            # The first screen is the window itself, and the others are in front of it.
            if self.screens and not self.stage.sheet():
                return None
            parts = self.settled()
            if not parts or self.screens and parts == self.screens[-1]:
                return None
            if there:
                return [role for role, _, _ in parts] == [role for role, _, _ in there] and parts
            return any(heading in name for _, name, _ in parts) and parts
        parts = self.stage.until(is_there, f"the screen {heading!r} in {self.tag}: {there}")
        self.screens.append(parts)
        self.looks += 1
        if there:
            for (role, name, more), (_, name_there, more_there) in zip(parts, there):
                self.differ(role, name, name_there)
                self.differ(role, more, more_there)
        if self.stage.sheet():
            self.stage.until(self.is_whole, "a sheet whose last line is above its buttons")
            self.widths.add(self.stage.size_of_sheet().width)
        dress.look_at(self.stage, f"{self.name}-{self.looks:02}-{self.tag}", 2)

    def is_whole(self):
        """Whether the sheet shows its last text whole, unless it is too high for that and scrolls, and ends below its buttons.
        """
        found = [(role_of(node), measures.box_of(node)) for node in self.stage.front() if self.stage.is_shown(node)]
        buttons = [box for role, box in found if role == "button"]
        top = buttons[-1].y
        # A button's caption is a text, too.
        texts = [box for role, box in found
                 if role in measures.TEXTS and not any(measures.holds(button, box) for button in buttons)]
        whole = measures.box_of(self.stage.sheet())
        ends = whole.y + whole.height - buttons[-1].y - buttons[-1].height < 40
        return ends and max(box.y + box.height for box in texts) <= top or top > 540

    def differ(self, role, text, other):
        is_same = not text or text in SAME or text.removeprefix("• ") in SAME
        check(is_same or text != other, f"{role} {text!r} is the same in {self.tag}")
        if self.tag == "ko" and text and not is_same:
            check(any("\uac00" <= character <= "\ud7a3" for character in text), f"{text!r} is not Korean")

    def settled(self):
        """The front window's texts in order, once nothing changes or moves while they are read."""
        seen = self.stage.whole(self.parts)
        if seen != self.stage.whole(self.parts):
            return None
        return [part for part, _ in seen]

    def parts(self):
        """The front window's texts and places."""
        return [
            ((role_of(node), node.get_name(), node.get_description()), measures.box_of(node))
            for node in self.stage.front() if role_of(node) in SAID and self.stage.is_shown(node)
            # The desktop's own texts follow its language.
            and node.get_description() not in ("Close the window", "Minimize the window", "Maximize the window")]

    def press(self, english, role="button"):
        """Presses the button with that English name on the last screen."""
        screen = self.first.screens[len(self.screens) - 1] if self.first else self.screens[-1]
        place = [part[:2] for part in screen].index((role, english))
        name = self.screens[-1][place][1]
        if role == "button":
            self.stage.button(name)
        else:
            self.stage.appears(role, name).do_action(0)

    def visit(self, button, heading, back="Cancel", role="button"):
        """Looks at the question behind a button, and goes back."""
        self.press(button, role)
        self.look(heading)
        self.back(back)

    def back(self, button="Cancel"):
        self.press(button)
        self.stage.answered()
        # The main window's texts are the same as before.
        self.screens.append(self.screens[0])


def in_each_language(stage, name, go):
    """Goes the same way in each language, and compares."""
    stage.off_the_window()
    first = None
    for tag in WORDS:
        tour = Tour(stage, name, tag, first)
        go(tour)
        tour.stop()
        first = first or tour
        check(len(tour.screens) == len(first.screens), f"{len(tour.screens)} screens in {tag}")
        check(len(tour.widths) < 2, f"sheets of the widths {tour.widths} in {tag}")
    print(f"     {first.looks} screens in {len(WORDS)} languages")


def screens(stage):
    """Every question for a user who has everything, its problems, and the lists."""
    journal(ENTRY)
    answering = Call("AnswerOnboarding", app="org.example.Bank", answer="accepted")
    stage.until(answering.outcome, "an answer")

    def go(tour):
        tour.start()
        tour.look("Turn off: org.example.Bank")
        tour.visit("Unlock with fingerprint", "Turn off unlocking with fingerprint?", role="check box")
        tour.press("Add a finger")
        tour.look("Which finger?")
        tour.press("Continue")
        tour.look("Before your fingerprint opens")
        tour.press("Continue")
        tour.look("Type your PIN")
        tour.press("Use password")
        tour.look("Type your password")
        tour.press("Use PIN")
        tour.look("Type your PIN")
        stage.fill(0, PIN)
        tour.press("Continue")
        tour.look("Touch the fingerprint reader")
        stage.touch("poor")
        tour.look("not clear")
        tour.back()
        tour.visit("Rename right index finger", "Name for right index finger")
        tour.visit("Remove right index finger", "Remove right index finger?")
        tour.press("Change the PIN")
        tour.look("Current PIN")
        stage.fill(0, PIN)
        tour.press("Continue")
        tour.look("Confirm PIN")
        stage.fill(0, "654321")
        stage.fill(1, "654321")
        tour.press("Change the PIN")
        tour.look("Choose another PIN.")
        stage.fill(0, WRONG)
        stage.fill(1, PIN)
        tour.press("Change the PIN")
        tour.look("The PINs don’t match.")
        tour.back()
        tour.visit("Remove PIN", "Remove the PIN?")
        tour.visit("Remove github", "Remove github?")
        tour.press("Try it")
        tour.look("Touch the fingerprint reader")
        tour.back()
        tour.visit("Show: Recent activity", '“gh” opened “github”', "Close")
        tour.visit("Show: What is stored about you", "Nothing is sent anywhere.", "Close")
        tour.visit("End all access", "End all access?")
        tour.press("Erase everything")
        tour.look("Erase everything?")
        tour.press("Erase everything")
        tour.look("Type your password")
        tour.back()
    dress.put_on(stage)
    in_each_language(stage, "screen", go)


def beginnings(stage):
    """The steps of a new user, and the way to a PIN without them."""
    def go(tour):
        tour.start()
        tour.look("No fingerprint added yet")
        tour.press("Set up")
        tour.look("Sign in faster with your fingerprint?")
        tour.press("Continue")
        tour.look("Type your password")
        stage.fill(0, PASSWORD)
        tour.press("Continue")
        tour.look("New PIN")
        # Leaving a step skips it.
        tour.press("Not now")
        tour.look("Which finger?")
        tour.press("Not now")
        tour.look("Some steps are left")
        tour.back("Done")
    dress.put_on(stage)
    in_each_language(stage, "beginning", go)


def states(stage):
    """The window's texts with fingerprint off, locked, without a reader, and without the service."""
    def seen(heading, *arguments, questions=()):
        def go(tour):
            tour.start(*arguments)
            tour.look(heading)
            for question in questions:
                tour.visit(*question)
        in_each_language(stage, "state-of-settings-" + heading.split()[-1].strip("."), go)

    dress.put_on(stage)
    seen("The fingerprint service does not answer.", "--socket", os.path.join(os.environ["HOME"], "nowhere"))
    # A call that waits for a touch notices that the service is gone.
    call = Call("Authenticate", reason="Look", factors=["fingerprint"])
    stage.ends(stage.program(os.environ["BIOGATE"], "sandbox", "unplug"), 0)
    stage.until(call.outcome, "an outcome")
    seen("Reader not connected")
    stage.ends(stage.program(os.environ["BIOGATE"], "sandbox", "plug"), 0)
    biogate("disable", "--yes")
    seen("Fingerprint is turned off", questions=[("Turn on", "Turn on unlocking with fingerprint?"),
                                                 ("Renew github", "Type your PIN")])
    enabling = Call("EnableFingerprint")
    stage.touch("right-index")
    stage.until(enabling.outcome, "an outcome")
    while availability() != "lockoutPermanent":
        call = Call("Authenticate", reason="Look", factors=["fingerprint"])
        stage.touch("stranger", "--times", "3", "--timeout", "3")
        stage.until(call.outcome, "an outcome")
    seen("Fingerprint is locked for now", questions=[("Use PIN", "Unlock")])
