"""The socket's path is longer than the kernel accepts, or its directory is closed to the caller: the text says which.
"""

from world import *

w = World(is_empty=True)
said = w.cli("--socket", f"{w.folder}/{'x' * 120}", "list").stderr
if "long" not in said:
    fault("A path that no socket can have is told as a service that is away:", said)
os.mkdir(f"{w.folder}/closed", 0o700)
said = w.cli(
    "--socket", f"{w.folder}/closed/gate", "list", before=["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"],
).stderr
if "permission" not in said.lower() and "may not" not in said:
    fault("A path that the caller may not reach is told as a service that is away:", said)
