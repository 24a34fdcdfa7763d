"""Plays the tests that OpenSSH and git have of their own, inside `biogate sandbox`, with this project's agent.

    biogate sandbox -- python3 others.py DIRECTORY-OF-PROGRAMS [NAME...]

OpenSSH's are those of the package openssh-tests. git's are in its source, which apt downloads once to the directory
BIOGATE_SOURCES (by default within the sandbox). Ends with 0 if all pass.
"""

import glob
import os
import pathlib
import shutil
import subprocess
import sys
import threading

from scenario import (
    AGENT, BIOGATE, BUILT, ENVIRONMENT, SOURCES, SSH, SSH_AGENT, WORK, Agent, Finger, check, new_key, play, prepare,
    run)

REGRESS = pathlib.Path("/usr/lib/openssh/regress")
# Only ends a hang.
HANG = 900


def program(folder, name, text):
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}")
    path.chmod(0o755)
    return path


# MARK: OpenSSH's

# Without these: agent-subprocess (ssh-agent as the parent of a command, which this agent is not), agent-ptrace (about
# ssh-agent's own process), agent-pkcs11 (adds keys of a smart card, which is passed on as all keys are),
# agent-getpeereid (skips itself for root: `other_users` in scenario.py has its case).
OPENSSH = ["agent", "agent-restrict", "agent-timeout", "hostkey-agent", "sshsig"]

# ssh-agent, with this project's agent in front of it. The tests add keys, which this agent passes
# on, and expect the answers of one agent alone.
SHIM = """\
if [ "$1" = -k ]; then
    kill "$SSH_AGENT_PID"
    exit
fi
folder=$(mktemp -d "{folder}/XXXXXX")
path=$folder/agent more= foreground=
while [ $# -gt 0 ]; do
    case $1 in
    -s) ;;
    -d) foreground=yes ;;
    -a) path=$2; shift ;;
    *) more="$more $1" ;;
    esac
    shift
done
# The tests send their signals to ssh-agent. The agent in front of it ends with it.
start() {{
    setpriv --pdeathsig TERM {agent} --listen "$path" --upstream "$folder/behind" </dev/null >/dev/null \
        2>>{folder}/agents.log &
    exec ssh-agent -D $more -a "$folder/behind" </dev/null >/dev/null 2>&1
}}
[ -z "$foreground" ] || start
start >/dev/null 2>&1 &
for socket in "$folder/behind" "$path"; do
    while SSH_AUTH_SOCK=$socket ssh-add -l >/dev/null 2>&1; [ $? = 2 ]; do kill -0 $! || exit; done
done
echo "SSH_AUTH_SOCK=$path; export SSH_AUTH_SOCK; SSH_AGENT_PID=$!; export SSH_AGENT_PID;"
"""


def openssh():
    """OpenSSH's tests of its agent pass with this agent in front of it, which has no keys of its own then."""
    check(REGRESS.is_dir(), "the package openssh-tests is missing")
    listed = run(BIOGATE, "ssh", "list")
    check(not listed.out, f"this sandbox has keys: {listed.out}")
    place = WORK / "regress"
    shutil.copytree(REGRESS, place, symlinks=True)
    shim = program(WORK / "openssh", "ssh-agent-shim", SHIM.format(
        folder=WORK / "openssh", agent=SSH_AGENT))
    environment = {
        **ENVIRONMENT, "TEST_SSH_SSHAGENT": str(shim), "TEST_SHELL": "sh", "TEST_SSH_UNSAFE_PERMISSIONS": "1",
        "TEST_SSH_SFTPSERVER": "/usr/lib/openssh/sftp-server", "TEST_SSH_SSHD": "/usr/sbin/sshd", "BUILDDIR": str(place),
        # From OpenSSH 9.8 on.
        "TEST_SSH_SSHD_SESSION": "/usr/lib/openssh/sshd-session", "TEST_SSH_SSHD_AUTH": "/usr/lib/openssh/sshd-auth",
        "PATH": f"/usr/sbin:{ENVIRONMENT['PATH']}",
    }
    if os.getuid() == 0:
        os.makedirs("/run/sshd", exist_ok=True)
    for name in OPENSSH:
        # Each begins in a fresh directory, as its own runner has it.
        said = subprocess.run(
            ["sh", place / "test-exec.sh", place, place / f"{name}.sh"], env=environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=HANG, cwd=place)
        logs = "".join((place / log).read_text(errors="replace")[-3000:] for log in ["failed-ssh.log", "failed-sshd.log"]
                       if (place / log).exists())
        check(said.returncode == 0 and f"ok " in said.stdout and "skip" not in said.stdout,
              f"{name}: {said.stdout}{said.stderr[-3000:]}{logs}")
        print(said.stdout.strip().split("\n")[-1], flush=True)


# MARK: git's

# Without t7510-signed-commit, which is about GnuPG. git 2.39 leaves out the tests of keys with a lifetime itself: it takes
# OpenSSH 9.2 for one that has none (GPGSSH_VERIFYTIME in lib-gpg.sh).
GIT = ["t7528-signed-commit-ssh", "t7031-verify-tag-signed-ssh"]

