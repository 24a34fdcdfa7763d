"""The bench for fprintd's clients: a bus, a polkit, the daemon on a virtual reader, and biogate-fprintd."""

import glob
import json
import os
import socket
import subprocess
import threading
import time

from gi.repository import Gio, GLib

PATIENCE = 60
# Looked up here: PyGObject makes a type on its first use, and another thread may then see half of it.
CLIENT = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
PIN = "274916"
# libfprint's virtual readers by the variable that names their socket: their name, fprintd's number of touches for an
# enrolment, and whether the reader identifies. The second stores its prints itself, while its process lives.
READERS = {
    "FP_VIRTUAL_DEVICE": ("Virtual device for debugging", 5, False),
    "FP_VIRTUAL_DEVICE_STORAGE": ("Virtual device with storage and identification for debugging", 6, True),
}
FPRINTD = "/usr/libexec/fprintd"
DRIVERS = {"FP_VIRTUAL_DEVICE": "virtual_device", "FP_VIRTUAL_DEVICE_STORAGE": "virtual_device_storage"}
NAME = "net.reactivated.Fprint"
DEVICE = NAME + ".Device"
# The methods called on the face socket here.
FACE = ("Verify", "ListFingers", "WatchReaders", "PasswordTyped", "OpenLogin")
BUS = """<busconfig><type>system</type><listen>unix:path={path}</listen><auth>EXTERNAL</auth>{limits}
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/></policy>
</busconfig>"""
POLKIT = """<node><interface name="org.freedesktop.PolicyKit1.Authority"><method name="CheckAuthorization">
<arg type="(sa{sv})" direction="in"/><arg type="s" direction="in"/><arg type="a{ss}" direction="in"/>
<arg type="u" direction="in"/><arg type="s" direction="in"/><arg type="(bba{ss})" direction="out"/>
</method><method name="CancelCheckAuthorization"><arg type="s" direction="in"/></method></interface></node>"""


def until(what, condition):
    """Waits until a condition holds."""
    deadline = time.monotonic() + PATIENCE
    while not (found := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"in vain: {what}")
        time.sleep(0.005)
    return found


def check(condition, what):
    if not condition:
        raise AssertionError(what)


