"""The candidates as processes: the daemon and fprintd, each with its own virtual reader of the same kind."""

import json
import os
import pathlib
import signal
import socket
import subprocess
import time

PIN = "739154"
ITEM = "org.example.Bank/token"
SECRET = "dHIwdWI0ZG9yLWFuZC0zLWhvcnNlcyEh"
TEXT_FINGER = "first-finger"
READERS = ["virtual_device", "virtual_device_storage", "virtual_image"]


def environment(variable=None, reader=None, **more):
    """An environment in which libfprint plays one reader, and uses no real one."""
    result = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    result |= {"FP_DRIVERS_WHITELIST": ":".join(READERS), "FP_DRIVERS_ALLOWLIST": ":".join(READERS)}
    if variable:
        result[variable] = str(reader)
    return result | {name: str(value) for name, value in more.items()}


def wait_until(condition, what, limit=30):
    end = time.monotonic() + limit
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError(f"in vain: {what}")
        time.sleep(0.005)


class Process:
    """A process that ends with the block."""

    def __init__(self, command, environment, log):
        self.log = log
        with open(log, "ab") as lines:
            self.process = subprocess.Popen(
                [str(word) for word in command], env=environment, stdin=subprocess.DEVNULL, stdout=lines, stderr=lines)

    @property
    def id(self):
        return self.process.pid

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.end()


class Finger:
    """The finger for a reader: a text, or the file of an image."""

    def __init__(self, text):
        self.text = text

    def touch(self, reader):
        data = f"SCAN {self.text}".encode()
        if self.text.startswith("@"):
            data = pathlib.Path(self.text[1:]).read_bytes()
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(reader))
            connection.sendall(data)
            # The driver ignores a connection that ends too early, and closes it once it has read it.
            if self.text.startswith("@"):
                time.sleep(0.3)
            else:
                connection.recv(1)


class GateClient:
    """One connection to the daemon."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.buffer = b""

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.socket.close()

    def message(self):
        while b"\0" not in self.buffer:
            chunk = self.socket.recv(1 << 16)
            if not chunk:
                raise RuntimeError("the daemon closed the connection")
            self.buffer += chunk
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def send(self, method, **parameters):
        more = parameters.pop("more", False)
        call = {"method": method if "." in method else "org.biometricgate.Gate." + method, "parameters": parameters}
        self.socket.sendall(json.dumps(call | {"more": True} if more else call).encode() + b"\0")

    def call(self, method, touch=None, **parameters):
        """The answer's parameters; `touch` is called whenever a finger is wanted."""
        self.send(method, more=touch is not None, **parameters)
        while True:
            reply = self.message()
            if "error" in reply:
                raise RuntimeError(f"{method}: {reply}")
            if not reply.get("continues"):
                return reply["parameters"]
            if reply["parameters"]["progress"]["event"] == "waitingForFinger":
                touch()


class Gate:
    """The release daemon, with its own state directory."""

    def __init__(self, room, binary, variable, finger, **configuration):
        self.directory = pathlib.Path(room)
        self.directory.mkdir(parents=True, exist_ok=True)
        self.binary, self.variable, self.finger = binary, variable, finger
        self.socket, self.reader = self.directory / "gate", self.directory / "reader"
        self.state = self.directory / "state"
        self.configuration = self.directory / "biogated.conf"
        self.configuration.write_text(json.dumps({
            "readers.allowVirtual": True, "password.enabled": False, "sealing.provider": "file",
            "fingerprint.interactiveOnly": False} | configuration))
        self.process = None
        self.face_socket = None
        self.more = {}
        self.bus_address = f"unix:path={self.directory}/no-bus"

    @property
    def command(self):
        face = ["--face-socket", self.face_socket] if self.face_socket else []
        return [
            self.binary, "--config", self.configuration, "--socket", self.socket, "--state-directory", self.state, *face]

    @property
    def environment(self):
        # A measurement must not use this machine's own bus.
        return environment(self.variable, self.reader, DBUS_SYSTEM_BUS_ADDRESS=self.bus_address, **self.more)

    def start(self, launcher=(), **more):
        self.more = more
        self.process = Process([*launcher, *self.command], self.environment, self.directory / "log")
        wait_until(self.answers, f"the daemon does not start: {self.directory}/log")
        return self

    def answers(self):
        try:
            with GateClient(self.socket) as client:
                client.call("org.varlink.service.GetInfo")
            return True
        except OSError:
            return False

    def end(self):
        if self.process:
            self.process.end()
        self.process = None

    def __enter__(self):
        return self if self.process else self.start()

    def __exit__(self, *exception):
        self.end()

    @property
    def processes(self):
        """The process numbers of the daemon and its reader process."""
        daemon = self.process.id
        children = pathlib.Path(f"/proc/{daemon}/task").glob("*/children")
        return [daemon] + [int(number) for path in children for number in path.read_text().split()]

    def client(self):
        return GateClient(self.socket)

    def touch(self):
        self.finger.touch(self.reader)

    def fill(self, items=1, fingers=1):
        """Sets a PIN, enrols fingers, of which the gate uses the first, and stores items."""
        names = [
            hand + finger for hand in ["right", "left"] for finger in ["Index", "Middle", "Ring", "Little", "Thumb"]]
        with self, self.client() as client:
            client.call("SetPIN", pin=PIN)
            for number in range(fingers):
                finger = self.finger if number == 0 else Finger(f"finger-{number}")
                client.call(
                    "Enroll", touch=lambda: finger.touch(self.reader), finger=names[number], credential={"pin": PIN})
            self.store(client, [ITEM] + [f"item-{number}" for number in range(1, items)])
        return self

    def store(self, client, names):
        access = {"factors": ["fingerprint", "pin"], "enrollment": "current", "maxAgeSeconds": 300}
        for name in names:
            client.call("StoreSecret", touch=self.touch, name=name, secret=SECRET, access=access, maxAgeSeconds=300)


