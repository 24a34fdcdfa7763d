"""A Debian that systemd has booted in a container, discarded at the end."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid

# Only ends a hang; nothing waits for it.
HANG = 120

ENVIRONMENT = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8",
               "DEBIAN_FRONTEND": "noninteractive"}


class Ended:
    """How a command in the machine ended."""

    def __init__(self, command, status, out, err):
        self.command, self.status, self.out, self.err = command, status, out, err

    def expect(self, status=0, *, says=None, silent_about=None):
        said = f"{self.command}\nstatus {self.status}\n{self.out}{self.err}"
        both = self.out + self.err
        assert self.status == status, f"expected status {status}: {said}"
        assert says is None or says in both, f"expected {says!r}: {said}"
        assert silent_about is None or silent_about not in both, f"did not expect {silent_about!r}: {said}"
        return self


class Machine:
    """`root` is the file system that it starts from; its writes stay in memory. `options` are further ones of
    systemd-nspawn."""

    def __init__(self, root, *options):
        self.folder = tempfile.mkdtemp(prefix="biogate-machine-")
        self.console = os.path.join(self.folder, "console")
        ready = os.path.join(self.folder, "ready")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices, open(self.console, "wb") as console:
            notices.bind(ready)
            notices.settimeout(HANG)
            self.container = subprocess.Popen(
                ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--private-network", "--console=pipe",
                 "--volatile=overlay", "--notify-ready=yes", "--boot", f"--machine=biogate-{uuid.uuid4().hex[:8]}",
                 f"--directory={root}", *options],
                stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT, start_new_session=True,
                env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1", "NOTIFY_SOCKET": ready})
            try:
                self.leader = self._booted(notices)
            except BaseException:
                self.stop()
                raise

    def _booted(self, notices):
        leader = None
        while True:
            for line in notices.recv(4096).decode().splitlines():
                if line.startswith("X_NSPAWN_LEADER_PID="):
                    leader = line.partition("=")[2]
                if line == "READY=1":
                    return leader

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.stop()

    def stop(self):
        """Ends the machine like a power loss; there is nothing to keep."""
        # Its first process ends all others, which the end of systemd-nspawn alone would leave.
        with open(f"/proc/{self.container.pid}/task/{self.container.pid}/children", encoding="ascii") as children:
            for process in children.read().split():
                os.kill(int(process), signal.SIGKILL)
        try:
            self.container.wait(HANG)
        except subprocess.TimeoutExpired:
            self.container.kill()
        self.container.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def inside(self, *command):
        """The command line that runs a command as root in the machine."""
        return ["nsenter", "--target", self.leader, "--all", "--", *command]

    def path(self, path):
        """The path of a machine's file on the host."""
        return f"/proc/{self.leader}/root{path}"

    def write(self, path, text, mode=0o644):
        os.makedirs(os.path.dirname(self.path(path)), exist_ok=True)
        with open(self.path(path), "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(self.path(path), mode)

    def run(self, *command, stdin="", user=None):
        """Runs a command as root, or as a user in a separate unit."""
        ended = subprocess.run(
            self.inside(*self._command(command, user)), input=stdin, capture_output=True, text=True, timeout=HANG,
            env=ENVIRONMENT, check=False)
        return Ended(command, ended.returncode, ended.stdout, ended.stderr)

    def start(self, *command, user=None):
        """Starts a command with which the test then communicates."""
        return subprocess.Popen(
            self.inside(*self._command(command, user)), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)

    @staticmethod
    def _command(command, user):
        if user is None:
            return command
        return ("systemd-run", "--quiet", "--pipe", "--wait", "--collect", f"--uid={user}",
                f"--setenv=PATH={ENVIRONMENT['PATH']}", *command)

    def show(self, unit, *properties):
        """Properties of a unit, from systemd."""
        lines = self.run("systemctl", "show", unit, *(f"--property={name}" for name in properties)).expect().out
        values = dict(line.split("=", 1) for line in lines.splitlines())
        return values[properties[0]] if len(properties) == 1 else [values[name] for name in properties]

    def journal(self, *arguments):
        return self.run("journalctl", "--no-pager", "--output=cat", *arguments).expect().out


def documented(what):
    """The command by which the documents have an administrator do that, without sudo: each is already root."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/administration.md")
    with open(path, encoding="utf-8") as file:
        [line] = [line for line in file if line.startswith(f"| {what} |")]
    return line.split("`")[1].replace("sudo ", "")


# As the documents say.
STOP, GO_ON = documented("stop it all, and keep it stopped"), documented("end that")


def wait_until(what, condition):
    """Waits for another program's action, and names it on failure."""
    end = time.monotonic() + HANG
    while not condition():
        assert time.monotonic() < end, f"this did not come: {what}"
        time.sleep(0.05)
