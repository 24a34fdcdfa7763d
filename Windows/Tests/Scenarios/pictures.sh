#!/bin/sh
# Draws the documents' pictures again: `pictures.sh BINARIES-OF-DAEMON BINARIES-OF-WINDOWS DIRECTORY`, as root. In a
# mount namespace the asking app is /usr/local/bin/gh, on every machine.
set -eu

daemon=$(realpath "$1") windows=$(realpath "$2") pictures=$(realpath "$3")
here=$(dirname "$(realpath "$0")")
export PICTURES="$pictures" APP=/usr/local/bin/gh TZ=UTC
exec unshare --mount sh -eu -c '
    mount -t tmpfs none /usr/local/bin
    cp "$1/biogate" /usr/local/bin/gh
    shift
    exec "$@"' sh "$daemon" /usr/bin/python3 "$here/run.py" "$daemon" "$windows" picture_ask picture_settings picture_lockout
