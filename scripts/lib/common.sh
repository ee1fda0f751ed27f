# shellcheck shell=bash
# Shared by the commands in scripts/: strict mode, the project's root, the cache, messages.
# Sourcing this file also enters the root.

set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck disable=SC2034 # for toolchain.sh
CACHE=${SPANWISE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/spanwise}
cd "$ROOT"

if [ ! -t 1 ]; then
  export CARGO_TERM_COLOR=never
fi
# Trunk takes NO_COLOR for a flag that must read "true" or "false".
unset NO_COLOR

# say TEXT...: progress, apart from the output of the tools.
say() {
  printf '== %s\n' "$*"
}

# fail WHAT REMEDY: ends the command.
fail() {
  printf 'error: %s\n  what to do: %s\n' "$1" "$2" >&2
  exit 1
}

# has COMMAND: whether it is on PATH.
has() {
  command -v "$1" >/dev/null 2>&1
}

# apt_install PACKAGE...: installs them where this is possible, fails quietly elsewhere.
apt_install() {
  has apt-get && [ "$(id -u)" -eq 0 ] || return 1
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}
