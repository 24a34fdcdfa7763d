"""Starts `biogate-sandbox` for tests in Python: a separate daemon, on a simulated reader."""

import json
import os
import subprocess

# Only ends a hang; nothing waits for it.
HANG = 300


class Sandbox:
    """A sandbox until `close`, or until this process ends. `options` go to `biogate-sandbox`."""

    def __init__(self, binaries, *options):
        self.process = subprocess.Popen(
            [os.path.join(binaries, "biogate-sandbox"), *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the sandbox did not start")
        facts = json.loads(line)["parameters"]["sandbox"]
        self.socket, self.directory = facts["socket"], facts["directory"]
        # The daemon's process number, and the reader's socket.
        self.daemon, self.reader = facts["processId"], os.path.join(self.directory, "port/reader")

    @property
    def environment(self):
        """The environment for programs that use the sandbox."""
        return {**os.environ, "BIOGATE_SOCKET": self.socket, "BIOGATE_SANDBOX": self.directory}

    def close(self):
        """Ends the sandbox. Returns the daemon's status."""
        self.process.stdin.close()
        return self.process.wait(HANG)
