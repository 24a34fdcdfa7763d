"""What a scenario of the gate in an app plays with: the example bank, and what its customer does."""

import ctypes
import os

from picture import Picture
from stage import Atspi, Stage, check

BANK_PASSWORD = "example"
# What the bank and its gate say, by language.
SAID = {
    "en": {
        "password": "Bank password", "sign in": "Sign in", "title": "Verify it is you",
        "reason": "Sign in to Example Bank", "offer": "Sign in faster with your fingerprint?", "turn on": "Turn on",
        "not now": "Not now", "touch": "Touch the fingerprint reader", "confirmed": "Confirmed.",
        "use password": "Sign in with password", "transfer": "Send 200 kr to Kari", "card": "Show card details",
        "transfer reason": "Send 200 kr to Kari", "settings": "Settings", "sign out": "Sign out",
        "use finger": "Use fingerprint", "use PIN": "Use PIN", "missed": "No match. 2 tries left.",
        "spent": "No match.", "paused": "Fingerprint is paused.", "type PIN": "Type your PIN",
        "nowhere": "no fingerprint reader", "off": "turned off", "none": "fingerprint", "back": "Back",
    },
    "ko": {
        "password": "은행 비밀번호", "sign in": "로그인", "title": "본인 확인",
        "reason": "예시 은행에 로그인하려면 본인 확인이 필요합니다", "offer": "지문으로 더 빠르게 로그인할까요?",
        "turn on": "지문 사용", "not now": "나중에", "touch": "지문으로 인증해 주세요", "confirmed": "확인했어요.",
        "use password": "비밀번호로 로그인", "transfer": "카리에게 200 kr 송금", "card": "카드 정보 보기",
        "transfer reason": "송금을 위해 본인 확인이 필요합니다", "settings": "설정", "sign out": "로그아웃",
        "use finger": "지문 사용", "use PIN": "PIN 입력", "missed": "2", "spent": "지문이 일치하지 않았어요.",
        "paused": "지문을 잠시 쓸 수 없어요.", "type PIN": "PIN을 입력해 주세요", "back": "뒤로",
    },
    "nb": {
        "password": "Passord til banken", "sign in": "Logg inn", "title": "Bekreft at det er deg",
        "reason": "Logg inn i Eksempelbanken", "offer": "fingeravtrykk", "turn on": "Slå på", "not now": "Ikke nå",
        "touch": "leseren", "confirmed": "Bekreftet.", "use password": "Logg inn med passord",
        "transfer": "Send 200 kr til Kari", "card": "Vis kortopplysninger", "transfer reason": "Send 200 kr til Kari",
        "settings": "Innstillinger", "sign out": "Logg ut", "use finger": "Bruk fingeravtrykk", "use PIN": "Bruk PIN",
        "missed": "2", "spent": "treff", "paused": "Fingeravtrykk er satt på pause.", "type PIN": "Skriv PIN-koden",
        "back": "Tilbake",
    },
}


class GateStage(Stage):
    """The bank of one scenario."""

    def __init__(self):
        super().__init__()
        self.locale = os.environ.get("LANGUAGE_TAG", "en")
        self.said = SAID[self.locale]
        self.ledger = os.path.join(os.environ["XDG_RUNTIME_DIR"], "ledger")

    # MARK: The program

    def start(self, *arguments):
        self.prompt = self.program(
            os.environ["BANK"], "--locale", self.locale, "--ledger", self.ledger, *arguments)
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

    def pin_file(self, pin):
        path = os.path.join(os.environ["XDG_RUNTIME_DIR"], "typed-pin")
        with open(path, "w", encoding="ascii") as file:
            file.write(pin + "\n")
        return path

    # MARK: What is seen

    def visible(self, role=None, name=None):
        """What is on the display, the window's own title apart."""
        for node in self.nodes()[1:]:
            if (role is None or node.get_role_name() == role) and (name is None or name in node.get_name()):
                return node
        return None

    def sees(self, role, name):
        return self.until(lambda: self.visible(role, name), f"{role} {name!r} on the display")

    def sees_no(self, role, name):
        self.until(lambda: not self.visible(role, name), f"no {role} {name!r} on the display")

    def button(self, what):
        return self.sees("push button", self.said.get(what, what))

    def press_button(self, what):
        def pressed():
            node = self.visible("push button", self.said.get(what, what))
            return node and node.get_state_set().contains(Atspi.StateType.SENSITIVE) and node.do_action(0)
        self.until(pressed, f"a press of {what!r}")

    def buttons(self):
        """The names of the buttons that can be pressed, in order."""
        return [
            node.get_name() for node in self.nodes()
            if node.get_role_name() == "push button" and node.get_state_set().contains(Atspi.StateType.SENSITIVE)]

    def focused_node(self):
        return next(
            (node for node in self.nodes() if node.get_state_set().contains(Atspi.StateType.FOCUSED)), None)

    def asked(self):
        """The gate wants a touch."""
        return self.sees("label", self.said["touch"])

    # MARK: The customer

    def type_password(self, password=BANK_PASSWORD):
        field = self.until(lambda: self.visible("password text", self.said["password"]), "the bank's field")
        Atspi.EditableText.set_text_contents(field, password)
        self.press_button("sign in")

    def sign_up(self):
        """From nothing to home, with the fingerprint sign-in turned on."""
        self.start()
        self.type_password()
        self.press_button("turn on")
        self.ends(self.touch("right-index"), 0)
        self.button("transfer")

    def home(self):
        self.button("transfer")

    def miss(self, times):
        """A stranger's finger, each time when the reader wants one."""
        self.ends(self.touch("stranger", "--times", str(times)), 0)

    # MARK: The window as a window manager handles it

    def minimize(self):
        """Takes the window off the display as a window manager does that minimizes it; what undoes it is returned."""
        x11 = ctypes.CDLL("libX11.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        display = ctypes.c_void_p(x11.XOpenDisplay(None))
        window = self.until(lambda: mapped_window(x11, display), "a window on the display")
        x11.XUnmapWindow(display, window)
        x11.XSync(display, 0)
        self.until(lambda: Picture().is_blank(), "an empty display")

        def restore():
            x11.XMapWindow(display, window)
            x11.XSync(display, 0)
            self.until(lambda: not Picture().is_blank(), "the window again")
        return restore


def mapped_window(x11, display):
    """The largest window that is shown."""
    x11.XDefaultRootWindow.restype = ctypes.c_ulong
    root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
    count, children = ctypes.c_uint(), ctypes.POINTER(ctypes.c_ulong)()
    other = ctypes.c_ulong()
    x11.XQueryTree(
        display, root, ctypes.byref(other), ctypes.byref(other), ctypes.byref(children), ctypes.byref(count))
    best, area = None, 10_000
    for index in range(count.value):
        window = ctypes.c_ulong(children[index])
        x, y = ctypes.c_int(), ctypes.c_int()
        width, height, border, depth = (ctypes.c_uint() for _ in range(4))
        x11.XGetGeometry(
            display, window, ctypes.byref(other), ctypes.byref(x), ctypes.byref(y), ctypes.byref(width),
            ctypes.byref(height), ctypes.byref(border), ctypes.byref(depth))
        if width.value * height.value > area:
            best, area = window, width.value * height.value
    return best


def is_alert(node):
    check(node.get_role_name() == "alert", f"{node.get_name()!r} is a {node.get_role_name()}")
