#!/bin/sh
# Debian's own fprintd-enroll, -list, -verify, -delete and pam_fprintd work with biogate-fprintd: with the daemon and
# the program built with the tests, on a virtual reader and a separate message bus.
set -eu
cd "$(dirname "$0")/../.."
if [ "$(id -u)" != 0 ]; then
    echo "skipped: fprintd's tools need root, for whom alone the second socket is open on a machine without the account"
    exit 0
fi
/usr/bin/python3 -B Tests/System/fprintd.py .build/debug
# No program on the bus prevents another one's login.
/usr/bin/python3 -B Tests/System/fprintd_bus.py .build/debug
# No program of another user can say to pam_fprintd that a finger matched.
/usr/bin/python3 -B Tests/System/fprintd_forged.py .build/debug
# Fingers move from fprintd to the daemon, and back.
/usr/bin/python3 -B Tests/System/moving.py .build/debug
# A typed password ends a lockout.
make --silent pam
/usr/bin/python3 -B Tests/System/unlocking.py .build/debug .build/pam/pam_biogate_login.so
# One touch logs in and opens the keyring.
/usr/bin/python3 -B Tests/System/keyring.py .build/debug .build/pam/pam_biogate_login.so
# The password or a finger, at one prompt.
/usr/bin/python3 -B Tests/System/either.py .build/debug .build/pam/pam_biogate.so
# The answers equal those of fprintd itself.
exec /usr/bin/python3 -B Tests/System/fprintd_conformance.py .build/debug
