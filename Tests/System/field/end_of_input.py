"""Enter for the PIN, then Ctrl-D: the call ends at once, as cancelled."""

from world import *

w = World()
terminal = Terminal(w.with_gate, f"{BINARIES}/biogate", "get", "a")
terminal.until(b"Enter")
terminal.type(b"\n")
terminal.until(b"PIN:")
terminal.type(b"\x04")
if (status := terminal.status()) != 22:
    fault("Ctrl-D at the PIN does not cancel:", status, terminal.shown)
