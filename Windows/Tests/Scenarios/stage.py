"""The tools of a scenario: the prompt's window as assistive technology sees it, keys, callers and touches."""

import atexit
import contextlib
import json
import os
import signal
import socket
import struct
import subprocess
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

from picture import Picture  # noqa: E402
from timers import Timers  # noqa: E402

# Only ends a hang; nothing waits for it.
HANG = 60
BIOGATE = os.environ.get("BIOGATE", "")
# The widest window of a program, in px.
WIDEST = {"org.biometricgate.Prompt": 430}
# Our text in the field, and GTK's replacement where it masks it.
BULLETS = {"\u2022", "\u25cf"}
# Roles by their older names.
RENAMED = {"push button": "button"}
TOLD = (
    "object:announcement", "object:text-changed", "object:property-change", "object:children-changed", "object:state-changed",
    "object:text-caret-moved", "object:visible-data-changed", "window:")

# The event by which the windows have a text said, with the GTK that is here.
ANNOUNCEMENT = "object:announcement" if subprocess.run(
    ["pkg-config", "--atleast-version=4.14", "gtk4"], check=False).returncode == 0 else "accessible-description"


def check(condition, message):
    if not condition:
        raise AssertionError(message)


def is_modal(window):
    """Whether it takes all answers, in front of another one."""
    return window.get_state_set().contains(Atspi.StateType.MODAL)


def role_of(node):
    """Its role, by the newer of its possible names."""
    name = node.get_role_name()
    return RENAMED.get(name, name)


def parts(node):
    """The node and everything below it."""
    found = [node]
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child is not None:
            found += parts(child)
    return found


