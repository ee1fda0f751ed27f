#!/usr/bin/env bash
# Bundles the text editor of the builder (editor/) into target/editor/editor.js, unless that is up to date.
# Trunk's pre_build hook.
set -euo pipefail
# shellcheck source=scripts/lib/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
# shellcheck source=scripts/lib/toolchain.sh
. "$ROOT/scripts/lib/toolchain.sh"
# shellcheck source=scripts/lib/release.sh
. "$ROOT/scripts/lib/release.sh"

OUT=target/editor/editor.js

is_newest() {
  [ -f "$OUT" ] && [ -z "$(find editor -maxdepth 1 -type f -newer "$OUT")" ]
}

is_newest && exit
ensure_editor_packages
ensure_esbuild
esbuild editor/editor.mjs --bundle --minify --format=esm --target=es2022 --log-level=warning --outfile="$OUT"
