"""The steps of keyring.py in which a password is another than the stored one, and the command line that tells so."""

import os
import pty
import select
import shutil
import signal
import subprocess
import sys

from fprintd_bench import check, until
from keyring_bench import LATER, LOCKED, OPEN, PASSWORD, UID, USER, change_password


def stale(player):
    """A changed password keeps the item closed: the keyring gets no other, and no new keyring is made under it."""
    before = player.reasons()
    keyring = player.home.keyring()
    change_password(LATER)
    status, said = player.login()
    check(status == 0 and player.home.look() == LOCKED, said)
    check(player.refused(before + ["passwordChanged"]), player.reasons())
    os.rename(f"{player.home.home}/.local/share/keyrings", f"{player.home.home}/keyrings.saved")
    status, said = player.login()
    check(status == 0 and player.home.keyring() is None, "a keyring was made under a stale password")
    player.home.end_session()
    shutil.rmtree(f"{player.home.home}/.local/share/keyrings", ignore_errors=True)
    os.rename(f"{player.home.home}/keyrings.saved", f"{player.home.home}/.local/share/keyrings")
    check(player.home.keyring() == keyring, "the keyring's file was written")
    change_password(PASSWORD)
    # The same text has another entry in the shadow database.
    status, said = player.login()
    check(status == 0 and player.home.look() == LOCKED, said)
    check("error" not in player.store(replace=True), "stored again")
    status, said = player.login()
    check(status == 0 and player.home.look() == OPEN, player.journal())


