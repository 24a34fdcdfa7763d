#!/bin/sh
# An unknown row of the benchmarks is reported with the known ones, before anything is built for it.
set -eu
cd "$(dirname "$0")/../.."

if said=$(make --no-print-directory bench ROWS="status statsu" 2>&1); then
    echo "make bench knows a row that is none" >&2
    exit 1
fi
printf '%s\n' "$said" | grep -q '^there is no row statsu; the rows are: armed yes several cold status .*size .*ssh keyring passkey either$' || {
    printf '%s\n' "$said" >&2
    exit 1
}
echo "ok: make bench names the rows"
