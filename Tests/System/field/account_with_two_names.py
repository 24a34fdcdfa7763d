"""A number gets a second name, which is found first. The account still has its name: it was not renamed, and its items
open."""

from world import *

w = DirectoryWorld("ola")
check(w.as_user("pin", "set", "--pin-from", w.pin).returncode == 0, "the PIN")
check(w.as_user("store", "a", "--pin-from", w.pin, input="A").returncode == 0, "the item")
w.restart("ola.nordmann", "ola")
if (ended := w.as_user("get", "a", "--pin-from", w.pin)).stdout != "A":
    fault("An account with a second name is refused:", ended.stderr)
# If the first name is gone, the number may be another person's.
w.restart("ola.nordmann")
if w.as_user("get", "a", "--pin-from", w.pin).returncode != 77:
    fault("An account under another name gets the items of the first.")
