#!/bin/sh
# A build in a copied tree ends with the remedy before it compiles anything; in the original tree it goes on.
set -eu
unset BUILT
repository=$(realpath "$(dirname "$0")/../..")
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cp -R "$repository/.ci" "$tree"

fail() {
    echo "a copied tree: $*" >&2
    exit 1
}

for directory in .build Windows/.build; do
    mkdir -p "$tree/$directory"
    plan=$tree/$directory/release.yaml
    echo "  args: [\"swiftc\",\"-I\",\"$tree/$directory/x86_64/release/Modules\"]" >"$plan"
    "$tree/.ci/setup" build >/dev/null || fail "the tree where $directory was built is refused"
    echo "  args: [\"swiftc\",\"-I\",\"/elsewhere/$directory/x86_64/release/Modules\"]" >"$plan"
    ! said=$("$tree/.ci/setup" build 2>&1) || fail "a build begins although $directory was built elsewhere"
    case $said in
    *"$directory was built in /elsewhere"*"make clean"*"PACKAGED="*) ;;
    *) fail "it says: $said" ;;
    esac
    BUILT=true "$tree/.ci/setup" build >/dev/null || fail "programs that are built are refused"
    rm "$plan"
done
echo "A build in a copied tree says what to do."
