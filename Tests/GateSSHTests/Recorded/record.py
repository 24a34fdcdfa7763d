"""Records what OpenSSH's and git's programs send to an ssh-agent, and its answers: record.py DIRECTORY

Writes one file per case into DIRECTORY. A line is a message without its length: the number of the connection, `>` for a
request or `<` for an answer, and the bytes in hexadecimal. Needs root, OpenSSH's client and server, and git.
"""
import os, pathlib, shutil, socket, struct, subprocess, sys, tempfile, threading

out = pathlib.Path(sys.argv[1])
out.mkdir(parents=True, exist_ok=True)
home = pathlib.Path(tempfile.mkdtemp(prefix="record-"))


def run(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True, **options)


def keygen(name, kind, *more):
    run("ssh-keygen", "-q", "-N", "", "-C", name, "-t", kind, "-f", home / name, *more)


keygen("user-ed25519", "ed25519")
keygen("user-p256", "ecdsa", "-b", 256)
keygen("ca", "ed25519")
for name, kind, bits in [("ed25519", "ed25519", 0), ("p256", "ecdsa", 256), ("p384", "ecdsa", 384),
                         ("p521", "ecdsa", 521), ("rsa", "rsa", 2048), ("certified", "ed25519", 0)]:
    keygen(f"host-{name}", kind, *(["-b", bits] if bits else []))
run("ssh-keygen", "-q", "-s", home / "ca", "-I", "host", "-h", "-n", "127.0.0.1", home / "host-certified.pub")
for name in ("ed25519", "p256"):
    run("ssh-keygen", "-q", "-s", home / "ca", "-I", "kari", "-n", "root", home / f"user-{name}.pub")
authorized = home / "authorized_keys"
authorized.write_text("".join((home / f"user-{name}.pub").read_text() for name in ("ed25519", "p256")))

agent_socket = home / "agent"
agent = subprocess.Popen(["ssh-agent", "-D", "-a", str(agent_socket)], stdout=subprocess.DEVNULL)
while not agent_socket.exists():
    pass
for name in ("ed25519", "p256"):
    run("ssh-add", "-q", home / f"user-{name}", env={**os.environ, "SSH_AUTH_SOCK": str(agent_socket)})


class Relay:
    """Listens on a socket before the agent, and keeps the messages of each connection."""

    def __init__(self):
        self.path = home / "relay"
        self.path.unlink(missing_ok=True)
        self.lines, self.connections, self.lock = [], 0, threading.Lock()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.path))
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            server = socket.socket(socket.AF_UNIX)
            server.connect(str(agent_socket))
            self.connections += 1
            for source, target, mark in [(client, server, ">"), (server, client, "<")]:
                threading.Thread(target=self.copy, args=(source, target, self.connections, mark), daemon=True).start()

    def copy(self, source, target, number, mark):
        held = b""
        while data := source.recv(65536):
            held += data
            while len(held) >= 4 and len(held) >= 4 + struct.unpack(">I", held[:4])[0]:
                end = 4 + struct.unpack(">I", held[:4])[0]
                with self.lock:
                    self.lines.append(f"{number} {mark} {held[4:end].hex()}")
                held = held[end:]
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


def sshd(port, *keys, certificate=None):
    os.makedirs("/run/sshd", exist_ok=True)
    words = [shutil.which("sshd"), "-D", "-e", "-f", "/dev/null", "-p", str(port)]
    for key in keys:
        words += ["-h", str(home / key)]
    for option in [f"AuthorizedKeysFile={authorized}", "StrictModes=no", "PidFile=none", "PermitRootLogin=yes",
                   "ListenAddress=127.0.0.1", "UsePAM=no", "PasswordAuthentication=no"] + (
                       [f"HostCertificate={home / certificate}"] if certificate else []):
        words += ["-o", option]
    server = subprocess.Popen(words, stderr=subprocess.DEVNULL)
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return server
        except ConnectionRefusedError:
            pass


