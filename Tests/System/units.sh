#!/bin/sh
# The units are understood by systemd without a word, and the service's exposure is at most 1.3.
set -eu
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp systemd/biogated.socket "$folder"
# The daemon need not be installed to judge its unit.
sed 's|^ExecStart=.*|ExecStart=/bin/true|' systemd/biogated.service >"$folder/biogated.service"

said=$(systemd-analyze verify "$folder/biogated.service" "$folder/biogated.socket" 2>&1) || true
if [ -n "$said" ]; then
    printf 'systemd-analyze verify:\n%s\n' "$said" >&2
    exit 1
fi
echo "ok: systemd-analyze verify"

# In tenths.
systemd-analyze security --offline=true --no-pager --threshold=13 "$folder/biogated.service" >"$folder/security" || {
    cat "$folder/security" >&2
    exit 1
}
echo "ok: $(tail -n 1 "$folder/security" | sed 's/^[^[:alnum:]]*//; s/[^[:alnum:]]*$//')"
