"""Fixtures for tests of programs that ask for fingers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .sandbox import Sandbox


@pytest.fixture
def biogate_sandbox(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sandbox]:
    """A daemon of the test's own, with neither PIN nor finger; programs started by the test find it by their
    environment."""
    with Sandbox() as sandbox:
        monkeypatch.setenv("BIOGATE_SOCKET", sandbox.socket)
        monkeypatch.setenv("BIOGATE_SANDBOX", sandbox.directory)
        yield sandbox


@pytest.fixture(scope="module")
def shared_sandbox() -> Iterator[Sandbox]:
    """A daemon for all tests of a module, with the PIN 274916 and the right index finger. Starting one takes a second or
    two; each test finds what the ones before it left."""
    with Sandbox() as sandbox, pytest.MonkeyPatch.context() as environment:
        environment.setenv("BIOGATE_SOCKET", sandbox.socket)
        environment.setenv("BIOGATE_SANDBOX", sandbox.directory)
        sandbox.prepare()
        yield sandbox


@pytest.fixture
def prepared_sandbox(biogate_sandbox: Sandbox) -> Sandbox:
    """The same, with the PIN 274916 and the right index finger."""
    biogate_sandbox.prepare()
    return biogate_sandbox
