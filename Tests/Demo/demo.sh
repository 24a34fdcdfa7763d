#!/bin/sh
# The main job on a virtual reader, as a story: sh demo.sh DIRECTORY-OF-THE-BINARIES
# Everything happens in a temporary sandbox. Ends with 0 only if each step printed what it must.
set -eu

if [ "${1:-}" != --inside ]; then
    binaries=$(cd "${1:?the directory of biogate and biogated}" && pwd)
    unset BIOGATE_SOCKET BIOGATE_SANDBOX LC_ALL LC_MESSAGES LANG
    exec "$binaries/biogate" sandbox --daemon "$binaries/biogated" -- sh "$0" --inside "$binaries"
fi

PATH=$2:$PATH
cd "$BIOGATE_SANDBOX"

title() { printf '\n%s\n' "$*"; }

# step STATUS TEXT COMMAND...: shows the command and its output, which must contain TEXT.
step() {
    expected=$1 text=$2
    shift 2
    printf '$ %s\n' "$*"
    {
        code=0
        "$@" 2>&1 </dev/null || code=$?
        echo "$code" >status
    } | tee output | sed -u 's/^/  /'
    status=$(cat status)
    # An opened secret need not end with a line.
    [ -z "$(tail -c 1 output)" ] || echo
    if [ "$status" != "$expected" ]; then
        fail "That was to end with status $expected, not $status."
    elif ! grep -qF -- "$text" output; then
        fail "That was to say: $text"
    fi
    [ "$status" = 0 ] || echo "  (status $status)"
}

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# Touches the reader in the background, whenever a touch is wanted.
finger() {
    echo "# meanwhile: biogate sandbox touch $*"
    biogate sandbox touch "$@" &
    touching=$!
}

touched() {
    wait "$touching" || fail "The reader was not touched as it was to be."
}

echo '274916' >pin.txt
echo 'ghp_example' >token.txt

title '1. The reader is found.'
step 0 'Ready' biogate readers

title '2. A PIN is for when a fingerprint does not work.'
step 0 'The PIN is set.' biogate pin set --pin-from pin.txt

title '3. A finger is added, touch by touch.'
finger right-index --all
step 0 '5 of 5 touches done.' biogate finger add right-index --pin-from pin.txt
touched

title '4. A token is sealed. From now on it is nowhere in the clear.'
finger right-index
step 0 'Stored: "github".' biogate store github --from token.txt
touched
rm token.txt
step 0 'fingerprint, PIN' biogate list

title '5. The right finger opens it.'
finger right-index
step 0 'ghp_example' biogate get github
touched

title '6. A wrong finger does not.'
finger stranger --times 3
step 20 'Use your PIN instead.' biogate get github
touched
! grep -q ghp_example output || fail 'The token was shown.'

title '7. A second finger is added: the first one no longer opens what was sealed before it.'
finger left-index --all
step 0 'enter your PIN or password once: "github"' biogate finger add left-index --pin-from pin.txt --yes
touched
step 24 'Your fingerprints changed.' biogate get github
! grep -q ghp_example output || fail 'The token was shown.'

title '8. The PIN still opens it, and renews it for the fingers there are now.'
step 0 'ghp_example' biogate get github --pin-from pin.txt
finger left-index
step 0 'A finger opens it again: "github".' biogate renew github --pin-from pin.txt
touched
finger left-index
step 0 'ghp_example' biogate get github
touched

title 'That was the real daemon on a reader that libfprint plays; all of it is deleted now.'
cat <<'END'
With a reader of your own, once the service is installed and running:
  $ biogate readers      is it one that works here?
  $ biogate setup        a PIN, a finger, a try
  $ biogate store github --from token.txt
  $ biogate get github
END
