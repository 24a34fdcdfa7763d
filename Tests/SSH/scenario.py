"""Plays scenarios with OpenSSH's programs and git, inside `biogate sandbox`, on servers of this machine.

    biogate sandbox -- python3 scenario.py DIRECTORY-OF-PROGRAMS NAME...

Ends with 0 if everything was as expected, otherwise with a line that names the difference.
"""

import base64
import fcntl
import functools
import json
import os
import pathlib
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import threading

BUILT = pathlib.Path(sys.argv[1]).absolute()
SOURCES = pathlib.Path(__file__).parent.parent.parent
BIOGATE = str(BUILT / "biogate")
# The same program by another name, as an installation has it.
SSH_AGENT = BUILT / "biogate-ssh-agent"
if not SSH_AGENT.is_symlink():
    SSH_AGENT.unlink(missing_ok=True)
    SSH_AGENT.symlink_to("biogate")
WORK = pathlib.Path(tempfile.mkdtemp(dir=os.environ["BIOGATE_SANDBOX"]))
HOME = WORK / "home"
SSH = HOME / ".ssh"
AGENT = WORK / "agent.sock"
PIN = "274916"
# Only ends a hang; nothing waits for it.
HANG = 60
ENVIRONMENT = {
    **os.environ, "HOME": str(HOME), "SSH_AUTH_SOCK": str(AGENT), "BIOGATE_SSH_SOCKET": str(AGENT),
    "GIT_CONFIG_NOSYSTEM": "1", "PATH": f"{BUILT}:{SOURCES}/Sources/Guests/SSH/biogate-git-sign:{os.environ['PATH']}",
}
SSH.mkdir(parents=True, mode=0o700)


def check(condition, message):
    if not condition:
        raise AssertionError(message)


class Ended:
    def __init__(self, done):
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr

    def expect(self, status, *, out="", err=""):
        said = f"status {self.status}, output {self.out!r}, errors {self.err!r}"
        check(self.status == status, f"expected status {status}: {said}")
        check(out in self.out, f"expected output {out!r}: {said}")
        check(err in self.err, f"expected errors {err!r}: {said}")
        return self


def start(*words, **options):
    options = {"env": ENVIRONMENT, "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
               "text": True, "start_new_session": True, **options}
    return subprocess.Popen([str(word) for word in words], **options)


def end(process):
    out, err = process.communicate(timeout=HANG)
    return Ended(subprocess.CompletedProcess([], process.returncode, out, err))


def run(*words, **options):
    return end(start(*words, **options))


