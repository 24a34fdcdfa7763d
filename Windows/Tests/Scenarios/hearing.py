"""Scenarios of hearing: Orca reads the windows, and its log shows its words."""

import atexit
import os
import re
import subprocess

from stage import check
from words import HEADINGS, PIN, TOUCH, WRONG

# Orca runs this when it starts, so that its log is written at once.
CUSTOM = "from orca import debug\ndebug.debugFile.reconfigure(line_buffering=True)\n"
SAID = re.compile(r"SPEECH OUTPUT: '(.*?)'(?: voice=\w+)? ?(?:\{.*)?$")


class Orca:
    """A screen reader for this stage, without sound."""

    def __init__(self, stage):
        self.stage = stage
        home = os.path.join(os.environ["HOME"], "orca")
        os.makedirs(home)
        with open(os.path.join(home, "orca-customizations.py"), "w", encoding="ascii") as file:
            file.write(CUSTOM)
        # It looks for others of its user by name, and would not start beside one on another display.
        with open(os.path.join(home, "pgrep"), "w", encoding="ascii") as file:
            file.write("#!/bin/sh\n")
        os.chmod(file.name, 0o755)
        self.log = os.path.join(home, "log")
        # Without a speech server it speaks only into its log.
        self.process = stage.program(
            "orca", "--disable", "braille", "--user-prefs", home, "--debug-file", self.log,
            env={**os.environ, "SPEECHD_ADDRESS": "unix_socket:" + os.devnull, "LC_ALL": "C.UTF-8",
                 "PATH": home + ":" + os.environ["PATH"]}, stderr=subprocess.DEVNULL)
        self.hears("Screen reader on.")

    def said(self):
        """Everything said so far."""
        try:
            with open(self.log, encoding="utf-8") as file:
                return [found[1] for line in file if (found := SAID.search(line))]
        except FileNotFoundError:
            return []

    def is_idle(self):
        """Whether it has handled every event so far."""
        with open(self.log, encoding="utf-8") as file:
            log = file.read()
        return (log.count(" MANAGER: Queueing ") == log.count(" MANAGER: Dequeued ")
                and log.count("\nvvvvv ") == log.count("\n^^^^^ "))

    def hears(self, text, after=0):
        """Waits until that is said; returns how much was said up to it."""
        def found():
            for place, words in enumerate(self.said()[after:], after + 1):
                if text in words:
                    return place
            return None
        try:
            return self.stage.until(found, f"a voice that says {text!r}")
        except AssertionError as error:
            raise AssertionError(f"{error}; after {after} it said {self.said()}") from None

    def no_key(self, begin, end):
        """Checks that no typed digit was said from there to before there; sentences count tries and seconds."""
        for words in self.said()[begin:end - 1]:
            check(not re.fullmatch(r"[\d\s]+", words), f"it said {words!r}")
        return end


def spoken(stage):
    """Orca says which program asks for what and why, what to do, that a PIN was wrong, and how it ended, and no typed
    digit."""
    orca = Orca(stage)
    # The remaining time is not part of it.
    caller = stage.get("--timeout", "120")
    prompt = stage.start_prompt()
    stage.aim()
    orca.hears("Or type your PIN password text.")
    file = os.path.realpath(os.environ["BIOGATE"])
    orca.hears(HEADINGS["en"])
    place = orca.hears(
        f"Verified: Program file: “{file}”. Claimed by the program: “Push \"now\"”; Claims to act for: “python3”. "
        f"{TOUCH['en']}.")
    stage.keys_count()
    stage.type(WRONG)
    stage.enter()
    place = orca.no_key(place, orca.hears("That PIN did not match. 4 tries left, or touch the reader.", place))
    stage.until(lambda: stage.typed() == "", "an empty field")
    stage.type(PIN)
    stage.enter()
    orca.no_key(place, orca.hears("Confirmed.", place))
    stage.ends(caller, 0)
    stage.ends(prompt, 0)
    stage.until(orca.is_idle, "silence")
    confirmed = [words for words in orca.said() if "Confirmed" in words]
    check(confirmed == ["Confirmed."], f"of the confirmation it said {confirmed}")
    check(not any(secret in words for words in orca.said() for secret in (PIN, WRONG)), f"it said {orca.said()}")
