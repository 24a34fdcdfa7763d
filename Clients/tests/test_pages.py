"""The pages of the packages: every sample runs, and each page is short enough to be read."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from biometricgate.sandbox import Sandbox
from conftest import PACKAGES

CLIENTS = Path(__file__).parent.parent
#: The touches that a sample is given, its language and kind, and its text.
SAMPLE = re.compile(r"(?:<!-- touch ([^\n]*) -->\n)?```(python|js)( test)?\n(.*?)```\n", re.S)
#: What each prints, in the order of the pages.
PRINTED = {
    ("python", 0): ["Keep the sign-in: touch the", "Fingerprint matched.", "6 bytes by fingerprint", "no touch within two minutes"],
    ("python", 1): ["No match or pin"],
    ("python", 2): ["1 passed"],
    ("node", 0): ["Keep the sign-in: touch the", "Fingerprint matched.", "6 bytes by fingerprint", "no touch within two minutes"],
    ("node", 1): ["the window was closed"],
    ("node", 2): ["Use your PIN instead."],
    ("node", 3): ["# pass 1\n"],
}


def samples(client: str) -> list[tuple[str, str, str, str]]:
    return SAMPLE.findall((CLIENTS / client / "README.md").read_text())


def test_every_sample_is_run_and_pages_are_short() -> None:
    for client in ("python", "node"):
        page = (CLIENTS / client / "README.md").read_text()
        assert page.count("\n") <= 130
        assert page.count("```") == 2 * len(samples(client)) == 2 * sum(name == client for name, _ in PRINTED)


@pytest.mark.parametrize("client, index", PRINTED)
def test_a_sample_does_what_it_says(client: str, index: int, prepared_sandbox: Sandbox, tmp_path: Path) -> None:
    touches, language, kind, text = samples(client)[index]
    file = (tmp_path if language == "python" else PACKAGES) / f"test_sample{index}.{'py' if language == 'python' else 'mjs'}"
    file.write_text(text)
    program = [sys.executable, *["-m", "pytest"][: 2 * bool(kind)]] if language == "python" else ["node"]
    options = ["--test", "--test-reporter=tap"][: 2 * bool(kind)] if language == "js" else []
    with subprocess.Popen([*program, *options, file], stdout=subprocess.PIPE, text=True) as running:
        for touch in filter(None, touches.split(", then ")):
            subprocess.run(["biogate", "sandbox", "touch", *touch.split()], check=True)
        printed, _ = running.communicate()
    assert running.returncode == 0
    at = 0
    for words in PRINTED[client, index]:
        at = printed.index(words, at) + len(words)