class Gate:
    """A connection to the daemon."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(HANG)
        self.socket.connect(os.environ["BIOGATE_SOCKET"])
        self.held = b""

    def send(self, method, parameters=None, more=False):
        call = {"method": f"org.biometricgate.Gate.{method}", "parameters": parameters or {}, "more": more}
        self.socket.sendall(json.dumps(call).encode() + b"\0")

    def receive(self):
        while b"\0" not in self.held:
            part = self.socket.recv(65536)
            check(part, "the daemon has closed the connection")
            self.held += part
        frame, self.held = self.held.split(b"\0", 1)
        return json.loads(frame)

    def call(self, method, parameters=None):
        self.send(method, parameters)
        return self.receive()


class Finger:
    """The user: sees each request that waits for a touch, and touches the reader. With `wanted` as False, only sees."""

    def __init__(self, wanted=True):
        self.wanted, self.asked, self.ends, self.heard = wanted, [], [], threading.Condition()
        self.gate = Gate()
        self.gate.socket.settimeout(None)
        self.gate.send("WatchRequests", more=True)
        threading.Thread(target=self.watch, daemon=True).start()

    def watch(self):
        touched = set()
        while True:
            try:
                reply = self.gate.receive()["parameters"]
            except AssertionError:
                # The scenario is over.
                return
            request = reply["request"]
            with self.heard:
                if reply["change"] == "ended":
                    self.ends.append(request)
                elif (request.get("progress") or {}).get("event") == "waitingForFinger":
                    if request["id"] not in touched:
                        touched.add(request["id"])
                        self.asked.append(request)
                        if self.wanted:
                            subprocess.Popen([BIOGATE, "sandbox", "touch", "right-index"])
                self.heard.notify_all()

    def await_that(self, condition, what):
        with self.heard:
            check(self.heard.wait_for(lambda: condition(self), timeout=HANG), what)

    def subjects(self):
        with self.heard:
            return [request.get("subject") for request in self.asked]

    def reasons(self):
        with self.heard:
            return [request.get("reason") for request in self.asked]

    def close(self):
        self.gate.socket.shutdown(socket.SHUT_RDWR)


def touch(*arguments):
    check(subprocess.run([BIOGATE, "sandbox", "touch", *arguments], timeout=HANG).returncode == 0, "a touch failed")


# MARK: What each scenario finds


def prepare():
    """A PIN and a finger, unless an earlier scenario in the same sandbox has made them."""
    pin = os.path.join(os.environ["BIOGATE_SANDBOX"], "pin")
    if not os.path.exists(pin):
        with open(pin, "w", encoding="ascii") as file:
            file.write(PIN + "\n")
        run(BIOGATE, "pin", "set", "--pin-from", pin).expect(0)
        adding = start(BIOGATE, "finger", "add", "right-index", "--pin-from", pin, "--yes")
        touch("right-index", "--all")
        end(adding).expect(0)
    return pin


def new_key(name, *options):
    pin = prepare()
    run(BIOGATE, "ssh", "new", name, "--replace", "--yes", "--pin-from", pin, *options).expect(0, out=f" {name}\n")
    return SSH / "biogate" / f"{name}.pub"


class Agent:
    def __init__(self, *options):
        AGENT.unlink(missing_ok=True)
        self.log = open(WORK / "agent.log", "w+", encoding="utf-8")
        self.process = start(SSH_AGENT, "--listen", AGENT, *options, stderr=self.log)
        while run("ssh-add", "-l").status == 2:
            check(self.process.poll() is None, "the agent has ended")

    def said(self):
        self.log.seek(0)
        return self.log.read()

    def stop(self):
        self.process.terminate()
        check(self.process.wait(HANG) == 0, f"the agent ended badly: {self.said()}")

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        if fault[0]:
            print(f"agent: {self.said()}", file=sys.stderr)
        if self.process.poll() is None:
            self.process.kill() if fault[0] else self.stop()


@functools.cache
def unpunished():
    """OpenSSH 9.8 and later turns an address away for seconds after failed logins, which many of these are."""
    sshd = shutil.which("sshd", path="/usr/sbin:/usr/bin")
    known = run(sshd, "-t", "-f", "/dev/null", "-o", "PerSourcePenalties=no").err
    return () if "PerSourcePenalties" in known else ("PerSourcePenalties=no",)


class Server:
    """sshd on a port of its own, with a host key of its own."""

    #: The kernel may give a port again; a second server would meet the first one's files, and its key in known_hosts.
    ports = set()

    def __init__(self, kind="ed25519", *authorized, certificate=None, options=()):
        self.port = None
        while self.port is None or self.port in self.ports:
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                self.port = free.getsockname()[1]
        self.ports.add(self.port)
        self.key = WORK / f"host-{self.port}"
        run("ssh-keygen", "-q", "-N", "", "-t", kind, "-f", self.key, *(["-b", "2048"] if kind == "rsa" else [])).expect(0)
        self.authorized = WORK / f"authorized-{self.port}"
        self.authorized.write_text("".join(path.read_text() for path in authorized))
        words = ["-D", "-e", "-f", "/dev/null", "-p", self.port, "-h", self.key]
        for option in ["ListenAddress=127.0.0.1", f"AuthorizedKeysFile={self.authorized}", "StrictModes=no",
                       "PidFile=none", "UsePAM=no", "PermitRootLogin=yes", "PasswordAuthentication=no",
                       "KbdInteractiveAuthentication=no", "LogLevel=VERBOSE", *unpunished(), *options]:
            words += ["-o", option]
        if certificate:
            run("ssh-keygen", "-q", "-s", certificate, "-I", "host", "-h", "-n", "127.0.0.1", f"{self.key}.pub").expect(0)
            words += ["-o", f"HostCertificate={self.key}-cert.pub"]
        self.words = words
        self.start()

    def again(self):
        """The same server, started again."""
        self.start()
        return self

    def start(self):
        words = self.words
        if os.getuid() == 0:
            os.makedirs("/run/sshd", exist_ok=True)
        self.log = open(WORK / f"sshd-{self.port}.log", "w+", encoding="utf-8")
        self.process = start(shutil.which("sshd", path="/usr/sbin:/usr/bin"), *words, stdout=self.log, stderr=self.log)
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                break
            except ConnectionRefusedError:
                check(self.process.poll() is None, "sshd has ended")

    def fingerprint(self):
        return run("ssh-keygen", "-l", "-f", f"{self.key}.pub").expect(0).out.split()[1]

    def know(self):
        """Enters the server into known_hosts."""
        kind, key = pathlib.Path(f"{self.key}.pub").read_text().split()[:2]
        with open(SSH / "known_hosts", "a", encoding="ascii") as file:
            file.write(f"[127.0.0.1]:{self.port} {kind} {key}\n")
        return self

    def ssh(self, *words, key=None, options=()):
        chosen = ["-o", f"IdentityFile={key}", "-o", "IdentitiesOnly=yes"] if key else []
        return ["ssh", "-F", "none", "-o", f"UserKnownHostsFile={SSH}/known_hosts", "-o", "BatchMode=yes",
                "-o", "StrictHostKeyChecking=accept-new", "-o", "LogLevel=ERROR", "-p", str(self.port), *chosen,
                *[word for option in options for word in ("-o", option)], "127.0.0.1", *[str(word) for word in words]]

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        self.process.terminate()
        self.process.wait(HANG)


def user():
    return run("id", "-un").out.strip()


class Wire:
    """A client of the agent that sends what it likes."""

    def __init__(self, path=AGENT):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(HANG)
        self.socket.connect(str(path))

    def send(self, message):
        self.socket.sendall(struct.pack(">I", len(message)) + message)

    def take(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            check(part, "the agent has closed the connection")
            data += part
        return data

    def receive(self):
        return self.take(struct.unpack(">I", self.take(4))[0])

    def ask(self, message):
        self.send(message)
        return self.receive()


def string(data):
    return struct.pack(">I", len(data)) + data


def blob(path):
    return base64.b64decode(path.read_text().split()[1])


class Relay:
    """Stands between a program and the agent, and keeps the requests of each connection."""

    def __init__(self):
        self.path, self.requests = WORK / "relay.sock", []
        self.path.unlink(missing_ok=True)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.path))
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            threading.Thread(target=self.serve, args=(self.listener.accept()[0],), daemon=True).start()

    def serve(self, client):
        requests, agent, held = [], Wire(), b""
        self.requests.append(requests)
        while data := client.recv(65536):
            held += data
            while len(held) >= 4 and len(held) >= 4 + struct.unpack(">I", held[:4])[0]:
                count = struct.unpack(">I", held[:4])[0]
                requests.append(held[4:4 + count])
                client.sendall((lambda answer: struct.pack(">I", len(answer)) + answer)(agent.ask(held[4:4 + count])))
                held = held[4 + count:]

    def of(self, number):
        return [request for requests in self.requests for request in requests if request[0] == number]


FAILURE, SUCCESS, IDENTITIES, SIGNATURE, REFUSED = b"\5", b"\6", b"\14", b"\16", b"\34"


# MARK: The main way


def login_and_commit():
    """A key for ssh lists without a prompt, signs in to a server that it names, and signs a commit by its title."""
    for algorithm in [[], ["--ed25519"]]:
        key = new_key("work", *algorithm)
        finger = Finger()
        with Agent(), Server("ed25519", key) as server:
            server.know()
            run("ssh-add", "-L").expect(0, out=key.read_text())
            check(not finger.asked, "the list asked the user")
            run(*server.ssh("echo", "arrived", key=key)).expect(0, out="arrived")
            check(finger.subjects() == [{
                "kind": "login", "user": user(),
                "server": {"fingerprint": server.fingerprint(), "claimedName": f"[127.0.0.1]:{server.port}"},
            }], finger.subjects())
            check(finger.reasons() == [f"Sign in to [127.0.0.1]:{server.port} as {user()}"], finger.reasons())
            check(finger.asked[0]["onBehalfOf"]["command"] == "ssh", finger.asked[0])
            check(finger.asked[0]["command"] == "biogate-ssh-agent", finger.asked[0])
            house = repository(key)
            git(house, "commit", "-S", "--allow-empty", "-m", "Fix the door").expect(0)
            git(house, "tag", "-s", "v1", "-m", "The first door").expect(0)
            check(finger.subjects()[1:] == [
                {"kind": "commit", "title": "Fix the door"}, {"kind": "tag", "tag": "v1", "title": "The first door"},
            ], finger.subjects())
            check(finger.asked[1]["onBehalfOf"]["command"] == "git", finger.asked[1])
            git(house, "log", "--show-signature").expect(0, out="Good \"git\" signature for kari@example.org")
            git(house, "tag", "-v", "v1").expect(0, err="Good \"git\" signature")
        finger.close()


def certificates():
    """A certificate of a key signs in where its authority is trusted, and signs a commit; the prompt says that it is one."""
    prepare()
    finger = Finger()
    ca, certificate = WORK / "user-ca", SSH / "biogate/work-cert.pub"
    run("ssh-keygen", "-q", "-N", "", "-t", "ed25519", "-f", ca).expect(0)
    for algorithm in [[], ["--ed25519"]]:
        key = new_key("work", *algorithm)
        run("ssh-keygen", "-q", "-s", ca, "-I", "kari", "-n", f"{user()},kari", key).expect(0)
        with Agent(), Server("ed25519", options=[f"TrustedUserCAKeys={ca}.pub"]) as server:
            # ssh finds the certificate beside the key, as it does for a key of ssh-keygen's.
            run(*server.ssh("echo", "arrived", key=SSH / "biogate/work")).expect(0, out="arrived")
            check(finger.subjects()[-1].get("certificate") is True, finger.subjects())
            house = repository(key)
            (WORK / "signers").write_text(f"kari cert-authority {(WORK / 'user-ca.pub').read_text()}")
            git(house, "config", "user.signingkey", certificate).expect(0)
            git(house, "commit", "-S", "--allow-empty", "-m", "Certified").expect(0)
            git(house, "log", "--show-signature").expect(0, out="Good \"git\" signature for kari")
            check(finger.subjects()[-1] == {"kind": "commit", "title": "Certified"}, finger.subjects())
    certificate.unlink()
    finger.close()


def imported():
    """Keys of ssh-keygen's files are taken over, sign as before, and their files stay; others are refused with a way out."""
    pin = prepare()
    finger = Finger()
    phrase = WORK / "phrase"
    phrase.write_text("open sesame\n")
    with Agent():
        for kind, more, options in [("ed25519", ["-N", ""], []), ("ecdsa", ["-N", ""], []),
                                    ("ed25519", ["-N", "open sesame"], ["--passphrase-from", phrase])]:
            old = WORK / f"old-{len(finger.asked)}"
            run("ssh-keygen", "-q", "-t", kind, "-C", "kari@example", *more, "-f", old).expect(0)
            before = old.read_bytes()
            run(BIOGATE, "ssh", "import", old, "taken", "--replace", "--yes", "--pin-from", pin, *options).expect(
                0, out=" taken\n", err=f"{old} stays where it is")
            check(old.read_bytes() == before, "the file was changed")
            taken = SSH / "biogate/taken.pub"
            check(taken.read_text().split()[:2] == pathlib.Path(f"{old}.pub").read_text().split()[:2], "the public half")
            old.unlink()
            with Server("ed25519", taken) as server:
                run(*server.ssh("echo", "arrived", key=taken)).expect(0, out="arrived")
            check(finger.asked[-1]["item"] == "taken", finger.asked)
        bad = WORK / "bad"
        for kind, more, err in [("rsa", [], "has a key of ssh-rsa. Only keys of P-256 and Ed25519 can be taken over"),
                                ("ecdsa", ["-b", "384"], "ecdsa-sha2-nistp384"),
                                ("ecdsa", ["-m", "PEM"], "is not a private key in OpenSSH's form"),
                                ("ed25519", ["-N", "other"], "The passphrase of")]:
            bad.unlink(missing_ok=True)
            run("ssh-keygen", "-q", "-t", kind, "-N", "", *more, "-f", bad).expect(0)
            refused = run(BIOGATE, "ssh", "import", bad, "bad", "--pin-from", pin, "--passphrase-from", phrase)
            check(refused.status in (23, 64) and err in refused.err and not refused.out, refused.__dict__)
            check(bad.exists(), "the file is gone")
        run(BIOGATE, "ssh", "import", bad, "bad", "--pin-from", pin).expect(24, err="use --passphrase-from")
        check("taken" in run("ssh-add", "-L").out, "the list")
    run(BIOGATE, "rm", "taken", "--yes").expect(0)
    finger.close()


def repository(key):
    house = pathlib.Path(tempfile.mkdtemp(dir=WORK))
    (WORK / "signers").write_text(f"kari@example.org {key.read_text()}")
    run("git", "init", "-q", "-b", "main", house).expect(0)
    for setting, value in [("user.name", "Kari"), ("user.email", "kari@example.org"), ("gpg.format", "ssh"),
                           ("user.signingkey", key), ("gpg.ssh.allowedSignersFile", WORK / "signers")]:
        git(house, "config", setting, value).expect(0)
    return house


def git(house, *words):
    return run("git", "-C", house, *words)


def host_keys():
    """Each kind of host key is verified, and so are a certificate's key and each hop of a way."""
    key = new_key("work")
    finger = Finger()
    ca = WORK / "ca"
    run("ssh-keygen", "-q", "-N", "", "-t", "ed25519", "-f", ca).expect(0)
    with Agent():
        for kind in ["rsa", "ecdsa"]:
            with Server(kind, key) as server:
                run(*server.ssh("true", key=key)).expect(0)
                check(finger.subjects()[-1]["server"]["fingerprint"] == server.fingerprint(), finger.subjects())
        with Server("ed25519", key, certificate=ca) as server:
            with open(SSH / "known_hosts", "a", encoding="ascii") as file:
                file.write("@cert-authority *127.0.0.1* " + (WORK / "ca.pub").read_text())
            run(*server.ssh("true", key=key)).expect(0)
            check(finger.subjects()[-1]["server"] == {
                "fingerprint": server.fingerprint(), "claimedName": "127.0.0.1"}, finger.subjects())
    finger.close()


