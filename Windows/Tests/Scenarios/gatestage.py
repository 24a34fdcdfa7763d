"""The tools of a scenario of the gate in an app: the example bank, and its customer's actions."""

import gettext
import os
import subprocess

import dress
from gatewords import Words, alike
from picture import Picture
from stage import Atspi, Stage, check, role_of
from windowmanager import WindowManager

BANK_PASSWORD = "example"
# The window's own button, with GTK's name, and with that in a look from right to left.
CLOSE = "Close"
CLOSES = {CLOSE, gettext.translation("gtk40", "/usr/share/locale", ["ar"], fallback=True).gettext(CLOSE)}


class GateStage(Stage):
    """One scenario's bank."""

    def __init__(self):
        super().__init__()
        self.locale = os.environ.get("LANGUAGE_TAG", "en")
        self.said = Words(self.locale)
        self.ledger = os.path.join(os.environ["XDG_RUNTIME_DIR"], "ledger")

    # MARK: The program

    def start(self, *arguments):
        self.prompt = self.program(
            os.environ["BANK"], "--locale", self.locale, "--ledger", self.ledger, *arguments,
            env=self.timers.environment)
        return self.prompt

    def stop(self):
        self.stop_prompt()
        self.gone()

    def biogate(self, *arguments, touches=None):
        touching = self.touch(*touches) if touches else None
        done = self.program(os.environ["BIOGATE"], *arguments)
        self.ends(done, 0)
        if touching:
            self.ends(touching, 0)

    def unplug(self):
        """Unplugs the reader while another program's call waits."""
        asking = self.program(os.environ["BIOGATE"], "ask", "Sign in", stderr=subprocess.DEVNULL)
        self.biogate("sandbox", "unplug")
        self.until(lambda: asking.poll() is not None, "an end of the call")

    def device_settings(self):
        """Replaces the desktop's settings by a script; the file exists once they were started."""
        started = os.path.join(os.environ["HOME"], "settings-started")
        entries = os.path.join(os.environ["HOME"], ".local/share/applications")
        os.makedirs(entries)
        with open(os.path.join(entries, "org.biometricgate.Settings.desktop"), "w", encoding="ascii") as file:
            file.write(f"[Desktop Entry]\nType=Application\nName=Settings\nExec=touch {started}\n")
        return started

    def pin_file(self, pin):
        path = os.path.join(os.environ["XDG_RUNTIME_DIR"], "typed-pin")
        with open(path, "w", encoding="ascii") as file:
            file.write(pin + "\n")
        return path

    # MARK: What is seen

    def visible(self, role=None, name=None):
        """Everything on the display except the window's own title."""
        for node in self.nodes()[1:]:
            if (role is None or role_of(node) == role) and (name is None or name in node.get_name()):
                return node
        return None

    def sees(self, role, name):
        return self.until(lambda: self.visible(role, name), f"{role} {name!r} on the display")

    def sees_no(self, role, name):
        self.until(lambda: not self.visible(role, name), f"no {role} {name!r} on the display")

    def button(self, what):
        return self.until(lambda: self.named_button(what), f"a button {self.said[what]!r}")

    def named_button(self, what):
        """The button of exactly that name, because one name may begin with another."""
        return next(
            (node for node in self.nodes()[1:]
             if role_of(node) == "button" and node.get_name() == self.said[what]), None)

    def press_button(self, what):
        def pressed():
            node = self.named_button(what)
            return node and node.get_state_set().contains(Atspi.StateType.SENSITIVE) and node.do_action(0)
        self.until(pressed, f"a press of {what!r}")

    def width(self, what):
        return Atspi.Component.get_extents(self.button(what), Atspi.CoordType.WINDOW).width

    def buttons(self):
        """The names of the enabled buttons, in order."""
        return [
            node.get_name() for node in self.nodes()
            if role_of(node) == "button" and node.get_state_set().contains(Atspi.StateType.SENSITIVE)]

    def focused_node(self):
        return next(
            (node for node in self.nodes() if node.get_state_set().contains(Atspi.StateType.FOCUSED)), None)

    def is_screen(self, name, reason=None, own=()):
        """The display has the screen of that name in the golden texts, with all its words and buttons, and no other
        button but the bank's own; the alert matches, too."""
        wanted = self.said.screen(name, reason and self.said[reason])

        # Typed text can be submitted once there is some.
        offered = wanted.buttons[1:] if wanted.field else wanted.buttons
        names = sorted(offered + [self.said[what] for what in own])
        last = {}

        def same():
            shown = [(role_of(node), alike(node.get_name())) for node in self.nodes()[1:] if node.get_name()]
            last.update(shown=shown, buttons=sorted(set(self.buttons()) - CLOSES))
            texts = [text for role, text in shown if role in ("heading", "label", "list item")]
            alerts = [text for role, text in shown if role == "alert"]
            return (
                all(any(stands(alike(text), seen) for seen in texts) for text in wanted.texts)
                and len(alerts) == (wanted.alert is not None)
                and (not wanted.alert or alerts == [alike(wanted.alert)])
                and (wanted.field is None or ("password text", wanted.field) in shown)
                and last["buttons"] == names)
        # The reader's request may name the item; the reason is on the display once.
        def stands(text, seen):
            is_told_twice = reason and alike(self.said[reason]) in seen
            return seen == text or text.removesuffix(".") in seen and not is_told_twice
        try:
            self.until(same, f"the screen {name!r} with {vars(wanted)} and {names}")
        except AssertionError as error:
            raise AssertionError(f"{error}, but {last}") from error
        # What is dimmed for a touch is measured by `looks`.
        dress.look_at(self, f"gate-{name}-{self.locale}".replace(", ", "-").replace(" ", "-"))

    def is_row(self, name):
        """The display has the row of that name in the golden texts, above the bank's own button."""
        self.is_screen(name, own=("leave",))

    def switch(self):
        return self.sees("check box", self.said["row"])

    def press_switch(self):
        self.until(
            lambda: self.switch().get_state_set().contains(Atspi.StateType.SENSITIVE) and self.switch().do_action(0),
            "a press of the switch")

    def asked(self):
        """Whether the gate, the offer or the row wants a touch."""
        return self.until(
            lambda: self.visible("label", self.said["touch"]) or self.visible("label", self.said["reader's touch"]),
            "a request for a touch")

    # MARK: The customer

    def type_password(self, password=BANK_PASSWORD):
        field = self.until(lambda: self.visible("password text", self.said["password"]), "the bank's field")
        Atspi.EditableText.set_text_contents(field, password)
        self.press_button("sign in")

    def sign_up(self):
        """From the start to the bank's home, with the fingerprint sign-in turned on."""
        self.start()
        self.type_password()
        self.press_button("turn on")
        self.ends(self.touch("right-index"), 0)
        self.button("transfer")

    def home(self):
        self.button("transfer")

    def miss(self, times):
        """A stranger's finger, and again whenever the gate lets the customer decide."""
        for count in range(times):
            if count:
                self.press_button("retry")
                self.asked()
            self.ends(self.touch("stranger"), 0)

    # MARK: The window as a window manager handles it

    def minimize(self):
        """Takes the window off the display like a window manager that minimizes it; returns the way to undo it."""
        manager = WindowManager(self)
        manager.minimize()
        self.until(lambda: Picture().is_blank(), "an empty display")

        def restore():
            manager.restore()
            self.until(lambda: not Picture().is_blank(), "the window again")
        return restore

    def resize(self, width, height):
        """Makes the window redraw in another size."""
        before = Picture().bounds()
        WindowManager(self).resize(width, height)
        self.until(lambda: Picture().bounds() not in (None, before), "a window of another size")


def is_alert(node):
    check(role_of(node) == "alert", f"{node.get_name()!r} is a {role_of(node)}")
