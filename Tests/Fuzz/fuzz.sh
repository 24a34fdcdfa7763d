#!/bin/sh
# Builds the fuzzers, replays what is in their corpora, and then tries something new with each for a while:
# `sh Tests/Fuzz/fuzz.sh SECONDS [NAME...]`
#
# What crashes or hangs is in .build-fuzz/found/NAME/; once it is mended, it belongs into Corpus/NAME/. What
# reached new code is in .build-fuzz/corpus/NAME/, and the next run begins with it.
set -eu
cd "$(dirname "$0")/../.."
seconds=$1
shift

# The versions of the dependencies that everything else is built with.
[ ! -e Package.resolved ] || cp Package.resolved Tests/Fuzz/
# Optimized, since nobody steps through it; with the access of @testable, since much of what reads is internal. Swift's
# compiler takes the last -sanitize alone, and SwiftPM would write two of its own in an order that changes.
build() {
    swift build --package-path Tests/Fuzz --scratch-path .build-fuzz --configuration release \
        --sanitize fuzzer -Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=address -Xcxx -fsanitize=address \
        -Xswiftc -enable-testing $(.ci/build-flags warnings) "$@"
}
if [ $# -gt 0 ]; then
    for name in "$@"; do build --product "fuzz-$name"; done
else
    build
    set -- $(ls Tests/Fuzz/Corpus)
fi

memory=/dev/shm
[ -w $memory ] || memory=/tmp
work=$(mktemp -d -p $memory biogate-fuzz-XXXXXX)
trap 'rm -rf "$work"' EXIT
# Leaks are Tests/Memory's: an address that Swift has put into an enum looks lost.
ASAN_OPTIONS=detect_leaks=0
export ASAN_OPTIONS
# try NAME: replays its corpus, then tries something new.
try() {
    name=$1
    program=.build-fuzz/release/fuzz-$name
    found=.build-fuzz/found/$name/
    grown=.build-fuzz/corpus/$name
    mkdir -p "$found" "$grown"
    log=.build-fuzz/$name.log
    words=Tests/Fuzz/Words/$name.txt
    TMPDIR=$(mktemp -d -p "$work")
    export TMPDIR
    set -- -timeout=20 -detect_leaks=0 -rss_limit_mb=4096 -artifact_prefix="$found" -print_final_stats=1
    [ ! -e "$words" ] || set -- "$@" -dict="$words"
    if BIOGATE_FUZZ_REPLAY=1 $program "$@" Tests/Fuzz/Corpus/"$name"/* >"$log" 2>&1 && { [ "$seconds" = 0 ] ||
        $program "$@" -max_total_time="$seconds" "$grown" Tests/Fuzz/Corpus/"$name" >>"$log" 2>&1; } &&
        ! grep -q 'instrumented for coverage?' "$log"; then
        tried=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
        echo "$name: $(ls Tests/Fuzz/Corpus/"$name" | wc -l) samples replayed, ${tried:-0} inputs tried, no finding"
    else
        echo "$name: a finding" >&2
        tail -n 60 "$log" >&2
        return 1
    fi
    rm -rf "${TMPDIR:?}"
}

# A fuzzer takes one processor.
result=0
while [ $# -gt 0 ]; do
    running=
    for _ in $(seq "$(nproc)"); do
        [ $# -gt 0 ] || break
        try "$1" &
        running="$running $!"
        shift
    done
    for one in $running; do wait "$one" || result=1; done
done
exit $result
