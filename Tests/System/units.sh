#!/bin/sh
# systemd accepts the units without complaint, including the agent's, which users' own managers start. The exposure of
# the daemon, the reader process and biogate-fprintd is at most 1.0, that of the password helper, which is root, 1.3.
# None may take all memory or all process numbers.
set -eu
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp systemd/*.socket systemd/fprintd/*.socket "$folder"
# The programs need not be installed to judge their units.
for unit in biogated.service biogate-password@.service biogate-reader@.service user/biogate-agent.service user/biogate-secrets.service user/biogate-ssh-agent.service fprintd/biogate-fprintd.service; do
    sed 's|^ExecStart=.*|ExecStart=/bin/true|' "systemd/$unit" >"$folder/${unit#*/}"
done

verify() {
    said=$(XDG_RUNTIME_DIR=$folder systemd-analyze verify --man=no "$@" 2>&1) || true
    if [ -n "$said" ]; then
        printf 'systemd-analyze verify %s:\n%s\n' "$*" "$said" >&2
        exit 1
    fi
}
verify "$folder/biogated.service" "$folder/biogate-password@.service" "$folder/biogate-reader@.service" "$folder/biogate-fprintd.service" "$folder"/*.socket
echo "ok: systemd-analyze verify"
cp systemd/user/*.socket "$folder"
verify --user "$folder/biogate-agent.service" "$folder/biogate-secrets.service" "$folder/biogate-ssh-agent.service" "$folder/biogate-ssh-agent.socket"
echo "ok: systemd-analyze verify --user"

for unit in systemd/*.service systemd/*/*.service; do
    for limit in MemoryMax TasksMax; do
        grep -q "^$limit=[1-9]" "$unit" || {
            echo "$unit: no $limit=" >&2
            exit 1
        }
    done
done
echo "ok: limits of memory and tasks"

for unit in biogated.service:10 biogate-reader@.service:10 biogate-fprintd.service:10 biogate-password@.service:13; do
    # In tenths.
    systemd-analyze security --offline=true --no-pager --threshold="${unit#*:}" "$folder/${unit%:*}" >"$folder/security" || {
        cat "$folder/security" >&2
        exit 1
    }
    echo "ok: $(tail -n 1 "$folder/security" | sed 's/^[^[:alnum:]]*//; s/[^[:alnum:]]*$//')"
done

# Otherwise journald drops one user's grants along with another's denials.
grep -qx LogRateLimitIntervalSec=0 systemd/biogated.service
# Otherwise calls to a daemon that an administrator must fix would end its sockets for good.
grep -qx StartLimitIntervalSec=0 systemd/biogated.service
grep -qx RestartPreventExitStatus=78 systemd/biogated.service
for socket in systemd/biogated.socket systemd/fprintd/biogated-face.socket; do
    grep -qx TriggerLimitIntervalSec=0 "$socket"
done
echo "ok: no number of failed starts ends a socket"

echo "ok: journald drops no line of the daemon's"
