"""The keyring's door for scenarios: a bus, gnome-keyring, the front before it, and a user who touches the reader."""


import contextlib
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time

BUILT = pathlib.Path(sys.argv[1]).absolute()
BIOGATE = str(BUILT / "biogate")
# The same program by another name, as an installation has it.
SECRETS = BUILT / "biogate-secrets"
if not SECRETS.is_symlink():
    SECRETS.unlink(missing_ok=True)
    SECRETS.symlink_to("biogate")
WORK = pathlib.Path(tempfile.mkdtemp(dir=os.environ["BIOGATE_SANDBOX"]))
OWN = "org.biometricgate.Secrets"
KEYRING = "org.freedesktop.secrets"
PIN = "274916"
# Of each of four programs at a time.
CALLS = os.environ.get("BIOGATE_HOSTILE_CALLS", "500")
# Only ends a hang; nothing waits for it.
HANG = 30


def check(condition, message):
    if not condition:
        raise AssertionError(message)


class Ended:
    def __init__(self, done):
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr

    def expect(self, status=0, *, out=None, err=""):
        said = f"status {self.status}, output {self.out!r}, errors {self.err!r}"
        check(self.status == status, f"expected status {status}: {said}")
        check(out is None or self.out == out, f"expected output {out!r}: {said}")
        check(err in self.err, f"expected errors {err!r}: {said}")
        return self


def start(*words, **options):
    options = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
    return subprocess.Popen([str(word) for word in words], **options)


def end(process, stdin=""):
    out, err = process.communicate(stdin, timeout=HANG)
    return Ended(subprocess.CompletedProcess([], process.returncode, out, err))


def run(*words, stdin="", **options):
    return end(start(*words, **options), stdin)