# In ssh-keygen's place: makes the tests' keys in the service, with a public half where the tests have a private one, and
# signs through git's signing program. RSA keys are OpenSSH's own, because the service has none.
KEYGEN = """\
case " $* " in
*" -t ed25519 "* | *" -t ecdsa "*)
    kind=
    case " $* " in *" -t ed25519 "*) kind=--ed25519 ;; esac
    for file in "$@"; do :; done
    name=$(basename "$(dirname "$(dirname "$file")")")-$(basename "$file")
    HOME={home} {biogate} ssh new "$name" $kind --replace --yes --pin-from {pin} >"$file.pub" 2>>{folder}/keys.log || exit
    cp "$file.pub" "$file"
    chmod 600 "$file"
    ;;
*" -Y sign "*)
    PATH={path}
    exec {sign} "$@"
    ;;
*) exec /usr/bin/ssh-keygen "$@" ;;
esac
"""
# The agent is there already, and has the keys.
STARTED = """\
sleep 600 </dev/null >/dev/null 2>&1 &
echo "SSH_AUTH_SOCK={agent}; export SSH_AUTH_SOCK; SSH_AGENT_PID=$!; export SSH_AGENT_PID;"
"""
# The parts of git's test helper, which is a program to build, that these tests use.
HELPER = """\
case "$1 $2" in
"path-utils file-size") stat -c %s "$3" ;;
"date is64bit" | "date time_t-is64bit") ;;
"env-helper "*) shift; git env--helper "$@" ;;
*) echo "test-tool $*: not played" >&2; exit 127 ;;
esac
"""


def git_source():
    """The unpacked source of the installed git."""
    folder = pathlib.Path(os.environ.get("BIOGATE_SOURCES", WORK / "sources")).absolute()
    found = sorted(folder.glob("git-*/t/test-lib.sh"))
    if found:
        return found[0].parent.parent
    lists = folder / "apt"
    (lists / "parts").mkdir(parents=True, exist_ok=True)
    (lists / "lists/partial").mkdir(parents=True, exist_ok=True)
    for path in ["/etc/apt/sources.list", *glob.glob("/etc/apt/sources.list.d/*")]:
        if not os.path.exists(path):
            continue
        lines = pathlib.Path(path).read_text().split("\n")
        kept = [line.replace("deb ", "deb-src ", 1) if line.startswith("deb ") else line for line in lines]
        kept = ["Types: deb-src" if line.startswith("Types:") else line for line in kept]
        (lists / "parts" / os.path.basename(path)).write_text("\n".join(kept))
    options = ["-o", "Dir::Etc::sourcelist=/dev/null", "-o", f"Dir::Etc::sourceparts={lists}/parts",
               "-o", f"Dir::State::lists={lists}/lists", "-o", "Dir::Cache::pkgcache=", "-o", "Dir::Cache::srcpkgcache="]
    # Without an answer from one of several archives, the others may have it.
    subprocess.run(["apt-get", *options, "-qq", "update"], check=False)
    subprocess.run(["apt-get", *options, "-qq", "source", "--download-only", "--only-source", "git"], cwd=folder, check=True)
    archive = glob.glob(f"{folder}/git_*.orig.tar.*")[0]
    subprocess.run(["tar", "-xf", archive, "-C", folder], check=True)
    return sorted(folder.glob("git-*/t/test-lib.sh"))[0].parent.parent


def git():
    """git's tests of signatures by ssh pass with keys of the service, each signature with a touch."""
    pin = prepare()
    source = git_source()
    tests = WORK / "git"
    shutil.copytree(source, tests, symlinks=True)
    shutil.rmtree(tests / "compat")
    tools = WORK / "git-tools"
    program(tools, "ssh-keygen", KEYGEN.format(
        path=ENVIRONMENT["PATH"], biogate=BIOGATE, pin=pin, home=SSH.parent, folder=WORK, sign=SOURCES / "Sources/Guests/SSH/biogate-git-sign/biogate-git-sign"))
    # git's tests put the directory of the installed git in front of PATH.
    (tools / "git").symlink_to(shutil.which("git"))
    program(tools, "ssh-agent", STARTED.format(agent=AGENT))
    program(tools, "ssh-add", "exit 0\n")
    program(tests / "t/helper", "test-tool", HELPER)
    (tests / "templates/blt").mkdir()
    (tests / "GIT-BUILD-OPTIONS").write_text("SHELL_PATH=/bin/sh\nPERL_PATH=/usr/bin/perl\nDIFF=diff\nNO_PYTHON=1\n"
                                             "TAR=tar\nX=\nPAGER_ENV='LESS=FRX LV=-c'\n")
    environment = {
        **{name: value for name, value in ENVIRONMENT.items() if not name.startswith("GIT_")},
        "GIT_TEST_INSTALLED": str(tools), "PATH": f"{tools}:{ENVIRONMENT['PATH']}", "GNUPGHOME": "",
    }
    finger = Finger()
    with Agent():
        for name in GIT:
            said = subprocess.run(
                ["sh", f"./{name}.sh", "-v"], cwd=tests / "t", env=environment, stdin=subprocess.DEVNULL,
                capture_output=True, text=True, errors="replace", timeout=HANG)
            results = [line for line in said.stdout.split("\n") if line.startswith(("ok ", "not ok ", "1..", "# "))]
            skipped = [line for line in results if "# skip" in line]
            # git's own mark for a test that is known to fail there.
            faults = [line for line in results if line.startswith("not ok") and "TODO" not in line]
            check(said.returncode == 0 and results and not faults,
                  f"{name}: {said.stdout[-6000:]}{said.stderr[-3000:]}")
            check(not [line for line in skipped if line.endswith("(missing GPGSSH)")], f"{name}: {skipped}")
            print(f"ok {name}: {sum(line.startswith('ok ') for line in results)} tests, {len(skipped)} of them left out, "
                  f"{len(finger.asked)} touches so far", flush=True)
        check(len(finger.asked) > 20, f"{len(finger.asked)} touches")
        titles = [subject for subject in finger.subjects() if subject["kind"] in ("commit", "tag")]
        check(len(titles) > 20, f"{len(titles)} of {len(finger.asked)} showed what is signed")
    finger.close()


if __name__ == "__main__":
    play(globals(), sys.argv[2:] or ["openssh", "git"])
