"""The lid is closed over a built-in reader. Neither biogate nor sudo asks for a finger there, in a dock or not."""

from world import *

w = World(logind=True, face=True)
for is_docked in (False, True):
    w.set_login("LidClosed", True)
    w.set_login("Docked", is_docked)
    until("the lid is known", lambda: "Touch the reader when" not in w.cli("status").stdout)
    since = len(w.signals)
    ended = w.cli("--timeout", "5", "get", "a")
    if ended.returncode == 21:
        fault("biogate asks for a finger under the lid:", is_docked, ended.stderr)
    w.authenticate()
    w.catch_up()
    if any(member == "PropertiesChanged" and change[1].get("finger-needed") for _, member, change in w.signals[since:]):
        fault("sudo asks for a finger under the lid:", is_docked)
