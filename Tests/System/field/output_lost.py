"""Status 0 means that the output was written. A descriptor that was closed at the start becomes no other file of
biogate's."""

from world import *

w = World()
for command in (
    f"biogate --json get a --pin-from {w.pin} >/dev/full", "biogate --json list >/dev/full", "biogate status >/dev/full",
    f"biogate get a --pin-from {w.pin} <&- >&- 2>&-", f"biogate store b --pin-from {w.pin} <&-",
):
    ended = w.shell(command)
    if ended.returncode == 0:
        fault("Output or input was lost, and the status is 0:", command)
