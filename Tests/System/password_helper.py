"""What biogate-password answers to any bytes: password_helper.py BINARIES [ROUNDS [SEED]]

Each question is a new process, as systemd starts one for each connection. Its answer is computed here as well. PAM accepts
one password, in a copy of /etc in a mount namespace of this script. Ends with 1 at the first wrong answer.
"""

import hashlib
import hmac
import os
import random
import socket
import struct
import subprocess
import sys
import tempfile

import keyring

USER, UID, PASSWORD = "kari-helper", 4244, b"correct horse"
LOCKED, LOCKED_UID = "ola-helper", 4245
LONGEST = 4096
# Asks no delay after a wrong password.
SERVICE = "auth required pam_unix.so nodelay\naccount required pam_unix.so\n"


def entry(user):
    with open("/etc/shadow", encoding="utf-8") as file:
        return next(line.split(":")[1] for line in file if line.startswith(f"{user}:"))


def expected(data):
    """The answer to a question; empty for what is none."""
    if len(data) < 7 or data[:1] not in (b"H", b"C", b"D"):
        return b""
    kind, number, length = struct.unpack("<cIH", data[:7])
    if length > LONGEST or len(data) < 7 + length:
        return b""
    password = data[7:7 + length]
    users = {UID: USER, LOCKED_UID: LOCKED}
    if number not in users:
        return b"n"
    if kind == b"H":
        return b"y" if number == UID else b"n"
    if kind == b"C":
        return b"y" if number == UID and password == PASSWORD else b"n"
    if number == LOCKED_UID:
        return b"n"
    return b"y" + hmac.new(password, users[number].encode() + b"\0" + entry(users[number]).encode(), hashlib.sha256).digest()


def question(chance):
    """A question that is mostly valid, then damaged."""
    kind = chance.choice([b"H", b"C", b"D", b"D", bytes([chance.randrange(256)])])
    # No other number of a real account.
    number = chance.choice([UID, UID, LOCKED_UID, 4_000_000_000 + chance.randrange(1000)])
    password = chance.choice([
        PASSWORD, PASSWORD + b"\0", PASSWORD[:-1], b"", b"\0", chance.randbytes(chance.randrange(200)),
        chance.randbytes(LONGEST), chance.randbytes(LONGEST + 1), b"\xff\xfe" * 8, b"%s%n" * 20])
    data = struct.pack("<cIH", kind, number, len(password)) + password
    change = chance.randrange(6)
    if change == 0:
        data = data[:chance.randrange(len(data) + 1)]
    elif change == 1:
        data += chance.randbytes(chance.randrange(1, 50))
    elif change == 2:
        place = chance.choice([0, 5, 6, chance.randrange(len(data))])
        data = data[:place] + bytes([chance.randrange(256)]) + data[place + 1:]
    return data


def ask(helper, data, chance):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        process = subprocess.Popen([helper], stdin=theirs, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        theirs.close()
        answer = b""
        try:
            # In slices, as a stream may bring them.
            while data:
                size = chance.choice([1, 3, 7, len(data)])
                ours.sendall(data[:size])
                data = data[size:]
            ours.shutdown(socket.SHUT_WR)
        except (BrokenPipeError, ConnectionResetError):
            pass
        try:
            while part := ours.recv(4096):
                answer += part
        except ConnectionResetError:
            pass
        _, said = process.communicate(timeout=60)
    return answer, process.returncode, said


def main():
    helper = os.path.join(os.path.abspath(sys.argv[1]), "biogate-password")
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 400
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(2**32)
    chance = random.Random(seed)
    counts = {}
    with tempfile.TemporaryDirectory(prefix="biogate-helper-") as folder:
        keyring.private_etc(folder)
        try:
            with open("/etc/pam.d/biogate", "w", encoding="utf-8") as file:
                file.write(SERVICE)
            for user, number in (USER, UID), (LOCKED, LOCKED_UID):
                subprocess.run(["useradd", "--no-create-home", "-u", str(number), user], check=True)
                subprocess.run(["chpasswd"], input=f"{user}:{PASSWORD.decode()}\n", text=True, check=True)
            subprocess.run(["usermod", "-L", LOCKED], check=True)
            for _ in range(rounds):
                data = question(chance)
                answer, status, said = ask(helper, data, chance)
                wanted = expected(data)
                # 65: no question.
                right = answer == wanted and status == (0 if wanted else 65) and not said
                assert right, f"seed {seed}: {data!r}: {answer!r}, status {status}, {said!r}; expected {wanted!r}"
                counts[answer[:1]] = counts.get(answer[:1], 0) + 1
        finally:
            subprocess.run(["umount", "/etc"], check=False)
    assert {b"y", b"n", b""} <= counts.keys(), counts
    print(f"ok: {rounds} questions to biogate-password: {counts}")


if __name__ == "__main__":
    # keyring.py reads the module's path there.
    keyring.unshared()
    main()
