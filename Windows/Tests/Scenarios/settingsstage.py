"""The tools of a settings scenario: the window, and the one in front of it during a question."""

import json
import os
import subprocess

import measures
from picture import Picture
from stage import Atspi, BULLETS, Stage, check, is_modal, parts, role_of
from words import PIN


def biogate(*arguments):
    """biogate's output."""
    done = subprocess.run(
        [os.environ["BIOGATE"], *arguments], capture_output=True, text=True, timeout=20, check=True,
        stdin=subprocess.DEVNULL)
    return done.stdout


def kept(what="settings"):
    """The daemon's stored data, as it reports it."""
    return json.loads(biogate(what, "--json").splitlines()[-1])["parameters"]


def kept_prints():
    return kept_of("finger", "list")["prints"]


def kept_of(*command):
    return json.loads(biogate(*command, "--json").splitlines()[-1])["parameters"]


def availability():
    """Whether a finger can be asked for, by the contract's name."""
    return json.loads(biogate("status", "--json").splitlines()[0])["parameters"]["availability"]["state"]


def pin_file():
    path = os.path.join(os.environ["XDG_RUNTIME_DIR"], "pin")
    with open(path, "w", encoding="ascii") as file:
        file.write(PIN + "\n")
    return path


def add_finger():
    """Another finger, which ends the first one's access."""
    touching = subprocess.Popen(
        [os.environ["BIOGATE"], "sandbox", "touch", "left-thumb", "--all"], stderr=subprocess.DEVNULL)
    biogate("finger", "add", "left-thumb", "--yes", "--pin-from", pin_file())
    check(touching.wait(20) == 0, "the touches were not all wanted")


class SettingsStage(Stage):
    """One scenario's settings window."""

    def start(self, locale="en"):
        """The window, once it shows what is kept."""
        self.prompt = self.program(os.environ["SETTINGS"], "--locale", locale, env=self.timers.environment)
        self.until(lambda: self.named("check box"), "the switch")
        return self.prompt

    def __init__(self):
        super().__init__()
        # Texts typed into fields that hide nothing.
        self.names = set()

    # MARK: The two windows

    def sheet(self):
        """The window in front, if there is one."""
        return next((window for window in self.windows() if is_modal(window)), None)

    def main(self):
        return next(window for window in self.windows() if not is_modal(window))

    def front(self):
        """The parts of the window that takes answers."""
        def look():
            front = self.sheet() or next(iter(self.windows()), None)
            return parts(front) if front else []
        return self.whole(look)

    def named(self, role, name=""):
        """The front window's part with that role, and a name that contains the other text."""
        for node in self.front():
            if role_of(node) == role and name in node.get_name():
                return node
        return None

    def appears(self, role, name=""):
        return self.until(lambda: self.named(role, name), f"{role} {name!r} in front")

    def button(self, name):
        """Presses the button of exactly that name in the front window."""
        def found():
            return next((
                node for node in self.front() if role_of(node) == "button" and node.get_name() == name
                and node.get_state_set().contains(Atspi.StateType.SENSITIVE)), None)
        self.until(found, f"a button {name!r}").do_action(0)

    def asked(self, heading):
        """The front window about that subject."""
        def found():
            return (sheet := self.sheet()) and any(
                role_of(part) == "heading" and heading in part.get_name() for part in parts(sheet)) and sheet
        return self.until(found, f"a question {heading!r}")

    def answered(self):
        self.until(lambda: not self.sheet(), "no question")

    def done(self, text):
        """The question is gone, and the result is said in the window."""
        self.answered()
        self.appears("label", text.removesuffix("."))

    def alerts(self):
        return [node for node in self.front() if role_of(node) == "alert" and node.get_name()]

    def texts(self):
        return [node.get_name() for node in self.front() if role_of(node) in ("label", "heading")]

    # MARK: Fields

    def fields(self):
        return [node for node in self.front() if role_of(node) == "password text" and self.is_shown(node)]

    def is_shown(self, node):
        return node.get_state_set().contains(Atspi.StateType.VISIBLE)

    def length(self, field):
        return Atspi.Text.get_character_count(field)

    def nothing_of(self, pin):
        kept = self.events
        # A name is not a secret.
        self.events = [event for event in kept if event[1] not in self.names]
        super().nothing_of(pin)
        self.events = kept + self.events[len(kept):]

    def write(self, name, text):
        """Types a text into the field of that name."""
        self.names |= {text, text + Atspi.Text.get_text(self.appears("text", name), 0, -1)}
        Atspi.EditableText.insert_text(self.appears("text", name), 0, text, len(text))

    def fill(self, index, secret):
        """Types a secret into a field like an input method, and checks that it cannot be read."""
        field = self.until(lambda: (fields := self.fields()) and len(fields) > index and fields[index], "a field")
        Atspi.EditableText.insert_text(field, 0, secret, len(secret))
        self.until(
            lambda: Atspi.Text.get_character_count(self.fields()[index]) == len(secret), "a bullet for each character")
        told = Atspi.Text.get_text(self.fields()[index], 0, len(secret))
        check(set(told) <= BULLETS, f"the field tells {told!r}")

    def give(self, *secrets, go_on="Continue"):
        for index, secret in enumerate(secrets):
            self.fill(index, secret)
        self.button(go_on)

    # MARK: Looking

    def size_of_sheet(self):
        """Nothing until it is drawn."""
        size = Atspi.Component.get_extents(self.sheet(), Atspi.CoordType.WINDOW)
        return size if size.width > 0 else None

    def height(self, role, name):
        node = self.named(role, name)
        return Atspi.Component.get_extents(node, Atspi.CoordType.WINDOW).height if node else 0

    def is_on(self):
        """Whether the switch is on."""
        switch = self.named("check box") or self.find("check box")
        return switch.get_state_set().contains(Atspi.StateType.CHECKED)

    def every_name(self):
        """Everything that can have the focus has a name other than its type's, and is in a window, which Orca requires.
        """
        check(role_of(self.front()[0]) == "frame", f"it is in a {role_of(self.front()[0])}")
        for node in self.front():
            states = node.get_state_set()
            if not states.contains(Atspi.StateType.FOCUSABLE) or role_of(node) in ("dialog", "frame"):
                continue
            name = node.get_name()
            check(name and not name.startswith(("Gtk", "Adw")),
                  f"a {role_of(node)} that can have the focus is called {name!r}")

    def contrasts(self, count):
        """The contrast of each text in the front window, of which there are at least that many."""
        picture = Picture()
        measured = [
            (picture.contrast(*box) or 0, role_of(node), node.get_name())
            for node, box in measures.boxes(self, {"label", "heading", "button"}) if node.get_name()]
        check(len(measured) >= count, f"only {measured}")
        for found, role, name in measured:
            check(found >= 4.5, f"{role} {name!r} is {found:.2f}:1")
        return measured

    def press_with_control(self, key):
        # X's number of the key.
        Atspi.generate_keyboard_event(37, None, Atspi.KeySynthType.PRESS)
        self.press(key)
        Atspi.generate_keyboard_event(37, None, Atspi.KeySynthType.RELEASE)
        self.handle()

    def aim_front(self):
        """Without a window manager, keys go to the window under the pointer."""
        self.until(lambda: Picture().bounds(), "a picture")
        place = Atspi.Component.get_extents(self.sheet() or self.windows()[0], Atspi.CoordType.WINDOW)
        Atspi.generate_mouse_event(place.x + place.width // 2 + 20, place.y + 60, "abs")