def names():
    """A server in a list that masks its names is known by its name, however ssh was told of it; another one is not."""
    key = new_key("work")
    finger = Finger()
    kept = (SSH / "known_hosts").read_text() if (SSH / "known_hosts").exists() else ""
    (SSH / "known_hosts").write_text("")
    # ssh takes the home from the account, so that this one reads the scenario's configuration.
    shims = WORK / "names"
    shims.mkdir()
    (shims / "ssh").write_text(f"#!/bin/sh\n[ \"$1\" != -G ] || exec /usr/bin/ssh -F {SSH}/config \"$@\"\nexec /usr/bin/ssh \"$@\"\n")
    (shims / "ssh").chmod(0o755)
    ENVIRONMENT["PATH"] = f"{shims}:{ENVIRONMENT['PATH']}"
    ca = WORK / "names-ca"
    run("ssh-keygen", "-q", "-N", "", "-t", "ed25519", "-f", ca).expect(0)
    proof = WORK / "proof"
    with Agent(), Server("ed25519", key) as server, Server("ecdsa", key) as far, Server("ed25519", key, certificate=ca) as any:
        server.know(), far.know()
        run("ssh-keygen", "-H", "-f", SSH / "known_hosts").expect(0)
        name = f"[127.0.0.1]:{server.port}"
        (SSH / "config").write_text(
            f"Host alias\n  HostName 127.0.0.1\n  Port {server.port}\n")

        def asked(*words, environment=ENVIRONMENT, expected):
            run(*words, env=environment).expect(0)
            check(finger.subjects()[-1]["server"].get("claimedName") == expected, (words, finger.subjects()[-1]))

        plain = server.ssh("true", key=key)
        at = plain.index("-p")
        without_port = plain[:at] + plain[at + 2:]
        asked(*plain, expected=name)
        asked(*without_port[:1], "-o", f"Port={server.port}", *without_port[1:], expected=name)
        asked(*without_port[:-2], f"ssh://127.0.0.1:{server.port}", "true", expected=name)
        # By an alias in the user's configuration; the same lines, given by -F, are never read by the agent.
        asked("ssh", "-F", SSH / "config", *without_port[3:-2], "alias", "true", expected=name)
        (SSH / "config").write_text(f"Match exec \"touch {proof}; true\"\n  HostName 127.0.0.1\n  Port {server.port}\n")
        # From a sandbox, which gave up the right to gain rights, nothing is started.
        asked("setpriv", "--no-new-privs", *without_port[:-2], "-p", server.port, "127.0.0.1", "true", expected=name)
        check(not proof.exists(), "a sandboxed program had a command run")
        asked(*plain, expected=name)
        check(proof.exists(), "the user's own configuration was not read")
        (SSH / "config").write_text("")
        # A nested login: the far server's name is tried by what the key signed in to before.
        asked(*far.ssh("true", key=key), expected=f"[127.0.0.1]:{far.port}")
        inner = " ".join(f"'{word}'" for word in far.ssh("true", key=key))
        asked("ssh", "-A", *server.ssh(inner, key=key)[1:], expected=f"[127.0.0.1]:{far.port}")
        # An authority for all servers gives none of them a name that is not in its certificate.
        with open(SSH / "known_hosts", "a", encoding="ascii") as file:
            file.write("@cert-authority * " + (WORK / "names-ca.pub").read_text())
        asked(*any.ssh("true", key=key), expected="127.0.0.1")
    ENVIRONMENT["PATH"] = ENVIRONMENT["PATH"].removeprefix(f"{shims}:")
    (SSH / "known_hosts").write_text(kept)
    (SSH / "config").unlink()
    finger.close()


