"""Shared by the situations: a bus, a played polkit and logind, the daemon on a virtual reader, and its command line."""

import array
import atexit
import fcntl
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Passed on to the situations, which import everything from here.
from fprintd_bench import DEVICE, NAME, PATIENCE, PIN, Bench, Gate, check, until  # noqa: E402, F401
from gi.repository import GLib  # noqa: E402

BINARIES = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else ".build/debug")
LOGIND = "org.freedesktop.login1"


class World(Bench):
    """The user is root, with the PIN `PIN`; the finger "one" or the PIN opens the item "a", which contains "A"."""

    def __init__(self, kind="FP_VIRTUAL_DEVICE", logind=False, face=False, is_empty=False):
        folder = tempfile.mkdtemp(prefix="field-")
        # Other users reach the sockets, and the PIN's file.
        os.chmod(folder, 0o755)
        super().__init__(BINARIES, folder, kind)
        atexit.register(self.end)
        self.pin = self.file("pin", PIN)
        self.start_bus()
        if logind:
            self.start("/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "logind")
            until("logind", lambda: self.has_owner(LOGIND))
        self.start_daemon()
        if not is_empty:
            self.set_pin()
            self.enroll("rightIndex", "one")
            self.store("a", "A")
        if face:
            self.start_face("-t")

    def end(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def stop_daemon(self):
        self.daemon.terminate()
        self.daemon.wait()

    def file(self, name, content, mode=0o644):
        path = f"{self.folder}/{name}"
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
        os.chmod(path, mode)
        return path

    # ---- The command line ----

    @property
    def with_gate(self):
        return {**self.environment, "BIOGATE_SOCKET": self.gate_path, "PATH": f"{BINARIES}:/usr/sbin:/usr/bin:/sbin:/bin"}

    def cli(self, *words, environment=None, before=(), **options):
        """Runs one command to its end. `before` precedes it, such as setpriv."""
        if "input" not in options:
            options.setdefault("stdin", subprocess.DEVNULL)
        return subprocess.run(
            [*before, f"{BINARIES}/biogate", *words], env={**self.with_gate, **(environment or {})}, capture_output=True,
            text=True, timeout=PATIENCE, **options)

    def start_cli(self, *words, **options):
        options.setdefault("stdin", subprocess.DEVNULL)
        process = subprocess.Popen(
            [f"{BINARIES}/biogate", *words], env=self.with_gate, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            **options)
        self.processes.append(process)
        return process

    def shell(self, script, **options):
        return subprocess.run(
            ["bash", "-c", script], env=self.with_gate, capture_output=True, text=True, timeout=PATIENCE, **options)

    def store(self, name, secret):
        stored = self.cli("store", name, "--pin-from", self.pin, input=secret)
        check(stored.returncode == 0, stored.stderr)

    # ---- fprintd's clients ----

    def device(self, method, argument=None, connection=None):
        """Calls a method of the first reader's object; returns "ok", or the last part of the error's name."""
        words = None if argument is None else GLib.Variant("(s)", (argument,))
        try:
            self.call("/net/reactivated/Fprint/Device/0", DEVICE, method, words, connection=connection)
        except GLib.Error as error:
            return error.message.split(":")[1].rsplit(".", 1)[-1]
        return "ok"

    def set_login(self, name, value):
        """Sets a property of logind's."""
        manager = LOGIND + ".Manager"
        words = GLib.Variant("(ssv)", (manager, name, GLib.Variant("b", value)))
        try:
            self.call("/org/freedesktop/login1", "org.freedesktop.DBus.Mock", "AddProperty", words, name=LOGIND)
        except GLib.Error:
            self.call("/org/freedesktop/login1", "org.freedesktop.DBus.Properties", "Set", words, name=LOGIND)


class DirectoryWorld(World):
    """Accounts come from the test's own directory service. The user is the number `UID`."""

    UID = 1962800500

    def __init__(self, *names):
        self.names = names
        super().__init__(is_empty=True)

    def start_daemon(self, handed_on=False):
        self.show(*self.names)
        ours = self.environment
        group = self.file("group", "root:x:0:\n")
        self.environment = {
            **ours, "LD_PRELOAD": "libnss_wrapper.so", "NSS_WRAPPER_PASSWD": f"{self.folder}/directory",
            "NSS_WRAPPER_GROUP": group,
        }
        super().start_daemon()
        self.environment = ours

    def show(self, *names):
        """Sets the directory's names for the number."""
        self.names = names
        lines = [f"{name}:x:{self.UID}:{self.UID}::/nonexistent:/bin/sh\n" for name in names]
        os.rename(self.file("new", "".join(["root:x:0:0::/root:/bin/sh\n", *lines])), f"{self.folder}/directory")

    def restart(self, *names):
        self.stop_daemon()
        self.names = names
        self.start_daemon()

    def as_user(self, *words, **options):
        return self.cli(
            *words, before=["setpriv", f"--reuid={self.UID}", f"--regid={self.UID}", "--clear-groups"], **options)


class Terminal:
    """A program on its own terminal, with everything that it shows."""

    def __init__(self, environment, *words):
        self.shown = b""
        self.process, self.file = pty.fork()
        if not self.process:
            os.execvpe(words[0], words, {**environment, "TERM": "xterm"})

    def read(self):
        """False at the end."""
        if not select.select([self.file], [], [], 0.05)[0]:
            return True
        try:
            part = os.read(self.file, 4096)
        except OSError:
            return False
        self.shown += part
        return bool(part)

    def until(self, text, since=0):
        """Waits for the text after that place; returns the place after it."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.shown[since:]:
            check(self.read() and time.monotonic() < deadline, f"no {text!r} in {self.shown[since:]!r}")
        return self.shown.index(text, since) + len(text)

    def type(self, text):
        os.write(self.file, text)

    def status(self):
        """How the program ended, as in subprocess; it is killed if it does not end."""
        deadline = time.monotonic() + PATIENCE
        while not (ended := os.waitpid(self.process, os.WNOHANG))[0]:
            self.read()
            if time.monotonic() > deadline:
                os.kill(self.process, signal.SIGKILL)
        return os.waitstatus_to_exitcode(ended[1])


def pipe_bytes(reading):
    """How many bytes wait in a pipe."""
    count = array.array("i", [0])
    fcntl.ioctl(reading, termios.FIONREAD, count)
    return count[0]


def fault(sentence, *seen):
    """Ends the situation as failed."""
    sys.exit(" ".join([sentence, *map(repr, seen)]))
