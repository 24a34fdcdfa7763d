"""The names of the gate's scenarios, played by the example bank, and the surroundings of each; `gaterun.py` makes
those.

    gatescenarios.py NAME
"""

import sys

from looks import LOOKS, TOURS, VARIANTS

ENGLISH, KOREAN, NORWEGIAN = ([{"LANGUAGE_TAG": tag}] for tag in ("en", "ko", "nb"))
EACH = ENGLISH + KOREAN + NORWEGIAN
# Large letters in the language with the longest words.
EVERY = [
    {**look, **tag} for tag in EACH for look in TOURS
    if TOURS == LOOKS or look.get("LOOK") != "large" or tag in NORWEGIAN]
SCENARIOS = {
    # The longest first, so that the others run beside them.
    "mirrored": ENGLISH,
    "access": [{**VARIANTS[2], **KOREAN[0]}],
    "states": EVERY,
    "parts": EVERY,
    "at_once": ENGLISH,
    "large": NORWEGIAN,
    "first_use": NORWEGIAN,
    "step_up": KOREAN,
    "misses": ENGLISH,
    "skip": NORWEGIAN,
    "off": KOREAN,
    "way_around": NORWEGIAN,
    "rejected": ENGLISH,
    "changed": KOREAN,
    "away": NORWEGIAN,
    "banner": EACH,
    "offer": ENGLISH,
    "declined": KOREAN,
    "turned_off": NORWEGIAN,
    "no_pin": KOREAN,
    "moved": ENGLISH,
    "looks": VARIANTS[:3],
}
# Scenarios that look at a lockout and do not wait for its end.
WITH_LONG_LOCKOUTS = {"banner"}
# Played only by name: the drawing of the documents' pictures, and an app elsewhere that depends on the components.
BY_NAME = {"picture": [{"LANGUAGE_TAG": "en"}, {"LANGUAGE_TAG": "ko"}], "elsewhere": [{}]}


def main():
    # Imported here because `gaterun.py` only reads the table, with any Python.
    import gateaccess
    import gateasking
    import gatelooks
    import gateparts
    import gatestates
    import gateways
    from gatestage import GateStage
    name = sys.argv[1]
    rooms = [gateasking, gateparts, gatestates, gateways, gatelooks, gateaccess]
    stage = GateStage()
    try:
        next(getattr(room, name) for room in rooms if hasattr(room, name))(stage)
    except BaseException:
        print(stage.tree(), file=sys.stderr)
        stage.save("failed-gate-" + name)
        raise


if __name__ == "__main__":
    main()