def ways():
    """Through a jump host each server is asked for by itself; through a forwarded agent the prompt names the way."""
    key = new_key("work")
    finger = Finger()
    with Agent(), Server("ed25519", key) as near, Server("ecdsa", key) as far:
        near.know(), far.know()
        proxy = " ".join(near.ssh(key=key, options=["ForkAfterAuthentication=no"])[:-1] + ["-W", "%h:%p", "127.0.0.1"])
        run(*far.ssh("true", key=key, options=[f"ProxyCommand={proxy}"])).expect(0)
        check([subject["server"]["fingerprint"] for subject in finger.subjects()] == [
            near.fingerprint(), far.fingerprint()], finger.subjects())
        check(all("through" not in subject for subject in finger.subjects()), finger.subjects())
        inner = " ".join(f"'{word}'" for word in far.ssh("echo", "far", key=key))
        forwarded = near.ssh(inner, key=key)
        run(*forwarded[:1], "-A", *forwarded[1:]).expect(0, out="far")
        last = finger.subjects()[-1]
        check(last["server"]["fingerprint"] == far.fingerprint(), last)
        check([hop["fingerprint"] for hop in last["through"]] == [near.fingerprint()], last)
        check(finger.reasons()[-1].endswith(f", through [127.0.0.1]:{near.port}"), finger.reasons())
        house = repository(key)
        committing = near.ssh(f"git -C '{house}' commit -S --allow-empty -m 'From afar'", key=key)
        run(*committing[:1], "-A", *committing[1:]).expect(0)
        check(finger.subjects()[-1] == {
            "kind": "message", "namespace": "git",
            "through": [{"fingerprint": near.fingerprint(), "claimedName": f"[127.0.0.1]:{near.port}"}],
        }, finger.subjects())
        # One login for several sessions.
        control = ["ControlMaster=auto", f"ControlPath={WORK}/control", "ControlPersist=yes"]
        before = len(finger.asked)
        for _ in range(3):
            run(*near.ssh("true", key=key, options=control), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        run(*near.ssh(key=key, options=control)[:-1], "-O", "exit", "127.0.0.1")
        check(len(finger.asked) == before + 1, finger.asked[before:])
    finger.close()


def many_keys():
    """A server that allows two tries takes a login with eight keys, once it knows one of them."""
    run(BIOGATE, "rm", "work", "--yes")
    keys = [new_key(f"key-{number}") for number in range(8)]
    finger = Finger()
    with Agent(), Server("ed25519", keys[6], options=["MaxAuthTries=2"]) as server:
        run(*server.ssh("true")).expect(255, err="Too many authentication failures")
        run(*server.ssh("true", key=keys[6])).expect(0)
        run(*server.ssh("true")).expect(0)
        check([request["item"] for request in finger.asked] == ["key-6", "key-6"], finger.asked)
        # A program that names no server gets the last used first.
        check(run("ssh-add", "-L").out == "".join(key.read_text() for key in [keys[6], *keys[:6], keys[7]]), "the list")
    with Agent(), server.again() as server:
        # The daemon has noted it.
        run(*server.ssh("true")).expect(0)
    def host(server):
        return {"name": "127.0.0.1", "key": pathlib.Path(f"{server.key}.pub").read_text().split()[1]}

    with Server("ed25519", keys[7], options=["MaxAuthTries=2"]) as fresh, Server() as elsewhere:
        # Pinned to it, the key is the first one there; pinned to another server, a key is not offered.
        pinned("key-7", host(fresh))
        with Agent():
            run(*fresh.ssh("true")).expect(0)
        check(finger.asked[-1]["item"] == "key-7", finger.asked[-1])
        pinned("key-7")
        for number in range(7):
            pinned(f"key-{number}", host(elsewhere))
        with Agent():
            run(*fresh.ssh("true")).expect(0)
        check(finger.asked[-1]["item"] == "key-7", finger.asked[-1])
    for number in range(8):
        run(BIOGATE, "rm", f"key-{number}", "--yes").expect(0)
    finger.close()


def pinned(name, *destinations):
    reply = Gate().call("SetDestinations", {
        "name": name, "destinations": list(destinations), "credential": {"pin": PIN}})
    check("item" in reply["parameters"], reply)


def pins():
    """A pinned key signs in to its servers alone, by a verified name; only the PIN pins it."""
    key = new_key("work")
    pin = prepare()
    finger = Finger()
    ca = WORK / "pin-ca"
    run("ssh-keygen", "-q", "-N", "", "-t", "ed25519", "-f", ca).expect(0)
    with Agent() as agent, Server("ed25519", key) as server, Server("ed25519", key, certificate=ca) as other:
        server.know()
        name, fingerprint = f"[127.0.0.1]:{server.port}", server.fingerprint()
        run(*server.ssh("true", key=key)).expect(0)
        check(Gate().call("GetItem", {"name": "work"})["parameters"]["item"]["servers"] == [
            {"fingerprint": fingerprint, "claimedName": name}], "the noted server")
        run(BIOGATE, "ssh", "pin", "work", "elsewhere.example", "--pin-from", pin).expect(30, err="in no known_hosts")
        run(BIOGATE, "ssh", "pin", "work", name, "--pin-from", pin).expect(
            0, err=f"{name} has the key {fingerprint}").expect(0, err=f"{name}.\n")
        run(*server.ssh("true", key=key)).expect(0)
        check(finger.subjects()[-1] == {
            "kind": "login", "user": user(), "server": {"fingerprint": fingerprint, "name": name}}, finger.subjects())
        check(finger.reasons()[-1] == f"Sign in to {name} as {user()}", finger.reasons())
        asked = len(finger.asked)
        # To the other server it is not even offered, and a program that asks all the same gets nothing.
        run(*other.ssh("true", key=key)).expect(255, err="Permission denied")
        run("curl", "--silent", "--insecure", "--user", f"{user()}:", f"sftp://127.0.0.1:{server.port}/").expect(67)
        check("is pinned to other servers" in agent.said(), agent.said())
        relay = Relay()
        run(*other.ssh("true"), env={**ENVIRONMENT, "SSH_AUTH_SOCK": str(relay.path)})
        wire = Wire()
        check(wire.ask(relay.of(27)[-1]) == SUCCESS, "a binding")
        # The agent hears of the change a moment later.
        while blob(key) in wire.ask(b"\x0b"):
            check(agent.process.poll() is None, "the agent has ended")
        check(blob(key) in Wire().ask(b"\x0b"), "the list of an unbound connection")
        check(len(finger.asked) == asked, "the user was asked for another server")
        # Messages are signed as before.
        git(repository(key), "commit", "-S", "--allow-empty", "-m", "Text").expect(0)
        # An account, and an authority.
        line = (WORK / "pin-ca.pub").read_text().split()[1]
        pinned("work", {"name": "127.0.0.1", "key": line, "authority": True})
        run(*other.ssh("true", key=key)).expect(0)
        check(finger.subjects()[-1]["server"]["name"] == "127.0.0.1", finger.subjects())
        # A certificate proves a host's name and no port.
        at_port = f"[127.0.0.1]:{other.port}"
        pinned("work", {"name": at_port, "key": line, "authority": True})
        run(*other.ssh("true", key=key)).expect(0)
        check(finger.subjects()[-1]["server"]["name"] == "127.0.0.1", finger.subjects())
        with open(SSH / "known_hosts", "a", encoding="ascii") as file:
            file.write(f"@cert-authority {at_port} " + (WORK / "pin-ca.pub").read_text())
        pinned("work")
        run(BIOGATE, "ssh", "pin", "work", at_port, "--pin-from", pin).expect(
            0, err="127.0.0.1 is certified by the key SHA256:").expect(0, err="signs in only to")
        kept = Gate().call("GetItem", {"name": "work"})["parameters"]["item"]["destinations"]
        check({one["name"] for one in kept if one.get("authority")} == {"127.0.0.1"}, kept)
        run(*other.ssh("true", key=key)).expect(0)
        run(BIOGATE, "ssh", "pin", "work", at_port, "--remove", "--pin-from", pin).expect(0, err="signs in to all servers")
        pinned("work", {"name": "localhost", "key": line, "authority": True})
        run(*other.ssh("true", key=key)).expect(255, err="agent refused operation")
        pinned("work", {"name": "127.0.0.1", "key": line, "authority": True, "user": "nobody-else"})
        run(*other.ssh("true", key=key)).expect(255, err="agent refused operation")
        # A finger vouches for no name, and no other item has destinations.
        reply = Gate().call("SetDestinations", {"name": "work", "destinations": []})
        check(reply["error"].endswith(".CredentialRequired"), reply)
        reply = Gate().call("SetDestinations", {
            "name": "work", "destinations": [{"name": "a b", "key": line}], "credential": {"pin": PIN}})
        check(reply["error"].endswith(".InvalidParameter"), reply)
        run(BIOGATE, "key", "new", "other", "--replace", "--yes", "--pin-from", pin).expect(0)
        reply = Gate().call("SetDestinations", {"name": "other", "destinations": [], "credential": {"pin": PIN}})
        check(reply["error"].endswith(".SignatureRefused"), reply)
        run(BIOGATE, "rm", "other", "--yes").expect(0)
        pinned("work")
        run(BIOGATE, "ssh", "pin", "work", name, "--pin-from", pin).expect(0)
        run(BIOGATE, "show", "work").expect(0, out=name)
        # The server's key was changed: ssh has learned the new one, and the pin stays with the old one.
        known = (SSH / "known_hosts").read_text()
        kind, new = pathlib.Path(f"{other.key}.pub").read_text().split()[:2]
        (SSH / "known_hosts").write_text(f"{name} {kind} {new}\n")
        run(*other.ssh("true", key=key, options=[f"HostKeyAlias={name}"])).expect(255, err="Permission denied")
        run(BIOGATE, "ssh", "status").expect(0, out=f"pin it again: biogate ssh pin work '{name}'")
        # OpenSSH takes a key that is listed without the port, and so does the pin.
        (SSH / "known_hosts").write_text(f"127.0.0.1 {kind} {new}\n")
        run(BIOGATE, "ssh", "pin", "work", at_port, "--pin-from", pin).expect(0, err=f"{at_port} has the key")
        run(BIOGATE, "ssh", "pin", "work", f"kari@{at_port}", "--pin-from", pin).expect(0, err=f"{at_port} (only as kari)")
        for server_name in [f"kari@{at_port}", at_port]:
            run(BIOGATE, "ssh", "pin", "work", server_name, "--remove", "--pin-from", pin).expect(0)
        run(BIOGATE, "ssh", "pin", "work", "[::2]:2222", "--pin-from", pin).expect(30, err="ssh -p 2222 ::2")
        (SSH / "known_hosts").write_text(known)
        run(BIOGATE, "ssh", "pin", "work", name, "--remove", "--pin-from", pin).expect(0, err="signs in to all servers")
        run(*other.ssh("true", key=key)).expect(0)
    finger.close()


def unbound():
    """Programs that bind nothing, libssh2 and Paramiko, sign in by a prompt that says so."""
    key = new_key("work", "--reuse", "2m")
    finger = Finger()
    with Agent(), Server("ecdsa", key, options=["Subsystem=sftp internal-sftp"]) as server:
        text = WORK / "text"
        text.write_text("arrived\n")
        run("curl", "--silent", "--show-error", "--insecure", "--user", f"{user()}:",
            f"sftp://127.0.0.1:{server.port}{text}").expect(0, out="arrived")
        paramiko = (
            "import paramiko\n"
            "client = paramiko.SSHClient()\n"
            "client.set_missing_host_key_policy(paramiko.AutoAddPolicy())\n"
            f"client.connect('127.0.0.1', {server.port}, '{user()}', look_for_keys=False)\n"
            "print(client.exec_command('echo arrived')[1].read().decode())\n")
        run("/usr/bin/python3", "-c", paramiko).expect(0, out="arrived")
        check(finger.subjects() == [{"kind": "login", "user": user()}] * 2, finger.subjects())
        check(finger.reasons()[0].endswith("to a server that the program does not name"), finger.reasons())
    finger.close()


# MARK: The agent's own rules


def verbs():
    """ssh-add's verbs never delete a key, and lock and unlock the agent."""
    key = new_key("work")
    with Agent() as agent:
        run("ssh-add", "-l").expect(0, out="work (ECDSA)")
        # Random bytes are no login.
        run("ssh-add", "-T", key).expect(1)
        check("neither a login nor a message" in agent.said(), agent.said())
        run("ssh-add", "-d", key).expect(1)
        run("ssh-add", "-D").expect(0)
        run("ssh-add", "-L").expect(0, out=key.read_text())
        agent.process.send_signal(signal.SIGUSR1)
        run("ssh-add", "-L").expect(0, out=key.read_text())
        other = WORK / "other"
        run("ssh-keygen", "-q", "-N", "", "-t", "ed25519", "-f", other).expect(0)
        run("ssh-add", other).expect(1)
        wire = Wire()
        check(wire.ask(b"\x16" + string(b"word")) == SUCCESS, "lock")
        run("ssh-add", "-L").expect(1, out="no identities")
        check(wire.ask(b"\x0d" + string(blob(key)) + string(b"x") + b"\0\0\0\0") == FAILURE, "sign while locked")
        run(BIOGATE, "ssh", "status").expect(0, out="The agent is locked (ssh-add -x)")
        check(wire.ask(b"\x17" + string(b"wrong")) == FAILURE, "unlock with a wrong word")
        check(wire.ask(b"\x17" + string(b"word")) == SUCCESS, "unlock")
        run(SSH_AGENT, "--listen", AGENT).expect(64, err="An agent listens on")
        run("ssh-add", "-L").expect(0, out=key.read_text())


def other_users():
    """Other users get nothing, root among them."""
    if os.getuid() != 0:
        return
    for user, other in [(0, 65534), (65534, 0)]:
        def switched(number, *words, **options):
            return start("setpriv", f"--reuid={number}", f"--regid={number}", "--clear-groups", *words, **options)

        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o777)
            path = pathlib.Path(folder) / "agent.sock"
            environment = {**ENVIRONMENT, "SSH_AUTH_SOCK": str(path)}
            agent = switched(user, SSH_AGENT, "--listen", path)
            while end(switched(user, "ssh-add", "-l", env=environment)).status == 2:
                check(agent.poll() is None, "the agent has ended")
            path.chmod(0o777)
            refused = end(switched(other, "ssh-add", "-l", env=environment))
            check(refused.status == 1 and "no identities" not in refused.out, refused.__dict__)
            status = end(switched(user, BIOGATE, "ssh", "status", env={**environment, "BIOGATE_SSH_SOCKET": str(path)}))
            check(f"of another user ({other}) was refused" in status.out, status.__dict__)
            check(os.stat(f"/proc/{agent.pid}/environ").st_uid == 0, "another program of the user can read the agent")
            agent.terminate()
            agent.communicate(timeout=HANG)


def unreadable():
    """Every request that cannot be read is answered, and none ends another connection."""
    new_key("work")
    with Agent():
        other = Wire()
        for message in [b"\0", b"\x0d", b"\x0d\xff\xff\xff\xff", b"\x0b\0", b"\x1b", b"\x1b\0\0\0\1", b"\xff" * 100]:
            check(Wire().ask(message) == FAILURE, message)
        for length in [b"\0\0\0\0", b"\0\x04\0\1", b"\xff\xff\xff\xff"]:
            wire = Wire()
            wire.socket.sendall(length)
            check(wire.receive() == FAILURE, length)
        check(other.ask(b"\x0b")[:1] == IDENTITIES, "another connection")
        check(other.ask(b"\x1b" + string(b"query"))[:1] == b"\x1d", "query")


def at_once():
    """Ten signatures asked for at once are asked for one after the other, and all made."""
    key = new_key("work")
    finger = Finger()
    with Agent():
        running = []
        for number in range(10):
            text = WORK / f"text-{number}"
            text.write_text(f"{number}\n")
            running.append(start("ssh-keygen", "-Y", "sign", "-n", "file", "-f", key, text))
        # The list does not wait for the signatures.
        run("ssh-add", "-L").expect(0)
        for process in running:
            end(process).expect(0)
        check(len(finger.asked) == 10, finger.asked)
        (WORK / "signers").write_text(f"kari {key.read_text()}")
        for number in range(10):
            with open(WORK / f"text-{number}", encoding="ascii") as text:
                run("ssh-keygen", "-Y", "verify", "-f", WORK / "signers", "-I", "kari", "-n", "file", "-s",
                    WORK / f"text-{number}.sig", stdin=text).expect(0)
    finger.close()


