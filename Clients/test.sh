#!/bin/sh
# Builds the clients' packages, and tests their contents against the real daemon: Clients/test.sh BINARIES PYTHON
set -eu
binaries=$(realpath "$1")
python=$(realpath --no-symlinks "$2")
shift 2
cd "$(dirname "$0")"
packages=$(realpath ..)/.build/clients
sh build.sh "$python" "$packages"

# Installed as a user would.
"$python" -m pip install --quiet --disable-pip-version-check --no-index --no-deps --target "$packages/site" "$packages"/*.whl
mkdir -p "$packages/node_modules/biometricgate"
tar --extract --gzip --file "$packages"/*.tgz --directory "$packages/node_modules/biometricgate" --strip-components 1

# Ignores the caller's own daemon.
unset BIOGATE BIOGATE_SOCKET BIOGATE_SANDBOX
export PATH="$binaries:$PATH" PYTHONPATH="$packages/site:$PWD" PYTHONDONTWRITEBYTECODE=1 BIOGATE_CLIENTS="$packages"
# Checks the package's source, and its types as the tests, which are client code, see them.
MYPYPATH="$packages/site" "$python" -m mypy --strict --cache-dir "$packages/mypy" --package biometricgate
MYPYPATH="$packages/site:tests" "$python" -m mypy --cache-dir "$packages/mypy" generate.py generator/*.py tests/*.py
# Node finds packages beside a file or above it. The two test runs go side by side, because both mostly wait.
cp tests/gate.test.mjs "$packages"
node --test "$packages/gate.test.mjs" >"$packages/node.log" 2>&1 &
node=$!
status=0
"$python" -m pytest --quiet -p no:cacheprovider --rootdir tests tests "$@" || status=$?
wait "$node" || { status=$? && cat "$packages/node.log"; }
exit "$status"
