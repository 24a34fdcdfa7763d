"""A lock screen keeps its claim while the reader leaves the bus and returns, like over sleep: one reader is one object.
"""

from world import *

w = World(face=True)
lock = w.connect()
check([w.device("Claim", "", lock), w.device("VerifyStart", "any", lock)] == ["ok", "ok"], "the claim")
w.needed(0)
w.reader("UNPLUG")
until("the reader is gone", lambda: "unplugged" in (said := w.cli("readers").stdout) or not said.strip())
readers = subprocess.run(["pgrep", "-P", str(w.daemon.pid), "biogate-reader"], capture_output=True, text=True).stdout.split()
for process in readers:
    os.kill(int(process), signal.SIGKILL)
until("the reader is back", lambda: "Ready" in (said := w.cli("readers").stdout) or "in use" in said)
w.device("VerifyStop", None, lock)
devices = w.call("/net/reactivated/Fprint/Manager", NAME + ".Manager", "GetDevices")[0]
if len(devices) != 1:
    fault("One reader is several objects:", devices)
lock.close_sync(None)
if (ended := w.authenticate("SCAN one"))[0]:
    fault("sudo takes no finger afterwards:", ended)
