"""The steps of either.py that concern PAM's files, other modules, the agent, and attacks."""

import glob
import os
import re
import signal
import subprocess
import sys

from fprintd_bench import check, until
from keyring_bench import PASSWORD, UID, USER

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EITHER = "Password, or touch the fingerprint reader: "
PLAIN = "Password: "
# A user without fingers, of the step `unhelpful`.
OTHER, OTHER_UID = "ola-either", 4244
# Sends one call on the daemon's second socket, with Take behind it, and shows what comes.
CALLS = """\
import socket, sys
line = socket.socket(socket.AF_UNIX)
line.settimeout(float(sys.argv[2]))
line.connect(sys.argv[1])
line.sendall(b'{"method":"org.biometricgate.Face.%s","parameters":{%s},"more":true}\\0' % (sys.argv[3].encode(), sys.argv[4].encode()))
line.sendall(b'{"method":"org.biometricgate.Face.Take","oneway":true}\\0')
try:
    print(line.recv(4096))
except TimeoutError:
    print("nothing")
"""


def profile(player):
    """either-profile puts the module in fprintd's place, and gives PAM's files back byte for byte."""
    private(player)
    program = f"{ROOT}/systemd/fprintd/either-profile"

    def files():
        found = {}
        for path in glob.glob("/etc/pam.d/common-*") + glob.glob("/var/lib/pam/*"):
            with open(path, encoding="utf-8") as file:
                found[path] = file.read()
        return found

    def auth():
        return files()["/etc/pam.d/common-auth"]

    def edit(pattern, replacement):
        text, count = re.subn(pattern, replacement, auth())
        check(count == 1, text)
        with open("/etc/pam.d/common-auth", "w", encoding="utf-8") as file:
            file.write(text)

    def turn(word):
        ended = subprocess.run([program, word], capture_output=True, text=True, check=False)
        check(not os.path.exists("/var/lib/biogate-fprintd") or "pam_biogate.so" in auth(), "kept files")
        return ended.returncode, ended.stderr

    def update(*words):
        subprocess.run(
            ["pam-auth-update", "--package", *words], check=True, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})

    for change in "disable", "enable":
        update(f"--{change}", "fprintd")
        if change == "enable":
            # An administrator's options, and their order.
            edit("pam_fprintd.so.*", "pam_fprintd.so timeout=20  max-tries=2")
        before = files()
        for _ in range(2):
            check(turn("on")[0] == 0 and "pam_biogate.so" in auth() and "pam_fprintd" not in auth(), auth())
        for _ in range(2):
            check(turn("off")[0] == 0 and files() == before, (before, files()))
    # Another profile that changed meanwhile stays, and fprintd's comes back.
    turn("on")
    update("--enable", "mkhomedir")
    turn("off")
    check("pam_fprintd" in auth() and "mkhomedir" in files()["/etc/pam.d/common-session"], files())
    # fprintd's module is gone meanwhile.
    turn("on")
    os.unlink("/usr/share/pam-configs/fprintd")
    turn("off")
    check("pam_fprintd" not in auth() and "pam_biogate" not in auth(), auth())
    # pam-auth-update keeps files that were edited by hand, and says so.
    edit("# here's the fallback", "auth optional pam_permit.so\n# here's the fallback")
    before = files()
    status, said = turn("on")
    check(status == 1 and "Local modifications" in said and files() == before, said)


def private(player):
    """Private copies of what pam-auth-update writes, with the package's profile."""
    upper = f"{player.bench.folder}/private"
    os.mkdir(upper)
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", upper], check=True)
    player.mounted = (upper,)
    for number, path in enumerate(("/var/lib", "/var/cache/debconf", "/usr/share/pam-configs")):
        for name in ("upper", "work"):
            os.makedirs(f"{upper}/{number}/{name}")
        options = f"lowerdir={path},upperdir={upper}/{number}/upper,workdir={upper}/{number}/work"
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o", options, path], check=True)
        player.mounted = (path, *player.mounted)
    subprocess.run(
        ["cp", f"{ROOT}/systemd/fprintd/biogate-either.pam-config", "/usr/share/pam-configs/biogate-either"], check=True)


