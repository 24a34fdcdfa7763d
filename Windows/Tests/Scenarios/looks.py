"""The looks that a desktop can want of a window, as the surroundings of a scenario."""

import os

# The colours that a desktop may want.
VARIANTS = [
    {"ADW_DEBUG_COLOR_SCHEME": scheme, "ADW_DEBUG_HIGH_CONTRAST": high}
    for scheme in ("prefer-light", "prefer-dark") for high in ("0", "1")
]
# WCAG 2.2, 1.4.10.
NARROW = {"DISPLAY_SIZE": "320x800"}
# A second Debian's windows are drawn by the same code: they are seen in one look, and with large letters.
ONE_LOOK = bool(os.environ.get("ONE_LOOK"))
if ONE_LOOK:
    del VARIANTS[1:]
LOOKS = [*VARIANTS, NARROW, {"LOOK": "large"}, {"LOOK": "mirrored"}]
EVERY_LOOK = bool(os.environ.get("EVERY_LOOK"))
# Those in which the texts of a further language may not fit.
TIGHT = LOOKS if EVERY_LOOK else [{"LOOK": "large"}] if ONE_LOOK else [VARIANTS[0], NARROW, {"LOOK": "large"}]
# Those in which whole tours are made: one of colours, and the one that is likeliest to cut.
TOURS = LOOKS if EVERY_LOOK else [VARIANTS[0], {"LOOK": "large"}][:1 if ONE_LOOK else 2]
