"""One script of calls against fprintd and against biogate-fprintd: fprintd_conformance.py BINARIES

Prints both answers side by side, errors with their texts and signals in their order, and ends with 1 if they differ.
"""

import difflib
import glob
import itertools
import os
import sys
import tempfile
import threading

from fprintd_bench import DEVICE, DRIVERS, FPRINTD, NAME, READERS, Bench, Theirs, check, until
from gi.repository import GLib

READER = "/net/reactivated/Fprint/Device/0"
OURS, THEIRS = "biogate-fprintd", "fprintd"


class Script:
    """Plays the script on one bench, and records the answers."""

    def __init__(self, bench):
        self.bench = bench
        self.answers = []
        self.other = bench.connect()

    def told(self, since):
        """Results, selected fingers and finger-needed; whether a finger is present depends on the reader."""
        found = []
        for path, member, arguments in self.bench.signals[since:]:
            if path != READER:
                continue
            if member in ("VerifyStatus", "EnrollStatus"):
                found.append(f"{arguments[0]}{' (done)' if arguments[1] else ''}")
            elif member == "VerifyFingerSelected":
                found.append(f"selected {arguments[0]}")
            elif member == "PropertiesChanged" and "finger-needed" in arguments[1]:
                found.append("needed" if arguments[1]["finger-needed"] else "not needed")
        return found

    def answer(self, method, argument=None, connection=None):
        arguments = None if argument is None else GLib.Variant("(s)", (argument,))
        try:
            return str(self.bench.call(READER, DEVICE, method, arguments, connection=connection) or "done")
        except GLib.Error as refused:
            name, text = refused.message.removeprefix("GDBus.Error:").split(": ", 1)
            # The driver's own words follow there.
            return f"{name.removeprefix(NAME + '.Error.')}: {text.split(' failed with error: ')[0]}"

    def step(self, method, argument=None, connection=None):
        said = f"{method}({argument if argument is not None else ''}){' by another' if connection else ''}"
        self.answers.append((said, self.answer(method, argument, connection)))

    def action(self, start, argument, *commands, stop=None):
        """From the start to its result: a command whenever a finger is needed, and at last `stop`, if that ends it."""
        since, seen = len(self.bench.signals), 0
        answer = self.answer(start, argument)

        def wanted():
            """Whether a signal came since the last command and a finger is needed: again, or still, over an enrolment's
            touches."""
            told = self.told(since)
            needs = [each for each in told if each.endswith("needed")]
            is_wanted = needs and needs[-1] == "needed" and (told[-1] == "needed" or start == "EnrollStart")
            return len(told) if len(told) > seen and is_wanted else None
        for command in commands:
            seen = until("a finger is needed", wanted)
            self.bench.reader(command)
        if stop:
            until("a finger is needed", wanted)
            answer += ", " + self.answer(stop)
        self.until_done(since)
        if not stop:
            answer += ", " + self.answer("VerifyStop" if start == "VerifyStart" else "EnrollStop")
        said = f"{start}({argument}) {', '.join(commands)}{' then ' + stop if stop else ''}"
        self.answers.append((said, answer))
        for each in self.told(since):
            self.answers.append(("", each))

    def until_done(self, since):
        until("the result", lambda: any(each.endswith(" (done)") for each in self.told(since)))
        until(
            "the finger is not needed",
            lambda: self.told(since).count("needed") == self.told(since).count("not needed"))

    def play(self):
        _, stages, identifies = READERS[self.bench.kind]
        properties, = self.bench.call(
            READER, "org.freedesktop.DBus.Properties", "GetAll", GLib.Variant("(s)", (DEVICE,)))
        self.answers += [("properties", f"{key}: {value}") for key, value in sorted(properties.items())]
        for method, argument in (
            ("Release", None), ("VerifyStart", "any"), ("VerifyStop", None), ("EnrollStart", "left-thumb"),
            ("EnrollStop", None), ("DeleteEnrolledFinger", "left-thumb"), ("DeleteEnrolledFingers2", None),
            ("ListEnrolledFingers", ""), ("DeleteEnrolledFingers", ""),
        ):
            self.step(method, argument)
        self.step("Claim", "")
        self.step("Claim", "")
        for method, argument in (
            ("Claim", ""), ("Release", None), ("VerifyStart", "any"), ("EnrollStart", "left-thumb"),
            ("DeleteEnrolledFingers", ""), ("ListEnrolledFingers", ""),
        ):
            self.step(method, argument, self.other)
        for method, argument in (
            ("VerifyStart", "any"), ("VerifyStart", "left-thumb"), ("VerifyStop", None), ("EnrollStop", None),
            ("EnrollStart", "left-toe"), ("EnrollStart", "any"), ("DeleteEnrolledFinger", "any"),
            ("DeleteEnrolledFinger", "left-thumb"), ("DeleteEnrolledFingers2", None),
        ):
            self.step(method, argument)
        self.action("EnrollStart", "right-index-finger", *["SCAN right"] * stages)
        self.step("ListEnrolledFingers", "")
        self.action("VerifyStart", "any", "SCAN right")
        self.action("VerifyStart", "left-toe", "SCAN left")
        self.step("VerifyStart", "left-thumb")
        self.action("VerifyStart", "right-index-finger", "RETRY 0", "RETRY 1", "RETRY 2", "RETRY 3", "SCAN right")
        self.action("VerifyStart", "any", "RETRY 1", stop="VerifyStop")
        self.action("EnrollStart", "left-thumb", "RETRY 0", "RETRY 1", "RETRY 2", "RETRY 3", stop="EnrollStop")
        self.action("VerifyStart", "any", stop="Release")
        self.step("Claim", "")
        for code in (0, 5, 8):
            self.action("VerifyStart", "any", f"ERROR {code}")
            self.action("EnrollStart", "left-thumb", f"ERROR {code}")
        self.meanwhile()
        if identifies:
            self.action("EnrollStart", "left-thumb", "SCAN right")
        self.action("EnrollStart", "left-thumb", *["SCAN thumb"] * stages)
        self.action("VerifyStart", "left-thumb", "SCAN thumb")
        self.action("EnrollStart", "left-thumb", *["SCAN thumb"] * stages)
        self.step("DeleteEnrolledFinger", "left-thumb")
        self.step("DeleteEnrolledFinger", "left-thumb")
        self.resting()
        self.step("DeleteEnrolledFingers2")
        self.step("ListEnrolledFingers", "")
        self.bench.reader("SET_KEEP_ALIVE 1")
        self.step("Release")
        self.step("Release")
        self.opening()
        self.second_user(stages)
        self.unplugging()
        return self.answers

    def resting(self):
        """A finger rests for a moment where it was judged: nothing begins, and the stop waits for it."""
        for finger in ("right", "left"):
            since = len(self.bench.signals)
            self.step("VerifyStart", "right-index-finger")
            self.bench.needed(since)
            for command in ("SLEEP 20", f"SCAN {finger}", "SLEEP 400"):
                self.bench.reader(command)
            until("the result", lambda: any(each.endswith(" (done)") for each in self.told(since)))
            self.step("VerifyStart", "any")
            self.step("EnrollStop")
            self.step("VerifyStop")
            self.until_done(since)
            self.answers += [("", each) for each in self.told(since)]

    def opening(self):
        """A reader that does not open stays unclaimed, and can be claimed afterwards."""
        self.bench.reader("ERROR 5")
        self.step("Claim", "")
        self.step("Release")
        self.step("Claim", "")
        self.step("Release")

    def second_user(self, stages):
        """One user's fingers are not another's."""
        self.step("Claim", "daemon")
        self.step("VerifyStart", "any")
        self.action("EnrollStart", "right-index-finger", *["SCAN daemon"] * stages)
        for name in ("", "daemon", "root"):
            self.step("ListEnrolledFingers", name)
        self.action("VerifyStart", "any", "SCAN daemon")
        self.step("Release")
        self.step("Claim", "")
        self.step("VerifyStart", "any")
        self.step("DeleteEnrolledFingers", "daemon")
        self.step("ListEnrolledFingers", "daemon")
        self.action("EnrollStart", "right-thumb", *["SCAN thumb"] * stages)
        self.step("Release")

    def unplugging(self):
        """During a verification: it ends, and the reader stays until its release, which fails."""
        self.step("Claim", "")
        self.action("VerifyStart", "any", "UNPLUG")
        self.devices()
        self.step("Release")
        until("the reader is gone", lambda: not self.devices(noted=False))
        self.devices()

    def devices(self, noted=True):
        found, = self.bench.call("/net/reactivated/Fprint/Manager", NAME + ".Manager", "GetDevices")
        if noted:
            self.answers.append(("GetDevices()", str(found)))
        return found

    def meanwhile(self):
        """The refusals while a verification or an enrolment runs."""
        for start, stop, wrong in (
            ("VerifyStart", "VerifyStop", "EnrollStop"), ("EnrollStart", "EnrollStop", "VerifyStop"),
        ):
            since = len(self.bench.signals)
            self.step(start, "left-little-finger" if start == "EnrollStart" else "any")
            self.bench.needed(since)
            for method, argument in (
                ("VerifyStart", "any"), ("EnrollStart", "left-ring-finger"), (wrong, None),
                ("DeleteEnrolledFinger", "right-index-finger"), ("DeleteEnrolledFingers2", None),
                ("DeleteEnrolledFingers", ""),
            ):
                self.step(method, argument)
            self.step("DeleteEnrolledFingers", "", self.other)
            self.step(stop)
            self.until_done(since)
            self.answers += [("", each) for each in self.told(since)]


