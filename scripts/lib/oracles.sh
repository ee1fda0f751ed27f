#!/usr/bin/env bash
# Prints the path of a Python that has the packages that a requirements.txt names. They are installed from PyPI on
# first use; with SPANWISE_OFFLINE=1 they are not, and nothing is printed.
# Usage: scripts/lib/oracles.sh REQUIREMENTS, a path from the project's root
set -euo pipefail
# shellcheck source=scripts/lib/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

requirements=$1
# A change of the packages makes a new environment.
place=$CACHE/oracles-$(cksum <"$requirements" | cut -d ' ' -f 1)

# install: makes the environment beside its place and moves it there whole.
install() {
  local draft=$place.$$
  # shellcheck disable=SC2064 # `draft` is gone by then
  trap "rm -rf '$draft'" EXIT
  mkdir -p "$CACHE"
  python3 -m venv "$draft" &&
    "$draft/bin/python" -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 20 --requirement "$requirements" &&
    # Another process may have been faster.
    { [ -e "$place" ] || mv "$draft" "$place"; }
}

if [ ! -x "$place/bin/python" ]; then
  [ "${SPANWISE_OFFLINE:-}" != 1 ] || exit 0
  install >&2 || fail "the packages of $requirements cannot be installed from PyPI" \
    "let python3 (3.10 or later, with venv) and pip reach PyPI once; what needs them is skipped until then"
fi
printf '%s\n' "$place/bin/python"