class Gate:
    """A connection to the daemon, read one message at a time."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(path)
        self.rest = b""

    def send(self, method, **parameters):
        interface = "org.biometricgate." + ("Face" if method in FACE else "Gate")
        message = {"method": f"{interface}.{method}", "parameters": parameters, "more": True}
        self.socket.sendall(json.dumps(message).encode() + b"\0")

    def next(self):
        while b"\0" not in self.rest:
            part = self.socket.recv(65536)
            if not part:
                raise EOFError
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.send(method, **parameters)
        return self.next()


class Bench:
    def __init__(self, binaries, folder, kind="FP_VIRTUAL_DEVICE"):
        self.kind = kind
        self.binaries = os.path.abspath(binaries)
        self.folder = folder
        self.gate_path, self.face_path = f"{folder}/gate", f"{folder}/face"
        self.reader_path = f"{folder}/reader"
        # Where fprintd itself stores fingers.
        self.prints_path = f"{folder}/prints"
        self.settings = {}
        self.processes = []
        self.signals = []
        self.polkit_answer = True
        self.asked = []
        # The questions that polkit leaves unanswered while it asks somebody, and the numbers of the cancelled ones.
        self.held = None
        self.cancelled = []
        # The bus's limits that differ from the system's.
        self.bus_limits = {}
        self.environment = {
            key: value for key, value in os.environ.items() if not key.startswith(("DBUS_", "FP_", "BIOGATE"))
        }
        self.environment["DBUS_SYSTEM_BUS_ADDRESS"] = f"unix:path={folder}/bus"
        self.environment["LANG"] = "C.UTF-8"

    # ---- The players ----

    def start(self, *words, environment=None):
        log = open(f"{self.folder}/{os.path.basename(words[0])}.log", "a", encoding="utf-8")
        process = subprocess.Popen(words, env=environment or self.environment, stdout=log, stderr=log)
        self.processes.append(process)
        return process

    def bus_configuration(self):
        limits = "".join(f'<limit name="{name}">{value}</limit>' for name, value in self.bus_limits.items())
        return BUS.format(path=f"{self.folder}/bus", limits=limits)

    def run_bus(self):
        self.start("dbus-daemon", f"--config-file={self.folder}/bus.conf", "--nofork", "--nopidfile")

    def start_bus(self):
        with open(f"{self.folder}/bus.conf", "w", encoding="utf-8") as file:
            file.write(self.bus_configuration())
        self.run_bus()
        # Its socket exists before it listens.
        until("the bus", lambda: self.serves(f"{self.folder}/bus"))
        threading.Thread(target=self.play_polkit, daemon=True).start()
        until("polkit", lambda: self.has_owner("org.freedesktop.PolicyKit1"))

    def connect(self):
        return Gio.DBusConnection.new_for_address_sync(
            self.environment["DBUS_SYSTEM_BUS_ADDRESS"], CLIENT, None, None)

    def play_polkit(self):
        context = GLib.MainContext.new()
        context.push_thread_default()
        connection = self.connect()

        def called(_connection, _sender, _path, _interface, method, arguments, invocation):
            if method == "CancelCheckAuthorization":
                self.cancelled.append(arguments.unpack()[0])
                return invocation.return_value(None)
            (kind, details), action, _, flags, _ = arguments.unpack()
            self.asked.append((kind, details, action, flags))
            if self.held is not None:
                return self.held.append(invocation)
            invocation.return_value(GLib.Variant("((bba{ss}))", ((self.polkit_answer, False, {}),)))

        interface = Gio.DBusNodeInfo.new_for_xml(POLKIT).interfaces[0]
        connection.register_object("/org/freedesktop/PolicyKit1/Authority", interface, called, None, None)
        Gio.bus_own_name_on_connection(
            connection, "org.freedesktop.PolicyKit1", Gio.BusNameOwnerFlags.NONE, None, None)

        def heard(_connection, _sender, path, _interface, member, arguments):
            self.signals.append((path, member, arguments.unpack()))

        connection.signal_subscribe(None, None, None, None, None, Gio.DBusSignalFlags.NONE, heard)
        while True:
            context.iteration(True)

    def start_daemon(self, handed_on=False):
        """`handed_on`: another process binds both sockets, like the units do."""
        with open(f"{self.folder}/biogated.conf", "w", encoding="utf-8") as file:
            json.dump({
                "readers.allowVirtual": True, "password.enabled": False, "sealing.tcti": "device:/dev/no-tpm",
                # `signals` are those that a program receives without a claim.
                "fprintd.broadcastStatuses": True,
                **self.settings,
            }, file)
        program = [
            f"{self.binaries}/biogated", "--config", f"{self.folder}/biogated.conf", "--state-directory",
            f"{self.folder}/state",
        ]
        environment = {**self.environment, self.kind: self.reader_path}
        if handed_on:
            for path in (self.gate_path, self.face_path):
                os.unlink(path)
            names = [word for name in environment for word in ("-E", name)]
            program = [
                "systemd-socket-activate", "-l", self.face_path, "-l", self.gate_path, "--fdname=face:varlink", *names,
                *program,
            ]
        else:
            program += ["--socket", self.gate_path, "--face-socket", self.face_path]
        self.daemon = self.start(*program, environment=environment)
        until("the daemon", lambda: self.serves(self.gate_path))

    @staticmethod
    def serves(path):
        try:
            Gate(path)
        except OSError:
            return False
        return True

    def start_face(self, *options):
        self.face = self.start(f"{self.binaries}/biogate-fprintd", "--socket", self.face_path, *options)
        until("the name", lambda: self.has_owner(NAME))

    def call(self, path, interface, method, arguments=None, name=NAME, connection=None):
        return (connection or self.client()).call_sync(
            name, path, interface, method, arguments, None, Gio.DBusCallFlags.NO_AUTO_START, PATIENCE * 1000,
            None).unpack()

    def client(self):
        if not hasattr(self, "kept"):
            self.kept = self.connect()
        return self.kept

    def has_owner(self, name):
        return self.call(
            "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", GLib.Variant("(s)", (name,)),
            name="org.freedesktop.DBus")[0]

    def stop(self):
        for process in reversed(self.processes):
            if process.poll() is None:
                process.kill()
            process.wait()

    # ---- The reader ----

    def reader(self, command):
        """Sends one command, once the reader is open."""
        until(command, lambda: self.offer(command))

    def offer(self, command):
        """Sends one command; the driver closes the connection once it has it. False while the reader is closed."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE)
            try:
                line.connect(self.reader_path)
            except OSError:
                return False
            line.sendall(command.encode())
            try:
                while line.recv(4096):
                    pass
            except ConnectionResetError:
                pass
            return True

    def needed(self, since):
        """Waits until the reader wants a finger, for the first time since that signal; returns the place after it. Over
        the touches of an enrolment the finger stays needed."""
        def found():
            is_needed = False
            for place, (_, member, arguments) in enumerate(self.signals):
                if member == "PropertiesChanged" and "finger-needed" in arguments[1]:
                    is_needed = arguments[1]["finger-needed"]
                elif member != "EnrollStatus" or arguments[1]:
                    continue
                if is_needed and place >= since:
                    return place + 1
            return None
        return until("a finger is needed", found)

    # ---- What people do ----

    def set_pin(self, **credential):
        answer = Gate(self.gate_path).call("SetPIN", pin=PIN, **({"credential": credential} if credential else {}))
        check("error" not in answer, answer)

    def enroll(self, finger, touch):
        gate = Gate(self.gate_path)
        gate.send("Enroll", finger=finger, credential={"pin": PIN})
        while True:
            answer = gate.next()
            if not answer.get("continues"):
                check("error" not in answer, answer)
                return
            if answer["parameters"]["progress"]["event"] == "waitingForFinger":
                self.reader(f"SCAN {touch}")

    def run(self, *words, commands=(), environment=None):
        """Runs a program, with a command to the reader whenever it wants a finger; returns its status and output."""
        since = len(self.signals)
        process = subprocess.Popen(
            words, env=environment or self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            for command in commands:
                since = self.needed(since)
                self.reader(command)
            said, _ = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
        self.catch_up()
        return process.returncode, said

    def catch_up(self):
        """Waits until all signals that the bus has passed on so far are recorded: our own signal follows them."""
        self.marks = getattr(self, "marks", 0) + 1
        mark = (self.marks,)
        self.client().emit_signal(None, "/mark", "org.biometricgate.Test", "Mark", GLib.Variant("(u)", mark))
        until("the signals", lambda: any(member == "Mark" and mark == said for _, member, said in self.signals))

    @property
    def pam(self):
        wrapper = glob.glob("/usr/lib/*/libpam_wrapper.so")[0]
        module = (glob.glob("/usr/lib/*/security/pam_fprintd.so") + glob.glob("/lib/*/security/pam_fprintd.so"))[0]
        os.makedirs(f"{self.folder}/pam.d", exist_ok=True)
        for tries in (1, 3):
            with open(f"{self.folder}/pam.d/finger{tries}", "w", encoding="utf-8") as file:
                file.write(f"auth required {module} max-tries={tries} timeout=30\n")
        return {
            **self.environment, "LD_PRELOAD": wrapper, "PAM_WRAPPER": "1",
            "PAM_WRAPPER_SERVICE_DIR": f"{self.folder}/pam.d",
        }

    def authenticate(self, *commands, tries=1, user="root"):
        return self.run("pamtester", f"finger{tries}", user, "authenticate", commands=commands, environment=self.pam)


class Theirs(Bench):
    """fprintd itself, on the same reader, bus and polkit."""

    def start_daemon(self, handed_on=False):
        pass

    def start_face(self, *options):
        environment = {
            **self.environment, self.kind: self.reader_path, "FP_DRIVERS_WHITELIST": DRIVERS[self.kind],
            "STATE_DIRECTORY": self.prints_path,
        }
        self.face = self.start(FPRINTD, "-t", environment=environment)
        until("the name", lambda: self.has_owner(NAME))
