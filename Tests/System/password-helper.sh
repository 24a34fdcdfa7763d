#!/bin/sh
# What the password helper answers to questions that are damaged, too long, or about nobody.
set -eu
cd "$(dirname "$0")/../.."
if [ "$(id -u)" != 0 ]; then
    echo "skipped: the password helper reads the shadow database, for which it needs root"
    exit 0
fi
exec /usr/bin/python3 -B Tests/System/password_helper.py .build/debug 300
