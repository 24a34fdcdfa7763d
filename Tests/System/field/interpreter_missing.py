"""A script's interpreter is missing, or a file is not a program: `run` does not say that the script is missing."""

from world import *

w = World()
for name, first in (("script", "#!/nonexistent/python3\n"), ("text", "no program\n")):
    ended = w.cli("run", "--pin-from", w.pin, "--env", "V=a", "--", w.file(name, first, 0o755))
    if ended.returncode != 126 or "No such file" in ended.stderr:
        fault("A script that is there is called missing:", ended.returncode, ended.stderr)
