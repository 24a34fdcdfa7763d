#!/bin/sh
# Depends on the components as an app elsewhere does: a new directory, a clone of this repository in it, and the files beside
# this one, which docs/gate-view.md shows. Then its window is opened. `try.sh BINARIES-OF-DAEMON [DIRECTORY]`; the directory is
# kept where it is named, else it goes with what was built in it. Minutes, for everything is built anew.
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
