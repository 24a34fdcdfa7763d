#!/bin/sh
# Builds the clients' packages, and tests what is in them against the real daemon: Clients/test.sh BINARIES PYTHON
set -eu
binaries=$(realpath "$1")
python=$(realpath --no-symlinks "$2")
shift 2
cd "$(dirname "$0")"
packages=$(realpath ..)/.build/clients
sh build.sh "$python" "$packages"

# As somebody has them who installed them.
"$python" -m pip install --quiet --disable-pip-version-check --no-index --no-deps --target "$packages/site" "$packages"/*.whl
mkdir -p "$packages/node_modules/biometricgate"
tar --extract --gzip --file "$packages"/*.tgz --directory "$packages/node_modules/biometricgate" --strip-components 1

# Nothing of the caller's own is asked.
unset BIOGATE BIOGATE_SOCKET BIOGATE_SANDBOX
export PATH="$binaries:$PATH" PYTHONPATH="$packages/site" PYTHONDONTWRITEBYTECODE=1 BIOGATE_CLIENTS="$packages"
# As it is written, and as the tests, which are a client's code, see it.
MYPYPATH="$packages/site" "$python" -m mypy --strict --cache-dir "$packages/mypy" --package biometricgate
MYPYPATH="$packages/site:tests" "$python" -m mypy --cache-dir "$packages/mypy" tests/*.py
# Packages are found beside a file, or above it. Both wait more than they compute.
cp tests/gate.test.mjs "$packages"
node --test "$packages/gate.test.mjs" >"$packages/node.log" 2>&1 &
node=$!
status=0
"$python" -m pytest --quiet -p no:cacheprovider --rootdir tests tests "$@" || status=$?
wait "$node" || { status=$? && cat "$packages/node.log"; }
exit "$status"
