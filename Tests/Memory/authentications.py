"""Lets the real daemon open an item by finger, again and again: `authentications.py BIOGATED ROUNDS`.

From two fifths of the rounds on, the daemon must not keep more than 1 MiB more, or more descriptors; at its end, it
must have no unreferenced memory (LeakSanitizer). Every tenth round has its own connection. The first thousands fill
bounded memory: caches, and the allocator's free memory.
"""

import base64
import json
import os
import socket
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "Sandbox"))
from sandbox import Sandbox  # noqa: E402

PIN = "739154"
FINGER = "first-finger"
SUPPRESSIONS = os.path.join(HERE, "lsan.supp")


class Client:
    """One connection."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.received = b""

    def call(self, method, parameters, reader=None):
        """The call's result; `reader` is touched whenever it wants a finger."""
        message = {"method": f"org.biometricgate.Gate.{method}", "parameters": parameters}
        if reader:
            message["more"] = True
        self.socket.sendall(json.dumps(message).encode() + b"\0")
        while True:
            reply = self.reply()
            if "error" in reply:
                raise SystemExit(f"{method} was refused: {reply}")
            if not reply.get("continues"):
                return reply["parameters"]
            if reply["parameters"]["progress"]["event"] == "waitingForFinger":
                reader.touch()

    def reply(self):
        while b"\0" not in self.received:
            more = self.socket.recv(65536)
            if not more:
                raise SystemExit("the daemon closed the connection")
            self.received += more
        frame, self.received = self.received.split(b"\0", 1)
        return json.loads(frame)

    def close(self):
        self.socket.close()


class Reader:
    """libfprint's virtual reader."""

    def __init__(self, path):
        self.path = path

    def touch(self):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(self.path)
            connection.sendall(f"SCAN {FINGER}".encode())
            # The driver closes it once it has read.
            try:
                connection.recv(1)
            except ConnectionResetError:
                pass


class Daemon(Sandbox):
    def __init__(self, program, environment):
        super().__init__(
            os.path.dirname(program), "--daemon", program, "--verify-only", "--patience", "120",
            *(word for variable in environment.items() for word in ("--variable", "=".join(variable))))

    def private(self):
        """Bytes that the daemon has written. Memory only read from a file counts as private, too, when no other process
        reads it."""
        with open(f"/proc/{self.daemon}/smaps_rollup", encoding="ascii") as lines:
            return 1024 * sum(int(line.split()[1]) for line in lines if line.startswith(("Private_Dirty:", "Swap:")))

    def descriptors_beyond(self, count):
        """How many more are open; work after an answer opens files and directories for a moment."""
        end = time.monotonic() + 10
        while (more := self.descriptors() - count) > 0 and time.monotonic() < end:
            time.sleep(0.01)
        return more

    def descriptors(self):
        """Without SQLite's journal, which is open now and then, and may be closed again between the two looks."""
        directory = f"/proc/{self.daemon}/fd"
        count = 0
        for number in os.listdir(directory):
            try:
                count += not os.readlink(f"{directory}/{number}").endswith("-journal")
            except FileNotFoundError:
                pass
        return count

    def end(self):
        """The sandbox has printed what a daemon said that failed."""
        if (status := self.close()) != 0:
            raise SystemExit(f"the daemon ended with {status}")


def play(program, rounds, environment):
    """Growth in bytes and descriptors from two fifths of the rounds on."""
    daemon = Daemon(program, environment)
    reader = Reader(daemon.reader)
    client = Client(daemon.socket)
    client.call("SetPIN", {"pin": PIN})
    client.call("Enroll", {"finger": "rightIndex", "credential": {"pin": PIN}}, reader)
    secret = base64.b64encode(b"a secret that stays").decode()
    client.call("StoreSecret", {"name": "item", "secret": secret}, reader)
    before = None
    for number in range(rounds):
        if number == rounds * 2 // 5:
            before = daemon.private(), daemon.descriptors()
        if number % 10 == 0:
            client.close()
            client = Client(daemon.socket)
        opened = client.call("RetrieveSecret", {"name": "item", "reason": "Again"}, reader)
        if opened["secret"] != secret:
            raise SystemExit("another secret was opened")
    grown = daemon.private() - before[0], daemon.descriptors_beyond(before[1])
    client.close()
    daemon.end()
    return grown


def main():
    program, rounds = sys.argv[1], int(sys.argv[2])
    # Once under LeakSanitizer, which knows malloc's memory and not GLib's slices, and once without, because it keeps
    # memory itself.
    play(program, rounds, {
        "LD_PRELOAD": "liblsan.so.0", "G_SLICE": "always-malloc", "LSAN_OPTIONS": f"suppressions={SUPPRESSIONS}",
    })
    memory, descriptors = play(program, rounds, {})
    counted = rounds - rounds * 2 // 5
    said = f"{memory / 1024:.0f} KiB and {descriptors} descriptors more after {counted} further authentications"
    print(f"{said}: {memory / counted:.1f} bytes each")
    return 1 if memory > 1 << 20 or descriptors > 0 else 0


if __name__ == "__main__":
    sys.exit(main())
