#!/bin/sh
# Plays the situations of Tests/System/field, some at a time: field.sh [BINARIES]
set -eu
cd "$(dirname "$0")/../.."
if [ "$(id -u)" != 0 ]; then
    echo "skipped: the situations need root, which plays other users and fprintd's"
    exit 0
fi
binaries=${1:-.build/debug}
said=$(mktemp -d)
trap 'rm -rf "$said"' EXIT
export binaries said
status=0
find Tests/System/field -name '*.py' ! -name world.py | sort | xargs -P 4 -I '{}' sh -c '
    name=$(basename "{}" .py)
    if timeout 100 /usr/bin/python3 -B "{}" "$binaries" >"$said/$name" 2>&1 </dev/null; then
        echo "ok: $name"
    else
        echo "FAULT: $name"
        sed "s/^/    /" "$said/$name"
        exit 1
    fi' || status=1
exit "$status"
