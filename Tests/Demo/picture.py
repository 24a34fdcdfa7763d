#!/usr/bin/env python3
"""Draws docs/picture.svg: a terminal, as it looked in a run of the real programs on a virtual reader.

python3 picture.py DIRECTORY-OF-THE-BINARIES PICTURE. Fails if a command does not print what it must.
"""
import html
import os
import pty
import re
import subprocess
import sys

PIN = b"274916\n"
LINE, CHARACTER, MARGIN = 21, 8.5, 18


class Terminal:
    """Runs commands on a pseudo-terminal, and records their output."""

    def __init__(self):
        self.lines = []

    def run(self, command, *, finger=None, types=None, said):
        """Runs `command`, while `finger` touches the reader as soon as a touch is wanted.

        `types` is a question and its answer.
        """
        touching = finger and subprocess.Popen(["biogate", "sandbox", "touch", *finger], stdout=subprocess.DEVNULL)
        child, terminal = pty.fork()
        if child == 0:
            os.environ["TERM"] = "dumb"
            os.execvp(command[0], command)
        seen = b""
        while True:
            try:
                chunk = os.read(terminal, 4096)
            except OSError:  # The other end is closed.
                break
            if not chunk:
                break
            seen += chunk
            if types and seen.endswith(types[0]):
                os.write(terminal, types[1])
                types = None
        os.waitpid(child, 0)
        os.close(terminal)
        if touching and touching.wait() != 0:
            sys.exit(f"nothing was touched during {command}")
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seen.decode()).replace("\r", "")
        if said not in text:
            sys.exit(f"{command} was to say {said!r}:\n{text}")
        self.lines.append(("command", " ".join(command)))
        self.lines += [("output", line) for line in text.splitlines()]

    def svg(self):
        """The lines as a window."""
        height = MARGIN * 2 + 30 + LINE * len(self.lines)
        width = round(MARGIN * 2 + CHARACTER * max(len(text) + 2 for _, text in self.lines))
        rows = []
        for number, (kind, text) in enumerate(self.lines):
            y = MARGIN + 44 + LINE * number
            prompt = '<tspan class="prompt">$ </tspan>' if kind == "command" else ""
            rows.append(f'<text class="{kind}" x="{MARGIN}" y="{y}" xml:space="preserve">{prompt}{html.escape(text)}</text>')
        spoken = html.escape("; ".join(text for _, text in self.lines))
        return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" aria-label="A terminal: {spoken}">
<style>
text {{ font: 14px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #c9d1d9 }}
.command {{ fill: #ffffff; font-weight: bold }}
.prompt {{ fill: #7ee787 }}
</style>
<rect width="{width}" height="{height}" rx="10" fill="#0d1117"/>
<circle cx="22" cy="20" r="6" fill="#ff5f57"/><circle cx="42" cy="20" r="6" fill="#febc2e"/><circle cx="62" cy="20" r="6" fill="#28c840"/>
{chr(10).join(rows)}
</svg>
"""


def play(picture):
    """The story, inside the sandbox."""
    directory = os.environ["BIOGATE_SANDBOX"]
    os.chdir(directory)
    with open("pin.txt", "wb") as file:
        file.write(PIN)
    with open("token.txt", "w") as file:
        file.write("ghp_example\n")

    def prepared(*command):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)

    def touched(*finger):
        return subprocess.Popen(["biogate", "sandbox", "touch", *finger], stdout=subprocess.DEVNULL)

    prepared("biogate", "pin", "set", "--pin-from", "pin.txt")
    finger = touched("right-index", "--all")
    prepared("biogate", "finger", "add", "right-index", "--pin-from", "pin.txt")
    finger.wait()

    terminal = Terminal()
    terminal.run(["biogate", "store", "github", "--from", "token.txt"], finger=["right-index"], said="Stored")
    terminal.run(["biogate", "get", "github"], finger=["right-index"], said="ghp_example")
    terminal.run(["biogate", "get", "github"], finger=["stranger", "--times", "3"], types=(b"PIN: ", PIN),
                 said="ghp_example")
    terminal.run(["biogate", "finger", "add", "left-index", "--pin-from", "pin.txt", "--yes"],
                 finger=["left-index", "--all"], types=(b"[Y/n] ", b"n\n"), said="Before your fingerprint opens")
    terminal.run(["biogate", "get", "github"], types=(b"PIN: ", PIN), said="Your fingerprints changed")
    with open(picture, "w") as file:
        file.write(terminal.svg())


def main():
    binaries, picture = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    if "BIOGATE_SANDBOX" in os.environ:
        os.environ["PATH"] = binaries + ":" + os.environ["PATH"]
        return play(picture)
    sys.exit(subprocess.run(
        [f"{binaries}/biogate", "sandbox", "--daemon", f"{binaries}/biogated", "--",
         sys.executable, os.path.abspath(__file__), binaries, picture], stdin=subprocess.DEVNULL).returncode)


main()
