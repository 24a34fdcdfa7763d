#!/bin/sh
# A YAML configuration of the first releases is converted to one that sets the same, or stays while the daemon refuses
# to start: with the script that the package and `make install` run, and the daemon built with the tests.
set -eu
cd "$(dirname "$0")/../.."
daemon=$PWD/.build/debug/biogated

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/etc" "$folder/expected"
old=$folder/etc/biogated.yaml new=$folder/etc/biogated.conf

# Puts standard input in place as the old configuration, beside a new one as installed.
lay() {
    rm -rf "$folder/etc"
    mkdir "$folder/etc"
    cat >"$old"
    chmod 640 "$old"
    cp systemd/biogated.conf "$new"
    cp "$old" "$folder/before"
}
convert() { systemd/convert-configuration "$folder/etc" "$daemon" >"$folder/said" 2>&1; }

# converts WHAT: the old configuration becomes the text in "$folder/expected/text", and is kept.
converts() {
    convert || { cat "$folder/said" >&2 && exit 1; }
    diff "$folder/expected/text" "$new" || { echo "not as it should be: $1" >&2 && exit 1; }
    cmp "$folder/before" "$old.dpkg-old"
    [ "$(ls "$folder/etc")" = "$(printf 'biogated.conf\nbiogated.yaml.dpkg-old')" ]
    [ "$(stat -c %a "$new")" = 640 ]
    echo "ok: converted: $1"
}

# stays WHAT: the old configuration stays, and so does the new one.
stays() {
    cp "$new" "$folder/expected/text"
    ! convert || { echo "converted to:" >&2 && cat "$new" >&2 && exit 1; }
    grep -q "^biogated does not start beside it" "$folder/said"
    cmp "$folder/before" "$old"
    cmp "$folder/expected/text" "$new"
    [ "$(ls "$folder/etc")" = "$(printf 'biogated.conf\nbiogated.yaml')" ]
    echo "ok: left as it is: $1"
}

rm -rf "$folder/etc"
mkdir "$folder/etc"
cp systemd/biogated.conf "$new"
convert
[ ! -s "$folder/said" ]
cmp systemd/biogated.conf "$new"
echo "ok: nothing to convert"

lay <Tests/System/biogated.yaml
sed -E 's/^#([A-Za-z]+\.[A-Za-z]+): /#\1=/; s/biogated\.yaml/biogated.conf/g' "$old" >"$folder/expected/text"
converts "the file of the first release, with nothing set"
# Uncomments the lines that show defaults.
sed -E 's/^#([A-Za-z]+\.[A-Za-z]+=)/\1/' "$new" >"$folder/taken"
grep -q '^pin.minimumLength=6$' "$folder/taken"
"$daemon" --check --config "$folder/taken"

lay <<'YAML'
---
# Ours.
readers.allowVirtual: true

pin:
  # Longer.
  minimumLength: 8   # for all
  freeFailures: '3'
lockout:
    permanentAfter: 10
sealing.tcti: swtpm:path=/run/it's
sealing.rootKeyFile: "/srv/a key#1"
password:  # none
  enabled: Off
  helper: '/run/o''clock'
YAML
cat >"$folder/expected/text" <<'INI'
# Ours.
readers.allowVirtual=true

# Longer.
# for all
pin.minimumLength=8
pin.freeFailures=3
lockout.permanentAfter=10
sealing.tcti=swtpm:path=/run/it's
sealing.rootKeyFile=/srv/a key#1
# none
password.enabled=Off
password.helper=/run/o'clock
INI
converts "groups, dotted keys, quotes and remarks"

printf 'pin:\r\n  minimumLength: 8\r\nsocket: /run/x' | lay
printf 'pin.minimumLength=8\nsocket=/run/x\n' >"$folder/expected/text"
converts "lines as DOS ends them, and none at the end"

printf '\n {"pin": {"minimumLength": 8},\n  "socket": "/run/x"}\n' | lay
cp "$folder/before" "$folder/expected/text"
converts "JSON"

# stays WHAT, for a text as printf takes it.
refused() {
    # shellcheck disable=SC2059 # the text is the format
    printf "$1" | lay
    stays "$2"
}
refused 'pin: {minimumLength: 8}\n' "a group in braces"
refused '{pin: {minimumLength: 8}}\n' "braces that are not JSON"
refused 'pin: &a\n  minimumLength: 8\n' "an anchor"
refused 'socket: *a\n' "an alias"
refused 'pin.minimumLength: !!int 8\n' "a tag"
refused 'socket: >\n  /run/x\n' "a folded text"
refused 'socket: /run\n  /x\n' "a text of two lines"
refused 'socket: "/run/\\x41"\n' "an escape"
refused 'socket: " /run/x"\n' "a blank that INI would drop"
refused 'pin.minimumLength: 0x8\n' "a number that INI has not"
refused 'pin.minimumLength: 010\n' "an octal number"
refused 'pin.minimumLength: ~\n' "nothing"
refused 'pin.minimumLength:\n' "a key without a value"
refused 'pin:\n  minimumLength: 8\n   freeFailures: 3\n' "an indentation that jumps"
refused 'pin:\n\tminimumLength: 8\n' "a tab"
refused 'pin.minimumLength: 8\npin:\n  minimumLength: 9\n' "a key that is there twice"
refused 'pin.minimumLenght: 8\n' "an unknown key"
refused '? pin\n: a\n' "a question mark"
refused '%%YAML 1.2\n---\npin.minimumLength: 8\n' "a directive"
refused 'pin.minimumLength: 8\n---\npin.minimumLength: 9\n' "two documents"
printf 'pin.minimumLength: 8\n' | lay
echo 'freeFailures=3' >>"$new"
stays "what would go over a new configuration that sets something"
