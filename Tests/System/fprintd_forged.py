"""A finger's result from another program: fprintd_forged.py BINARIES

pam_fprintd waits for a finger on a bus with Debian's own system.conf and the policies of both packages. A program of a
user without rights sends it the result of a match, which must not log in. Played with biogate-fprintd and fprintd, on
dbus-daemon and, where it is installed, on dbus-broker. Ends with 1 at the first fault.
"""

import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from fprintd_bench import DEVICE, NAME, PATIENCE, Bench, Theirs, check, until
from gi.repository import GLib

HERE = pathlib.Path(__file__).resolve()
UNITS = HERE.parents[2] / "systemd"
SYSTEM = pathlib.Path("/usr/share/dbus-1/system.conf")
READER = "/net/reactivated/Fprint/Device/0"
NOBODY = 65534
# The bench plays polkit as root.
PLAYER = '<policy user="root"><allow own="org.freedesktop.PolicyKit1"/><allow send_destination="*"/></policy>'

# dbus-broker does not start without a journal: this one ends with it.
JOURNAL = """
import ctypes, os, socket, subprocess, sys
os.makedirs("/run/systemd", exist_ok=True)
subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/run/systemd"], check=True)
os.mkdir("/run/systemd/journal")
journal = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
journal.bind("/run/systemd/journal/socket")
if os.fork() == 0:
    ctypes.CDLL(None).prctl(1, 9)
    while True:
        journal.recv(65536)
os.execvp(sys.argv[1], sys.argv[1:])
"""


class SystemBus:
    """A bus with Debian's configuration and ours, which the account biogate-fprintd need not exist for."""

    broker = False

    def bus_configuration(self):
        text = re.sub(r"<(user|fork|syslog|pidfile|servicehelper|standard_system_servicedirs)\b.*?(/>|</\1>)", "",
                      SYSTEM.read_text(encoding="utf-8"))
        text = re.sub("<listen>.*?</listen>", f"<listen>unix:path={self.folder}/bus</listen>", text)
        text = text.replace("<includedir>system.d<", f"<includedir>{SYSTEM.parent}/system.d<")
        ours = "".join(f"<include>{UNITS / name}</include>" for name in (
            "biogate-bus.conf", "fprintd/biogate-fprintd.conf"))
        return text.replace("</busconfig>", f"{ours}{PLAYER}</busconfig>")

    def run_bus(self):
        if not self.broker:
            return super().run_bus()
        names = [word for name in self.environment for word in ("-E", name)]
        self.start("unshare", "--mount", "--propagation", "private", "/usr/bin/python3", "-c", JOURNAL,
                   "systemd-socket-activate", "-l", f"{self.folder}/bus", *names, "dbus-broker-launch", "--scope", "system",
                   "--config-file", f"{self.folder}/bus.conf")
        until("the bus's socket", lambda: os.path.exists(f"{self.folder}/bus"))
        os.chmod(f"{self.folder}/bus", 0o666)


class OursOnSystemBus(SystemBus, Bench):
    def add_finger(self):
        self.set_pin()
        self.enroll("rightIndex", "right")


class TheirsOnSystemBus(SystemBus, Theirs):
    def add_finger(self):
        status, said = self.run("fprintd-enroll", "-f", "right-index-finger", "root", commands=["SCAN right"] * 5)
        check(status == 0, said)


def pid_of(bench, name):
    try:
        return bench.call("/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
                          GLib.Variant("(s)", (name,)), name="org.freedesktop.DBus")[0]
    except GLib.Error:
        return None  # it has left


def login(bench, sender, touch=None):
    """A login at which another program says that a finger matched, before `touch`; returns pamtester's status."""
    since = len(bench.signals)
    process = subprocess.Popen(["pamtester", "finger1", "root", "authenticate"], env=bench.pam, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
    try:
        bench.needed(since)
        names = bench.call("/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames", name="org.freedesktop.DBus")[0]
        waiting = [name for name in names if name.startswith(":") and pid_of(bench, name) == process.pid]
        check(waiting, "pam_fprintd is on the bus")
        for destination in [*waiting, None]:
            sender.emit_signal(destination, READER, DEVICE, "VerifyStatus", GLib.Variant("(sb)", ("verify-match", True)))
        # The bus has passed on or refused the signals once it answers.
        bench.call("/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId", name="org.freedesktop.DBus", connection=sender)
        if touch:
            with contextlib.suppress(OSError):  # the login believed the signal, and has left the reader
                bench.offer(f"SCAN {touch}")
        said, _ = process.communicate(timeout=PATIENCE)
        return process.returncode, said
    finally:
        process.kill()


def plays(kind, broker):
    with tempfile.TemporaryDirectory(prefix="biogate-forged-") as folder:
        os.chmod(folder, 0o755)
        bench = kind(sys.argv[1], folder)
        bench.broker = broker
        try:
            bench.start_bus()
            bench.start_daemon()
            bench.start_face(*["--no-timeout"] * (kind is OursOnSystemBus))
            bench.add_finger()
            os.seteuid(NOBODY)
            try:
                forger = bench.connect()
            finally:
                os.seteuid(0)
            status, said = login(bench, forger, touch="left")
            check(status != 0, f"a forged result logs in: {said}")
            # Not because it was sent wrongly: root's program, as fprintd is one, is believed.
            status, said = login(bench, bench.connect())
            check(status == 0, f"root's result does not log in: {said}")
            status, said = bench.authenticate("SCAN right")
            check(status == 0, f"a touch does not log in: {said}")
        finally:
            bench.stop()


if __name__ == "__main__":
    for broker in (False, True):
        if broker and not shutil.which("dbus-broker-launch"):
            print("skipped: dbus-broker is not installed")
            continue
        for kind in (OursOnSystemBus, TheirsOnSystemBus):
            plays(kind, broker)
            print(f"ok: no other user's program says to pam_fprintd that a finger matched: "
                  f"{kind.__name__.removesuffix('OnSystemBus').lower()}, {'dbus-broker' if broker else 'dbus-daemon'}", flush=True)
