"""The password or a finger, at one prompt: either.py BINARIES MODULE [STEP...]

su and pamtester on terminals of their own, with pam_biogate in front of pam_unix as pam-auth-update would write it; the
daemon and the virtual reader are real. Otherwise as in keyring.py. Ends with 1 if a step fails.
"""

import contextlib
import glob
import json
import os
import pty
import select
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import time

import either_cases
import keyring_bench
from either_cases import EITHER, OTHER, OTHER_UID, PLAIN
from fprintd_bench import Bench, Gate, check, until
from keyring_bench import PASSWORD, UID, USER

STACK = """\
auth [success=2 conv_err=die auth_err=die default=ignore] {module} socket={socket}
auth [success=1 default=ignore] pam_unix.so nullok try_first_pass
auth requisite pam_deny.so
auth required pam_permit.so
account required pam_permit.so
session required pam_permit.so
"""
# A service whose prompt takes a touch and Enter.
DIRECT = "either"


class Terminal:
    """A program of the user's on a terminal."""

    sessions = set()

    def __init__(self, *words, uid=UID, **environment):
        self.text = ""
        self.pid, self.line = pty.fork()
        Terminal.sessions.add(self.pid)
        if self.pid == 0:
            os.setgroups([])
            os.setgid(uid)
            os.setuid(uid)
            os.execvpe(words[0], words, {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **environment})

    def shows(self, text, count=1):
        """Waits until the terminal has shown the text so often."""
        deadline = time.monotonic() + 20
        while self.text.count(text) < count:
            check(self.more(deadline), (text, self.text))
        return self

    def more(self, deadline):
        if not select.select([self.line], [], [], max(0, deadline - time.monotonic()))[0]:
            return False
        try:
            part = os.read(self.line, 4096)
        except OSError:
            return False
        self.text += part.decode(errors="replace")
        return bool(part)

    def type(self, text):
        os.write(self.line, text.encode())
        return self

    def echoes(self):
        return bool(termios.tcgetattr(self.line)[3] & termios.ECHO)

    def close(self):
        """Closes the terminal, which ends the program."""
        os.close(self.line)
        os.waitpid(self.pid, 0)

    def end(self):
        """Its status, once it has ended."""
        deadline = time.monotonic() + 20
        while self.more(deadline):
            pass
        check(time.monotonic() < deadline, self.text)
        _, status = os.waitpid(self.pid, 0)
        os.close(self.line)
        return os.waitstatus_to_exitcode(status)


