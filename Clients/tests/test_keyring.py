"""The backend for PyPI's keyring."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from base64 import b64encode
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import biometricgate
import pytest
from biometricgate import Access, Factor, blocking
from biometricgate.keyring_backend import Keyring
from biometricgate.sandbox import Sandbox
from conftest import EITHER, INDEX, PACKAGES, PIN
from keyring.errors import KeyringError, KeyringLocked, PasswordDeleteError, PasswordSetError

#: Service and user names that a backend meets: addresses, separators, and what has no place in an item's name.
NAMES = [("https://upload.pypi.org/legacy/", "__token__"), ("a", "b/c"), ("a/b", "c"), ("100 %", "ä\n"), ("", "nobody")]


@pytest.fixture
def keyring(shared_sandbox: Sandbox) -> Iterator[Keyring]:
    yield Keyring()
    with blocking.Gate() as gate:
        gate.authenticate(reason="Forget the misses", pin=PIN)
        for item in gate.items():
            gate.delete_item(item.name)


def test_a_password_comes_back_with_a_finger(shared_sandbox: Sandbox, keyring: Keyring) -> None:
    for service, username in NAMES:
        assert keyring.get_password(service, username) is None
        with shared_sandbox.touch(INDEX, calls=3):
            keyring.set_password(service, username, "hemmelig")
            keyring.set_password(service, username, f"of {service}")
            assert keyring.get_password(service, username) == f"of {service}"
    for service, username in NAMES:
        # The username needs no touch, and the password one.
        credential = keyring.get_credential(service, None)
        assert credential and credential.username == username
        with shared_sandbox.touch(INDEX):
            assert credential.password == credential.password == f"of {service}"
        keyring.delete_password(service, username)
        assert keyring.get_password(service, username) is None
        assert keyring.get_credential(service, None) is None
        with pytest.raises(PasswordDeleteError):
            keyring.delete_password(service, username)


def test_a_password_survives_another_finger_by_the_pin(prepared_sandbox: Sandbox) -> None:
    with prepared_sandbox.touch(INDEX):
        Keyring().set_password("service", "user", "hemmelig")
    with blocking.Gate() as gate:
        # Another password keeps the access that the user chose.
        gate.store("keyring/service/alone", b"x", access=Access(factors=(Factor.PIN,)), pin=PIN)
        Keyring().set_password("service", "alone", "other")
        assert [item.access.factors for item in gate.items()] == [(Factor.PIN,), (Factor.FINGERPRINT, Factor.PIN)]
        with prepared_sandbox.touch("left-index", all=True):
            gate.enroll(biometricgate.Finger.LEFT_INDEX, pin=PIN)
        assert gate.item("keyring/service/user").openable_by == (Factor.PIN,)


def test_every_failure_is_keyrings_own_error(shared_sandbox: Sandbox, keyring: Keyring) -> None:
    with blocking.Gate() as gate:
        gate.store("keyring/service/user", b"\xff", access=EITHER, pin=PIN)
    credential = keyring.get_credential("service", None)
    assert credential
    for opens in (lambda: keyring.get_password("service", "user"), lambda: credential.password):
        with shared_sandbox.touch(INDEX), pytest.raises(KeyringError, match="UTF-8") as caught:
            opens()
        assert not isinstance(caught.value.__context__, UnicodeError)
    with shared_sandbox.touch("stranger", times=3), pytest.raises(KeyringLocked, match="^No match"):
        keyring.get_password("service", "user")
    for service, username in (("service", None), (None, "user"), ("\ud800", "user"), ("x" * 1000, "user")):
        with pytest.raises(KeyringError) as failure:
            keyring.get_password(service, username)  # type: ignore[arg-type]
        assert not isinstance(failure.value, KeyringLocked)
        with pytest.raises(PasswordDeleteError):
            keyring.delete_password(service, username)  # type: ignore[arg-type]
    for password in ("", "\ud800", "x" * 65_537, None, b"bytes"):
        with pytest.raises(PasswordSetError):
            keyring.set_password("service", "user", password)  # type: ignore[arg-type]


def test_keyring_finds_the_backend_by_its_entry_point(prepared_sandbox: Sandbox, tmp_path: Path) -> None:
    program = """
