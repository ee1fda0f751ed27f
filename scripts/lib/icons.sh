#!/usr/bin/env bash
# Makes the icons of categories (icons/) in target/font-awesome, unless they are up to date. Trunk's pre_build hook.
set -euo pipefail
# shellcheck source=scripts/lib/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
# shellcheck source=scripts/lib/toolchain.sh
. "$ROOT/scripts/lib/toolchain.sh"

OUT=target/font-awesome

[ -f "$OUT/names.json" ] && [ -z "$(find icons -maxdepth 1 -type f -newer "$OUT/names.json")" ] && exit
ensure_npm_packages icons "the icons of categories"
node icons/make.mjs "$OUT"
