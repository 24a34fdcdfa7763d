#!/bin/sh
# Builds the fuzzers, replays their corpora, and then tries new inputs with each for a while: `sh Tests/Fuzz/fuzz.sh
# SECONDS [NAME...]`
#
# Inputs that crash or hang are in .build-fuzz/found/NAME/; once fixed, they belong into Corpus/NAME/. Inputs that
# reached new code are in .build-fuzz/corpus/NAME/, and the next run begins with them.
set -eu
cd "$(dirname "$0")/../.."
seconds=$1
shift

# The same versions of the dependencies as everywhere else.
[ ! -e Package.resolved ] || cp Package.resolved Tests/Fuzz/
# Optimised, because no debugger is used; with the access of @testable, because much of the parsing code is internal.
# Swift's compiler takes only the last -sanitize, and SwiftPM would write two in a varying order.
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
# Tests/Memory looks for leaks: here, an address in a Swift enum looks lost.
ASAN_OPTIONS=detect_leaks=0
export ASAN_OPTIONS
# try NAME: replays its corpus, then tries new inputs.
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
