# shellcheck shell=bash
# What the scripts beside this file share. Sourced, not run.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# The crash reporter of the Swift runtime waits for a key where it finds a terminal; nobody is there to press one.
export SWIFT_BACKTRACE="${SWIFT_BACKTRACE:-interactive=no,color=no}"

say() { printf '==> %s\n' "$*"; }
note() { printf '    %s\n' "$*"; }
fail() {
    printf '==> FAILED: %s\n' "$*" >&2
    exit 1
}
has() { type -P "$1" >/dev/null; }

# Says what is not looked at here, and why; also in the file that SKIPPED_LOG names, if any, whose lines .ci/run ends with.
skipped() {
    printf 'skipped: %s\n' "$*"
    if [ -n "${SKIPPED_LOG:-}" ]; then printf '%s: %s\n' "${0##*/}" "$*" >>"$SKIPPED_LOG"; fi
}
skip() {
    skipped "$@"
    exit 0
}

# The compiler. With LEAN_BUILD it writes neither what debuggers read nor an index of the system's modules for editors, which alone is a
# seventh of a build; without any index the tests are not found. Within one build folder it has to be the same always, since everything is
# built again otherwise.
swift() {
    local command=$1
    shift
    case "$command" in
    build | package) command swift "$command" ${LEAN_BUILD:+-debug-info-format none -Xswiftc -index-ignore-system-modules} "$@" ;;
    *) command swift "$command" "$@" ;;
    esac
}

# Runs a command and says how long it took.
timed() {
    local name=$1 begin=$SECONDS status=0
    shift
    say "$name"
    "$@" || status=$?
    if [ "$status" -ne 0 ]; then fail "$name (exit status $status after $((SECONDS - begin)) s)"; fi
    note "took $((SECONDS - begin)) s"
}

# Whether that is the status of a step that `timeout` has ended, by a signal to end or by one that kills.
ran_out() { [ "$1" -eq 124 ] || [ "$1" -eq 137 ]; }

# Runs the program of the tests that lies in a folder. Not by `swift test`, which hands on what is printed in pieces of 4096 bytes, and loses
# each that begins or ends within a character. Without colours, which it else gives to pipes too, so that scripts can read the lines.
# Has run out (`ran_out`) where they are not done after TESTS_LIMIT seconds (7200).
run_tests() {
    local folder=$1
    shift
    NO_COLOR=1 timeout --foreground --kill-after=30 "${TESTS_LIMIT:-7200}" "$folder"/*PackageTests.xctest --testing-library swift-testing "$@" </dev/null 2>&1
}

# The tests of a log that have begun and not ended.
tests_under_way() {
    comm -23 <(sed -nE '/^◇ Test (case passing|run started)/d; s/^◇ (Test .*) started\.$/\1/p' "$1" | sort -u) \
        <(sed -nE 's/^(✔|✘) (Test .*) (passed|failed) after .*/\2/p' "$1" | sed -E 's/ with [0-9]+ test cases?$//' | sort -u)
}

# Gives the tests a PostgreSQL of their own until the script ends, unless MDOC_POSTGRES names one already.
postgres_for_tests() {
    if [ -n "${MDOC_POSTGRES:-}" ] || ! scripts/postgres available; then return; fi
    postgres_folder=$(mktemp -d /tmp/verification-postgres.XXXXXX)
    trap '"$root/scripts/postgres" stop "$postgres_folder"' EXIT
    if MDOC_POSTGRES=$(scripts/postgres start "$postgres_folder"); then
        export MDOC_POSTGRES
    else
        unset MDOC_POSTGRES
        note "PostgreSQL does not start; the tests that need it will be skipped"
    fi
}

# Before a package is built that stands beside the base package and uses it: SwiftPM keeps a plan in the build folder and does not see that
# the package it uses has a file more or fewer.
drop_old_plan() {
    local folder=$1 files
    mkdir -p "$folder"
    files=$(find Sources -type f | LC_ALL=C sort)
    if ! cmp -s "$folder/planned-files" - <<<"$files"; then
        rm -f "$folder"/{debug,release}.yaml
        printf '%s\n' "$files" >"$folder/planned-files"
    fi
}

# Builds, in release mode, the service and the programs that put it under load, verifier-load unless others are named; `programs` is where
# they are then.
build_for_load() {
    if [ $# -eq 0 ]; then set -- verifier-load; fi
    programs=${LOAD_PROGRAMS:-}
    if [ -n "$programs" ]; then return; fi
    scripts/prepare --load
    say "Building the service and its load (release; the first time takes a while)"
    mkdir -p .build-load
    local product
    for product in mdoc-verifier "$@"; do
        swift build -c release --static-swift-stdlib --scratch-path .build-load --product "$product" </dev/null >.build-load/build.log 2>&1 || {
            tail -n 20 .build-load/build.log >&2
            fail "the build failed; the whole output is in .build-load/build.log"
        }
    done
    programs=$(swift build -c release --scratch-path .build-load --show-bin-path)
}

# Starts a PostgreSQL that forces its commits to the disk, until the script ends; `postgres_folder` and `postgres` name it.
# What stands before the script's name, such as taskset, is given.
postgres_for_load() {
    scripts/postgres available || fail "PostgreSQL is not installed; on Debian: apt-get install postgresql"
    postgres_folder=$(mktemp -d "${TMPDIR:-/tmp}/verification-postgres.XXXXXX")
    trap '"$root/scripts/postgres" stop "$postgres_folder"' EXIT
    postgres=$(POSTGRES_FSYNC=on "$@" scripts/postgres start "$postgres_folder")
}