class Either(keyring_bench.Player):
    stack = STACK
    terminal = Terminal
    # Follows the user's waiting calls.
    watch, waiting = None, set()

    def __init__(self, bench, home):
        super().__init__(bench, home)
        for service in ("su", "su-l", "sudo", "sudo-i", "login", DIRECT):
            self.configure(service, "", STACK)
        with open("/etc/sudoers.d/either", "w", encoding="utf-8") as file:
            file.write(f"Defaults:{USER} !lecture\n{USER} ALL=(ALL) ALL\n")

    def su(self, user=USER, behind="", **environment):
        """su, then a line that shows what is typed ahead of it."""
        return Terminal("sh", "-c", f"su {user} -c 'echo is in'; echo status $?; {behind}", **environment)

    def sudo(self, script, defaults="", **environment):
        """A script with sudo in it, whose user is asked each time."""
        with open("/etc/sudoers.d/defaults", "w", encoding="utf-8") as file:
            file.write(f"Defaults {defaults}\n" if defaults else "")
        return Terminal("bash", "--norc", "--noprofile", "-c", f"sudo -k; {script}; echo status $?", **environment)

    def pamtester(self, *words):
        return Terminal("pamtester", *words, DIRECT, USER, "authenticate", uid=0)

    def touch(self, finger="right"):
        self.bench.reader(f"SCAN {finger}")

    def matches(self):
        """A finger matches, and nobody takes it."""
        count = self.journal().count("outcome=matched")
        self.touch()
        until("the match", lambda: self.journal().count("outcome=matched") > count)

    def reads(self):
        """Waits until sudo reads what is typed: it loses a signal between its prompt and that."""
        def is_reading(pid):
            with contextlib.suppress(OSError), open(f"/proc/{pid}/comm", encoding="ascii") as name, \
                    open(f"/proc/{pid}/wchan", encoding="ascii") as place:
                return name.read() == "sudo\n" and place.read() in ("wait_woken", "n_tty_read")
            return False
        until("sudo's reading", lambda: any(map(is_reading, self.left())))

    def clear(self):
        """Waits until no process on the terminals runs any more, and no prompt waits for a finger: one that is touched just
        behind another does not count."""
        until("the end of all", lambda: not self.left())
        self.follow()
        while self.waiting or self.watch.rest or select.select([self.watch.socket], [], [], 0)[0]:
            try:
                self.heard()
            except (EOFError, ConnectionError):
                # Another daemon, for which nothing waits.
                self.watch = None
                return

    def await_armed(self):
        """Waits until a touch counts for a program that runs: a daemon that was stopped also serves one that has left."""
        self.follow()
        while True:
            request = self.heard()
            is_armed = request.get("progress", {}).get("event") == "waitingForFinger"
            if is_armed and os.path.exists(f"/proc/{request['processId']}"):
                return

    def follow(self):
        if self.watch is None:
            # The kernel names the caller as it is now.
            os.seteuid(UID)
            self.watch, self.waiting = Gate(self.bench.gate_path), set()
            os.seteuid(0)
            self.watch.send("WatchRequests", passwordPrompts=True)

    def heard(self):
        """The request of the next report."""
        message = self.watch.next()["parameters"]
        change, request = message["change"], message["request"]
        (self.waiting.discard if change == "ended" else self.waiting.add)(request["id"])
        return request

    @staticmethod
    def left():
        """The processes on the terminals that still run."""
        found = []
        for path in glob.glob("/proc/[0-9]*/stat"):
            with contextlib.suppress(OSError), open(path, encoding="utf-8") as file:
                state, _, _, session = file.read().rsplit(")", 1)[1].split()[:4]
                if state != "Z" and int(session) in Terminal.sessions:
                    found.append(int(path.split("/")[2]))
        return found


# ---- The steps ----

def touched(player):
    """A touch alone ends the prompt: su goes on without Enter, and the terminal echoes again."""
    player.clear()
    su = player.su().shows(EITHER)
    player.await_armed()
    player.touch()
    su.shows("is in").shows("status 0")
    check(su.echoes(), "no echo")
    check(su.end() == 0, su.text)
    player.clear()
    until("the match", lambda: "outcome=matched" in player.journal())


def typed(player):
    """A typed password goes to pam_unix at once, right or wrong, and the reader is free."""
    su = player.su().shows(EITHER).type(PASSWORD + "\n")
    su.shows("is in")
    check(su.end() == 0, su.text)
    su = player.su().shows(EITHER).type("wrong horse\n").shows("Authentication failure")
    check("is in" not in su.text and su.end() == 0, su.text)
    player.clear()


def half_typed(player):
    """Half a password and a touch: the touch counts, and nothing of the password reaches the program behind."""
    su = player.su(behind="timeout 1 cat").shows(EITHER).type("half-of-sec")
    player.touch()
    su.shows("is in")
    su.end()
    check("half" not in su.text, su.text)


def strangers(player):
    """Three fingers that do not match leave the password, which still works, and the misses count."""
    su = player.su().shows(EITHER)
    for _ in range(3):
        player.await_armed()
        player.touch("other")
    until("the misses", lambda: player.journal().count("outcome=noMatch") >= 3)
    su.type(PASSWORD + "\n").shows("is in")
    check(su.end() == 0, su.text)
    touched(player)