def told(player):
    """The agent says at the session's start why the keyring is locked, and so does the command line; nothing where it
    is open."""
    def lines(*words):
        process = subprocess.Popen(
            ["setpriv", "--reuid", str(UID), "--regid", str(UID), "--clear-groups", "env", "-i", "LANG=C.UTF-8",
             f"XDG_RUNTIME_DIR={player.home.runtime}", f"BIOGATE_SOCKET={player.bench.gate_path}", *words],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            ready, _, _ = select.select([process.stdout], [], [], 60)
            return process.stdout.readline() if ready else "nothing"
        finally:
            process.terminate()
            process.wait()
    change_password(LATER)
    status, said = player.login()
    check(status == 0 and player.home.look() == LOCKED, said)
    until("the result", lambda: player.call("GetLastLogin")["parameters"]["login"].get("reason") == "passwordChanged")
    first = lines(f"{player.bench.binaries}/biogate", "agent", "--lines")
    check(first.startswith("Your keyring stays locked. The password of your account changed."), first)
    said = subprocess.run(
        ["setpriv", "--reuid", str(UID), "--regid", str(UID), "--clear-groups", "env", "-i", "LANG=nb_NO.UTF-8",
         f"BIOGATE_SOCKET={player.bench.gate_path}", f"{player.bench.binaries}/biogate", "login"],
        capture_output=True, text=True, timeout=60, check=True)
    check("Nøkkelringen forblir låst" in said.stdout + said.stderr, said)
    change_password(PASSWORD)
    check("error" not in player.store(replace=True), "stored again")
    status, said = player.login()
    check(status == 0 and player.home.look() == OPEN, said)
    answer = player.call("GetLastLogin")["parameters"]["login"]
    check(answer["opened"] and "guidance" not in answer and answer["ageMilliseconds"] < 60000, answer)


def healed(player):
    """The next typed password takes the place of a stale one: its next touch opens the keyring, as far as that has it."""
    change_password(LATER)
    status, said = player.login()
    check(status == 0 and player.home.look() == LOCKED, said)
    # Typed at another service, through the auth line.
    with open("/etc/pam.d/typed", "w", encoding="utf-8") as file:
        file.write(f"auth required pam_unix.so\nauth optional {player.module} socket={player.bench.face_path}\n")
    ended = subprocess.run(
        ["pamtester", "typed", USER, "authenticate"], env=player.bench.environment, input=LATER + "\n",
        capture_output=True, text=True, timeout=60, check=False)
    check(ended.returncode == 0, ended)
    # On a busy machine after the login has given up waiting.
    until("the renewal", lambda: "password for logins renewed" in player.journal())
    # The keyring still has the old password: nothing but its owner changes that.
    keyring = player.home.keyring()
    before = player.reasons()
    status, said = player.login()
    check(status == 0 and player.home.look() == LOCKED and player.home.keyring() == keyring, said)
    check(player.reasons() == before, player.reasons())


def at_terminal(answers, *words):
    """Runs a program at a terminal, and answers each request for a password; returns what it said."""
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(words[0], words)
    answers, said = list(answers), ""
    try:
        while select.select([terminal], [], [], 60)[0]:
            part = os.read(terminal, 4096).decode()
            said += part
            if part.rstrip().lower().endswith("password:") and answers:
                os.write(terminal, answers.pop(0).encode() + b"\n")
    except OSError:
        # It has ended.
        pass
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(terminal)
    return said


def changed(player):
    """The user's own passwd changes the keyring's password with the account's. The next typed one is stored, and its touch
    opens the keyring."""
    with open("/etc/pam.d/passwd", "w", encoding="utf-8") as file:
        file.write("password required pam_unix.so\npassword optional pam_gnome_keyring.so use_authtok\n")
    for old, new in (PASSWORD, LATER), (LATER, PASSWORD):
        before = player.home.keyring()
        said = at_terminal(
            [old, new, new], "setpriv", "--reuid", str(UID), "--regid", str(UID), "--clear-groups", "env", "-i",
            f"HOME={player.home.home}", f"XDG_RUNTIME_DIR={player.home.runtime}", "PATH=/usr/bin:/bin", "passwd")
        check("updated successfully" in said and player.home.keyring() != before, said)
        player.home.end_session()
        count, renewals = player.openings(), player.journal().count("password for logins renewed")
        status, said = player.login()
        check(status == 0 and player.home.look() == LOCKED and player.openings() == count, said)
        ended = subprocess.run(
            ["pamtester", "typed", USER, "authenticate"], env=player.bench.environment, input=new + "\n",
            capture_output=True, text=True, timeout=60, check=False)
        check(ended.returncode == 0, ended)
        until("the renewal", lambda: player.journal().count("password for logins renewed") > renewals)
        status, said = player.login()
        check(status == 0 and player.home.look() == OPEN, player.journal())


def differing(player):
    """Where the keyring kept the old password, the agent says so at the session's start. The user gives it the account's
    by the command line, which refuses a wrong one of either, and the touch opens it."""
    def gives(account, old):
        for name, text in ("account", account), ("old", old):
            with open(f"{player.home.home}/{name}", "w", encoding="utf-8") as file:
                file.write(text + "\n")
        # The keyring has to be used once before it answers.
        return player.home.run(
            f"timeout 3 secret-tool lookup app test; {player.bench.binaries}/biogate login keyring --socket "
            f"{player.bench.gate_path} --pin-from account --old-password-from old")
    status, said = player.login()
    check(status == 0, said)
    said = player.home.run(
        f"mkfifo said; {player.bench.binaries}/biogate agent --lines --socket {player.bench.gate_path} >said & "
        'read -r line <said; echo "$line"; kill $!')
    check(said.stdout == "Your keyring stays locked. It has another password than your account. Give it the same one. "
          "biogate login keyring\n", said)
    player.home.end_session()
    keyring = player.home.keyring()
    for account, old in ("a wrong one", PASSWORD), (LATER, "a wrong one"):
        said = gives(account, old)
        check(said.returncode == 23 and player.home.keyring() == keyring, said)
        player.home.end_session()
    said = gives(LATER, PASSWORD)
    check(said.returncode == 0 and "now has the password of your account" in said.stderr, said)
    player.home.end_session()
    status, said = player.login()
    check(status == 0 and player.home.look() == OPEN, player.journal())
    # Where no keyring listens, nothing is asked for.
    said = player.home.run(f"rm -r {player.home.runtime}/keyring; "
                           f"{player.bench.binaries}/biogate login keyring --socket {player.bench.gate_path}")
    check(said.returncode == 69 and "does not run" in said.stderr, said)
    player.home.end_session()
    change_password(PASSWORD)
    check(gives(PASSWORD, LATER).returncode == 0, "as it was")
    player.home.end_session()
    check("error" not in player.store(replace=True), "stored again")
    status, said = player.login()
    check(status == 0 and player.home.look() == OPEN, player.journal())


# Says what came, once the other end has closed; answers nothing.
MUTE = """
import os, socket, sys
os.umask(0)
os.makedirs(os.path.dirname(sys.argv[1]), exist_ok=True)
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen()
print("ready", flush=True)
line, heard = listener.accept()[0], b""
while part := line.recv(4096):
    heard += part
print(heard, flush=True)
"""


def commanded(player):
    """The command line turns it on and off, and tells where the keyring has another password."""
    def biogate(*words, touches=0, password=PASSWORD, has_session=True):
        path = f"{player.home.home}/password"
        with open(path, "w", encoding="utf-8") as file:
            file.write(password + "\n")
        os.chown(path, UID, UID)
        # In a session as a desktop has it: its programs have used the keyring.
        used = "gnome-keyring-daemon --start --components=secrets; timeout 3 secret-tool lookup app test"
        session = ["dbus-run-session", "--", "sh", "-c", f'{{ {used}; }} >/dev/null 2>&1; exec "$@"', "sh"]
        process = subprocess.Popen(
            ["setpriv", "--reuid", str(UID), "--regid", str(UID), "--clear-groups", "env", "-i", "LANG=C.UTF-8",
             f"HOME={player.home.home}", f"XDG_RUNTIME_DIR={player.home.runtime}", "PATH=/usr/bin:/bin",
             *(session if touches and has_session else []), f"{player.bench.binaries}/biogate",
             "--socket", player.bench.gate_path, "login", *words, *(["--pin-from", path] if touches else [])],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        said = ""
        for line in process.stdout:
            said += line
            if line.startswith("Touch"):
                player.bench.reader("SCAN right")
        process.wait(60)
        os.unlink(path)
        return process.returncode, said

    check(biogate() == (0, "On: your touch at the login opens your keyring.\n"), biogate())
    status, said = biogate("off")
    check(status == 0 and "typed one, as before" in said and "Off:" in biogate("status")[1], said)
    player.type()
    status, said = biogate("on", touches=1)
    check(status == 0 and "opens your keyring, too" in said and "does not open" not in said, said)
    player.home.end_session()
    # The account's password changes without the keyring's.
    player.type()
    change_password(LATER)
    status, said = biogate("on", touches=1, password=LATER)
    check(status == 0 and "Give it the same one" in said, said)
    player.home.end_session()
    change_password(PASSWORD)
    check(biogate("on", touches=1)[0] == 0, "stored again")
    player.home.end_session()
    # A listener of the user's that never answers is given up on; another user's gets nothing.
    for user in UID, 0:
        listener = subprocess.Popen(
            ["setpriv", "--reuid", str(user), "--regid", str(user), "--clear-groups", sys.executable, "-c", MUTE,
             f"{player.home.runtime}/keyring/control"], stdout=subprocess.PIPE, text=True)
        check(listener.stdout.readline() == "ready\n", "no listener")
        status, said = biogate("on", touches=1, has_session=False)
        check(status == 0 and "opens your keyring, too" in said and "does not open" not in said, said)
        heard = listener.communicate(timeout=60)[0]
        check((PASSWORD in heard) == (user == UID) and (user == UID or heard == "b''\n"), (user, heard))
        shutil.rmtree(f"{player.home.runtime}/keyring")


def locked(player):
    """A locked password logs in by finger as before, and opens nothing."""
    before = player.reasons()
    subprocess.run(["usermod", "-L", USER], check=True)
    status, said = player.login()
    check(status == 0 and player.home.look() == LOCKED, said)
    subprocess.run(["usermod", "-U", USER], check=True)
    check(player.refused(before + ["passwordLocked"]), player.reasons())
    status, said = player.login()
    check(status == 0 and player.home.look() == OPEN, player.journal())
