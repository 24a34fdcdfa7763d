"""The choice of the socket, and whom the clients trust to serve it."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from biometricgate import SYSTEM_SOCKET
from conftest import PACKAGES, ScriptedDaemon

#: Serves a socket as a user, runs a client, and tells behind it what it did there: LISTENER OWNER SOCKET COMMAND...
SERVE = """
import os, select, socket, subprocess, sys
listener, owner, path, *command = sys.argv[1:]
server = socket.socket(socket.AF_UNIX)
server.bind(path)
os.chown(path, int(owner), -1)
# The kernel notes who listens.
os.seteuid(int(listener)); server.listen(); os.seteuid(0)
client = subprocess.Popen(command)
came, _, _ = select.select([server, os.pidfd_open(client.pid)], [], [])
seen = "unreached"
if server in came:
    connection, _ = server.accept()
    seen = "asked" if connection.recv(100) else "reached"
    connection.close()
client.wait()
print(seen)
"""
#: In mounts of its own: with the system's socket for the taking, and the daemon's account. Ends with the client's word. The
#: accounts are a layer over /etc: a mount on the file itself goes when another test's useradd replaces the file.
MACHINE = """
mount -t tmpfs tmpfs /run && mkdir /run/biogate /run/etc /run/work &&
mount -t overlay -o lowerdir=/etc,upperdir=/run/etc,workdir=/run/work overlay /etc &&
{ grep -v ^biogate: /etc/passwd; echo biogate:x:4242:4242::/:/bin/false; } >/run/passwd &&
cp /run/passwd /etc/passwd && exec "$@"
"""
DAEMON = 4242
PYTHON = """
import sys
from biometricgate import GateError, blocking
try:
    blocking.Gate(*sys.argv[1:]).settings()
except GateError as error:
    print(type(error).__name__, flush=True)
"""
NODE = """
import { Gate } from "biometricgate";
const [socket] = process.argv.slice(1);
try { await new Gate(socket && { socket }).setPIN("274916"); } catch (error) { console.log(error.name); }
"""
CLIENTS = {"python": [sys.executable, "-c", PYTHON], "node": ["node", "--input-type=module", "--eval", NODE]}

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to be somebody else")
clients = pytest.mark.parametrize("client", CLIENTS)


def said(command: list[str], **environment: str) -> list[str]:
    environment = {**os.environ, **environment}
    ended = subprocess.run(command, cwd=PACKAGES, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return ended.stdout.split()


def serving(listener: int, owner: int, path: Path | str, command: list[str]) -> list[str]:
    return [sys.executable, "-c", SERVE, str(listener), str(owner), str(path), *command]


def on_a_machine(command: list[str], **environment: str) -> list[str]:
    return said(["unshare", "--mount", "sh", "-c", MACHINE, "sh", *command], **environment)


@needs_root
def test_another_users_socket_is_sent_nothing(tmp_path: Path) -> None:
    path = tmp_path / "gate"
    python, node = ([*command, str(path)] for command in CLIENTS.values())
    assert said(serving(65534, 65534, path, python)) == ["Untrusted", "reached"]
    path.unlink()
    # The file may belong to another user, but the listener may not.
    assert said(serving(65534, 0, path, python)) == ["Untrusted", "reached"]
    path.unlink()
    # Node does not even connect.
    assert said(serving(65534, 65534, path, node)) == ["Untrusted", "unreached"]
    path.unlink()
    trusting = PYTHON.replace("*sys.argv[1:]", "sys.argv[1], trusted_uids=[65534]")
    assert said(serving(65534, 0, path, [sys.executable, "-c", trusting, str(path)])) == ["Disconnected", "asked"]


@needs_root
@clients
def test_the_daemons_account_is_believed_and_its_neighbour_is_not(client: str) -> None:
    def answer(user: int) -> str:
        return on_a_machine(serving(user, user, SYSTEM_SOCKET, CLIENTS[client]))[0]

    assert answer(DAEMON) == "Disconnected"
    assert answer(DAEMON + 1) == "Untrusted"


@needs_root
@clients
def test_where_root_has_no_number_the_systems_socket_alone_is_believed(client: str) -> None:
    nameless = ["unshare", "--user", *CLIENTS[client]]
    assert on_a_machine(serving(0, 0, SYSTEM_SOCKET, nameless))[0] == "Disconnected"
    assert on_a_machine(serving(0, 0, "/run/gate", nameless), BIOGATE_SOCKET="/run/gate")[0] == "Untrusted"
    assert on_a_machine(serving(0, 0, "/run/gate", [*nameless, "/run/gate"]))[0] == "Untrusted"


#: Prints which socket is asked.
ASKED = {
    "python": "from biometricgate import Gate; print(Gate().socket)",
    "node": 'import { Gate } from "biometricgate"; console.log(new Gate().socket)',
}


@needs_root
@clients
@pytest.mark.parametrize("right", ["euid", "egid"])
def test_a_program_with_other_rights_than_its_caller_asks_the_system(client: str, right: str) -> None:
    program = [*CLIENTS[client][:-1], ASKED[client]]
    # Set before it starts: Debian 13's Node cannot change its own rights, because io_uring could keep the old ones.
    assert said(program, BIOGATE_SOCKET="/nowhere") == ["/nowhere"]
    assert said(["setpriv", f"--{right}=65534", "--keep-groups", *program], BIOGATE_SOCKET="/nowhere") == [SYSTEM_SOCKET]


# ---- The client for Node, which sees the socket's file alone ----


def node(path: Path) -> list[str]:
    return said([*CLIENTS["node"], str(path)])


def test_node_trusts_no_directory_that_others_can_write_to(scripted: ScriptedDaemon) -> None:
    path = Path(scripted.path)
    assert node(path) == ["StorageFailed"]
    path.parent.chmod(0o777)
    assert node(path) == ["Untrusted"]
    path.parent.chmod(0o777 | stat.S_ISVTX)
    assert node(path) == ["StorageFailed"]
    assert len(scripted.calls) == 2


#: Leads the link of its first argument to the second one once everything on the way was looked at.
SWAP = """
import fs, { symlinkSync, unlinkSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const [link, other] = process.argv.slice(1);
const { stat } = fs.promises;
fs.promises.stat = async (path) => {
  if (path === "/") { unlinkSync(link); symlinkSync(other, link); }
  return stat(path);
};
syncBuiltinESMExports();
const { Gate } = await import("biometricgate");
try { await new Gate({ socket: link }).setPIN("274916"); } catch (error) { console.log(error.name); }
"""


def test_node_connects_to_what_it_looked_at(scripted: ScriptedDaemon, tmp_path: Path) -> None:
    other, link = ScriptedDaemon(tmp_path / "other"), tmp_path / "link"
    link.symlink_to(scripted.path)
    assert said([*CLIENTS["node"][:-1], SWAP, str(link), other.path]) == ["StorageFailed"]
    assert (len(scripted.calls), len(other.calls)) == (1, 0) and link.readlink() == Path(other.path)