def rebase():
    """A rebase of 40 commits asks once where the key allows that, and for each commit where it does not."""
    for reuse, count in [(["--reuse", "2m"], 40), ([], 3)]:
        key = new_key("work", *reuse)
        house = repository(key)
        git(house, "commit", "--no-gpg-sign", "--allow-empty", "-m", "begin").expect(0)
        git(house, "branch", "base").expect(0)
        for number in range(count):
            git(house, "commit", "--no-gpg-sign", "--allow-empty", "-m", f"commit {number}").expect(0)
        git(house, "checkout", "-q", "base").expect(0)
        git(house, "commit", "--no-gpg-sign", "--allow-empty", "-m", "another base").expect(0)
        git(house, "checkout", "-q", "main").expect(0)
        finger = Finger()
        with Agent():
            git(house, "rebase", "-S", "--reapply-cherry-picks", "--empty=keep", "base").expect(0)
            log = git(house, "log", "--format=%G?", "base..HEAD").expect(0).out.split()
            check(log == ["G"] * count, log)
            check(len(finger.asked) == (1 if reuse else count), f"{len(finger.asked)} touches")
            check(all(subject.get("reuseSeconds") == (120 if reuse else None) for subject in finger.subjects()),
                  finger.subjects())
            # Another program is asked for by itself.
            before = len(finger.asked)
            git(house, "commit", "-S", "--allow-empty", "-m", "afterwards").expect(0)
            check(len(finger.asked) == before + 1, "a later commit was signed without a touch")
        finger.close()


def hooks():
    """A hook that signs asks for itself, within the time of its git's touch, too; a rebase by the agent's program asks once."""
    key = new_key("work", "--reuse", "2m")
    house = repository(key)
    git(house, "config", "gpg.ssh.program", SOURCES / "Sources/Guests/SSH/biogate-git-sign/biogate-git-sign").expect(0)
    hook = house / ".git/hooks/post-commit"
    hook.write_text("#!/bin/sh\ngit rev-parse --quiet --verify refs/tags/hooked || git tag -s hooked -m 'By the hook'\n")
    hook.chmod(0o755)
    finger = Finger()
    with Agent():
        git(house, "commit", "-S", "--allow-empty", "-m", "First").expect(0)
        git(house, "tag", "-v", "hooked").expect(0, err="Good \"git\" signature")
        check([subject["kind"] for subject in finger.subjects()] == ["commit", "tag"], finger.subjects())
        for number in range(2):
            git(house, "commit", "--no-gpg-sign", "--allow-empty", "-m", f"commit {number}").expect(0)
        git(house, "rebase", "-f", "-S", "--reapply-cherry-picks", "--empty=keep", "HEAD~2").expect(0)
        check(git(house, "log", "--format=%G?", "HEAD~2..HEAD").expect(0).out.split() == ["G", "G"], "the rebase")
        check(len(finger.asked) == 3, f"{len(finger.asked)} touches")
    finger.close()


def ssh_command():
    """git's logins of one run are one touch, also where git has another command for ssh than ssh alone."""
    key = new_key("work", "--reuse", "2m")
    finger = Finger()
    house = repository(key)
    with Agent(), Server("ed25519", key) as server:
        server.know()
        words = " ".join(f"'{word}'" for word in server.ssh(key=key)[1:-1])
        # Twice in one run: a remote of two addresses.
        for number in range(2):
            run("git", "init", "-q", "--bare", WORK / f"bare-{number}").expect(0)
            git(house, "remote", "set-url" if number else "add", *(["--add", "--push"] if number else []), "origin",
                f"127.0.0.1:{WORK}/bare-{number}").expect(0)
        git(house, "remote", "set-url", "--add", "--push", "origin", f"127.0.0.1:{WORK}/bare-0").expect(0)
        git(house, "commit", "--no-gpg-sign", "--allow-empty", "-m", "Text").expect(0)
        run("git", "-C", house, "push", "-q", "origin", "main",
            env={**ENVIRONMENT, "GIT_SSH_COMMAND": f"ssh -v {words}"}).expect(0)
        check(len(finger.asked) == 1, f"{len(finger.asked)} touches for one run")
    finger.close()


def rebase_by_pin():
    """A rebase of 40 commits takes one PIN where the key allows that, and a locked session ends it."""
    key = new_key("work", "--reuse", "2m", "--reuse-pin")
    house = repository(key)
    git(house, "commit", "--no-gpg-sign", "--allow-empty", "-m", "begin").expect(0)
    git(house, "branch", "base").expect(0)
    for number in range(40):
        git(house, "commit", "--no-gpg-sign", "--allow-empty", "-m", f"commit {number}").expect(0)
    git(house, "checkout", "-q", "base").expect(0)
    git(house, "commit", "--no-gpg-sign", "--allow-empty", "-m", "another base").expect(0)
    git(house, "checkout", "-q", "main").expect(0)
    finger = Finger(wanted=False)
    with Agent():
        watch = Watch()
        watch.expect("Fingerprint")
        rebasing = start("git", "-C", house, "rebase", "-S", "--reapply-cherry-picks", "--empty=keep", "base")
        watch.expect("Type your PIN")
        watch.type(PIN + "\n")
        end(rebasing).expect(0)
        log = git(house, "log", "--format=%G?", "base..HEAD").expect(0).out.split()
        check(log == ["G"] * 40, log)
        check(len(finger.ends) == 1 and finger.ends[0]["outcome"]["factor"] == "pin", finger.ends)
        watch.close()
        # One process and one place: the same connection, until the session is locked.
        text = b"SSHSIG" + string(b"git") + string(b"") + string(b"sha512") + string(bytes(64))
        call = {"name": "work", "maxAgeSeconds": 120, "data": base64.b64encode(text).decode()}
        gate = Gate()
        check("signature" in gate.call("SignSSH", {**call, "credential": {"pin": PIN}})["parameters"], "by the PIN")
        check(gate.call("SignSSH", call)["parameters"]["authentication"]["factor"] == "pin", "by the PIN again")
        run(BIOGATE, "sandbox", "lock").expect(0)
        run(BIOGATE, "sandbox", "unlock").expect(0)
        asked = len(finger.asked)
        gate.send("SignSSH", call)
        finger.await_that(lambda it: len(it.asked) > asked, "no question after a lock")
        Gate().call("CancelRequest", {"requestId": finger.asked[-1]["id"]})
        check(gate.receive()["error"].endswith(".Cancelled"), "a cancelled call")
    finger.close()


