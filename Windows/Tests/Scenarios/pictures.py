"""The documents' pictures, drawn by the real windows; `pictures.sh` gives the place."""

import os
import subprocess

import measures
from settingsstage import SettingsStage, availability, biogate
from stage import Call
from words import HEADINGS, TOUCH, WORDS

# An app with its own name, as a user may have it.
APP = os.environ.get("APP") or os.environ["BIOGATE"]
REASONS = {"en": "Push to main", "ko": "main 브랜치에 올리기", "nb": "Legg ut på main"}


def ask(stage):
    """A program asks for a finger, light, dark and in Korean."""
    locale = os.environ.get("LANGUAGE_TAG", "en")
    measures.desktop_font()
    caller = stage.program(
        APP, "get", "github", "--reason", REASONS[locale], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    stage.start_prompt(locale=locale)
    stage.shown("heading", HEADINGS[locale].replace("biogate", os.path.basename(APP)))
    stage.shown("label", TOUCH[locale])
    stage.shown("button", WORDS[locale][1])
    # The picture has pulsed.
    stage.pause(5)
    look = "dark" if "dark" in os.environ.get("ADW_DEBUG_COLOR_SCHEME", "") else "light"
    stage.save_window(f"prompt-{locale}-{look}")
    stage.escape()
    stage.stop_prompt()
    caller.terminate()


def settings(stage):
    """The data of a user with two fingers and an app's item."""
    settings_stage(stage)
    stage.start()
    stage.appears("list item", "github")
    stage.appears("heading", "Fingerprint works")
    stage.pause(1)
    stage.save_window("settings")
    stage.stop_prompt()


def lockout(stage):
    """Too many misses, and the remedy."""
    settings_stage(stage)
    while availability() != "lockoutPermanent":
        call = Call("Authenticate", reason="Look", factors=["fingerprint"])
        stage.touch("stranger", "--times", "3", "--timeout", "3")
        stage.until(call.outcome, "an outcome")
    stage.start()
    stage.appears("alert", "Fingerprint is locked for now")
    stage.pause(1)
    stage.save_window("settings-lockout", height=330)
    stage.stop_prompt()


def settings_stage(stage):
    """The item is the app's, and the pointer is off the window."""
    assert isinstance(stage, SettingsStage)
    measures.desktop_font()
    biogate("rm", "github", "--yes")
    storing = subprocess.Popen([APP, "store", "github", "--from", "-"], stdin=subprocess.PIPE)
    storing.stdin.write(b"s3cret")
    storing.stdin.close()
    stage.touch("right-index")
    stage.ends(storing, 0)
    stage.off_the_window()