def shown(player):
    """The user's agent names the program and the account while a touch is waited for, and nothing else."""
    log = f"{player.bench.folder}/agent.out"
    with open(log, "w", encoding="utf-8") as output:
        agent = subprocess.Popen(
            ["biogate-agent", "--lines", "--locale", "en", "--socket", player.bench.gate_path],
            executable=f"{player.bench.binaries}/biogate", stdout=output, stderr=output, user=UID, group=UID, extra_groups=[])
    player.bench.processes.append(agent)

    def said():
        with open(log, encoding="utf-8") as file:
            return file.read()
    try:
        su = player.su().shows(EITHER)
        until("the agent's line", lambda: f'"su" asks for the password or a finger of "{USER}"' in said())
        check("do not touch the reader" in said() and "Claimed" not in said(), said())
        player.touch()
        su.shows("is in").end()
        until("the end", lambda: said().count("\n") == 2)
    finally:
        agent.kill()
        agent.wait()


def stacks(player):
    """Beside pam_faillock a touch is no miss and ends none of the password's; with nullok an account without a password is
    asked for nothing; pam_exec gets a typed password."""
    folder = player.bench.folder
    tally = f"dir={folder}/faillock deny=2"
    player.configure("su", "", f"auth requisite pam_faillock.so preauth {tally}\n" + player.stack.replace(
        "success=2", "success=3").replace("success=1", "success=2").replace(
        "auth requisite pam_deny.so", f"auth [default=die] pam_faillock.so authfail {tally}\nauth requisite pam_deny.so"))

    def misses():
        shown = subprocess.run(
            ["faillock", "--dir", f"{folder}/faillock", "--user", USER], capture_output=True, text=True, check=True)
        return shown.stdout.count(" V\n")
    os.mkdir(f"{folder}/faillock")
    su = player.su()
    for count in range(3):
        su.shows(EITHER, count + 1).type("\n")
    su.shows("status 1").end()
    check(misses() == 0, misses())
    player.su().shows(EITHER).type("wrong\n").shows("status 1").end()
    su = player.su().shows(EITHER)
    player.touch()
    su.shows("is in").end()
    check(misses() == 1, misses())
    player.su().shows(EITHER).type("wrong\n").shows("status 1").end()
    su = player.su().shows("status 1")
    su.end()
    check(EITHER not in su.text and "is in" not in su.text, su.text)
    # The modules behind get the typed password.
    seen = f"{player.home.home}/seen"
    with open(f"{folder}/see", "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\ncat >{seen}\n")
    os.chmod(f"{folder}/see", 0o755)
    player.configure("su", "", player.stack + f"auth optional pam_exec.so expose_authtok quiet {folder}/see\n")
    player.su().shows(EITHER).type(PASSWORD + "\n").shows("is in").end()
    with open(seen, encoding="utf-8") as file:
        check(file.read().rstrip("\0") == PASSWORD, "pam_exec's input")
    player.configure("su", "", player.stack)
    subprocess.run(["passwd", "--delete", OTHER], check=True, stdout=subprocess.DEVNULL)
    su = player.su(OTHER).shows("is in")
    su.end()
    check("assword" not in su.text, su.text)


def programs(player):
    """su on a terminal of its own, sudo for a login shell, and login itself take a touch without Enter."""
    for words in ("su", "-P", USER, "-c", "echo is in"), ("sudo", "-k", "-i", "sh", "-c", "echo is in"):
        player.clear()
        terminal = player.terminal(*words).shows(EITHER)
        player.touch()
        terminal.shows("is in").end()
    player.clear()
    login = player.terminal("login", USER, uid=0).shows(EITHER).type("half-of-sec")
    player.touch()
    login.shows("$ ").type("echo is $((1 + 1))\n").shows("is 2").type("exit\n").end()
    check("half" not in login.text, login.text)


def terminals(player):
    """In tmux a touch alone ends sudo's prompt, and half a password typed before it goes to nobody."""
    words = ["tmux", "-S", f"{player.home.home}/tmux"]
    tmux = player.terminal(
        *words, "-f", "/dev/null", "new", "sudo -k; sudo echo is in; timeout 1 cat; echo end", TERM="xterm").shows(EITHER)
    # Typed at the outer terminal, it could reach the inner one behind sudo's end; tmux has passed it on before it answers again.
    for command in (["send-keys", "-l", "half-of-sec"], ["display-message", "-p", "x"]):
        subprocess.run([*words, *command], check=True, user=UID, capture_output=True, timeout=20)
    player.touch()
    tmux.shows("is in").shows("exited").end()
    check("half" not in tmux.text, tmux.text)


