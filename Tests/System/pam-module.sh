#!/bin/sh
# What the PAM modules do with passwords and the daemon's replies, under AddressSanitizer.
set -eu
cd "$(dirname "$0")/../.."
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
for fuzz in login either; do
    cc -std=gnu11 -g -O1 -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover=all \
        -o "$room/$fuzz" "Tests/System/pam_${fuzz}_fuzz.c" -lpam
    "$room/$fuzz"
done
