#!/bin/sh
# Every kind of operation of the sensor, again and again, on each virtual reader, and as many authentications of the
# daemon: `sh Tests/Memory/memory.sh [ROUNDS [ROUNDS-OF-IMAGES]]`.
#
# Fails on unreferenced memory (LeakSanitizer), on more open descriptors at the end than after a tenth of the rounds, or
# if memory grew by more than 1 MiB from there on. authentications.py has the differences for the daemon.
set -eu
cd "$(dirname "$0")/../.."
rounds=${1:-200}
# One round of images takes as long as a hundred of the others.
images=${2:-$((rounds / 50))}
steps=.build/debug/sensor-steps
daemon=.build/debug/biogated
for program in $steps $daemon .build/debug/biogate-sandbox; do
    [ -x $program ] || { echo "$program is missing: swift build --product $(basename $program)" >&2 && exit 1; }
done
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT

# run NAME VARIABLE ROUNDS STEP...: once under LeakSanitizer, which knows malloc's memory and not GLib's slices, and
# once without, because it keeps memory itself.
run() {
    name=$1 reader=$2 times=$3
    shift 3
    mkdir "$room/$name"
    export FP_DRIVERS_WHITELIST=virtual_device:virtual_device_storage:virtual_image
    export FP_DRIVERS_ALLOWLIST=$FP_DRIVERS_WHITELIST
    env "$reader=$room/$name/socket" LD_PRELOAD=liblsan.so.0 G_SLICE=always-malloc \
        LSAN_OPTIONS=suppressions=Tests/Memory/lsan.supp \
        $steps --touch --repeat "$times" "$@" >"$room/$name/lines" 2>"$room/$name/errors" &&
        env "$reader=$room/$name/socket" $steps --touch --repeat "$times" "$@" >"$room/$name/lines" 2>"$room/$name/errors" &&
        tail -n 1 "$room/$name/lines" | grep -Eq ' (-[0-9]+|[0-9]{1,3}|10[01][0-9]|102[0-4]) KiB and 0 descriptors more ' &&
        touch "$room/$name/passed" || true
}

run storage FP_VIRTUAL_DEVICE_STORAGE "$rounds" open enroll list verify identify cancel delete clear close &
run plain FP_VIRTUAL_DEVICE "$rounds" open enroll verify cancel close &
# In processes of eighty rounds: libfprint stops a reader that it takes for hot, after three minutes' use in one
# process.
(
    left=$images
    while [ "$left" -gt 1 ]; do
        times=$((left < 80 ? left : 80))
        run image-$left FP_VIRTUAL_IMAGE $times open enroll identify verify cancel capture close
        [ -e "$room/image-$left/passed" ] || break
        left=$((left - times))
    done
) &
python3 Tests/Memory/authentications.py $daemon "$rounds" >"$room/daemon" 2>&1 && touch "$room/daemon-passed" &
wait

result=0
[ -e "$room/daemon-passed" ] || result=1
echo "daemon: $(cat "$room/daemon")"
for name in storage plain $(cd "$room" && ls -d image-*); do
    if [ -e "$room/$name/passed" ]; then
        echo "$name: $(tail -n 1 "$room/$name/lines")"
    else
        echo "$name:" && cat "$room/$name/lines" && tail -n 60 "$room/$name/errors" && result=1
    fi
done
exit $result
