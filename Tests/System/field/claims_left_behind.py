"""Lock screens that are locked and unlocked quickly end without releasing the reader, and the next one has it at once.
"""

from world import *

w = World(face=True)
for _ in range(20):
    screen = w.connect()
    if (got := [w.device("Claim", "", screen), w.device("VerifyStart", "any", screen)]) != ["ok", "ok"]:
        fault("A program that has ended keeps the reader:", got)
    screen.close_sync(None)
# One ends in the middle of adding a finger, and leaves nothing of it.
settings = w.connect()
since = len(w.signals)
check([w.device("Claim", "", settings), w.device("EnrollStart", "left-thumb", settings)] == ["ok", "ok"], "the finger")
w.needed(since)
settings.close_sync(None)
if "left-thumb" in w.run("fprintd-list", "root")[1]:
    fault("Half a finger was added.")
if (ended := w.authenticate("SCAN one"))[0]:
    fault("sudo takes no finger afterwards:", ended)
