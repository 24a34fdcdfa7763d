"""`sudo biogate ...` changes root's PIN and items, and says so."""

from world import *

w = World(is_empty=True)
sudo = {"SUDO_USER": "ola", "SUDO_UID": "5001"}
for words in (["pin", "set"], ["store", "x"]):
    said = w.cli(*words, "--pin-from", w.pin, environment=sudo, input="x").stderr
    if "root" not in said:
        fault("sudo biogate does not say whose things it changes:", words, said)