def daemon():
    """The process that answers."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(os.environ["BIOGATE_SOCKET"])
        peer = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return struct.unpack("3i", peer)[0]


class Call:
    """A call by this process itself, for which biogate has no command."""

    def __init__(self, method, **parameters):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(os.environ["BIOGATE_SOCKET"])
        method = method if "." in method else "Gate." + method
        message = {"method": "org.biometricgate." + method, "parameters": parameters, "more": True}
        self.socket.sendall(json.dumps(message).encode() + b"\0")
        self.socket.setblocking(False)
        self.replies, self.rest = [], b""

    def outcome(self):
        """The last answer, once it has arrived."""
        try:
            self.rest += self.socket.recv(65536)
        except BlockingIOError:
            pass
        *frames, self.rest = self.rest.split(b"\0")
        self.replies += [json.loads(frame) for frame in frames]
        return self.replies[-1] if self.replies and not self.replies[-1].get("continues") else None


class Stage:
    """One scenario's programs, and all events on the accessibility bus."""

    def __init__(self):
        self.events = []
        # GTK does not answer about a part that has just gone, and the next look would otherwise come 15 s later.
        Atspi.set_timeout(800, 800)
        self.listener = Atspi.EventListener.new(self.told)
        for kind in TOLD:
            self.listener.register(kind)
        self.context = GLib.MainContext.default()
        self.prompt = None
        self.timers = Timers()
        # How many times as large as usual.
        self.letters = 1
        self.begun = time.monotonic()

    def told(self, event):
        # Whether a state is on.
        data = str(event.detail1) if event.type.startswith("object:state-changed") else event.any_data
        self.events.append((event.type, data if isinstance(data, str) else "", time.monotonic()))

    # MARK: Waiting

    def until(self, condition, what):
        """The result of `condition` once it is true; checked again and again, for at most half of the time: a look at all
        parts takes the window's time, too."""
        deadline = time.monotonic() + HANG
        while True:
            self.handle()
            looked = time.monotonic()
            try:
                found = condition()
            except (GLib.Error, SystemError):
                # It went while it was looked at, which Python's binding reports in two ways.
                found = None
            if found:
                if os.environ.get("VERBOSE"):
                    print(f"{time.monotonic() - self.begun:.2f} s: {what}", flush=True)
                return found
            if time.monotonic() > deadline:
                raise AssertionError(f"there is still not {what}")
            GLib.usleep(max(10_000, min(50_000, int((time.monotonic() - looked) * 1_000_000))))

    def handle(self):
        # Looking at the tree causes further events, so this does not wait for their end.
        for _ in range(200):
            if not self.context.iteration(False):
                break

    def pause(self, seconds):
        """Does nothing for that long: for a scenario in which the pause itself is tested."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.handle()
            GLib.usleep(10_000)

    # MARK: Programs

    def start_prompt(self, *arguments, locale="en", shows_all=True):
        which = ["--all"] if shows_all else []
        self.prompt = self.program(
            os.environ["PROMPT"], *which, "--locale", locale, *arguments, env=self.timers.environment)
        return self.prompt

    def program(self, *command, **options):
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True, **options)
        # It does not outlive the scenario.
        atexit.register(process.kill)
        return process

    def get(self, *arguments):
        """A caller that wants the item."""
        return self.program(
            BIOGATE, "get", "github", "--reason", "Push \"now\"", *arguments, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)

    def touch(self, *arguments):
        return self.program(BIOGATE, "sandbox", "touch", *arguments, stderr=subprocess.PIPE)

    @contextlib.contextmanager
    def confirming(self):
        """The call is confirmed inside. Ends when the window says so, on a screen that closes by itself after a moment.
        """
        with self.timers.held():
            yield
            self.shown("label", "Confirmed.")

    @contextlib.contextmanager
    def no_time_passes(self):
        """The daemon does nothing within, and the prompt's clock stands: nobody's time is over before this is."""
        service = daemon()
        os.kill(service, signal.SIGSTOP)
        try:
            self.timers.clock.hold()
            yield
        finally:
            os.kill(service, signal.SIGCONT)

    def ends(self, process, status):
        got = self.until(lambda: process.poll() is not None and [process.returncode], f"an end of {process.args}")[0]
        check(got == status, f"{process.args}: expected status {status}, not {got}")

    # MARK: The window

    def check_widths(self):
        """No text makes its window wider than windows of that program are, at that size of letters."""
        for window in self.windows():
            most = WIDEST.get(window.get_application().get_name(), 600) * self.letters
            width = Atspi.Component.get_extents(window, Atspi.CoordType.WINDOW).width
            check(width <= most, f"{window.get_name()!r} is {width} px wide")

    def tree(self):
        lines = []

        def add(node, depth):
            if node is None:
                return
            lines.append("  " * depth + f"{role_of(node)} {node.get_name()!r} {node.get_description()!r}")
            for index in range(node.get_child_count()):
                add(node.get_child_at_index(index), depth + 1)
        try:
            for window in self.windows():
                add(window, 0)
        except GLib.Error as error:
            lines.append(str(error))
        return "\n".join(lines)

    def windows(self):
        desktop = Atspi.get_desktop(0)
        desktop.clear_cache()
        found = []
        for index in range(desktop.get_child_count()):
            application = desktop.get_child_at_index(index)
            if application is None:
                continue
            application.clear_cache()
            found += [application.get_child_at_index(place) for place in range(application.get_child_count())]
        return [window for window in found if window is not None]

    def nodes(self):
        """All shown parts of the windows, in order."""
        return self.whole(lambda: [node for window in self.windows() for node in parts(window)])

    def whole(self, look):
        """The result of `look`, once no part of it disappears meanwhile."""
        return self.until(lambda: [look()], "parts that stay")[0]

    def find(self, role=None, name=None):
        return self.whole(lambda: [self.first(role, name)])[0]

    def first(self, role, name):
        """Looks no further than it has to."""
        waiting = self.windows()[::-1]
        while waiting:
            node = waiting.pop()
            if (role is None or role_of(node) == role) and (name is None or name in node.get_name()):
                return node
            below = (node.get_child_at_index(index) for index in range(node.get_child_count()))
            waiting += [child for child in below if child is not None][::-1]
        return None

    def shown(self, role=None, name=None):
        return self.until(lambda: self.find(role, name), f"{role} {name!r}")

    def gone(self):
        self.until(lambda: not self.windows(), "no window")

    def focusable(self):
        return [node for node in self.nodes() if node.get_state_set().contains(Atspi.StateType.FOCUSABLE)
                and node.get_state_set().contains(Atspi.StateType.VISIBLE) and role_of(node) != "dialog"]

    def focused(self):
        """The name of the focused part."""
        names = [node.get_name() for node in self.nodes() if node.get_state_set().contains(Atspi.StateType.FOCUSED)]
        return names[-1] if names else None

    def field(self):
        return self.shown("password text")

    def typed(self):
        """The field's text, as any program can read it."""
        field = self.find("password text")
        return Atspi.Text.get_text(field, 0, Atspi.Text.get_character_count(field)) if field else ""

    def announced(self, text, after=0):
        """That was or is announced, after that many events."""
        self.until(
            lambda: any(ANNOUNCEMENT in kind and text in data for kind, data, _ in self.events[after:]),
            f"an announcement of {text!r}")

    # MARK: Keys

    def aim(self):
        """Without a window manager, keys go to the window under the pointer."""
        left, top, right, bottom = self.until(lambda: Picture().bounds(), "a picture")
        Atspi.generate_mouse_event((left + right) // 2, (top + bottom) // 2 - 40, "abs")

    def is_active(self):
        """Whether a window is, which then has the keys."""
        return any(window.get_state_set().contains(Atspi.StateType.ACTIVE) for window in self.windows())

    def keys_count(self):
        """Lets the pause pass after which keys are taken; it begins with a window that has the keys."""
        self.until(self.is_active, "an active window")
        self.pause(0.7)

    def press(self, keysym):
        Atspi.generate_keyboard_event(keysym, None, Atspi.KeySynthType.SYM)
        self.handle()

    def type(self, text):
        for character in text:
            before = len(self.typed())
            self.press(ord(character))
            self.until(lambda: len(self.typed()) == before + 1, f"a bullet for {character!r}")

    def escape(self):
        self.press(0xFF1B)

    def enter(self):
        self.press(0xFF0D)

    # MARK: What must never be told

    def nothing_of(self, pin):
        """Checks that no digit was revealed by the field: in its text, in an event, or character by character."""
        self.handle()
        for kind, data, _ in self.events:
            check(pin not in data, f"{kind} tells the PIN")
            if kind.startswith("object:text-changed"):
                check(set(data) <= BULLETS, f"{kind} tells {data!r}")
        self.whole(lambda: self.tells_nothing_of(pin))

    def tells_nothing_of(self, pin):
        """Checks that the shown text reveals no digit."""
        field = self.find("password text")
        if not field:
            return
        count = Atspi.Text.get_character_count(field)
        texts = [Atspi.Text.get_text(field, 0, count), Atspi.Text.get_text(field, 0, -1)]
        texts += [chr(Atspi.Text.get_character_at_offset(field, index)) for index in range(count)]
        texts += [Atspi.Text.get_string_at_offset(field, 0, Atspi.TextGranularity.LINE).content]
        check(set("".join(texts)) <= BULLETS, f"the field tells {texts}")
        for node in self.nodes():
            check(pin not in node.get_name() + node.get_description(), f"{role_of(node)} tells the PIN")

    def save(self, name):
        """Leaves a picture, and checks the windows' widths."""
        self.keep(name)
        self.whole(self.check_widths)

    def keep(self, name):
        directory = os.environ.get("PICTURES")
        if directory:
            Picture().save(os.path.join(directory, name + ".png"))

    def save_window(self, name, height=None):
        """Saves the picture for a document, with that height from the top if one is given."""
        Picture().save_small(os.path.join(os.environ["PICTURES"], name + ".png"), height)

    def off_the_window(self):
        """The pointer would show a button's tooltip."""
        Atspi.generate_mouse_event(899, 699, "abs")

    def stop_prompt(self):
        self.prompt.send_signal(signal.SIGTERM)
        self.ends(self.prompt, 0)
