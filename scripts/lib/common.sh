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

# When the outermost of these commands began, in seconds.
export SPANWISE_BEGAN=${SPANWISE_BEGAN:-$(date +%s)}

# say TEXT...: progress, with the minutes and seconds since then, apart from the output of the tools.
say() {
  local seconds=$(($(date +%s) - SPANWISE_BEGAN))
  printf '== %d:%02d %s\n' $((seconds / 60)) $((seconds % 60)) "$*"
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

# apt_install PACKAGE...: installs them where this is possible. What apt says is shown only if it fails.
apt_install() {
  has apt-get && [ "$(id -u)" -eq 0 ] || return 1
  local said
  said=$({ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; } 2>&1) && return
  printf '%s\n' "$said" >&2
  return 1
}
