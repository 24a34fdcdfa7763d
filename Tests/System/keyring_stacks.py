"""The steps of keyring.py that concern the lines in PAM's files."""

import glob
import os
import shutil
import signal
import subprocess
import time

from fprintd_bench import check, until
from keyring_bench import (
    FINGER, LATER, LOCKED, LOOK, MODULE, OPEN, PASSWORD, SERVICE, UID, USER, change_password, has_password)


def filled(player):
    """The auth line for modules that need a password there: filled behind a finger, left alone behind a typed one."""
    auth = SERVICE.split("session")[0].replace(
        "auth optional", "auth optional {module} socket={socket} authtok\nauth optional {module} socket={socket}\n"
        "auth optional", 1)
    stack = auth + "session required pam_permit.so\nsession optional pam_gnome_keyring.so auto_start\n"
    count = player.openings()
    status, said = player.login(stack=stack)
    check(status == 0 and player.home.look() == OPEN and player.opened(count + 1), (said, player.journal()))
    # A typed one stays as it is.
    status, said = player.type(stack=stack)
    check(status == 0 and player.home.look() == OPEN and player.opened(count + 1), said)
    # Both lines: one release, which the session line leaves alone.
    status, said = player.login(stack=auth + SERVICE[SERVICE.index("session"):])
    check(status == 0 and player.home.look() == OPEN and player.opened(count + 2), (said, player.journal()))
    # A stale one is no password at all: the login goes on, and nothing asks for one.
    change_password(LATER)
    status, said = player.login(stack=stack)
    check(status == 0 and player.home.look() == LOCKED and "assword" not in said, said)
    change_password(PASSWORD)
    check("error" not in player.store(replace=True), "stored again")
    # Not for other services.
    status, said = player.login("sudo", stack=stack)
    check(status == 0 and player.home.look() == LOCKED, said)


