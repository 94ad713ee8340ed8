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
has() { command -v "$1" >/dev/null 2>&1; }

# Runs a command and says how long it took.
timed() {
    local name=$1 begin=$SECONDS status=0
    shift
    say "$name"
    "$@" || status=$?
    if [ "$status" -ne 0 ]; then fail "$name (exit status $status after $((SECONDS - begin)) s)"; fi
    note "took $((SECONDS - begin)) s"
}
