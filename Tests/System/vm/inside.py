"""What a container cannot show, inside a virtual machine: devices, a TPM, sleep. Started by a unit of the machine."""

import contextlib
import glob
import grp
import json
import os
import re
import stat
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
USER, PIN = "kari", "274916"
# Only ends a hang; nothing waits for it. An emulated processor is slow.
HANG = 400
UNAVAILABLE, NO_MATCH, EXISTS = 15, 20, 31


def run(*command, user=None, stdin="", status=0, says=None):
    if user:
        command = ("setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "--reset-env", *command)
    ended = subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=HANG, check=False)
    said = f"{command}\nstatus {ended.returncode}\n{ended.stdout}{ended.stderr}"
    assert status is None or ended.returncode == status, f"expected status {status}: {said}"
    assert says is None or says in ended.stdout + ended.stderr, f"expected {says!r}: {said}"
    return ended.stdout + ended.stderr


def wait_until(what, condition):
    end = time.monotonic() + HANG
    while not condition():
        assert time.monotonic() < end, f"this did not come: {what}"
        time.sleep(0.1)


class Waiting:
    """A call of the user that waits for a finger; `events` are those received so far."""

    def __init__(self):
        with open("/home/kari/pin", "w", encoding="ascii") as file:
            file.write(PIN)
        self.process = subprocess.Popen(
            ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups", "--reset-env",
             "biogate", "finger", "add", "right-index", "--json", "--timeout", "120", "--pin-from", "/home/kari/pin"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.lines = []

    def waits_for_finger(self):
        """Whether this event arrives; otherwise the call has ended."""
        for line in self.process.stdout:
            self.lines.append(line)
            if json.loads(line).get("parameters", {}).get("progress", {}).get("event") == "waitingForFinger":
                return True
        return False

    def until_finger(self):
        assert self.waits_for_finger(), f"it never waited for a finger: {self.ended()}"
        return self

    def ended(self):
        self.lines += self.process.stdout.readlines()
        return self.process.wait(HANG), "".join(self.lines)


def plug(kind="host"):
    reader = subprocess.Popen(
        [sys.executable, f"{HERE}/reader.py", kind], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert reader.stdout.readline().startswith("plugged in")
    wait_until("the reader's node comes", lambda: any(map(os.path.exists, nodes("04f3"))))
    run("udevadm", "settle")
    return reader


def unplug(reader):
    reader.kill()
    reader.wait()
    wait_until("the reader's node goes", lambda: not nodes("04f3"))
    run("udevadm", "settle")


def nodes(vendor):
    """The device nodes of a vendor's USB devices."""
    found = []
    for path in glob.glob("/sys/bus/usb/devices/*/idVendor"):
        try:
            folder = os.path.dirname(path)
            if read(path) == vendor:
                found.append(f"/dev/bus/usb/{int(read(folder + '/busnum')):03}/{int(read(folder + '/devnum')):03}")
        # The node disappears while it is read.
        except OSError:
            pass
    return found


def read(path):
    with open(path, encoding="ascii") as file:
        return file.read().strip()


def given(node):
    """Whether the daemon's group may read and write a node, and only its owner besides."""
    status = os.stat(node)
    return status.st_gid == grp.getgrnam("biogate-reader").gr_gid and stat.S_IMODE(status.st_mode) == 0o660


def install():
    """a reader plugged in when the package is installed is the daemon's at once"""
    reader = plug()
    run("apt-get", "install", "--yes", *glob.glob(f"{HERE}/biogate_*.deb"))
    run("udevadm", "settle")
    run("useradd", "--create-home", USER)
    # Nobody is at a seat of this machine.
    write("/etc/biogate/biogated.conf", "[fingerprint]\ninteractiveOnly=no\n")
    assert [given(node) for node in nodes("04f3")] == [True], run("ls", "-l", *nodes("04f3"))
    unplug(reader)


def plugging():
    """systemd-udevd gives the daemon a plugged-in reader, tagged for systemd, starting nothing, and no other device"""
    reader = plug()
    node, = nodes("04f3")
    assert given(node), run("ls", "-l", node)
    path = run("udevadm", "info", "--query=path", node).strip()
    said = run("udevadm", "info", node)
    assert re.search(r"(?m)^E: TAGS=.*:systemd:", said), said
    run("systemctl", "is-active", "biogated.service", status=3)
    run("systemctl", "is-active", f"sys{path.replace('-', chr(92) + 'x2d').replace('/', '-')}.device")
    others = [other for other in glob.glob("/dev/bus/usb/*/*") + glob.glob("/dev/input/event*") + glob.glob("/dev/sd*")
              if other != node]
    assert nodes("0627") and nodes("46f4") and glob.glob("/dev/sd*") and glob.glob("/dev/input/event*"), others
    group = grp.getgrnam("biogate-reader").gr_gid
    assert all(os.stat(other).st_gid != group for other in others), run("ls", "-l", *others)
    unplug(reader)


def reading():
    """the unprivileged daemon drives a USB reader through the kernel, and learns when it appears and disappears"""
    run("biogate", "readers", user=USER, says="No fingerprint reader.")
    reader = plug()
    wait_until("the daemon sees the reader", lambda: "elan" in run("biogate", "readers", "--json", user=USER).lower())
    call = Waiting().until_finger()
    unplug(reader)
    status, said = call.ended()
    assert status == UNAVAILABLE, said
    wait_until("the daemon sees it go", lambda: "No fingerprint reader." in run("biogate", "readers", user=USER))


def fprintd():
    """while one daemon has the reader open, the other reports it in use, and has it a moment after it is released"""
    run("biogate", "pin", "set", "--pin-from", "-", user=USER, stdin=PIN)
    reader = plug()
    run("useradd", "--create-home", "fingers")
    theirs, said = enrolling_with_fprintd()
    assert theirs, said
    status, said = Waiting().ended()
    assert status == UNAVAILABLE and '"inUse"' in said, said
    theirs.kill()
    theirs.wait()
    # fprintd releases it by itself, once it notices that no client needs it.
    ours = Waiting()
    end = time.monotonic() + HANG
    while not ours.waits_for_finger():
        assert time.monotonic() < end, "fprintd does not let go of the reader"
        status, said = ours.ended()
        assert status == UNAVAILABLE and '"inUse"' in said, said
        ours = Waiting()
    theirs, said = enrolling_with_fprintd()
    assert not theirs and "failed to claim device" in said and "Open failed" in said, said
    ours.process.terminate()
    ours.ended()
    # libfprint does not close a reader that it opened in vain; fprintd makes up for that by ending when unused.
    wait_until("fprintd ends", lambda: run("systemctl", "is-active", "fprintd.service", status=None) == "inactive\n")
    theirs, said = enrolling_with_fprintd()
    assert theirs, said
    theirs.kill()
    theirs.wait()
    unplug(reader)


def enrolling_with_fprintd():
    """Runs fprintd-enroll, which keeps the reader while it lives; returns it, or None if it did not get the reader, and
    its output."""
    process = subprocess.Popen(
        ["fprintd-enroll", "fingers"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = ""
    for line in process.stdout:
        said += line
        if "Enrolling" in line:
            return process, said
    process.wait()
    return None, said


def chip():
    """fprintd's prints on a reader's chip are detected, and ours once they were deleted there: what it deletes has
    vanished"""
    reader = plug("chip")
    wait_until("the daemon sees the reader", lambda: "elanmoc" in run("biogate", "readers", user=USER))
    add = "finger", "add", "right-index", "--pin-from", "/home/kari/pin"
    with finger(reader, "kari's"):
        run("fprintd-enroll", "-f", "right-index-finger", USER, says="enroll-completed")
        run("biogate", *add, user=USER, status=EXISTS, says="biogate doctor")
        # A user who has not logged in at the machine.
        run("biogate", "doctor", user=USER, says="or root, whether your fingers")
        with open("/etc/polkit-1/rules.d/50-local.rules", "w", encoding="ascii") as file:
            file.write('polkit.addRule(function(action, subject) { if (action.id == "net.reactivated.fprint.device.verify"'
                       f' && subject.user == "{USER}") return polkit.Result.YES; }});\n')
        run("systemctl", "restart", "polkit.service")
        said = run("biogate", "doctor", user=USER, says="it has 1 of your fingers on the chip of Elan MOC Sensors")
        wait_until("our daemon lets go of the reader", lambda: not is_open())
        run("sh", "-c", f"USER={USER}; " + re.search(r"sudo (fprintd-delete .*)", said)[1], says="deleted")
        run("biogate", *add, user=USER)
        run("biogate", "store", "paper", "--from", "/etc/hostname", user=USER)
        run("biogate", "get", "paper", user=USER, says=read("/etc/hostname"))
        wait_until("our daemon lets go of the reader", lambda: not is_open())
        # It does not know the print on the chip that the finger matches, and deletes it.
        run("fprintd-enroll", "-f", "right-index-finger", "fingers", says="enroll-completed")
        run("biogate", "get", "paper", user=USER, status=NO_MATCH)
    wait_until("the daemon sees that the print is gone", lambda: "gone from the reader" in run("biogate", user=USER))
    run("biogate", "get", "paper", "--pin-from", "/home/kari/pin", user=USER, says=read("/etc/hostname"))
    unplug(reader)


@contextlib.contextmanager
def finger(reader, name):
    """A finger rests on the reader, and is scanned whenever the reader is asked to."""
    put(reader, name, "touched")
    try:
        yield
    finally:
        put(reader, "", "lifted")


def put(reader, name, answer):
    reader.stdin.write(f"{name}\n")
    reader.stdin.flush()
    assert reader.stdout.readline() == f"{answer}\n"


def drivers():
    """The processes that drive readers for our daemon."""
    return run("pgrep", "-x", "biogate-reader", status=None).split()


def is_open():
    """Whether one of them has the reader open."""
    return any(os.path.realpath(file) in nodes("04f3")
               for process in drivers() for file in glob.glob(f"/proc/{process}/fd/*"))


def trusted_platform_module():
    """the unprivileged daemon, in its unit, seals the root key in the TPM, and unseals it when it restarts"""
    kept = sorted(os.listdir("/var/lib/biogate"))
    assert "root.tpm" in kept and "root.key" not in kept, kept
    run("biogate", "store", "letter", "--pin-from", "/home/kari/pin", user=USER, stdin="secret")
    run("systemctl", "stop", "biogated.service")
    run("biogate", "get", "letter", "--pin-from", "/home/kari/pin", user=USER, says="secret")


def late_trusted_platform_module():
    """a daemon without a TPM is sealed until one appears, and then finds it"""
    run("systemctl", "stop", "biogated.service")
    # Its driver is part of the kernel, so the node is moved away, and its event repeated.
    os.rename("/dev/tpmrm0", "/dev/tpmrm0.away")
    said = run("biogate", "get", "letter", "--pin-from", "/home/kari/pin", user=USER, status=None)
    assert "secret" not in said.splitlines(), said
    os.rename("/dev/tpmrm0.away", "/dev/tpmrm0")
    write("/sys/class/tpmrm/tpmrm0/uevent", "add")
    wait_until("the daemon ends", lambda: run("systemctl", "is-active", "biogated.service", status=None) != "active\n")
    run("udevadm", "settle")
    run("biogate", "get", "letter", "--pin-from", "/home/kari/pin", user=USER, says="secret")


def write(path, text):
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def resting():
    """a minute after a reader was needed nothing drives it; a call starts that again, and so does unplugging the reader
    """
    reader = plug()
    wait_until("the daemon sees the reader", lambda: "elan" in run("biogate", "readers", "--json", user=USER).lower())
    wait_until("nothing drives the reader", lambda: not drivers())
    run("biogate", "readers", user=USER, says="Elan")
    call = Waiting().until_finger()
    assert drivers()
    call.process.terminate()
    call.ended()
    wait_until("nothing drives the reader", lambda: not drivers())
    unplug(reader)
    wait_until("the daemon sees it go", lambda: "No fingerprint reader." in run("biogate", "readers", user=USER))
    reader = plug()
    wait_until("the daemon sees the reader", lambda: "elan" in run("biogate", "readers", "--json", user=USER).lower())
    unplug(reader)


def sleep():
    """the machine's sleep ends a waiting call, and the reader works after it"""
    reader = plug()
    wait_until("the daemon sees the reader", lambda: "elan" in run("biogate", "readers", "--json", user=USER).lower())
    call = Waiting().until_finger()
    # The kernel freezes everything like before sleep, and goes on after 5 s.
    write("/sys/power/pm_test", "freezer")
    run("systemctl", "suspend")
    status, said = call.ended()
    assert status != 0 and "error" in said, said
    print(f"   the call ended with {status}: {said.splitlines()[-1]}")
    run("journalctl", "--unit=systemd-suspend.service", "--output=cat")
    wait_until("the machine is awake", lambda: "System returned from sleep" in run(
        "journalctl", "--unit=systemd-suspend.service", "--output=cat"))
    call = Waiting().until_finger()
    call.process.terminate()
    call.ended()
    unplug(reader)


def main():
    run("modprobe", "vhci_hcd")
    steps = (install, plugging, fprintd, trusted_platform_module, late_trusted_platform_module, chip, sleep, reading,
             resting)
    for step in steps:
        began = time.monotonic()
        try:
            step()
        except BaseException as error:
            print(f"failed: {step.__doc__}\n{error!r}", flush=True)
            print(run("journalctl", "--no-pager", "--output=short-monotonic", "--lines=60", status=None), flush=True)
            raise
        print(f"ok: {step.__doc__} ({time.monotonic() - began:.0f} s)", flush=True)
    print("All of it.", flush=True)


if __name__ == "__main__":
    main()
