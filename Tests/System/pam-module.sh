#!/bin/sh
# What the PAM module does with passwords and the daemon's replies, under AddressSanitizer.
set -eu
cd "$(dirname "$0")/../.."
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cc -std=gnu11 -g -O1 -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover=all \
    -o "$room/fuzz" Tests/System/pam_login_fuzz.c -lpam
"$room/fuzz"
