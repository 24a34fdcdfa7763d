"""A whole way with only the keyboard and Orca's words, on GNOME's compositor, and its transcript."""

import os

from desktop import SHIFT, with_handle
from hearing import Orca
from settingsstage import kept
from stage import Atspi, Call, check
from words import PASSWORD, PIN, TOUCH

# The transcript to compare with; Orca's further words and repetitions depend on the machine's speed.
TRANSCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../docs/orca.txt")
KEYS = {"Tab": [0xFF09], "Shift+Tab": [SHIFT, 0xFF09], "Enter": [0xFF0D], "Space": [0x20]}


class Way:
    """A user with a keyboard and ears: the keys, Orca's words, and their order."""

    def __init__(self, stage):
        self.stage = stage
        self.lines = []
        # The keys pressed and the words awaited.
        self.steps = []
        # How much of it is written down.
        self.heard = 0
        self.orca = Orca(stage)
        self.hears("Screen reader on.")
        # At the first window that it meets, a slow Orca says the focus and not the title.
        with_handle(stage, "Desktop")
        self.stage.until(lambda: "Desktop" in " ".join(self.orca.said()), "a voice")

    # MARK: The transcript

    def chapter(self, title):
        self.note()
        self.lines += ["", title, "-" * len(title), ""]

    def happens(self, text):
        """An action outside the window."""
        self.note()
        self.adds(f"({text})")

    def adds(self, line):
        self.lines.append(line)
        self.steps.append(line)

    def note(self):
        """Writes down everything said so far."""
        said = self.orca.said()
        self.lines += [f"    {words}" for words in said[self.heard:]]
        self.heard = len(said)

    def text(self):
        return "\n".join(self.lines).replace(os.path.realpath(os.environ["BIOGATE"]), "/usr/bin/biogate") + "\n"

    def is_in(self, transcript):
        """Whether it has every step of this one, in their order."""
        place = 0
        for step in self.steps:
            place = transcript.find(step, place)
            check(place >= 0, f"docs/orca.txt lacks {step!r}: TRANSCRIPT=docs/orca.txt make desktop-test writes it anew")

    # MARK: Ears and keys

    def hears(self, *texts):
        """Waits until these texts are said, after the last one written down, with everything that belongs to them."""
        for text in texts:
            self.orca.hears(text, self.heard)
            self.steps.append(text)
        self.stage.until(self.orca.is_idle, "silence")
        self.note()

    def key(self, name):
        self.note()
        self.adds(f"[{name}]")
        self.stage.press(*KEYS[name])

    def goes_to(self, name, role="button", key="Tab"):
        """Goes on until this is said to have the focus."""
        while (now := self.stage.until(self.stage.focus, "a focus")) != (role, name):
            self.key(key)
            now = self.stage.until(
                lambda last=now: self.stage.focus() not in (None, last) and self.stage.focus(), f"another focus than {now}")
            self.hears(now[1])

    def presses(self, name, key="Tab"):
        self.goes_to(name, key=key)
        self.key("Space")

    def types(self, secret, what):
        """Types into the focused field; none of it is said."""
        self.note()
        self.adds(f"[{what}]")
        for count, character in enumerate(secret, 1):
            self.stage.press(ord(character))
            self.stage.until(
                lambda wanted=count: Atspi.Text.get_character_count(self.stage.focus_node) == wanted, "a bullet")
        self.key("Enter")


def way(stage):
    """With only the keyboard and Orca's words, a user sets up a PIN and a finger, opens by finger, opens by PIN when
    that fails, and turns the fingerprint off; no digit is said."""
    played = Way(stage)
    try:
        go(stage, played)
    finally:
        if os.environ.get("TRANSCRIPT"):
            with open(os.environ["TRANSCRIPT"], "w", encoding="utf-8") as file:
                file.write(played.text())
    with open(os.environ.get("TRANSCRIPT") or TRANSCRIPT, encoding="utf-8") as file:
        played.is_in(file.read())
    said = played.orca.said()
    for secret in (PIN, PASSWORD):
        stage.nothing_of(secret)
        check(not any(secret in words for words in said), "it is said")
    check(not any(words.strip(" .") in set(PIN + PASSWORD) for words in said), "a key of a secret is said")
    played.orca.no_key(0, len(said) + 1)


def go(stage, played):
    set_up(stage, played)
    storing = Call(
        "StoreSecret", name="github", secret="czNjcmV0", access={"factors": ["fingerprint", "pin"]},
        credential={"pin": PIN})
    check("item" in (stored := stage.until(storing.outcome, "an outcome"))["parameters"], f"the answer is {stored}")
    opened(stage, played)
    fallen_back(stage, played)
    turned_off(stage, played)


def set_up(stage, played):
    played.chapter("Set up")
    played.happens("The settings are started.")
    stage.prompt = stage.program(os.environ["SETTINGS"], "--locale", "en")
    played.hears("Fingerprint and PIN", "No fingerprint added yet.")
    played.presses("Set up", "Shift+Tab")
    played.hears("Sign in faster with your fingerprint?", "You can find this again under More.")
    played.presses("Continue")
    played.hears("Type your password")
    played.types(PASSWORD, "the password")
    played.hears("New PIN")
    played.types(PIN, "the PIN")
    played.hears("Confirm PIN")
    played.types(PIN, "the PIN")
    played.hears("Right index finger", "The PIN is set.")
    played.presses("Continue")
    played.hears("0 of 5 touches")
    played.happens("The finger touches the reader as often as it is wanted.")
    stage.touch("right-index", "--all")
    played.hears("Added: right index finger.", "Touch the fingerprint reader.")
    played.happens("The finger touches the reader.")
    stage.touch("right-index")
    played.hears("Everything is set up.", "It is your right index finger.")
    played.presses("Done")
    stage.takes_keyboard("Fingerprint and PIN")


def opened(stage, played):
    played.chapter("Open")
    played.happens("A program asks for what it has stored.")
    caller = stage.get("--prompt")
    asking = stage.program(os.environ["PROMPT"], "--locale", "en")
    played.hears(TOUCH["en"])
    played.happens("The finger touches the reader.")
    stage.touch("right-index")
    played.hears("Confirmed.")
    stage.ends(caller, 0)
    stage.ends(asking, 0)


def fallen_back(stage, played):
    played.chapter("Fall back")
    played.happens("A program asks again.")
    caller = stage.get("--prompt")
    asking = stage.program(os.environ["PROMPT"], "--locale", "en")
    played.hears(TOUCH["en"])
    played.happens("Another finger touches the reader, three times.")
    stage.touch("stranger", "--times", "3")
    played.hears("Type your PIN")
    stage.keys_count()
    played.types(PIN, "the PIN")
    played.hears("Confirmed.")
    stage.ends(caller, 0)
    stage.ends(asking, 0)


def turned_off(stage, played):
    played.chapter("Turn off")
    stage.takes_keyboard("Fingerprint and PIN")
    played.goes_to("Unlock with fingerprint", "check box")
    played.key("Space")
    played.hears("Turn off unlocking with fingerprint?")
    played.presses("Turn off")
    played.hears("Fingerprint is off.", "Fingerprint is turned off")
    check(not kept()["settings"]["fingerprintEnabled"], "it is on")
    stage.stop_prompt()
