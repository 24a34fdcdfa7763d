"""fprintd's own clients against biogate-fprintd: fprintd.py BINARIES

A bus, a polkit that says yes by default, the daemon on a virtual reader, and biogate-fprintd (fprintd_bench.py). Each
step prints its result, and the first that fails ends with 1.
"""

import contextlib
import glob
import json
import os
import pty
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from fprintd_bench import DEVICE, FPRINTD, NAME, PATIENCE, PIN, READERS, Bench, Gate, check, until
from gi.repository import Gio, GLib


def statuses(bench, since):
    return [arguments for _, member, arguments in bench.signals[since:] if member == "VerifyStatus"]


def objects(bench):
    device = "/net/reactivated/Fprint/Device/0"
    check(bench.call("/net/reactivated/Fprint/Manager", NAME + ".Manager", "GetDevices") == ([device],), "one reader")
    check(
        bench.call("/net/reactivated/Fprint/Manager", NAME + ".Manager", "GetDefaultDevice") == (device,), "the reader")
    (known,) = bench.call("/net/reactivated/Fprint", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
    properties = known[device][DEVICE]
    check(
        properties == {
            "name": READERS[bench.kind][0], "num-enroll-stages": READERS[bench.kind][1], "scan-type": "swipe",
            "finger-present": False, "finger-needed": False,
        }, properties)
    (same,) = bench.call(
        device, "org.freedesktop.DBus.Properties", "GetAll", GLib.Variant("(s)", (DEVICE,)))
    check(same == properties, same)
    # Tools read the arguments' types from the description.
    status, said = bench.run(
        "gdbus", "call", "--system", "--dest", NAME, "--object-path", device, "--method", DEVICE + ".VerifyStop")
    check(status != 0 and NAME + ".Error.ClaimDevice" in said, said)


def tools(bench):
    status, said = bench.run("fprintd-list", "root")
    check(status == 0 and "right-index-finger" in said, said)
    status, said = bench.run("fprintd-list", "daemon")
    check("has no fingers enrolled" in said, said)
    since = len(bench.signals)
    status, said = bench.run("fprintd-verify", commands=["SCAN right"])
    check(status == 0 and "verify-match (done)" in said, said)
    # The status precedes the end of finger-needed.
    until("the last signal", lambda: any(
        member == "PropertiesChanged" and arguments[1].get("finger-needed") is False
        for _, member, arguments in bench.signals[since:]))
    told = [
        arguments[0] if member != "PropertiesChanged" else arguments[1]
        for _, member, arguments in bench.signals[since:]
        if member in ("VerifyFingerSelected", "VerifyStatus", "PropertiesChanged")
    ]
    check(
        [each for each in told if each not in ({"finger-present": True}, {"finger-present": False})] == [
            "right-index-finger", {"finger-needed": True}, "verify-match", {"finger-needed": False},
        ], told)
    status, said = bench.run("fprintd-verify", commands=["SCAN left"])
    check("verify-no-match (done)" in said, said)
    status, said = bench.run("fprintd-verify", commands=["RETRY 2", "SCAN right"])
    check("verify-finger-not-centered (not done)" in said and "verify-match (done)" in said, said)


def added(bench, finger, touch):
    """Adds a finger with fprintd-enroll; returns its statuses in order."""
    since = len(bench.signals)
    stages = READERS[bench.kind][1]
    status, said = bench.run("fprintd-enroll", "--finger", finger, commands=[f"SCAN {touch}"] * stages)
    check(status == 0 and "enroll-completed" in said, said)
    told = [
        arguments[0] if member == "EnrollStatus" else arguments[1]["finger-needed"]
        for _, member, arguments in bench.signals[since:]
        if member == "EnrollStatus" or (member == "PropertiesChanged" and "finger-needed" in arguments[1])
    ]
    looked = [False, "enroll-stage-passed", True] if READERS[bench.kind][2] else []
    check(
        told == [True] + looked + ["enroll-stage-passed"] * (stages - len(looked) // 3 - 1) + [False, "enroll-completed"],
        told)


def wanting(gate):
    """Reads on until the app's call wants a finger; returns the messages until then."""
    told = []
    while not told or told[-1] != "waitingForFinger":
        answer = gate.next()
        check(answer.get("continues"), answer)
        told.append(answer["parameters"]["progress"]["event"])
    return told


def login_first(bench):
    """While an app waits for a finger, a login has the reader at once and gets the touch. The app is armed again."""
    app = Gate(bench.gate_path)
    app.send("Authenticate", reason="a test", timeoutSeconds=60)
    check(wanting(app) == ["waitingForFinger"], "the app's prompt")
    status, said = bench.run("fprintd-verify", "--finger", "any", commands=["SCAN right"])
    check(status == 0 and "verify-match (done)" in said, said)
    told = wanting(app)
    check(told == ["queued", "waitingForFinger"], told)
    bench.reader("SCAN right")
    while (answer := app.next()).get("continues"):
        pass
    check("error" not in answer, answer)


def enrolment_first(bench):
    """An enrolment does not give way: a login goes on to the password at once."""
    app = Gate(bench.gate_path)
    app.send("Enroll", finger="leftLittle", credential={"pin": PIN}, timeoutSeconds=60)
    wanting(app)
    status, said = bench.authenticate()
    check(status != 0, said)
    app.socket.close()


def resting(bench):
    """While a finger rests where it was judged, the stop is answered, and the next touch is asked for."""
    device = bench.call("/net/reactivated/Fprint/Manager", NAME + ".Manager", "GetDefaultDevice")[0]

    def device_call(method, *arguments):
        signature = "(" + "s" * len(arguments) + ")"
        return bench.call(device, DEVICE, method, GLib.Variant(signature, arguments) if arguments else None)

    device_call("Claim", "")
    since = len(bench.signals)
    device_call("VerifyStart", "any")
    bench.needed(since)
    for command in ("SLEEP 20", "SCAN wrong", "SLEEP 600000"):
        bench.reader(command)
    until("the result", lambda: statuses(bench, since))
    device_call("VerifyStop")
    since = len(bench.signals)
    device_call("VerifyStart", "any")
    bench.needed(since)
    bench.reader("SCAN right")
    until("the result", lambda: statuses(bench, since))
    check(statuses(bench, since) == [("verify-match", True)], statuses(bench, since))
    device_call("VerifyStop")
    device_call("Release")


def prints(bench):
    return {each["finger"]: each for each in Gate(bench.gate_path).call("ListPrints")["parameters"]["prints"]}


def opens(bench, touch):
    """Whether a finger authenticates at the gate, in one touch."""
    gate = Gate(bench.gate_path)
    gate.send("Authenticate", reason="a test", timeoutSeconds=30)
    while True:
        answer = gate.next()
        if not answer.get("continues"):
            return "error" not in answer
        event = answer["parameters"]["progress"]["event"]
        if event == "waitingForFinger":
            bench.reader(f"SCAN {touch}")
        elif event == "noMatch":
            gate.socket.close()
            return False


def enrolling(bench):
    """A finger that fprintd-enroll adds counts for fprintd's clients at once, and opens nothing until it is vouched
    for."""
    check(opens(bench, "right"), "the finger that is there opens")
    added(bench, "left-ring-finger", "ring")
    status, said = bench.run("fprintd-list", "root")
    check("left-ring-finger" in said and "right-index-finger" in said, said)
    status, said = bench.run("fprintd-verify", "--finger", "left-ring-finger", commands=["SCAN ring"])
    check("verify-match (done)" in said, said)
    new = prints(bench)
    check(new["leftRing"]["vouched"] is False and new["rightIndex"]["vouched"] is True, new)
    bench.polkit_answer = False
    status, said = bench.run("fprintd-enroll")
    check(status != 0 and "PermissionDenied" in said, said)
    bench.polkit_answer = True
    check(not opens(bench, "ring"), "a finger that nobody vouched for opens nothing")
    gate = Gate(bench.gate_path)
    answer = gate.call("VouchPrints", printIds=[new["leftRing"]["id"]])
    check(answer["error"].endswith(".CredentialRequired"), answer)
    answer = gate.call("VouchPrints", printIds=[new["leftRing"]["id"]], credential={"pin": PIN})
    check("error" not in answer, answer)
    # A reader that only verifies asks for the finger that matched last.
    gate.call("Authenticate", reason="a test", credential={"pin": PIN})
    if READERS[bench.kind][2]:
        check(opens(bench, "ring"), "a finger that was vouched for opens")
    # A poor touch, the same finger again, and no other waiting call.
    since = len(bench.signals)
    stages = READERS[bench.kind][1]
    status, said = bench.run(
        "fprintd-enroll", "--finger", "left-ring-finger", commands=["RETRY 1"] + ["SCAN ring"] * stages)
    check("enroll-swipe-too-short" in said and "enroll-completed" in said, said)
    check(prints(bench)["leftRing"]["vouched"] is False, "the one in its place is vouched for by nobody")
    if READERS[bench.kind][2]:
        status, said = bench.run("fprintd-enroll", "--finger", "left-thumb", commands=["SCAN ring"])
        check("enroll-duplicate" in said, said)
    stopped(bench)


def at_terminal(bench, words, answer):
    """Runs `biogate` at its own terminal, where `answer` has the answer to each question; returns everything shown."""
    process, terminal = pty.fork()
    if process == 0:
        os.execve(
            f"{bench.binaries}/biogate", ["biogate", *words], {**bench.environment, "BIOGATE_SOCKET": bench.gate_path})
    seen, answered = "", 0
    signal.alarm(PATIENCE)
    with contextlib.suppress(OSError):
        while text := os.read(terminal, 4096).decode():
            seen += text
            questions = seen.split("[y/N]")[:-1]
            for question in questions[answered:]:
                os.write(terminal, (answer(question) + "\n").encode())
            answered = len(questions)
    _, status = os.waitpid(process, 0)
    signal.alarm(0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), seen


def vouching(bench):
    """`biogate finger vouch` shows the date and the reader of each finger, and vouches only for those that its user
    confirms."""
    added(bench, "left-thumb", "thumb")
    pin = f"{bench.folder}/pin"
    with open(pin, "w", encoding="ascii") as file:
        file.write(PIN)
    words = ["finger", "vouch", "--pin", "--pin-from", pin]
    status, said = bench.run(
        f"{bench.binaries}/biogate", *words, "--yes",
        environment={**bench.environment, "BIOGATE_SOCKET": bench.gate_path})
    check(status == 64 and "Name the finger that you mean" in said, said)
    status, said = at_terminal(bench, words, lambda question: "y" if "left thumb" in question.splitlines()[-2] else "n")
    check(status == 0, said)
    year = time.strftime("%Y")
    for finger in ("left ring finger", "left thumb"):
        (line,) = [each for each in said.splitlines() if each.strip().startswith(f"{finger}, added ")]
        check(year in line and READERS[bench.kind][0] in line, line)
    known = prints(bench)
    check(known["leftThumb"]["vouched"] is True and known["leftRing"]["vouched"] is False, known)
    status, said = at_terminal(bench, words, lambda question: "n")
    check(status == 22 and prints(bench)["leftRing"]["vouched"] is False, said)
    answer = Gate(bench.gate_path).call(
        "DeletePrint", printId=known["leftThumb"]["id"], credential={"pin": PIN})
    check("error" not in answer, answer)


def stopped(bench):
    device = "/net/reactivated/Fprint/Device/0"
    other = bench.connect()
    bench.call(device, DEVICE, "Claim", GLib.Variant("(s)", ("",)), connection=other)
    since = len(bench.signals)
    bench.call(device, DEVICE, "EnrollStart", GLib.Variant("(s)", ("left-thumb",)), connection=other)
    bench.needed(since)
    bench.call(device, DEVICE, "EnrollStop", connection=other)
    told = until("the status", lambda: [
        arguments for _, member, arguments in bench.signals[since:] if member == "EnrollStatus"])
    check(told == [("enroll-failed", True)], told)
    bench.call(device, DEVICE, "Release", connection=other)
    other.close_sync(None)
    check("leftThumb" not in prints(bench), "nothing was added")


def deleting(bench):
    """Deletes one finger, a missing one, then all."""
    device = "/net/reactivated/Fprint/Device/0"
    other = bench.connect()
    bench.call(device, DEVICE, "Claim", GLib.Variant("(s)", ("",)), connection=other)
    bench.call(device, DEVICE, "DeleteEnrolledFinger", GLib.Variant("(s)", ("left-ring-finger",)), connection=other)
    check(list(prints(bench)) == ["rightIndex"], prints(bench))
    for method, arguments, error in (
        ("DeleteEnrolledFinger", GLib.Variant("(s)", ("left-ring-finger",)), "NoEnrolledPrints"),
        ("DeleteEnrolledFinger", GLib.Variant("(s)", ("left-toe",)), "InvalidFingername"),
    ):
        try:
            bench.call(device, DEVICE, method, arguments, connection=other)
            check(False, method)
        except GLib.Error as refused:
            check(error in str(refused), str(refused))
    bench.call(device, DEVICE, "Release", connection=other)
    other.close_sync(None)
    status, said = bench.run("fprintd-delete", "root")
    check(status == 0 and prints(bench) == {}, said)
    status, said = bench.run("fprintd-list", "root")
    check("has no fingers enrolled" in said, said)
    added(bench, "right-index-finger", "right")
    status, said = bench.authenticate("SCAN right")
    check(status == 0, said)


def identifying(bench):
    """Any of two fingers, one of which is right."""
    since = len(bench.signals)
    status, said = bench.authenticate("SCAN thumb")
    check(status == 0, said)
    selected = [arguments for _, member, arguments in bench.signals[since:] if member == "VerifyFingerSelected"]
    check(selected == [("any",)], selected)
    status, said = bench.run("fprintd-verify", "--finger", "left-thumb", commands=["SCAN thumb"])
    check("verify-match (done)" in said, said)
    status, said = bench.run("fprintd-verify", "--finger", "left-thumb", commands=["SCAN right"])
    check("verify-no-match (done)" in said, said)


def pam(bench):
    status, said = bench.authenticate("SCAN right")
    check(status == 0 and "successfully authenticated" in said, said)
    status, said = bench.authenticate("SCAN left")
    check(status != 0 and "Failed to match fingerprint" in said, said)
    status, said = bench.authenticate("RETRY 0", "SCAN left", "SCAN right", tries=3)
    check(status == 0 and "successfully authenticated" in said, said)
    status, said = bench.authenticate(user="daemon")
    check(status != 0, said)


def killed(bench):
    since = len(bench.signals)
    victim = subprocess.Popen(
        ["pamtester", "finger1", "root", "authenticate"], env=bench.pam, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    bench.needed(since)
    victim.send_signal(signal.SIGKILL)
    victim.wait()
    status, said = bench.authenticate("SCAN right")
    check(status == 0, said)


def claims(bench):
    device = "/net/reactivated/Fprint/Device/0"
    other = bench.connect()
    bench.call(device, DEVICE, "Claim", GLib.Variant("(s)", ("",)), connection=other)
    status, said = bench.run("fprintd-verify")
    check(status != 0 and "AlreadyInUse" in said, said)
    status, said = bench.authenticate()
    check(status != 0, said)
    since = len(bench.signals)
    bench.call(device, DEVICE, "VerifyStart", GLib.Variant("(s)", ("any",)), connection=other)
    bench.needed(since)
    bench.call(device, DEVICE, "VerifyStop", connection=other)
    check(until("the status", lambda: statuses(bench, since)) == [("verify-no-match", True)], statuses(bench, since))
    bench.call(device, DEVICE, "Release", connection=other)
    other.close_sync(None)
    bench.polkit_answer = False
    status, said = bench.run("fprintd-verify")
    check(status != 0 and "PermissionDenied" in said, said)
    bench.polkit_answer = True
    check(all(kind == "system-bus-name" and flags == 1 for kind, _, _, flags in bench.asked), bench.asked)
    check("net.reactivated.fprint.device.setusername" in [action for _, _, action, _ in bench.asked], "setusername")


def hanging_polkit(bench):
    """A client that leaves while polkit asks claims nothing, and no other client waits for polkit."""
    device = "/net/reactivated/Fprint/Device/0"
    bench.held = held = []
    leaver = bench.connect()
    leaver.call(
        NAME, device, DEVICE, "Claim", GLib.Variant("(s)", ("",)), None, Gio.DBusCallFlags.NONE, -1, None, None)
    until("polkit is asked", lambda: held)
    bench.held = None
    status, said = bench.authenticate("SCAN right")
    check(status == 0, said)
    name = leaver.get_unique_name()
    leaver.close_sync(None)
    until("it has left", lambda: not bench.has_owner(name))
    held[0].return_value(GLib.Variant("((bba{ss}))", ((True, False, {}),)))
    status, said = bench.authenticate("SCAN right")
    check(status == 0, said)


def leaves_while_asked(bench):
    """A client that leaves while polkit asks about deleting fingers deletes none."""
    device = "/net/reactivated/Fprint/Device/0"
    bench.held = held = []
    leaver = bench.connect()
    leaver.call(
        NAME, device, DEVICE, "DeleteEnrolledFingers", GLib.Variant("(s)", ("",)), None, Gio.DBusCallFlags.NONE, -1,
        None, None)
    until("polkit is asked", lambda: held)
    bench.held = None
    name = leaver.get_unique_name()
    leaver.close_sync(None)
    until("it has left", lambda: not bench.has_owner(name))
    held[0].return_value(GLib.Variant("((bba{ss}))", ((True, False, {}),)))
    # The next client finds its finger.
    status, said = bench.authenticate("SCAN right")
    check(status == 0 and prints(bench), said)


def gate_knows_nothing(bench):
    """The face socket has none of the gate's methods, and only the methods that it needs."""
    gate = Gate(bench.face_path)
    answer = gate.call("GetAvailability")
    check(answer["error"] == "org.varlink.service.InterfaceNotFound", answer)
    answer = Gate(bench.gate_path).call("ListFingers", uid=0, readerId="x")
    check(answer["error"] == "org.varlink.service.InterfaceNotFound", answer)


def lockout(bench):
    for _ in range(5):
        status, said = bench.authenticate("SCAN left")
        check(status != 0, said)
    since = len(bench.signals)
    status, said = bench.authenticate()
    check(status != 0, said)
    check(statuses(bench, since) == [("verify-unknown-error", True)], statuses(bench, since))
    check("VerifyFingerSelected" not in [member for _, member, _ in bench.signals[since:]], "no finger is asked for")
    gate = Gate(bench.gate_path)
    answer = gate.call("GetAvailability")
    check(answer["parameters"]["availability"]["state"] == "lockout", answer)
    answer = gate.call("Authenticate", reason="a test", credential={"pin": PIN})
    check("error" not in answer, answer)
    status, said = bench.authenticate("SCAN right")
    check(status == 0, said)


def restart(bench):
    since = len(bench.signals)
    waiting = subprocess.Popen(
        ["fprintd-verify"], env=bench.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    bench.needed(since)
    bench.daemon.kill()
    bench.daemon.wait()
    said, _ = waiting.communicate(timeout=PATIENCE)
    check("verify-unknown-error (done)" in said, said)
    bench.start_daemon(handed_on=True)

    def works():
        status, _ = bench.run("fprintd-list", "root")
        return status == 0
    until("the daemon is found again", works)
    status, said = bench.authenticate("SCAN right")
    check(status == 0, said)


def faults(bench):
    """libfprint's protocol error has a name for fprintd's clients, and its general error has none."""
    for code, name in ((5, "disconnected"), (0, "unknown-error")):
        status, said = bench.run("fprintd-verify", commands=[f"ERROR {code}"])
        check(f"verify-{name} (done)" in said, said)
        status, said = bench.run("fprintd-enroll", "--finger", "left-little-finger", commands=[f"ERROR {code}"])
        check(f"enroll-{name}" in said, said)
    check("leftLittle" not in prints(bench), "nothing was added")


def returned(bench):
    """A reader that leaves and returns under a claim has one object, and serves other programs at once."""
    manager = "/net/reactivated/Fprint/Manager"

    def devices():
        return bench.call(manager, NAME + ".Manager", "GetDevices")[0]

    def failure(path, method, arguments=None, connection=None):
        try:
            bench.call(path, DEVICE, method, arguments, connection=connection)
        except GLib.Error as error:
            return Gio.DBusError.get_remote_error(error)
        return None

    [device] = devices()
    owner = bench.connect()
    bench.call(device, DEVICE, "Claim", GLib.Variant("(s)", ("",)), connection=owner)
    since = len(bench.signals)
    bench.call(device, DEVICE, "VerifyStart", GLib.Variant("(s)", ("any",)), connection=owner)
    bench.needed(since)
    bench.reader("UNPLUG")
    until("the result", lambda: any(done for _, done in statuses(bench, since)))
    check(devices() == [device], "a claimed reader stays listed")
    # The virtual driver finds its reader again when its process is restarted.
    children = subprocess.run(
        ["ps", "-o", "pid=,comm=", "--ppid", str(bench.daemon.pid)], capture_output=True, text=True, check=True).stdout
    for line in children.splitlines():
        if "biogate-reader" in line:
            os.kill(int(line.split()[0]), signal.SIGKILL)
    until("the new object", lambda: devices() not in ([device], []))
    [new] = devices()
    check(bench.call(manager, NAME + ".Manager", "GetDefaultDevice") == (new,), "the default is the new one")
    (known,) = bench.call("/net/reactivated/Fprint", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
    check(list(known) == [new], known)
    check(
        failure(device, "Claim", GLib.Variant("(s)", ("",))) == NAME + ".Error.NoSuchDevice",
        "the old path is its owner's alone")
    status, said = bench.authenticate("SCAN right")
    check(status == 0, said)
    bench.call(device, DEVICE, "VerifyStop", connection=owner)
    check(failure(device, "Release", connection=owner) == NAME + ".Error.Internal", "its owner hears that it is gone")
    check(devices() == [new], "the new one stays")


def unplugged(bench):
    # A client that claims it, or about which polkit asks meanwhile, is answered as well.
    bench.held = held = []
    [[device]] = bench.call("/net/reactivated/Fprint/Manager", NAME + ".Manager", "GetDevices")
    answers = []

    def claim(connection):
        try:
            connection.call_sync(
                NAME, device, DEVICE, "Claim", GLib.Variant("(s)", ("",)), None, Gio.DBusCallFlags.NONE, -1, None)
            answers.append("claimed")
        except GLib.Error as error:
            answers.append(Gio.DBusError.get_remote_error(error))
    threading.Thread(target=claim, args=[bench.connect()], daemon=True).start()
    until("polkit is asked", lambda: held)
    bench.held = None
    status, said = bench.run("fprintd-verify", commands=["UNPLUG"])
    # fprintd 1.94.5 and later, which also have this word, call the reader disconnected.
    with open(FPRINTD, "rb") as file:
        name = "disconnected" if b"verify-too-fast" in file.read() else "unknown-error"
    check(f"verify-{name} (done)" in said, said)
    until(
        "the reader's object is gone",
        lambda: bench.call("/net/reactivated/Fprint/Manager", NAME + ".Manager", "GetDevices") == ([],))
    held[0].return_value(GLib.Variant("((bba{ss}))", ((True, False, {}),)))
    until("the claim is answered", lambda: answers)
    check(answers == [NAME + ".Error.NoSuchDevice"], answers)
    status, said = bench.authenticate()
    check(status != 0, said)


class StrangeDaemon:
    """A face socket on which a verification begins, and ends with a message that no daemon sends."""

    READER = {"id": "a", "name": "A reader", "scanType": "press", "enrollStages": 5, "identifies": False}
    ANSWERS = {
        "WatchReaders": [({"readers": [READER]}, True)],
        "ListFingers": [({"fingers": ["rightIndex"]}, False)],
        "Hold": [({"event": "opened"}, True)],
        "Verify": [({"event": "started"}, True), ({"event": "unheardOf"}, True), ({"matched": "perhaps"}, False)],
    }

    def __init__(self, path):
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self.answer, args=[connection], daemon=True).start()

    def answer(self, connection):
        rest = b""
        while part := connection.recv(65536):
            *calls, rest = (rest + part).split(b"\0")
            for call in calls:
                for parameters, continues in self.ANSWERS.get(json.loads(call)["method"].rpartition(".")[2], []):
                    answer = {"parameters": parameters, "continues": continues}
                    connection.sendall(json.dumps(answer).encode() + b"\0")


def strange_daemon():
    """A verification whose end is not understood still ends."""
    with tempfile.TemporaryDirectory(prefix="biogate-fprintd-") as folder:
        bench = Bench(sys.argv[1], folder)
        try:
            bench.start_bus()
            StrangeDaemon(bench.face_path)
            bench.start_face("--no-timeout")
            until("the reader", lambda: bench.call("/net/reactivated/Fprint/Manager", NAME + ".Manager", "GetDevices")[0])
            status, said = bench.run("fprintd-verify", "--finger", "any")
            check("verify-unknown-error (done)" in said, said)
            print("ok: an answer that nobody understands", flush=True)
        finally:
            bench.stop()


def play(kind, steps):
    with tempfile.TemporaryDirectory(prefix="biogate-fprintd-") as folder:
        bench = Bench(sys.argv[1], folder, kind)
        try:
            bench.start_bus()
            bench.start_daemon()
            bench.set_pin()
            bench.enroll("rightIndex", "right")
            if identifying in steps:
                bench.enroll("leftThumb", "thumb")
            bench.start_face("--no-timeout")
            for step in steps:
                step(bench)
                print(f"ok: {READERS[kind][0]}: {step.__name__.replace('_', ' ')}", flush=True)
            for process in (bench.face, bench.daemon):
                process.terminate()
                check(process.wait(PATIENCE) == 0, f"a clean end of {process.args[0]}")
        except BaseException:
            for log in sorted(glob.glob(f"{folder}/*.log")):
                with open(log, encoding="utf-8", errors="replace") as file:
                    sys.stderr.write(f"== {os.path.basename(log)}\n{file.read()}")
            sys.stderr.write("\n".join(map(str, bench.signals[-30:])) + "\n")
            raise
        finally:
            bench.stop()


if __name__ == "__main__":
    if not shutil.which("fprintd-verify"):
        sys.exit("fprintd's tools are missing: .ci/setup test")
    play("FP_VIRTUAL_DEVICE", (
        objects, gate_knows_nothing, tools, pam, killed, claims, hanging_polkit, leaves_while_asked, lockout, restart, enrolling,
        vouching, deleting,
        faults, returned, unplugged,
    ))
    play("FP_VIRTUAL_DEVICE_STORAGE", (objects, tools, pam, killed, lockout, enrolling, vouching, deleting, faults, unplugged))
    play("FP_VIRTUAL_DEVICE_STORAGE", (objects, identifying, pam, login_first, enrolment_first, resting))
    strange_daemon()
