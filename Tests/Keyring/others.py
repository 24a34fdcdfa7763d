"""Plays the tests that others wrote for the Secret Service, with the keyring alone and with the front before it and nothing
protected; both must end alike.

    BIOGATE_TEST_PYTHON=PYTHON biogate sandbox -- python3 others.py DIRECTORY-OF-PROGRAMS

secretstorage's tests come from its source packages, by pip.
"""

import os
import re
import subprocess
import tarfile

from scenario import WORK, Door, check, run

VERSIONS = ["3.3.3", "3.5.0"]


def sources(version):
    folder = WORK / "sources" / version
    folder.mkdir(parents=True)
    subprocess.run([os.environ["BIOGATE_TEST_PYTHON"], "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary=:all:",
                    "--no-build-isolation", f"--dest={folder}", f"SecretStorage=={version}"], check=True)
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        archive.extractall(folder, filter="data")
    return next(folder.glob("*/tests")).parent


for version in VERSIONS:
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
