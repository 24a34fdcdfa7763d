"""Accessibility scenarios of the settings' windows: the measures of the prompt's."""

import os

import measures
from stage import check


def edges(stage):
    """Every control's edge and the focus ring have at least 3:1 against their surroundings, and everything that can be
    pressed is at least 24 px wide and high, in the window and in its questions."""
    measures.without_motion()
    stage.start()
    stage.appears("list item", "Virtual device")
    stage.aim_front()
    lowest = measures.edges(stage, 8)
    target = measures.targets(stage, 8)
    rings = measures.rings(stage, 3, most=5)
    for button, question in (("Add a finger", "Which finger?"), ("Change the PIN", "Change the PIN"),
                             ("End all access", "End all access?")):
        stage.button(button)
        stage.asked(question)
        stage.until(stage.size_of_sheet, "a size")
        stage.aim_front()
        lowest += measures.edges(stage, 2)
        target = min(target, measures.targets(stage, 2))
        rings += measures.rings(stage, 2)
        stage.save("settings-edges-" + button.split()[0] + os.environ["ADW_DEBUG_COLOR_SCHEME"])
        stage.button("Cancel")
        stage.answered()
    print(f"     lowest edge {min(lowest)[0]:.2f}:1, lowest ring {min(rings)[0]:.2f}:1, smallest target {target} px")
    stage.stop_prompt()
