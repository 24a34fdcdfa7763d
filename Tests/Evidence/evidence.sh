#!/bin/sh
# What the compiler itself forbids to code in the daemon: each sample makes evidence, or spends it twice, and must not
# compile. Needs the modules of a build: `evidence.sh .build/debug`.
set -eu
modules=$(realpath "$1/Modules") shims=$(realpath "$1/CGateShims.build/module.modulemap")
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"

cat >beginning.swift <<'END'
import GateModel
import GatePolicy
import GateVault

func anyhow(
    _ request: inout PresenceRequest, _ situation: UserSituation, _ user: UserID, _ peer: Peer, _ now: Moment,
    _ authentication: Authentication, _ ledger: AuthenticationLedger, _ judgement: consuming Judgement,
    _ right: consuming RightCredential
) {
END

# compiles LINES: whether the function with these lines compiles.
compiles() {
    { cat beginning.swift && echo "$1" && echo "}"; } >sample.swift
    swiftc -emit-sil -o sample.sil -swift-version 6 -I "$modules" -Xcc "-fmodule-map-file=$shims" sample.swift >errors 2>&1
}

# refused WORDS LINES: expects the compiler to refuse them, with these words.
refused() {
    if compiles "$2"; then
        echo "This compiles, and must not: $2" >&2
        exit 1
    fi
    grep --quiet -e "$1" errors || { echo "It is refused for something else: $2" >&2 && cat errors >&2 && exit 1; }
}

compiles "_ = request.attemptFinished(judgement, opening: [], situation: situation, at: now)
    _ = request.credentialAccepted(right, at: now)" || { cat errors >&2 && exit 1; }
refused "Judgement.*inaccessible" "_ = Judgement(.noMatch)"
refused "RightCredential.*inaccessible" "_ = RightCredential(.pin, of: user)"
refused "Reuse.*inaccessible" "_ = request.reused(Reuse(authentication), at: now)"
refused "PresenceProof.*inaccessible" \
    "_ = PresenceProof(user: user, peer: peer, purpose: Purpose(.sign), factor: .pin, at: now)"
refused "consumed more than once" "_ = request.attemptFinished(judgement, opening: [], situation: situation, at: now)
    _ = request.attemptFinished(judgement, opening: [], situation: situation, at: now)"
refused "consumed more than once" "_ = request.credentialAccepted(right, at: now)
    _ = request.credentialAccepted(right, at: now)"
refused "UnlockedPIN.*inaccessible\|no accessible initializers" "_ = UnlockedPIN()"
echo "Nothing that a yes rests on can be made, or spent twice, where the policy does not say so."