def unplugged(player):
    """The reader is unplugged at the prompt: the password works, and without a reader the prompt is pam_unix's own."""
    su = player.su().shows(EITHER)
    player.bench.reader("UNPLUG")
    su.type(PASSWORD + "\n").shows("is in").end()
    su = player.su().shows(PLAIN)
    check(EITHER not in su.text, su.text)
    su.type(PASSWORD + "\n").shows("is in").end()
    # The virtual driver finds its reader again when its process is restarted.
    player.bench.daemon.kill()
    player.bench.daemon.wait()
    player.bench.start_daemon()
    su = player.su().shows(EITHER)
    player.touch()
    su.shows("is in").end()


SIGNALS = """\
import os, signal, sys
numbers = signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}
if sys.argv[1] == "blocked":
    signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
else:
    for number in numbers - {32, 33}:
        signal.signal(number, signal.SIG_IGN)
os.execvp(sys.argv[2], sys.argv[2:])
"""


def attacked(player):
    """Signals that the caller blocks or ignores, closed descriptors and a hostile environment change nothing; no other user,
    and no other process, gets a touch."""
    for how in "blocked", "ignored":
        for words in ("su", USER, "-c", "echo is in"), ("sudo", "echo", "is in"):
            terminal = player.terminal(sys.executable, "-c", SIGNALS, how, *words).shows(EITHER).type("half-of-sec")
            player.touch()
            terminal.shows("is in").end()
            check("half" not in terminal.text, (how, words, terminal.text))
            player.clear()
    # Its user may signal su's child.
    for number, end in (signal.SIGSTOP, "is in"), (signal.SIGKILL, "status 1"):
        su = player.su().shows(EITHER)
        os.kill(sorted(player.left())[-1], number)
        if number == signal.SIGSTOP:
            player.touch()
        su.shows(end).end()
        player.clear()
    # Not enough descriptors, or no process more, for the child.
    for limit in "-n 8", "-u 1":
        su = player.terminal("sh", "-c", f"ulimit {limit}; exec su {USER} -c 'echo is in'").shows("assword").type(PASSWORD + "\n")
        su.shows("is in").end()
        player.clear()
    # A standard descriptor is closed: no line of ours takes its place.
    for place in range(3):
        terminal = player.terminal("sh", "-c", f"pamtester either {USER} authenticate {place}<&-; echo ends", uid=0)
        terminal.shows(["ends", PLAIN, ""][place]).close()
        check(EITHER not in terminal.text, (place, terminal.text))
        player.clear()
    hostile = {"LANG": "../../x", "LC_ALL": "nb\x01", "LANGUAGE": "a" * 5000, "PATH": f"{player.home.home}:/usr/bin:/bin",
               "LD_PRELOAD": "/nonexistent.so", "TMPDIR": player.home.home, "BIOGATE_SOCKET": "/nonexistent"}
    su = player.su(**hostile).shows(EITHER)
    player.touch()
    su.shows("is in").end()
    # Another user asks about this one's finger, and root's other process takes what it did not ask for.
    stranger = subprocess.run(
        ["setpriv", "--reuid", str(OTHER_UID), "--clear-groups", sys.executable, "-c", CALLS, player.bench.face_path, "5",
         "AwaitTouch", f'"uid":{UID}'], capture_output=True, text=True, check=False)
    check(stranger.returncode == 1 and not stranger.stdout, stranger)
    tester = player.pamtester().shows(EITHER)
    player.matches()
    taken = subprocess.run(
        [sys.executable, "-c", CALLS, player.bench.face_path, "1", "ListFingers", f'"uid":{UID},"readerId":"x"'],
        capture_output=True, text=True, check=True)
    check("taken" not in taken.stdout, taken)
    tester.type("\n").shows("successfully authenticated").end()


STEPS = (profile, shown, stacks, programs, terminals, unplugged, attacked)