class Fprintd:
    """Debian's fprintd on a separate bus, with polkit mocked and one finger enrolled."""

    BUS = """<busconfig><type>system</type><listen>unix:path={bus}</listen><auth>EXTERNAL</auth>
    <policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*" eavesdrop="true"/>
    <allow receive_sender="*" eavesdrop="true"/></policy></busconfig>"""

    def __init__(self, room, variable, finger):
        self.directory = pathlib.Path(room)
        self.directory.mkdir(parents=True, exist_ok=True)
        self.variable, self.finger = variable, finger
        self.reader, self.bus = self.directory / "reader", self.directory / "bus"
        self.command = ["/usr/libexec/fprintd", "--no-timeout"]
        self.processes = []
        self.process = None

    @property
    def address(self):
        return f"unix:path={self.bus}"

    @property
    def environment(self):
        return environment(
            self.variable, self.reader, DBUS_SYSTEM_BUS_ADDRESS=self.address, STATE_DIRECTORY=self.directory / "state")

    def start_bus(self):
        configuration = self.directory / "bus.conf"
        configuration.write_text(self.BUS.format(bus=self.bus))
        log, plain = self.directory / "log", environment(DBUS_SYSTEM_BUS_ADDRESS=self.address)
        self.processes.append(
            Process(["dbus-daemon", "--nofork", "--nopidfile", f"--config-file={configuration}"], plain, log))
        wait_until(self.bus.exists, "the private bus does not start")
        self.processes.append(Process([
            "/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "polkitd"], plain, log))
        self.await_name("org.freedesktop.PolicyKit1")
        self.gdbus(
            "call", "--dest", "org.freedesktop.PolicyKit1", "--object-path", "/org/freedesktop/PolicyKit1/Authority",
            "--method", "org.freedesktop.DBus.Mock.AllowUnknown", "true")

    def start(self, launcher=()):
        self.start_bus()
        self.process = Process([*launcher, *self.command], self.environment, self.directory / "log")
        self.processes.append(self.process)
        self.await_name("net.reactivated.Fprint")
        return self

    def await_name(self, name):
        self.gdbus("wait", "--timeout", "20", name)

    def gdbus(self, verb, *words):
        subprocess.run(
            ["gdbus", verb, "--system", *words], env=environment(DBUS_SYSTEM_BUS_ADDRESS=self.address), check=True,
            stdout=subprocess.DEVNULL)

    def end(self):
        while self.processes:
            self.processes.pop().end()
        self.process = None

    def __enter__(self):
        return self if self.processes else self.start()

    def __exit__(self, *exception):
        self.end()


class Face(Fprintd):
    """The daemon behind biogate-fprintd, on a separate bus with polkit mocked, in fprintd's place."""

    def __init__(self, room, gate):
        super().__init__(room, gate.variable, gate.finger)
        self.gate, self.reader = gate, gate.reader
        self.socket = self.directory / "face"
        program = gate.binary.parent / "biogate-fprintd"
        self.command = [program, "--no-timeout", "--socket", self.socket]

    @property
    def environment(self):
        return environment(DBUS_SYSTEM_BUS_ADDRESS=self.address)

    def start(self, launcher=()):
        self.start_bus()
        self.gate.bus_address = self.address
        self.gate.face_socket = self.socket
        self.gate.start()
        self.process = Process([*launcher, *self.command], self.environment, self.directory / "log")
        self.processes.append(self.process)
        self.await_name("net.reactivated.Fprint")
        return self

    def end(self):
        super().end()
        self.gate.end()
