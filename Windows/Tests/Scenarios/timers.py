"""Time as a scenario wants it: screens that go by themselves stay while it looks at them, and no pause passes unseen."""

import contextlib
import ctypes
import fcntl
import mmap
import os
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def build(directory):
    """Compiles the preloaded library; returns its path."""
    library = os.path.join(directory, "timers.so")
    subprocess.run(
        ["cc", "-std=gnu11", "-O2", "-Wall", "-shared", "-fPIC", "-o", library, os.path.join(HERE, "timers.c")], check=True)
    return library


class Clock(ctypes.Structure):
    """The own one of these programs, which goes until it is held."""

    _fields_ = [("now", ctypes.c_int64), ("asked", ctypes.c_int64)]

    def hold(self):
        self.now = time.monotonic_ns() // 1000

    def advance(self, seconds):
        self.now += round(seconds * 1_000_000)


class Timers:
    """The timers of the programs started with `environment`."""

    def __init__(self):
        self.path = os.path.join(os.environ["XDG_RUNTIME_DIR"], "held-timers")
        with open(self.path, "w", encoding="ascii"):
            pass
        self.clock_path = os.path.join(os.environ["XDG_RUNTIME_DIR"], "held-clock")
        with open(self.clock_path, "w+b") as file:
            file.write(bytes(ctypes.sizeof(Clock)))
            file.flush()
            self.clock = Clock.from_buffer(mmap.mmap(file.fileno(), ctypes.sizeof(Clock)))

    @property
    def environment(self):
        return {
            **os.environ, "LD_PRELOAD": os.environ["TIMERS"], "HELD_TIMERS": self.path, "HELD_CLOCK": self.clock_path}

    @contextlib.contextmanager
    def held(self):
        """While this lasts, no timer ends."""
        with open(self.path, encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
