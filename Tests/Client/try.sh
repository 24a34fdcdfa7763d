#!/bin/sh
# An app elsewhere that uses the client library: a new directory with the files that docs/clients.md shows, and a clone
# of this repository in it. `try.sh` resolves and plans its build: four packages, and no warning, even if no library of
# the service is installed. `try.sh build` also builds a release of it, and checks its size against the limit, which
# takes minutes.
set -eu

repository=$(realpath "$(dirname "$0")/../..")
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
git clone --quiet "file://$repository" BiometricGate
mkdir -p Sources/App
# The first two Swift blocks.
awk '
    /^```swift$/ { blocks++; inside = 1; next }
    /^```$/ { inside = 0 }
    inside && blocks == 1 { print >"Package.swift" }
    inside && blocks == 2 { print >"Sources/App/App.swift" }
' "$repository/docs/clients.md"

fail() {
    echo "an app that uses the client library: $*" >&2
    exit 1
}

swift package resolve >resolved.log 2>&1 || fail "$(cat resolved.log)"
fetched=$(ls .build/checkouts)
[ "$(echo "$fetched" | wc -l)" -eq 4 ] || fail "these packages are fetched, and four are needed:
$fetched"
# A pkg-config that finds nothing plays a machine without libfprint.
mkdir nothing
printf '#!/bin/sh\necho /nowhere\n' >nothing/pkg-config
chmod +x nothing/pkg-config
for path in "$PATH" "$PWD/nothing:$PATH"; do
    PATH=$path swift build --print-manifest-job-graph 2>plan.log >/dev/null || fail "$(cat plan.log)"
    ! grep -i warning plan.log || fail "its build warns"
done
echo "An app that uses the client library fetches four packages, and its build warns of nothing."
[ "${1:-}" = build ] || exit 0

# LIMIT OPTIONS...: checks a release's size without debugging data against the limit.
sized() {
    limit=$1
    shift
    swift build --configuration release "$@" >build.log 2>&1 || fail "$(cat build.log)"
    ! grep warning: build.log || fail "its build warns"
    strip -o app .build/release/App
    size=$(stat --format %s app)
    echo "$size bytes${*:+, with $*}"
    [ "$size" -le "$limit" ] || fail "it has $size bytes, and $limit at most are wanted"
}
sized 6000000
sized 11300000 --static-swift-stdlib -Xlinker --no-export-dynamic -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs
