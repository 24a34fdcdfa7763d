"""Plays the tests that others wrote for the Secret Service, with the keyring alone and with the front before it and nothing
protected; both must end alike.

    BIOGATE_TEST_PYTHON=PYTHON biogate sandbox -- python3 others.py DIRECTORY-OF-PROGRAMS

secretstorage's tests come from its source packages, by pip, and libsecret's from its Debian source, by apt-get; those are
compiled, and left out where meson is missing.
"""

import concurrent.futures
import glob
import os
import pathlib
import re
import shutil
import subprocess
import tarfile

from door import SECRETS, WORK, Door, check, run

VERSIONS = ["3.3.3", "3.5.0"]


def sources(version):
    folder = WORK / "sources" / version
    folder.mkdir(parents=True)
    subprocess.run([os.environ["BIOGATE_TEST_PYTHON"], "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary=:all:",
                    "--no-build-isolation", f"--dest={folder}", f"SecretStorage=={version}"], check=True)
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        archive.extractall(folder, filter="data")
    return next(folder.glob("*/tests")).parent


def secretstorage(version):
    source, results = sources(version), []
    for is_front in [False, True]:
        with Door(in_front=True) as door:
            environment = {**door.environment, "PYTHONPATH": str(source)}
            if not is_front:
                environment["DBUS_SESSION_BUS_ADDRESS"] = door.behind.address
            done = run("/usr/bin/python3", "-m", "unittest", "discover", "--verbose", f"--start-directory={source}/tests",
                       cwd=source, env=environment)
        results.append(re.findall(r"^(.*) \.\.\. (.*)$", done.err, re.MULTILINE))
    passed = sum(result == "ok" for _, result in results[0])
    check(passed > 10 and results[0] == results[1], f"alone {results[0]}, with the front {results[1]}: {done.err}")
    print(f"ok: secretstorage {version}: {passed} of {len(results[0])} pass alone and behind the front")


# Starts libsecret's mock service as its tests ask for it, and the front before it, whose name the tests use.
SHIM = """#!/usr/bin/python3
import ctypes, os, subprocess, sys
libc = ctypes.CDLL(None)
end = lambda: libc.prctl(1, 9)
mock = subprocess.Popen(["/usr/bin/python3", *sys.argv[1:]], stdout=subprocess.PIPE, preexec_fn=end)
name, own = mock.stdout.readline().decode().strip(), f"org.example.Front{os.getpid()}"
front = subprocess.Popen([os.environ["FRONT"], "--name", own, "--keyring", name], preexec_fn=end, stdout=subprocess.DEVNULL)
subprocess.run(["gdbus", "wait", "--session", "--timeout", "20", own], check=True)
print(own, flush=True)
mock.wait()
"""

# The keyring of the first three has sessions in the clear alone, and the front has others, too. In the last one the
# service vanishes within `Prompt`, and the front stays.
UNLIKE = {"/session/ensure-plain", "/session/ensure-async-plain", "/session/ensure-async-twice", "/prompt/perform-vanish"}
PROGRAMS = ["collection", "item", "methods", "password", "paths", "prompt", "service", "session"]


def libsecret():
    folder = WORK / "libsecret"
    (folder / "shim").mkdir(parents=True)
    (folder / "shim/python3").write_text(SHIM)
    (folder / "shim/python3").chmod(0o755)
    lists = folder / "apt"
    (lists / "parts").mkdir(parents=True)
    (lists / "lists/partial").mkdir(parents=True)
    for path in map(pathlib.Path, glob.glob("/etc/apt/sources.list.d/*.sources")):
        kept = re.sub("^Types:.*", "Types: deb-src", path.read_text(), flags=re.MULTILINE)
        (lists / "parts" / path.name).write_text(kept)
    lines = pathlib.Path("/etc/apt/sources.list")
    if lines.exists():
        (lists / "parts/lines.list").write_text(re.sub("^deb ", "deb-src ", lines.read_text(), flags=re.MULTILINE))
    options = ["-o", "Dir::Etc::sourcelist=/dev/null", "-o", f"Dir::Etc::sourceparts={lists}/parts",
               "-o", f"Dir::State::lists={lists}/lists", "-o", "Dir::Cache::pkgcache=", "-o", "Dir::Cache::srcpkgcache="]
    subprocess.run(["apt-get", *options, "-qq", "update"], check=False)
    subprocess.run(["apt-get", *options, "-qq", "source", "--download-only", "libsecret"], cwd=folder, check=True)
    subprocess.run(["tar", "-xf", next(folder.glob("*.orig.tar.*"))], cwd=folder, check=True)
    source, built = next(folder.glob("libsecret-*/")), folder / "built"
    off = [f"-D{name}=false" for name in ["manpage", "vapi", "gtk_doc", "introspection"]]
    for words in [["meson", "setup", built, *off, "-Dbash_completion=disabled"], ["ninja", "-C", built]]:
        subprocess.run(words, cwd=source, check=True, stdout=subprocess.DEVNULL)
    with Door() as door:
        environment = {**door.environment, "FRONT": str(SECRETS), "G_TEST_SRCDIR": str(source)}
        del environment["SECRET_SERVICE_BUS_NAME"]

        def play(job):
            program, test, is_front = job
            path = f"{folder}/shim:{os.environ['PATH']}" if is_front else f"/usr/bin:{os.environ['PATH']}"
            done = run(built / f"libsecret/test-{program}", "--tap", "-p", test, cwd=source, env={**environment, "PATH": path})
            return job, done.status == 0 and "\nok 1 " in done.out

        jobs = []
        for program in PROGRAMS:
            tests = run(built / f"libsecret/test-{program}", "-l", cwd=source, env=environment).out.split()
            jobs += [(program, test, is_front) for test in tests if test.startswith("/") for is_front in [False, True]]
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            results = dict(pool.map(play, jobs))
    unlike = {test for program, test, is_front in jobs if results[program, test, True] != results[program, test, False]}
    check(unlike <= UNLIKE and sum(results.values()) > 200, f"tests that end otherwise behind the front: {unlike - UNLIKE}")
    print(f"ok: libsecret: {len(jobs) // 2 - len(unlike)} of {len(jobs) // 2} tests end alike")


for version in VERSIONS:
    secretstorage(version)
if shutil.which("meson") and shutil.which("ninja"):
    libsecret()
else:
    print("skipped: libsecret's tests, without meson and ninja")