def answers(kind, bench_of):
    with tempfile.TemporaryDirectory(prefix="biogate-conformance-") as folder:
        bench = bench_of(sys.argv[1], folder, kind)
        try:
            bench.start_bus()
            bench.start_daemon()
            bench.start_face("--no-timeout")
            script = Script(bench)
            try:
                return script.play()
            except BaseException:
                sys.stderr.write("\n".join(map(str, script.answers[-10:] + bench.signals[-10:])) + "\n")
                for log in sorted(glob.glob(f"{folder}/*.log")):
                    with open(log, encoding="utf-8", errors="replace") as file:
                        sys.stderr.write(f"== {os.path.basename(log)}\n{file.read()}")
                raise
        finally:
            bench.stop()


def compared(kind):
    """Prints both columns, and returns whether they differ."""
    found = {}

    def play(name, bench_of):
        found[name] = answers(kind, bench_of)
    threads = [threading.Thread(target=play, args=each) for each in ((THEIRS, Theirs), (OURS, Bench))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(len(found) == 2, "both ended")
    print(f"== {READERS[kind][0]}\n   {'':48} {THEIRS:72} {OURS}")
    left, right = found[THEIRS], found[OURS]
    matcher = difflib.SequenceMatcher(a=left, b=right, autojunk=False)
    for kind_of_change, from_left, to_left, from_right, to_right in matcher.get_opcodes():
        pairs = itertools.zip_longest(left[from_left:to_left], right[from_right:to_right], fillvalue=("", "-"))
        for (said, theirs), (said_too, ours) in pairs:
            print(f"{'  ' if kind_of_change == 'equal' else '!!'} {said or said_too:48} {theirs:72} {ours}")
    return left != right


if __name__ == "__main__":
    if not os.path.exists(FPRINTD):
        sys.exit("fprintd is missing: .ci/setup test")
    sys.exit(1 if any([compared(kind) for kind in DRIVERS]) else 0)
