"""Measures by turns what the front adds to an item that it does not protect, and how long a protected one takes that is open.

    biogate sandbox -- python3 measure.py DIRECTORY-OF-PROGRAMS ROUNDS COUNT

Its last line has the rounds as JSON, in microseconds. Without ROUNDS, tells the front's memory and wake-ups at rest.
"""

import sys

from door import Door, Finger, check, tell_rest

READING = """
import json, os, secretstorage, sys, time
rounds, count, behind = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
buses = {"biogate-secrets": secretstorage.dbus_init()}
os.environ["DBUS_SESSION_BUS_ADDRESS"] = behind
buses["keyring alone"] = secretstorage.dbus_init()
found = {what: {name: [] for name in buses} for what in ["search", "reading"]}
found["opened"] = {"biogate-secrets": []}
def measured(body):
    times = []
    for _ in range(count):
        begun = time.perf_counter()
        body()
        times.append((time.perf_counter() - begun) * 1e6)
    return times
def search(bus):
    return next(secretstorage.search_items(bus, {"app": "mail"}))
items = {name: search(bus) for name, bus in buses.items()}
token = next(secretstorage.search_items(buses["biogate-secrets"], {"app": "git"}))
token.unlock()
for _ in range(rounds):
    for name, bus in buses.items():
        found["search"][name].append(measured(lambda: search(bus)))
        found["reading"][name].append(measured(items[name].get_secret))
    # Each asks the gate again, which needs no touch.
    found["opened"]["biogate-secrets"].append(measured(token.get_secret))
print(json.dumps(found))
"""


with Door(in_front=True) as door, Finger() as finger:
    door.tool("store", "--label=Other", "app", "mail", stdin="other").expect()
    door.tool("store", "--label=Token", "app", "git", stdin="hunter2").expect()
    door.protect("Token", "--reuse", "5m")
    if sys.argv[2:]:
        print(door.run("/usr/bin/python3", "-c", READING, *sys.argv[2:4], door.behind.address).expect().out, end="")
        check(len(finger.asked) == 1, f"{len(finger.asked)} touches")
    else:
        tell_rest(door.front.pid)
