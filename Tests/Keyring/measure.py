"""Measures by turns what the front adds to a look-up that it does not protect, and what it needs at rest.

    biogate sandbox -- python3 measure.py DIRECTORY-OF-PROGRAMS
"""

import os
import pathlib
import statistics
import time

from door import Door, run

ROUNDS = 400
LOOKUP = f"""
import os, secretstorage, sys, time
buses = [secretstorage.dbus_init()]
os.environ["DBUS_SESSION_BUS_ADDRESS"] = sys.argv[1]
buses.append(secretstorage.dbus_init())
times = {{}}
sessions = [next(secretstorage.search_items(bus, {{"app": "mail"}})).get_secret() for bus in buses]
for number in range({ROUNDS}):
    for place, bus in enumerate(buses):
        begun = time.perf_counter()
        found = next(secretstorage.search_items(bus, {{"app": "mail"}}))
        found.session = secretstorage.util.open_session(bus) if number == 0 else session[place]
        searched = time.perf_counter()
        session = session if number else {{**(session if place else {{}}), place: found.session}}
        assert found.get_secret() == b"other"
        times.setdefault(place, []).append((searched - begun, time.perf_counter() - searched))
import statistics
for place, name in [(0, "front"), (1, "keyring alone")]:
    searches, reads = zip(*times[place])
    print(name, "search", round(statistics.median(searches) * 1e3, 3), "read", round(statistics.median(reads) * 1e3, 3), "ms")
"""


def memory(process):
    rows = dict(row.split(":") for row in pathlib.Path(f"/proc/{process}/smaps_rollup").read_text().split("\n")[1:-1])
    return {name: int(rows[name].split()[0]) for name in ["Pss", "Private_Dirty"]}


def switches(process):
    counts = {}
    for task in pathlib.Path(f"/proc/{process}/task").iterdir():
        rows = dict(row.split(":", 1) for row in (task / "status").read_text().strip().split("\n"))
        counts[task.name, rows["Name"].strip()] = int(rows["voluntary_ctxt_switches"])
    return counts


with Door(in_front=True) as door:
    door.tool("store", "--label=Other", "app", "mail", stdin="other").expect()
    door.tool("store", "--label=Token", "app", "git", stdin="hunter2").expect()
    door.protect("Token")
    print(door.run("/usr/bin/python3", "-c", LOOKUP, door.behind.address).expect().out, end="")
    times = {True: [], False: []}
    for _ in range(40):
        for front in times:
            begun = time.perf_counter()
            (door.tool if front else door.beneath)("lookup", "app", "mail").expect(out="other")
            times[front].append(time.perf_counter() - begun)
    for front, all_times in times.items():
        print("secret-tool", "front" if front else "keyring alone", round(statistics.median(all_times) * 1e3, 2), "ms")
    # Rest has no event: it is what is measured. Threads of a pool end meanwhile.
    time.sleep(15)
    before = switches(door.front.pid)
    time.sleep(20)
    after = switches(door.front.pid)
    print("wake-ups in 20 s", {name: after[name] - before.get(name, 0) for name in after}, "memory in KiB", memory(door.front.pid))