def empty(player):
    """Enter alone asks again, and the touch still counts; three times are an end."""
    su = player.su().shows(EITHER).type("\n").shows(EITHER, 2)
    player.touch()
    su.shows("is in")
    check(su.end() == 0, su.text)
    su = player.su()
    for count in range(3):
        su.shows(EITHER, count + 1).type("\n")
    su.shows("status 1")
    check(su.end() == 0, su.text)
    player.clear()


def interrupted(player):
    """^C at the prompt ends su, and the terminal is as before; so does the end of the terminal."""
    su = player.su().shows(EITHER).type("\x03")
    player.clear()
    check(su.echoes(), "no echo")
    su.end()
    su = player.su().shows(EITHER)
    su.close()
    player.clear()
    su = player.su().shows(EITHER)
    os.kill(sorted(player.left())[1], signal.SIGKILL)
    player.clear()
    su.end()
    touched(player)


def behind_enter(player):
    """Elsewhere a touch and Enter, in either order; a typed password at once; and an end in vain without a second prompt."""
    tester = player.pamtester().shows(EITHER)
    player.matches()
    tester.type("\n").shows("successfully authenticated")
    check("Touch" not in tester.text and tester.end() == 0, tester.text)
    # The text is checked, although a finger has matched meanwhile.
    tester = player.pamtester().shows(EITHER)
    player.matches()
    tester.type("wrong horse\n").shows("Authentication failure")
    check(tester.end() == 1, tester.text)
    tester = player.pamtester().shows(EITHER).type("\n").shows("Touch the fingerprint reader")
    player.touch()
    tester.shows("successfully authenticated")
    check(tester.end() == 0, tester.text)
    tester = player.pamtester().shows(EITHER).type(PASSWORD + "\n").shows("successfully authenticated")
    check(tester.end() == 0, tester.text)
    tester = player.pamtester().shows(EITHER).type("\n").shows("Touch the fingerprint reader")
    for _ in range(3):
        player.await_armed()
        player.touch("other")
    tester.shows("Authentication failure")
    check(PLAIN not in tester.text.replace(EITHER, "") and tester.end() == 1, tester.text)
    touched(player)


def unhelpful(player):
    """Where no finger can help, the prompt is pam_unix's own: a user without fingers, ssh, another host, a sibling service,
    a locker."""
    def is_plain(terminal):
        terminal.shows(PLAIN)
        check(EITHER not in terminal.text, terminal.text)
        terminal.close()

    subprocess.run(["useradd", "-u", str(OTHER_UID), "-M", OTHER], check=True)
    subprocess.run(["chpasswd"], input=f"{OTHER}:{PASSWORD}\n", text=True, check=True)
    is_plain(player.su(OTHER))
    is_plain(player.su(SSH_CONNECTION="10.0.0.1 22 10.0.0.2 22"))
    is_plain(player.pamtester("-I", "rhost=elsewhere.example"))
    # A screen locker runs as its user.
    is_plain(Terminal("pamtester", DIRECT, USER, "authenticate"))
    with open(f"/etc/pam.d/{DIRECT}-fingerprint", "w", encoding="utf-8") as file:
        file.write("auth required pam_deny.so\n")
    is_plain(player.pamtester())
    os.unlink(f"/etc/pam.d/{DIRECT}-fingerprint")


def killed(player):
    """The daemon is killed or stopped before the prompt, while it waits, and between the match and its taking: the
    password works each time."""
    for kill, again in (
            (lambda: (player.bench.daemon.kill(), player.bench.daemon.wait()), player.bench.start_daemon),
            (lambda: os.kill(player.bench.daemon.pid, signal.SIGSTOP),
             lambda: os.kill(player.bench.daemon.pid, signal.SIGCONT))):
        su = player.su().shows(EITHER)
        kill()
        su.type(PASSWORD + "\n").shows("is in")
        check(su.end() == 0, su.text)
        su = player.su().shows(PLAIN)
        check(EITHER not in su.text, su.text)
        su.type(PASSWORD + "\n").shows("is in")
        check(su.end() == 0, su.text)
        again()
        touched(player)


