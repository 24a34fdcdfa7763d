"""Scenarios on GNOME's own compositor, on Wayland: windows appear and take the keyboard as for a user."""

import os
import subprocess
import sys

from gi.repository import Gio, GLib

from settingsstage import SettingsStage
from stage import Atspi, Call, check, parts, role_of
from words import PIN, TOUCH

REMOTE = "org.gnome.Mutter.RemoteDesktop"
SHIFT = 0xFFE1


class DesktopStage(SettingsStage):
    """Windows in a mutter session, with keys from a virtual keyboard."""

    def __init__(self):
        # The last reported focus.
        self.focus_node = None
        super().__init__()
        # The other display, which Orca needs to start, stays empty.
        os.environ.update(WAYLAND_DISPLAY="wayland-9", GDK_BACKEND="wayland")
        self.program(
            "mutter", "--headless", "--wayland", "--no-x11", "--virtual-monitor", "1280x800", "--wayland-display",
            os.environ["WAYLAND_DISPLAY"], stderr=subprocess.DEVNULL)
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        path = self.until(lambda: self.ask("/" + REMOTE.replace(".", "/"), REMOTE, "CreateSession"), "a session")[0]
        self.session = path, REMOTE + ".Session"
        self.ask(*self.session, "Start")
        # The desktop has a keyboard from its first key on.
        self.press(SHIFT)

    def told(self, event):
        super().told(event)
        if event.type == "object:state-changed:focused" and event.detail1:
            self.focus_node = event.source

    def ask(self, path, interface, method, arguments=None):
        """mutter's answer."""
        return self.bus.call_sync(REMOTE, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, 5000).unpack()

    def press(self, *keysyms):
        """Presses keys, each while the earlier ones are held."""
        for is_down, order in ((True, keysyms), (False, keysyms[::-1])):
            for keysym in order:
                self.ask(*self.session, "NotifyKeyboardKeysym", GLib.Variant("(ub)", (keysym, is_down)))
        self.handle()

    def nodes(self):
        """The parts of the window that has the keyboard."""
        return self.whole(lambda: parts(window) if (window := self.active()) else [])

    def active(self):
        """The window that has the keyboard."""
        return next((
            window for window in self.windows() if window.get_state_set().contains(Atspi.StateType.ACTIVE)), None)

    def takes_keyboard(self, name):
        return self.until(
            lambda: (window := self.active()) and name in window.get_name() and window, f"the keyboard in {name!r}")

    def focus(self):
        """Role and name of the focused part."""
        node = self.focus_node
        if node is None or not node.get_state_set().contains(Atspi.StateType.FOCUSED):
            return None
        return role_of(node), node.get_name()

    def aim(self):
        """Does nothing: the desktop gives the keyboard without a pointer."""

    def save(self, name):
        """Does nothing: this display is not visible."""


def prompt(stage):
    """The prompt takes the keyboard from another window, a typed PIN opens, and that window has the keyboard again; an
    invalid parent does no harm."""
    settings = stage.program(os.environ["SETTINGS"], "--locale", "en")
    stage.takes_keyboard("Fingerprint and PIN")
    call = Call(
        "RetrieveSecret", name="github", reason="Sign in", interaction="prompt", parentWindow="wayland:nobody's")
    asking = stage.start_prompt(shows_all=False)
    stage.takes_keyboard("Open “github”?")
    stage.shown("label", TOUCH["en"])
    stage.keys_count()
    stage.type(PIN)
    stage.nothing_of(PIN)
    with stage.confirming():
        stage.enter()
    outcome = stage.until(call.outcome, "an outcome")
    check(outcome["parameters"].get("secret") == "czNjcmV0", f"the outcome is {outcome}")
    stage.ends(asking, 0)
    stage.takes_keyboard("Fingerprint and PIN")
    stage.prompt = settings
    stage.stop_prompt()


def parent(stage):
    """The prompt belongs to the window that its caller names, which has the keyboard when the prompt closes, and not
    the earlier window; without a named window, the earlier one has it."""
    asker, handle = with_handle(stage, "Asker")
    with_handle(stage, "Other")
    for placement, next_one in (({}, "Other"), ({"parentWindow": handle}, "Asker")):
        call = Call("Authenticate", reason="Sign in", interaction="prompt", **placement)
        asking = stage.start_prompt(shows_all=False)
        stage.takes_keyboard("Verify it")
        stage.keys_count()
        stage.escape()
        check("error" in stage.until(call.outcome, "an outcome"), "it is not cancelled")
        stage.ends(asking, 0)
        stage.takes_keyboard(next_one)
    # A caller that leaves closes no window.
    call = Call("Authenticate", reason="Sign in", interaction="prompt", parentWindow=handle)
    asking = stage.start_prompt(shows_all=False)
    stage.takes_keyboard("Verify it")
    asker.terminate()
    stage.ends(asker, -15)
    stage.keys_count()
    check(asking.poll() is None, "the prompt has ended")
    stage.touch("right-index")
    check("error" not in stage.until(call.outcome, "an outcome"), "it is refused")
    stage.ends(asking, 0)


def with_handle(stage, title):
    """A program with a window that has the keyboard, and the window's name for others."""
    program = stage.program(
        sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "parent.py"), title,
        stdout=subprocess.PIPE, text=True)
    handle = program.stdout.readline().strip()
    check(handle.startswith("wayland:"), f"it is called {handle!r}")
    stage.takes_keyboard(title)
    return program, handle
