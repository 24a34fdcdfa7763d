"""Measures by turns what the security key adds to the daemon's own sign-in, and how long its facts take.

    biogate sandbox -- python3 measure.py DIRECTORY-OF-PROGRAMS ROUNDS COUNT

Prints the rounds as JSON, in microseconds. Without ROUNDS, tells the security key's memory and wake-ups at rest.
A sign-in's time is without the touch: up to the report that a finger is waited for, and from the touch to the answer.
"""

import base64
import contextlib
import hashlib
import json
import os
import pathlib
import socket
import struct
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Keyring"))

from door import BUILT, HANG, WORK, Gate, check, prepare, start, tell_rest

HASH, SITE = hashlib.sha256(b"client data").digest(), "example.org"
# Of CTAPHID: the longest parts of a message in its first and in its other packets.
FIRST, NEXT = 57, 59
INIT, CBOR, KEEPALIVE = 0x86, 0x90, 0xBB


class Packets:
    """A channel of the security key, without a library's time."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.settimeout(HANG)
        self.socket.connect(path)
        self.channel = b"\xff" * 4
        self.channel = self.call(INIT, bytes(8))[8:12]

    def call(self, command, message):
        parts = [struct.pack(">BH", command, len(message)) + message[:FIRST]]
        parts += [bytes([number]) + message[FIRST + NEXT * number:FIRST + NEXT * (number + 1)]
                  for number in range((len(message) - FIRST + NEXT - 1) // NEXT)]
        for part in parts:
            self.socket.send((self.channel + part).ljust(64, b"\0"))
        while (packet := self.socket.recv(64))[4] == KEEPALIVE:
            pass
        check(packet[4] == command, f"the answer {packet}")
        (length,), answer = struct.unpack(">H", packet[5:7]), packet[7:]
        while len(answer) < length:
            answer += self.socket.recv(64)[5:]
        return answer[:length]

    def ask(self, message):
        answer = self.call(CBOR, message)
        check(answer[0] == 0, f"status {answer[0]:#x}")
        return answer


class Toucher:
    """Touches as soon as a finger is waited for, and notes when."""

    def __init__(self):
        self.gate, self.touch = Gate(), None
        self.gate.send("WatchRequests", more=True)
        threading.Thread(target=self.follow, daemon=True).start()

    def follow(self):
        touched = set()
        with contextlib.suppress(EOFError, OSError):
            while True:
                request = self.gate.receive()["parameters"]["request"]
                if (request.get("progress") or {}).get("event") != "waitingForFinger" or request["id"] in touched:
                    continue
                touched.add(request["id"])
                wanted = time.perf_counter()
                with socket.socket(socket.AF_UNIX) as reader:
                    reader.connect(os.environ["BIOGATE_SANDBOX"] + "/port/reader")
                    reader.sendall(b"SCAN right-index")
                    self.touch = wanted, time.perf_counter()

    def without_touch(self, body):
        begun = time.perf_counter()
        body()
        ended = time.perf_counter()
        wanted, touched = self.touch
        check(begun < wanted < touched < ended, "the touch was not for this")
        return (wanted - begun + ended - touched) * 1e6


def timed(body):
    begun = time.perf_counter()
    body()
    return (time.perf_counter() - begun) * 1e6


class Daemon(Gate):
    def call(self, method, **parameters):
        call = {"method": f"org.biometricgate.Passkeys.{method}", "parameters": parameters}
        self.socket.sendall(json.dumps(call).encode() + b"\0")
        answer = self.receive()
        check("error" not in answer, f"{method}: {answer}")
        return answer["parameters"]


def security_key():
    """A running biogate-passkeys, and the path of its socket."""
    program = BUILT / "biogate-passkeys"
    if not program.is_symlink():
        program.unlink(missing_ok=True)
        program.symlink_to("biogate")
    path = f"{tempfile.mkdtemp(dir=WORK)}/passkeys"
    process = start(program, "--listen", path)
    while not pathlib.Path(path).exists():
        check(process.poll() is None, "biogate-passkeys has ended")
        time.sleep(0.01)
    return process, path


def measure(path, rounds, count):
    packets, daemon, toucher = Packets(path), Daemon(), Toucher()
    encoded = base64.b64encode(HASH).decode()
    made = daemon.call("MakeCredential", rpId=SITE, userId=encoded, algorithm="p256", clientDataHash=encoded, discoverable=True)
    # {1: site, 2: hash}
    message = b"\x02\xa2\x01" + bytes([0x60 | len(SITE)]) + SITE.encode() + b"\x02\x58\x20" + HASH
    check(base64.b64decode(made["credentialId"]) in packets.ask(message), "another passkey")
    signing = {"biogate-passkeys": lambda: packets.ask(message),
               "daemon alone": lambda: daemon.call("GetAssertion", rpId=SITE, clientDataHash=encoded)}
    found = {"info": {"biogate-passkeys": []}, "sign-in": {name: [] for name in signing}}
    for number in range(rounds):
        found["info"]["biogate-passkeys"].append([timed(lambda: packets.ask(b"\x04")) for _ in range(10 * count)])
        for name in sorted(signing, reverse=number % 2):
            found["sign-in"][name].append([toucher.without_touch(signing[name]) for _ in range(count)])
    print(json.dumps(found))


if __name__ == "__main__":
    prepare()
    key, path = security_key()
    try:
        if sys.argv[2:]:
            measure(path, int(sys.argv[2]), int(sys.argv[3]))
        else:
            tell_rest(key.pid)
    finally:
        key.kill()
