"""The backend for PyPI's keyring."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import biometricgate
import pytest
from biometricgate import Factor, blocking
from biometricgate.keyring_backend import Keyring
from biometricgate.sandbox import Sandbox
from conftest import INDEX, PIN
from keyring.errors import KeyringLocked, PasswordDeleteError, PasswordSetError

#: Service and user names that a backend meets: addresses, separators, and what has no place in an item's name.
NAMES = [("https://upload.pypi.org/legacy/", "__token__"), ("a", "b/c"), ("a/b", "c"), ("100 %", "ä\n"), ("", "nobody")]


@pytest.mark.parametrize("service, username", NAMES)
def test_a_password_comes_back_with_a_finger(prepared_sandbox: Sandbox, service: str, username: str) -> None:
    keyring = Keyring()
    assert keyring.get_password(service, username) is None
    with prepared_sandbox.touch(INDEX, calls=3):
        keyring.set_password(service, username, "hemmelig")
        keyring.set_password(service, username, "hemmeligere")
        assert keyring.get_password(service, username) == "hemmeligere"
    credential = None
    with prepared_sandbox.touch(INDEX):
        credential = keyring.get_credential(service, None)
    assert credential and (credential.username, credential.password) == (username, "hemmeligere")
    keyring.delete_password(service, username)
    assert keyring.get_password(service, username) is None
    with pytest.raises(PasswordDeleteError):
        keyring.delete_password(service, username)


def test_two_services_have_two_passwords(prepared_sandbox: Sandbox) -> None:
    keyring = Keyring()
    with prepared_sandbox.touch(INDEX, calls=4):
        for service, username in (("a", "b/c"), ("a/b", "c")):
            keyring.set_password(service, username, service)
        assert keyring.get_password("a", "b/c") == "a"
        assert keyring.get_password("a/b", "c") == "a/b"


def test_a_password_survives_another_finger_by_the_pin(prepared_sandbox: Sandbox) -> None:
    with prepared_sandbox.touch(INDEX):
        Keyring().set_password("service", "user", "hemmelig")
    with blocking.Gate() as gate:
        with prepared_sandbox.touch("left-index", all=True):
            gate.enroll(biometricgate.Finger.LEFT_INDEX, pin=PIN)
        assert gate.items()[0].openable_by == (Factor.PIN,)


def test_what_is_refused_is_keyrings_own_error(prepared_sandbox: Sandbox) -> None:
    keyring = Keyring()
    with prepared_sandbox.touch(INDEX):
        keyring.set_password("service", "user", "hemmelig")
    with prepared_sandbox.touch("stranger", times=3), pytest.raises(KeyringLocked, match="No match"):
        keyring.get_password("service", "user")
    for password in ("", "\ud800", "x" * 65_537):
        with pytest.raises(PasswordSetError):
            keyring.set_password("service", "user", password)


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

    # Below 1, so a keyring that is unlocked with the session keeps its place.
    assert 0 < found()["biometricgate.keyring_backend.Keyring"] < 1
    assert "biometricgate.keyring_backend.Keyring" not in found(BIOGATE_SOCKET=str(tmp_path / "nowhere"))
    chosen = {"PYTHON_KEYRING_BACKEND": "biometricgate.keyring_backend.Keyring"}
    with prepared_sandbox.touch(INDEX):
        subprocess.run(
            [sys.executable, "-c", "import keyring; keyring.set_password('service', 'user', 'hemmelig')"],
            env=os.environ | chosen, check=True,
        )
    with prepared_sandbox.touch(INDEX):
        said = subprocess.run(
            [sys.executable, "-m", "keyring", "get", "service", "user"],
            env=os.environ | chosen, stdout=subprocess.PIPE, text=True, check=True,
        )
    assert said.stdout == "hemmelig\n"
