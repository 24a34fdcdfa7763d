"""The packages themselves: their files, their metadata, and the systems on which they can be installed."""

from __future__ import annotations

import json
import pydoc
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import biometricgate
from biometricgate import blocking
from conftest import PACKAGES

LICENCE = (Path(__file__).parents[2] / "LICENSE").read_bytes()


def test_every_package_carries_the_licence() -> None:
    (wheel,) = PACKAGES.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        (name,) = (name for name in files.namelist() if name.endswith("/LICENSE"))
        assert files.read(name) == LICENCE
    for pattern, directory in (("*.tar.gz", "biometricgate-*"), ("*.tgz", "package")):
        (archive,) = PACKAGES.glob(pattern)
        with tarfile.open(archive) as files:
            (name,) = (name for name in files.getnames() if name.endswith("/LICENSE"))
            licence = files.extractfile(name)
            assert licence and licence.read() == LICENCE


def test_sources_carry_the_licence_for_other_builders_than_ours() -> None:
    """`npm pack` and `python -m build` include files that lie beside the sources."""
    for client in ("python", "node"):
        assert (Path(__file__).parents[1] / client / "LICENSE").read_bytes() == LICENCE


def test_the_package_says_its_version() -> None:
    (wheel,) = PACKAGES.glob("*.whl")
    assert wheel.name.split("-")[1] == biometricgate.__version__


def test_help_shows_types() -> None:
    for gate, watched in ((biometricgate.Gate, "AsyncIterator"), (blocking.Gate, "Iterator")):
        # From Python 3.13 on each parameter has its own line.
        said = " ".join(pydoc.plain(pydoc.render_doc(gate)).replace(" |", " ").split())
        assert "name: 'str', *, reason: 'str'" in said and "-> 'Secret'" in said
        assert f"-> '{watched}[ReaderChange]'" in said
        assert "BIOGATE_SOCKET" in said


#: A Python of another system, as far as the package asks for it.
ELSEWHERE = """
import os, socket, sys
sys.platform = "win32"
for name in ("pwd", "termios", "fcntl"):
    sys.modules[name] = None
for module, names in ((os, ("getuid", "geteuid", "getgid", "getegid")), (socket, ("AF_UNIX", "SO_PEERCRED"))):
    for name in names:
        delattr(module, name)
import asyncio
import biometricgate
from biometricgate import blocking, sandbox
async def main():
    async with biometricgate.Gate() as gate:
        await gate.settings()
for call in (blocking.Gate().settings, lambda: loop.run_until_complete(main())):
    try:
        call()
    except biometricgate.NotRunning as error:
        print(error)
"""


def test_on_another_system_python_says_that_there_is_no_service() -> None:
    # Python's own modules stay those of Linux.
    program = "import asyncio, shutil, subprocess\nloop = asyncio.new_event_loop()\n" + ELSEWHERE
    said = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=True).stdout
    assert said == 2 * "BiometricGate is a service for Linux, and this is win32\n"


def test_on_another_system_node_says_that_there_is_no_service() -> None:
    program = """
        Object.defineProperty(process, "platform", { value: "darwin" });
        delete process.getuid; delete process.geteuid; delete process.getgid; delete process.getegid;
        const { Gate, NotRunning } = await import("biometricgate");
        try { await new Gate().settings(); } catch (error) { console.log(error.name, error.message); }
    """
    node = ["node", "--input-type=module", "--eval", program]
    said = subprocess.run(node, cwd=PACKAGES, stdout=subprocess.PIPE, text=True, check=True).stdout
    assert said == "NotRunning BiometricGate is a service for Linux, and this is darwin\n"
    package = json.loads((PACKAGES / "node_modules/biometricgate/package.json").read_text())
    assert "os" not in package and "cpu" not in package


# ---- TypeScript ----

WITH_NODES_TYPES = """
declare global {
  interface Buffer extends Uint8Array { toString(encoding?: string): string; equals(other: Uint8Array): boolean }
  var Buffer: { alloc(size: number, fill?: number): Buffer };
}
import { Gate } from "biometricgate";
import { Sandbox } from "biometricgate/sandbox";
import keytar, { getPassword } from "biometricgate/keytar";
export const first: typeof getPassword = async (service) => (await keytar.findCredentials(service))[0]?.password ?? null;
export async function signIn(gate: Gate, sandbox: Sandbox): Promise<string> {
  const token = await gate.open("n", { reason: "Sign in", pin: ({ message, attemptsRemaining = 0 }) => message || null });
  await gate[Symbol.asyncDispose]();
  await sandbox[Symbol.asyncDispose]();
  return token.equals(await gate.sign("k", "c", { reason: "Sign in" })) ? "" : token.toString("utf8");
}
"""


def test_an_opened_secret_is_a_buffer_where_nodes_types_are() -> None:
    file = PACKAGES / "buffer.mts"
    file.write_text(WITH_NODES_TYPES)
    options = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom"]
    subprocess.run(["tsc", *options, "--module", "nodenext", "--moduleResolution", "nodenext", file], check=True)
    # Without Node's types it is a Uint8Array.
    file.write_text('import { Gate } from "biometricgate";\nexport const open = async (gate: Gate): Promise<Uint8Array> =>\n'
                    '  gate.open("n", { reason: "Sign in" });\n')
    subprocess.run(["tsc", *options, "--module", "nodenext", "--moduleResolution", "nodenext", file], check=True)
