#!/bin/sh
# Depends on the components like an app elsewhere: a new directory, a clone of this repository in it, and the files
# beside this one, which docs/gate-view.md shows. Then opens its window. `try.sh BINARIES-OF-DAEMON [DIRECTORY]`; a
# given directory is kept, otherwise the build is deleted. Takes minutes, because everything is built from scratch.
set -eu

here=$(dirname "$(realpath "$0")")
repository=$(realpath "$here/../../..")
daemon=$(realpath "$1")
if [ $# -gt 1 ]; then
    directory=$2
    mkdir -p "$directory"
else
    directory=$(mktemp -d)
    trap 'rm -rf "$directory"' EXIT
fi
cd "$directory"
[ -e BiometricGate ] || git clone --quiet "file://$repository" BiometricGate
mkdir -p Sources/Example Sources/CGtk
cp "$here/Package.swift" .
cp "$here/main.swift" Sources/Example/
cp "$here"/CGtk/* Sources/CGtk/
swift build
exec /usr/bin/python3 "$repository/Windows/Tests/Scenarios/gaterun.py" "$daemon" "$(realpath .build/debug)" elsewhere