class Gate:
    """A connection to the daemon."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(os.environ["BIOGATE_SOCKET"])
        self.held = b""

    def send(self, method, parameters=None, more=False):
        call = {"method": f"org.biometricgate.Gate.{method}", "parameters": parameters or {}, "more": more}
        self.socket.sendall(json.dumps(call).encode() + b"\0")

    def receive(self):
        while b"\0" not in self.held:
            part = self.socket.recv(65536)
            if not part:
                raise EOFError
            self.held += part
        frame, self.held = self.held.split(b"\0", 1)
        return json.loads(frame)


class Finger:
    """The user: sees each request that waits for a touch, and touches the reader. With `wanted` as False, only sees."""

    def __init__(self, wanted=True):
        self.wanted, self.asked, self.heard, self.touches = wanted, [], threading.Condition(), []
        self.name = "right-index"
        self.gate = Gate()
        self.gate.send("WatchRequests", more=True)
        self.watching = threading.Thread(target=self.watch, daemon=True)
        self.watching.start()

    def watch(self):
        touched = set()
        with contextlib.suppress(EOFError, OSError):
            while True:
                request = self.gate.receive()["parameters"]["request"]
                if (request.get("progress") or {}).get("event") != "waitingForFinger" or request["id"] in touched:
                    continue
                touched.add(request["id"])
                with self.heard:
                    self.asked.append(request)
                    self.heard.notify_all()
                if self.wanted:
                    self.touches.append(subprocess.Popen([BIOGATE, "sandbox", "touch", self.name]))

    def await_asked(self, count):
        with self.heard:
            check(self.heard.wait_for(lambda: len(self.asked) >= count, timeout=HANG), f"no touch {count} was asked for")

    def has_asked(self, count):
        """Whether so many touches were asked for, and no more. The report may come behind what the touch has opened."""
        with self.heard:
            self.heard.wait_for(lambda: len(self.asked) >= count, timeout=HANG)
        return len(self.asked) == count

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        self.gate.socket.shutdown(socket.SHUT_RDWR)
        self.watching.join(HANG)
        # One whose request ended otherwise still waits for a reader that wants a finger, and would touch for the next.
        for touch in self.touches:
            try:
                touch.wait(5)
            except subprocess.TimeoutExpired:
                touch.terminate()
                touch.wait()


def prepare():
    """A PIN and a finger, unless an earlier scenario in the same sandbox has made them."""
    pin = os.path.join(os.environ["BIOGATE_SANDBOX"], "pin")
    if not os.path.exists(pin):
        with open(pin, "w", encoding="ascii") as file:
            file.write(PIN + "\n")
        run(BIOGATE, "pin", "set", "--pin-from", pin).expect()
        adding = start(BIOGATE, "finger", "add", "right-index", "--pin-from", pin, "--yes")
        check(subprocess.run([BIOGATE, "sandbox", "touch", "right-index", "--all"], timeout=HANG).returncode == 0, "touch")
        end(adding).expect()
    return pin


def memory(process):
    rows = dict(row.split(":") for row in pathlib.Path(f"/proc/{process}/smaps_rollup").read_text().split("\n")[1:-1])
    return {name: int(rows[name].split()[0]) for name in ["Pss", "Private_Dirty"]}


def switches(process):
    counts = {}
    for task in pathlib.Path(f"/proc/{process}/task").iterdir():
        rows = dict(row.split(":", 1) for row in (task / "status").read_text().strip().split("\n"))
        counts[task.name, rows["Name"].strip()] = int(rows["voluntary_ctxt_switches"])
    return counts


def tell_rest(process):
    """Prints how often the process wakes up, and what it keeps of memory, while nobody asks it for anything."""
    # Rest has no event: it is what is measured. Threads of a pool end meanwhile.
    time.sleep(15)
    before = switches(process)
    time.sleep(20)
    after = switches(process)
    print("wake-ups in 20 s", {name: after[name] - before.get(name, 0) for name in after}, "KiB", memory(process))


class Bus:
    def __init__(self, folder):
        self.address = f"unix:path={folder}/bus"
        # It starts no programs: a keyring that is gone stays so.
        (folder / "bus.conf").write_text(f"""<busconfig><type>session</type><listen>{self.address}</listen>
            <auth>EXTERNAL</auth><policy context="default"><allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/><allow own="*"/></policy></busconfig>""", encoding="utf-8")
        self.process = start("dbus-daemon", f"--config-file={folder}/bus.conf", "--nofork", "--nopidfile",
                             "--print-address=1", stdin=subprocess.DEVNULL)
        check(self.process.stdout.readline(), "there is no bus")


class Door:
    """A keyring, and the front before it. `in_front` puts the keyring on a bus of its own, and gives its name to the front.
    `beside` is another session of the user, with the same files."""

    def __init__(self, in_front=False, beside=None):
        prepare()
        # Those of an earlier scenario's keyring.
        for name in [] if beside else run(BIOGATE, "list", "--names").expect().out.split():
            run(BIOGATE, "rm", name).expect()
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=WORK))
        self.processes = []
        (self.folder / "home").mkdir()
        self.environment = {
            **os.environ, "HOME": str(self.folder / "home"), "XDG_DATA_HOME": str((beside or self).folder / "data"),
            "XDG_RUNTIME_DIR": str(self.folder), "GNUPGHOME": str(self.folder / "gnupg")}
        self.bus = self.behind = self.add(Bus(self.folder))
        if in_front:
            other = self.folder / "behind"
            other.mkdir()
            self.behind = self.add(Bus(other))
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.bus.address
        self.start_keyring()
        self.name, options = (KEYRING, ["--keyring-bus", self.behind.address]) if in_front else (OWN, [])
        self.options = options
        self.log = open(self.folder / "front.log", "w+", encoding="utf-8")
        self.start_front()
        if not in_front:
            self.environment["SECRET_SERVICE_BUS_NAME"] = OWN

    def add(self, bus):
        self.add_process(bus.process)
        return bus

    def add_process(self, process):
        self.processes.append(process)
        return process

    def start_front(self, *more):
        self.front = self.add_process(
            start(SECRETS, "--name", self.name, *self.options, *more, env=self.environment, stderr=self.log))
        self.await_name(self.bus, self.name)

    def start_keyring(self):
        self.keyring = self.add_process(
            start("gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets",
                  f"--control-directory={self.folder}/control",
                  env={**self.environment, "DBUS_SESSION_BUS_ADDRESS": self.behind.address}))
        self.keyring.stdin.write("house")
        self.keyring.stdin.close()
        self.await_name(self.behind, KEYRING)

    def await_name(self, bus, name):
        """Starts no program by the name."""
        waiting = run("gdbus", "wait", "--session", "--timeout", HANG, name,
                      env={**self.environment, "DBUS_SESSION_BUS_ADDRESS": bus.address})
        waiting.expect()

    def run(self, *words, **options):
        return run(*words, env=self.environment, **options)

    def start(self, *words, **options):
        return start(*words, env=self.environment, **options)

    def tool(self, *words, **options):
        return self.run("secret-tool", *words, **options)

    def beneath(self, *words, **options):
        """secret-tool with the keyring itself."""
        environment = {**self.environment, "SECRET_SERVICE_BUS_NAME": KEYRING,
                       "DBUS_SESSION_BUS_ADDRESS": self.behind.address}
        return run("secret-tool", *words, env=environment, **options)

    def keyring_command(self, *words, **options):
        return self.run(BIOGATE, "keyring", *words, *self.options, **options)

    def protect(self, item, *options):
        self.keyring_command("protect", item, "--pin-from", prepare(), *options).expect()

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        for process in reversed(self.processes):
            process.kill()
            process.wait()
        if fault[0]:
            self.log.seek(0)
            print(f"front: {self.log.read()}", file=sys.stderr)
