"""The command that pipes the PIN failed, so that there is none: no text says that a PIN did not match."""

from world import *

w = World()
for words, typed in ((["--pin-from", "-"], ""), (["--pin-from", w.file("empty", "\n")], None)):
    ended = w.cli("get", "a", *words, **({} if typed is None else {"input": typed}))
    if ended.returncode != 64 or "match" in ended.stderr:
        fault("A PIN that was not given is called wrong:", ended.returncode, ended.stderr)
# A missing secret replaces none.
w.shell(f"set -o pipefail; false | biogate store a --replace --pin-from {w.pin}")
if w.cli("get", "a", "--pin-from", w.pin).stdout != "A":
    fault("A command that failed left an empty secret.")
