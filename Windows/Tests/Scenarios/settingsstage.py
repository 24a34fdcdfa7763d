"""What a scenario of the settings plays with: the window, and the one in front of it while something is asked."""

import os

from picture import Picture
from stage import Atspi, Stage, check


class SettingsStage(Stage):
    """The settings' window of one scenario."""

    def start(self, locale="en"):
        """The window, once it shows what is kept."""
        self.prompt = self.program(os.environ["SETTINGS"], "--locale", locale)
        self.until(lambda: self.named("check box"), "the switch")
        return self.prompt

    # MARK: The two windows

    def sheet(self):
        """The window in front, where there is one."""
        return next((window for window in self.windows() if window.get_role_name() in ("dialog", "alert")), None)

    def front(self):
        """The parts of the window that takes answers."""
        front = self.sheet() or next(iter(self.windows()), None)
        found = []

        def add(node):
            if node is None:
                return
            found.append(node)
            for index in range(node.get_child_count()):
                add(node.get_child_at_index(index))
        add(front)
        return found

    def named(self, role, name=""):
        """The part of the window in front with that role, and a name that holds the other."""
        for node in self.front():
            if node.get_role_name() == role and name in node.get_name():
                return node
        return None

    def appears(self, role, name=""):
        return self.until(lambda: self.named(role, name), f"{role} {name!r} in front")

    def button(self, name):
        """Presses the button of exactly that name in the window in front."""
        def found():
            return next((
                node for node in self.front() if node.get_role_name() == "push button" and node.get_name() == name
                and node.get_state_set().contains(Atspi.StateType.SENSITIVE)), None)
        self.until(found, f"a button {name!r}").do_action(0)

    def asked(self, heading):
        """The window in front that is about that."""
        return self.until(
            lambda: (sheet := self.sheet()) and heading in sheet.get_name() and sheet, f"a question {heading!r}")

    def answered(self):
        self.until(lambda: not self.sheet(), "no question")

    def done(self, text):
        """What was done is said, and put away."""
        self.asked(text)
        self.button("Done")
        self.answered()

    def texts(self):
        return [node.get_name() for node in self.front() if node.get_role_name() in ("label", "heading")]

    # MARK: Fields

    def fields(self):
        return [node for node in self.front() if node.get_role_name() == "password text" and self.is_shown(node)]

    def is_shown(self, node):
        return node.get_state_set().contains(Atspi.StateType.VISIBLE)

    def fill(self, index, secret):
        """Types a secret into a field as an input method would, and looks that nobody can read it."""
        field = self.until(lambda: (fields := self.fields()) and len(fields) > index and fields[index], "a field")
        Atspi.EditableText.insert_text(field, 0, secret, len(secret))
        self.until(
            lambda: Atspi.Text.get_character_count(self.fields()[index]) == len(secret), "a bullet for each character")
        self.nothing_of(secret)

    def give(self, *secrets, go_on="Continue"):
        for index, secret in enumerate(secrets):
            self.fill(index, secret)
        self.button(go_on)

    # MARK: Looking

    def is_on(self):
        """Whether the switch is on."""
        switch = self.named("check box") or self.find("check box")
        return switch.get_state_set().contains(Atspi.StateType.CHECKED)

    def every_name(self):
        """Everything that can have the focus has a name that is no type's."""
        for node in self.front():
            states = node.get_state_set()
            if not states.contains(Atspi.StateType.FOCUSABLE) or node.get_role_name() in ("dialog", "frame"):
                continue
            name = node.get_name()
            check(name and not name.startswith(("Gtk", "Adw")),
                  f"a {node.get_role_name()} that can have the focus is called {name!r}")

    def aim_front(self):
        """Without a window manager keys go to the window that the pointer is on."""
        self.until(lambda: Picture().bounds(), "a picture")
        place = Atspi.Component.get_extents(self.sheet() or self.windows()[0], Atspi.CoordType.WINDOW)
        Atspi.generate_mouse_event(place.x + place.width // 2 + 20, place.y + 60, "abs")
