"""The scenarios' names, and the surroundings of each; `run.py` makes those.

    scenarios.py NAME
"""

import sys

from looks import LOOKS, NARROW, TIGHT, TOURS, VARIANTS
from words import WORDS

ALL = {
    "touch": [{}],
    "signing": [{}],
    "accounts": [
        {**look, "LANGUAGE_TAG": tag} for tag in WORDS for look in (TIGHT if tag == "en" else [{}])
    ],
    "pin": [{}],
    "escape": [{}],
    "contrast": VARIANTS,
    "edges": VARIANTS,
    "motion": [{"MOTION": "0"}, {"MOTION": "1"}],
    "large": [{}],
    "narrow": [{**NARROW, "LANGUAGE_TAG": tag} for tag in WORDS],
    "long": [{}],
    "mirrored": [{}],
    "mouse": [{}],
    "spoken": [{}],
    "language": [{"LANGUAGE_TAG": tag} for tag in WORDS],
    "every_state": [
        {**look, "LANGUAGE_TAG": tag} for tag in WORDS for look in (LOOKS if tag == "en" else TIGHT)
    ],
    "queue": [{}],
    "ended": [{}],
    "kept": [{}],
    "borrowed": [{}],
    "wanted": [{}],
    "installed": [{}],
    "command": [{}],
    "more_time": [{}],
    "lockout": [{}],
    "other_field": [{}],
    "unwanted": [{}],
    "password": [{}],
    "restart": [{}],
    "locked": [{}],
    "asleep": [{}],
    "keyboard": [{}],
    "figures": [{}],
    # The last, because after a failure the reader stays away.
    "unplugged": [{}],
    "no_display": [{}],
}

# Each on its own sandbox, whose daemon does not survive it, or which belongs to a person.
ENDINGS = {
    "killed": [{}],
    "switched": [{}],
}
# Scenarios for a user who is a person, played by root as one: a system account is always in front of the machine.
PEOPLE = {"switched", "settings_keyring", "settings_keyring_refused", "settings_keyring_set_up", "settings_keyring_screens"}

# The settings' scenarios, each on its own sandbox.
SETTINGS = {
    # The longest first, so that the others run beside them.
    "settings_screens": TOURS,
    # Not with large letters: accessibility.md, 1.4.4.
    "settings_states": [look for look in TOURS if look.get("LOOK") != "large"],
    "settings_beginnings": TOURS,
    "settings_status": [{}],
    "settings_off_and_on": [{}],
    "settings_fingers": [{}],
    "settings_vouch": [{}],
    "settings_keyring": [{}],
    "settings_keyring_refused": [{}],
    "settings_keyring_set_up": [{}],
    "settings_keyring_screens": [look for look in TOURS if look.get("LOOK") in (None, "large")],
    "settings_pin_change": [{}],
    "settings_pin_by_password": [{}],
    "settings_items": [{}],
    "settings_ssh_keys": [{}, {"LOOK": "large"}],
    "settings_apps": [{}],
    "settings_reader": [{}],
    "settings_gone_and_back": [{}],
    "settings_set_up": [{}],
    "settings_lockout": [{}],
    "settings_activity": [{}],
    "settings_erase": [{}],
    "settings_menu": [{}],
    "settings_single": [{}],
    "settings_keyboard": [{}],
    "settings_contrast": [
        {"ADW_DEBUG_COLOR_SCHEME": scheme, "ADW_DEBUG_HIGH_CONTRAST": high}
        for scheme, high in (("prefer-light", "0"), ("prefer-dark", "0"), ("prefer-dark", "1"))
    ],
    "settings_edges": [VARIANTS[0], VARIANTS[-1]][:len(VARIANTS)],
    "settings_double": [{}],
    "settings_cancelling": [{}],
    "settings_behind": [{}],
    "settings_spoken": [{}],
    "settings_large": [{}],
    "settings_narrow": [NARROW],
    "settings_figures": [{}],
}
# The documents' pictures, played only by name, each on its own sandbox.
PICTURES = {
    "picture_ask": [
        {"ADW_DEBUG_COLOR_SCHEME": "prefer-light"}, {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"},
        {"ADW_DEBUG_COLOR_SCHEME": "prefer-light", "LANGUAGE_TAG": "ko"},
    ],
    "picture_settings": [{}],
    "picture_lockout": [{}],
}
# On GNOME's compositor, played only by name, each on its own sandbox.
DESKTOP = {
    "desktop_prompt": [{}],
    "desktop_parent": [{}],
    "desktop_way": [{}],
}
# Scenarios that measure time, or whose desktop needs the whole machine.
ALONE = {"figures", "settings_figures", *DESKTOP}
# Scenarios that also need the daemon's face interface.
WITH_FACE = {
    "settings_vouch", "settings_keyring", "settings_keyring_refused", "settings_keyring_set_up", "settings_keyring_screens"}
# Settings of the daemon in these scenarios.
SET = {name: ["login.allowUnsealed=yes"] for name in ("settings_keyring", "settings_keyring_set_up", "settings_keyring_screens")}
# Scenarios whose sandbox is empty at first.
FRESH = {"settings_set_up", "settings_keyring_set_up", "settings_beginnings", "desktop_way"}


def main():
    # Imported here because `run.py` only reads the table, with any Python.
    import access
    import accounts
    import asking
    import endings
    import everystate
    import hearing
    import looking
    import pictures
    import settings
    import settingsaccess
    import settingskeyring
    import settingslanguages
    import settingslooks
    import settingsmore
    import settingsssh
    import settingsvouch
    from settingsstage import SettingsStage
    from stage import Stage
    name = sys.argv[1]
    if name in DESKTOP:
        # Only when needed: their packages are installed for them alone.
        import desktop
        import way
    is_of_settings = name in SETTINGS or name in PICTURES and name != "picture_ask"
    stage = desktop.DesktopStage() if name in DESKTOP else SettingsStage() if is_of_settings else Stage()
    rooms = [settings, settingsaccess, settingskeyring, settingslanguages, settingslooks, settingsmore, settingsssh, settingsvouch]
    if name in ALL or name in ENDINGS:
        rooms = [asking, looking, access, hearing, endings, everystate, accounts]
    if name in PICTURES:
        rooms = [pictures]
    elif name in DESKTOP:
        rooms = [desktop, way]
    played = name.removeprefix("settings_").removeprefix("picture_").removeprefix("desktop_")
    try:
        next(getattr(room, played) for room in rooms if hasattr(room, played))(stage)
    except BaseException:
        print(stage.tree(), file=sys.stderr)
        stage.keep("failed-" + name)
        raise
    finally:
        if stage.prompt and stage.prompt.poll() not in (None, 0):
            print(f"the window ended with {stage.prompt.returncode}", file=sys.stderr)


if __name__ == "__main__":
    main()