def false_daemon(player):
    """A daemon that does not give its match, or answers with anything, leaves the password."""
    path = f"{player.bench.folder}/false"
    for name, answers in {
            "no match given": [{"parameters": {"event": "started"}, "continues": True},
                               {"parameters": {"event": "matched"}, "continues": True}],
            "an error": [{"parameters": {"event": "started"}, "continues": True},
                         {"error": "org.biometricgate.Face.Failed", "parameters": {"cause": "lockedOut"}}],
            "too long": [{"parameters": {"event": "started"}, "continues": True}, {"x": "y" * 5000}]}.items():
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(path)
            listener.listen(1)
            player.configure("su", "", STACK.replace("{socket}", path))
            su = player.su()
            line, _ = listener.accept()
            for answer in answers:
                line.sendall(json.dumps(answer, separators=(",", ":")).encode() + b"\0")
                su.shows(EITHER)
            su.type(PASSWORD + "\n").shows("is in")
            check(su.end() == 0, (name, su.text))
            line.close()
        os.unlink(path)
    # Another user's is no daemon.
    listener = subprocess.Popen(
        ["setpriv", "--reuid", str(UID), "--clear-groups", sys.executable, "-c",
         f"import socket; s = socket.socket(socket.AF_UNIX); s.bind({player.home.home + '/line'!r}); s.listen(1); s.accept()"])
    until("the listener", lambda: os.path.exists(f"{player.home.home}/line"))
    player.configure("su", "", STACK.replace("{socket}", f"{player.home.home}/line"))
    su = player.su().shows(PLAIN)
    check(EITHER not in su.text, su.text)
    su.type(PASSWORD + "\n").shows("is in")
    su.end()
    listener.kill()
    listener.wait()
    player.configure("su", "", STACK)


def sudo(player):
    """sudo's own prompt: a touch alone, a typed password, and half of one, with each way of reading it."""
    for defaults in "", "pwfeedback", "use_pty", "!use_pty":
        sudo = player.sudo("sudo echo is in", defaults).shows(EITHER)
        player.touch()
        sudo.shows("is in").shows("status 0")
        check(sudo.echoes() and sudo.end() == 0, (defaults, sudo.text))
        player.clear()
        sudo = player.sudo("sudo echo is in", defaults).shows(EITHER).type(PASSWORD + "\n").shows("is in")
        check(sudo.end() == 0, (defaults, sudo.text))
        player.clear()
        sudo = player.sudo("sudo echo is in; timeout 1 cat", defaults).shows(EITHER).type("half-of-sec")
        player.touch()
        sudo.shows("is in")
        sudo.end()
        check("half" not in sudo.text, (defaults, sudo.text))
        player.clear()
    sudo = player.sudo("sudo echo is in").shows(EITHER).type("wrong horse\n").shows("Sorry, try again")
    sudo.shows(EITHER, 2)
    player.touch()
    sudo.shows("is in")
    check(sudo.end() == 0, sudo.text)
    # The command behind a touch has the terminal and its signals.
    sudo = player.sudo("sudo sh -c 'echo is in; exec sleep 30'").shows(EITHER)
    player.touch()
    sudo.shows("is in").type("\x03").shows("status 130")
    sudo.end()


