#!/bin/sh
# The unit of the agent, which users' own managers start, is understood by systemd without a word.
set -eu
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The program need not be installed to judge its unit.
sed 's|^ExecStart=.*|ExecStart=/bin/true|' systemd/user/biogate-agent.service >"$folder/biogate-agent.service"
said=$(XDG_RUNTIME_DIR=$folder systemd-analyze verify --user --man=no "$folder/biogate-agent.service" 2>&1) || true
if [ -n "$said" ]; then
    printf 'systemd-analyze verify --user:\n%s\n' "$said" >&2
    exit 1
fi
echo "ok: systemd-analyze verify --user"
