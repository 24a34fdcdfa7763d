"""Fingers move from fprintd to BiometricGate and back: moving.py BINARIES

fprintd itself adds them, `biogate import-fprintd` takes them over, fprintd's tools find them at biogate-fprintd,
`biogate export-fprintd` writes them again, and fprintd itself verifies the result. Ends with 1 if a step fails.
"""

import json
import os
import shutil
import sys
import tempfile

from fprintd import opens, prints
from fprintd_bench import DRIVERS, PIN, READERS, Bench, Gate, Theirs, check, until

# fprintd's number of a finger: its name, and the text of its touch on the virtual reader.
FINGERS = {"7": ("right-index-finger", "right"), "1": ("left-thumb", "thumb")}


class World:
    """Both on one kind of reader, one at a time, each in its own directory."""

    def __init__(self, kind, folder):
        self.kind, self.folder = kind, folder

    def bench(self, name, maker=Bench):
        path = f"{self.folder}/{name}"
        os.makedirs(path, exist_ok=True)
        bench = maker(sys.argv[1], path, self.kind)
        bench.start_bus()
        return bench

    @property
    def place(self):
        return f"root/{DRIVERS[self.kind]}/0"


def added_by_fprintd(world):
    bench = world.bench("theirs", Theirs)
    try:
        bench.start_face()
        stages = READERS[world.kind][1]
        for name, touch in FINGERS.values():
            status, said = bench.run("fprintd-enroll", "--finger", name, commands=[f"SCAN {touch}"] * stages)
            check(status == 0 and "enroll-completed" in said, said)
    finally:
        bench.stop()
    check(sorted(os.listdir(f"{bench.prints_path}/{world.place}")) == sorted(FINGERS), "fprintd's files")
    return bench.prints_path


def littered(world, directory):
    """Adds files that must not be imported; returns the paths that are reported."""
    finger = f"{directory}/{world.place}"
    shutil.copytree(f"{directory}/root", f"{directory}/nobody-of-this-name")
    shutil.copy(f"{finger}/7", f"{finger}/8")
    os.symlink("7", f"{finger}/2")
    shutil.copy(f"{finger}/7", f"{finger}/3")
    os.chmod(f"{finger}/3", 0o666)
    with open(f"{finger}/4", "wb") as file:
        file.write(b"FP3" + bytes(200))
    with open(f"{finger}/5", "wb") as file:
        file.write(b"FP3" + bytes(70_000))
    os.makedirs(f"{directory}/daemon/{DRIVERS[world.kind]}/0")
    shutil.copy(f"{finger}/7", f"{directory}/daemon/{DRIVERS[world.kind]}/0/7")
    os.symlink("/etc", f"{directory}/daemon/elsewhere")


def biogate(bench, *words, status=0):
    """A command's JSON output; it must succeed."""
    ended, said = bench.run(
        f"{bench.binaries}/biogate", *words, "--face-socket", bench.face_path, "--socket", bench.gate_path, "--json",
        "--yes")
    check(ended == status, f"{words}: {ended}, {said}")
    return [json.loads(line)["parameters"] for line in said.splitlines() if line.startswith("{")]


def imported(world, bench, directory):
    words = ("import-fprintd", "--directory", directory)
    before = snapshot(directory)
    said = biogate(bench, *words, "--dry-run", status=1)
    check(prints(bench) == {} and snapshot(directory) == before, "a dry run changes nothing")
    check(biogate(bench, *words, status=1) == said, "and tells what is done")
    told = {each.get("path", each["user"] if "user" in each else None): each for each in said}
    check(told["nobody-of-this-name"]["error"] == "noUser", told)
    for finger in FINGERS:
        check(told[f"{world.place}/{finger}"].get("outcome") == "imported", told)
    for name, error in (("8", "misplaced"), ("2", "strange"), ("3", "strange"), ("4", "unreadable"), ("5", "unreadable")):
        check(told[f"{world.place}/{name}"].get("error") == error, told)
    check(told["daemon/elsewhere"]["error"] == "strange", told)
    check(told[f"daemon/{DRIVERS[world.kind]}/0/7"]["error"] == "misplaced", told)
    check(snapshot(directory) == before, "fprintd's files stay")
    found = prints(bench)
    check(set(found) == {"rightIndex", "leftThumb"}, found)
    check(not any(each["vouched"] for each in found.values()), found)
    # Once more, and the originals are deleted, except those that were not imported.
    again = biogate(bench, *words, "--user", "root", "--remove-originals", status=1)
    check([each["outcome"] for each in again if "outcome" in each] == ["known", "known"], again)
    left = sorted(os.listdir(f"{directory}/{world.place}"))
    check(left == ["2", "3", "4", "5", "8"], left)
    shutil.rmtree(f"{directory}/root")
    shutil.rmtree(f"{directory}/daemon")
    shutil.rmtree(f"{directory}/nobody-of-this-name")
    check(biogate(bench, *words) == [], "nothing is there")


def snapshot(directory):
    return sorted(
        (path, name, os.lstat(f"{path}/{name}").st_mtime_ns)
        for path, _, names in os.walk(directory) for name in names)


