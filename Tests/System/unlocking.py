"""A typed password ends a lockout, through pam_biogate_login: unlocking.py BINARIES MODULE

pam_wrapper plays the login: pam_set_items gives it the typed password, as the module that checked it would. The
daemon's password helper is a socket that knows one password. Ends with 1 if a step fails.
"""

import glob
import itertools
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time

from fprintd_bench import PIN, Bench, Gate, check, until

RIGHT = 'correct "horse" \\ æøå\t\x01'
MODULE = os.path.abspath(sys.argv[2])
WRAPPER = glob.glob("/usr/lib/*/pam_wrapper")[0]


class Helper:
    """The password helper: records the questions and judges the password. It can withhold an answer."""

    def __init__(self, path):
        self.asked = []
        self.answers = threading.Event()
        self.answers.set()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self.answer, args=[connection], daemon=True).start()

    def answer(self, connection):
        question = b""
        while len(question) < 7 or len(question) < 7 + question[5] + (question[6] << 8):
            question += connection.recv(4096)
        is_right = True
        if question[:1] == b"C":
            self.asked.append(question[7:])
            is_right = question[7:] == RIGHT.encode()
            self.answers.wait()
        connection.sendall(b"y" if is_right else b"n")
        connection.close()


def login(bench, password, service="login", control="optional"):
    """A login with a password that the stack accepts, whatever this module returns; returns its status, output and
    duration."""
    folder = f"{bench.folder}/pam.d"
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/{service}", "w", encoding="utf-8") as file:
        # If no module says yes, PAM denies.
        file.write(
            f"auth required {WRAPPER}/pam_set_items.so\nauth {control} {MODULE} socket={bench.face_path}\n"
            f"account required {WRAPPER}/pam_set_items.so\n")
    environment = {
        **bench.environment, "LD_PRELOAD": glob.glob("/usr/lib/*/libpam_wrapper.so")[0], "PAM_WRAPPER": "1",
        "PAM_WRAPPER_SERVICE_DIR": folder,
    }
    environment.pop("PAM_AUTHTOK", None)
    if password is not None:
        environment["PAM_AUTHTOK"] = password
    begin = time.monotonic()
    ended = subprocess.run(
        ["pamtester", service, "root", "authenticate"], env=environment, capture_output=True, text=True, timeout=60)
    return ended.returncode, ended.stdout + ended.stderr, time.monotonic() - begin


def state(bench):
    return Gate(bench.gate_path).call("GetAvailability")["parameters"]["availability"]["state"]


def lock(bench):
    """A permanent lockout. Each miss is waited for, so the limit is set low."""
    for _ in range(3):
        status, said = bench.authenticate("SCAN left")
        check(status != 0, said)
    check(state(bench) == "lockoutPermanent", state(bench))
    check(bench.authenticate()[0] != 0, "no finger is asked for")


def ending(bench, helper):
    lock(bench)
    status, said, _ = login(bench, RIGHT)
    check(status == 0 and "successfully authenticated" in said, said)
    check(helper.asked == [RIGHT.encode()], helper.asked)
    check(state(bench) == "available", state(bench))
    status, said = bench.authenticate("SCAN right")
    check(status == 0, said)
    # Without a lockout, nothing is asked.
    check(login(bench, RIGHT)[0] == 0 and len(helper.asked) == 1, helper.asked)


def watched(bench, helper):
    """The output of `biogate watch`: how fingers are locked at logins, and no line twice in a row."""
    watch = subprocess.Popen(
        [f"{bench.binaries}/biogate", "watch"], env={**bench.environment, "BIOGATE_SOCKET": bench.gate_path},
        stdout=subprocess.PIPE, text=True)
    lines = []

    def read():
        for line in watch.stdout:
            lines.append(line.split(" ", 1)[1])
    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        until("the state", lambda: lines)
        lock(bench)
        until("the lockout", lambda: "at login is locked" in lines[-1])
        check("Your PIN or password unlocks it." in lines[-1], lines)
        check(login(bench, RIGHT)[0] == 0, "a login")
        until("the end of it", lambda: "at login" not in lines[-1])
    finally:
        watch.kill()
        watch.wait()
    reader.join()
    check(all(line != after for line, after in itertools.pairwise(lines)), lines)
    helper.asked.clear()


def wrong(bench, helper):
    lock(bench)
    status, said, _ = login(bench, "wrong horse")
    check(status == 0, f"the login is somebody else's: {said}")
    check(helper.asked[-1] == b"wrong horse", helper.asked)
    check(state(bench) == "lockoutPermanent", state(bench))


def untold(bench, helper):
    """Not passed on: no password, an empty one, one that is too long, and biogated's own questions to PAM."""
    count = len(helper.asked)
    for password, service in ((None, "login"), ("", "login"), ("a" * 4097, "login"), (RIGHT, "biogate")):
        status, said, _ = login(bench, password, service)
        check(status == 0, said)
    check(len(helper.asked) == count and state(bench) == "lockoutPermanent", helper.asked)
    # The module says neither yes nor no, however much the stack depends on its result.
    check(login(bench, "wrong horse", control="required")[0] == 0, "it is ignored where it is required")
    check(login(bench, "wrong horse", control="sufficient")[0] == 0, "and where it would do")
    # Only on the face socket, and without any word about the result.
    answer = Gate(bench.face_path).call("PasswordTyped", uid=0, password="wrong horse")
    check(answer == {"parameters": {}}, answer)


def hanging(bench, helper):
    """A password that is not judged delays a login by a second; a later judgement still counts."""
    helper.answers.clear()
    status, said, took = login(bench, RIGHT, control="required")
    check(status == 0, said)
    check(state(bench) == "lockoutPermanent", state(bench))
    print(f"a login behind a helper that hangs took {took:.1f} s", flush=True)
    helper.answers.set()
    until("the lockout is over", lambda: state(bench) == "available")


def gone(bench, helper):
    lock(bench)
    bench.daemon.kill()
    bench.daemon.wait()
    status, said, _ = login(bench, RIGHT, control="required")
    check(status == 0, said)
    os.unlink(bench.face_path)
    status, said, _ = login(bench, RIGHT, control="required")
    check(status == 0, said)
    # A socket that listens and never answers.
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(bench.face_path)
    listener.listen(1)
    status, said, took = login(bench, RIGHT, control="required")
    check(status == 0, said)
    print(f"a login behind a daemon that hangs took {took:.1f} s", flush=True)


def play():
    with tempfile.TemporaryDirectory(prefix="biogate-unlock-") as folder:
        bench = Bench(sys.argv[1], folder)
        helper = Helper(f"{folder}/password")
        bench.settings = {
            "password.enabled": True, "password.helper": f"{folder}/password", "lockout.permanentAfter": 3,
            "lockout.freeFailures": 3,
        }
        try:
            bench.start_bus()
            bench.start_daemon()
            bench.set_pin(password=RIGHT)
            helper.asked.clear()
            bench.enroll("rightIndex", "right")
            bench.start_face("--no-timeout")
            for step in (watched, ending, wrong, untold, hanging, gone):
                step(bench, helper)
                print(f"ok: {step.__name__}", flush=True)
        except BaseException:
            for log in sorted(glob.glob(f"{folder}/*.log")):
                with open(log, encoding="utf-8", errors="replace") as file:
                    sys.stderr.write(f"== {os.path.basename(log)}\n{file.read()}")
            raise
        finally:
            bench.stop()


if __name__ == "__main__":
    play()