def sudo_options(player):
    """-S, -p, -A, -n, a time-out, ^C, ^Z and a background job are sudo's as ever."""
    sudo = player.sudo("(echo 'correct horse'; echo rest) | sudo -S cat").shows("rest").shows("status 0")
    check(sudo.end() == 0, sudo.text)
    sudo = player.sudo("sudo -p 'mine: ' echo is in").shows("mine: ")
    player.touch()
    sudo.shows("is in")
    check(sudo.end() == 0, sudo.text)
    sudo = player.sudo("sudo -n true").shows("a password is required").shows("status 1")
    check(sudo.end() == 0, sudo.text)
    askpass = f"{player.bench.folder}/askpass"
    with open(askpass, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\necho '{PASSWORD}'\n")
    os.chmod(askpass, 0o755)
    sudo = player.sudo("sudo -A echo is in", SUDO_ASKPASS=askpass).shows("is in")
    check(sudo.end() == 0, sudo.text)
    sudo = player.sudo("sudo true", "passwd_timeout=0.02").shows("timed out").shows("status 1")
    check(sudo.echoes() and sudo.end() == 0, sudo.text)
    sudo = player.sudo("sudo true").shows(EITHER)
    player.reads()
    sudo.type("\x03").shows("status 1")
    check(sudo.echoes() and sudo.end() == 0, sudo.text)
    player.clear()
    shell = Terminal("bash", "--norc", "--noprofile", "-i", PS1="$ ").shows("$ ").type("sudo -k; sudo echo is in\n")
    shell.shows(EITHER)
    player.reads()
    shell.type("\x1a").shows("Stopped").type("fg\n").shows(EITHER, 2)
    player.touch()
    shell.shows("\nis in\r\n$ ").type("sudo -k; sudo true &\n")
    # The shell tells of it before its next prompt.
    until("the job's stop", lambda: shell.type("\n").more(time.monotonic() + 0.1) and shell.text.count("Stopped") > 1)
    check(shell.text.count(EITHER) == 2, shell.text)
    # A word that is not in what was typed: prompts of the empty lines may still come, and sudo throws typed bytes away.
    shell.type("fg; echo o''ver\n").shows("[sudo] password for")
    player.reads()
    shell.type(PASSWORD + "\n").shows("over\r\n$ ").type("exit\n")
    check(shell.end() == 0, shell.text)
    player.clear()


def measured(player):
    """Not a test: prints as JSON how long sudo takes, in turns and in microseconds, for `make bench`."""
    alone = "auth required pam_unix.so\naccount required pam_permit.so\nsession required pam_permit.so\n"
    found = {"touch": {"pam_biogate": []}, "password": {"pam_biogate": [], "pam_unix": []}}

    def output(terminal, act):
        act()
        begun = time.monotonic()
        terminal.shows("is in")
        taken = (time.monotonic() - begun) * 1e6
        terminal.end()
        player.clear()
        return taken

    def typing(prompt, stack):
        player.configure("sudo", "", stack)
        terminal = player.sudo("sudo echo is i''n").shows(prompt)
        player.reads()
        return output(terminal, lambda: terminal.type(PASSWORD + "\n"))

    def touching():
        player.configure("sudo", "", STACK)
        terminal = player.sudo("sudo echo is i''n").shows(EITHER)
        player.await_armed()
        return output(terminal, player.touch)

    for _ in range(5):
        for rounds, body in (
                (found["touch"]["pam_biogate"], touching),
                (found["password"]["pam_biogate"], lambda: typing(EITHER, STACK)),
                (found["password"]["pam_unix"], lambda: typing("[sudo] password for", alone))):
            rounds.append([body() for _ in range(10)])
    print(json.dumps(found))


STEPS = (sudo, sudo_options, touched, typed, half_typed, strangers, empty, interrupted, behind_enter, unhelpful, killed, false_daemon,
         *either_cases.STEPS)


def main():
    with tempfile.TemporaryDirectory(prefix="biogate-either-") as folder:
        os.chmod(folder, 0o755)
        keyring_bench.private_etc(folder)
        bench = Bench(sys.argv[1], folder)
        bench.settings = keyring_bench.settings(bench)
        home = keyring_bench.Home(folder)
        home.settle()
        chosen = sys.argv[3:]
        steps = (*STEPS, measured) if chosen else STEPS
        keyring_bench.run(Either(bench, home), [step for step in steps if not chosen or step.__name__ in chosen])


if __name__ == "__main__":
    keyring_bench.unshared()
    main()
