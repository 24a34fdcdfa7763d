#!/bin/sh
# No program needs the whole of Foundation, which would bring ICU and its 30 MB of data; FoundationEssentials is the
# most. None loads libsystemd at its start, which only some calls of a few programs need.
set -eu
cd "$(dirname "$0")/../.."

for program in biogated biogate-reader biogate biogate-password; do
    needed=$(readelf --dynamic --wide .build/debug/$program | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
    for library in $needed; do
        case $library in
        libFoundationEssentials.so) ;;
        *Foundation* | *ICU* | libsystemd*)
            echo "$program needs $library" >&2
            exit 1
            ;;
        esac
    done
    case $needed in *libc.so*) ;; *) echo "$program: readelf says nothing" >&2 && exit 1 ;; esac
done
echo "ok: no program needs Foundation, or loads libsystemd at its start"
