"""`run` is given a directory, or PATH has a directory of the program's name before the program: the user is not asked
first."""

from world import *

w = World()
ended = w.cli("--timeout", "2", "run", "--env", "V=a", "--", w.folder)
if ended.returncode != 126 or "ouch" in ended.stderr:
    fault("A finger is asked for to run a directory:", ended.returncode, ended.stderr)
os.makedirs(f"{w.folder}/first/tool")
os.mkdir(f"{w.folder}/second")
w.file("second/tool", "#!/bin/sh\necho $V\n", 0o755)
path = {"PATH": f"{w.folder}/first:{w.folder}/second:/usr/bin:/bin"}
ended = w.cli("run", "--pin-from", w.pin, "--env", "V=a", "--", "tool", environment=path)
if ended.stdout != "A\n":
    fault("A directory hides the program that a shell finds:", ended.returncode, ended.stderr)
