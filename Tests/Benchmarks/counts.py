"""Counts the costs of one request that do not depend on the machine's load: counts.py BIOGATED MEASURE PRELOAD

Allocations, system calls, synchronous writes and thread waits, for each status call and each armed scan. Fails if one
is above its threshold in thresholds.json.
"""

import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import time

from candidates import ITEM, TEXT_FINGER, Finger, Gate, environment
from rows import VERIFIES, wakeups

HERE = pathlib.Path(__file__).parent
REQUESTS = {"status": 400, "armed": 100}


def count(gate, measurer, sources):
    """The growth of each source for one request, by request."""
    words = environment(
        FINGER=gate.finger.text, GATE_SOCKET=gate.socket, GATE_READER=gate.reader, GATE_ITEM=ITEM,
        READER_VARIABLE=VERIFIES)

    def run(what, requests):
        subprocess.run([measurer, "gate", what, str(requests)], env=words, check=True, stdout=subprocess.DEVNULL)
        time.sleep(0.5)  # includes the work after the answer

    found = {}
    for what, requests in REQUESTS.items():
        # The measuring program's connections cost the same, however much it measures.
        run(what, 20)
        marks = [[source() for source in sources.values()]]
        for number in (requests, 2 * requests):
            run(what, number)
            marks.append([source() for source in sources.values()])
        for name, first, second, third in zip(sources, *marks):
            found[f"{what}: {name}"] = ((third - second) - (second - first)) / requests
    return found


def allocations(path):
    return lambda: struct.unpack("L", path.read_bytes()[:8])[0]


def calls(log, pattern):
    """The system calls in strace(1)'s output; one interrupted by another thread's appears twice."""
    pattern = re.compile(rf"^\d+ +({pattern})\(", re.MULTILINE)
    return lambda: len(pattern.findall(log.read_text(errors="replace")))


def main():
    biogated, measurer, preload = map(lambda word: pathlib.Path(word).resolve(), sys.argv[1:4])
    found = {}
    with tempfile.TemporaryDirectory(prefix="biogate-counts-") as room:
        room = pathlib.Path(room)
        gate = Gate(room / "gate", biogated, VERIFIES, Finger(TEXT_FINGER)).fill(items=2)
        counter = room / "allocations"
        counter.write_bytes(bytes(8))
        gate.start(LD_PRELOAD=preload, ALLOCATIONS=counter)
        with gate:
            found |= count(gate, measurer, {
                "allocations": allocations(counter), "context switches": lambda: sum(map(wakeups, gate.processes))})
        log = room / "calls"
        gate.start(["strace", "--follow-forks", "--quiet=all", "--signal=none", "--output", log])
        try:
            found |= count(gate, measurer, {
                "system calls": calls(log, r"\w+"), "synchronous writes": calls(log, "fsync|fdatasync")})
        finally:
            # strace does not pass on its own signals.
            daemon = int(log.read_text(errors="replace").split(None, 1)[0])
            subprocess.run(["kill", str(daemon)], check=True)
            gate.process.process.wait(timeout=30)
            gate.process = None
    limits = json.loads((HERE / "thresholds.json").read_text())["counts"]
    above = 0
    for name, number in sorted(found.items()):
        limit = limits.get(name)
        verdict = "" if limit is None else f"at most {limit}"
        if limit is not None and number > limit:
            above, verdict = above + 1, f"above its threshold, {limit}"
        print(f"{name:28} {number:8.1f}  {verdict}")
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