import json, keyring, keyring.backend
found = {f"{type(each).__module__}.{type(each).__name__}": each.priority for each in keyring.backend.get_all_keyring()}
print(json.dumps(found))
"""

    def found(**environment: str) -> dict[str, float]:
        said = subprocess.run(
            [sys.executable, "-c", program], env=os.environ | environment, stdout=subprocess.PIPE, check=True
        )
        names: dict[str, float] = json.loads(said.stdout)
        return names

    # Above the encrypted file of keyrings.alt, and below a keyring that is unlocked with the session.
    assert 0.6 < found()["biometricgate.keyring_backend.Keyring"] < 1
    assert "biometricgate.keyring_backend.Keyring" not in found(BIOGATE_SOCKET=str(tmp_path / "nowhere"))


# ---- Programs that use keyring ----

CHOSEN = {"PYTHON_KEYRING_BACKEND": "biometricgate.keyring_backend.Keyring"}
USER, TOKEN = "__token__", "hemmelig"


class Index(BaseHTTPRequestHandler):
    """A package index without packages, for those who know the password."""

    def do_GET(self) -> None:
        given = b64encode(f"{USER}:{TOKEN}".encode()).decode()
        self.send_response(404 if self.headers["Authorization"] == f"Basic {given}" else 401)
        self.send_header("WWW-Authenticate", "Basic realm=index")
        self.end_headers()

    def do_POST(self) -> None:
        """Takes an upload."""
        self.rfile.read(int(self.headers["Content-Length"]))
        given = b64encode(f"{USER}:{TOKEN}".encode()).decode()
        self.send_response(200 if self.headers["Authorization"] == f"Basic {given}" else 403)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def index() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Index) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/simple/"
        server.shutdown()


def started(program: str, index: str) -> subprocess.Popen[str]:
    pip = ["pip", "--isolated", "--no-input", "--disable-pip-version-check", "--keyring-provider", "import", "download"]
    words = ["keyring", "get", index, USER] if program == "keyring" else [*pip, "--index-url", index, "nothing"]
    pipes: Any = dict(stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    return subprocess.Popen([sys.executable, "-m", *words], env=os.environ | CHOSEN, text=True, **pipes)


def cancel(_: Sandbox) -> None:
    with blocking.Gate() as gate:
        for seen in gate.watch_requests():
            return gate.cancel_request(seen.request.id)


def deny(sandbox: Sandbox) -> None:
    sandbox.touch("stranger", times=3).wait()


def kill(sandbox: Sandbox) -> None:
    with blocking.Gate() as gate:
        next(gate.watch_requests())
    os.kill(sandbox.process_id, signal.SIGKILL)


def test_a_touch_opens_the_password_of_a_program_and_a_refusal_ends_it(own_sandbox: Sandbox, index: str) -> None:
    with own_sandbox.touch(INDEX), subprocess.Popen(
        [sys.executable, "-m", "keyring", "set", index, USER], stdin=subprocess.PIPE, env=os.environ | CHOSEN, text=True
    ) as setting:
        setting.communicate(TOKEN)
        assert setting.returncode == 0
    for program, opened in (("keyring", TOKEN), ("pip", "No matching distribution found")):
        with own_sandbox.touch(INDEX), started(program, index) as running:
            assert opened in running.communicate()[0]
    for end, reason in ((cancel, "Cancelled"), (deny, "No match"), (kill, "the connection ended")):
        programs = ["keyring", "pip"] if end is cancel else ["keyring"]
        for program in programs:
            with started(program, index) as running:
                end(own_sandbox)
                said, _ = running.communicate()
            assert running.returncode == 1 and reason in said, said
            assert program == "keyring" or "Keyring is skipped" in said


def test_twine_and_poetry_upload_by_one_touch_and_end_when_it_is_cancelled(
    prepared_sandbox: Sandbox, index: str, tmp_path: Path
) -> None:
    (wheel,) = PACKAGES.glob("*.whl")
    (tmp_path / "dist").mkdir()
    shutil.copy(wheel, tmp_path / "dist")
    (tmp_path / "pyproject.toml").write_text(f'[project]\nname = "biometricgate"\nversion = "{biometricgate.__version__}"\n')
    with blocking.Gate() as gate:
        for name in (index, "poetry-repository-local"):
            with prepared_sandbox.touch(INDEX):
                Keyring().set_password(name, USER, TOKEN)
        assert len(gate.items()) == 2
    environment = os.environ | CHOSEN | {
        "HOME": str(tmp_path), "POETRY_NO_INTERACTION": "1", "POETRY_VIRTUALENVS_CREATE": "false",
        "POETRY_REPOSITORIES_LOCAL_URL": index,
    }
    for words in (
        ["twine", "upload", "--non-interactive", "--disable-progress-bar", "--repository-url", index, f"dist/{wheel.name}"],
        ["poetry", "publish", "--repository", "local", "--username", USER],
    ):
        pipes: Any = dict(cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        start = [sys.executable, "-m", *words]
        with prepared_sandbox.touch(INDEX), subprocess.Popen(start, env=environment, text=True, **pipes) as running:
            said = running.communicate()[0]
            assert running.returncode == 0, said
        with subprocess.Popen(start, env=environment, text=True, **pipes) as running:
            cancel(prepared_sandbox)
            said = running.communicate()[0]
            assert running.returncode == 1 and "Cancelled" in said, said