def traceless(player):
    """The password is in no file, argument or environment, and in no memory of the login's once the session is open."""
    # A module behind the keyring's holds the login's process while it is looked at.
    hold = f"{player.bench.folder}/hold"
    with open(hold, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\ntouch {player.bench.folder}/held\nwhile [ -e {player.bench.folder}/held ]; do sleep 0.1; done\n")
    os.chmod(hold, 0o755)
    with open("/etc/pam.d/held", "w", encoding="utf-8") as file:
        file.write(f"session optional pam_exec.so quiet {hold}\n")
    player.configure("gdm-fingerprint", FINGER, SERVICE + "@include held\n")
    since = len(player.bench.signals)
    login = subprocess.Popen(
        ["pamtester", "-E", f"XDG_RUNTIME_DIR={player.home.runtime}", "gdm-fingerprint", USER, "authenticate",
         "open_session"], env=player.bench.environment, stdout=subprocess.DEVNULL)
    try:
        player.bench.needed(since)
        player.bench.reader("SCAN right")
        until("the session", lambda: os.path.exists(f"{player.bench.folder}/held"))
        check(not has_password(login.pid), "the login's memory has the password")
        for name in ("cmdline", "environ"):
            with open(f"/proc/{login.pid}/{name}", "rb") as file:
                check(PASSWORD.encode() not in file.read(), name)
        os.unlink(f"{player.bench.folder}/held")
        check(login.wait(60) == 0, "the login")
    finally:
        login.kill()
        login.wait()
    check(player.home.look() == OPEN, player.journal())
    for path in glob.glob(f"{player.bench.folder}/*.log") + glob.glob(f"{player.bench.folder}/state/*"):
        with open(path, "rb") as file:
            check(PASSWORD.encode() not in file.read(), path)


def profiles(player):
    """pam-auth-update puts the lines where they belong, another package's call keeps them, and removing them leaves
    every file as it was."""
    def files():
        return {path: open(path, "rb").read() for path in sorted(glob.glob("/etc/pam.d/common-*"))}

    sources = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../systemd/fprintd")
    for path in ("/var/lib/pam", "/usr/share/pam-configs"):
        private = f"{player.bench.folder}/private{path}"
        shutil.copytree(path, private)
        subprocess.run(["mount", "--bind", private, path], check=True)
        player.mounted = (path, *player.mounted)
    names = ["biogate-lockout", "biogate-login", "biogate-login-password", "biogate-either"]
    update = ["env", "DEBIAN_FRONTEND=noninteractive", "pam-auth-update", "--package"]
    subprocess.run(update, check=True)
    before = files()
    # An earlier version's line, by the module's former name, is replaced; one that was turned off stays off.
    with open(f"{sources}/biogate-lockout.pam-config", encoding="utf-8") as file:
        earlier = file.read().replace("pam_biogate_login.so", "pam_biogate_unlock.so")
    for is_off in (True, False):
        with open(f"/usr/share/pam-configs/{names[0]}", "w", encoding="utf-8") as file:
            file.write(earlier)
        subprocess.run(update, check=True)
        choose = "--disable" if is_off else "--enable"
        subprocess.run([*update[:3], choose, names[0]], check=True)
        check((b"pam_biogate_unlock.so" in files()["/etc/pam.d/common-auth"]) != is_off, files())
        shutil.copy(f"{sources}/biogate-lockout.pam-config", f"/usr/share/pam-configs/{names[0]}")
        subprocess.run(update, check=True)
        auth = files()["/etc/pam.d/common-auth"]
        check(b"pam_biogate_unlock.so" not in auth and (b"pam_biogate_login.so" in auth) != is_off, auth)
    for name in names:
        shutil.copy(f"{sources}/{name}.pam-config", f"/usr/share/pam-configs/{name}")
    subprocess.run(update, check=True)
    subprocess.run(update, check=True)
    after = files()
    line = b"pam_biogate_login.so"
    check(after["/etc/pam.d/common-session"].count(line) == 1, after)
    check(line not in after["/etc/pam.d/common-session-noninteractive"], after)
    auth = after["/etc/pam.d/common-auth"].decode()
    check(auth.count("pam_biogate_login.so") == 1 and "authtok" not in auth, auth)
    check(auth.index("pam_deny.so") < auth.index("pam_biogate_login.so"), "it stands behind what says yes")
    # The password or a finger is off, and takes pam_fprintd's place in front of pam_unix.
    check("pam_biogate.so" not in auth, auth)
    for name in "fprintd", names[3]:
        subprocess.run([*update[:3], "--enable", name], check=True)
    auth = files()["/etc/pam.d/common-auth"].decode()
    line = "auth\t[success=2 conv_err=die auth_err=die default=ignore]\tpam_biogate.so"
    check(auth.index(line) < auth.index("pam_unix.so") and "try_first_pass" in auth and "pam_fprintd.so" not in auth, auth)
    subprocess.run(["env", "DEBIAN_FRONTEND=noninteractive", "pam-auth-update", "--enable", names[2]], check=True)
    auth = files()["/etc/pam.d/common-auth"].decode()
    check(auth.index("pam_deny.so") < auth.index("pam_biogate_login.so authtok"), auth)
    subprocess.run([*update, "--remove", *names], check=True)
    for name in names:
        os.unlink(f"/usr/share/pam-configs/{name}")
    subprocess.run(update, check=True)
    check(files() == before, "a file in /etc/pam.d changed")


def unwanted(player):
    """A stack without a keyring's line, even one that includes others, does not ask for the item."""
    count, before = player.openings(), player.reasons()
    status, said = player.login(stack="auth {primary}\naccount required pam_unix.so\n"
                                "session optional {module} socket={socket}\n@include common-session\n")
    check(status == 0 and player.openings() == count and player.reasons() == before, (said, player.journal()))
    with open("/etc/pam.d/keyring-lines", "w", encoding="utf-8") as file:
        file.write("-session optional pam_gnome_keyring.so auto_start\n")
    for line in ("@include keyring-lines", "session include keyring-lines", "session substack keyring-lines"):
        status, said = player.login(stack="auth {primary}\naccount required pam_unix.so\n"
                                    "session optional {module} socket={socket}\n" + line + "\n")
        check(status == 0 and player.home.look() == OPEN, (line, said))


def bare(player):
    """Where the stack names no keyring, the keyring that listens is opened all the same; one that hangs costs a second
    at most, and leaves no child."""
    # Debian's common-password has a line of the keyring's in every stack.
    stack = ("auth {primary}\naccount required pam_unix.so\nsession required pam_permit.so\n"
             "password optional pam_gnome_keyring.so\n"
             "session optional {module} socket={socket} keyring=" + f"{os.path.dirname(MODULE)}/biogate-keyring\n")
    runtime = f"/run/user/{UID}"
    os.makedirs("/run/user", exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", "/run/user"], check=True)
    player.mounted = ("/run/user", *player.mounted)
    os.mkdir(runtime)
    subprocess.run(["mount", "--bind", player.home.runtime, runtime], check=True)
    player.mounted = (runtime, *player.mounted)
    count = player.openings()
    # Nothing listens, so nothing is asked for.
    status, said = player.login(stack=stack)
    check(status == 0 and player.openings() == count, (said, player.journal()))
    # As the user's systemd starts it, then looked at.
    script = f"""
gnome-keyring-daemon --foreground --components=secrets --control-directory={runtime}/keyring >/dev/null 2>&1 &
until [ -e {runtime}/look ]; do sleep 0.02; done
""" + LOOK
    for is_hanging in (False, True):
        session = subprocess.Popen(
            ["setpriv", "--reuid", str(UID), "--regid", str(UID), "--clear-groups", "env", "-i",
             f"HOME={player.home.home}", f"XDG_RUNTIME_DIR={runtime}", "PATH=/usr/bin:/bin", "dbus-run-session", "--",
             "sh", "-c", script], stdout=subprocess.PIPE, text=True)
        until("the keyring", lambda: os.path.exists(f"{runtime}/keyring/control"))
        keyrings = subprocess.run(
            ["pgrep", "--uid", str(UID), "--exact", "gnome-keyring-d"], capture_output=True, text=True, check=True)
        if is_hanging:
            os.kill(int(keyrings.stdout), signal.SIGSTOP)
        begin = time.monotonic()
        status, said = player.login(stack=stack)
        print(f"  a login without a keyring's line{', before one that hangs' if is_hanging else ''}: "
              f"{time.monotonic() - begin:.2f} s", flush=True)
        check(status == 0 and player.opened(count + 1 + is_hanging), (said, player.journal()))
        check(subprocess.run(["pgrep", "--exact", "biogate-keyring"], capture_output=True, check=False).returncode == 1,
              "the program still runs")
        if is_hanging:
            os.kill(int(keyrings.stdout), signal.SIGCONT)
        with open(f"{runtime}/look", "w", encoding="utf-8"):
            pass
        found = tuple(session.communicate(timeout=60)[0].splitlines()[:2])
        # The one that hangs took the password out of its queue later, or not.
        check(found == OPEN or is_hanging, (found, player.journal()))
        os.unlink(f"{runtime}/look")
        player.home.end_session()


def early(player):
    """A module that needs the password in auth, as pam_mount does, gets the stored one after a touch, and the typed one
    after a wrong finger: that is asked for once."""
    received, script = f"{player.bench.folder}/received", f"{player.bench.folder}/receives"
    with open(script, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\nexec cat >{received}\n")
    os.chmod(script, 0o755)
    # As pam-auth-update writes it with libpam-fprintd. pam_exec stands for pam_mount.
    player.configure("sddm", "", """\
auth [success=2 default=ignore] pam_fprintd.so max-tries=1 timeout=30
auth [success=1 default=ignore] pam_unix.so try_first_pass
auth requisite pam_deny.so
auth required pam_permit.so
auth optional {module} socket={socket} authtok
""" + f"auth optional pam_exec.so quiet expose_authtok {script}\n")
    for touch, prompts in ("right", 0), ("wrong", 1):
        count, since = player.openings(), len(player.bench.signals)
        login = subprocess.Popen(
            ["pamtester", "sddm", USER, "authenticate"], env=player.bench.environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            player.bench.needed(since)
            player.bench.reader(f"SCAN {touch}")
            said, _ = login.communicate(PASSWORD + "\n", timeout=60)
        finally:
            login.kill()
            login.wait()
        check(login.returncode == 0 and said.count("assword") == prompts, said)
        check(player.opened(count + (prompts == 0)), player.journal())
        with open(received, encoding="utf-8") as file:
            check(file.read().rstrip("\0") == PASSWORD, "another text")
        os.unlink(received)
