"""Another program of the user waits for a finger by fprintd's name, untouched. A call ends within its own time."""

from world import *

w = World(face=True)
other = w.start("fprintd-verify")
w.needed(0)
start = time.monotonic()
ended = w.cli("--timeout", "2", "get", "a")
if time.monotonic() - start > 20:
    fault("A call of two seconds waited behind another program:", time.monotonic() - start)
if ended.returncode not in (21, 26) or not ended.stderr:
    fault("The end of the wait is not told:", ended.returncode, ended.stderr)
if other.poll() is not None:
    fault("The other program lost its reader.")
