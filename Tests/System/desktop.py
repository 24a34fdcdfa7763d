"""What the desktop package does in a booted Debian: python3 desktop.py ROOT PACKAGE DESKTOP-PACKAGE

Each step needs the results of the earlier ones. Ends with 0 if all succeeded.
"""

import contextlib
import os
import re
import shutil
import subprocess
import sys
import time

from installed import NEWER, newer
from machine import Machine, wait_until

USER = "kari"
AGENT = "biogate-agent.service"
AUTOSTART = "/etc/xdg/autostart/biogate-agent.desktop"

# graphical-session.target is only started by a session's own target (systemd.special(7)).
SESSION = """\
[Unit]
BindsTo=graphical-session.target
Before=graphical-session.target
"""


class Desktop:
    """The steps in order, and their shared state."""

    def __init__(self, machine, packages):
        self.machine, self.packages = machine, packages

    def apt(self, *arguments):
        return self.machine.run("apt-get", *arguments).expect()

    def install(self, packages):
        for package in packages:
            shutil.copy(package, self.machine.path("/root"))
        self.apt("install", "--yes", *(f"/root/{os.path.basename(package)}" for package in packages))

    def manager(self, *arguments):
        """systemctl for the user's own units."""
        return self.machine.run("systemctl", "--user", f"--machine={USER}@.host", *arguments)

    def session(self, verb):
        """Begins or ends a graphical session, as far as systemd knows."""
        self.manager(verb, "test-session.target").expect()
        state = "active" if verb == "start" else "inactive"
        wait_until(state, lambda: self.manager("is-active", "graphical-session.target").out.strip() == state)

    def agent(self):
        return self.manager("is-active", AGENT).out.strip()

    def files(self):
        """The package's files on the disk."""
        listed = subprocess.run(
            ["dpkg-deb", "--fsys-tarfile", self.packages[1]], capture_output=True, check=True).stdout
        names = subprocess.run(["tar", "-t"], input=listed, capture_output=True, check=True).stdout.decode()
        paths = [name.lstrip(".") for name in names.splitlines() if not name.endswith("/")]
        assert len(paths) > 10, paths
        return [path for path in paths if os.path.lexists(self.machine.path(path))]

    # The steps.

    def installing(self):
        """apt installs both packages: the programs run with the libraries that the packages name, and without a display
        """
        self.machine.run("useradd", "--create-home", "--uid=1000", USER).expect()
        self.machine.write("/etc/systemd/user/test-session.target", SESSION)
        self.install(self.packages)
        for program in "/usr/bin/biogate-settings", "/usr/libexec/biogate-prompt":
            self.machine.run(program, "--help", user=USER).expect(says="Exit status")
            self.machine.run(program, user=USER).expect(3)
        self.machine.run("loginctl", "enable-linger", USER).expect()
        wait_until("the user's manager", lambda: self.manager("is-system-running").out.strip() == "running")

    def agent_in_sessions(self):
        """the agent runs in graphical sessions, and no longer than they last"""
        assert self.agent() == "inactive"
        self.session("start")
        wait_until("the agent", lambda: self.agent() == "active")
        self.session("stop")
        wait_until("no agent", lambda: self.agent() == "inactive")

    def masked(self):
        """a user who masks the unit has no agent, until it is unmasked"""
        self.manager("mask", AGENT).expect()
        self.session("start")
        assert self.agent() == "inactive"
        self.session("stop")
        self.manager("unmask", AGENT).expect()
        self.session("start")
        wait_until("the agent", lambda: self.agent() == "active")

    def upgrade(self):
        """an upgrade of both leaves the agent running, and starts it in the next session"""
        with contextlib.ExitStack() as stack:
            self.install([stack.enter_context(newer(package)) for package in self.packages])
        self.machine.run("dpkg-query", "--show", "biogate-desktop").expect(says=NEWER)
        assert self.agent() == "active"
        self.session("stop")
        self.session("start")
        wait_until("the agent", lambda: self.agent() == "active")
        self.session("stop")

    def removal(self):
        """removal leaves the autostart's configuration, which starts nothing; purging leaves nothing but the service"""
        self.apt("remove", "--yes", "biogate-desktop")
        assert self.files() == [AUTOSTART], self.files()
        with open(self.machine.path(AUTOSTART), encoding="utf-8") as file:
            tried = re.search(r"(?m)^TryExec=(.*)$", file.read()).group(1)
        assert not os.path.exists(self.machine.path(tried)), tried
        self.manager("daemon-reload").expect()
        self.session("start")
        assert self.agent() == "inactive"
        self.session("stop")
        self.apt("purge", "--yes", "biogate-desktop")
        assert not self.files(), self.files()
        self.machine.run("biogate", "readers", user=USER).expect(says="No fingerprint reader.")

    STEPS = [installing, agent_in_sessions, masked, upgrade, removal]


def main():
    root, *packages = sys.argv[1:]
    with Machine(root) as machine:
        desktop = Desktop(machine, packages)
        for step in Desktop.STEPS:
            began = time.monotonic()
            try:
                step(desktop)
            except BaseException:
                print(f"failed: {step.__doc__}", file=sys.stderr)
                print(machine.journal("--lines=60"), file=sys.stderr)
                raise
            print(f"ok: {step.__doc__} ({time.monotonic() - began:.1f} s)", flush=True)


if __name__ == "__main__":
    main()
