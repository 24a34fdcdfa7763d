"""Tests of a program that asks for fingers, on a machine without a reader: biogate sandbox -- pytest"""

import subprocess

import pytest


def biogate(*arguments, **options):
    return subprocess.run(["biogate", *arguments], capture_output=True, **options)


def touch(*arguments):
    """Touches the reader as soon as a call waits for it."""
    return subprocess.Popen(["biogate", "sandbox", "touch", *arguments])


@pytest.fixture(scope="session", autouse=True)
def fingers(tmp_path_factory):
    """Sets a PIN and enrols a finger."""
    pin = tmp_path_factory.mktemp("sandbox") / "pin"
    pin.write_text("274916\n")
    assert biogate("pin", "set", "--pin-from", pin).returncode == 0
    with touch("right-index", "--all"):
        assert biogate("finger", "add", "right-index", "--pin-from", pin).returncode == 0
    with touch("right-index"):
        assert biogate("store", "token", input=b"s3cret").returncode == 0


def test_opens_with_the_finger():
    with touch("right-index"):
        assert biogate("get", "token").stdout == b"s3cret"


def test_stays_shut_for_a_stranger():
    with touch("stranger", "--times", "3"):
        assert biogate("get", "token").returncode == 20


def test_a_poor_scan_is_no_miss():
    asking = subprocess.Popen(["biogate", "get", "token"], stdout=subprocess.PIPE)
    for finger in ["poor", "right-index"]:
        assert touch(finger).wait() == 0
    assert asking.communicate()[0] == b"s3cret"
