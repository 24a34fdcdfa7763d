"""A directory's account cannot be looked up when the daemon starts: no text says "renamed" or advises a reset."""

from world import *

w = DirectoryWorld("ola@corp")
check(w.as_user("pin", "set", "--pin-from", w.pin).returncode == 0, "the PIN")
check(w.as_user("store", "a", "--pin-from", w.pin, input="A").returncode == 0, "the item")
w.restart()
said = w.as_user("get", "a", "--pin-from", w.pin).stderr
if "reset" in said or "renamed" in said or "erase" in said:
    fault("An account that cannot be looked up now is told:", said)
w.show("ola@corp")
if (ended := w.as_user("get", "a", "--pin-from", w.pin)).stdout != "A":
    fault("The directory is back, and the item does not open:", ended.stderr)