OPTIONS = ["-F", "none", "-o", f"UserKnownHostsFile={home}/known_hosts", "-o", "StrictHostKeyChecking=no",
           "-o", "GlobalKnownHostsFile=/dev/null", "-o", "BatchMode=yes", "-o", "LogLevel=ERROR"]


def ssh(port, *words, user="ed25519"):
    return ["ssh", *OPTIONS, "-p", str(port), "-o", f"IdentityFile={home}/user-{user}.pub", "-o", "IdentitiesOnly=yes",
            *words]


def case(name, *commands, **options):
    relay = Relay()
    for command in commands:
        run(*command, env={**os.environ, "SSH_AUTH_SOCK": str(relay.path), "HOME": str(home), "GIT_CONFIG_GLOBAL": "/dev/null"},
            **options)
    (out / f"{name}.txt").write_text("\n".join(relay.lines) + "\n")
    print(name, len(relay.lines))


servers = [sshd(22100, "host-ed25519"), sshd(22101, "host-p256"), sshd(22102, "host-p384"), sshd(22103, "host-p521"),
           sshd(22104, "host-rsa"), sshd(22105, "host-certified", certificate="host-certified-cert.pub")]
try:
    for port, name in enumerate(["ed25519", "p256", "p384", "p521", "rsa"], 22100):
        case(f"login-{name}", ssh(port, "127.0.0.1", "true"))
    case("login-by-p256", ssh(22100, "127.0.0.1", "true", user="p256"))
    (home / "known_hosts").write_text("@cert-authority * " + (home / "ca.pub").read_text())
    case("login-certificate", ssh(22105, "127.0.0.1", "true"))
    (home / "known_hosts").unlink()
    inner = " ".join(ssh(22101, "127.0.0.1", "true"))
    case("login-forwarded", ssh(22100, "-A", "127.0.0.1", inner))
    case("list-forwarded", ssh(22100, "-A", "127.0.0.1", "ssh-add -l"))
    case("jump", ssh(22101, "-o", "ProxyCommand=" + " ".join(ssh(22100, "-W", "%h:%p", "127.0.0.1")), "127.0.0.1", "true"))
    case("verbs", ["ssh-add", "-l"], ["ssh-add", "-T", home / "user-ed25519.pub"])
    (home / "text").write_text("a text\n")
    case("file-signature", ["ssh-keygen", "-Y", "sign", "-n", "file", "-f", home / "user-ed25519.pub", home / "text"])
    house = home / "house"
    git = ["git", "-C", house, "-c", "user.name=Kari", "-c", "user.email=kari@example.org", "-c", "gpg.format=ssh",
           "-c", f"user.signingkey={home}/user-p256.pub"]
    run("git", "init", "-q", house)
    case("git-commit", git + ["commit", "-q", "-S", "--allow-empty", "-m", "Fix the door"])
    case("git-tag", git + ["tag", "-s", "v1", "-m", "The first door"])
    for what, name in [("commit", "HEAD"), ("tag", "v1")]:
        text = run("git", "-C", house, "cat-file", what, name).stdout
        (out / f"git-{what}.object").write_text(text)
    case("forwarded-commit", ssh(22100, "-A", "127.0.0.1", "cd /; " + " ".join(
        "'" + str(word) + "'" for word in git + ["commit", "-q", "-S", "--allow-empty", "-m", "From afar"])))
    for name in ["ed25519", "p256", "p384", "p521", "rsa", "certified"]:
        shutil.copy(home / f"host-{name}.pub", out)
    for name in ["user-ed25519.pub", "user-p256.pub", "user-ed25519-cert.pub", "user-p256-cert.pub", "ca.pub",
                 "host-certified-cert.pub", "known_hosts"]:
        shutil.copy(home / name, out)
    shutil.copy(home / "known_hosts", out / "known_hosts.hashed")
    run("ssh-keygen", "-q", "-H", "-f", out / "known_hosts.hashed")
    (out / "known_hosts.hashed.old").unlink()
finally:
    for server in servers:
        server.terminate()
    agent.terminate()
    shutil.rmtree(home)