def known_here(bench):
    """They count for fprintd's clients at once, and for an item when the user says so."""
    bench.start_face("--no-timeout")
    status, said = bench.run("fprintd-list", "root")
    check(all(name in said for name, _ in FINGERS.values()), said)
    for name, touch in FINGERS.values():
        status, said = bench.run("fprintd-verify", "--finger", name, commands=[f"SCAN {touch}"])
        check(status == 0 and "verify-match (done)" in said, said)
    status, said = bench.run("fprintd-verify", "--finger", "left-thumb", commands=["SCAN right"])
    check("verify-no-match (done)" in said, said)
    identifiers = [each["id"] for each in prints(bench).values()]
    answer = Gate(bench.gate_path).call("Authenticate", reason="a test")
    check(answer["error"].endswith(".NotEnrolled"), answer)
    answer = Gate(bench.gate_path).call("VouchPrints", printIds=identifiers, credential={"pin": PIN})
    check("error" not in answer, answer)
    Gate(bench.gate_path).call("EnableFingerprint", credential={"pin": PIN})
    check(opens(bench, "thumb"), "a finger that was vouched for opens")


def exported(world, bench):
    directory = f"{world.folder}/exported"
    status, said = bench.run(
        f"{bench.binaries}/biogate", "export-fprintd", "--user", "root", "--directory", directory, "--face-socket",
        bench.face_path, "--socket", bench.gate_path)
    check(status != 0 and not os.path.exists(directory), f"unasked nothing is written: {said}")
    words = ("export-fprintd", "--user", "root", "--directory", directory)
    said = biogate(bench, *words)
    check(sorted(each["path"] for each in said) == sorted(f"{directory}/{world.place}/{each}" for each in FINGERS), said)
    for path, folders, names in os.walk(directory):
        check(os.stat(path).st_mode & 0o777 == 0o700, path)
        for name in names:
            check(os.stat(f"{path}/{name}").st_mode & 0o777 == 0o644, name)
    before = snapshot(directory)
    biogate(bench, *words)
    with open(f"{directory}/{world.place}/1", "ab") as file:
        file.write(b"x")
    said = biogate(bench, *words, status=1)
    check([each.get("error") for each in said if each["path"].endswith("/1")] == ["inTheWay"], said)
    with open(f"{directory}/{world.place}/1", "ab") as file:
        file.truncate(os.stat(f"{directory}/{world.place}/1").st_size - 1)
    check([each[:2] for each in snapshot(directory)] == [each[:2] for each in before], "nothing more is written")
    return directory


def verified_by_fprintd(world, directory):
    bench = world.bench("back", Theirs)
    bench.prints_path = directory
    try:
        bench.start_face()
        status, said = bench.run("fprintd-list", "root")
        check(all(name in said for name, _ in FINGERS.values()), said)
        if world.kind == "FP_VIRTUAL_DEVICE":
            for name, touch in FINGERS.values():
                status, said = bench.run("fprintd-verify", "--finger", name, commands=[f"SCAN {touch}"])
                check(status == 0 and "verify-match (done)" in said, said)
            status, said = bench.run("fprintd-verify", "--finger", "left-thumb", commands=["SCAN right"])
            check("verify-no-match (done)" in said, said)
    finally:
        bench.stop()


def keep_on_chip(bench):
    """The virtual reader's storage lives as long as its process: it receives fprintd's prints while it is open for a
    scan."""
    bench.enroll("leftLittle", "little")
    scan = Gate(bench.face_path)
    scan.send("WatchReaders")
    reader = scan.next()["parameters"]["readers"][0]["id"]
    scan = Gate(bench.face_path)
    scan.send("Verify", uid=0, readerId=reader)
    until("it waits", lambda: scan.next()["parameters"].get("event") == "waitingForFinger")
    for _, touch in FINGERS.values():
        bench.reader(f"INSERT {touch}")
    bench.reader("SCAN little")
    until("it has ended", lambda: "matched" in scan.next()["parameters"])
    answer = Gate(bench.gate_path).call(
        "DeletePrint", printId=prints(bench)["leftLittle"]["id"], credential={"pin": PIN})
    check("error" not in answer, answer)


def play(kind):
    with tempfile.TemporaryDirectory(prefix="biogate-moving-") as folder:
        world = World(kind, folder)
        directory = added_by_fprintd(world)
        littered(world, directory)
        bench = world.bench("ours")
        try:
            bench.start_daemon()
            bench.set_pin()
            if kind == "FP_VIRTUAL_DEVICE_STORAGE":
                said = biogate(bench, "import-fprintd", "--directory", directory, "--dry-run", status=1)
                told = [each["error"] for each in said if each.get("path") == f"{world.place}/7"]
                check(told == ["notStored"], f"a chip that has lost it: {said}")
                keep_on_chip(bench)
            imported(world, bench, directory)
            known_here(bench)
            directory = exported(world, bench)
        except BaseException:
            for name in ("biogated", "biogate-fprintd"):
                if os.path.exists(f"{bench.folder}/{name}.log"):
                    with open(f"{bench.folder}/{name}.log", encoding="utf-8", errors="replace") as file:
                        sys.stderr.write(f"== {name}\n{file.read()}")
            raise
        finally:
            bench.stop()
        verified_by_fprintd(world, directory)
        print(f"ok: {READERS[kind][0]}: to BiometricGate and back", flush=True)


if __name__ == "__main__":
    play("FP_VIRTUAL_DEVICE")
    play("FP_VIRTUAL_DEVICE_STORAGE")
