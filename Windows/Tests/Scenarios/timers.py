"""Keeps screens that close by themselves after a moment for as long as a scenario looks at them."""

import contextlib
import fcntl
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))


def build(directory):
    """Compiles the preloaded library; returns its path."""
    library = os.path.join(directory, "timers.so")
    subprocess.run(
        ["cc", "-std=gnu11", "-O2", "-Wall", "-shared", "-fPIC", "-o", library, os.path.join(HERE, "timers.c")], check=True)
    return library


class Timers:
    """The timers of the programs started with `environment`."""

    def __init__(self):
        self.path = os.path.join(os.environ["XDG_RUNTIME_DIR"], "held-timers")
        with open(self.path, "w", encoding="ascii"):
            pass

    @property
    def environment(self):
        return {**os.environ, "LD_PRELOAD": os.environ["TIMERS"], "HELD_TIMERS": self.path}

    @contextlib.contextmanager
    def held(self):
        """While this lasts, no timer ends."""
        with open(self.path, encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