def upstream():
    """Keys of an agent behind this one are offered and used as if it stood alone."""
    key = new_key("work")
    other, path = WORK / "behind", WORK / "upstream.sock"
    run("ssh-keygen", "-q", "-N", "", "-C", "other", "-t", "ed25519", "-f", other).expect(0)
    behind = start("ssh-agent", "-D", "-a", path)
    while not path.exists():
        check(behind.poll() is None, "ssh-agent has ended")
    with Agent("--upstream", path), Server("ed25519", pathlib.Path(f"{other}.pub")) as server:
        run("ssh-add", "-q", other).expect(0)
        check(run("ssh-add", "-L").out.split("\n")[:2] == [
            key.read_text().strip(), pathlib.Path(f"{other}.pub").read_text().strip()], "the list")
        run("ssh-add", "-T", f"{other}.pub").expect(0)
        run(*server.ssh("echo", "arrived", key=f"{other}.pub")).expect(0, out="arrived")
        run("ssh-add", "-d", f"{other}.pub").expect(0)
        behind.terminate()
        behind.wait(HANG)
        # Its end takes nothing from the gate's keys.
        run("ssh-add", "-L").expect(0, out=key.read_text())
    behind.communicate()
    # A binding goes on to it although it cannot be read here: it must not take a server's requests for this machine's.
    path.unlink(missing_ok=True)
    unreadable = b"\x1b" + string(b"session-bind@openssh.com") + string(b"key") * 3 + b"\1"
    received = []
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()

        def serve(client):
            while (length := client.recv(4)):
                received.append(client.recv(struct.unpack(">I", length)[0]))
                client.sendall(b"\0\0\0\1" + FAILURE)

        def accept():
            while (client := listener.accept()[0]):
                threading.Thread(target=serve, args=(client,), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        with Agent("--upstream", path):
            check(Wire().ask(unreadable) == REFUSED, "a binding that cannot be read")
            check(received[-1] == unreadable, f"passed on: {received}")


def leaving():
    """A client that leaves ends the question; a killed agent, daemon or client leaves each other one with its error."""
    key = new_key("work")
    finger = Finger(wanted=False)
    with Agent() as agent, Server("ed25519", key) as server:
        login = start(*server.ssh("true", key=key))
        finger.await_that(lambda it: len(it.asked) == 1, "no question")
        login.kill()
        login.communicate()
        finger.await_that(lambda it: len(it.ends) == 1, "the question stayed")
        check(finger.ends[0]["outcome"]["error"].endswith(".Cancelled"), finger.ends)
        text = WORK / "text"
        text.write_text("text\n")
        signing = start("ssh-keygen", "-Y", "sign", "-n", "file", "-f", key, text)
        finger.await_that(lambda it: len(it.asked) == 2, "no question")
        Gate().call("CancelRequest", {"requestId": finger.asked[1]["id"]})
        end(signing).expect(255, err="agent refused operation")
        check("did not sign for ssh-keygen" in agent.said(), agent.said())
        run(BIOGATE, "ssh", "status").expect(0, out=": \"work\" did not sign for ssh-keygen: ")
        signing = start("ssh-keygen", "-Y", "sign", "-n", "file", "-f", key, text)
        finger.await_that(lambda it: len(it.asked) == 3, "no question")
        agent.process.kill()
        agent.process.wait(HANG)
        end(signing).expect(255)
        finger.await_that(lambda it: len(it.ends) == 3, "the question stayed")
    with Agent():
        # Those that waited in line and were cancelled ask nothing any more.
        waiting = [start("ssh-keygen", "-Y", "sign", "-n", "file", "-f", key, text) for _ in range(10)]
        finger.await_that(lambda it: len(it.asked) > 3, "no question")
        for signing in waiting:
            signing.kill()
            signing.communicate()
        finger.await_that(lambda it: {each["id"] for each in it.asked} <= {each["id"] for each in it.ends}, "a question stayed")
        asked = len(finger.asked)
        finger.wanted = True
        run("ssh-keygen", "-Y", "sign", "-n", "file", "-f", key, text).expect(0)
        # The agent may hear of an end only behind the next one's turn, whose question ends with it.
        dead = {signing.pid for signing in waiting}
        living = [request for request in finger.asked[asked:] if request["onBehalfOf"]["processId"] not in dead]
        check(len(living) == 1, finger.asked[asked:])
    finger.close()


def daemon_killed():
    """A killed daemon leaves ssh and git with their own errors. In a sandbox of its own, which ends badly with it."""
    said = run(BUILT / "biogate-sandbox", "--daemon", os.environ.get("BIOGATED", BUILT / "biogated"), "--",
               "python3", __file__, BUILT, "kill_daemon")
    check("ok: kill_daemon" in said.out, said.err)


def kill_daemon():
    key = new_key("work")
    finger = Finger(wanted=False)
    with Agent() as agent, Server("ed25519", key) as server:
        login = start(*server.ssh("true", key=key))
        finger.await_that(lambda it: len(it.asked) == 1, "no question")
        peer = finger.gate.socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        os.kill(struct.unpack("3i", peer)[0], signal.SIGKILL)
        end(login).expect(255, err="agent refused operation")
        # The list is the last known one, and nothing hangs.
        run("ssh-add", "-L").expect(0, out=key.read_text())
        text = WORK / "text"
        text.write_text("text\n")
        run("ssh-keygen", "-Y", "sign", "-n", "file", "-f", key, text).expect(255, err="agent refused operation")
        check("the connection ended before the answer" in agent.said(), agent.said())


def reader_killed():
    """A reader process that is killed in the middle of a signature ends it with the program's own error."""
    key = new_key("work")
    finger = Finger(wanted=False)
    with Agent() as agent, Server("ed25519", key) as server:
        committing = ["git", "-C", repository(key), "commit", "-S", "--allow-empty", "-m", "Text"]
        for program, status in [(server.ssh("true", key=key), 255), (committing, 128)]:
            asked, ended = len(finger.asked), len(finger.ends)
            signing = start(*program)
            finger.await_that(lambda it: len(it.asked) > asked, "no question")
            peer = finger.gate.socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
            daemon = struct.unpack("3i", peer)[0]
            for child in pathlib.Path(f"/proc/{daemon}/task/{daemon}/children").read_text().split():
                if pathlib.Path(f"/proc/{child}/comm").read_text().startswith("biogate-reader"):
                    os.kill(int(child), signal.SIGKILL)
            end(signing).expect(status, err="agent refused operation")
            finger.await_that(lambda it: len(it.ends) > ended, "the question stayed")
            check(finger.ends[-1]["outcome"]["error"].endswith(".HardwareUnavailable"), finger.ends)
            # Each new process comes a little later than the one before; until then the reader is faulted.
            readers = Gate()
            readers.send("WatchReaders", more=True)
            while readers.receive()["parameters"]["reader"]["state"] != "ready":
                pass
        check(agent.said().count("Reader does not answer") == 2, agent.said())
        # The next one has a new reader process.
        finger.wanted = True
        run(*server.ssh("true", key=key)).expect(0)
    finger.close()


class Watch:
    """`biogate watch` at a terminal of its own."""

    def __init__(self):
        self.master, slave = os.openpty()

        def adopt():
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen([BIOGATE, "watch"], stdin=slave, stdout=slave, stderr=slave, env=ENVIRONMENT,
                                        preexec_fn=adopt)
        os.close(slave)
        self.seen = ""

    def expect(self, text):
        while text not in self.seen:
            ready, _, _ = select.select([self.master], [], [], HANG)
            check(ready, f"no {text!r} behind {self.seen!r}")
            self.seen += os.read(self.master, 65536).decode(errors="replace")
        self.seen = self.seen[self.seen.index(text) + len(text):]

    def type(self, text):
        os.write(self.master, text.encode())

    def close(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(HANG)
        os.close(self.master)


def second_terminal():
    """Where nothing can ask, the agent refuses and says why; `biogate watch` answers by the PIN."""
    key = new_key("work")
    house = repository(key)
    finger = Finger(wanted=False)
    git_sign = str(SOURCES / "Sources/Guests/SSH/biogate-git-sign/biogate-git-sign")
    git(house, "config", "gpg.ssh.program", git_sign).expect(0)
    committing = ["git", "-C", house, "commit", "-S", "--allow-empty", "-m", "Text"]
    with Agent() as agent, Server("ed25519", key) as server:
        # Neither a finger nor a window.
        run(BIOGATE, "disable", "--yes").expect(0)
        run(*server.ssh("true", key=key)).expect(255, err="agent refused operation")
        check("did not sign for ssh: " in agent.said(), agent.said())
        # git says its own refusal, and not that of another program.
        run(*committing).expect(128, err="\"work\" did not sign for ssh-keygen: ").expect(
            128, err="(Sign the commit \"Text\")")
        refused = run(BIOGATE, "ssh", "status").expect(0, out="Refused at ").out
        check(f"(Sign in to 127.0.0.1" in refused or "(Sign in to [127.0.0.1]" in refused, refused)
        watch = Watch()
        watch.expect("Fingerprint")
        login = start(*server.ssh("echo", "arrived", key=key))
        watch.expect("Sign in as")
        watch.expect("Type your PIN")
        watch.type("000111\n")
        watch.expect("tries left")
        watch.type(PIN + "\n")
        end(login).expect(0, out="arrived")
        # The next one waits for its turn, and Ctrl-D refuses it.
        login, commit = start(*server.ssh("true", key=key)), start(*committing)
        watch.expect("Type your PIN")
        watch.type(PIN + "\n")
        watch.expect("Type your PIN")
        watch.type("\x04")
        check(sorted([end(login).status, end(commit).status]) in ([0, 128], [0, 255]), "one of two was refused")
        watch.close()
        run(*server.ssh("true", key=key)).expect(255, err="agent refused operation")
        check(not finger.asked, finger.asked)
        enabling = start(BIOGATE, "enable")
        touch("right-index")
        end(enabling).expect(0)
    finger.close()


# MARK: A malicious client


def forged():
    """What does not fit together is refused by the agent, and by the daemon whoever asks."""
    key = new_key("work")
    finger = Finger()
    with Agent(), Server("ed25519", key) as server, Server("ed25519", key) as other:
        server.know(), other.know()
        recorded = []
        for one in [server, other]:
            relay = Relay()
            run(*one.ssh("true", key=key), env={**ENVIRONMENT, "SSH_AUTH_SOCK": str(relay.path)}).expect(0)
            recorded.append((relay.of(27)[-1], relay.of(13)[-1]))
            relay.listener.close()
        (bind, sign), (other_bind, other_sign) = recorded
        asked = len(finger.asked)
        # A login for the session of another connection.
        wire = Wire()
        check(wire.ask(bind) == SUCCESS and wire.ask(other_sign) == FAILURE, "a login of another session")
        # A second binding, and nothing is signed after it.
        wire = Wire()
        check(wire.ask(bind) == SUCCESS and wire.ask(other_bind) == REFUSED, "a second binding")
        check(wire.ask(sign) == FAILURE, "a login after a second binding")
        # A binding that the host key did not sign.
        changed = bytearray(bind)
        changed[-10] ^= 1
        wire = Wire()
        check(wire.ask(bytes(changed)) == REFUSED and wire.ask(sign) == FAILURE, "an unsigned binding")
        # A forwarded connection that wants to sign in somewhere unknown.
        wire = Wire()
        check(wire.ask(bind[:-1] + b"\1") == SUCCESS and wire.ask(other_sign) == FAILURE, "beyond a forwarding")
        check(len(finger.asked) == asked, "the user was asked for a forged login")

        # The daemon does not believe the agent, either.
        def body(message):
            return base64.b64encode(message[5 + len("session-bind@openssh.com"):]).decode()

        def data(message):
            rest = message[1:]
            rest = rest[4 + struct.unpack(">I", rest[:4])[0]:]
            return base64.b64encode(rest[4:4 + struct.unpack(">I", rest[:4])[0]]).decode()

        def refusal(method, **parameters):
            reply = Gate().call(method, {"name": "work", **parameters})
            check(reply.get("error") == "org.biometricgate.Gate.SignatureRefused", reply)
            return reply["parameters"]["reason"]

        for parameters, reason in [
            ({"data": data(other_sign), "bindings": [body(bind)]}, "foreignSession"),
            ({"data": data(sign), "bindings": [body(bind), body(other_bind)]}, "bindingUnsound"),
            ({"data": data(sign), "bindings": [body(bytes(changed))]}, "bindingUnsound"),
            ({"data": data(sign), "bindings": ["AAAA"]}, "bindingUnsound"),
            ({"data": data(other_sign), "bindings": [body(bind[:-1] + b"\1")]}, "unknownServer"),
            ({"data": "AAAA"}, "notSSHData"),
        ]:
            check(refusal("SignSSH", **parameters) == reason, (parameters, reason))
        check(refusal("Sign", challenge=data(sign), reason="Continue in the example") == "otherUsage", "Sign")
        check(len(finger.asked) == asked, "the user was asked for a forged login")
    finger.close()


def afar():
    """What comes through another machine, or may come, changes nothing for others, and a lock hides no such way."""
    key = new_key("work")
    finger = Finger()
    with Agent(), Server("ed25519", key) as server:
        server.know()
        relay = Relay()
        run(*server.ssh("true", key=key), env={**ENVIRONMENT, "SSH_AUTH_SOCK": str(relay.path)}).expect(0)
        bind, sign = relay.of(27)[-1], relay.of(13)[-1]
        relay.listener.close()
        unreadable = b"\x1b" + string(b"session-bind@openssh.com") + string(b"key") * 3 + b"\1"
        ours = [b"\x16" + string(b"word"), b"\x17" + string(b"word"), b"\x13", b"\x1b" + string(b"last-refusal@biometricgate")]
        for first, answer in [(bind[:-1] + b"\1", SUCCESS), (unreadable, REFUSED)]:
            wire = Wire()
            check(wire.ask(first) == answer, first)
            for message in ours:
                check(wire.ask(message) == FAILURE, message)
        asked = len(finger.asked)
        near, far = Wire(), Wire()
        check(near.ask(ours[0]) == SUCCESS, "lock")
        check(far.ask(unreadable) == REFUSED, "a binding that cannot be read, while the agent is locked")
        check(near.ask(ours[1]) == SUCCESS, "unlock")
        check(far.ask(sign) == FAILURE and far.ask(bind) in (SUCCESS, REFUSED) and far.ask(sign) == FAILURE, "sign")
        check(len(finger.asked) == asked, "the user was asked for an unknown way")
        # One process cannot take the places of the others, and hears that it has no more.
        many = [Wire() for _ in range(40)]
        answers = [wire.ask(b"\x1b" + string(b"query"))[:1] for wire in many]
        places = answers.count(b"\x1d")
        check(0 < places <= 24 and answers[places:] == [FAILURE] * (40 - places), answers)
        run(BIOGATE, "ssh", "status").expect(0, out=f"python3 (process {os.getpid()}) was refused: ")
        run("ssh-add", "-l").expect(0)
    finger.close()


def relayed():
    """A program that is not ssh or below git gets no second signature by one touch."""
    key = new_key("work", "--reuse", "2m")
    finger = Finger()
    with Agent():
        text = b"SSHSIG" + string(b"git") + string(b"") + string(b"sha512") + string(bytes(64))
        for _ in range(2):
            answer = Wire().ask(b"\x0d" + string(blob(key)) + string(text) + bytes(4))
            check(answer[:1] == b"\x0e", answer)
        check(len(finger.asked) == 2, f"{len(finger.asked)} touches for two signatures")
    finger.close()


def reuse_bounds():
    """A touch counts again on its own connection, for the same server alone, and as long as the user was told."""
    key = new_key("work", "--reuse", "2m")
    finger = Finger()
    with Agent(), Server("ed25519", key) as server, Server("ed25519", key) as other:
        recorded = []
        for one in [server, other]:
            relay = Relay()
            run(*one.ssh("true", key=key), env={**ENVIRONMENT, "SSH_AUTH_SOCK": str(relay.path)}).expect(0)
            recorded.append((relay.of(27)[-1], relay.of(13)[-1]))
            relay.listener.close()

    def parameters(number):
        bind, sign = recorded[number]
        rest = sign[1:]
        rest = rest[4 + struct.unpack(">I", rest[:4])[0]:]
        return {"name": "work", "maxAgeSeconds": 120,
                "data": base64.b64encode(rest[4:4 + struct.unpack(">I", rest[:4])[0]]).decode(),
                "bindings": [base64.b64encode(bind[5 + len("session-bind@openssh.com"):]).decode()]}

    asked = len(finger.asked)

    def signs(gate, number, touches, **more):
        nonlocal asked
        reply = gate.call("SignSSH", {**parameters(number), **more})
        check("signature" in reply["parameters"], reply)
        asked += touches
        check(len(finger.asked) == asked, f"{len(finger.asked)} touches, not {asked}")

    gate = Gate()
    signs(gate, 0, 1)
    signs(gate, 0, 0)
    signs(gate, 1, 1)
    # The first server's touch is no longer the connection's last.
    signs(gate, 0, 1)
    signs(Gate(), 0, 1)
    signs(gate, 0, 0)
    # A login that proves no server is asked for each time.
    signs(gate, 0, 1, bindings=[])
    signs(gate, 0, 1, bindings=[])
    # A touch for which no reuse was shown counts once, whatever a later call says.
    gate = Gate()
    signs(gate, 0, 1, maxAgeSeconds=0)
    signs(gate, 0, 1)
    signs(gate, 0, 0)
    # It is for no other call of the connection.
    check(gate.call("GetLastAuthentication")["parameters"].get("authentication") is None, "another call's authentication")
    gate.send("Authenticate", {"reason": "Pay", "maxAgeSeconds": 120, "factors": ["fingerprint"]}, more=True)
    finger.await_that(lambda finger: len(finger.asked) == asked + 1, "a touch for another call")
    check("signature" not in Gate().call("Sign", {
        "name": "work", "challenge": "AAAA", "reason": "Continue"})["parameters"], "Sign")
    finger.close()


def recipes():
    """The recipes of docs/ssh.md do what they say, in the user's shell."""
    pin = prepare()
    run(BIOGATE, "rm", "work", "--yes")
    page = (SOURCES / "docs/ssh.md").read_text()

    def recipe(heading):
        section = page[page.index(f"\n## {heading}\n"):].split("\n## ")[1]
        lines = [line.strip() for line in section.split("\n") if line.startswith("    ")]
        check(0 < len(lines) <= 10, f"{heading}: {len(lines)} lines")
        return lines

    finger = Finger()
    with Agent(), Server("ed25519") as server:
        # What the recipes leave to systemd and to a server that takes a password.
        shims = WORK / "shims"
        shims.mkdir()
        for name, text in [
            ("systemctl", "exit 0"), ("ssh-copy-id", f"cat \"$3\" >>{server.authorized}"),
            ("ssh", f"exec /usr/bin/ssh -F {SSH}/config -p {server.port} -o HostName=127.0.0.1 -o BatchMode=yes"
                    f" -o UserKnownHostsFile={SSH}/known_hosts -o StrictHostKeyChecking=accept-new \"$@\" echo arrived"),
        ]:
            (shims / name).write_text(f"#!/bin/sh\n{text}\n")
            (shims / name).chmod(0o755)
        house = WORK / "recipe-house"
        run("git", "init", "-q", house).expect(0)
        environment = {**ENVIRONMENT, "PATH": f"{shims}:{ENVIRONMENT['PATH']}"}
        before = run("git", "config", "--global", "gpg.format").out
        script = "\n".join(["set -e"] + recipe("ssh") + recipe("git"))
        git_options = "git commit -m"
        script = script.replace(git_options, "git commit --allow-empty -m")
        run("sh", "-c", script, env=environment, cwd=house).expect(0, out="arrived").expect(
            0, out="Good \"git\" signature for kari@example.org")
        check([subject["kind"] for subject in finger.subjects() if subject] == ["login", "commit"], finger.subjects())
        pinning = "\n".join(
            line.split("#")[0].replace("github.com", "host") + f" --pin-from {pin}" for line in recipe("Keys for one server"))
        run("sh", "-ec", pinning, env=environment).expect(0, err="signs in only to").expect(0, err="signs in to all servers")
        run("sh", "-c", "biogate ssh setup --undo; biogate git setup --undo", env=environment).expect(0)
        check(run("git", "config", "--global", "gpg.format").out == before, "git's configuration stays")
    finger.close()


def forwarded_session():
    """In a session by ssh with a forwarded agent, ssh's block steps aside, and git signs by the agent that has the key."""
    key = new_key("work")
    (SSH / "config").write_text("")
    run(BIOGATE, "ssh", "setup").expect(0)
    block = (SSH / "config").read_text().replace("/run/user/%i/biogate/ssh-agent.sock", str(AGENT))
    (SSH / "config").write_text(block)
    other, path = WORK / "far-key", WORK / "forwarded.sock"
    run("ssh-keygen", "-q", "-N", "", "-t", "ed25519", "-f", other).expect(0)
    # It goes to the background, so that the process that began to listen has ended.
    said = run("ssh-agent", "-a", path, stdout=subprocess.PIPE).expect(0).out
    behind = int(said.split("SSH_AGENT_PID=")[1].split(";")[0])
    afar = {**ENVIRONMENT, "SSH_AUTH_SOCK": str(path), "SSH_CONNECTION": "::1 1 ::1 22"}
    run("ssh-add", "-q", other, env=afar).expect(0)
    other.unlink()
    git_sign = SOURCES / "Sources/Guests/SSH/biogate-git-sign/biogate-git-sign"
    text = WORK / "text"
    text.write_text("text\n")
    finger = Finger()
    with Agent():
        def agent(environment):
            said = run("ssh", "-G", "-F", SSH / "config", "host", env=environment).expect(0).out
            return [line.split()[1] for line in said.split("\n") if line.startswith("identityagent ")]

        own = [str(AGENT)]
        check(agent(ENVIRONMENT) == own and agent({**afar, "SSH_CONNECTION": ""}) == own, "here")
        check(agent(afar) == [], "from afar")
        for socket_path in ["", "/run/user/1/x", str(WORK / "gone")]:
            check(agent({**afar, "SSH_AUTH_SOCK": socket_path}) == own, f"{socket_path!r} is no forwarded agent")
        run(git_sign, "-Y", "sign", "-n", "file", "-f", f"{other}.pub", text, env=afar).expect(0)
        check(not finger.asked, "the own agent was asked")
        (WORK / "text.sig").unlink()
        run(git_sign, "-Y", "sign", "-n", "file", "-f", key, text, env=afar).expect(0)
        check(len(finger.asked) == 1, "the own agent was not asked")
        run(BIOGATE, "ssh", "status", env={**ENVIRONMENT, "SSH_AUTH_SOCK": str(path)}).expect(
            0, out=f"SSH_AUTH_SOCK names another agent: {path}.\n")
    # Its keys stay within reach: the agent of a session here is offered by this project's.
    here = {**ENVIRONMENT, "SSH_AUTH_SOCK": str(path)}
    run(BIOGATE, "ssh", "setup", env=here).expect(0, err=f"The agent also offers the keys of ssh-agent: {path}")
    setting = HOME / ".config/biogate/ssh-agent.conf"
    check(setting.read_text() == f"BIOGATE_SSH_UPSTREAM=\"{path}\"\n", setting.read_text())
    ENVIRONMENT["BIOGATE_SSH_UPSTREAM"] = str(path)
    with Agent():
        check(pathlib.Path(f"{other}.pub").read_text().split()[1] in run("ssh-add", "-L").out, "its keys are not offered")
    del ENVIRONMENT["BIOGATE_SSH_UPSTREAM"]
    run(BIOGATE, "ssh", "setup", "--undo").expect(0)
    check(not setting.exists() and (SSH / "config").read_text() == "", "the undo")
    os.kill(behind, signal.SIGTERM)
    finger.close()


def git_setups(key):
    """git's settings: the bytes that were there come back, and what git applies elsewhere is told."""
    settings, ours = HOME / ".gitconfig", SSH / "biogate/gitconfig"
    signers = SSH / "biogate/allowed_signers"

    def held(name, place=HOME):
        return run("git", "-C", place, "config", name).out.strip()

    # No configuration before, none after.
    (SSH / "config").unlink()
    for program, *more in [["git", "work"], ["ssh"]]:
        run(BIOGATE, program, "setup", *more).expect(0)
        run(BIOGATE, program, "setup", "--undo").expect(0)
    check(not settings.exists() and not ours.exists() and not (SSH / "config").exists(), "the undo leaves files")
    # A set-up of the old kind is undone by its record.
    settings.write_text("# mine\n[gpg]\n\tformat = ssh\n[includeIf \"gitdir:~/x/\"]\n\tpath = x\n[commit]\n\tgpgsign = true\n")
    (SSH / "biogate/git-before").write_text("gpg.format openpgp\ncommit.gpgsign\n")
    run(BIOGATE, "git", "setup", "--undo").expect(0)
    check(settings.read_text() == "# mine\n[gpg]\n\tformat = openpgp\n[includeIf \"gitdir:~/x/\"]\n\tpath = x\n",
          settings.read_bytes())
    # Latin-1, a comment, a setting of the user's, an include for some repositories, and no line's end.
    before = (b"# K\xe5ri\n[user]\n\tname = K\xe5ri ; x\n\temail = kari@example.org\n[gpg]\n\tformat = openpgp\n"
              b"# at work\n[includeIf \"gitdir:~/work/\"]\n\tpath = ~/.work\n[core]\n\teditor = vi")
    settings.write_bytes(before)
    (HOME / ".work").write_text("[commit]\n\tgpgsign = false\n")
    work = HOME / "work"
    run("git", "init", "-q", work).expect(0)
    # A whole key: OpenSSH 10 refuses a file with one that is not.
    run("ssh-keygen", "-q", "-N", "", "-t", "ed25519", "-C", "ola", "-f", WORK / "ola").expect(0)
    earlier = f"ola@example.org {(WORK / 'ola.pub').read_text()}"
    signers.write_text(earlier)
    for _ in range(2):
        run(BIOGATE, "git", "setup", "work").expect(0, out="gpg.format = ssh").expect(
            0, err=f"Where gitdir:~/work/ is true, a line in {HOME}/.work wins over that: commit.gpgsign = false")
    check(held("gpg.format") == "ssh" and held("commit.gpgsign") == "true", settings.read_bytes())
    check(held("commit.gpgsign", work) == "false" and held("gpg.format", work) == "ssh", settings.read_bytes())
    check(signers.read_text() == f"{earlier}kari@example.org {key.read_text()}", signers.read_text())
    # Copied to where the keys are not, git does without.
    ours.rename(f"{ours}.away")
    check(held("gpg.format") == "openpgp", settings.read_bytes())
    pathlib.Path(f"{ours}.away").rename(ours)
    run(BIOGATE, "git", "setup", "--undo").expect(0)
    check(settings.read_bytes() == before, settings.read_bytes())
    # Where no place fits, and where nothing may be written, the lines are shown.
    late = b"[includeIf \"gitdir:~/work/\"]\n\tpath = ~/.work\n[gpg]\n\tformat = openpgp\n"
    settings.write_bytes(late)
    run(BIOGATE, "git", "setup", "work").expect(77, out="\n    path = ~/.ssh/biogate/gitconfig\n", err="Enter these lines")
    check(settings.read_bytes() == late, settings.read_bytes())
    settings.write_bytes(before)
    settings.chmod(0o400)
    run(BIOGATE, "git", "setup", "work").expect(77, out="gpg.format = ssh", err="Enter these lines")
    settings.chmod(0o600)
    # A list of signers that the user has is not changed: the line for it is shown.
    team = HOME / "team"
    team.write_text(earlier)
    settings.write_bytes(before + f"\n[gpg \"ssh\"]\n\tallowedSignersFile = {team}\n".encode())
    run(BIOGATE, "git", "setup", "work").expect(0, out=f"\nkari@example.org {key.read_text()}")
    check(team.read_text() == earlier and held("gpg.ssh.allowedSignersFile") == str(team), "the list of signers")
    run(BIOGATE, "git", "setup", "--undo").expect(0)
    settings.write_bytes(before)


def setups():
    """Each set-up shows what it changes, and its undo gives back what was there."""
    key = new_key("work")
    configuration = SSH / "config"
    configuration.write_text("Host example\n    User kari\n")
    configuration.chmod(0o644)
    # Nothing is written through what lies in the way.
    trap = WORK / "trap"
    trap.write_text("kept")
    (SSH / "config.biogate").symlink_to(trap)
    run(BIOGATE, "ssh", "setup").expect(0, out="IdentityAgent", err="biogate ssh setup --undo")
    run(BIOGATE, "ssh", "setup").expect(0)
    said = run("ssh", "-G", "-F", configuration, "example").expect(0).out
    check("user kari" in said, said)
    run(BIOGATE, "ssh", "setup", "--undo").expect(0)
    check(configuration.read_text() == "Host example\n    User kari\n", configuration.read_text())
    check(not configuration.is_symlink() and configuration.stat().st_mode & 0o777 == 0o644, configuration.stat())
    check(trap.read_text() == "kept", "a file behind a link was written")
    # What cannot be changed is shown.
    configuration.chmod(0o444)
    run(BIOGATE, "ssh", "setup").expect(77, out="IdentityAgent", err="Enter these lines at its beginning")
    configuration.chmod(0o644)
    git_setups(key)
    settings = (HOME / ".gitconfig").read_bytes()
    run(BIOGATE, "git", "setup", "work").expect(0, err="biogate git setup --undo")
    finger = Finger()
    missing = run(BIOGATE, "ssh", "status")
    check(missing.status and "No agent for ssh" in missing.err, missing.err)
    with Agent():
        run(BIOGATE, "ssh", "status").expect(0, out="SSH_AUTH_SOCK names it")
        house = WORK / "house"
        run("git", "init", "-q", house).expect(0)
        # git 2.47 signs a name that is no UTF-8 before it makes it some, so that no key's signature of it is right.
        environment = {**ENVIRONMENT, "SSH_AUTH_SOCK": "", "GIT_COMMITTER_NAME": "Kari", "GIT_AUTHOR_NAME": "Kari"}
        run("git", "-C", house, "commit", "--allow-empty", "-m", "Signed", env=environment).expect(0)
        run("git", "-C", house, "log", "--show-signature", env=environment).expect(0, out="Good \"git\" signature")
        check(finger.subjects() == [{"kind": "commit", "title": "Signed"}], finger.subjects())
        finger.wanted = False
        refused = start("git", "-C", house, "commit", "--allow-empty", "-m", "Refused", env=environment)
        finger.await_that(lambda it: len(it.asked) == 2, "no question")
        Gate().call("CancelRequest", {"requestId": finger.asked[1]["id"]})
        end(refused).expect(128, err="\"work\" did not sign for ssh-keygen: ")
    run(BIOGATE, "git", "setup", "--undo").expect(0)
    check((HOME / ".gitconfig").read_bytes() == settings, (HOME / ".gitconfig").read_bytes())
    # Two names that make one file's name are two files.
    for name in ["a/b", "a_b"]:
        new_key(name)
    lines = {path.read_text() for path in (SSH / "biogate").glob("a_b*.pub")}
    check(len(lines) == 2, lines)
    run("git", "-C", WORK / "house", "commit", "--allow-empty", "-m", "Unsigned").expect(0)
    check(run(BIOGATE, "git", "setup", "nothing").status != 0, "a missing key")
    check(key.exists(), "the key's file stays")
    finger.close()


def play(scenarios, names):
    """Plays those scenarios of a module."""
    for scenario in names:
        try:
            scenarios[scenario]()
        except Exception as fault:
            print(f"{scenario}: {fault}", file=sys.stderr)
            raise
        print(f"ok: {scenario}", flush=True)


if __name__ == "__main__":
    play(globals(), sys.argv[2:])
